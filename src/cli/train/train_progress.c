/* train_progress.c: trains runs, shows their progress and prints their outcome. For a single run, it draws one progress
 * bar and then prints a table. For several runs, it draws one bar for each run and one for all, then prints one table
 * of all runs. */
#include "cli/train/train_progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/curve.h"
#include "cli/ui/eval_progress.h"
#include "cli/ui/hook.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/signals.h"
#include "cli/ui/text.h"

enum { TITLE = 32 }; /* maximum width of a run's title, in columns */

typedef struct train_progress train_progress;

/* A run being trained. */
typedef struct trained_run {
    train_progress *all;
    lg_config *config;
    cli_curve curve; /* curve.run is its directory */
    cli_bar *bar;    /* its progress bar, if there are several runs */
    char title[CLI_CUT(TITLE)];
    bool begun, eval_begun;    /* has a step been reported? has a length been reported that was not in the cache? */
    bool untimed;              /* the remaining time is still to be estimated, after the first steps */
    int64_t steps, done;       /* number of steps: in total; finished */
    lg_flops_report work;      /* set only if there are several runs */
    double share;              /* finished share of the evaluation after training */
    bool failed;               /* failed or diverged: its remaining steps no longer count */
    int64_t evaluated, wanted; /* number of lengths: evaluated so far; in total */
    double loss;               /* loss of the last batch */
    double began, printed_at;  /* for --progress, in seconds: start time; time of the last row */
} trained_run;

struct train_progress {
    cli *c;
    cli_hooks hooks;
    trained_run *runs;
    cli_bar *bars;
    size_t count, done, failed, diverged, stopped; /* number of runs: in total, and by outcome */
    bool begun;                                    /* the bar of all runs is shown */
    bool prints_rows;                              /* print rows of progress */
};

/* ---- progress ---- */

static bool is_alone(const trained_run *t) {
    return t->all->count == 1;
}

static bool shows_progress(const cli *c) {
    return !c->json && !c->quiet;
}

/* Counts the finished steps and the total steps of all runs. The remaining steps of a failed run do not count. */
static void count_steps(const train_progress *all, int64_t *done, int64_t *total) {
    *done = *total = 0;
    for (size_t i = 0; i < all->count; i++) {
        *done += all->runs[i].done;
        *total += all->runs[i].failed ? all->runs[i].done : all->runs[i].steps;
    }
}

/* Finished share of the work of all runs, training and evaluation. */
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

/* ---- rows ---- */

typedef struct step_row {
    const char *run;
    lg_step_report x;
} step_row;

static const lg_member step_members[] = {
    LG_MEMBER(step_row, run, "run", "run directory"),
    LG_MEMBER(step_row, x.step, "step", "number of steps trained so far"),
    LG_MEMBER(step_row, x.steps, "steps", "`train.steps`"),
    LG_MEMBER(step_row, x.length, "length", "sequence length of this batch"),
    LG_MEMBER(step_row, x.loss, "loss", "loss of this batch"),
    LG_MEMBER(step_row, x.accuracy, "accuracy", "share of right tokens in this batch"),
    LG_MEMBER(step_row, x.grad_norm, "grad_norm", "L2 norm of the gradient before clipping"),
    LG_MEMBER(step_row, x.learning_rate, "learning_rate", "learning rate of this step"),
    LG_MEMBER(step_row, x.seconds, "seconds", "training time of this process so far"),
    LG_MEMBER(step_row, x.steps_per_second, "steps_per_second", "speed of this process so far"),
    {0},
};
static const lg_schema step_schema = {
    .name = "lengthen.step/1",
    .about = "`train`: a step, every `train.log_every` steps.",
    .members = step_members,
};

typedef struct test_row {
    const char *run;
    int64_t step;
    const char *split;
    cli_curve_score score;
} test_row;

static const lg_member test_members[] = {
    LG_MEMBER(test_row, run, "run", "run directory"),
    LG_MEMBER(test_row, step, "step", "number of steps trained so far"),
    LG_MEMBER(test_row, split, "split", "split that was evaluated: `validation` or `test` (`eval.validation`)"),
    LG_ROW(test_row, score, NULL, "", &cli_schema_score),
    {0},
};
static const lg_schema test_schema = {
    .name = "lengthen.test/2",
    .about = "`train`: a validation, every `eval.every` steps.",
    .members = test_members,
};

