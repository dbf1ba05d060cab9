/* progress.c: see progress.h. The line: reverse_string 37%|####      | 3700/10000 [00:42<01:11, 88.1 step/s, loss 0.41]
 */
#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/text.h"

enum { BAR = 10 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void cli_progress_begin(cli_progress *p, bool on, const char *title, const char *unit, int64_t done) {
    cli_progress_end(p);
    *p = (cli_progress){.on = on, .terminal = cli_terminal(stderr), .unit = unit, .begun = now(), .first = done};
    snprintf(p->title, sizeof p->title, "%s", title);
    p->between = p->terminal ? 0.1 : 5;
    p->shown = p->terminal ? 0 : p->begun;
}

/* 00:42, or 1:02:03 from an hour on. */
static void print_time(char *to, size_t room, double seconds) {
    long s = (long)(seconds + 0.5);
    if (!(seconds >= 0 && seconds < 1e8))
        snprintf(to, room, "?");
    else if (s < 3600)
        snprintf(to, room, "%02ld:%02ld", s / 60, s % 60);
    else
        snprintf(to, room, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

static double share_of(const cli_progress *p, int64_t done, int64_t total) {
    return p->weighed ? p->share : (double)done / (double)total;
}

static int print_share(const cli_progress *p, char *to, size_t room, int64_t done, int64_t total) {
    if (total <= 0) return snprintf(to, room, " %lld ", (long long)done);
    double share = share_of(p, done, total);
    int full = (int)(share * BAR + 0.5);
    return snprintf(to, room, " %d%%|%.*s%*s| %lld/%lld ", (int)(share * 100), full, "##########", BAR - full, "",
                    (long long)done, (long long)total);
}

/* Seconds that are left, if all goes on as it went; -1: nobody knows. */
static double seconds_left(const cli_progress *p, int64_t done, int64_t total, double elapsed) {
    if (total <= 0) return -1;
    double share = share_of(p, done, total), before = p->weighed ? p->begun_at : (double)p->first / (double)total;
    return share > before && elapsed > 0 ? elapsed * (1 - share) / (share - before) : -1;
}

static void print_line(const cli_progress *p, char *to, size_t room, int64_t done, int64_t total, const char *tail) {
    double elapsed = now() - p->begun, rate = elapsed > 0 ? (double)(done - p->first) / elapsed : 0;
    char share[80], spent[24], left[24];
    print_share(p, share, sizeof share, done, total);
    print_time(spent, sizeof spent, elapsed);
    print_time(left, sizeof left, seconds_left(p, done, total, elapsed));
    snprintf(to, room, "%s%s[%s<%s, %.*f %s/s%s%s]", p->title, share, spent, left, rate < 1000 ? 1 : 0, rate, p->unit,
             *tail ? ", " : "", tail);
}

void cli_progress_show(cli_progress *p, int64_t done, int64_t total, const char *tail) {
    double t = p->on ? now() : 0;
    bool last = total > 0 && done >= total;
    if (!p->on || (!last && (done == p->first || t - p->shown < p->between))) return;
    char line[512], cut[520];
    p->shown = t;
    print_line(p, line, sizeof line, done, total, tail);
    if (p->terminal)
        fprintf(stderr, "\r%s\033[K", cli_text_cut(cut, sizeof cut, line, cli_columns(stderr) - 1));
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    p->drawn = p->terminal;
}

void cli_progress_weigh(cli_progress *p, double share) {
    if (!p->weighed) p->begun_at = share;
    p->weighed = true;
    p->share = share;
}

void cli_progress_clear(cli_progress *p) {
    if (p->drawn) fputs("\r\033[K", stderr);
    p->drawn = false;
}

void cli_progress_end(cli_progress *p) {
    if (p->drawn) fputc('\n', stderr);
    p->drawn = false;
    p->on = false;
}
