/* tape.h: the sequence of architectures that read the source, computation tokens, and one empty token per target token
 * (or, in the autoregressive variant, one empty token and then the targets themselves). Delétang et al. 2023,
 * section 4. */
#ifndef LG_NN_TAPE_H
#define LG_NN_TAPE_H

#include "nn/architecture.h"

/* The rows of options that these architectures share. */
#define LG_OPTIONS_TAPE                                                                                                \
    {"model.decode",                                                                                                   \
     LG_NAME,                                                                                                          \
     "parallel",                                                                                                       \
     0,                                                                                                                \
     0,                                                                                                                \
     "parallel autoregressive",                                                                                        \
     "parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal)"},                    \
    {                                                                                                                  \
        "model.computation_steps", LG_INT, "0", 0, 16, NULL,                                                           \
            "computation tokens per input token, between input and output"                                             \
    }

/* Members of lg_architecture. */
bool lg_tape_autoregressive(const lg_values *v);
lg_token_format lg_tape_format(const struct lg_model *m);
lg_sequence_layout lg_tape_layout(const struct lg_model *m, lg_record_size z, bool padded);
void lg_tape_lay_out(const struct lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row);
int lg_tape_first_row(const struct lg_model *m, const lg_sequence_layout *t, int n);
int lg_tape_target_token(const struct lg_model *m, const lg_sequence_layout *t, int n, int j);

#endif
