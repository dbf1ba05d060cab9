/* text.c: text on a terminal: display width, line wrapping, suggestions for misspelt words, colour, and durations. */
#include "cli/ui/text.h"

#include <langinfo.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "api/program.h"

int cli_text_width(const char *text) {
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80; /* continuation bytes take no column */
    return width;
}

/* If `blanks`, returns the number of blanks at the start of a text. Otherwise returns the length of the word there, in
 * bytes. */
static size_t span_length(const char *text, bool blanks) {
    return blanks ? strspn(text, " ") : strcspn(text, " \n");
}

static int width_of(const char *text, size_t bytes) {
    int width = 0;
    for (size_t i = 0; i < bytes; i++) width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

static void wrap_text(FILE *to, const char *text, int at, int indent, int columns) {
    bool fresh = true; /* the line is still empty */
    while (*text) {
        size_t blanks = span_length(text, true), word = span_length(text + blanks, false);
        int width = width_of(text + blanks, word);
        if (text[blanks] == '\n') {
            fprintf(to, "\n%*s", indent, "");
            text += blanks + 1, at = indent, fresh = true;
            continue;
        }
        if (!fresh && at + (int)blanks + width > columns) {
            fprintf(to, "\n%*s", indent, "");
            at = indent, text += blanks, blanks = 0;
        }
        fwrite(text, 1, blanks + word, to);
        at += (int)blanks + width, text += blanks + word, fresh = false;
    }
    fputc('\n', to);
}

void cli_text_wrap(FILE *to, const char *text, int at, int indent, int columns) {
    char *copy = strdup(text);
    if (copy) lg_text_blank(copy, "\n", '?');
    wrap_text(to, copy ? copy : "", at, indent, columns);
    free(copy);
}

/* Returns the length in bytes of the longest start of a text that fits into `columns` and `bytes`. The start ends
 * between two characters. */
static size_t beginning(const char *text, int columns, size_t bytes) {
    size_t n = 0;
    for (size_t next; text[n] && columns-- > 0; n = next) {
        for (next = n + 1; ((unsigned char)text[next] & 0xc0) == 0x80;) next++;
        if (next > bytes) break;
    }
    return n;
}

const char *cli_text_cut(char *buffer, size_t capacity, const char *text, int columns) {
    size_t n = beginning(text, columns, capacity - 1);
    const bool whole = text[n] == '\0';
    if (!whole) n = beginning(text, columns - 3, capacity - sizeof "...");
    memcpy(buffer, text, n);
    strcpy(buffer + n, whole ? "" : "...");
    lg_text_blank(buffer, "\n", '?');
    return buffer;
}

/* Limit of a range's numbers, so that loops and counts do not overflow a long. */
#define MOST (LONG_MAX / 4)

bool cli_range_next(const char **text, cli_range *r) {
    char *end;
    r->first = r->last = strtol(*text, &end, 10), r->step = 1;
    if (end == *text) return false;
    if (!strncmp(end, "..", 2)) r->last = strtol(end + 2, &end, 10);
    if (*end == ':') r->step = strtol(end + 1, &end, 10);
    *text = end + strspn(end, ", ");
    return r->step > 0 && r->step <= MOST && r->first >= -MOST && r->first <= r->last && r->last <= MOST;
}

double cli_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

const char *cli_span(double seconds, char to[CLI_SPAN]) {
    const long s = lround(seconds);
    if (!isfinite(seconds) || seconds < 0)
        snprintf(to, CLI_SPAN, "?");
    else if (seconds < 9.95)
        snprintf(to, CLI_SPAN, "%.1f s", seconds);
    else if (s < 60)
        snprintf(to, CLI_SPAN, "%ld s", s);
    else if (s < 3600)
        snprintf(to, CLI_SPAN, "%ld min %ld s", s / 60, s % 60);
    else if (s < 2 * 86400)
        snprintf(to, CLI_SPAN, "%ld h %ld min", s / 3600, s / 60 % 60);
    else if (s < 1000L * 86400)
        snprintf(to, CLI_SPAN, "%.0f days", seconds / 86400);
    else
        snprintf(to, CLI_SPAN, "%.0f years", seconds / 365.25 / 86400);
    return to;
}

bool cli_terminal(FILE *f) {
    const char *term = getenv("TERM");
    return isatty(fileno(f)) && term && strcmp(term, "dumb");
}

int cli_columns(FILE *f) {
    struct winsize size;
    if (!isatty(fileno(f)) || ioctl(fileno(f), TIOCGWINSZ, &size) || size.ws_col < 20) return 100;
    return size.ws_col;
}

int cli_lines(FILE *f) {
    struct winsize size;
    if (!isatty(fileno(f)) || ioctl(fileno(f), TIOCGWINSZ, &size) || size.ws_row < 3) return 24;
    return size.ws_row;
}

bool cli_unicode(void) {
    return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

static bool is_coloured(FILE *f) {
    const char *no = getenv("NO_COLOR");
    return cli_terminal(f) && !(no && *no);
}

const char *cli_bold(FILE *f) {
    return is_coloured(f) ? "\033[1m" : "";
}

const char *cli_plain(FILE *f) {
    return is_coloured(f) ? "\033[0m" : "";
}

cli_nearest cli_nearest_to(const char *word, size_t length) {
    cli_nearest n = {.best = NULL};
    if (length < sizeof n.word) memcpy(n.word, word, length);
    return n;
}

/* Is the typed word the start or the end of a longer candidate? If the word has fewer than three letters, it must be
 * the part after a dot. */
static bool is_part(const char *word, size_t typed, const char *candidate, size_t length) {
    if (typed >= length) return false;
    const char *tail = candidate + length - typed;
    bool ends = !strcmp(tail, word);
    return (ends && tail[-1] == '.') || (typed >= 3 && (ends || !strncmp(candidate, word, typed)));
}

/* Does the candidate contain the typed letters in this order, starting with its first letter ("attn")? Names with dots
 * have no abbreviations. */
static bool is_abbreviation(const char *word, size_t typed, const char *candidate) {
    if (typed < 3 || *word != *candidate || strchr(candidate, '.')) return false;
    for (; *word; word++, candidate++)
        if (!(candidate = strchr(candidate, *word))) return false;
    return true;
}

/* Keeps the candidate if it is the nearest so far. A near candidate differs from the typed word in at most a third of
 * its letters (in one letter if it is short), and has at least one of the typed letters. A candidate of which the typed
 * word is a part or an abbreviation also counts, but ranks after all near candidates. */
void cli_nearest_try(cli_nearest *n, const char *candidate) {
    size_t length = strlen(candidate), typed = strlen(n->word);
    if (length >= sizeof n->word || !typed) return;
    int distance = lg_text_distance(n->word, candidate), most = length < 6 ? length > 1 : (int)length / 3;
    bool near = distance <= most && distance < (int)typed;
    if (!near && !is_part(n->word, typed, candidate, length) && !is_abbreviation(n->word, typed, candidate)) return;
    if (!near) distance = 100 + (int)length;
    if (!n->best || distance < n->distance) n->best = candidate, n->distance = distance;
}

const char *cli_nearest_best(const cli_nearest *n) {
    return n->best;
}

void cli_title(const char *text) {
    printf("\n%s%s%s\n", cli_bold(stdout), text, cli_plain(stdout));
}
