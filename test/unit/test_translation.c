/* test_translation.c: parallel text. Tests which lines are read and refused, how texts are split into subwords and
 * joined again, the data set made from the files, and which pairs training skips or joins. test/cli/translation.sh
 * compares merges and pieces of whole files with those of other programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "base/file.h"
#include "config/describe.h"
#include "config/values.h"
#include "data/bpe.h"
#include "data/data.h"
#include "data/parallel_text.h"
#include "data/sentencepiece.h"
#include "data/subwords.h"
#include "scratch.h"

#define MODEL "test/corpus/strings.model" /* relative to the source folder */

/* ---- lines ---- */

static lg_named_text named(const char *name, const char *text) {
    return (lg_named_text){name, text, strlen(text)};
}

static void lines_are_pairs(void **state) {
    static const char *const wanted[] = {"a  b", "\xc3\xa8 c", "d", "e", "f\xc2\xa0", "g h"};
    const lg_named_text source = named("s", "\xef\xbb\xbf a  b \r\n\n d\tx"),
                        target = named("t", "\xc3\xa8 c\r\n  y\r\ne");
    lg_parallel_text t = {0};
    lg_error err = {0};
    (void)state;
    assert_true(lg_parallel_text_add_lines(&t, &source, &target, &err));
    assert_true(t.read == 3 && t.empty == 1 && t.too_long == 0 && t.count == 2);
    assert_string_equal(t.text + t.pairs[0].source, wanted[0]);
    assert_string_equal(t.text + t.pairs[0].target, wanted[1]);
    assert_string_equal(t.text + t.pairs[1].source, "d x"); /* control characters become blanks */
    assert_string_equal(t.text + t.pairs[1].target, wanted[3]);
    lg_parallel_text end = {0};
    assert_true(lg_parallel_text_move(&t, &end, 1, &err));
    assert_true(t.count == 1 && end.count == 1);
    assert_string_equal(end.text + end.pairs[0].target, wanted[3]);
    lg_parallel_text_free(&t);
    lg_parallel_text_free(&end);
    const lg_named_text pairs = named("p.jsonl", "{\"source\": \"f\xc2\xa0\", \"target\": [\"g\", \"h\"]}\n"
                                                 "{\"source\": \"x\", \"target\": \"\"}\n");
    assert_true(lg_parallel_text_add_pairs(&t, &pairs, &err));
    assert_true(t.read == 2 && t.empty == 1 && t.count == 1);
    assert_string_equal(t.text + t.pairs[0].source, wanted[4]);
    assert_string_equal(t.text + t.pairs[0].target, wanted[5]);
    lg_parallel_text_free(&t);
}

static void assert_lines_refused(const char *source, const char *target, const char *wanted) {
    const lg_named_text s = named("s", source), t = named("t", target);
    lg_parallel_text text = {0};
    lg_error err = {0};
    assert_false(lg_parallel_text_add_lines(&text, &s, &t, &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, wanted)) fail_msg("%s\nnot\n%s", err.text, wanted);
    lg_parallel_text_free(&text);
}

static void wrong_lines_are_named(void **state) {
    (void)state;
    assert_lines_refused("a\nb\nc\n", "a\nb",
                         "s has 3 lines but t has 2; expected one target line for each source line");
    assert_lines_refused("a", "", "s has 1 lines but t has 0");
    assert_lines_refused("a\n\xe9t\xe9\n", "a\nb\n", "s:2: byte 1 is not UTF-8");
    assert_lines_refused("a\nb", "a\nb \xc3", "t:2: byte 3 is not UTF-8");
}

static void long_lines_are_counted(void **state) {
    char *text = malloc(LG_PARALLEL_LINE_MAX + 2);
    lg_parallel_text t = {0};
    lg_error err = {0};
    (void)state;
    memset(text, 'a', LG_PARALLEL_LINE_MAX + 1);
    for (size_t size = LG_PARALLEL_LINE_MAX; size <= LG_PARALLEL_LINE_MAX + 1; size++) {
        text[size] = '\0';
        const lg_named_text long_one = named("s", text), short_one = named("t", "b");
        assert_true(lg_parallel_text_add_lines(&t, &short_one, &long_one, &err));
        text[size] = 'a';
    }
    assert_true(t.read == 2 && t.too_long == 1 && t.count == 1);
    lg_parallel_text_free(&t);
    free(text);
}

/* ---- subwords ---- */

/* Asserts the pieces of a text. `wanted` separates them by blanks. */
static void assert_pieces(const lg_subwords *s, const char *text, const char *wanted) {
    lg_pieces p = {0};
    char seen[512] = "";
    assert_true(lg_subwords_split(s, text, strlen(text), &p, NULL));
    const char *piece = p.text;
    for (int i = 0; i < p.count; i++, piece += strlen(piece) + 1)
        sprintf(seen + strlen(seen), "%s%s", i > 0 ? " " : "", piece);
    assert_string_equal(seen, wanted);
    lg_pieces_free(&p);
}

/* Splits a text into pieces, joins the pieces, and asserts the result. */
static void assert_comes_back(const lg_subwords *s, const char *text, const char *wanted) {
    lg_pieces p = {0};
    const char *pieces[1024];
    assert_true(lg_subwords_split(s, text, strlen(text), &p, NULL));
    const char *piece = p.text;
    for (int i = 0; i < p.count; i++, piece += strlen(piece) + 1) pieces[i] = piece;
    char *back = lg_subwords_join(s, pieces, p.count);
    assert_string_equal(back, wanted);
    free(back);
    lg_pieces_free(&p);
}

/* ---- damaged models ---- */

/* A SentencePiece model that the test writes, in the wire format of Protocol Buffers. */
typedef struct message {
    uint8_t at[1 << 17];
    size_t size;
} message;

