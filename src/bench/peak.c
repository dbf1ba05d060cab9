/* peak.c: measures how fast the processor can multiply and add; `bench` reports speeds as fractions of this peak.
 * Twelve independent chains x = x a + b per thread hide the latency of the operation (4 cycles, two units: eight chains
 * would do) and, with a and b, fit into sixteen registers. The compiler must not know a, b and the initial values, or
 * it removes chains that are constant. */
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <string.h>

#include "base/machine.h"
#include "base/real.h"
#include "bench/peak.h"
#include "kernel/kernel.h"

#define CHAINS 12
#define ROUNDS 400000 /* a few milliseconds */
#define TRIES  40     /* the best try counts, because other processes may use the processor */

/* Advances all chains ROUNDS steps with vectors of `type`; the sum keeps the compiler from removing them. */
#define RUN_CHAINS(type)                                                                                               \
    type x[CHAINS], a = {0}, b = {0};                                                                                  \
    a += *unknown;                                                                                                     \
    b += *unknown / 2;                                                                                                 \
    for (int c = 0; c < CHAINS; c++) x[c] = b + *unknown;                                                              \
    for (int r = 0; r < ROUNDS; r++)                                                                                   \
        for (int c = 0; c < CHAINS; c++) x[c] = x[c] * a + b;                                                          \
    for (int c = 1; c < CHAINS; c++) x[0] += x[c];                                                                     \
    return x[0][0]

typedef real narrow __attribute__((vector_size(16)));
static real chains_narrow(const volatile real *unknown) {
    RUN_CHAINS(narrow);
}

#ifdef __x86_64__
typedef real middle __attribute__((vector_size(32)));
__attribute__((target("avx2,fma"))) static real chains_middle(const volatile real *unknown) {
    RUN_CHAINS(middle);
}

typedef real wide __attribute__((vector_size(64)));
__attribute__((target("avx512f"))) static real chains_wide(const volatile real *unknown) {
    RUN_CHAINS(wide);
}
#endif

#if defined __x86_64__ && !defined LG_DOUBLE
#define PAIRS
/* Like RUN_CHAINS, with dot products of bfloat16 pairs. Each dot product counts as two multiply-adds per real. */
__attribute__((target("avx512f,avx512bf16"))) static real chains_of_pairs(const volatile real *unknown) {
    wide x[CHAINS], a = {0};
    a += *unknown;
    for (int c = 0; c < CHAINS; c++) x[c] = a;
    for (int r = 0; r < ROUNDS; r++)
        for (int c = 0; c < CHAINS; c++) x[c] = (wide)_mm512_dpbf16_ps((__m512)x[c], (__m512bh)a, (__m512bh)a);
    for (int c = 1; c < CHAINS; c++) x[0] += x[c];
    return x[0][0];
}
#endif

typedef struct measure {
    real (*chains)(const volatile real *unknown);
    int bytes; /* of a vector of reals; for bfloat16 pairs twice its size, since each pair does two multiply-adds in the
                  place of one real */
    volatile real unknown, sink;
    double (*multiply_registers)(int times); /* if not NULL, used instead of chains */
} measure;

/* Chooses the widest vectors that a kernel set uses. */
static measure widest(const lg_kernels *set) {
#ifdef __x86_64__
    if (!strcmp(lg_kernels_bits(set, false), "avx512")) return (measure){.chains = chains_wide, .bytes = 64};
    if (!strcmp(set->name, "avx2")) return (measure){.chains = chains_middle, .bytes = 32};
#else
    (void)set;
#endif
    return (measure){.chains = chains_narrow, .bytes = 16};
}

static void run(void *task, int job, int worker) {
    measure *m = task;
    (void)job, (void)worker;
    if (m->multiply_registers) {
        m->multiply_registers(ROUNDS);
        return;
    }
    const real x = m->chains(&m->unknown);
    if (x < 0) m->sink = x; /* never happens, because all terms are positive; keeps x alive */
}

bool lg_has_bf16_dot(const lg_kernels *set) {
#ifdef PAIRS
    __builtin_cpu_init();
    return !strcmp(set->name, "avx512") && __builtin_cpu_supports("avx512bf16");
#else
    (void)set;
    return false;
#endif
}

double lg_peak_gflops(lg_pool *pool, const lg_kernels *set, bool bfloat16) {
    measure m = widest(set);
#ifdef PAIRS
    if (bfloat16 && lg_has_bf16_dot(set)) m = (measure){.chains = chains_of_pairs, .bytes = 2 * 64};
#else
    (void)bfloat16;
#endif
    m.unknown = (real)0.5;
    if (bfloat16 && set->bfloat16) m.multiply_registers = set->bfloat16->multiply_registers;
    const int threads = lg_pool_threads(pool);
    const double each = m.multiply_registers ? m.multiply_registers(1) : CHAINS * (m.bytes / LG_REAL_BYTES);
    const double flops = 2.0 * ROUNDS * threads * each;
    double best = 0;
    const double start = lg_seconds();
    for (int i = 0; i < TRIES && (i < 3 || lg_seconds() - start < 0.25); i++) {
        const double before = lg_seconds();
        lg_pool_run(pool, threads, run, &m);
        const double rate = flops / (lg_seconds() - before) * 1e-9;
        if (rate > best) best = rate;
    }
    return best;
}

double lg_context_peak(lg_context *c, const lg_session *h, bool bfloat16) {
    const int threads = lg_pool_threads(h->pool);
    const lg_kernels *set = h->runtime.kernels;
    if (c->peak_threads != threads || c->peak_set != set) c->peak[0] = c->peak[1] = 0;
    c->peak_threads = threads;
    c->peak_set = set;
    if (c->peak[bfloat16] == 0) c->peak[bfloat16] = lg_peak_gflops(h->pool, set, bfloat16);
    return c->peak[bfloat16];
}
