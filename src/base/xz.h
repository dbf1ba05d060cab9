/* xz.h: reads files compressed by xz. */
#ifndef LG_BASE_XZ_H
#define LG_BASE_XZ_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Do the bytes begin like an xz file? */
bool lg_xz_is(const void *bytes, size_t size);
/* Returns the uncompressed bytes, with a NUL after the last one, to be freed; NULL on failure. LG_CORRUPT: the data is
 * damaged, truncated, or longer than `limit` bytes when uncompressed. path: for messages. */
char *lg_xz_unpack(const char *path, const void *bytes, size_t size, size_t limit, size_t *out, lg_error *err);

#endif
