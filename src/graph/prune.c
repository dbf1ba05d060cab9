/* prune.c: skips rows that are not read. A classifier's loss reads one token of the last block; the loss of a string
 * task reads half of the tokens. Queries, feed-forward layers and norms of the other tokens need not be computed,
 * although keys and values must be. For each op, the rows that its readers need determine the rows of its inputs
 * (row_by_row). The result is exact: the remaining rows are computed as without pruning. */
#include <string.h>

#include "graph/graph.h"
#include "graph/ops.h"

/* Tokens from..to-1 of a tensor. */
typedef struct rows {
    int from, to;
} rows;

typedef struct pruner {
    lg_graph *g;
    lg_tensor **recorded; /* the tensors in recording order */
    lg_tensor **instead;  /* the tensor that replaces each tensor: the tensor itself or a selection of its rows */
    rows *read;           /* rows of each tensor that are read */
    int count;
} pruner;

static bool has_rows(const lg_tensor *t) {
    return t->kind == LG_RESULT && !t->shared && t->rank == 3;
}

static rows all_rows(const lg_tensor *t) {
    return (rows){t->first, t->first + t->shape[1]};
}

static bool same(rows a, rows b) {
    return a.from == b.from && a.to == b.to;
}

static bool by_row(const lg_tensor *y, int i) {
    return y->kind == LG_RESULT && y->op->row_by_row && y->in[i] && has_rows(y->in[i]) && y->op->row_by_row(y, i);
}

static bool divisible(const lg_tensor *y) {
    for (int i = 0; i < y->inputs; i++)
        if (by_row(y, i)) return has_rows(y);
    return false;
}

static void join(rows *r, rows more) {
    if (r->from >= r->to) *r = more;
    if (more.from < r->from) r->from = more.from;
    if (more.to > r->to) r->to = more.to;
}

/* Finds the rows of each tensor that are read, from the last tensor to the first. A tensor without readers is read
 * outside the graph. */
static void find_read(pruner *p) {
    for (int j = p->count - 1; j >= 0; j--) {
        const lg_tensor *y = p->recorded[j];
        const bool unread = p->read[j].from >= p->read[j].to;
        if (unread || y->keep || !divisible(y)) p->read[j] = all_rows(y);
        if (y->op && y->op->from_first) p->read[j].from = all_rows(y).from;
        for (int i = 0; i < y->inputs; i++) {
            const lg_tensor *x = y->in[i];
            if (x) join(&p->read[x->index], by_row(y, i) ? p->read[j] : all_rows(x));
        }
    }
}

/* Returns the `wanted` rows of x: x itself, an existing selection or a new one. */
static lg_tensor *select_rows(pruner *p, lg_tensor *x, rows wanted) {
    const int count = wanted.to - wanted.from;
    if (same(all_rows(x), wanted)) return x;
    for (int j = 0; j < p->g->count; j++) {
        lg_tensor *t = p->g->tensors[j];
        if (t->op == &lg_op_desc_select_rows && t->in[0] == x && t->first == wanted.from && t->shape[1] == count)
            return t;
    }
    return lg_op_select_rows(p->g, x, wanted.from, count);
}

/* Records y again, with its inputs pruned to the rows that y needs. If y is a selection of rows, y is replaced: by its
 * input if all rows of the input are needed, or by a narrower selection if not all rows of y are needed. */
static bool record_again(pruner *p, int j, lg_error *err) {
    lg_tensor *y = p->recorded[j];
    const bool selection = y->op == &lg_op_desc_select_rows;
    for (int i = 0; i < y->inputs; i++)
        if (y->in[i]) y->in[i] = p->instead[y->in[i]->index];
    const rows wanted = p->read[j];
    if (selection && !y->root && !y->keep && (same(all_rows(y->in[0]), wanted) || !same(all_rows(y), wanted))) {
        p->instead[j] = select_rows(p, y->in[0], wanted);
        return true;
    }
    for (int i = 0; i < y->inputs; i++)
        if (!selection && by_row(y, i)) y->in[i] = select_rows(p, y->in[i], p->read[j]);
    if (!lg_graph_append(p->g, y)) return lg_fail_like(err, &p->g->err, "%s", p->g->err.text);
    return !divisible(y) || lg_graph_infer(p->g, y, err);
}

bool lg_graph_prune(lg_graph *g, lg_error *err) {
    const size_t n = (size_t)g->count;
    pruner p = {.g = g, .count = g->count};
    p.recorded = lg_arena_alloc(g->arena, n * sizeof *p.recorded);
    p.instead = lg_arena_alloc(g->arena, n * sizeof *p.instead);
    p.read = lg_arena_alloc(g->arena, n * sizeof *p.read);
    if (!p.recorded || !p.instead || !p.read)
        return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    memcpy(p.recorded, g->tensors, n * sizeof *p.recorded);
    memcpy(p.instead, g->tensors, n * sizeof *p.instead);
    find_read(&p);
    g->count = 0;
    for (int j = 0; j < p.count; j++)
        if (!record_again(&p, j, err)) return false;
    return !g->err.code || lg_fail_like(err, &g->err, "%s", g->err.text);
}
