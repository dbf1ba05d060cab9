/* beam.h: beam search for one sequence: decides which hypotheses continue and which are final. The search reads only
 * logits; the caller runs the network. Each live hypothesis has a slot. The network stores the state of the hypothesis
 * there. */
#ifndef LG_DECODE_BEAM_H
#define LG_DECODE_BEAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/real.h"
#include "kernel/view.h"

typedef enum lg_length_norm { LG_NORM_GNMT, LG_NORM_FAIRSEQ } lg_length_norm;

typedef struct lg_beam_rules {
    int width; /* maximum number of live hypotheses */
    lg_length_norm norm;
    double penalty; /* alpha of GNMT or lambda of fairseq; 0: scores are log-probabilities */
} lg_beam_rules;

/* Divisor of the log-probability of `length` tokens, including the end token. It is ((5 + length) / 6)^penalty (Wu et
 * al. 2016, section 7) or length^penalty (fairseq). */
double lg_beam_normaliser(const lg_beam_rules *r, int length);

/* A final hypothesis. */
typedef struct lg_hypothesis {
    int32_t *answer;       /* [count], including the end token */
    double *probabilities; /* [count]: of each token given the tokens before it; NULL: not requested */
    int count;
    bool ended;             /* the last token is the end token */
    double log_probability; /* sum of the log-probabilities of its tokens */
    double score;           /* log_probability, normalized by length */
} lg_hypothesis;

/* A copy between slots. The state of slot `from` must be copied to slot `to` before the hypothesis in `to` continues.
 * The two states differ only in tokens first .. tokens-2 of the hypotheses. The network has not read token tokens-1
 * yet. */
typedef struct lg_beam_move {
    int from, to, first;
} lg_beam_move;

/* A search. Its arrays are in memory of the caller. */
typedef struct lg_beam {
    lg_beam_rules rules;
    int end;                        /* the end token; -1: there is none, so every hypothesis has `limit` tokens */
    int limit;                      /* maximum number of tokens in a hypothesis, including the end token */
    int tokens;                     /* number of tokens in each live hypothesis */
    int alive, finals;              /* number of live and of final hypotheses */
    bool over;                      /* the search has ended */
    struct lg_beam_live *live;      /* [width]: live hypotheses, the most probable first */
    struct lg_beam_live *next;      /* [width]: live hypotheses of the next step */
    struct lg_beam_final *best;     /* [width]: final hypotheses, the highest score first */
    struct lg_beam_node *nodes;     /* [limit, width]: the tokens of all hypotheses, as a tree */
    int32_t *held;                  /* [width]: last node whose token is in the state of each slot; -1: none */
    struct lg_beam_choice *choices; /* [2 width]: continuations */
    int32_t *tops;                  /* [2 width]: ids */
    int move_count;                 /* number of copies of the last step; no copy reads a slot that another writes */
    lg_beam_move *moves;            /* [width] */
} lg_beam;

size_t lg_beam_bytes(const lg_beam_rules *r, int limit);
/* Starts a search in `memory`, which has lg_beam_bytes bytes. The search has one live hypothesis, which is empty, in
 * slot 0. */
void lg_beam_begin(lg_beam *b, const lg_beam_rules *r, int end, int limit, void *memory);
/* Adds one token to all live hypotheses. logits + slot * stride: the logits [classes] of the hypothesis in a slot.
 * Takes the best 2 width continuations of all hypotheses. Among equal continuations, that of the more probable
 * hypothesis comes first, then that with the lower token id. Continuations that end become final if they are among the
 * first `width`. Among those that do not end, the first `width` become live. A hypothesis with limit - 1 tokens must
 * end. The search is over when `width` hypotheses are final or none is live. */
void lg_beam_advance(lg_beam *b, const lg_kernels *k, const real *logits, size_t stride, int classes);
/* Returns the slot of live hypothesis i. *token: the last token of the hypothesis, which the network reads next. */
int lg_beam_slot(const lg_beam *b, int i, int32_t *token);
/* Writes the tokens [tokens] of the hypothesis in a slot. If the slot has no hypothesis, writes those of live
 * hypothesis 0. */
void lg_beam_path(const lg_beam *b, int slot, int32_t *out);
/* Writes the final hypothesis with the i-th highest score into arrays of `limit` elements. */
void lg_beam_write(const lg_beam *b, int i, lg_hypothesis *out);

#endif
