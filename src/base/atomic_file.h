/* atomic_file.h: writes a file atomically. The content is collected in memory and then replaces the file in one step,
 * so a reader sees the old content or the new content. */
#ifndef LG_BASE_ATOMIC_FILE_H
#define LG_BASE_ATOMIC_FILE_H

#include "base/error.h"
#include "base/text_buffer.h"

typedef lg_text_buffer lg_atomic_file; /* write to the stream `to` */

bool lg_atomic_file_open(lg_atomic_file *f, lg_error *err);
/* Writes DIR/name if `commit` is true and the stream had no error. Always frees everything. */
bool lg_atomic_file_close(lg_atomic_file *f, bool commit, const char *dir, const char *name, lg_error *err);

#endif
