/* cell.c: formats a cell as text, the same for Markdown and LaTeX. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/sweep.h"
#include "report/format/table.h"

#define LARGE 1e9 /* from here on decimals carry no information */

/* Writes a number after `before`. The minus sign is typographic (U+2212); numbers that round to zero have none. */
static void write_number(char *out, size_t capacity, const char *before, int digits, double x) {
    const double unit = pow(10, digits), rounded = round(x * unit) / unit;
    if (fabs(x) >= LARGE && digits > 0)
        snprintf(out, capacity, "%s%s%.4g", before, x < 0 ? "−" : "", fabs(x));
    else
        snprintf(out, capacity, "%s%s%.*f", before, rounded < 0 ? "−" : "", digits > 0 ? digits : 0, fabs(rounded));
}

/* Why a cell has no number. */
static void write_absence(const lg_tally *t, char out[LG_CELL_WORDS]) {
    const size_t failed = t->state[LG_RUN_FAILED], diverged = t->state[LG_RUN_DIVERGED];
    if (t->planned == 0)
        snprintf(out, LG_CELL_WORDS, "%s", "");
    else if (t->state[LG_RUN_RUNNING] > 0)
        snprintf(out, LG_CELL_WORDS, "running");
    else if (failed > 0 && diverged > 0)
        snprintf(out, LG_CELL_WORDS, "failed %zu, diverged %zu", failed, diverged);
    else if (failed + diverged > 0)
        snprintf(out, LG_CELL_WORDS, "%s %zu", failed > 0 ? "failed" : "diverged", failed + diverged);
    else if (t->state[LG_RUN_STOPPED] == t->planned)
        snprintf(out, LG_CELL_WORDS, "stopped");
    else if (t->unmeasured > 0)
        snprintf(out, LG_CELL_WORDS, "not measured");
    else if (t->trained > 0)
        snprintf(out, LG_CELL_WORDS, "to test");
    else if (t->interrupted > 0)
        snprintf(out, LG_CELL_WORDS, "interrupted");
    else
        snprintf(out, LG_CELL_WORDS, "to do");
}

const char *lg_row_unit(const lg_table *t, size_t row) {
    return t->rows[row].unit ? t->rows[row].unit : t->unit;
}

const char *lg_cell_words(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]) {
    const lg_cell *c = lg_table_cell(t, row, column);
    char value[48] = "", low[48], high[48], interval[112] = "", part[64] = "";
    if (c->text) return snprintf(out, LG_CELL_WORDS, "%s", c->text), out;
    if (!isfinite(c->value)) return write_absence(&c->tally, out), out;
    write_number(value, sizeof value, "", c->digits, c->value);
    if (c->interval && isfinite(c->summary.low)) {
        write_number(low, sizeof low, "", c->digits, c->summary.low);
        write_number(high, sizeof high, "", c->digits, c->summary.high);
        snprintf(interval, sizeof interval, " (%s..%s)", low, high);
    }
    if (c->tally.state[LG_RUN_DONE] < c->tally.planned)
        snprintf(part, sizeof part, " (%zu/%zu)", c->tally.state[LG_RUN_DONE], c->tally.planned);
    const char *winner = c->winner ? c->winner : "";
    snprintf(out, LG_CELL_WORDS, "%s%s%s%s%.60s%s", value, interval, part, *winner ? " [" : "", winner,
             *winner ? "]" : "");
    return out;
}

const char *lg_cell_paper(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]) {
    const lg_cell *c = lg_table_cell(t, row, column);
    if (!lg_published_value_is(&c->published)) return "";
    return snprintf(out, LG_CELL_WORDS, "%s", c->published.text), out;
}

const char *lg_cell_difference(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]) {
    const lg_cell *c = lg_table_cell(t, row, column);
    if (!lg_published_value_is(&c->published) || !isfinite(c->difference)) return "";
    if (fabs(c->difference) < 0.5 * pow(10, -c->digits)) return "0";
    return write_number(out, LG_CELL_WORDS, c->difference < 0 ? "" : "+", c->digits, c->difference), out;
}

const char *lg_cell_published(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]) {
    const lg_cell *c = lg_table_cell(t, row, column);
    char words[LG_CELL_WORDS];
    if (!lg_published_value_is(&c->published)) return "";
    const char *difference = lg_cell_difference(t, row, column, words);
    if (*difference == '\0') return snprintf(out, LG_CELL_WORDS, "%s", c->published.text), out;
    return snprintf(out, LG_CELL_WORDS, "%s (%.40s)", c->published.text, difference), out;
}

bool lg_row_is_published(const lg_table *t, size_t row) {
    for (size_t j = 0; j < t->column_count; j++)
        if (lg_published_value_is(&lg_table_cell(t, row, j)->published)) return true;
    return false;
}

bool lg_row_opens_group(const lg_table *t, size_t row) {
    const char *group = t->rows[row].group;
    return *group != '\0' && (row == 0 || strcmp(group, t->rows[row - 1].group));
}
