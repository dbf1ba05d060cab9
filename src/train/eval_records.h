/* eval_records.h: which records an evaluation reads, and the keys of all that is random in it. Looks into a model read
 * the same ones. */
#ifndef LG_TRAIN_EVAL_RECORDS_H
#define LG_TRAIN_EVAL_RECORDS_H

#include "train/batch.h"
#include "train/train.h"

/* The key of the evaluation of a length; folded with a stream: its sequences, its position samples by number. */
lg_key lg_trainer_eval_key(const lg_trainer *t, int length);
lg_key lg_trainer_eval_positions(const lg_trainer *t, int length, int64_t sample); /* of a position sample */
/* Record `index` of the evaluation of a length. */
lg_batch_record lg_trainer_eval_record(const lg_trainer *t, int length, int64_t index);
/* Records of a length, at most `wanted`: as many as there are. */
int64_t lg_trainer_eval_count(const lg_trainer *t, int length, int64_t wanted);
/* eval.sequences; of a stream, whose targets are chosen, all windows that read them. */
int64_t lg_trainer_eval_wanted(const lg_trainer *t);

#endif
