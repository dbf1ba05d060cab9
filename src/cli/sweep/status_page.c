/* status_page.c: prints the page of `lengthen sweep status`. The page is built in memory, then printed or drawn over
 * the last one. */
#include "cli/sweep/status_page.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/sweep/rest.h"
#include "cli/ui/metric.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

enum { MAX_LABELS = 24, MAX_FAILURES = 10 }; /* maxima: labels in a table; failures listed */

static bool is_failure(const lg_sweep_run *r) {
    return r->state == LG_RUN_FAILED || r->state == LG_RUN_DIVERGED;
}

static bool is_trained(const lg_sweep_run *r) {
    return lg_run_state_is_trained(r->state, r->step, r->steps);
}

/* Is the run trained but not tested, and is the time of its test unknown? Plans of older versions do not estimate this
 * time. */
static bool is_uncounted(const lg_sweep_run *r) {
    return is_trained(r) && !(r->left > 0);
}

static bool is_interrupted(const lg_sweep_run *r) {
    return lg_run_state_is_interrupted(r->state, r->step, r->steps);
}

/* ---- remaining work and time ---- */

static size_t count_runs(lg_sweep *s, size_t runs, bool (*is)(const lg_sweep_run *r)) {
    size_t count = 0;
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        count += is(&r);
    }
    return count;
}

static void print_begun(FILE *to, lg_sweep *s, size_t runs) {
    const size_t interrupted = count_runs(s, runs, is_interrupted), trained = count_runs(s, runs, is_trained);
    if (interrupted)
        fprintf(to, "%zu of the runs to do %s interrupted, and will resume from %s\n", interrupted,
                interrupted == 1 ? "was" : "were", interrupted == 1 ? "its last checkpoint" : "their last checkpoints");
    if (trained)
        fprintf(to, "%zu of the runs to do %s trained but not tested%s\n", trained, trained == 1 ? "is" : "are",
                count_runs(s, runs, is_uncounted) ? "; the estimate excludes the tests" : "");
}

static void print_rest(FILE *to, lg_sweep *s, const lg_sweep_info *about) {
    char span[CLI_SPAN];
    const size_t busy = about->count[LG_RUN_RUNNING];
    const double left = cli_sweep_left(s);
    const cli_rest rest = {.left = about->left};
    const int percent = (int)(100 * cli_rest_share(&rest, about->cost));
    if (cli_sweep_ended(about) == about->runs) return;
    fprintf(to, "%d %% of the work is done; about %s left on one thread", percent, cli_span(left, span));
    if (busy)
        fprintf(to, ", %s with %zu %s at a time", cli_span(left / (double)busy, span), busy,
                busy == 1 ? "run" : "runs");
    fputc('\n', to);
}

/* ---- by label ---- */

typedef struct tally {
    size_t runs, count[LG_RUN_STATES], metric, scored;
    double sum; /* sum of the scores */
} tally;

static tally tally_of(lg_sweep *s, size_t runs, size_t axis, const char *label) {
    tally t = {0};
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        if (!r.labels || strcmp(r.labels[axis], label)) continue;
        t.runs++;
        t.count[r.state]++;
        t.metric = r.metric;
        if (isfinite(r.score)) t.sum += r.score, t.scored++;
    }
    return t;
}

/* A count; zeros are blank so that the other numbers stand out. */
static void count_cell(lg_sheet *t, size_t count) {
    if (count)
        lg_sheet_cell(t, "%zu", count);
    else
        lg_sheet_cell(t, "%s", "");
}

/* A score; blank if it is not finite. */
static void score_cell(lg_sheet *t, size_t metric, double score) {
    char words[CLI_METRIC];
    lg_sheet_cell(t, "%s", isfinite(score) ? cli_metric_words(metric, score, words) : "");
}

/* Can the scores of runs with the same label be averaged? They can if no other axis varies the task. */
static bool is_comparable(lg_sweep *s, const lg_sweep_info *about, size_t axis) {
    size_t others = 0;
    for (size_t i = 0; i < about->axes; i++) {
        const lg_sweep_axis a = lg_sweep_axis_at(s, i);
        others += i != axis && a.sets_task && a.count > 1;
    }
    return others == 0;
}

/* The columns of a table by label. Columns with `at_rungs` are shown only if the sweep has rungs. */
static const struct {
    const char *head;
    lg_run_state state;
    bool at_rungs;
} counted[] = {{"done", LG_RUN_DONE, false},      {"running", LG_RUN_RUNNING, false},
               {"failed", LG_RUN_FAILED, false},  {"diverged", LG_RUN_DIVERGED, false},
               {"stopped", LG_RUN_STOPPED, true}, {"paused", LG_RUN_PAUSED, true},
               {"to do", LG_RUN_PLANNED, false}};
enum { COUNTED = sizeof counted / sizeof *counted };

/* Prints a table with one row per label of an axis. Prints nothing if the axis has a single label or more than
 * MAX_LABELS, or if its values are drawn from a distribution. */
