/* page_tables.c: the tables of a page, from the one model that all writers print. Cells name their runs by index. */
#include <math.h>

#include "report/format/table.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

static void write_real(FILE *to, const char *key, double x, bool first) {
    lg_page_key(to, key, first);
    lg_page_real(to, x, 6);
}

static void write_summary(const lg_summary *s, int digits, FILE *to) {
    lg_page_key(to, "statistics", false);
    fprintf(to, "{\"count\":%zu,\"digits\":%d", s->count, digits);
    write_real(to, "mean", s->mean, false);
    write_real(to, "sd", s->sample_sd, false);
    write_real(to, "median", s->median, false);
    write_real(to, "min", s->min, false);
    write_real(to, "max", s->max, false);
    write_real(to, "low", s->low, false);
    write_real(to, "high", s->high, false);
    fputc('}', to);
}

static void write_cell(const lg_table *t, size_t row, size_t column, FILE *to) {
    const lg_cell *c = lg_table_cell(t, row, column);
    char words[LG_CELL_WORDS];
    fputc('{', to);
    lg_page_member(to, "text", lg_cell_words(t, row, column, words), true);
    write_real(to, "value", !c->text ? c->value : NAN, false);
    if (c->best) fputs(",\"best\":true", to);
    if (c->summary.count > 1) write_summary(&c->summary, c->digits, to);
    if (lg_published_value_is(&c->published))
        lg_page_member(to, "published", lg_cell_published(t, row, column, words), false);
    if (c->run_count > 0) {
        lg_page_key(to, "runs", false);
        for (size_t i = 0; i < c->run_count; i++) fputc(i == 0 ? '[' : ',', to), lg_page_int(to, (int64_t)c->runs[i]);
        fputc(']', to);
    }
    fputc('}', to);
}

static void write_row(const lg_table *t, size_t i, FILE *to) {
    fputc('{', to);
    lg_page_member(to, "label", t->rows[i].label, true);
    lg_page_member(to, "group", t->rows[i].group, false);
    fprintf(to, ",\"order_invariant\":%s,\"cells\":[", t->rows[i].order_invariant ? "true" : "false");
    for (size_t j = 0; j < t->column_count; j++) lg_page_next(to, j), write_cell(t, i, j, to);
    fputs("]}", to);
}

static void write_table(const lg_table *t, FILE *to) {
    fputc('{', to);
    lg_page_member(to, "name", t->name, true);
    lg_page_member(to, "title", t->title, false);
    lg_page_member(to, "caption", t->caption, false);
    lg_page_member(to, "corner", t->corner, false);
    fprintf(to, ",\"lower_is_better\":%s,\"notes\":[", t->lower_is_better ? "true" : "false");
    for (size_t i = 0, written = 0; i < t->note_count; i++)
        if (t->notes[i] != t->about) lg_page_next(to, written++), lg_page_text(to, t->notes[i]);
    fputs("],\"columns\":[", to);
    for (size_t i = 0; i < t->column_count; i++) lg_page_next(to, i), lg_page_text(to, t->columns[i].label);
    fputs("],\"rows\":[", to);
    for (size_t i = 0; i < t->row_count; i++) lg_page_next(to, i), write_row(t, i, to);
    fputs("]}", to);
}

bool lg_page_write_tables(const lg_report *r, FILE *to, lg_error *err) {
    const lg_table_kind *const *k = lg_report_tables(r, err);
    size_t count = 0;
    lg_page_key(to, "tables", false);
    fputc('[', to);
    for (; k && *k; k++) {
        if (*k == &lg_table_runs || !lg_table_suits(*k, r)) continue; /* the page has a list of runs of its own */
        if ((*k)->by_name && !lg_report_names(r, (*k)->name)) continue;
        const lg_table *t = lg_table_make(*k, r, err);
        if (!t) return false;
        lg_page_next(to, count++);
        write_table(t, to);
    }
    fputc(']', to);
    return k;
}
