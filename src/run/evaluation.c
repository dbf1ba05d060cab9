/* evaluation.c: see evaluation.h. */
#include "run/evaluation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "config/describe.h"
#include "data/curriculum.h"
#include "evaluate/evaluate.h"
#include "metric/metric.h"
#include "run/score.h"
#include "run/tensorboard.h"
#include "train/stop.h"

#define MIN_FLOPS   1e9 /* fewer operations take less than a second on any machine */
#define TIMED_FLOPS 2e9 /* maximum operations, over all threads, of a measurement of speed */

enum { COUNTED = 64 }; /* lengths whose operations are counted; others are interpolated */

typedef struct evaluation {
    const lg_run_evaluation *t;
    const int *lengths;
    int *own_lengths; /* allocated lengths, if they do not come from an option */
    size_t count;     /* number of lengths */
    size_t cached;    /* number of results read from the run directory */
    size_t done;      /* number of results so far, including the cached ones */
    lg_eval_result *results;
    double low, high; /* interval of the last value */
    double *flops;    /* [count + 1]: element i has the operations of the first i lengths; NULL: not needed */
    lg_error *err;
} evaluation;

static bool stop_requested(const lg_run_evaluation *t) {
    return lg_stop_asked(&t->session->context->stop);
}

static const lg_metric *metric_of(const lg_run_evaluation *t) {
    return lg_metric_of(t->session->values);
}

/* Fraction of all operations in the first `done` lengths. */
static double fraction_of(const evaluation *c, size_t done) {
    return c->flops && c->flops[c->count] > 0 ? c->flops[done] / c->flops[c->count] : 1;
}

/* Remembered tokens at a length, for protocols with memory. */
static int memory_of(const evaluation *c, int length) {
    return lg_trainer_remembers(c->t->session->trainer, length);
}

static lg_target_report report_targets(const lg_eval_targets *x) {
    lg_target_report r = {.first = x->first,
                          .last = x->first + x->count - 1,
                          .count = x->count,
                          .wanted = x->wanted,
                          .stride = x->stride};
    strcpy(r.digest, x->digest);
    return r;
}

/* Reports the last result. */
static void report_length(const evaluation *c) {
    const lg_callbacks *calls = c->t->calls;
    const lg_eval_result *x = &c->results[c->done - 1];
    const size_t metric = lg_metric_index(metric_of(c->t));
    lg_length_report r = {.length = x->length,
                          .metric = metric,
                          .value = x->values[metric],
                          .low = c->low,
                          .high = c->high,
                          .sequences = x->sequences,
                          .tokens = x->tokens,
                          .cut = x->cut,
                          .memory = memory_of(c, x->length),
                          .cached = c->done <= c->cached,
                          .fraction = fraction_of(c, c->done)};
    if (x->targets.count > 0) r.targets = report_targets(&x->targets);
    memcpy(r.values, x->values, sizeof x->values);
    memcpy(r.steps, x->steps, sizeof r.steps);
    if (calls && calls->length) calls->length(calls->user, &r);
}

/* ---- operations and time ---- */

static void estimate_flops(evaluation *c) {
    const size_t step = (c->count + COUNTED - 1) / COUNTED;
    double next = lg_trainer_eval_flops(c->t->session->trainer, c->lengths[0]);
    c->flops[0] = 0;
    for (size_t i = 0, end; i < c->count; i = end) {
        end = i + step < c->count ? i + step : c->count;
        const double first = next;
        if (end < c->count) next = lg_trainer_eval_flops(c->t->session->trainer, c->lengths[end]);
        for (size_t k = i; k < end; k++)
            c->flops[k + 1] = c->flops[k] + first + (next - first) * (double)(k - i) / (double)(end - i);
    }
}

static double flops_of_one(const evaluation *c, int length) {
    lg_trainer *t = c->t->session->trainer;
    return lg_trainer_eval_flops(t, length) / (double)lg_trainer_eval_sequences(t, length);
}

