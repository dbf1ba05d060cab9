/* page_tables.c: writes the tables of a page from the common table model. Cells refer to their runs by index. */
#include <math.h>

#include "report/format/table.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

static void write_summary(const lg_summary *s, int digits, lg_json *j) {
    lg_json_open(j, "statistics");
    lg_json_put_int(j, "count", (int64_t)s->count);
    lg_json_put_int(j, "digits", digits);
    lg_page_put_rounded(j, "mean", s->mean, 6);
    lg_page_put_rounded(j, "sd", s->sample_sd, 6);
    lg_page_put_rounded(j, "median", s->median, 6);
    lg_page_put_rounded(j, "min", s->min, 6);
    lg_page_put_rounded(j, "max", s->max, 6);
    lg_page_put_rounded(j, "low", s->low, 6);
    lg_page_put_rounded(j, "high", s->high, 6);
    lg_json_close(j);
}

static void write_cell(const lg_table *t, size_t row, size_t column, lg_json *j) {
    const lg_cell *c = lg_table_cell(t, row, column);
    char words[LG_CELL_WORDS];
    lg_json_open(j, NULL);
    lg_json_put_text(j, "text", lg_cell_words(t, row, column, words));
    lg_page_put_rounded(j, "value", !c->text ? c->value : (double)NAN, 6);
    if (c->best) lg_json_put_bool(j, "best", true);
    if (c->summary.count > 1) write_summary(&c->summary, c->digits, j);
    if (lg_published_value_is(&c->published))
        lg_json_put_text(j, "published", lg_cell_published(t, row, column, words));
    if (c->run_count > 0) {
        lg_json_open_list(j, "runs");
        for (size_t i = 0; i < c->run_count; i++) lg_json_put_int(j, NULL, (int64_t)c->runs[i]);
        lg_json_close_list(j);
    }
    lg_json_close(j);
}

static void write_row(const lg_table *t, size_t i, lg_json *j) {
    lg_json_open(j, NULL);
    lg_json_put_text(j, "label", t->rows[i].label);
    lg_json_put_text(j, "group", t->rows[i].group);
    lg_json_put_bool(j, "order_invariant", t->rows[i].order_invariant);
    lg_json_open_list(j, "cells");
    for (size_t k = 0; k < t->column_count; k++) write_cell(t, i, k, j);
    lg_json_close_list(j);
    lg_json_close(j);
}

static void write_table(const lg_table *t, lg_json *j) {
    lg_json_open(j, NULL);
    lg_json_put_text(j, "name", t->name);
    lg_json_put_text(j, "title", t->title);
    lg_json_put_text(j, "caption", t->caption);
    lg_json_put_text(j, "corner", t->corner);
    lg_json_put_bool(j, "lower_is_better", t->lower_is_better);
    lg_json_open_list(j, "notes");
    for (size_t i = 0; i < t->note_count; i++)
        if (t->notes[i] != t->about) lg_json_put_text(j, NULL, t->notes[i]);
    lg_json_close_list(j);
    lg_json_open_list(j, "columns");
    for (size_t i = 0; i < t->column_count; i++) lg_json_put_text(j, NULL, t->columns[i].label);
    lg_json_close_list(j);
    lg_json_open_list(j, "rows");
    for (size_t i = 0; i < t->row_count; i++) write_row(t, i, j);
    lg_json_close_list(j);
    lg_json_close(j);
}

bool lg_page_write_tables(const lg_report *r, lg_json *j, lg_error *err) {
    const lg_table_kind *const *k = lg_report_tables(r, err);
    lg_json_open_list(j, "tables");
    for (; k && *k; k++) {
        if (*k == &lg_table_runs || !lg_table_suits(*k, r)) continue; /* the page has its own list of runs */
        if ((*k)->by_name && !lg_report_names(r, (*k)->name)) continue;
        const lg_table *t = lg_table_make(*k, r, err);
        if (!t) return false;
        write_table(t, j);
    }
    lg_json_close_list(j);
    return k;
}
