/* bpe.c: see bpe.h. A word starts as the list of its characters, with </w> appended to the last character; in version
 * 0.1, </w> is a separate symbol instead. Then this step is repeated: among the pairs of neighbouring symbols, take the
 * one whose merge comes first in the file, and merge all its occurrences from left to right. It ends when no pair has a
 * merge. This matches apply_bpe of subword-nmt without glossaries, dropout and vocabulary. */
#include "data/bpe.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "data/vocabulary.h"

#define FIRST_LINE "#version:"
#define WORD_END   "</w>"

enum { NO_MERGE = INT_MAX };

struct lg_bpe {
    lg_word_table merges; /* "left right"; the word's number is the merge's rank */
    bool apart;           /* version 0.1: the end of a word is a separate symbol */
};

/* A symbol of a word that is being split. */
typedef struct symbol {
    size_t at, size; /* position in the word including </w> */
    int rank;        /* rank of its merge with the next symbol */
} symbol;

typedef struct word {
    const lg_bpe *codes;
    char *text;      /* ends with </w> */
    char *pair;      /* scratch for looking up a merge */
    symbol *symbols; /* [count] */
    int count;
} word;

/* ---- reading ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\r';
}

/* Removes blanks and carriage returns at both ends. */
static void trim(const char **line, size_t *size) {
    while (*size > 0 && is_blank(**line)) ++*line, --*size;
    while (*size > 0 && is_blank((*line)[*size - 1])) --*size;
}

/* Does the line have two symbols, separated by one blank? */
static bool has_two(const char *line, size_t size) {
    const char *blank = size > 0 ? memchr(line, ' ', size) : NULL;
    return blank && !memchr(line, '\0', size) && !memchr(blank + 1, ' ', size - (size_t)(blank + 1 - line));
}

/* A line of the file without its newline. */
typedef struct code_line {
    const char *text;
    size_t size;
    int number; /* counted from 1 */
} code_line;

/* Returns the next line before `end`, starting at *at, and advances *at past it. */
static code_line next_line(const char **at, const char *end, int number) {
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    code_line x = {.text = *at, .number = number};
    x.size = (size_t)((stop ? stop : end) - *at);
    *at = stop ? stop + 1 : end;
    trim(&x.text, &x.size);
    return x;
}

static bool has_version(const char *text) {
    return !strncmp(text, FIRST_LINE, strlen(FIRST_LINE));
}

bool lg_bpe_is_codes(const char *text) {
    const char *at = text;
    const code_line first = next_line(&at, text + strlen(text), 1);
    return has_version(text) || (has_two(first.text, first.size) && !memchr(first.text, '\t', first.size));
}

static bool read_version(lg_bpe *b, const code_line *x, const char *name, lg_error *err) {
    const char *at = x->text + strlen(FIRST_LINE), *end = x->text + x->size;
    while (at < end && *at == ' ') at++;
    b->apart = end - at == 3 && !memcmp(at, "0.1", 3);
    if (b->apart || (end - at == 3 && !memcmp(at, "0.2", 3))) return true;
    return lg_fail(err, LG_USAGE,
                   "%s:1: unknown version of subword-nmt; expected #version: 0.1 or 0.2, or merges of version 0.1 "
                   "without a version line",
                   name);
}

/* The second symbol of a line. */
static const char *right_of(const code_line *x, size_t *size) {
    const char *right = (const char *)memchr(x->text, ' ', x->size) + 1;
    *size = (size_t)(x->text + x->size - right);
    return right;
}

/* In version 0.1, the symbol of a character followed by </w> can only result from a merge. If no earlier merge has this
 * result, the file is of version 0.2, but lacks the version line. */
static bool check_symbol(const lg_bpe *b, const code_line *x, const char *name, lg_error *err) {
    size_t size;
    const char *right = right_of(x, &size);
    char pair[16];
    const size_t character = lg_text_character(right);
    if (character == 0 || size != character + strlen(WORD_END) || memcmp(right + character, WORD_END, strlen(WORD_END)))
        return true;
    snprintf(pair, sizeof pair, "%.*s " WORD_END, (int)character, right);
    return lg_word_table_find(&b->merges, pair, strlen(pair)) >= 0 ||
           lg_fail(err, LG_USAGE,
                   "%s:%d: %.*s is a symbol of subword-nmt 0.2, but codes without a version line are read as 0.1 (add "
                   "#version: 0.2 as the first line)",
                   name, x->number, (int)size, right);
}

static bool ends_in_number(const code_line *x) {
    size_t size;
    const char *right = right_of(x, &size);
    while (size > 0 && right[size - 1] >= '0' && right[size - 1] <= '9') size--;
    return size == 0;
}

static bool read_merge(lg_bpe *b, const code_line *x, bool named, const char *name, lg_error *err) {
    if (!has_two(x->text, x->size))
        return lg_fail(err, LG_USAGE, "%s:%d: not a merge; expected two symbols separated by a blank", name, x->number);
    return (named || check_symbol(b, x, name, err)) && lg_word_table_add(&b->merges, x->text, x->size, err) >= 0;
}

