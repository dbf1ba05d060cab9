/* test_text_tasks.c: the tokenizer, properties of every registered text task, and texts of tasks from the literature,
 * compared string by string. */
#include <math.h>
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
#include "data/digest.h"
#include "data/text_task.h"
#include "sanitizer.h"
#include "tokens.h"

/* ---- tokens of a text ---- */

/* Asserts the tokens of a text. `wanted` separates them by blanks; the vocabulary has exactly these tokens. */
static void assert_tokens(const char *text, const char *wanted) {
    char copy[256], seen[256], *rest = copy, *word;
    const char *words[64];
    int32_t ids[64];
    int count = 0, kinds = 0;
    lg_arena *arena = lg_arena_new();
    lg_lexicon x;
    snprintf(copy, sizeof copy, "%s", wanted);
    while ((word = strsep(&rest, " "))) {
        int known = 0;
        while (known < kinds && strcmp(words[known], word)) known++;
        if (known == kinds) words[kinds++] = word;
        count++;
    }
    assert_true(lg_lexicon_from_list(&x, words, kinds, arena, NULL));
    lg_text_writer w = {.words = &x, .ids = ids, .capacity = 64};
    lg_text_write(&w, text);
    assert_int_equal(w.count, count);
    lg_vocabulary_write(&x.vocabulary, ids, w.count, seen, sizeof seen);
    assert_string_equal(seen, wanted);
    lg_arena_free(arena);
}

static void texts_are_split_into_tokens(void **state) {
    (void)state;
    assert_tokens("Copy: 7 K b [SEP] 7 K b [NEXT] 7 K b", "Copy : 7 K b [SEP] 7 K b [NEXT] 7 K b");
    assert_tokens("Replace 6 with > in 6 6 [SEP] > >", "Replace 6 with > in 6 6 [SEP] > >");
    assert_tokens("Copy: q[SEP]q", "Copy : q [SEP] q");
    assert_tokens("  a   b ", "a b");
    assert_tokens("The sorted list is [-1, 13, +1].", "The sorted list is [ -1 , 13 , +1 ] .");
    assert_tokens("Compute ( 1 + 2 ) ** 3 ? The answer is 1's.", "Compute ( 1 + 2 ) ** 3 ? The answer is 1's .");
    assert_tokens("[[a;]:", "[ [ a ; ] :");
    assert_tokens(", . : ; ? ] [ ?.", ", . : ; ? ] [ ? .");
    assert_tokens("[NEXT], x.y [a", "[ NEXT ] , x.y [ a");
}

static void text_is_cut(void **state) {
    char text[8];
    lg_text_writer w = {.text = text, .size = sizeof text};
    (void)state;
    lg_text_write(&w, "abc");
    lg_text_write_repeated(&w, "de", 9);
    assert_string_equal(text, "abc de ");
}

/* ---- data sets ---- */

typedef struct set {
    lg_values *values;
    lg_dataset *data;
} set;

static const lg_option choice[] = {{"data", LG_TEXT, "", 0, 0, NULL, ""}, {0}};

/* Settings are "key=value", separated by blanks; options that the entry does not have are skipped. */
static set set_open(const char *name, const char *settings) {
    set s = {.values = lg_values_new()};
    lg_error err = {0};
    char copy[256], *rest = copy, *word;
    lg_values_add(s.values, choice);
    lg_values_add(s.values, lg_data_find(name)->options);
    lg_values_add(s.values, lg_curriculum_find("epochs")->options);
    lg_values_set(s.values, "data", name, &err);
    lg_values_set(s.values, "curriculum.lengths", "2..20", &err);
    snprintf(copy, sizeof copy, "%s", settings);
    while (*copy != '\0' && (word = strsep(&rest, " "))) {
        char *value = strchr(word, '=');
        *value = '\0';
        if (lg_values_has(s.values, word)) lg_values_set(s.values, word, value + 1, &err);
    }
    s.data = lg_dataset_of(s.values, &err);
    if (!s.data) fail_msg("%s: %s", name, err.text);
    return s;
}

static void set_close(set *s) {
    lg_dataset_close(s->data);
    lg_values_free(s->values);
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, uint64_t key, lg_record *r) {
    const lg_record_size z = lg_dataset_bound(d, length);
    assert_true(lg_record_reserve(r, z.n, z.m, NULL));
    d->entry->methods->draw(d, split, length, index, lg_key_root(key), r);
    assert_true(r->length == length && r->n <= z.n && r->m <= z.m);
    if (d->entry->methods->exact) assert_true(r->n == z.n && r->m == z.m);
}

/* Writes the source and the target of a record as text, with a > between them. */
static void write_both(const lg_dataset *d, lg_split split, int length, int64_t index, char out[1024]) {
    char source[512], target[512];
    d->entry->methods->write(d, split, length, index, lg_key_root(0), source, target, sizeof source);
    snprintf(out, 1024, "%s>%s", source, target);
}

/* ---- properties of all text tasks ---- */