static void put_number(message *m, uint64_t x) {
    for (; x >= 0x80; x >>= 7) m->at[m->size++] = (uint8_t)(x | 0x80);
    m->at[m->size++] = (uint8_t)x;
}

static void put_bytes(message *m, int field, const void *bytes, size_t size) {
    put_number(m, (uint64_t)field << 3 | 2);
    put_number(m, size);
    memcpy(m->at + m->size, bytes, size);
    m->size += size;
}

static void put_piece(message *m, const char *text, size_t size, int type, float score) {
    message piece = {.size = 0};
    put_bytes(&piece, 1, text, size);
    put_number(&piece, 2 << 3 | 5);
    memcpy(piece.at + piece.size, &score, 4), piece.size += 4;
    put_number(&piece, 3 << 3), put_number(&piece, (uint64_t)type);
    put_bytes(m, 1, piece.at, piece.size);
}

/* Writes a normalizer (field 3 or 5) with a character map, which consists of a trie and replacement texts. The trie has
 * `bytes` bytes. `units` are pairs of position and value; all other units of the trie are unused. */
static void put_map(message *m, int field, uint32_t bytes, const uint32_t (*units)[2], size_t count, const char *texts,
                    size_t size) {
    message map = {.size = 4 + bytes}, normalizer = {.size = 0};
    memcpy(map.at, &bytes, 4);
    for (uint32_t i = 0, none = 0x80000000; 4 * i + 4 <= bytes; i++) memcpy(map.at + 4 + 4 * i, &none, 4);
    for (size_t i = 0; i < count; i++) memcpy(map.at + 4 + 4 * units[i][0], &units[i][1], 4);
    memcpy(map.at + map.size, texts, size), map.size += size;
    put_bytes(&normalizer, 2, map.at, map.size);
    put_bytes(m, field, normalizer.at, normalizer.size);
}

static void begin_model(message *m) {
    m->size = 0;
    put_piece(m, "<unk>", 5, 2, 0);
    put_piece(m, "a", 1, 1, -1);
    put_piece(m, "b", 1, 1, -2);
}

static void assert_model(const message *m, const char *wanted) {
    lg_error err = {0};
    lg_sentencepiece *s = lg_sentencepiece_read(m->at, m->size, "x.model", &err);
    lg_pieces p = {0};
    if (wanted) {
        assert_null(s);
        assert_int_equal(err.code, LG_USAGE);
        if (!strstr(err.text, wanted)) fail_msg("%s\nnot\n%s", err.text, wanted);
        return;
    }
    if (!s) fail_msg("%s", err.text);
    assert_true(lg_sentencepiece_split(s, "ab c", 4, &p, &err));
    lg_pieces_free(&p);
    lg_sentencepiece_free(s);
}

#define UNIT(label, leaf, offset) ((uint32_t)(label) | (uint32_t)(leaf) << 8 | (uint32_t)(offset) << 10)

static void damaged_normalizers_are_refused(void **state) {
    static message m; /* too large for some stacks */
    static const uint32_t good[][2] = {
        {0, UNIT(0, 0, 256)}, {256 ^ 'c', UNIT('c', 1, 256 ^ 'c' ^ 512)}, {512, 0x80000000}};
    static const uint32_t far[][2] = {{0, UNIT(0, 0, 4096)}};
    static const uint32_t ring[][2] = {{0, UNIT(0, 0, 256)}, {256 ^ 'c', UNIT('c', 0, 'c')}};
    static const uint32_t text[][2] = {
        {0, UNIT(0, 0, 256)}, {256 ^ 'c', UNIT('c', 1, 256 ^ 'c' ^ 512)}, {512, 0x80000002}};
    char longest[130] = {0};
    memset(longest, 'x', 129);
    (void)state;
    for (int field = 3; field <= 5; field += 2) {
        begin_model(&m), put_map(&m, field, 3072, good, 3, "a", 2), assert_model(&m, NULL);
        begin_model(&m), put_map(&m, field, 0, NULL, 0, "\0\0\0", 4), assert_model(&m, "has the wrong size");
        begin_model(&m), put_map(&m, field, 3070, good, 3, "a", 2), assert_model(&m, "has the wrong size");
        begin_model(&m), put_map(&m, field, 3072, good, 3, "ab", 2), assert_model(&m, "has the wrong size");
        begin_model(&m), put_map(&m, field, 3072, good, 3, "", 0), assert_model(&m, "has the wrong size");
        begin_model(&m), put_map(&m, field, 2048, good, 3, "a", 2), assert_model(&m, "the trie of its normalizer");
        begin_model(&m), put_map(&m, field, 3072, far, 1, "a", 2), assert_model(&m, "the trie of its normalizer");
        begin_model(&m), put_map(&m, field, 3072, ring, 2, "a", 2), assert_model(&m, "the trie of its normalizer");
        begin_model(&m), put_map(&m, field, 3072, text, 3, "a", 2), assert_model(&m, "the trie of its normalizer");
        begin_model(&m), put_map(&m, field, 3072, good, 3, longest, 130), assert_model(&m, "of more than 128 bytes");
    }
}

/* Writes a character map for the texts "c", "cc", "ccc" and so on. */
static void put_chain(message *m, uint32_t texts) {
    uint32_t units[128][2] = {{0, UNIT(0, 0, 256)}};
    for (uint32_t i = 1; i <= texts; i++) {
        const uint32_t at = 256 * i ^ 'c', next = 256 * (i + 1);
        units[2 * i - 1][0] = at, units[2 * i - 1][1] = UNIT('c', 1, at ^ next);
        units[2 * i][0] = next, units[2 * i][1] = 0x80000000;
    }
    put_map(m, 3, 1024 * (texts + 2), (const uint32_t(*)[2])units, 2 * texts + 1, "a", 2);
}

