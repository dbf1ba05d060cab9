/* theorem.h: theorems: proofs by construction, run on the engine. For the program, which shares the library with
 * others: no part of its stable interface, but exported. */
#ifndef LG_API_THEOREM_H
#define LG_API_THEOREM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* What decoders without positional encoding can compute (Kazemnejad et al. 2023, theorems 1 and 2, appendix C). The
 * proofs give weights. Here they are written into ordinary models (decoder, encoding none, causal mask), which are run
 * by the graph and the kernels of any other model, and what these compute is compared with what the theorem says. */
typedef struct lg_theorem_info {
    const char *title;     /* "absolute positions in the first layer" */
    const char *statement; /* the theorem and its proof, in lines of up to 100 columns */
    const char *source;
    int shortest; /* the least length that its claims are about */
} lg_theorem_info;
size_t lg_theorem_count(void);
lg_theorem_info lg_theorem_at(int theorem); /* 1..lg_theorem_count(); of others title is "" */

enum { LG_THEOREM_LENGTH_MAX = 1024, LG_THEOREM_WIDTH_MAX = 1024 };

typedef struct lg_theorem_options {
    int length;    /* N, tokens with <bos>, up to LG_THEOREM_LENGTH_MAX; the feed-forward networks have as many hidden
                      units. 0: 64 */
    int width;     /* of the residual stream, 5..LG_THEOREM_WIDTH_MAX; the first 4 coordinates are the proofs'. 0: 32 */
    int heads;     /* a divisor of the width, of 2 columns or more. 0: 4, or fewer in a narrow model */
    uint64_t seed; /* of the tokens and of all weights that the proofs leave open */
} lg_theorem_options;

/* One thing that the theorem says, and how near the model comes. */
typedef struct lg_theorem_claim {
    int theorem;
    const char *name;             /* "position" */
    const char *text;             /* what `found` is, and what it should be */
    const char *block;            /* "no_norm", as in the proofs, or "pre_norm" (RMS norms) */
    size_t rows, columns;         /* [1, tokens]; or by query and key */
    const double *found, *wanted; /* [rows, columns], of the model and of the theorem; wanted is NaN where nothing is
                                     claimed: keys behind their query */
    double error;                 /* the largest |found - wanted| */
    size_t row, column;           /* where that is */
    double tolerance;             /* what the error may be in this precision; 0: the same bits */
    bool judged;                  /* false: more than 64 tokens in float32. Constructions have weights of the size N^2,
                                     so that the tolerance is what rounding may come to, and nothing is refused */
    bool holds;                   /* error <= tolerance, or not judged */
    bool headline;                /* the numbers that the theorem is about */
} lg_theorem_claim;
typedef void (*lg_theorem_fn)(void *user, const lg_theorem_claim *c);
/* Builds the models of a theorem, runs them, and passes claim after claim to `each`, whether it holds or not. */
lg_status lg_theorem_check(lg_context *c, int theorem, const lg_theorem_options *options, lg_theorem_fn each,
                           void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
