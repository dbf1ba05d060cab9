/* sheet.c: collects cells and writes tables; see sheet.h. */
#include "output/sheet.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/quote.h"

struct lg_sheet {
    char *kinds; /* [columns + 1] */
    int *width;  /* [columns] */
    bool *shown; /* [columns] */
    size_t columns, count, capacity;
    char **cells;
    bool failed;
};

lg_sheet *lg_sheet_new(const char *columns) {
    lg_sheet *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->columns = strlen(columns);
    s->kinds = strdup(columns);
    s->width = calloc(s->columns + 1, sizeof *s->width);
    s->shown = calloc(s->columns + 1, sizeof *s->shown);
    if (s->kinds && s->width && s->shown) return s;
    lg_sheet_free(s);
    return NULL;
}

void lg_sheet_free(lg_sheet *s) {
    if (!s) return;
    free(s->kinds);
    free(s->width);
    free(s->shown);
    for (size_t i = 0; i < s->count; i++) free(s->cells[i]);
    free(s->cells);
    free(s);
}

/* ---- cells ---- */

static bool make_room(lg_sheet *s) {
    if (s->count < s->capacity) return true;
    const size_t capacity = s->capacity ? 2 * s->capacity : 64;
    char **more = realloc(s->cells, capacity * sizeof *more);
    if (!more) return false;
    s->cells = more, s->capacity = capacity;
    return true;
}

/* A text of any length, which the caller frees; NULL: out of memory. */
static char *write_text(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = size < 0 ? NULL : malloc((size_t)size + 1);
    if (text) vsnprintf(text, (size_t)size + 1, format, arguments);
    return text;
}

void lg_sheet_cell(lg_sheet *s, const char *format, ...) {
    if (!s) return;
    va_list arguments;
    va_start(arguments, format);
    char *text = make_room(s) ? write_text(format, arguments) : NULL;
    va_end(arguments);
    s->failed |= !text;
    if (!text) return;
    lg_text_blank(text, "", '?');
    s->cells[s->count++] = text;
}

void lg_sheet_number(lg_sheet *s, double value, int digits) {
    if (isfinite(value))
        lg_sheet_cell(s, "%.*f", digits, value);
    else
        lg_sheet_cell(s, isnan(value) ? "-" : "infinite");
}

/* ---- columns ---- */

/* The width of a text in terminal columns, one per character. */
static int width_of(const char *text) {
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static bool is_empty(const lg_sheet *s, size_t column) {
    for (size_t i = s->columns + column; i < s->count; i += s->columns)
        if (*s->cells[i] && strcmp(s->cells[i], "-")) return false;
    return true;
}

static void measure_columns(const lg_sheet *s) {
    for (size_t j = 0; j < s->columns; j++) {
        s->width[j] = 0;
        s->shown[j] = !isupper((unsigned char)s->kinds[j]) || !is_empty(s, j);
        for (size_t i = j; i < s->count; i += s->columns) {
            const int width = width_of(s->cells[i]);
            if (width > s->width[j]) s->width[j] = width;
        }
    }
}

static bool is_right(const lg_sheet *s, size_t column) {
    return tolower((unsigned char)s->kinds[column]) == 'r';
}

static bool is_last(const lg_sheet *s, size_t column) {
    for (size_t j = column + 1; j < s->columns; j++)
        if (s->shown[j]) return false;
    return true;
}

/* ---- forms ---- */

typedef struct form {
    const char *begin, *between, *end; /* texts before, between and after the cells of a line */
    void (*text)(FILE *to, const char *text);
} form;

static void write_line(const lg_sheet *s, size_t from, const form *f, FILE *to) {
    const char *before = f->begin;
    for (size_t j = 0; j < s->columns && from + j < s->count; j++) {
        if (!s->shown[j]) continue;
        fputs(before, to);
        f->text(to, s->cells[from + j]);
        before = f->between;
    }
    fputs(f->end, to);
}

static void write_markdown(const lg_sheet *s, FILE *to) {
    static const form f = {.begin = "| ", .between = " | ", .end = " |\n", .text = lg_quote_markdown};
    for (size_t i = 0; i < s->count; i += s->columns) {
        write_line(s, i, &f, to);
        if (i > 0) continue;
        for (size_t j = 0; j < s->columns; j++)
            if (s->shown[j]) fputs(is_right(s, j) ? "|---:" : "|---", to);
        fputs("|\n", to);
    }
}

static void write_latex(const lg_sheet *s, FILE *to) {
    static const form f = {.begin = "", .between = " & ", .end = " \\\\\n", .text = lg_quote_latex};
    fputs("% Needs \\usepackage{booktabs}.\n\\begin{tabular}{@{}", to);
    for (size_t j = 0; j < s->columns; j++)
        if (s->shown[j]) fputc(is_right(s, j) ? 'r' : 'l', to);
    fputs("@{}}\n\\toprule\n", to);
    for (size_t i = 0; i < s->count; i += s->columns) {
        write_line(s, i, &f, to);
        if (i == 0) fputs("\\midrule\n", to);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", to);
}

static void write_cell(const lg_sheet *s, size_t i, bool last, FILE *to) {
    const size_t column = i % s->columns;
    const int pad = s->width[column] - width_of(s->cells[i]);
    if (is_right(s, column))
        fprintf(to, "%*s%s", pad, "", s->cells[i]);
    else
        fprintf(to, "%s%*s", s->cells[i], last ? 0 : pad, "");
}

static void write_plain(const lg_sheet *s, bool bold, FILE *to) {
    for (size_t i = 0; i < s->count; i += s->columns) {
        const char *between = "";
        if (i == 0 && bold) fputs("\033[1m", to);
        for (size_t j = 0; j < s->columns && i + j < s->count; j++) {
            if (!s->shown[j]) continue;
            fputs(between, to);
            write_cell(s, i + j, is_last(s, j) || i + j + 1 == s->count, to);
            between = "  ";
        }
        fputs(i == 0 && bold ? "\033[0m\n" : "\n", to);
    }
}

bool lg_sheet_write(const lg_sheet *s, lg_sheet_form as, FILE *to) {
    if (!s) return false;
    measure_columns(s);
    if (as == LG_SHEET_MARKDOWN)
        write_markdown(s, to);
    else if (as == LG_SHEET_LATEX)
        write_latex(s, to);
    else
        write_plain(s, as == LG_SHEET_BOLD, to);
    return !s->failed;
}
