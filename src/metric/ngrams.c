/* ngrams.c: see ngrams.h. An n-gram is a node of a trie. Its parent is the node of its first n-1 symbols. */
#include "metric/ngrams.h"

#include <stdlib.h>

void lg_ngrams_free(lg_ngrams *g) {
    lg_trie_free(&g->trie);
    free(g->at);
    *g = (lg_ngrams){0};
}

void lg_ngrams_clear(lg_ngrams *g) {
    lg_trie_clear(&g->trie);
    g->known = g->references = 0;
    g->lost = false;
}

/* Makes room for the counts of a node. */
static bool reserve(lg_ngrams *g, uint32_t node) {
    if (node < g->capacity) return true;
    const size_t capacity = g->capacity > 0 ? 2 * g->capacity : 256;
    lg_ngram *more = realloc(g->at, capacity * sizeof *more);
    if (!more) return false;
    g->at = more;
    g->capacity = capacity;
    return true;
}

/* Extends a sequence by one symbol: *node becomes the longer sequence's node. Returns its counts; NULL: out of
 * memory. */
static lg_ngram *extend(lg_ngrams *g, uint32_t *node, uint32_t symbol) {
    *node = lg_trie_enter(&g->trie, *node, symbol);
    if (*node == 0 || !reserve(g, *node)) {
        g->lost = true;
        return NULL;
    }
    if (*node > g->known) g->at[g->known = *node] = (lg_ngram){0}; /* nodes are numbered in order of creation */
    return &g->at[*node];
}

void lg_ngrams_refer(lg_ngrams *g, const uint32_t *symbols, size_t count, int orders) {
    g->references++;
    for (size_t i = 0; i < count && !g->lost; i++) {
        uint32_t node = 0;
        for (size_t n = 0; n < (size_t)orders && i + n < count; n++) {
            lg_ngram *x = extend(g, &node, symbols[i + n]);
            if (!x) return;
            x->here = x->reference == g->references ? x->here + 1 : 1;
            x->reference = g->references;
            if (x->here > x->most) x->most = x->here;
        }
    }
}

void lg_ngrams_match(lg_ngrams *g, const uint32_t *symbols, size_t count, int orders, double *shared) {
    for (int n = 0; n < orders; n++) shared[n] = 0;
    for (size_t i = 0; i < count && !g->lost; i++) {
        uint32_t node = 0;
        for (size_t n = 0; n < (size_t)orders && i + n < count; n++) {
            node = lg_trie_find(&g->trie, node, symbols[i + n]);
            if (node == 0) break; /* longer n-grams are not in the references, either */
            if (g->at[node].seen++ < g->at[node].most) shared[n]++;
        }
    }
}

double lg_ngrams_total(size_t count, int n) {
    return count >= (size_t)n ? (double)(count - (size_t)n + 1) : 0;
}

/* ---- words ---- */

void lg_words_free(lg_words *w) {
    lg_trie_free(&w->letters);
}

void lg_words_clear(lg_words *w) {
    lg_trie_clear(&w->letters);
}

void lg_words_add(lg_words *w, const uint32_t *word, size_t letters, lg_characters *to) {
    uint32_t node = 0;
    for (size_t i = 0; i < letters; i++) node = lg_trie_enter(&w->letters, node, word[i]);
    to->lost |= w->letters.lost;
    lg_characters_add(to, node);
}

void lg_words_read(lg_words *w, const lg_characters *text, lg_characters *to) {
    to->count = 0;
    for (size_t i = 0, end; i < text->count; i = end + 1) {
        for (end = i; end < text->count && !lg_character_is_space(text->at[end]);) end++;
        if (end > i) lg_words_add(w, text->at + i, end - i, to);
    }
}
