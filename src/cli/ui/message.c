/* message.c: prints errors and notes on stderr. */
#include "cli/ui/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* Prints a message. A line break is kept if two blanks follow it. Any other line break, as in foreign text, becomes
 * '?'. */
static void print_message(const char *before, const char *format, va_list arguments) {
    char text[4096];
    vsnprintf(text, sizeof text, format, arguments);
    lg_text_message(text);
    fprintf(stderr, "%s%s\n", before, text);
}

int cli_fail(int status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_message("lengthen: ", format, arguments);
    va_end(arguments);
    return status;
}

int cli_path_status(void) {
    return errno == ENOENT || errno == ENOTDIR || errno == EISDIR ? LG_USAGE : LG_FAILED;
}

int cli_check_folder(const char *flag, const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s/.", slash ? (int)(slash - path) : 1, slash ? path : ".");
    if (!access(folder, W_OK)) return LG_OK;
    return cli_fail(cli_path_status(), "--%s %s: cannot write there: %s", flag, path, strerror(errno));
}

int cli_fail_library(cli *c, int status) {
    cli_progress_clear(&c->progress);
    const char *text = lg_error_text(c->context);
    return cli_fail(status, "%s", *text ? text : "internal error (no message)");
}

void cli_note(cli *c, const char *format, ...) {
    if (c->quiet) return;
    cli_progress_clear(&c->progress);
    va_list arguments;
    va_start(arguments, format);
    print_message("", format, arguments);
    va_end(arguments);
}
