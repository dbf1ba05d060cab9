/* api_units.c: implements lg_analyze_units: for units of feed-forward networks, the tokens with the largest activations
 * and the output symbols that the units promote. Each record is read once. For each unit, the positions of its largest
 * activations are kept, with the tokens of their sequences for display. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "api/analysis.h"
#include "base/arena.h"
#include "config/values.h"
#include "data/vocabulary.h"
#include "nn/model/order.h"
#include "run/run.h"
#include "train/units.h"

/* A sequence that was read. */
typedef struct text {
    int length;
    int64_t sequence;
    int tokens, first, targets; /* target j of `targets` is predicted at token first + j */
    const char **words;         /* [tokens] */
    int32_t *target;            /* [targets] */
} text;

typedef struct place {
    const text *of; /* the sequence; NULL: the entry is empty */
    int token;
    double activation;
} place;

/* The units of a block, and statistics of their activations. */
typedef struct layer {
    int units; /* 0: no feed-forward network */
    int64_t tokens;
    double *sums;      /* [units]: sums of activations */
    int64_t *positive; /* [units]: tokens with an activation above 0 */
    place *places;     /* [units, places per unit]: the largest activations, in descending order */
} layer;

typedef struct search {
    const lg_unit_question *q;
    lg_unit_fn each;
    void *user;
    lg_trainer *trainer;
    lg_arena *arena;
    layer *layers; /* [blocks] */
    const char *order;
    int blocks, width;
    const text *now; /* the current sequence; its words are filled in by the first block */
    double *readout; /* E [classes, width], the output matrix of the head; NULL: the head has none */
    int classes;
    lg_error *err;
} search;

/* ---- reading ---- */

/* Copies the words and targets of the current sequence. They are the same for all blocks. */
static bool keep_text(search *s, const lg_unit_rows *x, text *to) {
    const lg_record *r = x->record;
    to->tokens = x->tokens, to->first = x->first, to->targets = r->m;
    to->words = lg_arena_alloc(s->arena, (size_t)x->tokens * sizeof *to->words);
    to->target = lg_arena_alloc(s->arena, (size_t)r->m * sizeof *to->target + 1);
    if (!to->words || !to->target) return lg_fail(s->err, LG_FAILED, "out of memory: %d tokens", x->tokens);
    for (int i = 0; i < x->tokens; i++) to->words[i] = lg_trainer_unit_word(s->trainer, x, i);
    memcpy(to->target, r->target, (size_t)r->m * sizeof *to->target);
    return true;
}

/* Checks that the block has the requested units. */
static bool check_units(const search *s, int block, int units) {
    for (size_t i = 0; i < s->q->unit_count; i++)
        if (s->q->units[i] < 0 || s->q->units[i] >= units)
            return lg_fail(s->err, LG_USAGE, "unit %d: block %d has the units 0..%d", s->q->units[i], block, units - 1);
    return true;
}

static bool open_layer(search *s, layer *l, int units) {
    const double numbers = (double)units * (s->q->places + 2);
    if (numbers > LG_ANALYZE_NUMBERS)
        return lg_fail(s->err, LG_USAGE, "places: %d for each of %d units are too many", s->q->places, units);
    l->sums = lg_arena_alloc(s->arena, (size_t)units * sizeof *l->sums);
    l->positive = lg_arena_alloc(s->arena, (size_t)units * sizeof *l->positive);
    l->places = lg_arena_alloc(s->arena, (size_t)units * (size_t)s->q->places * sizeof *l->places);
    if (!l->sums || !l->positive || !l->places)
        return lg_fail(s->err, LG_FAILED, "out of memory: %d places of each of %d units", s->q->places, units);
    memset(l->sums, 0, (size_t)units * sizeof *l->sums);
    memset(l->positive, 0, (size_t)units * sizeof *l->positive);
    memset(l->places, 0, (size_t)units * (size_t)s->q->places * sizeof *l->places);
    l->units = units;
    return true;
}

/* Inserts p into a list of `count` places in descending order and drops the last one; has no effect if p's activation
 * is too small. */
static void insert(place *places, int count, place p) {
    int i = count;
    for (; i > 0 && (!places[i - 1].of || places[i - 1].activation < p.activation); i--)
        if (i < count) places[i] = places[i - 1];
    if (i < count) places[i] = p;
}

static void add_rows(const search *s, layer *l, const lg_unit_rows *x) {
    const real *row = x->rows;
    for (int token = 0; token < x->tokens; token++, row += x->units)
        for (int i = 0; i < x->units; i++) {
            const double a = (double)row[i];
            l->sums[i] += a;
            l->positive[i] += a > 0;
            insert(l->places + (size_t)i * (size_t)s->q->places, s->q->places, (place){s->now, token, a});
        }
    l->tokens += x->tokens;
}

