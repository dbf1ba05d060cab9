/* values.c: a sorted array of options with their values. Each value is stored twice: with its type, and as canonical
 * text, which is written to files, hashes and tables. Two values are equal if and only if their texts are equal. */
#include "config/values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef lg_option_value value;

struct lg_values {
    value *items; /* sorted by name */
    size_t count, capacity;
    const struct lg_custom_list *custom;
};

lg_values *lg_values_new(void) {
    return calloc(1, sizeof(lg_values));
}

void lg_values_free(lg_values *v) {
    if (!v) return;
    for (size_t i = 0; i < v->count; i++) lg_option_value_free(&v->items[i]);
    free(v->items);
    free(v);
}

/* The index of `name`, or where to insert it. */
static size_t place(const lg_values *v, const char *name, bool *found) {
    size_t low = 0, high = v->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(v->items[middle].option->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < v->count && !strcmp(v->items[low].option->name, name);
    return low;
}

static const value *find(const lg_values *v, const char *name) {
    bool found;
    const size_t i = place(v, name, &found);
    return found ? &v->items[i] : NULL;
}

static bool insert(lg_values *v, size_t at, value item) {
    if (v->count == v->capacity) {
        const size_t capacity = v->capacity == 0 ? 64 : 2 * v->capacity;
        value *items = realloc(v->items, capacity * sizeof *items);
        if (!items) return false;
        v->items = items;
        v->capacity = capacity;
    }
    memmove(&v->items[at + 1], &v->items[at], (v->count - at) * sizeof item);
    v->items[at] = item;
    v->count++;
    return true;
}

static bool add_row(lg_values *v, const lg_option *o) {
    bool found;
    value item;
    lg_error err = {0};
    const size_t at = place(v, o->name, &found);
    if (found) return true;
    const bool ok = lg_option_parse(o, o->fallback, &item, &err);
    assert(err.code != LG_USAGE); /* a default is valid for its own option */
    if (ok && insert(v, at, item)) return true;
    if (ok) lg_option_value_free(&item);
    return false;
}

bool lg_values_add(lg_values *v, const lg_option *table) {
    for (const lg_option *o = table; o && o->name; o++)
        if (!add_row(v, o)) return false;
    return true;
}

/* Copies values by parsing their texts again. */
lg_values *lg_values_copy(const lg_values *v) {
    lg_values *copy = lg_values_new();
    if (copy) copy->custom = v->custom;
    for (size_t i = 0; copy && i < v->count; i++) {
        value item;
        bool ok = lg_option_parse(v->items[i].option, v->items[i].text, &item, NULL);
        if (ok && !insert(copy, copy->count, item)) {
            lg_option_value_free(&item);
            ok = false;
        }
        if (ok) continue;
        lg_values_free(copy);
        copy = NULL;
    }
    return copy;
}

void lg_values_set_custom(lg_values *v, const struct lg_custom_list *custom) {
    v->custom = custom;
}

const struct lg_custom_list *lg_values_custom(const lg_values *v) {
    return v->custom;
}

static bool unknown(const lg_values *v, const char *name, lg_error *err) {
    char shown[LG_SHOWN];
    const char **names = malloc((v->count + 1) * sizeof *names), *near = NULL;
    for (size_t i = 0; names && i < v->count; i++) names[i] = v->items[i].option->name;
    if (names) near = lg_nearest(name, names, v->count);
    free(names);
    lg_text_shown(name, shown);
    if (!near) return lg_fail(err, LG_USAGE, "unknown option '%s'", shown);
    return lg_fail(err, LG_USAGE, "unknown option '%s'; did you mean '%s'?", shown, near);
}

bool lg_values_set(lg_values *v, const char *name, const char *text, lg_error *err) {
    bool found;
    value item;
    const size_t i = place(v, name, &found);
    if (!found) return unknown(v, name, err);
    if (!lg_option_parse(v->items[i].option, text, &item, err)) return false;
    lg_option_value_free(&v->items[i]);
    v->items[i] = item;
    return true;
}

/* ---- reading ---- */

static const value *known(const lg_values *v, const char *name) {
    const value *item = find(v, name);
    assert(item);
    return item;
}

static const value *typed(const lg_values *v, const char *name, lg_type type) {
    const value *item = known(v, name);
    assert(item->option->type == type);
    (void)type;
    return item;
}

bool lg_bool(const lg_values *v, const char *name) {
    return typed(v, name, LG_BOOL)->truth;
}

int64_t lg_int(const lg_values *v, const char *name) {
    return typed(v, name, LG_INT)->whole;
}

double lg_real(const lg_values *v, const char *name) {
    return typed(v, name, LG_REAL)->number;
}

const char *lg_text(const lg_values *v, const char *name) {
    const value *item = known(v, name);
    assert(item->option->type == LG_NAME || item->option->type == LG_TEXT);
    return item->text;
}

const int *lg_lengths(const lg_values *v, const char *name, size_t *count) {
    const value *item = typed(v, name, LG_LENGTHS);
    *count = item->lengths.count;
    return item->lengths.values;
}

void lg_values_read(const lg_values *v, const lg_option *table, void *own) {
    for (const lg_option *o = table; o && o->name; o++) lg_option_put(o, typed(v, o->name, o->type), own);
}

lg_own lg_own_read(const lg_entry *e, const lg_values *v) {
    lg_own own = {{0}};
    if (e->own_bytes > 0) lg_values_read(v, e->options, &own);
    if (e->derive) e->derive(&own);
    return own;
}

size_t lg_values_count(const lg_values *v) {
    return v->count;
}

const lg_option *lg_values_option(const lg_values *v, size_t i) {
    assert(i < v->count);
    return v->items[i].option;
}

bool lg_values_has(const lg_values *v, const char *name) {
    return find(v, name);
}

const char *lg_values_text(const lg_values *v, const char *name) {
    return known(v, name)->text;
}

const char *lg_values_text_at(const lg_values *v, size_t i) {
    return v->items[i].text;
}
