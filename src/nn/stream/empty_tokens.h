/* empty_tokens.h: sequence layouts with empty tokens (Delétang et al. 2023, section 4). The option model.decode selects
 * one:
 * - parallel (the default): the source, computation tokens, and one empty token for each target token
 * - autoregressive: the source, computation tokens, one empty token, and then the targets
 * - in_place: the source alone, each of whose tokens predicts one target token, as in BERT (Devlin et al. 2019) */
#ifndef LG_NN_EMPTY_TOKENS_H
#define LG_NN_EMPTY_TOKENS_H

#include "nn/axes/architecture.h"

/* The first options of architectures with this layout. */
typedef struct lg_empty_tokens {
    enum { LG_DECODE_PARALLEL, LG_DECODE_AUTOREGRESSIVE, LG_DECODE_IN_PLACE } decode;
    int computation_steps;
} lg_empty_tokens;
#define LG_OPTIONS_EMPTY_TOKENS                                                                                        \
    {"model.decode",                                                                                                   \
     LG_NAME,                                                                                                          \
     "parallel",                                                                                                       \
     0,                                                                                                                \
     0,                                                                                                                \
     "parallel autoregressive in_place",                                                                               \
     "parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after "   \
     "another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs "        \
     "targets as long as their sources)",                                                                              \
     .at = offsetof(lg_empty_tokens, decode)},                                                                         \
    {                                                                                                                  \
        "model.computation_steps", LG_INT, "0", 0, 16, NULL,                                                           \
            "extra computation tokens per input token, between input and output",                                      \
            .at = offsetof(lg_empty_tokens, computation_steps)                                                         \
    }

/* Does each source token predict one target? Do computation tokens follow the source? Both are false for architectures
 * without these options. */
bool lg_empty_tokens_in_place(const struct lg_model *m);
bool lg_empty_tokens_computes(const struct lg_model *m);
/* Hooks of architectures. */
bool lg_empty_tokens_autoregressive(const void *own);
lg_token_format lg_empty_tokens_format(const struct lg_model *m);
/* Sets no spans; architectures without causal attention add them. */
lg_sequence_layout lg_empty_tokens_layout(const struct lg_model *m, lg_record_size z, bool padded);
void lg_empty_tokens_lay_out(const struct lg_model *m, const lg_sequence_layout *t, const lg_record *r,
                             const lg_row *row);
int lg_empty_tokens_first_row(const struct lg_model *m, const lg_sequence_layout *t, int n);
int lg_empty_tokens_target_token(const struct lg_model *m, const lg_sequence_layout *t, int n, int j);

#endif
