/* test_file.c: files are replaced whole or not at all, whichever system call fails. The message gives the file and the
 * reason. This test includes the source, so that its system calls can be made to fail, be interrupted, or do less than
 * requested. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/system.h"
#include "scratch.h"

static int calls_left = -1;      /* system calls before a call fails; negative: no call fails */
static int fault = ENOSPC;       /* the errno of the call that fails */
static size_t bite = SIZE_MAX;   /* maximum bytes that a read or write moves */
static bool interrupted = false; /* every second read or write is interrupted */

static bool fails(void) {
    if (calls_left < 0 || calls_left-- > 0) return false;
    errno = fault;
    return true;
}

static bool hiccup(void) {
    static bool now;
    if (!interrupted) return false;
    now = !now;
    if (now) errno = EINTR;
    return now;
}

static size_t bitten(size_t n) {
    return n < bite ? n : bite;
}

static ssize_t bitten_writev(int fd, const struct iovec *pieces, int count) {
    struct iovec first = pieces[0];
    if (bite == SIZE_MAX) return writev(fd, pieces, count);
    first.iov_len = bitten(first.iov_len);
    return writev(fd, &first, 1);
}

static int files_synced, folders_synced; /* numbers of fsync calls */

static int counted_sync(int fd) {
    struct stat about;
    const int result = fstat(fd, &about) == 0 ? lg_system_sync(fd) : -1;
    if (result == 0) ++*(S_ISDIR(about.st_mode) ? &folders_synced : &files_synced);
    return result;
}

#define open(...)          (fails() ? -1 : open(__VA_ARGS__))
#define fstat(fd, about)   (fails() ? -1 : fstat(fd, about))
#define stat(path, about)  (fails() ? -1 : stat(path, about))
#define opendir(path)      (fails() ? NULL : opendir(path))
#define readdir(d)         (fails() ? NULL : readdir(d))
#define read(fd, at, n)    (fails() || hiccup() ? -1 : read(fd, at, bitten(n)))
#define write(fd, at, n)   (fails() || hiccup() ? -1 : write(fd, at, bitten(n)))
#define writev(fd, at, n)  (fails() || hiccup() ? -1 : bitten_writev(fd, at, n))
#define lg_system_sync(fd) (fails() ? -1 : counted_sync(fd))
#define close(fd)          (close(fd), fails() ? -1 : 0)
#define rename(from, to)   (fails() ? -1 : rename(from, to))
#define unlink(path)       (fails() ? -1 : unlink(path))
#define mkdir(path, mode)  (fails() ? -1 : mkdir(path, mode))
#define ftruncate(fd, to)  (fails() ? -1 : ftruncate(fd, to))
#include "base/file.c"

static void content_is(const char *path, const char *wanted) {
    lg_error err = {0};
    size_t size;
    char *text = lg_file_read(path, 1000000, &size, &err);
    if (!text) fail_msg("%s", err.text);
    assert_string_equal(text, wanted);
    assert_int_equal(size, strlen(wanted));
    free(text);
}

static void failed_in_words(const lg_error *err, const char *format, ...) {
    char words[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    assert_int_equal(err->code, LG_FAILED);
    assert_string_equal(err->text, words);
}

static void files_are_replaced(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    const lg_bytes parts[] = {{"one ", 4}, {NULL, 0}, {"two", 3}};
    assert_false(scratch_has(path));
    assert_true(lg_file_write(path, parts, 3, NULL));
    assert_true(scratch_has(path));
    content_is(path, "one two");
    assert_true(lg_file_write_text(path, "three", NULL));
    content_is(path, "three");
    assert_true(lg_file_write(path, NULL, 0, NULL));
    content_is(path, "");
    assert_int_equal(scratch_count(s), 1);
}

static void files_are_replaced_in_the_working_directory(void **state) {
    scratch *s = *state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(s->folder), 0);
    assert_true(lg_file_write_text("plain.txt", "here", NULL));
    content_is("plain.txt", "here");
    assert_int_equal(chdir(before), 0);
    assert_int_equal(scratch_count(s), 1);
}

