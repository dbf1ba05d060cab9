/* ngrams.h: n-grams of symbols that a hypothesis shares with references. */
#ifndef LG_METRIC_NGRAMS_H
#define LG_METRIC_NGRAMS_H

#include "metric/characters.h"
#include "metric/trie.h"

/* Of one n-gram. */
typedef struct lg_ngram {
    uint32_t most;            /* in one reference, of those so far */
    uint32_t here, reference; /* in this reference, counted from 1 */
    uint32_t said;            /* in the hypothesis so far */
} lg_ngram;

/* Zeros to begin with. */
typedef struct lg_ngrams {
    lg_trie trie;
    lg_ngram *at; /* [capacity], by node */
    size_t capacity;
    uint32_t known; /* nodes whose numbers are set */
    uint32_t references;
    bool lost; /* memory was missing: counts are wrong. Check it once, at the end */
} lg_ngrams;

void lg_ngrams_free(lg_ngrams *g);
void lg_ngrams_clear(lg_ngrams *g); /* no references */
/* Counts the n-grams of one more reference, of 1 to `orders` symbols. */
void lg_ngrams_refer(lg_ngrams *g, const uint32_t *symbols, size_t count, int orders);
/* shared [orders]: the n-grams of a hypothesis that are in references, each as often as in the reference that has most
 * of it. Once for all references that were counted; the next hypothesis needs them counted again. */
void lg_ngrams_match(lg_ngrams *g, const uint32_t *symbols, size_t count, int orders, double *shared);
/* How many n-grams so many symbols have. */
double lg_ngrams_total(size_t count, int n);

/* Words as symbols: the same number for the same word, and no other. Zeros to begin with. */
typedef struct lg_words {
    lg_trie letters;
} lg_words;

void lg_words_free(lg_words *w);
void lg_words_clear(lg_words *w); /* forgets all words */
void lg_words_add(lg_words *w, const uint32_t *word, size_t letters, lg_characters *to);
/* What lies between white space, one after another; replaces what was there. */
void lg_words_read(lg_words *w, const lg_characters *text, lg_characters *to);

#endif
