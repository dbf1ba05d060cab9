/* text.c: the user's own text, byte by byte. The first part is learned from, at random offsets; the last part is cut
 * into windows, or read by sliding ones. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "data/data.h"

#define LARGEST_FILE ((size_t)4 << 30)

enum { BYTES = 256, WORD = 8 };

typedef struct text {
    uint8_t *bytes;
    size_t size[LG_SPLITS]; /* the test split follows the training split */
    char word[BYTES][WORD];
    const char *words[BYTES];
} text;

/* ---- opening ---- */

/* A byte that is not printed as itself, as people write it in C. */
static void write_escape(unsigned char byte, char out[WORD]) {
    static const char escaped[] = "\n\r\t\\", letters[] = "nrt\\";
    const char *at = byte == 0 ? NULL : strchr(escaped, byte);
    if (at) {
        memcpy(out, (char[]){'\\', letters[at - escaped], '\0'}, 3);
        return;
    }
    memcpy(out, (char[]){'\\', 'x', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15], '\0'}, 5);
}

static void make_words(text *t) {
    for (int byte = 0; byte < BYTES; byte++) {
        if (byte > ' ' && byte < 0x7f && byte != '\\')
            t->word[byte][0] = (char)byte;
        else
            write_escape((unsigned char)byte, t->word[byte]);
        t->words[byte] = t->word[byte];
    }
}

static bool read_file(lg_dataset *d, const char *path, lg_error *err) {
    text *t = d->state;
    size_t size;
    lg_error words = {0};
    if (*path == '\0') return lg_fail(err, LG_USAGE, "data.file: a file is missing (use --data.file FILE: any text)");
    t->bytes = (uint8_t *)lg_file_read_user(path, LARGEST_FILE, &size, &words);
    if (!t->bytes) return lg_fail_like(err, &words, "data.file: %s", words.text);
    lg_dataset_add_file(d, "data.file", t->bytes, size);
    t->size[LG_SPLIT_TEST] = (size_t)((double)size * lg_real(d->values, "data.test_fraction"));
    t->size[LG_SPLIT_TRAIN] = size - t->size[LG_SPLIT_TEST];
    return (t->size[LG_SPLIT_TRAIN] >= 2 && t->size[LG_SPLIT_TEST] >= 2) ||
           lg_fail(err, LG_USAGE,
                   "data.file: of the %zu bytes of %s, %zu are to train and %zu to test on; expected 2 or more of each",
                   size, path, t->size[LG_SPLIT_TRAIN], t->size[LG_SPLIT_TEST]);
}

static bool open_text(lg_dataset *d, lg_error *err) {
    text *t = d->state = lg_arena_alloc(d->arena, sizeof *t);
    if (!t) return lg_fail(err, LG_FAILED, "out of memory: a text");
    make_words(t);
    d->source = d->target = (lg_vocabulary){BYTES, t->words};
    d->one_vocabulary = d->separated = true;
    d->end = -1;
    d->between = "";
    if (read_file(d, lg_text(d->values, "data.file"), err)) return true;
    return err->code == LG_USAGE ? lg_blame(err, "data.file data.test_fraction") : false;
}

static void close_text(lg_dataset *d) {
    text *t = d->state;
    if (t) free(t->bytes);
}

/* ---- records ---- */

/* Bytes from the beginning of one window to that of the next. */
static size_t stride_of(const lg_dataset *d, int length) {
    const size_t stride = (size_t)lg_int(d->values, "eval.stride");
    return stride == 0 || stride > (size_t)length ? (size_t)length : stride;
}

static int64_t count(const lg_dataset *d, lg_split split, int length) {
    const size_t size = ((const text *)d->state)->size[split], n = (size_t)length;
    if (size < n + 1) return 0;
    return split == LG_SPLIT_TRAIN ? LG_ENDLESS : (int64_t)((size - 1 - n) / stride_of(d, length)) + 1;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){1, length};
}

/* Where a record begins in its split. */
static size_t offset_of(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key) {
    const text *t = d->state;
    if (split == LG_SPLIT_TEST) return (size_t)index * stride_of(d, length);
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    return (size_t)(lg_random_unit(&r) * (double)(t->size[LG_SPLIT_TRAIN] - (size_t)length));
}

