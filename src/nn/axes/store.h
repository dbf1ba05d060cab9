/* store.h: external memories of recurrent networks: stacks and tapes. The network reads them, and changes them by
 * actions. */
#ifndef LG_NN_STORE_H
#define LG_NN_STORE_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_store {
    LG_ENTRY;
    int (*columns)(const void *own); /* columns that each token reads from it; NULL: no external memory */
    /* Records, in s->step (equal to b->g), how the cell's output h changes the memory. Returns the columns that the
     * next token reads, [S,1,columns]. ids: the network's input ids. */
    lg_tensor *(*step)(const void *own, lg_build *b, lg_scan *s, lg_tensor *h, lg_tensor *ids);
    int (*ring)(const void *own); /* number of cells of a circular tape; NULL: not circular */
};

extern const lg_store *const lg_stores[]; /* ends with NULL */

/* The options that stacks and tapes share; they come first in the options of each. */
typedef struct lg_store_parts {
    int count, columns, cells; /* each store has its own option row for `cells` */
} lg_store_parts;
#define LG_OPTIONS_STORE                                                                                               \
    {"store.count", LG_INT, "1", 1, 16, NULL, "number K of stacks or tapes", .at = offsetof(lg_store_parts, count)}, { \
        "store.columns", LG_INT, "8", 1, 256, NULL, "width of a cell", .at = offsetof(lg_store_parts, columns)         \
    }
/* The total number of columns: lg_store.columns of stacks and tapes. */
int lg_store_parts_columns(const void *own);
/* For stores: the probabilities of actions in each of `groups` groups, the softmax of a linear map of h. */
lg_tensor *lg_store_actions(lg_build *b, lg_tensor *h, int actions, int groups);

#endif