static void print_axis(FILE *to, lg_sweep *s, const lg_sweep_info *about, size_t axis) {
    const lg_sweep_axis a = lg_sweep_axis_at(s, axis);
    const bool at_rungs = *about->promotion, scores = is_comparable(s, about, axis);
    if (a.count < 2 || a.count > MAX_LABELS || strchr(a.drawn, ' ')) return;
    char columns[COUNTED + 4] = "l";
    memset(columns + 1, 'r', (size_t)(1 + COUNTED - (at_rungs ? 0 : 2) + scores));
    lg_sheet *t = lg_sheet_new(columns);
    lg_sheet_cell(t, "%s", a.name);
    lg_sheet_cell(t, "runs");
    for (size_t i = 0; i < COUNTED; i++)
        if (at_rungs || !counted[i].at_rungs) lg_sheet_cell(t, "%s", counted[i].head);
    if (scores) lg_sheet_cell(t, "mean score");
    for (size_t i = 0; i < a.count; i++) {
        const tally x = tally_of(s, about->runs, axis, a.labels[i]);
        if (!x.runs) continue; /* no run drew this label */
        lg_sheet_cell(t, "%s", a.labels[i]);
        lg_sheet_cell(t, "%zu", x.runs);
        for (size_t k = 0; k < COUNTED; k++)
            if (at_rungs || !counted[k].at_rungs) count_cell(t, x.count[counted[k].state]);
        if (scores) score_cell(t, x.metric, x.scored > 0 ? x.sum / (double)x.scored : (double)NAN);
    }
    fputc('\n', to);
    cli_sheet_print(t, to);
}

/* ---- runs ---- */

static void print_rows(FILE *to, cli_rows *rows) {
    fputc('\n', to);
    cli_sheet_print(rows->sheet, to);
}

static const lg_member running_members[] = {
    LG_MEMBER(cli_sweep_run_row, title, NULL, "", .heading = "running"),
    LG_MEMBER(cli_sweep_run_row, x.step, NULL, "", .heading = "step so far"),
    LG_MEMBER(cli_sweep_run_row, x.steps, NULL, "", .heading = "steps"),
    LG_MEMBER(cli_sweep_run_row, span, NULL, "", .heading = "running for", .right = true),
    LG_MEMBER(cli_sweep_run_row, x.owner, NULL, "", .heading = "worker"),
    {0},
};
static const lg_schema running_schema = {.members = running_members};

/* Prints a table of the runs that are running now, or of all runs. */
static void print_runs(FILE *to, const cli_status_page *p, size_t runs, bool all) {
    cli_rows rows = cli_rows_begin(all ? &cli_schema_sweep_run : &running_schema);
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(p->sweep, i);
        if (!all && r.state != LG_RUN_RUNNING) continue;
        const cli_sweep_run_row row = cli_sweep_run_of(&p->axes, &r);
        cli_rows_put(&rows, &row);
    }
    print_rows(to, &rows);
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
                    lg_run_state_name(r.state), r.reason);
        else
            more++;
        shown++;
    }
    if (more) fprintf(to, "and %zu more; --runs shows them\n", more);
}

/* ---- rungs ---- */

typedef struct rung_run {
    const char *id, *state;
    double score;
} rung_run;
static const lg_member rung_run_members[] = {
    LG_MEMBER(rung_run, id, "id", "run id"),
    LG_MEMBER(rung_run, state, "state", "state of the run"),
    LG_MEMBER(rung_run, score, "score",
              "validation score at the rung; if the run had already ended, its last validation score"),
    {0},
};
static const lg_schema rung_run_schema = {.size = sizeof(rung_run), .members = rung_run_members};

typedef struct rung {
    lg_rung x;
    cli_metric_row metric;
    const rung_run *promoted, *stopped;
    size_t stopped_count;
    char best[CLI_METRIC], least[CLI_METRIC], title[200]; /* scores, and the title of the best run */
} rung;
static const lg_member rung_members[] = {
    LG_MEMBER(rung, x.step, "step", "step at which runs were compared", .heading = "rung"),
    LG_MEMBER(rung, x.runs, NULL, "", .heading = "runs"),
    LG_MEMBER(rung, x.promoted, NULL, "", .heading = "continued"),
    LG_ROW(rung, metric, NULL, "", &cli_schema_metric),
    LG_ROWS(rung, promoted, x.promoted, "promoted", "runs that continued, best first", &rung_run_schema),
    LG_ROWS(rung, stopped, stopped_count, "stopped", "runs that stopped at the rung, best first", &rung_run_schema),
    LG_MEMBER(rung, best, NULL, "", .heading = "best score", .right = true),
    LG_MEMBER(rung, least, NULL, "", .heading = "worst continued", .right = true),
    LG_MEMBER(rung, title, NULL, "", .heading = "best run"),
    {0},
};
static const lg_schema rung_schema = {
    .name = "lengthen.sweep_rung/1",
    .about = "`sweep status`: one row per decided rung.",
    .members = rung_members,
};
const lg_schema *const cli_status_schemas[] = {&cli_schema_sweep_run, &cli_schema_sweep, &rung_schema, NULL};

