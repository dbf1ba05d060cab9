/* store.h: memories beside the cell of a recurrent network: the network reads one, and moves it by what it says. */
#ifndef LG_NN_STORE_H
#define LG_NN_STORE_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_store {
    LG_ENTRY;
    int (*columns)(const void *own); /* that are read of it at each token; NULL: there is no memory */
    /* Records on s->step, which is b->g, what the output h of the cell does to the memory: what the next token reads
     * of it, [S,1,columns]. ids: those of the network. */
    lg_tensor *(*step)(const void *own, lg_build *b, lg_scan *s, lg_tensor *h, lg_tensor *ids);
    int (*ring)(const void *own); /* cells after which the first one comes again; NULL: there is no ring */
};

extern const lg_store *const lg_stores[]; /* ends with NULL */

/* Options that those of stacks and tapes begin with. */
typedef struct lg_store_parts {
    int count, columns, cells; /* the row of cells is their own */
} lg_store_parts;
#define LG_OPTIONS_STORE(what)                                                                                         \
    {"store.count", LG_INT, "1", 1, 16, NULL, "number K of " what, .at = offsetof(lg_store_parts, count)}, {           \
        "store.columns", LG_INT, "8", 1, 256, NULL, "width of a cell", .at = offsetof(lg_store_parts, columns)         \
    }
/* The columns of all parts: lg_store.columns of those. */
int lg_store_parts_columns(const void *own);
/* For stores: probabilities of actions, a softmax of a map of h for each of `groups`. */
lg_tensor *lg_store_actions(lg_build *b, lg_tensor *h, int actions, int groups);

#endif
