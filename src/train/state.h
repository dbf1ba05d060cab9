/* state.h: what is inside an lg_trainer: the private header of train/, decode/ and evaluate/. */
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

struct lg_said;

/* Memory that is made and known elsewhere, and lives as long as the trainer. */
typedef struct lg_owned {
    void *memory; /* NULL: none was made yet */
    void (*free)(void *memory);
    size_t (*bytes)(const void *memory);
} lg_owned;

/* A pass of a step: its part of the batch, and memory of its own, kept for the next step. */
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
    int64_t steps; /* done */
    lg_optimizer_state optimizer;
    lg_batch_plan plan; /* of the step */
    lg_record_numbers numbers;
    lg_states states; /* of a model with memory, for each sequence of a batch (train/segments.h) */
    lg_step_pass passes[LG_PASSES_AT_ONCE]; /* of a step: those that are computed together */
    lg_pass pass;                           /* of what is run between steps: introspection, probes */
    double *load;                           /* of lg_step; and how many tokens each expert took */
    lg_owned evaluator;                     /* memory of evaluation */
    const lg_stop_hook *stop;               /* see train/stop.h; or NULL */
    atomic_bool stopped;                    /* it has said so */
    lg_split split;                         /* of the records that are evaluated */
    lg_mark_fn on_sequence;                 /* called for every sequence that is evaluated; or NULL */
    void *on_sequence_user;
    bool of_texts;                                        /* the metric compares what is said to records as text */
    void (*on_said)(void *user, const struct lg_said *x); /* called with what is said to every record; or NULL */
    void *on_said_user;
};

/* Takes the options of training, of evaluation and of these entries: once, and again in tests that change some. */
void lg_trainer_read_options(lg_trainer *t, const lg_description *d);
/* Makes the schedule ready, with memory of the model; after lg_trainer_read_options. */
bool lg_trainer_open_schedule(lg_trainer *t, lg_error *err);
/* Is what runs to stop? The first worker is the thread that asks. */
bool lg_trainer_must_stop(lg_trainer *t, int worker);

/* Which records there are in the next step, and how they are cut into passes: t->plan. */
bool lg_trainer_plan(lg_trainer *t, lg_error *err);

lg_sizes lg_sizes_of(const lg_model *m, const lg_sequence_layout *layout);

#endif
