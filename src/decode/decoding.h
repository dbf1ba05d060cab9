/* decoding.h: decoding of target tokens one by one with cached keys and values (KV cache).
 *
 * The prompt is read in one pass. For each token after the prompt, one pass reads one token of every sequence. If the
 * mask limits how far back tokens attend, caches keep only the tokens within this distance (lg_cache_layout), and long
 * prompts are read in pieces.
 *
 * Sequences are decoded in groups, so that a step reads the weights once for the whole group. Each worker decodes one
 * group at a time. Each sequence of a group has a place. When some sequences have ended, the live sequences move to the
 * first places, and a network with fewer rows continues.
 *
 * A beam search keeps several hypotheses per sequence. Hypothesis k of the sequence in place i is row i * width + k of
 * the worker. If several hypotheses continue the same hypothesis, its state is copied to their rows. */
#ifndef LG_DECODE_DECODING_H
#define LG_DECODE_DECODING_H

#include "decode/beam.h"
#include "decode/uncached.h"
#include "train/engine.h"
#include "train/ensemble.h"

typedef struct lg_decoded_sequence {
    const int32_t *prompt; /* tokens 0..at-1 */
    const int32_t *source; /* [layout.sources], if sources are separate sequences */
    const int32_t *span;   /* [2], as in lg_row, if the layout has spans */
    int32_t *answer;       /* output: the tokens after the prompt; for beam search, those of the best hypothesis */
    int limit;             /* number of tokens to decode */
    lg_key positions;      /* key of the sequence's random positions (lg_decoding_key) */
    double *probabilities; /* output: probability of each decoded token given those before it; NULL: not requested */
    lg_hypothesis *best;   /* output of beam search: [wanted], highest score first; arrays of `limit`, zeroed */
    int wanted;            /* number of hypotheses in `best`; the search may find fewer */
} lg_decoded_sequence;

/* Step networks: for all sequences of a group, and for three quarters, one half and one quarter of the sequences. */
enum { LG_STEP_NETWORKS = 4 };
/* Number of prompt tokens read in one pass if caches do not keep all tokens. */
enum { LG_PROMPT_PIECE = 256 };

/* Must be zeroed before first use. Can be used for several batches, to reuse its memory. */
typedef struct lg_decoding {
    struct lg_decoding *next;       /* decoding by the next model of an ensemble; NULL: none */
    const struct lg_decoding *lead; /* decoding by the previous model; NULL: this is the first */
    lg_engine *engine;
    lg_network prompt;                 /* reads the whole prompts, or their first tokens */
    lg_network piece;                  /* reads the next LG_PROMPT_PIECE tokens; a prompt may have several pieces */
    lg_network step[LG_STEP_NETWORKS]; /* read one token per sequence; the widest first */
    int sequences[LG_STEP_NETWORKS];   /* number of sequences of each step network; 0: there is no such network */
    lg_batch_buffers buffers;          /* buffers of all networks; if sources are separate, not of `prompt` */
    lg_batch_buffers sources;          /* buffers of `prompt` if sources are separate */
    lg_buffer prompts;                 /* batch of `prompt`, [slots]; slots = group * width per worker */
    lg_buffer pieces;                  /* batch of `piece`; not shared with `prompt`: workers may run both at once */
    lg_buffer steps;                   /* batch of `step`, [slots]: the tokens chosen last */
    lg_buffer logits;                  /* [slots, classes]: logits from which the next tokens are chosen */
    lg_buffer probabilities;           /* [slots]: probabilities of the tokens chosen last */
    lg_graph_states states;
    lg_buffer queue;    /* all sequences to decode */
    lg_buffer places;   /* [slots / width]: the sequences in the rows of each worker */
    lg_beam_rules beam; /* width 0: greedy decoding */
    lg_buffer searches; /* one search per place of each worker, or one per sequence if goes_on */
    size_t search_bytes;
    bool (*stop)(void *user, int worker); /* called before each token; true stops decoding; may be NULL */
    void *stop_user;
    bool weighs;               /* some sequence has `probabilities`, so they are computed */
    int first;                 /* index in the queue of sequence number 0 */
    int count;                 /* number of sequences */
    lg_sequence_layout layout; /* layout of the sequences, set if `lead` is not NULL */
    int at;                    /* number of tokens in a prompt */
    int most;                  /* tokens per sequence decoded with caches; `uncached` decodes later tokens */
    bool goes_on;              /* may a sequence need more than `most` tokens? All `count` searches are then kept */
    lg_uncached uncached;      /* decodes tokens after the first `most` */
    lg_batch_buffers passes;   /* memory of `uncached` */
    lg_buffer going;           /* live sequences that are continued without caches */
    lg_buffer paths;           /* the tokens of one hypothesis per worker, without caches */
    int end;                   /* the end token; -1: none */
    int group;                 /* number of sequences in a group */
} lg_decoding;

/* Key of the random positions of an evaluation record, by its index. */
lg_key lg_decoding_key(int64_t seed, int64_t record);

/* Starts a new list of at most `sequences` sequences. `beam`: rules of the search; width 0: greedy decoding. */
bool lg_decoding_begin(lg_decoding *d, lg_engine *e, int sequences, lg_beam_rules beam, lg_error *err);
void lg_decoding_add(lg_decoding *d, lg_decoded_sequence sequence);
/* Adds the next model of an ensemble. `next` must already have the same sequences in the same order. Its prompts have
 * `at` tokens of layout t. The tokens are chosen by the mean of the models' probabilities, and written to the sequences
 * of `d`. */
void lg_decoding_join(lg_decoding *d, lg_decoding *next, const lg_sequence_layout *t, int at);
/* Creates networks and memory to decode the sequences. Each prompt has `at` tokens of layout t. positions: key of the
 * position sample. Must not be called while workers run. */
bool lg_decoding_open(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err);
void lg_decoding_close(lg_decoding *d); /* frees the networks */
void lg_decoding_free(lg_decoding *d);
size_t lg_decoding_bytes(const lg_decoding *d);

int lg_decoding_groups(const lg_decoding *d);
/* Pool job: decodes one group to the end of the layout, or until decoding is stopped. Writes token j < limit of a
 * sequence to answer[j]. If the sequence ends earlier, fills the rest with end tokens of probability 1. `task` is the
 * lg_decoding. */
void lg_decoding_run(void *task, int group, int worker);

/* A sequence by its number. */
const lg_decoded_sequence *lg_decoding_sequence(const lg_decoding *d, int number);
/* Does a sequence continue after `generated` tokens? */
bool lg_decoding_goes_on(const lg_decoding *d, int number, int generated);
/* Chooses token `generated` of a sequence, where token 0 is the first after the prompt. Greedy decoding chooses it from
 * logits [classes], beam search from logits [width, classes], one row per slot. */
void lg_decoding_take(const lg_decoding *d, int number, int generated, const real *logits);
lg_beam *lg_decoding_search(const lg_decoding *d, int number);  /* search of a sequence; for decoding without caches */
bool lg_decoding_begin_searches(lg_decoding *d, lg_error *err); /* starts the searches of all sequences */
size_t lg_decoding_search_bytes(const lg_decoding *d);          /* bytes of one sequence's search */
bool lg_decoding_stops(const lg_decoding *d, int worker);

/* For timing: `times` times, reads the token at index `at` in all rows of this worker and chooses the next tokens. */
void lg_decoding_repeat(const lg_decoding *d, int worker, int at, int times);

#endif
