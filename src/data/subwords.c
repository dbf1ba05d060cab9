/* subwords.c: see subwords.h. */
#include "data/subwords.h"

#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "data/bpe.h"
#include "data/sentencepiece.h"
#include "lengthen/core.h"

/* A program that is linked statically has none: Debian's library of SentencePiece is a shared one. */
#pragma weak lg_sentencepiece_read
#pragma weak lg_sentencepiece_free
#pragma weak lg_sentencepiece_count
#pragma weak lg_sentencepiece_piece
#pragma weak lg_sentencepiece_split
#pragma weak lg_sentencepiece_join

#define UNKNOWN_WORD "<unk>"

struct lg_subwords {
    lg_sentencepiece *model; /* or */
    lg_bpe *codes;           /* or none of them: words */
};

static lg_sentencepiece *read_model(const char *bytes, size_t size, const char *name, lg_error *err) {
    if (lg_sentencepiece_read) return lg_sentencepiece_read(bytes, size, name, err);
    lg_fail(err, LG_USAGE, "%s: this program was linked without SentencePiece (link it with shared libraries)", name);
    return NULL;
}

lg_subwords *lg_subwords_read(const char *bytes, size_t size, const char *name, lg_error *err) {
    lg_subwords *s = calloc(1, sizeof *s);
    if (!s) {
        lg_fail(err, LG_FAILED, "out of memory: subwords");
        return NULL;
    }
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
    return s->model;
}

const char **lg_subwords_pieces(const lg_subwords *s, lg_arena *arena, int *count) {
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

/* ---- taking apart ---- */

static bool split_words(const char *text, size_t size, lg_pieces *out, lg_error *err) {
    for (size_t at = 0, n; at < size; at += n + 1) {
        const char *blank = memchr(text + at, ' ', size - at);
        n = blank ? (size_t)(blank - text) - at : size - at;
        if (n > 0 && !lg_pieces_add(out, text + at, n, "", err)) return false;
    }
    return true;
}

bool lg_subwords_split(const lg_subwords *s, const char *text, size_t size, lg_pieces *out, lg_error *err) {
    return s->model   ? lg_sentencepiece_split(s->model, text, size, out, err)
           : s->codes ? lg_bpe_split(s->codes, text, size, out, err)
                      : split_words(text, size, out, err);
}

/* ---- putting together ---- */

/* Without its joiner, if it has one and words are of pieces: how many bytes. */
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
        if (text.size > 0) text.size--; /* the 0 of the one before */
        if (!lg_pieces_add(&text, token, size, joins || i + 1 == count ? "" : " ", NULL)) {
            lg_pieces_free(&text);
            return NULL;
        }
    }
    return text.text ? text.text : strdup("");
}

char *lg_subwords_join(const lg_subwords *s, const char *const *tokens, int count) {
    return s->model ? lg_sentencepiece_join(s->model, tokens, count) : join_words(s, tokens, count);
}
