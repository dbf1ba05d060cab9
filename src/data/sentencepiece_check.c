/* sentencepiece_check.c: see sentencepiece_check.h. A model is the message ModelProto of sentencepiece_model.proto, in
 * the wire format of Protocol Buffers. A normalizer has a map (precompiled_charsmap), which consists of the size of a
 * trie, the trie, and 0-terminated texts. The trie is a double array in the layout of Darts-clone. Its values are
 * offsets of the texts. */
#include "data/sentencepiece_check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum {
    PIECES_MAX = 1 << 19,
    ALL_MAX = 4 << 20, /* bytes of all pieces together; the library takes seconds to index so many */
    TEXT_MAX = 1024,   /* bytes of a piece */
    NESTED_MAX = 64,   /* user-defined symbols in a chain, each a prefix of the next */
    MAPPED_MAX = 128,  /* bytes of a replacement */
    DEPTH_MAX = 256,   /* characters of a replaced text */
    FOUND_MAX = 32     /* replaced texts in a chain, each a prefix of the next */
};

/* Field numbers of the messages, and wire types. */
enum { PIECE = 1, TRAINER = 2, NORMALIZER = 3, DENORMALIZER = 5 };
enum { PIECE_TEXT = 1, PIECE_SCORE = 2, PIECE_TYPE = 3, USER_DEFINED = 4 };
enum { TRAINER_UNKNOWN_SURFACE = 44, TRAINER_LAST_PIECE = 48, NORMALIZER_MAP = 2 };
enum { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 };

typedef struct span {
    const uint8_t *at;
    size_t size;
} span;

typedef struct model {
    const char *name;
    lg_error *err;
    size_t pieces, bytes; /* number of pieces read so far; bytes of all their texts */
    span *symbols;        /* [count]: user-defined symbols */
    size_t count, capacity;
} model;

bool lg_sentencepiece_refuse(const char *name, lg_error *err) {
    return lg_fail(err, LG_USAGE,
                   "%s: not a SentencePiece model (expected NAME.model of spm_train, or codes of subword-nmt: two "
                   "symbols a line after #version: 0.2)",
                   name);
}

static bool fail(const model *m, const char *what) {
    return lg_fail(m->err, LG_USAGE, "%s: damaged SentencePiece model: %s", m->name, what);
}

static bool fail_piece(const model *m, const char *what) {
    return lg_fail(m->err, LG_USAGE, "%s: damaged SentencePiece model: piece %zu %s", m->name, m->pieces, what);
}

/* ---- the wire format ---- */

typedef struct field {
    uint64_t number;
    int type;
    uint64_t value; /* value of a numeric type */
    span bytes;
    const uint8_t *begin;
} field;

static bool next_varint(span *in, uint64_t *out) {
    *out = 0;
    for (unsigned shift = 0; in->size > 0 && shift < 64; shift += 7) {
        const uint8_t byte = *in->at++;
        in->size--;
        *out |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return true;
    }
    return false;
}

