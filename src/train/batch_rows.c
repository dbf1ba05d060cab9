/* batch_rows.c: samples of the task as rows of a batch. */
#include "train/state.h"

void lg_trainer_draw_sample(const lg_trainer *t, const lg_sequence_layout *tape, int asked, lg_key key, int64_t i,
                            int row, const lg_batch_rows *rows) {
    int32_t *ids = rows->ids + (size_t)row * (size_t)tape->T;
    lg_sample s = {
        .n = tape->n,
        .m = tape->m,
        .input = ids, /* the tape begins with the input */
        .target = rows->targets + (size_t)row * (size_t)tape->m,
        .mask = rows->masks + (size_t)row * (size_t)tape->m,
    };
    t->model->task->sample(t->runtime.values, lg_key_fold(key, (uint64_t)i), asked, &s);
    lg_sequence_write(&t->model->layout, tape, s.input, s.target, ids);
}
