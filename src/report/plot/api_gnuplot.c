/* api_gnuplot.c: implements lg_gnuplot. gnuplot runs as a separate program and is never linked. Its PDF terminal uses
 * cairo, which writes the creation date. The date is removed, so that the same script gives the same bytes. */
#define _GNU_SOURCE /* memmem, posix_spawn_file_actions_addchdir_np */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/figure.h"
#include "base/file.h"
#include "base/text.h"
#include "config/context.h"

#define MAX_PICTURE ((size_t)1 << 30)
#define MAX_SCRIPT  ((size_t)1 << 24)

extern char **environ;

/* ---- the program ---- */

enum { NO_PROGRAM = 127, NO_STATUS }; /* exit codes: not found, as in shells; not started, or killed by a signal */

/* Returns the process id, or 0 with the error number in *wrong; stderr goes to `words`. Option -d skips gnuplot's
 * startup files, so that pictures depend only on the script. gnuplot would run a script name that begins with "<" as a
 * command; the prefix "./" prevents that. */
static pid_t start_gnuplot(const char *folder, const char *script, int words, int *wrong) {
    char name[4096];
    char *const arguments[] = {"gnuplot", "-d", name, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child = 0;
    *wrong = ENAMETOOLONG;
    if (snprintf(name, sizeof name, "./%s", script) >= (int)sizeof name) return 0;
    if ((*wrong = posix_spawn_file_actions_init(&actions)) != 0) return 0;
    *wrong = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (*wrong == 0) *wrong = posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO);
    if (*wrong == 0) *wrong = posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return *wrong == 0 ? child : 0;
}

/* Reads all output of gnuplot and keeps the last line that is not a warning: gnuplot warns about every image with
 * missing values. */
static void read_words(int fd, char *message, size_t size) {
    char line[512];
    FILE *from = fdopen(fd, "r");
    if (!from) close(fd);
    while (from && fgets(line, sizeof line, from)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[strspn(line, " \t^")] && !strstr(line, "warning:")) snprintf(message, size, "%s", line);
    }
    if (from) fclose(from);
}

/* Returns gnuplot's exit status, NO_PROGRAM or NO_STATUS, and its last error message in `message`. */
static int run_gnuplot(const char *folder, const char *script, char *message, size_t size) {
    int ends[2], wrong, status;
    message[0] = '\0';
    if (pipe(ends)) return NO_STATUS;
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    const pid_t child = start_gnuplot(folder, script, ends[1], &wrong);
    close(ends[1]);
    if (child == 0) {
        close(ends[0]);
        return wrong == ENOENT ? NO_PROGRAM : NO_STATUS;
    }
    read_words(ends[0], message, size);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return NO_STATUS;
    return WIFEXITED(status) ? WEXITSTATUS(status) : NO_STATUS;
}

/* ---- characters ---- */

/* Is the character in the fonts of every machine, as European alphabets, signs and symbols are? */
static bool is_common(const char *text, size_t bytes) {
    uint32_t c = (unsigned char)*text & (bytes > 1 ? 0x7fu >> bytes : 0x7fu);
    for (size_t i = 1; i < bytes; i++) c = c << 6 | ((unsigned char)text[i] & 0x3fu);
    return c < 0x590 || (c >= 0x1e00 && c < 0x2c00);
}

/* Warns about characters that fonts may lack. In place of such a character, Pango, called by gnuplot, draws a box
 * larger than the page. Only Pango knows which characters the fonts have. */
static void tell_uncommon(lg_context *c, const char *folder, const char *script) {
    char path[4096];
    const bool fits = snprintf(path, sizeof path, "%s/%s", folder, script) < (int)sizeof path;
    char *text = fits ? lg_file_read(path, MAX_SCRIPT, NULL, NULL) : NULL;
    const char *at = text && strstr(text, "cairo size") ? text : "";
    size_t bytes = 1;
    while (*at != '\0' && ((bytes = lg_text_character(at)) == 0 || is_common(at, bytes))) at += bytes ? bytes : 1;
    if (*at != '\0')
        lg_context_say(c, LG_WARNING,
                       "%s: if no font on this machine has %.*s, gnuplot draws lines across the PNG and the PDF; the "
                       "SVG has it as text",
                       path, (int)bytes, at);
    free(text);
}

/* ---- pictures ---- */

