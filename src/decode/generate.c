/* generate.c: see generate.h. */
#include "decode/generate.h"

#include <stdlib.h>
#include <string.h>

#include "decode/decode.h"
#include "nn/axes/architecture.h"
#include "nn/model/padding.h"
#include "nn/model/stepping.h"
#include "train/eval_records.h"
#include "train/state.h"
#include "train/stop.h"

/* Checks that networks for the longest test records can be built. */
static bool can_record(const lg_trainer *t, lg_error *err) {
    lg_model *m = t->model;
    const int length = t->eval.lengths.values[t->eval.lengths.count - 1];
    const lg_sequence_layout longest = m->architecture.entry->layout(m, lg_dataset_bound(m->data, length), false);
    return !lg_model_supports_layout(m, &longest, length, NULL) || lg_decode_check(m, &longest, err) ||
           lg_blame(err, "eval.lengths");
}

bool lg_trainer_can_decode(const lg_trainer *t, lg_error *err) {
    const lg_model *m = t->model;
    const int tokens = t->eval.max_tokens;
    if (!t->protocol.entry->leave) return true;
    if (tokens == 0) return can_record(t, err);
    if (m->data->end < 0)
        return lg_fail_keys(err, "eval.max_tokens data",
                            "eval.max_tokens: an answer stops at an end token, but data: %s has none (use "
                            "--eval.max_tokens 0)",
                            m->data->entry->name);
    const lg_sequence_layout longest =
        m->architecture.entry->layout(m, (lg_record_size){1, tokens > 2 ? tokens - 1 : 1}, false);
    return (lg_model_can_step(m, &longest, err) && lg_decode_check(t->model, &longest, err)) ||
           lg_blame(err, "eval.max_tokens");
}

/* ---- prompts ---- */

bool lg_trainer_can_generate(const lg_trainer *t, lg_error *err) {
    const lg_chosen_architecture *a = &t->model->architecture;
    return (a->entry->steps && lg_architecture_is_autoregressive(a)) ||
           lg_fail_keys(err, "architecture",
                        "architecture: %s does not generate token by token; expected a run with an autoregressive "
                        "--architecture, such as decoder",
                        a->entry->name);
}

static lg_sequence_layout layout_of(const lg_trainer *t, const lg_record *prompt, int limit) {
    const lg_model *m = t->model;
    return m->architecture.entry->layout(m, (lg_record_size){prompt->n, prompt->m + limit}, false);
}

bool lg_trainer_can_say(const lg_trainer *t, const lg_record *prompt, int limit, lg_error *err) {
    bool can = true;
    for (; t && can; t = t->next) {
        const lg_sequence_layout layout = layout_of(t, prompt, limit);
        can = lg_model_can_step(t->model, &layout, err);
    }
    return can;
}

int lg_trainer_longest(const lg_trainer *t, const lg_record *prompt, int most) {
    for (; t; t = t->next) most = lg_model_longest(t->model, (lg_record_size){prompt->n, prompt->m}, most);
    return most;
}

/* Prompts that are decoded together. */
typedef struct batch {
    lg_trainer *t;
    lg_generation **all; /* [count] */
    size_t count;
    lg_beam_rules rules; /* width 0: greedy decoding */
    lg_sequence_layout layout;
    int at;           /* number of tokens before the generated tokens */
    int32_t *ids;     /* [count, layout.T] */
    int32_t *sources; /* [count, layout.sources] */
    int32_t *spans;   /* [count, 2], if the layout has spans */
    lg_row rest;      /* the other arrays of a row, which are written but never read */
    lg_decoding decoding;
} batch;

/* Writes a prompt as a row of the layout. The layout has one more token, for the next generated token; its value is not
 * read. */
static void write_prompt(const batch *b, size_t i) {
    const lg_model *m = b->t->model;
    const lg_record *prompt = b->all[i]->prompt;
    lg_record begun = *prompt;
    lg_row row = b->rest;
    row.ids = b->ids + i * (size_t)b->layout.T;
    row.sources = b->sources ? b->sources + i * (size_t)b->layout.sources : NULL;
    row.span = b->layout.spans ? b->spans + 2 * i : NULL;
    begun.m = prompt->m + 1;
    m->architecture.entry->lay_out(m, &b->layout, &begun, &row);
}

