/* status_page.c: see status_page.h. The page is made in memory and then printed, or drawn over the last one. */
#include "cli/sweep/status_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/sweep/rest.h"
#include "cli/ui/metric.h"
#include "cli/ui/table.h"
#include "cli/ui/text.h"

enum { MAX_LABELS = 24, MAX_FAILURES = 10 }; /* an axis with more labels, as seeds often are, is no table; lines */

static bool is_failure(const lg_sweep_run *r) {
    return r->state == LG_RUN_FAILED || r->state == LG_RUN_DIVERGED;
}

/* ---- how long the rest will take ---- */

static void print_rest(FILE *to, lg_sweep *s, const lg_sweep_info *about) {
    char span[CLI_SPAN];
    const size_t busy = about->count[LG_RUN_RUNNING];
    const double left = cli_sweep_left(s);
    const int percent = about->cost > 0 ? (int)(100 * (1 - about->left / about->cost)) : 0;
    if (cli_sweep_ended(about) == about->runs) return;
    fprintf(to, "%d %% of the work is done; about %s of one thread are left", percent, cli_span(left, span));
    if (busy)
        fprintf(to, ", %s with %zu %s at a time", cli_span(left / (double)busy, span), busy,
                busy == 1 ? "run" : "runs");
    fputc('\n', to);
}

/* ---- by label ---- */

typedef struct tally {
    size_t runs, count[LG_STATES], metric;
    double best;
} tally;

static tally tally_of(lg_sweep *s, size_t runs, size_t axis, const char *label) {
    tally t = {.best = NAN};
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        if (!r.labels || strcmp(r.labels[axis], label)) continue;
        t.runs++;
        t.count[r.state]++;
        t.metric = r.metric;
        if (lg_metric_better(r.metric, r.score, t.best)) t.best = r.score;
    }
    return t;
}

/* Zeros are left out, so that the other numbers stand out. */
static void count_cell(cli_table *t, size_t count) {
    if (count)
        cli_table_cell(t, "%zu", count);
    else
        cli_table_cell(t, "%s", "");
}

/* A score; nothing where there is none. */
static void score_cell(cli_table *t, size_t metric, double score) {
    char words[CLI_METRIC];
    cli_table_cell(t, "%s", isfinite(score) ? cli_metric_words(metric, score, words) : "");
}

/* Can the scores of all runs with a label of this axis be compared? They have one task. */
static bool is_comparable(lg_sweep *s, const lg_sweep_info *about, size_t axis) {
    size_t others = 0;
    for (size_t i = 0; i < about->axes; i++) {
        const lg_sweep_axis a = lg_sweep_axis_at(s, i);
        others += i != axis && a.sets_task && a.count > 1;
    }
    return others == 0;
}

static void print_axis(FILE *to, lg_sweep *s, const lg_sweep_info *about, size_t axis) {
    static const char *const heads[] = {"runs", "done", "running", "failed", "diverged", "to do", "best score"};
    const lg_sweep_axis a = lg_sweep_axis_at(s, axis);
    if (a.count < 2 || a.count > MAX_LABELS) return;
    const bool best = is_comparable(s, about, axis);
    cli_table *t = cli_table_new(best ? "lrrrrrrr" : "lrrrrrr");
    cli_table_cell(t, "%s", a.name);
    for (size_t i = 0; i < sizeof heads / sizeof *heads - !best; i++) cli_table_cell(t, "%s", heads[i]);
    for (size_t i = 0; i < a.count; i++) {
        const tally x = tally_of(s, about->runs, axis, a.labels[i]);
        cli_table_cell(t, "%s", a.labels[i]);
        cli_table_cell(t, "%zu", x.runs);
        count_cell(t, x.count[LG_RUN_DONE]);
        count_cell(t, x.count[LG_RUN_RUNNING]);
        count_cell(t, x.count[LG_RUN_FAILED]);
        count_cell(t, x.count[LG_RUN_DIVERGED]);
        count_cell(t, x.count[LG_RUN_PLANNED]);
        if (best) score_cell(t, x.metric, x.best);
    }
    fputc('\n', to);
    cli_table_print(t, to);
    cli_table_free(t);
}

/* ---- runs ---- */

/* Seconds since a time in UTC; -1: not known. */
static double seconds_since(const char *utc) {
    const double then = cli_utc_seconds(utc);
    return isnan(then) ? -1 : (double)time(NULL) - then;
}

static void print_running(FILE *to, const cli_status_page *p, size_t runs) {
    static const char *const heads[] = {"running", "step", "of", "for", "worker"};
    char title[200], span[CLI_SPAN];
    cli_table *t = cli_table_new("lrrrl");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) cli_table_cell(t, "%s", heads[i]);
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(p->sweep, i);
        if (r.state != LG_RUN_RUNNING) continue;
        const double seconds = seconds_since(r.started);
        cli_table_cell(t, "%s", cli_sweep_title(&p->axes, &r, title, sizeof title));
        cli_table_cell(t, "%lld", (long long)r.step);
        count_cell(t, (size_t)r.steps);
        cli_table_cell(t, "%s", seconds < 0 ? "" : cli_span(seconds, span));
        cli_table_cell(t, "%s", r.owner);
    }
    fputc('\n', to);
    cli_table_print(t, to);
    cli_table_free(t);
}

