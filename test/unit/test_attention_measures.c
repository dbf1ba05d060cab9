/* test_attention_measures.c: measures of attention: how much it differs between models, how far back it reaches, and
 * how even it is. Tests vectors with known divergences and entropies, and properties of a divergence. Compares the
 * measures of runs with the formulas, applied to the weights of lg_analyze_attention. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/divergence.h"
#include "api/analysis.h"
#include "error_words.h"
#include "runs.h"

enum { HEADS = 3, BLOCKS = 2, SEQUENCES = 3, VALUES = 5 };

/* ---- distributions ---- */

static lg_divergence between(const real *a, const real *b, size_t n) {
    double rows[4][VALUES];
    const lg_distribution x = {rows[0], rows[1]}, y = {rows[2], rows[3]};
    lg_distribution_set(x, a, n);
    lg_distribution_set(y, b, n);
    return lg_divergence_between(x, y, n);
}

static void expect_near(double x, double wanted, double tolerance) {
    if (!(fabs(x - wanted) <= tolerance)) fail_msg("%.12g, wanted %.12g", x, wanted);
}

static void known_divergences(void **state) {
    (void)state;
    const real p[] = {(real)0.9, (real)0.1}, q[] = {(real)0.1, (real)0.9}, one[] = {1, 0}, other[] = {0, 1};
    const lg_divergence d = between(p, q, 2), apart = between(one, other, 2);
    expect_near(d.jensen_shannon, 0.368064, 5e-7);
    expect_near(d.swapped, 0.510826, 5e-7);
    expect_near(apart.jensen_shannon, log(2), 1e-15);
    assert_true(isinf(apart.swapped));
}

/* Keys of weight 0 in both distributions are ignored, and a common factor of all weights changes nothing. */
static void only_shares_count(void **state) {
    (void)state;
    const real p[] = {9, 0, 1, 0, 0}, q[] = {(real)0.125, 0, (real)1.125, 0, 0};
    const lg_divergence d = between(p, q, 5);
    expect_near(d.jensen_shannon, 0.368064, 5e-7);
    expect_near(d.swapped, 0.510826, 5e-7);
}

static void properties_of_divergences(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int trial = 0; trial < 1000; trial++) {
        real a[VALUES], b[VALUES];
        for (int i = 0; i < VALUES; i++) {
            a[i] = (real)((seed = seed * 1664525 + 1013904223) >> 8) * (trial % 3 != 0 || i > 0);
            b[i] = (real)((seed = seed * 1664525 + 1013904223) >> 8) * (trial % 4 != 0 || i < 3);
        }
        const lg_divergence ab = between(a, b, VALUES), ba = between(b, a, VALUES), aa = between(a, a, VALUES);
        assert_true(aa.jensen_shannon == 0 && aa.swapped == 0);
        assert_true(ab.jensen_shannon == ba.jensen_shannon && ab.swapped == ba.swapped);
        assert_true(ab.jensen_shannon > 0 && ab.jensen_shannon <= log(2));
        assert_true(ab.swapped > ab.jensen_shannon); /* because arithmetic means exceed geometric means */
    }
}

/* n equal weights have the entropy ln n. If all weights except one are zero, the entropy is 0. A common factor of all
 * weights changes nothing. */
static void known_entropies(void **state) {
    (void)state;
    double p[2 * 64];
    real equal[64], one[64] = {[5] = (real)0.5};
    const lg_distribution x = {p, p + 64};
    for (int n = 1; n <= 64; n++) {
        for (int i = 0; i < n; i++) equal[i] = (real)3 / (real)n;
        lg_distribution_set(x, equal, (size_t)n);
        expect_near(lg_distribution_entropy(x, (size_t)n), log(n), 1e-14);
    }
    lg_distribution_set(x, one, 64);
    assert_true(lg_distribution_entropy(x, 64) == 0);
    lg_distribution_set(x, (const real[]){9, 0, 1}, 3);
    expect_near(lg_distribution_entropy(x, 3), 0.325083, 5e-7);
}

/* ---- runs ---- */

static const int lengths[] = {4, 11};

