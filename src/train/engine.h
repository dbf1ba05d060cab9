/* engine.h: memory of a model and its workers, and execution of batches. Training and evaluation both use it. Batch
 * buffers hold a batch and its position sample; evaluation fills some buffers while workers run on others.
 *
 * A batch is partitioned into gradient-accumulation groups of a fixed number of sequences, and each group into
 * micro-batches. One worker runs a whole group. The gradients of a group are summed in the order of its micro-batches
 * into an array of the group, and the arrays are summed in the order of the groups (gradients.h). Thus no sum depends
 * on the number of workers. */
#ifndef LG_TRAIN_ENGINE_H
#define LG_TRAIN_ENGINE_H

#include "base/pool.h"
#include "graph/split.h"
#include "nn/model/model.h"
#include "nn/stream/position_sample.h"
#include "train/buffer.h"
#include "train/gradients.h"
#include "train/graph_states.h"

typedef struct lg_batch_buffers {
    lg_buffer shared, constants, batch;
    lg_graph_states *states; /* owned by the caller, may be shared by several buffers; NULL: networks have no states */
    lg_position_sample positions;
    lg_position_sample *own; /* [own_count]: one per sequence, if sequences have their own positions */
    int own_count;
} lg_batch_buffers;

typedef struct lg_engine {
    lg_model *model;
    lg_pool *pool;
    lg_buffer parameters, packed, staging;
    lg_gradients gradients;
    lg_buffer *work;                      /* one per worker */
    lg_team team;                         /* all workers */
    lg_record *records;                   /* one per worker, to draw into */
    lg_batch_buffers buffers;             /* for introspection, probes and logits */
    lg_clock *clocks;                     /* one per worker, owned by the caller; NULL: time is not counted */
    struct lg_training_network *networks; /* cached for training, one per layout and micro-batch size */
    int network_count, network_capacity;
    size_t network_bytes; /* bytes of all cached networks */
} lg_engine;

/* How training batches of one size are partitioned, with their networks. */
typedef struct lg_batch_partition {
    int group, groups;           /* sequences per gradient-accumulation group; number of groups */
    const lg_network *full;      /* for micro-batches of full->graph->S sequences; S divides `group` */
    const lg_network *remainder; /* for the remainder of the last group; NULL: no remainder */
} lg_batch_partition;

bool lg_engine_init(lg_engine *e, lg_model *m, lg_pool *pool, lg_error *err);
void lg_engine_free(lg_engine *e);
/* Continues with another pool. On failure (out of memory), nothing changes. */
bool lg_engine_set_pool(lg_engine *e, lg_pool *pool);
size_t lg_engine_bytes(const lg_engine *e);
/* Partitions batches of `batch` sequences. Creates missing networks and keeps them until lg_engine_trim. */
bool lg_engine_partition(lg_engine *e, lg_sequence_layout layout, int batch, lg_batch_partition *out, lg_error *err);
/* Frees all cached networks if they take much memory, as with records of many sizes. Invalidates partitions. */
void lg_engine_trim(lg_engine *e);
/* Creates a network that evaluates micro-batches; their size divides `sequences`. */
bool lg_engine_evaluation(lg_engine *e, lg_sequence_layout layout, int sequences, bool dropout, lg_network *out,
                          lg_error *err);
/* The best number of sequences per network: the largest divisor of `count` whose activations fit in the cache. `one` is
 * a network for one sequence, not for training. */
int lg_engine_fitting(const lg_network *one, int count);
/* Makes the workers' buffers and records large enough for this network. Must not be called while workers run. */
bool lg_engine_reserve(lg_engine *e, const lg_network *n, lg_error *err);
bool lg_engine_reserve_worker(lg_engine *e, const lg_network *n, int worker, lg_error *err); /* not for training */
/* Samples positions (training: as in a training step, otherwise as in an evaluation), fills and uploads the constants,
 * and computes the shared tensors. The buffers must be reserved. Only one batch may be prepared at a time; meanwhile
 * workers may run other batches. */
bool lg_engine_prepare(lg_engine *e, lg_batch_buffers *s, const lg_network *n, lg_key positions, bool training,
                       lg_error *err);
/* Updates the packed copies after the parameters changed. */
void lg_engine_repack(lg_engine *e);
/* For networks with lookup tables per sequence: reserves memory for the positions of each sequence of a batch. */
bool lg_engine_reserve_numbers(lg_engine *e, lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err);
/* Draws the positions of the sequence in a row and fills its tables. First call lg_engine_reserve_numbers, then write
 * the ids of the row. Any worker may call lg_engine_number. */
void lg_engine_number(const lg_engine *e, const lg_batch_buffers *s, const lg_network *n, lg_key key, bool training,
                      int batch, int row);
/* A frame for worker `worker` with gradients in array `array`. */
lg_frame lg_engine_frame(lg_engine *e, lg_batch_buffers *s, const lg_network *n, int worker, int array, int batch);
lg_clock *lg_engine_clock(const lg_engine *e, int worker); /* NULL: time is not counted */

/* Makes the buffers large enough for this network and `batch` sequences. */
bool lg_batch_buffers_reserve(lg_batch_buffers *s, const lg_network *n, int batch, lg_error *err);
void lg_batch_buffers_free(lg_batch_buffers *s);
size_t lg_batch_buffers_bytes(const lg_batch_buffers *s);
/* lg_batch_buffers_of returns the host array of a tensor of the batch, or NULL. lg_batch_buffers_ids returns the token
 * ids, [batch, T]. */
void *lg_batch_buffers_of(const lg_batch_buffers *s, const lg_tensor *t, int batch);
int32_t *lg_batch_buffers_ids(const lg_batch_buffers *s, const lg_network *n, int batch);

#endif
