/* decoding.h: text generation with trained models: greedy continuation of prompts and beam-search translation, and the
 * numbers inside a forward and backward pass. Exported for the program, but not part of the stable interface. */
#ifndef LG_API_DECODING_H
#define LG_API_DECODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Makes r the first model of an ensemble: lg_run_eval, lg_generate and lg_translate of r then use the mean of the
 * probabilities of r and the others, with the options of r. The others must outlive r. These functions fail with
 * LG_USAGE if the runs differ in the data, its tokens or the architecture. count 0: they use r alone again. */
lg_status lg_run_join(lg_run *r, lg_run *const *others, size_t count);

/* A prompt, written as `lengthen sample --text` shows sources: words separated by blanks, or any bytes under data:
 * text. The prefix and separator of sources ("Solve: ", " [SEP] ") are added if missing; text after the separator is
 * the beginning of the answer. */
typedef struct lg_prompt {
    const char *text;
    const char *where; /* origin, for messages: "prompts.txt:3" */
    int64_t record;    /* index of an evaluation record, from 0; the prompt gets the random positions of that record */
} lg_prompt;

/* The text that a model generated after a prompt. */
typedef struct lg_generated {
    size_t prompt;               /* its index, from 0 */
    const char *text;            /* as text, without the end token; byte-level text need not be UTF-8 */
    bool bytes;                  /* tokens are bytes or characters, which `words` makes printable */
    int tokens;                  /* generated tokens, including the end token */
    const int32_t *ids;          /* [tokens] */
    const char *const *words;    /* [tokens] */
    const double *probabilities; /* [tokens], each given all before it: softmax of the logits */
    bool ended;                  /* the model ended its answer; otherwise the limit truncated it */
} lg_generated;
typedef bool (*lg_generated_fn)(void *user, const lg_generated *g); /* false: stops */
/* Continues each prompt greedily: every step appends the most probable token (ties: the lowest id), until the answer
 * ends or has `limit` tokens. Passes the results to `each` in the order of the prompts. limit 0: if the data has no
 * end token, the limit is the number of target tokens in records whose source has as many tokens as the prompt; if this
 * number is unknown, or the data has an end token, the limit is 256. Both limits are reduced to the number of tokens
 * for which the model has positions after the prompt. The limit only truncates the result. The result of a prompt does
 * not depend on other prompts or on threads. LG_USAGE, with nothing decoded: the model is not autoregressive, a prompt
 * is empty or too long, or the data lacks one of its words. */
lg_status lg_generate(lg_run *r, const lg_prompt *prompts, size_t count, int limit, lg_generated_fn each, void *user);

/* Cross-attention during a translation: row t has the weights that produced token t. */
typedef struct lg_translation_attention {
    int blocks, heads;               /* blocks with cross-attention; heads */
    int tokens, sources;             /* of the translation; of the source as the model reads it */
    const char *const *source_words; /* [sources] */
    const double *weights;           /* [blocks, heads, tokens, sources] */
} lg_translation_attention;

/* A translation that beam search found for a line. */
typedef struct lg_translation {
    const char *text; /* as text, without the end token */
    int tokens;       /* including the end token */
    const int32_t *ids;
    const char *const *words;
    const double *probabilities; /* [tokens], each given all before it */
    double log_probability;      /* of all tokens: a natural logarithm */
    double score;                /* log_probability normalized by eval.length_norm */
} lg_translation;
typedef struct lg_translated {
    size_t line;               /* its index, from 0 */
    int count;                 /* number of translations; 0 for an empty or refused line */
    const lg_translation *all; /* [count], highest score first */
    int unknown_words;         /* words not in the vocabulary, read as the unknown word */
    bool bounded;              /* the length limit (eval.length_factor, eval.length_extra) ended the best translation */
    const char *refused; /* why the line was not translated: not enough positions, or an unknown word; otherwise NULL */
    const lg_translation_attention
        *attention; /* of the first translation; NULL: there is none, or it was not requested */
} lg_translated;
typedef bool (*lg_translated_fn)(void *user, const lg_translated *x); /* false: stops */
/* Translates lines by beam search. A line is read like a prompt of lg_generate. `each` receives up to `best` hypotheses
 * of every line, in line order. Lines of similar length are decoded together, so one call with many lines is faster
 * than many calls. The result of a line does not depend on other lines or on threads. The run's config must have
 * protocol: beam. attention: also pass the attention weights of the first translation. progress counts lines and may be
 * NULL. LG_USAGE: the protocol is not beam; the model is not autoregressive; `best` exceeds eval.beam; or attention is
 * requested, but the model has no cross-attention. */
lg_status lg_translate(lg_run *r, const char *const *lines, size_t count, int best, bool attention,
                       lg_translated_fn each, lg_progress_fn progress, void *user);

/* Writes logits, loss and gradients of a batch to a safetensors file, for independent verification. Arrays: input;
 * target; logits; loss, of the tokens; expert_loss, the auxiliary loss of experts, if there are any; grad.NAME for each
 * parameter, the gradient of the sum of both losses. The network is the training network without dropout; experts have
 * their training capacity. The batch and its position sample are functions of the run's seed and the length, with their
 * own random stream. */
lg_status lg_run_probe(lg_run *r, int length, int sequences, const char *path);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