static void texts_that_begin_alike_are_bounded(void **state) {
    static message m;
    char text[66];
    (void)state;
    begin_model(&m), put_chain(&m, 32), assert_model(&m, NULL);
    begin_model(&m), put_chain(&m, 33), assert_model(&m, "the trie of its normalizer");
    memset(text, 'c', sizeof text);
    begin_model(&m);
    for (size_t size = 64; size > 0; size--) put_piece(&m, text, size, 4, 0);
    assert_model(&m, NULL);
    put_piece(&m, text, 65, 4, 0), assert_model(&m, "more than 64 user-defined symbols");
}

static void damaged_pieces_are_refused(void **state) {
    static message m;
    static char text[1025];
    (void)state;
    memset(text, 'x', sizeof text);
    begin_model(&m), put_piece(&m, text, 1024, 1, 0), assert_model(&m, NULL);
    begin_model(&m), put_piece(&m, text, 1025, 1, 0), assert_model(&m, "piece 4 is not UTF-8 text of 1 to 1,024 bytes");
    begin_model(&m), put_piece(&m, "c\0d", 3, 1, 0), assert_model(&m, "piece 4 is not UTF-8 text");
    begin_model(&m), put_piece(&m, "c\xff", 2, 1, 0), assert_model(&m, "piece 4 is not UTF-8 text");
    begin_model(&m), put_piece(&m, "", 0, 1, 0), assert_model(&m, "piece 4 is not UTF-8 text");
    begin_model(&m), put_piece(&m, "c", 1, 1, INFINITY), assert_model(&m, "piece 4 has a score that is not finite");
    begin_model(&m), put_piece(&m, "a", 1, 1, 0), assert_model(&m, "not a SentencePiece model"); /* "a" twice */
    begin_model(&m), put_number(&m, 1 << 3 | 2), put_number(&m, 9), assert_model(&m, "not a SentencePiece model");
    begin_model(&m), put_bytes(&m, 4, "\n\4\n\1a\22", 6); /* the self-test section is damaged, but is not read */
    assert_model(&m, NULL);
}

/* The unknown piece is determined by its type, even if the trainer section names another piece. */
static void the_unknown_piece_is_one_by_its_type(void **state) {
    static message m;
    message trainer = {.size = 0};
    const char *const pieces[] = {NULL, "a"};
    lg_error err = {0};
    (void)state;
    begin_model(&m);
    put_bytes(&trainer, 45, "a", 1), put_bytes(&m, 2, trainer.at, trainer.size);
    lg_sentencepiece *s = lg_sentencepiece_read(m.at, m.size, "x.model", &err);
    assert_non_null(s);
    char *text = lg_sentencepiece_join(s, pieces, 2);
    assert_string_equal(text, " \xe2\x81\x87 a"); /* unknown pieces as SentencePiece writes them */
    free(text);
    lg_sentencepiece_free(s);
}

/* ---- codes ---- */

static lg_subwords *read_codes(const char *text) {
    lg_error err = {0};
    lg_subwords *s = lg_subwords_read(LG_UNIT_WORD, text, strlen(text), "codes", &err);
    if (!s) fail_msg("%s", err.text);
    return s;
}

static void merges_go_by_rank(void **state) {
    (void)state;
    lg_subwords *s = read_codes("#version: 0.2\nl o\nlo w</w>\ne r</w>\nw e\nlo w\n");
    assert_pieces(s, "low lower  newer we w", "low low@@ er n@@ e@@ w@@ er w@@ e w");
    assert_pieces(s, "lowlow wewo \xc3\xa8lo", "low@@ low we@@ w@@ o \xc3\xa8@@ l@@ o"); /* lo</w> is not a merge */
    assert_pieces(s, "", "");
    assert_comes_back(s, "lower we  newer", "lower we newer");
    lg_subwords_free(s);
    s = read_codes("#version: 0.2\r\nx x\r\nxx x</w>\r\nx x\r\nxx xx\n\n"); /* the second "x x" is ignored */
    assert_pieces(s, "xxx xxxx xxxxx xxxxxx", "xxx xx@@ x@@ x xx@@ xxx xxxx@@ x@@ x");
    lg_subwords_free(s);
    s = read_codes("\xef\xbb\xbf#version: 0.2\nl o\nlo w</w>\n"); /* with a byte order mark */
    assert_pieces(s, "low l", "low l");
    lg_subwords_free(s);
    s = read_codes("#version: 0.2\nb c\na b\n"); /* merges apply in the order of the file, not of the word */
    assert_pieces(s, "abcd abd</w>", "a@@ bc@@ d ab@@ d@@ <@@ /@@ w@@ >");
    lg_subwords_free(s);
}

/* In version 0.1, the end of a word is a separate symbol, </w>, which is merged like other symbols. */
static void merges_of_version_0_1(void **state) {
    (void)state;
    static const char *const codes[] = {"r </w>\nl o\nlo w\ne r</w>\nw e\nlow </w>\n",
                                        "#version: 0.1\nr </w>\nl o\nlo w\ne r</w>\nw e\nlow </w>\n"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        lg_subwords *s = read_codes(codes[i]);
        assert_pieces(s, "low lower  newer we w", "low low@@ er n@@ e@@ w@@ er we w");
        assert_pieces(s, "lowlow rr r", "low@@ low r@@ r r"); /* "lo w" is merged before "low </w>" */
        assert_comes_back(s, "lower we  newer", "lower we newer");
        lg_subwords_free(s);
    }
    /* "aa" stays two pieces: "a </w>" is merged first, and then "a a</w>" is not a merge. In "aaa" the first two
     * letters are merged. */
    lg_subwords *s = read_codes("a </w>\na a\n");
    assert_pieces(s, "aa aaa a", "a@@ a aa@@ a a");
    lg_subwords_free(s);
}

static void assert_codes_refused(const char *text, const char *wanted) {
    lg_error err = {0};
    assert_null(lg_bpe_read(text, strlen(text), "codes", &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, wanted)) fail_msg("%s\nnot\n%s", err.text, wanted);
}