/* Asserts that the record has the tokens of the text, followed by the end token. */
static void assert_tokens_of_text(const lg_dataset *d, lg_split split, int length, int64_t index, const lg_record *r) {
    char source[4096], target[4096];
    int32_t ids[2048];
    lg_lexicon x;
    lg_arena *arena = lg_arena_new();
    assert_true(lg_lexicon_from_list(&x, d->source.words, d->source.size, arena, NULL));
    lg_text_writer w = {.words = &x, .ids = ids, .capacity = 2048};
    d->entry->methods->write(d, split, length, index, lg_key_root(0), source, target, sizeof source);
    if (d->before) lg_text_write(&w, d->before);
    lg_text_write(&w, source);
    lg_text_write(&w, d->between);
    assert_int_equal(w.count, r->n);
    assert_memory_equal(ids, r->source, sizeof *ids * (size_t)r->n);
    w.count = 0;
    lg_text_write(&w, target);
    ids[w.count++] = d->end;
    assert_int_equal(w.count, r->m);
    assert_memory_equal(ids, r->target, sizeof *ids * (size_t)r->m);
    lg_arena_free(arena);
}

/* The next id to try in place of a token: every id in short records, every seventh in long ones. */
static int next_id(const lg_record *r, int id) {
    return id + (r->length > 9 ? 7 : 1);
}

static void assert_wrong_when_changed(const lg_dataset *d, lg_record *r, int j) {
    const lg_data_methods *m = d->entry->methods;
    const int32_t right = r->target[j];
    for (int id = -1; id <= d->target.size; id = next_id(r, id)) {
        r->target[j] = id;
        if (m->check(d, r) != (id == right)) fail_msg("%s: token %d, %d instead of %d", d->entry->name, j, id, right);
    }
    r->target[j] = right;
    uint8_t *const marks[] = {r->learned, r->counted};
    for (int i = 0; i < 2; i++) {
        marks[i][j] ^= 1;
        assert_false(m->check(d, r));
        marks[i][j] ^= 1;
    }
}

/* Could the answer still be right after a change of this source word? A letter may be one that is not copied. A digit
 * may be in a term that does not change the answer. */
static bool may_change(const lg_dataset *d, int32_t id) {
    const char *word = d->source.words[id];
    return (!strcmp(d->entry->name, "half_copy") && lg_is_symbol(word)) ||
           (!strcmp(d->entry->name, "polynomial") && word[0] >= '0' && word[0] <= '9');
}

/* Asserts that `check` rejects a record if any source word is replaced, except for words that may change. */
static void assert_wrong_when_source_changes(const lg_dataset *d, lg_record *r) {
    const lg_data_methods *m = d->entry->methods;
    for (int i = 0; i < r->n; i++) {
        const int32_t right = r->source[i];
        for (int id = may_change(d, right) ? d->source.size : -1; id <= d->source.size; id = next_id(r, id)) {
            r->source[i] = id;
            if (m->check(d, r) != (id == right)) fail_msg("%s: source %d: %d, not %d", d->entry->name, i, id, right);
        }
        r->source[i] = right;
    }
    int *const frame[] = {&r->n, &r->m, &r->length, &r->cell};
    for (int i = 0; i < 4; i++) {
        (*frame[i])--;
        assert_false(m->check(d, r));
        (*frame[i])++;
    }
}

/* Can several sources have the same target? Four tasks have such sources; other tests check them. For experimental
 * entries the answer is unknown. */
