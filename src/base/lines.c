/* lines.c: see lines.h. */
#include "base/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum { FIRST_CAPACITY = 1 << 16 };

bool lg_lines_open(lg_lines *l, const char *path, lg_error *err) {
    lg_file_kind kind;
    *l = (lg_lines){.path = path, .fd = -1};
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    l->fd = lg_file_open(path, O_RDONLY, "read", err);
    return l->fd >= 0;
}

void lg_lines_close(lg_lines *l) {
    if (l->fd >= 0) close(l->fd);
    free(l->buffer);
    *l = (lg_lines){.fd = -1};
}

/* Moves the unread bytes to the front and makes room after them. */
static bool make_room(lg_lines *l, lg_error *err) {
    if (l->begin > 0) memmove(l->buffer, l->buffer + l->begin, l->end - l->begin);
    l->end -= l->begin;
    l->begin = 0;
    if (l->end < l->capacity) return true;
    if (l->end >= LG_LONGEST_LINE)
        return lg_fail(err, LG_CORRUPT, "%s is damaged: line %zu has more than %zu bytes", l->path, l->number + 1,
                       LG_LONGEST_LINE);
    const size_t capacity = l->capacity == 0 ? FIRST_CAPACITY : 2 * l->capacity;
    char *buffer = realloc(l->buffer, capacity);
    if (!buffer) return lg_fail(err, LG_FAILED, "out of memory: reading %s", l->path);
    l->buffer = buffer;
    l->capacity = capacity;
    return true;
}

/* Reads more bytes. *some: true if there were any. */
static bool read_more(lg_lines *l, bool *some, lg_error *err) {
    ssize_t got;
    if (!make_room(l, err)) return false;
    do got = read(l->fd, l->buffer + l->end, l->capacity - l->end);
    while (got < 0 && errno == EINTR);
    if (got < 0) return lg_file_fail(err, "read", l->path, errno);
    l->end += (size_t)got;
    *some = got > 0;
    return true;
}

static void pass(lg_lines *l, char *end) {
    l->line = l->buffer + l->begin;
    l->size = (size_t)(end - l->line);
    *end = '\0';
    l->begin += l->size + 1;
    l->offset = l->after;
    l->after += l->size + 1;
    l->number++;
}

bool lg_lines_next(lg_lines *l, lg_error *err) {
    size_t seen = 0; /* bytes of the line that were searched for its end */
    for (bool some = l->fd >= 0; some;) {
        char *end = l->end > l->begin ? memchr(l->buffer + l->begin + seen, '\n', l->end - l->begin - seen) : NULL;
        if (end) return pass(l, end), true;
        seen = l->end - l->begin;
        if (!read_more(l, &some, err)) return false;
    }
    l->torn = l->end > l->begin;
    return false;
}