static void permissions_follow_the_mask(void **state) {
    scratch *s = *state;
    struct stat about;
    const char *path = scratch_path(s, "a.txt");
    const mode_t before = umask(027);
    assert_true(lg_file_write_text(path, "x", NULL));
    umask(before);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
}

/* After a failure, the folder contains only this file. The file has the old content, unless only the fsync of the
 * folder failed. */
static void each_call_of_a_replacement_may_fail(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    bool ok = false;
    int n = 0;
    assert_true(lg_file_write_text(path, "old", NULL));
    for (; !ok; n++) {
        lg_error err = {0};
        calls_left = n;
        ok = lg_file_write_text(path, "new", &err);
        calls_left = -1;
        if (ok) break;
        failed_in_words(&err, "cannot write %s: No space left on device (free some space, or choose another directory)",
                        path);
        assert_int_equal(scratch_count(s), 1);
        if (n < 5) content_is(path, "old"); /* open to rename; the folder's fsync comes later */
    }
    content_is(path, "new");
    assert_int_equal(n, 7); /* two more calls write the folder to disk */
}

static void reasons_come_with_advice(void **state) {
    static const struct {
        int fault;
        const char *advice;
    } known[] = {
        {ENOSPC, " (free some space, or choose another directory)"},
        {EDQUOT, " (free some space, or choose another directory)"},
        {EACCES, " (check the permissions, or choose another directory)"},
        {EPERM, " (check the permissions, or choose another directory)"},
        {EROFS, " (choose a directory on another disk)"},
        {EIO, ""},
    };
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lg_error err = {0};
        fault = known[i].fault;
        calls_left = 1;
        assert_false(lg_file_write_text(path, "x", &err));
        calls_left = -1;
        failed_in_words(&err, "cannot write %s: %s%s", path, strerror(fault), known[i].advice);
    }
    fault = ENOSPC;
    assert_int_equal(scratch_count(s), 0);
}

/* An errno is either a shortage of the machine or a problem of the path. Error codes distinguish the two. */
static void reasons_are_of_two_kinds(void **state) {
    static const int lacks[] = {ENOMEM, EMFILE, ENFILE, ENOSPC, EDQUOT, EFBIG, EIO, EROFS},
                     others[] = {EACCES, EPERM, ENOTDIR, EISDIR, ENOENT, ELOOP};
    (void)state;
    for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++) {
        lg_error err = {0};
        assert_false(lg_file_fail(&err, "write", "x", lacks[i]));
        assert_true(lg_error_is_shortage(&err));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        lg_error err = {0};
        assert_false(lg_file_fail(&err, "write", "x", others[i]));
        assert_int_equal(err.code, LG_FAILED);
        assert_false(lg_error_is_shortage(&err));
    }
}

/* If a file that the user named cannot be opened, this is a usage error. A lack of file descriptors is an exception. */
static void a_lack_of_descriptors_is_no_usage_error(void **state) {
    scratch *s = *state;
    for (fault = EMFILE; fault != ENOENT; fault = fault == EMFILE ? EACCES : ENOENT) {
        lg_error err = {0};
        calls_left = 0;
        assert_null(lg_file_read_user(scratch_path(s, "given"), 100, NULL, &err));
        calls_left = -1;
        assert_int_equal(err.code, fault == EMFILE ? LG_FAILED : LG_USAGE);
    }
    fault = ENOSPC;
}

static void directories_that_cannot_sync_are_fine(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    fault = EINVAL;
    calls_left = 6; /* the fsync of the folder fails with EINVAL, which is no error */
    assert_true(lg_file_write_text(path, "x", NULL));
    calls_left = -1;
    fault = ENOSPC;
}

