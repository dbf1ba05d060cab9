/* beam.h: beam search for one sequence: which hypotheses continue and which are final. The search reads logits only and
 * calls no network. Each live hypothesis has a slot, in which the network keeps the state of this hypothesis. */
#ifndef LG_DECODE_BEAM_H
#define LG_DECODE_BEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/real.h"
#include "kernel/view.h"

typedef enum lg_length_norm { LG_NORM_GNMT, LG_NORM_FAIRSEQ } lg_length_norm;

typedef struct lg_beam_rules {
    int width; /* hypotheses kept */
    lg_length_norm norm;
    double penalty; /* alpha of GNMT, lambda of fairseq; 0: scores are log probabilities */
} lg_beam_rules;

/* Divisor of the log probability of `length` tokens, including the end token: ((5 + length) / 6)^penalty (Wu et al.
 * 2016, section 7), or length^penalty (fairseq). */
double lg_beam_normaliser(const lg_beam_rules *r, int length);

/* A final hypothesis. */
typedef struct lg_hypothesis {
    int32_t *answer;       /* [count], including the end token */
    double *probabilities; /* [count], each given the tokens before it; NULL: not wanted */
    int count;
    bool ended;             /* with the end token */
    double log_probability; /* of all its tokens */
    double score;           /* the log probability, normalized by length */
} lg_hypothesis;

/* A copy between slots: before the hypothesis in slot `to` continues, `to` must hold the state of slot `from`. The two
 * states differ only in tokens first .. tokens-2 of the hypotheses; the network has not read token tokens-1. */
typedef struct lg_beam_move {
    int from, to, first;
} lg_beam_move;

/* A search. The caller owns the memory of its arrays. */
typedef struct lg_beam {
    lg_beam_rules rules;
    int end;                        /* the end token; -1: none, so every hypothesis has `limit` tokens */
    int limit;                      /* maximum tokens of a hypothesis, including the end token */
    int tokens;                     /* of each live hypothesis */
    int alive, finals;              /* numbers of live and of final hypotheses */
    bool over;                      /* the search has ended */
    struct lg_beam_live *live;      /* [width], the most probable first */
    struct lg_beam_live *next;      /* [width]: of the next step */
    struct lg_beam_final *best;     /* [width]: final hypotheses, the highest score first */
    struct lg_beam_node *nodes;     /* [limit, width]: the tokens of all hypotheses, as a tree */
    int32_t *held;                  /* [width]: last node in the state of each slot; -1: none */
    struct lg_beam_choice *choices; /* [2 width] */
    int32_t *tops;                  /* [2 width] */
    int move_count;                 /* of the last step; no move reads a slot that another move writes */
    lg_beam_move *moves;            /* [width] */
} lg_beam;

size_t lg_beam_bytes(const lg_beam_rules *r, int limit);
/* Starts a search in `memory` of lg_beam_bytes bytes, with one empty live hypothesis in slot 0. */
void lg_beam_begin(lg_beam *b, const lg_beam_rules *r, int end, int limit, void *memory);
/* Adds one token. logits + slot * stride are the logits [classes] of the hypothesis in a slot. Takes the best 2 width
 * continuations of all hypotheses; ties go to the more probable hypothesis, then to the lower id. Continuations that
 * end become final if they are among the first `width`; of those that do not end, the first `width` stay live. A
 * hypothesis with limit - 1 tokens must end. The search is over when `width` hypotheses are final or none is live. */
void lg_beam_advance(lg_beam *b, const lg_kernels *k, const real *logits, size_t stride, int classes);
/* Returns the slot of live hypothesis i; *token: its last token, which the network reads next. */
int lg_beam_slot(const lg_beam *b, int i, int32_t *token);
/* Writes the tokens [tokens] of the hypothesis in a slot; for a slot without a hypothesis, the tokens of live
 * hypothesis 0. */
void lg_beam_path(const lg_beam *b, int slot, int32_t *out);
/* Writes the final hypothesis with the i-th highest score into arrays of `limit` elements. */
void lg_beam_write(const lg_beam *b, int i, lg_hypothesis *out);

#endif
