/* tap.c: see tap.h. */
#include "nn/record/tap.h"

#include <stdlib.h>
#include <string.h>

#include "graph/ops.h"
#include "kernel/kernel.h"

/* ---- offering ---- */

bool lg_tap_is_selected(const lg_taps *t, const char *name) {
    if (!t || !t->selected) return t;
    for (const char *const *w = t->selected; *w; w++)
        if (!strcmp(*w, name)) return true;
    return false;
}

static bool reserve_row(lg_taps *t) {
    if (t->count < t->capacity) return true;
    const int capacity = t->capacity ? 2 * t->capacity : 16;
    lg_tap *rows = lg_arena_alloc(t->graph->arena, sizeof *rows * (size_t)capacity);
    if (!rows) return lg_fail(&t->graph->err, LG_FAILED, "out of memory: a graph of %d tokens", t->graph->T);
    if (t->count) memcpy(rows, t->rows, sizeof *rows * (size_t)t->count);
    t->rows = rows;
    t->capacity = capacity;
    return true;
}

void lg_tap_add(lg_taps *t, int block, const char *name, lg_tap_layout layout, lg_tensor *x) {
    if (!lg_tap_is_selected(t, name) || !reserve_row(t)) return;
    x->keep = true;
    x->keep_gradient |= t->gradients;
    t->rows[t->count++] = (lg_tap){name, NULL, block, layout, t->heads, x};
}

void lg_tap_add_part(lg_taps *t, int block, const char *name, const char *part, lg_tensor *x) {
    if (!lg_tap_is_selected(t, name)) return;
    const char *copy = lg_arena_printf(t->graph->arena, "%s", part);
    const int before = t->count;
    lg_tap_add(t, block, name, LG_TAP_ROWS, x);
    if (t->count > before) t->rows[before].part = copy;
}

void lg_tap_add_pair_rows(lg_taps *t, int block, const char *name, lg_tensor *table, lg_tensor *index) {
    if (!lg_tap_is_selected(t, name)) return;
    if (index)
        lg_tap_add(t, block, name, LG_TAP_PAIR_ROWS, lg_op_lookup(t->graph, table, index, 1));
    else
        lg_tap_add(t, block, name, LG_TAP_ROWS, table);
}

/* ---- reading ---- */

const lg_tap *lg_tap_find(const lg_taps *t, int block, const char *name) {
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].block == block && !strcmp(t->rows[i].name, name)) return &t->rows[i];
    return NULL;
}

static int set_shape(size_t shape[LG_MAX_RANK], int rank, int a, int b, int c) {
    const int dimensions[] = {a, b, c};
    for (int i = 0; i < rank; i++) shape[i] = (size_t)dimensions[i];
    return rank;
}

int lg_tap_shape(const lg_tap *p, size_t shape[LG_MAX_RANK]) {
    const lg_tensor *x = p->tensor;
    switch (p->layout) {
    case LG_TAP_PAIRS: return set_shape(shape, 3, x->shape[1], x->shape[2], x->shape[2]);
    case LG_TAP_PAIR_ROWS: return set_shape(shape, 3, x->shape[0], x->shape[0], x->shape[2]);
    case LG_TAP_WEIGHTS: return set_shape(shape, 3, p->heads, x->shape[1], x->in[1]->shape[1]);
    case LG_TAP_ROWS: break;
    }
    return set_shape(shape, 2, lg_rows(x), lg_columns(x), 0);
}

/* From [T,LG_PAD(T),N] by key and query to [T,T,N] by query and key. */
static void swap_pairs(const real *from, double *to, size_t T, size_t N) {
    for (size_t i = 0; i < T; i++)
        for (size_t j = 0; j < T; j++)
            for (size_t c = 0; c < N; c++) *to++ = (double)from[(j * LG_PAD(T) + i) * N + c];
}

void lg_tap_read_weights(const lg_frame *f, const lg_tap *p, int sequence, int head, real *scratch, real *out) {
    const size_t Q = (size_t)p->tensor->shape[1], T = (size_t)p->tensor->in[1]->shape[1];
    p->tensor->op->weights(f, p->tensor, sequence, head, scratch);
    for (size_t i = 0; i < Q; i++)
        for (size_t j = 0; j < T; j++) *out++ = scratch[j * LG_PAD(Q) + i];
}

/* host: memory for the tensor or, for attention weights, twice for the weights of one head: by key and query, then by
 * query and key. */
static void read_value(const lg_frame *f, const lg_tap *p, real *host, double *out) {
    const lg_tensor *x = p->tensor;
    size_t shape[LG_MAX_RANK], T, pairs;
    lg_tap_shape(p, shape);
    T = shape[p->layout == LG_TAP_WEIGHTS ? 2 : 1], pairs = T * LG_PAD(shape[1]);
    if (p->layout != LG_TAP_WEIGHTS) f->kernels->download(f->kernels, host, lg_value(f, x), x->bytes);
    switch (p->layout) {
    case LG_TAP_ROWS:
        for (size_t i = 0; i < shape[0] * shape[1]; i++) out[i] = (double)host[i];
        return;
    case LG_TAP_PAIR_ROWS: swap_pairs(host, out, T, shape[2]); return;
    case LG_TAP_PAIRS:
        for (size_t h = 0; h < shape[0]; h++) swap_pairs(host + h * pairs, out + h * T * T, T, 1);
        return;
    case LG_TAP_WEIGHTS:
        for (size_t h = 0; h < shape[0]; h++) {
            lg_tap_read_weights(f, p, 0, (int)h, host, host + pairs);
            for (size_t i = 0; i < shape[1] * T; i++) *out++ = (double)host[pairs + i];
        }
    }
}

bool lg_tap_read(const lg_frame *f, const lg_tap *p, double *out, lg_error *err) {
    size_t bytes = p->tensor->bytes;
    if (p->layout == LG_TAP_WEIGHTS) {
        const size_t Q = (size_t)p->tensor->shape[1], T = (size_t)p->tensor->in[1]->shape[1];
        bytes = (T * LG_PAD(Q) + Q * T) * sizeof(real);
    }
    real *host = malloc(bytes);
    if (!host) return lg_fail(err, LG_FAILED, "out of memory: %s of %d tokens", p->name, f->graph->T);
    read_value(f, p, host, out);
    free(host);
    return true;
}
