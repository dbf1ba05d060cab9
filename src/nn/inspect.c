/* inspect.c: looking at encodings. The hooks of the encoding record a graph that depends on no batch, which is then run
 * once; scores are put together here, in plain loops, from what the hooks gave. */
#include "nn/inspect.h"

#include <stdlib.h>
#include <string.h>

typedef struct inspection {
    lg_model *model;
    lg_graph *graph;
    lg_draw draw;
    lg_frame frame;
    char *memory[LG_SPACES];
    lg_tensor *embedding, *bias, *q, *k; /* q, k: after rotation */
    lg_attend terms;
    const double *given_q, *given_k;
    lg_inspect_visit visit;
    void *user;
} inspection;

static void fill_given(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *given = user;
    (void)context;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++) ((real *)out)[i] = given ? (real)given[i] : 0;
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
    if (m->encoding->bias) n->bias = m->encoding->bias(&b, 0);
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

static bool give_rows(const inspection *n, const char *what, const lg_tensor *t, lg_error *err) {
    size_t shape[] = {(size_t)lg_rows(t), (size_t)lg_columns(t)}, count = shape[0] * shape[1];
    double *copy = malloc(sizeof(double) * count);
    if (!copy) return lg_fail(err, LG_FAILED, "no memory to inspect %d tokens", n->graph->T);
    const real *x = values_of(n, t);
    for (size_t i = 0; i < count; i++) copy[i] = (double)x[i];
    give(n, what, 2, shape, copy);
    free(copy);
    return true;
}

static double bias_at(const inspection *n, const real *bias, int h, int i, int j) {
    int T = n->graph->T;
    if (n->bias->rank == 2) return (double)bias[h * LG_BIAS_ROW(T) + LG_BIAS_ZERO(T) + i - j];
    return (double)bias[((size_t)h * (size_t)T + (size_t)j) * (size_t)LG_PAD(T) + (size_t)i];
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
    double *out = malloc(sizeof(double) * shape[0] * shape[1] * shape[2]), *next = out;
    if (!out) return lg_fail(err, LG_FAILED, "no memory to inspect %d tokens", T);
    const real *bias = values_of(n, n->bias), *q = values_of(n, n->q), *k = values_of(n, n->k);
    for (int h = 0; h < H; h++)
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++)
                *next++ = scores ? m->scale->factor(m->values, m->head_width, T, i) * score_at(n, q, k, h, i, j)
                                 : bias_at(n, bias, h, i, j);
    give(n, what, 3, shape, out);
    free(out);
    return true;
}

static bool give_all(const inspection *n, lg_error *err) {
    bool given = n->given_q && n->given_k, rotates = n->model->encoding->rotate != NULL;
    return (!n->embedding || give_rows(n, "embedding", n->embedding, err)) &&
           (!n->bias || give_pairs(n, "bias", false, err)) &&
           (!rotates || given ||
            (give_rows(n, "cosine", n->q->in[1], err) && give_rows(n, "sine", n->q->in[2], err))) &&
           (!rotates || !given || (give_rows(n, "rotated_q", n->q, err) && give_rows(n, "rotated_k", n->k, err))) &&
           (!given || give_pairs(n, "scores", true, err));
}

static bool draw_positions(lg_model *m, int T, lg_draw *d, lg_error *err) {
    lg_key root = lg_key_root((uint64_t)lg_int(m->values, "train.seed"));
    if (m->source->limit && T > m->source->limit(m->values))
        return lg_fail(err, LG_USAGE, "length: %d tokens need as many positions, but positions.L is %d", T,
                       m->source->limit(m->values));
    if (m->encoding->rows && !m->source->limit && T > m->encoding->rows(m->values))
        return lg_fail(err, LG_USAGE, "length: %d tokens need as many positions, but encoding.rows is %d", T,
                       m->encoding->rows(m->values));
    return lg_draw_make(m, lg_key_fold(lg_key_fold(root, LG_STREAM_POSITIONS), 0), T, d, err);
}

bool lg_inspect_terms(const lg_values *v, const lg_kernels *kernels, int T, const double *q, const double *k,
                      lg_inspect_visit visit, void *user, lg_error *err) {
    inspection n = {.given_q = q, .given_k = k, .visit = visit, .user = user, .model = lg_model_new(v, kernels, err)};
    bool ok = n.model && draw_positions(n.model, T, &n.draw, err);
    if (ok) n.graph = lg_graph_new(n.model->parameters, kernels, 1, T, false);
    if (ok && !n.graph) ok = lg_fail(err, LG_FAILED, "no memory to inspect %d tokens", T);
    if (ok) record(&n, T);
    ok = ok && lg_graph_plan(n.graph, NULL, err) && run(&n, err) && give_all(&n, err);
    for (int i = 0; i < LG_SPACES; i++) free(n.memory[i]);
    lg_draw_free(&n.draw);
    lg_graph_free(n.graph);
    lg_model_free(n.model);
    return ok;
}

bool lg_inspect_draw(const lg_values *v, int T, lg_inspect_visit visit, void *user, lg_error *err) {
    const lg_position_source *s = lg_position_find(lg_text(v, "positions"));
    if (s->limit && T > s->limit(v))
        return lg_fail(err, LG_USAGE, "length: %d tokens need as many positions, but positions.L is %d", T,
                       s->limit(v));
    double *numbers = malloc(sizeof(double) * 2 * (size_t)T);
    if (!numbers) return lg_fail(err, LG_FAILED, "no memory to number %d tokens", T);
    lg_key root = lg_key_root((uint64_t)lg_int(v, "train.seed"));
    lg_key key = lg_key_fold(lg_key_fold(lg_key_fold(root, LG_STREAM_POSITIONS), 0), 0);
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
