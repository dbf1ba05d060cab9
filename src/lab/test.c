/* test.c: see test.h. */
#include "lab/test.h"

#include <stdlib.h>

#include "lab/score.h"

static bool asked_to_stop(const lg_test *t) {
    return t->calls != NULL && t->calls->stop != NULL && t->calls->stop(t->calls->user);
}

static void report(const lg_test *t, const lg_tested *x, bool kept) {
    const lg_length_report r = {x->length, x->accuracy, x->loss, x->sequences, x->tokens, kept};
    if (t->calls != NULL && t->calls->length != NULL) t->calls->length(t->calls->user, &r);
}

/* One test, and its line. */
static bool make(const lg_test *t, int length, lg_tested *out, lg_error *err) {
    lg_hands_follow(t->hands);
    return lg_trainer_test(t->hands->trainer, length, out, err) &&
           (t->store == NULL || lg_eval_append(t->store, t->hands->values, out, err));
}

static bool make_all(const lg_test *t, const int *lengths, size_t count, lg_tested *tests, lg_error *err) {
    size_t kept = 0;
    if (t->store != NULL && !lg_eval_read(t->store, lengths, count, true, tests, &kept, err)) return false;
    for (size_t i = 0; i < count; i++) {
        if (asked_to_stop(t)) return lg_fail(err, LG_PREEMPTED, "%s: stopped while testing", t->dir);
        if (i >= kept && !make(t, lengths[i], &tests[i], err)) return false;
        report(t, &tests[i], i < kept);
    }
    return true;
}

/* The lengths to test, and room for as many tests, to be freed. */
static lg_tested *table(const lg_test *t, const int **lengths, size_t *count, lg_error *err) {
    *lengths = lg_lengths(t->hands->values, "eval.lengths", count);
    lg_tested *tests = calloc(*count + 1, sizeof *tests);
    if (tests == NULL) lg_fail(err, LG_FAILED, "no memory to test %zu lengths", *count);
    return tests;
}

bool lg_test_all(const lg_test *t, lg_score_report *score, lg_error *err) {
    size_t count;
    const int *lengths;
    lg_tested *tests = table(t, &lengths, &count, err);
    const bool good = tests != NULL && make_all(t, lengths, count, tests, err);
    if (good) *score = lg_score(t->hands->values, tests, count);
    free(tests);
    return good;
}

bool lg_test_recall(const lg_test *t, lg_error *err) {
    size_t count, there = 0;
    const int *lengths;
    lg_tested *tests = table(t, &lengths, &count, err);
    const bool good = tests != NULL && lg_eval_read(t->store, lengths, count, false, tests, &there, err);
    for (size_t i = 0; i < there; i++) report(t, &tests[i], true);
    free(tests);
    return good;
}
