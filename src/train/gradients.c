/* gradients.c: see gradients.h. */
#include "train/gradients.h"

#include "kernel/kernel.h"

#include <string.h>

/* Arrays are added before the last group is done if the arrays usually in use (one per worker, the sum, and one
 * waiting) take at most this many bytes. The default model then needs 30 MB instead of 49. Larger arrays would not stay
 * in the cache: at width 512, adding early would save 780 MiB and cost 15 to 20 % of the speed. The sums are the same
 * either way. */
enum { EARLY_BYTES = 256 << 20 };

void lg_gradients_init(lg_gradients *g, const lg_kernels *kernels) {
    *g = (lg_gradients){.kernels = kernels};
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->freed, NULL);
}

void lg_gradients_free(lg_gradients *g) {
    lg_buffer_free(&g->arrays);
    pthread_cond_destroy(&g->freed);
    pthread_mutex_destroy(&g->lock);
}

bool lg_gradients_reserve(lg_gradients *g, size_t bytes, lg_error *err) {
    const size_t wanted = bytes > g->bytes ? bytes : g->bytes;
    const bool good = lg_buffer_reserve(&g->arrays, wanted * (LG_GROUPS + 1), "gradients", err);
    /* If the block was large enough already, array 0 (the sum) now extends over other arrays, which are zeros. */
    g->bytes = good ? wanted : 0;
    return good;
}

size_t lg_gradients_bytes(const lg_gradients *g) {
    return g->arrays.bytes ? g->bytes * (size_t)(g->peak + 1) : 0;
}

lg_view lg_gradients_array(const lg_gradients *g, int array) {
    return (lg_view){g->arrays.data ? g->arrays.data + (size_t)array * g->bytes : NULL, 0};
}

void lg_gradients_clear(const lg_gradients *g, size_t first, size_t n) {
    if (n) g->kernels->zero(g->kernels, lg_view_at(lg_gradients_array(g, 0), first * sizeof(real)), n * sizeof(real));
}

void lg_gradients_begin(lg_gradients *g, int workers, bool on_sum) {
    g->workers = workers;
    g->on_sum = on_sum;
    g->pass_count = g->acquired = g->added = g->begun = g->summed = 0;
    g->idles = LG_GROUPS;
    for (int i = 0; i < LG_GROUPS; i++) g->idle[i] = LG_GROUPS - i;
}

static int count_groups(const lg_gradients *g) {
    return g->ends[g->pass_count - 1];
}

void lg_gradients_add_pass(lg_gradients *g, int groups, size_t elements) {
    const int before = g->pass_count > 0 ? count_groups(g) : 0;
    g->elements[g->pass_count] = elements;
    g->ends[g->pass_count++] = before + groups;
    memset(g->done + before, 0, sizeof *g->done * (size_t)groups);
    const bool fits = (size_t)(g->workers + 2) * g->bytes <= EARLY_BYTES;
    g->early = g->pass_count > 1 || (fits && g->workers < groups); /* several passes have more groups than arrays */
}

lg_gradient_group lg_gradients_acquire(lg_gradients *g) {
    pthread_mutex_lock(&g->lock);
    const bool on_sum = g->on_sum && g->acquired == 0;
    while (!on_sum && g->idles == 0) pthread_cond_wait(&g->freed, &g->lock);
    if (g->acquired == g->ends[g->begun]) g->begun++;
    const int before = g->begun > 0 ? g->ends[g->begun - 1] : 0, number = g->acquired++;
    const int array = g->array[number] = on_sum ? 0 : g->idle[--g->idles];
    if (LG_GROUPS - g->idles > g->peak) g->peak = LG_GROUPS - g->idles;
    const lg_gradient_group x = {g->begun, number - before, number, array};
    pthread_mutex_unlock(&g->lock);
    return x;
}

/* Adds n elements of a group to the sum and zeroes them. The first group may already be in the sum. */
static void add_array(const lg_gradients *g, int number, size_t first, size_t n) {
    const lg_view sum = lg_gradients_array(g, 0), array = lg_gradients_array(g, g->array[number]);
    if (g->array[number] == 0) return;
    g->kernels->add_and_clear(g->kernels, lg_view_at(sum, first * sizeof(real)),
                              lg_view_at(array, first * sizeof(real)), n);
}

/* True if the next array in order is done, no worker is adding, and more groups or passes need the array. Needs the
 * lock. */
static bool may_add(const lg_gradients *g) {
    const bool wanted = g->acquired < count_groups(g) || g->summed + 1 < g->pass_count;
    return g->early && !g->adding && wanted && g->added < g->acquired && g->done[g->added];
}

/* Adds the next array; releases the lock while adding. */
static void add_next(lg_gradients *g) {
    const int number = g->added;
    g->adding = true;
    pthread_mutex_unlock(&g->lock);
    add_array(g, number, 0, g->elements[g->summed]);
    pthread_mutex_lock(&g->lock);
    g->adding = false;
    g->added++;
    if (g->array[number] == 0) return;
    g->idle[g->idles++] = g->array[number];
    pthread_cond_signal(&g->freed);
}

/* Adds all arrays that are next in order. If this completes a pass, returns the pass and blocks further adding until
 * lg_gradients_next; otherwise returns -1. Needs the lock. */
static int add_early(lg_gradients *g) {
    while (may_add(g)) {
        add_next(g);
        g->adding = g->added == g->ends[g->summed] && g->summed + 1 < g->pass_count;
        if (g->adding) return g->summed;
    }
    return -1;
}

int lg_gradients_release(lg_gradients *g, const lg_gradient_group *x) {
    pthread_mutex_lock(&g->lock);
    g->done[x->number] = true;
    const int whole = add_early(g);
    pthread_mutex_unlock(&g->lock);
    return whole;
}

int lg_gradients_next(lg_gradients *g) {
    pthread_mutex_lock(&g->lock);
    g->adding = false;
    g->summed++;
    const int whole = add_early(g);
    pthread_mutex_unlock(&g->lock);
    return whole;
}

void lg_gradients_add_rest(const lg_gradients *g, size_t first, size_t n) {
    for (int number = g->added; number < count_groups(g); number++) add_array(g, number, first, n);
}