/* Halves the length until a sequence is short enough to measure the speed quickly. */
static int shorten(const evaluation *c, int length) {
    const lg_dataset *d = lg_trainer_data(c->t->session->trainer);
    const double most = TIMED_FLOPS / lg_pool_threads(c->t->session->pool);
    while (length > 1 && flops_of_one(c, length) > most && lg_dataset_has(d, LG_SPLIT_TEST, length / 2, NULL))
        length /= 2;
    return length;
}

/* Operations per second at a length: the better of two measurements, since caches are cold at first. */
static bool measure_rate(const evaluation *c, int length, double *rate) {
    *rate = 0;
    for (int i = 0; i < 2; i++) {
        double flops;
        const double start = lg_seconds();
        if (!lg_trainer_time_sample(c->t->session->trainer, length, &flops, c->err)) return false;
        *rate = fmax(*rate, flops / fmax(lg_seconds() - start, 1e-9));
    }
    return true;
}

/* Estimates the seconds for the remaining lengths from the speed at the length where half of their operations are
 * done. */
static bool estimate_seconds(const evaluation *c, double *seconds) {
    const double rest = c->flops[c->count] - c->flops[c->cached];
    size_t i = c->cached;
    *seconds = 0;
    if (rest < MIN_FLOPS) return true;
    while (i + 1 < c->count && c->flops[i + 1] - c->flops[c->cached] < rest / 2) i++;
    const int length = shorten(c, c->lengths[i]);
    *seconds = NAN; /* unknown, since measuring would take too long */
    if (40 * flops_of_one(c, length) * lg_pool_threads(c->t->session->pool) > rest) return true;
    double rate;
    if (!measure_rate(c, length, &rate)) return false;
    *seconds = rest / rate;
    return true;
}

static void count_all_sequences(const evaluation *c, lg_eval_plan_report *r) {
    int64_t least = INT64_MAX;
    for (size_t i = 0; i < c->count; i++) {
        const int64_t sequences = lg_trainer_eval_sequences(c->t->session->trainer, c->lengths[i]);
        if (sequences > r->sequences) r->sequences = sequences;
        if (sequences < least) least = sequences;
    }
    r->uneven = least < r->sequences;
}

static bool announce_plan(const evaluation *c) {
    const lg_callbacks *calls = c->t->calls;
    if (c->cached == c->count || !calls || !calls->evaluating) return true;
    lg_eval_plan_report r = {.lengths = c->count,
                             .cached = c->cached,
                             .first = c->lengths[0],
                             .last = c->lengths[c->count - 1],
                             .fraction = fraction_of(c, c->cached)};
    count_all_sequences(c, &r);
    if (!estimate_seconds(c, &r.seconds)) return false;
    calls->evaluating(calls->user, &r);
    return true;
}

/* ---- all lengths ---- */

/* Continues with the next length unless stopped. */
static bool may_continue(const evaluation *c) {
    return c->done == c->count || !stop_requested(c->t) ||
           lg_fail(c->err, LG_PREEMPTED, "%s: stopped during evaluation", c->t->dir);
}

static bool take_result(void *user, const lg_eval_result *x) {
    evaluation *c = user;
    c->results[c->done] = *x;
    /* Results must reach the disk before the run record that names them, so the last line is written with sync. */
    const bool last = c->done + 1 == c->count;
    if (c->t->run_dir && !lg_eval_append(c->t->run_dir, c->t->session->values, x, last, c->err)) return false;
    c->done++;
    if (c->t->bootstrap && !lg_bootstrap_interval(c->t->bootstrap, x->length, &c->low, &c->high, c->err)) return false;
    report_length(c);
    lg_session_follow_quota(c->t->session);
    return may_continue(c);
}

