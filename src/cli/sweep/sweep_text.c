/* sweep_text.c: see sweep_text.h. */
#include "cli/sweep/sweep_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep/rest.h"
#include "cli/ui/metric.h"

int cli_axes_read(cli_axes *a, lg_sweep *s) {
    const size_t count = lg_sweep_about(s).axes;
    *a = (cli_axes){calloc(count + 1, sizeof *a->names), count};
    if (!a->names) return cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; i < count; i++) a->names[i] = lg_sweep_axis_at(s, i).name;
    return LG_OK;
}

void cli_axes_free(cli_axes *a) {
    free(a->names);
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
    static const lg_state order[] = {LG_RUN_DONE,    LG_RUN_FAILED, LG_RUN_DIVERGED, LG_RUN_STOPPED,
                                     LG_RUN_RUNNING, LG_RUN_PAUSED, LG_RUN_PLANNED};
    size_t at = 0;
    *to = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (about->count[order[i]])
            at += (size_t)snprintf(to + at, CLI_COUNTS - at, "%s%zu %s", at ? ", " : "", about->count[order[i]],
                                   lg_state_words(order[i], 0, 0));
    return to;
}

const char *cli_sweep_title(const cli_axes *a, const lg_sweep_run *r, char *to, size_t capacity) {
    size_t at = 0;
    *to = 0;
    for (size_t i = 0; r->labels && i < a->count && at < capacity; i++)
        if (*r->labels[i]) at += (size_t)snprintf(to + at, capacity - at, "%s%s", at ? " " : "", r->labels[i]);
    return to;
}

json_t *cli_sweep_json(lg_sweep *s) {
    lg_sweep_info about = lg_sweep_about(s);
    json_t *o = cli_out_object("lengthen.sweep/1");
    cli_out_text(o, "dir", about.dir);
    cli_out_text(o, "title", about.title);
    cli_out_text(o, "checksum", about.checksum);
    cli_out_int(o, "runs", (int64_t)about.runs);
    for (int i = 0; i < LG_STATES; i++) cli_out_int(o, lg_state_name((lg_state)i), (int64_t)about.count[i]);
    if (*about.promotion) cli_out_text(o, "promotion", about.promotion);
    cli_out_real(o, "thread_seconds", about.cost);
    cli_out_real(o, "thread_seconds_left", cli_sweep_left(s));
    return o;
}

json_t *cli_sweep_run_json(const cli_axes *a, const lg_sweep_run *r) {
    json_t *o = cli_out_object("lengthen.sweep_run/1"), *labels = json_object();
    cli_out_text(o, "id", r->id);
    cli_out_int(o, "index", (int64_t)r->index);
    cli_out_text(o, "dir", r->dir);
    for (size_t i = 0; r->labels && i < a->count; i++) cli_out_text(labels, a->names[i], r->labels[i]);
    json_object_set_new(o, "labels", labels);
    cli_out_text(o, "state", lg_state_name(r->state));
    cli_out_int(o, "step", r->step);
    cli_out_int(o, "steps", r->steps);
    cli_metric_json(o, r->metric, NULL);
    cli_out_real(o, "score", r->score);
    cli_out_real(o, "loss", r->loss);
    cli_out_real(o, "seconds", r->seconds);
    cli_out_text(o, "reason", r->reason);
    cli_out_text(o, "owner", r->owner);
    cli_out_text(o, "started", r->started);
    cli_out_text(o, "finished", r->finished);
    cli_out_int(o, "attempts", r->attempts);
    cli_out_real(o, "thread_seconds", r->cost);
    cli_out_real(o, "thread_seconds_left", r->left);
    return o;
}
