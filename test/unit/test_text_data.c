/* test_text_data.c: text from a file: splits, windows, text streams, and how bytes are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/describe.h"
#include "config/values.h"
#include "data/data.h"
#include "data/targets.h"
#include "data/token_text.h"
#include "data/vocabulary.h"
#include "scratch.h"
#include "token_words.h"
#include "train/parallel_streams.h"
#include "train/train.h"

static const lg_option choice[] = {{"data", LG_TEXT, "text", 0, 0, NULL, ""}, {0}};

static lg_values *values_of(scratch *s, const char *bytes, size_t size, const char *fraction, const char *stride) {
    lg_values *v = lg_values_new();
    FILE *f = fopen(scratch_path(s, "text"), "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    lg_values_add(v, choice);
    lg_values_add(v, lg_data_find("text")->options);
    lg_values_add(v, lg_eval_options);
    lg_values_add(v, lg_train_options);
    lg_values_set(v, "data.file", scratch_path(s, "text"), NULL);
    lg_values_set(v, "data.test_fraction", fraction, NULL);
    lg_values_set(v, "eval.stride", stride, NULL);
    return v;
}

/* A text of 256 bytes; byte i has the value i. The first 156 bytes are the training split, the last 100 the test
 * split. */
static lg_values *values_of_numbers(scratch *s, const char *stride, const char *context) {
    char bytes[256];
    for (int i = 0; i < 256; i++) bytes[i] = (char)i;
    lg_values *v = values_of(s, bytes, 256, "0.390625", stride);
    lg_values_set(v, "data.context", context, NULL);
    return v;
}

static lg_dataset *open_values(const lg_values *v) {
    lg_error err = {0};
    lg_dataset *d = lg_dataset_of(v, &err);
    if (!d) fail_msg("%s", err.text);
    return d;
}

static lg_dataset *open_with_context(scratch *s, const char *stride, const char *context, lg_values **v) {
    *v = values_of_numbers(s, stride, context);
    return open_values(*v);
}

static lg_dataset *open_numbers(scratch *s, const char *stride, lg_values **v) {
    return open_with_context(s, stride, "1", v);
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_record *r) {
    const lg_record_size z = lg_dataset_bound(d, length);
    assert_true(lg_record_reserve(r, z.n, z.m, NULL));
    d->entry->methods->draw(d, split, length, index, lg_key_root(1), r);
    assert_true(r->length == length && r->n == z.n && r->m == length);
    for (int i = 0; i < r->n; i++) assert_int_equal(r->source[i], r->source[0] + i);
    for (int j = 0; j < length; j++) assert_int_equal(r->target[j], r->source[0] + r->n + j);
}

/* ---- the test split ---- */

/* Options of an evaluation at all lengths in `lengths`. */
typedef struct evaluated {
    int context, stride, targets;
} evaluated;

enum { FIRST = 156, END = 256, TEST = END - FIRST };
static const int lengths[] = {2, 7, 33, 78};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static lg_dataset *open_evaluated(scratch *s, const evaluated *x, const char *tested, lg_values **v) {
    char words[3][16];
    snprintf(words[0], sizeof words[0], "%d", x->stride);
    snprintf(words[1], sizeof words[1], "%d", x->context);
    snprintf(words[2], sizeof words[2], "%d", x->targets);
    *v = values_of_numbers(s, words[0], words[1]);
    lg_values_set(*v, "eval.lengths", tested, NULL);
    lg_values_set(*v, "eval.targets", words[2], NULL);
    return open_values(*v);
}

/* Marks in `seen` the targets that are counted at this length. Asserts that each target is counted once, and that it is
 * at least length - stride tokens after the start of its window. */
static void collect_targets(const lg_dataset *d, const evaluated *x, int length, uint8_t seen[END]) {
    const int own = x->stride == 0 ? lengths[0] : x->stride, stride = own < length ? own : length;
    const int64_t count = lg_dataset_count(d, LG_SPLIT_TEST, length);
    lg_record r = {0};
    memset(seen, 0, END);
    for (int64_t i = 0; i < count; i++) {
        int scored = 0;
        draw(d, LG_SPLIT_TEST, length, i, &r);
        assert_true(r.source[0] >= FIRST && r.target[length - 1] == END - 1 - (count - 1 - i) * stride);
        for (int j = 0; j < length; j++) {
            assert_int_equal(r.counted[j], r.learned[j]);
            assert_true(!r.counted[j] || (j >= length - stride && !seen[r.target[j]]));
            seen[r.target[j]] |= r.counted[j];
            scored += r.counted[j];
        }
        assert_true(i == 0 ? scored >= 1 && scored <= stride : scored == stride);
    }
    lg_record_free(&r);
}

