/* gradients.h: the gradient of a batch. It is the sum over gradient-accumulation groups (parts of a pass, at most
 * LG_GROUPS). The order of the sum is that of passes and groups, regardless of which worker computes a group and when.
 *
 * A worker acquires the next group and an array for it, and releases the group when done. The array of the first group
 * can be the sum itself; all others start as zeros. Arrays that are next in order are added to the sum and zeroed,
 * ready for another group. Therefore few arrays are in use, they stay in the cache, and no worker waits for the end of
 * a pass. After the last group, all workers together add the remaining arrays. */
#ifndef LG_TRAIN_GRADIENTS_H
#define LG_TRAIN_GRADIENTS_H

#include <pthread.h>

#include "kernel/view.h"
#include "train/buffer.h"

enum { LG_GROUPS = 16 };        /* maximum groups per pass, and so the most workers that are useful */
enum { LG_PASSES_AT_ONCE = 8 }; /* maximum passes computed together */

/* A group and the destination of its gradient. */
typedef struct lg_gradient_group {
    int pass, group; /* index of the pass; index of the group in the pass */
    int number;      /* index among the groups of all passes */
    int array;
} lg_gradient_group;

typedef struct lg_gradients {
    const lg_kernels *kernels;
    lg_buffer arrays; /* the sum, then arrays for groups, which are zeros unless acquired */
    size_t bytes;     /* per array */
    /* of the passes that are being computed */
    int workers, pass_count;
    int ends[LG_PASSES_AT_ONCE];        /* number of groups up to the end of each pass */
    size_t elements[LG_PASSES_AT_ONCE]; /* array elements that each pass uses */
    bool on_sum;                        /* the first group adds directly to the sum */
    bool early;                         /* add arrays as soon as possible, not only after the last group */
    pthread_mutex_t lock;               /* protects the members below */
    pthread_cond_t freed;               /* an array became idle */
    int acquired, added;                /* groups that were started; groups whose arrays are in the sum */
    int begun, summed;                  /* pass of the last started group; pass whose groups are being added */
    bool adding;                        /* a worker is adding */
    bool done[LG_PASSES_AT_ONCE * LG_GROUPS];
    int array[LG_PASSES_AT_ONCE * LG_GROUPS]; /* array of each started group until it is added */
    int idle[LG_GROUPS], idles;               /* unused arrays, the most recently used last */
    int peak;                                 /* maximum number of arrays in use at once, not counting the sum */
} lg_gradients;

void lg_gradients_init(lg_gradients *g, const lg_kernels *kernels);
void lg_gradients_free(lg_gradients *g);
/* Reserves arrays of `bytes`. Must not be called while groups run; growing discards the sum. */
bool lg_gradients_reserve(lg_gradients *g, size_t bytes, lg_error *err);
size_t lg_gradients_bytes(const lg_gradients *g); /* memory in use */

/* Array 0 is the sum. The view is empty if there are no gradients. */
lg_view lg_gradients_array(const lg_gradients *g, int array);
/* Zeroes n elements of the sum from `first` on. */
void lg_gradients_clear(const lg_gradients *g, size_t first, size_t n);

/* Starts a computation; lg_gradients_add_pass adds a pass of `groups` groups, whose gradients are added to the present
 * sum. on_sum: the first group accumulates directly in the sum instead of in an array of its own. This writes less
 * memory but changes the last bits. */
void lg_gradients_begin(lg_gradients *g, int workers, bool on_sum);
void lg_gradients_add_pass(lg_gradients *g, int groups, size_t elements);
/* Acquires the next group; waits for a free array. Call once for each group. */
lg_gradient_group lg_gradients_acquire(lg_gradients *g);
/* Marks a group as done. If a pass is now completely in the sum and more passes follow, returns this pass: the caller
 * then has exclusive access to the sum, finishes the pass, and calls lg_gradients_next. Otherwise returns -1. */
int lg_gradients_release(lg_gradients *g, const lg_gradient_group *x);
/* Ends the exclusive access. Like lg_gradients_release, returns the next pass if its groups are already complete. */
int lg_gradients_next(lg_gradients *g);
/* After all groups are released: adds n elements from `first` on of the remaining arrays. Chunks may be added in
 * parallel. */
void lg_gradients_add_rest(const lg_gradients *g, size_t first, size_t n);

#endif
