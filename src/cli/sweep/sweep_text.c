/* sweep_text.c: formats sweeps and their runs as text and as rows of data. */
#include "cli/sweep/sweep_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep/rest.h"
#include "cli/ui/print.h"

int cli_axes_read(cli_axes *a, lg_sweep *s) {
    const size_t count = lg_sweep_about(s).axes;
    *a = (cli_axes){calloc(count + 1, sizeof *a->labels), count};
    if (!a->labels) return cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; i < count; i++) a->labels[i].name = lg_sweep_axis_at(s, i).name;
    return LG_OK;
}

void cli_axes_free(cli_axes *a) {
    free(a->labels);
    *a = (cli_axes){0};
}

int cli_sweep_open(cli *c, lg_sweep **out) {
    const char *name = c->args.command->name;
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "%s takes one sweep directory: lengthen %s sweeps/NAME", name, name);
    lg_status status = lg_sweep_open(c->context, c->args.positionals[0], out);
    if (status != LG_OK) return cli_fail_library(c, status);
    status = lg_sweep_refresh(*out);
    if (status == LG_OK) return LG_OK;
    lg_sweep_free(*out);
    return cli_fail_library(c, status);
}

size_t cli_sweep_ended(const lg_sweep_info *about) {
    return about->count[LG_RUN_DONE] + about->count[LG_RUN_FAILED] + about->count[LG_RUN_DIVERGED] +
           about->count[LG_RUN_STOPPED];
}

bool cli_sweep_blocked(const lg_sweep_info *about) {
    return about->count[LG_RUN_PAUSED] && !about->count[LG_RUN_RUNNING] && !about->count[LG_RUN_PLANNED];
}

int cli_sweep_outcome(const lg_sweep_info *about) {
    return about->count[LG_RUN_FAILED] || about->count[LG_RUN_DIVERGED] ? LG_SOME_FAILED : LG_OK;
}

const char cli_sweep_options[] = "the sweep file: for all runs in `set:`, with several values in `grid:`";

const char *cli_sweep_counts(const lg_sweep_info *about, char to[CLI_COUNTS]) {
    static const lg_run_state order[] = {LG_RUN_DONE,    LG_RUN_FAILED, LG_RUN_DIVERGED, LG_RUN_STOPPED,
                                     LG_RUN_RUNNING, LG_RUN_PAUSED, LG_RUN_PLANNED};
    size_t at = 0;
    *to = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (about->count[order[i]])
            at += (size_t)snprintf(to + at, CLI_COUNTS - at, "%s%zu %s", at ? ", " : "", about->count[order[i]],
                                   lg_run_state_words(order[i], 0, 0));
    return to;
}

const char *cli_sweep_title(const cli_axes *a, const lg_sweep_run *r, char *to, size_t capacity) {
    size_t at = 0;
    *to = 0;
    for (size_t i = 0; r->labels && i < a->count && at < capacity; i++)
        if (*r->labels[i]) at += (size_t)snprintf(to + at, capacity - at, "%s%s", at ? " " : "", r->labels[i]);
    return to;
}

/* ---- rows ---- */

static const lg_member sweep_members[] = {
    LG_MEMBER(lg_sweep_info, dir, "dir", "sweep directory"),
    LG_MEMBER(lg_sweep_info, title, "title", "title from the sweep file"),
    LG_MEMBER(lg_sweep_info, checksum, "checksum", "checksum of the plan"),
    LG_MEMBER(lg_sweep_info, runs, "runs", "number of runs"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_PLANNED], "planned", "runs still to do"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_RUNNING], "running", "runs that workers are training"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_DONE], "done", "runs trained and tested"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_FAILED], "failed", "runs that ended with an error"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_DIVERGED], "diverged", "runs whose loss became NaN or infinite"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_PAUSED], "paused", "runs that wait at a rung"),
    LG_MEMBER(lg_sweep_info, count[LG_RUN_STOPPED], "stopped", "runs that were stopped at a rung"),
    LG_MEMBER(lg_sweep_info, promotion, "promotion",
              "rule for which runs continue, in words; absent if all runs continue",
              .optional = true),
    LG_MEMBER(lg_sweep_info, cost, "thread_seconds", "estimated time of all runs on one thread", .unit = "seconds"),
    LG_MEMBER(lg_sweep_info, left, "thread_seconds_left", "estimated remaining time on one thread", .unit = "seconds"),
    {0},
};
const lg_schema cli_schema_sweep = {
    .name = "lengthen.sweep/1",
    .about = "the sweep: the first row of `sweep status`, and the last row of `sweep run`, `sweep resume` and "
             "`sweep merge`.",
    .members = sweep_members,
};

