/* sequence_layout.h: the sequence that a model reads: the input of a sample, computation tokens, and one empty token
 * per output (or, in the autoregressive variant, one empty token and then the outputs themselves). Delétang et al.
 * 2023, section 4. */
#ifndef LG_NN_SEQUENCE_LAYOUT_H
#define LG_NN_SEQUENCE_LAYOUT_H

#include "data/task.h"

/* The kinds of token. Ids below `inputs` are the task's. */
typedef struct lg_input_format {
    bool autoregressive;
    int steps;       /* computation tokens per input token */
    int symbols;     /* kinds of token */
    int computation; /* id of the computation token, -1 if there is none */
    int empty;       /* id of the empty token */
} lg_input_format;

/* Sequences of T tokens for inputs of n and outputs of m tokens; output j is read at token first + j. */
typedef struct lg_sequence_layout {
    int n, m, T, first;
} lg_sequence_layout;

lg_input_format lg_input_format_of(const lg_task *task, bool autoregressive, int computation_steps);
lg_sequence_layout lg_sequence_layout_of(const lg_input_format *l, int n, int m);
/* Writes ids[0..T-1]; `output`: the m tokens that follow in the autoregressive variant, or NULL. */
void lg_sequence_write(const lg_input_format *l, const lg_sequence_layout *t, const int32_t *input,
                       const int32_t *output, int32_t *ids);

#endif
