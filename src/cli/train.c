/* train.c: `lengthen train`: trains a config into its run directory, then tests it. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/curve.h"
#include "cli/options.h"
#include "cli/out.h"
#include "cli/signals.h"
#include "cli/testing.h"

/* A run being trained. */
typedef struct training {
    cli *c;
    lg_config *config;
    char task[64];
    cli_curve curve;
    bool begun;             /* the first step has been reported */
    int64_t tested, wanted; /* lengths */
} training;

static void print_step(const lg_step_report *r) {
    json_t *o = cli_out_object("lengthen.step/1");
    cli_out_int(o, "step", r->step);
    cli_out_int(o, "steps", r->steps);
    cli_out_int(o, "length", r->length);
    cli_out_real(o, "loss", r->loss);
    cli_out_real(o, "accuracy", r->accuracy);
    cli_out_real(o, "grad_norm", r->grad_norm);
    cli_out_real(o, "learning_rate", r->learning_rate);
    cli_out_real(o, "seconds", r->seconds);
    cli_out_real(o, "steps_per_second", r->steps_per_second);
    cli_out_line(o);
}

static void on_step(void *user, const lg_step_report *r) {
    training *t = user;
    if (t->c->json && r->logged) print_step(r);
    if (!t->begun) cli_progress_begin(&t->c->progress, !t->c->json && !t->c->quiet, t->task, "step", r->step);
    t->begun = true;
    char tail[40];
    snprintf(tail, sizeof tail, "loss %.3g", r->loss);
    cli_progress_show(&t->c->progress, r->step, r->steps, tail);
}

static void on_testing(void *user, const lg_testing_report *r) {
    training *t = user;
    cli_testing_begin(t->c, NULL, r);
}

static void on_length(void *user, const lg_length_report *r) {
    training *t = user;
    cli_curve_add(&t->curve, r);
    t->tested++;
    if (!r->kept) cli_testing_show(t->c, r, t->tested, t->wanted);
}

static void on_score(void *user, int64_t step, const lg_score_report *r) {
    training *t = user;
    if (!t->c->json) {
        cli_note(t->c, "step %lld: score %.1f %%, lengths %d..%d", (long long)step, 100 * r->score, r->first, r->last);
        return;
    }
    json_t *o = cli_out_object("lengthen.test/1");
    cli_out_int(o, "step", step);
    cli_curve_score_json(o, r);
    cli_out_line(o);
}

static bool on_stop(void *user) {
    (void)user;
    return cli_signals_stop() || cli_out_broken();
}

static json_t *points_json(const cli_curve *c) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->count; i++) {
        json_t *o = json_object();
        cli_curve_point_json(o, &c->points[i]);
        json_array_append_new(list, o);
    }
    return list;
}

static void print_outcome_json(const training *t, const lg_outcome *out) {
    json_t *o = cli_out_object("lengthen.outcome/1");
    cli_out_text(o, "status", out->status);
    cli_out_text(o, "dir", out->dir);
    cli_out_int(o, "step", out->step);
    cli_out_real(o, "loss", out->loss);
    cli_out_real(o, "accuracy", out->accuracy);
    cli_out_real(o, "seconds", out->seconds);
    if (out->has_score) cli_curve_score_json(o, &out->score);
    json_object_set_new(o, "tested", points_json(&t->curve));
    cli_out_line(o);
}

static void print_outcome(training *t, const lg_outcome *out) {
    t->curve.run = out->dir, t->curve.config = t->config;
    t->curve.scored = out->has_score, t->curve.score = out->score;
    cli_curves_name(&t->curve, 1);
    if (t->curve.count)
        cli_curves_print(&t->curve, 1);
    else if (out->has_score)
        printf("%s: score %.1f %% (%s)\n", out->dir, 100 * out->score.score, out->score.rule);
    else
        printf("%s: loss %.4g after %lld steps\n", out->dir, out->loss, (long long)out->step);
}

/* What a status means, after the library's own words where it is a failure. */
static int finish(training *t, lg_status status, const lg_outcome *out) {
    cli *c = t->c;
    cli_progress_end(&c->progress);
    if (c->json && out->status) print_outcome_json(t, out);
    if (status == LG_PREEMPTED) {
        cli_note(c, "%s; the checkpoint is written, and the same command goes on from here", lg_error_text(c->context));
        return cli_signals_status();
    }
    if (status != LG_OK) return cli_fail_library(c, status);
    if (!strcmp(out->status, "already done"))
        cli_note(c, "%s is done already; `lengthen eval %s` tests it again", out->dir, out->dir);
    if (!c->json) print_outcome(t, out);
    if (strcmp(out->status, "already done")) cli_note(c, "the run is in %s", out->dir);
    return LG_OK;
}

static int train(cli *c, lg_config *f, void *user) {
    (void)user;
    training t = {.c = c, .config = f};
    t.wanted = cli_lengths_count(lg_config_get(f, "eval.lengths"));
    snprintf(t.task, sizeof t.task, "%s", lg_config_get(f, "task"));
    lg_callbacks calls = {.user = &t, .step = on_step, .length = on_length, .score = on_score, .stop = on_stop};
    if (!c->json && !c->quiet) calls.testing = on_testing;
    lg_outcome out = {0};
    cli_signals_catch();
    lg_status status = lg_train(f, &calls, &out);
    int result = finish(&t, status, &out);
    cli_curve_free(&t.curve);
    return result;
}

static int run(cli *c) {
    return cli_config_run(c, NULL, train, NULL);
}

const cli_command cli_command_train = {
    .name = "train",
    .summary = "train a model on short sequences, then test it on longer ones",
    .usage = "lengthen train [flags]",
    .examples = "lengthen train --preset quick\n"
                "lengthen train --task bucket_sort --positions randomized --steps 20000 --lr 1e-3 --out runs/a\n"
                "lengthen train --config my.yaml --seed 3 --out runs/my-3\n"
                "lengthen train --task reverse_string --print-config",
    .text = "A run is one choice on every axis (task, positions, encoding, mask, ...; see `lengthen list`) and\n"
            "the options of that choice. Each option is a flag by its dotted name, a key in a YAML file, and a\n"
            "variable LENGTHEN_...; `lengthen help options` lists them all. A flag wins over the environment,\n"
            "that over a file, a preset and the default, in this order.\n\n"
            "The run directory (--out) keeps the config, one line of metrics every train.log_every steps, the\n"
            "weights and the state. The same command again goes on where it stopped, or does nothing when the\n"
            "run is done; a directory that holds another config is refused.\n\n"
            "SIGTERM, SIGINT (Ctrl-C) and SIGUSR1 finish the step, write a checkpoint and end with status 75\n"
            "(130 for SIGINT); a second one ends at once.",
    .flags = NULL,
    .settings = cli_config_flags,
    .run = run,
};
