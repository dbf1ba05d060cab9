/* xz.h: reads files that xz has compressed. */
#ifndef LG_BASE_XZ_H
#define LG_BASE_XZ_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Do these bytes begin as a file of xz? */
bool lg_xz_is(const void *bytes, size_t size);
/* The uncompressed bytes, to be freed, with a NUL after the last. LG_CORRUPT: it is damaged, cut, or holds more than
 * `limit` bytes. path: for messages. NULL on failure. */
char *lg_xz_unpack(const char *path, const void *bytes, size_t size, size_t limit, size_t *out, lg_error *err);

#endif
