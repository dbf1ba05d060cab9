/* token_side.c: see token_side.h. */
#include "data/token_side.h"

#include <stdlib.h>
#include <string.h>

static const char *const special[LG_TOKENS_SPECIAL] = {"<pad>", "</s>", "<sep>", "<unk>"};

/* ---- the vocabulary ---- */

static bool number_pieces(lg_token_side *x, const char *name, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    int count = 0;
    const char **pieces = arena ? lg_subwords_pieces(x->subwords, arena, &count) : NULL;
    bool good = pieces || lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    for (int i = 0; good && i < count; i++) {
        const int number = lg_word_table_add(&x->table, pieces[i], strlen(pieces[i]), err);
        good = number == LG_TOKENS_SPECIAL + i;
        if (number >= 0 && !good)
            lg_fail(err, LG_USAGE, "%s: the piece %s is there twice, or has a meaning here", name, pieces[i]);
    }
    lg_arena_free(arena);
    return good;
}

bool lg_token_side_open(lg_token_side *x, const char *bytes, size_t size, const char *name, lg_error *err) {
    x->subwords = lg_subwords_read(bytes, size, name, err);
    if (!x->subwords) return false;
    for (int i = 0; i < LG_TOKENS_SPECIAL; i++)
        if (lg_word_table_add(&x->table, special[i], strlen(special[i]), err) < 0) return false;
    return !lg_subwords_has_pieces(x->subwords) || number_pieces(x, name, err);
}

void lg_token_side_free(lg_token_side *x) {
    lg_subwords_free(x->subwords);
    lg_word_table_free(&x->table);
    free(x->ids);
    *x = (lg_token_side){0};
}

/* How many tokens there are: of a model all, else the most frequent ones. */
static int count_kept(const lg_token_side *x, int64_t least, int64_t most) {
    if (lg_subwords_has_pieces(x->subwords)) return x->table.count;
    const int64_t used = lg_word_table_used(&x->table, LG_TOKENS_SPECIAL, least);
    return LG_TOKENS_SPECIAL + (int)(most > 0 && used > most ? most : used);
}

bool lg_token_side_settle(lg_token_side *x, int64_t least, int64_t most, lg_arena *arena, lg_error *err) {
    const int count = x->table.count, kept = count_kept(x, least, most);
    const int special_count = lg_subwords_has_pieces(x->subwords) ? count : LG_TOKENS_SPECIAL;
    lg_lexicon all;
    x->ids = malloc((size_t)count * sizeof *x->ids);
    if (!x->ids) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", count);
    if (!lg_lexicon_from_table(&all, &x->table, special_count, x->ids, arena, err)) return false;
    for (int i = 0; i < count; i++)
        if (x->ids[i] >= kept) x->ids[i] = LG_TOKEN_UNKNOWN;
    x->vocabulary = (lg_vocabulary){kept, all.vocabulary.words};
    return true;
}

/* ---- tokens ---- */

/* A token that is written as one without a text is unknown. */
static int32_t as_text(int32_t token) {
    return token < LG_TOKENS_SPECIAL ? LG_TOKEN_UNKNOWN : token;
}

bool lg_token_side_number(lg_token_side *x, const lg_pieces *pieces, int32_t *out, lg_error *err) {
    const bool fixed = lg_subwords_has_pieces(x->subwords);
    const char *piece = pieces->text;
    for (int i = 0; i < pieces->count; i++) {
        const size_t size = strlen(piece);
        const int number =
            fixed ? lg_word_table_find(&x->table, piece, size) : lg_word_table_add(&x->table, piece, size, err);
        if (number < 0 && !fixed) return false;
        out[i] = as_text(number);
        piece += size + 1;
    }
    return true;
}

void lg_token_side_look_up(const lg_token_side *x, const lg_pieces *pieces, int32_t *out) {
    const char *piece = pieces->text;
    for (int i = 0; i < pieces->count; i++) {
        const size_t size = strlen(piece);
        const int number = lg_word_table_find(&x->table, piece, size);
        out[i] = number < 0 ? LG_TOKEN_UNKNOWN : as_text(x->ids[number]);
        piece += size + 1;
    }
}

char *lg_token_side_write(const lg_token_side *x, const int32_t *ids, int count) {
    const char **tokens = malloc(((size_t)count + 1) * sizeof *tokens);
    int there = 0;
    if (!tokens) return NULL;
    for (int i = 0; i < count; i++)
        if (ids[i] >= LG_TOKEN_UNKNOWN && ids[i] < x->vocabulary.size)
            tokens[there++] = ids[i] == LG_TOKEN_UNKNOWN ? NULL : x->vocabulary.words[ids[i]];
    char *text = lg_subwords_join(x->subwords, tokens, there);
    free(tokens);
    return text;
}
