/* write_json.c: a table as JSON, for programs and the page: every cell names the runs that it is made from, so that
 * each number can be traced. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "report/format/table.h"

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x + 0.0) : json_null();
}

/* Sticky: what could not be added to makes the whole NULL. */
static json_t *append_item(json_t *list, json_t *item) {
    if (list && json_array_append_new(list, item) == 0) return list;
    if (!list) json_decref(item);
    json_decref(list);
    return NULL;
}

static json_t *set_member(json_t *object, const char *key, json_t *value) {
    if (object && json_object_set_new(object, key, value) == 0) return object;
    if (!object) json_decref(value);
    json_decref(object);
    return NULL;
}

static json_t *statistics_of(const lg_summary *s) {
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "count", (json_int_t)s->count, "mean",
                     number_or_null(s->mean), "sample_sd", number_or_null(s->sample_sd), "median",
                     number_or_null(s->median), "min", number_or_null(s->min), "max", number_or_null(s->max), "low_95",
                     number_or_null(s->low), "high_95", number_or_null(s->high));
}

static json_t *published_of(const lg_cell *c) {
    const lg_published_value *n = &c->published;
    return json_pack("{s:s, s:o, s:o, s:o, s:b, s:o}", "text", n->text, "low", number_or_null(n->low), "high",
                     number_or_null(n->high), "spread", number_or_null(n->spread), "guessed", n->guessed, "difference",
                     number_or_null(c->difference));
}

static json_t *tally_of(const lg_tally *t) {
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "planned", (json_int_t)t->planned, "running",
                     (json_int_t)t->state[LG_RUN_RUNNING], "done", (json_int_t)t->state[LG_RUN_DONE], "failed",
                     (json_int_t)t->state[LG_RUN_FAILED], "diverged", (json_int_t)t->state[LG_RUN_DIVERGED], "paused",
                     (json_int_t)t->state[LG_RUN_PAUSED], "stopped", (json_int_t)t->state[LG_RUN_STOPPED]);
}

static json_t *runs_of(const lg_table *t, const lg_cell *c) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->run_count; i++) list = append_item(list, json_string(t->manifest->runs[c->runs[i]].id));
    return list;
}

static json_t *cell_of(const lg_table *t, size_t row, size_t column) {
    const lg_cell *c = lg_table_cell(t, row, column);
    char words[LG_CELL_WORDS];
    json_t *o = json_pack("{s:s}", "text", lg_cell_words(t, row, column, words));
    if (!c->text) o = set_member(o, "value", number_or_null(c->value));
    if (c->winner) o = set_member(o, "chosen", json_string(c->winner));
    if (c->best) o = set_member(o, "best", json_true());
    if (c->summary.count > 0) o = set_member(o, "statistics", statistics_of(&c->summary));
    if (lg_published_value_is(&c->published)) o = set_member(o, "published", published_of(c));
    if (c->tally.planned > 0) o = set_member(o, "state", tally_of(&c->tally));
    if (c->from != LG_NO_RUN) o = set_member(o, "run", json_string(t->manifest->runs[c->from].id));
    if (c->run_count > 0) o = set_member(o, "runs", runs_of(t, c));
    return o;
}

static json_t *row_of(const lg_table *t, size_t i) {
    json_t *cells = json_array();
    for (size_t j = 0; j < t->column_count; j++) cells = append_item(cells, cell_of(t, i, j));
    const lg_row *r = &t->rows[i];
    return json_pack("{s:s, s:s, s:s, s:b, s:o}", "label", r->label, "group", r->group, "unit", lg_row_unit(t, i),
                     "order_invariant", r->order_invariant, "cells", cells);
}

static json_t *table_of(const lg_table *t) {
    json_t *columns = json_array(), *units = json_array(), *rows = json_array(), *notes = json_array();
    for (size_t j = 0; j < t->column_count; j++) columns = append_item(columns, json_string(t->columns[j].label));
    for (size_t j = 0; t->list && j < t->column_count; j++)
        units = append_item(units, json_string(t->columns[j].unit ? t->columns[j].unit : ""));
    for (size_t i = 0; i < t->row_count; i++) rows = append_item(rows, row_of(t, i));
    for (size_t i = 0; i < t->note_count; i++) notes = append_item(notes, json_string(t->notes[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:s, s:b, s:o, s:o, s:o, s:o}", "schema", "lengthen.table/3",
                     "name", t->name, "title", t->title, "caption", t->caption, "metric", t->metric, "unit", t->unit,
                     "lower_is_better", t->lower_is_better, "corner", t->corner, "list", t->list, "columns", columns,
                     "units", units, "rows", rows, "notes", notes);
}

bool lg_table_write_json(const lg_table *t, FILE *to) {
    json_t *o = table_of(t);
    const bool good = o && json_dumpf(o, to, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0;
    json_decref(o);
    fputc('\n', to);
    return good;
}
