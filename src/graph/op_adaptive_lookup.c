/* op_adaptive_lookup.c: embeddings whose width depends on the token's frequency (adaptive input, Baevski & Auli 2019,
 * section 3). Ids are split into parts, each with its own table and a map to the model width:
 *   y[r,:] = scale * table_i[id[r] - first_i, :] map_i
 * for the part i of the id; a part without a map has width K. */
#include "graph/adaptive.h"
#include "kernel/kernel.h"

enum { IDS = LG_ADAPTIVE_X, MAP = 0, TABLE = 1 };

/* Number of columns of the result: as many as the first map or, without maps, the first table. */
static int columns_of(const lg_tensor *y) {
    const lg_tensor *map = y->in[LG_ADAPTIVE_PARTS + MAP];
    return lg_columns(map ? map : y->in[LG_ADAPTIVE_PARTS + TABLE]);
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *ids = y->in[IDS];
    if (!ids->integer || ids->rank != 2)
        return lg_fail_permanent(err, "expected ids [S,T], got a tensor of rank %d", ids->rank);
    if (!lg_adaptive_check(y, columns_of(y), false, err)) return false;
    y->rank = 3;
    y->first = ids->first;
    y->shape[0] = ids->shape[0];
    y->shape[1] = ids->shape[1];
    y->shape[2] = columns_of(y);
    y->scratch_bytes = lg_adaptive_scratch(g, y, lg_rows(y), columns_of(y), false);
    return true;
}

static lg_adaptive_run open_run(const lg_frame *f, const lg_tensor *y) {
    return lg_adaptive_open(f, y, lg_rows(y), lg_columns(y), false);
}

static lg_view within_of(const lg_adaptive_run *r, int at) {
    return lg_adaptive_place(r, r->at.within + sizeof(int32_t) * (size_t)at);
}

/* Looks up the ids of entries at..at+count-1 of the list, as rows of the part's width. */
static void look_up(const lg_adaptive_run *r, int part, int at, int count, lg_view to) {
    const lg_kernels *set = r->f->kernels;
    set->lookup(set, to, lg_adaptive_value(r, part, TABLE), within_of(r, at), count, r->args->part[part].width,
                (real)r->args->scale);
}

static void forward_rows(const lg_adaptive_run *r, int part, int at, int count) {
    const lg_adaptive_part *p = &r->args->part[part];
    const bool maps = lg_adaptive_value(r, part, MAP).data;
    const lg_view hidden = lg_adaptive_place(r, r->at.hidden), mapped = lg_adaptive_place(r, r->at.mapped);
    look_up(r, part, at, count, maps ? mapped : hidden);
    if (maps) lg_adaptive_multiply(r, mapped, count, p->width, p->map, (lg_view){NULL, 0}, r->K, hidden);
    lg_adaptive_scatter(r, lg_value(r->f, r->y), r->K, at, count, hidden);
}

static void backward_rows(const lg_adaptive_run *r, int part, int at, int count) {
    const lg_kernels *set = r->f->kernels;
    const lg_adaptive_part *p = &r->args->part[part];
    const lg_view dhidden = lg_adaptive_place(r, r->at.dhidden), mapped = lg_adaptive_place(r, r->at.mapped);
    lg_view dx = dhidden;
    lg_adaptive_gather(r, lg_gradient(r->f, r->y), r->K, at, count, dhidden);
    if (lg_adaptive_value(r, part, MAP).data) {
        dx = lg_adaptive_place(r, r->at.dmapped);
        look_up(r, part, at, count, mapped);
        lg_adaptive_weigh(r, mapped, p->width, dhidden, r->K, count, lg_adaptive_gradient(r, part, MAP));
        lg_adaptive_multiply(r, dhidden, count, r->K, p->map_transposed, (lg_view){NULL, 0}, p->width, dx);
    }
    set->lookup_backward(set, lg_adaptive_gradient(r, part, TABLE), dx, within_of(r, at), count, p->width,
                         (real)r->args->scale);
}

/* Calls `work` for each chunk of the rows of each part. */
static void each_part(const lg_adaptive_run *r, void (*work)(const lg_adaptive_run *, int, int, int)) {
    const lg_view ids = lg_value(r->f, r->y->in[IDS]), none = {NULL, 0};
    for (int i = 0; i < r->args->parts; i++) {
        const int count = lg_adaptive_list(r, ids, none, r->args->part[i].first, r->args->part[i].end);
        for (int at = 0; at < count; at += r->at.C) work(r, i, at, count - at < r->at.C ? count - at : r->at.C);
    }
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_adaptive_run r = open_run(f, y);
    f->kernels->zero(f->kernels, lg_value(f, y), y->bytes);
    each_part(&r, forward_rows);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_adaptive_run r = open_run(f, y);
    each_part(&r, backward_rows);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    const lg_adaptive a = lg_example_adaptive(g, variant, 6, false);
    return lg_op_adaptive_lookup(g, &a, lg_graph_batch(g, g->T), 3);
}

const lg_op lg_op_desc_adaptive_lookup = {
    .name = "adaptive_lookup",
    .formula = "y[r,:] = scale * table_i[ids[r] - first_i,:] map_i, i the part of the id",
    .backward_reads = 1u << IDS,
    .needs_gradients = LG_ADAPTIVE_PARAMETERS,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_adaptive_lookup(lg_graph *g, const lg_adaptive *a, lg_tensor *ids, double scale) {
    return lg_adaptive_record(g, &lg_op_desc_adaptive_lookup, a, ids, NULL, NULL, scale);
}
