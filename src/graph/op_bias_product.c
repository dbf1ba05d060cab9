/* op_bias_product.c: a trained bias of attention that is the product of vectors of two tokens, such as those of their
 * positions: bias[h,j,i] = scale x[i,h] . z[j,h]. TUPE (Ke, He & Liu 2021). */
#include "graph/ops.h"

enum { X, Z, BASE, OWN };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_bias_product_args *a = y->args;
    const lg_tensor *x = y->in[X], *z = y->in[Z], *base = y->in[BASE], *own = y->in[OWN];
    const int H = a->heads, T = x->shape[0] - a->lead;
    if (x->rank != 2 || z->rank != 2 || x->shape[0] != z->shape[0] || x->shape[1] != z->shape[1] || x->shape[1] % H)
        return lg_fail(err, LG_FAILED, "expected vectors of tokens in columns of %d heads", H);
    if (base && (base->rank != 3 || base->shape[0] != H || base->shape[1] != T))
        return lg_fail(err, LG_FAILED, "expected a dense bias [%d,%d,%d]", H, T, LG_PAD(T));
    if (!own != !(a->apart && a->lead == 0))
        return lg_fail(err, LG_FAILED, "numbers of the first token are there, or wanted, alone");
    y->rank = 3;
    y->shape[0] = H;
    y->shape[1] = T;
    y->shape[2] = LG_PAD(T);
    y->bytes = ((size_t)H * (size_t)T * (size_t)LG_PAD(T) + LG_LANES) * sizeof(real);
    return true;
}

static lg_bias_product arguments(const lg_frame *f, const lg_tensor *y) {
    const lg_bias_product_args *a = y->args;
    return (lg_bias_product){.H = a->heads,
                             .D = y->in[X]->shape[1] / a->heads,
                             .T = y->shape[1],
                             .lead = a->lead,
                             .scale = (real)a->scale,
                             .apart = a->apart,
                             .x = lg_value(f, y->in[X]),
                             .z = lg_value(f, y->in[Z]),
                             .own = lg_value(f, y->in[OWN])};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_bias_product p = arguments(f, y);
    p.y = lg_value(f, y);
    p.base = lg_value(f, y->in[BASE]);
    f->kernels->bias_product(f->kernels, &p);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_bias_product p = arguments(f, y);
    p.dy = lg_gradient(f, y);
    p.dx = lg_gradient(f, y->in[X]);
    p.dz = lg_gradient(f, y->in[Z]);
    p.dbase = lg_gradient(f, y->in[BASE]);
    p.down = lg_gradient(f, y->in[OWN]);
    f->kernels->bias_product_backward(f->kernels, &p);
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    return 2.0 * y->shape[1] * y->shape[1] * y->in[X]->shape[1];
}

/* Alone, with another bias, and with the first token apart in both ways. */
static lg_tensor *example(lg_graph *g, int variant) {
    enum { H = 2, N = 6 };
    const lg_bias_product_args a = {.heads = H, .lead = variant == 3, .apart = variant >= 2, .scale = 0.5};
    const int vectors[] = {a.lead + g->T, N}, layout[] = {1, g->T, LG_PAD(g->T)};
    if (variant > 3) return NULL;
    lg_tensor *x = lg_example_parameter(g, 2, vectors), *z = lg_example_parameter(g, 2, vectors);
    lg_tensor *table = variant ? lg_example_parameter(g, 2, (int[]){H, 5}) : NULL;
    lg_tensor *base = table ? lg_op_bias_lookup(g, table, lg_example_integers(g, 3, layout, 5)) : NULL;
    lg_tensor *own = variant == 2 ? lg_example_parameter(g, 2, (int[]){2, H}) : NULL;
    return lg_op_bias_product(g, &a, x, z, base, own);
}

const lg_op lg_op_desc_bias_product = {
    .name = "bias_product",
    .formula = "bias[h,j,i] = scale x[i,h] . z[j,h] + base[h,j,i]",
    .backward_reads = 1u << X | 1u << Z | 1u << OWN,
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
