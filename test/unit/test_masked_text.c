/* test_masked_text.c: which tokens of a text are masked, and which tokens replace them. All lengths score the same
 * tokens. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/describe.h"
#include "config/values.h"
#include "data/data.h"
#include "scratch.h"
#include "train/train.h"

enum { BYTES = 20000, TEST = BYTES / 2, WORDS = 256, MASK = WORDS };

static const lg_option choice[] = {{"data", LG_TEXT, "masked_text", 0, 0, NULL, ""}, {0}};

/* Byte i of the text. */
static int letter(int i) {
    return 'a' + (int)((int64_t)i * i % 23) + i % 4;
}

static lg_values *values_of(scratch *s, const char *masking) {
    lg_values *v = lg_values_new();
    FILE *f = fopen(scratch_path(s, "text"), "w");
    assert_non_null(f);
    for (int i = 0; i < BYTES; i++) fputc(letter(i), f);
    assert_int_equal(fclose(f), 0);
    lg_values_add(v, choice);
    lg_values_add(v, lg_data_find("masked_text")->options);
    lg_values_add(v, lg_eval_options);
    lg_values_add(v, lg_train_options);
    lg_values_set(v, "data.file", scratch_path(s, "text"), NULL);
    lg_values_set(v, "data.test_fraction", "0.5", NULL);
    lg_values_set(v, "data.masking", masking, NULL);
    lg_values_set(v, "eval.lengths", "10,50,200", NULL);
    lg_values_set(v, "eval.targets", "4000", NULL);
    return v;
}

static lg_dataset *open_values(const lg_values *v) {
    lg_error err = {0};
    lg_dataset *d = lg_dataset_of(v, &err);
    if (!d) fail_msg("%s", err.text);
    return d;
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, uint64_t key, lg_record *r) {
    const lg_record_size z = lg_dataset_bound(d, length);
    assert_true(z.n == length && z.m == length && lg_record_reserve(r, z.n, z.m, NULL));
    d->entry->methods->draw(d, split, length, index, lg_key_root(key), r);
    assert_true(r->length == length && r->n == length && r->m == length);
}

/* What happened to the selected tokens of some records. */
typedef struct tally {
    int tokens, selected, masked, kept, other;
} tally;

/* Adds the tokens of a record to the tally. Asserts that unselected tokens are the same in source and target. */
static void count_tokens(const lg_record *r, tally *t) {
    for (int i = 0; i < r->n; i++) {
        assert_int_equal(r->learned[i], r->counted[i]);
        assert_true(r->target[i] < MASK && (r->learned[i] || r->source[i] == r->target[i]));
        t->tokens++;
        t->selected += r->learned[i];
        t->masked += r->learned[i] && r->source[i] == MASK;
        t->kept += r->learned[i] && r->source[i] == r->target[i];
        t->other += r->source[i] != MASK && r->source[i] != r->target[i];
    }
}

static void assert_near(double found, double wanted, double tolerance) {
    if (!(found > wanted - tolerance && found < wanted + tolerance)) fail_msg("%g, expected %g", found, wanted);
}

/* Counts are within four standard deviations of the expected counts. One random replacement in 256 gives the same
 * token. */
static void training_selects_and_replaces_at_the_published_rates(void **state) {
    lg_values *v = values_of(*state, "0.15");
    lg_dataset *d = open_values(v);
    lg_record r = {0};
    tally t = {0};
    for (int i = 0; i < 400; i++) draw(d, LG_SPLIT_TRAIN, 100, i, 7, &r), count_tokens(&r, &t);
    assert_int_equal(t.tokens, 40000);
    assert_near(t.selected, 6000, 4 * 72);
    assert_near((double)t.masked / t.selected, 0.8, 4 * 0.4 / 77);
    assert_near((double)t.kept / t.selected, 0.1 + 0.1 / WORDS, 4 * 0.31 / 77);
    assert_near((double)t.other / t.selected, 0.1 - 0.1 / WORDS, 4 * 0.3 / 77);
    lg_record_free(&r);
    lg_dataset_close(d);
    lg_values_free(v);
}

/* The same index and key give the same record. Another index or another key masks other tokens. */
static void training_masks_depend_on_index_and_key(void **state) {
    lg_values *v = values_of(*state, "0.5");
    lg_dataset *d = open_values(v);
    lg_record r[4] = {{0}};
    static const int index[] = {3, 3, 4, 3}, key[] = {1, 1, 1, 2};
    for (int i = 0; i < 4; i++) draw(d, LG_SPLIT_TRAIN, 64, index[i], (uint64_t)key[i], &r[i]);
    assert_memory_equal(r[0].learned, r[1].learned, 64);
    assert_memory_equal(r[0].source, r[1].source, 64 * sizeof *r[0].source);
    assert_memory_not_equal(r[0].learned, r[2].learned, 64);
    assert_memory_not_equal(r[0].learned, r[3].learned, 64);
    for (int i = 0; i < 4; i++) lg_record_free(&r[i]);
    lg_dataset_close(d);
    lg_values_free(v);
}

/* For each position of the test split, collects the source token if the position is scored, else -1. */
static void collect(const lg_dataset *d, int length, int found[TEST]) {
    const int64_t count = lg_dataset_count(d, LG_SPLIT_TEST, length);
    lg_record r = {0};
    for (int i = 0; i < TEST; i++) found[i] = -1;
    for (int64_t i = 0; i < count; i++) {
        const int first = TEST - (int)(count - i) * length;
        draw(d, LG_SPLIT_TEST, length, i, 99, &r);
        for (int j = 0; j < length; j++) {
            assert_int_equal(r.target[j], letter(BYTES - TEST + first + j));
            if (!r.counted[j]) continue;
            assert_int_equal(found[first + j], -1);
            found[first + j] = r.source[j];
        }
    }
    lg_record_free(&r);
}

/* Half of the tokens are masked, so that every window has a selected token. */
static void all_lengths_predict_the_same_tokens(void **state) {
    static int shortest[TEST], other[TEST];
    lg_values *v = values_of(*state, "0.5");
    lg_dataset *d = open_values(v);
    int scored = 0;
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TEST, 10), 400);
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TEST, 200), 20);
    collect(d, 10, shortest);
    for (int i = 0; i < TEST; i++) scored += shortest[i] >= 0;
    assert_near(scored, 2000, 130);
    for (int length = 50; length <= 200; length += 150) {
        collect(d, length, other);
        assert_memory_equal(shortest, other, sizeof other);
    }
    lg_dataset_close(d);
    lg_values_free(v);
}

static void a_window_has_a_masked_token(void **state) {
    lg_values *v = values_of(*state, "0.000001");
    lg_dataset *d = open_values(v);
    lg_record r = {0};
    for (int i = 0; i < 50; i++) {
        tally t = {0};
        draw(d, i % 2 ? LG_SPLIT_TRAIN : LG_SPLIT_TEST, 10, i, 3, &r);
        count_tokens(&r, &t);
        assert_true(t.selected == 1 && r.learned[9]);
    }
    lg_record_free(&r);
    lg_dataset_close(d);
    lg_values_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(training_selects_and_replaces_at_the_published_rates, scratch_open,
                                        scratch_close),
        cmocka_unit_test_setup_teardown(training_masks_depend_on_index_and_key, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(all_lengths_predict_the_same_tokens, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(a_window_has_a_masked_token, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
