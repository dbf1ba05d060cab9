/* linear.c: queries, keys and values, each computed by a linear map. */
#include "graph/ops.h"
#include "nn/axes/projection.h"

static void project(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a) {
    a->q = lg_build_head(b, block, LG_ROLE_QUERY, name, "query", x);
    if (!rows) return;
    a->k = lg_build_head(b, block, LG_ROLE_KEY, name, "key", rows);
    a->v = lg_build_head(b, block, LG_ROLE_VALUE, name, "value", rows);
}

const lg_projection lg_projection_linear = {
    .name = "linear",
    .summary = "separate linear maps for queries, keys and values",
    .formula = "q = x Wq;  k = x Wk;  v = x Wv, [width,width]; with model.key_heads G of\n"
               "H heads, Wk and Wv are [width,width G/H]",
    .source = "Vaswani et al. 2017, section 3.2.2",
    .project = project,
};
