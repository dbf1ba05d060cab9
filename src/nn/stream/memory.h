/* memory.h: memory across segments of a text: each block keeps the last rows of its input as a state of the graph and
 * attends to them in the next segment. Gradients do not flow into these rows, but do flow into the key and value maps
 * applied to them. Rows are kept before any norm. Dai et al. 2019, Transformer-XL, section 3.2.
 *
 * A segment is preceded by the rows that exist: none at the start of a text, then more with each segment, up to the
 * number kept. Segments with a memory of everything before them are therefore equivalent to one pass over the whole
 * text. */
#ifndef LG_NN_MEMORY_H
#define LG_NN_MEMORY_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

/* Options of architectures that support memory. */
typedef struct lg_memory_options {
    int rows;
    enum { LG_MEMORY_EMPTY, LG_MEMORY_ZEROS } start;
} lg_memory_options;
/* Option rows for a struct with a member of this type. */
#define LG_OPTIONS_MEMORY(owner, member)                                                                               \
    {"architecture.memory",                                                                                            \
     LG_INT,                                                                                                           \
     "0",                                                                                                              \
     0,                                                                                                                \
     LG_LENGTH_MAX,                                                                                                    \
     NULL,                                                                                                             \
     "segment memory: number of earlier tokens whose hidden states each block keeps "                                  \
     "(Transformer-XL); 0: none",                                                                                      \
     .at = offsetof(owner, member.rows)},                                                                              \
    {                                                                                                                  \
        .name = "architecture.memory_start", .type = LG_NAME, .fallback = "empty", .choices = "empty zeros",           \
        .help = "memory at the start of a text: empty, or rows of zeros that take part in attention",                  \
        .in_evaluation = true, .at = offsetof(owner, member.start)                                                     \
    }

/* Does a segment leave state for later ones? */
static inline bool lg_model_remembers(const lg_model *m) {
    return m->memory > 0 || m->memorized > 0;
}

/* Do the model's other choices support a memory of `rows` tokens, set by option `key`? If not, err suggests a
 * remedy. */
bool lg_memory_suits(const lg_model *m, const char *key, int64_t rows, lg_error *err);
/* The layout of a segment after `tokens` earlier tokens, with `kept` rows kept. Sublayers "k" keep the model's number
 * of key-value pairs. */
lg_sequence_layout lg_memory_layout(const lg_model *m, lg_sequence_layout segment, int kept, int64_t tokens);
/* The input of a sublayer that mixes tokens: memory rows, then the rows h [S,L,width], the last of which are kept for
 * the next segment; or h, then the rows beside it (lg_site). Returns h if the sublayer does not mix tokens, or if there
 * are no other rows. */
lg_tensor *lg_build_remember(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, lg_tensor *h);

#endif
