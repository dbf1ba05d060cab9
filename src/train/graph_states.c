/* graph_states.c: see graph_states.h. */
#include "train/graph_states.h"

#include "kernel/kernel.h"

#include <string.h>

static int count_states(const lg_graph *g) {
    int count = 0;
    for (int j = 0; j < g->count; j++) count += g->tensors[j]->kind == LG_STATE;
    return count;
}

static lg_graph_state_array describe_state(const lg_tensor *t) {
    return (lg_graph_state_array){.name = t->name,
                                  .rows = t->layout.rows > 0 ? t->layout.rows : t->shape[1],
                                  .columns = t->shape[2],
                                  .offset = t->value.offset,
                                  .bytes = t->bytes / (size_t)t->shape[0],
                                  .heads = t->cached ? t->heads : 0,
                                  .layout = t->layout};
}

static bool is_of(const lg_graph_states *s, const lg_graph *g) {
    int count = 0;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_STATE) continue;
        const lg_graph_state_array *a = &s->arrays[count++], b = describe_state(t);
        if (count > s->count || strcmp(a->name, t->name) || a->rows != b.rows || a->columns != b.columns ||
            a->bytes != b.bytes || a->heads != b.heads || a->layout.rows != b.layout.rows ||
            a->layout.fixed != b.layout.fixed)
            return false;
    }
    return count == s->count;
}

static bool list_states(lg_graph_states *s, const lg_graph *g) {
    s->arena = lg_arena_new();
    s->arrays = s->arena ? lg_arena_alloc(s->arena, sizeof *s->arrays * (size_t)(count_states(g) + 1)) : NULL;
    if (!s->arrays) return false;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_STATE) continue;
        const char *name = lg_arena_printf(s->arena, "%s", t->name);
        if (!name) return false;
        s->arrays[s->count] = describe_state(t);
        s->arrays[s->count++].name = name;
    }
    return true;
}

/* True if running the graph writes the state, in place or at the end of the run. */
static bool is_changed(const lg_graph *g, const lg_tensor *state) {
    bool changed = state->after;
    for (int j = 0; j < g->count && !changed; j++) changed = g->tensors[j]->place == state;
    return changed;
}

/* Notes which states this graph changes: graphs with the same states may change different ones. */
static void note_changes(lg_graph_states *s, const lg_graph *g) {
    int count = 0;
    for (int j = 0; j < g->count; j++)
        if (g->tensors[j]->kind == LG_STATE) s->arrays[count++].changes = is_changed(g, g->tensors[j]);
}

bool lg_graph_states_reserve(lg_graph_states *s, const lg_graph *g, int sequences, lg_error *err) {
    if (s->arena && s->sequences == sequences && is_of(s, g)) {
        note_changes(s, g);
        return true;
    }
    lg_graph_states_free(s);
    s->sequences = sequences;
    if (list_states(s, g) &&
        lg_buffer_reserve(&s->memory, g->bytes[LG_SPACE_STATE] * (size_t)sequences, "states", err)) {
        note_changes(s, g);
        return true;
    }
    lg_graph_states_free(s);
    return err->code ? false : lg_fail(err, LG_FAILED, "out of memory: states of %d tokens", g->T);
}

void lg_graph_states_free(lg_graph_states *s) {
    lg_buffer_free(&s->memory);
    lg_arena_free(s->arena);
    *s = (lg_graph_states){0};
}

lg_view lg_graph_states_view(const lg_graph_states *s, int i) {
    return (lg_view){s->memory.data + s->arrays[i].offset * (size_t)s->sequences, 0};
}

void lg_graph_states_reset(const lg_graph_states *s, const lg_kernels *k, int first, int count) {
    for (int i = 0; i < s->count; i++) {
        const size_t each = s->arrays[i].bytes;
        k->zero(k, lg_view_at(lg_graph_states_view(s, i), each * (size_t)first), each * (size_t)count);
    }
}

/* Copies tokens first..end-1 of a cache, rounded to whole pieces of LG_LANES neighboring rows. */
static void copy_tokens(const lg_kernels *k, const lg_graph_state_array *a, lg_view y, lg_view x, int first, int end) {
    const int D = a->columns / a->heads / (a->layout.bf16 ? 2 : 1), stop = LG_PAD(end);
    const ptrdiff_t head = (ptrdiff_t)LG_PAD(a->rows) * D;
    for (int t = first / LG_LANES * LG_LANES, count; first < end && t < stop; t += count) {
        count = lg_cache_run(a->layout, t, stop - t);
        const size_t at = (size_t)lg_cache_row(a->layout, t) * (size_t)D * sizeof(real);
        const lg_copy c = {.rows = a->heads,
                           .columns = count * D,
                           .y_stride = head,
                           .x_stride = head,
                           .y = lg_view_at(y, at),
                           .x = lg_view_at(x, at)};
        k->copy(k, &c);
    }
}

/* Copies the tokens among first..end-1 that the cache still contains. */
static void copy_kept(const lg_kernels *k, const lg_graph_state_array *a, lg_view y, lg_view x, int first, int end) {
    const lg_cache_layout r = a->layout;
    const int last = end - (r.rows - r.fixed), after = first > r.fixed ? first : r.fixed;
    if (r.rows == 0 || end <= r.fixed) {
        copy_tokens(k, a, y, x, first, end);
        return;
    }
    copy_tokens(k, a, y, x, first, r.fixed);
    copy_tokens(k, a, y, x, after > last ? after : last, end);
}

void lg_graph_states_copy(const lg_graph_states *s, const lg_kernels *k, int from, int to, int first, int end,
                          bool all) {
    for (int i = 0; i < s->count; i++) {
        const lg_graph_state_array *a = &s->arrays[i];
        const lg_view x = lg_view_at(lg_graph_states_view(s, i), a->bytes * (size_t)from),
                      y = lg_view_at(lg_graph_states_view(s, i), a->bytes * (size_t)to);
        const lg_copy whole = {.rows = 1, .columns = (int)(a->bytes / sizeof(real)), .y = y, .x = x};
        if (!a->changes && !all) continue;
        if (a->heads > 0 && a->changes)
            copy_kept(k, a, y, x, first, end);
        else
            k->copy(k, &whole);
    }
}
