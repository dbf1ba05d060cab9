/* file_view.h: the bytes of a file, for reading alone. A large regular file is mapped, so that it may be larger than
 * memory; it must then not be cut while it is open. Others, and pipes, are read. */
#ifndef LG_BASE_FILE_VIEW_H
#define LG_BASE_FILE_VIEW_H

#include <stdint.h>

#include "base/file.h"

#define LG_MAPPED_FROM ((size_t)256 << 20) /* bytes of the smallest file that is mapped */

/* All zeros: nothing is open. */
typedef struct lg_file_view {
    const uint8_t *bytes; /* [size] */
    size_t size;
    bool mapped;
} lg_file_view;

/* A file that the user gave: what cannot be read is LG_USAGE, but for what the machine lacks. */
bool lg_file_view_open(lg_file_view *v, const char *path, lg_error *err);
/* Any other: a regular file of at most `limit` bytes, as lg_file_read reads it, with a NUL behind it unless it is
 * mapped. */
bool lg_file_view_open_regular(lg_file_view *v, const char *path, size_t limit, lg_error *err);
void lg_file_view_close(lg_file_view *v);

#endif
