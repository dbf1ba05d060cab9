/* generate.h: what a model says after prompts, by greedy decoding or by a beam search. */
#ifndef LG_DECODE_GENERATE_H
#define LG_DECODE_GENERATE_H

#include "train/train.h"

/* Can answers be decoded: do they end, are there positions for the longest ones that eval.max_tokens allows, and can
 * what says them be recorded? */
bool lg_trainer_can_decode(const lg_trainer *t, lg_error *err);

/* Greedy decoding after a prompt: a record with the m first tokens of its target, m may be 0, and capacity for one
 * more. `length` of the record is that of the evaluation whose first position sample its source has. */
typedef struct lg_generation {
    const struct lg_record *prompt;
    int64_t record;             /* index of a record of evaluation: positions that are drawn are those of it */
    int limit;                  /* tokens that are said at most */
    int32_t *said;              /* out: [limit] */
    double *probabilities;      /* out: [limit], of each token given those before it */
    int count;                  /* out: how many were said, the end token included */
    bool ended;                 /* out: that one was said */
    struct lg_hypothesis *best; /* of a beam search: see lg_lane (decode/decoding.h) */
    int wanted;
} lg_generation;
/* Can the model say tokens one after another, at all? */
bool lg_trainer_can_generate(const lg_trainer *t, lg_error *err);
/* Are there positions for a prompt and so many tokens after it? */
bool lg_trainer_can_say(const lg_trainer *t, const struct lg_record *prompt, int limit, lg_error *err);
/* For how many tokens after a prompt there are positions, up to `most`; 0: not even for one. */
int lg_trainer_longest(const lg_trainer *t, const struct lg_record *prompt, int most);
/* Many prompts at once: each gets the same bits as alone. */
bool lg_trainer_generate(lg_trainer *t, lg_generation *all, size_t count, lg_error *err);
/* The same by the beam search of the protocol. progress, of prompts, may be NULL. */
bool lg_trainer_search(lg_trainer *t, lg_generation *all, size_t count, lg_progress_fn progress, void *user,
                       lg_error *err);
bool lg_trainer_can_search(const lg_trainer *t, lg_error *err); /* has the protocol one? */
int lg_trainer_beam(const lg_trainer *t);                       /* the hypotheses that it keeps */
/* Its limit for a source of n tokens; where nothing ends a target, as many tokens as this has, or 0 if nobody knows. */
int lg_trainer_search_limit(const lg_trainer *t, int n);

#endif
