/* error.h: error reporting. A function that can fail because of user input or the machine takes an lg_error and returns
 * false or NULL. The first failure is kept and later ones are ignored, so a sequence of calls needs one check at its
 * end. Programming errors are asserts. */
#ifndef LG_BASE_ERROR_H
#define LG_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

#include "lengthen/core.h"

typedef struct lg_error {
    lg_status code;   /* LG_OK: nothing has failed */
    char text[1024];  /* the message: the option, its value and what is expected */
    char keys[96];    /* see lg_blame; "": the error is not about config keys */
    const char *rule; /* name of the violated rule (rules/rules.h); NULL: none */
    bool idle;        /* the value of the first key has no effect with the other settings */
    bool lasting;     /* LG_FAILED, and a retry cannot help: see lg_error_is_shortage */
} lg_error;

/* Records a failure unless one is recorded already. Always returns false, so callers can write `return lg_fail(...)`.
 * err may be NULL; the message is then lost. */
bool lg_fail(lg_error *err, lg_status code, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool lg_fail_at(lg_error *err, lg_status code, const char *format, va_list words);
/* Fails with LG_FAILED for a reason that more memory or disk space would not remove, such as a missing permission or a
 * directory in place of a file. */
bool lg_fail_permanent(lg_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Fails with the code and the `lasting` flag of another failure. */
bool lg_fail_like(lg_error *err, const lg_error *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* True if the machine lacked something that may become available again: memory, threads, descriptors, disk space, a
 * working disk. A later retry may then succeed; an immediate one would fail in the same way. */
bool lg_error_is_shortage(const lg_error *err);
/* Adds config keys, separated by blanks, that the recorded failure is about, the most likely culprit first. A caller
 * that has the locations of the keys can add them to the message. Always returns false. */
bool lg_blame(lg_error *err, const char *keys);
/* lg_fail with LG_USAGE, then lg_blame. */
bool lg_fail_keys(lg_error *err, const char *keys, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