static bool is_ambiguous(const lg_dataset *d) {
    static const char *const names[] = {"scan", "pcfg", "lego_chain", "lego_perm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(d->entry->name, names[i])) return true;
    return d->entry->experimental;
}

static void check_records(const lg_dataset *d, lg_split split, int length) {
    lg_record r = {0}, again = {0};
    const lg_data_methods *m = d->entry->methods;
    const int64_t there = lg_dataset_count(d, split, length);
    for (int64_t i = 0; i < TRIALS(length > 9 ? 2 : 6) && i < there; i++) {
        draw(d, split, length, i, 1, &r);
        draw(d, split, length, i, 2, &again); /* another key, on which records must not depend */
        assert_memory_equal(r.source, again.source, sizeof *r.source * (size_t)r.n);
        assert_memory_equal(r.target, again.target, sizeof *r.target * (size_t)r.m);
        assert_true(m->check(d, &r));
        assert_tokens_of_text(d, split, length, i, &r);
        for (int j = 0; j < r.m; j++) assert_wrong_when_changed(d, &r, j);
        if (length > 1 && !is_ambiguous(d)) assert_wrong_when_source_changes(d, &r);
        assert_true(m->check(d, &r));
    }
    lg_record_free(&r);
    lg_record_free(&again);
}

static void records_are_right_and_changes_are_wrong(void **state) {
    static const int lengths[] = {1, 2, 3, 9, 40};
    int tasks = 0;
    (void)state;
    for (const lg_data *const *e = lg_data_entries; *e; e++) {
        if (!lg_is_text_task(*e)) continue;
        set s = set_open((*e)->name, "data.examples=2000 data.alphabet=9");
        const lg_dataset *d = s.data;
        tasks += !(*e)->experimental;
        assert_true(d->one_vocabulary && d->separated && d->end == 1);
        assert_string_equal(d->source.words[0], "<pad>");
        assert_string_equal(d->source.words[1], "</s>");
        assert_string_equal(d->source.words[2], "<bos>");
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (lg_split split = 0; split <= LG_SPLIT_VALIDATION; split++)
                if (lg_dataset_count(d, split, lengths[i]) > 0) check_records(d, split, lengths[i]);
        set_close(&s);
    }
    if (tasks != 19) fail_msg("%d text tasks, not 19: add examples of new tasks to this file", tasks);
}

static void another_seed_is_other_data(void **state) {
    char text[2][1024];
    (void)state;
    for (const lg_data *const *e = lg_data_entries; *e; e++) {
        if (!lg_is_text_task(*e)) continue;
        for (int i = 0; i < 2; i++) {
            set s = set_open((*e)->name, i == 0 ? "" : "data.seed=1");
            const lg_split split = lg_dataset_count(s.data, LG_SPLIT_TEST, 16) > 0 ? LG_SPLIT_TEST : LG_SPLIT_TRAIN;
            write_both(s.data, split, 16, 3, text[i]);
            set_close(&s);
        }
        assert_string_not_equal(text[0], text[1]);
    }
}

/* A digest identifies the records of a split. It does not depend on the number of threads. Other records have another
 * digest. */
static void digests_name_records(void **state) {
    lg_pool *one = lg_pool_new(1, NULL), *three = lg_pool_new(3, NULL);
    (void)state;
    for (const lg_data *const *e = lg_data_entries; *e; e++) {
        if (!lg_is_text_task(*e)) continue;
        set s = set_open((*e)->name, "data.examples=5000 data.test_examples=20"),
            other = set_open((*e)->name, "data.examples=5000 data.test_examples=20 data.seed=1");
        for (lg_split split = LG_SPLIT_TRAIN; split <= LG_SPLIT_VALIDATION; split++) {
            char a[LG_DIGEST_SIZE], b[LG_DIGEST_SIZE], c[LG_DIGEST_SIZE];
            assert_true(lg_dataset_digest(s.data, split, one, a, NULL));
            assert_true(lg_dataset_digest(s.data, split, three, b, NULL));
            assert_true(lg_dataset_digest(other.data, split, three, c, NULL));
            if (strlen(a) != LG_DIGEST_SIZE - 1) fail_msg("%s, split %d: no digest", (*e)->name, split);
            assert_string_equal(a, b);
            if (!strcmp(a, c))
                fail_msg("%s, split %d: records of another seed have the same digest", (*e)->name, split);
        }
        set_close(&s);
        set_close(&other);
    }
    lg_pool_free(one);
    lg_pool_free(three);
}

static void very_long_records_are_drawn(void **state) {
    lg_record r = {0};
    (void)state;
    for (const lg_data *const *e = lg_data_entries; *e; e++) {
        if (!lg_is_text_task(*e)) continue;
        set s = set_open((*e)->name, "");
        int length = LG_LENGTH_MAX; /* lowered to the longest available length */
        while (lg_dataset_count(s.data, LG_SPLIT_TRAIN, length) == 0) length--;
        draw(s.data, LG_SPLIT_TRAIN, length, 0, 0, &r);
        assert_true((*e)->methods->check(s.data, &r));
        set_close(&s);
    }
    lg_record_free(&r);
}

/* ---- the tasks of the literature ---- */

/* Asserts that a training or validation record of this length has this text. */
static void assert_found(const char *name, const char *settings, int length, const char *wanted) {
    char text[1024] = "";
    set s = set_open(name, settings);
    const lg_split splits[] = {LG_SPLIT_TRAIN, LG_SPLIT_VALIDATION};
    for (int i = 0; i < 2 && strcmp(text, wanted); i++) {
        const int64_t there = lg_dataset_count(s.data, splits[i], length);
        for (int64_t k = 0; k < there && strcmp(text, wanted); k++) write_both(s.data, splits[i], length, k, text);
    }
    if (strcmp(text, wanted)) fail_msg("%s has no %s", name, wanted);
    set_close(&s);
}

static void strings_are_those_of_the_study(void **state) {
    (void)state;
    assert_found("copy_rsc", "", 3, "Copy: q q q>q q q");
    assert_found("copy_rsc", "", 1, "Copy: w62>w62");
    assert_found("copy_rsc", "data.alphabet=10", 2, "Copy: 2 2>2 2");
    assert_found("copy_rsc2x", "", 2, "Copy: q q>q q q q");
    assert_found("copy_rdc", "", 4, "Replace 0 with 1 in 0 0 0 0>1 1 1 1");
    assert_found("copy_rdc", "data.examples=100", 4, "Replace 1 with 0 in 1 1 1 1>0 0 0 0");
    assert_found("copy_rdc", "", 2, "Replace w77 with w76 in w77 w77>w76 w76"); /* 6052 examples: k = 78 words */
    assert_found("copy_cmc", "data.alphabet=1", 3, "Copy: 0 0 0>0 0 0");
    assert_found("copy_cmc2x", "data.alphabet=1", 2, "Copy: 0 0>0 0 [NEXT] 0 0");
    assert_found("reverse_mc", "data.alphabet=4", 3, "Reverse: 3 0 2>2 0 3");
    assert_found("reverse_mc2x", "data.alphabet=11", 2, "Reverse: a 4>4 a [NEXT] 4 a");
    assert_found("reverse_mcrv", "data.alphabet=11", 2, "Reverse: a 4>4 a [NEXT] a 4");
    assert_found("half_copy", "data.alphabet=5", 4, "Copy: 3 0 1 4>1");
    assert_found("addition", "", 1, "Compute 9 + 5 ?>The answer is 1 4.");
    assert_found("addition", "data.examples=200000", 2, "Compute 9 9 + 1 ?>The answer is 1 0 0.");
    assert_found("summation", "", 2, "Compute: 9 + 9 .>The answer is 8 .");
    assert_found("summation", "", 3, "Compute: 5 + 3 + 2 .>The answer is 0 .");
    assert_found("parity_text", "", 5,
                 "Is the number of 1's even in the sequence [ 1, 0, 0, 1, 1 ] ?>The answer is No.");
    assert_found("parity_text", "", 4, "Is the number of 1's even in the sequence [ 1, 1, 1, 0 ] ?>The answer is No.");
    assert_found("parity_text", "", 4, "Is the number of 1's even in the sequence [ 1, 0, 1, 0 ] ?>The answer is Yes.");
    assert_found("sort_single", "data.alphabet=10", 3,
                 "Sort the following list [ 3, 1, 2 ].>The sorted list is [ 1, 2, 3 ].");
    assert_found("sort_multi", "data.largest=60", 2,
                 "Sort the following list [ 5 0, 5 0 ].>The sorted list is [ 5 0, 5 0 ].");
    assert_found("polynomial", "data.examples=400000 data.seed=1", 2,
                 "Evaluate at x = 2 in - 3 * x ** 1 + 2 * x ** 0 ?>The answer is 6.");
    assert_found("polynomial", "", 1, "Evaluate at x = - 1 in 1 * x ** 3 ?>The answer is 9.");
}

/* Records of a data set without the prefix have the same tokens except the prefix. A data set with the prefix refuses
 * records without it; a data set without the prefix refuses records with it. */
static void prefixes_may_be_left_out(void **state) {
    static const char *const names[] = {"scan", "pcfg"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        lg_record r = {0}, other = {0};
        set with = set_open(names[i], ""), without = set_open(names[i], "data.prefix=false");
        assert_string_equal(with.data->before, "Solve: ");
        assert_null(without.data->before);
        check_records(without.data, LG_SPLIT_TRAIN, 3);
        check_records(without.data, LG_SPLIT_TEST, i == 0 ? 26 : 9);
        draw(with.data, LG_SPLIT_TRAIN, 3, 5, 0, &r);
        draw(without.data, LG_SPLIT_TRAIN, 3, 5, 0, &other);
        assert_true(other.n == r.n - 2 && other.m == r.m);
        assert_memory_equal(other.source, r.source + 2, sizeof *r.source * (size_t)other.n);
        assert_false(with.data->entry->methods->check(with.data, &other));
        assert_false(without.data->entry->methods->check(without.data, &r));
        lg_record_free(&r), lg_record_free(&other);
        set_close(&with), set_close(&without);
    }
}

/* data.smallest sets the smallest number that is drawn. The check of a data set refuses numbers that are smaller. */
static void the_smallest_number_is_an_option(void **state) {
    lg_record r = {0};
    lg_error err = {0};
    (void)state;
    assert_found("sort_multi", "data.smallest=0 data.largest=12", 2,
                 "Sort the following list [ 1 2, 0 ].>The sorted list is [ 0, 1 2 ].");
    set low = set_open("sort_multi", "data.smallest=0 data.largest=12"), same = set_open("sort_multi", ""),
        one = set_open("sort_multi", "data.smallest=12 data.largest=12");
    check_records(low.data, LG_SPLIT_TRAIN, 3);
    draw(one.data, LG_SPLIT_TRAIN, 1, 0, 0, &r);
    assert_true(same.data->entry->methods->check(same.data, &r) && low.data->entry->methods->check(low.data, &r));
    int below = 0;
    for (int64_t i = 0; i < 40; i++) {
        draw(low.data, LG_SPLIT_TRAIN, 3, i, 0, &r);
        below += !same.data->entry->methods->check(same.data, &r);
        assert_false(one.data->entry->methods->check(one.data, &r));
    }
    assert_true(below > 36); /* in 1 of 81 lists all three numbers are above 9 */
    lg_values_set(one.values, "data.smallest", "13", &err);
    assert_null(lg_dataset_of(one.values, &err));
    assert_string_equal(err.text, "data.smallest: 13 is greater than data.largest: 12");
    lg_record_free(&r);
    set_close(&low), set_close(&same), set_close(&one);
}

static void half_copies_have_even_lengths(void **state) {
    lg_error err = {0};
    set s = set_open("half_copy", "");
    (void)state;
    for (int length = 1; length <= 100; length++)
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, length), length % 2 == 0 ? 500 : 0);
    assert_int_equal(lg_dataset_longest(s.data, LG_SPLIT_TEST, 131), 100);
    assert_false(lg_dataset_has(s.data, LG_SPLIT_TEST, 7, &err));
    assert_string_equal(err.text, "length: half_copy has no test records of length 7 (its lengths are multiples of 2)");
    err = (lg_error){0};
    assert_false(lg_dataset_has(s.data, LG_SPLIT_TEST, 102, &err));
    assert_non_null(strstr(err.text, "(the longest have 100)"));
    set_close(&s);
}

