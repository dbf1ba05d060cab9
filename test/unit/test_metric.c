/* test_metric.c: compares sums and metrics with numbers computed by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "metric/metric.h"
#include "metric/text_sums.h"
#include "metrics.h"
#include "run/bootstrap.h"
#include "run/recorded.h"
#include "run/score.h"

#include <cmocka.h>

static void order_is_that_of_the_tests(void **state) {
    (void)state;
    assert_ptr_equal(lg_metrics[ACCURACY], &lg_metric_token_accuracy);
    assert_ptr_equal(lg_metrics[CROSS_ENTROPY], &lg_metric_cross_entropy);
    assert_ptr_equal(lg_metrics[EXACT_MATCH], &lg_metric_exact_match);
    assert_ptr_equal(lg_metrics[PERPLEXITY], &lg_metric_perplexity);
    assert_ptr_equal(lg_metrics[BITS], &lg_metric_bits_per_token);
    assert_ptr_equal(lg_metrics[STEPS], &lg_metric_step_accuracy);
    assert_ptr_equal(lg_metrics[BLEU], &lg_metric_bleu);
    assert_ptr_equal(lg_metrics[CHRF], &lg_metric_chrf);
    for (size_t i = 0; i < LG_METRICS; i++) {
        size_t found = LG_METRICS;
        assert_int_equal(lg_metric_index(lg_metrics[i]), i);
        assert_true(lg_metric_find(lg_metrics[i]->name, &found));
        assert_int_equal(found, i);
        assert_string_equal(lg_metric_at(i).name, lg_metrics[i]->name);
    }
    size_t none = 7;
    assert_false(lg_metric_find("accuracy", &none) || lg_metric_find(NULL, &none));
    assert_int_equal(none, 7);
}

/* A metric is computed either from sums or from another metric. Only metrics that are a fraction of right tokens have a
 * chance level. */
static void metrics_are_consistent(void **state) {
    (void)state;
    for (size_t i = 0; i < LG_METRICS; i++) {
        const lg_metric *m = lg_metrics[i];
        assert_true(!m->value == (m->base && m->of_base));
        assert_false(m->base && (m->base->base || m->mean_of_position_samples));
        assert_int_equal(lg_metric_base(i), m->base ? lg_metric_index(m->base) : i);
        assert_true(m->base || lg_metric_of_base(i, 0.25) == 0.25);
        if (m->info.has_chance) assert_true(m->info.low == 0 && m->info.high == 1 && !m->info.lower_is_better);
        if (m->info.logarithmic) assert_true(m->info.low > 0 && isinf(m->info.high));
    }
    assert_true(lg_metrics[ACCURACY]->info.has_chance && !lg_metrics[PERPLEXITY]->info.has_chance);
    assert_string_equal(lg_metric_at(PERPLEXITY).in, " ");
    assert_string_equal(lg_metric_at(BITS).in, " in ");
}

/* 0.99 bits are 0.6862157 nats. A uniform guess among 2^k tokens has a perplexity of 2^k, and costs k bits. */
static void functions_of_cross_entropy(void **state) {
    (void)state;
    assert_true(fabs(lg_metric_of_base(BITS, 0.6862157) - 0.99) < 1e-7);
    assert_true(fabs(lg_metric_of_base(PERPLEXITY, 3 * log(2)) - 8) < 1e-13);
    assert_true(fabs(lg_metric_of_base(BITS, 3 * log(2)) - 3) < 1e-15);
    assert_true(lg_metric_of_base(PERPLEXITY, 0) == 1 && isnan(lg_metric_of_base(PERPLEXITY, NAN)));
    assert_true(isinf(lg_metric_of_base(PERPLEXITY, 710)) && isfinite(lg_metric_of_base(PERPLEXITY, 709)));
}

/* Fills `out` as if only the metrics up to BITS were recorded: all others are unknown (NaN). */
static double *recorded(double out[LG_METRICS], const double first[BITS + 1]) {
    for (int i = 0; i < LG_METRICS; i++) out[i] = i <= BITS ? first[i] : NAN;
    return out;
}

