/* error_words.h: checks the error messages of failed library calls. */
#ifndef ERROR_WORDS_H
#define ERROR_WORDS_H

#include <string.h>

#include <cmocka.h>

#include "lengthen.h"

/* Asserts that the context's last error contains these words. */
static inline void assert_words(const lg_context *c, const char *words) {
    if (!strstr(lg_error_text(c), words)) fail_msg("'%s' is not in '%s'", words, lg_error_text(c));
}

/* Asserts that a call returned the status `wanted` and that the error contains these words. */
static inline void assert_fails(const lg_context *c, lg_status status, lg_status wanted, const char *words) {
    if (status != wanted) fail_msg("%d, not %d: %s\nwanted: %s", status, wanted, lg_error_text(c), words);
    assert_words(c, words);
}

#endif
