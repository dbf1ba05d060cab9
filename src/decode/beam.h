/* beam.h: beam search for one sequence: which hypotheses go on, and which are final. It knows logits, and no network. A
 * hypothesis that is alive has a slot, where its network keeps what it has read. */
#ifndef LG_DECODE_BEAM_H
#define LG_DECODE_BEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/real.h"
#include "kernel/view.h"

typedef enum lg_length_norm { LG_NORM_GNMT, LG_NORM_FAIRSEQ } lg_length_norm;

typedef struct lg_beam_rules {
    int width; /* hypotheses that are kept */
    lg_length_norm norm;
    double penalty; /* alpha of GNMT, lambda of fairseq; 0: scores are logarithms of probabilities */
} lg_beam_rules;

/* What the log probability of `length` tokens, the end token included, is divided by: ((5 + length) / 6)^penalty (Wu et
 * al. 2016, section 7), or length^penalty (fairseq). */
double lg_beam_normaliser(const lg_beam_rules *r, int length);

/* A hypothesis that is final. */
typedef struct lg_hypothesis {
    int32_t *said;         /* [count], the end token included */
    double *probabilities; /* [count], of each given those before it; NULL: not wanted */
    int count;
    bool ended;             /* by the end token */
    double log_probability; /* of all its tokens */
    double score;           /* that, normalised */
} lg_hypothesis;

/* What a network that goes on with a hypothesis in slot `to` must have in it: what is in slot `from`, of which tokens
 * first .. tokens-1 differ. */
typedef struct lg_beam_move {
    int from, to, first;
} lg_beam_move;

/* A search. Its arrays are in memory of the caller. */
typedef struct lg_beam {
    lg_beam_rules rules;
    int end;                        /* the token that ends a hypothesis; -1: none does, and all have `limit` tokens */
    int limit;                      /* tokens of a hypothesis at most, the end token included */
    int tokens;                     /* of each hypothesis that is alive */
    int alive, finals;              /* how many there are */
    bool over;                      /* the search has ended */
    struct lg_beam_live *live;      /* [width], the likeliest first */
    struct lg_beam_live *next;      /* [width]: of the next step */
    struct lg_beam_final *best;     /* [width]: hypotheses that are final, the highest score first */
    struct lg_beam_node *nodes;     /* [limit, width]: the tokens of all hypotheses, as a tree */
    int32_t *held;                  /* [width]: the node that the network in a slot has read last; -1: none */
    struct lg_beam_choice *choices; /* [2 width] */
    int32_t *tops;                  /* [2 width] */
    int move_count;                 /* of the last step; none has a slot to which another one is moved as its source */
    lg_beam_move *moves;            /* [width] */
} lg_beam;

size_t lg_beam_bytes(const lg_beam_rules *r, int limit);
/* Begins a search in `memory` of lg_beam_bytes: one hypothesis without tokens is alive, in slot 0. */
void lg_beam_begin(lg_beam *b, const lg_beam_rules *r, int end, int limit, void *memory);
/* The next token. logits + slot * stride are those of the hypothesis in a slot, [classes]. Of the continuations of all
 * hypotheses the best 2 width are taken, of equal ones those of the likelier hypothesis, then the lower id. Those among
 * the first `width` of them that end are final; the first `width` of the others go on. Where a hypothesis has limit - 1
 * tokens, it ends. The search is over when `width` hypotheses are final, or none is alive. */
void lg_beam_advance(lg_beam *b, const lg_kernels *k, const real *logits, size_t stride, int classes);
/* Where the search goes on: the slot of hypothesis i, which reads this token next. */
int lg_beam_slot(const lg_beam *b, int i, int32_t *token);
/* The tokens of the hypothesis in a slot, [tokens]; of one that has none those of hypothesis 0. */
void lg_beam_path(const lg_beam *b, int slot, int32_t *out);
/* Writes final hypothesis i, the one with the i-th highest score, into arrays of `limit`. */
void lg_beam_write(const lg_beam *b, int i, lg_hypothesis *out);

#endif
