/* error_words.h: asserts in which words a call of the library failed. */
#ifndef ERROR_WORDS_H
#define ERROR_WORDS_H

#include <string.h>

#include <cmocka.h>

#include "lengthen.h"

/* The last error of the context has these words. */
static inline void assert_words(const lg_context *c, const char *words) {
    if (!strstr(lg_error_text(c), words)) fail_msg("'%s' is not in '%s'", words, lg_error_text(c));
}

/* A call that returned `status` failed as wanted. */
static inline void assert_fails(const lg_context *c, lg_status status, lg_status wanted, const char *words) {
    if (status != wanted) fail_msg("%d, not %d: %s\nwanted: %s", status, wanted, lg_error_text(c), words);
    assert_words(c, words);
}

#endif
