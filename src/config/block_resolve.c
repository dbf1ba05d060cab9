/* block_resolve.c: see block_resolve.h. */
#include "config/block_resolve.h"

#include <string.h>

static bool no_memory(lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the config");
}

bool lg_pattern_sets(const lg_axis_row *axis, const char *value, const char *option, lg_arena *arena) {
    lg_pattern_items p = {.count = 0};
    bool found = false;
    lg_pattern_items_read(axis, value, arena, &p, NULL);
    for (int i = 0; i < p.count && !found; i++)
        for (int k = 0; k < p.items[i].setting_count; k++)
            found |= !strcmp(p.items[i].settings[k].option->name, option);
    return found;
}

const char *lg_pattern_default(const lg_pattern_items *p, const char *key, const char *otherwise, lg_arena *arena) {
    const char *all = "", *one;
    for (int i = 0; all && i < p->count; i++) {
        const lg_entry_default *d = lg_entry_default_find(p->items[i].entry->defaults, key);
        one = d ? d->value : otherwise;
        all = lg_arena_printf(arena, "%s%s%s", all, i > 0 ? "," : "", one);
    }
    return all;
}

/* ---- adding options ---- */

bool lg_pattern_add_options(lg_values *v, const lg_axis_row *axis, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_pattern_items p = {.count = 0};
    bool good = arena && lg_pattern_items_read(axis, lg_text(v, axis->key), arena, &p, err);
    for (int i = 0; good && i < p.count; i++) good = lg_values_add(v, p.items[i].entry->options);
    lg_arena_free(arena);
    return good || no_memory(err);
}

/* ---- canonical form ---- */

/* A config, and the items of the axis whose pattern is being brought into canonical form. */
typedef struct resolving {
    const lg_assignments *settings;
    lg_values *values;
    const lg_axis_row *axis;
    lg_pattern_items items;
    lg_arena *arena;
} resolving;

static void drop_setting(lg_pattern_item *item, const lg_option *o) {
    int kept = 0;
    for (int i = 0; i < item->setting_count; i++)
        if (item->settings[i].option != o) item->settings[kept++] = item->settings[i];
    item->setting_count = kept;
}

/* The value without options that evaluation may change; NULL: out of memory. */
static const char *trained_text(const lg_axis_row *axis, const char *value, lg_arena *arena) {
    lg_pattern_items p;
    if (!lg_pattern_items_read(axis, value, arena, &p, NULL)) return NULL;
    for (int i = 0; i < p.count; i++)
        for (const lg_option *o = p.items[i].entry->options; o && o->name; o++)
            if (o->in_evaluation) drop_setting(&p.items[i], o);
    return lg_pattern_items_text(axis, &p, arena);
}

bool lg_patterns_train_alike(const lg_axis_row *axis, const char *a, const char *b) {
    lg_arena *arena = lg_arena_new();
    const char *x = arena ? trained_text(axis, a, arena) : NULL, *y = x ? trained_text(axis, b, arena) : NULL;
    const bool alike = y && !strcmp(x, y);
    lg_arena_free(arena);
    return alike;
}

/* The canonical text of a value; NULL: out of memory. */
static const char *canonical(const lg_option *o, const char *value, lg_arena *arena) {
    lg_option_value x;
    if (!lg_option_parse(o, value, &x, NULL)) return NULL;
    const char *text = lg_arena_printf(arena, "%s", x.text);
    lg_option_value_free(&x);
    return text;
}

/* The value of an option in an item. It is the item's own setting if there is one. Otherwise it is the value of the
 * key, if the key is set and its value is valid for the item's entry. Otherwise it is the entry's default. NULL: out of
 * memory. */
static const char *value_of(const resolving *s, const lg_pattern_item *item, const lg_option *own, const char *usual) {
    const lg_item_setting *set = lg_item_setting_find(item, own);
    const char *key = lg_values_text(s->values, own->name);
    const bool is_set = s->settings->identity || lg_assignments_effective(s->settings, own->name) || strcmp(key, usual);
    const char *unset = is_set && lg_option_check(own, key, NULL) ? key : own->fallback;
    return canonical(own, set ? set->value : unset, s->arena);
}