/* With any stride, all lengths score the same targets at the end of the text. There are as many targets as requested,
 * but never so many that the longest window has no room. */
static void every_length_scores_the_same_targets(void **state) {
    static const int strides[] = {0, 1, 2, 3, 7, 10, 33, 60, 1000}, contexts[] = {1, 11, 21}, wanted[] = {1, 5, 13, 99};
    for (int i = 0; i < 9 * 3 * 4; i++) {
        const evaluated x = {contexts[i / 9 % 3], strides[i % 9], wanted[i / 27]};
        const int room = TEST - lengths[LENGTHS - 1] - x.context + 1, count = x.targets < room ? x.targets : room;
        uint8_t seen[END];
        lg_values *v;
        lg_dataset *d = open_evaluated(*state, &x, "2,7,33,78", &v);
        for (int k = 0; k < LENGTHS; k++) {
            const lg_targets t = d->entry->methods->targets(d, LG_SPLIT_TEST, lengths[k], 0, 0);
            assert_true(t.first == TEST - count && t.count == count && t.wanted == x.targets);
            collect_targets(d, &x, lengths[k], seen);
            for (int byte = 0; byte < END; byte++) assert_int_equal(seen[byte], byte >= END - count);
        }
        lg_dataset_close(d);
        lg_values_free(v);
    }
}

/* Without eval.targets, there are eval.sequences windows of the shortest length. They determine the number of
 * targets. */
static void sequences_count_windows_of_the_shortest_length(void **state) {
    lg_values *v;
    lg_dataset *d = open_evaluated(*state, &(evaluated){1, 0, 0}, "2,7,33,78", &v);
    d->settings.sequences = 9;
    for (int k = 0; k < LENGTHS; k++) {
        const lg_targets t = d->entry->methods->targets(d, LG_SPLIT_TEST, lengths[k], 0, 0);
        assert_true(t.count == 18 && t.stride == 2 && t.windows == 9);
    }
    const lg_targets longer = d->entry->methods->targets(d, LG_SPLIT_TEST, 90, 0, 0);
    assert_true(longer.count == 10); /* limited by the size of the split */
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TEST, 100), 0);
    lg_dataset_close(d);
    lg_values_free(v);
}

/* Segments with a memory of 5 tokens have the same targets as windows. Enough segments come before the first target to
 * fill the memory. If necessary, the first scored segment counts only its last targets. */
static void segments_score_the_same_targets(void **state) {
    lg_values *v;
    lg_dataset *d = open_evaluated(*state, &(evaluated){1, 0, 13}, "2,7,33", &v);
    for (int k = 0; k < LENGTHS - 1; k++) {
        const int length = lengths[k], fill = (5 + length - 1) / length * length;
        const lg_targets t = d->entry->methods->targets(d, LG_SPLIT_TEST, length, length, 5);
        assert_true(t.first == TEST - 13 && t.count == 13 && t.windows == (13 + length - 1) / length);
        assert_true(lg_targets_end(&t, t.windows - 1) == TEST && lg_targets_end(&t, 0) - length - fill >= 1);
        assert_true(lg_targets_scored(&t, 0) == 13 - (int)(t.windows - 1) * length);
    }
    lg_dataset_close(d);
    lg_values_free(v);
}

/* ---- the training split ---- */

static void training_reads_all_of_its_split_and_no_more(void **state) {
    bool seen[256] = {false};
    lg_values *v;
    lg_record r = {0}, other = {0};
    lg_dataset *d = open_numbers(*state, "3", &v);
    assert_true(lg_dataset_count(d, LG_SPLIT_TRAIN, 155) == LG_ENDLESS);
    for (int i = 0; i < 2000; i++) {
        draw(d, LG_SPLIT_TRAIN, 10, i, &r);
        for (int j = 0; j < 10; j++) {
            assert_true(r.learned[j] && r.counted[j] && r.target[j] < 156);
            seen[r.target[j]] = true;
        }
        seen[r.source[0]] = true;
    }
    for (int i = 0; i < 156; i++) assert_true(seen[i]);
    draw(d, LG_SPLIT_TRAIN, 155, 0, &r);
    assert_int_equal(r.source[0], 0);
    draw(d, LG_SPLIT_TRAIN, 10, 5, &r);
    draw(d, LG_SPLIT_TRAIN, 10, 5, &other);
    assert_int_equal(r.source[0], other.source[0]);
    lg_dataset_close(d);
    lg_values_free(v);
    d = open_with_context(*state, "3", "6", &v);
    draw(d, LG_SPLIT_TRAIN, 150, 0, &r); /* 156 tokens: 6 of context, 150 targets */
    assert_true(r.source[0] == 0 && r.target[149] == 155);
    lg_record_free(&r);
    lg_record_free(&other);
    lg_dataset_close(d);
    lg_values_free(v);
}

