/* memory.h: memory over segments of a text: each block keeps the last rows of its input, as a state of the graph, and
 * attends to them in the next segment; no gradient flows into them, one of the maps of keys and values flows from them.
 * Rows are kept as they come, before any norm. Dai et al. 2019, Transformer-XL, section 3.2.
 *
 * What a segment is preceded by are the rows that there are: none at the beginning of a text, then more with each
 * segment until as many as are kept. So segments, with a memory of all that came before, are one pass over the whole.
 */
#ifndef LG_NN_MEMORY_H
#define LG_NN_MEMORY_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

/* Options of architectures that can have a memory. */
typedef struct lg_memory_options {
    int rows;
    enum { LG_MEMORY_EMPTY, LG_MEMORY_ZEROS } start;
} lg_memory_options;
/* Their rows, of a member of the architecture's struct. */
#define LG_OPTIONS_MEMORY(owner, member)                                                                               \
    {"architecture.memory",                                                                                            \
     LG_INT,                                                                                                           \
     "0",                                                                                                              \
     0,                                                                                                                \
     LG_LENGTH_MAX,                                                                                                    \
     NULL,                                                                                                             \
     "length of the segment memory: hidden states of earlier tokens that each block keeps "                            \
     "(Transformer-XL); 0: none",                                                                                      \
     .at = offsetof(owner, member.rows)},                                                                              \
    {                                                                                                                  \
        .name = "architecture.memory_start", .type = LG_NAME, .fallback = "empty", .choices = "empty zeros",           \
        .help = "memory at the start of a text: empty, or rows of zeros that take part in attention",                  \
        .in_evaluation = true, .at = offsetof(owner, member.start)                                                     \
    }

/* Does anything of a segment outlast it? */
static inline bool lg_model_remembers(const lg_model *m) {
    return m->memory > 0 || m->memorized > 0;
}

/* Do the other choices suit a memory of `rows` tokens, that option `key` asks for? Fails with what would. */
bool lg_memory_suits(const lg_model *m, const char *key, int64_t rows, lg_error *err);
/* The layout of a segment that `tokens` came before, where `kept` rows are kept; sublayers that store (k) keep as many
 * pairs of a key and a value as the model says. */
lg_sequence_layout lg_memory_layout(const lg_model *m, lg_sequence_layout segment, int kept, int64_t tokens);
/* The input of a sublayer at a site: rows of memory, then those of h [S,L,width], the last of which are remembered; or
 * these and what is beside them. h itself where the sublayer maps each token by itself, or there is nothing else. */
lg_tensor *lg_build_remember(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, lg_tensor *h);

#endif
