/* inspect.c: looking at encodings. The hooks of the encoding record a graph that depends on no batch, which is then run
 * once; scores are put together here, in plain loops, from what the hooks gave. The weights of an attention function
 * that knows order come out of its own op, column by column: values that are rows of the identity make attention return
 * them. */
#include "nn/inspect.h"
#include "nn/position_sample.h"

#include <stdlib.h>
#include <string.h>

typedef struct inspection {
    lg_model *model;
    lg_graph *graph;
    lg_position_sample draw;
    lg_frame frame;
    char *memory[LG_SPACES];
    lg_tensor *embedding, *q, *k; /* q, k: after rotation */
    lg_attend terms;
    lg_tensor **weights; /* [slices(n)]: attention over head_width keys at a time; NULL: not asked for */
    const double *given_q, *given_k;
    lg_inspect_visit visit;
    void *user;
} inspection;

static void fill_given(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *given = user;
    (void)context;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++) ((real *)out)[i] = given ? (real)given[i] : 0;
}

static void fill_zeros(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    memset(out, 0, t->bytes);
}

/* Values of every head: column c of token `first + c` is 1. `user` is `first`. */
static void fill_identity(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_model *m = ((const lg_position_sample *)context)->model;
    int first = *(const int *)user, T = t->shape[1];
    memset(out, 0, t->bytes);
    for (int c = 0; c < m->head_width && first + c < T; c++)
        for (int h = 0; h < m->heads; h++) ((real *)out)[(first + c) * m->width + h * m->head_width + c] = 1;
}

static int slices(const inspection *n) {
    return (n->graph->T + n->model->head_width - 1) / n->model->head_width;
}

/* The sublayer input, on which directions depend, is 0. */
static void record_weights(inspection *n, lg_build *b, const int shape[3]) {
    const lg_model *m = n->model;
    int count = slices(n), *first = lg_arena_alloc(b->g->arena, sizeof(int) * (size_t)count);
    n->weights = lg_arena_alloc(b->g->arena, sizeof(lg_tensor *) * (size_t)count);
    if (!first || !n->weights) {
        lg_fail(&b->g->err, LG_FAILED, "no memory to inspect %d tokens", b->g->T);
        return;
    }
    lg_tensor *h = lg_graph_constant(b->g, false, 3, shape, 0, LG_LANES, fill_zeros, NULL);
    for (int i = 0; i < count; i++) {
        first[i] = i * m->head_width;
        lg_attend a = {.heads = m->heads, .q = n->q, .k = n->k};
        a.v = lg_graph_constant(b->g, false, 3, shape, 0, LG_LANES, fill_identity, &first[i]);
        n->weights[i] = m->attention_function->attend(b, 0, h, &a);
    }
}

static void record(inspection *n, int T) {
    lg_model *m = n->model;
    lg_build b = {.model = m, .g = n->graph};
    int shape[] = {1, T, m->width};
    if (m->encoding->embed) n->embedding = m->encoding->embed(&b);
    n->q = lg_graph_constant(n->graph, false, 3, shape, 0, LG_LANES, fill_given, n->given_q);
    n->k = lg_graph_constant(n->graph, false, 3, shape, 0, LG_LANES, fill_given, n->given_k);
    if (m->encoding->rotate) m->encoding->rotate(&b, 0, &n->q, &n->k);
    n->terms = (lg_attend){.heads = m->heads, .q = n->q, .k = n->k};
    if (m->encoding->score) m->encoding->score(&b, 0, &n->terms);
    if (m->encoding->bias) m->encoding->bias(&b, 0, &n->terms);
    if (m->attention_function->orders && n->given_q) record_weights(n, &b, shape);
}

static bool run(inspection *n, lg_error *err) {
    const lg_parameters *p = n->model->parameters;
    const lg_graph *g = n->graph;
    size_t bytes[LG_SPACES] = {[LG_SPACE_PARAMETER] = p->bytes,
                               [LG_SPACE_PACKED] = p->packed_bytes,
                               [LG_SPACE_SHARED] = g->bytes[LG_SPACE_SHARED],
                               [LG_SPACE_CONSTANT] = g->bytes[LG_SPACE_CONSTANT]};
    for (int i = 0; i < LG_SPACES; i++) {
        n->memory[i] = aligned_alloc(LG_ALIGN, lg_aligned(bytes[i] + 1));
        if (!n->memory[i]) return lg_fail(err, LG_FAILED, "no memory to inspect %d tokens", g->T);
        n->frame.base[i].data = n->memory[i];
    }
    n->frame.graph = g;
    n->frame.kernels = g->kernels;
    lg_key root = lg_key_root((uint64_t)lg_int(n->model->values, "train.seed"));
    lg_parameters_initialise(p, lg_key_fold(root, LG_STREAM_INIT), (real *)(void *)n->memory[LG_SPACE_PARAMETER]);
    for (int i = 0; i < p->pack_count; i++)
        lg_parameters_repack(p, g->kernels, i, n->frame.base[LG_SPACE_PARAMETER], n->frame.base[LG_SPACE_PACKED]);
    lg_graph_fill(g, &n->draw, n->memory[LG_SPACE_CONSTANT]);
    lg_graph_run_shared(g, &n->frame);
    return true;
}

