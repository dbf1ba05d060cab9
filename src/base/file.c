/* file.c: file access by system calls, since stdio hides which write failed and cannot sync.
 *
 * A file is replaced in five steps: write a temporary file in the same directory, fsync it, close it, rename it over
 * the old file, fsync the directory. If a step up to the rename fails, the temporary file is removed. */
#include "base/file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <xxhash.h>

#include "api/text.h"
#include "base/system.h"
#include "lengthen/core.h"

#define LONGEST_WRITE ((size_t)1 << 30) /* the kernel writes less than 2 GiB at once */
#define PIECE         ((size_t)4 << 20) /* bytes of a mapped file that are read at a time */

enum { MAX_PARTS = 4 }; /* of one append */

/* Whether the machine failed, independently of the path. */
static bool is_shortage(int reason) {
    static const int reasons[] = {ENOMEM, EMFILE, ENFILE,  ENOSPC, EDQUOT, EFBIG, EIO,
                                  EROFS,  EAGAIN, ENOBUFS, ENOLCK, ESTALE, ENXIO, ENODEV};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reason == reasons[i]) return true;
    return false;
}

/* Failures that no errno value describes. */
enum { NOT_REGULAR = -1, EMPTY_PIPE = -2, LINK = -3, DEVICE = -4 };

static const char *reason_text(int reason) {
    if (reason == NOT_REGULAR) return "it is not a regular file";
    if (reason == EMPTY_PIPE) return "it is an empty pipe";
    if (reason == DEVICE) return "it is neither a regular file nor a pipe";
    if (reason == LINK) return "it is a symbolic link, which is not followed";
    return strerror(reason);
}

bool lg_file_fail(lg_error *err, const char *verb, const char *path, int reason) {
    const char *advice = "";
    if (reason == ENOSPC || reason == EDQUOT) advice = " (free some space, or choose another directory)";
    if (reason == EACCES || reason == EPERM) advice = " (check the permissions, or choose another directory)";
    if (reason == ENOTDIR) advice = " (a part of this path is a file: choose another path)";
    if (reason == EROFS) advice = " (choose a directory on another disk)";
    if (reason == ENAMETOOLONG) return lg_fail(err, LG_USAGE, "this path is too long: %.200s...", path);
    return is_shortage(reason) ? lg_fail(err, LG_FAILED, "cannot %s %s: %s%s", verb, path, reason_text(reason), advice)
                               : lg_fail_permanent(err, "cannot %s %s: %s%s", verb, path, reason_text(reason), advice);
}

/* ---- file status ---- */

/* Whether the reason means that the path does not exist. */
static bool says_absent(int reason) {
    return reason == ENOENT || reason == ENOTDIR;
}

double lg_file_time(const char *path) {
    struct stat about;
    return path && stat(path, &about) == 0 ? (double)about.st_mtim.tv_sec + 1e-9 * (double)about.st_mtim.tv_nsec : 0;
}

bool lg_file_get_kind(const char *path, lg_file_kind *kind, lg_error *err) {
    struct stat about;
    *kind = LG_ABSENT;
    if (stat(path, &about) != 0) return says_absent(errno) || lg_file_fail(err, "access", path, errno);
    *kind = S_ISREG(about.st_mode) ? LG_REGULAR : S_ISDIR(about.st_mode) ? LG_DIRECTORY : LG_SPECIAL;
    return true;
}

bool lg_file_is_link(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* ---- opening ---- */

typedef struct opened {
    int fd, reason; /* fd: -1 after a failure */
    struct stat about;
} opened;

/* Whether the file is a pipe or a terminal. Reading other devices may never end. */
static bool is_stream(const opened *o) {
    return S_ISFIFO(o->about.st_mode) || isatty(o->fd);
}

/* Opens any file except a new temporary file, which open_beside creates. O_NONBLOCK: otherwise opening a pipe would
 * block until its other end is opened. ENXIO: no process has opened the other end. piped: allow pipes and terminals. */
static opened open_file(const char *path, int flags, bool piped) {
    const int last = (flags & O_ACCMODE) == O_RDONLY ? 0 : O_NOFOLLOW;
    opened o = {.fd = open(path, flags | last | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666)};
    if (o.fd < 0) {
        o.reason = errno == ENXIO ? NOT_REGULAR : errno == ELOOP && last ? LINK : errno;
        return o;
    }
    if (fstat(o.fd, &o.about) != 0)
        o.reason = errno;
    else if (S_ISDIR(o.about.st_mode))
        o.reason = EISDIR;
    else if (!S_ISREG(o.about.st_mode) && !(piped && is_stream(&o)))
        o.reason = piped ? DEVICE : NOT_REGULAR;
    if (o.reason == 0) return o;
    close(o.fd);
    o.fd = -1;
    return o;
}

int lg_file_open(const char *path, int flags, const char *verb, lg_error *err) {
    const opened o = open_file(path, flags, false);
    if (o.fd < 0) lg_file_fail(err, verb, path, o.reason);
    return o.fd;
}

/* ---- reading ---- */

typedef struct content {
    char *data;
    size_t size, capacity;
} content;

static bool make_room(content *c, size_t capacity) {
    char *data = realloc(c->data, capacity);
    if (!data) return false;
    c->data = data;
    c->capacity = capacity;
    return true;
}

#define PATIENCE 2000 /* milliseconds to wait for the first byte from a pipe */

/* Waits until there is data to read, or until the last writer has closed. */
static void await(int fd, int milliseconds) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    poll(&p, 1, milliseconds);
}