static void wrong_codes_are_refused(void **state) {
    (void)state;
    assert_codes_refused("a b\nc d</w>\n",
                         "codes:2: d</w> is a symbol of subword-nmt 0.2, but codes without a version line");
    assert_codes_refused("the 900\nof 512\n", "codes: a list of words and counts");
    assert_codes_refused("", "codes: no merges");
    assert_codes_refused("#version: 0.3\na b\n", "codes:1: unknown version of subword-nmt");
    assert_codes_refused("#version: 0.2", "codes: no merges");
    assert_codes_refused("#version: 0.2\na b\na b c\n", "codes:3: not a merge; expected two symbols");
    assert_codes_refused("#version: 0.2\na b\n\nc d\n", "codes:3: not a merge");
    assert_codes_refused("#version: 0.2\nab\n", "codes:2: not a merge");
    static const char zeros[] = "#version: 0.2\na b\0\n\0c d\n"; /* zero bytes are not blanks, even at the end */
    lg_error err = {0};
    assert_null(lg_bpe_read(zeros, sizeof zeros - 1, "codes", &err));
    assert_non_null(strstr(err.text, "codes:2: not a merge"));
}

static lg_subwords *read_model(void) {
    size_t size;
    lg_error err = {0};
    char *bytes = lg_file_read(MODEL, 1 << 20, &size, &err);
    lg_subwords *s = bytes ? lg_subwords_read(LG_UNIT_WORD, bytes, size, MODEL, &err) : NULL;
    if (!s) fail_msg("%s", err.text);
    free(bytes);
    return s;
}

/* Computed by hand. Blanks and bytes outside of printable ASCII are shown by names. Bytes that are not UTF-8 come back
 * as U+FFFD. */
static void characters_and_bytes_come_back(void **state) {
    const char *const half[] = {"\\xc3", NULL, "\\x00", "\\\\"};
    lg_error err = {0};
    (void)state;
    lg_subwords *s = lg_subwords_read(LG_UNIT_CHARACTER, NULL, 0, "", &err);
    assert_false(lg_subwords_has_pieces(s));
    assert_pieces(s, "3 ao\xc3\xbbt\\", "3 \\x20 a o \xc3\xbb t \\\\");
    assert_comes_back(s, " a  \xc3\xbb\\", " a  \xc3\xbb\\");
    lg_subwords_free(s);
    s = lg_subwords_read(LG_UNIT_BYTE, NULL, 0, "", &err);
    assert_true(lg_subwords_has_pieces(s));
    assert_pieces(s, "3 \xc3\xbb", "3 \\x20 \\xc3 \\xbb");
    assert_comes_back(s, " a  \xc3\xbb\\", " a  \xc3\xbb\\");
    char *text = lg_subwords_join(s, half, 4);
    assert_string_equal(text, "\xef\xbf\xbd<unk>\\");
    free(text);
    lg_subwords_free(s);
}

static void a_model_takes_text_apart_and_back(void **state) {
    static const char *const names[] = {"test/corpus/strings.en", "test/corpus/strings.it"};
    lg_subwords *s = read_model();
    int lines = 0;
    (void)state;
    assert_true(lg_subwords_has_pieces(s));
    for (int i = 0; i < 2; i++) {
        char *text = lg_file_read(names[i], 1 << 20, NULL, NULL), *rest = text, *line;
        assert_non_null(text);
        while ((line = strsep(&rest, "\n")))
            if (*line != '\0') assert_comes_back(s, line, line), lines++;
        free(text);
    }
    assert_int_equal(lines, 400);
    assert_comes_back(s, "", "");
    lg_subwords_free(s);
}

static void missing_models_are_reported(void **state) {
    static const char *const wrong[] = {"", "garbage", "\n\x05hello"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        lg_error err = {0};
        assert_null(lg_subwords_read(LG_UNIT_WORD, wrong[i], strlen(wrong[i]), "x.model", &err));
        assert_int_equal(err.code, LG_USAGE);
        assert_non_null(strstr(err.text, "x.model: not a SentencePiece model"));
    }
}

/* ---- the data set ---- */

static const lg_option choice[] = {{"data", LG_TEXT, "translation", 0, 0, NULL, ""}, {0}};

typedef struct opened {
    lg_values *values;
    lg_dataset *data;
    lg_error err;
} opened;

/* Opens a data set of files. Settings with line breaks, such as "data.source=a b\nc\n", are first written to files. */
static opened open_data(scratch *s, const char *const *settings) {
    opened o = {.values = lg_values_new()};
    lg_values_add(o.values, choice);
    lg_values_add(o.values, lg_data_find("translation")->options);
    for (; *settings; settings++) {
        char key[64];
        const char *value = strchr(*settings, '=') + 1;
        snprintf(key, sizeof key, "%.*s", (int)(value - *settings) - 1, *settings);
        const bool text = strchr(value, '\n');
        if (text) assert_true(lg_file_write_text(scratch_path(s, key), value, NULL));
        assert_true(lg_values_set(o.values, key, text ? scratch_path(s, key) : value, NULL));
    }
    o.data = lg_dataset_of(o.values, &o.err);
    return o;
}

#define OPEN(...) open_data(*state, (const char *const[]){__VA_ARGS__, NULL})

static void close_data(opened *o) {
    lg_dataset_close(o->data);
    lg_values_free(o->values);
}

static void assert_opened(const opened *o) {
    if (!o->data) fail_msg("%s", o->err.text);
}

