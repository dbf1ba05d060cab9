/* decoding.h: what trained models say: prompts that they go on from, translations by beam search, and what goes on
 * inside. For the program, which shares the library with others: no part of its stable interface, but exported. */
#ifndef LG_API_DECODING_H
#define LG_API_DECODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* A text that a model is to go on after, as `lengthen sample --text` shows sources: words with blanks between them, or
 * any bytes under data: text. What precedes and ends every source ("Solve: ", " [SEP] ") is added unless it is there;
 * what follows the latter is the beginning of the answer. */
typedef struct lg_prompt {
    const char *text;
    const char *where; /* it was found, for messages: "prompts.txt:3" */
    int64_t record;    /* of an evaluation, from 0 on: positions that are drawn at random are those of this record */
} lg_prompt;

/* What a model said after a prompt. */
typedef struct lg_generated {
    size_t prompt;               /* its number, from 0 on */
    const char *text;            /* as people write it, without the token that ends an answer; of a text byte by byte,
                                    bytes that need not be UTF-8 */
    bool bytes;                  /* tokens are bytes or characters, and `words` only show them */
    int tokens;                  /* that were said, the one that ends an answer included */
    const int32_t *ids;          /* [tokens] */
    const char *const *words;    /* [tokens] */
    const double *probabilities; /* [tokens], of each given all before it: softmax of the logits */
    bool ended;                  /* the model ended its answer; else the limit cut it off */
} lg_generated;
typedef bool (*lg_generated_fn)(void *user, const lg_generated *g); /* false: stops */
/* Greedy decoding after each of some prompts, passed to `each` in their order: at every step the most probable token,
 * the lowest id where several are, until the answer ends or has `limit` tokens. limit 0: 256, or as many as there are
 * positions for; where nothing ends an answer, as many as records of this size have. What is said does not depend on
 * the limit, but for its end, nor on the other prompts, nor on threads. LG_USAGE: a model that does not say its targets
 * one token after another, a prompt that is empty or too long, or a word that the data does not have; then nothing was
 * decoded. */
lg_status lg_generate(lg_run *r, const lg_prompt *prompts, size_t count, int limit, lg_generated_fn each, void *user);

/* Cross-attention while a translation was said: row t has the weights with which its token t was said. */
typedef struct lg_translation_attention {
    int blocks, heads;               /* that have it */
    int tokens, sources;             /* of the translation, and of the source as the model reads it */
    const char *const *source_words; /* [sources] */
    const double *weights;           /* [blocks, heads, tokens, sources] */
} lg_translation_attention;

/* What a beam search found for a line. */
typedef struct lg_translation {
    const char *text; /* as people write it, without the token that ends it */
    int tokens;       /* the one that ends it included */
    const int32_t *ids;
    const char *const *words;
    const double *probabilities; /* [tokens], of each given all before it */
    double log_probability;      /* of all tokens: a natural logarithm */
    double score;                /* that, normalised by eval.length_norm */
} lg_translation;
typedef struct lg_translated {
    size_t line;               /* its number, from 0 on */
    int count;                 /* translations; 0 of an empty line, and of one that is refused */
    const lg_translation *all; /* [count], the highest score first */
    int unknown_words;         /* that the data lacks, and that are read as the word that it has for such */
    bool bounded;              /* the best one had to end, by eval.length_factor and eval.length_extra */
    const char *refused;       /* why the line is not translated: there are no positions, or no such word; else NULL */
    const lg_translation_attention
        *attention; /* of the first translation; NULL: there is none, or it was not asked for */
} lg_translated;
typedef bool (*lg_translated_fn)(void *user, const lg_translated *x); /* false: stops */
/* Beam search after each of some lines, which are read as the prompts of lg_generate: the `best` hypotheses of each,
 * where there are so many, passed to `each` in the order of the lines. Lines of near sizes are decoded together, so
 * that many lines at once are faster; what is found does not depend on the others, nor on threads. The config of the
 * run has protocol: beam, with its options. attention: with that of the first translation. progress, of lines, may be
 * NULL. LG_USAGE: the protocol is another one, or a model does not say its targets one token after another, or has no
 * cross-attention, or `best` is above eval.beam. */
lg_status lg_translate(lg_run *r, const char *const *lines, size_t count, int best, bool attention,
                       lg_translated_fn each, lg_progress_fn progress, void *user);

/* Logits, loss and gradients of a batch of samples, to verify them independently: writes a safetensors file with input,
 * target, logits, loss of the tokens, of a model with experts what their losses add (expert_loss), and one gradient per
 * parameter ("grad.NAME"), of the sum of both. The network is that of training without dropout: experts have its
 * capacity. The batch and its position sample are functions of the run's seed and the length, from a random stream of
 * their own. */
lg_status lg_run_probe(lg_run *r, int length, int sequences, const char *path);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
