/* write_markdown.c: a table in GitHub's Markdown, also readable as plain text. */
#include <string.h>

#include "base/quote.h"
#include "report/format/table.h"

static void write_head(const lg_table *t, FILE *to) {
    fputs("| ", to);
    lg_quote_markdown(to, t->corner);
    for (size_t j = 0; j < t->column_count; j++) fputs(" | ", to), lg_quote_markdown(to, t->columns[j].label);
    fputs(" |\n|---", to);
    for (size_t j = 0; j < t->column_count; j++) fputs(t->columns[j].words ? "|---" : "|---:", to);
    fputs("|\n", to);
}

static void write_group(const lg_table *t, size_t row, FILE *to) {
    fputs("| **", to);
    lg_quote_markdown(to, t->rows[row].group);
    fputs("**", to);
    for (size_t j = 0; j < t->column_count; j++) fputs(" | ", to);
    fputs(" |\n", to);
}

static void write_row(const lg_table *t, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    fputs("| ", to);
    lg_quote_markdown(to, t->rows[row].label);
    if (t->rows[row].order_invariant) fputs(" †", to);
    for (size_t j = 0; j < t->column_count; j++) {
        const char *bold = lg_table_cell(t, row, j)->best ? "**" : "";
        fprintf(to, " | %s", bold);
        lg_quote_markdown(to, lg_cell_words(t, row, j, words));
        fputs(bold, to);
    }
    fputs(" |\n", to);
}

static void write_published(const lg_table *t, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    fputs("| *published*", to);
    for (size_t j = 0; j < t->column_count; j++)
        fputs(" | ", to), lg_quote_markdown(to, lg_cell_published(t, row, j, words));
    fputs(" |\n", to);
}

void lg_table_write_markdown_head(const lg_table *t, FILE *to) {
    fputs("## ", to), lg_quote_markdown(to, t->title);
    fputs("\n\n", to), lg_quote_markdown(to, t->caption), fputs("\n\n", to);
}

bool lg_table_write_markdown(const lg_table *t, FILE *to) {
    lg_table_write_markdown_head(t, to);
    write_head(t, to);
    for (size_t i = 0; i < t->row_count; i++) {
        if (lg_row_opens_group(t, i)) write_group(t, i, to);
        write_row(t, i, to);
        if (lg_row_is_published(t, i)) write_published(t, i, to);
    }
    for (size_t i = 0; i < t->note_count; i++) fputc('\n', to), lg_quote_markdown(to, t->notes[i]), fputc('\n', to);
    return true;
}
