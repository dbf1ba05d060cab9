/* sanitizer.h: SANITIZED is 1 where a sanitizer has taken the place of the allocator: gcc and clang say it differently.
 */
#ifndef SANITIZER_H
#define SANITIZER_H

/* So many examples; a quarter of them with a sanitizer, which takes ten times as long and finds what a few show. */
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
