/* test_context.c: how language models use their context: perplexity by context length, relative effective context
 * length, and loss by position in a window. Compares each with logits that are computed token by token. All context
 * lengths score the same tokens. Also tests which requests are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/recl.h"
#include "api/analysis.h"
#include "error_words.h"
#include "evaluate/evaluate.h"
#include "run/run.h"
#include "runs.h"

enum { BYTES = 600, TESTS = 120 /* bytes at the end */, SCORED = 3, WINDOWS = 5, CONTEXTS = 3 };

static const int lengths[CONTEXTS] = {4, 8, 20};
static char text[BYTES + 1];

static void write_text(void) {
    uint32_t seed = 3;
    FILE *f = fopen(scratch_path(folder, "text"), "w");
    assert_non_null(f);
    for (int i = 0; i < BYTES; i++) text[i] = "ab c"[(seed = seed * 1664525 + 1013904223) >> 30];
    assert_int_equal(fwrite(text, 1, BYTES, f), BYTES);
    assert_int_equal(fclose(f), 0);
}

static void train(const char *name, const char *const settings[][2]) {
    static const char *const common[][2] = {
        {"model.width", "8"}, {"model.heads", "2"}, {"model.blocks", "1"}, {"model.feed_forward", "8"},
        {"train.steps", "5"}, {"train.batch", "4"}, {"eval.lengths", "8"}, {NULL}};
    lg_config *f = run_new(name);
    run_set(f, settings);
    run_set(f, common);
    run_train(f);
}

static int open_all(void **state) {
    char path[4096];
    if (runs_open(state) != 0) return -1;
    write_text();
    snprintf(path, sizeof path, "%s", scratch_path(folder, "text"));
    train("rope", (const char *const[][2]){{"data", "text"},
                                           {"data.file", path},
                                           {"data.test_fraction", "0.2"},
                                           {"encoding", "rope"},
                                           {"curriculum.lengths", "8"},
                                           {NULL}});
    train("alibi", (const char *const[][2]){{"data", "text"},
                                            {"data.file", path},
                                            {"data.test_fraction", "0.2"},
                                            {"encoding", "alibi"},
                                            {"curriculum.lengths", "8"},
                                            {NULL}});
    train("other", (const char *const[][2]){{"data", "text"},
                                            {"data.file", path},
                                            {"data.test_fraction", "0.1"},
                                            {"encoding", "rope"},
                                            {"curriculum.lengths", "8"},
                                            {NULL}});
    train("short", (const char *const[][2]){{"data", "text"},
                                            {"data.file", path},
                                            {"data.test_fraction", "0.2"},
                                            {"encoding", "rope"},
                                            {"curriculum.lengths", "8"},
                                            {"positions", "randomized"},
                                            {"positions.L", "16"},
                                            {NULL}});
    train("bits", (const char *const[][2]){{"task", "reverse_string"}, {"curriculum.lengths", "1..4"}, {NULL}});
    return 0;
}

/* ---- calls of the library ---- */

typedef struct seen {
    lg_context_score x[CONTEXTS];
    int count;
    int64_t done, all;
} seen;

static void keep(void *user, const lg_context_score *x) {
    seen *s = user;
    assert_true(s->count < CONTEXTS);
    s->x[s->count++] = *x;
}

static void keep_progress(void *user, int64_t done, int64_t all, double fraction) {
    seen *s = user;
    assert_true(done > s->done && fraction > 0 && fraction < 1 + 1e-12);
    s->done = done, s->all = all;
}

