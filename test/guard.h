/* guard.h: arrays for tests of kernels. Each array lies between red zones of NaN: a kernel that reads them gets a wrong
 * result, writing to them is detected, and AddressSanitizer reports both immediately. New arrays are also filled with
 * NaN, so an element that a kernel does not write is detected. Each trial has a description, from which the key of its
 * random numbers is computed, so any trial can be repeated alone. */
#ifndef LG_TEST_GUARD_H
#define LG_TEST_GUARD_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/key.h"
#include "base/real.h"
#include "kernel/kernel.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define POISON(at, bytes)   ASAN_POISON_MEMORY_REGION(at, bytes)
#define UNPOISON(at, bytes) ASAN_UNPOISON_MEMORY_REGION(at, bytes)
#else
#define POISON(at, bytes)
#define UNPOISON(at, bytes)
#endif

#define RED   256
#define ALIGN 64

/* All bits set: NaN as a real, -1 as an integer. */
#define FILLER 0xff

typedef struct guarded {
    struct guarded *next;
    unsigned char *base; /* red zone, array, red zone */
    size_t bytes;        /* size of the array */
} guarded;

static guarded *arrays;
static char trial[256];
static lg_random dice;
static int normals_left; /* numbers that next_normal returns before it jumps to a random position */

/* Frees all arrays. Returns the size of one whose red zones were written, or -1. */
static inline long drop(void) {
    long hurt = -1;
    for (guarded *g = arrays, *next; g; g = next) {
        next = g->next;
        UNPOISON(g->base, g->bytes + 2 * RED);
        for (size_t e = 0; e < RED; e++)
            if (g->base[e] != FILLER || g->base[RED + g->bytes + e] != FILLER) hurt = (long)g->bytes;
        free(g->base);
        free(g);
    }
    arrays = NULL;
    return hurt;
}

/* Begins a trial, and frees the arrays that a failed trial left. */
__attribute__((format(printf, 1, 2))) static inline void begin(const char *format, ...) {
    drop();
    va_list words;
    va_start(words, format);
    vsnprintf(trial, sizeof trial, format, words);
    va_end(words);
    lg_key key = lg_key_root(1);
    for (const char *c = trial; *c; c++) key = lg_key_fold(key, *c);
    dice = lg_random_from(key);
    normals_left = 0;
}

/* Ends a trial: asserts that nothing was written outside of the arrays. */
static inline void finish(void) {
    long hurt = drop();
    if (hurt >= 0) fail_msg("%s: writes outside of an array of %ld bytes", trial, hurt);
}

/* A new array for this trial. */
static inline void *take(size_t bytes) {
    guarded *g = malloc(sizeof *g);
    void *base = NULL;
    assert_non_null(g);
    assert_int_equal(posix_memalign(&base, ALIGN, bytes + 2 * RED), 0);
    memset(base, FILLER, bytes + 2 * RED);
    *g = (guarded){arrays, base, bytes};
    arrays = g;
    POISON(g->base, RED);
    POISON(g->base + RED + bytes, RED);
    return g->base + RED;
}

static inline real *take_reals(size_t n) {
    return take(n * sizeof(real));
}

/* A standard normal number from a fixed supply, read from random positions: drawing each number would take longer than
 * many kernels. */
static inline double next_normal(void) {
    enum { SUPPLY = 8191, RUN = 512 };
    static double supply[SUPPLY];
    static int at, filled;
    for (; filled < SUPPLY; filled++) supply[filled] = lg_random_normal(&dice);
    if (normals_left-- == 0) at = (int)lg_random_below(&dice, SUPPLY), normals_left = RUN;
    return supply[at = at + 1 < SUPPLY ? at + 1 : 0];
}

/* Standard normal numbers times `scale`. */
static inline real *take_normal(size_t n, double scale) {
    real *x = take_reals(n);
    for (size_t e = 0; e < n; e++) x[e] = scale * next_normal();
    return x;
}

static inline int32_t *take_below(size_t n, uint32_t bound) {
    int32_t *x = take(n * sizeof *x);
    for (size_t e = 0; e < n; e++) x[e] = lg_random_below(&dice, bound);
    return x;
}

static inline void *take_copy(const void *x, size_t bytes) {
    return x ? memcpy(take(bytes), x, bytes) : NULL;
}

static inline lg_view view(const void *data) {
    return (lg_view){(void *)data, 0};
}

/* Rounding unit of a kernel set relative to that of the build's numbers: bfloat16 has 16 bits less. */
static double coarseness = 1;

/* Asserts |got - want| <= unit * slack * (1 + |want|). slack: the factor by which a formula magnifies rounding errors;
 * for long sums of terms of size one, the square root of the number of terms. */
static inline void agree(const char *what, const real *got, const real *want, size_t n, double slack) {
    const double unit = (sizeof(real) == 8 ? 1e-12 : 1e-5) * coarseness;
    for (size_t e = 0; e < n; e++)
        if (!(fabs((double)got[e] - want[e]) <= unit * slack * (1 + fabs(want[e]))))
            fail_msg("%s: %s[%zu] = %.9g, the reference says %.9g", trial, what, e, (double)got[e], (double)want[e]);
}

static inline void same_bits(const char *what, const real *got, const real *want, size_t n) {
    for (size_t e = 0; e < n; e++)
        if (memcmp(&got[e], &want[e], sizeof *got) != 0)
            fail_msg("%s: %s[%zu] = %.17g, but %.17g in another batch", trial, what, e, (double)got[e],
                     (double)want[e]);
}

/* A test of a suite, which is run for every kernel set. compares: the test only compares a set with the reference, so
 * it is not run for the reference itself. */
typedef struct guarded_test {
    const char *name;
    void (*run)(const lg_kernels *k);
    bool compares;
} guarded_test;

typedef struct guarded_case {
    char name[128];
    const lg_kernels *set;
    void (*run)(const lg_kernels *k);
} guarded_case;

static inline void run_case(void **state) {
    const guarded_case *c = *state;
    c->run(c->set);
}

/* Runs every test for every kernel set of this processor. An argument selects tests by pattern, such as '*avx2*'. For
 * the set amx, which equals avx512 except in bfloat16, runs only tests of bfloat16. */
static inline int run_suite(const char *title, const guarded_test *tests, int count, int argc, char **argv) {
    enum { MOST = 512 };
    static guarded_case cases[MOST];
    static struct CMUnitTest units[MOST];
    int used = 0;
    for (const lg_kernels *const *set = lg_kernels_all(); *set; set++) {
        const bool bfloat16 = !strcmp((*set)->name, "amx");
        for (int e = 0; e < count && used < MOST; e++) {
            if (bfloat16 && !strstr(title, "bfloat16") && !strstr(tests[e].name, "bfloat16")) continue;
            if (tests[e].compares && *set == &lg_kernels_ref) continue;
            guarded_case *c = &cases[used];
            *c = (guarded_case){.set = *set, .run = tests[e].run};
            snprintf(c->name, sizeof c->name, "%s.%s", (*set)->name, tests[e].name);
            units[used++] = (struct CMUnitTest){.name = c->name, .test_func = run_case, .initial_state = c};
        }
    }
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests(title, units, used, NULL, NULL);
}

#endif
