/* test_corpora.c: files of published corpora, and texts that are mapped into memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>

#include "base/file_view.h"
#include "config/describe.h"
#include "config/values.h"
#include "data/data.h"
#include "scratch.h"
#include "token_words.h"
#include "train/train.h"

static const lg_option choice[] = {{"data", LG_TEXT, "text", 0, 0, NULL, ""}, {0}};

static void write_file(scratch *s, const char *name, const char *text) {
    FILE *f = fopen(scratch_path(s, name), "w");
    assert_true(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static lg_values *values_of(const char *data, const char *option, const char *path) {
    lg_values *v = lg_values_new();
    lg_values_add(v, choice);
    lg_values_add(v, lg_data_find(data)->options);
    lg_values_add(v, lg_eval_options);
    lg_values_set(v, "data", data, NULL);
    lg_values_set(v, option, path, NULL);
    return v;
}

static lg_dataset *open_values(const lg_values *v) {
    lg_error err = {0};
    lg_dataset *d = lg_dataset_of(v, &err);
    if (!d) fail_msg("%s", err.text);
    return d;
}

static void close_all(lg_dataset *d, lg_values *v) {
    lg_dataset_close(d);
    lg_values_free(v);
}

/* ---- one file, divided into splits ---- */

static const char forty[] = "<a>bbb bbbb\nbbbb\xc3\xa9 bbbb bbbb bbbb bbbc~~"; /* 40 bytes */

/* Splits are 90 %, 5 % and 5 %: 36, 2 and 2 bytes. The vocabulary has the bytes that occur in any split, sorted by
 * value. */
static void enwik8_is_cut_as_published(void **state) {
    char shown[8], target[16];
    write_file(*state, "enwik8", forty);
    lg_values *v = values_of("enwik8", "data.file", scratch_path(*state, "enwik8"));
    lg_values_set(v, "data.size", "40", NULL);
    lg_dataset *d = open_values(v);
    assert_true(d->target.size == 10 && !strcmp(d->source.words[0], "\\n") && !strcmp(d->source.words[7], "~"));
    assert_true(d->entry->methods->stream(d, LG_SPLIT_TRAIN) == 36);
    expect_tokens(d, LG_SPLIT_VALIDATION, "b c");
    expect_tokens(d, LG_SPLIT_TEST, "~ ~");
    lg_dataset_close(d);
    lg_values_set(v, "data.newlines", "false", NULL);
    d = open_values(v);
    assert_int_equal(d->target.size, 9);
    assert_int_equal(d->entry->methods->stream(d, LG_SPLIT_TRAIN), 35);
    expect_tokens(d, LG_SPLIT_VALIDATION, "b c");
    d->entry->methods->write(d, LG_SPLIT_VALIDATION, 1, 0, lg_key_root(0), shown, target, sizeof shown);
    assert_string_equal(target, "c");
    close_all(d, v);
}

/* A character of two bytes is two tokens. Each byte is shown as an escape such as \xc3, whatever its id. */
static void bytes_of_a_character_are_tokens(void **state) {
    char shown[8], target[60], text[41];
    memset(text, 'x', 40);
    memcpy(text + 36, "\xc3\xa9", 2);
    text[40] = '\0';
    write_file(*state, "text8", text);
    lg_values *v = values_of("text8", "data.file", scratch_path(*state, "text8"));
    lg_values_set(v, "data.size", "40", NULL);
    lg_dataset *d = open_values(v);
    assert_int_equal(d->target.size, 3);
    expect_tokens(d, LG_SPLIT_VALIDATION, "\\xc3 \\xa9");
    d->entry->methods->write(d, LG_SPLIT_VALIDATION, 1, 0, lg_key_root(0), shown, target, sizeof shown);
    assert_string_equal(target, "\\xa9");
    close_all(d, v);
}

