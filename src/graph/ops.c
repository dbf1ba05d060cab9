/* ops.c: the table of ops, generated from ops.def. */
#include "graph/ops.h"
#include "graph/graph.h"

#define OP(name) extern const lg_op lg_op_desc_##name;
#include "graph/ops.def"
#undef OP

#define OP(name) &lg_op_desc_##name,
const lg_op *const lg_ops[] = {
#include "graph/ops.def"
    NULL};
#undef OP
