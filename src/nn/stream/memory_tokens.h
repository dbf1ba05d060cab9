/* memory_tokens.h: m trained vectors before the tokens of an encoder, which every sublayer works on as on tokens: what
 * the sequence has read together. They are no tokens of its timeline: no position sample, encoding or mask knows them,
 * and nothing is predicted at them. Burtsev et al. 2020. */
#ifndef LG_NN_MEMORY_TOKENS_H
#define LG_NN_MEMORY_TOKENS_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

/* Options of architectures that can have them. */
typedef struct lg_memory_token_options {
    int count;
    enum { LG_MEMORY_PLAIN, LG_MEMORY_CONTROLLER, LG_MEMORY_BOTTLENECK } form;
} lg_memory_token_options;
/* Their rows, of a member of the architecture's struct. */
#define LG_OPTIONS_MEMORY_TOKENS(owner, member)                                                                        \
    {.name = "architecture.memory_tokens",                                                                             \
     .type = LG_INT,                                                                                                   \
     .fallback = "0",                                                                                                  \
     .max = 4096,                                                                                                      \
     .help = "trained memory vectors before the tokens of an encoder, attending and attended to; "                     \
             "0: none",                                                                                                \
     .at = offsetof(owner, member.count)},                                                                             \
    {                                                                                                                  \
        .name = "architecture.memory_form", .type = LG_NAME, .fallback = "plain",                                      \
        .choices = "plain controller bottleneck",                                                                      \
        .help = "plain: memory tokens pass through the same sublayers as other tokens; controller: "                   \
                "through sublayers of their own, before the tokens attend to them; bottleneck: "                       \
                "likewise, and tokens attend to them only",                                                            \
        .at = offsetof(owner, member.form)                                                                             \
    }

/* How many the model has; 0 where its architecture has none. */
int lg_memory_tokens_count(const lg_model *m);
/* In a bottleneck tokens read them and nothing else. */
bool lg_memory_tokens_alone(const lg_model *m);

/* What is recorded of them beside the stream of the tokens. */
typedef struct lg_memory_tokens {
    lg_build build; /* with the stream below, whose parameters are those of the tokens, if the form is plain */
    lg_token_stream stream;
    lg_tensor *rows; /* [S,m,width]; NULL: there are none */
    bool first;      /* they pass through a block before the tokens do */
} lg_memory_tokens;
/* Fills in m, for the stream of tokens that is recorded now, if it has any. */
void lg_build_memory_tokens(lg_build *b, lg_memory_tokens *m);

/* o of self-attention, where its input x has the rows of the stream and then those that are beside it (lg_site). */
lg_tensor *lg_build_beside(lg_build *b, const lg_site *at, lg_tensor *x);

#endif
