/* tree.c: see tree.h. Directories are walked by descriptor, so that symbolic links cannot redirect the walk and path
 * lengths do not matter. */
#include "base/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/system.h"

#define DEEPEST 16 /* nesting levels of directories */
#define FOLDER  (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* A walk through a directory tree. */
typedef struct walk {
    const char *verb, *path; /* for messages: "remove" and the tree's path */
    int depth;
    lg_error *err;
} walk;

static bool blame(const walk *w, const char *name, const char *reason) {
    return lg_fail_permanent(w->err, "cannot %s %s: '%s': %s", w->verb, w->path, name, reason);
}

/* Fails with the system's reason in errno, which may be a shortage. */
static bool blame_system(const walk *w, const char *name) {
    char path[2 * PATH_MAX];
    const int reason = errno;
    snprintf(path, sizeof path, "%s: '%s'", w->path, name);
    return lg_file_fail(w->err, w->verb, path, reason);
}

/* Calls `visit` for every name in an open directory until it returns false, and closes the directory. */
typedef bool (*visit_fn)(walk *w, int dir, const char *name, int to);
static bool each(walk *w, int dir, const char *name, visit_fn visit, int to) {
    DIR *d = w->depth < DEEPEST ? fdopendir(dir) : NULL;
    bool good = d || (w->depth < DEEPEST ? blame_system(w, name) : blame(w, name, "folders are nested too deeply"));
    w->depth++;
    while (good) {
        errno = 0;
        const struct dirent *e = readdir(d);
        if (!e) {
            good = errno == 0 || blame_system(w, name);
            break;
        }
        good = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || visit(w, dir, e->d_name, to);
    }
    w->depth--;
    if (d)
        closedir(d);
    else
        close(dir);
    return good;
}

