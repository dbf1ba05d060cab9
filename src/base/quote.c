/* quote.c: see quote.h. */
#include "base/quote.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/memory_stream.h"
#include "base/text.h"

/* What stands for a text, or for a character, in a language. */
typedef struct escape {
    const char *from, *to;
} escape;

/* Writes the text with the first of `escapes` that fits each place; the last one has no `from`. What `find` finds is
 * blank. */
static void write_found(FILE *to, const char *text, size_t (*find)(const char *), const escape *escapes) {
    while (text && *text != '\0') {
        const size_t found = find(text), whole = lg_text_character(text);
        const escape *e = escapes;
        while (e->from && strncmp(text, e->from, strlen(e->from))) e++;
        if (e->from)
            fputs(e->to, to), text += strlen(e->from);
        else if (found)
            fputc(' ', to), text += found;
        else
            for (size_t n = whole ? whole : 1; n > 0; n--) fputc(*text++, to);
    }
}

static void write_escaped(FILE *to, const char *text, const escape *escapes) {
    write_found(to, text, lg_text_hidden, escapes);
}

/* ---- shell ---- */

static bool is_shown(const char *text) {
    while (*text != '\0' && !lg_text_hidden(text)) text += lg_text_character(text);
    return *text == '\0';
}

/* JSON and most terminals lose bytes that are not UTF-8, and terminals obey control characters: printf makes them.
 * $(...) drops line breaks at the end. */
static void write_bytes(FILE *to, const char *text) {
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == '\n') size--;
    fputs("\"$(printf '", to);
    for (size_t i = 0; i < size; i++) {
        const bool plain = text[i] > ' ' && text[i] < 0x7f && !strchr("'\\%", text[i]);
        fprintf(to, plain ? "%c" : "\\%03o", (unsigned char)text[i]);
    }
    fprintf(to, "')%s\"", text + size);
}

void lg_quote_shell(FILE *to, const char *text) {
    if (!text) text = "";
    if (!is_shown(text)) {
        write_bytes(to, text);
        return;
    }
    fputc('\'', to);
    write_escaped(to, text, (escape[]){{"'", "'\\''"}, {0}});
    fputc('\'', to);
}

char *lg_text_word(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+-@%";
    lg_memory_stream s;
    if (*text != '\0' && text[strspn(text, plain)] == '\0') return strdup(text);
    if (lg_memory_stream_open(&s)) lg_quote_shell(s.to, text);
    lg_memory_stream_close(&s);
    return s.text;
}

const char *lg_text_shell_word(const char *text, char to[LG_SHELL_WORD]) {
    char *word = lg_text_word(text);
    snprintf(to, LG_SHELL_WORD, "%s", word ? word : text);
    free(word);
    return to;
}

/* ---- gnuplot ---- */

void lg_quote_comment(FILE *to, const char *text) {
    write_escaped(to, text, (escape[]){{0}});
}

/* Between apostrophes, where two stand for one. A line break would end the string, and what follows would be run. */
static void write_inside(FILE *to, const char *text, size_t (*find)(const char *), bool format) {
    write_found(to, text, find, (escape[]){{"'", "''"}, {format ? "%" : NULL, "%%"}, {0}});
    fputc('\'', to);
}

/* gnuplot reads two apostrophes at the start as an empty string: the first ones of the text are strings of their own.
 */
static void write_gnuplot(FILE *to, const char *text, bool format) {
    for (; text && *text == '\''; text++) fputs("\"\\047\".", to);
    fputc('\'', to);
    write_inside(to, text, lg_text_hidden, format);
}

void lg_quote_gnuplot(FILE *to, const char *text) {
    write_gnuplot(to, text, false);
}

void lg_quote_gnuplot_format(FILE *to, const char *text) {
    write_gnuplot(to, text, true);
}

/* gnuplot takes a first "|" or "<" for a command to run, and other signs for what is no file: a folder before it makes
 * it the name of one. */
void lg_quote_gnuplot_file(FILE *to, const char *name) {
    const bool plain = isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80 || strchr("_.", *name);
    fputs(plain ? "'" : "'./", to);
    write_inside(to, name, lg_text_control, false);
}

/* An apostrophe of the shell is two here; the word ends before one of its own, which stands between quotes. */
void lg_quote_gnuplot_word(FILE *to, const char *text) {
    fputs("''", to);
    write_found(to, text, lg_text_control, (escape[]){{"'", "''\"''\"''"}, {0}});
    fputs("''", to);
}

/* ---- tables ---- */

/* RFC 4180. Spreadsheets compute a cell that begins with one of these signs, unless an apostrophe stands before it. */
void lg_quote_csv(FILE *to, const char *text) {
    double x;
    if (!text) text = "";
    const bool formula = *text != '\0' && strchr("=+-@", *text) && text[1] != '\0' && !lg_text_real(text, &x);
    const bool quoted = strpbrk(text, ",\"");
    if (quoted) fputc('"', to);
    if (formula) fputc('\'', to);
    write_escaped(to, text, (escape[]){{"\"", "\"\""}, {0}});
    if (quoted) fputc('"', to);
}

/* What means something to TeX, or is missing in its usual fonts. A row that begins with these signs would be an
 * argument of the line break before it. */
void lg_quote_latex(FILE *to, const char *text) {
    static const escape escapes[] = {
        {"\\", "\\textbackslash{}"},
        {"_", "\\_"},
        {"%", "\\%"},
        {"&", "\\&"},
        {"#", "\\#"},
        {"$", "\\$"},
        {"{", "\\{"},
        {"}", "\\}"},
        {"~", "\\textasciitilde{}"},
        {"^", "\\textasciicircum{}"},
        {"<", "$<$"},
        {">", "$>$"},
        {"±", "$\\pm$"},
        {"−", "$-$"},
        {"–", "--"},
        {"†", "\\dag{}"},
        {"‡", "\\ddag{}"},
        {"≥", "$\\geq$"},
        {"×", "$\\times$"},
        {"\"", "''"},
        {0},
    };
    if (text && (*text == '[' || *text == '*')) fputs("{}", to);
    write_escaped(to, text, escapes);
}

/* GitHub's. What begins a line could make a heading, a list or a rule of it. */
void lg_quote_markdown(FILE *to, const char *text) {
    static const escape escapes[] = {{"|", "\\|"}, {"\\", "\\\\"}, {"*", "\\*"}, {"_", "\\_"},
                                     {"`", "\\`"}, {"<", "\\<"},   {">", "\\>"}, {"[", "\\["},
                                     {"]", "\\]"}, {"&", "\\&"},   {0}};
    if (text && *text != '\0' && (strchr("#+-=", *text) || !strncmp(text, "~~~", 3))) fputc('\\', to);
    write_escaped(to, text, escapes);
}

void lg_quote_html(FILE *to, const char *text) {
    static const escape escapes[] = {{"<", "&lt;"},    {">", "&gt;"},  {"&", "&amp;"},
                                     {"\"", "&quot;"}, {"'", "&#39;"}, {0}};
    write_escaped(to, text, escapes);
}
