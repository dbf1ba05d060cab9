/* cell.c: the linear maps of recurrent cells; see cell.h. */
#include "nn/axes/cell.h"

#include <math.h>

#include "graph/ops.h"
#include "nn/model/model.h"

static void fill_identity(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    const int n = t->shape[0];
    for (int i = 0; i < n * n; i++) ((real *)out)[i] = i % (n + 1) == 0;
}

static lg_tensor *record_weight(lg_build *b, const char *name, int K, int N, int fan_in) {
    return lg_build_parameter(b, -1, LG_ROLE_RECURRENT, name, 2, (int[]){K, N},
                              (lg_initial){LG_INITIAL_TRUNCATED, 1 / sqrt(fan_in)});
}

/* A one-hot row times W is a row of W. So W + bias is computed once, as the map of an identity matrix, and its rows are
 * looked up by id. */
lg_tensor *lg_cell_map_tokens(lg_build *b, lg_tensor *ids, int N, int fan_in) {
    const int symbols = b->model->format.symbols;
    lg_tensor *one_hot = lg_build_constant(b, false, 2, (int[]){symbols, symbols}, fill_identity);
    lg_tensor *w = record_weight(b, "recurrent.input.weight", symbols, N, fan_in);
    lg_tensor *bias =
        lg_build_parameter(b, -1, LG_ROLE_BIAS, "recurrent.input.bias", 1, &N, (lg_initial){LG_INITIAL_CONSTANT, 0});
    return lg_op_lookup(b->g, lg_op_linear(b->g, one_hot, w, bias, LG_LINEAR), ids, 1);
}

lg_tensor *lg_cell_map(lg_build *b, const char *name, lg_tensor *x, int N, int fan_in) {
    lg_tensor *w = record_weight(b, name, lg_columns(x), N, fan_in);
    return lg_op_linear(b->g, x, w, NULL, LG_LINEAR);
}