/* If perplexity and bits are not recorded, they are computed from cross-entropy. For example, JSON cannot represent an
 * infinite perplexity. Recorded values must agree with cross-entropy. */
static void records_are_completed(void **state) {
    (void)state;
    lg_error err = {0};
    double x[LG_METRICS];
    assert_true(lg_recorded_derived(recorded(x, (double[]){0.5, log(54.52), NAN, NAN, NAN}), &err));
    assert_true(fabs(x[PERPLEXITY] - 54.52) < 1e-12 && fabs(x[BITS] - log2(54.52)) < 1e-14);
    assert_true(isnan(x[EXACT_MATCH]));
    assert_true(lg_recorded_derived(recorded(x, (double[]){0.5, 1000, 0, NAN, 1000 / log(2)}), &err));
    assert_true(isinf(x[PERPLEXITY]));
    assert_true(lg_recorded_derived(recorded(x, (double[]){0.5, NAN, 0, NAN, NAN}), &err));
    assert_true(isnan(x[PERPLEXITY]) && isnan(x[BITS]));
    assert_true(lg_recorded_derived(recorded(x, (double[]){0.5, 2, 0, exp(2) * (1 + 1e-9), 2 / log(2)}), &err));
    assert_true(x[PERPLEXITY] != exp(2)); /* the recorded value is kept */
    assert_false(lg_recorded_derived(recorded(x, (double[]){0.5, 2, 0, 7.5, 2 / log(2)}), &err));
    assert_int_equal(err.code, LG_CORRUPT);
    assert_non_null(strstr(err.text, "perplexity is 7.5 (expected 7.389"));
    assert_non_null(strstr(err.text, ", by cross_entropy)"));
}

/* The sums of a sequence of four target tokens and a row of padding. The last target does not count for accuracy.
 * first, second, third: the model's outputs; the right outputs are 1, 2 and 3. */
static lg_sequence_sums sequence(int64_t draw, int first, int second, int third) {
    const real losses[] = {(real)0.5, (real)0.25, 1, 2, 9};
    const int32_t best[] = {first, second, third, 9, 5}, target[] = {1, 2, 3, 4, 5};
    const uint8_t learned[] = {1, 1, 1, 1, 0}, counted[] = {1, 1, 1, 0, 0};
    lg_sequence_sums x = lg_sequence_sums_of(draw, &(lg_answer){losses, best, target, learned, counted}, 5);
    x.sums[LG_SUM_COMPARED] = 1; /* as if the steps before the answer were right */
    x.sums[LG_SUM_STEPS + LG_STEP_WHOLE] = x.sums[LG_SUM_EXACT];
    return x;
}

static void a_sequence_leaves_sums(void **state) {
    (void)state;
    const lg_sequence_sums right = sequence(0, 1, 2, 3), wrong = sequence(0, 1, 2, 4);
    assert_true(right.sums[LG_SUM_NLL] == 3.75 && right.sums[LG_SUM_TOKENS] == 4);
    assert_true(right.sums[LG_SUM_COUNTED] == 3 && right.sums[LG_SUM_RIGHT] == 3);
    assert_true(right.sums[LG_SUM_ANSWERS] == 1 && right.sums[LG_SUM_EXACT] == 1);
    assert_true(wrong.sums[LG_SUM_RIGHT] == 2 && wrong.sums[LG_SUM_EXACT] == 0);
    const uint8_t none[4] = {0}, all[4] = {1, 1, 1, 1};
    const int32_t tokens[4] = {0};
    const real losses[4] = {1, 1, 1, 1};
    const lg_sequence_sums silent =
        lg_sequence_sums_of(0, &(lg_answer){losses, tokens, tokens, all, none}, 4); /* no token belongs to an answer */
    assert_true(silent.sums[LG_SUM_ANSWERS] == 0 && silent.sums[LG_SUM_EXACT] == 0 && silent.sums[LG_SUM_NLL] == 4);
}