/* The words of a record, "a b <sep> > c </s>". */
static void assert_record(const opened *o, lg_split split, int length, int64_t index, const char *wanted) {
    lg_record r = {0};
    char seen[512] = "";
    const lg_record_size z = lg_dataset_bound(o->data, length);
    assert_true(lg_record_reserve(&r, z.n, z.m, NULL));
    o->data->entry->methods->draw(o->data, split, length, index, lg_key_root(0), &r);
    assert_int_equal(r.length, length);
    for (int i = 0; i < r.n; i++) sprintf(seen + strlen(seen), "%s ", o->data->source.words[r.source[i]]);
    strcat(seen, ">");
    for (int i = 0; i < r.m; i++) sprintf(seen + strlen(seen), " %s", o->data->target.words[r.target[i]]);
    assert_string_equal(seen, wanted);
    lg_record_free(&r);
}

static int64_t count_all(const opened *o, lg_split split) {
    size_t count;
    int64_t sum = 0;
    const int *lengths = o->data->entry->methods->lengths(o->data, split, &count);
    for (size_t i = 0; i < count; i++) sum += lg_dataset_count(o->data, split, lengths[i]);
    return sum;
}

static void texts_become_records(void **state) {
    opened o =
        OPEN("data.source=a b\n\nb </s>\nc c c\n", "data.target=x\ny\nz z\nx\n", "data.test_source=b  new\n",
             "data.test_target= x  z \n", "data.validation_source=a\n", "data.validation_target=a\n", "data.bucket=2");
    char source[32], target[32];
    assert_opened(&o);
    assert_true(o.data->one_vocabulary && o.data->separated && o.data->end == 1 && isnan(o.data->entry->chance));
    assert_int_equal(o.data->source.size, 9); /* four special tokens, and a, b, c, x, z; </s> in a text is no word */
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 3);
    assert_record(&o, LG_SPLIT_TRAIN, 2, 0, "a b <sep> > x </s>");
    assert_record(&o, LG_SPLIT_TRAIN, 2, 1, "b <unk> <sep> > z z </s>");
    assert_record(&o, LG_SPLIT_TRAIN, 4, 0, "c c c <sep> > x </s>");
    assert_record(&o, LG_SPLIT_TEST, 2, 0, "b <unk> <sep> > x z </s>");
    assert_record(&o, LG_SPLIT_VALIDATION, 2, 0, "a <sep> > a </s>");
    assert_true(o.data->test_words == 4 && o.data->unknown_words == 1);
    assert_string_equal(o.data->left_out[LG_SPLIT_TRAIN],
                        "data.source: skipped 1 of 4 training pairs: 1 with an empty side");
    assert_null(o.data->left_out[LG_SPLIT_TEST]);
    const lg_data_methods *m = o.data->entry->methods;
    m->write(o.data, LG_SPLIT_TEST, 2, 0, lg_key_root(0), source, target, sizeof source);
    assert_string_equal(source, "b  new"); /* with all its blanks */
    assert_string_equal(target, "x  z");
    assert_int_equal(m->write_size(o.data, LG_SPLIT_TEST, 2, 0), 6);
    m->write(o.data, LG_SPLIT_TRAIN, 2, 1, lg_key_root(0), source, target, sizeof source);
    assert_string_equal(source, "b <unk>");
    close_data(&o);
}

/* Unknown members in a file of pairs are reported once, though the test split is cut from the same file. */
static void unread_members_are_reported(void **state) {
    static const char line[] = ": ignored members of pairs: id (line 2); expected source, target and length";
    opened o = OPEN("data.source={\"source\": \"a\", \"target\": \"b\"}\n"
                    "{\"source\": \"a\", \"target\": \"b\", \"id\": 7}\n",
                    "data.test_fraction=0.5");
    assert_opened(&o);
    const char *unread = o.data->unread_members[LG_SPLIT_TRAIN];
    assert_true(unread && !strncmp(unread, "data.source: ", 13) && strstr(unread, line));
    assert_null(o.data->unread_members[LG_SPLIT_TEST]);
    close_data(&o);
}

static void prompts_and_answers_are_text(void **state) {
    opened o = OPEN("data.source=test/corpus/strings.en", "data.target=test/corpus/strings.it", "data.subwords=" MODEL);
    static const char text[] = "Il testo.";
    int32_t ids[64];
    assert_opened(&o);
    const lg_data_methods *m = o.data->entry->methods;
    assert_int_equal(o.data->target.size, 301); /* 300 pieces, three of them special, and four special tokens */
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 180);
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 20);
    assert_int_equal(o.data->unknown_words, 0);
    const int count = m->read(o.data, true, text, strlen(text), ids, 64);
    assert_true(count > 1 && count < 64);
    assert_int_equal(m->read(o.data, true, text, strlen(text), NULL, 0), count);
    ids[count] = o.data->end; /* adds no text */
    char *written = m->say(o.data, ids, count + 1);
    assert_string_equal(written, text);
    free(written);
    written = m->say(o.data, (const int32_t[]){3, 400, -1, 0}, 4);
    assert_string_equal(written, " \xe2\x81\x87 "); /* unknown pieces as SentencePiece writes them */
    free(written);
    close_data(&o);
}

static void sides_may_have_their_own_subwords(void **state) {
    opened o = OPEN("data.source=test/corpus/strings.en", "data.target=test/corpus/strings.it", "data.subwords=" MODEL,
                    "data.target_subwords=#version: 0.2\ni l</w>\n");
    assert_opened(&o);
    assert_false(o.data->one_vocabulary);
    assert_int_equal(o.data->source.size, 301);
    assert_true(o.data->target.size > 30 && o.data->target.size < 120);
    assert_int_equal(o.data->file_count, 4);
    close_data(&o);
}

/* Twelve pairs; source k has k words, its target one. */
#define STAIRS                                                                                                         \
    "data.source=a\na b\na b c\na b c d\na b c d e\na b c d e f\na b c d e f g\na b c d e f g h\na b c d e f g h i\n"  \
    "a b c d e f g h i j\na b c d e f g h i j k\na b c d e f g h i j k l\n",                                           \
        "data.target=1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "data.bucket=1"