void cli_sweep_put(lg_sweep *s) {
    lg_sweep_info about = lg_sweep_about(s);
    about.left = cli_sweep_left(s);
    cli_row_put(&cli_schema_sweep, &about);
}

static const lg_member run_members[] = {
    LG_MEMBER(cli_sweep_run_row, event, "event",
              "`begin`, `step` or `end`; absent in `sweep status`, and always `end` in `sweep run` and `sweep resume`",
              .optional = true),
    LG_MEMBER(cli_sweep_run_row, x.id, "id", "run id: 16 hexadecimal digits", .heading = "run"),
    LG_MEMBER(cli_sweep_run_row, x.index, "index", "index in the plan, from 0"),
    LG_MEMBER(cli_sweep_run_row, x.dir, "dir", "run directory"),
    LG_LIST(cli_sweep_run_row, labels, label_count, "labels",
            "labels of the run, by axis name; a label is empty if the run has none on that axis"),
    LG_MEMBER(cli_sweep_run_row, title, NULL, "", .heading = "labels"),
    LG_MEMBER(cli_sweep_run_row, state, "state",
              "`planned`, `running`, `done`, `failed`, `diverged`, `paused` or `stopped`"),
    LG_MEMBER(cli_sweep_run_row, words, NULL, "", .heading = "state"),
    LG_MEMBER(cli_sweep_run_row, x.step, "step", "number of steps trained so far", .heading = "step"),
    LG_MEMBER(cli_sweep_run_row, x.steps, "steps", "number of steps in total"),
    LG_ROW(cli_sweep_run_row, metric, NULL, "", &cli_schema_metric),
    LG_MEMBER(cli_sweep_run_row, x.score, "score", "test score; null until the run is tested"),
    LG_MEMBER(cli_sweep_run_row, score, NULL, "", .heading = "score", .right = true),
    LG_MEMBER(cli_sweep_run_row, x.loss, "loss", "loss of the last training batch"),
    LG_MEMBER(cli_sweep_run_row, x.seconds, "seconds", "training time"),
    LG_MEMBER(cli_sweep_run_row, x.reason, "reason", "why the run failed; otherwise empty"),
    LG_MEMBER(cli_sweep_run_row, x.owner, "owner", "worker that trains the run, or trained it last"),
    LG_MEMBER(cli_sweep_run_row, x.started, "started", "start time in UTC; empty until the run starts"),
    LG_MEMBER(cli_sweep_run_row, x.finished, "finished", "end time in UTC; empty until the run ends"),
    LG_MEMBER(cli_sweep_run_row, x.attempts, "attempts", "number of times the run was started"),
    LG_MEMBER(cli_sweep_run_row, x.cost, "thread_seconds", "estimated time on one thread", .unit = "seconds"),
    LG_MEMBER(cli_sweep_run_row, x.left, "thread_seconds_left", "estimated remaining time on one thread",
              .unit = "seconds"),
    {0},
};
const lg_schema cli_schema_sweep_run = {
    .name = "lengthen.sweep_run/1",
    .about = "one row per run. `sweep status`: running and failed runs, or all with `--runs`; `sweep run` and "
             "`sweep resume`: each run when it ends; `sweep worker`: also when it starts and while it trains.",
    .members = run_members,
};

cli_sweep_run_row cli_sweep_run_of(const cli_axes *a, const lg_sweep_run *r) {
    cli_sweep_run_row row = {.x = *r,
                             .state = lg_run_state_name(r->state),
                             .words = lg_run_state_words(r->state, r->step, r->steps),
                             .labels = a->labels,
                             .label_count = r->labels ? a->count : 0,
                             .metric = cli_metric_of(r->metric, NULL)};
    for (size_t i = 0; i < row.label_count; i++) a->labels[i].text = r->labels[i];
    cli_sweep_title(a, r, row.title, sizeof row.title);
    if (isfinite(r->score)) cli_metric_words(r->metric, r->score, row.score);
    if (r->seconds > 0) cli_span(r->seconds, row.span);
    return row;
}