/* Fails if the key was set explicitly but has no effect, because every item sets its own value. */
static bool check_read(const resolving *s, const char *key, const char *value, lg_error *err) {
    const lg_assignment *r = lg_assignments_effective(s->settings, key);
    const char *set = lg_values_text(s->values, key);
    if (!r || !strcmp(set, value) || lg_assignment_is_above(lg_assignments_effective(s->settings, s->axis->key), r))
        return true;
    return lg_fail_at_location(err, LG_USAGE, r->where,
                               "%s: %s has no effect: each choice of %s: %s sets its own value (set it "
                               "there, or omit it)",
                               key, set, s->axis->key, lg_text(s->values, s->axis->key));
}

/* Sets an option to values[i] in each item i. If `values` is NULL, instead removes the option's settings from all
 * items, because the option's key then has the value that all items share. */
static bool write_settings(resolving *s, const lg_option *o, const char *const *values, lg_error *err) {
    for (int i = 0; i < s->items.count; i++) {
        lg_pattern_item *item = &s->items.items[i];
        const lg_option *own = lg_option_find(item->entry->options, o->name);
        if (!own) continue;
        drop_setting(item, own);
        const bool usual = values && !strcmp(values[i], o->fallback) && !strcmp(own->fallback, o->fallback);
        if (values && !usual && !lg_item_setting_add(s->axis, own, values[i], item, err)) return false;
    }
    return true;
}

/* If all items have the same value, stores the value under the key. Otherwise stores the value of each item in the
 * item, unless it is the default. */
static bool resolve_option(resolving *s, const lg_option *o, lg_error *err) {
    const char *values[LG_PERIOD_MAX] = {NULL}, *first = NULL, *usual = canonical(o, o->fallback, s->arena);
    bool good = usual, alike = true, reads_key = false;
    for (int i = 0; good && i < s->items.count; i++) {
        const lg_option *own = lg_option_find(s->items.items[i].entry->options, o->name);
        if (!own) continue;
        values[i] = value_of(s, &s->items.items[i], own, usual);
        good = values[i];
        if (!first) first = values[i];
        alike &= good && !strcmp(first, values[i]);
        reads_key |= !lg_item_setting_find(&s->items.items[i], own);
    }
    if (!good) return no_memory(err);
    const char *key = alike ? first : usual;
    return (reads_key || check_read(s, o->name, key, err)) && write_settings(s, o, alike ? NULL : values, err) &&
           lg_values_set(s->values, o->name, key, err);
}

/* Was the option resolved for an earlier item, or does it have a type whose values cannot differ between blocks? */
static bool is_resolved(const resolving *s, int item, const lg_option *o) {
    bool has = o->type == LG_TEXT || o->type == LG_LENGTHS;
    for (int i = 0; i < item && !has; i++) has = lg_option_find(s->items.items[i].entry->options, o->name);
    return has;
}

/* Resolves each option when the first item that has it is reached. The option's row must already be added. */
static bool resolve_options(resolving *s, lg_error *err) {
    for (int i = 0; i < s->items.count; i++)
        for (const lg_option *o = s->items.items[i].entry->options; o && o->name; o++)
            if (!is_resolved(s, i, o) && !resolve_option(s, o, err)) return false;
    return true;
}

static bool write_items(lg_values *v, const lg_axis_row *axis, const lg_pattern_items *p, lg_arena *arena,
                        lg_error *err) {
    const char *text = lg_pattern_items_text(axis, p, arena);
    return text ? lg_values_set(v, axis->key, text, err) : no_memory(err);
}

bool lg_pattern_write_names(lg_values *v, const lg_axis_row *axis, lg_error *err) {
    lg_pattern_items p;
    lg_arena *arena = lg_arena_new();
    const bool good = arena ? lg_pattern_items_read(axis, lg_text(v, axis->key), arena, &p, err) &&
                                  write_items(v, axis, &p, arena, err)
                            : no_memory(err);
    lg_arena_free(arena);
    return good;
}

static bool resolve_axis(resolving *s, lg_error *err) {
    const char *value = lg_text(s->values, s->axis->key);
    return !lg_is_pattern(value) ||
           (lg_pattern_items_read(s->axis, value, s->arena, &s->items, err) && resolve_options(s, err) &&
            write_items(s->values, s->axis, &s->items, s->arena, err));
}

bool lg_patterns_resolve(lg_values *v, const lg_assignments *settings, lg_error *err) {
    resolving s = {.settings = settings, .values = v, .arena = lg_arena_new()};
    bool good = s.arena || no_memory(err);
    for (s.axis = lg_axes; good && s.axis->key; s.axis++)
        if (lg_axis_has_patterns(s.axis)) good = resolve_axis(&s, err);
    lg_arena_free(s.arena);
    return good;
}
