/* assignments.c: a list of settings. config_files.c and environment.c read settings, validate.c checks single ones, and
 * resolve.c resolves them. */
#include "config/config.h"

#include <stdlib.h>
#include <string.h>

#include "config/axes.h"
#include "config/formula_file.h"

static void drop(const lg_assignment *r) {
    free(r->key);
    free(r->value);
    free(r->where);
    free(r->alias);
}

bool lg_assignments_commit(lg_assignments *s, size_t before, bool good) {
    while (!good && s->count > before) drop(&s->rows[--s->count]);
    return good;
}

static void remove_row(lg_assignments *s, size_t i) {
        drop(&s->rows[i]);
        memmove(&s->rows[i], &s->rows[i + 1], (--s->count - i) * sizeof *s->rows);
    if (i < s->stored) s->stored--;
}

void lg_assignments_drop_saved(lg_assignments *s, const char *key) {
    for (size_t i = s->stored; i-- > 0;)
        if (!strcmp(s->rows[i].key, key)) remove_row(s, i);
}

void lg_assignments_unset(lg_assignments *s, const char *key) {
    for (size_t i = s->stored; i < s->count; i++) {
        if (strcmp(s->rows[i].key, key)) continue;
        const unsigned call = s->rows[i].call;
        while (i < s->count && s->rows[i].call == call) remove_row(s, i);
        i--;
    }
}

void lg_assignments_clear(lg_assignments *s) {
    lg_assignments_commit(s, 0, false);
    free(s->rows);
    *s = (lg_assignments){0};
}

static bool grow(lg_assignments *s) {
    const size_t capacity = 2 * s->capacity + 16;
    lg_assignment *rows = realloc(s->rows, capacity * sizeof *rows);
    if (!rows) return false;
    s->rows = rows;
    s->capacity = capacity;
    return true;
}

static bool add_copy(lg_assignments *s, lg_assignment r, lg_error *err) {
    const char *key = r.key, *alias = r.alias;
    r.key = strdup(key);
    r.value = strdup(r.value);
    r.where = strdup(r.where);
    r.alias = alias ? strdup(alias) : NULL;
    if (r.key && r.value && r.where && (r.alias || !alias) && (s->count < s->capacity || grow(s))) {
        s->rows[s->count++] = r;
        return true;
    }
    drop(&r);
    return lg_fail(err, LG_FAILED, "out of memory: the option %s", key);
}

static bool add_row(lg_assignments *s, int layer, const char *key, const char *value, lg_origin origin,
                    const char *where, const char *alias, lg_error *err) {
    const lg_assignment r = {(char *)key, (char *)value, (char *)where, (char *)alias, origin, layer, s->calls};
    return add_copy(s, r, err);
}

/* Adds the formulas of a file as options of the axis. */
static bool add_file(lg_assignments *s, int layer, const char *axis, const char *path, lg_origin origin,
                     const char *where, lg_error *err) {
    const size_t before = s->count;
    lg_formula_file f;
    lg_arena *arena = lg_arena_new();
    bool good = arena ? lg_formula_file_read(path, axis, arena, &f, err)
                      : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    good = good && add_row(s, layer, axis, "formula", origin, where, path, err);
    for (int i = 0; good && i < f.count; i++)
        good = add_row(s, layer, f.means[i].key, f.means[i].value, origin, where, NULL, err);
    lg_arena_free(arena);
    return lg_assignments_commit(s, before, good);
}

bool lg_assignments_add_to_layer(lg_assignments *s, int layer, const char *key, const char *value, lg_origin origin,
                                 const char *where, lg_error *err) {
    const size_t before = s->count;
    const char *full = lg_key_full_name(key);
    s->calls++;
    if (lg_is_formula_file(full, value)) return add_file(s, layer, full, value, origin, where, err);
    const lg_second_name_row *second = lg_second_name_find(full, value);
    bool good = second || add_row(s, layer, full, value, origin, where, NULL, err);
    for (const lg_entry_default *m = second ? second->means : NULL; m && m->key && good; m++)
        good = add_row(s, layer, m->key, m->value, origin, where, strcmp(m->key, full) ? NULL : value, err);
    return lg_assignments_commit(s, before, good);
}

bool lg_assignments_add(lg_assignments *s, const char *key, const char *value, lg_origin origin, const char *where,
                        lg_error *err) {
    return lg_assignments_add_to_layer(s, 0, key, value, origin, where ? where : "", err);
}

bool lg_assignments_override(lg_assignments *s, const char *key, const char *value, lg_error *err) {
    return lg_assignments_add_to_layer(s, ++s->layers, key, value, LG_FLAG, "", err);
}

bool lg_assignments_copy(lg_assignments *to, const lg_assignments *from, lg_error *err) {
    *to = *from;
    to->rows = NULL;
    to->count = to->capacity = 0;
    for (size_t i = 0; i < from->count; i++)
        if (!add_copy(to, from->rows[i], err)) return false;
    return true;
}

const lg_assignment *lg_assignments_effective(const lg_assignments *s, const char *key) {
    const lg_assignment *best = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const lg_assignment *r = &s->rows[i];
        if (!strcmp(r->key, key) && (!best || r->origin >= best->origin)) best = r;
    }
    return best;
}

bool lg_assignment_is_above(const lg_assignment *a, const lg_assignment *b) {
    if (!a || !b) return a;
    if (a->origin != b->origin) return a->origin > b->origin;
    return a->layer > b->layer;
}