static bool read_lines(lg_bpe *b, const char *text, size_t size, const char *name, lg_error *err) {
    const char *at = text, *end = text + size;
    const bool named = has_version(text);
    bool counts = !named; /* is every line so far a word and a number? */
    while (end > text && (end[-1] == '\n' || end[-1] == '\r')) end--;
    b->apart = !named;
    for (int number = 1; at < end; number++) {
        const code_line x = next_line(&at, end, number);
        if (!(named && number == 1 ? read_version(b, &x, name, err) : read_merge(b, &x, named, name, err)))
            return false;
        counts = counts && ends_in_number(&x);
    }
    if (b->merges.count == 0) return lg_fail(err, LG_USAGE, "%s: no merges", name);
    return !counts || lg_fail(err, LG_USAGE, "%s: a list of words and counts; expected merges of subword-nmt", name);
}

lg_bpe *lg_bpe_read(const char *text, size_t size, const char *name, lg_error *err) {
    lg_bpe *b = calloc(1, sizeof *b);
    if (!b) {
        lg_fail(err, LG_FAILED, "out of memory: %s", name);
        return NULL;
    }
    if (read_lines(b, text, size, name, err)) return b;
    lg_bpe_free(b);
    return NULL;
}

void lg_bpe_free(lg_bpe *b) {
    if (!b) return;
    lg_word_table_free(&b->merges);
    free(b);
}

/* ---- merging ---- */

/* The rank of the merge of symbol i with the next symbol. */
static int find_rank(const word *w, int i) {
    if (i + 1 >= w->count) return NO_MERGE;
    const symbol *a = &w->symbols[i], *b = &w->symbols[i + 1];
    memcpy(w->pair, w->text + a->at, a->size);
    w->pair[a->size] = ' ';
    memcpy(w->pair + a->size + 1, w->text + b->at, b->size);
    const int rank = lg_word_table_find(&w->codes->merges, w->pair, a->size + 1 + b->size);
    return rank < 0 ? NO_MERGE : rank;
}

/* Merges every pair of this rank, from left to right. Updates the ranks of the merged symbols and of the symbols before
 * them. */
static void merge_pairs(word *w, int rank) {
    int to = 0;
    for (int i = 0; i < w->count; i++, to++) {
        w->symbols[to] = w->symbols[i];
        if (w->symbols[i].rank != rank) continue;
        w->symbols[to].size += w->symbols[++i].size;
        w->symbols[to].rank = -1;
    }
    w->count = to;
    for (int i = 0; i < to; i++)
        if (w->symbols[i].rank < 0 || (i + 1 < to && w->symbols[i + 1].rank < 0)) w->symbols[i].rank = find_rank(w, i);
}

static void merge_all(word *w) {
    for (int i = 0; i < w->count; i++) w->symbols[i].rank = find_rank(w, i);
    for (;;) {
        int least = NO_MERGE;
        for (int i = 0; i < w->count; i++)
            if (w->symbols[i].rank < least) least = w->symbols[i].rank;
        if (least == NO_MERGE) return;
        merge_pairs(w, least);
    }
}

/* ---- words ---- */

/* Splits a non-empty word into characters. */
static void find_characters(word *w, const char *text, size_t size) {
    w->count = 0;
    memcpy(w->text, text, size);
    memcpy(w->text + size, WORD_END, sizeof WORD_END);
    for (size_t at = 0; at < size;) {
        const size_t n = lg_text_character(w->text + at);
        w->symbols[w->count++] = (symbol){at, n > 0 ? n : 1, NO_MERGE};
        at += n > 0 ? n : 1;
    }
    if (w->codes->apart)
        w->symbols[w->count++] = (symbol){size, strlen(WORD_END), NO_MERGE};
    else
        w->symbols[w->count - 1].size += strlen(WORD_END);
}

/* Adds the symbols as pieces, without </w>. */
static bool add_symbols(const word *w, lg_pieces *out, lg_error *err) {
    const int count = w->symbols[w->count - 1].size > strlen(WORD_END) ? w->count : w->count - 1;
    for (int i = 0; i < count; i++) {
        const symbol *s = &w->symbols[i];
        const bool last = i + 1 == count;
        const size_t size = i + 1 == w->count ? s->size - strlen(WORD_END) : s->size;
        if (!lg_pieces_add(out, w->text + s->at, size, last ? "" : LG_BPE_JOINER, err)) return false;
    }
    return true;
}

static bool split_words(word *w, const char *text, size_t size, lg_pieces *out, lg_error *err) {
    for (size_t at = 0, n; at < size; at += n + 1) {
        const char *blank = memchr(text + at, ' ', size - at);
        n = blank ? (size_t)(blank - text) - at : size - at;
        if (n == 0) continue;
        find_characters(w, text + at, n);
        if (w->count > 1) merge_all(w);
        if (!add_symbols(w, out, err)) return false;
    }
    return true;
}

bool lg_bpe_split(const lg_bpe *b, const char *text, size_t size, lg_pieces *out, lg_error *err) {
    word w = {.codes = b};
    w.text = malloc(size + sizeof WORD_END);
    w.pair = malloc(size + sizeof WORD_END + 1);
    w.symbols = malloc((size + 1) * sizeof *w.symbols);
    const bool good = w.text && w.pair && w.symbols
                          ? split_words(&w, text, size, out, err)
                          : lg_fail(err, LG_FAILED, "out of memory: a text of %zu bytes", size);
    free(w.text);
    free(w.pair);
    free(w.symbols);
    return good;
}
