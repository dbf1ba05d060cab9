/* denormals.h: denormal numbers taken for 0, as operands and as results. Some processors take a hundred cycles for one,
 * and attention has many: weights of keys whose logits are 88 to 103 below the largest, as those far away in ALiBi. */
#ifndef LG_BASE_DENORMALS_H
#define LG_BASE_DENORMALS_H

#include <stdint.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* In the calling thread from now on; returns what lg_restore_denormals needs. Where a processor has no such mode,
 * nothing changes. */
static inline uint64_t lg_flush_denormals(void) {
#ifdef __SSE2__
    const uint64_t before = _mm_getcsr();
    _mm_setcsr((unsigned)before | 0x8040);
    return before;
#elif defined __aarch64__
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    __asm__ volatile("msr fpcr, %0" : : "r"(before | 1u << 24));
    return before;
#else
    return 0;
#endif
}

static inline void lg_restore_denormals(uint64_t before) {
#ifdef __SSE2__
    _mm_setcsr((unsigned)before);
#elif defined __aarch64__
    __asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
    (void)before;
#endif
}

#endif
