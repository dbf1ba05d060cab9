/* eval_records.h: the records that an evaluation reads and the keys of its random numbers. Introspection uses the same
 * records. */
#ifndef LG_TRAIN_EVAL_RECORDS_H
#define LG_TRAIN_EVAL_RECORDS_H

#include "train/batch.h"
#include "train/train.h"

/* Key of the evaluation of a length. From this key and a stream id, the keys of the sequences and of the position
 * samples are computed. */
lg_key lg_trainer_eval_key(const lg_trainer *t, int length);
lg_key lg_trainer_eval_positions(const lg_trainer *t, int length, int64_t sample); /* key of a position sample */
/* Record `index` of the evaluation of a length. */
lg_batch_record lg_trainer_eval_record(const lg_trainer *t, int length, int64_t index);
/* Number of records of a length, at most `wanted`. */
int64_t lg_trainer_eval_count(const lg_trainer *t, int length, int64_t wanted);
/* Number of records that an evaluation reads at a length, if there are as many: eval.sequences. For a token stream
 * there is no such limit, because an evaluation reads all windows that cover the targets to be scored. */
int64_t lg_trainer_eval_wanted(const lg_trainer *t);

#endif
