/* quote.c: see quote.h. */
#include "base/quote.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"
#include "base/text_buffer.h"

/* A string and its replacement in a language. */
typedef struct escape {
    const char *from, *to;
} escape;

/* Writes the text with each match of `escapes` replaced; the first match in the list counts. The list ends with a NULL
 * `from`. Characters that `find` finds become blanks. */
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

/* Writes the text as a printf command with octal escapes: JSON and most terminals lose bytes that are not UTF-8, and
 * terminals interpret control characters. $(...) drops trailing line breaks, so they are written after the $(...). */
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
    lg_text_buffer s;
    if (*text != '\0' && text[strspn(text, plain)] == '\0') return strdup(text);
    if (lg_text_buffer_open(&s)) lg_quote_shell(s.to, text);
    lg_text_buffer_close(&s);
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

/* Writes the inside of a gnuplot string in single quotes, where '' stands for one quote. A line break would end the
 * string, and gnuplot would execute what follows. */
static void write_inside(FILE *to, const char *text, size_t (*find)(const char *), bool format) {
    write_found(to, text, find, (escape[]){{"'", "''"}, {format ? "%" : NULL, "%%"}, {0}});
    fputc('\'', to);
}

/* gnuplot reads '' at the start as an empty string, so leading apostrophes of the text become strings of their own. */
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

/* gnuplot executes names that begin with "|" or "<" and gives other signs a special meaning. With "./" in front, a name
 * is only a file name. */
void lg_quote_gnuplot_file(FILE *to, const char *name) {
    const bool plain = isalnum((unsigned char)*name) || (unsigned char)*name >= 0x80 || strchr("_.", *name);
    fputs(plain ? "'" : "'./", to);
    write_inside(to, name, lg_text_control, false);
}

/* Writes a shell word in single quotes inside a gnuplot string in single quotes, where each quote is doubled. An
 * apostrophe in the text is written as: end of the single quotes, the apostrophe in double quotes, start of new single
 * quotes. */
void lg_quote_gnuplot_word(FILE *to, const char *text) {
    fputs("''", to);
    write_found(to, text, lg_text_control, (escape[]){{"'", "''\"''\"''"}, {0}});
    fputs("''", to);
}

/* ---- tables ---- */

/* Writes a cell as in RFC 4180. Spreadsheets evaluate cells that begin with =, +, - or @ unless an apostrophe precedes
 * this sign. */
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

/* Replaces characters that are special in TeX or missing in its usual fonts. A table row that begins with [ or * would
 * be read as an argument of the line break before it. */
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

/* Writes text for GitHub's dialect. Some signs at the start of a line would make it a heading, a list or a rule. */
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
