/* chrf.c: see chrf.h. */
#include "metric/chrf.h"

#include <string.h>

enum { CHARACTERS, WORDS };

void lg_chrf_free(lg_chrf *f) {
    lg_characters_free(&f->text);
    lg_words_free(&f->letters);
    lg_ngrams_free(&f->ngrams);
    for (int i = 0; i < 2; i++) {
        lg_characters_free(&f->hypothesis[i]);
        lg_characters_free(&f->reference[i]);
    }
}

static int orders_of(const lg_chrf *f) {
    return f->characters + f->words;
}

size_t lg_chrf_sums(const lg_chrf *f) {
    return 3 * (size_t)orders_of(f) + 2;
}

/* ---- symbols of a text ---- */

/* ASCII punctuation. */
static bool is_punctuation(uint32_t c) {
    return c > 0x20 && c < 0x7f && strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", (int)c);
}

/* Adds a word. If it ends with a punctuation mark, this mark becomes a separate word; otherwise, if it begins with a
 * punctuation mark, that mark becomes a separate word. */
static void add_word(lg_chrf *f, const uint32_t *word, size_t letters, lg_characters *to) {
    size_t first = letters;
    if (letters > 1 && is_punctuation(word[letters - 1]))
        first = letters - 1;
    else if (letters > 1 && is_punctuation(word[0]))
        first = 1;
    lg_words_add(&f->letters, word, first, to);
    if (first < letters) lg_words_add(&f->letters, word + first, letters - first, to);
}

static void read_words(lg_chrf *f, const lg_characters *text, lg_characters *to) {
    to->count = 0;
    for (size_t i = 0, end; i < text->count; i = end + 1) {
        for (end = i; end < text->count && !lg_character_is_space(text->at[end]);) end++;
        if (end > i) add_word(f, text->at + i, end - i, to);
    }
}

static void read_symbols(lg_chrf *f, const char *text, lg_characters symbols[2]) {
    lg_characters *x = &f->text;
    lg_characters_read(x, text);
    if (f->lowercase) lg_characters_lower(x);
    symbols[CHARACTERS].count = 0;
    for (size_t i = 0; i < x->count; i++)
        if (!lg_character_is_space(x->at[i])) lg_characters_add(&symbols[CHARACTERS], x->at[i]);
    if (f->words > 0) read_words(f, x, &symbols[WORDS]);
}

/* ---- sums ---- */

static void clear_scratch(lg_chrf *f) {
    f->text.lost = false;
    lg_words_clear(&f->letters);
    for (int i = 0; i < 2; i++) f->hypothesis[i].lost = f->reference[i].lost = false;
}

static bool has_lost(const lg_chrf *f) {
    bool lost = f->text.lost;
    for (int i = 0; i < 2; i++) lost |= f->hypothesis[i].lost || f->reference[i].lost;
    return lost;
}

/* Counts the n-grams of orders 1..orders of characters or words (kind): shared by hypothesis and reference, in the
 * hypothesis, and in the reference. The sums of order n are written to element first + n - 1 of the three parts of
 * `sums`. If a reference has no n-grams of an order, the hypothesis's n-grams of this order are not counted. */
static void match(lg_chrf *f, int kind, int first, int orders, double *sums) {
    const lg_characters *hypothesis = &f->hypothesis[kind], *reference = &f->reference[kind];
    double *shared = sums + first, *output = shared + orders_of(f), *there = output + orders_of(f);
    lg_ngrams_clear(&f->ngrams);
    lg_ngrams_refer(&f->ngrams, reference->at, reference->count, orders);
    lg_ngrams_match(&f->ngrams, hypothesis->at, hypothesis->count, orders, shared);
    for (int n = 1; n <= orders; n++) {
        there[n - 1] = lg_ngrams_total(reference->count, n);
        output[n - 1] = there[n - 1] > 0 ? lg_ngrams_total(hypothesis->count, n) : 0;
    }
}

/* Computes the sums of a hypothesis, whose symbols are already read, and one reference. */
static bool measure_pair(lg_chrf *f, const char *reference, double *sums) {
    read_symbols(f, reference, f->reference);
    match(f, CHARACTERS, 0, f->characters, sums);
    bool lost = f->ngrams.lost;
    match(f, WORDS, f->characters, f->words, sums);
    lost |= f->ngrams.lost;
    sums[3 * orders_of(f)] = (double)f->hypothesis[CHARACTERS].count;
    sums[3 * orders_of(f) + 1] = (double)f->reference[CHARACTERS].count;
    return !lost;
}

bool lg_chrf_measure(lg_chrf *f, const char *hypothesis, const char *const *references, size_t count, double *sums) {
    double these[LG_SCORE_SUMS], best = -1;
    clear_scratch(f);
    read_symbols(f, hypothesis, f->hypothesis);
    for (size_t i = 0; i < count; i++) {
        if (lg_text_is_blank(references[i])) continue;
        if (!measure_pair(f, references[i], these)) return false;
        const double score = lg_chrf_score(f, these).score;
        if (!(score > best)) continue;
        best = score;
        memcpy(sums, these, lg_chrf_sums(f) * sizeof *sums);
    }
    return (best >= 0 || measure_pair(f, "", sums)) && !has_lost(f);
}

/* ---- the score ---- */

lg_text_score lg_chrf_score(const lg_chrf *f, const double *sums) {
    const int orders = orders_of(f);
    const double weight = (double)f->beta * f->beta;
    lg_text_score x = {.name = f->name,
                       .orders = orders,
                       .brevity_penalty = 1,
                       .hypothesis_length = sums[3 * orders],
                       .reference_length = sums[3 * orders + 1]};
    double precision = 0, recall = 0;
    int effective = 0;
    for (int n = 0; n < orders; n++) {
        x.counts[n] = sums[n];
        x.totals[n] = sums[orders + n];
        x.references[n] = sums[2 * orders + n];
        if (x.totals[n] > 0) x.precisions[n] = 100 * x.counts[n] / x.totals[n];
        if (x.references[n] > 0) x.recalls[n] = 100 * x.counts[n] / x.references[n];
        if (!(x.totals[n] > 0 && x.references[n] > 0)) continue;
        precision += x.counts[n] / x.totals[n];
        recall += x.counts[n] / x.references[n];
        effective++;
    }
    if (effective == 0 || !(precision + recall > 0)) return x;
    precision /= effective;
    recall /= effective;
    x.score = 100 * (1 + weight) * precision * recall / (weight * precision + recall);
    return x;
}
