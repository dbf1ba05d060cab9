/* parameter.c: the table of parameters. See parameter.h. */
#include "graph/parameter.h"

#include "kernel/kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lg_parameters *lg_parameters_new(void) {
    lg_parameters *p = calloc(1, sizeof *p);
    if (p && !(p->arena = lg_arena_new())) {
        free(p);
        p = NULL;
    }
    return p;
}

void lg_parameters_free(lg_parameters *p) {
    if (!p) return;
    free(p->rows);
    free(p->packs);
    lg_arena_free(p->arena);
    free(p);
}

int lg_parameters_find(const lg_parameters *p, const char *name) {
    for (int i = 0; i < p->count; i++)
        if (!strcmp(p->rows[i].name, name)) return i;
    return -1;
}

static bool same_shape(const lg_parameter_row *r, int rank, const int *shape) {
    return r->rank == rank && !memcmp(r->shape, shape, sizeof(int) * (size_t)rank);
}

/* Makes room for one more element in a growing array; NULL: out of memory. */
static void *grown(void *array, int count, int *capacity, size_t size) {
    if (count < *capacity) return array;
    int wanted = *capacity ? 2 * *capacity : 32;
    void *more = realloc(array, size * (size_t)wanted);
    if (more) *capacity = wanted;
    return more;
}

int lg_parameters_get(lg_parameters *p, const char *name, int rank, const int *shape, lg_initial initial,
                      lg_error *err) {
    int found = lg_parameters_find(p, name);
    if (found >= 0) {
        if (same_shape(&p->rows[found], rank, shape)) return found;
        lg_fail_permanent(err, "parameter %s is used with two different shapes", name);
        return -1;
    }
    lg_parameter_row *rows = grown(p->rows, p->count, &p->capacity, sizeof *rows);
    char *copy = rows ? lg_arena_printf(p->arena, "%s", name) : NULL;
    if (rows) p->rows = rows;
    if (!copy) {
        lg_fail(err, LG_FAILED, "out of memory: parameter %s", name);
        return -1;
    }
    lg_parameter_row *r = &p->rows[p->count];
    *r = (lg_parameter_row){.name = copy, .rank = rank, .count = 1, .offset = p->bytes, .initial = initial};
    r->low = -INFINITY, r->high = INFINITY;
    for (int i = 0; i < rank; i++) {
        r->shape[i] = shape[i];
        r->count *= (size_t)shape[i];
    }
    p->bytes += lg_aligned(r->count * sizeof(real));
    return p->count++;
}

void lg_parameters_bound(lg_parameters *p, int parameter, double low, double high) {
    p->rows[parameter].low = low;
    p->rows[parameter].high = high;
}

void lg_parameters_assign(lg_parameters *p, int parameter, int role) {
    p->rows[parameter].role = role;
}

void lg_parameters_project(const lg_parameters *p, const lg_kernels *k, lg_view flat) {
    for (int i = 0; i < p->count; i++) {
        const lg_parameter_row *r = &p->rows[i];
        if (r->low > -INFINITY || r->high < INFINITY)
            k->clamp(k, lg_view_at(flat, r->offset), r->count, r->low, r->high);
    }
}

/* The kernels that read a packed copy: the float32 kernels if the copy is `full`. */
static const lg_kernels *readers_of(const lg_packing *of, const lg_kernels *k) {
    return of->full && k->full ? k->full : k;
}

static int columns_of(const lg_parameters *p, const lg_packing *of) {
    const lg_parameter_row *r = &p->rows[of->parameter];
    return r->shape[r->rank - 1];
}

int lg_parameters_pack(lg_parameters *p, const lg_kernels *k, lg_packing of, lg_error *err) {
    for (int i = 0; i < p->pack_count; i++) {
        const lg_packing *known = &p->packs[i].of;
        if (known->parameter == of.parameter && known->first == of.first && known->rows == of.rows &&
            known->transpose == of.transpose && known->full == of.full)
            return i;
    }
    lg_pack_row *packs = grown(p->packs, p->pack_count, &p->pack_capacity, sizeof *packs);
    if (!packs) {
        lg_fail(err, LG_FAILED, "out of memory: the packed copy of %s", p->rows[of.parameter].name);
        return -1;
    }
    p->packs = packs;
    k = readers_of(&of, k);
    const int shape[] = {of.rows, columns_of(p, &of)};
    size_t bytes = lg_aligned(k->pack_size(k, shape[of.transpose], shape[!of.transpose], of.transpose));
    p->packs[p->pack_count] = (lg_pack_row){of, p->packed_bytes, bytes};
    p->packed_bytes += bytes;
    return p->pack_count++;
}

