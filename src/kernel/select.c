/* select.c: finds the available kernel sets. LG_HAVE_<isa> is defined for each set in this build (ISAS in the
 * Makefile); processor support is tested at run time. */
#include "kernel/kernel.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LG_HAVE_amx
#include <cpuid.h>

#include "base/system.h"
#endif

#define MAX_SETS 8

/* The kernel sets of simd.c, one per instruction set: the reference table with faster kernels. */
const lg_kernels *lg_kernels_simd_portable(void);
const lg_kernels *lg_kernels_simd_avx2(void);
const lg_kernels *lg_kernels_simd_avx512(void);
const lg_kernels *lg_kernels_simd_amx(void);
const lg_kernels *lg_kernels_simd_neon(void);

static const lg_kernels *sets[MAX_SETS + 1];

#ifdef LG_HAVE_avx512
static bool has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
}
#endif

#ifdef LG_HAVE_amx
/* Whether the processor has bfloat16 tiles (CPUID leaf 7) and the system permits their use. */
static bool has_amx(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
    return (d >> 22 & 1) && (d >> 24 & 1) && __builtin_cpu_supports("avx512bf16") && lg_system_allow_tiles();
}
#endif

#ifdef LG_HAVE_avx2
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

static void collect(void) {
    int count = 0;
#ifdef LG_HAVE_avx512
#ifdef LG_HAVE_amx
    if (has_avx512() && has_amx()) sets[count++] = lg_kernels_simd_amx();
#endif
    if (has_avx512()) sets[count++] = lg_kernels_simd_avx512();
#endif
#ifdef LG_HAVE_avx2
    if (has_avx2()) sets[count++] = lg_kernels_simd_avx2();
#endif
#ifdef LG_HAVE_neon
    sets[count++] = lg_kernels_simd_neon();
#endif
#ifdef LG_HAVE_portable
    sets[count++] = lg_kernels_simd_portable();
#endif
    sets[count++] = &lg_kernels_ref;
}

const lg_kernels *const *lg_kernels_all(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, collect);
    return sets;
}

const lg_kernels *lg_kernels_find(const char *name) {
    const lg_kernels *const *all = lg_kernels_all();
    if (!name || !*name) return all[0];
    for (; *all; all++)
        if (!strcmp((*all)->name, name)) return *all;
    return NULL;
}

const char *lg_kernels_bits(const lg_kernels *set, bool bfloat16) {
    return !bfloat16 && !strcmp(set->name, "amx") ? "avx512" : set->name;
}

const char *lg_kernels_names(char *names, size_t size) {
    size_t at = 0;
    for (const lg_kernels *const *k = lg_kernels_all(); *k && at < size; k++)
        at += (size_t)snprintf(names + at, size - at, "%s%s", at > 0 ? ", " : "", (*k)->name);
    return names;
}

const lg_kernels *lg_kernels_select(lg_error *err) {
    const char *name = getenv("LENGTHEN_KERNELS");
    const lg_kernels *k = lg_kernels_find(name);
    if (k) return k;
    char all[64];
    lg_fail(err, LG_USAGE, "LENGTHEN_KERNELS: kernel set '%.64s' is not available; expected one of: %s", name,
            lg_kernels_names(all, sizeof all));
    return NULL;
}
