/* evaluation.c: see evaluation.h. */
#include "run/evaluation.h"

#include <math.h>
#include <stdlib.h>

#include "base/machine.h"
#include "run/score.h"
#include "run/tensorboard.h"

#define LITTLE 1e9 /* operations that take less than a second anywhere */

enum { COUNTED = 64 }; /* lengths whose operations are counted; between them they are estimated */

/* All tests of one model on their way. */
typedef struct course {
    const lg_run_evaluation *t;
    const int *lengths;
    size_t count, kept, made; /* lengths; tests that were there already; tests that are there */
    lg_eval_result *tests;
    double low, high; /* interval of the last accuracy */
    double *work;     /* operations of the tests of the first i lengths; NULL: nobody wants to know */
    lg_error *err;
} course;

static bool asked_to_stop(const lg_run_evaluation *t) {
    return t->calls && t->calls->stop && t->calls->stop(t->calls->user);
}

/* Of the work of all tests, what the first `made` are. */
static double share_of(const course *c, size_t made) {
    return c->work && c->work[c->count] > 0 ? c->work[made] / c->work[c->count] : 1;
}

/* Tells of the last test that is there. */
static void report(const course *c) {
    const lg_callbacks *calls = c->t->calls;
    const lg_eval_result *x = &c->tests[c->made - 1];
    const lg_length_report r = {.length = x->length,
                                .accuracy = x->accuracy,
                                .loss = x->loss,
                                .sequences = x->sequences,
                                .tokens = x->tokens,
                                .low = c->low,
                                .high = c->high,
                                .kept = c->made <= c->kept,
                                .share = share_of(c, c->made)};
    if (calls && calls->length) calls->length(calls->user, &r);
}

/* ---- how much there is to do, and how long it will take ---- */

static void weigh(course *c) {
    const size_t step = (c->count + COUNTED - 1) / COUNTED;
    double here = lg_trainer_eval_flops(c->t->session->trainer, c->lengths[0]);
    c->work[0] = 0;
    for (size_t i = 0, end; i < c->count; i = end) {
        end = i + step < c->count ? i + step : c->count;
        const double first = here;
        if (end < c->count) here = lg_trainer_eval_flops(c->t->session->trainer, c->lengths[end]);
        for (size_t k = i; k < end; k++)
            c->work[k + 1] = c->work[k] + first + (here - first) * (double)(k - i) / (double)(end - i);
    }
}

/* Operations per second at a length: the better of two, since the first finds everything cold. */
static bool measure(const course *c, int length, double *rate) {
    *rate = 0;
    for (int i = 0; i < 2; i++) {
        double flops;
        const double start = lg_seconds();
        if (!lg_trainer_time_sample(c->t->session->trainer, length, &flops, c->err)) return false;
        *rate = fmax(*rate, flops / fmax(lg_seconds() - start, 1e-9));
    }
    return true;
}

/* Seconds that the rest of the tests will take, by the speed at the length at which half of it is done. */
static bool estimate(const course *c, double *seconds) {
    const double rest = c->work[c->count] - c->work[c->kept];
    const int64_t sequences = lg_int(c->t->session->values, "eval.sequences");
    size_t i = c->kept;
    *seconds = 0;
    if (rest < LITTLE) return true;
    while (i + 1 < c->count && c->work[i + 1] - c->work[c->kept] < rest / 2) i++;
    const double one = (c->work[i + 1] - c->work[i]) / (double)sequences;
    *seconds = NAN; /* where the measurement would be felt */
    if (40 * one * lg_pool_threads(c->t->session->pool) > rest) return true;
    double rate;
    if (!measure(c, c->lengths[i], &rate)) return false;
    *seconds = rest / rate;
    return true;
}

static bool announce(const course *c) {
    const lg_callbacks *calls = c->t->calls;
    if (c->kept == c->count || !calls || !calls->testing) return true;
    lg_eval_plan_report r = {.lengths = c->count,
                             .kept = c->kept,
                             .first = c->lengths[0],
                             .last = c->lengths[c->count - 1],
                             .sequences = lg_int(c->t->session->values, "eval.sequences"),
                             .share = share_of(c, c->kept)};
    if (!estimate(c, &r.seconds)) return false;
    calls->testing(calls->user, &r);
    return true;
}

/* ---- all tests ---- */

/* Goes on to the next length, if nobody minds. */
static bool may_go_on(const course *c) {
    return c->made == c->count || !asked_to_stop(c->t) ||
           lg_fail(c->err, LG_PREEMPTED, "%s: stopped during evaluation", c->t->dir);
}

static bool take(void *user, const lg_eval_result *x) {
    course *c = user;
    c->tests[c->made] = *x;
    const bool last = c->made + 1 == c->count; /* the record that all are there must not reach the disk before them */
    if (c->t->store && !lg_eval_append(c->t->store, c->t->session->values, x, last, c->err)) return false;
    c->made++;
    if (c->t->bootstrap && !lg_bootstrap_interval(c->t->bootstrap, x->length, &c->low, &c->high, c->err)) return false;
    report(c);
    lg_session_follow_quota(c->t->session);
    return may_go_on(c);
}

static bool make_all(course *c) {
    const lg_run_evaluation *t = c->t;
    if (t->store && (!lg_eval_read(t->store, c->lengths, c->count, true, c->tests, &c->kept, NULL, c->err) ||
                     !lg_tensorboard_write(t->store, c->err)))
        return false;
    lg_session_follow_quota(t->session);
    if (c->work) weigh(c);
    if (!may_go_on(c)) return false;
    while (c->made < c->kept) {
        c->made++;
        report(c);
        if (!may_go_on(c)) return false;
    }
    return announce(c) &&
           lg_trainer_eval_each(t->session->trainer, c->lengths + c->kept, c->count - c->kept, take, c, c->err) &&
           c->made == c->count;
}

/* Room for the tests of all lengths. */
static bool open_course(course *c, const lg_run_evaluation *t, bool weighed, lg_error *err) {
    *c = (course){.t = t, .low = NAN, .high = NAN, .err = err};
    c->lengths = lg_lengths(t->session->values, "eval.lengths", &c->count);
    c->tests = calloc(c->count + 1, sizeof *c->tests);
    if (weighed) c->work = calloc(c->count + 1, sizeof *c->work);
    return (c->tests && (c->work || !weighed)) ||
           lg_fail(err, LG_FAILED, "out of memory: an evaluation at %zu lengths", c->count);
}

static void close_course(course *c) {
    free(c->tests);
    free(c->work);
}

/* A mean over fewer lengths than were asked for is no score. */
static lg_score_report score_of(const course *c) {
    lg_score_report r = lg_score(c->t->session->values, c->tests, c->made);
    r.missing = c->count - c->made;
    if (r.missing > 0) r.score = NAN;
    return r;
}

bool lg_run_evaluate(const lg_run_evaluation *t, lg_score_report *score, lg_error *err) {
    course c;
    const bool open = open_course(&c, t, t->calls, err), good = open && make_all(&c);
    if (open) *score = score_of(&c);
    close_course(&c);
    return good;
}

bool lg_run_recall(const lg_run_evaluation *t, lg_error *err) {
    course c;
    const bool good = open_course(&c, t, false, err) &&
                      lg_eval_read(t->store, c.lengths, c.count, false, c.tests, &c.kept, NULL, err);
    while (good && c.made < c.kept) {
        c.made++;
        report(&c);
    }
    close_course(&c);
    return good;
}
