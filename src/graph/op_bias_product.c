/* op_bias_product.c: a trained attention bias: bias[h,j,i] = scale x[i,h] . z[j,h], a product of a vector of the
 * query's token and a vector of the key's token. The vectors are, for example, embeddings of positions, as in TUPE (Ke
 * et al. 2021). */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { X, Z, BASE, OWN };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_bias_product_args *a = y->args;
    const lg_tensor *x = y->in[X], *z = y->in[Z], *base = y->in[BASE], *own = y->in[OWN];
    const int H = a->heads, axis = lg_table_axis(x), T = x->shape[axis] - a->lead, N = lg_columns(x);
    if (x->rank != 2 + axis || z->table != x->table || lg_rows(x) != lg_rows(z) || N != lg_columns(z) || N % H)
        return lg_fail_permanent(err, "expected x and z of one shape, with columns of %d heads", H);
    if (base && (base->rank - lg_table_axis(base) != 3 || lg_rows(base) != lg_table_copies(base) * H * T))
        return lg_fail_permanent(err, "expected a dense bias [%d,%d,%d]", H, T, LG_PAD(T));
    if (!own != !(a->apart && a->lead == 0))
        return lg_fail_permanent(err, "expected `own` if, and only if, `apart` is true and `lead` is 0");
    y->rank = 3 + y->table;
    if (y->table) y->shape[0] = g->S;
    y->shape[y->table] = H;
    y->shape[y->table + 1] = T;
    y->shape[y->table + 2] = LG_PAD(T);
    y->bytes = ((size_t)lg_rows(y) * (size_t)LG_PAD(T) + LG_LANES) * sizeof(real);
    return true;
}

static lg_bias_product arguments(const lg_frame *f, const lg_tensor *y, int s) {
    const lg_bias_product_args *a = y->args;
    return (lg_bias_product){.H = a->heads,
                             .D = lg_columns(y->in[X]) / a->heads,
                             .T = y->shape[lg_table_axis(y) + 1],
                             .lead = a->lead,
                             .scale = (real)a->scale,
                             .apart = a->apart,
                             .x = lg_value_of(f, y->in[X], s),
                             .z = lg_value_of(f, y->in[Z], s),
                             .own = lg_value(f, y->in[OWN])};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_product p = arguments(f, y, s);
        p.y = lg_value_of(f, y, s);
        p.base = lg_value_of(f, y->in[BASE], s);
        f->kernels->bias_product(f->kernels, &p);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int i = X; i <= BASE; i++) lg_table_clear(f, y, i);
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_product p = arguments(f, y, s);
        p.dy = lg_gradient_of(f, y, s);
        p.dx = lg_gradient_of(f, y->in[X], s);
        p.dz = lg_gradient_of(f, y->in[Z], s);
        p.dbase = lg_gradient_of(f, y->in[BASE], s);
        p.down = lg_gradient(f, y->in[OWN]);
        f->kernels->bias_product_backward(f->kernels, &p);
    }
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    const int T = y->shape[lg_table_axis(y) + 1];
    return 2.0 * lg_table_copies(y) * T * T * lg_columns(y->in[X]);
}

static lg_tensor *example_vectors(lg_graph *g, int tokens, int N, bool of_sequences) {
    lg_tensor *vectors = lg_example_parameter(g, 2, (int[]){tokens, N});
    return of_sequences ? lg_op_lookup(g, vectors, lg_example_integer_table(g, 1, &tokens, tokens), 1) : vectors;
}

/* Variants:
 *   0: the product alone
 *   1: added to another bias
 *   2: other values for the first token, from `own` (struct lg_bias_product)
 *   3: other values for the first token, from x and z
 *   4: as 3, with tables */
static lg_tensor *example(lg_graph *g, int variant) {
    enum { H = 2, N = 6 };
    const bool of_sequences = variant == 4;
    const lg_bias_product_args a = {.heads = H, .lead = variant >= 3, .apart = variant >= 2, .scale = 0.5};
    const int tokens = a.lead + g->T, layout[] = {1, g->T, LG_PAD(g->T)};
    if (variant > 4) return NULL;
    lg_tensor *x = example_vectors(g, tokens, N, of_sequences), *z = example_vectors(g, tokens, N, of_sequences);
    lg_tensor *table = variant ? lg_example_parameter(g, 2, (int[]){H, 5}) : NULL;
    lg_tensor *index = of_sequences ? lg_example_integer_table(g, 3, layout, 5) : lg_example_integers(g, 3, layout, 5);
    lg_tensor *base = table ? lg_op_bias_lookup(g, table, index) : NULL;
    lg_tensor *own = variant == 2 ? lg_example_parameter(g, 2, (int[]){2, H}) : NULL;
    return lg_op_bias_product(g, &a, x, z, base, own);
}

const lg_op lg_op_desc_bias_product = {
    .name = "bias_product",
    .formula = "bias[h,j,i] = scale x[i,h] . z[j,h] + base[h,j,i]",
    .backward_reads = 1u << X | 1u << Z | 1u << OWN,
    .needs_gradients = 1u << X | 1u << Z | 1u << OWN,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_bias_product(lg_graph *g, const lg_bias_product_args *a, lg_tensor *x, lg_tensor *z, lg_tensor *base,
                              lg_tensor *own) {
    return lg_graph_result(g, &lg_op_desc_bias_product, (lg_tensor *[]){x, z, base, own}, 4, a, sizeof *a);
}
