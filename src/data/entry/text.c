/* text.c: the user's own text, in bytes, characters or words. The first part is learned from, at random offsets; the
 * last part, or another file, is cut into windows, or read by sliding ones. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "data/data.h"
#include "data/token_text.h"
#include "data/vocabulary.h"

/* ---- opening ---- */

static bool open_text(lg_dataset *d, lg_error *err) {
    lg_token_text *t = d->state = lg_arena_alloc(d->arena, sizeof *t);
    if (!t) return lg_fail(err, LG_FAILED, "out of memory: a text");
    *t = (lg_token_text){0};
    d->one_vocabulary = d->separated = true;
    d->end = -1;
    d->between = "";
    if (lg_token_text_open(t, d, err)) return true;
    return err->code == LG_USAGE ? lg_blame(err, "data.file data.test_fraction data.tokens") : false;
}

static void close_text(lg_dataset *d) {
    if (d->state) lg_token_text_free(d->state);
}

/* ---- records ---- */

/* Tokens from the beginning of one window to that of the next. */
static size_t stride_of(const lg_dataset *d, int length) {
    const size_t stride = (size_t)lg_int(d->values, "eval.stride");
    return stride == 0 || stride > (size_t)length ? (size_t)length : stride;
}

static const lg_token_run *run_of(const lg_dataset *d, lg_split split) {
    return &((const lg_token_text *)d->state)->splits[split];
}

static int64_t count(const lg_dataset *d, lg_split split, int length) {
    const size_t size = run_of(d, split)->size, n = (size_t)length;
    if (size < n + 1) return 0;
    return split == LG_SPLIT_TRAIN ? LG_ENDLESS : (int64_t)((size - 1 - n) / stride_of(d, length)) + 1;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){1, length};
}

/* Where a record begins in its split. */
static size_t offset_of(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key) {
    if (split != LG_SPLIT_TRAIN) return (size_t)index * stride_of(d, length);
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    return (size_t)(lg_random_unit(&r) * (double)(run_of(d, split)->size - (size_t)length));
}

static int64_t stream(const lg_dataset *d, lg_split split) {
    return (int64_t)run_of(d, split)->size;
}

static void segment(const lg_dataset *d, lg_split split, int length, int64_t at, lg_record *out) {
    const lg_token_run *r = run_of(d, split);
    assert((size_t)at + (size_t)length < r->size);
    lg_record_begin(out, length, 1, length);
    out->source[0] = lg_token_at(r, (size_t)at);
    for (int j = 0; j < length; j++) out->target[j] = lg_token_at(r, (size_t)at + (size_t)j + 1);
}

/* Of sliding windows but the first, only the tokens that no window before has count. */
static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    const size_t seen = split != LG_SPLIT_TRAIN && index > 0 ? (size_t)length - stride_of(d, length) : 0;
    segment(d, split, length, (int64_t)offset_of(d, split, length, index, key), out);
    memset(out->learned, 0, seen);
    memset(out->counted, 0, seen);
}

/* Bytes as text: characters of UTF-8 as they are, all that would move a cursor in words. */
static void write_bytes(const lg_dataset *d, const uint8_t *bytes, size_t count, char *out, size_t size) {
    const char *end = out + size;
    char *next = out;
    for (size_t i = 0, n; i < count; i += n) {
        char character[5] = "";
        memcpy(character, bytes + i, count - i < 4 ? count - i : 4);
        n = lg_text_character(character);
        const bool plain = n > 1 || bytes[i] == ' ';
        const char *word = plain ? character : d->source.words[bytes[i]];
        const size_t length = plain ? n : strlen(word);
        if (n == 0) n = 1;
        if (next + length >= end) break;
        memcpy(next, word, length);
        next += length;
    }
    if (size > 0) *next = '\0';
}

/* Characters by their words, and blanks as they are. */
static void write_characters(const lg_dataset *d, const int32_t *ids, size_t count, char *out, size_t size) {
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = lg_vocabulary_word(&d->source, ids[i]), *shown = strcmp(word, "\\x20") ? word : " ";
        const size_t length = strlen(shown);
        if (at + length >= size) break;
        memcpy(out + at, shown, length);
        at += length;
    }
    if (size > 0) out[at] = '\0';
}

static void write_tokens(const lg_dataset *d, const lg_token_run *r, size_t at, size_t count, char *out, size_t size) {
    if (!r->ids)
        write_bytes(d, r->bytes + at, count, out, size);
    else if (d->unit == LG_UNIT_CHARACTER)
        write_characters(d, r->ids + at, count, out, size);
    else
        lg_vocabulary_write(&d->source, r->ids + at, (int)count, out, size);
}

static void write_text(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                       char *target, size_t size) {
    const lg_token_run *r = run_of(d, split);
    const size_t at = offset_of(d, split, length, index, key);
    write_tokens(d, r, at, 1, source, size);
    write_tokens(d, r, at + 1, (size_t)length, target, size);
}

static const lg_option options[] = {LG_TOKEN_TEXT_OPTIONS, {0}};
static const lg_entry_default defaults[] = {{"architecture", "decoder"},        {"protocol", "pass"},
                                            {"metric", "bits_per_token"},       {"curriculum.lengths", "128"},
                                            {"eval.lengths", "64,128,256,512"}, {0}};
static const lg_data_methods methods = {.exact = true,
                                        .validates = true,
                                        .test_file = "data.test_file",
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
    .summary = "text from a file of your own, in bytes, characters or words",
    .formula = "The file's last data.test_fraction is the test split, before it is the validation split, if\n"
               "data.validation_fraction wants one, and all before that the training split. Other files may be\n"
               "data.test_file (with data.test_fraction: 0) and data.validation_file. data.tokens are bytes;\n"
               "characters; or words between blanks, where a line ends with <eos>. Characters and words that\n"
               "the training split lacks are <unk>.\n"
               "A record of length L is L + 1 tokens: the first is the source, the others are the targets, each\n"
               "predicted from all before it.\n"
               "training: an offset that is uniform in the split. \"abcdef\", L = 3, offset 1: b -> c d e;\n"
               "with curriculum: segments, records that continue each other\n"
               "test: record i begins at token iL, so that each token but the first counts once:\n"
               "\"abcdefg\", L = 3: a -> b c d, then d -> e f g\n"
               "test with eval.stride S < L: record i begins at token iS and counts its last S targets (record 0:\n"
               "all), so that each token counts once and is predicted from L - S tokens or more.",
    .source = "your own file",
    .options = options,
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
