/* gradients.h: the gradient of a batch: the sum of those of its gradient-accumulation groups (shards of the batch, at
 * most LG_GROUPS), in the order of the groups, whichever worker computes them and whenever.
 *
 * A worker that begins a group acquires an array for it and releases it when the group is done. That of the first group
 * is the sum itself; all others get zeros. Arrays that are next in order are then added to the sum and are zeros again,
 * ready for another group: so few are in use, and they stay in the cache. What is left after the last group is added by
 * all workers together. */
#ifndef LG_TRAIN_GRADIENTS_H
#define LG_TRAIN_GRADIENTS_H

#include <pthread.h>

#include "kernel/kernel.h"
#include "train/buffer.h"

enum { LG_GROUPS = 16 }; /* most gradient-accumulation groups of a batch, and so most workers of use */

typedef struct lg_gradients {
    const lg_kernels *kernels;
    lg_buffer arrays; /* the sum; then arrays for groups but the first, all zeros unless they are acquired */
    size_t bytes;     /* of one array */
    /* of this batch */
    size_t elements; /* of an array that are used */
    int groups;
    bool early;           /* arrays are added as soon as they can be, not after the last group */
    pthread_mutex_t lock; /* of what follows */
    int acquired, added;  /* groups that were begun, and those whose arrays are in the sum */
    bool adding;          /* a worker is at it */
    bool done[LG_GROUPS];
    int array[LG_GROUPS];       /* of each group that was begun, while it is not added */
    int idle[LG_GROUPS], idles; /* arrays not in use, the last one used at the end */
    int peak;                   /* arrays beside the sum that were ever in use at once */
} lg_gradients;

void lg_gradients_init(lg_gradients *g, const lg_kernels *kernels);
void lg_gradients_free(lg_gradients *g);
/* Memory for arrays of `bytes`. Not while groups are running; the sum is lost when they grow. */
bool lg_gradients_reserve(lg_gradients *g, size_t bytes, lg_error *err);
size_t lg_gradients_bytes(const lg_gradients *g); /* of memory in use */

/* Array 0 is the sum. An lg_view of nothing where there are no gradients. */
lg_view lg_gradients_array(const lg_gradients *g, int array);

/* Groups are added to what the sum holds. */
void lg_gradients_begin(lg_gradients *g, int groups, size_t elements, int workers);
/* Zeros for n elements of the sum from `first` on. */
void lg_gradients_clear(const lg_gradients *g, size_t first, size_t n);
int lg_gradients_acquire(lg_gradients *g, int group); /* the number of the array that its gradients are added to */
void lg_gradients_release(lg_gradients *g, int group);
/* When all groups were released: adds what is left, over n elements from `first`. Chunks may be added at once. */
void lg_gradients_add_rest(const lg_gradients *g, size_t first, size_t n);

#endif