static void a_file_of_another_size_is_refused(void **state) {
    lg_error err = {0};
    write_file(*state, "enwik8", forty);
    lg_values *v = values_of("enwik8", "data.file", scratch_path(*state, "enwik8"));
    assert_null(lg_dataset_of(v, &err));
    assert_non_null(strstr(err.text, "has 40 bytes; expected 100000000 (unpack the file"));
    assert_string_equal(err.keys, "data.file data.size");
    lg_values_set(v, "data.file", "", NULL);
    err = (lg_error){0};
    assert_null(lg_dataset_of(v, &err));
    assert_string_equal(err.text, "data.file: a path is missing (use --data.file PATH; see lengthen show enwik8)");
    lg_values_free(v);
}

/* A model with a given vocabulary size can be inspected without the corpus, but not trained or evaluated. */
static void no_file_is_needed_to_look_at_a_model(void **state) {
    (void)state;
    static const lg_option model[] = {{"architecture.vocabulary", LG_INT, "204", 0, 1e9, NULL, ""}, {0}};
    lg_error err = {0};
    lg_values *v = values_of("enwik8", "data.file", "");
    lg_values_add(v, model);
    lg_dataset *d = open_values(v);
    assert_false(lg_dataset_has_files(d, &err));
    assert_string_equal(err.keys, "data.file");
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TEST, 1), 0);
    close_all(d, v);
}

/* ---- the targets of evaluations ---- */

/* Asserts that evaluations at all lengths score the same tokens, each of them once. */
static void expect_same_targets(const char *data, const char *option, const char *path, int units) {
    static const int lengths[] = {1, 4, 9};
    lg_values *v = values_of(data, option, path);
    lg_values_set(v, "eval.lengths", "1,4,9", NULL);
    if (lg_values_has(v, "data.size")) lg_values_set(v, "data.size", "600", NULL);
    lg_dataset *d = open_values(v);
    const int64_t size = d->entry->methods->stream(d, LG_SPLIT_TEST);
    lg_record r = {0};
    assert_int_equal(size, units);
    assert_true(lg_record_reserve(&r, 1, 9, NULL));
    for (int k = 0; k < 3; k++) {
        int64_t counted = 0, sum = 0;
        const lg_targets t = d->entry->methods->targets(d, LG_SPLIT_TEST, lengths[k], 0, 0);
        assert_true(t.count == size - 9 && t.first == 9);
        for (int64_t i = 0; i < lg_dataset_count(d, LG_SPLIT_TEST, lengths[k]); i++) {
            d->entry->methods->draw(d, LG_SPLIT_TEST, lengths[k], i, lg_key_root(0), &r);
            for (int j = 0; j < lengths[k]; j++) counted += r.counted[j], sum += r.counted[j] * r.target[j];
        }
        for (int64_t at = 9; at < size; at++) {
            d->entry->methods->segment(d, LG_SPLIT_TEST, 1, at - 1, &r);
            sum -= r.target[0];
        }
        assert_true(counted == size - 9 && sum == 0);
    }
    lg_record_free(&r);
    close_all(d, v);
}

static void every_entry_scores_the_same_targets(void **state) {
    static const char *const files[] = {"wiki.train.tokens", "wiki.valid.tokens", "wiki.test.tokens",
                                        "ptb.train.txt", "ptb.valid.txt", "ptb.test.txt", "bytes"};
    char text[601], folder[1200];
    for (int i = 0; i < 600; i++) {
        const int letter = (int)(lg_key_fold(lg_key_root(3), (uint64_t)i).k[0] % 9);
        text[i] = i % 4 == 3 ? ' ' : (char)('a' + letter);
    }
    text[600] = '\0';
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) write_file(*state, files[i], text);
    snprintf(folder, sizeof folder, "%s", scratch_path(*state, "."));
    expect_same_targets("wikitext", "data.folder", folder, 150);
    expect_same_targets("penn_treebank", "data.folder", folder, 150);
    expect_same_targets("enwik8", "data.file", scratch_path(*state, "bytes"), 30);
    expect_same_targets("text8", "data.file", scratch_path(*state, "bytes"), 30);
    expect_same_targets("text", "data.file", scratch_path(*state, "bytes"), 60);
}

/* ---- a folder ---- */

