/* fuzz_scores.c: scores arbitrary bytes as translations and references. Scores must be finite and in range, a text
 * compared with itself must get the best score, and sums must add up. */
#include <math.h>
#include <stdio.h>

#include "api/scorer.h"
#include "metric/scorer.h"
#include "target.h"

/* The next text of the input, up to a zero byte or the end; "" after the end. */
static const char *next_text(const char **rest, const char *end) {
    const char *text = *rest;
    if (text >= end) return "";
    *rest += strlen(text) + 1;
    return text;
}

/* The options that a byte of the input selects. */
static lg_scorer_options choose_options(uint8_t choice) {
    static const char *const metrics[] = {"bleu", "chrf", "chrf++", "bleu"};
    static const char *const tokens[] = {"13a", "intl", "zh", "char", "none"};
    static const char *const smooth[] = {"exp", "floor", "add-k", "none"};
    lg_scorer_options o = lg_scorer_defaults(metrics[choice % 4]);
    o.lowercase = choice & 4;
    o.effective_order = choice & 8;
    o.tokenize = tokens[choice / 16 % 5];
    o.smooth = smooth[choice / 64];
    return o;
}

/* The sums of texts must be reproducible whole numbers, and their score in range. */
static void measure(lg_scorer *s, const char *hypothesis, const char *const references[2], double *sums) {
    double again[LG_SCORE_SUMS];
    lg_error err = {0};
    want(lg_scorer_measure(s, hypothesis, references, 2, sums, &err));
    want(lg_scorer_measure(s, hypothesis, references, 2, again, &err) && err.code == LG_OK);
    for (size_t i = 0; i < lg_scorer_sums(s); i++) want(sums[i] == again[i] && sums[i] == floor(sums[i]));
    const lg_text_score x = lg_scorer_score(s, sums);
    want(x.score >= 0 && x.score <= 100 + 1e-9);
    for (int n = 0; n < x.orders; n++) want(x.counts[n] <= x.totals[n]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 1);
    want(text);
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    const lg_scorer_options o = choose_options(size > 0 ? bytes[0] : 0);
    const char *rest = text + (size > 0), *end = text + size;
    const char *hypothesis = next_text(&rest, end), *first = next_text(&rest, end), *second = next_text(&rest, end);
    const char *const references[] = {first, second}, *const own[] = {hypothesis, hypothesis};
    double sums[LG_SCORE_SUMS], same[LG_SCORE_SUMS];
    lg_scorer *s = NULL;
    lg_error err = {0};
    want(lg_scorer_open(&o, &s, &err));
    measure(s, hypothesis, references, sums);
    measure(s, hypothesis, own, same);
    const lg_text_score x = lg_scorer_score(s, same);
    for (int n = 0; n < x.orders; n++) want(x.counts[n] == x.totals[n]);
    for (size_t i = 0; i < lg_scorer_sums(s); i++) sums[i] += same[i];
    want(lg_scorer_score(s, sums).score <= 100 + 1e-9);
    lg_scorer_free(s);
    free(text);
    return 0;
}
