/* op_clipped_scores.c: the term that clipping of distances (ReRoPE, Su 2023) adds to the scores of rotated queries and
 * keys. Attention reads this term as `extra`; see struct lg_clipped_scores. Nothing is saved for the backward pass:
 * rotating vectors again costs less than the products. */
#include "graph/ops.h"
#include "graph/parts.h"
#include "kernel/kernel.h"

typedef struct clipped_args {
    int heads, prefix;
    const int *seen;
    double width;
    bool halves;
} clipped_args;

enum { Q, K, POSITION, COSINE, SINE, VISIBLE, SPAN, INPUTS };

/* Number of parts into which the batch is split: one per sequence if positions or visible keys differ between
 * sequences, else 1. */
static int copies_of(const lg_tensor *y) {
    const int positions = lg_table_copies(y->in[POSITION]);
    return positions > 1 ? positions : lg_visibility_parts(y->in[VISIBLE]);
}

static lg_clipped_scores dimensions(const lg_tensor *y) {
    const clipped_args *a = y->args;
    const lg_tensor *q = y->in[Q], *k = y->in[K];
    return (lg_clipped_scores){.S = q->shape[0] / copies_of(y),
                               .T = k->shape[1],
                               .H = a->heads,
                               .D = q->shape[2] / a->heads,
                               .pairs = lg_columns(y->in[COSINE]),
                               .Q = q->shape[1],
                               .first = q->first,
                               .width = (real)a->width,
                               .halves = a->halves,
                               .cached = k->heads,
                               .layout = k->layout,
                               .prefix = a->prefix};
}

static bool check_tables(const lg_tensor *y, lg_error *err) {
    const clipped_args *a = y->args;
    const lg_tensor *position = y->in[POSITION], *cosine = y->in[COSINE], *sine = y->in[SINE];
    const int T = y->in[K]->shape[1], most = y->in[Q]->shape[2] / a->heads / 2, copies = lg_table_copies(position);
    if (lg_columns(position) != T || lg_table_copies(cosine) != copies || lg_table_copies(sine) != copies)
        return lg_fail_permanent(err, "positions must be [%d], and a table if, and only if, angles are tables", T);
    return (lg_rows(cosine) == copies * (T + 1) && lg_rows(sine) == lg_rows(cosine) && lg_columns(cosine) <= most &&
            lg_columns(sine) == lg_columns(cosine)) ||
           lg_fail_permanent(err, "angles must have %d rows and at most %d columns", T + 1, most);
}

static bool check_inputs(const lg_tensor *y, lg_error *err) {
    const clipped_args *a = y->args;
    const lg_tensor *q = y->in[Q], *k = y->in[K], *span = y->in[SPAN], *visible = y->in[VISIBLE];
    if (a->prefix && !visible)
        return lg_fail_permanent(err, "a prefix of %d keys needs the input `visible`", a->prefix);
    return lg_check_pairs(q, k, a->heads, copies_of(y) == 1, err) &&
           lg_check_visibility(visible, span, q->shape[0], k->shape[1], err) && check_tables(y, err);
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const clipped_args *a = y->args;
    if (!check_inputs(y, err)) return false;
    lg_shape_pairs(y, y->in[Q], a->heads, y->in[K]->shape[1]);
    const lg_clipped_scores k = dimensions(y);
    y->scratch_bytes = g->kernels->clipped_scratch(g->kernels, &k, g->training);
    return true;
}

