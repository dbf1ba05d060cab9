/* graph_machine.h: a graph of one sequence that a test builds itself, with all memory that it needs to run. Inputs with
 * gradients are rows of a parameter table, one for each token. */
#ifndef TEST_GRAPH_MACHINE_H
#define TEST_GRAPH_MACHINE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "graph/ops.h"

#include <cmocka.h>

typedef struct machine {
    lg_parameters *parameters;
    lg_graph *graph;
    lg_tensor *ids; /* token ids: token t has id t */
    int tokens;
    char *memory[LG_SPACES];
    lg_frame frame;
} machine;

static inline machine machine_begin(const lg_kernels *k, int tokens) {
    machine m = {.parameters = lg_parameters_new(), .tokens = tokens};
    m.graph = lg_graph_new(m.parameters, k, 1, tokens, true);
    assert_non_null(m.graph);
    m.ids = lg_graph_batch(m.graph, tokens);
    return m;
}

/* Returns [1,tokens,columns], the rows of a new table with standard normal values. */
static inline lg_tensor *machine_rows(machine *m, const char *name, int columns) {
    const lg_initial initial = {LG_INITIAL_NORMAL, 1};
    return lg_op_lookup(m->graph, lg_graph_parameter(m->graph, name, 2, (int[]){m->tokens, columns}, initial), m->ids,
                        1);
}

/* Plans the graph and allocates its memory; `context` is passed to fill functions. */
static inline void machine_end(machine *m, const void *context) {
    lg_error err = {0};
    if (!lg_graph_plan(m->graph, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < LG_SPACES; i++) {
        const size_t more = i == LG_SPACE_PARAMETER || i == LG_SPACE_GRADIENT ? m->parameters->bytes
                            : i == LG_SPACE_PACKED                            ? m->parameters->packed_bytes
                                                                              : 0;
        const size_t bytes = lg_aligned(m->graph->bytes[i] + more + 1);
        m->memory[i] = aligned_alloc(LG_ALIGN, bytes);
        assert_non_null(m->memory[i]);
        memset(m->memory[i], 0, bytes);
        m->frame.base[i].data = m->memory[i];
    }
    m->frame.graph = m->graph, m->frame.kernels = m->graph->kernels, m->frame.batch = 1;
    m->frame.loss_weight = m->frame.group_weight = 1;
    int32_t *ids = lg_value(&m->frame, m->ids).data;
    for (int t = 0; t < m->tokens; t++) ids[t] = t;
    lg_graph_fill(m->graph, context, m->memory[LG_SPACE_CONSTANT]);
}

/* Returns a parameter or its gradient, depending on the space. */
static inline real *machine_array(const machine *m, lg_space space, const char *name) {
    const int i = lg_parameters_find(m->parameters, name);
    assert_true(i >= 0);
    return (real *)(void *)(m->memory[space] + m->parameters->rows[i].offset);
}

/* Runs the forward pass. Call it after writing the parameters. */
static inline void machine_forward(machine *m) {
    for (int i = 0; i < m->parameters->pack_count; i++)
        lg_parameters_repack(m->parameters, m->graph->kernels, i, m->frame.base[LG_SPACE_PARAMETER],
                             m->frame.base[LG_SPACE_PACKED]);
    lg_graph_run_shared(m->graph, &m->frame);
    lg_graph_forward(m->graph, &m->frame);
}

/* Runs the backward pass with random numbers as the gradient of y, and returns their norm. If y is NULL, gradients come
 * only from losses. */
static inline double machine_backward(machine *m, lg_tensor *y, uint64_t seed) {
    lg_random r = lg_random_from(lg_key_root(seed));
    real *dy = y ? lg_gradient(&m->frame, y).data : NULL;
    double square = 0;
    memset(m->memory[LG_SPACE_GRADIENT], 0, m->parameters->bytes + m->graph->bytes[LG_SPACE_GRADIENT]);
    for (int i = 0; y && i < lg_rows(y) * lg_columns(y); i++) {
        dy[i] = (real)lg_random_normal(&r);
        square += (double)dy[i] * (double)dy[i];
    }
    lg_graph_backward(m->graph, &m->frame);
    lg_graph_backward_shared(m->graph, &m->frame);
    return sqrt(square);
}

static inline void machine_close(machine *m) {
    for (int i = 0; i < LG_SPACES; i++) free(m->memory[i]);
    lg_graph_free(m->graph);
    lg_parameters_free(m->parameters);
}

#endif
