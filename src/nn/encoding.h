/* encoding.h: positional ENCODINGS: how the numbers of a source are used. The hooks are the letters of the master
 * equation in model.h; each may be NULL, and `none` has none of them. No encoding looks at token indices: only at what
 * the source hands over. */
#ifndef LG_NN_ENCODING_H
#define LG_NN_ENCODING_H

#include "base/registry.h"
#include "nn/build.h"

typedef enum lg_position_input {
    LG_POSITION_INPUT_NONE,
    LG_POSITION_INPUT_IDS,
    LG_POSITION_INPUT_DISTANCES
} lg_position_input;

typedef struct lg_encoding {
    LG_ENTRY;
    lg_position_input reads;
    bool per_block;                   /* with a random source, every block draws anew (else one draw for the pass) */
    bool shift_invariant;             /* adding one number to all positions changes nothing */
    bool spare;                       /* the left side of a two-sided draw has one value that is never used */
    bool even_heads;                  /* needs an even width of heads */
    int (*rows)(const lg_values *v);  /* positions must be whole and below this; NULL: any real number will do */
    lg_tensor *(*embed)(lg_build *b); /* A, [T,width] */
    void (*rotate)(lg_build *b, int block, lg_tensor **q, lg_tensor **k); /* T */
    void (*score)(lg_build *b, int block, lg_attend *a);                  /* X: sets u, w, r or extra */
    void (*bias)(lg_build *b, int block, lg_attend *a);                   /* B: sets bias, and slope or not */
} lg_encoding;

extern const lg_encoding *const lg_encodings[]; /* ends with NULL */
const lg_encoding *lg_encoding_find(const char *name);

/* The row that encodings with a sinusoid share. */
#define LG_OPTION_ENCODING_BASE                                                                                        \
    { "encoding.base", LG_REAL, "10000", 1, 1e9, NULL, "the slowest wave is about this many times 2 pi tokens long" }

#endif