static const real *values_of(const inspection *n, const lg_tensor *t) {
    return t ? lg_value(&n->frame, t).data : NULL;
}

/* ---- giving out ---- */

static void give(const inspection *n, const char *what, int rank, const size_t *shape, const double *data) {
    if (data) n->visit(n->user, what, rank, shape, data);
}

/* Room for a matrix; a failure has its words. */
static double *take(const inspection *n, int rank, const size_t *shape, lg_error *err) {
    size_t count = 1;
    for (int i = 0; i < rank; i++) count *= shape[i];
    double *out = malloc(sizeof *out * count);
    if (!out) lg_fail(err, LG_FAILED, "no memory to inspect %d tokens", n->graph->T);
    return out;
}

static bool give_rows(const inspection *n, const char *what, const lg_tensor *t, lg_error *err) {
    size_t shape[] = {(size_t)lg_rows(t), (size_t)lg_columns(t)};
    double *copy = take(n, 2, shape, err);
    if (!copy) return false;
    const real *x = values_of(n, t);
    for (size_t i = 0; i < shape[0] * shape[1]; i++) copy[i] = (double)x[i];
    give(n, what, 2, shape, copy);
    free(copy);
    return true;
}

static double bias_at(const inspection *n, const real *bias, int h, int i, int j) {
    const int T = n->graph->T;
    const lg_attend *a = &n->terms;
    const double slope = a->slope ? (double)values_of(n, a->slope)[h] : 1;
    if (a->bias->shape[0] == 1) h = 0;
    if (a->bias->rank == 2) return slope * (double)bias[h * LG_BIAS_ROW(T) + LG_BIAS_ZERO(T) + i - j];
    return slope * (double)bias[((size_t)h * (size_t)T + (size_t)j) * (size_t)LG_PAD(T) + (size_t)i];
}

/* q_i . k_j and the position terms of head h, before the scale. */
static double score_at(const inspection *n, const real *q, const real *k, int h, int i, int j) {
    const lg_attend *a = &n->terms;
    int T = n->graph->T, D = n->model->head_width, N = n->model->width;
    const real *u = values_of(n, a->u), *w = values_of(n, a->w), *r = values_of(n, a->r),
               *extra = values_of(n, a->extra);
    double sum = 0;
    for (int c = h * D; c < (h + 1) * D; c++) {
        double query = (double)q[i * N + c], key = (double)k[j * N + c];
        sum += (query + (u ? (double)u[c] : 0)) * key;
        if (r) sum += (query + (w ? (double)w[c] : 0)) * (double)r[(j - i + T - 1) * N + c];
    }
    if (extra) sum += (double)extra[((size_t)h * (size_t)T + (size_t)j) * (size_t)LG_PAD(T) + (size_t)i];
    return sum;
}

/* A [H,T,T] matrix by head, query, key: of biases, or of scores. */
static bool give_pairs(const inspection *n, const char *what, bool scores, lg_error *err) {
    const lg_model *m = n->model;
    int H = m->heads, T = n->graph->T;
    size_t shape[] = {(size_t)H, (size_t)T, (size_t)T};
    double *out = take(n, 3, shape, err), *next = out;
    if (!out) return false;
    const real *bias = values_of(n, n->terms.bias), *q = values_of(n, n->q), *k = values_of(n, n->k);
    for (int h = 0; h < H; h++)
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++)
                *next++ = scores ? m->scale->factor(m->values, m->head_width, T, i) * score_at(n, q, k, h, i, j)
                                 : bias_at(n, bias, h, i, j);
    give(n, what, 3, shape, out);
    free(out);
    return true;
}

/* Rows of a table, by offset, or, where it has one for each difference, by query and key; `index` is key-major. */
static bool give_distances(const inspection *n, const char *what, const lg_tensor *table, const lg_tensor *index,
                           lg_error *err) {
    if (!index) return give_rows(n, what, table, err);
    int T = n->graph->T, N = lg_columns(table);
    size_t shape[] = {(size_t)T, (size_t)T, (size_t)N};
    double *out = take(n, 3, shape, err), *next = out;
    if (!out) return false;
    const int32_t *row = lg_value(&n->frame, index).data;
    for (int i = 0; i < T; i++)
        for (int j = 0; j < T; j++) {
            const real *from = values_of(n, table) + (size_t)row[(size_t)j * LG_PAD(T) + (size_t)i] * (size_t)N;
            for (int c = 0; c < N; c++) *next++ = (double)from[c];
        }
    give(n, what, 3, shape, out);
    free(out);
    return true;
}

/* What the position scores of relative encodings are made of: vectors = sinusoid projection, and the two biases. */
static bool give_relative(const inspection *n, lg_error *err) {
    const lg_attend *a = &n->terms;
    const lg_tensor *r = a->r, *w = a->w, *index = NULL;
    if (a->extra) w = a->extra->in[1], r = a->extra->in[2], index = a->extra->in[3]; /* lg_op_pair_scores(q, w, r) */
    return !r || (give_distances(n, "sinusoid", lg_op_linear_source(r), index, err) &&
                  give_rows(n, "projection", r->in[1], err) && give_distances(n, "vectors", r, index, err) &&
                  give_rows(n, "content_bias", a->u, err) && give_rows(n, "position_bias", w, err));
}

