/* encoding.h: positional encodings, which determine how position ids are used. The hooks compute the terms of the
 * master equation in parts.h. Each hook may be NULL; the encoding `none` has no hooks. Encodings read position ids from
 * the sampler, never token indices. */
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
    bool (*reads_positions)(const void *own); /* only for encodings that read distances: do they also read positions?
                                               * NULL: no */
    bool per_block;                           /* with a random sampler, each block draws its own position sample */
    bool integer_table;     /* looks up per-sequence distances in a table, so these must be integers */
    bool released_table;    /* can use the distance table of the official code of randomized positions */
    bool shift_invariant;   /* adding a constant to all positions does not change the model's output */
    bool integer_positions; /* positions must be integers */
    bool extra_left;        /* if left and right distances are drawn separately, there is one more left distance than
                             * right distances */
    bool causal;            /* requires a causal mask */
    bool plain_queries;     /* queries must be unscaled: the encoding adds vectors to them, or computes gates from them
                             * */
    bool crosses;           /* works in cross-attention: rotates q and k, or adds a bias of lg_build_distances */
    const char *trained;    /* number and kind of trained parameters; NULL: none */
    const char *work;       /* extra work in each block, beyond attention without positions; NULL: none */
    /* Number of columns of the sinusoid table that the encoding reads (lg_positional.head_table), for heads of width
     * head_width; must be even. NULL or 0: it reads no table, or the table of the model's width. */
    int (*sinusoid_width)(const void *own, int head_width);
    double (*base)(const void *own);                   /* base of the sinusoid; NULL: 10000, if the encoding reads a
                                                        * sinusoid */
    bool (*tune)(const void *own, lg_sinusoid *table); /* changes frequencies of `table`; NULL: keeps them */
    /* If frequencies depend on T, writes to *out the sinusoid table for sequences of T tokens. `frequency` [pairs] is
     * the buffer of that table. Returns false if the model's table applies to T. NULL: the model's table always
     * applies. */
    bool (*tune_length)(const void *own, const lg_sinusoid *trained, int T, double *frequency, lg_sinusoid *out);
    int (*first)(const void *own); /* position of the first token; NULL: 0 */
    /* Up to this number of tokens, the encoding does not depend on the sequence length (like same_up_to of
     * lg_position_sampler). NULL: the encoding never depends on the length. */
    int (*same_up_to)(const void *own);
    int (*limit)(const void *own); /* positions must be below this limit, the value of limit_option; NULL: no limit */
    const char *limit_option;
    const char *limit_advice;            /* remedy that an error message suggests; NULL: a larger limit_option */
    int (*limit_value)(const void *own); /* value of limit_option; NULL without limit_advice */
    /* Properties that depend on the options; NULL: no. */
    bool (*clips)(const void *own);          /* if `crosses`: does it clip distances? */
    bool (*split_heads)(const void *own);    /* does each head see keys on one side only? */
    bool (*trained_slopes)(const void *own); /* are its slopes trained? */
    int (*local_heads)(const void *own);     /* number of heads that see only near keys; NULL: none */
    /* Value of the option encoding.first_token, such as "free". If the hook or its result is NULL, the first token is
     * treated like all other tokens. */
    const char *(*first_token)(const void *own);
    bool (*suits)(const void *own, lg_error *err);    /* are these options consistent? NULL: yes */
    lg_formula_source (*formula_of)(const void *own); /* formula of the bias; if the hook or the formula's text is NULL,
                                                       * there is none */
    /* Terms of the master equation. `own` need not outlive the call: fill functions find the options in the model. */
    lg_tensor *(*embed)(const void *own, lg_build *b); /* A, [lg_stream_tokens,width] */
    /* Term T. The queries and the keys of cross-attention are in separate streams: one call rotates q, with k NULL, and
     * another call rotates k, with q NULL. */
    void (*rotate)(const void *own, lg_build *b, int block, lg_tensor **q, lg_tensor **k);
    /* Returns logarithms of gates [S,rows,H] for the rows that keys are computed from. logit_term reads them from
     * a->gates. */
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