static void train(const char *name, const char *encoding, const char *key, const char *value) {
    static const char *const common[][2] = {{"task", "reverse_string"},  {"model.width", "12"},
                                            {"model.heads", "3"},        {"model.blocks", "2"},
                                            {"model.feed_forward", "8"}, {"curriculum.lengths", "1..5"},
                                            {"train.steps", "20"},       {"train.batch", "8"},
                                            {"eval.lengths", "4,11"},    {NULL}};
    lg_config *f = run_new(name);
    run_set(f, common);
    run_set(f, (const char *const[][2]){{"encoding", encoding}, {key, value}, {NULL}});
    run_train(f);
}

static int open_all(void **state) {
    if (runs_open(state) != 0) return -1;
    train("alibi", "alibi", NULL, NULL);
    train("rope", "rope", NULL, NULL);
    train("causal", "none", "mask", "causal");
    train("causal alibi", "alibi", "mask", "causal");
    train("window", "none", "mask", "window");
    train("wide", "alibi", "model.heads", "4");
    return 0;
}

/* ---- from the formulas ---- */

/* KL(a||b) in nats, with 0 ln 0 = 0. */
static double kl(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0) sum += a[i] * log(a[i] / b[i]);
    return sum;
}

/* The Jensen-Shannon divergence. swapped: the arguments of both KL terms are exchanged. */
static double jsd(const double *p, const double *q, int n, bool swapped) {
    double m[64];
    for (int i = 0; i < n; i++) m[i] = (p[i] + q[i]) / 2;
    return swapped ? (kl(m, p, n) + kl(m, q, n)) / 2 : (kl(p, m, n) + kl(q, m, n)) / 2;
}

/* The attention weights of a run: for each block [heads, T, T]. */
typedef struct weights {
    double *at[BLOCKS];
    int T;
} weights;

static void keep_weights(void *user, const lg_attention_map *m) {
    weights *w = user;
    const size_t count = (size_t)m->matrices * (size_t)m->tokens * (size_t)m->tokens;
    w->T = m->tokens;
    w->at[m->block] = malloc(count * sizeof(double));
    assert_non_null(w->at[m->block]);
    memcpy(w->at[m->block], m->weights, count * sizeof(double));
    for (size_t row = 0; row < (size_t)(HEADS * w->T); row++) {
        double sum = 0, *x = w->at[m->block] + row * (size_t)w->T;
        for (int j = 0; j < w->T; j++) sum += x[j];
        for (int j = 0; j < w->T; j++) x[j] /= sum;
    }
}