/* Reads to the end, which may differ from fstat's size: a file may grow, and pipes have no size. Returns 0 or errno;
 * stops early once more than `limit` bytes were read. */
static int read_all(int fd, size_t limit, content *c) {
    for (;;) {
        if (c->size + 1 >= c->capacity && !make_room(c, 2 * c->capacity)) return ENOMEM;
        const size_t capacity = c->capacity - 1 - c->size; /* one byte is for the NUL */
        const ssize_t got = read(fd, c->data + c->size, capacity < LONGEST_WRITE ? capacity : LONGEST_WRITE);
        if (got == 0) break;
        if (got < 0 && errno == EAGAIN) await(fd, -1);
        if (got < 0 && errno != EINTR && errno != EAGAIN) return errno;
        if (got > 0) c->size += (size_t)got;
        if (c->size > limit) break;
    }
    c->data[c->size] = '\0';
    return 0;
}

static int read_open(const opened *o, size_t limit, content *c) {
    const size_t size = o->about.st_size > 0 ? (size_t)o->about.st_size : 0;
    /* Reading one byte more than the limit is enough to detect a file that exceeds it. */
    const size_t expected = size < limit ? size : limit;
    if (!make_room(c, (expected < 4096 ? 4096 : expected) + 2)) return ENOMEM;
    int reason = read_all(o->fd, limit, c);
    if (reason != 0 || c->size > 0 || !S_ISFIFO(o->about.st_mode)) return reason;
    /* A pipe looks empty until its other end is opened. */
    await(o->fd, PATIENCE);
    reason = read_all(o->fd, limit, c);
    return reason == 0 && c->size == 0 ? EMPTY_PIPE : reason;
}

static char *read_file(const char *path, bool piped, size_t limit, size_t *size, lg_error *err) {
    content c = {0};
    const opened o = open_file(path, O_RDONLY, piped);
    const int reason = o.fd < 0 ? o.reason : read_open(&o, limit, &c);
    if (o.fd >= 0) close(o.fd);
    if (reason != 0)
        lg_file_fail(err, "read", path, reason);
    else if (c.size > limit)
        lg_fail_permanent(err, "cannot read %s: it has more than %zu bytes", path, limit);
    if (reason != 0 || c.size > limit) {
        free(c.data);
        errno = reason > 0 ? reason : 0;
        return NULL;
    }
    if (size) *size = c.size;
    return c.data;
}

char *lg_file_read(const char *path, size_t limit, size_t *size, lg_error *err) {
    return read_file(path, false, limit, size, err);
}

bool lg_file_read_if_there(const char *path, size_t limit, char **text, size_t *size, lg_error *err) {
    lg_error words = {0};
    *text = lg_file_read(path, limit, size, &words);
    return *text || says_absent(errno) || lg_fail_like(err, &words, "%s", words.text);
}

char *lg_file_read_user(const char *path, size_t limit, size_t *size, lg_error *err) {
    lg_error words = {0};
    char *text = read_file(path, true, limit, size, &words);
    if (!text) lg_fail(err, lg_error_is_shortage(&words) ? LG_FAILED : LG_USAGE, "%s", words.text);
    return text;
}

/* ---- writing ---- */

static int write_all(int fd, lg_bytes part) {
    const char *at = part.data;
    size_t left = part.size;
    while (left > 0) {
        const ssize_t put = write(fd, at, left < LONGEST_WRITE ? left : LONGEST_WRITE);
        if (put < 0 && errno != EINTR) return errno;
        if (put == 0) return ENOSPC;
        if (put < 0) continue;
        at += put;
        left -= (size_t)put;
    }
    return 0;
}

static int write_parts(int fd, const lg_bytes *parts, size_t count) {
    int reason = 0;
    for (size_t i = 0; i < count && reason == 0; i++) reason = write_all(fd, parts[i]);
    if (reason == 0 && lg_system_sync(fd) != 0) reason = errno;
    return reason;
}

