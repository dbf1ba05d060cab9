/* test_token_batches.c: batches of a bounded number of tokens (curriculum token_batches): where batches are cut, and
 * which batches a step reads. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/seed.h"
#include "opened_models.h"
#include "train/state.h"
#include "train/token_batches.h"

#include <cmocka.h>

enum { RECORDS = 500 };

static void random_sizes(lg_record_size sizes[RECORDS], uint64_t seed) {
    lg_random r = lg_random_from(lg_key_root(seed));
    for (int i = 0; i < RECORDS; i++)
        sizes[i] = (lg_record_size){1 + (int)lg_random_below(&r, 40), 1 + (int)lg_random_below(&r, 9)};
}

/* The tokens of a batch, including padding. */
static int64_t tokens_of(const lg_token_batches *b, int64_t batch, const lg_record_size *sizes) {
    lg_record_size most = {0};
    for (int64_t i = b->begin[batch]; i < b->begin[batch + 1]; i++) {
        const lg_record_size z = sizes[b->record[i]];
        most.n = z.n > most.n ? z.n : most.n;
        most.m = z.m > most.m ? z.m : most.m;
    }
    return (b->begin[batch + 1] - b->begin[batch]) * (most.n + most.m);
}

static void expect_cut(const lg_token_batches *b, const lg_record_size *sizes, int64_t tokens) {
    bool seen[RECORDS] = {false};
    assert_int_equal(b->begin[0], 0);
    assert_int_equal(b->begin[b->count], RECORDS);
    for (int64_t i = 0; i < RECORDS; i++) {
        assert_false(seen[b->record[i]]);
        seen[b->record[i]] = true;
    }
    for (int64_t i = 0; i < b->count; i++) {
        const int64_t count = b->begin[i + 1] - b->begin[i];
        assert_true(count > 0 && (count == 1 || tokens_of(b, i, sizes) <= tokens));
    }
}

/* Every record is in one batch, and no batch exceeds its token limit. If all records are one pool, no batch has room
 * for the first record of the next batch. */
static void records_are_cut_where_tokens_end(void **state) {
    (void)state;
    static const int64_t pools[] = {0, 1, 64, 5000}, bounds[] = {1, 49, 300, 100000};
    lg_record_size sizes[RECORDS];
    lg_error err = {0};
    random_sizes(sizes, 1);
    for (int p = 0; p < 4; p++)
        for (int t = 0; t < 4; t++) {
            lg_token_batches b;
            assert_true(lg_token_batches_cut(&b, sizes, RECORDS, lg_key_root(7), pools[p], bounds[t], &err));
            expect_cut(&b, sizes, bounds[t]);
            for (int64_t i = 0; pools[p] == 0 && i + 1 < b.count; i++) {
                b.begin[i + 1]++;
                assert_true(tokens_of(&b, i, sizes) > bounds[t]);
                b.begin[i + 1]--;
            }
            lg_token_batches_free(&b);
        }
}

/* Sorting reduces padding. If the 500 records are in a random order, a third of the tokens in their batches is padding;
 * if all records are one pool, a twentieth. */
static void pools_save_padding(void **state) {
    (void)state;
    lg_record_size sizes[RECORDS];
    lg_error err = {0};
    int64_t real_tokens = 0, padded[2] = {0};
    random_sizes(sizes, 3);
    for (int i = 0; i < RECORDS; i++) real_tokens += sizes[i].n + sizes[i].m;
    for (int k = 0; k < 2; k++) {
        lg_token_batches b;
        assert_true(lg_token_batches_cut(&b, sizes, RECORDS, lg_key_root(7), k == 0 ? 1 : 0, 300, &err));
        if (k == 0) {
            /* With pools of one record every batch is one record, and nothing is padded. So this test measures batches
             * of eight records, in the same order, instead. */
            for (int64_t i = 0; i + 8 <= RECORDS; i += 8) {
                const int64_t begin[2] = {i, i + 8};
                const lg_token_batches eight = {.count = 1, .begin = (int64_t *)begin, .record = b.record};
                padded[k] += tokens_of(&eight, 0, sizes);
            }
        } else {
            for (int64_t i = 0; i < b.count; i++) padded[k] += tokens_of(&b, i, sizes);
        }
        lg_token_batches_free(&b);
    }
    assert_true((double)padded[0] > 1.3 * (double)real_tokens);
    assert_true((double)padded[1] < 1.15 * (double)real_tokens);
}

/* ---- in training ---- */

#define MODEL                                                                                                          \
    "architecture=encoder_decoder data=copy_cmc data.alphabet=7 data.examples=60 curriculum=token_batches "            \
    "curriculum.lengths=1..9 curriculum.tokens=70 train.lr=0.01 "

static int64_t batches_of(const bench *b) {
    return b->trainer->numbers.batches.count;
}