/* Asserts that the check accepts this record, and refuses it as a record of another cell. */
static void assert_right(const char *name, int length, int cell, const char *source, const char *target) {
    lg_record r = {0};
    set s = set_open(name, "");
    assert_true(lg_record_reserve(&r, 128, 128, NULL));
    lg_record_begin(&r, length, 128, 128);
    r.n = read_tokens(s.data, source, s.data->between, r.source, 128);
    r.m = read_tokens(s.data, target, "</s>", r.target, 128);
    r.cell = cell;
    if (!s.data->entry->methods->check(s.data, &r)) fail_msg("%s: wrong: %s", name, source);
    r.cell++;
    assert_false(s.data->entry->methods->check(s.data, &r));
    lg_record_free(&r);
    set_close(&s);
}

static void examples_of_the_study_are_right(void **state) {
    (void)state;
    assert_right("addition", 5, 3, "Compute 5 3 7 2 6 + 1 9 1 7 ?", "The answer is 5 5 6 4 3.");
    assert_right("addition", 2, 0, "Compute 9 9 + 1 ?", "The answer is 1 0 0.");
    assert_right("addition", 2, 2, "Compute 1 + 9 9 ?", "The answer is 1 0 0.");
    assert_right("summation", 5, 0, "Compute: 1 + 2 + 3 + 4 + 7 .", "The answer is 7 .");
    assert_right("sort_single", 5, 0, "Sort the following list [ M, E, F, F, N ].",
                 "The sorted list is [ E, F, F, M, N ].");
    assert_right("sort_single", 4, 0, "Sort the following list [ b, 7, K, a ].", "The sorted list is [ 7, a, b, K ].");
    assert_right("sort_multi", 4, 0, "Sort the following list [ 2 4 6 8, 6 8 6 3, 8 8 1, 4 1 2 5 ].",
                 "The sorted list is [ 8 8 1, 2 4 6 8, 4 1 2 5, 6 8 6 3 ].");
    assert_right("sort_multi", 3, 0, "Sort the following list [ 3 1, 1 5, 9 2 6 ].",
                 "The sorted list is [ 1 5, 3 1, 9 2 6 ].");
    assert_right("polynomial", 3, 0, "Evaluate at x = - 2 in 3 * x ** 0 + 1 * x ** 1 + 1 * x ** 2 ?",
                 "The answer is 5.");
    assert_right("half_copy", 8, 0, "Copy: 7 K b a q 4 Z 1", "q 4");
    assert_right("reverse_mcrv", 3, 0, "Reverse: a 4 Z", "Z 4 a [NEXT] a 4 Z");
}

