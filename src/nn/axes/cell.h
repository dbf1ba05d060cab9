/* cell.h: recurrent cells. A cell computes the next states from a token and the previous states. */
#ifndef LG_NN_CELL_H
#define LG_NN_CELL_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_cell {
    LG_ENTRY;
    int states; /* number of states, vectors of K columns (the hidden width). The first state is the output */
    int gates;  /* the input map has gates * K columns */
    bool joint; /* one linear map reads input and state; its initial values use the fan-in of the whole map */
    /* Records one time step in s->step (equal to b->g): computes s->after from s->before and x [S,1,gates*K]. x is the
     * linear map of the input, with its bias. fan_in: as in lg_cell_map. */
    void (*step)(lg_build *b, lg_scan *s, lg_tensor *x, int fan_in);
};

extern const lg_cell *const lg_cells[]; /* ends with NULL */

/* onehot(ids) W + bias for all tokens at once, [S,T,N]. The weight W [symbols,N] has standard deviation
 * 1/sqrt(fan_in). */
lg_tensor *lg_cell_map_tokens(lg_build *b, lg_tensor *ids, int N, int fan_in);
/* x W without bias. The weight is parameter NAME [columns(x),N]; its standard deviation is 1/sqrt(fan_in). */
lg_tensor *lg_cell_map(lg_build *b, const char *name, lg_tensor *x, int N, int fan_in);

#endif