static void splits_have_no_pair_in_common(void **state) {
    opened o = OPEN(STAIRS, "data.test_fraction=0.25", "data.validation_fraction=0.1");
    assert_opened(&o);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 7);
    assert_int_equal(count_all(&o, LG_SPLIT_VALIDATION), 2); /* 1.2 rounded up */
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 3);
    for (int length = 1; length <= 12; length++)
        for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++) {
            const lg_split only = length <= 7 ? LG_SPLIT_TRAIN : length <= 9 ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST;
            assert_int_equal(lg_dataset_count(o.data, s, length), s == only);
        }
    lg_error err = {0};
    close_data(&o);
    o = OPEN(STAIRS);
    assert_opened(&o);
    assert_false(lg_dataset_has(o.data, LG_SPLIT_VALIDATION, 3, &err));
    assert_non_null(strstr(err.text, "translation has no validation records"));
    close_data(&o);
}

/* The paper's EXTRAPOLATE: a training pair is removed if either side is longer than data.longest_trained. Test pairs of
 * any length remain. */
static void longer_pairs_are_not_trained(void **state) {
    opened o = OPEN(STAIRS, "data.test_fraction=0.25", "data.longest_trained=4");
    assert_opened(&o);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 4);
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 3);
    assert_non_null(strstr(o.data->left_out[LG_SPLIT_TRAIN],
                           "skipped 5 of 9 training pairs: 5 with more than 4 tokens (data.longest_trained)"));
    assert_int_equal(o.data->source.size, 4 + 4 + 4); /* words of skipped pairs are not counted */
    close_data(&o);
    o = OPEN("data.source=a\na\n", "data.target=b\nb b b\n", "data.test_source=a\n", "data.test_target=b b b\n",
             "data.longest_trained=2");
    assert_opened(&o);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 1); /* the limit applies to the target too */
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 1);
    close_data(&o);
    o = OPEN(STAIRS, "data.test_fraction=0.25", "data.longest=10");
    assert_opened(&o);
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 1);
    assert_non_null(strstr(o.data->left_out[LG_SPLIT_TEST],
                           "data.source: skipped 2 of 3 test pairs: 2 with more than 10 tokens (data.longest)"));
    close_data(&o);
}

/* The paper's INTERPOLATE: each data.concatenated neighbouring pairs are joined to one pair. The remaining pairs at the
 * end are joined too. */
static void neighbours_are_joined(void **state) {
    opened o = OPEN(STAIRS, "data.test_fraction=0.3", "data.concatenated=3");
    assert_opened(&o);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 3);
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 4);
    assert_record(&o, LG_SPLIT_TRAIN, 6, 0, "a a b a b c <sep> > 1 2 3 </s>");
    assert_int_equal(lg_dataset_count(o.data, LG_SPLIT_TRAIN, 15), 2); /* 4 + 5 + 6, and 7 + 8 */
    close_data(&o);
    o = OPEN(STAIRS, "data.test_fraction=0.3", "data.concatenated=3", "data.longest=14");
    assert_opened(&o);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 1);
    close_data(&o);
}

static void rare_words_are_unknown(void **state) {
    opened o = OPEN("data.source=a a b\nc b\n", "data.target=a b\nd\n", "data.test_fraction=0.5", "data.least_uses=2");
    assert_opened(&o);
    assert_int_equal(o.data->source.size, 6);
    assert_record(&o, LG_SPLIT_TEST, 10, 0, "<unk> b <sep> > <unk> </s>");
    close_data(&o);
    o = OPEN("data.source=a a b\nc b\n", "data.target=a b\nd\n", "data.test_fraction=0.5", "data.vocabulary=1");
    assert_opened(&o);
    assert_record(&o, LG_SPLIT_TRAIN, 10, 0, "a a <unk> <sep> > a <unk> </s>");
    close_data(&o);
}

static void assert_not_opened(opened o, const char *keys, const char *wanted) {
    if (o.data) fail_msg("opened: %s", wanted);
    assert_int_equal(o.err.code, LG_USAGE);
    assert_string_equal(o.err.keys, keys);
    if (!strstr(o.err.text, wanted)) fail_msg("%s\nnot\n%s", o.err.text, wanted);
    lg_values_free(o.values);
}

static void files_that_do_not_serve(void **state) {
    assert_not_opened(OPEN("data.target=a\nb\n"), "data.source", "data.source: a file is missing");
    assert_not_opened(OPEN("data.source=a\nb\n", "data.target=a\n"), "data.source", "has 2 lines but");
    assert_not_opened(OPEN("data.source=\n\n", "data.target=\n\n"), "data.source",
                      "has no usable pairs: 2 of 2 have an empty side");
    assert_not_opened(OPEN("data.source=a\nb\n", "data.target=a\nb\n", "data.test_target=a\n"), "data.test_source",
                      "data.test_source: a file is missing");
    assert_not_opened(OPEN("data.source=a\n", "data.target=a\n"), "data.test_fraction",
                      "data.test_fraction: 1 of 1 pairs are for testing");
    assert_not_opened(OPEN(STAIRS, "data.test_fraction=0"), "data.test_fraction", "use --data.test_source");
    assert_not_opened(OPEN(STAIRS, "data.subwords=a b c\n"), "data.subwords", "not a SentencePiece model");
    assert_not_opened(OPEN(STAIRS, "data.subwords=#version: 0.3\na b\n"), "data.subwords", "#version: 0.1 or 0.2");
    assert_not_opened(OPEN(STAIRS, "data.target_subwords=/nowhere"), "data.target_subwords", "/nowhere");
    assert_not_opened(OPEN("data.source=a b c\nb c d\n", "data.target=a\nb\n", "data.longest_trained=2"),
                      "data.longest_trained", "data.longest_trained: no training pair has at most 2 tokens");
}

