/* file_view.c: see file_view.h. */
#include "base/file_view.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_READ ((size_t)4 << 30) /* limit on the bytes read from a pipe */

static bool is_large(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && (uintmax_t)about.st_size >= LG_MAPPED_FROM &&
           (uintmax_t)about.st_size <= SIZE_MAX;
}

static bool map_file(lg_file_view *v, const char *path, lg_error *err) {
    struct stat about;
    const int fd = lg_file_open(path, O_RDONLY, "read", err);
    if (fd < 0) return false;
    void *at = fstat(fd, &about) == 0 ? mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    const int reason = errno;
    close(fd);
    if (at == MAP_FAILED) return lg_file_fail(err, "map", path, reason);
    *v = (lg_file_view){at, (size_t)about.st_size, true};
    return true;
}

bool lg_file_view_open(lg_file_view *v, const char *path, lg_error *err) {
    *v = (lg_file_view){0};
    if (is_large(path)) {
        lg_error words = {0};
        if (map_file(v, path, &words)) return true;
        return lg_fail(err, lg_error_is_shortage(&words) ? LG_FAILED : LG_USAGE, "%s", words.text);
    }
    v->bytes = (uint8_t *)lg_file_read_user(path, LARGEST_READ, &v->size, err);
    return v->bytes;
}

bool lg_file_view_open_regular(lg_file_view *v, const char *path, size_t limit, lg_error *err) {
    *v = (lg_file_view){0};
    if (!is_large(path)) return (v->bytes = (uint8_t *)lg_file_read(path, limit, &v->size, err));
    if (!map_file(v, path, err)) return false;
    if (v->size <= limit) return true;
    lg_file_view_close(v);
    return lg_fail_permanent(err, "cannot read %s: it has more than %zu bytes", path, limit);
}

void lg_file_view_close(lg_file_view *v) {
    if (v->mapped)
        munmap((void *)v->bytes, v->size);
    else
        free((void *)v->bytes);
    *v = (lg_file_view){0};
}
