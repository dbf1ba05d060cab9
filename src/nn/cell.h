/* cell.h: cells of recurrent networks: how a token and the states before it become the states after it. */
#ifndef LG_NN_CELL_H
#define LG_NN_CELL_H

#include "base/registry.h"
#include "nn/build.h"

typedef struct lg_cell {
    LG_ENTRY;
    int states; /* each has K columns, K the hidden width; the first is the output */
    /* What the tokens ids [S,T] give, without a state: [S,T,N]; for all at once, outside of the scan. */
    lg_tensor *(*map)(lg_build *b, lg_tensor *ids, int K);
    /* One time step, recorded on s->step, which is b->g: from s->x [S,1,N] and s->before to s->after. */
    void (*step)(lg_build *b, lg_scan *s);
} lg_cell;

extern const lg_cell *const lg_cells[]; /* ends with NULL */
const lg_cell *lg_cell_find(const char *name);

/* For cells: onehot(ids) W + bias, a weight W [symbols,N] of deviation 1/sqrt(fan_in): [S,T,N]. */
lg_tensor *lg_cell_map_tokens(lg_build *b, lg_tensor *ids, int N, int fan_in);
/* For cells: h W, a weight W [columns(h),N] of deviation 1/sqrt(fan_in), without bias. */
lg_tensor *lg_cell_map_state(lg_build *b, lg_tensor *h, int N, int fan_in);

#endif