static lg_clipped_scores arguments(const lg_frame *f, const lg_tensor *y, int s) {
    lg_clipped_scores k = dimensions(y);
    k.first = lg_first(f, y->in[Q]);
    k.q = lg_value_part(f, y, Q, copies_of(y), s);
    k.k = lg_value_part(f, y, K, copies_of(y), s);
    k.position = lg_value_of(f, y->in[POSITION], s);
    k.cosine = lg_value_of(f, y->in[COSINE], s);
    k.sine = lg_value_of(f, y->in[SINE], s);
    k.key_begin = lg_value_of(f, y->in[VISIBLE], s);
    k.key_end = lg_view_at(k.key_begin, (size_t)k.T * sizeof(int32_t));
    k.span = lg_value_part(f, y, SPAN, copies_of(y), s);
    k.scratch = lg_scratch(f, y);
    return k;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < copies_of(y); s++) {
        lg_clipped_scores k = arguments(f, y, s);
        k.extra = lg_part_of(y, lg_value(f, y), copies_of(y), s);
        f->kernels->clipped_scores(f->kernels, &k);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < copies_of(y); s++) {
        lg_clipped_scores k = arguments(f, y, s);
        k.dextra = lg_part_of(y, lg_gradient(f, y), copies_of(y), s);
        k.dq = lg_gradient_part(f, y, Q, copies_of(y), s);
        k.dk = lg_gradient_part(f, y, K, copies_of(y), s);
        k.dq_accumulate = y->accumulate[Q];
        k.dk_accumulate = y->accumulate[K];
        f->kernels->clipped_scores_backward(f->kernels, &k);
    }
}

/* Counts two products of the rotated columns for every pair. */
static double flops(const lg_tensor *y, int at) {
    const clipped_args *a = y->args;
    const lg_tensor *q = y->in[Q];
    return 8.0 * q->shape[0] * a->heads * lg_columns(y->in[COSINE]) * lg_visible_pairs(a->seen, q, at, y->shape[2]);
}

/* Variants:
 *   0: all keys are visible
 *   1: causal; column i is paired with column i + pairs, and some columns are not rotated
 *   2: a window, a prefix of two keys, only some queries
 *   3: positions that differ between sequences
 *   4: as 3, with spans
 *   5: visible keys that differ between sequences
 *   6: as 5, with positions that differ between sequences */
static lg_tensor *example(lg_graph *g, int variant) {
    static const int before[] = {0, 1000, 3};
    if (variant > 6) return NULL;
    const int H = 2, N = variant == 1 ? 10 : 8, T = g->T, angles[] = {T + 1, 2};
    lg_tensor *ids = lg_graph_batch(g, T);
    lg_attend a = {.heads = H, .prefix = variant == 2 ? 2 : 0};
    lg_clipping c = {.width = 0.4, .halves = variant == 1};
    a.q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), ids, 1);
    a.k = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), ids, 1);
    if (variant == 2) a.q = lg_op_select_rows(g, a.q, 1, T - 2);
    if (variant == 1 || variant == 2) a.visible = lg_example_visible(g, T, before[variant]);
    if (variant == 4) a.span = lg_graph_batch(g, 2);
    if (variant > 4) a.visible = lg_example_visible_table(g, T);
    const bool own = variant >= 3 && variant != 5;
    c.position = own ? lg_example_table(g, 1, &T) : lg_example_numbers(g, 1, &T, 0, 0);
    c.cosine = own ? lg_example_table(g, 2, angles) : lg_example_numbers(g, 2, angles, 0, 0);
    c.sine = own ? lg_example_table(g, 2, angles) : lg_example_numbers(g, 2, angles, 0, 0);
    return lg_op_clipped_scores(g, &a, &c);
}

const lg_op lg_op_desc_clipped_scores = {
    .name = "clipped_scores",
    .formula = "extra[h,j,i] = turn(q[i], +-b-a[i]).turn(k[j], -a[j]) - q[i].k[j] where |p[i]-p[j]| > width, else 0",
    .backward_reads = 1u << Q | 1u << K,
    .needs_gradients = 1u << Q | 1u << K,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_clipped_scores(lg_graph *g, const lg_attend *a, const lg_clipping *c) {
    const clipped_args args = {a->heads, a->prefix, a->seen, c->width, c->halves};
    lg_tensor *in[INPUTS] = {a->q, a->k, c->position, c->cosine, c->sine, a->visible, a->span};
    return lg_graph_result(g, &lg_op_desc_clipped_scores, in, INPUTS, &args, sizeof args);
}
