/* engine.h: the memory of a model and of its workers, and how a batch goes through a network. Training and evaluation
 * are both clients. The buffers of a batch hold it and its position sample: evaluation fills buffers while workers
 * run on others.
 *
 * A batch is partitioned into gradient-accumulation groups of a fixed number of sequences, and each group into
 * micro-batches. A worker runs a whole group; the gradients of a group are summed in the order of its micro-batches
 * into an array of its own, and the arrays are summed in the order of the groups (gradients.h). So no sum depends on
 * the number of workers. */
#ifndef LG_TRAIN_ENGINE_H
#define LG_TRAIN_ENGINE_H

#include "base/pool.h"
#include "graph/split.h"
#include "nn/model/model.h"
#include "nn/stream/position_sample.h"
#include "train/buffer.h"
#include "train/gradients.h"
#include "train/states.h"

typedef struct lg_batch_buffers {
    lg_buffer shared, constants, batch;
    lg_states *states; /* of networks that have states, which others may run on too: the caller's; else NULL */
    lg_position_sample positions;
    lg_position_sample *own; /* [own_count]: of each sequence, where they have positions of their own */
    int own_count;
} lg_batch_buffers;

typedef struct lg_engine {
    lg_model *model;
    lg_pool *pool;
    lg_buffer parameters, packed, staging;
    lg_gradients gradients;
    lg_buffer *work;                      /* one for each worker */
    lg_team team;                         /* of all workers */
    lg_record *records;                   /* one for each worker, to draw into */
    lg_batch_buffers buffers;             /* of introspection, probes and logits */
    lg_clock *clocks;                     /* one for each worker, the owner's; NULL: time is not counted */
    struct lg_training_network *networks; /* kept for training: one for each layout and size of micro-batch */
    int network_count, network_capacity;
    size_t network_bytes; /* of all of them */
} lg_engine;

/* How training batches of one size are partitioned, and the networks for that. */
typedef struct lg_batch_partition {
    int group, groups;           /* sequences of a gradient-accumulation group; groups */
    const lg_network *full;      /* for micro-batches of full->graph->S sequences, a divisor of `group` */
    const lg_network *remainder; /* for the remainder of the last group; NULL: there is none */
} lg_batch_partition;

bool lg_engine_init(lg_engine *e, lg_model *m, lg_pool *pool, lg_error *err);
void lg_engine_free(lg_engine *e);
/* Continues with another pool. False when memory runs out: then nothing has changed. */
bool lg_engine_set_pool(lg_engine *e, lg_pool *pool);
size_t lg_engine_bytes(const lg_engine *e);
/* Of batches of `batch` sequences; networks are made when missing, and kept until they are trimmed. */
bool lg_engine_partition(lg_engine *e, lg_sequence_layout layout, int batch, lg_batch_partition *out, lg_error *err);
/* Forgets all networks where there are many, as of data with records of many sizes. Partitions end with it. */
void lg_engine_trim(lg_engine *e);
/* A network that evaluates micro-batches of a divisor of `sequences`. */
bool lg_engine_evaluation(lg_engine *e, lg_sequence_layout layout, int sequences, bool dropout, lg_network *out,
                          lg_error *err);
/* How many sequences, a divisor of `count`, go through a network best: as many as stay in the cache. Given the network
 * of one; of no training graph. */
int lg_engine_fitting(const lg_network *one, int count);
/* Makes the buffers of the workers large enough for this network, and their records for those of its
 * layout. While no worker runs. */
bool lg_engine_reserve(lg_engine *e, const lg_network *n, lg_error *err);
bool lg_engine_reserve_worker(lg_engine *e, const lg_network *n, int worker, lg_error *err); /* one, not to train */
/* Samples positions (training: as a training step has them, else as evaluation), fills and uploads the constants,
 * computes the shared tensors. The buffers must be reserved. At most one batch at a time is prepared, while workers may
 * run on others. */
bool lg_engine_prepare(lg_engine *e, lg_batch_buffers *s, const lg_network *n, lg_key positions, bool training,
                       lg_error *err);
/* After the parameters changed: remakes the packed copies. */
void lg_engine_repack(lg_engine *e);
/* Of networks with tables: memory for the positions of each sequence of a batch, and what all tables are made of. */
bool lg_engine_reserve_numbers(lg_engine *e, lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err);
/* Then draws the positions of the sequence in a row, whose ids are written, and fills its tables; a job of any worker.
 */
void lg_engine_number(const lg_engine *e, const lg_batch_buffers *s, const lg_network *n, lg_key key, bool training,
                      int batch, int row);
/* A frame of worker `worker`, whose gradients go into array `array`. */
lg_frame lg_engine_frame(lg_engine *e, lg_batch_buffers *s, const lg_network *n, int worker, int array, int batch);
lg_clock *lg_engine_clock(const lg_engine *e, int worker); /* NULL where there are none */

/* Makes the buffers large enough for this network and `batch` sequences. */
bool lg_batch_buffers_reserve(lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err);
void lg_batch_buffers_free(lg_batch_buffers *s);
size_t lg_batch_buffers_bytes(const lg_batch_buffers *s);
/* The host array of a tensor of the batch, NULL where there is none; token ids [batch, T]. */
void *lg_batch_buffers_of(const lg_batch_buffers *s, const lg_tensor *t, int batch);
int32_t *lg_batch_buffers_ids(const lg_batch_buffers *s, const lg_network *n, int batch);

#endif