static void print_failures(FILE *to, const cli_status_page *p, size_t runs) {
    char title[200];
    size_t shown = 0, more = 0;
    fputc('\n', to);
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(p->sweep, i);
        if (!is_failure(&r)) continue;
        if (shown < MAX_FAILURES || p->all)
            fprintf(to, "%s: %s %s: %s\n", cli_sweep_title(&p->axes, &r, title, sizeof title), r.id,
                    lg_state_name(r.state), r.reason);
        else
            more++;
        shown++;
    }
    if (more) fprintf(to, "and %zu more; --runs shows them\n", more);
}

static void print_runs(FILE *to, const cli_status_page *p, size_t runs) {
    static const char *const heads[] = {"run", "labels", "state", "step", "score"};
    char title[200];
    cli_table *t = cli_table_new("lllrr");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) cli_table_cell(t, "%s", heads[i]);
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(p->sweep, i);
        cli_table_cell(t, "%s", r.id);
        cli_table_cell(t, "%s", cli_sweep_title(&p->axes, &r, title, sizeof title));
        cli_table_cell(t, "%s", cli_sweep_state(r.state));
        cli_table_cell(t, "%lld", (long long)r.step);
        score_cell(t, r.metric, r.score);
    }
    fputc('\n', to);
    cli_table_print(t, to);
    cli_table_free(t);
}

/* ---- the page ---- */

static void print_page(FILE *to, const cli_status_page *p) {
    char counts[CLI_COUNTS];
    const lg_sweep_info about = lg_sweep_about(p->sweep);
    fprintf(to, "%s%s%s\n", cli_bold(stdout), *about.title ? about.title : about.name, cli_plain(stdout));
    fprintf(to, "%s: %zu runs: %s\n", about.dir, about.runs, cli_sweep_counts(&about, counts));
    print_rest(to, p->sweep, &about);
    if (about.count[LG_RUN_RUNNING]) print_running(to, p, about.runs);
    if (about.count[LG_RUN_FAILED] + about.count[LG_RUN_DIVERGED]) print_failures(to, p, about.runs);
    for (size_t i = 0; i < about.axes; i++) print_axis(to, p->sweep, &about, i);
    if (p->all) print_runs(to, p, about.runs);
}

static void print_json(const cli_status_page *p) {
    const lg_sweep_info about = lg_sweep_about(p->sweep);
    cli_out_line(cli_sweep_json(p->sweep));
    for (size_t i = 0; i < about.runs && !cli_out_write_failed(); i++) {
        const lg_sweep_run r = lg_sweep_run_at(p->sweep, i);
        if (p->all || r.state == LG_RUN_RUNNING || is_failure(&r)) cli_out_line(cli_sweep_run_json(&p->axes, &r));
    }
}

/* Over the lines of the last page, as many as the terminal has, cut to its width. */
static void draw_page(cli_status_page *p, const char *page) {
    const int capacity = cli_lines(stdout) - 1;
    char cut[1024];
    if (p->drawn) printf("\033[%dA", p->drawn);
    p->drawn = 0;
    for (const char *at = page, *end; *at && p->drawn < capacity; at = end + (*end == '\n')) {
        char line[1024];
        end = at + strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        printf("\r%s\033[K\n", p->drawn ? cli_text_cut(cut, sizeof cut, line, cli_columns(stdout) - 1) : line);
        p->drawn++;
    }
    fputs("\033[J", stdout);
    fflush(stdout);
}

/* One line for each time, where it is shown repeatedly into a file. */
static void print_line(cli_status_page *p) {
    char counts[CLI_COUNTS], span[CLI_SPAN];
    const lg_sweep_info about = lg_sweep_about(p->sweep);
    printf("%s: %s, about %s of one thread left\n", about.dir, cli_sweep_counts(&about, counts),
           cli_span(cli_sweep_left(p->sweep), span));
    fflush(stdout);
}

static int show_page(cli_status_page *p) {
    char *page = NULL;
    size_t size;
    FILE *to = open_memstream(&page, &size);
    if (to) print_page(to, p);
    if (!to || fclose(to)) return cli_fail(LG_FAILED, "out of memory");
    if (p->again && p->terminal)
        draw_page(p, page);
    else
        fputs(page, stdout);
    free(page);
    return LG_OK;
}

int cli_status_page_show(cli_status_page *p) {
    p->terminal = cli_terminal(stdout);
    if (p->c->json) return print_json(p), LG_OK;
    if (!p->again || p->terminal) return show_page(p);
    return print_line(p), LG_OK;
}