static weights weights_of(lg_run *r, int length, int64_t sequence) {
    weights w = {{0}, 0};
    if (lg_analyze_attention(r, LG_ATTENTION_SELF, &length, 1, LG_HEADS_ALL, sequence, keep_weights, &w) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    return w;
}

/* The mean over queries of the divergence between head p of a and head q of b. */
static double mean_jsd(const weights *a, const weights *b, int block, int p, int q, bool swapped) {
    double sum = 0;
    for (int t = 0; t < a->T; t++)
        sum += jsd(a->at[block] + (p * a->T + t) * a->T, b->at[block] + (q * a->T + t) * a->T, a->T, swapped);
    return sum / a->T;
}

typedef struct naive {
    double jensen_shannon, released, pairs[HEADS][HEADS];
} naive;

static naive compute(lg_run *a, lg_run *b, int length, int block) {
    naive x = {0};
    for (int s = 0; s < SEQUENCES; s++) {
        weights v = weights_of(a, length, s), w = weights_of(b, length, s);
        double least = INFINITY, released = INFINITY;
        for (int p = 0; p < HEADS; p++)
            for (int q = 0; q < HEADS; q++) {
                const double d = mean_jsd(&v, &w, block, p, q, false);
                x.pairs[p][q] += d / SEQUENCES;
                least = fmin(least, d);
                if (q < p) released = fmin(released, mean_jsd(&v, &w, block, p, q, true));
            }
        x.jensen_shannon += least / SEQUENCES;
        x.released += released / SEQUENCES;
        for (int k = 0; k < BLOCKS; k++) free(v.at[k]), free(w.at[k]);
    }
    return x;
}

/* ---- calls of the library ---- */

typedef struct seen {
    lg_attention_divergence x[32];
    double pairs[32][HEADS * HEADS];
    int count;
    int64_t done, all;
    double fraction;
} seen;

static void keep(void *user, const lg_attention_divergence *x) {
    seen *s = user;
    assert_true(s->count < 32 && x->heads == HEADS && x->blocks == BLOCKS);
    memcpy(s->pairs[s->count], x->pairs, sizeof s->pairs[0]);
    s->x[s->count++] = *x;
}

static void keep_progress(void *user, int64_t done, int64_t all, double fraction) {
    seen *s = user;
    assert_true(done == s->done + 1 && fraction > s->fraction);
    s->done = done, s->all = all, s->fraction = fraction;
}

static seen compare(lg_run *reference, lg_run *const *runs, size_t count, int64_t sequences) {
    seen s = {0};
    if (lg_analyze_divergence(reference, runs, count, lengths, 2, sequences, keep, keep_progress, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    assert_true(s.count == 2 * (int)count * BLOCKS && s.done == 2 * sequences && s.all == s.done);
    expect_near(s.fraction, 1, 1e-12);
    return s;
}

static void agrees_with_the_formulas(void **state) {
    (void)state;
    lg_run *a = run_open("alibi"), *runs[] = {run_open("rope"), run_open("causal")};
    const seen s = compare(a, runs, 2, SEQUENCES);
    for (int i = 0; i < s.count; i++) {
        const lg_attention_divergence *x = &s.x[i];
        assert_int_equal(x->length, lengths[i / 4]);
        assert_true(x->run == (size_t)(i / 2 % 2) && x->block == i % 2 && x->sequences == SEQUENCES);
        assert_int_equal(x->split, LG_SPLIT_TEST);
        const naive want = compute(a, runs[x->run], x->length, x->block);
        expect_near(x->jensen_shannon, want.jensen_shannon, 1e-12);
        if (isinf(want.released))
            assert_true(isinf(x->released));
        else
            expect_near(x->released, want.released, 1e-11);
        for (int k = 0; k < HEADS * HEADS; k++) expect_near(s.pairs[i][k], want.pairs[k / HEADS][k % HEADS], 1e-12);
    }
    lg_run_free(a);
    for (int i = 0; i < 2; i++) lg_run_free(runs[i]);
}

/* A model has distance 0 from itself, and distances are symmetric. */
static void is_a_distance(void **state) {
    (void)state;
    lg_run *a = run_open("alibi"), *again = run_open("alibi"), *b = run_open("rope");
    const seen same = compare(a, &again, 1, 2), there = compare(a, &b, 1, 2), back = compare(b, &a, 1, 2);
    for (int i = 0; i < same.count; i++) {
        assert_true(same.x[i].jensen_shannon == 0);
        assert_true(there.x[i].jensen_shannon == back.x[i].jensen_shannon);
        assert_true(there.x[i].jensen_shannon > 0 && there.x[i].jensen_shannon < log(2));
        for (int k = 0; k < HEADS * HEADS; k++)
            assert_true(there.pairs[i][k] == back.pairs[i][k % HEADS * HEADS + k / HEADS]);
    }
    lg_run_free(a);
    lg_run_free(again);
    lg_run_free(b);
}

static void threads_change_nothing(void **state) {
    (void)state;
    seen s[2];
    for (int i = 0; i < 2; i++) {
        lg_run *a = run_open("alibi"), *b = run_open("causal");
        assert_int_equal(lg_config_set(lg_run_config(a), "threads", i ? "5" : "1", LG_FLAG, ""), LG_OK);
        s[i] = compare(a, &b, 1, 2);
        lg_run_free(a);
        lg_run_free(b);
    }
    for (int i = 0; i < s[0].count; i++) {
        assert_true(s[0].x[i].jensen_shannon == s[1].x[i].jensen_shannon);
        assert_memory_equal(s[0].pairs[i], s[1].pairs[i], sizeof s[0].pairs[i]);
    }
}

/* lg_analyze_spread_lengths chooses among the training lengths 1..5 and the test lengths 4 and 11. */
static void lengths_spread(void **state) {
    (void)state;
    lg_run *r = run_open("alibi");
    int found[8];
    assert_int_equal(lg_analyze_spread_lengths(r, 0, 8, found), 6);
    assert_memory_equal(found, ((int[]){1, 2, 3, 4, 5, 11}), 6 * sizeof *found);
    assert_int_equal(lg_analyze_spread_lengths(r, 0, 3, found), 3);
    assert_memory_equal(found, ((int[]){1, 3, 11}), 3 * sizeof *found);
    assert_int_equal(lg_analyze_spread_lengths(r, 5, 3, found), 1);
    assert_int_equal(found[0], 11);
    assert_int_equal(lg_analyze_spread_lengths(r, 11, 3, found), 0);
    lg_run_free(r);
}

static void refusals(void **state) {
    (void)state;
    seen none = {0};
    lg_run *a = run_open("alibi"), *b = run_open("wide");
    const int zero = 0, huge = LG_LENGTH_MAX;
    assert_fails(context, lg_analyze_divergence(a, &b, 1, lengths, 2, 1, keep, NULL, &none), LG_USAGE,
                 "2 blocks with attention and 4 heads");
    assert_fails(context, lg_analyze_divergence(a, &b, 0, lengths, 2, 1, keep, NULL, &none), LG_USAGE, "runs");
    lg_run_free(b);
    b = run_open("rope");
    assert_fails(context, lg_analyze_divergence(a, &b, 1, lengths, 2, 0, keep, NULL, &none), LG_USAGE, "sequences: 0");
    assert_fails(context, lg_analyze_divergence(a, &b, 1, lengths, 0, 1, keep, NULL, &none), LG_USAGE, "length");
    assert_fails(context, lg_analyze_divergence(a, &b, 1, &zero, 1, 1, keep, NULL, &none), LG_USAGE, "0 is not in 1..");
    assert_fails(context, lg_analyze_divergence(a, &b, 1, &huge, 1, 1, keep, NULL, &none), LG_USAGE, "too large");
    assert_int_equal(none.count, 0);
    lg_run_free(a);
    lg_run_free(b);
}

/* ---- distance ---- */

typedef struct histograms {
    int64_t counts[BLOCKS][HEADS][LG_DISTANCE_BINS];
    double means[BLOCKS][HEADS];
    int64_t done;
    int blocks, length;
} histograms;

static void keep_distance(void *user, const lg_attention_distance *d) {
    histograms *h = user;
    assert_true(d->blocks == BLOCKS && d->heads == HEADS && d->block == h->blocks++ && d->length == h->length);
    assert_true(d->split == LG_SPLIT_TEST && d->sequences == SEQUENCES);
    memcpy(h->counts[d->block], d->counts, sizeof h->counts[0]);
    memcpy(h->means[d->block], d->means, sizeof h->means[0]);
}

static void count_progress(void *user, int64_t done, int64_t all, double fraction) {
    histograms *h = user;
    assert_true(done == ++h->done && all == SEQUENCES && fraction > 0 && fraction < 1 + 1e-12);
}

/* Attention distances, computed from the definition in the paper. Queries t and keys n are counted from 1. */
static histograms measure(lg_run *r, int length, lg_region region, lg_distance_form form) {
    histograms h = {.length = length};
    int64_t queries[BLOCKS][HEADS] = {{0}};
    for (int s = 0; s < SEQUENCES; s++) {
        weights w = weights_of(r, length, s);
        for (int i = 0; i < BLOCKS * HEADS; i++)
            for (int t = 1; t <= w.T; t++) {
                const double *row = w.at[i / HEADS] + (i % HEADS * w.T + t - 1) * w.T;
                if ((region == LG_REGION_SOURCE && t > length) || (region == LG_REGION_TARGET && t <= length)) continue;
                int n = 1;
                for (int k = 2; k <= t; k++)
                    if (row[k - 1] > row[n - 1]) n = k;
                const double d = form == LG_DISTANCE_PAPER ? (t - n + 1) / (double)t : (t - n) / (double)t;
                const int bin = (int)floor(d / 0.05 + 1e-9);
                h.counts[i / HEADS][i % HEADS][bin < 19 ? bin : 19]++;
                h.means[i / HEADS][i % HEADS] += d;
                queries[i / HEADS][i % HEADS]++;
            }
        for (int b = 0; b < BLOCKS; b++) free(w.at[b]);
    }
    for (int i = 0; i < BLOCKS * HEADS; i++) h.means[i / HEADS][i % HEADS] /= (double)queries[i / HEADS][i % HEADS];
    return h;
}

static void check_distance(const char *name, lg_region region, lg_distance_form form, const char *threads) {
    lg_run *r = run_open(name);
    histograms h = {.length = 11};
    const int length = 11;
    assert_int_equal(lg_config_set(lg_run_config(r), "threads", threads, LG_FLAG, ""), LG_OK);
    if (lg_analyze_distance(r, &length, 1, SEQUENCES, region, form, keep_distance, count_progress, &h) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    const histograms want = measure(r, length, region, form);
    assert_true(h.blocks == BLOCKS && h.done == SEQUENCES);
    assert_memory_equal(h.counts, want.counts, sizeof h.counts);
    for (int i = 0; i < BLOCKS * HEADS; i++)
        expect_near(h.means[i / HEADS][i % HEADS], want.means[i / HEADS][i % HEADS], 1e-12);
    lg_run_free(r);
}

/* Without positions, equal tokens have equal keys in the first block, so several keys can have the largest weight. The
 * first of these keys counts. */
static void distances_of_their_definition(void **state) {
    (void)state;
    for (int region = LG_REGION_ALL; region <= LG_REGION_TARGET; region++)
        for (int form = 0; form < 2; form++) {
            check_distance("causal", (lg_region)region, (lg_distance_form)form, "1");
            check_distance("causal alibi", (lg_region)region, (lg_distance_form)form, "3");
        }
}

/* A query that sees only itself has distance 1 in the paper, and 0 in the official code. */
static void a_single_token(void **state) {
    (void)state;
    lg_run *r = run_open("causal");
    const int length = 1;
    for (int form = 0; form < 2; form++) {
        histograms h = {.length = 1};
        assert_int_equal(lg_analyze_distance(r, &length, 1, SEQUENCES, LG_REGION_SOURCE, (lg_distance_form)form,
                                             keep_distance, NULL, &h),
                         LG_OK);
        for (int i = 0; i < BLOCKS * HEADS; i++)
            assert_int_equal(h.counts[i / HEADS][i % HEADS][form == LG_DISTANCE_PAPER ? 19 : 0], SEQUENCES);
    }
    lg_run_free(r);
}

static void distances_refused(void **state) {
    (void)state;
    histograms none = {0};
    lg_run *r = run_open("rope"), *causal = run_open("causal");
    const int length = 4, huge = LG_LENGTH_MAX;
    assert_fails(context,
                 lg_analyze_distance(r, &length, 1, 1, LG_REGION_ALL, LG_DISTANCE_PAPER, keep_distance, NULL, &none),
                 LG_USAGE, "mask: full");
    assert_fails(
        context,
        lg_analyze_distance(causal, &length, 1, 1, LG_REGION_ANSWER, LG_DISTANCE_PAPER, keep_distance, NULL, &none),
        LG_USAGE, "no scratchpad");
    assert_fails(context,
                 lg_analyze_distance(causal, &huge, 1, 1, LG_REGION_ALL, LG_DISTANCE_PAPER, keep_distance, NULL, &none),
                 LG_USAGE, "too large");
    lg_run_free(r);
    lg_run_free(causal);
}

/* ---- sharpness ---- */

typedef struct sharp {
    double entropies[BLOCKS][HEADS], relative[BLOCKS][HEADS];
    int64_t queries[BLOCKS][HEADS], done;
} sharp;

static void keep_sharpness(void *user, const lg_attention_sharpness *x) {
    sharp *s = user;
    assert_true(x->blocks == BLOCKS && x->heads == HEADS && x->length == 11 && x->sequences == SEQUENCES);
    memcpy(s->entropies[x->block], x->entropies, sizeof s->entropies[0]);
    memcpy(s->relative[x->block], x->relative, sizeof s->relative[0]);
    memcpy(s->queries[x->block], x->queries, sizeof s->queries[0]);
}

static void count_sharpness(void *user, int64_t done, int64_t all, double fraction) {
    sharp *s = user;
    assert_true(done == ++s->done && all == SEQUENCES && fraction < 1 + 1e-12);
}

static sharp sharpness_of(lg_run *r, lg_region region) {
    sharp s = {.done = 0};
    const int length = 11;
    if (lg_analyze_sharpness(r, &length, 1, SEQUENCES, region, keep_sharpness, count_sharpness, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    assert_int_equal(s.done, SEQUENCES);
    return s;
}

/* Sharpness, from its definition. keys(t, T) is the number of keys that query t sees in a sequence of T tokens. */
static sharp sharpness_by_hand(lg_run *r, lg_region region, int (*keys)(int t, int T)) {
    sharp s = {.done = 0};
    int64_t several = 0;
    for (int k = 0; k < SEQUENCES; k++) {
        weights w = weights_of(r, 11, k);
        for (int t = 0; t < w.T; t++) {
            if ((region == LG_REGION_SOURCE && t >= 11) || (region == LG_REGION_TARGET && t < 11)) continue;
            several += keys(t, w.T) > 1;
            for (int i = 0; i < BLOCKS * HEADS; i++) {
                const double *row = w.at[i / HEADS] + (i % HEADS * w.T + t) * w.T;
                double entropy = 0;
                for (int j = 0; j < w.T; j++) entropy -= row[j] > 0 ? row[j] * log(row[j]) : 0;
                s.entropies[i / HEADS][i % HEADS] += entropy, s.queries[i / HEADS][i % HEADS]++;
                if (keys(t, w.T) > 1) s.relative[i / HEADS][i % HEADS] += entropy / log(keys(t, w.T));
            }
        }
        for (int b = 0; b < BLOCKS; b++) free(w.at[b]);
    }
    for (int i = 0; i < BLOCKS * HEADS; i++) {
        s.entropies[i / HEADS][i % HEADS] /= (double)s.queries[i / HEADS][i % HEADS];
        s.relative[i / HEADS][i % HEADS] /= (double)several;
    }
    return s;
}

static int sees_all(int t, int T) {
    return (void)t, T;
}

static int sees_past(int t, int T) {
    return (void)T, t + 1;
}

static int sees_window(int t, int T) { /* three on both sides */
    return 1 + (t < 3 ? t : 3) + (T - 1 - t < 3 ? T - 1 - t : 3);
}

static void entropies_of_their_definition(void **state) {
    static const struct {
        const char *name;
        int (*keys)(int t, int T);
    } cases[] = {{"rope", sees_all}, {"causal alibi", sees_past}, {"window", sees_window}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int region = LG_REGION_ALL; region <= LG_REGION_TARGET; region++) {
            lg_run *r = run_open(cases[i].name);
            if (cases[i].keys == sees_window)
                run_set(lg_run_config(r), (const char *const[][2]){{"mask.width", "7"}, {NULL}});
            const sharp s = sharpness_of(r, (lg_region)region),
                        want = sharpness_by_hand(r, (lg_region)region, cases[i].keys);
            assert_memory_equal(s.queries, want.queries, sizeof s.queries);
            for (int k = 0; k < BLOCKS * HEADS; k++) {
                expect_near(s.entropies[k / HEADS][k % HEADS], want.entropies[k / HEADS][k % HEADS], 1e-12);
                expect_near(s.relative[k / HEADS][k % HEADS], want.relative[k / HEADS][k % HEADS], 1e-12);
            }
            lg_run_free(r);
        }
}

static void entropies_without_threads(void **state) {
    (void)state;
    sharp s[2];
    for (int i = 0; i < 2; i++) {
        lg_run *r = run_open("rope");
        assert_int_equal(lg_config_set(lg_run_config(r), "threads", i ? "5" : "1", LG_FLAG, ""), LG_OK);
        s[i] = sharpness_of(r, LG_REGION_ALL);
        lg_run_free(r);
    }
    assert_memory_equal(&s[0], &s[1], sizeof s[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_divergences),
        cmocka_unit_test(only_shares_count),
        cmocka_unit_test(properties_of_divergences),
        cmocka_unit_test(known_entropies),
        cmocka_unit_test(agrees_with_the_formulas),
        cmocka_unit_test(is_a_distance),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(refusals),
        cmocka_unit_test(distances_of_their_definition),
        cmocka_unit_test(a_single_token),
        cmocka_unit_test(distances_refused),
        cmocka_unit_test(entropies_of_their_definition),
        cmocka_unit_test(entropies_without_threads),
        cmocka_unit_test(lengths_spread),
    };
    return cmocka_run_group_tests(tests, open_all, runs_close);
}
