/* token_side.c: see token_side.h. */
#include "data/token_side.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

#define LARGEST_FILE ((size_t)4 << 30)

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
            lg_fail(err, LG_USAGE, "%s: the piece %s occurs twice or is a special token", name, pieces[i]);
    }
    lg_arena_free(arena);
    return good;
}

static bool open_bytes(lg_token_side *x, lg_unit unit, const char *bytes, size_t size, const char *name,
                       lg_error *err) {
    x->subwords = lg_subwords_read(unit, bytes, size, name, err);
    if (!x->subwords) return false;
    for (int i = 0; i < LG_TOKENS_SPECIAL; i++)
        if (lg_word_table_add(&x->table, special[i], strlen(special[i]), err) < 0) return false;
    return !lg_subwords_has_pieces(x->subwords) || number_pieces(x, name, err);
}

bool lg_token_side_open(lg_token_side *x, lg_dataset *d, lg_unit unit, const char *option, const char *path,
                        lg_error *err) {
    const bool has_file = *path != '\0';
    size_t size = 0;
    lg_error words = {0};
    char *bytes = has_file ? lg_file_read_user(path, LARGEST_FILE, &size, &words) : NULL;
    if (bytes) lg_dataset_add_file(d, option, path, bytes, size);
    const bool read = bytes || !has_file, good = read && open_bytes(x, unit, bytes, size, path, &words);
    free(bytes);
    if (good) return true;
    const char *made = lg_data_file_advice(path),
               *any =
                   read || *made != '\0' ? "" : " (create a model with spm_train, or codes with subword-nmt learn-bpe)";
    lg_fail_like(err, &words, "%s: %s%s%s", option, words.text, made, any);
    return words.code == LG_USAGE ? lg_blame(err, option) : false;
}

void lg_token_side_free(lg_token_side *x) {
    lg_subwords_free(x->subwords);
    lg_word_table_free(&x->table);
    free(x->ids);
    *x = (lg_token_side){0};
}

/* Size of the vocabulary. If a subword model provides the vocabulary, all tokens are kept; otherwise only the most
 * frequent tokens are kept. */
static int count_kept(const lg_token_side *x, int64_t least, int64_t most) {
    if (lg_subwords_has_pieces(x->subwords)) return x->table.count;
    const int64_t used = lg_word_table_used(&x->table, LG_TOKENS_SPECIAL, least);
    return LG_TOKENS_SPECIAL + (int)(most > 0 && used > most ? most : used);
}

bool lg_token_side_number(lg_token_side *x, int64_t least, int64_t most, lg_arena *arena, lg_error *err) {
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

/* A token in a text that is written like a special token becomes the unknown token. */
static int32_t as_text(int32_t token) {
    return token < LG_TOKENS_SPECIAL ? LG_TOKEN_UNKNOWN : token;
}

static bool number_all(lg_token_side *x, const lg_pieces *pieces, int32_t *out, lg_error *err) {
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

static void look_up_all(const lg_token_side *x, const lg_pieces *pieces, int32_t *out) {
    const char *piece = pieces->text;
    for (int i = 0; i < pieces->count; i++) {
        const size_t size = strlen(piece);
        const int number = lg_word_table_find(&x->table, piece, size);
        out[i] = number < 0 ? LG_TOKEN_UNKNOWN : as_text(x->ids[number]);
        piece += size + 1;
    }
}

bool lg_token_side_put(lg_token_side *x, const lg_pieces *pieces, int32_t *out, lg_error *err) {
    if (!x->ids) return number_all(x, pieces, out, err);
    look_up_all(x, pieces, out);
    return true;
}

int lg_token_side_read(const lg_token_side *x, const char *text, size_t size, int32_t *ids, int most) {
    lg_pieces pieces = {0};
    int32_t *all = NULL;
    int count = -1;
    if (lg_subwords_split(x->subwords, text, size, &pieces, NULL) &&
        (all = malloc(((size_t)pieces.count + 1) * sizeof *all))) {
        count = pieces.count;
        look_up_all(x, &pieces, all);
        if (most > 0) memcpy(ids, all, (size_t)(count < most ? count : most) * sizeof *ids);
    }
    free(all);
    lg_pieces_free(&pieces);
    return count;
}

char *lg_token_side_write(const lg_token_side *x, const int32_t *ids, int count) {
    const char **tokens = malloc(((size_t)count + 1) * sizeof *tokens);
    int there = 0;
    if (!tokens) return NULL;
    for (int i = 0; i < count; i++)
        if (ids[i] >= LG_TOKEN_UNKNOWN && ids[i] < x->vocabulary.size)
            tokens[there++] = ids[i] == LG_TOKEN_UNKNOWN ? NULL : x->vocabulary.words[ids[i]];
    char *text = lg_subwords_join(x->subwords, tokens, there);
    if (text) lg_text_blank_found(text, lg_text_control, "", ' ');
    free(tokens);
    return text;
}