/* Creates a new file next to `path` and stores its name in `name`. The name consists of process id and attempt, and the
 * file is created exclusively, so a name that another thread or a crashed process has used only costs an attempt. */
static int open_beside(const char *path, mode_t mode, char name[PATH_MAX], int *reason) {
    int fd = -1;
    *reason = EEXIST;
    for (int attempt = 0; attempt < 1000 && fd < 0 && *reason == EEXIST; attempt++) {
        const int n = snprintf(name, PATH_MAX, "%s.%ld-%d.tmp", path, (long)getpid(), attempt);
        if (n >= PATH_MAX) {
            *reason = ENAMETOOLONG;
            return -1;
        }
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        *reason = fd < 0 ? errno : 0;
    }
    return fd;
}

/* Makes a rename durable. Some file systems cannot sync a directory and do not need to. */
static int sync_directory_of(const char *path) {
    char dir[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(dir, sizeof dir, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    const int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return errno == EACCES ? 0 : errno;
    const int reason = lg_system_sync(fd) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
    close(fd);
    return reason;
}

/* Replaces a file in the five steps described at the top. Returns 0 or the reason. */
static int replace(const char *path, const lg_bytes *parts, size_t count, mode_t mode) {
    char temporary[PATH_MAX];
    int reason;
    const int fd = open_beside(path, mode, temporary, &reason);
    if (fd < 0) return reason;
    reason = write_parts(fd, parts, count);
    if (close(fd) != 0 && reason == 0) reason = errno;
    if (reason == 0 && rename(temporary, path) != 0) reason = errno;
    if (reason == 0) return sync_directory_of(path);
    unlink(temporary);
    return reason;
}

bool lg_file_write(const char *path, const lg_bytes *parts, size_t count, lg_error *err) {
    const int reason = replace(path, parts, count, 0666);
    return reason == 0 || lg_file_fail(err, "write", path, reason);
}

static int write_through(const char *path, const lg_bytes *parts, size_t count) {
    const int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    int reason = fd < 0 ? errno : 0;
    for (size_t i = 0; i < count && reason == 0; i++) reason = write_all(fd, parts[i]);
    if (fd >= 0 && close(fd) != 0 && reason == 0) reason = errno;
    return reason;
}

bool lg_file_write_user(const char *path, const lg_bytes *parts, size_t count, bool script, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    const int reason = kind == LG_SPECIAL     ? write_through(path, parts, count)
                       : kind == LG_DIRECTORY ? EISDIR
                                              : replace(path, parts, count, script ? 0777 : 0666);
    if (!says_absent(reason) && reason != EISDIR) return reason == 0 || lg_file_fail(err, "write", path, reason);
    return lg_fail(err, LG_USAGE, "cannot write %s: %s", path, strerror(reason));
}

bool lg_file_write_text(const char *path, const char *text, lg_error *err) {
    const lg_bytes part = {text, strlen(text)};
    return lg_file_write(path, &part, 1, err);
}

/* Appends with one writev, which the kernel does not interleave with other appends. If it writes only some of the
 * bytes, write_all appends the rest. Returns 0 or errno. */
static int append(int fd, const lg_bytes *parts, size_t count) {
    struct iovec pieces[MAX_PARTS];
    ssize_t put;
    int reason = 0;
    for (size_t i = 0; i < count; i++) pieces[i] = (struct iovec){(void *)(uintptr_t)parts[i].data, parts[i].size};
    do put = writev(fd, pieces, (int)count);
    while (put < 0 && errno == EINTR);
    if (put < 0) return errno;
    for (size_t i = 0, past = (size_t)put; i < count && reason == 0; i++) {
        const size_t there = past < parts[i].size ? past : parts[i].size;
        reason = write_all(fd, (lg_bytes){(const char *)parts[i].data + there, parts[i].size - there});
        past -= there;
    }
    return reason;
}

bool lg_file_append(const char *path, const lg_bytes *parts, size_t count, bool sync, lg_error *err) {
    assert(count <= MAX_PARTS);
    const opened o = open_file(path, O_WRONLY | O_APPEND | O_CREAT, false);
    int reason = o.fd < 0 ? o.reason : append(o.fd, parts, count);
    if (reason == 0 && sync && lg_system_sync(o.fd) != 0) reason = errno;
    if (o.fd >= 0 && close(o.fd) != 0 && reason == 0) reason = errno;
    if (reason == 0 && sync && o.about.st_size == 0) reason = sync_directory_of(path); /* the file may be new */
    return reason == 0 || lg_file_fail(err, "append to", path, reason);
}

bool lg_file_append_line(const char *path, const char *line, bool sync, lg_error *err) {
    const lg_bytes parts[] = {{line, strlen(line)}, {"\n", 1}};
    return lg_file_append(path, parts, 2, sync, err);
}

bool lg_file_truncate(const char *path, size_t size, lg_error *err) {
    const opened o = open_file(path, O_WRONLY, false);
    int reason = o.reason;
    if (reason == 0 && (ftruncate(o.fd, (off_t)size) != 0 || lg_system_sync(o.fd) != 0)) reason = errno;
    if (o.fd >= 0 && close(o.fd) != 0 && reason == 0) reason = errno;
    return reason == 0 || lg_file_fail(err, "cut", path, reason);
}

/* ---- directories and removal ---- */

bool lg_file_remove(const char *path, lg_error *err) {
    return unlink(path) == 0 || says_absent(errno) || lg_file_fail(err, "remove", path, errno);
}

/* The next name except "." and ".."; NULL at the end, with *reason 0 or errno. */
static const char *next_name(DIR *d, int *reason) {
    for (;;) {
        errno = 0;
        const struct dirent *e = readdir(d);
        *reason = !e ? errno : 0;
        if (!e) return NULL;
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) return e->d_name;
    }
}

bool lg_file_each(const char *dir, lg_file_visit each, void *user, lg_error *err) {
    int reason;
    DIR *d = opendir(dir);
    if (!d) return lg_file_fail(err, "read", dir, errno);
    bool good = true;
    for (const char *name; good && (name = next_name(d, &reason));) good = each(user, dir, name, err);
    closedir(d);
    return good && (reason == 0 || lg_file_fail(err, "read", dir, reason));
}

/* Creates one directory and syncs its parent. Returns 0 or errno. */
static int make_one(const char *path) {
    struct stat about;
    if (mkdir(path, 0777) == 0) return sync_directory_of(path);
    const int reason = errno;
    if (stat(path, &about) != 0) return says_absent(errno) ? reason : errno;
    return S_ISDIR(about.st_mode) ? 0 : ENOTDIR;
}

bool lg_file_make_directory(const char *path, lg_error *err) {
    char part[PATH_MAX];
    const size_t length = strlen(path);
    int reason = length == 0 ? ENOENT : length >= sizeof part ? ENAMETOOLONG : 0;
    for (size_t i = 1; i <= length && reason == 0; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        reason = make_one(part);
    }
    return reason == 0 || lg_file_fail(err, "create the directory", path, reason);
}

/* ---- temporary files ---- */

/* The process id in FILE.PID-N.tmp; 0 for any other name. */
static long temporary_owner(const char *name) {
    static const char digits[] = "0123456789";
    const size_t n = strlen(name);
    const char *at = name + n - 4;
    if (n < 8 || strcmp(at, ".tmp")) return 0;
    const char *attempt = at, *process;
    while (attempt > name && strchr(digits, attempt[-1])) attempt--;
    if (attempt == at || attempt == name || attempt[-1] != '-') return 0;
    for (process = attempt - 1; process > name && strchr(digits, process[-1]);) process--;
    if (process == attempt - 1 || process < name + 2 || process[-1] != '.') return 0;
    return strtol(process, NULL, 10);
}

bool lg_file_is_temporary(const char *name) {
    return temporary_owner(name) > 0;
}

static bool remove_temporary(void *dead, const char *dir, const char *name, lg_error *err) {
    char path[PATH_MAX];
    const long owner = temporary_owner(name);
    if (owner <= 0 || (dead && (kill((pid_t)owner, 0) == 0 || errno != ESRCH))) return true;
    return snprintf(path, sizeof path, "%s/%s", dir, name) >= PATH_MAX || lg_file_remove(path, err);
}

bool lg_file_remove_temporary(const char *dir, bool dead, lg_error *err) {
    return lg_file_each(dir, remove_temporary, dead ? &dead : NULL, err);
}

/* ---- digest ---- */

void lg_text_digest(const char *text, size_t size, char out[LG_TEXT_DIGEST]) {
    lg_digest(text, size, out);
}

static void write_digest(XXH128_hash_t h, char out[LG_DIGEST_SIZE]) {
    snprintf(out, LG_DIGEST_SIZE, "%016llx%016llx", (unsigned long long)h.high64, (unsigned long long)h.low64);
}

void lg_digest(const void *data, size_t size, char out[LG_DIGEST_SIZE]) {
    write_digest(XXH3_128bits(data, size), out);
}

bool lg_digest_mapped(const void *data, size_t size, char out[LG_DIGEST_SIZE]) {
    XXH3_state_t *state = XXH3_createState();
    if (!state) return false;
    XXH3_128bits_reset(state);
    const char *at = data;
    for (size_t n; size > 0; at += n, size -= n) {
        n = size < PIECE ? size : PIECE;
        XXH3_128bits_update(state, at, n);
        lg_system_release(at, n);
    }
    write_digest(XXH3_128bits_digest(state), out);
    XXH3_freeState(state);
    return true;
}