typedef struct outcome_row {
    const char *status;
    lg_outcome x;
    cli_curve_score score;
    const cli_curve_point *tested;
    size_t count;
    const char *error;
} outcome_row;

static const lg_member outcome_members[] = {
    LG_MEMBER(outcome_row, status, "status",
              "`done`, `already done`, `preempted`, `paused`, `diverged`; of several runs also `failed`, `not begun`"),
    LG_MEMBER(outcome_row, x.dir, "dir", "run directory"),
    LG_MEMBER(outcome_row, x.step, "step", "number of steps trained so far"),
    LG_MEMBER(outcome_row, x.ended, "ended",
              "why training ended, absent if it has not ended: `steps`, `until`, `patience`, `time`", .optional = true),
    LG_MEMBER(outcome_row, x.loss, "loss", "loss of the last batch"),
    LG_MEMBER(outcome_row, x.accuracy, "accuracy", "accuracy on the last batch"),
    LG_MEMBER(outcome_row, x.seconds, "seconds", "training time"),
    LG_ROW(outcome_row, score, NULL, "", &cli_schema_score, .when = LG_WHEN(outcome_row, x.has_score)),
    LG_ROWS(outcome_row, tested, count, "tested", "one object per evaluated length", &cli_schema_point),
    LG_MEMBER(outcome_row, error, "error", "error message of a failed run", .optional = true),
    {0},
};
static const lg_schema outcome_schema = {
    .name = "lengthen.outcome/2",
    .about = "`train`: the end of each run. The members of a score are absent if the run has none.",
    .members = outcome_members,
};

typedef struct progress_row {
    const char *run;
    int64_t step, steps, evaluated, lengths;
    double loss;
} progress_row;

static const lg_member progress_members[] = {
    LG_MEMBER(progress_row, run, "run", "run directory"),
    LG_MEMBER(progress_row, step, "step", "number of steps trained so far"),
    LG_MEMBER(progress_row, steps, "steps", "`train.steps`"),
    LG_MEMBER(progress_row, loss, "loss", "loss of the last batch"),
    LG_MEMBER(progress_row, evaluated, "evaluated", "number of lengths evaluated so far"),
    LG_MEMBER(progress_row, lengths, "lengths", "number of lengths to evaluate"),
    {0},
};
static const lg_schema progress_schema = {
    .name = "lengthen.train_progress/1",
    .about = "`train --progress`: progress of a run, at most five times a second, less often in longer runs.",
    .members = progress_members,
};
const lg_schema *const cli_train_schemas[] = {&outcome_schema, &step_schema, &test_schema, &progress_schema, NULL};

/* ---- a run with defaults only ---- */

enum { TIMED_SECONDS = 2 }; /* the remaining time is estimated after so many seconds of training */

/* Does the command line describe the model, data or training? --out and --threads do not. */
static bool is_described(const cli_args *args) {
    bool described = args->positional_count > 0 || cli_flag_value(args, "preset") || cli_flag_value(args, "config");
    for (size_t i = 0; i < args->flag_count && !described; i++)
        described =
            args->flags[i].setting && strcmp(args->flags[i].name, "out") && strcmp(args->flags[i].name, "threads");
    return described;
}

static const char *const introduced[] = {"data",        "encoding",    "positions",    "curriculum.lengths",
                                         "train.steps", "train.batch", "model.blocks", "model.width"};

static void introduce_defaults(const trained_run *t) {
    enum { COUNT = sizeof introduced / sizeof *introduced, ROOM = 40 };
    char of[COUNT][ROOM];
    cli *c = t->all->c;
    for (int i = 0; i < COUNT; i++) snprintf(of[i], ROOM, "%s", lg_config_get(t->config, introduced[i]));
    cli_note(c,
             "no options given: training the defaults, task %s, encoding %s, positions %s, lengths %s, "
             "%s steps of %s sequences, %s blocks of width %s",
             of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7]);
    cli_note(c, "--preset quick takes seconds and --steps 500 trains less; `lengthen list task` and `lengthen list "
                "presets` list alternatives");
}

