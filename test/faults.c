/* faults.c: a library for LD_PRELOAD that makes call number FAULT_CALL of a kind fail; all other calls succeed. The
 * failing process first creates the file FAULT_MARK; while this file exists, no other call fails. FAULT_KIND selects
 * the calls:
 *   look    looks up or opens a path that contains FAULT_PATH. Fails with EIO, as on a network file system that does
 *           not answer.
 *   write   writes, syncs, renames, truncates or creates such a path. Fails with ENOSPC, a sync with EIO.
 *   memory  allocates memory after the start of main, in libraries too. Fails with ENOMEM. Allocations of libfyaml are
 *           not made to fail, because libfyaml 0.7 would read through a null pointer.
 *   kill    does what a call of kind `write` does, or removes a name. The process is killed (SIGKILL): FAULT_WHEN is
 *           "before" the call, "after" the call, or "half" (after half of the bytes of a write). FAULT_ALL: the process
 *           group is killed too. FAULT_COUNT: a file of 8 bytes, in which all processes together count the calls. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;
static atomic_long *counted = &calls; /* calls so far, of this process or of all processes together */

static int open_truly(int dir, const char *path, int flags, mode_t mode) {
    int (*next)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    return next(dir, path, flags, mode);
}

/* True if this call must fail. Then writes `what` and `of` into FAULT_MARK and sets errno. */
static bool is_next(int error, const char *what, const char *of) {
    const char *call = getenv("FAULT_CALL"), *mark = getenv("FAULT_MARK");
    if (!call || !mark || atomic_fetch_add(counted, 1) + 1 != atol(call)) return false;
    const int fd = open_truly(AT_FDCWD, mark, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0) return false;
    dprintf(fd, "%s %s\n", what, of);
    close(fd);
    errno = error;
    return true;
}

static bool is_kind(const char *kind) {
    const char *wanted = getenv("FAULT_KIND");
    return wanted && !strcmp(wanted, kind);
}

static bool is_there(const char *path) {
    const char *part = getenv("FAULT_PATH");
    return part && strstr(path, part);
}

/* ---- looks ---- */