/* Token accuracy is computed for each position sample, then averaged; other metrics are computed from the sums over all
 * sequences. */
static void totals_make_metrics(void **state) {
    (void)state;
    double values[LG_METRICS];
    const lg_sequence_sums sums[] = {sequence(0, 1, 2, 3), sequence(0, 1, 0, 0), sequence(2, 0, 0, 3)};
    lg_totals t = {0};
    for (int i = 0; i < 3; i++) lg_totals_add(&t, &sums[i]);
    lg_totals_finish(&t, values);
    assert_true(values[ACCURACY] == (4.0 / 6 + 1.0 / 3) / 2);
    assert_true(values[CROSS_ENTROPY] == 3 * 3.75 / 12);
    assert_true(values[EXACT_MATCH] == 1.0 / 3 && values[STEPS] == 1.0 / 3);
    assert_true(values[PERPLEXITY] == exp(3 * 3.75 / 12) && values[BITS] == 3 * 3.75 / 12 / log(2)); /* from the sums */
    lg_totals nothing = {0};
    lg_totals_finish(&nothing, values);
    assert_true(values[ACCURACY] == 0 && isnan(values[CROSS_ENTROPY]) && isnan(values[EXACT_MATCH]));
    assert_true(isnan(values[PERPLEXITY]) && isnan(values[BITS]) && isnan(values[STEPS]));
    for (size_t i = 0; i < LG_METRICS; i++) /* all are known except metrics of steps and of texts */
        assert_true(lg_metric_applies(i, values) == !lg_metric_is_optional(lg_metrics[i]));
}

static void better_follows_the_direction(void **state) {
    (void)state;
    assert_true(lg_metric_better(ACCURACY, 0.6, 0.5) && !lg_metric_better(ACCURACY, 0.5, 0.6));
    assert_true(lg_metric_better(CROSS_ENTROPY, 0.5, 0.6) && !lg_metric_better(CROSS_ENTROPY, 0.6, 0.5));
    for (size_t i = 0; i < LG_METRICS; i++) {
        assert_true(lg_metric_better(i, 0.5, NAN));
        assert_false(lg_metric_better(i, NAN, 0.5) || lg_metric_better(i, NAN, NAN) || lg_metric_better(i, 0.5, 0.5));
    }
}

static lg_score_report score_of(size_t metric, const lg_eval_result *results, size_t count) {
    const lg_score_report how = {.metric = metric,
                                 .rule = lg_score_rule("first-ood..max"),
                                 .average = lg_score_average("lengths"),
                                 .trained = 5};
    return lg_score_as(&how, results, count);
}

static void scores_are_of_every_metric(void **state) {
    (void)state;
    const lg_eval_result results[] = {{.length = 5, .values = {1, 0.25, 1}},
                                      {.length = 9, .values = {0.5, 2, NAN}},
                                      {.length = 11, .values = {0.75, 1, 0.5}}};
    const lg_score_report r = score_of(CROSS_ENTROPY, results, 3);
    assert_true(r.metric == CROSS_ENTROPY && r.score == 1.5 && r.scores[ACCURACY] == 0.625 && r.lengths == 2);
    assert_true(isnan(r.scores[EXACT_MATCH])); /* one length has no value */
    const lg_score_report p = score_of(PERPLEXITY, results, 3);
    assert_true(p.score == exp(1.5) && p.scores[BITS] == 1.5 / log(2)); /* exp(mean loss), not the mean of e^2 and e */
    const lg_eval_result far[] = {{.length = 9, .values = {0, 1000}}, {.length = 11, .values = {0, 10}}};
    const lg_score_report q = score_of(PERPLEXITY, far, 2);
    assert_true(q.score == exp(505) && isfinite(q.score)); /* finite, though one of the perplexities is infinite */
}

/* With eval.average=examples, the weight of a length is its number of sequences. For perplexity, cross-entropies are
 * averaged. */
