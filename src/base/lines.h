/* lines.h: the lines of a file one after another, in the memory of the longest one.
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

#define LG_LONGEST_LINE ((size_t)1 << 26) /* bytes; a longer line is a damage of its file */

typedef struct lg_lines {
    const char *line;     /* [size], with a NUL in the place of its end; valid until the next call */
    size_t size, number;  /* of the line; from 1 */
    size_t offset, after; /* where it begins in the file, and where the next one does */
    bool torn;            /* at the end: the last line of the file has no end, and was not passed */

    const char *path; /* the caller's */
    char *buffer;     /* [capacity]: what was read */
    size_t capacity, begin, end;
    int fd; /* -1: there is no file */
} lg_lines;

/* A file that is not there has no lines. `path` must outlive the lines. */
bool lg_lines_open(lg_lines *l, const char *path, lg_error *err);

/* False at the end, and with an error where reading fails. */
bool lg_lines_next(lg_lines *l, lg_error *err);
void lg_lines_close(lg_lines *l);

#endif
