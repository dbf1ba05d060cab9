/* compare.c: reads comparison tables of a sweep file; see compare.h. */
#include "sweep/plan/compare.h"

#include <string.h>

#include "sweep/plan/grid_file.h"

enum { MAX_TABLES = 16, MAX_COLUMNS = 32, MAX_NAME = 40 };

/* ---- keys ---- */

enum { TITLE, WHERE, COLUMNS, LABEL = 0, TAKE = 2, KEYS };
static const char *const table_keys[KEYS] = {"title", "where", "columns"};
static const char *const column_keys[KEYS] = {"label", "where", "take"};

/* Sets out[i] to the value of keys[i] in a map, NULL if it is absent. Fails for other keys. */
static bool sort_keys(const lg_grid_file *f, const lg_yaml_node *n, const char *what, const char *const keys[KEYS],
                      const lg_yaml_node *out[KEYS]) {
    if (n->kind != LG_YAML_MAP)
        return lg_grid_fail(f, n->mark, "compare: expected %s with %s, %s and %s", what, keys[0], keys[1], keys[2]);
    for (const lg_yaml_node *e = n->first; e; e = e->next) {
        int i = 0;
        while (i < KEYS && strcmp(keys[i], e->key)) i++;
        if (i == KEYS)
            return lg_grid_fail(f, e->key_mark, "compare: expected %s with %s, %s and %s, not %s", what, keys[0],
                                keys[1], keys[2], e->key);
        if (out[i]) return lg_grid_fail(f, e->key_mark, "%s is set twice", e->key);
        out[i] = e;
    }
    return true;
}

/* Reads the labels that select runs, in the syntax of a rule of `exclude:`. */
static bool read_where(const lg_grid_file *f, const lg_yaml_node *n, const bool *const **where, const char **words) {
    lg_grid_rule rule;
    if (!n) return true;
    if (!lg_grid_rule_read(f, n, false, &rule)) return false;
    *where = rule.has, *words = "";
    for (n = n->first; n; n = n->next) {
        const char *labels = lg_grid_join(f, n);
        if (!labels) return false;
        *words = lg_arena_printf(f->arena, "%s%s%s=%s", *words, **words ? " and " : "", n->key, labels);
        if (!*words) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    }
    return true;
}

/* ---- columns ---- */

static bool read_take(const lg_grid_file *f, const lg_yaml_node *n, lg_compared *out) {
    static const char *const names[] = {"mean", "best", "gain"};
    const char *text = "mean";
    size_t i = 0;
    if (!lg_grid_text(f, n, &text)) return false;
    while (i < sizeof names / sizeof *names && strcmp(names[i], text)) i++;
    if (i == sizeof names / sizeof *names)
        return lg_grid_fail(f, n->mark, "take: expected mean, best or gain, not %s", text);
    *out = (lg_compared)i;
    return true;
}

/* Reads a column that has `before` columns before it. */
static bool read_column(const lg_grid_file *f, const lg_yaml_node *n, size_t before, lg_comparison_column *c) {
    const lg_yaml_node *of[KEYS] = {NULL};
    if (!sort_keys(f, n, "a column", column_keys, of) || !lg_grid_text(f, of[LABEL], &c->label) ||
        !read_take(f, of[TAKE], &c->value) || !read_where(f, of[WHERE], &c->where, &c->words))
        return false;
    if (!c->label || *c->label == '\0') return lg_grid_fail(f, n->mark, "a column needs a label:");
    if (c->value != LG_COMPARE_GAIN)
        return c->where || lg_grid_fail(f, n->mark, "the column %s needs where:, the labels of its runs", c->label);
    if (c->where)
        return lg_grid_fail(f, of[WHERE]->key_mark, "a gain compares the two columns before it and has no where:");
    return (before >= 2 && c[-1].value != LG_COMPARE_GAIN && c[-2].value != LG_COMPARE_GAIN) ||
           lg_grid_fail(f, of[TAKE]->mark, "a gain needs two columns with scores before it");
}

static bool read_columns(const lg_grid_file *f, const lg_yaml_node *n, const lg_comparison_column **out) {
    const size_t count = n->kind == LG_YAML_LIST ? lg_yaml_count(n->first) : 0;
    if (count == 0 || count > MAX_COLUMNS)
        return lg_grid_fail(f, n->mark, "columns: expected a list of 1 to %d columns, like {label: plain, where: ...}",
                            MAX_COLUMNS);
    lg_comparison_column *columns = lg_grid_alloc(f, count, sizeof *columns);
    if (!columns) return false;
    *out = columns;
    for (size_t i = 0; i < count; i++, n = n->next) {
        if (i == 0) n = n->first;
        if (!read_column(f, n, i, &columns[i])) return false;
    }
    return true;
}

/* ---- tables ---- */

/* The name is used in file names and in labels of LaTeX. */
static bool check_name(const lg_grid_file *f, const lg_yaml_node *n) {
    const size_t length = strlen(n->key);
    if (length == 0 || length > MAX_NAME || strspn(n->key, "abcdefghijklmnopqrstuvwxyz0123456789_-") < length)
        return lg_grid_fail(f, n->key_mark,
                            "compare: expected a table name of at most %d letters a to z, digits, _ and -, not %s",
                            MAX_NAME, n->key);
    return true;
}

bool lg_comparison_is_new(const lg_comparison *x, const char *(*names)(size_t i), lg_error *err) {
    for (size_t i = 0; names(i); i++)
        if (!strcmp(names(i), x->name))
            return lg_fail_at_location(err, LG_USAGE, x->place, "compare: there is already a table or figure %s",
                                       x->name);
    return true;
}

/* Fails if another table of the file has the same name. */
static bool check_others(const lg_grid_file *f, const lg_yaml_node *first, const lg_yaml_node *n) {
    for (; first != n; first = first->next)
        if (!strcmp(first->key, n->key)) return lg_grid_fail(f, n->key_mark, "%s is set twice", n->key);
    return true;
}

static bool read_table(const lg_grid_file *f, const lg_yaml_node *n, lg_comparison *x) {
    const lg_yaml_node *of[KEYS] = {NULL};
    char place[LG_GRID_LOCATION];
    *x = (lg_comparison){.name = n->key, .title = n->key};
    x->place = lg_arena_printf(f->arena, "%s", lg_grid_location(f, n->key_mark, place));
    if (!x->place) return lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    if (!check_name(f, n) || (f->names && !lg_comparison_is_new(x, f->names->report, f->err)) ||
        !sort_keys(f, n, "a table", table_keys, of) || !lg_grid_text(f, of[TITLE], &x->title) ||
        !read_where(f, of[WHERE], &x->where, &x->words))
        return false;
    if (!of[COLUMNS]) return lg_grid_fail(f, n->key_mark, "compare: the table %s needs columns:", n->key);
    return read_columns(f, of[COLUMNS], &x->columns);
}

bool lg_grid_comparisons(const lg_grid_file *f, const lg_yaml_node *n, const lg_comparison **out, size_t *count) {
    *out = NULL, *count = 0;
    if (!n) return true;
    if (n->kind != LG_YAML_MAP || lg_yaml_count(n->first) > MAX_TABLES)
        return lg_grid_fail(f, n->mark, "compare: expected up to %d tables, like {mine: {columns: [...]}}", MAX_TABLES);
    lg_comparison *all = lg_grid_alloc(f, lg_yaml_count(n->first), sizeof *all);
    if (!all) return false;
    *out = all;
    for (const lg_yaml_node *e = n->first; e; e = e->next)
        if (!check_others(f, n->first, e) || !read_table(f, e, &all[(*count)++])) return false;
    return true;
}
