/* scorer.c: see scorer.h. */
#include "metric/scorer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/scorer.h"
#include "base/option.h"

const lg_text_metric lg_text_metrics[] = {
    {"bleu", false, 0, 0}, {"chrf", true, LG_CHRF_ORDER, 0}, {"chrf++", true, LG_CHRF_ORDER, 2}, {0}};
#define METRIC_NAMES "bleu chrf chrf++"

const lg_text_metric *lg_text_metric_find(const char *name) {
    const lg_text_metric *m = lg_text_metrics;
    while (m->name && strcmp(name, m->name)) m++;
    return m->name ? m : NULL;
}

/* ---- options ---- */

/* The names of all tokenizations, each after a space. */
static const char tokenizations[] =
#define TOKENIZATION(name) " " #name
#include "metric/tokenizations.def"
#undef TOKENIZATION
    "";

static const lg_option names[] = {
    {.name = "metric", .type = LG_NAME, .choices = METRIC_NAMES},
    {.name = "tokenize", .type = LG_NAME, .choices = tokenizations + 1},
    {.name = "smooth", .type = LG_NAME, .choices = LG_SMOOTHING_NAMES},
};

static bool check_range(const char *name, double x, double low, double high, lg_error *err) {
    return (x >= low && x <= high) || lg_fail(err, LG_USAGE, "%s: %g: expected %g..%g", name, x, low, high);
}

static const lg_smoothing *find_smoothing(const char *name) {
    const lg_smoothing *x = lg_smoothings;
    while (strcmp(x->name, name)) x++;
    return x;
}

static bool check_smooth_value(const lg_scorer_options *o, lg_error *err) {
    if (isnan(o->smooth_value)) return true;
    if (isnan(find_smoothing(o->smooth)->fallback))
        return lg_fail(err, LG_USAGE, "smooth-value: smooth %s takes no value; floor and add-k do", o->smooth);
    return check_range("smooth-value", o->smooth_value, 0, 1e6, err);
}

static bool check_bleu(const lg_scorer_options *o, lg_error *err) {
    return lg_option_check(&names[1], o->tokenize, err) && lg_option_check(&names[2], o->smooth, err) &&
           check_smooth_value(o, err);
}

static bool check_chrf(const lg_scorer_options *o, lg_error *err) {
    return check_range("char-order", o->char_order, 1, LG_SCORE_ORDERS, err) &&
           check_range("word-order", o->word_order, 0, LG_SCORE_ORDERS - o->char_order, err) &&
           check_range("beta", o->beta, 0, 1000, err);
}

static void set_bleu(lg_bleu *b, const lg_scorer_options *o) {
    b->lowercase = o->lowercase;
    b->effective_order = o->effective_order;
    for (const lg_tokenization *const *t = lg_tokenizations; *t; t++)
        if (!strcmp((*t)->name, o->tokenize)) b->tokenization = *t;
    b->smoothing = find_smoothing(o->smooth);
    b->smooth_value = isnan(o->smooth_value) ? b->smoothing->fallback : o->smooth_value;
}

static void set_chrf(lg_chrf *f, const lg_scorer_options *o) {
    f->lowercase = o->lowercase;
    f->characters = o->char_order;
    f->words = o->word_order;
    f->beta = o->beta;
    const int size = snprintf(f->name, sizeof f->name, "chrF%d", o->beta);
    for (int i = 0; i < o->word_order; i++) f->name[size + i] = '+';
}

void lg_scorer_set(lg_scorer *s, const lg_scorer_options *o) {
    s->is_chrf = lg_text_metric_find(o->metric)->is_chrf;
    if (s->is_chrf)
        set_chrf(&s->chrf, o);
    else
        set_bleu(&s->bleu, o);
}

bool lg_scorer_open(const lg_scorer_options *o, lg_scorer **out, lg_error *err) {
    *out = NULL;
    if (!lg_option_check(&names[0], o->metric, err)) return false;
    const bool is_chrf = lg_text_metric_find(o->metric)->is_chrf;
    if (!(is_chrf ? check_chrf(o, err) : check_bleu(o, err))) return false;
    lg_scorer *s = calloc(1, sizeof *s);
    if (!s) return lg_fail(err, LG_FAILED, "out of memory: a scorer");
    lg_scorer_set(s, o);
    *out = s;
    return true;
}

bool lg_scorer_measure(lg_scorer *s, const char *hypothesis, const char *const *references, size_t count, double *sums,
                       lg_error *err) {
    const bool done = s->is_chrf ? lg_chrf_measure(&s->chrf, hypothesis, references, count, sums)
                                 : lg_bleu_measure(&s->bleu, hypothesis, references, count, sums);
    return done || lg_fail(err, LG_FAILED, "out of memory: n-grams of a text of %zu bytes", strlen(hypothesis));
}
