/* test_pairs.c: files of pairs: which lines are read, which are refused and with what message, and the data set made
 * from them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "config/describe.h"
#include "config/values.h"
#include "data/data.h"
#include "data/pair_reader.h"
#include "scratch.h"

/* ---- the reader ---- */

static lg_unread_members unread;

/* Appends a pair to a text: "length:a b>b a;". */
static bool note_pair(void *user, const lg_pair *p, lg_error *err) {
    char *out = user;
    (void)err;
    sprintf(out + strlen(out), "%d:%.*s>%.*s;", p->length, (int)p->source.size, p->source.text, (int)p->target.size,
            p->target.text);
    return true;
}

static void assert_read(const char *text, const char *name, const char *wanted) {
    char seen[512] = "";
    lg_error err = {0};
    if (!lg_pairs_parse(text, strlen(text), name, note_pair, seen, &unread, &err)) fail_msg("%s: %s", text, err.text);
    assert_string_equal(seen, wanted);
}

static void both_forms_are_read(void **state) {
    (void)state;
    assert_read("a b\tb a\n", "x", "0:a b>b a;");
    assert_read("{\"source\": \"a b\", \"target\": [\"b\", \"a\"]}", "x", "0:a b>b a;");
    assert_read("{\"source\": [\"a\"], \"target\": \"\", \"length\": 7, \"note\": null}\n", "x", "7:a>;");
    assert_read("\xef\xbb\xbf  a  b \t b\t100000\r\n\r\n   \nc\t\n", "x.txt", "100000:  a  b > b;0:c>;");
    assert_read("\xef\xbb\xbf\n{\"source\":\"\\u00e9\",\"target\":\"x\"}", "x", "0:\xc3\xa9>x;");
    assert_read("{ }\tx\n", "x.tsv", "0:{ }>x;"); /* the file's extension decides, not its content */
    assert_read("", "x", "");
}

/* A warning lists the members that are not read. It lists each member only once, with the line of its first occurrence.
 * It lists at most four members, and says whether there are more. */
static void unread_members_are_named(void **state) {
    static const char *const members[] = {"source", "target", "length", "bucket", "id", "bucket", "x", "y\\u0007", "z"};
    char text[1024] = "", line[128], seen[512] = "";
    lg_arena *arena = lg_arena_new();
    lg_error err = {0};
    const char *warning;
    (void)state;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (i == 8) {
            unread = (lg_unread_members){.count = 0};
            assert_true(lg_pairs_parse(text, strlen(text), "f.jsonl", note_pair, seen, &unread, &err));
            assert_true(unread.count == 4 && !unread.more);
        }
        snprintf(line, sizeof line, "{\"source\": \"a\", \"target\": \"a\"%s%s%s}\n", i < 2 ? "" : ", \"",
                 i < 2 ? "" : members[i], i < 2 ? "" : "\": 1");
        strcat(text, line);
    }
    unread = (lg_unread_members){.count = 0};
    assert_true(lg_pairs_parse(text, strlen(text), "f.jsonl", note_pair, seen, &unread, &err));
    assert_true(lg_unread_members_tell(&unread, "data.train", "f.jsonl", arena, &warning, &err));
    assert_string_equal(warning, "data.train: f.jsonl: ignored members of pairs: bucket (line 4), id (line 5), "
                                 "x (line 7), y? (line 8) and others; expected source, target and length");
    unread = (lg_unread_members){.count = 0};
    assert_true(lg_unread_members_tell(&unread, "data.train", "f.jsonl", arena, &warning, &err));
    assert_null(warning);
    lg_arena_free(arena);
}

static void assert_refused(const char *text, size_t size, const char *name, const char *wanted) {
    char seen[512] = "";
    lg_error err = {0};
    assert_false(lg_pairs_parse(text, size, name, note_pair, seen, &unread, &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, wanted)) fail_msg("%s\nnot\n%s", err.text, wanted);
}