/* Does the task accept this text if the right answer is 1 0 0? */
static bool is_accepted(const char *name, const char *answer) {
    int32_t ids[2][128];
    set s = set_open(name, "");
    const lg_data_methods *m = s.data->entry->methods;
    const int count = read_tokens(s.data, answer, "", ids[0], 128);
    const int wanted = read_tokens(s.data, "The answer is 1 0 0.", "</s>", ids[1], 128);
    const bool accepted = m->accepts(s.data, ids[0], count, ids[1], wanted);
    set_close(&s);
    return accepted;
}

static void answers_are_accepted(void **state) {
    (void)state;
    assert_true(is_accepted("addition", "The answer is 1 0 0."));
    assert_true(is_accepted("addition", "The answer is 1 0 0. ?"));
    assert_true(is_accepted("addition", "1 0 + 9 0 ? The answer is 1 0. The answer is 1 0 0. 9 </s> 9"));
    assert_false(is_accepted("addition", "1 0 + 9 0 ? The answer is 1 0 0. The answer is 1 0. </s>"));
    assert_false(is_accepted("addition", "The answer is 1 0."));
    assert_false(is_accepted("addition", "The answer is 1 0 </s> ."));
    assert_false(is_accepted("addition", "The answer is 1 0 0"));
    assert_false(is_accepted("addition", "1 0 0"));
}