static void scores_average_over_examples(void **state) {
    (void)state;
    const lg_eval_result results[] = {{.length = 5, .values = {1, 0}, .sequences = 80},
                                      {.length = 6, .values = {0.5, 2}, .sequences = 10},
                                      {.length = 7, .values = {0.125, 1}, .sequences = 30}};
    lg_score_report how = score_of(ACCURACY, results, 3);
    assert_true(how.score == 0.3125 && !strcmp(how.average, "lengths"));
    how.average = lg_score_average("examples");
    const lg_score_report r = lg_score_as(&how, results, 3);
    assert_true(r.score == (5 + 3.75) / 40 && r.scores[CROSS_ENTROPY] == 1.25 && r.scores[PERPLEXITY] == exp(1.25));
    assert_true(r.first == 6 && r.last == 7 && r.lengths == 2 && !strcmp(r.average, "examples"));
    how.rule = lg_score_rule("all");
    assert_true(lg_score_as(&how, results, 3).score == (80 + 5 + 3.75) / 120);
    assert_string_equal(lg_score_average("words"), "unknown");
}

/* If all sequences are equal, the interval of a metric contains only the metric itself. */
static void bootstraps_any_metric(void **state) {
    (void)state;
    enum { SEQUENCES = 200 };
    double low, high;
    lg_error err = {0};
    for (size_t metric = 0; metric < LG_METRICS; metric++) {
        if (lg_metrics[metric]->of_texts || (metric > CHRF && !lg_metrics[metric]->base)) continue;
        double values[LG_METRICS];
        lg_sequence_sums sums[SEQUENCES];
        double drawn[500];
        lg_bootstrap b = {.resamples = 500,
                          .key = lg_key_root(3),
                          .metric = metric,
                          .sequences = sums,
                          .capacity = SEQUENCES,
                          .values = drawn};
        lg_totals t = {0};
        const lg_sequence_sums same = sequence(0, 1, 2, 3);
        for (int i = 0; i < SEQUENCES; i++) lg_bootstrap_add(&b, &same);
        assert_true(lg_bootstrap_interval(&b, 4, &low, &high, &err));
        lg_totals_add(&t, &same);
        lg_totals_finish(&t, values);
        assert_true(low == high && low == values[metric]);
        if (metric == CROSS_ENTROPY) assert_true(low == 3.75 / 4);
        t = (lg_totals){0};
        for (int i = 0; i < SEQUENCES; i++) { /* every second sequence is wrong and has half the loss */
            lg_sequence_sums x = sequence(0, i % 2 ? 1 : 7, i % 2 ? 2 : 7, i % 2 ? 3 : 7);
            if (i % 2) x.sums[LG_SUM_NLL] *= 2;
            lg_bootstrap_add(&b, &x);
            lg_totals_add(&t, &x);
        }
        lg_totals_finish(&t, values);
        assert_true(lg_bootstrap_interval(&b, 4, &low, &high, &err));
        /* 1.96 standard deviations of a mean of 200 numbers that are 0 or 1, scaled to the metric's range */
        const size_t base = lg_metric_base(metric);
        const double half = 1.96 * 0.5 / sqrt(SEQUENCES) * (base == CROSS_ENTROPY ? 3.75 / 4 : 1);
        const double from = lg_metric_of_base(metric, values[base] - half),
                     to = lg_metric_of_base(metric, values[base] + half),
                     slack = lg_metric_of_base(metric, values[base] + 0.02) - values[metric];
        assert_true(fabs(low - from) < slack && fabs(high - to) < 1.1 * slack);
    }
}

/* A sequence whose answer was compared as text. */
static lg_sequence_sums text_sequence(lg_text_scorers *x, const char *answer, const char *target) {
    lg_error err = {0};
    lg_sequence_sums sums = sequence(0, 1, 2, 3);
    assert_true(lg_text_scorers_measure(x, answer, target, sums.sums, &err));
    return sums;
}