static void words_come_from_a_file_for_each_split(void **state) {
    lg_error err = {0};
    char folder[300];
    write_file(*state, "wiki.train.tokens", " \n = Title = \n \n the <unk> sat \n");
    write_file(*state, "wiki.valid.tokens", "the sat\n");
    lg_values *v = values_of("wikitext", "data.folder", strncpy(folder, ((scratch *)*state)->folder, sizeof folder));
    assert_null(lg_dataset_of(v, &err));
    assert_non_null(strstr(err.text, "data.folder/wiki.test.tokens: cannot read "));
    assert_string_equal(err.keys, "data.folder");
    write_file(*state, "wiki.test.tokens", "the cat sat\n");
    lg_dataset *d = open_values(v);
    expect_tokens(d, LG_SPLIT_TRAIN, "<eos> = Title = <eos> <eos> the <unk> sat <eos>");
    expect_tokens(d, LG_SPLIT_VALIDATION, "the sat <eos>");
    expect_tokens(d, LG_SPLIT_TEST, "the <unk> sat <eos>");
    assert_true(d->file_count == 3 && d->unknown_words == 1 && d->target.size == 6);
    assert_string_equal(d->files[0].option, "data.folder/wiki.train.tokens");
    close_all(d, v);
    write_file(*state, "ptb.train.txt", " aer banknote \n N <unk> \n");
    write_file(*state, "ptb.valid.txt", " N \n");
    write_file(*state, "ptb.test.txt", " banknote \n");
    d = open_values(v = values_of("penn_treebank", "data.folder", folder));
    expect_tokens(d, LG_SPLIT_TRAIN, "aer banknote <eos> N <unk> <eos>");
    expect_tokens(d, LG_SPLIT_TEST, "banknote <eos>");
    close_all(d, v);
}

/* ---- mapped ---- */

/* A sparse file: only the pages that are read take memory. */
static void large_files_are_mapped(void **state) {
    lg_error err = {0};
    lg_file_view x;
    const char *path = scratch_path(*state, "large");
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    assert_true(fd >= 0 && ftruncate(fd, LG_MAPPED_FROM) == 0 && pwrite(fd, "end", 3, LG_MAPPED_FROM - 3) == 3);
    assert_int_equal(close(fd), 0);
    assert_true(lg_file_view_open(&x, path, &err));
    assert_true(x.mapped && x.size == LG_MAPPED_FROM && x.bytes[0] == 0);
    assert_memory_equal(x.bytes + x.size - 3, "end", 3);
    lg_file_view_close(&x);
    lg_values *v = values_of("text", "data.file", path);
    lg_values_set(v, "data.test_fraction", "1e-8", NULL);
    lg_dataset *d = open_values(v);
    expect_tokens(d, LG_SPLIT_TEST, "n d");
    lg_dataset_close(d);
    /* A character that would continue beyond the end of the file must not be read beyond it. */
    fd = open(path, O_WRONLY);
    assert_true(fd >= 0 && pwrite(fd, "\xe2", 1, LG_MAPPED_FROM - 1) == 1 && close(fd) == 0);
    lg_values_set(v, "data.tokens", "characters", NULL);
    assert_null(lg_dataset_of(v, &err));
    assert_string_equal(err.text, "data.file: the byte at offset 268435455 is not UTF-8 (use --data.tokens bytes)");
    lg_values_free(v);
    err = (lg_error){0};
    assert_int_equal(truncate(scratch_path(*state, "large"), 5), 0);
    assert_true(lg_file_view_open(&x, scratch_path(*state, "large"), &err));
    assert_true(!x.mapped && x.size == 5);
    lg_file_view_close(&x);
    assert_false(lg_file_view_open(&x, scratch_path(*state, "missing"), &err));
    assert_true(err.code == LG_USAGE && !x.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_entry_scores_the_same_targets, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(enwik8_is_cut_as_published, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(bytes_of_a_character_are_tokens, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(a_file_of_another_size_is_refused, scratch_open, scratch_close),
        cmocka_unit_test(no_file_is_needed_to_look_at_a_model),
        cmocka_unit_test_setup_teardown(words_come_from_a_file_for_each_split, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(large_files_are_mapped, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
