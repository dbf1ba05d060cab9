/* xz.c: see xz.h. The decoder may use 128 MiB, which suffices for every preset of xz, but not for larger dictionaries
 * chosen by hand. */
#include "base/xz.h"

#include <lzma.h>
#include <stdlib.h>
#include <string.h>

static const size_t first_size = (size_t)1 << 20, memory_limit = (size_t)128 << 20;

bool lg_xz_is(const void *bytes, size_t size) {
    static const unsigned char magic[] = {0xfd, '7', 'z', 'X', 'Z', 0};
    return size >= sizeof magic && !memcmp(bytes, magic, sizeof magic);
}

static const char *describe(lzma_ret status) {
    return status == LZMA_BUF_ERROR        ? "it is truncated"
           : status == LZMA_MEMLIMIT_ERROR ? "its dictionary needs more than 128 MiB"
                                           : "it is damaged";
}

/* Doubles the buffer; NULL: out of memory. The capacity does not include the byte for the NUL. */
static char *grow(char *text, size_t *capacity, size_t limit) {
    const size_t more = *capacity == 0 ? first_size : 2 * *capacity;
    *capacity = more < limit + 1 ? more : limit + 1;
    return realloc(text, *capacity + 1);
}

static bool unpack(lzma_stream *s, const char *path, size_t limit, char **text, lg_error *err) {
    size_t capacity = 0;
    lzma_ret status = LZMA_OK;
    while (status == LZMA_OK) {
        if (s->avail_out == 0) {
            if (s->total_out > limit) return lg_fail(err, LG_CORRUPT, "%s holds more than %zu bytes", path, limit);
            char *more = grow(*text, &capacity, limit);
            if (!more) return lg_fail(err, LG_FAILED, "out of memory: reading %s", path);
            *text = more;
            s->next_out = (uint8_t *)more + s->total_out, s->avail_out = capacity - s->total_out;
        }
        status = lzma_code(s, LZMA_FINISH);
    }
    if (status == LZMA_MEM_ERROR) return lg_fail(err, LG_FAILED, "out of memory: reading %s", path);
    if (status != LZMA_STREAM_END)
        return lg_fail(err, LG_CORRUPT, "%s: %s (expected a complete xz file)", path, describe(status));
    if (s->total_out > limit) return lg_fail(err, LG_CORRUPT, "%s holds more than %zu bytes", path, limit);
    (*text)[s->total_out] = '\0';
    return true;
}

char *lg_xz_unpack(const char *path, const void *bytes, size_t size, size_t limit, size_t *out, lg_error *err) {
    lzma_stream s = LZMA_STREAM_INIT;
    char *text = NULL;
    if (lzma_stream_decoder(&s, memory_limit, LZMA_CONCATENATED) != LZMA_OK)
        return lg_fail(err, LG_FAILED, "out of memory: reading %s", path), NULL;
    s.next_in = bytes, s.avail_in = size;
    const bool good = unpack(&s, path, limit, &text, err);
    *out = good ? (size_t)s.total_out : 0;
    lzma_end(&s);
    if (good) return text;
    free(text);
    return NULL;
}
