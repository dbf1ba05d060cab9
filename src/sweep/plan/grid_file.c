/* grid_file.c: see grid_file.h. */
#include "sweep/plan/grid_file.h"

#include <stdarg.h>
#include <stdio.h>

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

static void *taken(const lg_grid_file *f, void *memory) {
    if (!memory) lg_fail(f->err, LG_FAILED, "%s: no memory for the plan", f->path);
    return memory;
}

void *lg_grid_alloc(const lg_grid_file *f, size_t count, size_t size) {
    return taken(f, lg_arena_alloc(f->arena, (count + 1) * size));
}

void *lg_grid_grow(const lg_grid_file *f, void *array, size_t count, size_t *capacity, size_t size) {
    return taken(f, lg_arena_grow(f->arena, array, count, capacity, size));
}

bool lg_grid_pair(const lg_grid_file *f, const char *key, const char *value, const char *where, lg_pair *out) {
    *out = (lg_pair){lg_arena_printf(f->arena, "%s", key), lg_arena_printf(f->arena, "%s", value),
                     lg_arena_printf(f->arena, "%s", where)};
    return (out->key && out->value && out->where) || taken(f, NULL);
}

size_t lg_yaml_count(const lg_yaml_node *first) {
    size_t count = 0;
    for (; first; first = first->next) count++;
    return count;
}
