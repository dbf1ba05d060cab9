/* load_record.c: see load_record.h. */
#include "run/load_record.h"

#include <math.h>

#include "run/recorded.h"

static bool fill_row(json_t *row, const double *load, int experts) {
    for (int e = 0; e < experts; e++)
        if (json_array_append_new(row, json_real(load[e])) != 0) return false;
    return true;
}

static bool fill_table(json_t *table, const lg_load_record *x) {
    for (int i = 0; i < x->sublayers; i++) {
        json_t *row = json_array();
        if (json_array_append_new(table, row) != 0 || !fill_row(row, x->load + i * x->experts, x->experts))
            return false;
    }
    return true;
}

json_t *lg_load_record_json(const lg_load_record *x) {
    json_t *o = json_object(), *table = json_array();
    bool good = o && table && fill_table(table, x);
    if (good && x->sublayers > 0)
        good = json_object_set_new(o, "dropped", json_real(x->dropped)) == 0 && json_object_set(o, "load", table) == 0;
    json_decref(table);
    if (good) return o;
    json_decref(o);
    return NULL;
}

/* Reads a required fraction. */
static bool read_share(const json_t *x, const char *name, double *out, lg_error *err) {
    return lg_recorded_fraction(x, name, out, err) &&
           (!isnan(*out) || lg_fail(err, LG_CORRUPT, "%s lacks a number", name));
}

static bool read_row(const json_t *row, int experts, double *to, lg_error *err) {
    if (json_array_size(row) != (size_t)experts)
        return lg_fail(err, LG_CORRUPT, "load has rows of %zu and %d numbers", json_array_size(row), experts);
    for (int e = 0; e < experts; e++)
        if (!read_share(json_array_get(row, (size_t)e), "load", &to[e], err)) return false;
    return true;
}

bool lg_load_record_read(const json_t *o, lg_arena *arena, lg_load_record *out, lg_error *err) {
    const json_t *table = json_object_get(o, "load");
    const size_t sublayers = json_array_size(table), experts = json_array_size(json_array_get(table, 0));
    *out = (lg_load_record){0};
    if (sublayers == 0 || experts == 0) return true;
    double *load = lg_arena_alloc(arena, sublayers * experts * sizeof *load);
    if (!load) return lg_fail(err, LG_FAILED, "out of memory: the load of experts");
    for (size_t i = 0; i < sublayers; i++)
        if (!read_row(json_array_get(table, i), (int)experts, load + i * experts, err)) return false;
    *out = (lg_load_record){.sublayers = (int)sublayers, .experts = (int)experts, .load = load};
    return read_share(json_object_get(o, "dropped"), "dropped", &out->dropped, err);
}
