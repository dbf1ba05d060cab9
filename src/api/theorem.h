/* theorem.h: constructive proofs of theorems, run as models on the engine. Exported for the program, but not part of
 * the stable interface. */
#ifndef LG_API_THEOREM_H
#define LG_API_THEOREM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Theorems about what decoders without positional encoding can compute (Kazemnejad et al. 2023, theorems 1 and 2,
 * appendix C). The weights of the proofs are written into ordinary models (decoder, encoding none, causal mask), which
 * run on the graph and kernels of any other model. The results are compared with the theorem's claims. */
typedef struct lg_theorem_info {
    const char *title;     /* "absolute positions in the first layer" */
    const char *statement; /* the theorem and its proof, in lines of up to 100 columns */
    const char *source;
    int shortest; /* the shortest length that its claims cover */
} lg_theorem_info;
size_t lg_theorem_count(void);
lg_theorem_info lg_theorem_at(int theorem); /* 1..lg_theorem_count(); for other numbers, title is "" */

enum { LG_THEOREM_LENGTH_MAX = 1024, LG_THEOREM_WIDTH_MAX = 1024 };

typedef struct lg_theorem_options {
    int length;    /* N, tokens with <bos>, up to LG_THEOREM_LENGTH_MAX; also the hidden units of the feed-forward
                      networks. 0: 64 */
    int width;     /* of the residual stream, 5..LG_THEOREM_WIDTH_MAX; the proofs use the first 4 coordinates. 0: 32 */
    int heads;     /* a divisor of the width, with at least 2 columns per head. 0: 4, or fewer in a narrow model */
    uint64_t seed; /* of the tokens and of all weights that the proofs leave open */
} lg_theorem_options;

/* One claim of a theorem, and the error of the model. */
typedef struct lg_theorem_claim {
    int theorem;
    const char *name;             /* "position" */
    const char *text;             /* what `found` is, and what it should be */
    const char *block;            /* "no_norm", as in the proofs, or "pre_norm" (RMS norms) */
    size_t rows, columns;         /* 1 and the number of tokens; or the numbers of queries and of keys */
    const double *found, *wanted; /* [rows, columns], numbers of the model and of the theorem; wanted is NaN where
                                     nothing is claimed: keys after their query */
    double error;                 /* the largest |found - wanted| */
    size_t row, column;           /* index of the largest error */
    double tolerance;             /* largest accepted error in this precision; 0: bit-equal */
    bool decided;                 /* false: more than 64 tokens in float32. Rounding errors are then too large to reject
                                     a claim */
    bool holds;                   /* error <= tolerance, or not decided */
    bool headline;                /* the main quantity of the theorem */
} lg_theorem_claim;
typedef void (*lg_theorem_fn)(void *user, const lg_theorem_claim *c);
/* Builds the models of a theorem, runs them, and passes each claim to `each`, whether it holds or not. */
lg_status lg_theorem_check(lg_context *c, int theorem, const lg_theorem_options *options, lg_theorem_fn each,
                           void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
