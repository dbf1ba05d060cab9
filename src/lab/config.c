/* config.c: a heap of settings. Where they come from is in files.c and environment.c, what is wrong with one on its own
 * in check.c, and what they come to in settle.c. */
#include "lab/config.h"

#include <stdlib.h>
#include <string.h>

static void drop(const lg_set *r) {
    free(r->key);
    free(r->value);
    free(r->where);
}

bool lg_settings_keep(lg_settings *s, size_t before, bool good) {
    while (!good && s->count > before) drop(&s->rows[--s->count]);
    return good;
}

void lg_settings_clear(lg_settings *s) {
    lg_settings_keep(s, 0, false);
    free(s->rows);
    *s = (lg_settings){0};
}

static bool grow(lg_settings *s) {
    const size_t room = 2 * s->room + 16;
    lg_set *rows = realloc(s->rows, room * sizeof *rows);
    if (rows == NULL) return false;
    s->rows = rows;
    s->room = room;
    return true;
}

bool lg_settings_put_in(lg_settings *s, int layer, const char *key, const char *value, lg_origin origin,
                        const char *where, lg_error *err) {
    const lg_set r = {strdup(lg_key_full(key)), strdup(value), strdup(where), origin, layer};
    if (r.key != NULL && r.value != NULL && r.where != NULL && (s->count < s->room || grow(s))) {
        s->rows[s->count++] = r;
        return true;
    }
    drop(&r);
    return lg_fail(err, LG_FAILED, "no memory for the setting %s", key);
}

bool lg_settings_put(lg_settings *s, const char *key, const char *value, lg_origin origin, const char *where,
                     lg_error *err) {
    return lg_settings_put_in(s, 0, key, value, origin, where == NULL ? "" : where, err);
}

bool lg_settings_override(lg_settings *s, const char *key, const char *value, lg_error *err) {
    return lg_settings_put_in(s, ++s->layers, key, value, LG_FLAG, "", err);
}

bool lg_settings_copy(lg_settings *to, const lg_settings *from, lg_error *err) {
    for (size_t i = 0; i < from->count; i++) {
        const lg_set *r = &from->rows[i];
        if (!lg_settings_put_in(to, r->layer, r->key, r->value, r->origin, r->where, err)) return false;
    }
    to->layers = from->layers;
    return true;
}

const lg_set *lg_settings_winner(const lg_settings *s, const char *key) {
    const lg_set *best = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const lg_set *r = &s->rows[i];
        if (strcmp(r->key, key) == 0 && (best == NULL || r->origin >= best->origin)) best = r;
    }
    return best;
}
