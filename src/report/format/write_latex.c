/* write_latex.c: a table in LaTeX with booktabs, as floats of at most a page, split as latex.h chooses. A list becomes
 * a longtable, in landscape if it is wide. */
#include <string.h>

#include "base/quote.h"
#include "report/format/latex.h"

/* ---- parts of a table ---- */

static void write_head(const lg_table *t, const lg_latex_part *p, FILE *to) {
    fputs("\\toprule\n", to);
    lg_quote_latex(to, t->corner);
    for (size_t j = p->column; j < p->column_end; j++) fputs(" & ", to), lg_quote_latex(to, t->columns[j].label);
    fputs(" \\\\\n\\midrule\n", to);
}

static void write_group(const lg_table *t, const lg_latex_part *p, size_t row, FILE *to) {
    fprintf(to, "%s\\multicolumn{%zu}{@{}l}{\\emph{", row == p->row ? "" : "\\addlinespace\n",
            p->column_end - p->column + 1);
    lg_quote_latex(to, t->rows[row].group);
    fputs("}} \\\\\n", to);
}

static void write_row(const lg_table *t, const lg_latex_part *p, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    lg_quote_latex(to, t->rows[row].label);
    if (t->rows[row].order_invariant) fputs(" \\dag{}", to);
    for (size_t j = p->column; j < p->column_end; j++) {
        const bool best = lg_table_cell(t, row, j)->best;
        fputs(best ? " & \\textbf{" : " & ", to);
        lg_quote_latex(to, lg_cell_words(t, row, j, words));
        if (best) fputc('}', to);
    }
    fputs(" \\\\\n", to);
}

/* A line below a row: the published number, or our difference from it. */
static void write_below(const lg_table *t, const lg_latex_part *p, size_t row, const char *name, lg_cell_text text,
                        FILE *to) {
    char words[LG_CELL_WORDS];
    fprintf(to, "\\quad\\emph{%s}", name);
    for (size_t j = p->column; j < p->column_end; j++) {
        const char *word = text(t, row, j, words);
        fputs(*word == '\0' ? " &" : " & \\emph{", to);
        lg_quote_latex(to, word);
        if (*word != '\0') fputc('}', to);
    }
    fputs(" \\\\\n", to);
}

static void write_body(const lg_table *t, const lg_latex_part *p, FILE *to) {
    for (size_t i = p->row; i < p->row_end; i++) {
        if (i == p->row ? *t->rows[i].group != '\0' : lg_row_opens_group(t, i)) write_group(t, p, i, to);
        write_row(t, p, i, to);
        if (lg_latex_has(t, p, i, lg_cell_paper)) write_below(t, p, i, "published", lg_cell_paper, to);
        if (lg_latex_has(t, p, i, lg_cell_difference)) write_below(t, p, i, "difference", lg_cell_difference, to);
    }
    fputs("\\bottomrule\n", to);
}

static void write_caption(const lg_table *t, FILE *to) {
    fputs("\\caption{", to);
    lg_quote_latex(to, t->title);
    fputs(". ", to);
    lg_quote_latex(to, t->caption);
    fprintf(to, "}\n\\label{tab:%s}", t->name);
}

static void write_notes(const lg_table *t, FILE *to) {
    for (size_t i = 0; i < t->note_count; i++) {
        if (i > 0) fputs("\\quad\n", to);
        lg_quote_latex(to, t->notes[i]);
    }
}

/* ---- floats ---- */

static void write_columns(const lg_table *t, const lg_latex_part *p, FILE *to) {
    fputs("{@{}l", to);
    for (size_t j = p->column; j < p->column_end; j++) fputc(t->columns[j].words ? 'l' : 'r', to);
    fputs("@{}}\n", to);
}

static void write_float(const lg_table *t, const lg_latex *layout, const lg_latex_part *p, FILE *to) {
    const bool first = p->row == 0 && p->column == 0,
               last = p->row_end == t->row_count && p->column_end == t->column_count;
    fputs("\\begin{table*}\n\\centering\n", to);
    if (first)
        write_caption(t, to), fputs("\n\n\\smallskip\n", to);
    else
        fprintf(to, "\\tablename~\\ref{tab:%s}, continued\n\n\\smallskip\n", t->name);
    fprintf(to, "\\%s\\setlength{\\tabcolsep}{3pt}\n\\begin{tabular}", layout->small ? "scriptsize" : "footnotesize");
    write_columns(t, p, to);
    write_head(t, p, to);
    write_body(t, p, to);
    fputs("\\end{tabular}\n", to);
    if (last && t->note_count > 0) {
        fputs("\n\\smallskip\n\\parbox{\\linewidth}{\\scriptsize ", to);
        write_notes(t, to);
        fputs("}\n", to);
    }
    fputs("\\end{table*}\n", to);
}

static void write_floats(const lg_table *t, FILE *to) {
    const lg_latex layout = lg_latex_choose(t);
    lg_latex_part p = {0};
    fputs("% Requires \\usepackage{booktabs}.\n", to);
    while (lg_latex_next(t, &layout, &p)) write_float(t, &layout, &p, to);
}

/* ---- lists ---- */

/* Columns of long text wrap. */
static void write_list_columns(const lg_table *t, FILE *to) {
    fputs("{@{}l", to);
    for (size_t j = 0; j < t->column_count; j++) {
        if (lg_latex_is_broad(t, j))
            fprintf(to, "p{%dem}", LG_LATEX_BROAD / 2);
        else
            fputc(t->columns[j].words ? 'l' : 'r', to);
    }
    fputs("@{}}\n", to);
}

static void write_list(const lg_table *t, FILE *to) {
    const bool landscape = lg_latex_is_wide(t);
    const lg_latex_part all = {.column_end = t->column_count, .row_end = t->row_count};
    fprintf(to, "%% Requires \\usepackage{booktabs,longtable%s}.\n%s", landscape ? ",pdflscape" : "",
            landscape ? "\\begin{landscape}\n" : "");
    fputs("{\\scriptsize\\setlength{\\tabcolsep}{3pt}\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{longtable}", to);
    write_list_columns(t, to);
    write_caption(t, to);
    fputs(" \\\\\n", to);
    write_head(t, &all, to);
    fputs("\\endfirsthead\n", to);
    write_head(t, &all, to);
    fputs("\\endhead\n", to);
    write_body(t, &all, to);
    fputs("\\end{longtable}", to);
    if (t->note_count > 0) fputs("\n\\noindent ", to), write_notes(t, to), fputs("\\par", to);
    fprintf(to, "}\n%s", landscape ? "\\end{landscape}\n" : "");
}

bool lg_table_write_latex(const lg_table *t, FILE *to) {
    (t->list ? write_list : write_floats)(t, to);
    return true;
}
