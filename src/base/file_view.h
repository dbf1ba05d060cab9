/* file_view.h: read-only access to the bytes of a file. A large regular file is mapped, so it may be larger than
 * memory; a mapped file must not be truncated while it is open. Small files and pipes are read into memory. */
#ifndef LG_BASE_FILE_VIEW_H
#define LG_BASE_FILE_VIEW_H

#include <stdint.h>

#include "base/file.h"

#define LG_MAPPED_FROM ((size_t)256 << 20) /* bytes; smaller files are read */

/* All zeros: nothing is open. */
typedef struct lg_file_view {
    const uint8_t *bytes; /* [size] */
    size_t size;
    bool mapped;
} lg_file_view;

/* Opens a file from the user. An unreadable file is LG_USAGE unless the machine lacks something. */
bool lg_file_view_open(lg_file_view *v, const char *path, lg_error *err);
/* Opens a regular file of at most `limit` bytes, as lg_file_read does. A NUL follows the bytes unless the file is
 * mapped. */
bool lg_file_view_open_regular(lg_file_view *v, const char *path, size_t limit, lg_error *err);
void lg_file_view_close(lg_file_view *v);

#endif
