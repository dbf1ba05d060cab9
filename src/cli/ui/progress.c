/* progress.c: draws progress bars: reverse_string 37%|####      | 3700/10000 [00:42<01:11, 88.1 step/s, loss 0.41] */
#include "cli/ui/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "api/program.h"
#include "cli/ui/text.h"

enum { BAR = 10 };

/* ---- one bar ---- */

void cli_bar_begin(cli_bar *b, const char *title, const char *unit, int64_t done) {
    *b = (cli_bar){.on = true, .unit = unit, .begun = cli_seconds(), .first = done, .done = done, .left = NAN};
    snprintf(b->title, sizeof b->title, "%s", title);
    lg_text_blank(b->title, "", '?');
}

void cli_bar_weigh(cli_bar *b, double share) {
    if (!b->weighed) b->begun_at = share;
    b->weighed = true;
    b->share = share;
}

void cli_bar_set(cli_bar *b, int64_t done, int64_t total, const char *tail) {
    b->done = done;
    b->total = total;
    snprintf(b->tail, sizeof b->tail, "%s", tail);
}

/* Writes a time as "00:42" or, from an hour on, as "1:02:03". */
static void print_time(char *to, size_t capacity, double seconds) {
    long s = (long)(seconds + 0.5);
    if (!(seconds >= 0 && seconds < 1e8))
        snprintf(to, capacity, "?");
    else if (s < 3600)
        snprintf(to, capacity, "%02ld:%02ld", s / 60, s % 60);
    else
        snprintf(to, capacity, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

static double share_of(const cli_bar *b) {
    return b->weighed ? b->share : (double)b->done / (double)b->total;
}

static int print_share(const cli_bar *b, char *to, size_t capacity) {
    if (b->total <= 0) return snprintf(to, capacity, " %lld ", (long long)b->done);
    double share = share_of(b);
    int full = (int)(share * BAR + 0.5);
    return snprintf(to, capacity, " %d%%|%.*s%*s| %lld/%lld ", (int)(share * 100), full, "##########", BAR - full, "",
                    (long long)b->done, (long long)b->total);
}

/* Estimates the remaining seconds: `left` if it is set, otherwise from the speed so far. Returns -1 if the time is
 * unknown. */
static double seconds_left(const cli_bar *b, double elapsed) {
    if (b->total <= 0) return -1;
    if (!isnan(b->left)) return b->left;
    double share = share_of(b), before = b->weighed ? b->begun_at : (double)b->first / (double)b->total;
    return share > before && elapsed > 0 ? elapsed * (1 - share) / (share - before) : -1;
}

/* Writes a rate as "88.1 step/s" or, if it is below 0.5 per second, as "21.0 s/run". */
static void print_rate(char *to, size_t capacity, double rate, const char *unit) {
    if (rate > 0 && rate < 0.5)
        snprintf(to, capacity, "%.1f s/%s", 1 / rate, unit);
    else
        snprintf(to, capacity, "%.*f %s/s", rate < 1000 ? 1 : 0, rate, unit);
}

static void print_bar(const cli_bar *b, char *to, size_t capacity) {
    double elapsed = cli_seconds() - b->begun, rate = elapsed > 0 ? (double)(b->done - b->first) / elapsed : 0;
    char share[80], spent[24], left[24], speed[48];
    print_share(b, share, sizeof share);
    print_time(spent, sizeof spent, elapsed);
    print_time(left, sizeof left, seconds_left(b, elapsed));
    print_rate(speed, sizeof speed, rate, b->unit);
    snprintf(to, capacity, "%s%s[%s<%s, %s%s%s]", b->title, share, spent, left, speed, *b->tail ? ", " : "", b->tail);
}

/* ---- all bars ---- */

void cli_progress_begin(cli_progress *p, bool on, const char *title, const char *unit, int64_t done) {
    cli_progress_end(p);
    *p = (cli_progress){.on = on, .terminal = cli_terminal(stderr)};
    cli_bar_begin(&p->bar, title, unit, done);
    p->between = p->terminal ? 0.1 : 5;
    p->shown = p->terminal ? 0 : p->bar.begun;
}

void cli_progress_above(cli_progress *p, const cli_bar *bars, size_t count) {
    p->bars = bars;
    p->count = count;
}

/* Moves the cursor to the start of the drawn lines. */
static void rewind_lines(const cli_progress *p) {
    fputc('\r', stderr);
    if (p->drawn > 1) fprintf(stderr, "\033[%dA", p->drawn - 1);
}

/* Draws one line on the terminal, below those already drawn. */
static void draw_line(cli_progress *p, const cli_bar *b) {
    char line[512], cut[520];
    print_bar(b, line, sizeof line);
    fprintf(stderr, "%s%s\033[K", p->drawn++ ? "\n" : "", cli_text_cut(cut, sizeof cut, line, cli_columns(stderr) - 1));
}

static void draw_lines(cli_progress *p) {
    int capacity = cli_lines(stderr) - 1;
    rewind_lines(p);
    p->drawn = 0;
    for (size_t i = 0; i < p->count && p->drawn + 1 < capacity; i++)
        if (p->bars[i].on) draw_line(p, &p->bars[i]);
    draw_line(p, &p->bar);
    fputs("\033[J", stderr); /* erases lines left from a longer drawing */
}

static void print_plain(const cli_progress *p) {
    char line[512];
    print_bar(&p->bar, line, sizeof line);
    fprintf(stderr, "%s\n", line);
}

static void show_lines(cli_progress *p) {
    if (p->terminal)
        draw_lines(p);
    else
        print_plain(p);
    fflush(stderr);
}

void cli_progress_show(cli_progress *p, int64_t done, int64_t total, const char *tail) {
    cli_bar *b = &p->bar;
    double t = p->on ? cli_seconds() : 0;
    bool last = !p->count && total > 0 && done >= total;
    cli_bar_set(b, done, total, tail);
    if (!p->on || (!last && ((done == b->first && !p->count) || t - p->shown < p->between))) return;
    p->shown = t;
    show_lines(p);
}

void cli_progress_weigh(cli_progress *p, double share) {
    cli_bar_weigh(&p->bar, share);
}

void cli_progress_left(cli_progress *p, double seconds) {
    p->bar.left = seconds;
}

void cli_progress_clear(cli_progress *p) {
    if (p->drawn) rewind_lines(p), fputs("\033[J", stderr);
    p->drawn = 0;
}

void cli_progress_end(cli_progress *p) {
    if (p->on && p->count) show_lines(p); /* the final state of all bars */
    if (p->drawn) fputc('\n', stderr);
    p->drawn = 0;
    p->on = false;
}
