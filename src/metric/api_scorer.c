/* api_scorer.c: the translation score functions of lengthen.h that need no context. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/scorer.h"
#include "metric/scorer.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)
/* The version in signatures. A bare version number would look like that of sacreBLEU, hence the prefix. */
#define VERSION "lengthen-" TEXT(LG_VERSION_MAJOR) "." TEXT(LG_VERSION_MINOR) "." TEXT(LG_VERSION_PATCH)

lg_scorer_options lg_scorer_defaults(const char *metric) {
    const lg_text_metric *m = lg_text_metric_find(metric);
    if (!m) m = lg_text_metrics; /* opening the scorer reports the unknown name */
    return (lg_scorer_options){.metric = metric,
                               .tokenize = lg_tokenizations[0]->name,
                               .smooth = lg_smoothings[0].name,
                               .smooth_value = (double)NAN,
                               .char_order = m->characters,
                               .word_order = m->words,
                               .beta = 2};
}

void lg_scorer_free(lg_scorer *s) {
    if (!s) return;
    lg_bleu_free(&s->bleu);
    lg_chrf_free(&s->chrf);
    free(s);
}

size_t lg_scorer_sums(const lg_scorer *s) {
    return s->is_chrf ? lg_chrf_sums(&s->chrf) : LG_BLEU_SUMS;
}

lg_text_score lg_scorer_score(const lg_scorer *s, const double *sums) {
    return s->is_chrf ? lg_chrf_score(&s->chrf, sums) : lg_bleu_score(&s->bleu, sums);
}

/* ---- signatures ---- */

/* Text that is appended to a buffer and truncated to fit. */
typedef struct field_writer {
    char *to;
    size_t capacity, size;
} field_writer;

static void __attribute__((format(printf, 2, 3))) add_field(field_writer *w, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int size = vsnprintf(w->to + w->size, w->capacity - w->size, format, values);
    va_end(values);
    w->size += (size_t)size < w->capacity - w->size ? (size_t)size : w->capacity - w->size - 1;
}

static void add_bleu(field_writer *w, const lg_bleu *b) {
    add_field(w, "case:%s|eff:%s|tok:%s|smooth:%s", b->lowercase ? "lc" : "mixed", b->effective_order ? "yes" : "no",
              b->tokenization->name, b->smoothing->name);
    if (!isnan(b->smoothing->fallback)) add_field(w, "[%.2f]", b->smooth_value);
}

static void add_chrf(field_writer *w, const lg_chrf *f) {
    add_field(w, "case:%s|eff:yes|nc:%d|nw:%d|space:no", f->lowercase ? "lc" : "mixed", f->characters, f->words);
}

const char *lg_scorer_signature(const lg_scorer *s, size_t references, int resamples, uint64_t seed,
                                char out[LG_SIGNATURE]) {
    field_writer w = {out, LG_SIGNATURE, 0};
    if (references > 0)
        add_field(&w, "nrefs:%zu|", references);
    else
        add_field(&w, "nrefs:var|");
    if (resamples > 0) add_field(&w, "bs:%d|seed:%llu|", resamples, (unsigned long long)seed);
    if (s->is_chrf)
        add_chrf(&w, &s->chrf);
    else
        add_bleu(&w, &s->bleu);
    add_field(&w, "|version:%s", VERSION);
    return out;
}

/* ---- texts ---- */

size_t lg_scorer_references(const char *const *references, size_t count) {
    size_t those = 0;
    for (size_t i = 0; i < count; i++) those += !lg_text_is_blank(references[i]);
    return those;
}

size_t lg_scorer_words(const char *text) {
    return lg_text_words(text);
}