/* FNV-1a hash of a name, which is folded into a random key. */
static uint64_t name_tag(const char *name) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    return h;
}

/* Draws the initial value of an element in this row. */
static double draw_initial(const lg_initial *i, size_t row, lg_random *random) {
    switch (i->distribution) {
    case LG_INITIAL_CONSTANT: break;
    case LG_INITIAL_NORMAL:
    case LG_INITIAL_ORTHOGONAL: return i->low + i->scale * lg_random_normal(random);
    case LG_INITIAL_TRUNCATED: return i->scale * lg_random_truncated(random);
    case LG_INITIAL_ROW: return row == (size_t)i->row ? i->high : i->low;
    case LG_INITIAL_UNIFORM: return i->low + (i->high - i->low) * lg_random_unit(random);
    }
    return i->scale;
}

/* Gram-Schmidt: makes vectors orthogonal and scales them to length `scale`. Elements of a vector are `step` apart,
 * vectors are `stride` apart. Projections on earlier vectors are subtracted twice, because rounding leaves a
 * remainder. */
static void make_orthogonal(real *x, int vectors, int size, size_t stride, size_t step, double scale) {
    for (int i = 0; i < vectors; i++) {
        real *own = x + (size_t)i * stride;
        double squares = 0;
        for (int j = 0; j < 2 * i; j++) {
            const real *other = x + (size_t)(j % i) * stride;
            double along = 0;
            for (int k = 0; k < size; k++) along += (double)own[(size_t)k * step] * (double)other[(size_t)k * step];
            for (int k = 0; k < size; k++)
                own[(size_t)k * step] -= (real)(along / (scale * scale)) * other[(size_t)k * step];
        }
        for (int k = 0; k < size; k++) squares += (double)own[(size_t)k * step] * (double)own[(size_t)k * step];
        for (int k = 0; k < size; k++) own[(size_t)k * step] *= (real)(scale / sqrt(squares));
    }
}

static void make_matrix_orthogonal(const lg_parameter_row *r, real *x) {
    const int rows = r->shape[0], columns = r->shape[1];
    const size_t across = (size_t)columns;
    if (rows <= columns)
        make_orthogonal(x, rows, columns, across, 1, r->initial.scale);
    else
        make_orthogonal(x, columns, rows, 1, across, r->initial.scale);
}

void lg_parameters_initialise_row(const lg_parameters *p, int i, lg_key key, real *flat) {
    const lg_parameter_row *r = &p->rows[i];
    real *x = flat + r->offset / sizeof(real);
    lg_random random = lg_random_from(lg_key_fold(key, name_tag(r->name)));
    const bool bounded = r->low > -INFINITY || r->high < INFINITY;
    const size_t columns = r->rank > 1 ? r->count / (size_t)r->shape[0] : r->count;
    for (size_t j = 0; j < r->count; j++) {
        const double value = draw_initial(&r->initial, j / columns, &random);
        x[j] = (real)(bounded ? fmin(fmax(value, r->low), r->high) : value);
    }
    if (r->initial.distribution == LG_INITIAL_ORTHOGONAL) make_matrix_orthogonal(r, x);
}

void lg_parameters_initialise(const lg_parameters *p, lg_key key, real *flat) {
    memset(flat, 0, p->bytes);
    for (int i = 0; i < p->count; i++) lg_parameters_initialise_row(p, i, key, flat);
}

void lg_parameters_repack(const lg_parameters *p, const lg_kernels *k, int i, lg_view flat, lg_view packed) {
    const lg_pack_row *pack = &p->packs[i];
    const lg_packing *of = &pack->of;
    const int shape[] = {of->rows, columns_of(p, of)};
    const size_t first = p->rows[of->parameter].offset + sizeof(real) * (size_t)of->first * (size_t)shape[1];
    k = readers_of(of, k);
    k->pack(k, lg_view_at(packed, pack->offset), lg_view_at(flat, first), shape[of->transpose], shape[!of->transpose],
            of->transpose);
}
