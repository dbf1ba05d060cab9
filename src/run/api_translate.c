/* api_translate.c: implements lg_translate. */
#include <stdlib.h>
#include <string.h>

#include "api/decoding.h"
#include "data/prompt.h"
#include "data/vocabulary.h"
#include "decode/beam.h"
#include "decode/generate.h"
#include "run/answer_text.h"
#include "run/ensemble.h"
#include "train/attention_pass.h"

/* A line and its decoding state. */
typedef struct line {
    lg_record record;
    int limit; /* maximum number of tokens of its translation; 0: it is not translated */
    int unknown;
    lg_error refused; /* why it is not translated; no error for an empty line */
} line;

typedef struct translation {
    lg_trainer *trainer;
    lg_prompt_reader reader;
    const char *const *texts;
    size_t count, chosen; /* all lines; translated lines */
    int best;             /* requested hypotheses per line */
    line *lines;          /* [count] */
    /* For translated lines. */
    lg_generation *all;        /* [chosen] */
    lg_hypothesis *hypotheses; /* [chosen, best] */
    int32_t *answer;           /* for each line: the tokens of its hypotheses, then those of its element of `all` */
    double *probabilities;
    /* For the current line. */
    lg_answer_text *answer_texts; /* [best] */
    lg_translation *out;          /* [best] */
    bool attends;                 /* the attention of the line is requested */
    lg_attention_pass pass;
    lg_translation_attention attention;
    const char **source_words; /* words of the line */
    double *weights;
    real *matrix; /* weights of one head, followed by scratch space */
} translation;

/* ---- lines ---- */

static bool is_empty(const char *text) {
    return text[strspn(text, " \t")] == '\0';
}

/* Determines the maximum number of tokens of a translation. Fails if a translation is not possible. */
static bool choose_limit(const translation *x, line *l) {
    const lg_record *r = &l->record;
    const int most = lg_trainer_search_limit(x->trainer, r->n);
    if (!lg_trainer_can_say(x->trainer, r, 1, &l->refused)) return false;
    l->limit = most > 0 ? lg_trainer_longest(x->trainer, r, most) : 0;
    return l->limit > 0 || lg_fail(&l->refused, LG_USAGE, "no target length is known for a source of %d tokens", r->n);
}

/* Reads a line. A line that cannot be translated is not a failure. */
static bool read_line(translation *x, size_t i, lg_error *err) {
    line *l = &x->lines[i];
    if (is_empty(x->texts[i])) return true;
    const bool read = lg_prompt_read(&x->reader, x->texts[i], "the line", &l->record, &l->unknown, &l->refused);
    if (read && choose_limit(x, l)) x->chosen++;
    return l->refused.code == LG_OK || l->refused.code == LG_USAGE ||
           lg_fail_like(err, &l->refused, "%s", l->refused.text);
}

static bool read_lines(translation *x, lg_error *err) {
    x->lines = calloc(x->count + 1, sizeof *x->lines);
    if (!x->lines) return lg_fail(err, LG_FAILED, "out of memory: %zu lines", x->count);
    for (size_t i = 0; i < x->count; i++)
        if (!read_line(x, i, err)) return false;
    return true;
}

/* ---- hypotheses ---- */

static size_t count_tokens(const translation *x) {
    size_t tokens = 0;
    for (size_t i = 0; i < x->count; i++) tokens += (size_t)x->lines[i].limit * (size_t)(x->best + 1);
    return tokens;
}

static bool reserve(translation *x, lg_error *err) {
    const size_t best = (size_t)x->best, tokens = count_tokens(x);
    x->all = calloc(x->chosen + 1, sizeof *x->all);
    x->hypotheses = calloc(x->chosen * best + 1, sizeof *x->hypotheses);
    x->answer = calloc(tokens + 1, sizeof *x->answer);
    x->probabilities = calloc(tokens + 1, sizeof *x->probabilities);
    x->answer_texts = calloc(best, sizeof *x->answer_texts);
    x->out = calloc(best, sizeof *x->out);
    return (x->all && x->hypotheses && x->answer && x->probabilities && x->answer_texts && x->out) ||
           lg_fail(err, LG_FAILED, "out of memory: hypotheses of %zu tokens", tokens);
}

/* Assigns each translated line its part of the arrays. */
static void divide(translation *x) {
    size_t at = 0, number = 0;
    for (size_t i = 0; i < x->count; i++) {
        const line *l = &x->lines[i];
        if (l->limit == 0) continue;
        lg_hypothesis *best = x->hypotheses + number * (size_t)x->best;
        for (int j = 0; j < x->best; j++, at += (size_t)l->limit)
            best[j] = (lg_hypothesis){.answer = x->answer + at, .probabilities = x->probabilities + at};
        x->all[number++] = (lg_generation){.prompt = &l->record,
                                           .limit = l->limit,
                                           .answer = x->answer + at,
                                           .probabilities = x->probabilities + at,
                                           .best = best,
                                           .wanted = x->best};
        at += (size_t)l->limit;
    }
}

/* ---- results ---- */

static bool write_hypothesis(translation *x, int i, const lg_hypothesis *h, lg_error *err) {
    lg_answer_text *s = &x->answer_texts[i];
    if (!lg_answer_text_write(s, x->reader.data, h->answer, h->count, h->ended, err)) return false;
    x->out[i] = (lg_translation){.text = s->text,
                                 .tokens = h->count,
                                 .ids = h->answer,
                                 .words = s->words,
                                 .probabilities = h->probabilities,
                                 .log_probability = h->log_probability,
                                 .score = h->score};
    return true;
}

/* ---- attention ---- */

