/* cell.h: cells of recurrent networks: how a token and the states before it become the states after it. */
#ifndef LG_NN_CELL_H
#define LG_NN_CELL_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_cell {
    LG_ENTRY;
    int states; /* each has K columns, K the hidden width; the first is the output */
    int gates;  /* maps of the input have so many times K columns */
    bool joint; /* one map of the input and the state: initial values have the fan-in of both */
    /* One time step, recorded on s->step, which is b->g: from x [S,1,gates*K], the map of the input with its bias, and
     * s->before to s->after. fan_in: of the map. */
    void (*step)(lg_build *b, lg_scan *s, lg_tensor *x, int fan_in);
};

extern const lg_cell *const lg_cells[]; /* ends with NULL */

/* onehot(ids) W + bias, for all tokens at once, a weight W [symbols,N] of deviation 1/sqrt(fan_in): [S,T,N]. */
lg_tensor *lg_cell_map_tokens(lg_build *b, lg_tensor *ids, int N, int fan_in);
/* x W, a weight NAME [columns(x),N] of deviation 1/sqrt(fan_in), without bias. */
lg_tensor *lg_cell_map(lg_build *b, const char *name, lg_tensor *x, int N, int fan_in);

#endif