static void on_rows(void *user, const lg_unit_rows *x) {
    search *s = user;
    layer *l = &s->layers[x->block];
    if (s->err->code != LG_OK || (s->q->block >= 0 && s->q->block != x->block)) return;
    if (!s->now->words && !keep_text(s, x, (text *)s->now)) return;
    if (l->units > 0 || (check_units(s, x->block, x->units) && open_layer(s, l, x->units))) add_rows(s, l, x);
}

/* Computes how many sequences of a length to read: the requested number, or all if there are fewer. */
static bool count_sequences(const search *s, int length, int *out) {
    return lg_analyze_sequences(s->trainer, length, 0, s->q->sequences, out, s->err);
}

/* Reads the sequences of a length from the split that the caller has selected. */
static bool read_length(search *s, int length, int64_t *done, int64_t all, lg_analyze_progress_fn progress) {
    int sequences;
    if (!count_sequences(s, length, &sequences)) return false;
    for (int i = 0; i < sequences; i++) {
        text *t = lg_arena_alloc(s->arena, sizeof *t);
        if (!t) return lg_fail(s->err, LG_FAILED, "out of memory: sequences");
        *t = (text){.length = length, .sequence = i};
        s->now = t;
        if (!lg_trainer_units(s->trainer, length, i, on_rows, s, s->err) || s->err->code != LG_OK) return false;
        ++*done;
        if (progress) progress(s->user, *done, all, (double)*done / (double)all);
    }
    return true;
}

static bool read_all(search *s, lg_analyze_progress_fn progress) {
    int64_t done = 0, all = 0;
    bool good = true;
    for (size_t i = 0; good && i < s->q->length_count; i++) {
        int sequences;
        good = count_sequences(s, s->q->lengths[i], &sequences);
        all += good ? sequences : 0;
    }
    for (size_t i = 0; good && i < s->q->length_count; i++) {
        lg_analyze_split_begin(s->trainer, s->q->lengths[i]);
        good = read_length(s, s->q->lengths[i], &done, all, progress);
    }
    lg_analyze_split_end(s->trainer);
    return good;
}

/* ---- promoted symbols ---- */

static int by_probability(const void *a, const void *b) {
    const lg_unit_symbol *x = a, *y = b;
    if (x->probability != y->probability) return x->probability < y->probability ? 1 : -1;
    return x->id < y->id ? -1 : 1;
}

/* Ranks all output symbols by softmax(v E^T), most probable first. */
static void rank_symbols(const search *s, const real *v, lg_unit_symbol *out) {
    const size_t width = (size_t)s->width;
    double most = -INFINITY, sum = 0;
    for (int c = 0; c < s->classes; c++) {
        double logit = 0;
        for (size_t j = 0; j < width; j++) logit += (double)v[j] * s->readout[(size_t)c * width + j];
        out[c] = (lg_unit_symbol){c, lg_vocabulary_word(&lg_trainer_data(s->trainer)->target, c), logit};
        most = fmax(most, logit);
    }
    for (int c = 0; c < s->classes; c++) sum += out[c].probability = exp(out[c].probability - most);
    for (int c = 0; c < s->classes; c++) out[c].probability /= sum;
    qsort(out, (size_t)s->classes, sizeof *out, by_probability);
}

/* ---- reporting ---- */

typedef struct showing {
    lg_unit_place *places;   /* [places of a unit] */
    lg_unit_symbol *symbols; /* [output symbols] */
} showing;

static lg_unit_place show_place(const search *s, const place *p) {
    const text *t = p->of;
    const int j = p->token - t->first;
    const bool predicts = j >= 0 && j < t->targets;
    return (lg_unit_place){
        .length = t->length,
        .sequence = t->sequence,
        .token = p->token,
        .tokens = t->tokens,
        .words = t->words,
        .target = predicts ? lg_vocabulary_word(&lg_trainer_data(s->trainer)->target, t->target[j]) : NULL,
        .target_id = predicts ? t->target[j] : -1,
        .activation = p->activation,
    };
}

