/* lines.h: reads a file line by line, with memory for its longest line only.
 *
 *     lg_lines l;
 *     if (!lg_lines_open(&l, path, err)) return false;
 *     while (lg_lines_next(&l, err)) use(l.line, l.size, l.number);
 *     lg_lines_close(&l); */
#ifndef LG_BASE_LINES_H
#define LG_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

#define LG_LONGEST_LINE ((size_t)1 << 26) /* bytes; a longer line means that the file is damaged */

typedef struct lg_lines {
    const char *line;     /* [size], with a NUL in place of the newline; valid until the next call */
    size_t size, number;  /* bytes of the line; its number, from 1 */
    size_t offset, after; /* file offsets of this line and of the next */
    bool torn;            /* after the last line: the file ends in a line without a newline, which was not returned */

    const char *path; /* the caller's */
    char *buffer;     /* [capacity]: bytes read */
    size_t capacity, begin, end;
    int fd; /* -1: the file does not exist */
} lg_lines;

/* A missing file has no lines. `path` must outlive `l`. */
bool lg_lines_open(lg_lines *l, const char *path, lg_error *err);

/* False: the end of the file, or reading failed (then `err` is set). */
bool lg_lines_next(lg_lines *l, lg_error *err);
void lg_lines_close(lg_lines *l);

#endif
