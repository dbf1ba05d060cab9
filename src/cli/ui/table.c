/* table.c: see table.h. */
#include "cli/ui/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/out.h"
#include "cli/ui/text.h"
#include "lengthen.h"

struct cli_table {
    char *kinds; /* [columns + 1] */
    int *width;  /* [columns] */
    size_t columns, count, capacity;
    char **cells;
};

cli_table *cli_table_new(const char *columns) {
    cli_table *t = calloc(1, sizeof *t);
    if (t) {
        t->columns = strlen(columns);
        t->kinds = strdup(columns);
        t->width = calloc(t->columns + 1, sizeof *t->width);
        if (t->kinds && t->width) return t;
    }
    cli_out_lose();
    cli_table_free(t);
    return NULL;
}

void cli_table_free(cli_table *t) {
    if (!t) return;
    free(t->kinds);
    free(t->width);
    for (size_t i = 0; i < t->count; i++) free(t->cells[i]);
    free(t->cells);
    free(t);
}

static bool make_room(cli_table *t) {
    if (t->count < t->capacity) return true;
    const size_t capacity = t->capacity ? 2 * t->capacity : 64;
    char **more = realloc(t->cells, capacity * sizeof *more);
    if (!more) return false;
    t->cells = more, t->capacity = capacity;
    return true;
}

/* A text of any length, to be freed; NULL: no memory. */
static char *write_text(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text) vsnprintf(text, (size_t)size + 1, format, arguments);
    return text;
}

void cli_table_cell(cli_table *t, const char *format, ...) {
    if (!t) return;
    va_list arguments;
    va_start(arguments, format);
    char *text = make_room(t) ? write_text(format, arguments) : NULL;
    va_end(arguments);
    if (!text) {
        cli_out_lose();
        return;
    }
    lg_text_blank(text, "", '?');
    t->cells[t->count++] = text;
}

void cli_table_number(cli_table *t, double value, int digits) {
    if (isfinite(value))
        cli_table_cell(t, "%.*f", digits, value);
    else
        cli_table_cell(t, isnan(value) ? "-" : "infinite");
}

static int column_width(const cli_table *t, size_t column) {
    int width = 0;
    for (size_t i = column; i < t->count; i += t->columns) {
        int w = cli_text_width(t->cells[i]);
        if (w > width) width = w;
    }
    return width;
}

static void print_cell(const char *text, char kind, int width, bool last, FILE *to) {
    int pad = width - cli_text_width(text);
    if (kind == 'r')
        fprintf(to, "%*s%s", pad, "", text);
    else
        fprintf(to, "%s%*s", text, last ? 0 : pad, "");
}

void cli_table_print(const cli_table *t, FILE *to) {
    if (!t) return;
    for (size_t j = 0; j < t->columns; j++) t->width[j] = column_width(t, j);
    for (size_t i = 0; i < t->count; i++) {
        size_t j = i % t->columns;
        bool last = j + 1 == t->columns || i + 1 == t->count;
        if (!j && !i) fputs(cli_bold(to), to);
        print_cell(t->cells[i], t->kinds[j], t->width[j], last, to);
        if (last && i < t->columns) fputs(cli_plain(to), to);
        fputs(last ? "\n" : "  ", to);
    }
}
