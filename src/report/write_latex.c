/* write_latex.c: a table for LaTeX with booktabs: a float, made smaller where it is wider than the page, or, where it
 * is longer than a page, a longtable. Begin the document with \usepackage{booktabs,graphicx,longtable}. */
#include <string.h>

#include "report/table.h"

enum { MOST_LINES = 40 }; /* that fit on a page, with the caption */

/* What means something to TeX, or is missing in its usual fonts. */
static const struct {
    const char *from, *to;
} escapes[] = {
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
    {"\n", " "},
    {"±", "$\\pm$"},
    {"−", "$-$"},
    {"–", "--"},
    {"†", "\\dag{}"},
    {"‡", "\\ddag{}"},
    {"≥", "$\\geq$"},
    {"×", "$\\times$"},
    {"\"", "''"},
};

static void write_text(FILE *to, const char *text) {
    while (*text != '\0') {
        size_t i = 0, count = sizeof escapes / sizeof *escapes;
        while (i < count && strncmp(text, escapes[i].from, strlen(escapes[i].from)) != 0) i++;
        if (i < count)
            fputs(escapes[i].to, to), text += strlen(escapes[i].from);
        else
            fputc(*text++, to);
    }
}

static void write_head(const lg_table *t, FILE *to) {
    fputs("\\toprule\n", to);
    write_text(to, t->corner);
    for (size_t j = 0; j < t->column_count; j++) fputs(" & ", to), write_text(to, t->columns[j].label);
    fputs(" \\\\\n\\midrule\n", to);
}

static void write_group(const lg_table *t, size_t row, FILE *to) {
    fprintf(to, "%s\\multicolumn{%zu}{l}{\\emph{", row == 0 ? "" : "\\addlinespace\n", t->column_count + 1);
    write_text(to, t->rows[row].group);
    fputs("}} \\\\\n", to);
}

static void write_row(const lg_table *t, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    write_text(to, t->rows[row].label);
    if (t->rows[row].any_order) fputs(" \\dag{}", to);
    for (size_t j = 0; j < t->column_count; j++) {
        const bool best = lg_table_cell(t, row, j)->best;
        fputs(best ? " & \\textbf{" : " & ", to);
        write_text(to, lg_cell_words(t, row, j, words));
        if (best) fputc('}', to);
    }
    fputs(" \\\\\n", to);
}

static void write_published(const lg_table *t, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    fputs("\\quad\\emph{published}", to);
    for (size_t j = 0; j < t->column_count; j++) {
        fputs(" & \\emph{", to);
        write_text(to, lg_cell_published(t, row, j, words));
        fputc('}', to);
    }
    fputs(" \\\\\n", to);
}

static void write_body(const lg_table *t, FILE *to) {
    for (size_t i = 0; i < t->row_count; i++) {
        if (lg_row_opens_group(t, i)) write_group(t, i, to);
        write_row(t, i, to);
        if (lg_row_is_published(t, i)) write_published(t, i, to);
    }
    fputs("\\bottomrule\n", to);
}

static void write_caption(const lg_table *t, FILE *to) {
    fputs("\\caption{", to);
    write_text(to, t->title);
    fputs(". ", to);
    write_text(to, t->caption);
    for (size_t i = 0; i < t->note_count; i++) fputc(' ', to), write_text(to, t->notes[i]);
    fprintf(to, "}\n\\label{tab:%s}", t->name);
}

static void write_columns(const lg_table *t, FILE *to) {
    fputs("{l", to);
    for (size_t j = 0; j < t->column_count; j++) fputc(t->columns[j].words ? 'l' : 'r', to);
    fputs("}\n", to);
}

static void write_long(const lg_table *t, FILE *to) {
    fputs("{\\scriptsize\\setlength{\\tabcolsep}{2pt}\n\\begin{longtable}", to);
    write_columns(t, to);
    write_caption(t, to);
    fputs(" \\\\\n", to);
    write_head(t, to);
    fputs("\\endfirsthead\n", to);
    write_head(t, to);
    fputs("\\endhead\n", to);
    write_body(t, to);
    fputs("\\end{longtable}}\n", to);
}

static void write_float(const lg_table *t, FILE *to) {
    fputs("\\begin{table*}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n", to);
    write_caption(t, to);
    fputs("\n\\resizebox{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}{!}{%\n\\begin{tabular}", to);
    write_columns(t, to);
    write_head(t, to);
    write_body(t, to);
    fputs("\\end{tabular}}\n\\end{table*}\n", to);
}

static bool is_long(const lg_table *t) {
    size_t lines = t->row_count;
    for (size_t i = 0; i < t->row_count; i++) lines += lg_row_is_published(t, i) + lg_row_opens_group(t, i);
    return t->list || lines > MOST_LINES;
}

bool lg_table_write_latex(const lg_table *t, FILE *to) {
    fputs("% Wants \\usepackage{booktabs,graphicx,longtable}.\n", to);
    (is_long(t) ? write_long : write_float)(t, to);
    return true;
}
