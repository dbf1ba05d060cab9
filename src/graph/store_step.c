/* store_step.c: shapes and arguments of a time step of stacks and tapes; see store_step.h. */
#include "graph/store_step.h"

#include "graph/ops.h"
#include "kernel/kernel.h"

lg_store_args lg_store_arguments(const lg_graph *g, lg_store_size size, int extra, const lg_tensor *p) {
    const size_t cells = (size_t)(size.cells + extra) * (size_t)size.columns;
    return (lg_store_args){.size = size,
                           .one = lg_aligned((size_t)lg_rows(p) * (size_t)size.parts * cells * sizeof(real)),
                           .of_all_steps = g->training};
}

bool lg_store_shape(lg_graph *g, lg_tensor *y, int actions, lg_error *err) {
    (void)g;
    const lg_store_args *a = y->args;
    const lg_tensor *p = y->in[LG_STORE_P], *v = y->in[LG_STORE_V];
    if (lg_rows(p) != lg_rows(v) || lg_columns(p) != actions * a->size.parts ||
        lg_columns(v) != a->size.columns * a->size.parts || a->size.cells < 1 || a->size.steps < 1)
        return lg_fail_permanent(
            err, "expected %d actions and %d numbers for each of %d parts, got %d x %d and %d x %d", actions,
            a->size.columns, a->size.parts, lg_rows(p), lg_columns(p), lg_rows(v), lg_columns(v));
    lg_shape_like(y, v);
    y->saved_bytes[0] = a->one * (size_t)(a->of_all_steps ? a->size.steps + 2 : 2);
    return true;
}

static lg_view memory_of(const lg_frame *f, const lg_tensor *y, int number) {
    const lg_store_args *a = y->args;
    return lg_view_at(lg_saved(f, y, 0), a->one * (size_t)(a->of_all_steps ? number : number % 2));
}

lg_store_step lg_store_forward(const lg_frame *f, const lg_tensor *y) {
    const lg_store_args *a = y->args;
    const lg_tensor *ids = y->inputs > LG_STORE_IDS ? y->in[LG_STORE_IDS] : NULL;
    return (lg_store_step){
        .S = lg_rows(y),
        .K = a->size.parts,
        .C = a->size.columns,
        .cells = a->size.cells,
        .at = f->scan_step,
        .p = lg_value(f, y->in[LG_STORE_P]),
        .v = lg_value(f, y->in[LG_STORE_V]),
        .before = memory_of(f, y, f->scan_step),
        .after = memory_of(f, y, f->scan_step + 1),
        .read = lg_value(f, y),
        .ids = lg_value(f, ids),
        .T = ids ? lg_columns(ids) : 0,
        .marker = a->marker,
    };
}

lg_store_step lg_store_backward(const lg_frame *f, const lg_tensor *y) {
    lg_store_step s = lg_store_forward(f, y);
    s.last = f->scan_step + 1 >= f->scan_steps;
    s.dread = lg_gradient(f, y);
    s.dafter = memory_of(f, y, f->scan_step + 2);
    s.dbefore = s.after;
    s.dp = lg_gradient(f, y->in[LG_STORE_P]);
    s.dv = lg_gradient(f, y->in[LG_STORE_V]);
    s.dp_accumulate = y->accumulate[LG_STORE_P];
    s.dv_accumulate = y->accumulate[LG_STORE_V];
    return s;
}
