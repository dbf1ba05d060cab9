/* test_ensembles.c: ensembles, which average the probabilities of several models. An ensemble of a model with itself
 * has the results of that model, whatever its options. The numbers of threads and of sequences per batch change no bit.
 * Decoding takes the most probable tokens under the average. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "decode/generate.h"
#include "evaluate/evaluate.h"
#include "metrics.h"
#include "opened_models.h"
#include "pairwise.h"
#include "train/ensemble.h"

#include <cmocka.h>

enum { LENGTHS = 2, RECORDS = 6, TOKENS = 12 };
static const int lengths[LENGTHS] = {2, 7};

typedef struct results {
    lg_eval_result tests[LENGTHS];
    int count;
} results;

static bool keep(void *user, const lg_eval_result *x) {
    results *r = user;
    r->tests[r->count++] = *x;
    return true;
}

static bool evaluate(bench *b, results *out) {
    *out = (results){0};
    b->err = (lg_error){0};
    return lg_trainer_eval_each(b->trainer, lengths, LENGTHS, keep, out, &b->err);
}

/* Trains a model for a few steps, so that its most probable tokens differ from those of models with other seeds. */
static bench open_trained(const char *settings, int seed, int threads) {
    char all[SETTINGS];
    lg_step s;
    snprintf(all, sizeof all, "%s train.seed=%d", settings, seed);
    bench b = bench_open_well(all, threads);
    for (int i = 0; i < 20; i++) assert_true(lg_trainer_step(b.trainer, &s, &b.err));
    return b;
}

static void join(bench *a, bench *b) {
    if (!lg_trainer_join(a->trainer, b->trainer, &a->err)) fail_msg("%s", a->err.text);
}

/* Joined models share the threads of the first model. Gives the other models their own threads back and closes all. */
static void close_joined(bench *all, int count) {
    lg_trainer_part(all[0].trainer);
    for (int i = count; i-- > 0;) {
        assert_true(lg_trainer_set_pool(all[i].trainer, all[i].pool));
        bench_close(&all[i]);
    }
}

/* ---- a model with itself ---- */

static void expect_near(const char *settings, const lg_eval_result *a, const lg_eval_result *b) {
    const double loss = a->values[CROSS_ENTROPY], other = b->values[CROSS_ENTROPY];
    if (a->tokens != b->tokens || a->sequences != b->sequences || fabs(loss - other) > 1e-4 * (1 + fabs(loss)))
        fail_msg("%s: length %d: loss %.17g, loss of the ensemble %.17g", settings, a->length, loss, other);
    assert_true(fabs(a->values[ACCURACY] - b->values[ACCURACY]) < 0.1); /* ties in rounding */
}

static void with_itself(const char *settings) {
    bench two[] = {bench_open_well(settings, 2), bench_open_well(settings, 1)};
    results alone, together;
    if (!evaluate(&two[0], &alone)) fail_msg("%s: %s", settings, two[0].err.text);
    if (lg_trainer_join(two[0].trainer, two[1].trainer, &two[0].err)) {
        const bool decodes = two[0].trainer->protocol.entry->leave;
        if (evaluate(&two[0], &together))
            for (int i = 0; i < LENGTHS; i++) expect_near(settings, &alone.tests[i], &together.tests[i]);
        else if (two[0].err.code != LG_USAGE || !(decodes || strstr(two[0].err.text, "protocol: ")))
            fail_msg("%s: %s", settings, two[0].err.text);
    } else if (!strstr(two[0].err.text, "head: "))
        fail_msg("%s: %s", settings, two[0].err.text);
    close_joined(two, 2);
}

static void a_model_with_itself_has_its_own_results(void **state) {
    (void)state;
    assert_each_combination("eval.sequences=3", with_itself);
}

/* ---- threads and batches ---- */

static const char *const protocols[] = {
    "data=reverse_string protocol=pass", "data=reverse_string architecture=decoder protocol=greedy",
    "data=reverse_string architecture=decoder protocol=beam eval.beam=3 eval.position_samples=2",
    "data=toy_translation architecture=encoder_decoder protocol=greedy",
    "data=toy_translation architecture=encoder_decoder protocol=beam eval.beam=2"};

