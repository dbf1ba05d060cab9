/* denormals.h: flushes denormal numbers to 0, both operands and results. On some processors an operation with a
 * denormal takes a hundred cycles. Attention has many of them: weights of keys whose logits are 88 to 103 below the
 * largest, such as distant keys in ALiBi. */
#ifndef LG_BASE_DENORMALS_H
#define LG_BASE_DENORMALS_H

#include <stdint.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Flushes denormals in the calling thread from now on. Returns the value for lg_restore_denormals. Does nothing on
 * processors without such a mode. */
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
