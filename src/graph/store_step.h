/* store_step.h: what the ops of stacks and tapes share. Each keeps memories of all sequences in its saved array, from
 * one time step of a scan to the next.
 *
 * In training there is a memory for each step: step t finds memory t and writes memory t + 1. Its backward pass reads
 * memory t, gets the gradient of memory t + 1, which no pass reads any more, and leaves that of memory t: gradients
 * stand one further on, where memory t + 1 was, so that no other array is needed. Else two memories take turns. */
#ifndef LG_GRAPH_STORE_STEP_H
#define LG_GRAPH_STORE_STEP_H

#include "graph/ops.h"
#include "kernel/kernel.h"

/* The first members of the arguments of these ops. */
typedef struct lg_store_args {
    lg_store_size size;
    int marker;        /* of a tape */
    size_t one;        /* bytes of a memory of all sequences */
    bool of_all_steps; /* there is a memory for each step */
} lg_store_args;

enum { LG_STORE_P, LG_STORE_V, LG_STORE_IDS };

/* The shape of y, for so many actions, and `cells` that a memory has of each part. */
bool lg_store_shape(lg_graph *g, lg_tensor *y, int actions, lg_error *err);
lg_store_step lg_store_forward(const lg_frame *f, const lg_tensor *y);
lg_store_step lg_store_backward(const lg_frame *f, const lg_tensor *y);
/* The arguments of such an op: `extra` cells are further ones of a memory. */
lg_store_args lg_store_arguments(const lg_graph *g, lg_store_size size, int extra, const lg_tensor *p);

#endif