static lg_eval_result length_of_sums(int length, const lg_sequence_sums *sums) {
    lg_eval_result r = {.length = length, .sequences = 1};
    lg_totals t = {0};
    lg_totals_add(&t, sums);
    lg_totals_finish(&t, r.values);
    memcpy(r.texts, sums->sums + LG_SUM_TEXTS, sizeof r.texts);
    return r;
}

/* The two segments of doc/translation.md. Together they have BLEU 33.47 and chrF 56.80. On their own they have BLEU
 * 48.89 and BLEU 21.44. */
static void texts_are_scored_as_a_corpus(void **state) {
    (void)state;
    lg_text_scorers x;
    lg_error err = {0};
    double values[LG_METRICS];
    assert_true(lg_text_scorers_open(&x, &err));
    const lg_sequence_sums sums[] = {text_sequence(&x, "The cat sat on the mat.", "The cat is on the mat."),
                                     text_sequence(&x, "Dogs bark loudly .", "The dogs bark very loudly.")};
    const lg_eval_result results[] = {length_of_sums(6, &sums[0]), length_of_sums(7, &sums[1])};
    lg_text_scorers_close(&x);
    lg_totals both = {0};
    for (int i = 0; i < 2; i++) lg_totals_add(&both, &sums[i]);
    lg_totals_finish(&both, values);
    assert_true(fabs(values[BLEU] - 33.47) < 0.005 && fabs(values[CHRF] - 56.80) < 0.005);
    assert_true(values[STEPS] == 1 && values[CROSS_ENTROPY] == 3.75 / 4 && lg_metric_applies(BLEU, values));
    lg_score_report how = score_of(BLEU, results, 2);
    assert_true(fabs(how.score - (48.89 + 21.44) / 2) < 0.005); /* lengths are weighted equally */
    how.average = lg_score_average("examples");
    const lg_score_report r = lg_score_as(&how, results, 2);
    assert_true(r.score == values[BLEU] && r.scores[CHRF] == values[CHRF] && r.scores[CROSS_ENTROPY] == 3.75 / 4);
    lg_eval_result lacking[] = {results[0], results[1]};
    memset(lacking[1].texts, 0, sizeof lacking[1].texts);
    assert_true(isnan(lg_score_as(&how, lacking, 2).score));
}

/* A resample is scored as a corpus too. A resample of two segments contains one segment twice, or both segments
 * once. */
static void texts_are_resampled(void **state) {
    (void)state;
    lg_text_scorers x;
    lg_error err = {0};
    lg_sequence_sums kept[2];
    double drawn[400], low, high;
    lg_bootstrap b = {
        .resamples = 400, .key = lg_key_root(3), .metric = BLEU, .sequences = kept, .capacity = 2, .values = drawn};
    assert_true(lg_text_scorers_open(&x, &err));
    const lg_sequence_sums good = text_sequence(&x, "The cat sat on the mat.", "The cat is on the mat."),
                           bad = text_sequence(&x, "Dogs bark loudly .", "The dogs bark very loudly.");
    lg_text_scorers_close(&x);
    lg_bootstrap_add(&b, &good);
    lg_bootstrap_add(&b, &bad);
    assert_true(lg_bootstrap_interval(&b, 6, &low, &high, &err));
    assert_true(fabs(high - 48.89) < 0.005 && low < 21 && fabs(drawn[200] - 33.47) < 0.005);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_consistent),
        cmocka_unit_test(functions_of_cross_entropy),
        cmocka_unit_test(records_are_completed),
        cmocka_unit_test(order_is_that_of_the_tests),
        cmocka_unit_test(a_sequence_leaves_sums),
        cmocka_unit_test(totals_make_metrics),
        cmocka_unit_test(better_follows_the_direction),
        cmocka_unit_test(scores_are_of_every_metric),
        cmocka_unit_test(scores_average_over_examples),
        cmocka_unit_test(bootstraps_any_metric),
        cmocka_unit_test(texts_are_scored_as_a_corpus),
        cmocka_unit_test(texts_are_resampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
