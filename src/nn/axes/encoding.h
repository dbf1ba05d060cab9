/* encoding.h: positional encodings: how position ids are used. The hooks are the letters of the master equation in
 * parts.h; each may be NULL, and the encoding `none` has none of them. Encodings read the sampler's position ids, never
 * token indices. */
#ifndef LG_NN_ENCODING_H
#define LG_NN_ENCODING_H

#include "formula/formula.h"
#include "nn/axes/chosen.h"
#include "nn/pieces/sinusoid.h"
#include "nn/record/build.h"

typedef enum lg_position_input {
    LG_POSITION_INPUT_NONE,
    LG_POSITION_INPUT_IDS,
    LG_POSITION_INPUT_DISTANCES
} lg_position_input;

struct lg_encoding {
    LG_ENTRY;
    lg_position_input reads;
    bool (*reads_positions)(const void *own); /* for one that reads distances: also positions? NULL: no */
    bool per_block;         /* with a random sampler, each block has its own position sample, not one for the pass */
    bool integer_table;     /* if sequences have distances of their own, it needs a table of integer distances */
    bool released_table;    /* the table of the official code of randomized positions; see lg_position_sampler */
    bool shift_invariant;   /* adding a constant to all positions changes nothing */
    bool integer_positions; /* positions must be integers */
    bool extra_left;        /* with separate sides, the left one needs one more distance, which is never used */
    bool causal;            /* works only if no query sees a later key */
    bool plain_queries;     /* queries must be unscaled: it adds vectors to them, or computes gates from them */
    bool crosses;           /* works in cross-attention: it rotates, or is a bias of lg_build_distances */
    const char *trained;    /* number and kind of trained parameters; NULL: none */
    const char *work;       /* extra work in each block, beyond attention without positions; NULL: none */
    /* Columns of the sinusoid that it reads (head_table) for heads of this width; must be even. NULL or 0: it reads
     * none, or the one of the model's width. */
    int (*sinusoid_width)(const void *own, int head_width);
    double (*base)(const void *own);                   /* base of the sinusoid; NULL: 10000, if it reads one */
    bool (*tune)(const void *own, lg_sinusoid *table); /* modifies its frequencies; NULL: unchanged */
    /* The table for sequences of T tokens if frequencies depend on T, with `frequency` [pairs] as its memory; false:
     * the model's table applies. NULL: it always does. */
    bool (*tune_length)(const void *own, const lg_sinusoid *trained, int T, double *frequency, lg_sinusoid *out);
    int (*first)(const void *own); /* position of the first token; NULL: 0 */
    /* Largest number of tokens up to which the encoding does not depend on that number, as same_up_to of samplers.
     * NULL: any number. */
    int (*same_up_to)(const void *own);
    int (*limit)(const void *own); /* positions must be below this limit, set by limit_option; NULL: no limit */
    const char *limit_option;
    const char *limit_advice;            /* the remedy, if it is not a larger value of that option; else NULL */
    int (*limit_value)(const void *own); /* the value of that option if there is limit_advice; else NULL */
    /* Properties of its options; NULL: no. */
    bool (*clips)(const void *own);          /* for one that crosses: does it clip distances? */
    bool (*split_heads)(const void *own);    /* does each head see keys on one side only? */
    bool (*trained_slopes)(const void *own); /* are its slopes trained? */
    int (*local_heads)(const void *own);     /* number of heads that see near keys only; NULL */
    /* How the first token differs from others, as a word; NULL, or no hook: it does not. */
    const char *(*first_token)(const void *own);
    bool (*suits)(const void *own, lg_error *err);    /* are these options consistent? NULL: yes */
    lg_formula_source (*formula_of)(const void *own); /* of its bias; text NULL: none with these options; NULL: never */
    /* Terms of the master equation. `own` need not outlive the call: fill functions find the options in the model. */
    lg_tensor *(*embed)(const void *own, lg_build *b); /* A, [lg_stream_tokens,width] */
    /* T; in cross-attention, queries and keys have separate streams, and q or k is NULL. */
    void (*rotate)(const void *own, lg_build *b, int block, lg_tensor **q, lg_tensor **k);
    /* Logarithms of gates [S,rows,H] for the rows that keys are computed from; logit_term finds them in `gates`. */
    lg_tensor *(*gate)(const void *own, lg_build *b, int block, lg_tensor *rows);
    void (*logit_term)(const void *own, lg_build *b, int block, lg_attend *a); /* X: sets u, w, r, extra or pair_keys */
    void (*value_term)(const void *own, lg_build *b, int block, lg_attend *a); /* Y: sets pair_values and classes */
    void (*bias)(const void *own, lg_build *b, int block, lg_attend *a);       /* B: sets bias, and optionally slope */
};

extern const lg_encoding *const lg_encodings[]; /* ends with NULL */

/* The option of encodings with a sinusoid. */
#define LG_OPTION_ENCODING_BASE(owner)                                                                                 \
    {                                                                                                                  \
        "encoding.base", LG_REAL, "10000", 1, 1e9, NULL,                                                               \
            "base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens",         \
            .at = offsetof(owner, base)                                                                                \
    }

#endif