static void show_unit(const search *s, int block, int unit, const showing *to) {
    const layer *l = &s->layers[block];
    const place *places = l->places + (size_t)unit * (size_t)s->q->places;
    lg_unit_report x = {.block = block, .unit = unit, .units = l->units, .tokens = l->tokens};
    x.mean = l->sums[unit] / (double)l->tokens, x.positive = (double)l->positive[unit] / (double)l->tokens;
    x.places = to->places, x.symbols = to->symbols;
    x.bytes = lg_trainer_data(s->trainer)->unit != LG_UNIT_WORD;
    while (x.place_count < (size_t)s->q->places && places[x.place_count].of) {
        to->places[x.place_count] = show_place(s, &places[x.place_count]);
        x.place_count++;
    }
    if (s->readout) {
        int units;
        const real *all = lg_trainer_unit_vectors(s->trainer, block, &units);
        rank_symbols(s, all + (size_t)unit * (size_t)s->width, to->symbols);
        x.symbol_count = (size_t)(s->q->symbols < s->classes ? s->q->symbols : s->classes);
    }
    s->each(s->user, &x);
}

/* Returns the unit with the largest activation among those not shown yet, and marks it as shown; -1: none is left. */
static int next_unit(const search *s, const layer *l, bool *shown) {
    int best = -1;
    for (int i = 0; i < l->units; i++) {
        const double a = l->places[(size_t)i * (size_t)s->q->places].activation;
        if (!shown[i] && (best < 0 || a > l->places[(size_t)best * (size_t)s->q->places].activation)) best = i;
    }
    if (best >= 0) shown[best] = true;
    return best;
}

static bool show_layer(const search *s, int block, const showing *to) {
    const layer *l = &s->layers[block];
    for (size_t i = 0; i < s->q->unit_count; i++) show_unit(s, block, s->q->units[i], to);
    if (s->q->unit_count > 0) return true;
    bool *shown = calloc((size_t)l->units, sizeof *shown);
    if (!shown) return lg_fail(s->err, LG_FAILED, "out of memory: %d units", l->units);
    for (int i = 0, unit; i < s->q->most && (unit = next_unit(s, l, shown)) >= 0; i++) show_unit(s, block, unit, to);
    free(shown);
    return true;
}

static bool check_block(const search *s) {
    for (int b = 0; b < s->blocks; b++)
        if (s->layers[b].units > 0) return true;
    return lg_fail(s->err, LG_USAGE, "block %d of model.order: %s has no feed-forward network f", s->q->block,
                   s->order);
}

static bool show_all(search *s) {
    showing to;
    s->readout = lg_trainer_readout(s->trainer, &s->classes, s->err);
    to.places = lg_arena_alloc(s->arena, (size_t)s->q->places * sizeof *to.places);
    to.symbols = lg_arena_alloc(s->arena, (size_t)s->classes * sizeof *to.symbols);
    bool good = s->err->code == LG_OK && check_block(s);
    if (good && (!to.places || !to.symbols)) good = lg_fail(s->err, LG_FAILED, "out of memory: places of units");
    for (int b = 0; good && b < s->blocks; b++)
        if (s->layers[b].units > 0) good = show_layer(s, b, &to);
    free(s->readout);
    return good;
}

/* ---- all ---- */

static bool check_question(const lg_unit_question *q, int blocks, lg_error *err) {
    if (!lg_analyze_lengths_check(q->lengths, q->length_count, err)) return false;
    if (q->sequences < 1 || q->places < 1 || q->symbols < 0 || (q->unit_count == 0 && q->most < 1))
        return lg_fail(
            err, LG_USAGE,
            "%d units of each block, %d sequences, %d places, %d symbols: expected at least 1 of each (symbols: "
            "at least 0)",
            q->most, q->sequences, q->places, q->symbols);
    return (q->block >= -1 && q->block < blocks) ||
           lg_fail(err, LG_USAGE, "block %d: the model has the blocks 0..%d", q->block, blocks - 1);
}

lg_status lg_analyze_units(lg_run *r, const lg_unit_question *q, lg_unit_fn each, lg_analyze_progress_fn progress,
                           void *user) {
    lg_error *err = lg_context_begin(r->context);
    search s = {.q = q, .each = each, .user = user, .err = err};
    if (!lg_run_ready(r, err)) return err->code;
    s.trainer = r->session.trainer;
    s.blocks = lg_trainer_order(r->session.trainer)->blocks;
    s.width = (int)lg_int(r->session.values, "model.width");
    s.order = lg_text(r->session.values, "model.order");
    if (!check_question(q, s.blocks, err)) return err->code;
    s.layers = calloc((size_t)s.blocks, sizeof *s.layers);
    s.arena = lg_arena_new();
    if (!s.layers || !s.arena)
        lg_fail(err, LG_FAILED, "out of memory: units of %d blocks", s.blocks);
    else if (read_all(&s, progress))
        show_all(&s);
    lg_arena_free(s.arena);
    free(s.layers);
    return err->code;
}