/* Evaluates the lengths without stored results. */
static bool evaluate_rest(evaluation *c) {
    lg_trainer *trainer = c->t->session->trainer;
    lg_error words = {0};
    lg_trainer_on_stop(trainer, &c->t->session->context->stop);
    const bool good =
        lg_trainer_eval_each(trainer, c->lengths + c->cached, c->count - c->cached, take_result, c, &words);
    if (words.code == LG_PREEMPTED) return lg_fail(c->err, LG_PREEMPTED, "%s: stopped during evaluation", c->t->dir);
    return good || (words.code != LG_OK && lg_fail_like(c->err, &words, "%s", words.text));
}

static bool evaluate_all(evaluation *c) {
    const lg_run_evaluation *t = c->t;
    if (t->run_dir &&
        (!lg_eval_read(t->run_dir, c->lengths, c->count, metric_of(t), true, c->results, &c->cached, NULL, c->err) ||
         !lg_tensorboard_write(t->run_dir, c->err)))
        return false;
    lg_session_follow_quota(t->session);
    if (c->flops) estimate_flops(c);
    if (!may_continue(c)) return false;
    while (c->done < c->cached) {
        c->done++;
        report_length(c);
        if (!may_continue(c)) return false;
    }
    return announce_plan(c) && evaluate_rest(c) && c->done == c->count;
}

static void choose_lengths(evaluation *c) {
    if (c->t->on_validation_split)
        c->lengths = c->own_lengths = lg_curriculum_validated(lg_trainer_data(c->t->session->trainer), &c->count);
    else
        c->lengths = lg_lengths(c->t->session->values, "eval.lengths", &c->count);
}

/* Allocates the results of all lengths. */
static bool open_evaluation(evaluation *c, const lg_run_evaluation *t, bool with_flops, lg_error *err) {
    *c = (evaluation){.t = t, .low = NAN, .high = NAN, .err = err};
    choose_lengths(c);
    c->results = calloc(c->count + 1, sizeof *c->results);
    if (with_flops) c->flops = calloc(c->count + 1, sizeof *c->flops);
    return (c->lengths && c->results && (c->flops || !with_flops)) ||
           lg_fail(err, LG_FAILED, "out of memory: an evaluation at %zu lengths", c->count);
}

static void close_evaluation(evaluation *c) {
    free(c->results);
    free(c->flops);
    free(c->own_lengths);
}

/* The score, NaN if lengths are missing. */
static lg_score_report score_of(const evaluation *c) {
    const lg_values *v = c->t->session->values;
    const lg_score_report validation = {.metric = lg_metric_index(metric_of(c->t)),
                                        .rule = lg_score_rule("all"),
                                        .average = lg_score_average(lg_text(v, "eval.average")),
                                        .split = LG_SPLIT_VALIDATION};
    lg_score_report r =
        c->t->on_validation_split ? lg_score_as(&validation, c->results, c->done) : lg_score(v, c->results, c->done);
    r.missing = c->count - c->done;
    for (size_t i = 0; i < LG_METRICS && r.missing > 0; i++) r.score = r.scores[i] = NAN;
    return r;
}

bool lg_run_evaluate(const lg_run_evaluation *t, lg_score_report *score, lg_error *err) {
    evaluation c;
    lg_trainer_evaluate_split(t->session->trainer, t->on_validation_split ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST);
    const bool shown = t->calls && (t->calls->length || t->calls->evaluating);
    const bool open = open_evaluation(&c, t, shown, err), good = open && evaluate_all(&c);
    lg_trainer_evaluate_split(t->session->trainer, LG_SPLIT_TEST);
    if (open) *score = score_of(&c);
    close_evaluation(&c);
    return good;
}

bool lg_run_report_cached(const lg_run_evaluation *t, lg_error *err) {
    evaluation c;
    const bool good = open_evaluation(&c, t, false, err) &&
                      lg_eval_read(t->run_dir, c.lengths, c.count, NULL, false, c.results, &c.cached, NULL, err);
    while (good && c.done < c.cached) {
        c.done++;
        report_length(&c);
    }
    close_evaluation(&c);
    return good;
}
