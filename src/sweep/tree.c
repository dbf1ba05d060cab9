/* tree.c: see tree.h. A copy is made beside its place and renamed when it is whole. */
#include "sweep/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

#define LARGEST_FILE ((size_t)1 << 40)
#define LONGEST_PATH 4096

static bool is_folder(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool remove_one(void *user, const char *dir, const char *name, lg_error *err) {
    char path[LONGEST_PATH];
    (void)user;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    return is_folder(path) ? lg_tree_remove(path, err) : lg_file_remove(path, err);
}

bool lg_tree_remove(const char *path, lg_error *err) {
    if (!lg_file_exists(path)) return true;
    return lg_file_each(path, remove_one, NULL, err) && (rmdir(path) == 0 || lg_file_blame(err, "remove", path, errno));
}

static bool is_passing(const char *name) {
    const size_t n = strlen(name);
    return strcmp(name, ".lock") == 0 || (n > 4 && strcmp(name + n - 4, ".tmp") == 0);
}

static bool copy_tree(const char *from, const char *to, lg_error *err);

static bool copy_one(void *user, const char *dir, const char *name, lg_error *err) {
    char from[LONGEST_PATH], to[LONGEST_PATH];
    size_t size;
    snprintf(from, sizeof from, "%s/%s", dir, name);
    snprintf(to, sizeof to, "%s/%s", (const char *)user, name);
    if (is_passing(name)) return true;
    if (is_folder(from)) return copy_tree(from, to, err);
    char *bytes = lg_file_read(from, LARGEST_FILE, &size, err);
    const bool good = bytes != NULL && lg_file_write(to, &(lg_bytes){bytes, size}, 1, err);
    free(bytes);
    return good;
}

static bool copy_tree(const char *from, const char *to, lg_error *err) {
    return lg_file_make_directory(to, err) && lg_file_each(from, copy_one, (void *)(uintptr_t)to, err);
}

bool lg_tree_replace(const char *from, const char *to, lg_error *err) {
    char beside[LONGEST_PATH];
    snprintf(beside, sizeof beside, "%s.tmp", to);
    if (!lg_tree_remove(beside, err) || !copy_tree(from, beside, err) || !lg_tree_remove(to, err)) return false;
    return rename(beside, to) == 0 || lg_file_blame(err, "make", to, errno);
}