/* The cells (kinds of records) of a length take turns from record to record. Also tests the names of the cells. */
static void cells_are_taken_in_turns(void **state) {
    static const char *const names[] = {"3-by-1", "3-by-2", "3-by-3", "1-by-3", "2-by-3"};
    lg_record r = {0};
    set s = set_open("addition", "");
    (void)state;
    for (int i = 0; i < 10; i++) {
        char name[16];
        draw(s.data, LG_SPLIT_TEST, 3, i, 0, &r);
        s.data->entry->methods->name_cell(s.data, 3, r.cell, name, sizeof name);
        assert_string_equal(name, names[i % 5]);
    }
    lg_record_free(&r);
    set_close(&s);
}

/* ---- distributions ---- */

enum { KINDS = 128 };

/* The part of a source whose values are counted. If `number`, this is the number with index `at` among the source's
 * numbers; otherwise it is token `at`. */
typedef struct part {
    const char *name, *settings;
    int length;
    bool number;
    int at, kinds; /* number of possible values, all equally likely */
    int cell;
} part;

static void name_part(const lg_dataset *d, const lg_record *r, const part *p, char *out, size_t size) {
    lg_text_reader x = {d->source.words, r->source, r->n, 0};
    int64_t value = 0;
    if (!p->number) {
        snprintf(out, size, "%s", d->source.words[r->source[p->at]]);
        return;
    }
    for (int seen = 0; seen <= p->at;) {
        assert_false(lg_read_ended(&x));
        if (lg_read_integer(&x, &value))
            seen++;
        else
            lg_read_word(&x);
    }
    snprintf(out, size, "%d", (int)value);
}

/* Asserts that the chi-square of the counts, with kinds - 1 degrees of freedom, is within five standard deviations of
 * its mean. */
static void assert_uniform(const part *p) {
    char kinds[KINDS][16], name[16];
    int counts[KINDS] = {0}, count = 0, all = 0;
    lg_record r = {0};
    set s = set_open(p->name, p->settings);
    double sum = 0;
    for (int64_t i = 0; i < lg_dataset_count(s.data, LG_SPLIT_TRAIN, p->length); i++) {
        int k = 0;
        draw(s.data, LG_SPLIT_TRAIN, p->length, i, 0, &r);
        if (r.cell != p->cell) continue;
        name_part(s.data, &r, p, name, sizeof name);
        while (k < count && strcmp(name, kinds[k])) k++;
        assert_true(k < KINDS);
        if (k == count) strcpy(kinds[count++], name);
        counts[k]++;
        all++;
    }
    const double each = (double)all / p->kinds;
    for (int k = 0; k < count; k++) sum += (counts[k] - each) * (counts[k] - each) / each;
    if (count != p->kinds) fail_msg("%s %d: %d kinds, not %d", p->name, p->at, count, p->kinds);
    if (sum > p->kinds - 1 + 5 * sqrt(2 * (p->kinds - 1))) fail_msg("%s %d: chi-square %g", p->name, p->at, sum);
    lg_record_free(&r);
    set_close(&s);
}

static void parts_are_uniform(void **state) {
    static const part parts[] = {
        {"copy_cmc", "", 5, false, 4, 100, 0},
        {"reverse_mc", "", 5, false, 2, 100, 0},
        {"reverse_mc", "", 5, false, 6, 100, 0},
        {"half_copy", "", 6, false, 2, 100, 0},
        {"half_copy", "", 6, false, 7, 100, 0},
        {"addition", "", 1, true, 0, 10, 0},
        {"addition", "", 1, true, 1, 10, 0},
        {"addition", "", 3, false, 1, 9, 0},
        {"addition", "", 3, false, 2, 10, 1},
        {"addition", "", 3, false, 5, 9, 2},
        {"addition", "", 3, true, 0, 10, 3},
        {"summation", "", 7, true, 0, 9, 0},
        {"summation", "", 7, true, 6, 9, 0},
        {"parity_text", "", 6, true, 0, 2, 0},
        {"parity_text", "", 6, true, 5, 2, 0},
        {"sort_single", "", 7, false, 5, 50, 0},
        {"sort_single", "", 7, false, 17, 50, 0},
        {"sort_multi", "data.largest=99", 3, true, 0, 90, 0},
        {"sort_multi", "data.largest=99", 3, true, 2, 90, 0},
        {"polynomial", "", 3, true, 0, 5, 0},
        {"polynomial", "", 3, true, 1, 7, 0},
        {"polynomial", "", 3, true, 2, 4, 0},
        {"polynomial", "", 3, true, 5, 7, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) assert_uniform(&parts[i]);
}

/* ---- sizes ---- */

static void assert_words(const char *name, int words) {
    set s = set_open(name, "");
    if (s.data->source.size != words + 2) fail_msg("%s: %d words", name, s.data->source.size - 2);
    set_close(&s);
}

/* Asserts the number of words of each task with scratchpads. The number includes </s>. It excludes <pad> and <bos>,
 * which occur in no record. */
static void vocabularies_have_the_words_of_scratchpads(void **state) {
    (void)state;
    assert_words("addition", 43);
    assert_words("polynomial", 38);
    assert_words("summation", 33);
    assert_words("parity_text", 33);
    assert_words("sort_single", 76);
    assert_words("sort_multi", 36);
}

/* Asserts the number of tokens (prompt, target and </s>) of the longest record of length 8. */
static void assert_longest(const char *name, int tokens) {
    set s = set_open(name, "");
    const lg_record_size z = lg_dataset_bound(s.data, 8);
    lg_record r = {0};
    int longest = 0;
    for (int64_t i = 0; i < 3000; i++) {
        draw(s.data, LG_SPLIT_TEST, 8, i, 0, &r);
        if (r.n + r.m > longest) longest = r.n + r.m;
    }
    assert_int_equal(z.n + z.m, tokens);
    if (longest < tokens - 8 || longest > tokens) fail_msg("%s: %d tokens", name, longest);
    lg_record_free(&r);
    set_close(&s);
}

static void records_are_as_long_as_those_of_the_study(void **state) {
    (void)state;
    assert_longest("addition", 33);
    assert_longest("polynomial", 69);
    assert_longest("summation", 25);
    assert_longest("parity_text", 33);
    assert_longest("sort_single", 45);
    assert_longest("sort_multi", 93);
}

static void assert_counts(const char *name, const char *settings, int words, int64_t train, int64_t validation,
                          int64_t test) {
    set s = set_open(name, settings);
    assert_int_equal(s.data->source.size, words);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TRAIN, 2), train);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_VALIDATION, 2), validation);
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 40), test);
    set_close(&s);
}