static bool fails(const char *path) {
    return is_kind("look") && is_there(path) && is_next(EIO, "look", path);
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

/* Wraps a function whose parameters include `path`. wrong: its result on failure. */
#define THROUGH(result, name, parameters, words, wrong)                                                                \
    result name parameters {                                                                                           \
        result(*next) parameters = (result(*) parameters)dlsym(RTLD_NEXT, #name);                                      \
        return fails(path) ? (wrong) : next words;                                                                     \
    }
THROUGH(int, access, (const char *path, int mode), (path, mode), -1)
THROUGH(int, stat, (const char *path, struct stat *about), (path, about), -1)
THROUGH(int, lstat, (const char *path, struct stat *about), (path, about), -1)
THROUGH(DIR *, opendir, (const char *path), (path), NULL)

/* ---- writes ---- */

/* What happens to a call: it is made, fails, or is the last one before the process is killed. */
typedef enum fate { GO_ON, FAIL, DIE_AFTER, DIE_HALFWAY } fate;

static void die(void) {
    kill(getenv("FAULT_ALL") ? 0 : getpid(), SIGKILL);
}

static fate fate_of(const char *call, const char *path, int error, bool fails) {
    const char *when = getenv("FAULT_WHEN");
    const bool killed = is_kind("kill");
    if (!(killed || (fails && is_kind("write"))) || !is_there(path) || !is_next(error, call, path))
        return GO_ON;
    if (!killed) return FAIL;
    if (when && !strcmp(when, "half")) return DIE_HALFWAY;
    if (!when || strcmp(when, "after")) die();
    return DIE_AFTER;
}

static fate fate_of_file(const char *call, int fd, int error, bool fails) {
    char link[64], path[4096];
    if (!is_kind("write") && !is_kind("kill")) return GO_ON;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t size = readlink(link, path, sizeof path - 1);
    path[size > 0 ? size : 0] = '\0';
    return fate_of(call, path, error, fails);
}

/* Wraps a function that writes. half: the arguments of the call if the process is to be killed halfway. */
#define WRITE_THROUGH(result, name, parameters, words, half, what)                                                     \
    result name parameters {                                                                                           \
        result(*next) parameters = (result(*) parameters)dlsym(RTLD_NEXT, #name);                                      \
        const fate f = (what);                                                                                         \
        if (f == FAIL) return -1;                                                                                      \
        const result done = f == DIE_HALFWAY ? next half : next words;                                                 \
        if (f != GO_ON) die();                                                                                         \
        return done;                                                                                                   \
    }
WRITE_THROUGH(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size), (fd, bytes, size / 2),
              fate_of_file(__func__, fd, ENOSPC, true))
WRITE_THROUGH(ssize_t, pwrite, (int fd, const void *bytes, size_t size, off_t at), (fd, bytes, size, at),
              (fd, bytes, size / 2, at), fate_of_file(__func__, fd, ENOSPC, true))
WRITE_THROUGH(ssize_t, pwrite64, (int fd, const void *bytes, size_t size, off64_t at), (fd, bytes, size, at),
              (fd, bytes, size / 2, at), fate_of_file(__func__, fd, ENOSPC, true))
#define WHOLE_THROUGH(name, parameters, words, what) WRITE_THROUGH(int, name, parameters, words, words, what)
WHOLE_THROUGH(fsync, (int fd), (fd), fate_of_file(__func__, fd, EIO, true))
WHOLE_THROUGH(fdatasync, (int fd), (fd), fate_of_file(__func__, fd, EIO, true))
WHOLE_THROUGH(ftruncate, (int fd, off_t size), (fd, size), fate_of_file(__func__, fd, ENOSPC, true))
WHOLE_THROUGH(mkdir, (const char *path, mode_t mode), (path, mode), fate_of(__func__, path, ENOSPC, true))
WHOLE_THROUGH(rename, (const char *from, const char *to), (from, to), fate_of(__func__, to, ENOSPC, true))
WHOLE_THROUGH(renameat, (int from_dir, const char *from, int to_dir, const char *to), (from_dir, from, to_dir, to),
              fate_of_file(__func__, to_dir, ENOSPC, true))
WHOLE_THROUGH(unlink, (const char *path), (path), fate_of(__func__, path, EIO, false))
WHOLE_THROUGH(unlinkat, (int dir, const char *name, int flags), (dir, name, flags),
              fate_of_file(__func__, dir, EIO, false))

/* Workers start process groups of their own. With FAULT_ALL they stay in the present group, so that the signal kills
 * all of them. */
int setpgid(pid_t process, pid_t group) {
    int (*next)(pid_t, pid_t) = (int (*)(pid_t, pid_t))dlsym(RTLD_NEXT, "setpgid");
    return getenv("FAULT_ALL") ? 0 : next(process, group);
}

/* ---- memory ---- */

/* The C library's second names for functions that this file replaces. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *p, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static bool counting; /* FAULT_KIND is memory, and main is about to begin */
static _Thread_local bool inside;

static void count_together(const char *path) {
    const int fd = open_truly(AT_FDCWD, path, O_RDWR, 0);
    void *shared = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof calls, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED) counted = shared;
    if (fd >= 0) close(fd);
}

/* Runs shortly before main: the library that is loaded first is initialized last. */
__attribute__((constructor)) static void begin(void) {
    if (getenv("FAULT_COUNT")) count_together(getenv("FAULT_COUNT"));
    counting = is_kind("memory");
}

/* True if libfyaml made the call. */
static bool is_left_out(void) {
    enum { DEPTH = 12 };
    void *frames[DEPTH];
    bool found = false;
    Dl_info from;
    for (int i = backtrace(frames, DEPTH) - 1; i >= 0 && !found; i--)
        found = dladdr(frames[i], &from) && strstr(from.dli_fname, "libfyaml");
    return found;
}

/* True if this allocation must fail. If the chosen call comes from libfyaml, the next call from elsewhere fails
 * instead. */
static bool memory_fails(void) {
    if (!counting || inside) return false;
    inside = true; /* inspecting the callers allocates */
    const char *call = getenv("FAULT_CALL");
    const bool next = call && atomic_load(counted) + 1 == atol(call),
               fails = !(next && is_left_out()) && is_next(ENOMEM, "allocate", "memory");
    inside = false;
    return fails;
}

void *malloc(size_t bytes) {
    return memory_fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes) {
    return memory_fails() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *p, size_t bytes) {
    return memory_fails() ? NULL : __libc_realloc(p, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return memory_fails() ? NULL : __libc_memalign(alignment, bytes);
}
