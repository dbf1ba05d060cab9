/* state.h: what is inside an lg_trainer: the private header of this folder. */
#ifndef LG_TRAIN_STATE_H
#define LG_TRAIN_STATE_H

#include "data/curriculum.h"
#include "nn/model.h"
#include "train/engine.h"
#include "train/schedule.h"
#include "train/train.h"

typedef struct lg_evaluator lg_evaluator;

struct lg_trainer {
    lg_runtime runtime;
    lg_model *model;
    lg_engine engine;
    const lg_curriculum *curriculum;
    const lg_schedule *schedule;
    int64_t steps, total_steps; /* done, and train.steps */
    int batch;
    double rate, clip;
    lg_adam adam; /* constants of the optimizer, and the arrays */
    lg_buffer moment1, moment2;
    lg_buffer samples;       /* uint8: masks of the batch [batch, m] */
    lg_buffer results;       /* reals: losses [batch, m]; then int32: argmax [batch, m] */
    lg_evaluator *evaluator; /* memory of evaluation; NULL: none was made yet */
    lg_mark_fn on_sequence;  /* called for every sequence that is evaluated; or NULL */
    void *on_sequence_user;
};

/* The key of the evaluation of a length; folded with a stream: its sequences, its position samples by number. */
lg_key lg_trainer_eval_key(const lg_trainer *t, int length);

void lg_evaluator_free(lg_evaluator *x);
size_t lg_evaluator_bytes(const lg_evaluator *x);

/* Where sample i of a batch goes. */
typedef struct lg_batch_rows {
    int32_t *ids, *targets;
    uint8_t *masks;
} lg_batch_rows;
/* Draws sample i under `key` and writes its sequence, target and mask into row `row`. */
void lg_trainer_draw_sample(const lg_trainer *t, const lg_sequence_layout *layout, int requested, lg_key key, int64_t i,
                            int row, const lg_batch_rows *rows);

#endif