static bool allocate(batch *b, lg_error *err) {
    const size_t rows = (size_t)b->layout.rows, sources = (size_t)b->layout.sources;
    b->ids = calloc(b->count * (size_t)b->layout.T + 1, sizeof *b->ids);
    b->sources = sources > 0 ? calloc(b->count * sources, sizeof *b->sources) : NULL;
    b->spans = calloc(b->count, 2 * sizeof *b->spans);
    b->rest.targets = calloc(rows + 1, sizeof *b->rest.targets);
    b->rest.learned = calloc(rows + 1, 1);
    b->rest.counted = calloc(rows + 1, 1);
    return (b->ids && (b->sources || sources == 0) && b->spans && b->rest.targets && b->rest.learned &&
            b->rest.counted) ||
           lg_fail(err, LG_FAILED, "out of memory: prompts of %d tokens", b->at);
}

static void free_batch(batch *b) {
    free(b->ids);
    free(b->sources);
    free(b->spans);
    free(b->rest.targets);
    free(b->rest.learned);
    free(b->rest.counted);
    lg_decoding_free(&b->decoding);
}

static bool stops(void *trainer, int worker) {
    return lg_trainer_must_stop(trainer, worker);
}

static bool add_prompts(batch *b, lg_error *err) {
    lg_decoding *d = &b->decoding;
    if (!lg_decoding_begin(d, &b->t->engine, (int)b->count, b->rules, err)) return false;
    for (size_t i = 0; i < b->count; i++) {
        lg_generation *x = b->all[i];
        write_prompt(b, i);
        lg_decoding_add(d,
                        (lg_decoded_sequence){.prompt = b->ids + i * (size_t)b->layout.T,
                                              .source = b->sources ? b->sources + i * (size_t)b->layout.sources : NULL,
                                              .span = b->spans + 2 * i,
                                              .answer = x->answer,
                                              .limit = x->limit,
                                              .positions = lg_decoding_key(b->t->eval.seed, x->record),
                                              .probabilities = x->probabilities,
                                              .best = x->best,
                                              .wanted = x->wanted});
    }
    return true;
}

static bool decode(batch *b, lg_error *err) {
    lg_decoding *d = &b->decoding;
    const lg_key positions = lg_trainer_eval_positions(b->t, b->all[0]->prompt->length, 0);
    d->stop = stops;
    d->stop_user = b->t;
    return lg_decode_sequences(d, &b->layout, b->at, positions, err) && lg_trainer_go_on(b->t, err);
}

/* Counts the generated tokens, including the end token. */
static void count_tokens(const lg_trainer *t, lg_generation *x) {
    const int end = t->model->data->end;
    for (x->count = 0, x->ended = false; x->count < x->limit && !x->ended; x->count++)
        x->ended = x->answer[x->count] == end;
}

/* The layout for the longest source and the longest target of all prompts. Shorter prompts are padded. */
static lg_sequence_layout common_layout(const lg_trainer *t, lg_generation **all, size_t count) {
    lg_record_size z = {0, 0};
    bool padded = false;
    for (size_t i = 0; i < count; i++) {
        const lg_record *prompt = all[i]->prompt;
        if (prompt->n > z.n) z.n = prompt->n;
        if (prompt->m + all[i]->limit > z.m) z.m = prompt->m + all[i]->limit;
        padded = padded || prompt->n != all[0]->prompt->n;
    }
    return t->model->architecture.entry->layout(t->model, z, padded);
}

/* Prepares the batches of a model and of the later models of the ensemble, then decodes. first: the batch of the
 * ensemble's first model; before: the batch of the previous model; NULL: none. */
static bool run_models(batch *b, batch *first, batch *before, lg_error *err) {
    const lg_model *m = b->t->model;
    const lg_record *prompt = b->all[0]->prompt;
    b->layout = common_layout(b->t, b->all, b->count);
    b->at = m->architecture.entry->target_token(m, &b->layout, prompt->n, prompt->m);
    bool good = lg_model_can_step(m, &b->layout, err) && allocate(b, err) && add_prompts(b, err);
    if (good && before) lg_decoding_join(&before->decoding, &b->decoding, &b->layout, b->at);
    batch next = {.t = b->t->next, .all = b->all, .count = b->count, .rules = b->rules};
    good = good && (next.t ? run_models(&next, first, b, err) : decode(first, err));
    free_batch(b);
    return good;
}

static bool run_batch(lg_trainer *t, lg_beam_rules rules, lg_generation **all, size_t count, lg_error *err) {
    batch b = {.t = t, .all = all, .count = count, .rules = rules};
    const bool good = run_models(&b, &b, NULL, err);
    for (size_t i = 0; good && i < count; i++) count_tokens(t, all[i]);
    return good;
}

/* ---- sizes ---- */