static uint32_t read_word(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Reads the next field of a message. The message must have one. Returns false if the field is damaged, or is a group,
 * which models do not use. */
static bool next_field(span *in, field *f) {
    uint64_t tag, size = 0;
    *f = (field){.begin = in->at};
    if (!next_varint(in, &tag) || tag >> 3 == 0) return false;
    f->number = tag >> 3, f->type = tag & 7;
    if (f->type == VARINT) return next_varint(in, &f->value);
    if (f->type == BYTES && !next_varint(in, &size)) return false;
    if (f->type == FIXED64) size = 8;
    if (f->type == FIXED32) size = 4;
    if ((f->type != BYTES && size == 0) || size > in->size) return false;
    f->bytes = (span){in->at, (size_t)size};
    in->at += size, in->size -= (size_t)size;
    if (f->type == FIXED32) f->value = read_word(f->bytes.at);
    return true;
}

/* ---- pieces ---- */

/* Is this 1..TEXT_MAX bytes of UTF-8 without 0? */
static bool is_text(span x) {
    char text[TEXT_MAX + 1];
    if (x.size == 0 || x.size > TEXT_MAX || memchr(x.at, '\0', x.size)) return false;
    memcpy(text, x.at, x.size);
    text[x.size] = '\0';
    const char *c = text;
    while (*c != '\0' && lg_text_character(c)) c += lg_text_character(c);
    return *c == '\0';
}

static bool add_symbol(model *m, span text) {
    if (m->count == m->capacity) {
        span *more = realloc(m->symbols, (2 * m->capacity + 64) * sizeof *more);
        if (!more) return lg_fail(m->err, LG_FAILED, "out of memory: the model %s", m->name);
        m->symbols = more;
        m->capacity = 2 * m->capacity + 64;
    }
    m->symbols[m->count++] = text;
    return true;
}

static bool check_piece(model *m, span in) {
    span text = {0};
    bool defined = false;
    m->pieces++;
    for (field f; in.size > 0;) {
        if (!next_field(&in, &f)) return lg_sentencepiece_refuse(m->name, m->err);
        if (f.number == PIECE_TEXT && f.type == BYTES) text = f.bytes;
        if (f.number == PIECE_TYPE && f.type == VARINT) defined = f.value == USER_DEFINED;
        if (f.number == PIECE_SCORE && f.type == FIXED32 && (f.value & 0x7f800000) == 0x7f800000)
            return fail_piece(m, "has a score that is not finite");
    }
    if (!is_text(text)) return fail_piece(m, "is not UTF-8 text of 1 to 1,024 bytes");
    m->bytes += text.size;
    if (m->pieces > PIECES_MAX || m->bytes > ALL_MAX)
        return fail(m, "more than 524,288 pieces, or more than 4 MiB of pieces");
    return !defined || add_symbol(m, text);
}

static bool begins_with(span text, span start) {
    return start.size <= text.size && !memcmp(text.at, start.at, start.size);
}

static int by_text(const void *a, const void *b) {
    const span *x = a, *y = b;
    const int order = memcmp(x->at, y->at, x->size < y->size ? x->size : y->size);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

/* Limits how many symbols can be prefixes of one another. In sorted order, a text comes after its prefixes. */
static bool check_symbols(model *m) {
    span open[NESTED_MAX];
    int depth = 0;
    if (m->count > 0) qsort(m->symbols, m->count, sizeof *m->symbols, by_text);
    for (size_t i = 0; i < m->count; i++) {
        while (depth > 0 && !begins_with(m->symbols[i], open[depth - 1])) depth--;
        if (depth == NESTED_MAX) return fail(m, "more than 64 user-defined symbols are prefixes of one another");
        open[depth++] = m->symbols[i];
    }
    return true;
}

/* ---- normalizers ---- */

typedef struct trie {
    const uint8_t *units; /* [count], 4 bytes each */
    size_t count, texts;  /* number of units; number of bytes of the texts after them */
    uint16_t *height;     /* [count], per node: 1 + maximum number of characters that may follow; 0: not visited */
    uint8_t *found;       /* [count], per node: maximum number of texts found on the way */
} trie;

static uint32_t read_unit(const trie *t, size_t i) {
    return read_word(t->units + 4 * i);
}

/* Visits all nodes that can be reached from a node. Returns false if a node is outside the array, a path is cyclic or
 * too long, a path finds too many texts, or the offset of a text is invalid. */
static bool walk(const trie *t, size_t node, int depth) {
    int height = 1, found = 0;
    if (depth > DEPTH_MAX || (node | 0xff) >= t->count) return false;
    for (uint32_t c = 0; t->height[node] == 0 && c <= 0xff; c++) {
        const uint32_t unit = read_unit(t, node ^ c);
        if ((unit & 0x800000ff) != c) continue;
        const size_t next = node ^ c ^ ((size_t)(unit >> 10) << (unit >> 9 & 1) * 8);
        const bool ends = unit >> 8 & 1;
        if (!walk(t, next, depth + 1) || (ends && (read_unit(t, next) & 0x7fffffff) >= t->texts)) return false;
        if (height < t->height[next] + 1) height = t->height[next] + 1;
        if (found < t->found[next] + ends) found = t->found[next] + ends;
    }
    if (t->height[node] > 0) return true;
    if (height > DEPTH_MAX || found > FOUND_MAX) return false;
    t->height[node] = (uint16_t)height, t->found[node] = (uint8_t)found;
    return true;
}

static bool check_trie(const model *m, trie *t) {
    t->height = calloc(t->count, sizeof *t->height);
    t->found = calloc(t->count, sizeof *t->found);
    const bool memory = t->height && t->found;
    const size_t root = memory ? (size_t)(read_unit(t, 0) >> 10) << (read_unit(t, 0) >> 9 & 1) * 8 : 0;
    const bool good = memory ? walk(t, root, 0) || fail(m, "the trie of its normalizer is invalid")
                             : lg_fail(m->err, LG_FAILED, "out of memory: the model %s", m->name);
    free(t->height);
    free(t->found);
    return good;
}

static bool check_map(const model *m, span map) {
    const size_t size = map.size >= 4 ? read_word(map.at) : 0;
    if (size == 0 || size % 4 != 0 || size >= map.size - 4 || map.at[map.size - 1] != '\0')
        return fail(m, "a part of its normalizer has the wrong size");
    trie t = {map.at + 4, size / 4, map.size - 4 - size, NULL, NULL};
    const uint8_t *text = map.at + 4 + size, *end = map.at + map.size;
    for (size_t n; text < end; text += n + 1) {
        n = strlen((const char *)text);
        if (n > MAPPED_MAX) return fail(m, "its normalizer has a replacement of more than 128 bytes");
    }
    return check_trie(m, &t);
}

/* ---- models ---- */

static bool check_normalizer(const model *m, span in) {
    for (field f; in.size > 0;) {
        if (!next_field(&in, &f)) return lg_sentencepiece_refuse(m->name, m->err);
        if (f.number == NORMALIZER_MAP && f.type == BYTES && f.bytes.size > 0 && !check_map(m, f.bytes)) return false;
    }
    return true;
}

/* Checks the texts of special pieces. The other fields matter only for training. */
static bool check_trainer(const model *m, span in) {
    for (field f; in.size > 0;) {
        if (!next_field(&in, &f)) return lg_sentencepiece_refuse(m->name, m->err);
        if (f.number >= TRAINER_UNKNOWN_SURFACE && f.number <= TRAINER_LAST_PIECE && f.bytes.size > 0 &&
            !is_text(f.bytes))
            return fail(m, "a special piece is not UTF-8 text of 1 to 1,024 bytes");
    }
    return true;
}

static bool check_part(model *m, const field *f) {
    if (f->number == PIECE) return check_piece(m, f->bytes);
    if (f->number == TRAINER) return check_trainer(m, f->bytes);
    return check_normalizer(m, f->bytes);
}

static bool is_needed(const field *f) {
    return f->type == BYTES && f->number <= DENORMALIZER && f->number != PIECE + NORMALIZER;
}

/* Copies to `out` the parts that the library needs. */
static bool check_parts(model *m, span in, char *out, size_t *size) {
    *size = 0;
    for (field f; in.size > 0;) {
        if (!next_field(&in, &f)) return lg_sentencepiece_refuse(m->name, m->err);
        if (!is_needed(&f)) continue;
        if (!check_part(m, &f)) return false;
        memcpy(out + *size, f.begin, (size_t)(in.at - f.begin));
        *size += (size_t)(in.at - f.begin);
    }
    return check_symbols(m);
}

char *lg_sentencepiece_check(const void *bytes, size_t size, const char *name, size_t *out_size, lg_error *err) {
    model m = {.name = name, .err = err};
    if (size > LG_SENTENCEPIECE_MAX) {
        lg_fail(err, LG_USAGE, "%s: %zu bytes; expected a SentencePiece model of at most %zu bytes", name, size,
                LG_SENTENCEPIECE_MAX);
        return NULL;
    }
    char *out = malloc(size + 1);
    if (!out) lg_fail(err, LG_FAILED, "out of memory: the model %s", name);
    const bool good = out && check_parts(&m, (span){bytes, size}, out, out_size);
    free(m.symbols);
    if (good) return out;
    free(out);
    return NULL;
}
