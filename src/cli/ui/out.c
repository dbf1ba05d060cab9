/* out.c: writes stdout: makes text safe for terminals, and reports write errors at the end. */
#include "cli/ui/out.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static bool lost; /* is part of the output missing because memory ran out? */

void cli_out_lose(void) {
    lost = true;
}

static int trouble; /* errno of the first failed write */

void cli_out_flush(void) {
    if (fflush(stdout) && !trouble) trouble = errno;
}

/* Prints a text with "?" in place of control characters and of characters that change the text direction. Control
 * characters in `kept` are printed unchanged. If `data`, characters that change the text direction are printed
 * unchanged too. */
static void print_text(const char *text, const char *kept, bool data) {
    for (size_t n; *text != '\0'; text += n) {
        const size_t hidden = strchr(kept, *text) ? 0 : lg_text_hidden(text);
        const bool direction = hidden == 3 || (hidden == 2 && *text != '\xc2');
        const unsigned char lead = (unsigned char)*text;
        n = hidden ? hidden : lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (hidden && !(data && direction))
            putchar('?');
        else
            fwrite(text, 1, n, stdout);
    }
}

void cli_out_print(const char *text, const char *kept) {
    print_text(text, kept, false);
}

void cli_out_data(const char *text, const char *kept) {
    print_text(text, kept, !isatty(STDOUT_FILENO));
}

bool cli_out_take(FILE *to, char **text) {
    bool good = to && !ferror(to);
    if (to) good = fclose(to) == 0 && good && *text;
    if (good) return true;
    free(*text);
    *text = NULL;
    return false;
}

void cli_out_say(const char *format, ...) {
    char *line = NULL;
    size_t size;
    FILE *to = open_memstream(&line, &size);
    va_list arguments;
    va_start(arguments, format);
    const bool written = to && vfprintf(to, format, arguments) >= 0;
    va_end(arguments);
    if (cli_out_take(to, &line) && written) {
        cli_out_print(line, "");
        putchar('\n');
    } else {
        cli_out_lose();
    }
    free(line);
}

void cli_out_reserve_standard_fds(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0) return;
}

bool cli_out_write_failed(void) {
    return ferror(stdout);
}

static bool reader_closed(void) {
    struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&p, 1, 0) == 1 && (p.revents & POLLERR);
}

int cli_out_close(int status) {
    bool failed = ferror(stdout);
    bool left = reader_closed();
    if (lost && status == LG_OK) status = cli_fail(LG_FAILED, "out of memory: some of the output is missing");
    errno = 0;
    if (fclose(stdout)) failed = true;
    if (!failed) return status;
    if (left) return status ? status : 128 + SIGPIPE; /* the shell's status for a program that SIGPIPE has ended */
    if (!trouble) trouble = errno ? errno : EIO;
    cli_fail(LG_FAILED, "cannot write to standard output: %s", strerror(trouble));
    return status ? status : LG_FAILED;
}
