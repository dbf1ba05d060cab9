/* gradients.h: the gradient of a batch: the sum of those of its gradient-accumulation groups (shards of a pass, at most
 * LG_GROUPS), in the order of the passes and of their groups, whichever worker computes them and whenever.
 *
 * A worker acquires the next group, and an array for it, and releases it when the group is done. The array of the first
 * group can be the sum itself; all others get zeros. Arrays that are next in order are then added to the sum and are
 * zeros again, ready for another group: so few are in use, and they stay in the cache. Nobody waits for the end of a
 * pass. What is left after the last group is added by all workers together. */
#ifndef LG_TRAIN_GRADIENTS_H
#define LG_TRAIN_GRADIENTS_H

#include <pthread.h>

#include "kernel/view.h"
#include "train/buffer.h"

enum { LG_GROUPS = 16 };        /* most gradient-accumulation groups of a pass, and so most workers of use */
enum { LG_PASSES_AT_ONCE = 8 }; /* most passes that are computed together */

/* A group, and where its gradient goes. */
typedef struct lg_gradient_group {
    int pass, group; /* its number within the pass */
    int number;      /* among those of all passes */
    int array;
} lg_gradient_group;

typedef struct lg_gradients {
    const lg_kernels *kernels;
    lg_buffer arrays; /* the sum; then arrays for groups, all zeros unless they are acquired */
    size_t bytes;     /* of one array */
    /* of these passes */
    int workers, pass_count;
    int ends[LG_PASSES_AT_ONCE];        /* groups up to the last one of each pass */
    size_t elements[LG_PASSES_AT_ONCE]; /* of an array that each pass uses */
    bool on_sum;                        /* the first group adds to the sum, without an array of its own */
    bool early;                         /* arrays are added as soon as they can be, not after the last group */
    pthread_mutex_t lock;               /* of what follows */
    pthread_cond_t freed;               /* an array is idle */
    int acquired, added;                /* groups that were begun, and those whose arrays are in the sum */
    int begun, summed;                  /* the passes that these are of */
    bool adding;                        /* a worker is at it */
    bool done[LG_PASSES_AT_ONCE * LG_GROUPS];
    int array[LG_PASSES_AT_ONCE * LG_GROUPS]; /* of each group that was begun, while it is not added */
    int idle[LG_GROUPS], idles;               /* arrays not in use, the last one used at the end */
    int peak;                                 /* arrays beside the sum that were ever in use at once */
} lg_gradients;

void lg_gradients_init(lg_gradients *g, const lg_kernels *kernels);
void lg_gradients_free(lg_gradients *g);
/* Memory for arrays of `bytes`. Not while groups are running; the sum is lost when they grow. */
bool lg_gradients_reserve(lg_gradients *g, size_t bytes, lg_error *err);
size_t lg_gradients_bytes(const lg_gradients *g); /* of memory in use */

/* Array 0 is the sum. An lg_view of nothing where there are no gradients. */
lg_view lg_gradients_array(const lg_gradients *g, int array);
/* Zeros for n elements of the sum from `first` on. */
void lg_gradients_clear(const lg_gradients *g, size_t first, size_t n);

/* What is computed: passes of so many groups, which are added to what the sum holds. on_sum: the first group adds to it
 * as it computes, and not when it is done: other last bits, and less memory to write. */
void lg_gradients_begin(lg_gradients *g, int workers, bool on_sum);
void lg_gradients_add_pass(lg_gradients *g, int groups, size_t elements);
/* The next group; waits for an array. To be called once for each of all groups. */
lg_gradient_group lg_gradients_acquire(lg_gradients *g);
/* Returns the pass of which all groups are in the sum now, where others follow: the caller finishes it, has the sum
 * alone for that, and calls lg_gradients_next. Else -1. */
int lg_gradients_release(lg_gradients *g, const lg_gradient_group *x);
/* The same after lg_gradients_next, whose groups may be there already. */
int lg_gradients_next(lg_gradients *g);
/* When all groups were released: adds what is left, over n elements from `first`. Chunks may be added at once. */
void lg_gradients_add_rest(const lg_gradients *g, size_t first, size_t n);

#endif
