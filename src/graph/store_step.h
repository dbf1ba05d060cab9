/* store_step.h: shared code of the ops of stacks and tapes. Each keeps the memories of all sequences in its saved array
 * across the time steps of a scan.
 *
 * In training there is a memory for each step: step t reads memory t and writes memory t + 1. The backward pass of step
 * t reads memory t and the gradient of memory t + 1, and writes the gradient of memory t. That gradient overwrites
 * memory t + 1, which no later pass reads, so gradients need no array of their own. Without training, two memories
 * alternate. */
#ifndef LG_GRAPH_STORE_STEP_H
#define LG_GRAPH_STORE_STEP_H

#include "graph/ops.h"
#include "kernel/kernel.h"

/* Arguments of a stack or tape op. */
typedef struct lg_store_args {
    lg_store_size size;
    int marker;        /* tapes only */
    size_t one;        /* bytes of one memory, which holds all sequences */
    bool of_all_steps; /* there is a memory for each step */
} lg_store_args;

enum { LG_STORE_P, LG_STORE_V, LG_STORE_IDS };

/* Checks the inputs for `actions` actions per part, and sets the shape of y and the size of its memories. */
bool lg_store_shape(lg_graph *g, lg_tensor *y, int actions, lg_error *err);
lg_store_step lg_store_forward(const lg_frame *f, const lg_tensor *y);
lg_store_step lg_store_backward(const lg_frame *f, const lg_tensor *y);
/* The arguments of an op whose memories each have `extra` cells beyond size.cells. */
lg_store_args lg_store_arguments(const lg_graph *g, lg_store_size size, int extra, const lg_tensor *p);

#endif
