/* generate.h: generates tokens after prompts by greedy decoding or beam search. */
#ifndef LG_DECODE_GENERATE_H
#define LG_DECODE_GENERATE_H

#include "train/train.h"

/* Checks that answers can be decoded. Answers must have an end, there must be positions for the longest answers that
 * eval.max_tokens allows, and the networks for these answers must be possible to build. */
bool lg_trainer_can_decode(const lg_trainer *t, lg_error *err);

/* A prompt, and the tokens to generate after it. The prompt is a record with the first m tokens of a target (m may be
 * 0) and capacity for one more token. At each length, an evaluation has position samples; the first sample of the
 * prompt's `length` is used. */
typedef struct lg_generation {
    const struct lg_record *prompt;
    int64_t record;             /* index of the evaluation record whose random positions are used */
    int limit;                  /* maximum number of generated tokens */
    int32_t *answer;            /* out: [limit] */
    double *probabilities;      /* out: [limit], of each token given the tokens before it */
    int count;                  /* out: number of generated tokens, including the end token */
    bool ended;                 /* out: is the last token the end token? */
    struct lg_hypothesis *best; /* beam search: see lg_decoded_sequence (decode/decoding.h) */
    int wanted;
} lg_generation;
/* Fails if the model cannot generate tokens one by one. */
bool lg_trainer_can_generate(const lg_trainer *t, lg_error *err);
/* Checks that there are positions for a prompt and for `limit` tokens after it. */
bool lg_trainer_can_say(const lg_trainer *t, const struct lg_record *prompt, int limit, lg_error *err);
/* Number of tokens after a prompt for which there are positions, but at most `most`. 0: there are none. */
int lg_trainer_longest(const lg_trainer *t, const struct lg_record *prompt, int most);
/* Decodes many prompts at once. Each answer has the same bits as if its prompt were decoded alone. */
bool lg_trainer_generate(lg_trainer *t, lg_generation *all, size_t count, lg_error *err);
/* Decodes many prompts at once by beam search with the rules of the protocol. progress: counts the decoded prompts; may
 * be NULL. */
bool lg_trainer_search(lg_trainer *t, lg_generation *all, size_t count, lg_progress_fn progress, void *user,
                       lg_error *err);
bool lg_trainer_can_search(const lg_trainer *t, lg_error *err); /* fails if the protocol has no beam search */
int lg_trainer_beam(const lg_trainer *t);                       /* beam width */
/* Maximum number of tokens in an answer to a source of n tokens. If the protocol sets no limit, returns the length of
 * the target, or 0 if that is unknown. */
int lg_trainer_search_limit(const lg_trainer *t, int n);

#endif
