/* train_progress.c: see train_progress.h. A single run has a line of progress and ends with its table; several have a
 * line each while they train, and a total, and end with one table of all. */
#include "cli/train/train_progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/curve.h"
#include "cli/ui/eval_progress.h"
#include "cli/ui/hook.h"
#include "cli/ui/metric.h"
#include "cli/ui/out.h"
#include "cli/ui/signals.h"
#include "cli/ui/text.h"

enum { TITLE = 32 }; /* columns of that of a run */

typedef struct train_progress train_progress;

/* A run being trained. */
typedef struct trained_run {
    train_progress *all;
    lg_config *config;
    cli_curve curve; /* curve.run is its directory */
    cli_bar *bar;    /* its line, where there are several */
    char title[CLI_CUT(TITLE)];
    bool begun, eval_begun;    /* the first step, the first new evaluation has been reported */
    int64_t steps, done;       /* wanted, done */
    lg_flops_report work;      /* where there are several */
    double share;              /* of the evaluation after training that is done */
    bool failed;               /* or diverged: its remaining steps are no longer counted */
    int64_t evaluated, wanted; /* lengths */
} trained_run;

struct train_progress {
    cli *c;
    cli_hooks hooks;
    trained_run *runs;
    cli_bar *bars;
    size_t count, done, failed, diverged, stopped; /* runs: all, those that ended */
    bool begun;                                    /* the total is being shown */
};

/* ---- progress ---- */

static bool is_alone(const trained_run *t) {
    return t->all->count == 1;
}

static bool shows_progress(const cli *c) {
    return !c->json && !c->quiet;
}

/* Steps of all runs: done, and wanted. The remaining steps of a failed run are not counted. */
static void count_steps(const train_progress *all, int64_t *done, int64_t *total) {
    *done = *total = 0;
    for (size_t i = 0; i < all->count; i++) {
        *done += all->runs[i].done;
        *total += all->runs[i].failed ? all->runs[i].done : all->runs[i].steps;
    }
}

/* The share of the work of all runs, training and evaluation, that is done. */
static double share_done(const train_progress *all) {
    double done = 0, total = 0;
    for (size_t i = 0; i < all->count; i++) {
        const trained_run *t = &all->runs[i];
        const double own =
            t->work.training * (double)t->done / (double)(t->steps ? t->steps : 1) + t->work.evaluation * t->share;
        done += own;
        total += t->failed ? own : t->work.training + t->work.evaluation;
    }
    return total > 0 ? done / total : 0;
}

static void show_total(train_progress *all) {
    char title[40], tail[80] = "";
    int64_t done, total;
    cli_progress *p = &all->c->progress;
    count_steps(all, &done, &total);
    snprintf(title, sizeof title, "%zu runs", all->count);
    if (!all->begun) {
        cli_progress_begin(p, shows_progress(all->c), title, "step", done);
        cli_progress_above(p, all->bars, all->count);
    }
    cli_progress_weigh(p, share_done(all));
    all->begun = true;
    size_t at = (size_t)snprintf(tail, sizeof tail, "%zu done", all->done);
    if (all->failed) at += (size_t)snprintf(tail + at, sizeof tail - at, ", %zu failed", all->failed);
    if (all->diverged) snprintf(tail + at, sizeof tail - at, ", %zu diverged", all->diverged);
    cli_progress_show(p, done, total, tail);
}

static void begin_line(trained_run *t, const char *unit, int64_t done) {
    if (is_alone(t))
        cli_progress_begin(&t->all->c->progress, shows_progress(t->all->c), t->title, unit, done);
    else
        cli_bar_begin(t->bar, t->title, unit, done);
}

static void show_line(trained_run *t, int64_t done, int64_t total, const char *tail) {
    if (is_alone(t)) {
        cli_progress_show(&t->all->c->progress, done, total, tail);
    } else {
        cli_bar_set(t->bar, done, total, tail);
        show_total(t->all);
    }
}

/* ---- reports of the library ---- */

static void print_step(const trained_run *t, const lg_step_report *r) {
    json_t *o = cli_out_object("lengthen.step/1");
    cli_out_text(o, "run", t->curve.run);
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
    trained_run *t = user;
    if (t->all->c->json && r->logged) print_step(t, r);
    t->done = r->step;
    if (!t->begun) begin_line(t, "step", r->step);
    t->begun = true;
    char tail[40];
    snprintf(tail, sizeof tail, "loss %.3g", r->loss);
    show_line(t, r->step, r->steps, tail);
}