/* Opens the data set again without the splits `unread`. `trained`: the options with which the model was trained; NULL
 * for a new model. */
static void reopen_for(opened *o, const lg_values *trained, unsigned unread) {
    lg_data_description d;
    lg_describe_data(o->values, trained, &d);
    lg_dataset_close(o->data);
    o->data = lg_dataset_open(&d, unread, &o->err);
    assert_opened(o);
}

static void reopen_without(opened *o, unsigned unread) {
    reopen_for(o, NULL, unread);
}

/* A model was trained on all but the last pairs of a file. If it is tested on another file, the data set still has the
 * vocabulary of the model. */
static void another_test_leaves_the_vocabulary(void **state) {
    opened o = OPEN(STAIRS, "data.test_fraction=0.25");
    assert_opened(&o);
    assert_int_equal(o.data->source.size, 22);
    lg_values *trained = lg_values_copy(o.values);
    assert_true(lg_file_write_text(scratch_path(*state, "other.en"), "a l\n", NULL));
    assert_true(lg_file_write_text(scratch_path(*state, "other.it"), "1\n", NULL));
    assert_true(lg_values_set(o.values, "data.test_source", scratch_path(*state, "other.en"), NULL));
    assert_true(lg_values_set(o.values, "data.test_target", scratch_path(*state, "other.it"), NULL));
    reopen_for(&o, trained, 0);
    assert_int_equal(o.data->source.size, 22);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 9);
    assert_record(&o, LG_SPLIT_TEST, 2, 0, "a <unk> <sep> > 1 </s>");
    reopen_for(&o, trained, LG_SPLITS_ALL & ~LG_SPLIT_BIT(LG_SPLIT_TEST));
    assert_record(&o, LG_SPLIT_TEST, 2, 0, "a <unk> <sep> > 1 </s>");
    reopen_for(&o, NULL, 0); /* for a new model, which can be trained on all pairs */
    assert_true(o.data->source.size > 22);
    lg_values_free(trained);
    close_data(&o);
}

/* The file of a split that is not requested is read only if the vocabulary is counted in it. */
static void splits_that_nobody_asks_for_are_not_read(void **state) {
    opened o = OPEN("data.source=a b\n", "data.target=c\n", "data.test_source=b a\n", "data.test_target=c\n",
                    "data.subwords=" MODEL);
    assert_opened(&o);
    assert_int_equal(o.data->file_count, 5);
    assert_int_equal(remove(lg_text(o.values, "data.source")), 0);
    reopen_without(&o, LG_SPLITS_ALL);
    assert_true(o.data->file_count == 1 && o.data->target.size == 301 && count_all(&o, LG_SPLIT_TEST) == 0);
    assert_string_equal(o.data->description, "translation, a vocabulary of 301 tokens");
    reopen_without(&o, LG_SPLITS_ALL & ~LG_SPLIT_BIT(LG_SPLIT_TEST));
    assert_true(o.data->file_count == 3 && count_all(&o, LG_SPLIT_TEST) == 1);
    assert_int_equal(count_all(&o, LG_SPLIT_TRAIN), 0);
    lg_dataset_close(o.data);
    assert_null(o.data = lg_dataset_of(o.values, &o.err));
    assert_non_null(strstr(o.err.text, "data.source: "));
    close_data(&o);
    o = OPEN(STAIRS, "data.test_fraction=0.25");
    reopen_without(&o, LG_SPLITS_ALL);
    assert_true(o.data->file_count == 2 && o.data->source.size == 4 + 9 + 9);
    assert_string_equal(o.data->description, "translation, a vocabulary of 22 tokens");
    reopen_without(&o, LG_SPLITS_ALL & ~LG_SPLIT_BIT(LG_SPLIT_TEST));
    assert_int_equal(count_all(&o, LG_SPLIT_TEST), 3);
    close_data(&o);
}

/* If memory runs out, the error is about memory. SentencePiece models are not tested, since that library crashes. */
static void memory_that_runs_out_is_reported(void **state) {
    const char *const settings[] = {"data.source=a b\nc d\n", "data.target=a\nb\n", "data.test_fraction=0.5",
                                    "data.target_subwords=#version: 0.2\na b</w>\n", NULL};
    opened o = open_data(*state, settings);
    int failures = 0;
    assert_opened(&o);
    for (long grant = 1; grant < 4000; grant++) {
        lg_dataset_close(o.data);
        o.err = (lg_error){0};
        left = grant, fail_once = false;
        o.data = lg_dataset_of(o.values, &o.err);
        left = -1;
        if (o.data) break;
        failures++;
        if (o.err.code != LG_FAILED) fail_msg("%ld allocations: %s", grant, o.err.text);
    }
    assert_opened(&o);
    if (CAN_REFUSE) assert_true(failures > 10);
    close_data(&o);
}

/* ---- a grammar ---- */

static opened open_toy(const char *inverted) {
    opened o = {.values = lg_values_new()};
    lg_values_add(o.values, choice);
    lg_values_set(o.values, "data", "toy_translation", NULL);
    lg_values_add(o.values, lg_data_find("toy_translation")->options);
    assert_true(lg_values_set(o.values, "data.inverted", inverted, NULL));
    o.data = lg_dataset_of(o.values, &o.err);
    assert_opened(&o);
    return o;
}

static void draw_toy(const opened *o, int length, int64_t index, lg_record *r) {
    const lg_record_size z = lg_dataset_bound(o->data, length);
    assert_true(lg_record_reserve(r, z.n, z.m, NULL));
    o->data->entry->methods->draw(o->data, LG_SPLIT_TRAIN, length, index, lg_key_root(7), r);
    assert_true(r->length == length && r->n == z.n && r->m >= 2 && r->m <= z.m);
    lg_record tight = {0}; /* as allocated by workers that draw for a pass of this size */
    assert_true(lg_record_reserve(&tight, r->n, r->m, NULL));
    o->data->entry->methods->draw(o->data, LG_SPLIT_TRAIN, length, index, lg_key_root(7), &tight);
    assert_true(tight.n == r->n && tight.m == r->m);
    assert_memory_equal(tight.target, r->target, sizeof *r->target * (size_t)r->m);
    lg_record_free(&tight);
}

