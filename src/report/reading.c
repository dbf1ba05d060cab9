/* reading.c: describes how texts are scored; see reading.h. */
#include "report/reading.h"

#include <string.h>

static bool check_cell(const lg_report *r, const lg_cell_runs *p, lg_error *err) {
    lg_run_attributes first, other;
    for (size_t k = 0; k < p->count; k++) {
        lg_run_attributes *a = k == 0 ? &first : &other;
        if (!lg_run_attributes_of(r->manifest, p->runs[k], r->arena, a, err)) return false;
        if (k == 0 && *first.reading == '\0') return true;
        if (k > 0 && strcmp(first.reading, other.reading))
            return lg_fail(err, LG_USAGE,
                           "runs %.16s and %.16s share a cell but score their text by different protocols: %s, and %s "
                           "(put the axis that sets eval.with or protocol in --rows or --columns, or filter with "
                           "--where)",
                           lg_planned_name(r->manifest, p->runs[0]), lg_planned_name(r->manifest, p->runs[k]),
                           first.reading, other.reading);
    }
    return true;
}

static bool are_texts(const lg_run_attributes *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (*of[i].reading != '\0') return true;
    return false;
}

bool lg_report_check_readings(const lg_report *r, lg_error *err) {
    const lg_layout *l = r->layout;
    if (!are_texts(r->rows, l->row_count) && !are_texts(r->columns, l->column_count)) return true;
    for (size_t i = 0; i < l->row_count * l->column_count; i++)
        if (!check_cell(r, &l->cells[i], err)) return false;
    return true;
}

/* The labels that use this protocol, separated by commas and ended by a colon; "" if these are more than half of all
 * labels. */
static const char *find_labels(const lg_report *r, const lg_run_attributes *of, const char *const *labels, size_t count,
                               const char *reading) {
    const char *text = "";
    size_t found = 0;
    for (size_t i = 0; text && i < count; i++)
        if (!strcmp(of[i].reading, reading))
            text = lg_arena_printf(r->arena, "%s%s%s", text, found++ > 0 ? ", " : "", labels[i]);
    if (!text || 2 * found > count) return text ? "" : NULL;
    return lg_arena_printf(r->arena, "%s: ", text);
}

static bool is_first(const lg_run_attributes *of, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (!strcmp(of[k].reading, of[i].reading)) return false;
    return *of[i].reading != '\0';
}

const char *lg_report_readings(const lg_report *r) {
    const lg_layout *l = r->layout;
    const bool by_column = l->column_count > 1;
    const lg_run_attributes *of = by_column ? r->columns : r->rows;
    const size_t count = by_column ? l->column_count : l->row_count;
    const char *text = "";
    for (size_t i = 0; text && i < count; i++) {
        if (!is_first(of, i)) continue;
        const char *labels = find_labels(r, of, by_column ? l->columns : l->rows, count, of[i].reading);
        if (!labels) return NULL;
        text = lg_arena_printf(r->arena, "%s%s%s%s", text, *text == '\0' ? "" : "; ", labels, of[i].reading);
    }
    return text;
}