/* Some file systems cannot sync a directory and do not need to. */
static bool sync_folder(int dir) {
    return lg_system_sync(dir) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static bool is_there(int dir, const char *name, struct stat *about) {
    return fstatat(dir, name, about, AT_SYMLINK_NOFOLLOW) == 0;
}

/* ---- removing ---- */

static bool remove_one(walk *w, int dir, const char *name, int unused) {
    struct stat about;
    (void)unused;
    if (!is_there(dir, name, &about)) return errno == ENOENT || blame_system(w, name);
    const bool folder = S_ISDIR(about.st_mode);
    const int inside = folder ? openat(dir, name, FOLDER) : -1;
    if (folder && inside < 0) return blame_system(w, name);
    return (!folder || each(w, inside, name, remove_one, -1)) &&
           (unlinkat(dir, name, folder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT || blame_system(w, name));
}

/* ---- copying ---- */

static bool is_temporary(const char *name) {
    const size_t n = strlen(name);
    return !strcmp(name, ".lock") || (n > 4 && !strcmp(name + n - 4, ".tmp"));
}

static bool write_all(int to, const char *at, size_t size) {
    while (size > 0) {
        const ssize_t n = write(to, at, size);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) at += n, size -= (size_t)n;
    }
    return true;
}

/* Returns 0 or errno. */
static int copy_bytes(int from, int to) {
    char block[1 << 16];
    ssize_t n;
    while ((n = read(from, block, sizeof block)) != 0) {
        if (n < 0 && errno != EINTR) return errno;
        if (n > 0 && !write_all(to, block, (size_t)n)) return errno;
    }
    return lg_system_sync(to) == 0 ? 0 : errno;
}

static bool copy_file(const walk *w, int from, const char *name, int into) {
    const int to = openat(into, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int reason = to < 0 ? errno : copy_bytes(from, to);
    if (to >= 0 && close(to) != 0 && reason == 0) reason = errno;
    errno = reason;
    return reason == 0 || blame_system(w, name);
}

static bool copy_one(walk *w, int dir, const char *name, int into);

/* Copies an open directory and closes `from`. */
static bool copy_folder(walk *w, int from, const char *name, int into, const char *copy) {
    const int to = mkdirat(into, copy, 0777) == 0 ? openat(into, copy, FOLDER) : -1;
    if (to < 0) {
        blame_system(w, name);
        close(from);
        return false;
    }
    bool good = each(w, from, name, copy_one, to);
    good = good && (sync_folder(to) || blame_system(w, name));
    close(to);
    return good;
}

/* O_NONBLOCK: opening a pipe would wait for its writer. */
static bool copy_one(walk *w, int dir, const char *name, int into) {
    struct stat about;
    if (is_temporary(name)) return true;
    const int from = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (from < 0) return errno == ELOOP ? blame(w, name, "symbolic links are not followed") : blame_system(w, name);
    const bool known = fstat(from, &about) == 0;
    if (known && S_ISDIR(about.st_mode)) return copy_folder(w, from, name, into, name);
    const bool good = known && S_ISREG(about.st_mode) ? copy_file(w, from, name, into)
                      : known                         ? blame(w, name, "neither a file nor a folder")
                                                      : blame_system(w, name);
    close(from);
    return good;
}

/* ---- replacing ---- */

/* A tree's parent directory, and three names in it. NAME: the tree. NAME.tmp: a copy that has not yet replaced the
 * tree, or a tree that is being removed. NAME.old: the previous tree while it is replaced. */
typedef struct place {
    lg_arena *arena;
    int parent; /* descriptor; -1: the parent does not exist */
    const char *name, *temporary, *old;
} place;

static void place_close(place *p) {
    if (p->parent >= 0) close(p->parent);
    lg_arena_free(p->arena);
}

static bool place_open(place *p, const char *path, lg_error *err) {
    const char *slash = strrchr(path, '/');
    *p = (place){.arena = lg_arena_new(), .parent = -1, .name = !slash ? path : slash + 1};
    const char *above = !p->arena ? NULL
                        : !slash  ? "."
                                  : lg_arena_printf(p->arena, "%.*s", (int)(slash - path) + 1, path);
    if (!above || !(p->temporary = lg_arena_printf(p->arena, "%s.tmp", p->name)) ||
        !(p->old = lg_arena_printf(p->arena, "%s.old", p->name))) {
        place_close(p);
        return lg_fail(err, LG_FAILED, "out of memory: the name %s", path);
    }
    p->parent = open(above, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->parent >= 0 || errno == ENOENT) return true;
    lg_file_fail(err, "read", above, errno);
    place_close(p);
    return false;
}

/* Renames a tree and syncs its parent. A missing tree is no error. */
static bool move(const walk *w, const place *p, const char *from, const char *to) {
    return (renameat(p->parent, from, p->parent, to) == 0 ? sync_folder(p->parent) : errno == ENOENT) ||
           blame_system(w, from);
}

/* Renames a tree before removing it: a half-removed tree under its own name would look complete. */
static bool discard(walk *w, const place *p, const char *name) {
    return remove_one(w, p->parent, p->temporary, -1) && move(w, p, name, p->temporary) &&
           remove_one(w, p->parent, p->temporary, -1);
}

static bool restore(const walk *w, const place *p) {
    struct stat about;
    return p->parent < 0 || is_there(p->parent, p->name, &about) || move(w, p, p->old, p->name);
}

static bool finish_interrupted(walk *w, const place *p) {
    return restore(w, p) && (p->parent < 0 || discard(w, p, p->old));
}

static bool replace(walk *w, const place *p, const char *from) {
    const int folder = open(from, FOLDER);
    if (folder < 0) {
        const bool link = errno == ELOOP || errno == ENOTDIR; /* either error for a link */
        return link ? lg_fail_permanent(w->err,
                                        "cannot copy %s: it is not a folder, and symbolic links are not followed", from)
                    : lg_file_fail(w->err, "copy", from, errno);
    }
    if (!copy_folder(w, folder, p->name, p->parent, p->temporary)) {
        remove_one(&(walk){.verb = w->verb, .path = w->path}, p->parent, p->temporary, -1);
        return false;
    }
    return move(w, p, p->name, p->old) && move(w, p, p->temporary, p->name) && discard(w, p, p->old);
}

bool lg_tree_remove(const char *path, lg_error *err) {
    place p;
    walk w = {.verb = "remove", .path = path, .err = err};
    if (!place_open(&p, path, err)) return false;
    const bool good = finish_interrupted(&w, &p) && (p.parent < 0 || discard(&w, &p, p.name));
    place_close(&p);
    return good;
}

bool lg_tree_replace(const char *from, const char *to, lg_error *err) {
    place p;
    walk w = {.verb = "create", .path = to, .err = err};
    if (!place_open(&p, to, err)) return false;
    const bool good = (p.parent >= 0 || lg_file_fail(err, "create", to, ENOENT)) && finish_interrupted(&w, &p) &&
                      replace(&w, &p, from);
    place_close(&p);
    return good;
}

bool lg_tree_restore(const char *path, lg_error *err) {
    place p;
    const walk w = {.verb = "restore", .path = path, .err = err};
    if (!place_open(&p, path, err)) return false;
    const bool good = restore(&w, &p);
    place_close(&p);
    return good;
}

bool lg_tree_recover(const char *path, lg_error *err) {
    place p;
    walk w = {.verb = "restore", .path = path, .err = err};
    if (!place_open(&p, path, err)) return false;
    const bool good = finish_interrupted(&w, &p);
    place_close(&p);
    return good;
}