/* Asserts that the check refuses a record if any target token is replaced, since the target follows from the source. */
static void expect_changes(const opened *o, lg_record *r) {
    bool (*check)(const lg_dataset *, const lg_record *) = o->data->entry->methods->check;
    for (int j = 0; j < r->m; j++) {
        const int32_t right = r->target[j];
        for (int32_t id = -1; id <= o->data->target.size; id++) {
            r->target[j] = id;
            if (id != right && check(o->data, r)) fail_msg("target %d: %d and %d are both right", j, right, id);
        }
        r->target[j] = right;
    }
    r->m--;
    assert_false(check(o->data, r));
    r->m++;
    assert_true(check(o->data, r));
}

static void sentences_are_right_and_changes_are_wrong(void **state) {
    opened o = open_toy("0"), other = open_toy("1");
    bool (*check)(const lg_dataset *, const lg_record *) = o.data->entry->methods->check;
    lg_record r = {0};
    int moved = 0;
    (void)state;
    for (int length = 1; length <= 40; length++)
        for (int64_t index = 0; index < 20; index++) {
            draw_toy(&o, length, index, &r);
            if (!check(o.data, &r)) fail_msg("record %d of length %d", (int)index, length);
            if (index == 0) expect_changes(&o, &r);
            draw_toy(&other, length, index, &r);
            assert_true(check(other.data, &r));
            moved += !check(o.data, &r);
        }
    assert_true(moved > 400 && moved < 800); /* only sentences with an adjective; short sentences lack it */
    lg_record_free(&r);
    close_data(&o);
    close_data(&other);
}

/* Reads the words of a side of a record as ids, without an end token. Returns their number. */
static int read_words(const lg_vocabulary *v, const char *text, int32_t *ids) {
    int count = 0;
    for (size_t n; *text != '\0'; text += n, text += strspn(text, " ")) {
        n = strcspn(text, " ");
        int id = 0;
        while (id < v->size && (strlen(v->words[id]) != n || strncmp(v->words[id], text, n))) id++;
        ids[count++] = id;
    }
    return count;
}

static void sentences_by_hand(void **state) {
    static const struct {
        const char *source, *target, *inverted;
        bool right;
    } known[] = {
        {"the cat of the red houses sees books <sep>", "il gatto delle case rosse vede libri </s>", "0", true},
        {"girls take the small black key <sep>", "ragazze prendono la chiave nera piccola </s>", "0", true},
        {"girls take the small black key <sep>", "ragazze prendono la piccola chiave nera </s>", "0", false},
        {"girls take the small black key <sep>", "ragazze prendono la piccola chiave nera </s>", "0.5", true},
        {"girls take the small black key <sep>", "ragazze prendono la chiave nera piccola </s>", "1", false},
        {"the cat of the red houses see books <sep>", "il gatto delle case rosse vedono libri </s>", "0", false},
        {"cat with the moon <sep>", "gatto con la luna </s>", "0", true},
        {"cat on the moon <sep>", "gatto su la luna </s>", "0", false},
        {"cat on moon paints <sep>", "gatto su luna dipinge </s>", "0", true},
        {"the red <sep>", "il rosso </s>", "0", false},
        {"red cat <sep>", "gatto rosso </s>", "0", false},
        {"moon <sep>", "luna </s>", "0", true},
    };
    lg_record r = {0};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        opened o = open_toy(known[i].inverted);
        draw_toy(&o, 12, 0, &r);
        lg_record_begin(&r, 12, 13, 13);
        r.n = read_words(&o.data->source, known[i].source, r.source);
        r.m = read_words(&o.data->target, known[i].target, r.target);
        r.length = r.n - 1;
        if (o.data->entry->methods->check(o.data, &r) != known[i].right) fail_msg("%s", known[i].source);
        for (int a = 0; a < o.data->source.size; a++)
            for (int b = 0; b < a; b++) assert_string_not_equal(o.data->source.words[a], o.data->source.words[b]);
        close_data(&o);
    }
    lg_record_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_pairs),
        cmocka_unit_test(wrong_lines_are_named),
        cmocka_unit_test(long_lines_are_counted),
        cmocka_unit_test(merges_go_by_rank),
        cmocka_unit_test(merges_of_version_0_1),
        cmocka_unit_test(damaged_normalizers_are_refused),
        cmocka_unit_test(texts_that_begin_alike_are_bounded),
        cmocka_unit_test(damaged_pieces_are_refused),
        cmocka_unit_test(the_unknown_piece_is_one_by_its_type),
        cmocka_unit_test(wrong_codes_are_refused),
        cmocka_unit_test(characters_and_bytes_come_back),
        cmocka_unit_test(a_model_takes_text_apart_and_back),
        cmocka_unit_test(missing_models_are_reported),
        cmocka_unit_test_setup_teardown(texts_become_records, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(unread_members_are_reported, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(prompts_and_answers_are_text, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(sides_may_have_their_own_subwords, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(splits_have_no_pair_in_common, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(longer_pairs_are_not_trained, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(neighbours_are_joined, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(rare_words_are_unknown, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(another_test_leaves_the_vocabulary, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(splits_that_nobody_asks_for_are_not_read, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(files_that_do_not_serve, scratch_open, scratch_close),
        cmocka_unit_test(sentences_are_right_and_changes_are_wrong),
        cmocka_unit_test(sentences_by_hand),
        cmocka_unit_test_setup_teardown(memory_that_runs_out_is_reported, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