/* ---- text streams ---- */

/* The first token of stream b of B text streams in N tokens is token bN/B. Each segment begins with the last token of
 * the segment before it. */
static void streams_are_read_in_order(void **state) {
    static const int cases[][4] = {/* text streams, length, segments, first token of stream 2 */
                                   {4, 7, 5, 78},
                                   {5, 7, 4, 62},
                                   {3, 51, 1, 104},
                                   {156 / 9, 8, 1, 18}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const int count = cases[c][0], length = cases[c][1];
        lg_values *v;
        lg_parallel_streams x;
        lg_record r = {0};
        lg_dataset *d = open_numbers(*state, "0", &v);
        d->settings.batch = count;
        assert_true(lg_parallel_streams_init(&x, d, length, NULL));
        assert_true(x.count == count && x.segments == cases[c][2] &&
                    lg_parallel_streams_token(&x, 2, 0) == cases[c][3]);
        assert_true(lg_record_reserve(&r, 1, length, NULL));
        for (int stream = 0; stream < count; stream++)
            for (int i = 0; i < 2 * x.segments; i++) {
                const int at = stream * 156 / count + (int)(i % x.segments) * length;
                d->entry->methods->segment(d, LG_SPLIT_TRAIN, length, lg_parallel_streams_token(&x, stream, i), &r);
                assert_true(r.source[0] == at && r.n == 1 && r.m == length && r.length == length);
                for (int j = 0; j < length; j++) assert_true(r.target[j] == at + j + 1 && r.learned[j] && r.counted[j]);
                assert_true(at + length < (stream + 1) * 156 / count);
            }
        lg_record_free(&r);
        lg_dataset_close(d);
        lg_values_free(v);
    }
}

static void streams_that_are_too_short_are_refused(void **state) {
    lg_values *v;
    lg_parallel_streams x;
    lg_error err = {0};
    lg_dataset *d = open_numbers(*state, "0", &v);
    d->settings.batch = 4;
    assert_true(lg_parallel_streams_init(&x, d, 38, NULL));
    assert_false(lg_parallel_streams_init(&x, d, 39, &err));
    assert_string_equal(err.text,
                        "train.batch: each of 4 text streams has 39 of the 156 training tokens of text, but a segment "
                        "of 39 needs 40 (use a smaller batch, shorter segments or a longer text)");
    assert_string_equal(err.keys, "train.batch curriculum.lengths data.file");
    lg_dataset_close(d);
    lg_values_free(v);
}

/* ---- words ---- */

static void bytes_are_written_as_people_write_them(void **state) {
    static const char bytes[] = "xxxx-a b\n\xc3\xa9\\\x01\xff\xc3";
    char source[64], target[64];
    lg_values *v = values_of(*state, bytes, 15, "0.74", "0");
    lg_dataset *d = lg_dataset_of(v, NULL);
    const lg_data_methods *m = lg_data_find("text")->methods;
    m->write(d, LG_SPLIT_TEST, 10, 0, lg_key_root(0), source, target, sizeof source);
    assert_string_equal(source, "-");
    assert_string_equal(target, "a b\\n\xc3\xa9\\\\\\x01\\xff\\xc3");
    m->write(d, LG_SPLIT_TEST, 10, 0, lg_key_root(0), source, target, 6);
    assert_string_equal(target, "a b\\n");
    assert_string_equal(d->source.words[' '], "\\x20");
    assert_string_equal(d->source.words['~'], "~");
    lg_dataset_close(d);
    lg_values_free(v);
}

/* ---- characters and words ---- */

/* The data set of a text. The last 0.4 of it are the test split, unless settings name other files. */
static lg_dataset *open_tokens(scratch *s, const char *text, const char *const settings[][2], lg_values **v) {
    lg_error err = {0};
    *v = values_of(s, text, strlen(text), "0.4", "0");
    for (int i = 0; settings[i][0]; i++)
        if (!lg_values_set(*v, settings[i][0], settings[i][1], &err)) fail_msg("%s", err.text);
    lg_dataset *d = lg_dataset_of(*v, &err);
    if (!d) fail_msg("%s", err.text);
    return d;
}

