/* subwords.c: see subwords.h. */
#include "data/subwords.h"

#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"
#include "data/bpe.h"
#include "data/sentencepiece.h"
#include "data/token_text.h"
#include "lengthen/core.h"

/* This symbol is missing in statically linked programs, because Debian has only a shared SentencePiece library. */
#pragma weak lg_sentencepiece_read
#pragma weak lg_sentencepiece_free
#pragma weak lg_sentencepiece_count
#pragma weak lg_sentencepiece_piece
#pragma weak lg_sentencepiece_split
#pragma weak lg_sentencepiece_join

#define UNKNOWN_WORD "<unk>"
#define NO_UTF8      "\xef\xbf\xbd"

enum { BYTES = 256 };

struct lg_subwords {
    lg_sentencepiece *model; /* a SentencePiece model; NULL: none */
    lg_bpe *codes;           /* merges of subword-nmt; NULL: none */
    lg_unit unit;
};

static lg_sentencepiece *read_model(const char *bytes, size_t size, const char *name, lg_error *err) {
    if (lg_sentencepiece_read) return lg_sentencepiece_read(bytes, size, name, err);
    lg_fail(err, LG_USAGE, "%s: this program was linked without SentencePiece (link it with shared libraries)", name);
    return NULL;
}

lg_subwords *lg_subwords_read(lg_unit unit, const char *bytes, size_t size, const char *name, lg_error *err) {
    lg_subwords *s = calloc(1, sizeof *s);
    if (!s) {
        lg_fail(err, LG_FAILED, "out of memory: subwords");
        return NULL;
    }
    s->unit = bytes ? LG_UNIT_WORD : unit;
    if (!bytes) return s;
    const size_t mark = lg_text_mark(bytes, size);
    bytes += mark, size -= mark;
    if (lg_bpe_is_codes(bytes))
        s->codes = lg_bpe_read(bytes, size, name, err);
    else
        s->model = read_model(bytes, size, name, err);
    if (s->codes || s->model) return s;
    lg_subwords_free(s);
    return NULL;
}

void lg_subwords_free(lg_subwords *s) {
    if (!s) return;
    lg_bpe_free(s->codes);
    if (s->model) lg_sentencepiece_free(s->model);
    free(s);
}

bool lg_subwords_has_pieces(const lg_subwords *s) {
    return s->model || s->unit == LG_UNIT_BYTE;
}

static const char **name_bytes(lg_arena *arena, int *count) {
    const char **pieces = lg_arena_alloc(arena, BYTES * sizeof *pieces);
    char name[LG_CHARACTER_NAME];
    *count = BYTES;
    for (int i = 0; pieces && i < BYTES; i++) {
        lg_byte_name((unsigned char)i, name);
        if (!(pieces[i] = lg_arena_printf(arena, "%s", name))) return NULL;
    }
    return pieces;
}

const char **lg_subwords_pieces(const lg_subwords *s, lg_arena *arena, int *count) {
    if (!s->model) return name_bytes(arena, count);
    const int all = lg_sentencepiece_count(s->model);
    const char **pieces = lg_arena_alloc(arena, (size_t)all * sizeof *pieces + 1);
    *count = 0;
    for (int i = 0; pieces && i < all; i++) {
        const char *piece = lg_sentencepiece_piece(s->model, i);
        char *copy = piece ? lg_arena_printf(arena, "%s", piece) : NULL;
        if (piece && !copy) return NULL;
        if (piece) pieces[(*count)++] = copy;
    }
    return pieces;
}

/* ---- splitting ---- */

static bool split_words(const char *text, size_t size, lg_pieces *out, lg_error *err) {
    for (size_t at = 0, n; at < size; at += n + 1) {
        const char *blank = memchr(text + at, ' ', size - at);
        n = blank ? (size_t)(blank - text) - at : size - at;
        if (n > 0 && !lg_pieces_add(out, text + at, n, "", err)) return false;
    }
    return true;
}

static bool split_units(lg_unit unit, const char *text, size_t size, lg_pieces *out, lg_error *err) {
    char name[LG_CHARACTER_NAME];
    for (size_t at = 0; at < size;) {
        at += lg_unit_name(unit, text + at, name);
        if (!lg_pieces_add(out, name, strlen(name), "", err)) return false;
    }
    return true;
}

bool lg_subwords_split(const lg_subwords *s, const char *text, size_t size, lg_pieces *out, lg_error *err) {
    return s->model                  ? lg_sentencepiece_split(s->model, text, size, out, err)
           : s->codes                ? lg_bpe_split(s->codes, text, size, out, err)
           : s->unit == LG_UNIT_WORD ? split_words(text, size, out, err)
                                     : split_units(s->unit, text, size, out, err);
}

/* ---- joining ---- */

/* Number of bytes of a token without its joiner. Sets *joins if the token has a joiner, so that the next token
 * continues the word. */
static size_t size_of(const lg_subwords *s, const char *token, bool *joins) {
    const size_t size = strlen(token), joiner = strlen(LG_BPE_JOINER);
    *joins = s->codes && size > joiner && !strcmp(token + size - joiner, LG_BPE_JOINER);
    return *joins ? size - joiner : size;
}

static char *join_words(const lg_subwords *s, const char *const *tokens, int count) {
    lg_pieces text = {0};
    for (int i = 0; i < count; i++) {
        const char *token = tokens[i] ? tokens[i] : UNKNOWN_WORD;
        bool joins;
        const size_t size = size_of(s, token, &joins);
        if (text.size > 0) text.size--; /* the 0 at the end will be overwritten */
        if (!lg_pieces_add(&text, token, size, joins || i + 1 == count ? "" : " ", NULL)) {
            lg_pieces_free(&text);
            return NULL;
        }
    }
    return text.text ? text.text : strdup("");
}

/* Copies a text of at most `count` bytes, replacing invalid UTF-8. */
static char *mend(const char *text, size_t count) {
    char *mended = malloc(count * strlen(NO_UTF8) + 1), *to = mended;
    while (mended && *text != '\0') {
        const size_t n = lg_text_character(text);
        to = n > 0 ? stpncpy(to, text, n) : stpcpy(to, NO_UTF8);
        text += n > 0 ? n : 1;
    }
    if (mended) *to = '\0';
    return mended;
}

static char *join_units(const char *const *tokens, int count) {
    char *text = malloc((size_t)count * LG_CHARACTER_NAME + 1);
    size_t size = 0;
    for (int i = 0; text && i < count; i++) {
        const size_t n = lg_character_of_name(tokens[i] ? tokens[i] : UNKNOWN_WORD, text + size);
        size += text[size] == '\0' ? 0 : n; /* a character 0 is omitted, because no text can contain it */
    }
    if (text) text[size] = '\0';
    char *mended = text ? mend(text, size) : NULL;
    free(text);
    return mended;
}

char *lg_subwords_join(const lg_subwords *s, const char *const *tokens, int count) {
    return s->model                  ? lg_sentencepiece_join(s->model, tokens, count)
           : s->unit == LG_UNIT_WORD ? join_words(s, tokens, count)
                                     : join_units(tokens, count);
}
