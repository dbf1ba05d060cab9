/* states.c: see states.h. */
#include "train/states.h"

#include <string.h>

static int count_states(const lg_graph *g) {
    int count = 0;
    for (int j = 0; j < g->count; j++) count += g->tensors[j]->kind == LG_STATE;
    return count;
}

static bool is_of(const lg_states *s, const lg_graph *g) {
    int count = 0;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_STATE) continue;
        const lg_state_array *a = &s->arrays[count++];
        if (count > s->count || strcmp(a->name, t->name) || a->rows != t->shape[1] || a->columns != t->shape[2] ||
            a->bytes != t->bytes / (size_t)t->shape[0])
            return false;
    }
    return count == s->count;
}

static bool list_states(lg_states *s, const lg_graph *g) {
    s->arena = lg_arena_new();
    s->arrays = s->arena ? lg_arena_alloc(s->arena, sizeof *s->arrays * (size_t)(count_states(g) + 1)) : NULL;
    if (!s->arrays) return false;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_STATE) continue;
        const char *name = lg_arena_printf(s->arena, "%s", t->name);
        if (!name) return false;
        const size_t bytes = t->bytes / (size_t)t->shape[0];
        s->arrays[s->count++] = (lg_state_array){name, t->shape[1], t->shape[2], t->value.offset, bytes};
    }
    return true;
}

bool lg_states_reserve(lg_states *s, const lg_graph *g, int sequences, lg_error *err) {
    if (s->arena && s->sequences == sequences && is_of(s, g)) return true;
    lg_states_free(s);
    s->sequences = sequences;
    if (list_states(s, g) && lg_buffer_reserve(&s->memory, g->bytes[LG_SPACE_STATE] * (size_t)sequences, "states", err))
        return true;
    lg_states_free(s);
    return err->code ? false : lg_fail(err, LG_FAILED, "out of memory: states of %d tokens", g->T);
}

void lg_states_free(lg_states *s) {
    lg_buffer_free(&s->memory);
    lg_arena_free(s->arena);
    *s = (lg_states){0};
}

lg_view lg_states_view(const lg_states *s, int i) {
    return (lg_view){s->memory.data + s->arrays[i].offset * (size_t)s->sequences, 0};
}

void lg_states_reset(const lg_states *s, const lg_kernels *k, int first, int count) {
    for (int i = 0; i < s->count; i++) {
        const size_t each = s->arrays[i].bytes;
        k->zero(k, lg_view_at(lg_states_view(s, i), each * (size_t)first), each * (size_t)count);
    }
}
