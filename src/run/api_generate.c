/* api_generate.c: implements lg_generate. */
#include <stdlib.h>
#include <string.h>

#include "api/decoding.h"
#include "data/prompt.h"
#include "decode/generate.h"
#include "run/answer_text.h"
#include "run/ensemble.h"

/* CHUNK: number of prompts that are decoded together before their answers are reported. USUAL_LIMIT: default for the
 * maximum number of generated tokens. */
enum { CHUNK = 512, USUAL_LIMIT = 256 };

typedef struct generation {
    lg_run *run;
    const lg_prompt *prompts;
    size_t count;
    lg_generated_fn each;
    void *user;
    bool stopped;
    lg_prompt_reader reader;
    lg_record *records; /* [count] */
    int *complete;      /* [count]: length of a complete answer if there is no end token; 0: unknown */
    int *limits;        /* [count] */
} generation;

/* The answers to a chunk of prompts. */
typedef struct answers {
    lg_generation *all; /* [CHUNK] */
    int32_t *answer;
    double *probabilities;
    lg_answer_text answer_text; /* the current one */
} answers;

/* ---- limits of answers ---- */

static bool choose_limit(const generation *g, size_t i, int limit, lg_error *err) {
    const lg_trainer *t = g->run->session.trainer;
    const lg_record *prompt = &g->records[i];
    const int complete = g->complete[i] = lg_dataset_target(lg_trainer_data(t), prompt->n);
    const int most = limit > 0 ? limit : complete > 0 ? complete : USUAL_LIMIT;
    const int fits = lg_trainer_longest(t, prompt, most);
    const char *where = g->prompts[i].where;
    lg_error words = {0};
    g->limits[i] = limit > 0 ? limit : fits;
    if (lg_trainer_can_say(t, prompt, g->limits[i] > 0 ? g->limits[i] : 1, &words)) return true;
    if (limit > 0 && fits > 0)
        return lg_fail_like(err, &words, "limit: only %d tokens fit after %s, not %d: %s", fits, where, limit,
                            words.text);
    return lg_fail_like(err, &words, "%s: %s", where, words.text);
}

/* ---- prompts ---- */

static bool check_record(const lg_prompt *p, lg_error *err) {
    return p->record >= 0 ||
           lg_fail(err, LG_USAGE, "%s: record: expected 0 or more, not %lld", p->where, (long long)p->record);
}

static bool read_prompts(generation *g, int limit, lg_error *err) {
    g->records = calloc(g->count + 1, sizeof *g->records);
    g->complete = calloc(g->count + 1, sizeof *g->complete);
    g->limits = calloc(g->count + 1, sizeof *g->limits);
    if (!g->records || !g->complete || !g->limits)
        return lg_fail(err, LG_FAILED, "out of memory: %zu prompts", g->count);
    for (size_t i = 0; i < g->count; i++)
        if (!check_record(&g->prompts[i], err) ||
            !lg_prompt_read(&g->reader, g->prompts[i].text, g->prompts[i].where, &g->records[i], NULL, err) ||
            !choose_limit(g, i, limit, err))
            return false;
    return true;
}

static void free_generation(generation *g) {
    for (size_t i = 0; g->records && i < g->count; i++) lg_record_free(&g->records[i]);
    free(g->records);
    free(g->complete);
    free(g->limits);
    lg_prompt_reader_close(&g->reader);
}

/* ---- answers ---- */

/* Allocates the answers to prompts first .. first + count - 1. */
static bool reserve_answers(const generation *g, size_t first, size_t count, answers *a, lg_error *err) {
    size_t tokens = 0;
    for (size_t i = 0; i < count; i++) tokens += (size_t)g->limits[first + i];
    a->all = calloc(count + 1, sizeof *a->all);
    a->answer = calloc(tokens + 1, sizeof *a->answer);
    a->probabilities = calloc(tokens + 1, sizeof *a->probabilities);
    if (!a->all || !a->answer || !a->probabilities) return lg_fail(err, LG_FAILED, "out of memory: %zu tokens", tokens);
    for (size_t i = 0, at = 0; i < count; at += (size_t)g->limits[first + i++])
        a->all[i] = (lg_generation){.prompt = &g->records[first + i],
                                    .record = g->prompts[first + i].record,
                                    .limit = g->limits[first + i],
                                    .answer = a->answer + at,
                                    .probabilities = a->probabilities + at};
    return true;
}

static void free_answers(answers *a) {
    free(a->all);
    free(a->answer);
    free(a->probabilities);
    lg_answer_text_free(&a->answer_text);
}

static bool pass_on(generation *g, size_t prompt, const lg_generation *x, answers *a, lg_error *err) {
    const lg_dataset *d = g->reader.data;
    if (!lg_answer_text_write(&a->answer_text, d, x->answer, x->count, x->ended, err)) return false;
    const lg_generated out = {.prompt = prompt,
                              .text = a->answer_text.text,
                              .bytes = d->unit != LG_UNIT_WORD,
                              .tokens = x->count,
                              .ids = x->answer,
                              .words = a->answer_text.words,
                              .probabilities = x->probabilities,
                              .ended = x->ended || x->count == g->complete[prompt]};
    g->stopped = !g->each(g->user, &out);
    return true;
}

static bool run_chunk(generation *g, size_t first, size_t count, lg_error *err) {
    answers a = {0};
    bool good =
        reserve_answers(g, first, count, &a, err) && lg_trainer_generate(g->run->session.trainer, a.all, count, err);
    for (size_t i = 0; good && !g->stopped && i < count; i++) good = pass_on(g, first + i, &a.all[i], &a, err);
    free_answers(&a);
    return good;
}

static bool run_chunks(generation *g, lg_error *err) {
    for (size_t at = 0; at < g->count && !g->stopped; at += CHUNK)
        if (!run_chunk(g, at, g->count - at < CHUNK ? g->count - at : CHUNK, err)) return false;
    return true;
}

static bool check_request(lg_run *r, size_t count, int limit, lg_error *err) {
    lg_error words = {0};
    if (!lg_run_ready_without(r, LG_SPLITS_ALL, err) || !lg_ensemble_open(r, LG_SPLITS_ALL, err)) return false;
    if (!lg_trainer_can_generate(r->session.trainer, &words))
        return lg_fail_like(err, &words, "%s: %s", r->dir, words.text);
    if (limit < 0 || limit > LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "limit: expected 1..%d tokens, not %d", LG_LENGTH_MAX, limit);
    return count > 0 || lg_fail(err, LG_USAGE, "no prompt; expected at least one");
}

lg_status lg_generate(lg_run *r, const lg_prompt *prompts, size_t count, int limit, lg_generated_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    generation g = {.run = r, .prompts = prompts, .count = count, .each = each, .user = user};
    if (check_request(r, count, limit, err) &&
        lg_prompt_reader_open(&g.reader, lg_trainer_data(r->session.trainer), err) && read_prompts(&g, limit, err))
        run_chunks(&g, err);
    free_generation(&g);
    lg_ensemble_close(r);
    return err->code;
}