static void writes_may_be_short_or_interrupted(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    bite = 3;
    interrupted = true;
    assert_true(lg_file_write_text(path, "a text of some length", NULL));
    content_is(path, "a text of some length");
    assert_true(lg_file_append_line(path, " and a line", false, NULL));
    assert_true(lg_file_append_line(path, "", false, NULL));
    bite = SIZE_MAX;
    interrupted = false;
    content_is(path, "a text of some length and a line\n\n");
}

static void leftovers_do_not_hinder(void **state) {
    scratch *s = *state;
    char path[1024], leftover[1100];
    snprintf(path, sizeof path, "%s", scratch_path(s, "a.txt"));
    for (int i = 0; i < 3; i++) {
        snprintf(leftover, sizeof leftover, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        assert_true(lg_file_append_line(leftover, "torn", false, NULL));
    }
    assert_true(lg_file_write_text(path, "whole", NULL));
    content_is(path, "whole");
    assert_int_equal(scratch_count(s), 4);
}

static void missing_places_are_named(void **state) {
    scratch *s = *state;
    lg_error err = {0};
    const char *path = scratch_path(s, "no/such/a.txt");
    assert_false(lg_file_write_text(path, "x", &err));
    failed_in_words(&err, "cannot write %s: No such file or directory", path);
    err = (lg_error){0};
    assert_null(lg_file_read(path, 100, NULL, &err));
    failed_in_words(&err, "cannot read %s: No such file or directory", path);
    err = (lg_error){0};
    assert_false(lg_file_append_line(path, "x", true, &err));
    failed_in_words(&err, "cannot append to %s: No such file or directory", path);
    err = (lg_error){0};
    assert_false(lg_file_truncate(path, 0, &err));
    failed_in_words(&err, "cannot cut %s: No such file or directory", path);
    err = (lg_error){0};
    assert_null(lg_file_read(s->folder, 100, NULL, &err));
    failed_in_words(&err, "cannot read %s: Is a directory", s->folder);
    err = (lg_error){0};
    assert_false(lg_file_write_text(s->folder, "x", &err));
    failed_in_words(&err, "cannot write %s: Is a directory", s->folder);
}

static void too_long_names_are_refused(void **state) {
    scratch *s = *state;
    char name[300], path[PATH_MAX + 100];
    lg_error err = {0};
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(lg_file_write_text(scratch_path(s, name), "x", &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_non_null(strstr(err.text, "this path is too long:"));
    memset(path, '/', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    err = (lg_error){0};
    assert_false(lg_file_write_text(path, "x", &err));
    assert_int_equal(err.code, LG_USAGE);
    err = (lg_error){0};
    assert_false(lg_file_make_directory(path, &err));
    assert_int_equal(err.code, LG_USAGE);
}

static void reading_has_a_limit(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    char text[10001];
    lg_error err = {0};
    memset(text, 'y', 10000);
    text[10000] = '\0';
    assert_true(lg_file_write_text(path, text, NULL));
    content_is(path, text);
    for (size_t limit = 10000; limit < 10003; limit++) {
        char *same = lg_file_read(path, limit, NULL, NULL);
        assert_non_null(same);
        free(same);
    }
    assert_null(lg_file_read(path, 9999, NULL, &err));
    failed_in_words(&err, "cannot read %s: it has more than 9999 bytes", path);
    assert_null(lg_file_read(path, 0, NULL, NULL));
    char *all = lg_file_read(path, SIZE_MAX, NULL, NULL);
    assert_non_null(all);
    free(all);
}

static void files_without_a_size_are_read(void **state) {
    size_t size;
    char *text = lg_file_read("/proc/self/maps", 10000000, &size, NULL);
    (void)state;
    assert_non_null(text);
    assert_true(size > 100 && strlen(text) == size);
    free(text);
}

static void each_call_of_reading_may_fail(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.txt");
    char *text = NULL;
    assert_true(lg_file_write_text(path, "some text", NULL));
    fault = EIO;
    bite = 4;
    interrupted = true;
    for (int n = 0; !text; n++) {
        lg_error err = {0};
        calls_left = n;
        text = lg_file_read(path, 100, NULL, &err);
        calls_left = -1;
        if (!text) failed_in_words(&err, "cannot read %s: %s", path, strerror(EIO));
    }
    interrupted = false;
    bite = SIZE_MAX;
    fault = ENOSPC;
    assert_string_equal(text, "some text");
    free(text);
}

static void lines_are_appended(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.jsonl");
    assert_true(lg_file_append_line(path, "{\"step\":1}", false, NULL));
    assert_true(lg_file_append_line(path, "{\"step\":2}", true, NULL));
    content_is(path, "{\"step\":1}\n{\"step\":2}\n");
    assert_true(lg_file_truncate(path, 11, NULL));
    content_is(path, "{\"step\":1}\n");
    assert_true(lg_file_append_line(path, "x", true, NULL));
    content_is(path, "{\"step\":1}\nx\n");
}

static void are_synced(int files, int folders) { /* counts fsync calls since the last call */
    assert_int_equal(files_synced, files);
    assert_int_equal(folders_synced, folders);
    files_synced = folders_synced = 0;
}

/* New files survive a power loss: fsync is called for the file and for the folder that contains its name. */
static void new_names_are_on_the_disk(void **state) {
    scratch *s = *state;
    files_synced = folders_synced = 0;
    assert_true(lg_file_make_directory(scratch_path(s, "a/b"), NULL));
    are_synced(0, 2); /* the folder that contains a, and a itself */
    assert_true(lg_file_make_directory(scratch_path(s, "a/b"), NULL));
    are_synced(0, 0);
    assert_true(lg_file_append_line(scratch_path(s, "a/b/lines"), "first", true, NULL));
    are_synced(1, 1);
    assert_true(lg_file_append_line(scratch_path(s, "a/b/lines"), "second", true, NULL));
    are_synced(1, 0);
    assert_true(lg_file_append_line(scratch_path(s, "a/b/lines"), "third", false, NULL));
    are_synced(0, 0);
    assert_true(lg_file_write_text(scratch_path(s, "a/b/whole"), "text", NULL));
    are_synced(1, 1);
    assert_true(lg_file_truncate(scratch_path(s, "a/b/lines"), 6, NULL));
    are_synced(1, 0);
}

static void each_call_of_appending_or_cutting_may_fail(void **state) {
    scratch *s = *state;
    const char *path = scratch_path(s, "a.jsonl");
    bool ok = false;
    for (int n = 0; !ok; n++) {
        lg_error err = {0};
        calls_left = n;
        ok = lg_file_append_line(path, "line", true, &err);
        calls_left = -1;
        if (!ok)
            failed_in_words(&err,
                            "cannot append to %s: No space left on device (free some space, or choose another "
                            "directory)",
                            path);
    }
    ok = false;
    for (int n = 0; !ok; n++) {
        lg_error err = {0};
        calls_left = n;
        ok = lg_file_truncate(path, 0, &err);
        calls_left = -1;
        if (!ok)
            failed_in_words(
                &err, "cannot cut %s: No space left on device (free some space, or choose another directory)", path);
    }
    content_is(path, "");
}

/* Reading neither waits for the other end of a pipe nor reads endless devices. */
static void no_pipe_is_waited_for(void **state) {
    scratch *s = *state;
    char pipe[1024];
    snprintf(pipe, sizeof pipe, "%s", scratch_path(s, "pipe"));
    assert_int_equal(mkfifo(pipe, 0600), 0);
    for (int i = 0; i < 2; i++) {
        const char *path = i == 0 ? pipe : "/dev/zero";
        lg_error read = {0}, append = {0}, cut = {0}, lock = {0};
        assert_null(lg_file_read(path, SIZE_MAX, NULL, &read));
        assert_int_equal(errno, 0);
        failed_in_words(&read, "cannot read %s: it is not a regular file", path);
        assert_false(lg_file_append_line(path, "x", true, &append));
        failed_in_words(&append, "cannot append to %s: it is not a regular file", path);
        assert_false(lg_file_truncate(path, 0, &cut));
        failed_in_words(&cut, "cannot cut %s: it is not a regular file", path);
        assert_int_equal(lg_file_open(path, O_RDWR, "lock", &lock), -1);
        failed_in_words(&lock, "cannot lock %s: it is not a regular file", path);
    }
}

static void *write_to_pipe(void *path) {
    FILE *f = fopen(path, "w");
    for (int i = 0; f && i < 1000; i++) {
        fprintf(f, "line %d\n", i);
        if (i % 100 == 0) fflush(f);
    }
    return f && fclose(f) == 0 ? path : NULL;
}

/* A path that the user names may be a pipe: it is read to its end, or to the limit. */
static void a_given_path_may_be_a_pipe(void **state) {
    scratch *s = *state;
    char path[1024];
    pthread_t writer;
    void *written;
    size_t size;
    snprintf(path, sizeof path, "%s", scratch_path(s, "pipe"));
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_to_pipe, path), 0);
    char *text = lg_file_read_user(path, 100000, &size, NULL);
    pthread_join(writer, &written);
    assert_non_null(text);
    assert_non_null(written);
    assert_int_equal(size, 8890);
    assert_string_equal(text + size - 9, "line 999\n");
    free(text);
    lg_error long_one = {0};
    signal(SIGPIPE, SIG_IGN); /* the writer gets SIGPIPE when the reader has stopped */
    assert_int_equal(pthread_create(&writer, NULL, write_to_pipe, path), 0);
    assert_null(lg_file_read_user(path, 100, NULL, &long_one));
    pthread_join(writer, &written);
    assert_non_null(strstr(long_one.text, "pipe: it has more than 100 bytes"));
}

static void endless_and_empty_paths_are_refused(void **state) {
    scratch *s = *state;
    lg_error endless = {0}, empty = {0};
    assert_null(lg_file_read_user("/dev/zero", 1000, NULL, &endless));
    assert_int_equal(endless.code, LG_USAGE);
    assert_string_equal(endless.text, "cannot read /dev/zero: it is neither a regular file nor a pipe");
    const char *path = scratch_path(s, "pipe");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_null(lg_file_read_user(path, 1000, NULL, &empty));
    assert_int_equal(empty.code, LG_USAGE);
    assert_non_null(strstr(empty.text, "pipe: it is an empty pipe"));
}

/* Appends many lines; with two writers of one file, every line must stay whole. */
static void *append_many(void *path) {
    char line[400];
    for (int i = 0; i < 300; i++) {
        memset(line, 'a' + i % 26, sizeof line);
        line[1 + i % 399] = '\0';
        if (!lg_file_append_line(path, line, false, NULL)) return NULL;
    }
    return path;
}

static void lines_of_two_writers_do_not_mix(void **state) {
    scratch *s = *state;
    char path[1024];
    pthread_t other;
    void *ok;
    int lines = 0;
    snprintf(path, sizeof path, "%s", scratch_path(s, "a.jsonl"));
    assert_int_equal(pthread_create(&other, NULL, append_many, path), 0);
    assert_non_null(append_many(path));
    pthread_join(other, &ok);
    assert_non_null(ok);
    char *text = lg_file_read(path, 10000000, NULL, NULL), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++)
        assert_int_equal(strspn(line, (char[]){line[0], '\0'}), strlen(line));
    assert_int_equal(lines, 600);
    free(text);
}

/* Another user's folder may contain links to this user's files. These are read, but never written. */
static void no_link_is_written_through(void **state) {
    scratch *s = *state;
    char link[1024], target[1024];
    lg_error append = {0}, cut = {0}, lock = {0};
    snprintf(link, sizeof link, "%s", scratch_path(s, "link"));
    snprintf(target, sizeof target, "%s", scratch_path(s, "target"));
    assert_true(lg_file_write_text(target, "precious", NULL));
    assert_int_equal(symlink("target", link), 0);
    content_is(link, "precious");
    assert_false(lg_file_append_line(link, "x", true, &append));
    failed_in_words(&append, "cannot append to %s: it is a symbolic link, which is not followed", link);
    assert_false(lg_file_truncate(link, 0, &cut));
    failed_in_words(&cut, "cannot cut %s: it is a symbolic link, which is not followed", link);
    assert_int_equal(lg_file_open(link, O_RDWR | O_CREAT, "lock", &lock), -1);
    failed_in_words(&lock, "cannot lock %s: it is a symbolic link, which is not followed", link);
    assert_true(lg_file_write_text(link, "another", NULL)); /* replaces the link */
    content_is(link, "another");
    content_is(target, "precious");
}

static void files_of_the_user_are_written(void **state) {
    scratch *s = *state;
    struct stat about;
    const lg_bytes part = {"text", 4};
    const char *path = scratch_path(s, "a.sh");
    const mode_t before = umask(022);
    assert_true(lg_file_write_user(path, &part, 1, true, NULL));
    umask(before);
    content_is(path, "text");
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0755);
    assert_true(lg_file_write_user("/dev/null", &part, 1, false, NULL));
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    static const char *const missing[] = {"none/a", "a.sh/b", "."};
    for (int i = 0; i < 3; i++) {
        lg_error err = {0};
        assert_false(lg_file_write_user(scratch_path(s, missing[i]), &part, 1, false, &err));
        assert_int_equal(err.code, LG_USAGE);
    }
    assert_int_equal(scratch_count(s), 1);
}