static void on_eval_plan(void *user, const lg_eval_plan_report *r) {
    const trained_run *t = user;
    cli_eval_progress_begin(t->all->c, NULL, r);
}

static void on_length(void *user, const lg_length_report *r) {
    trained_run *t = user;
    cli_curve_add(&t->curve, r);
    t->evaluated++;
    t->done = t->steps;
    t->share = r->fraction;
    if (r->cached) return;
    if (is_alone(t)) {
        cli_eval_progress_show(t->all->c, r, t->evaluated, t->wanted);
        return;
    }
    if (!t->eval_begun) begin_line(t, "length", t->evaluated);
    t->eval_begun = true;
    char tail[80], value[CLI_METRIC];
    snprintf(tail, sizeof tail, "length %d: %s", r->length, cli_metric_words(r->metric, r->value, value));
    cli_bar_weigh(t->bar, r->fraction);
    show_line(t, t->evaluated, t->wanted, tail);
}

static void on_score(void *user, int64_t step, const lg_score_report *r) {
    const trained_run *t = user;
    cli *c = t->all->c;
    if (!c->json) {
        char value[CLI_METRIC];
        cli_note(c, "%s%sstep %lld: score %s on %s records, lengths %d..%d", is_alone(t) ? "" : t->curve.run,
                 is_alone(t) ? "" : ": ", (long long)step, cli_metric_words(r->metric, r->score, value),
                 lg_split_name(r->split), r->first, r->last);
        return;
    }
    json_t *o = cli_out_object("lengthen.test/2");
    cli_out_text(o, "run", t->curve.run);
    cli_out_int(o, "step", step);
    cli_out_text(o, "split", lg_split_name(r->split));
    cli_curve_score_json(o, &t->curve, r);
    cli_out_line(o);
}

static bool on_stop(void *user) {
    (void)user;
    return cli_signals_stop() || cli_out_write_failed();
}

/* ---- the end of a run ---- */

static json_t *points_json(const cli_curve *c) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->count; i++) {
        json_t *o = json_object();
        cli_curve_point_json(o, c, &c->points[i]);
        json_array_append_new(list, o);
    }
    return list;
}

/* error: the message of a failure, or NULL. */
static void print_outcome(const trained_run *t, const lg_outcome *out, const char *error) {
    json_t *o = cli_out_object("lengthen.outcome/2");
    cli_out_text(o, "status", out->status ? out->status : "failed");
    cli_out_text(o, "dir", out->dir);
    cli_out_int(o, "step", out->step);
    if (out->ended && *out->ended) cli_out_text(o, "ended", out->ended);
    cli_out_real(o, "loss", out->loss);
    cli_out_real(o, "accuracy", out->accuracy);
    cli_out_real(o, "seconds", out->seconds);
    if (out->has_score) cli_curve_score_json(o, &t->curve, &out->score);
    json_object_set_new(o, "tested", points_json(&t->curve));
    if (error) cli_out_text(o, "error", error);
    cli_out_line(o);
}

static void keep_score(trained_run *t, const lg_outcome *out) {
    t->curve.scored = out->has_score;
    t->curve.score = out->score;
}

static bool is_known(const lg_outcome *out) {
    return out->status && !strcmp(out->status, "already done");
}

/* One that was stopped, or was done before, has not ended now. */
static void run_hook(trained_run *t, lg_status status, const lg_outcome *out, const char *error) {
    char score[40];
    if (status == LG_PREEMPTED || status == LG_USAGE || is_known(out)) return;
    if (out->has_score) snprintf(score, sizeof score, "%.17g", out->score.score);
    const cli_hook_fact facts[] = {
        {"LENGTHEN_RUN", t->curve.run},
        {"LENGTHEN_STATUS", status == LG_OK         ? "done"
                            : status == LG_DIVERGED ? "diverged"
                                                    : "failed"},
        {"LENGTHEN_SCORE", out->has_score ? score : NULL},
        {"LENGTHEN_SCORE_METRIC", out->has_score ? lg_metric_at(out->score.metric).name : NULL},
        {"LENGTHEN_ERROR", status == LG_OK ? NULL : error},
        {NULL, NULL}};
    cli_hooks_start(&t->all->hooks, facts);
}

