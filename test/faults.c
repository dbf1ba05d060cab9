/* faults.c: a library to preload. The FAULT_CALL-th call that looks at or opens a path with FAULT_PATH in it fails with
 * EIO, as on a network file system that does not answer; all others go through. Then there is a file FAULT_MARK. */
#define _GNU_SOURCE /* the next symbol of a name */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;

static int open_truly(int dir, const char *path, int flags, mode_t mode) {
    int (*next)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    return next(dir, path, flags, mode);
}

static bool fails(const char *path) {
    const char *part = getenv("FAULT_PATH"), *call = getenv("FAULT_CALL"), *mark = getenv("FAULT_MARK");
    if (!part || !call || !mark || !strstr(path, part)) return false;
    if (atomic_fetch_add(&calls, 1) + 1 != atol(call)) return false;
    close(open_truly(AT_FDCWD, mark, O_WRONLY | O_CREAT, 0666));
    errno = EIO;
    return true;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails(path) ? -1 : open_truly(AT_FDCWD, path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails(path) ? -1 : open_truly(dir, path, flags, mode);
}

/* A call with a path and perhaps something to fill. */
#define THROUGH(result, name, parameters, words, wrong)                                                                \
    result name parameters {                                                                                           \
        result(*next) parameters = (result(*) parameters)dlsym(RTLD_NEXT, #name);                                      \
        return fails(path) ? (wrong) : next words;                                                                     \
    }
THROUGH(int, access, (const char *path, int mode), (path, mode), -1)
THROUGH(int, stat, (const char *path, struct stat *about), (path, about), -1)
THROUGH(int, lstat, (const char *path, struct stat *about), (path, about), -1)
THROUGH(DIR *, opendir, (const char *path), (path), NULL)
