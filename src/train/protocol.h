/* protocol.h: how a model is tested: what is run between the records of a batch and what the model said. */
#ifndef LG_TRAIN_PROTOCOL_H
#define LG_TRAIN_PROTOCOL_H

#include "base/registry.h"
#include "metric/mark.h"
#include "train/pass.h"
#include "train/train.h"

/* Of decode/. */
struct lg_beam_rules;
struct lg_decoding;

/* How a text is read in segments. */
typedef struct lg_segment_rules {
    int memory; /* rows that are remembered; 0: as many as in training */
    int lanes;  /* parts of the text that are read side by side */
    bool same_span;
} lg_segment_rules;

typedef struct lg_protocol {
    LG_ENTRY;
    lg_grouping grouping; /* of the records of a micro-batch */
    bool autoregressive;  /* needs an architecture that predicts targets one after another */
    /* A job: runs the micro-batch of the pass's network that begins with sequence `first`, whose records are written,
     * and leaves losses and best tokens in the pass. */
    void (*run)(const lg_pass *p, int first, int worker);
    /* After all micro-batches: adds those of the first `sequences` sequences that are to be decoded token by token,
     * into the pass's best tokens, and sets how many tokens their prompts have. NULL: none are. */
    void (*leave)(const lg_eval_settings *e, const lg_pass *p, int sequences, struct lg_decoding *d, int *prompt);
    /* The most tokens that are said to a source of n tokens; -1: as many as its target has. NULL: -1. */
    int (*limit)(const void *own, const lg_eval_settings *e, const lg_model *m, int n);
    struct lg_beam_rules (*search)(const void *own); /* what is left is decoded by a beam search; NULL: greedily */
    /* Evaluates a length by itself, and hands the mark of each record to `each`. NULL: micro-batch by micro-batch, by
     * `run`. */
    bool (*evaluate)(lg_trainer *t, int length, lg_mark_fn each, void *user, lg_error *err);
    lg_segment_rules (*segments)(const void *own); /* how it reads segments, with `evaluate`; NULL: it does not */
    /* Forward passes that this takes; NULL: one. */
    int (*passes)(const void *own, const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t);
} lg_protocol;

typedef LG_CHOSEN(lg_protocol) lg_chosen_protocol;

#endif
