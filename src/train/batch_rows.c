/* batch_rows.c: samples of the task as rows of a batch. */
#include "train/state.h"

void lg_trainer_draw_sample(const lg_trainer *t, const lg_sequence_layout *layout, int requested, lg_key key, int64_t i,
                            int row, const lg_batch_rows *rows) {
    int32_t *ids = rows->ids + (size_t)row * (size_t)layout->T;
    lg_sample s = {
        .n = layout->n,
        .m = layout->m,
        .input = ids, /* the sequence begins with the input */
        .target = rows->targets + (size_t)row * (size_t)layout->m,
        .mask = rows->masks + (size_t)row * (size_t)layout->m,
    };
    t->model->task->sample(t->runtime.values, lg_key_fold(key, (uint64_t)i), requested, &s);
    lg_sequence_write(&t->model->format, layout, s.input, s.target, ids);
}
