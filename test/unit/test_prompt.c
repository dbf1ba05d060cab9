/* test_prompt.c: prompts are converted to the tokens of records. They may include the text before and after a source in
 * records. */
#include "text_sets.h"

#include "data/prompt.h"

enum { LENGTH = 8, TEXT = 16384 };

/* Reads a prompt; asserts that it is valid. */
static void read_right(const lg_prompt_reader *x, const char *text, lg_record *out) {
    lg_error err = {0};
    if (!lg_prompt_read(x, text, "here", out, NULL, &err)) fail_msg("'%s': %s", text, err.text);
}

static void expect_record(const char *text, const lg_record *r, const lg_record *wanted, int targets) {
    if (r->n != wanted->n || r->m != targets || memcmp(r->source, wanted->source, sizeof *r->source * (size_t)r->n) ||
        memcmp(r->target, wanted->target, sizeof *r->target * (size_t)targets))
        fail_msg("'%s': %d and %d tokens, not %d and %d, or others", text, r->n, r->m, wanted->n, targets);
}

/* Reads the source of a record in several forms: alone, with the text before it, with the text after it, and with both
 * texts and the target. The last form needs a text that marks the end of the source. */
static void check_prompts(set *s, const lg_prompt_reader *x, int index) {
    static char source[TEXT], target[TEXT], text[4 * TEXT];
    const lg_dataset *d = s->data;
    const lg_record *wanted = draw(s, LG_SPLIT_TEST, LENGTH, index);
    const char *before = d->before ? d->before : "";
    lg_record r = {0};
    d->entry->methods->write(d, LG_SPLIT_TEST, LENGTH, index, lg_key_root(7), source, target, TEXT);
    const char *const forms[][4] = {{"", source, "", ""},
                                    {before, source, "", ""},
                                    {"  ", source, d->between, ""},
                                    {before, source, d->between, target}};
    const int whole = x->between.count > 0 ? 4 : 3; /* 4: a text marks the end of the source */
    for (int i = 0; i < whole; i++) {
        snprintf(text, sizeof text, "%s%s%s%s", forms[i][0], forms[i][1], forms[i][2], forms[i][3]);
        read_right(x, text, &r);
        expect_record(text, &r, wanted, i == 3 ? wanted->m - 1 : 0);
    }
    lg_record_free(&r);
}

static void prompts_have_the_tokens_of_records(void **state) {
    (void)state;
    int tasks = 0;
    for (int i = 0; lg_data_entries[i]; i++) {
        if (!lg_is_text_task(lg_data_entries[i])) continue;
        set s = set_open(lg_data_entries[i]->name, "1..40", NULL, NULL);
        lg_prompt_reader x;
        assert_true(lg_prompt_reader_open(&x, s.data, NULL));
        const int64_t there = lg_dataset_count(s.data, LG_SPLIT_TEST, LENGTH);
        for (int k = 0; k < 10 && k < there; k++) check_prompts(&s, &x, k);
        tasks += there > 0;
        lg_prompt_reader_close(&x);
        set_close(&s);
    }
    assert_true(tasks >= 15);
}

static void expect_refusal(const char *name, const char *text, const char *words) {
    set s = set_open(name, "1..8", NULL, NULL);
    lg_prompt_reader x;
    lg_record r = {0};
    lg_error err = {0};
    assert_true(lg_prompt_reader_open(&x, s.data, NULL));
    assert_false(lg_prompt_read(&x, text, "here", &r, NULL, &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.text, words);
    lg_record_free(&r);
    lg_prompt_reader_close(&x);
    set_close(&s);
}

static void unknown_words_and_empty_prompts_are_refused(void **state) {
    (void)state;
    expect_refusal("addition", "compute 5 + 3 ?",
                   "here: word 1, 'compute' at character 1, is not in the vocabulary of addition; did you mean "
                   "'Compute'?");
    expect_refusal("addition", "Compute  5 + thirty-one ?",
                   "here: word 4, 'thirty-one' at character 14, is not in the vocabulary of addition; its 45 words "
                   "include Compute and 9");
    expect_refusal("addition", "Compute 53+ ?",
                   "here: word 2, '53+' at character 9, is not in the vocabulary of addition; separate words by "
                   "blanks: '5 3 +'");
    expect_refusal("addition", "", "here: the prompt is empty; expected the beginning of a record of addition");
    expect_refusal("copy_cmc", " [SEP] a", "here: the prompt is empty; expected the beginning of a record of copy_cmc");
    expect_refusal("scan", "Solve: ", "here: the prompt is empty; expected the beginning of a record of scan");
    expect_refusal(
        "scan", "Solve: \n",
        "here: word 3, '?' at character 8, is not in the vocabulary of scan; its 25 words include Solve and Right");
}

static void tokens_are_written_as_words(void **state) {
    (void)state;
    set s = set_open("copy_cmc", "1..8", NULL, NULL);
    lg_prompt_reader x;
    lg_record r = {0};
    char text[64];
    assert_true(lg_prompt_reader_open(&x, s.data, NULL));
    read_right(&x, "Copy: a b[SEP] w99 b", &r);
    assert_int_equal(lg_tokens_write(s.data, r.source, r.n, text, sizeof text), 16);
    assert_string_equal(text, "Copy : a b [SEP]");
    assert_int_equal(lg_tokens_write(s.data, r.target, r.m, text, 4), 5);
    assert_string_equal(text, "w99");
    const int32_t more[] = {r.source[2], s.data->target.size};
    assert_int_equal(lg_tokens_write(s.data, more, 2, text, sizeof text), 10);
    assert_string_equal(text, "a <unused>");
    lg_record_free(&r);
    lg_prompt_reader_close(&x);
    set_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prompts_have_the_tokens_of_records),
        cmocka_unit_test(unknown_words_and_empty_prompts_are_refused),
        cmocka_unit_test(tokens_are_written_as_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