static void temporary_files_are_known_by_their_names(void **state) {
    scratch *s = *state;
    static const char *const ours[] = {"run.json.123-0.tmp", "a.9-99.tmp"}, *const others[] = {
                                                                                "thesis.tmp", ".tmp",      "1-2.tmp",
                                                                                "a.1-.tmp",   "a.-1.tmp",  "a.1.tmp",
                                                                                "a.1-2.tmp~", "a.0-0.tmp", "a.x1-2.tmp",
                                                                                "tmp",        ""};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) assert_true(lg_file_is_temporary(ours[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_false(lg_file_is_temporary(others[i]));
    char mine[64];
    snprintf(mine, sizeof mine, "a.%ld-7.tmp", (long)getpid());
    const char *const names[] = {mine, "a.999999999-0.tmp", "thesis.tmp"};
    for (int i = 0; i < 3; i++) assert_true(lg_file_write_text(scratch_path(s, names[i]), "x", NULL));
    assert_true(lg_file_remove_temporary(s->folder, true, NULL));
    assert_true(scratch_has(scratch_path(s, mine)) && !scratch_has(scratch_path(s, names[1])));
    assert_true(lg_file_remove_temporary(s->folder, false, NULL));
    assert_false(scratch_has(scratch_path(s, mine)));
    assert_true(scratch_has(scratch_path(s, "thesis.tmp")));
}

static void directories_are_made_with_parents(void **state) {
    scratch *s = *state;
    lg_error err = {0};
    struct stat about;
    assert_true(lg_file_make_directory(scratch_path(s, "a/b/c"), NULL));
    assert_int_equal(stat(scratch_path(s, "a/b/c"), &about), 0);
    assert_true(S_ISDIR(about.st_mode));
    assert_true(lg_file_make_directory(scratch_path(s, "a/b/c"), NULL));
    assert_true(lg_file_make_directory(scratch_path(s, "a//b/d/"), NULL));
    assert_true(scratch_has(scratch_path(s, "a/b/d")));
    assert_true(lg_file_make_directory("/", NULL));
    assert_true(lg_file_make_directory(".", NULL));
    assert_false(lg_file_make_directory("", &err));
    failed_in_words(&err, "cannot create the directory : No such file or directory");
    assert_true(lg_file_write_text(scratch_path(s, "a/file"), "x", NULL));
    for (int i = 0; i < 2; i++) {
        const char *path = scratch_path(s, i ? "a/file/c" : "a/file");
        err = (lg_error){0};
        assert_false(lg_file_make_directory(path, &err));
        failed_in_words(&err, "cannot create the directory %s: Not a directory (a part of this path is a file: choose "
                        "another path)",
                        path);
    }
}

/* On a read-only disk, mkdir fails with EROFS even for existing directories: that is not an error. */
static void read_only_disks_are_reported(void **state) {
    scratch *s = *state;
    lg_error err = {0};
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(s->folder), 0);
    fault = EROFS;
    calls_left = 0;
    assert_true(lg_file_make_directory(".", NULL));
    calls_left = 0;
    assert_false(lg_file_make_directory("new", &err));
    calls_left = -1;
    fault = ENOSPC;
    failed_in_words(&err, "cannot create the directory new: Read-only file system (choose a directory "
                                  "on another disk)");
    assert_int_equal(chdir(before), 0);
}

static void files_are_removed(void **state) {
    scratch *s = *state;
    lg_error err = {0};
    const char *path = scratch_path(s, "a.txt");
    assert_true(lg_file_remove(path, NULL));
    assert_true(lg_file_write_text(path, "x", NULL));
    calls_left = 0;
    assert_false(lg_file_remove(path, &err));
    calls_left = -1;
    failed_in_words(&err, "cannot remove %s: No space left on device (free some space, or choose another directory)",
                    path);
    assert_true(lg_file_remove(path, NULL));
    assert_false(scratch_has(path));
}

static void looks_at(const char *path, lg_file_kind wanted) {
    lg_error err = {0};
    lg_file_kind kind;
    if (!lg_file_get_kind(path, &kind, &err)) fail_msg("%s", err.text);
    assert_int_equal(kind, wanted);
}

static void existing_files_are_reported(void **state) {
    scratch *s = *state;
    assert_true(lg_file_write_text(scratch_path(s, "file"), "x", NULL));
    looks_at(scratch_path(s, "file"), LG_REGULAR);
    looks_at(s->folder, LG_DIRECTORY);
    looks_at("/dev/null", LG_SPECIAL);
    looks_at(scratch_path(s, "nothing"), LG_ABSENT);
    looks_at(scratch_path(s, "file/nothing"), LG_ABSENT);
    assert_int_equal(symlink("nothing", scratch_path(s, "link")), 0);
    looks_at(scratch_path(s, "link"), LG_ABSENT);
}

static bool count_name(void *user, const char *dir, const char *name, lg_error *err) {
    (void)dir, (void)name, (void)err;
    ++*(int *)user;
    return true;
}

/* If it cannot be determined whether a file exists, that is a failure, not an empty result. */
static void what_cannot_be_determined_is_a_failure(void **state) {
    static const int faults[] = {EIO, EACCES, ELOOP, ESTALE, EMFILE};
    scratch *s = *state;
    const char *path = scratch_path(s, "nothing");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        lg_error look = {0}, read = {0};
        lg_file_kind kind;
        char *text;
        const char *advice = faults[i] == EACCES ? " (check the permissions, or choose another directory)" : "";
        fault = faults[i];
        calls_left = 0;
        assert_false(lg_file_get_kind(path, &kind, &look));
        calls_left = 0;
        assert_false(lg_file_read_if_there(path, 100, &text, NULL, &read));
        calls_left = -1;
        failed_in_words(&look, "cannot access %s: %s%s", path, strerror(fault), advice);
        failed_in_words(&read, "cannot read %s: %s%s", path, strerror(fault), advice);
        assert_null(text);
    }
    fault = ENOSPC;
}

