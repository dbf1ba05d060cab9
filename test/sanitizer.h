/* sanitizer.h: SANITIZED is 1 where a sanitizer has replaced the allocator; gcc and clang use different macros. */
#ifndef SANITIZER_H
#define SANITIZER_H

/* The number of trials: n, or a quarter of n with a sanitizer, which takes ten times as long and needs only a few
 * trials to find an error. */
#define TRIALS(n) (SANITIZED ? ((n) + 3) / 4 : (n))

#define SANITIZED 0
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#undef SANITIZED
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#undef SANITIZED
#define SANITIZED 1
#endif
#endif

#endif
