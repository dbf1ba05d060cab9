/* gradients.c: see gradients.h. */
#include "train/gradients.h"

/* Arrays are added early where those that are mostly in use (one for each worker, the sum, and one that waits) take no
 * more than this. Larger ones would be read and written more often at the speed of the memory. Sums are the same. */
enum { EARLY_BYTES = 256 << 20 };

void lg_gradients_init(lg_gradients *g, const lg_kernels *kernels) {
    *g = (lg_gradients){.kernels = kernels};
    pthread_mutex_init(&g->lock, NULL);
}

void lg_gradients_free(lg_gradients *g) {
    lg_buffer_free(&g->arrays);
    pthread_mutex_destroy(&g->lock);
}

bool lg_gradients_reserve(lg_gradients *g, size_t bytes, lg_error *err) {
    const size_t wanted = bytes > g->bytes ? bytes : g->bytes;
    const bool good = lg_buffer_reserve(&g->arrays, wanted * LG_GROUPS, "gradients", err);
    g->bytes = good ? wanted : 0; /* the sum comes first, so it grows into arrays of zeros, not they into it */
    return good;
}

size_t lg_gradients_bytes(const lg_gradients *g) {
    return g->arrays.bytes ? g->bytes * (size_t)(g->peak + 1) : 0;
}

lg_view lg_gradients_array(const lg_gradients *g, int array) {
    return (lg_view){g->arrays.data ? g->arrays.data + (size_t)array * g->bytes : NULL, 0};
}

void lg_gradients_begin(lg_gradients *g, int groups, size_t elements, int workers) {
    g->groups = groups;
    g->elements = elements;
    g->early = workers < groups && (size_t)(workers + 2) * g->bytes <= EARLY_BYTES;
    g->acquired = g->added = 0;
    g->idles = LG_GROUPS - 1;
    for (int i = 0; i < LG_GROUPS; i++) {
        g->idle[i] = LG_GROUPS - 1 - i;
        g->done[i] = false;
    }
}

int lg_gradients_acquire(lg_gradients *g, int group) {
    pthread_mutex_lock(&g->lock);
    const int array = g->array[group] = group == 0 ? 0 : g->idle[--g->idles];
    g->acquired++;
    if (LG_GROUPS - 1 - g->idles > g->peak) g->peak = LG_GROUPS - 1 - g->idles;
    pthread_mutex_unlock(&g->lock);
    return array;
}

/* Adds n elements of a group to the sum, and leaves zeros; those of the first group are there. */
static void add_array(const lg_gradients *g, int group, size_t first, size_t n) {
    const lg_view sum = lg_gradients_array(g, 0), array = lg_gradients_array(g, g->array[group]);
    if (group == 0) return;
    g->kernels->add_and_clear(g->kernels, lg_view_at(sum, first * sizeof(real)),
                              lg_view_at(array, first * sizeof(real)), n);
}

void lg_gradients_clear(const lg_gradients *g, size_t first, size_t n) {
    if (n) g->kernels->zero(g->kernels, lg_view_at(lg_gradients_array(g, 0), first * sizeof(real)), n * sizeof(real));
}

/* Whether the next array in order is there, more groups need one, and no worker is adding. Under the lock. */
static bool may_add(const lg_gradients *g) {
    return g->early && !g->adding && g->acquired < g->groups && g->done[g->added];
}

void lg_gradients_release(lg_gradients *g, int group) {
    pthread_mutex_lock(&g->lock);
    g->done[group] = true;
    while (may_add(g)) {
        const int next = g->added;
        g->adding = true;
        pthread_mutex_unlock(&g->lock);
        add_array(g, next, 0, g->elements);
        pthread_mutex_lock(&g->lock);
        g->adding = false;
        g->added++;
        if (next > 0) g->idle[g->idles++] = g->array[next];
    }
    pthread_mutex_unlock(&g->lock);
}

void lg_gradients_add_rest(const lg_gradients *g, size_t first, size_t n) {
    for (int group = g->added; group < g->groups; group++) add_array(g, group, first, n);
}
