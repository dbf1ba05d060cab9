/* error.h: how a failure travels. A function that a user's mistake or the machine can make fail takes an lg_error and
 * returns false (or NULL); the first failure stays, later ones are ignored, so a long sequence can be checked once at
 * its end. What only a programmer can get wrong is an assert. */
#ifndef LG_BASE_ERROR_H
#define LG_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

#include "lengthen/core.h"

typedef struct lg_error {
    lg_status code;   /* LG_OK while nothing has failed */
    char text[1024];  /* the message: the option, the value, and what would be right */
    char keys[96];    /* see lg_blame; "" if it is about none */
    const char *rule; /* name of the rule that choices break (rules/rules.h); NULL: none */
    bool idle;        /* the value of the first of the keys has no effect beside others */
    bool lasting;     /* LG_FAILED for good: see lg_error_is_shortage */
} lg_error;

/* Records a failure, unless one is recorded already; always returns false, so that `return lg_fail(...)` reads well.
 * err may be NULL: then the message is lost. */
bool lg_fail(lg_error *err, lg_status code, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool lg_fail_at(lg_error *err, lg_status code, const char *format, va_list words);
/* The same, LG_FAILED for a reason that more memory or disk would not mend: a permission, a folder in the place of
 * a file. */
bool lg_fail_permanent(lg_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, of the kind of another failure. */
bool lg_fail_like(lg_error *err, const lg_error *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Did the machine lack something that it may have again: memory, a thread, a descriptor, a place on the disk, a disk
 * that works? Then the same call may go well later, and another one now would fail in the same way. */
bool lg_error_is_shortage(const lg_error *err);
/* Names config keys, separated by blanks, that the recorded failure is about, the first to blame first: a caller that
 * has their locations can add them. Adds to those named before; always returns false. */
bool lg_blame(lg_error *err, const char *keys);
/* Both at once: LG_USAGE, about these keys. */
bool lg_fail_keys(lg_error *err, const char *keys, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