static void sizes_are_those_of_the_study(void **state) {
    (void)state;
    assert_counts("copy_rsc", "", 6058, 5263, 789, 500);
    assert_counts("copy_rdc", "", 85, 5263, 743, 500);
    assert_counts("copy_rdc", "data.examples=1 data.validation=0", 9, 1, 1, 2);
    assert_counts("copy_cmc", "", 106, 5263, 789, 500);
    assert_counts("copy_cmc", "data.examples=19 data.alphabet=26", 32, 1, 0, 500);
    assert_counts("copy_cmc", "data.validation=0.05", 106, 5263, 263, 500);
    assert_counts("copy_cmc2x", "data.test_examples=7", 107, 5263, 789, 7);
    assert_counts("addition", "curriculum.lengths=1..8", 45, 3 * 1562, 3 * 234, 0); /* 1562 + 234 = 1796 per cell */
    assert_counts("half_copy", "", 106, 5263, 789, 500);
    assert_counts("summation", "curriculum.lengths=2..8", 35, 14285, 2143, 1250);
}

enum { KNOWN = 120 };

/* Adds the texts of a split to `known`; no text may occur twice. */
static int note_all(const lg_dataset *d, lg_split split, char known[KNOWN][1024], int count) {
    const int64_t there = lg_dataset_count(d, split, 5);
    assert_true(count + there <= KNOWN);
    for (int64_t i = 0; i < there; i++) {
        write_both(d, split, 5, i, known[count]);
        for (int j = 0; j < count; j++) assert_string_not_equal(known[count], known[j]);
        count++;
    }
    return count;
}

/* Training and validation examples are all different and in a random order. The test split has the examples of both
 * splits, in another order. */
static void examples_are_counted_off(void **state) {
    static const char *const names[] = {"copy_rsc", "copy_rdc"};
    (void)state;
    for (int t = 0; t < 2; t++) {
        /* 100 training examples for each length, and 15 for validation. copy_rdc has only 110 pairs of 11 words. */
        set s = set_open(names[t], "data.examples=1900");
        static char known[KNOWN][1024];
        char text[1024];
        int uses[KNOWN] = {0}, moved = 0;
        const int train = note_all(s.data, LG_SPLIT_TRAIN, known, 0);
        const int all = note_all(s.data, LG_SPLIT_VALIDATION, known, train);
        assert_int_equal(train, 100);
        assert_int_equal(all, t == 0 ? 115 : 110);
        assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_TEST, 5), all);
        for (int i = 0; i < all; i++) {
            int at = 0;
            write_both(s.data, LG_SPLIT_TEST, 5, i, text);
            while (at < all && strcmp(text, known[at])) at++;
            assert_true(at < all && ++uses[at] == 1);
            moved += at != i;
        }
        assert_true(moved > 50);
        set_close(&s);
    }
}

/* In tasks whose examples are drawn independently, the validation examples are those that would follow the training
 * examples. */
static void validation_follows_training(void **state) {
    char text[2][1024];
    set s = set_open("copy_cmc", "data.examples=1900 data.validation=0.5");
    set more = set_open("copy_cmc", "data.examples=3800 data.validation=0");
    (void)state;
    assert_int_equal(lg_dataset_count(s.data, LG_SPLIT_VALIDATION, 5), 50);
    assert_int_equal(lg_dataset_count(more.data, LG_SPLIT_VALIDATION, 5), 0);
    for (int64_t i = 0; i < 50; i++) {
        write_both(s.data, LG_SPLIT_VALIDATION, 5, i, text[0]);
        write_both(more.data, LG_SPLIT_TRAIN, 5, 100 + i, text[1]);
        assert_string_equal(text[0], text[1]);
    }
    set_close(&s);
    set_close(&more);
}

