/* bleu.c: see bleu.h. */
#include "metric/bleu.h"

#include <math.h>
#include <string.h>

/* Smoothings, in the order of the names below. */
enum { EXP, FLOOR, ADD_K, NONE };

const lg_smoothing lg_smoothings[] = {
    [EXP] = {"exp", "count 1/2 match in the first such order, 1/4 in the next, and so on", (double)NAN},
    [FLOOR] = {"floor", "count the value as matches", 0.1},
    [ADD_K] = {"add-k", "add the value to matches and n-grams of every order from 2 on", 1},
    [NONE] = {"none", "no smoothing: BLEU is 0", (double)NAN},
    {0},
};

void lg_bleu_free(lg_bleu *b) {
    lg_segment_free(&b->segment);
    lg_words_free(&b->words);
    lg_characters_free(&b->hypothesis);
    lg_characters_free(&b->reference);
    lg_ngrams_free(&b->ngrams);
}

/* ---- sums ---- */

static void clear_scratch(lg_bleu *b) {
    lg_segment_clear(&b->segment);
    lg_words_clear(&b->words);
    lg_ngrams_clear(&b->ngrams);
    b->hypothesis.lost = b->reference.lost = false;
}

static bool has_lost(const lg_bleu *b) {
    return lg_segment_lost(&b->segment) || b->hypothesis.lost || b->reference.lost || b->ngrams.lost;
}

/* Tokenizes a text into symbols. */
static void read_tokens(lg_bleu *b, const char *text, lg_characters *to) {
    lg_segment_read(&b->segment, text, b->lowercase);
    b->tokenization->separate(&b->segment);
    lg_words_read(&b->words, &b->segment.text, to);
}

/* True if length a is closer to `length` (of the hypothesis) than length b is, or if both are equally close and a is
 * smaller. */
static bool is_nearer(double a, double b, double length) {
    const double x = fabs(a - length), y = fabs(b - length);
    return x < y || (x == y && a < b);
}

bool lg_bleu_measure(lg_bleu *b, const char *hypothesis, const char *const *references, size_t count,
                     double sums[LG_BLEU_SUMS]) {
    double nearest = (double)INFINITY;
    clear_scratch(b);
    read_tokens(b, hypothesis, &b->hypothesis);
    const size_t length = b->hypothesis.count;
    for (size_t i = 0; i < count; i++) {
        if (lg_text_is_blank(references[i])) continue;
        read_tokens(b, references[i], &b->reference);
        lg_ngrams_refer(&b->ngrams, b->reference.at, b->reference.count, LG_BLEU_ORDERS);
        if (is_nearer((double)b->reference.count, nearest, (double)length)) nearest = (double)b->reference.count;
    }
    lg_ngrams_match(&b->ngrams, b->hypothesis.at, length, LG_BLEU_ORDERS, sums);
    for (int n = 1; n <= LG_BLEU_ORDERS; n++) sums[LG_BLEU_TOTAL + n - 1] = lg_ngrams_total(length, n);
    sums[LG_BLEU_LENGTH] = (double)length;
    sums[LG_BLEU_REFERENCE_LENGTH] = isinf(nearest) ? 0 : nearest;
    return !has_lost(b);
}

/* ---- the score ---- */

/* Precision of an order in %, if `right` of `all` n-grams are in references. *k: the divisor of smoothing "exp"; the
 * caller sets it to 1 before the first order. */
static double precision(const lg_bleu *b, double right, double all, double *k) {
    if (right > 0) return 100 * right / all;
    if (b->smoothing == &lg_smoothings[EXP]) return 100 / ((*k *= 2) * all);
    return b->smoothing == &lg_smoothings[FLOOR] ? 100 * b->smooth_value / all : 0;
}

/* Sets the precisions and returns the number of orders to average over. Stops at the first order without n-grams. */
static int fill_precisions(const lg_bleu *b, const double sums[LG_BLEU_SUMS], double precisions[LG_BLEU_ORDERS]) {
    double k = 1;
    int orders = b->effective_order ? 0 : LG_BLEU_ORDERS;
    for (int n = 0; n < LG_BLEU_ORDERS; n++) {
        const double more = n > 0 && b->smoothing == &lg_smoothings[ADD_K] ? b->smooth_value : 0;
        const double right = sums[n] + more, all = sums[LG_BLEU_TOTAL + n] + more;
        if (!(all > 0)) break;
        if (b->effective_order) orders = n + 1;
        precisions[n] = precision(b, right, all, &k);
    }
    return orders;
}

static double brevity_penalty(double length, double reference) {
    if (length >= reference) return 1;
    return length > 0 ? exp(1 - reference / length) : 0;
}

/* Geometric mean of precisions; practically 0 if any precision is 0. */
static double mean_precision(const double *precisions, int orders) {
    double sum = 0;
    for (int n = 0; n < orders; n++) sum += precisions[n] > 0 ? log(precisions[n]) : -9999999999.0;
    return exp(sum / orders);
}

lg_text_score lg_bleu_score(const lg_bleu *b, const double sums[LG_BLEU_SUMS]) {
    lg_text_score x = {.name = "BLEU",
                       .orders = LG_BLEU_ORDERS,
                       .hypothesis_length = sums[LG_BLEU_LENGTH],
                       .reference_length = sums[LG_BLEU_REFERENCE_LENGTH]};
    bool any = false;
    x.brevity_penalty = brevity_penalty(x.hypothesis_length, x.reference_length);
    for (int n = 0; n < LG_BLEU_ORDERS; n++) {
        x.counts[n] = sums[n];
        x.totals[n] = sums[LG_BLEU_TOTAL + n];
        any |= sums[n] > 0;
    }
    if (!any) return x; /* the score is 0 under every smoothing */
    const int orders = fill_precisions(b, sums, x.precisions);
    x.score = x.brevity_penalty * mean_precision(x.precisions, orders);
    return x;
}
