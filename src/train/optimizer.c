/* optimizer.c: the list of optimizers, and the arrays that they keep between steps. */
#include "train/optimizer.h"
#include "train/update.h"

#include <assert.h>
#include <stdlib.h>

#define OPTIMIZER(name) extern const lg_optimizer lg_optimizer_##name;
#include "train/optimizers.def"
#undef OPTIMIZER

#define OPTIMIZER(name) &lg_optimizer_##name,
const lg_optimizer *const lg_optimizers[] = {
#include "train/optimizers.def"
    NULL};
#undef OPTIMIZER

const lg_optimizer *lg_optimizer_find(const char *name) {
    return lg_entry_find(lg_optimizers, name);
}

/* ---- arrays ---- */

static int kinds_of(const lg_optimizer *o) {
    int kinds = 0;
    while (kinds < LG_MOMENTS && o->moments[kinds]) kinds++;
    return kinds;
}

/* Sets the shape of an array: that of the parameter without the dimension over which the array averages. */
static void set_shape(lg_moment *m, lg_moment_shape shape, const lg_parameter_row *r) {
    const int dropped = shape == LG_MOMENT_ROWS ? r->rank - 1 : shape == LG_MOMENT_COLUMNS ? r->rank - 2 : -1;
    m->count = 1;
    for (int d = 0; d < r->rank; d++) {
        if (d == dropped) continue;
        m->shape[m->rank++] = (size_t)r->shape[d];
        m->count *= (size_t)r->shape[d];
    }
}

/* Lists the arrays of all parameters and the bytes of each kind. Without by_parameter, an array has the same offset as
 * its parameter. */
static void list_moments(lg_optimizer_state *s, size_t bytes[LG_MOMENTS]) {
    const lg_optimizer *o = s->optimizer.entry;
    for (int i = 0; i < s->parameters->count; i++) {
        const lg_parameter_row *r = &s->parameters->rows[i];
        for (int kind = 0; kind < kinds_of(o); kind++) {
            const lg_moment_shape shape = o->shape ? o->shape(&s->optimizer.own, kind, r) : LG_MOMENT_FULL;
            if (shape == LG_MOMENT_NONE) continue;
            lg_moment *m = &s->moments[s->count++];
            *m = (lg_moment){.parameter = i, .kind = kind, .offset = o->by_parameter ? bytes[kind] : r->offset};
            set_shape(m, shape, r);
            bytes[kind] = m->offset + (m->count * sizeof(real) + 63) / 64 * 64;
        }
    }
}

bool lg_optimizer_open(lg_optimizer_state *s, const lg_chosen_optimizer *o, const lg_train_settings *t,
                       const lg_parameters *p, lg_error *err) {
    size_t bytes[LG_MOMENTS] = {0};
    *s = (lg_optimizer_state){.optimizer = *o, .parameters = p};
    s->decays = lg_decay_runs(t, p);
    s->moments = calloc((size_t)p->count * LG_MOMENTS + 1, sizeof *s->moments);
    if (!s->decays || !s->moments) return lg_fail(err, LG_FAILED, "out of memory: an optimizer");
    list_moments(s, bytes);
    for (int kind = 0; kind < kinds_of(o->entry); kind++) {
        if (!o->entry->by_parameter) bytes[kind] = p->bytes;
        if (!lg_buffer_reserve(&s->memory[kind], bytes[kind], "moments", err)) return false;
    }
    return true;
}

void lg_optimizer_close(lg_optimizer_state *s) {
    for (int kind = 0; kind < LG_MOMENTS; kind++) lg_buffer_free(&s->memory[kind]);
    free(s->moments);
    free(s->decays);
}

size_t lg_optimizer_bytes(const lg_optimizer_state *s) {
    size_t bytes = 0;
    for (int kind = 0; kind < LG_MOMENTS; kind++) bytes += s->memory[kind].bytes;
    return bytes;
}

real *lg_moment_data(const lg_optimizer_state *s, const lg_moment *m) {
    return (real *)(void *)(s->memory[m->kind].data + m->offset);
}

/* ---- updates ---- */

/* Updates n elements with the same decay. */
static void update_run(const lg_optimizer_state *s, const lg_update *u, size_t first, size_t n, double decay, real *p,
                       lg_view g) {
    const size_t offset = first * sizeof(real);
    lg_update_part part = {.n = n, .decay = decay, .g = lg_view_at(g, offset)};
    part.p.data = p + first;
    for (int kind = 0; kind < kinds_of(s->optimizer.entry); kind++)
        part.moments[kind].data = s->memory[kind].data + offset;
    s->optimizer.entry->apply(u, &part);
}

void lg_optimizer_update(const lg_optimizer_state *s, const lg_update *u, size_t first, size_t n, real *p, lg_view g) {
    const size_t end = first + n;
    assert(!s->optimizer.entry->by_parameter);
    for (const lg_decay_run *run = s->decays; first < end; run++) {
        const size_t to = run->end < end ? run->end : end;
        if (to <= first) continue;
        update_run(s, u, first, to - first, run->decay, p, g);
        first = to;
    }
}

void lg_optimizer_update_parameter(const lg_optimizer_state *s, const lg_update *u, int i, real *p, lg_view g) {
    const lg_parameter_row *r = &s->parameters->rows[i];
    lg_update_part part = {.n = r->count, .row = r, .g = lg_view_at(g, r->offset)};
    part.p.data = p + r->offset / sizeof(real);
    part.decay = lg_decay_of(u->settings, r);
    for (int m = 0; m < s->count; m++)
        if (s->moments[m].parameter == i) part.moments[s->moments[m].kind].data = lg_moment_data(s, &s->moments[m]);
    s->optimizer.entry->apply(u, &part);
}