static seen score(lg_run *r, int64_t windows) {
    seen s = {0};
    if (lg_analyze_context(r, lengths, CONTEXTS, SCORED, windows, keep, keep_progress, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    assert_true(s.count == CONTEXTS && s.done == s.all);
    return s;
}

/* ---- token by token ---- */

/* -ln P of the byte at `at` of the test split, given the `count` bytes before it. */
static double predict(lg_run *r, int at, int count) {
    const unsigned char *bytes = (const unsigned char *)text + BYTES - TESTS + at;
    int32_t input[32];
    real logits[256];
    double sum = 0;
    lg_error err = {0};
    for (int i = 0; i < count; i++) input[i] = bytes[i - count];
    if (!lg_trainer_logits(r->session.trainer, &(lg_logits_request){count, count, 1, input, NULL}, logits, &err))
        fail_msg("%s", err.text);
    for (int k = 0; k < 256; k++) sum += exp((double)logits[k]);
    return log(sum) - (double)logits[*bytes];
}

/* The end of a window. Windows of all context lengths end at the same bytes. The ends are as far apart as the split
 * allows for the longest context. */
static int end_of(int window, int windows) {
    return lengths[CONTEXTS - 1] + window * ((TESTS - 1 - lengths[CONTEXTS - 1]) / (windows - 1));
}

static void agrees_with_single_tokens(void **state) {
    (void)state;
    lg_run *r = run_open("rope");
    const seen s = score(r, WINDOWS);
    for (int i = 0; i < CONTEXTS; i++) {
        double sum = 0, squares = 0, means[WINDOWS] = {0};
        for (int w = 0; w < WINDOWS; w++)
            for (int j = 0; j < SCORED; j++) means[w] += predict(r, end_of(w, WINDOWS) - j, lengths[i] - j) / SCORED;
        for (int w = 0; w < WINDOWS; w++) sum += means[w] / WINDOWS;
        for (int w = 0; w < WINDOWS; w++) squares += (means[w] - sum) * (means[w] - sum);
        const double error = sqrt(squares / (WINDOWS - 1) / WINDOWS);
        const lg_context_score *x = &s.x[i];
        assert_true(x->context == lengths[i] && x->scored == SCORED && x->windows == WINDOWS);
        assert_int_equal(x->tokens.count, SCORED * WINDOWS);
        if (fabs(x->loss.nll - sum) > 1e-5 || fabs(x->loss.error - error) > 1e-5)
            fail_msg("context %d: %.9g +- %.9g, wanted %.9g +- %.9g", lengths[i], x->loss.nll, x->loss.error, sum,
                     error);
        assert_true(fabs(x->loss.perplexity - exp(x->loss.nll)) < 1e-12 &&
                    fabs(x->loss.bits * log(2) - x->loss.nll) < 1e-12);
    }
    lg_run_free(r);
}

static void threads_change_nothing(void **state) {
    (void)state;
    lg_run *r = run_open("rope");
    seen s[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(lg_config_set(lg_run_config(r), "threads", i ? "4" : "1", LG_FLAG, ""), LG_OK);
        s[i] = score(r, 30);
    }
    for (int i = 0; i < CONTEXTS; i++) assert_true(s[0].x[i].loss.nll == s[1].x[i].loss.nll);
    lg_run_free(r);
}

/* No token is scored twice. A window scores 3 tokens, and the first window needs the longest context before them. So
 * the 120 tokens have room for 34 windows, however many are requested. */
static void no_token_is_scored_twice(void **state) {
    (void)state;
    lg_run *r = run_open("rope");
    const seen s = score(r, 1000);
    assert_int_equal(s.x[0].windows, 1 + (TESTS - 1 - 20) / SCORED);
    assert_int_equal(score(r, 1).x[2].tokens.count, SCORED);
    assert_true(isnan(score(r, 1).x[2].loss.error));
    lg_run_free(r);
}

static void defaults(void **state) {
    (void)state;
    static const int want[LG_DEFAULT_CONTEXTS] = {4, 6, 8, 10, 12, 14, 16, 18, 20};
    int contexts[LG_DEFAULT_CONTEXTS];
    seen s = {0};
    lg_run *r = run_open("rope");
    assert_int_equal(lg_analyze_default_contexts(r, contexts), LG_DEFAULT_CONTEXTS);
    assert_memory_equal(contexts, want, sizeof want);
    assert_int_equal(lg_analyze_context(r, contexts, 3, 0, 2, keep, NULL, &s), LG_OK);
    assert_int_equal(s.x[0].scored, 2);
    lg_run_free(r);
}

/* ---- effective context length ---- */

enum { TOKENS = WINDOWS * SCORED };

typedef struct recl_seen {
    int count, length[4], hardest[4];
    bool reached[4];
    size_t run[4];
    lg_recl_gain gains[4][CONTEXTS - 1];
} recl_seen;

static void keep_recl(void *user, const lg_recl_report *x) {
    recl_seen *s = user;
    assert_true(s->count < 4 && x->count == CONTEXTS - 1 && x->tokens.count == TOKENS);
    assert_memory_equal(x->contexts, lengths, sizeof lengths);
    s->length[s->count] = x->length, s->hardest[s->count] = (int)x->hardest;
    s->reached[s->count] = x->reached, s->run[s->count] = x->run;
    memcpy(s->gains[s->count++], x->gains, sizeof s->gains[0]);
}

static void all_losses(lg_run *r, double out[CONTEXTS * TOKENS]) {
    for (int i = 0; i < CONTEXTS * TOKENS; i++) {
        const int c = lengths[i / TOKENS], w = i % TOKENS / SCORED, back = SCORED - 1 - i % SCORED;
        out[i] = predict(r, end_of(w, WINDOWS) - back, c - back);
    }
}

static lg_recl_options recl_options(const double fractions[2]) {
    return (lg_recl_options){.contexts = lengths,
                             .context_count = CONTEXTS,
                             .fractions = fractions,
                             .fraction_count = 2,
                             .threshold = 0.0005,
                             .scored = SCORED,
                             .windows = WINDOWS};
}

static void effective_lengths_are_of_the_losses(void **state) {
    (void)state;
    static const double fractions[] = {0.3, 1};
    static const int hardest[] = {5, TOKENS};
    static double losses[2 * CONTEXTS * TOKENS];
    lg_run *runs[] = {run_open("rope"), run_open("alibi")};
    recl_seen s = {0};
    const lg_recl_options o = recl_options(fractions);
    if (lg_analyze_recl(runs, 2, &o, keep_recl, NULL, &s) != LG_OK) fail_msg("%s", lg_error_text(context));
    assert_int_equal(s.count, 4);
    for (int i = 0; i < 2; i++) all_losses(runs[i], losses + i * CONTEXTS * TOKENS);
    const lg_recl_losses x = {2, CONTEXTS, TOKENS, losses};
    for (int k = 0; k < 4; k++) {
        int length = -1;
        assert_true(s.run[k] == (size_t)k % 2 && s.hardest[k] == hardest[k / 2]);
        for (size_t c = 0; c + 1 < CONTEXTS; c++) {
            lg_recl_gain want[2];
            const lg_recl_gain *got = &s.gains[k][c];
            assert_true(lg_recl_gains(&x, c, (size_t)hardest[k / 2], want));
            if (fabs(got->before - want[k % 2].before) > 1e-5 || fabs(got->gain - want[k % 2].gain) > 1e-5)
                fail_msg("report %d, context %zu: %.9g, wanted %.9g", k, c, got->gain, want[k % 2].gain);
            if (length < 0 && got->gain < o.threshold) length = lengths[c];
        }
        assert_true(s.reached[k] == (length > 0) && s.length[k] == (length > 0 ? length : lengths[CONTEXTS - 1]));
    }
    lg_run_free(runs[0]);
    lg_run_free(runs[1]);
}

static void no_effective_lengths(void **state) {
    (void)state;
    static const double fractions[] = {0.3, 1}, wrong[] = {0.5, 1.5};
    static const int falling[] = {8, 4, 20};
    lg_run *runs[] = {run_open("rope"), run_open("other")};
    recl_seen s = {0};
    lg_recl_options o = recl_options(fractions);
    assert_fails(context, lg_analyze_recl(runs, 2, &o, keep_recl, NULL, &s), LG_USAGE, "the test texts of ");
    o.fractions = wrong;
    assert_fails(context, lg_analyze_recl(runs, 1, &o, keep_recl, NULL, &s), LG_USAGE, "fractions: 1.5");
    o = recl_options(fractions), o.contexts = falling;
    assert_fails(context, lg_analyze_recl(runs, 1, &o, keep_recl, NULL, &s), LG_USAGE, "contexts: 4: expected");
    o = recl_options(fractions), o.context_count = 1;
    assert_fails(context, lg_analyze_recl(runs, 1, &o, keep_recl, NULL, &s), LG_USAGE, "two or more");
    o = recl_options(fractions), o.scored = 5;
    assert_fails(context, lg_analyze_recl(runs, 1, &o, keep_recl, NULL, &s), LG_USAGE, "scored: 5");
    assert_int_equal(s.count, 0);
    lg_run_free(runs[0]);
    lg_run_free(runs[1]);
}

/* ---- position in a window ---- */

typedef struct places_seen {
    lg_place_loss x[4];
    int count;
} places_seen;

static void keep_place(void *user, const lg_place_loss *x) {
    places_seen *s = user;
    assert_true(s->count < 4);
    s->x[s->count++] = *x;
}

/* In windows of 7, losses are reported for the positions 1, 2, 3..4 and 5..7. */
static void losses_by_place_are_those_of_tokens(void **state) {
    (void)state;
    enum { LENGTH = 7 };
    static const int first[] = {1, 2, 3, 5}, last[] = {1, 2, 4, 7};
    lg_run *r = run_open("rope");
    for (int before = 0; before <= 6; before += 6) {
        places_seen s = {0};
        const int whole = LENGTH + before, step = (TESTS - 1 - whole) / (WINDOWS - 1);
        assert_int_equal(lg_analyze_places(r, LENGTH, before, WINDOWS, keep_place, NULL, &s), LG_OK);
        assert_int_equal(s.count, 4);
        for (int k = 0; k < 4; k++) {
            double sum = 0;
            const int places = last[k] - first[k] + 1;
            for (int i = 0; i < WINDOWS * places; i++) {
                const int place = first[k] + i % places;
                sum += predict(r, i / places * step + before + place, before + place) / (WINDOWS * places);
            }
            assert_true(s.x[k].first == first[k] && s.x[k].last == last[k] && s.x[k].before == before);
            assert_true(s.x[k].length == LENGTH && s.x[k].tokens.count == WINDOWS * LENGTH && s.x[k].loss.error > 0);
            if (fabs(s.x[k].loss.nll - sum) > 1e-5)
                fail_msg("place %d: %.9g, wanted %.9g", first[k], s.x[k].loss.nll, sum);
        }
    }
    lg_run_free(r);
}

static void refusals(void **state) {
    (void)state;
    seen none = {0};
    lg_run *rope = run_open("rope"), *near = run_open("short"), *bits = run_open("bits");
    const int zero = 0, far = 120, beyond = 17;
    assert_fails(context, lg_analyze_context(rope, lengths, 0, 1, 1, keep, NULL, &none), LG_USAGE, "contexts");
    assert_fails(context, lg_analyze_context(rope, &zero, 1, 1, 1, keep, NULL, &none), LG_USAGE, "0 is not in 1..");
    assert_fails(context, lg_analyze_context(rope, lengths, 3, 5, 1, keep, NULL, &none), LG_USAGE, "expected 1..4");
    assert_fails(context, lg_analyze_context(rope, lengths, 3, 1, 0, keep, NULL, &none), LG_USAGE, "windows: 0");
    assert_fails(context, lg_analyze_context(rope, &far, 1, 1, 1, keep, NULL, &none), LG_USAGE, "data.test_fraction");
    assert_fails(context, lg_analyze_context(near, &beyond, 1, 1, 1, keep, NULL, &none), LG_USAGE, "positions.L");
    assert_fails(context, lg_analyze_context(bits, lengths, 3, 1, 1, keep, NULL, &none), LG_USAGE,
                 "not a stream of tokens");
    assert_int_equal(none.count, 0);
    lg_run_free(rope);
    lg_run_free(near);
    lg_run_free(bits);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_single_tokens),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(no_token_is_scored_twice),
        cmocka_unit_test(defaults),
        cmocka_unit_test(effective_lengths_are_of_the_losses),
        cmocka_unit_test(no_effective_lengths),
        cmocka_unit_test(losses_by_place_are_those_of_tokens),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, open_all, runs_close);
}
