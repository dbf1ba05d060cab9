/* bandwidth.c: how many bytes this processor can read and write: the slope of a roofline (Williams et al. 2009). Each
 * thread copies one half of a block of its own to the other half, again and again; the size of the blocks decides which
 * level of the memory is measured. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"
#include "bench/peak.h"

#define TRIES   40   /* the best one counts: other processes may have used the processor */
#define SECONDS 0.15 /* or as many as there is time for */

typedef struct copying {
    char *data;
    size_t half; /* of one thread's block */
    int rounds;
} copying;

static void copy(void *task, int job, int worker) {
    const copying *c = task;
    char *from = c->data + 2 * c->half * (size_t)job, *to = from + c->half;
    (void)worker;
    for (int i = 0; i < c->rounds; i++) {
        memcpy(to, from, c->half);
        __asm__ volatile("" ::: "memory"); /* no copy can be left out */
    }
}

static void touch(void *task, int job, int worker) {
    const copying *c = task;
    (void)worker;
    memset(c->data + 2 * c->half * (size_t)job, 1, 2 * c->half);
}

double lg_bandwidth(lg_pool *pool, size_t bytes) {
    const int threads = lg_pool_threads(pool);
    copying c = {.half = bytes / 128 * 64, .rounds = (int)((16u << 20) / bytes) + 1};
    c.data = aligned_alloc(64, 2 * c.half * (size_t)threads);
    if (!c.data) return 0;
    lg_pool_run(pool, threads, touch, &c);
    double best = 0;
    const double moved = 2.0 * (double)c.half * threads * c.rounds, start = lg_seconds();
    for (int i = 0; i < TRIES && (i < 3 || lg_seconds() - start < SECONDS); i++) {
        const double before = lg_seconds();
        lg_pool_run(pool, threads, copy, &c);
        const double rate = moved / (lg_seconds() - before) * 1e-9;
        if (rate > best) best = rate;
    }
    free(c.data);
    return best;
}

size_t lg_block_size_beyond_caches(int threads) {
    long cache = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
    cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
    const size_t least = 64u << 20, most = 1u << 30, wanted = cache > 0 ? 4 * (size_t)cache : least;
    return (wanted < least ? least : wanted > most ? most : wanted) / (size_t)threads;
}
