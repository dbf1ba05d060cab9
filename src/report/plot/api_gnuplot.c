/* api_gnuplot.c: implements lg_gnuplot. gnuplot is a program of its own, never linked. It draws PDF through cairo,
 * which puts in the time: that is taken out, so that the same script makes the same bytes. */
#define _GNU_SOURCE /* memmem, a folder for the new process */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "config/context.h"

#define MAX_PICTURE ((size_t)1 << 30)

extern char **environ;

/* ---- the program ---- */

enum { NO_PROGRAM = 127 }; /* as shells return */

/* Its exit status, or NO_PROGRAM. Without files that gnuplot reads when it starts (-d): pictures depend on the script
 * alone. A name of a script that begins with "<" would be a command, but for the folder before it. */
static int run_gnuplot(const char *folder, const char *script) {
    char name[4096];
    char *const arguments[] = {"gnuplot", "-d", name, NULL};
    posix_spawn_file_actions_t actions;
    if (snprintf(name, sizeof name, "./%s", script) >= (int)sizeof name) return EXIT_FAILURE;
    if (posix_spawn_file_actions_init(&actions) != 0) return EXIT_FAILURE;
    pid_t child;
    int wrong = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (wrong == 0) wrong = posix_spawnp(&child, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (wrong != 0) return wrong == ENOENT ? NO_PROGRAM : EXIT_FAILURE;
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return EXIT_FAILURE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

/* ---- dates ---- */

/* Blanks "/CreationDate (...)": no byte moves, so the table of places at the end stays right. */
static bool blank_date(char *data, size_t size) {
    static const char key[] = "/CreationDate (";
    char *from = memmem(data, size, key, sizeof key - 1);
    char *to = !from ? NULL : memchr(from, ')', size - (size_t)(from - data));
    if (!to) return false;
    memset(from, ' ', (size_t)(to - from) + 1);
    return true;
}

/* The picture of a script: x.pdf of x.gp. It need not be there: the script decides what it draws. */
static bool remove_date(const char *folder, const char *script, lg_error *err) {
    const char *dot = strrchr(script, '.');
    char path[4096];
    const int stem = !dot ? (int)strlen(script) : (int)(dot - script);
    if (snprintf(path, sizeof path, "%s/%.*s.pdf", folder, stem, script) >= (int)sizeof path) return true;
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

lg_status lg_gnuplot(lg_context *c, const char *folder, const char *script) {
    lg_error *err = lg_context_begin(c);
    const int status = run_gnuplot(folder, script);
    if (status == EXIT_SUCCESS)
        remove_date(folder, script, err);
    else if (status == NO_PROGRAM)
        lg_fail(err, LG_FAILED, "gnuplot was not found; install it (package gnuplot-nox), then: cd %s && gnuplot %s",
                folder, script);
    else
        lg_fail(err, LG_FAILED, "gnuplot failed on %s/%s", folder, script);
    return err->code;
}