static int compare(int a, int b) {
    return (a > b) - (a < b);
}

/* Compares the numbers on which a layout and a position sample depend. Their order puts prompts with similar source
 * lengths next to each other. */
static int compare_sizes(const lg_generation *x, const lg_generation *y) {
    const lg_record *p = x->prompt, *q = y->prompt;
    const int parts[] = {compare(p->m, q->m), compare(p->n, q->n), compare(x->limit, y->limit),
                         compare(p->length, q->length)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] != 0) return parts[i];
    return 0;
}

/* If the sizes are equal, keeps the caller's order. */
static int by_size(const void *a, const void *b) {
    const lg_generation *x = *(lg_generation *const *)a, *y = *(lg_generation *const *)b;
    const int sizes = compare_sizes(x, y);
    return sizes != 0 ? sizes : (x > y) - (x < y);
}

/* In a batch, the longest source exceeds the shortest source by at most NEAR tokens plus an eighth of the shortest.
 * However, up to FEW sequences per worker always share a batch. With fewer sequences, a step would not be faster,
 * because it reads all weights even for one sequence. */
enum { NEAR = 2, FEW = 8 };

/* May x join a batch? `first` has the shortest source of the batch, which has `count` sequences so far. */
static bool goes_with(const lg_trainer *t, const lg_generation *first, size_t count, const lg_generation *x) {
    if (compare_sizes(first, x) == 0) return true;
    for (const lg_trainer *each = t; each; each = each->next)
        if (!lg_model_mixes_sources(each->model)) return false;
    if (first->prompt->m != x->prompt->m) return false;
    const size_t few = (size_t)FEW * (size_t)lg_pool_threads(t->engine.pool);
    return count < few || x->prompt->n <= first->prompt->n + first->prompt->n / 8 + NEAR;
}

/* Progress over all prompts. */
typedef struct advance {
    lg_progress_fn tell; /* NULL: progress is not reported */
    void *user;
    double tokens; /* total number of source tokens; roughly proportional to the work */
    double read;   /* number of source tokens in decoded prompts */
} advance;

static double count_sources(lg_generation **all, size_t count) {
    double tokens = 0;
    for (size_t i = 0; i < count; i++) tokens += all[i]->prompt->n;
    return tokens;
}

static bool decode_sorted(lg_trainer *t, lg_beam_rules rules, lg_generation **all, size_t count, advance *a,
                          lg_error *err) {
    a->tokens = count_sources(all, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && goes_with(t, all[i], end - i, all[end]);) end++;
        if (!run_batch(t, rules, all + i, end - i, err)) return false;
        a->read += count_sources(all + i, end - i);
        if (a->tell) a->tell(a->user, (int64_t)end, (int64_t)count, a->read / a->tokens);
    }
    return true;
}

static bool decode_all(lg_trainer *t, lg_beam_rules rules, lg_generation *all, size_t count, advance a, lg_error *err) {
    lg_generation **sorted = calloc(count + 1, sizeof *sorted);
    bool good = sorted ? lg_trainer_can_generate(t, err) : lg_fail(err, LG_FAILED, "out of memory: %zu prompts", count);
    for (size_t i = 0; good && i < count; i++) sorted[i] = &all[i];
    if (good) qsort(sorted, count, sizeof *sorted, by_size);
    good = good && decode_sorted(t, rules, sorted, count, &a, err);
    free(sorted);
    return good;
}

bool lg_trainer_generate(lg_trainer *t, lg_generation *all, size_t count, lg_error *err) {
    return decode_all(t, (lg_beam_rules){0}, all, count, (advance){0}, err);
}

bool lg_trainer_search(lg_trainer *t, lg_generation *all, size_t count, lg_progress_fn progress, void *user,
                       lg_error *err) {
    return decode_all(t, t->protocol.entry->search(&t->protocol.own), all, count, (advance){progress, user, 0, 0}, err);
}

bool lg_trainer_can_search(const lg_trainer *t, lg_error *err) {
    return t->protocol.entry->search ||
           lg_fail_keys(err, "protocol", "protocol: %s keeps a single hypothesis (use --protocol beam)",
                        t->protocol.entry->name);
}

int lg_trainer_beam(const lg_trainer *t) {
    return t->protocol.entry->search(&t->protocol.own).width;
}

int lg_trainer_search_limit(const lg_trainer *t, int n) {
    const int limit = t->protocol.entry->limit(&t->protocol.own, &t->eval, t->model, n);
    return limit < 0 ? lg_dataset_target(t->model->data, n) : limit;
}
