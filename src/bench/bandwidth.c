/* bandwidth.c: measures the memory bandwidth of the processor, the slope of a roofline (Williams et al. 2009). Each
 * thread repeatedly copies one half of its own block to the other half, or reads the block. The size of the blocks
 * determines which cache or memory is measured. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/machine.h"
#include "base/system.h"
#include "bench/peak.h"

enum { HUGE_PAGE = 2 << 20 }; /* bytes: weights and activations also use such pages (train/buffer.c) */

#define TRIES 40 /* the best try counts, because other processes may use the processor */
/* After three tries, no try begins later than this. Measurements of reading, which are repeated, use SECONDS / 3. */
#define SECONDS 0.15

typedef struct traffic {
    char *data;
    size_t bytes; /* of one thread's block */
    int rounds;
    uint64_t (*read)(const char *x, size_t bytes);
} traffic;

/* ---- copying ---- */

static void copy(void *task, int job, int worker) {
    const traffic *c = task;
    const size_t half = c->bytes / 2;
    char *from = c->data + c->bytes * (size_t)job, *to = from + half;
    (void)worker;
    for (int i = 0; i < c->rounds; i++) {
        memcpy(to, from, half);
        __asm__ volatile("" ::: "memory"); /* keeps the compiler from removing copies */
    }
}

/* ---- reading ---- */

/* Eight independent sums, so that loads do not wait for each other. */
#define READ_ALL(type)                                                                                                 \
    type sum[8] = {{0}};                                                                                               \
    for (size_t i = 0; i + sizeof sum <= bytes; i += sizeof sum)                                                       \
        for (int n = 0; n < 8; n++) sum[n] ^= ((const type *)(const void *)(x + i))[n];                                \
    for (int n = 1; n < 8; n++) sum[0] ^= sum[n];                                                                      \
    return sum[0][0]

typedef uint64_t narrow __attribute__((vector_size(16)));
static uint64_t read_narrow(const char *x, size_t bytes) {
    READ_ALL(narrow);
}

#ifdef __x86_64__
typedef uint64_t middle __attribute__((vector_size(32)));
__attribute__((target("avx2"))) static uint64_t read_middle(const char *x, size_t bytes) {
    READ_ALL(middle);
}

typedef uint64_t wide __attribute__((vector_size(64)));
__attribute__((target("avx512f"))) static uint64_t read_wide(const char *x, size_t bytes) {
    READ_ALL(wide);
}
#endif

static uint64_t (*widest_read(void))(const char *x, size_t bytes) {
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) return read_wide;
    if (__builtin_cpu_supports("avx2")) return read_middle;
#endif
    return read_narrow;
}

static void read_block(void *task, int job, int worker) {
    const traffic *c = task;
    (void)worker;
    for (int i = 0; i < c->rounds; i++) {
        const uint64_t sum = c->read(c->data + c->bytes * (size_t)job, c->bytes);
        __asm__ volatile("" ::"r"(sum) : "memory"); /* keeps the sum alive */
    }
}

/* ---- measuring ---- */

static void touch(void *task, int job, int worker) {
    const traffic *c = task;
    (void)worker;
    memset(c->data + c->bytes * (size_t)job, 1, c->bytes);
}

/* GB/s of the best try; each try moves all bytes of all blocks `rounds` times. */
static double measure(lg_pool *pool, size_t bytes, lg_job move, double seconds) {
    const int threads = lg_pool_threads(pool);
    traffic c = {.bytes = (bytes + 511) / 512 * 512, .rounds = (int)((16u << 20) / (bytes + 1)) + 1};
    const size_t all = (c.bytes * (size_t)threads + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    c.read = widest_read();
    c.data = aligned_alloc(HUGE_PAGE, all);
    if (!c.data) return 0;
    lg_system_large_pages(c.data, all);
    lg_pool_run(pool, threads, touch, &c);
    double best = 0;
    const double moved = (double)c.bytes * threads * c.rounds, start = lg_seconds();
    for (int i = 0; i < TRIES && (i < 3 || lg_seconds() - start < seconds); i++) {
        const double before = lg_seconds();
        lg_pool_run(pool, threads, move, &c);
        const double rate = moved / (lg_seconds() - before) * 1e-9;
        if (rate > best) best = rate;
    }
    free(c.data);
    return best;
}

double lg_bandwidth(lg_pool *pool, size_t bytes) {
    return measure(pool, bytes, copy, SECONDS);
}

double lg_read_bandwidth(lg_pool *pool, size_t bytes) {
    return measure(pool, bytes, read_block, SECONDS / 3);
}

size_t lg_block_size_beyond_caches(int threads) {
    const size_t least = 64u << 20, most = 1u << 30, wanted = 4 * lg_system_cache_bytes(3);
    return (wanted < least ? least : wanted > most ? most : wanted) / (size_t)threads;
}
