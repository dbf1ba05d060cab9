/* write_markdown.c: a table as Markdown (GitHub's), readable as text too. */
#include <string.h>

#include "report/format/table.h"

static void write_text(FILE *to, const char *text) {
    for (; *text != '\0'; text++) {
        if (strchr("|\\*_`<>[]", *text)) fputc('\\', to);
        fputc(*text == '\n' ? ' ' : *text, to);
    }
}

static void write_head(const lg_table *t, FILE *to) {
    fputs("| ", to);
    write_text(to, t->corner);
    for (size_t j = 0; j < t->column_count; j++) fputs(" | ", to), write_text(to, t->columns[j].label);
    fputs(" |\n|---", to);
    for (size_t j = 0; j < t->column_count; j++) fputs(t->columns[j].words ? "|---" : "|---:", to);
    fputs("|\n", to);
}

static void write_group(const lg_table *t, size_t row, FILE *to) {
    fputs("| **", to);
    write_text(to, t->rows[row].group);
    fputs("**", to);
    for (size_t j = 0; j < t->column_count; j++) fputs(" | ", to);
    fputs(" |\n", to);
}

static void write_row(const lg_table *t, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    fputs("| ", to);
    write_text(to, t->rows[row].label);
    if (t->rows[row].order_invariant) fputs(" †", to);
    for (size_t j = 0; j < t->column_count; j++) {
        const char *bold = lg_table_cell(t, row, j)->best ? "**" : "";
        fprintf(to, " | %s", bold);
        write_text(to, lg_cell_words(t, row, j, words));
        fputs(bold, to);
    }
    fputs(" |\n", to);
}

static void write_published(const lg_table *t, size_t row, FILE *to) {
    char words[LG_CELL_WORDS];
    fputs("| *published*", to);
    for (size_t j = 0; j < t->column_count; j++) fputs(" | ", to), write_text(to, lg_cell_published(t, row, j, words));
    fputs(" |\n", to);
}

bool lg_table_write_markdown(const lg_table *t, FILE *to) {
    fprintf(to, "## %s\n\n%s\n\n", t->title, t->caption);
    write_head(t, to);
    for (size_t i = 0; i < t->row_count; i++) {
        if (lg_row_opens_group(t, i)) write_group(t, i, to);
        write_row(t, i, to);
        if (lg_row_is_published(t, i)) write_published(t, i, to);
    }
    for (size_t i = 0; i < t->note_count; i++) fprintf(to, "\n%s\n", t->notes[i]);
    return true;
}