static void characters_are_those_of_training(void **state) {
    static const char *const settings[][2] = {{"data.tokens", "characters"}, {NULL, NULL}};
    static const char *const few[][2] = {{"data.tokens", "characters"}, {"data.vocabulary", "2"}, {NULL, NULL}};
    static const char *const often[][2] = {{"data.tokens", "characters"}, {"data.least_uses", "3"}, {NULL, NULL}};
    char source[8], target[40];
    lg_values *v;
    /* Of 13 bytes, 5 are for tests. The cut is within a character, so the test split begins with the next character. */
    lg_dataset *d = open_tokens(*state,
                                "a\xc3\xa9"
                                "aa b\xc3\xa9z a\n",
                                settings, &v);
    assert_int_equal(d->source.size, 5); /* <unk>, a, then characters with one use in the order of their bytes */
    expect_tokens(d, LG_SPLIT_TRAIN, "a \xc3\xa9 a a \\x20 b \xc3\xa9");
    expect_tokens(d, LG_SPLIT_TEST, "<unk> \\x20 a <unk>");
    assert_true(d->test_words == 4 && d->unknown_words == 2);
    d->entry->methods->write(d, LG_SPLIT_TEST, 3, 0, lg_key_root(0), source, target, sizeof target);
    assert_string_equal(target, " a<unk>");
    lg_dataset_close(d);
    lg_values_free(v);
    d = open_tokens(*state, "aaabbc aaabbc aaabbc", few, &v);
    expect_tokens(d, LG_SPLIT_TRAIN, "a a a b b <unk> <unk> a a a b b");
    lg_dataset_close(d);
    lg_values_free(v);
    d = open_tokens(*state, "aaabbcaaabbcaaabbcaa", often, &v);
    expect_tokens(d, LG_SPLIT_TRAIN, "a a a b b <unk> a a a b b <unk>");
    lg_dataset_close(d);
    lg_values_free(v);
}

static void words_end_at_blanks_and_lines_with_a_token(void **state) {
    static const char *const ends[][2] = {{"data.tokens", "words"}, {NULL, NULL}};
    static const char *const none[][2] = {{"data.tokens", "words"}, {"data.line_ends", "false"}, {NULL, NULL}};
    static const char text[] = "the  cat\tsat\n\non the mat\nthe dog on <unk>\n";
    lg_values *v;
    lg_dataset *d = open_tokens(*state, text, ends, &v);
    expect_tokens(d, LG_SPLIT_TRAIN, "the cat sat <eos> <eos> on the mat <eos> the");
    expect_tokens(d, LG_SPLIT_TEST, "<unk> on <unk> <eos>"); /* "dog" and the word "<unk>" are unknown */
    assert_string_equal(d->source.words[0], "<unk>");
    assert_string_equal(d->source.words[1], "<eos>");
    assert_string_equal(d->source.words[2], "the"); /* the most frequent */
    assert_true(d->test_words == 4 && d->unknown_words == 1);
    lg_dataset_close(d);
    lg_values_free(v);
    d = open_tokens(*state, text, none, &v);
    expect_tokens(d, LG_SPLIT_TRAIN, "the cat sat on the mat the");
    lg_dataset_close(d);
    lg_values_free(v);
}

/* If tokens are words or characters, a byte order mark at the start of a text is ignored. If tokens are bytes, it is
 * three tokens. */