/* One of several runs has ended without error. */
static void note_done(const trained_run *t, const lg_outcome *out) {
    char score[80] = "", value[CLI_METRIC];
    if (out->has_score && isfinite(out->score.score))
        snprintf(score, sizeof score, ", score %s", cli_metric_words(out->score.metric, out->score.score, value));
    cli_note(t->all->c, "%s: %s%s", out->dir, out->status, score);
}

static void on_result(void *user, const lg_result *r) {
    trained_run *t = user;
    train_progress *all = t->all;
    cli *c = all->c;
    const bool failed = r->status != LG_OK && r->status != LG_PREEMPTED;
    t->bar->on = false;
    if (r->status == LG_OK)
        all->done++, t->done = t->steps, t->share = 1, keep_score(t, &r->outcome);
    else if (failed)
        all->failed += r->status != LG_DIVERGED, all->diverged += r->status == LG_DIVERGED, t->failed = true;
    else
        all->stopped++;
    if (c->json) print_outcome(t, &r->outcome, failed ? r->text : NULL);
    if (failed)
        cli_progress_clear(&c->progress), cli_fail(r->status, "%s", r->text);
    else if (r->status == LG_OK)
        note_done(t, &r->outcome);
    run_hook(t, r->status, &r->outcome, r->text);
    if (all->begun) show_total(all);
}

/* ---- the end of all runs ---- */

static int note_stopped(cli *c, const char *what) {
    cli_note(c, "%s; %s written, and the same command goes on from here", lg_error_text(c->context), what);
    return cli_signals_status();
}

static void print_one(trained_run *t, const lg_outcome *out) {
    char value[CLI_METRIC];
    cli_curves_name(&t->curve, 1);
    if (t->curve.count)
        cli_curves_print(&t->curve, 1);
    else if (out->has_score)
        cli_out_say("%s: score %s (%s)", out->dir, cli_metric_words(out->score.metric, out->score.score, value),
                    out->score.rule);
    else
        cli_out_say("%s: loss %.4g after %lld steps", out->dir, out->loss, (long long)out->step);
}

/* Prints the outcome and turns the status into an exit status. */
static int finish_one(trained_run *t, lg_status status, const lg_outcome *out) {
    cli *c = t->all->c;
    char word[LG_SHELL_WORD];
    cli_progress_end(&c->progress);
    keep_score(t, out);
    if (c->json && out->status) print_outcome(t, out, NULL);
    if (status == LG_PREEMPTED) return note_stopped(c, "the checkpoint is");
    if (status != LG_OK) return cli_fail_library(c, status);
    if (is_known(out))
        cli_note(c, "%s is done already; `lengthen eval %s` tests it again", out->dir,
                 lg_text_shell_word(out->dir, word));
    if (!c->json) print_one(t, out);
    if (!is_known(out)) cli_note(c, "the run is in %s", out->dir);
    return LG_OK;
}

/* One table of all runs that were evaluated. */
static int print_all(const train_progress *all) {
    cli_curve *curves = calloc(all->count, sizeof *curves);
    if (!curves) return cli_fail(LG_FAILED, "out of memory");
    size_t n = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->runs[i].curve.scored && all->runs[i].curve.count) curves[n++] = all->runs[i].curve;
    if (n) {
        cli_curves_name(curves, n);
        cli_curves_print(curves, n);
    }
    free(curves);
    return LG_OK;
}

static int finish_all(train_progress *all, lg_status status) {
    cli *c = all->c;
    cli_progress_end(&c->progress);
    if (status == LG_PREEMPTED) return note_stopped(c, "their checkpoints are");
    if (status != LG_OK && status != LG_SOME_FAILED) return cli_fail_library(c, status);
    int printed = c->json ? LG_OK : print_all(all);
    if (printed != LG_OK) return printed;
    if (status == LG_OK) return LG_OK;
    const char *what = !all->diverged ? "failed" : !all->failed ? "diverged" : "failed or diverged";
    return cli_fail(status, "%zu of %zu runs %s", all->failed + all->diverged, all->count, what);
}

