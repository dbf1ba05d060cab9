/* folder.h: a scratch directory in memory for fuzz targets whose reader takes a directory. It is removed at exit. */
#ifndef FUZZ_FOLDER_H
#define FUZZ_FOLDER_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/tree.h"
#include "target.h"

static char folder_path[64];

static inline void remove_folder(void) {
    lg_tree_remove(folder_path, NULL);
}

/* The directory; the first call creates it. */
static inline const char *folder(void) {
    if (*folder_path) return folder_path;
    snprintf(folder_path, sizeof folder_path, "/dev/shm/lengthen-fuzz-%ld", (long)getpid());
    want(mkdir(folder_path, 0700) == 0 && atexit(remove_folder) == 0);
    return folder_path;
}

/* The path of a file in the directory, valid until the next call. */
static inline const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder(), name);
    return path;
}

static inline void put_file(const char *name, const void *bytes, size_t size) {
    const int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    want(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0);
}

/* The caller frees the result. */
static inline char *get_file(const char *name) {
    char *text = lg_file_read(path_of(name), SIZE_MAX, NULL, NULL);
    want(text);
    return text;
}

#endif
