/* simd_formula.h: applies a formula to each element, in vectors. It goes through the steps of the formula for one block
 * at a time, which stays in the L1 cache, and computes the value and, if needed, the derivative. Functions without a
 * vector version are computed lane by lane, in double. */
#ifndef LG_KERNEL_SIMD_FORMULA_H
#define LG_KERNEL_SIMD_FORMULA_H

#include <string.h>

#include "formula/apply.h"
#include "kernel/simd_elementwise.h"

enum { FORMULA_BLOCK = 128 };

typedef struct formula_block {
    real value[FORMULA_BLOCK], slope[FORMULA_BLOCK];
} formula_block;

static inline size_t formula_map_scratch(const lg_kernels *set, const lg_formula *f) {
    return (size_t)f->program->count * sizeof(formula_block);
}

/* slope * of, but 0 if one factor is 0, even if the other factor is infinite. */
TEMPLATE vec chained(vec slope, vec of) {
    return vselect((slope == 0) | (of == 0), vsplat(0), slope * of);
}

#define EACH(...)                                                                                                      \
    for (int e = 0; e < FORMULA_BLOCK; e += VL) {                                                                      \
        const vec x = vload(a->value + e), y = vload(b->value + e);                                                    \
        const vec dx = vload(a->slope + e), dy = vload(b->slope + e);                                                  \
        (void)x, (void)y, (void)dx, (void)dy;                                                                          \
        __VA_ARGS__                                                                                                    \
    }
/* Computes a value and its derivative from x, y, dx and dy; the derivative may also use the value v. */
#define VECTORS(value_of, slope_of)                                                                                    \
    if (slopes)                                                                                                        \
        EACH(const vec v = value_of; vstore(to->value + e, v); vstore(to->slope + e, slope_of);)                       \
    else                                                                                                               \
        EACH(vstore(to->value + e, value_of);)                                                                         \
    return true
#define TRUTH(condition) vselect(condition, vsplat(1), vsplat(0))

static bool combine_vectors(lg_operator op, formula_block *to, const formula_block *a, const formula_block *b,
                            bool slopes) {
    switch (op) {
    case LG_OR: VECTORS(TRUTH((x != 0) | (y != 0)), vsplat(0));
    case LG_AND: VECTORS(TRUTH((x != 0) & (y != 0)), vsplat(0));
    case LG_LESS: VECTORS(TRUTH(x < y), vsplat(0));
    case LG_LESS_EQUAL: VECTORS(TRUTH(x <= y), vsplat(0));
    case LG_GREATER: VECTORS(TRUTH(x > y), vsplat(0));
    case LG_GREATER_EQUAL: VECTORS(TRUTH(x >= y), vsplat(0));
    case LG_EQUAL: VECTORS(TRUTH(x == y), vsplat(0));
    case LG_UNEQUAL: VECTORS(TRUTH(x != y), vsplat(0));
    case LG_ADD: VECTORS(x + y, dx + dy);
    case LG_SUBTRACT: VECTORS(x - y, dx - dy);
    case LG_MULTIPLY: VECTORS(x * y, chained(dx, y) + chained(dy, x));
    case LG_DIVIDE: VECTORS(x / y, chained(dx, 1 / y) - chained(dy, v / y));
    default: return false;
    }
}

static bool square_vectors(formula_block *to, const formula_block *a, bool slopes) {
    const formula_block *b = a;
    VECTORS(x * x, chained(dx, 2 * x));
}