static const uint8_t *bytes_at(const lg_dataset *d, lg_split split, int length, size_t at) {
    const text *t = d->state;
    assert(at + (size_t)length < t->size[split]);
    return t->bytes + (split == LG_SPLIT_TEST ? t->size[LG_SPLIT_TRAIN] : 0) + at;
}

static int64_t stream(const lg_dataset *d, lg_split split) {
    return (int64_t)((const text *)d->state)->size[split];
}

static void segment(const lg_dataset *d, lg_split split, int length, int64_t at, lg_record *out) {
    const uint8_t *bytes = bytes_at(d, split, length, (size_t)at);
    lg_record_begin(out, length, 1, length);
    out->source[0] = bytes[0];
    for (int j = 0; j < length; j++) out->target[j] = bytes[j + 1];
}

/* Of sliding windows but the first, only the bytes that no window before has count. */
static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    const size_t seen = split == LG_SPLIT_TEST && index > 0 ? (size_t)length - stride_of(d, length) : 0;
    segment(d, split, length, (int64_t)offset_of(d, split, length, index, key), out);
    memset(out->learned, 0, seen);
    memset(out->counted, 0, seen);
}

/* Bytes as text: characters of UTF-8 as they are, all that would move a cursor in words. */
static void write_bytes(const text *t, const uint8_t *bytes, size_t count, char *out, size_t size) {
    const char *end = out + size;
    char *next = out;
    for (size_t i = 0, n; i < count; i += n) {
        char character[5] = "";
        memcpy(character, bytes + i, count - i < 4 ? count - i : 4);
        n = lg_text_character(character);
        const bool plain = n > 1 || bytes[i] == ' ';
        const char *word = plain ? character : t->words[bytes[i]];
        const size_t length = plain ? n : strlen(word);
        if (n == 0) n = 1;
        if (next + length >= end) break;
        memcpy(next, word, length);
        next += length;
    }
    if (size > 0) *next = '\0';
}

static void write_text(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                       char *target, size_t size) {
    const uint8_t *bytes = bytes_at(d, split, length, offset_of(d, split, length, index, key));
    write_bytes(d->state, bytes, 1, source, size);
    write_bytes(d->state, bytes + 1, (size_t)length, target, size);
}

static const lg_option options[] = {
    {"data.file", LG_TEXT, "", 0, 0, NULL, "file of the text"},
    {"data.test_fraction", LG_REAL, "0.1", 0.000001, 0.999999, NULL, "fraction of the text, its end, to test on"},
    {0},
};
static const lg_entry_default defaults[] = {{"architecture", "decoder"},        {"protocol", "pass"},
                                            {"metric", "bits_per_token"},       {"curriculum.lengths", "128"},
                                            {"eval.lengths", "64,128,256,512"}, {0}};
static const lg_data_methods methods = {.exact = true,
                                        .bytes = true,
                                        .open = open_text,
                                        .close = close_text,
                                        .count = count,
                                        .bound = bound,
                                        .draw = draw,
                                        .stream = stream,
                                        .segment = segment,
                                        .write = write_text};

const lg_data lg_data_text = {
    .name = "text",
    .summary = "text from a file of your own, byte by byte",
    .formula = "The file's last data.test_fraction is the test split, all before it the training split.\n"
               "A record of length L is L + 1 bytes: the first is the source, the others are the targets, each\n"
               "predicted from all before it.\n"
               "training: an offset that is uniform in the split. \"abcdef\", L = 3, offset 1: b -> c d e;\n"
               "with curriculum: segments, records that continue each other\n"
               "test: record i begins at byte iL, so that each byte but the first counts once:\n"
               "\"abcdefg\", L = 3: a -> b c d, then d -> e f g\n"
               "test with eval.stride S < L: record i begins at byte iS and counts its last S targets (record 0:\n"
               "all), so that each byte counts once and is predicted from L - S bytes or more.",
    .source = "your own file",
    .options = options,
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