/* ---- answers ---- */

/* The tokens of a text, whose words become the vocabulary (at most 64 words). */
typedef struct tokens {
    const char *words[64];
    char copy[512];
    int32_t ids[64];
} tokens;

static lg_text_reader tokens_of(tokens *t, const char *text) {
    char *rest = t->copy, *word;
    int count = 0;
    snprintf(t->copy, sizeof t->copy, "%s", text);
    while ((word = strsep(&rest, " "))) {
        t->words[count] = word;
        t->ids[count] = count;
        count++;
    }
    return (lg_text_reader){t->words, t->ids, count, 0};
}

static void assert_same(lg_answer_fn same, bool expected, const char *answer, const char *wanted) {
    tokens a, b;
    if (same(tokens_of(&a, answer), tokens_of(&b, wanted)) != expected)
        fail_msg("'%s' and '%s' %s", answer, wanted, expected ? "differ" : "are the same");
}

static void answers_are_found_and_compared(void **state) {
    static const char number[] = "The answer is 1 4 .", word[] = "The answer is Yes .";
    static const char list[] = "The sorted list is [ 1 5 , 3 ] .";
    (void)state;
    assert_same(lg_same_integer_answer, true, number, number);
    assert_same(lg_same_integer_answer, true, "Thinking . Thus , The answer is 0 1 4 . and more", number);
    assert_same(lg_same_integer_answer, true, "The answer is 7 . The answer is 1 4 .", number);
    assert_same(lg_same_integer_answer, false, "The answer is 1 4 . The answer is 7 .", number);
    assert_same(lg_same_integer_answer, false, "The answer is 1 4 . Thus , The answer was 3 .", number);
    assert_same(lg_same_integer_answer, false, "The answer is - 1 4 .", number);
    assert_same(lg_same_integer_answer, true, "The answer is - 1 4 .", "The answer is - 1 4 .");
    assert_same(lg_same_integer_answer, false, "The answer is 1 4", number);
    assert_same(lg_same_integer_answer, false, "The answer is 14 .", number);
    assert_same(lg_same_integer_answer, false, "The answer is .", number);
    assert_same(lg_same_integer_answer, false, "The answer is 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 .", number);
    assert_same(lg_same_words_answer, true, "the The answer is YES .", word);
    assert_same(lg_same_words_answer, false, "The answer is Yes", word);
    assert_same(lg_same_words_answer, false, "The answer is Yes . No .", word);
    assert_same(lg_same_words_answer, false, "The answer is .", word);
    assert_same(lg_same_words_answer, false, "The answer is No .", word);
    assert_same(lg_same_list_answer, true, ". Thus , The sorted list is [ 1 5 , 3 ] , ]", list);
    assert_same(lg_same_list_answer, false, "The sorted list is [ 0 1 5 , 3 ] .", list);
    assert_same(lg_same_list_answer, false, "The sorted list is [ 1 5 , 3 .", list);
    assert_same(lg_same_list_answer, false, "The sorted list is [ 1 5 , 3 , 3 ] .", list);
    assert_same(lg_same_integers_answer, true, "The sorted list is [ 0 1 5 , 3 ]", list);
    assert_same(lg_same_integers_answer, false, "The sorted list is [ 1 5 3 ] .", list);
    assert_same(lg_same_integers_answer, false, "The sorted list is [ 1 5 ] .", list);
    assert_same(lg_same_integers_answer, false, "The sorted list is [ 1 5 , 3 , 3 ] .", list);
    assert_same(lg_same_integers_answer, false, "The sorted list is 1 5 , 3 .", list);
    assert_same(lg_same_integers_answer, false, "", list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_split_into_tokens),
        cmocka_unit_test(text_is_cut),
        cmocka_unit_test(records_are_right_and_changes_are_wrong),
        cmocka_unit_test(another_seed_is_other_data),
        cmocka_unit_test(digests_name_records),
        cmocka_unit_test(very_long_records_are_drawn),
        cmocka_unit_test(strings_are_those_of_the_study),
        cmocka_unit_test(prefixes_may_be_left_out),
        cmocka_unit_test(the_smallest_number_is_an_option),
        cmocka_unit_test(half_copies_have_even_lengths),
        cmocka_unit_test(examples_of_the_study_are_right),
        cmocka_unit_test(answers_are_accepted),
        cmocka_unit_test(cells_are_taken_in_turns),
        cmocka_unit_test(parts_are_uniform),
        cmocka_unit_test(vocabularies_have_the_words_of_scratchpads),
        cmocka_unit_test(records_are_as_long_as_those_of_the_study),
        cmocka_unit_test(sizes_are_those_of_the_study),
        cmocka_unit_test(examples_are_counted_off),
        cmocka_unit_test(validation_follows_training),
        cmocka_unit_test(answers_are_found_and_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
