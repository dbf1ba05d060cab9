/* gradients.c: see gradients.h. */
#include "train/gradients.h"

#include <assert.h>

/* Arrays are added early where those that are mostly in use (one for each worker, the sum, and one that waits) take no
 * more than this. Larger ones would be read and written more often at the speed of the memory. Sums are the same. */
enum { EARLY_BYTES = 256 << 20 };

void lg_gradients_init(lg_gradients *g, const lg_kernels *kernels) {
    *g = (lg_gradients){.kernels = kernels};
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->changed, NULL);
}

void lg_gradients_free(lg_gradients *g) {
    lg_buffer_free(&g->arrays);
    pthread_cond_destroy(&g->changed);
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

void lg_gradients_begin(lg_gradients *g, const lg_gradient_pass *passes, int count, int workers,
                        lg_gradients_added_fn added, void *user) {
    assert(count <= LG_BESIDE);
    for (int i = 0; i < count; i++) {
        g->passes[i] = passes[i];
        g->first[i + 1] = g->first[i] + passes[i].groups;
    }
    g->count = count;
    g->added_pass = added;
    g->user = user;
    g->early = count > 1 || (workers < passes->groups && (size_t)(workers + 2) * g->bytes <= EARLY_BYTES);
    g->acquired = g->added = 0;
    g->idles = LG_GROUPS - 1;
    for (int i = 0; i < g->first[count]; i++) g->done[i] = false;
    for (int i = 0; i < LG_GROUPS; i++) g->idle[i] = LG_GROUPS - 1 - i;
}

void lg_gradients_job(const lg_gradients *g, int job, int *pass, int *group) {
    int p = 0;
    while (job >= g->first[p + 1]) p++;
    *pass = p;
    *group = p == 0 ? job : (job - g->first[p] + 1) % g->passes[p].groups;
}

/* May a group begin? The first of a pass goes on with the sum of all before. Of LG_GROUPS groups in a row one is the
 * first of a pass, so that others, which are no further ahead, find an array. Whatever a group waits for has been begun
 * before (lg_gradients_job). */
static bool may_begin(const lg_gradients *g, int group, int index) {
    return group == 0 ? g->added == index : index < g->added + LG_GROUPS;
}

int lg_gradients_acquire(lg_gradients *g, int pass, int group) {
    const int index = g->first[pass] + group;
    pthread_mutex_lock(&g->lock);
    while (!may_begin(g, group, index)) pthread_cond_wait(&g->changed, &g->lock);
    const int array = g->array[index] = group == 0 ? 0 : g->idle[--g->idles];
    g->acquired++;
    if (LG_GROUPS - 1 - g->idles > g->peak) g->peak = LG_GROUPS - 1 - g->idles;
    pthread_mutex_unlock(&g->lock);
    return array;
}

/* Adds n elements of a group's array to the sum, and leaves zeros; those of the first group of a pass are there. */
static void add_array(const lg_gradients *g, int index, size_t first, size_t n) {
    const lg_view sum = lg_gradients_array(g, 0), array = lg_gradients_array(g, g->array[index]);
    if (g->array[index] == 0) return;
    g->kernels->add_and_clear(g->kernels, lg_view_at(sum, first * sizeof(real)),
                              lg_view_at(array, first * sizeof(real)), n);
}

void lg_gradients_clear(const lg_gradients *g, size_t first, size_t n) {
    if (n) g->kernels->zero(g->kernels, lg_view_at(lg_gradients_array(g, 0), first * sizeof(real)), n * sizeof(real));
}

/* Adds the next group in order, the last one of its pass maybe. */
static void add_next(const lg_gradients *g, int worker) {
    int pass = 0;
    while (g->added >= g->first[pass + 1]) pass++;
    add_array(g, g->added, 0, g->passes[pass].elements);
    if (g->count > 1 && g->added + 1 == g->first[pass + 1]) g->added_pass(g->user, pass, worker);
}

/* Whether the next array in order is there, no worker is adding, and more groups of a single pass need one. Under the
 * lock. */
static bool may_add(const lg_gradients *g) {
    const int groups = g->first[g->count];
    return g->early && !g->adding && g->added < groups && (g->count > 1 || g->acquired < groups) && g->done[g->added];
}

void lg_gradients_release(lg_gradients *g, int pass, int group, int worker) {
    pthread_mutex_lock(&g->lock);
    g->done[g->first[pass] + group] = true;
    while (may_add(g)) {
        g->adding = true;
        pthread_mutex_unlock(&g->lock);
        add_next(g, worker);
        pthread_mutex_lock(&g->lock);
        g->adding = false;
        const int array = g->array[g->added++];
        if (array > 0) g->idle[g->idles++] = array;
        pthread_cond_broadcast(&g->changed);
    }
    pthread_mutex_unlock(&g->lock);
}

void lg_gradients_add_rest(const lg_gradients *g, size_t first, size_t n) {
    for (int index = g->added; index < g->first[1]; index++) add_array(g, index, first, n);
}