static void wrong_lines_are_named(void **state) {
    static const struct {
        const char *text, *name, *wanted;
    } wrong[] = {
        {"a\tb\na b", "f.tsv", "f.tsv:2: no tab; expected source <tab> target [<tab> length]"},
        {"a\tb\t1\t2", "f", "f:1: more than three fields"},
        {"\ta", "f", "f:1: source: empty; expected text"},
        {"\n\n \tb", "f", "f:3: source: empty; expected text"},
        {"a\tb\t0", "f", "f:1: length: expected 1..100000"},
        {"a\tb\t100001", "f", "f:1: length: expected 1..100000"},
        {"a\tb\tx", "f",
         "f:1: third field 'x': expected the length of the record, 1..100000 (the fields are source <tab> target "
         "[<tab> length])"},
        {"a\tb\t", "f", "f:1: third field '': expected the length of the record, 1..100000"},
        {"a\tb\t000000000000000000000000000000001", "f",
         "f:1: third field '0000000000000000000000000000000': expected"},
        {"a \x01\tb", "f", "f:1: source: character 3 is the control character 1"},
        {"a\tb\x7f", "f", "f:1: target: character 2 is the control character 127"},
        {"a\rb\tb", "f", "f:1: source: character 2 is the control character 13"},
        {"a\tb \xff", "f", "f:1: target: byte 3 is not UTF-8"},
        {"a\tb \xc3", "f", "f:1: target: byte 3 is not UTF-8"},
        {"a\tb", "f.jsonl", "f.jsonl:1: "},
        {"{\"source\": \"a\", \"target\": \"b\"}\nx", "f", "f:2: "},
        {"{\"source\": \"a\"}", "f",
         "f:1: target: missing; expected {\"source\": \"a b\", \"target\": \"b a\"}; its members are source"},
        {"{\"input\": \"a\", \"o\\u001bt\": \"b\"}", "f",
         "f:1: source: missing; expected {\"source\": \"a b\", \"target\": \"b a\"}; its members are input, "
         "o?t"},
        {"{}", "f", "f:1: source: missing; expected {\"source\": \"a b\", \"target\": \"b a\"}"},
        {"{\"target\": \"a\"}", "f", "f:1: source: missing"},
        {"{\"source\": 1, \"target\": \"a\"}", "f", "f:1: source: expected a string or a list of words"},
        {"{\"source\": \"\", \"target\": \"a\"}", "f", "f:1: source: empty; expected text"},
        {"{\"source\": [], \"target\": \"a\"}", "f", "f:1: source: empty; expected text"},
        {"{\"source\": [\"a\", \"b c\"], \"target\": \"a\"}", "f", "f:1: source: element 2 of the list is not a word"},
        {"{\"source\": [\"a\", \"\"], \"target\": \"a\"}", "f", "f:1: source: element 2 of the list is not a word"},
        {"{\"source\": [\"a\", 3], \"target\": \"a\"}", "f", "f:1: source: element 2 of the list is not a word"},
        {"{\"source\": \"a\\tb\", \"target\": \"a\"}", "f", "f:1: source: character 2 is the control character 9"},
        {"{\"source\": [\"a\\n\"], \"target\": \"a\"}", "f", "f:1: source: character 2 is the control character 10"},
        {"{\"source\": \"a\", \"target\": \"b\\u0000\"}", "f", "f:1: "},
        {"{\"source\": \"a\", \"source\": \"a\", \"target\": \"b\"}", "f", "f:1: duplicate object key"},
        {"{\"source\": \"a\", \"target\": \"b\", \"length\": 1.5}", "f", "f:1: length: expected a whole number"},
        {"{\"source\": \"a\", \"target\": \"b\", \"length\": \"1\"}", "f", "f:1: length: expected a whole number"},
        {"{\"source\": \"a\", \"target\": \"b\", \"length\": -1}", "f", "f:1: length: expected 1..100000"},
        {"[\"a\", \"b\"]", "f.jsonl", "f.jsonl:1: not a JSON object"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(wrong[i].text, strlen(wrong[i].text), wrong[i].name, wrong[i].wanted);
    assert_refused("a\0\tb", 4, "f", "f:1: source: character 2 is the control character 0");
    assert_refused("{\"source\": \"a\", \0\"target\": \"b\"}", 32, "f", "f:1: ");
}

static bool count_pair(void *user, const lg_pair *p, lg_error *err) {
    int *sum = user;
    (void)err;
    *sum += (int)(p->source.size + p->target.size);
    return true;
}

static void long_lines_have_bounds(void **state) {
    const size_t size = LG_PAIR_LINE_MAX + 2;
    char *text = calloc(1, size + 1);
    lg_error err = {0};
    int sum = 0;
    (void)state;
    memset(text, 'a', size);
    assert_refused(text, size, "f", "f:1: a line of 16777218 bytes; expected at most 16777216");
    text[LG_PAIR_LINE_MAX - 1] = '\t';
    assert_true(lg_pairs_parse(text, LG_PAIR_LINE_MAX, "f", count_pair, &sum, &unread, &err));
    assert_int_equal(sum, LG_PAIR_LINE_MAX - 1);
    free(text);
}

/* ---- the data set ---- */

static const lg_option choice[] = {{"data", LG_TEXT, "pairs", 0, 0, NULL, ""}, {0}};

static void put_file(scratch *s, const char *name, const char *text) {
    FILE *f = fopen(scratch_path(s, name), "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static lg_values *values_of(scratch *s, const char *train, const char *test) {
    lg_values *v = lg_values_new();
    lg_values_add(v, choice);
    lg_values_add(v, lg_data_find("pairs")->options);
    if (train) put_file(s, "train", train), lg_values_set(v, "data.train", scratch_path(s, "train"), NULL);
    if (test) put_file(s, "test", test), lg_values_set(v, "data.test", scratch_path(s, "test"), NULL);
    return v;
}

static void assert_ids(const int32_t *ids, int count, const char *wanted) {
    char seen[256] = "";
    for (int i = 0; i < count; i++) sprintf(seen + strlen(seen), "%s%d", i > 0 ? " " : "", ids[i]);
    assert_string_equal(seen, wanted);
}

static void assert_record(const lg_dataset *d, lg_split split, int length, int64_t index, const char *source,
                          const char *target) {
    lg_record r = {0};
    const lg_record_size z = lg_dataset_bound(d, length);
    assert_true(lg_record_reserve(&r, z.n, z.m, NULL));
    d->entry->methods->draw(d, split, length, index, lg_key_root((uint64_t)index), &r);
    assert_int_equal(r.length, length);
    assert_ids(r.source, r.n, source);
    assert_ids(r.target, r.m, target);
    for (int j = 0; j < r.m; j++) assert_true(r.learned[j] == 1 && r.counted[j] == 1);
    lg_record_free(&r);
}

static void records_are_those_of_the_files(void **state) {
    lg_error err = {0};
    lg_values *v = values_of(*state, "b a\ta b\nb b b\tc\t2\nd\t\n", "a zebra c\tzebra\nd d\tb b b\n");
    lg_dataset *d = lg_dataset_of(v, &err);
    const lg_data_methods *m = lg_data_find("pairs")->methods;
    size_t count;
    char source[32], target[32];
    if (!d) fail_msg("%s", err.text);
    assert_int_equal(d->source.size, 8);
    assert_string_equal(d->source.words[4], "b"); /* 'b' occurs five times, 'a' twice, 'c' and 'd' once */
    assert_string_equal(d->source.words[7], "d");
    assert_true(d->one_vocabulary && d->separated && d->end == 1 && !m->check && isnan(d->entry->chance));
    assert_ids(m->lengths(d, LG_SPLIT_TRAIN, &count), 2, "1 2");
    assert_int_equal(count, 2);
    assert_ids(m->lengths(d, LG_SPLIT_TEST, &count), 2, "2 3");
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TRAIN, 2), 2);
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TRAIN, 3), 0);
    assert_int_equal(lg_dataset_count(d, LG_SPLIT_TEST, 3), 1);
    assert_record(d, LG_SPLIT_TRAIN, 1, 0, "7 2", "1");
    assert_record(d, LG_SPLIT_TRAIN, 2, 0, "4 5 2", "5 4 1");
    assert_record(d, LG_SPLIT_TRAIN, 2, 1, "4 4 4 2", "6 1");
    assert_record(d, LG_SPLIT_TEST, 2, 0, "7 7 2", "4 4 4 1");
    assert_record(d, LG_SPLIT_TEST, 3, 0, "5 3 6 2", "3 1");
    const lg_record_size z = lg_dataset_bound(d, 2), none = lg_dataset_bound(d, 9);
    assert_true(z.n == 4 && z.m == 4 && none.n == 1 && none.m == 1);
    m->write(d, LG_SPLIT_TRAIN, 2, 1, lg_key_root(0), source, target, 4);
    assert_string_equal(source, "b b");
    assert_string_equal(target, "c");
    lg_dataset_close(d);
    lg_values_free(v);
}

