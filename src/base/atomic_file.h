/* atomic_file.h: a file while it is written: in memory first, then on the disk at once, so that a reader has
 * the old one or the new one. */
#ifndef LG_BASE_ATOMIC_FILE_H
#define LG_BASE_ATOMIC_FILE_H

#include "base/error.h"
#include "base/memory_stream.h"

typedef lg_memory_stream lg_atomic_file; /* `to`: write here */

bool lg_atomic_file_open(lg_atomic_file *f, lg_error *err);
/* Writes DIR/name, when `commit` and nothing went wrong with the stream; frees everything in any case. */
bool lg_atomic_file_close(lg_atomic_file *f, bool commit, const char *dir, const char *name, lg_error *err);

#endif
