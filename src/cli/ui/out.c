/* out.c: see out.h. JSON goes through Jansson, but for arrays of numbers, which may be too large to hold twice and
 * are written directly. */
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

enum { DUMP = JSON_COMPACT | JSON_REAL_PRECISION(9) };

static bool lost; /* is some of the output missing for want of memory? */

void cli_out_lose(void) {
    lost = true;
}

/* What is NULL could not be made. */
static void put(json_t *o, const char *key, json_t *value) {
    if (json_object_set_new(o, key, value)) cli_out_lose();
}

static void append(json_t *list, json_t *value) {
    if (json_array_append_new(list, value)) cli_out_lose();
}

json_t *cli_out_object(const char *schema) {
    json_t *o = json_object();
    cli_out_text(o, "schema", schema);
    return o;
}

/* Of text that may name files. */
static json_t *string_of(const char *text) {
    char *copy = strdup(text);
    if (!copy) return NULL;
    lg_text_utf8(copy);
    json_t *s = json_string(copy);
    free(copy);
    return s;
}

void cli_out_text(json_t *o, const char *key, const char *value) {
    put(o, key, value ? string_of(value) : json_null());
}

void cli_out_int(json_t *o, const char *key, int64_t value) {
    put(o, key, json_integer(value));
}

void cli_out_real(json_t *o, const char *key, double value) {
    put(o, key, isfinite(value) ? json_real(value) : json_null());
    if (!isfinite(value)) put(o, "finite", json_false());
}

void cli_out_reals(json_t *o, const char *key, const double *values, int count) {
    json_t *list = json_array();
    bool finite = true;
    for (int i = 0; i < count; i++) {
        append(list, isfinite(values[i]) ? json_real(values[i]) : json_null());
        finite &= isfinite(values[i]);
    }
    put(o, key, list);
    if (!finite) put(o, "finite", json_false());
}

void cli_out_sizes(json_t *o, const char *key, const size_t *values, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) append(list, json_integer((json_int_t)values[i]));
    put(o, key, list);
}

void cli_out_ids(json_t *o, const char *key, const int32_t *ids, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) append(list, json_integer(ids[i]));
    put(o, key, list);
}

void cli_out_strings(json_t *o, const char *key, const char *const *strings, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) append(list, string_of(strings[i]));
    put(o, key, list);
}

static int trouble; /* errno of the first write that failed */

void cli_out_flush(void) {
    if (fflush(stdout) && !trouble) trouble = errno;
}

static void end_line(void) {
    putchar('\n');
    cli_out_flush();
}

/* Jansson leaves characters beyond ASCII as they are, of which some command a terminal, or deceive who reads it: JSON
 * has other words for them. A character is never in two parts. */
static int write_json(const char *part, size_t size, void *user) {
    (void)user;
    size_t written = 0;
    for (size_t i = 0; i < size; i++) {
        const char *c = part + i;
        const size_t hidden = (unsigned char)*c >= 0x80 ? lg_text_hidden(c) : 0;
        if (hidden < 2) continue;
        fwrite(part + written, 1, i - written, stdout);
        if (hidden == 2)
            printf("\\u%04x", (c[0] & 0x1fu) << 6 | (c[1] & 0x3fu));
        else
            printf("\\u%04x", (c[0] & 0xfu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu));
        written = i + hidden;
        i = written - 1;
    }
    fwrite(part + written, 1, size - written, stdout);
    return ferror(stdout) ? -1 : 0;
}

void cli_out_line(json_t *o) {
    if (json_dump_callback(o, write_json, NULL, DUMP) && !ferror(stdout)) cli_out_lose();
    json_decref(o);
    end_line();
}

static const double *print_nested(const size_t *shape, int rank, const double *data) {
    if (!rank) {
        if (isfinite(*data))
            printf("%.9g", *data + 0.0); /* no -0 */
        else
            fputs("null", stdout);
        return data + 1;
    }
    putchar('[');
    for (size_t i = 0; i < shape[0]; i++) {
        if (i) putchar(',');
        data = print_nested(shape + 1, rank - 1, data);
    }
    putchar(']');
    return data;
}

void cli_out_line_data(json_t *o, const size_t *shape, int rank, const double *data) {
    size_t count = 1, finite = 0;
    for (int i = 0; i < rank; i++) count *= shape[i];
    while (finite < count && isfinite(data[finite])) finite++;
    if (finite < count) put(o, "finite", json_false());
    char *head = json_dumps(o, DUMP);
    json_decref(o);
    if (!head) {
        cli_out_lose();
        return;
    }
    printf("%.*s,\"data\":", (int)strlen(head) - 1, head); /* without the closing brace */
    free(head);
    print_nested(shape, rank, data);
    putchar('}');
    end_line();
}

void cli_out_file(const char *path) {
    json_t *o = cli_out_object("lengthen.file/1");
    cli_out_text(o, "path", path);
    cli_out_line(o);
}

/* Bytes of a character that changes the direction of text have no place in a terminal, and one in data. */
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
    if (left) return status ? status : 128 + SIGPIPE; /* as if the signal had ended the program */
    if (!trouble) trouble = errno ? errno : EIO;
    cli_fail(LG_FAILED, "cannot write to standard output: %s", strerror(trouble));
    return status ? status : LG_FAILED;
}
