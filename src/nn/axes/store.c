/* store.c: functions that stores share; see store.h. */
#include "nn/axes/store.h"

#include "graph/ops.h"
#include "nn/model/model.h"

int lg_store_parts_columns(const void *own) {
    const lg_store_parts *x = own;
    return x->count * x->columns;
}

lg_tensor *lg_store_actions(lg_build *b, lg_tensor *h, int actions, int groups) {
    lg_tensor *logits = lg_build_linear(b, -1, LG_ROLE_RECURRENT, "recurrent.actions", h, actions, true, LG_LINEAR);
    return lg_op_group_softmax(b->g, logits, groups);
}