/* The last bytes of each format. gnuplot does not check whether a picture was written completely. */
static const struct {
    const char *ending, *last;
} kinds[] = {{"svg", "</svg>"}, {"pdf", "%%EOF"}, {"png", "IEND\xae\x42\x60\x82"}};

/* The picture of a script: x.svg of x.gp. False: the name is too long for any file. */
static bool name_picture(const char *folder, const char *script, const char *ending, char path[4096]) {
    const char *dot = strrchr(script, '.');
    const int stem = !dot ? (int)strlen(script) : (int)(dot - script);
    return snprintf(path, 4096, "%s/%.*s.%s", folder, stem, script, ending) < 4096;
}

/* Removes symbolic links, because gnuplot would write to their targets. */
static bool remove_links(const char *folder, const char *script, lg_error *err) {
    char path[4096];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (name_picture(folder, script, kinds[i].ending, path) && lg_file_is_link(path) && !lg_file_remove(path, err))
            return false;
    return true;
}

static bool has_end(const char *path, const char *last, bool *whole, lg_error *err) {
    char tail[16];
    const int fd = lg_file_open(path, O_RDONLY, "read", err);
    if (fd < 0) return false;
    const off_t size = lseek(fd, 0, SEEK_END);
    const ssize_t got = pread(fd, tail, sizeof tail, size > (off_t)sizeof tail ? size - (off_t)sizeof tail : 0);
    close(fd);
    *whole = got > 0 && memmem(tail, (size_t)got, last, strlen(last));
    return true;
}

/* Checks the pictures that exist: the script decides which ones it draws. */
static bool check_pictures(const char *folder, const char *script, lg_error *err) {
    char path[4096];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        lg_file_kind kind;
        bool whole = true;
        if (!name_picture(folder, script, kinds[i].ending, path)) continue;
        if (!lg_file_get_kind(path, &kind, err)) return false;
        if (kind == LG_REGULAR && !has_end(path, kinds[i].last, &whole, err)) return false;
        if (!whole) return lg_fail(err, LG_FAILED, "gnuplot could not write all of %s: is the disk full?", path);
    }
    return true;
}

/* ---- dates ---- */

/* Overwrites "/CreationDate (...)" with blanks. No byte moves, so the cross-reference table stays valid. */
static bool blank_date(char *data, size_t size) {
    static const char key[] = "/CreationDate (";
    char *from = memmem(data, size, key, sizeof key - 1);
    char *to = !from ? NULL : memchr(from, ')', size - (size_t)(from - data));
    if (!to) return false;
    memset(from, ' ', (size_t)(to - from) + 1);
    return true;
}

static bool remove_date(const char *folder, const char *script, lg_error *err) {
    char path[4096];
    if (!name_picture(folder, script, "pdf", path)) return true;
    size_t size;
    lg_file_kind kind;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind != LG_REGULAR) return true;
    char *data = lg_file_read(path, MAX_PICTURE, &size, err);
    const lg_bytes part = {data, size};
    const bool good = data && (!blank_date(data, size) || lg_file_write(path, &part, 1, err));
    free(data);
    return good;
}

/* Starting gnuplot in a missing folder would fail like a missing gnuplot. */
static bool check_folder(const char *folder, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(folder, &kind, err)) return false;
    return kind == LG_DIRECTORY || lg_fail(err, LG_USAGE, "%s: there is no such directory", folder);
}

lg_status lg_figure_draw(lg_context *c, const char *folder, const char *script, bool *missing) {
    lg_error *err = lg_context_begin(c);
    *missing = false;
    if (!check_folder(folder, err) || !remove_links(folder, script, err)) return err->code;
    tell_uncommon(c, folder, script);
    char message[512];
    const int status = run_gnuplot(folder, script, message, sizeof message);
    *missing = status == NO_PROGRAM;
    if (status == EXIT_SUCCESS)
        (void)(check_pictures(folder, script, err) && remove_date(folder, script, err));
    else if (*missing)
        lg_fail_permanent(err, "gnuplot was not found; install it (package gnuplot-nox), then: cd %s && gnuplot %s",
                          folder, script);
    else if (status == NO_STATUS)
        lg_fail(err, LG_FAILED, "gnuplot failed on %s/%s", folder, script);
    else
        lg_fail_permanent(err, "gnuplot failed on %s/%s%s%s", folder, script, *message ? ": " : "", message);
    return err->code;
}

lg_status lg_gnuplot(lg_context *c, const char *folder, const char *script) {
    bool missing;
    return lg_figure_draw(c, folder, script, &missing);
}
