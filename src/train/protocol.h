/* protocol.h: the axis `protocol`: how an evaluation computes a model's answers to the records of a batch. */
#ifndef LG_TRAIN_PROTOCOL_H
#define LG_TRAIN_PROTOCOL_H

#include "base/entry.h"
#include "metric/sequence_sums.h"
#include "train/pass.h"
#include "train/train.h"

/* Declared in decode/. */
struct lg_beam_rules;
struct lg_decoding;

/* How a text is read in segments. */
typedef struct lg_segment_rules {
    int memory;  /* rows of memory; 0: as many as in training */
    int streams; /* text streams that are read side by side */
    bool same_span;
} lg_segment_rules;

typedef struct lg_protocol {
    LG_ENTRY;
    lg_grouping grouping; /* how the records of a micro-batch are grouped */
    bool autoregressive;  /* needs an architecture that predicts targets one by one */
    /* Pool job: runs one micro-batch through the pass's network; `first`: its first sequence. The records of the
     * micro-batch must be in the pass. Leaves losses and best tokens in the pass. */
    void (*run)(const lg_pass *p, int first, int worker);
    /* Called after all micro-batches. Selects, from the first `sequences` sequences, the sequences that must be decoded
     * token by token, and adds them to `d`. Sets *prompt to the number of tokens of their prompts. Decoding writes into
     * the pass's best tokens. NULL: no sequence is decoded. */
    void (*leave)(const lg_eval_settings *e, const lg_pass *p, int sequences, struct lg_decoding *d, int *prompt);
    /* Maximum tokens of an answer to a source of n tokens; -1: as many as its target has. NULL: -1. */
    int (*limit)(const void *own, const lg_eval_settings *e, const lg_model *m, int n);
    struct lg_beam_rules (*search)(const void *own); /* rules of beam search; NULL: greedy decoding */
    /* Evaluates a whole length and passes the sums of each record to `each`. NULL: evaluation uses `run` on
     * micro-batches. */
    bool (*evaluate)(lg_trainer *t, int length, lg_sequence_sums_fn each, void *user, lg_error *err);
    lg_segment_rules (*segments)(const void *own); /* how `evaluate` reads segments; NULL: no segments */
    /* Number of forward passes that answer a micro-batch of this layout, for estimates of cost; NULL: one. */
    int (*passes)(const void *own, const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t);
} lg_protocol;

typedef LG_CHOSEN(lg_protocol) lg_chosen_protocol;

#endif
