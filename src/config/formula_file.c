/* formula_file.c: reads a formula file. It contains a mechanism defined by the user, as options of the axis's entry
 * `formula`: {encoding: {bias: -exp(s)*abs(d)^p, parameters: "s[head] = -2"}}. `--encoding my_bias.yaml` chooses this
 * entry with these options. Numbers and parameters may be written as maps. The items name, summary and source describe
 * the mechanism (lengthen show my_bias.yaml). */
#include "config/formula_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "config/axes.h"
#include "config/yaml.h"

#define MAX_FILE ((size_t)1 << 16)

static const lg_entry *formula_of(const char *axis) {
    const lg_axis_row *row = lg_axis_find(axis);
    return row ? lg_axis_entry(row, "formula") : NULL;
}

bool lg_is_formula_file(const char *axis, const char *value) {
    const size_t n = strlen(value);
    return n > 5 && !strcmp(value + n - 5, ".yaml") && !strpbrk(value, ",:") && formula_of(axis);
}

/* Appends an assignment to the value of an option: "power = 0.5" from the item "encoding.numbers.power: 0.5". */
static bool join(const char **text, const char *name, const char *value, lg_arena *arena) {
    *text = lg_arena_printf(arena, "%s%s%s = %s", *text ? *text : "", *text ? "; " : "", name, value);
    return *text;
}

/* Finds the option to which an item belongs, such as "encoding.numbers" for "encoding.numbers.power", and the rest of
 * the key. NULL: there is no such option. */
static const lg_option *option_of(const lg_entry *e, const char *key, const char **rest) {
    for (const lg_option *o = e->options; o->name; o++) {
        const size_t n = strlen(o->name);
        if (strncmp(o->name, key, n) || (key[n] != '\0' && key[n] != '.')) continue;
        const char *part = strchr(o->name, '.') + 1;
        const bool map = !strcmp(part, "numbers") || !strcmp(part, "parameters");
        if (key[n] == '.' && !map) continue;
        *rest = key[n] == '.' ? key + n + 1 : NULL;
        return o;
    }
    return NULL;
}

/* Returns the member for a key that is a description (name, summary, source). Returns NULL if the key is an option. */
static const char **about(lg_formula_file *f, const char *key) {
    if (!strcmp(key, "name")) return &f->name;
    if (!strcmp(key, "summary")) return &f->summary;
    return !strcmp(key, "source") ? &f->source : NULL;
}

static bool take(lg_formula_file *f, const lg_entry *e, const lg_yaml_item *i, const char *path, lg_error *err) {
    const char *rest;
    const lg_option *o = option_of(e, i->key, &rest);
    const char **words = about(f, i->key);
    if (words) return *words = i->value, true;
    if (!o)
        return lg_fail(err, LG_USAGE, "%s:%d:%d: a formula of %s has no %s (expected name, summary, source, %s, ...)",
                       path, i->key_mark.line, i->key_mark.column, f->axis, i->key, e->options[0].name);
    int at = 0;
    while (at < f->count && f->means[at].key != o->name) at++;
    if (at == LG_FORMULA_FILE_OPTIONS) return lg_fail(err, LG_USAGE, "%s: too many options", path);
    f->count += at == f->count;
    f->means[at].key = o->name;
    if (!rest) return f->means[at].value = i->value, true;
    return join(&f->means[at].value, rest, i->value, f->arena) || lg_fail(err, LG_FAILED, "out of memory: %s", path);
}

/* The axis of the first option in the file. */
static const char *axis_of(const lg_yaml_item *i, lg_arena *arena) {
    lg_formula_file any;
    while (i && about(&any, i->key)) i = i->next;
    const char *axis = i ? lg_arena_printf(arena, "%.*s", (int)strcspn(i->key, "."), i->key) : NULL;
    return axis && formula_of(axis) ? axis : NULL;
}

bool lg_formula_file_read(const char *path, const char *axis, lg_arena *arena, lg_formula_file *out, lg_error *err) {
    size_t size;
    lg_yaml_item *items = NULL;
    char *text = lg_file_read_user(path, MAX_FILE, &size, err);
    bool good = text && lg_yaml_read(text, size, path, arena, &items, err);
    free(text);
    *out = (lg_formula_file){.arena = arena, .axis = axis ? axis : good ? axis_of(items, arena) : NULL};
    if (good && !out->axis)
        return lg_fail(err, LG_USAGE, "%s: no formula found (expected one such as encoding: {bias: -abs(d)})", path);
    for (const lg_yaml_item *i = items; i && good; i = i->next) good = take(out, formula_of(out->axis), i, path, err);
    return good && (out->count > 0 || lg_fail(err, LG_USAGE, "%s: no formula found (expected %s: ...)", path,
                                              formula_of(out->axis)->options[0].name));
}

bool lg_formula_file_check(const char *path, const char *axis, lg_error *err) {
    lg_formula_file f;
    lg_arena *arena = lg_arena_new();
    bool good =
        arena ? lg_formula_file_read(path, axis, arena, &f, err) : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    for (int i = 0; good && i < f.count; i++)
        good = lg_option_check(lg_option_find(formula_of(axis)->options, f.means[i].key), f.means[i].value, err);
    lg_arena_free(arena);
    return good;
}
