/* api_probe.c: implements lg_run_probe: writes a file that allows independent verification of the engine. */
#include <string.h>

#include "api/decoding.h"
#include "base/safetensors.h"
#include "config/values.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/model.h"
#include "nn/model/order.h"
#include "nn/stream/position_sample.h"
#include "run/run.h"

#define DTYPE      (LG_REAL_BYTES == 8 ? LG_F64 : LG_F32)
#define MAX_TOKENS (1 << 20) /* limit on the tokens of all sequences of a probe */

/* The arrays of a probe file. */
typedef struct probe {
    lg_probe p;
    lg_array *array;
    size_t count;
    lg_arena *arena;
} probe;

static void add(probe *x, const char *name, lg_dtype dtype, const void *data, int rank, const size_t *shape) {
    lg_array *a = &x->array[x->count++];
    *a = (lg_array){.name = name, .dtype = dtype, .rank = rank, .data = data};
    if (rank > 0) memcpy(a->shape, shape, (size_t)rank * sizeof *shape);
}

static bool reserve(probe *x, const lg_trainer *t, const lg_sizes *size, size_t sequences, size_t parameters, int draws,
                    lg_error *err) {
    const size_t rows = sequences * (size_t)size->m;
    x->arena = lg_arena_new();
    if (!x->arena) return lg_fail(err, LG_FAILED, "out of memory: a probe");
    x->p.input = lg_arena_alloc(x->arena, sequences * (size_t)size->n * sizeof *x->p.input);
    x->p.target = lg_arena_alloc(x->arena, rows * sizeof *x->p.target);
    x->p.logits = lg_arena_alloc(x->arena, rows * (size_t)size->classes * sizeof *x->p.logits);
    x->p.gradients = lg_arena_alloc(x->arena, parameters * sizeof *x->p.gradients);
    x->array = lg_arena_alloc(x->arena, (lg_trainer_arrays(t) + 2 * (size_t)draws + 7) * sizeof *x->array);
    return (x->p.input && x->p.target && x->p.logits && x->p.gradients && x->array) ||
           lg_fail(err, LG_FAILED, "out of memory: a probe of %zu sequences", sequences);
}

/* Adds the arrays of the batch. `loss` and `expert_loss` are separate arrays; the gradients are those of their sum. */
static void add_batch(probe *x, const lg_sizes *size, size_t sequences, bool experts) {
    const size_t S = sequences, n = (size_t)x->p.n, m = (size_t)x->p.m, C = (size_t)size->classes;
    add(x, "input", LG_I32, x->p.input, 2, (size_t[]){S, n});
    add(x, "target", LG_I32, x->p.target, 2, (size_t[]){S, m});
    add(x, "logits", DTYPE, x->p.logits, 3, (size_t[]){S, m, C});
    add(x, "loss", LG_F64, &x->p.loss, 0, NULL);
    if (experts) add(x, "expert_loss", LG_F64, &x->p.expert_loss, 0, NULL);
}

static bool add_gradients(probe *x, const lg_trainer *t) {
    const real *at = x->p.gradients;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array n = lg_trainer_array(t, i);
        const char *name = lg_arena_printf(x->arena, "grad.%s", n.name);
        if (!name) return false;
        add(x, name, DTYPE, at, n.rank, n.shape);
        at += n.count;
    }
    return true;
}

/* Adds the position ids that a block of a stream reads, as one row, or as one row per sequence if each sequence has its
 * own position ids. */
static bool add_ids(probe *x, const lg_trainer *t, const char *name, int stream, int block, size_t sequences) {
    const lg_position_sample *pass = lg_trainer_position_sample(t);
    const bool each = pass->model->positional[stream]->per_sequence;
    const lg_position_ids *first = lg_position_sample_ids(pass, stream, block);
    const size_t T = (size_t)first->T, count = first->position ? T : 2 * T - 1;
    const size_t rows = each ? sequences : 1, shape[] = {rows, count};
    double *values = lg_arena_alloc(x->arena, rows * count * sizeof *values);
    if (!name || !values) return false;
    for (size_t i = 0; i < rows; i++) {
        const lg_position_sample *of = each ? lg_trainer_sequence_sample(t, (int)i) : pass;
        const lg_position_ids *n = lg_position_sample_ids(of, stream, block);
        memcpy(values + i * count, n->position ? n->position : n->distance, count * sizeof *values);
    }
    add(x, name, LG_F64, values, each ? 2 : 1, each ? shape : shape + 1);
    return true;
}

