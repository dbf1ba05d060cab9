/* state.h: definition of lg_trainer; a private header of train/, decode/ and evaluate/. */
#ifndef LG_TRAIN_STATE_H
#define LG_TRAIN_STATE_H

#include <stdatomic.h>

#include "base/seed.h"
#include "base/stop.h"
#include "data/curriculum.h"
#include "nn/model/model.h"
#include "train/batch.h"
#include "train/description.h"
#include "train/engine.h"
#include "train/optimizer.h"
#include "train/pass.h"
#include "train/protocol.h"
#include "train/schedule.h"
#include "train/train.h"

struct lg_record_answer;

/* Memory that another module allocates and that lives as long as the trainer. */
typedef struct lg_owned {
    void *memory; /* NULL: not allocated yet */
    void (*free)(void *memory);
    size_t (*bytes)(const void *memory);
} lg_owned;

/* A pass of a step: its part of the batch, and memory reused by the next step. */
typedef struct lg_step_pass {
    lg_batch_part part;
    lg_batch_partition partition;
    lg_batch_buffers buffers;
    lg_pass pass;
} lg_step_pass;

struct lg_trainer {
    lg_runtime runtime;
    lg_model *model;
    lg_engine engine;
    lg_train_settings settings;
    lg_eval_settings eval;
    lg_seeds seeds;
    lg_chosen_curriculum curriculum;
    lg_chosen_schedule schedule;
    lg_open_schedule open_schedule;
    lg_chosen_protocol protocol;
    int64_t steps; /* number of finished steps */
    lg_optimizer_state optimizer;
    lg_batch_plan plan; /* plan of the present step */
    lg_record_numbers numbers;
    lg_graph_states states; /* states of a model with memory, one per sequence of a batch (train/segments.h) */
    lg_step_pass passes[LG_PASSES_AT_ONCE]; /* passes of a step that are computed together */
    lg_pass pass;                           /* for introspection and probes between steps */
    double *load;                           /* lg_step.load, then the number of tokens that each expert accepted */
    lg_owned evaluator;                     /* memory of evaluation */
    const lg_stop_hook *stop;               /* see train/stop.h; may be NULL */
    atomic_bool stopped;                    /* the hook asked to stop */
    lg_split split;                         /* split of evaluated records */
    lg_sequence_sums_fn on_sequence;        /* called for every evaluated sequence; may be NULL */
    void *on_sequence_user;
    lg_trainer *next;                       /* next model of an ensemble (train/ensemble.h) */
    bool of_texts;                                                   /* the metric compares answers as text */
    void (*on_answer)(void *user, const struct lg_record_answer *x); /* called with every answer; may be NULL */
    void *on_answer_user;
};

/* Sets the options of training, evaluation and their entries. Tests call it again after they have changed options. */
void lg_trainer_read_options(lg_trainer *t, const lg_description *d);
/* Prepares the schedule; allocates in the model's arena. Call it after lg_trainer_read_options. */
bool lg_trainer_open_schedule(lg_trainer *t, lg_error *err);
/* True if the running operation must stop. Only worker 0, the calling thread, polls the hook. */
bool lg_trainer_must_stop(lg_trainer *t, int worker);

/* Chooses the records of the next step and cuts them into passes: t->plan. */
bool lg_trainer_plan(lg_trainer *t, lg_error *err);

lg_sizes lg_sizes_of(const lg_model *m, const lg_sequence_layout *layout);

#endif
