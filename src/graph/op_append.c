/* op_append.c: writes rows, the keys or values of new tokens, in place into a cache. The result is the cache itself,
 * for the ops that read it afterwards. */
#include <assert.h>

#include "graph/ops.h"
#include "kernel/kernel.h"

enum { CACHE, ROWS };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *cache = y->in[CACHE], *rows = y->in[ROWS];
    if (g->training) return lg_fail_permanent(err, "a training graph cannot append to a cache");
    if (!cache->cached) return lg_fail_permanent(err, "expected a cache to append to");
    if (rows->rank != 3 || rows->first + rows->shape[1] > cache->shape[1] || rows->shape[2] != cache->shape[2] ||
        (cache->layout.rows > 0 && rows->shape[1] > cache->layout.rows - cache->layout.fixed))
        return lg_fail_permanent(err, "%d rows of %d columns from token %d on do not fit into a cache of [%d,%d]",
                                 rows->shape[1], lg_columns(rows), rows->first, cache->shape[1], cache->shape[2]);
    y->place = cache->place ? cache->place : cache;
    y->steps = false;
    y->cached = cache->cached;
    y->heads = cache->heads;
    y->layout = cache->layout;
    y->bytes = cache->bytes;
    y->rank = 3;
    for (int i = 0; i < 3; i++) y->shape[i] = cache->shape[i];
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *rows = y->in[ROWS];
    const lg_append a = {
        .S = y->shape[0],
        .T = y->shape[1],
        .H = y->heads,
        .D = y->shape[2] / y->heads,
        .Q = rows->shape[1],
        .first = lg_first(f, rows),
        .layout = y->layout,
        .keys = y->cached == LG_CACHED_KEYS,
        .cache = lg_value(f, y),
        .rows = lg_value(f, rows),
    };
    assert(a.first + a.Q <= a.T);
    f->kernels->append(f->kernels, &a);
}

/* This op is not in ops.def, whose ops are tested for their gradients, because it has no gradient. */
static const lg_op append_op = {
    .name = "append",
    .formula = "cache[s,first+t,:] = rows[s,t,:]",
    .shape = shape,
    .forward = forward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
};

lg_tensor *lg_op_append(lg_graph *g, lg_tensor *cache, lg_tensor *rows) {
    return lg_graph_result(g, &append_op, (lg_tensor *[]){cache, rows}, 2, NULL, 0);
}
