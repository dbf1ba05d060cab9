/* encoding.h: positional ENCODINGS: how position ids are used. The hooks are the letters of the master equation in
 * parts.h; each may be NULL, and `none` has none of them. No encoding reads token indices: only the position ids of the
 * sampler. */
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
    bool (*reads_positions)(const void *own); /* of one that reads distances: positions, with these options? NULL: no */
    bool per_block;         /* with a random sampler, each block has a position sample of its own (else: the pass) */
    bool integer_table;     /* where sequences have distances of their own, it has a table of those that are integers */
    bool released_table;    /* that of the program of randomized positions: see samplers */
    bool shift_invariant;   /* adding one number to all positions changes nothing */
    bool integer_positions; /* positions must be integers */
    bool extra_left;        /* of two sides, the left one is sampled with one value that is never used */
    bool causal;            /* queries must see no later keys */
    bool plain_queries;     /* nothing may be multiplied with queries before: it adds vectors, or counts by them */
    bool crosses;           /* it places the tokens of two timelines: it rotates, or is a bias of lg_build_distances */
    const char *trained;    /* how many numbers, of what; NULL: none */
    const char *work;       /* in each block, beyond attention without positions; NULL: none */
    /* Columns of the sinusoid that it reads (head_table), of heads of that width: an even number, or it cannot be.
     * NULL, or 0: it reads none, or that of the width of the model. */
    int (*sinusoid_width)(const void *own, int head_width);
    double (*base)(const void *own);                   /* of the sinusoid; NULL: 10000, if it reads one at all */
    bool (*tune)(const void *own, lg_sinusoid *table); /* changes its frequencies; NULL: they stay */
    /* The table of sequences of T tokens, where frequencies depend on their number, into `frequency` [pairs]; false:
     * it is that of the model. NULL: it always is. */
    bool (*tune_length)(const void *own, const lg_sinusoid *trained, int T, double *frequency, lg_sinusoid *out);
    int (*first)(const void *own); /* position of the first token; NULL: 0 */
    /* Up to how many tokens is it independent of their number, as same_up_to of samplers? NULL: any number. */
    int (*same_up_to)(const void *own);
    int (*limit)(const void *own); /* positions must be below this, which the option sets; NULL: any will do */
    const char *limit_option;
    const char *limit_advice;            /* what helps, where it is not the value of that option; NULL */
    int (*limit_value)(const void *own); /* of that option, where there is such advice; else NULL */
    /* Facts about its options; NULL: no. */
    bool (*clips)(const void *own);          /* of one that crosses: does it clip distances? */
    bool (*split_heads)(const void *own);    /* do heads see keys on one side each? */
    bool (*trained_slopes)(const void *own); /* does it train slopes? */
    int (*local_heads)(const void *own);     /* heads that see near keys alone, as the option says; NULL */
    /* The word for how the first token is apart from others; NULL, or no hook: it is not. */
    const char *(*first_token)(const void *own);
    bool (*suits)(const void *own, lg_error *err);    /* can it be, with these options? NULL: yes */
    lg_formula_source (*formula_of)(const void *own); /* of its bias, text NULL: there is none; NULL: none ever */
    /* The letters. `own` need not outlive the call: fill functions find the options in the model. */
    lg_tensor *(*embed)(const void *own, lg_build *b); /* A, [T,width] */
    /* T; in cross-attention queries and keys have streams of their own, and q or k is NULL. */
    void (*rotate)(const void *own, lg_build *b, int block, lg_tensor **q, lg_tensor **k);
    /* Logarithms of gates [S,rows,H] of the rows that keys are made of, which logit_term finds in `gates`. */
    lg_tensor *(*gate)(const void *own, lg_build *b, int block, lg_tensor *rows);
    void (*logit_term)(const void *own, lg_build *b, int block, lg_attend *a); /* X: sets u, w, r, extra or pair_keys */
    void (*value_term)(const void *own, lg_build *b, int block, lg_attend *a); /* Y: pair_values, with their classes */
    void (*bias)(const void *own, lg_build *b, int block, lg_attend *a);       /* B: sets bias, and slope or not */
};

extern const lg_encoding *const lg_encodings[]; /* ends with NULL */

/* The row that encodings with a sinusoid share. */
#define LG_OPTION_ENCODING_BASE(owner)                                                                                 \
    {                                                                                                                  \
        "encoding.base", LG_REAL, "10000", 1, 1e9, NULL,                                                               \
            "base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens",                      \
            .at = offsetof(owner, base)                                                                                \
    }

#endif