/* Plans step `step`. For each record of the step, increments the record's element of `counts`. */
static void count_records(bench *b, int64_t step, int *counts) {
    lg_trainer_resume(b->trainer, step);
    if (!lg_trainer_plan(b->trainer, &b->err)) fail_msg("%s", b->err.text);
    const lg_batch_plan *p = &b->trainer->plan;
    int n = 0, m = 0;
    for (int i = 0; i < p->count; i++) {
        const lg_batch_record *x = &p->records[i];
        counts[b->trainer->numbers.before[x->length - 1] + x->index]++;
        n = x->size.n > n ? x->size.n : n, m = x->size.m > m ? x->size.m : m;
    }
    assert_true(p->count == 1 || p->count * (n + m) <= 70);
}

static void an_epoch_has_every_record_once(void **state) {
    (void)state;
    bench b = bench_open_well(MODEL, 1);
    const int64_t batches = batches_of(&b), records = b.trainer->numbers.count;
    int *counts = calloc((size_t)records, sizeof *counts), orders = 0;
    assert_non_null(counts);
    assert_true(batches > 10 && batches < records);
    for (int epoch = 0; epoch < 3; epoch++) {
        for (int64_t i = 0; i < batches; i++) count_records(&b, epoch * batches + i, counts);
        for (int64_t i = 0; i < records; i++) assert_int_equal(counts[i], epoch + 1);
    }
    const lg_key key = lg_seed_key(&b.trainer->model->data->settings.seeds, LG_KEY_DATA);
    for (int64_t i = 0, epoch; i < batches; i++)
        orders += lg_token_batches_at(&b.trainer->numbers.batches, key, i, &epoch) !=
                  lg_token_batches_at(&b.trainer->numbers.batches, key, batches + i, &epoch);
    assert_true(orders > 0);
    free(counts);
    bench_close(&b);
}

/* A step's records do not depend on the steps before it. */
static void steps_are_a_function_of_seed_and_number(void **state) {
    (void)state;
    bench a = bench_open_well(MODEL, 1), b = bench_open_well(MODEL, 2);
    for (int i = 0; i < 6; i++) {
        lg_step x, y;
        assert_true(lg_trainer_step(a.trainer, &x, &a.err) && lg_trainer_step(b.trainer, &y, &b.err));
        assert_true(x.loss == y.loss && x.grad_norm == y.grad_norm);
    }
    lg_trainer_resume(b.trainer, 6);
    for (int i = 0; i < 6; i++) {
        lg_step x, y;
        assert_true(lg_trainer_step(a.trainer, &x, &a.err) && lg_trainer_step(b.trainer, &y, &b.err));
        assert_true(x.loss == y.loss && x.grad_norm == y.grad_norm);
    }
    bench_close(&a);
    bench_close(&b);
}

/* The loss of a step is the mean over all its tokens, whichever batches they are in. */
static void losses_are_means_of_tokens(void **state) {
    (void)state;
    static const char fixed[] = "architecture=encoder_decoder data=copy_cmc data.alphabet=7 data.examples=4 "
                                "curriculum.lengths=2,6 model.dropout=0 ";
    char together[400], epoch[400];
    snprintf(together, sizeof together, "%s curriculum=token_batches curriculum.tokens=100000", fixed);
    bench one = bench_open_well(together, 1);
    const int records = (int)one.trainer->numbers.count;
    snprintf(epoch, sizeof epoch, "%s curriculum=epochs train.batch=%d", fixed, records);
    bench all = bench_open_well(epoch, 1);
    lg_step x, y;
    assert_true(lg_trainer_step(one.trainer, &x, &one.err) && lg_trainer_step(all.trainer, &y, &all.err));
    assert_int_equal(batches_of(&one), 1);
    assert_true(fabs(x.loss - y.loss) < 1e-5 * y.loss && fabs(x.grad_norm - y.grad_norm) < 1e-4 * y.grad_norm);
    bench_close(&one);
    bench_close(&all);
}

static void other_data_have_them_too(void **state) {
    (void)state;
    static const char *const models[] = {
        "architecture=decoder data=addition data.examples=40 curriculum.lengths=1..3",
        "architecture=decoder data=copy_cmc data.examples=40 curriculum.lengths=1..5 curriculum.pool=16"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char settings[300];
        snprintf(settings, sizeof settings, "%s curriculum=token_batches curriculum.tokens=60", models[i]);
        assert_true(isfinite(bench_loss_after(settings, 1, 4, NULL)));
    }
    static const char *const refused[][2] = {
        {"data=reverse_string curriculum=token_batches", "needs a finite data set"}};
    bench_expect_refusals(refused, sizeof refused / sizeof *refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_cut_where_tokens_end), cmocka_unit_test(pools_save_padding),
        cmocka_unit_test(an_epoch_has_every_record_once),   cmocka_unit_test(steps_are_a_function_of_seed_and_number),
        cmocka_unit_test(losses_are_means_of_tokens),       cmocka_unit_test(other_data_have_them_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