static void a_file_need_not_be_there(void **state) {
    scratch *s = *state;
    char *text = s->path;
    size_t size;
    assert_true(lg_file_read_if_there(scratch_path(s, "nothing"), 100, &text, &size, NULL));
    assert_null(text);
    assert_true(lg_file_write_text(scratch_path(s, "file"), "x", NULL));
    assert_true(lg_file_read_if_there(scratch_path(s, "file/nothing"), 100, &text, &size, NULL));
    assert_null(text);
    assert_true(lg_file_read_if_there(scratch_path(s, "file"), 100, &text, &size, NULL));
    assert_string_equal(text, "x");
    assert_int_equal(size, 1);
    free(text);
    lg_error folder = {0};
    assert_false(lg_file_read_if_there(s->folder, 100, &text, &size, &folder));
    assert_true(folder.code == LG_FAILED && !lg_error_is_shortage(&folder));
}

/* If listing a directory fails halfway, the part is not returned as complete. */
static void each_call_of_listing_may_fail(void **state) {
    scratch *s = *state;
    int names = 0;
    bool ok = false;
    assert_true(lg_file_write_text(scratch_path(s, "a"), "x", NULL));
    assert_true(lg_file_write_text(scratch_path(s, "b"), "x", NULL));
    fault = EIO;
    for (int n = 0; !ok; n++) {
        lg_error err = {0};
        names = 0;
        calls_left = n;
        ok = lg_file_each(s->folder, count_name, &names, &err);
        calls_left = -1;
        if (!ok) failed_in_words(&err, "cannot read %s: %s", s->folder, strerror(EIO));
    }
    fault = ENOSPC;
    assert_int_equal(names, 2);
}

