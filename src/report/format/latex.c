/* latex.c: splits tables into LaTeX floats; see latex.h. */
#include "report/format/latex.h"

#include <math.h>
#include <string.h>

/* Measures of a page: widths and heights in points, and letters per line of the caption and of the notes. */
enum { WIDTH = 345, HEIGHT = 545, CAPTION_LETTERS = 72, CAPTION_LINE = 12, AROUND = 34, NOTE_LETTERS = 95 };

/* Sizes of letters in points, with a small margin: footnotesize, scriptsize. */
typedef struct size {
    double letter, line;
} size;
static const size sizes[] = {{4.35, 9.5}, {3.85, 8}};
enum { BETWEEN = 6 }; /* points between columns */

/* ---- widths ---- */

/* Non-ASCII signs count as 1.7 letters, because they are wider than digits. */
static double count_letters(const char *text) {
    double n = 0;
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        n += (c & 0xc0) == 0x80 ? 0 : c >= 0x80 ? 1.7 : 1;
    }
    return n;
}

static double column_letters(const lg_table *t, size_t column) {
    char words[LG_CELL_WORDS];
    double widest = count_letters(t->columns[column].label);
    for (size_t i = 0; i < t->row_count; i++) {
        widest = fmax(widest, count_letters(lg_cell_words(t, i, column, words)));
        widest = fmax(widest, count_letters(lg_cell_paper(t, i, column, words)));
        widest = fmax(widest, count_letters(lg_cell_difference(t, i, column, words)));
    }
    return widest;
}

static double label_letters(const lg_table *t) {
    double widest = count_letters(t->corner);
    for (size_t i = 0; i < t->row_count; i++)
        widest = fmax(widest, count_letters(t->rows[i].label) + (t->rows[i].order_invariant ? 2 : 0));
    return widest;
}

static size_t block_begin(const lg_table *t, size_t across, size_t block) {
    return (block * t->column_count + across - 1) / across;
}

static bool fits_page(const lg_table *t, const size *s, size_t across) {
    for (size_t b = 0; b < across; b++) {
        double width = s->letter * label_letters(t);
        for (size_t j = block_begin(t, across, b); j < block_begin(t, across, b + 1); j++)
            width += BETWEEN + s->letter * column_letters(t, j);
        if (width > WIDTH) return false;
    }
    return true;
}

/* ---- heights ---- */

bool lg_latex_has(const lg_table *t, const lg_latex_part *p, size_t row, lg_cell_text text) {
    char words[LG_CELL_WORDS];
    for (size_t j = p->column; j < p->column_end; j++)
        if (*text(t, row, j, words) != '\0') return true;
    return false;
}

/* The height of a row in lines, including the lines below it. */
static double row_lines(const lg_table *t, const lg_latex_part *p, size_t row) {
    return 1 + lg_latex_has(t, p, row, lg_cell_paper) + lg_latex_has(t, p, row, lg_cell_difference);
}

static bool is_group_end(const lg_table *t, size_t row) {
    return row + 1 == t->row_count || lg_row_opens_group(t, row + 1);
}

/* The end of the rows that fit into a float. A group of rows that does not fit whole starts in the next float. */
static size_t rows_end(const lg_table *t, const lg_latex_part *p, double capacity) {
    double lines = 0;
    size_t whole = p->row;
    for (size_t i = p->row; i < t->row_count; i++) {
        lines += row_lines(t, p, i);
        if (i == p->row || lg_row_opens_group(t, i)) lines += *t->rows[i].group == '\0' ? 0 : 1.5;
        if (lines > capacity && i > p->row) return whole > p->row ? whole : i;
        if (*t->rows[i].group != '\0' && is_group_end(t, i)) whole = i + 1;
    }
    return t->row_count;
}

static double note_lines(const lg_table *t) {
    double n = 0;
    for (size_t i = 0; i < t->note_count; i++) n += count_letters(t->notes[i]) + 2;
    return ceil(n / NOTE_LETTERS);
}

static void measure_page(const lg_table *t, lg_latex *layout) {
    const size *s = &sizes[layout->small];
    layout->capacity = (HEIGHT - CAPTION_LINE - AROUND) / s->line - 1;
    layout->caption = CAPTION_LINE *
                      (ceil((count_letters(t->title) + count_letters(t->caption) + 12) / CAPTION_LETTERS) - 1) /
                      s->line;
    layout->notes = t->note_count == 0 ? 0 : sizes[1].line * (note_lines(t) + 1) / s->line;
}

/* ---- floats ---- */

/* All floats of the last block leave space for the notes, because it is not yet known which of them is the last. */
static void cut_rows(const lg_table *t, const lg_latex *layout, lg_latex_part *p) {
    const bool first = p->row == 0 && p->column == 0, last = p->column_end == t->column_count;
    p->row_end = rows_end(t, p, layout->capacity - (first ? layout->caption : 0) - (last ? layout->notes : 0));
}

bool lg_latex_next(const lg_table *t, const lg_latex *layout, lg_latex_part *p) {
    if (t->row_count == 0 || t->column_count == 0) return false;
    p->row = p->row_end;
    if (p->column_end > 0 && p->row == t->row_count) p->row = 0, p->column = p->column_end;
    if (p->column == t->column_count) return false;
    size_t block = 0;
    while (block_begin(t, layout->across, block) < p->column) block++;
    p->column_end = block_begin(t, layout->across, block + 1);
    cut_rows(t, layout, p);
    return true;
}

static size_t count_floats(const lg_table *t, const lg_latex *layout) {
    lg_latex_part p = {0};
    size_t count = 0;
    while (lg_latex_next(t, layout, &p)) count++;
    return count;
}

lg_latex lg_latex_choose(const lg_table *t) {
    lg_latex best = {.small = true, .across = t->column_count};
    measure_page(t, &best);
    size_t fewest = count_floats(t, &best) + 1;
    for (size_t across = 1; across <= t->column_count; across++)
        for (int small = 0; small < 2; small++) {
            lg_latex layout = {.small = small, .across = across};
            if (!fits_page(t, &sizes[small], across)) continue;
            measure_page(t, &layout);
            const size_t count = count_floats(t, &layout);
            if (count < fewest) best = layout, fewest = count;
        }
    return best;
}

/* ---- lists ---- */

bool lg_latex_is_broad(const lg_table *t, size_t column) {
    return t->columns[column].words && column_letters(t, column) > LG_LATEX_BROAD;
}

bool lg_latex_is_wide(const lg_table *t) {
    double width = sizes[1].letter * label_letters(t);
    for (size_t j = 0; j < t->column_count; j++)
        width += BETWEEN + sizes[1].letter * fmin(column_letters(t, j), LG_LATEX_BROAD);
    return width > WIDTH;
}