/* ---- all runs ---- */

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Titles of equal width: the directory's own name, or where that is just a hash, what distinguishes the run. */
static int name_lines(train_progress *all) {
    int widest = 0;
    cli_curve *curves = calloc(all->count, sizeof *curves);
    if (!curves) return cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; i < all->count; i++) curves[i] = all->runs[i].curve;
    cli_curves_name(curves, all->count);
    for (size_t i = 0; i < all->count; i++) {
        trained_run *t = &all->runs[i];
        const char *name = last_part(t->curve.run), *hash = lg_config_hash(t->config);
        cli_text_cut(t->title, sizeof t->title, hash && !strcmp(name, hash) ? curves[i].label : name, TITLE);
        if (cli_text_width(t->title) > widest) widest = cli_text_width(t->title);
    }
    for (size_t i = 0; i < all->count; i++)
        for (char *title = all->runs[i].title;
             cli_text_width(title) < widest && strlen(title) + 1 < sizeof all->runs[i].title;)
            strcat(title, " ");
    free(curves);
    return LG_OK;
}

static lg_callbacks calls_of(trained_run *t) {
    lg_callbacks calls = {.user = t, .step = on_step, .length = on_length, .score = on_score, .stop = on_stop};
    if (is_alone(t) && shows_progress(t->all->c)) calls.evaluating = on_eval_plan;
    if (!is_alone(t)) calls.result = on_result;
    return calls;
}

static int train_one(trained_run *t) {
    lg_callbacks calls = calls_of(t);
    lg_outcome out = {0};
    lg_status status = lg_train(t->config, &calls, &out);
    const int result = finish_one(t, status, &out);
    run_hook(t, status, &out, lg_error_text(t->all->c->context));
    return result;
}

static int train_all(train_progress *all, const cli_run_list *plan, int jobs) {
    lg_callbacks *calls = calloc(all->count, sizeof *calls);
    lg_result *results = calloc(all->count, sizeof *results);
    int status = calls && results ? name_lines(all) : cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; status == LG_OK && i < all->count; i++) calls[i] = calls_of(&all->runs[i]);
    if (status == LG_OK)
        status = finish_all(all, lg_train_all(all->c->context, plan->configs, all->count, jobs, calls, results));
    free(calls);
    free(results);
    return status;
}

static void open_run(train_progress *all, size_t i, lg_config *f) {
    trained_run *t = &all->runs[i];
    *t = (trained_run){.all = all, .config = f, .bar = &all->bars[i]};
    t->curve = (cli_curve){.run = lg_config_get(f, "out"), .config = f};
    snprintf(t->title, sizeof t->title, "%s", lg_config_get(f, "data"));
    t->steps = strtoll(lg_config_get(f, "train.steps"), NULL, 10);
    t->wanted = cli_lengths_count(lg_config_get(f, "eval.lengths"));
    /* A failure here fails the training too, and is reported there. */
    if (all->count > 1 && shows_progress(all->c)) lg_config_flops(f, &t->work);
}

/* Emulated products of bfloat16 give the same numbers, in more time than those of floats. */
static void warn_of_precision(cli *c, const cli_run_list *plan) {
    lg_machine machine;
    size_t i = 0;
    while (i < plan->count && strcmp(lg_config_get(plan->configs[i], "model.precision"), "bf16")) i++;
    if (i == plan->count || lg_doctor(c->context, false, &machine) != LG_OK) return;
    if (!strcmp(machine.bf16_products, "emulated"))
        cli_note(c, "model.precision: bf16 is emulated here, since processor or kernels have no instruction for it: "
                    "fp32 is faster");
}

int cli_train_runs(cli *c, const cli_run_list *plan, int jobs) {
    train_progress all = {.c = c, .hooks = cli_hooks_of(c), .count = plan->count};
    all.runs = calloc(all.count, sizeof *all.runs);
    all.bars = calloc(all.count, sizeof *all.bars);
    int status = all.runs && all.bars ? LG_OK : cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; status == LG_OK && i < all.count; i++) open_run(&all, i, plan->configs[i]);
    if (status == LG_OK) warn_of_precision(c, plan);
    cli_signals_catch();
    if (status == LG_OK) status = all.count == 1 ? train_one(&all.runs[0]) : train_all(&all, plan, jobs);
    cli_hooks_end(&all.hooks);
    for (size_t i = 0; all.runs && i < all.count; i++) cli_curve_free(&all.runs[i].curve);
    free(all.runs);
    free(all.bars);
    return status;
}
