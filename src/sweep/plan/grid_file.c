/* grid_file.c: helpers to read a sweep file; see grid_file.h. */
#include "sweep/plan/grid_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"

const char *lg_grid_location(const lg_grid_file *f, lg_yaml_mark at, char where[LG_GRID_LOCATION]) {
    snprintf(where, LG_GRID_LOCATION, "%s:%d:%d", f->path, at.line, at.column);
    return where;
}

bool lg_grid_fail(const lg_grid_file *f, lg_yaml_mark at, const char *format, ...) {
    char where[LG_GRID_LOCATION];
    va_list words;
    lg_error text = {0};
    va_start(words, format);
    lg_fail_at(&text, LG_USAGE, format, words);
    va_end(words);
    return lg_fail_at_location(f->err, LG_USAGE, lg_grid_location(f, at, where), "%s", text.text);
}

static void *check_memory(const lg_grid_file *f, void *memory) {
    if (!memory) lg_fail(f->err, LG_FAILED, "out of memory: the plan of %s", f->path);
    return memory;
}

void *lg_grid_alloc(const lg_grid_file *f, size_t count, size_t size) {
    return check_memory(f, lg_arena_alloc(f->arena, (count + 1) * size));
}

void *lg_grid_grow(const lg_grid_file *f, void *array, size_t count, size_t *capacity, size_t size) {
    return check_memory(f, lg_arena_grow(f->arena, array, count, capacity, size));
}

bool lg_grid_pair(const lg_grid_file *f, const char *key, const char *value, const char *where, lg_pair *out) {
    *out = (lg_pair){lg_arena_printf(f->arena, "%s", key), lg_arena_printf(f->arena, "%s", value),
                     lg_arena_printf(f->arena, "%s", where)};
    return (out->key && out->value && out->where) || check_memory(f, NULL);
}

size_t lg_yaml_count(const lg_yaml_node *first) {
    size_t count = 0;
    for (; first; first = first->next) count++;
    return count;
}

bool lg_grid_text(const lg_grid_file *f, const lg_yaml_node *n, const char **out) {
    if (!n) return true;
    if (n->kind != LG_YAML_SCALAR || n->absent) return lg_grid_fail(f, n->mark, "%s: expected text", n->key);
    *out = n->text;
    return true;
}

const char *lg_grid_join(const lg_grid_file *f, const lg_yaml_node *n) {
    const char *text = n->kind == LG_YAML_SCALAR ? n->text : "";
    if (n->kind == LG_YAML_MAP)
        return lg_grid_fail(f, n->mark, "%s: expected a name, or a list of names", n->key), NULL;
    for (const lg_yaml_node *e = n->kind == LG_YAML_LIST ? n->first : NULL; e && text; e = e->next) {
        if (e->kind != LG_YAML_SCALAR) return lg_grid_fail(f, e->mark, "%s: expected names", n->key), NULL;
        text = lg_arena_printf(f->arena, "%s%s%s", text, *text ? "," : "", e->text);
    }
    if (!text) lg_fail(f->err, LG_FAILED, "out of memory: %s", f->path);
    return text;
}

/* Refuses control characters in a key, its value, and all nested keys and values. but: control characters that are
 * allowed in the value. */
static bool check_node(const lg_grid_file *f, const lg_yaml_node *n, const char *but) {
    char shown[LG_SHOWN];
    if (n->key && lg_text_has_control(n->key, ""))
        return lg_grid_fail(f, n->key_mark, "'%s' has control characters (expected one line of text)",
                            lg_text_shown(n->key, shown));
    if (n->kind == LG_YAML_SCALAR)
        return !lg_text_has_control(n->text, but) ||
               lg_grid_fail(f, n->mark, "'%s' has control characters (expected one line of text%s)",
                            lg_text_shown(n->text, shown), *but == '\0' ? "" : ", or several");
    for (const lg_yaml_node *e = n->first; e; e = e->next)
        if (!check_node(f, e, "")) return false;
    return true;
}

bool lg_grid_check_nodes(const lg_grid_file *f, const lg_yaml_node *n) {
    for (; n; n = n->next)
        if (!check_node(f, n, !strcmp(n->key, "note") ? LG_NOTE_CONTROLS : "")) return false;
    return true;
}

const char *lg_grid_labels(const lg_manifest *m, size_t run, char *text, size_t size) {
    size_t at = 0;
    *text = '\0';
    for (size_t a = 0; a < m->axis_count && at < size; a++)
        at += (size_t)snprintf(text + at, size - at, "%s%s %s", a > 0 ? ", " : "", m->axes[a].name,
                               lg_planned_label(m, run, a));
    return text;
}