/* Allocates the buffers for the attention weights of x->pass. */
static bool reserve_weights(translation *x, lg_error *err) {
    const lg_attention_pass *p = &x->pass;
    const size_t pairs = (size_t)p->queries * (size_t)p->keys, all = pairs * (size_t)p->blocks * (size_t)p->heads;
    const char **words = realloc(x->source_words, sizeof *words * (size_t)p->keys);
    if (words) x->source_words = words;
    double *weights = realloc(x->weights, sizeof *weights * all);
    if (weights) x->weights = weights;
    real *matrix = realloc(x->matrix, sizeof *matrix * (pairs + lg_attention_pass_scratch(p)));
    if (matrix) x->matrix = matrix;
    return (words && weights && matrix) || lg_fail(err, LG_FAILED, "out of memory: attention of %d tokens", p->queries);
}

/* Computes the cross-attention of the translation of a line. */
static bool attend(translation *x, const line *l, const lg_hypothesis *hypothesis, lg_error *err) {
    lg_attention_pass *p = &x->pass;
    if (!lg_attention_pass_open_answer(p, x->trainer, LG_ATTENTION_CROSS, &l->record, hypothesis->answer,
                                       hypothesis->count, err) ||
        !reserve_weights(x, err))
        return false;
    const size_t pairs = (size_t)p->queries * (size_t)p->keys;
    lg_attention_pass_run(p);
    double *to = x->weights;
    for (int b = 0; b < p->blocks; b++)
        for (int h = 0; h < p->heads; h++) {
            lg_attention_pass_read(p, b, h, x->matrix + pairs, x->matrix);
            for (size_t i = 0; i < pairs; i++) *to++ = (double)x->matrix[i];
        }
    lg_vocabulary_name(&x->reader.data->source, l->record.source, l->record.n, x->source_words);
    x->attention = (lg_translation_attention){p->blocks, p->heads, p->queries, p->keys, x->source_words, x->weights};
    return true;
}

/* Writes the report of a line. from: the hypotheses of a translated line; NULL for other lines. */
static bool write_line(translation *x, size_t i, const lg_generation *from, lg_translated *out, lg_error *err) {
    const line *l = &x->lines[i];
    *out = (lg_translated){.line = i, .all = x->out, .unknown_words = l->unknown};
    if (!from) {
        out->refused = l->refused.code ? l->refused.text : NULL;
        return true;
    }
    for (; out->count < from->wanted && from->best[out->count].count > 0; out->count++)
        if (!write_hypothesis(x, out->count, &from->best[out->count], err)) return false;
    out->bounded = x->reader.data->end >= 0 && from->best[0].count == from->limit;
    if (!x->attends || out->count == 0) return true;
    out->attention = &x->attention;
    return attend(x, l, &from->best[0], err);
}

static bool pass_on(translation *x, lg_translated_fn each, void *user, lg_error *err) {
    lg_translated out;
    for (size_t i = 0, number = 0; i < x->count; i++) {
        const bool chosen = x->lines[i].limit > 0;
        if (!write_line(x, i, chosen ? &x->all[number] : NULL, &out, err)) return false;
        number += chosen;
        if (!each(user, &out)) break;
    }
    return true;
}

static void free_translation(translation *x) {
    for (size_t i = 0; x->lines && i < x->count; i++) lg_record_free(&x->lines[i].record);
    for (int i = 0; x->answer_texts && i < x->best; i++) lg_answer_text_free(&x->answer_texts[i]);
    void *const all[] = {x->lines,        x->all, x->hypotheses,   x->answer,  x->probabilities,
                         x->answer_texts, x->out, x->source_words, x->weights, x->matrix};
    lg_attention_pass_close(&x->pass);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    lg_prompt_reader_close(&x->reader);
}

static bool check_request(lg_run *r, int best, bool attention, lg_error *err) {
    lg_error words = {0};
    if (!lg_run_ready_without(r, LG_SPLITS_ALL, err) || !lg_ensemble_open(r, LG_SPLITS_ALL, err)) return false;
    if (attention && r->other_count > 0)
        return lg_fail(err, LG_USAGE,
                       "attention: an ensemble of %zu models has no attention weights of its own; expected one model",
                       r->other_count + 1);
    const lg_trainer *t = r->session.trainer;
    if (!lg_trainer_can_generate(t, &words) || !lg_trainer_can_search(t, &words))
        return lg_fail_like(err, &words, "%s: %s", r->dir, words.text);
    if (attention && !lg_attention_pass_suits(t, LG_ATTENTION_CROSS, &words))
        return lg_fail_like(err, &words, "%s: %s", r->dir, words.text);
    const int beam = lg_trainer_beam(t);
    return (best > 0 && best <= beam) ||
           lg_fail(err, LG_USAGE, "best: expected 1..%d hypotheses, not %d (use --beam %d)", beam, best, best);
}

lg_status lg_translate(lg_run *r, const char *const *lines, size_t count, int best, bool attention,
                       lg_translated_fn each, lg_progress_fn progress, void *user) {
    lg_error *err = lg_context_begin(r->context);
    const bool good = check_request(r, best, attention, err);
    translation x = {.trainer = r->session.trainer, .texts = lines, .count = count, .best = best, .attends = attention};
    if (good && lg_prompt_reader_open(&x.reader, lg_trainer_data(x.trainer), err) && read_lines(&x, err) &&
        reserve(&x, err)) {
        divide(&x);
        if (x.chosen == 0 || lg_trainer_search(x.trainer, x.all, x.chosen, progress, user, err))
            pass_on(&x, each, user, err);
    }
    free_translation(&x);
    lg_ensemble_close(r);
    return err->code;
}