/* Computes a step with vectors. Returns false if the step has no vector version. */
static bool run_vectors(const lg_formula_step *s, formula_block *to, const formula_block *a, const formula_block *b,
                        const formula_block *c, bool slopes) {
    switch (s->kind) {
    case LG_DO_BINARY: return combine_vectors(s->op, to, a, b, slopes);
    case LG_DO_MINUS: VECTORS(-x, -dx);
    case LG_DO_NOT: VECTORS(TRUTH(x == 0), vsplat(0));
    case LG_DO_MIN: VECTORS(vselect(y < x, y, x), vselect(y < x, dy, dx));
    case LG_DO_MAX: VECTORS(vselect(y > x, y, x), vselect(y > x, dy, dx));
    case LG_DO_IF:
        EACH(vstore(to->value + e, vselect(x != 0, y, vload(c->value + e)));
             if (slopes) vstore(to->slope + e, vselect(x != 0, dy, vload(c->slope + e)));)
        return true;
    case LG_DO_abs: VECTORS(vmax(x, -x), vselect(x > 0, dx, vselect(x < 0, -dx, vsplat(0))));
    case LG_DO_relu: VECTORS(vmax(x, vsplat(0)), vselect(x > 0, dx, vsplat(0)));
    case LG_DO_exp: VECTORS(vexp(x), chained(dx, v));
    case LG_DO_sigmoid: VECTORS(SIGMOID(x), chained(dx, v * (1 - v)));
    case LG_DO_gelu: VECTORS(x * vnormal_cdf(x), chained(dx, vnormal_cdf(x) + x * vnormal_density(x)));
    default: return false;
    }
}

#undef EACH
#undef VECTORS
#undef TRUTH

static void run_lanes(const lg_formula_step *s, formula_block *to, const formula_block *a, const formula_block *b,
                      const formula_block *c, bool slopes) {
    for (int e = 0; e < FORMULA_BLOCK; e++) {
        const double x = (double)a->value[e], y = (double)b->value[e];
        const double v = lg_formula_step_apply(s, x, y, (double)c->value[e]);
        to->value[e] = (real)v;
        if (slopes)
            to->slope[e] =
                (real)lg_formula_step_slope(s, x, y, v, (double)a->slope[e], (double)b->slope[e], (double)c->slope[e]);
    }
}

static void run_formula_step(const lg_program *p, int i, formula_block *all, bool slopes) {
    const lg_formula_step *s = &p->steps[i], *power = &p->steps[s->b];
    formula_block *to = &all[i], *a = &all[s->a], *b = &all[s->b], *c = &all[s->c];
    const bool square =
        s->kind == LG_DO_BINARY && s->op == LG_POWER && power->kind == LG_DO_NUMBER && power->number == 2;
    if (square ? !square_vectors(to, a, slopes) : !run_vectors(s, to, a, b, c, slopes))
        run_lanes(s, to, a, b, c, slopes);
}

/* Sets the registers of numeric constants, which are the same in every block. */
static void fill_numbers(const lg_program *p, formula_block *all) {
    for (int i = 0; i < p->count; i++)
        for (int e = 0; e < FORMULA_BLOCK && p->steps[i].kind == LG_DO_NUMBER; e++)
            all[i].value[e] = (real)p->steps[i].number, all[i].slope[e] = 0;
}

static void load_x(formula_block *to, const real *x, int count) {
    for (int e = 0; e < FORMULA_BLOCK; e++) to->value[e] = e < count ? x[e] : 0, to->slope[e] = 1;
}

static inline void formula_map(const lg_kernels *set, const lg_formula *f, lg_view y, lg_view slopes, lg_view x,
                               size_t n, lg_view scratch) {
    const lg_program *p = f->program;
    formula_block *all = scratch.data;
    const formula_block *result = &all[p->result];
    real *out = y.data, *d = slopes.data;
    fill_numbers(p, all);
    for (size_t from = 0; from < n; from += FORMULA_BLOCK) {
        const int count = n - from < FORMULA_BLOCK ? (int)(n - from) : FORMULA_BLOCK;
        for (int i = 0; i < p->count; i++) {
            if (p->steps[i].kind == LG_DO_OPERAND) load_x(&all[i], (const real *)x.data + from, count);
            if (p->steps[i].kind > LG_DO_INDEXED) run_formula_step(p, i, all, d);
        }
        memcpy(out + from, result->value, (size_t)count * sizeof *out);
        if (d) memcpy(d + from, result->slope, (size_t)count * sizeof *d);
    }
}

#endif