static void evaluate_three(const char *settings, const char *more, int threads, results *out) {
    char all[SETTINGS];
    bench three[3];
    snprintf(all, sizeof all, "%s %s", settings, more);
    for (int i = 0; i < 3; i++) three[i] = open_trained(all, i + 1, i == 0 ? threads : 1);
    for (int i = 1; i < 3; i++) join(&three[0], &three[i]);
    if (!evaluate(&three[0], out)) fail_msg("%s: %s", all, three[0].err.text);
    close_joined(three, 3);
}

static void threads_and_batches_change_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        results a, b;
        evaluate_three(protocols[i], "eval.batch=20", 1, &a);
        evaluate_three(protocols[i], "eval.batch=3", 4, &b);
        for (int n = 0; n < LENGTHS; n++)
            if (memcmp(a.tests[n].values, b.tests[n].values, sizeof a.tests[n].values))
                fail_msg("%s: length %d differs", protocols[i], a.tests[n].length);
    }
}

/* ---- decoding by hand ---- */

/* Returns the token with the largest mean probability of the models, and writes this probability. Runs one pass of each
 * model. */
static int32_t choose_by_hand(bench *two, const lg_record *r, const int32_t *said, int count, double *probability) {
    static real logits[2][TOKENS * 256];
    int32_t target[TOKENS] = {0};
    const int classes = two[0].trainer->model->format.classes;
    assert_true(classes <= 256);
    memcpy(target, said, (size_t)count * sizeof *said);
    for (int k = 0; k < 2; k++) {
        const lg_logits_request x = {r->length, r->n, count + 1, r->source, target};
        if (!lg_trainer_logits(two[k].trainer, &x, logits[k], &two[k].err)) fail_msg("%s", two[k].err.text);
    }
    int32_t best = 0;
    *probability = 0;
    for (int32_t c = 0; c < classes; c++) {
        double mean = 0;
        for (int k = 0; k < 2; k++) {
            double sum = 0;
            const real *last = logits[k] + count * classes;
            for (int n = 0; n < classes; n++) sum += exp((double)last[n] - (double)last[c]);
            mean += 0.5 / sum;
        }
        if (mean > *probability) best = c, *probability = mean;
    }
    return best;
}

static void decode_by_hand(const char *settings, bool searches) {
    bench two[] = {open_trained(settings, 1, 2), open_trained(settings, 2, 1)};
    for (int i = 0; i < RECORDS; i++) {
        lg_record r = {0};
        int32_t said[TOKENS];
        double probabilities[TOKENS];
        const int length = 3 + i % 3;
        const lg_batch_record from = {.split = LG_SPLIT_TEST, .length = length, .index = i, .key = lg_key_root(7)};
        const lg_record_size most = lg_dataset_bound(two[0].trainer->model->data, length);
        assert_true(most.m <= TOKENS && lg_record_reserve(&r, most.n, most.m, NULL));
        lg_batch_record_draw(&from, two[0].trainer->model->data, &r);
        const int limit = r.m;
        r.m = 0;
        lg_generation x = {.prompt = &r, .limit = limit, .answer = said, .probabilities = probabilities};
        join(&two[0], &two[1]);
        if (!(searches ? lg_trainer_search(two[0].trainer, &x, 1, NULL, NULL, &two[0].err)
                       : lg_trainer_generate(two[0].trainer, &x, 1, &two[0].err)))
            fail_msg("%s: %s", settings, two[0].err.text);
        lg_trainer_part(two[0].trainer);
        for (int j = 0; j < x.count; j++) {
            double probability;
            assert_int_equal(choose_by_hand(two, &r, said, j, &probability), said[j]);
            assert_true(fabs(probability - probabilities[j]) < 1e-5);
        }
        lg_record_free(&r);
    }
    close_joined(two, 2);
}

/* Each decoded token has the largest mean probability; a beam of one hypothesis decodes greedily. */
static void decoding_takes_the_largest_mean_probability(void **state) {
    (void)state;
    decode_by_hand("data=reverse_string architecture=decoder protocol=greedy", false);
    decode_by_hand("data=reverse_string architecture=decoder encoding=rope protocol=beam eval.beam=1", true);
    decode_by_hand("data=toy_translation architecture=encoder_decoder protocol=greedy", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_model_with_itself_has_its_own_results),
                                       cmocka_unit_test(threads_and_batches_change_nothing),
                                       cmocka_unit_test(decoding_takes_the_largest_mean_probability)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
