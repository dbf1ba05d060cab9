/* eval_records.c: see eval_records.h. */
#include "train/eval_records.h"

#include "train/state.h"

lg_key lg_trainer_eval_key(const lg_trainer *t, int length) {
    lg_key root = lg_key_root((uint64_t)t->eval.seed);
    return lg_key_fold(lg_key_fold(root, LG_KEY_EVAL), (uint64_t)length);
}

lg_key lg_trainer_eval_positions(const lg_trainer *t, int length, int64_t sample) {
    return lg_key_fold(lg_key_fold(lg_trainer_eval_key(t, length), LG_KEY_POSITIONS), (uint64_t)sample);
}

lg_batch_record lg_trainer_eval_record(const lg_trainer *t, int length, int64_t index) {
    lg_key key = lg_key_fold(lg_trainer_eval_key(t, length), LG_KEY_DATA);
    if (t->split == LG_SPLIT_VALIDATION) key = lg_key_fold(key, LG_SPLIT_VALIDATION); /* a random stream of its own */
    return (lg_batch_record){.split = t->split, .length = length, .index = index, .key = key};
}

int64_t lg_trainer_eval_count(const lg_trainer *t, int length, int64_t wanted) {
    const int64_t there = lg_dataset_count(t->model->data, t->split, length);
    return wanted < there ? wanted : there;
}

int64_t lg_trainer_eval_wanted(const lg_trainer *t) {
    return t->model->data->entry->methods->targets ? LG_ENDLESS : t->eval.sequences;
}

void lg_trainer_evaluate_split(lg_trainer *t, lg_split split) {
    t->split = split;
}
