/* decoding.h: target tokens one after another, by networks that keep keys and values of the tokens before (KV cache):
 * the prompt goes through at once, then each token costs the work of one row. Where the mask shows a bounded past,
 * caches keep no more than that (lg_ring), and long prompts go through in pieces. A lane is one sequence that is
 * decoded. Lanes step together in groups, one group a worker: weights are read once a step for all lanes of a group.
 * When some of them have ended, the others move together, and step by a narrower network. A beam search has several
 * hypotheses for each lane, which step like lanes: hypothesis k of the lane in place i is row i * width + k of the
 * worker, and what it has read is copied where another one goes on with it. */
#ifndef LG_DECODE_DECODING_H
#define LG_DECODE_DECODING_H

#include "decode/beam.h"
#include "decode/uncached.h"
#include "train/engine.h"

typedef struct lg_lane {
    const int32_t *prompt; /* tokens 0..at-1 */
    const int32_t *source; /* [layout.sources], where sources have a sequence of their own */
    const int32_t *span;   /* [2], as in lg_row, where the layout has spans */
    int32_t *said;         /* out: the tokens after them; of a beam search those of the best hypothesis */
    int limit;             /* how many */
    lg_key positions;      /* of those that are drawn for it (lg_lane_key) */
    double *probabilities; /* out: of these tokens, each given those before it; NULL: not wanted */
    lg_hypothesis *best; /* of a beam search: [wanted], with arrays of `limit` and zeros; out: those with the highest */
    int wanted;          /* scores, where there are as many */
} lg_lane;

/* Networks of a step: of all lanes of a group, and of three quarters, a half and a quarter of them. */
enum { LG_STEP_NETWORKS = 4 };
/* Tokens of a prompt that go through at once, where caches do not keep all. */
enum { LG_PROMPT_PIECE = 256 };

/* Zeros to begin with; kept from one batch to the next, for its memory. */
typedef struct lg_decoding {
    lg_engine *engine;
    lg_network prompt;                 /* of all tokens of some prompts, or of the first ones; */
    lg_network piece;                  /* of LG_PROMPT_PIECE later ones: prompts may be several of these */
    lg_network step[LG_STEP_NETWORKS]; /* of one token, the widest first */
    int lanes[LG_STEP_NETWORKS];       /* of each of them; 0: there is none */
    lg_batch_buffers buffers;          /* of both networks, */
    lg_batch_buffers sources; /* but of the first one where it alone reads sources of a sequence of their own */
    lg_buffer prompts;        /* the batch of prompt, of [slots], slots = group * width for each worker */
    lg_buffer pieces;         /* that of piece: one worker may be there while another one begins */
    lg_buffer steps;          /* the batch of step, of [slots]: the tokens chosen last */
    lg_buffer logits;         /* [slots, classes]: the rows that tokens are chosen from */
    lg_buffer probabilities;  /* [slots]: of the tokens chosen last */
    lg_states states;
    lg_buffer queue;    /* of lanes */
    lg_buffer places;   /* [slots / width]: who is where among the rows of a worker */
    lg_beam_rules beam; /* width 0: greedy decoding */
    lg_buffer searches; /* [slots / width] of search_bytes: for each lane that a worker decodes */
    size_t search_bytes;
    bool (*stop)(void *user, int worker); /* called before each token: true ends decoding; or NULL */
    void *stop_user;
    bool weighs;  /* a lane wants probabilities */
    int first;    /* lane of the queue: number 0, */
    int count;    /* of so many */
    int at;       /* tokens of a prompt */
    int most;     /* tokens that are said to a lane with caches; later ones are said without (decode/decode.h) */
    bool goes_on; /* a lane has room for more than these: the searches of all `count` lanes are kept */
    lg_uncached uncached;    /* says later ones, */
    lg_batch_buffers passes; /* with this memory, */
    lg_buffer going, paths;  /* to lanes that go on; tokens of a hypothesis, of each worker */
    int end;                 /* the token that ends a sequence; -1: none does */
    int group;               /* lanes of a group */
} lg_decoding;

/* The key of the positions that are drawn for a record of an evaluation, by its index. */
lg_key lg_lane_key(int64_t seed, int64_t record);
/* The token with the highest logit, the lowest id where several have it. */
int32_t lg_most_probable(const real *logits, int classes);

/* Begins a new list of at most `lanes` lanes. beam: the rules of a search; of width 0: greedy decoding. */
bool lg_decoding_begin(lg_decoding *d, lg_engine *e, int lanes, lg_beam_rules beam, lg_error *err);
void lg_decoding_add(lg_decoding *d, lg_lane lane);
/* Networks and memory for these lanes, to step through the tokens of this layout, `at` of which are the prompt's;
 * `positions` is the key of their position sample. While no worker runs. */
bool lg_decoding_open(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err);
void lg_decoding_close(lg_decoding *d); /* its networks */
void lg_decoding_free(lg_decoding *d);
size_t lg_decoding_bytes(const lg_decoding *d);

int lg_decoding_groups(const lg_decoding *d);
/* A job for each group: it is decoded, as far as the layout has tokens, or until it is stopped. Token j of a lane is
 * written to said[j], j below its limit, until the data set's end token; what comes after it is that token again, with
 * the probability 1. `task` is the lg_decoding. */
void lg_decoding_run(void *task, int group, int worker);

/* A lane by its number. Does it go on after so many tokens were said to it? */
const lg_lane *lg_decoding_lane(const lg_decoding *d, int number);
bool lg_decoding_goes_on(const lg_decoding *d, int number, int said);
/* Its next token, number `said`: logits [classes], or [width, classes] of the slots of its search. */
void lg_decoding_take(const lg_decoding *d, int number, int said, const real *logits);
lg_beam *lg_decoding_search(const lg_decoding *d, int number);  /* that of a lane, where lanes go on */
bool lg_decoding_begin_searches(lg_decoding *d, lg_error *err); /* of all lanes */
size_t lg_decoding_search_bytes(const lg_decoding *d);          /* that the search of a lane takes */
bool lg_decoding_stops(const lg_decoding *d, int worker);

/* Reads the token after `at` others, and chooses the next, `times` over, with the lanes of any group of this worker:
 * for its speed. */
void lg_decoding_repeat(const lg_decoding *d, int worker, int at, int times);

#endif