static void tell_time(trained_run *t, const lg_step_report *r) {
    char span[CLI_SPAN];
    if (r->seconds < TIMED_SECONDS) return;
    cli_note(t->all->c, "training takes about %s; Ctrl-C stops it and writes a checkpoint",
             cli_span((double)(r->steps - r->step) / r->steps_per_second, span));
    t->untimed = false;
}

/* Prints a row of progress if enough time has passed since the last row: 1 % of the time so far, but at least OFTEN and
 * at most RARELY seconds. */
static void put_progress(trained_run *t) {
    static const double OFTEN = 0.2, RARELY = 5; /* seconds */
    const double now = cli_seconds();
    if (!t->all->prints_rows) return;
    if (!t->began) t->began = now;
    const double pause = (now - t->began) / 100;
    if (now - t->printed_at < (pause < OFTEN ? OFTEN : pause < RARELY ? pause : RARELY)) return;
    t->printed_at = now;
    cli_row_put(&progress_schema, &(progress_row){t->curve.run, t->done, t->steps, t->evaluated, t->wanted, t->loss});
}

/* ---- callbacks of the library ---- */

static void on_step(void *user, const lg_step_report *r) {
    trained_run *t = user;
    if (r->logged) cli_row_put(&step_schema, &(step_row){t->curve.run, *r});
    t->done = r->step, t->loss = r->loss;
    put_progress(t);
    if (!t->begun) begin_line(t, "step", r->step);
    t->begun = true;
    char tail[40];
    snprintf(tail, sizeof tail, "loss %.3g", r->loss);
    show_line(t, r->step, r->steps, tail);
    if (t->untimed) tell_time(t, r);
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
    put_progress(t);
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
    const char *split = lg_split_name(r->split);
    char value[CLI_METRIC];
    cli_row_put(&test_schema, &(test_row){t->curve.run, step, split, cli_curve_score_of(&t->curve, r)});
    if (cli_is_table())
        cli_note(t->all->c, "%s%sstep %lld: score %s on %s records, lengths %d..%d", is_alone(t) ? "" : t->curve.run,
                 is_alone(t) ? "" : ": ", (long long)step, cli_metric_words(r->metric, r->score, value), split,
                 r->first, r->last);
}

static bool on_stop(void *user) {
    (void)user;
    return cli_signals_stop() || cli_out_write_failed();
}

/* ---- the end of a run ---- */

/* error: the message of a failure; NULL: the run did not fail. */
static void put_outcome(const trained_run *t, const lg_outcome *out, const char *error) {
    const cli_curve *c = &t->curve;
    cli_curve_point *tested = calloc(c->count + 1, sizeof *tested);
    if (!tested) return cli_out_lose();
    for (size_t i = 0; i < c->count; i++) tested[i] = cli_curve_point_of(c, &c->points[i]);
    cli_row_put(&outcome_schema, &(outcome_row){out->status ? out->status : "failed", *out,
                                                cli_curve_score_of(c, &out->score), tested, c->count, error});
    free(tested);
}

static void keep_score(trained_run *t, const lg_outcome *out) {
    t->curve.scored = out->has_score;
    t->curve.score = out->score;
}

static bool is_known(const lg_outcome *out) {
    return out->status && !strcmp(out->status, "already done");
}

/* Runs the hook, unless the run was interrupted, refused, or already done. */
static void run_hook(trained_run *t, const lg_result *r) {
    const lg_status status = r->status;
    const lg_outcome *out = &r->outcome;
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
        {"LENGTHEN_ERROR", status == LG_OK ? NULL : r->text},
        {NULL, NULL}};
    cli_hooks_start(&t->all->hooks, facts);
}

/* Reports that one of several runs has ended without error. */
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
    put_outcome(t, &r->outcome, failed ? r->text : NULL);
    if (failed)
        cli_progress_clear(&c->progress), cli_fail(r->status, "%s", r->text);
    else if (r->status == LG_OK)
        note_done(t, &r->outcome);
    run_hook(t, r);
    if (all->begun) show_total(all);
}

/* ---- the end of all runs ---- */