/* Adds the positions of a stream as positions.BLOCK, or as positions.embedding if the embedding reads them. For a
 * separate source stream, the names begin with positions.source. The array contains positions [T] or distances by
 * offset [2T-1]. If each sequence has its own positions, the array has one row per sequence: [S,T] or [S,2T-1]. */
static bool add_stream(probe *x, const lg_trainer *t, int stream, int blocks, size_t sequences) {
    static const char *const names[] = {"", "source."};
    const lg_model *m = lg_trainer_position_sample(t)->model;
    for (int i = 0; i < blocks; i++) {
        const int number = m->numbers[stream][lg_pattern_choice(&m->pattern, i)];
        const lg_encoding *e = m->positional[number]->encoding.entry;
        if (e->reads == LG_POSITION_INPUT_NONE || (e->embed && i > 0)) continue;
        const char *name = e->embed ? lg_arena_printf(x->arena, "positions.%sembedding", names[stream])
                                    : lg_arena_printf(x->arena, "positions.%s%d", names[stream], i);
        if (!add_ids(x, t, name, number, i, sequences)) return false;
    }
    return true;
}

/* Adds the positions of all streams, and the positions that cross-attention reads, as positions.cross.queries and
 * positions.cross.keys. */
static bool add_draws(probe *x, const lg_trainer *t, int blocks, size_t sequences) {
    const lg_position_sample *d = lg_trainer_position_sample(t);
    for (int i = 0; i < d->streams; i++)
        if (!add_stream(x, t, i, blocks, sequences)) return false;
    return !lg_positional_crosses(d->model) ||
           (add_ids(x, t, "positions.cross.queries", LG_STREAM_QUERIES, 0, sequences) &&
            add_ids(x, t, "positions.cross.keys", LG_STREAM_KEYS, 0, sequences));
}

static bool check_probe(const lg_trainer *t, int length, int sequences, lg_error *err) {
    if (length < 1 || length > LG_LENGTH_MAX || sequences < 1)
        return lg_fail(err, LG_USAGE, "length %d, %d sequences: expected a length in 1..%d and at least 1 sequence",
                       length, sequences, LG_LENGTH_MAX);
    const lg_sizes size = lg_trainer_sizes(t, length);
    return sequences <= MAX_TOKENS / (size.n + size.m) ||
           lg_fail(err, LG_USAGE, "a probe of %d sequences of %d tokens is too large (at most %d tokens)", sequences,
                   size.n + size.m, MAX_TOKENS);
}

static bool take_probe(lg_run *r, probe *x, int length, int sequences, lg_error *err) {
    lg_trainer *t = r->session.trainer;
    if (!check_probe(t, length, sequences, err)) return false;
    const lg_sizes size = lg_trainer_sizes(t, length);
    const int blocks = lg_trainer_order(t)->blocks;
    size_t parameters = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) parameters += lg_trainer_array(t, i).count;
    if (!reserve(x, t, &size, (size_t)sequences, parameters, blocks, err)) return false;
    const lg_key root = lg_key_root((uint64_t)lg_int(r->session.values, "train.seed"));
    if (!lg_trainer_probe(t, lg_key_fold(root, LG_KEY_PROBE), length, sequences, &x->p, err)) return false;
    add_batch(x, &size, (size_t)sequences, lg_order_experts(lg_trainer_order(t)) > 0);
    return (add_gradients(x, t) && add_draws(x, t, blocks, (size_t)sequences)) ||
           lg_fail(err, LG_FAILED, "out of memory: a probe");
}

lg_status lg_run_probe(lg_run *r, int length, int sequences, const char *path) {
    lg_error *err = lg_context_begin(r->context);
    probe x = {0};
    if (lg_run_ready(r, err) && take_probe(r, &x, length, sequences, err))
        lg_safetensors_write(path, x.array, x.count, NULL, 0, err);
    lg_arena_free(x.arena);
    return err->code;
}