static void assert_not_opened(scratch *s, const char *train, const char *test, const char *keys, const char *wanted) {
    lg_error err = {0};
    lg_values *v = values_of(s, train, test);
    assert_null(lg_dataset_of(v, &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.keys, keys);
    if (!strstr(err.text, wanted)) fail_msg("%s\nnot\n%s", err.text, wanted);
    lg_values_free(v);
}

static void files_that_do_not_serve(void **state) {
    assert_not_opened(*state, NULL, "a\tb", "data.train", "use --data.train FILE");
    assert_not_opened(*state, "a\tb", NULL, "data.test", "use --data.test FILE");
    assert_not_opened(*state, "\n \n", "a\tb", "data.train", "train has no pairs");
    assert_not_opened(*state, "a\tb", "", "data.test", "test has no pairs");
    assert_not_opened(*state, "a\tb\n\na <sep>\tb", "a\tb", "data.train", "train:3: the word <sep> is a special token");
    assert_not_opened(*state, "a\tb", "a\t</s>", "data.test", "test:1: the word </s> is a special token");
    assert_not_opened(*state, "a\tb", "a", "data.test", "test:1: no tab");
}

/* ---- tokens ---- */

static lg_values *values_of_split; /* the settings of the open data set, which must outlive it */

static lg_dataset *open_split(scratch *s, const char *train, const char *test, const char *key, const char *value,
                              const char *bucket) {
    lg_error err = {0};
    lg_values *v = values_of(s, train, test);
    assert_true(lg_values_set(v, key, value, &err) && lg_values_set(v, "data.bucket", bucket, &err));
    lg_dataset *d = lg_dataset_of(v, &err);
    if (!d) fail_msg("%s", err.text);
    assert_true(d->splits_texts && d->separated && d->end == 1);
    values_of_split = v;
    return d;
}

static void close_split(lg_dataset *d) {
    lg_dataset_close(d);
    lg_values_free(values_of_split);
}

static void assert_texts(const lg_dataset *d, lg_split split, int length, const char *source, const char *target) {
    const lg_data_methods *m = d->entry->methods;
    char texts[2][64];
    const size_t size = m->write_size(d, split, length, 0) + 1;
    assert_true(size <= 64);
    m->write(d, split, length, 0, lg_key_root(0), texts[0], texts[1], size);
    assert_string_equal(texts[0], source);
    assert_string_equal(texts[1], target);
}

/* Worked out by hand: 'b' occurs three times, the blank and 'a' occur twice, and u-umlaut once. They have the ids 4, 5,
 * 6 and 7: the blank, whose name is "\x20", comes before 'a'. */
static void characters_are_tokens(void **state) {
    lg_dataset *d = open_split(*state, "a b\tb a\n\xc3\xbc\tb\n", "b  x\ta\n", "data.tokens", "characters", "1");
    int32_t ids[8];
    assert_int_equal(d->source.size, 8);
    assert_string_equal(d->source.words[4], "b");
    assert_string_equal(d->source.words[5], "\\x20");
    assert_string_equal(d->source.words[7], "\xc3\xbc");
    assert_record(d, LG_SPLIT_TRAIN, 3, 0, "6 5 4 2", "4 5 6 1");
    assert_record(d, LG_SPLIT_TRAIN, 1, 0, "7 2", "4 1");
    assert_record(d, LG_SPLIT_TEST, 4, 0, "4 5 5 3 2", "6 1");
    assert_texts(d, LG_SPLIT_TRAIN, 3, "a b", "b a");
    assert_texts(d, LG_SPLIT_TEST, 4, "b  <unk>", "a");
    assert_int_equal(d->entry->methods->read(d, false, "b \xc3\xbc?", 5, ids, 8), 4);
    assert_ids(ids, 4, "4 5 7 3");
    assert_true(d->test_words == 5 && d->unknown_words == 1);
    assert_string_equal(d->description,
                        "pairs of characters, a vocabulary of 8; a length is the number of characters of a "
                        "source");
    close_split(d);
}

/* A byte of value b has the id 4 + b, whether it occurs in the files or not. Lengths are rounded up to multiples of
 * data.bucket, except the lengths that lines state. */
static void bytes_are_tokens(void **state) {
    lg_dataset *d = open_split(*state, "a \xc3\xbc\tb\n", "ab\tz\t7\n", "data.tokens", "bytes", "5");
    const int32_t half[] = {4 + 0xc3, 4 + 'a', 4 + '\n', 1};
    assert_int_equal(d->source.size, 260);
    assert_record(d, LG_SPLIT_TRAIN, 5, 0, "101 36 199 192 2", "102 1");
    assert_record(d, LG_SPLIT_TEST, 7, 0, "101 102 2", "126 1");
    assert_texts(d, LG_SPLIT_TRAIN, 5, "a \xc3\xbc", "b");
    char *written = d->entry->methods->say(d, half, 4);
    assert_string_equal(written, "\xef\xbf\xbd"
                                 "a ");
    free(written);
    assert_int_equal(d->unknown_words, 0);
    assert_string_equal(d->description,
                        "pairs of bytes, a vocabulary of 260; a length is the number of bytes of a source, "
                        "rounded up to a multiple of 5, or as given in the line");
    close_split(d);
}

/* Merges in the format of subword-nmt, worked out by hand: "a b" is merged only if "b" ends the word. */
static void subwords_are_tokens(void **state) {
    char codes[1024];
    put_file(*state, "codes", "#version: 0.2\na b</w>\n");
    snprintf(codes, sizeof codes, "%s", scratch_path(*state, "codes"));
    lg_dataset *d = open_split(*state, "ab cab\tc\n", "ab\tab\n", "data.subwords", codes, "1");
    assert_string_equal(d->source.words[4], "ab");
    assert_string_equal(d->source.words[5], "c");
    assert_string_equal(d->source.words[6], "c@@");
    assert_record(d, LG_SPLIT_TRAIN, 3, 0, "4 6 4 2", "5 1");
    assert_record(d, LG_SPLIT_TEST, 1, 0, "4 2", "4 1");
    assert_texts(d, LG_SPLIT_TRAIN, 3, "ab cab", "c");
    close_split(d);
}

/* Asserts that these values of data.tokens and data.subwords are refused with the message `wanted`, for a training file
 * with the text `train`. */
static void assert_split_refused(scratch *s, const char *train, const char *tokens, const char *subwords,
                                 const char *wanted) {
    lg_error err = {0};
    lg_values *v = values_of(s, train, "a\tb\n");
    assert_true(lg_values_set(v, "data.tokens", tokens, &err) && lg_values_set(v, "data.subwords", subwords, &err));
    assert_null(lg_dataset_of(v, &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, wanted)) fail_msg("%s\nnot\n%s", err.text, wanted);
    lg_values_free(v);
}

static void splits_that_do_not_serve(void **state) {
    char *text = malloc(LG_LENGTH_MAX + 8);
    assert_split_refused(*state, "a\tb", "words", "none.model", "data.subwords: cannot read none.model");
    assert_split_refused(*state, "a\tb", "words", "none.model", "(create a model with spm_train, ");
    assert_split_refused(*state, "a\tb", "bytes", "x.model",
                         "data.tokens: bytes and data.subwords: x.model both split texts (set only one of them)");
    memset(text, 'a', LG_LENGTH_MAX);
    strcpy(text + LG_LENGTH_MAX, "\tb\n");
    assert_split_refused(*state, text, "characters", "",
                         "train:1: source: 100000 characters; expected 1..99999 (shorten it or remove the line)");
    free(text);
}

static void memory_that_runs_out_is_reported(void **state) {
    lg_values *v = values_of(*state, "{\"source\": \"a b\", \"target\": \"b a\"}\n", "a b\tb a\n");
    lg_dataset *d = NULL;
    int failures = 0;
    for (long grant = 1; !d; grant++) {
        lg_error err = {0};
        left = grant;
        d = lg_dataset_of(v, &err);
        left = -1;
        if (d) break;
        failures++;
        if (err.code != LG_FAILED) fail_msg("%ld allocations: %s", grant, err.text);
    }
#if !SANITIZED && defined(__GLIBC__)
    assert_true(failures > 10);
#endif
    lg_dataset_close(d);
    lg_values_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_forms_are_read),
        cmocka_unit_test(unread_members_are_named),
        cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(long_lines_have_bounds),
        cmocka_unit_test_setup_teardown(records_are_those_of_the_files, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(files_that_do_not_serve, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(characters_are_tokens, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(bytes_are_tokens, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(subwords_are_tokens, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(splits_that_do_not_serve, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(memory_that_runs_out_is_reported, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
