/* memory_tokens.h: memory tokens: m trained vectors beside the tokens of an encoder. They pass through every sublayer
 * as tokens do and hold information about the whole sequence. They are not in the encoder's timeline: position samples,
 * encodings and masks do not apply to them, and nothing is predicted from them. Burtsev et al. 2020. */
#ifndef LG_NN_MEMORY_TOKENS_H
#define LG_NN_MEMORY_TOKENS_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

/* Options of architectures that support memory tokens. */
typedef struct lg_memory_token_options {
    int count;
    enum { LG_MEMORY_PLAIN, LG_MEMORY_CONTROLLER, LG_MEMORY_BOTTLENECK } form;
} lg_memory_token_options;
/* Option rows for a struct with a member of this type. */
#define LG_OPTIONS_MEMORY_TOKENS(owner, member)                                                                        \
    {.name = "architecture.memory_tokens",                                                                             \
     .type = LG_INT,                                                                                                   \
     .fallback = "0",                                                                                                  \
     .max = 4096,                                                                                                      \
     .help = "number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend " \
             "to each other; 0: none",                                                                                 \
     .at = offsetof(owner, member.count)},                                                                             \
    {                                                                                                                  \
        .name = "architecture.memory_form", .type = LG_NAME, .fallback = "plain",                                      \
        .choices = "plain controller bottleneck",                                                                      \
        .help = "plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens "    \
                "first pass through separate sublayers, then the other tokens attend to memory tokens and to each "    \
                "other; bottleneck: as controller, but the other tokens attend only to memory tokens",                 \
        .at = offsetof(owner, member.form)                                                                             \
    }

/* The number of memory tokens of the model; 0: none, or its architecture does not support them. */
int lg_memory_tokens_count(const lg_model *m);
/* Do tokens read only memory tokens (a bottleneck)? */
bool lg_memory_tokens_alone(const lg_model *m);

/* The state of recording memory tokens beside a stream of tokens. */
typedef struct lg_memory_tokens {
    lg_build build; /* records `stream` below; with LG_MEMORY_PLAIN, it uses the parameters of the tokens' stream */
    lg_token_stream stream;
    lg_tensor *rows; /* [S,m,width]; NULL: there are none */
    bool first;      /* they pass through a block before the tokens do */
} lg_memory_tokens;
/* Initializes m for the stream of tokens being recorded. */
void lg_build_memory_tokens(lg_build *b, lg_memory_tokens *m);

/* The output o of self-attention whose input x has the rows of the stream, then the rows beside it (lg_site). */
lg_tensor *lg_build_beside(lg_build *b, const lg_site *at, lg_tensor *x);

#endif