/* The digest of the empty input equals that in xxHash's own tests. Digests are written in xxHash's canonical form, high
 * half first. */
static void digests(void **state) {
    char digest[LG_DIGEST_SIZE], wanted[LG_DIGEST_SIZE];
    XXH128_canonical_t bytes;
    (void)state;
    lg_digest("", 0, digest);
    assert_string_equal(digest, "99aa06d3014798d86001c324468d497f");
    lg_digest("lengthen", 8, digest);
    XXH128_canonicalFromHash(&bytes, XXH3_128bits("lengthen", 8));
    for (size_t i = 0; i < sizeof bytes.digest; i++) snprintf(wanted + 2 * i, 3, "%02x", bytes.digest[i]);
    assert_string_equal(digest, wanted);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_open, scratch_close)
    const struct CMUnitTest tests[] = {
        TEST(files_are_replaced),
        TEST(files_are_replaced_in_the_working_directory),
        TEST(permissions_follow_the_mask),
        TEST(each_call_of_a_replacement_may_fail),
        TEST(reasons_come_with_advice),
        TEST(reasons_are_of_two_kinds),
        TEST(a_lack_of_descriptors_is_no_usage_error),
        TEST(directories_that_cannot_sync_are_fine),
        TEST(writes_may_be_short_or_interrupted),
        TEST(leftovers_do_not_hinder),
        TEST(missing_places_are_named),
        TEST(too_long_names_are_refused),
        TEST(reading_has_a_limit),
        TEST(files_without_a_size_are_read),
        TEST(each_call_of_reading_may_fail),
        TEST(lines_are_appended),
        TEST(new_names_are_on_the_disk),
        TEST(each_call_of_appending_or_cutting_may_fail),
        TEST(no_pipe_is_waited_for),
        TEST(no_link_is_written_through),
        TEST(files_of_the_user_are_written),
        TEST(temporary_files_are_known_by_their_names),
        TEST(a_given_path_may_be_a_pipe),
        TEST(endless_and_empty_paths_are_refused),
        TEST(lines_of_two_writers_do_not_mix),
        TEST(directories_are_made_with_parents),
        TEST(read_only_disks_are_reported),
        TEST(files_are_removed),
        TEST(existing_files_are_reported),
        TEST(what_cannot_be_determined_is_a_failure),
        TEST(a_file_need_not_be_there),
        TEST(each_call_of_listing_may_fail),
        TEST(digests),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