static void a_byte_order_mark_is_no_text(void **state) {
    static const char *const words[][2] = {{"data.tokens", "words"}, {NULL, NULL}};
    static const char *const characters[][2] = {{"data.tokens", "characters"}, {NULL, NULL}};
    static const char *const bytes[][2] = {{"data.tokens", "bytes"}, {NULL, NULL}};
    static const struct {
        const char *const (*settings)[2], *train;
    } cases[] = {{words, "the cat the"},
                 {characters, "t h e \\x20 c a t \\x20 t h e \\x20"},
                 {bytes, "\\xef \\xbb \\xbf t h e \\x20 c a t \\x20 t h e"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lg_values *v;
        lg_dataset *d = open_tokens(*state, "\xef\xbb\xbfthe cat the cat a b", cases[i].settings, &v);
        expect_tokens(d, LG_SPLIT_TRAIN, cases[i].train);
        lg_dataset_close(d);
        lg_values_free(v);
    }
}

/* A validation split can be a part of the training file, before its test split. The test split can be another file. */
static void there_may_be_a_split_to_validate_on(void **state) {
    static const char *const fraction[][2] = {{"data.validation_fraction", "0.2"}, {NULL, NULL}};
    lg_values *v;
    lg_error err = {0};
    lg_dataset *d = open_tokens(*state, "0123456789", fraction, &v);
    expect_tokens(d, LG_SPLIT_TRAIN, "0 1 2 3");
    expect_tokens(d, LG_SPLIT_VALIDATION, "4 5");
    expect_tokens(d, LG_SPLIT_TEST, "6 7 8 9");
    assert_true(lg_dataset_has(d, LG_SPLIT_VALIDATION, 1, &err));
    lg_dataset_close(d);
    FILE *f = fopen(scratch_path(*state, "other"), "w");
    assert_true(f && fputs("xyz", f) >= 0 && fclose(f) == 0);
    lg_values_set(v, "data.test_file", scratch_path(*state, "other"), NULL);
    d = lg_dataset_of(v, &err);
    assert_non_null(d);
    expect_tokens(d, LG_SPLIT_TRAIN, "0 1 2 3"); /* unchanged, since a trained model may be tested on another file */
    expect_tokens(d, LG_SPLIT_VALIDATION, "4 5");
    expect_tokens(d, LG_SPLIT_TEST, "x y z");
    assert_int_equal(d->file_count, 2);
    lg_dataset_close(d);
    lg_values_set(v, "data.validation_fraction", "0", NULL);
    d = lg_dataset_of(v, &err);
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_VALIDATION, 1), 0);
    lg_dataset_close(d);
    lg_values_free(v);
}

static void characters_want_utf8(void **state) {
    lg_error err = {0};
    lg_values *v = values_of(*state, "abc\xc3(abcdefgh", 13, "0.2", "0");
    lg_values_set(v, "data.tokens", "characters", NULL);
    assert_null(lg_dataset_of(v, &err));
    assert_non_null(strstr(err.text, "data.file: the byte at offset 3 is not UTF-8 (use --data.tokens bytes)"));
    lg_values_free(v);
}

static void names_of_characters_go_back(void **state) {
    (void)state;
    static const char *const all[] = {"a",   " ", "\n", "\t", "\\", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",
                                      "\x7f"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char name[LG_CHARACTER_NAME], back[LG_CHARACTER_NAME];
        const size_t size = lg_character_name(all[i], name);
        assert_int_equal(size, strlen(all[i]));
        assert_int_equal(lg_character_of_name(name, back), size);
        assert_memory_equal(back, all[i], size);
    }
}

/* ---- files that are too short ---- */

static void short_files_are_refused_with_numbers(void **state) {
    lg_error err = {0};
    lg_values *v = values_of(*state, "0123456789", 10, "0.1", "0");
    assert_null(lg_dataset_of(v, &err));
    assert_string_equal(err.keys, "data.file data.test_fraction data.tokens");
    assert_non_null(strstr(err.text, " has 9 bytes for training, "));
    assert_non_null(strstr(err.text, "0 for validation and 1 for testing; expected 2 or more for each"));
    lg_values_set(v, "data.test_fraction", "0.4", NULL);
    lg_dataset *d = lg_dataset_of(v, NULL);
    err = (lg_error){0};
    assert_true(lg_dataset_has(d, LG_SPLIT_TEST, 3, &err));
    assert_false(lg_dataset_has(d, LG_SPLIT_TEST, 4, &err));
    assert_string_equal(err.text, "length: text has no test records of length 4 (the longest have 3)");
    lg_dataset_close(d);
    lg_values_set(v, "data.file", "", NULL);
    err = (lg_error){0};
    assert_null(lg_dataset_of(v, &err));
    assert_non_null(strstr(err.text, "--data.file PATH"));
    lg_values_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_length_scores_the_same_targets, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(sequences_count_windows_of_the_shortest_length, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(segments_score_the_same_targets, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(training_reads_all_of_its_split_and_no_more, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(streams_are_read_in_order, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(streams_that_are_too_short_are_refused, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(bytes_are_written_as_people_write_them, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(characters_are_those_of_training, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(words_end_at_blanks_and_lines_with_a_token, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(a_byte_order_mark_is_no_text, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(there_may_be_a_split_to_validate_on, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(characters_want_utf8, scratch_open, scratch_close),
        cmocka_unit_test(names_of_characters_go_back),
        cmocka_unit_test_setup_teardown(short_files_are_refused_with_numbers, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