static int note_stopped(cli *c, const char *message, const char *what) {
    cli_note(c, "%s; %s written, and the same command resumes", message, what);
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

/* Prints the outcome, and converts the status to an exit status. */
static int finish_one(trained_run *t, const lg_result *r) {
    const lg_outcome *out = &r->outcome;
    cli *c = t->all->c;
    char word[LG_SHELL_WORD];
    cli_progress_end(&c->progress);
    keep_score(t, out);
    if (out->status) put_outcome(t, out, NULL);
    if (r->status == LG_PREEMPTED) return note_stopped(c, r->text, "the checkpoint is");
    if (r->status != LG_OK) return cli_fail(r->status, "%s", r->text);
    if (is_known(out))
        cli_note(c, "%s is done already; `lengthen eval %s` tests it again", out->dir,
                 lg_text_shell_word(out->dir, word));
    if (cli_is_table()) print_one(t, out);
    if (!is_known(out)) cli_note(c, "the run is in %s", out->dir);
    return LG_OK;
}

/* Prints one table of all evaluated runs. */
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
    if (status == LG_PREEMPTED) return note_stopped(c, lg_error_text(c->context), "their checkpoints are");
    if (status != LG_OK && status != LG_SOME_FAILED) return cli_fail_library(c, status);
    int printed = cli_is_table() ? print_all(all) : LG_OK;
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

/* Pads titles to equal width. A title is the directory's name or, if that is only a hash, the run's label. */
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
    lg_callbacks calls = {.user = t, .step = on_step, .length = on_length, .score = on_score};
    if (is_alone(t) && shows_progress(t->all->c)) calls.evaluating = on_eval_plan;
    if (!is_alone(t)) calls.result = on_result;
    return calls;
}

static int train_one(trained_run *t) {
    lg_callbacks calls = calls_of(t);
    lg_result r = {0};
    t->untimed = shows_progress(t->all->c) && !is_described(&t->all->c->args);
    if (t->untimed) introduce_defaults(t);
    r.status = lg_train(t->config, &calls, &r.outcome);
    /* The message is copied now because printing rows reads the config, which clears the message. */
    snprintf(r.text, sizeof r.text, "%s", lg_error_text(t->all->c->context));
    const int result = finish_one(t, &r);
    run_hook(t, &r);
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
    /* An error here is not reported: training will fail with the same error and report it. */
    if (all->count > 1 && shows_progress(all->c)) lg_config_flops(f, &t->work);
}

/* Warns if bfloat16 products are emulated. Emulated products have the same values as those of bf16 instructions, but
 * are slower than float products. */
static void warn_of_precision(cli *c, const cli_run_list *plan) {
    lg_machine machine;
    size_t i = 0;
    while (i < plan->count && strcmp(lg_config_get(plan->configs[i], "model.precision"), "bf16")) i++;
    if (i == plan->count || lg_doctor(c->context, false, &machine) != LG_OK) return;
    if (!strcmp(machine.bf16_products, "emulated"))
        cli_note(c, "model.precision: bf16 is emulated, since the processor or the kernels lack bf16 instructions; "
                    "fp32 is faster");
}

int cli_train_runs(cli *c, const cli_run_list *plan, int jobs) {
    train_progress all = {.c = c, .hooks = cli_hooks_of(c), .count = plan->count};
    all.prints_rows = c->json && cli_flag_on(&c->args, "progress");
    all.runs = calloc(all.count, sizeof *all.runs);
    all.bars = calloc(all.count, sizeof *all.bars);
    int status = all.runs && all.bars ? LG_OK : cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; status == LG_OK && i < all.count; i++) open_run(&all, i, plan->configs[i]);
    if (status == LG_OK) warn_of_precision(c, plan);
    cli_signals_catch();
    lg_context_stop(c->context, on_stop, NULL);
    if (status == LG_OK) status = all.count == 1 ? train_one(&all.runs[0]) : train_all(&all, plan, jobs);
    cli_hooks_end(&all.hooks);
    for (size_t i = 0; all.runs && i < all.count; i++) cli_curve_free(&all.runs[i].curve);
    free(all.runs);
    free(all.bars);
    return status;
}
