/* decoding.h: decoding of target tokens one by one with cached keys and values (KV cache).
 *
 * The prompt is read in one pass; each further token takes a pass over one token per sequence. If the mask limits how
 * far back tokens attend, caches keep only these tokens (lg_cache_layout), and long prompts are read in pieces.
 *
 * Sequences are decoded in groups, one group per worker at a time, so that weights are read once per step for a whole
 * group. Each sequence of a group has a place. When some sequences have ended, the others move to the first places, and
 * a network with fewer rows continues.
 *
 * A beam search keeps several hypotheses per sequence: hypothesis k of the sequence in place i is row i * width + k of
 * the worker. If several hypotheses continue one hypothesis, its state is copied to their rows. */
#ifndef LG_DECODE_DECODING_H
#define LG_DECODE_DECODING_H

#include "decode/beam.h"
#include "decode/uncached.h"
#include "train/engine.h"
#include "train/ensemble.h"

typedef struct lg_decoded_sequence {
    const int32_t *prompt; /* tokens 0..at-1 */
    const int32_t *source; /* [layout.sources], if sources are a separate sequence */
    const int32_t *span;   /* [2], as in lg_row, if the layout has spans */
    int32_t *answer;       /* out: the tokens after the prompt; for beam search, the best hypothesis */
    int limit;             /* number of tokens to decode */
    lg_key positions;      /* key of its random positions (lg_decoding_key) */
    double *probabilities; /* out: of each decoded token given the tokens before it; NULL: not wanted */
    lg_hypothesis *best;   /* beam search, out: [wanted], highest scores first; arrays of `limit`, zeroed */
    int wanted;            /* fewer are written if the search finds fewer */
} lg_decoded_sequence;

/* Step networks: for all sequences of a group, and for three quarters, a half and a quarter of them. */
enum { LG_STEP_NETWORKS = 4 };
/* Number of prompt tokens read at once if caches do not keep all tokens. */
enum { LG_PROMPT_PIECE = 256 };

/* Must be zeroed before first use. Keep it between batches to reuse its memory. */
typedef struct lg_decoding {
    struct lg_decoding *next;       /* decoding by the next model of an ensemble; NULL: none */
    const struct lg_decoding *lead; /* decoding by the previous model; NULL: this is the first */
    lg_engine *engine;
    lg_network prompt;                 /* reads the whole prompts, or their first tokens */
    lg_network piece;                  /* reads LG_PROMPT_PIECE later tokens; a prompt may have several pieces */
    lg_network step[LG_STEP_NETWORKS]; /* read one token per sequence; the widest first */
    int sequences[LG_STEP_NETWORKS];   /* sequences of each step network; 0: not present */
    lg_batch_buffers buffers;          /* of all networks, except `prompt` if it reads separate sources */
    lg_batch_buffers sources;          /* of `prompt` if it reads separate sources */
    lg_buffer prompts;                 /* batch of `prompt`, [slots]; slots = group * width per worker */
    lg_buffer pieces;                  /* batch of `piece`; not `prompts`, as workers may run both networks at once */
    lg_buffer steps;                   /* batch of `step`, [slots]: the tokens chosen last */
    lg_buffer logits;                  /* [slots, classes]: from which the next tokens are chosen */
    lg_buffer probabilities;           /* [slots]: of the tokens chosen last */
    lg_graph_states states;
    lg_buffer queue;    /* all sequences to decode */
    lg_buffer places;   /* [slots / width]: the sequences in the rows of each worker */
    lg_beam_rules beam; /* width 0: greedy decoding */
    lg_buffer searches; /* of search_bytes each; one per place of each worker, or one per sequence if goes_on */
    size_t search_bytes;
    bool (*stop)(void *user, int worker); /* called before each token; true stops decoding; may be NULL */
    void *stop_user;
    bool weighs;               /* some sequence has `probabilities`, so they are computed */
    int first;                 /* index in the queue of sequence number 0 */
    int count;                 /* number of sequences */
    lg_sequence_layout layout; /* of the sequences, if `lead` is not NULL */
    int at;                    /* tokens of a prompt */
    int most;                  /* tokens per sequence that are decoded with caches; later tokens: `uncached` */
    bool goes_on;              /* some sequence may need more than `most` tokens, so all `count` searches are kept */
    lg_uncached uncached;      /* decodes the later tokens */
    lg_batch_buffers passes;   /* memory of `uncached` */
    lg_buffer going;           /* live sequences that continue without caches */
    lg_buffer paths;           /* the tokens of one hypothesis per worker, without caches */
    int end;                   /* the end token; -1: none */
    int group;                 /* sequences of a group */
} lg_decoding;

/* Key of the random positions of an evaluation record, by its index. */
lg_key lg_decoding_key(int64_t seed, int64_t record);

/* Starts a new list of at most `sequences` sequences. `beam`: rules of the search; width 0: greedy decoding. */
bool lg_decoding_begin(lg_decoding *d, lg_engine *e, int sequences, lg_beam_rules beam, lg_error *err);
void lg_decoding_add(lg_decoding *d, lg_decoded_sequence sequence);
/* Adds the next model of an ensemble. `next` must already have the same sequences in the same order; in it, prompts
 * have `at` tokens of layout t. The mean probabilities of all models determine the tokens, which are written to the
 * sequences of `d`. */
void lg_decoding_join(lg_decoding *d, lg_decoding *next, const lg_sequence_layout *t, int at);
/* Creates networks and memory to decode these sequences. Each prompt has `at` tokens of this layout; `positions` is the
 * key of the position sample. Must not be called while workers run. */
bool lg_decoding_open(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err);
void lg_decoding_close(lg_decoding *d); /* frees the networks */
void lg_decoding_free(lg_decoding *d);
size_t lg_decoding_bytes(const lg_decoding *d);

int lg_decoding_groups(const lg_decoding *d);
/* Pool job: decodes one group to the end of the layout or until stopped. Writes token j < limit of a sequence to
 * answer[j]. After the end token, the rest is filled with end tokens of probability 1. `task` is the lg_decoding. */
void lg_decoding_run(void *task, int group, int worker);

/* A sequence by its number. */
const lg_decoded_sequence *lg_decoding_sequence(const lg_decoding *d, int number);
/* True if a sequence continues after `generated` tokens. */
bool lg_decoding_goes_on(const lg_decoding *d, int number, int generated);
/* Chooses token `generated` of a sequence (0: the first after the prompt) from logits [classes]; in beam search, from
 * logits [width, classes], one row per slot. */
void lg_decoding_take(const lg_decoding *d, int number, int generated, const real *logits);
lg_beam *lg_decoding_search(const lg_decoding *d, int number);  /* search of a sequence; for decoding without caches */
bool lg_decoding_begin_searches(lg_decoding *d, lg_error *err); /* starts the searches of all sequences */
size_t lg_decoding_search_bytes(const lg_decoding *d);          /* bytes of one sequence's search */
bool lg_decoding_stops(const lg_decoding *d, int worker);

/* For timing: reads the token at position `at` and chooses the next one, `times` times, with the rows of this
 * worker. */
void lg_decoding_repeat(const lg_decoding *d, int worker, int at, int times);

#endif