static void put_rung(cli_rows *rows, const cli_status_page *p, const lg_rung *x) {
    rung_run *runs = calloc(x->runs + 1, sizeof *runs);
    if (!runs) return cli_out_lose();
    for (size_t i = 0; i < x->runs; i++)
        runs[i] = (rung_run){lg_sweep_run_at(p->sweep, x->run[i].index).id, lg_run_state_name(x->run[i].state),
                             x->run[i].score};
    const lg_sweep_run best = lg_sweep_run_at(p->sweep, x->runs > 0 ? x->run[0].index : 0);
    rung r = {*x, cli_metric_of(x->metric, NULL), runs, runs + x->promoted, .stopped_count = x->runs - x->promoted};
    if (x->runs > 0) cli_metric_words(x->metric, runs[0].score, r.best);
    if (x->promoted > 0) cli_metric_words(x->metric, runs[x->promoted - 1].score, r.least);
    cli_sweep_title(&p->axes, &best, r.title, sizeof r.title);
    cli_rows_put(rows, &r);
    free(runs);
}

static cli_rows put_rungs(const cli_status_page *p) {
    cli_rows rows = cli_rows_begin(&rung_schema);
    for (size_t i = 0; i < lg_sweep_rung_count(p->sweep) && !cli_out_write_failed(); i++) {
        const lg_rung x = lg_sweep_rung_at(p->sweep, i);
        put_rung(&rows, p, &x);
    }
    return rows;
}

/* ---- the page ---- */

static void print_head(FILE *to, const cli_status_page *p, const lg_sweep_info *about) {
    char counts[CLI_COUNTS], dir[4096], title[1024];
    cli_text_cut(title, sizeof title, *about->title ? about->title : about->name, INT_MAX);
    fprintf(to, "%s%s%s\n", cli_bold(stdout), title, cli_plain(stdout));
    fprintf(to, "%s: %zu runs: %s\n", cli_text_cut(dir, sizeof dir, about->dir, INT_MAX), about->runs,
            cli_sweep_counts(about, counts));
    if (*about->promotion) fprintf(to, "%s\n", about->promotion);
    print_begun(to, p->sweep, about->runs);
    print_rest(to, p->sweep, about);
}

/* Markdown and LaTeX contain only the tables. */
static void print_page(FILE *to, const cli_status_page *p) {
    const lg_sweep_info about = lg_sweep_about(p->sweep);
    const bool plain = cli_is_plain();
    if (plain) print_head(to, p, &about);
    if (about.count[LG_RUN_RUNNING]) print_runs(to, p, about.runs, false);
    if (plain && about.count[LG_RUN_FAILED] + about.count[LG_RUN_DIVERGED]) print_failures(to, p, about.runs);
    if (lg_sweep_rung_count(p->sweep)) {
        cli_rows rungs = put_rungs(p);
        print_rows(to, &rungs);
    }
    for (size_t i = 0; i < about.axes; i++) print_axis(to, p->sweep, &about, i);
    if (p->all) print_runs(to, p, about.runs, true);
}

static void put_data(const cli_status_page *p) {
    const size_t runs = lg_sweep_about(p->sweep).runs;
    cli_sweep_put(p->sweep);
    put_rungs(p);
    for (size_t i = 0; i < runs && !cli_out_write_failed(); i++) {
        const lg_sweep_run r = lg_sweep_run_at(p->sweep, i);
        if (!p->all && r.state != LG_RUN_RUNNING && !is_failure(&r)) continue;
        const cli_sweep_run_row row = cli_sweep_run_of(&p->axes, &r);
        cli_row_put(&cli_schema_sweep_run, &row);
    }
}

/* Draws a page over the last one. Lines below the end of the terminal are omitted, and all lines but the first are cut
 * to the width of the terminal. */
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

/* With --watch and no terminal, each update is one line. */
static void print_line(cli_status_page *p) {
    char counts[CLI_COUNTS], span[CLI_SPAN];
    const lg_sweep_info about = lg_sweep_about(p->sweep);
    cli_out_say("%s: %s, about %s left on one thread", about.dir, cli_sweep_counts(&about, counts),
                cli_span(cli_sweep_left(p->sweep), span));
    fflush(stdout);
}

static int show_page(cli_status_page *p) {
    char *page = NULL;
    size_t size;
    FILE *to = open_memstream(&page, &size);
    if (to) print_page(to, p);
    if (!cli_out_take(to, &page)) return cli_fail(LG_FAILED, "out of memory");
    if (p->again && p->terminal)
        draw_page(p, page);
    else
        fputs(page, stdout);
    free(page);
    return LG_OK;
}

int cli_status_page_show(cli_status_page *p) {
    p->terminal = cli_is_plain() && cli_terminal(stdout);
    if (!cli_is_table()) return put_data(p), LG_OK;
    if (!p->again || p->terminal) return show_page(p);
    return print_line(p), LG_OK;
}
