/* ngrams.h: counts the n-grams of symbols that a hypothesis shares with references. */
#ifndef LG_METRIC_NGRAMS_H
#define LG_METRIC_NGRAMS_H

#include "metric/characters.h"
#include "metric/trie.h"

/* Counts of one n-gram. */
typedef struct lg_ngram {
    uint32_t most;            /* largest count in any one reference so far */
    uint32_t here, reference; /* here: count in reference number `reference` (from 1) */
    uint32_t seen;            /* count in the hypothesis so far */
} lg_ngram;

/* Must be zeroed before first use. */
typedef struct lg_ngrams {
    lg_trie trie;
    lg_ngram *at; /* [capacity], by node */
    size_t capacity;
    uint32_t known; /* highest node with initialized counts */
    uint32_t references;
    bool lost; /* memory ran out and counts are wrong; check once at the end */
} lg_ngrams;

void lg_ngrams_free(lg_ngrams *g);
void lg_ngrams_clear(lg_ngrams *g); /* removes all references */
/* Adds a reference: counts its n-grams of 1 to `orders` symbols. */
void lg_ngrams_refer(lg_ngrams *g, const uint32_t *symbols, size_t count, int orders);
/* Sets shared[n-1] to the number of n-grams of the hypothesis that are in references. An n-gram is counted at most as
 * often as it is in the reference that contains it most often. May be called once; before the next hypothesis, clear
 * the references and add them again. */
void lg_ngrams_match(lg_ngrams *g, const uint32_t *symbols, size_t count, int orders, double *shared);
/* Number of n-grams in `count` symbols. */
double lg_ngrams_total(size_t count, int n);

/* Words as symbols: two words get the same number if and only if they are equal. Must be zeroed before first use. */
typedef struct lg_words {
    lg_trie letters;
} lg_words;

void lg_words_free(lg_words *w);
void lg_words_clear(lg_words *w); /* removes all words */
void lg_words_add(lg_words *w, const uint32_t *word, size_t letters, lg_characters *to);
/* Reads the words between white space, in order; replaces the contents of `to`. */
void lg_words_read(lg_words *w, const lg_characters *text, lg_characters *to);

#endif
