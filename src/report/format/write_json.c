/* write_json.c: a table as JSON, for programs and the page: every cell names the runs that it is made from, so that
 * each number can be traced. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "report/format/table.h"

static json_t *number(double x) {
    return isfinite(x) ? json_real(x + 0.0) : json_null();
}

/* Sticky: what could not be added to makes the whole NULL. */
static json_t *add(json_t *list, json_t *item) {
    if (list && json_array_append_new(list, item) == 0) return list;
    if (!list) json_decref(item);
    json_decref(list);
    return NULL;
}

static json_t *set(json_t *object, const char *key, json_t *value) {
    if (object && json_object_set_new(object, key, value) == 0) return object;
    if (!object) json_decref(value);
    json_decref(object);
    return NULL;
}

static json_t *statistics(const lg_summary *s) {
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "count", (json_int_t)s->count, "mean",
                     number(s->mean), "sd", number(s->sd), "sample_sd", number(s->sample_sd), "median",
                     number(s->median), "min", number(s->min), "max", number(s->max), "low_95", number(s->low),
                     "high_95", number(s->high));
}

static json_t *published(const lg_cell *c) {
    const lg_published_value *n = &c->published;
    return json_pack("{s:s, s:o, s:o, s:o, s:b, s:o}", "text", n->text, "low", number(n->low), "high", number(n->high),
                     "spread", number(n->spread), "guessed", n->guessed, "difference", number(c->difference));
}

static json_t *tally(const lg_tally *t) {
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "planned", (json_int_t)t->planned, "running",
                     (json_int_t)t->state[LG_RUN_LEASED], "done", (json_int_t)t->state[LG_RUN_DONE], "failed",
                     (json_int_t)t->state[LG_RUN_FAILED], "diverged", (json_int_t)t->state[LG_RUN_DIVERGED]);
}

static json_t *runs(const lg_table *t, const lg_cell *c) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->run_count; i++) list = add(list, json_string(t->manifest->runs[c->runs[i]].id));
    return list;
}

static json_t *cell(const lg_table *t, size_t row, size_t column) {
    const lg_cell *c = lg_table_cell(t, row, column);
    char words[LG_CELL_WORDS];
    json_t *o = json_pack("{s:s}", "text", lg_cell_words(t, row, column, words));
    if (!c->text) o = set(o, "value", number(c->value));
    if (c->winner) o = set(o, "chosen", json_string(c->winner));
    if (isfinite(c->spread)) o = set(o, "spread", number(c->spread));
    if (c->best) o = set(o, "best", json_true());
    if (c->summary.count > 0) o = set(o, "statistics", statistics(&c->summary));
    if (lg_published_value_is(&c->published)) o = set(o, "published", published(c));
    if (c->tally.planned > 0) o = set(o, "state", tally(&c->tally));
    if (c->from != LG_NO_RUN) o = set(o, "run", json_string(t->manifest->runs[c->from].id));
    if (c->run_count > 0) o = set(o, "runs", runs(t, c));
    return o;
}

static json_t *row(const lg_table *t, size_t i) {
    json_t *cells = json_array();
    for (size_t j = 0; j < t->column_count; j++) cells = add(cells, cell(t, i, j));
    const lg_row *r = &t->rows[i];
    return json_pack("{s:s, s:s, s:b, s:o}", "label", r->label, "group", r->group, "order_invariant",
                     r->order_invariant, "cells", cells);
}

static json_t *table(const lg_table *t) {
    json_t *columns = json_array(), *rows = json_array(), *notes = json_array();
    for (size_t j = 0; j < t->column_count; j++) columns = add(columns, json_string(t->columns[j].label));
    for (size_t i = 0; i < t->row_count; i++) rows = add(rows, row(t, i));
    for (size_t i = 0; i < t->note_count; i++) notes = add(notes, json_string(t->notes[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o, s:o, s:o}", "schema", "lengthen.table/2", "name",
                     t->name, "title", t->title, "caption", t->caption, "unit", t->unit, "corner", t->corner, "list",
                     t->list, "columns", columns, "rows", rows, "notes", notes);
}

bool lg_table_write_json(const lg_table *t, FILE *to) {
    json_t *o = table(t);
    const bool good = o && json_dumpf(o, to, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0;
    json_decref(o);
    fputc('\n', to);
    return good;
}