static bool give_weights(const inspection *n, lg_error *err) {
    const lg_model *m = n->model;
    int T = n->graph->T, D = m->head_width;
    size_t shape[] = {(size_t)m->heads, (size_t)T, (size_t)T};
    double *out = take(n, 3, shape, err), *next = out;
    if (!out) return false;
    for (int h = 0; h < m->heads; h++)
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++) *next++ = (double)values_of(n, n->weights[j / D])[i * m->width + h * D + j % D];
    give(n, "weights", 3, shape, out);
    free(out);
    return true;
}

/* The draw, where it is one: the numbers of a fixed source are known. */
static void give_draw(const inspection *n) {
    const lg_position_ids *d = lg_position_sample_ids(&n->draw, 0);
    size_t T = (size_t)d->T, offsets = 2 * T - 1;
    if (!n->model->source->random) return;
    give(n, "positions", 1, &T, d->position);
    give(n, "distances", 1, &offsets, d->distance);
}

static bool give_all(const inspection *n, lg_error *err) {
    bool given = n->given_q && n->given_k, rotates = n->model->encoding->rotate;
    bool good =
        (!n->embedding || give_rows(n, "embedding", n->embedding, err)) &&
        (!n->terms.bias || give_pairs(n, "bias", false, err)) &&
        (!rotates || given || (give_rows(n, "cosine", n->q->in[1], err) && give_rows(n, "sine", n->q->in[2], err))) &&
        (!rotates || !given || (give_rows(n, "rotated_q", n->q, err) && give_rows(n, "rotated_k", n->k, err))) &&
        (!given || give_pairs(n, "scores", true, err)) && give_relative(n, err) &&
        (!n->weights || give_weights(n, err));
    if (good) give_draw(n);
    return good;
}

/* Are there as many as T? `limit` NULL: any number. */
static bool reaches(int (*limit)(const lg_values *v), const char *option, const lg_values *v, int T, lg_error *err) {
    return !limit || T <= limit(v) ||
           lg_fail(err, LG_USAGE,
                   "length: %d tokens need as many positions, but %s is %d (want --%s %d or more, or a shorter length)",
                   T, option, limit(v), option, T);
}

/* The key of the draw that step 0 of training uses. */
static lg_key draw_key(const lg_values *v) {
    lg_key root = lg_key_root((uint64_t)lg_int(v, "train.seed"));
    return lg_key_fold(lg_key_fold(root, LG_STREAM_POSITIONS), 0);
}

static bool draw_positions(lg_model *m, int T, lg_position_sample *d, lg_error *err) {
    const lg_values *v = m->values;
    if (!reaches(m->source->limit, "positions.L", v, T, err)) return false;
    if (!m->source->limit && !reaches(m->encoding->rows, "encoding.rows", v, T, err)) return false;
    return lg_position_sample_draw(m, draw_key(v), T, d, err);
}

bool lg_inspect_terms(const lg_values *v, const lg_kernels *kernels, int T, const double *q, const double *k,
                      lg_inspect_visit visit, void *user, lg_error *err) {
    inspection n = {.given_q = q, .given_k = k, .visit = visit, .user = user, .model = lg_model_new(v, kernels, err)};
    bool ok = n.model && draw_positions(n.model, T, &n.draw, err);
    if (ok) n.graph = lg_graph_new(n.model->parameters, n.model->kernels, 1, T, false);
    if (ok && !n.graph) ok = lg_fail(err, LG_FAILED, "no memory to inspect %d tokens", T);
    if (ok) record(&n, T);
    ok = ok && lg_graph_plan(n.graph, NULL, err) && run(&n, err) && give_all(&n, err);
    for (int i = 0; i < LG_SPACES; i++) free(n.memory[i]);
    lg_position_sample_free(&n.draw);
    lg_graph_free(n.graph);
    lg_model_free(n.model);
    return ok;
}

bool lg_inspect_draw(const lg_values *v, int T, lg_inspect_visit visit, void *user, lg_error *err) {
    const lg_position_sampler *s = lg_position_sampler_find(lg_text(v, "positions"));
    if (!reaches(s->limit, "positions.L", v, T, err)) return false;
    double *numbers = malloc(sizeof(double) * 2 * (size_t)T);
    if (!numbers) return lg_fail(err, LG_FAILED, "no memory to number %d tokens", T);
    lg_key key = lg_key_fold(draw_key(v), 0);
    size_t positions = (size_t)T, distances = 2 * (size_t)T - 1;
    if (s->positions) {
        s->positions(v, key, T, numbers);
        visit(user, "positions", 1, &positions, numbers);
    }
    if (s->distances) {
        s->distances(v, key, T, false, numbers);
        visit(user, "distances", 1, &distances, numbers);
    }
    free(numbers);
    return true;
}
