/* text_sets.h: data sets of text tasks for tests, their records, and texts to check. */
#ifndef TEST_TEXT_SETS_H
#define TEST_TEXT_SETS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config/describe.h"
#include "config/values.h"
#include "data/curriculum.h"
#include "data/text_task.h"
#include "tokens.h"

enum { SPECIAL = 3, LONGEST = 8192 };

static const lg_split splits[] = {LG_SPLIT_TRAIN, LG_SPLIT_VALIDATION, LG_SPLIT_TEST};
enum { SPLITS = 3 };

/* ---- data sets and records ---- */

typedef struct set {
    lg_values *values;
    lg_dataset *data;
    lg_record record;
} set;

/* The options of a data set. If `key` is not NULL, option `key` has the value `value`. */
static inline lg_values *set_values(const char *name, const char *lengths, const char *key, const char *value) {
    static const lg_option choice[] = {{"data", LG_TEXT, "", 0, 0, NULL, ""}, {0}};
    lg_values *v = lg_values_new();
    lg_error err = {0};
    lg_values_add(v, choice);
    lg_values_add(v, lg_data_find(name)->options);
    lg_values_add(v, lg_curriculum_find("epochs")->options);
    lg_values_set(v, "data", name, &err);
    lg_values_set(v, "curriculum.lengths", lengths, &err);
    if (key) assert_true(lg_values_set(v, key, value, &err));
    return v;
}

/* Opens the data set with these options. set_close frees both. */
static inline set set_open_values(lg_values *v) {
    lg_error err = {0};
    set s = {.values = v, .data = lg_dataset_of(v, &err)};
    if (!s.data) fail_msg("%s: %s", lg_text(v, "data"), err.text);
    return s;
}

static inline set set_open(const char *name, const char *lengths, const char *key, const char *value) {
    return set_open_values(set_values(name, lengths, key, value));
}

static inline void set_close(set *s) {
    lg_record_free(&s->record);
    lg_dataset_close(s->data);
    lg_values_free(s->values);
}

static inline const lg_record *draw(set *s, lg_split split, int length, int64_t index) {
    const lg_record_size z = lg_dataset_bound(s->data, length);
    assert_true(lg_record_reserve(&s->record, z.n, z.m, NULL));
    s->data->entry->methods->draw(s->data, split, length, index, lg_key_root(7), &s->record);
    assert_true(s->record.n <= z.n && s->record.m <= z.m && s->record.length == length);
    return &s->record;
}

/* Writes "source\ttarget". If the data set has a prefix, the prefix precedes the source. */
static inline void write_both(const set *s, lg_split split, int length, int64_t index, char out[LONGEST]) {
    char source[LONGEST / 2 - 8], target[LONGEST / 2 - 8];
    s->data->entry->methods->write(s->data, split, length, index, lg_key_root(7), source, target, sizeof source);
    snprintf(out, LONGEST, "%s%s\t%s", s->data->before ? s->data->before : "", source, target);
}

static inline int64_t count_all(const set *s, lg_split split, int longest) {
    int64_t sum = 0;
    for (int n = 1; n <= longest; n++) sum += lg_dataset_count(s->data, split, n);
    return sum;
}

/* Does the data set accept this target? */
static inline bool is_right(set *s, int length, int cell, const char *source, const char *target) {
    assert_true(lg_record_reserve(&s->record, 600, 600, NULL));
    const int n = read_tokens(s->data, source, s->data->between, s->record.source, 600);
    const int m = read_tokens(s->data, target, "</s>", s->record.target, 600);
    lg_record_begin(&s->record, length, n, m);
    s->record.cell = cell;
    return s->data->entry->methods->check(s->data, &s->record);
}

/* Asserts that the check accepts the record, and refuses it if any word of its target is replaced, if the target's last
 * word is missing, or if the record's length is wrong. */
static inline void assert_target_is_checked(set *s) {
    lg_record *r = &s->record;
    const lg_data_methods *m = s->data->entry->methods;
    assert_true(m->check(s->data, r));
    for (int j = 0; j < r->m - 1; j++) {
        const int32_t right = r->target[j];
        r->target[j] = right + 1 < s->data->source.size ? right + 1 : SPECIAL;
        assert_false(m->check(s->data, r));
        r->target[j] = right;
    }
    r->length++;
    assert_false(m->check(s->data, r));
    r->length--;
    r->m--;
    const int32_t last = r->target[r->m - 1];
    r->target[r->m - 1] = 1;
    assert_false(m->check(s->data, r));
    r->target[r->m++ - 1] = last;
    assert_true(m->check(s->data, r));
}

/* Asserts the size of the vocabulary, counted as in the published study: without <pad> and <bos>. */
static inline void assert_vocabulary(const char *name, int words) {
    set s = set_open(name, "4..8", NULL, NULL);
    assert_int_equal(s.data->source.size - 2, words);
    set_close(&s);
}

/* Asserts that a record does not depend on records that were drawn before, and differs between splits and between
 * seeds. */
static inline void assert_depends(const char *name) {
    char text[SPLITS][LONGEST], again[LONGEST];
    set s = set_open(name, "4..8", NULL, NULL), other = set_open(name, "4..8", "data.seed", "1");
    for (int k = 0; k < SPLITS; k++) write_both(&s, splits[k], 6, 5, text[k]);
    for (int k = 0; k < SPLITS; k++) {
        write_both(&s, splits[k], 6, 5, again);
        assert_string_equal(again, text[k]);
        assert_string_not_equal(text[k], text[(k + 1) % SPLITS]);
        write_both(&other, splits[k], 6, 5, again);
        assert_string_not_equal(again, text[k]);
    }
    set_close(&s);
    set_close(&other);
}

/* Asserts that a count in `trials` trials of probability p is within five standard deviations of its mean. */
static inline void assert_share(int count, int trials, double p) {
    const double off = count - trials * p;
    if (off * off > 25 * trials * p * (1 - p)) fail_msg("%d of %d, not a share of %g", count, trials, p);
}

#endif
