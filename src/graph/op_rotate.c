/* op_rotate.c: rotary position embedding (Su et al. 2021): rotates pairs of columns of each head by an angle that
 * depends on the position, and copies the remaining columns. The backward pass rotates by the opposite angle. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct rotate_args {
    int heads;
    bool halves;
} rotate_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const rotate_args *a = y->args;
    const lg_tensor *x = y->in[0], *cosine = y->in[1], *sine = y->in[2];
    if (x->rank != 3 || x->shape[2] % a->heads)
        return lg_fail_permanent(err, "%d columns are not a multiple of %d heads", lg_columns(x), a->heads);
    const int most = x->shape[2] / a->heads / 2, pairs = lg_columns(cosine);
    const int tokens = lg_rows(cosine) / lg_table_copies(cosine);
    if (tokens < x->first + x->shape[1] || pairs > most || lg_columns(sine) != pairs ||
        lg_rows(sine) != lg_rows(cosine))
        return lg_fail_permanent(err, "expected angles of at least %d tokens and at most %d pairs, got [%d,%d]",
                                 x->first + x->shape[1], most, tokens, pairs);
    y->rank = 3;
    y->first = x->first;
    for (int i = 0; i < 3; i++) y->shape[i] = x->shape[i];
    return true;
}

/* Cosines or sines from the first token of y on: those of sequence s, or those shared by all sequences. */
static lg_view angles(const lg_frame *f, const lg_tensor *y, int i, int s) {
    const size_t row = (size_t)lg_columns(y->in[i]) * sizeof(real);
    return lg_view_at(lg_value_of(f, y->in[i], s), (size_t)lg_first(f, y) * row);
}

static void turn(const lg_frame *f, const lg_tensor *y, lg_view to, lg_view from, bool inverse, bool accumulate) {
    const rotate_args *a = y->args;
    const int copies = lg_table_copies(y->in[1]);
    lg_rotation r = {.S = y->shape[0] / copies,
                     .T = y->shape[1],
                     .H = a->heads,
                     .D = y->shape[2] / a->heads,
                     .pairs = lg_columns(y->in[1]),
                     .halves = a->halves,
                     .inverse = inverse,
                     .accumulate = accumulate};
    for (int s = 0; s < copies; s++) {
        const size_t before = (size_t)s * (y->bytes / (size_t)copies);
        r.y = lg_view_at(to, before);
        r.x = lg_view_at(from, before);
        r.cosine = angles(f, y, 1, s);
        r.sine = angles(f, y, 2, s);
        f->kernels->rotate(f->kernels, &r);
    }
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    turn(f, y, lg_value(f, y), lg_value(f, y->in[0]), false, false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    turn(f, y, lg_gradient(f, y->in[0]), lg_gradient(f, y), true, y->accumulate[0]);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == 0;
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 3) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 8});
    lg_tensor *x = lg_op_lookup(g, table, lg_graph_batch(g, g->T), 1);
    int angles[] = {g->T, variant == 2 ? 1 : 2};
    if (variant == 3)
        return lg_op_rotate(g, x, lg_example_table(g, 2, angles), lg_example_table(g, 2, angles), 2, false);
    return lg_op_rotate(g, x, lg_example_numbers(g, 2, angles, 0, 0), lg_example_numbers(g, 2, angles, 0, 0), 2,
                        variant == 1);
}

const lg_op lg_op_desc_rotate = {
    .name = "rotate",
    .formula = "(y[a], y[b]) = (x[a], x[b]) rotated by angle (t,i), (a,b) pair i of a head: (2i, 2i+1) or (i, pairs+i)",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_rotate(lg_graph *g, lg_tensor *x, lg_tensor *cosine, lg_tensor *sine, int heads, bool halves) {
    rotate_args a = {heads, halves};
    return lg_graph_result(g, &lg_op_desc_rotate, (lg_tensor *[]){x, cosine, sine}, 3, &a, sizeof a);
}
