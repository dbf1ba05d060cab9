/* apply.h: values and derivatives of steps. A step has up to three inputs a, b and c, with the values x, y and z. The
 * functions are shared by constant folding, forward runs and reverse runs. */
#ifndef LG_FORMULA_APPLY_H
#define LG_FORMULA_APPLY_H

#include <math.h>

#include "formula/program.h"

#define LN2                 0.69314718055994530942
#define ROOT_HALF           0.70710678118654752440 /* 1 / sqrt(2) */
#define ROOT_OF_TAU_INVERSE 0.39894228040143267794 /* 1 / sqrt(2 pi) */
#define TWO_BY_ROOT_PI      1.12837916709551257390 /* 2 / sqrt(pi) */

static inline double sigmoid_of(double x) {
    return x >= 0 ? 1 / (1 + exp(-x)) : exp(x) / (1 + exp(x));
}

static inline double softplus_of(double x) {
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* x ^ y, with fast paths for common exponents. */
static inline double power_of(double x, double y) {
    return y == 2 ? x * x : y == 1 ? x : y == 0.5 ? sqrt(x) : pow(x, y);
}

#define BINARY_VALUES(VALUE)                                                                                           \
    VALUE(OR, (x != 0) | (y != 0))                                                                                     \
    VALUE(AND, (x != 0) & (y != 0))                                                                                    \
    VALUE(LESS, x < y)                                                                                                 \
    VALUE(LESS_EQUAL, x <= y)                                                                                          \
    VALUE(GREATER, x > y)                                                                                              \
    VALUE(GREATER_EQUAL, x >= y)                                                                                       \
    VALUE(EQUAL, x == y)                                                                                               \
    VALUE(UNEQUAL, x != y)                                                                                             \
    VALUE(ADD, x + y)                                                                                                  \
    VALUE(SUBTRACT, x - y)                                                                                             \
    VALUE(MULTIPLY, x *y)                                                                                              \
    VALUE(DIVIDE, x / y)                                                                                               \
    VALUE(POWER, power_of(x, y))

#define FUNCTION(name, value, slope, help)                                                                             \
    case LG_DO_##name: return value;
/* The value of a step from the values of its inputs. */
static inline double lg_formula_step_apply(const lg_formula_step *s, double x, double y, double z) {
    switch (s->kind) {
    case LG_DO_MINUS: return -x;
    case LG_DO_NOT: return x == 0;
    case LG_DO_IF: return x != 0 ? y : z;
    case LG_DO_MIN: return y < x ? y : x;
    case LG_DO_MAX: return y > x ? y : x;
    case LG_DO_BUCKET: return lg_formula_bucket(x, (int)y, z);
#include "formula/functions.inc"
    default: break;
    }
    switch (s->op) {
#define VALUE(name, value)                                                                                             \
    case LG_##name: return value;
        BINARY_VALUES(VALUE)
#undef VALUE
    default: return s->number;
    }
}

/* slope_by_left and slope_by_right return the derivatives with respect to the left and the right operand. */
static inline double slope_by_left(lg_operator op, double x, double y) {
    switch (op) {
    case LG_ADD:
    case LG_SUBTRACT: return 1;
    case LG_MULTIPLY: return y;
    case LG_DIVIDE: return 1 / y;
    case LG_POWER: return y == 0 ? 0 : y * power_of(x, y - 1);
    default: return 0;
    }
}

/* The derivative of x^y with respect to y is taken as 0 if x <= 0, because x^y is not smooth in y there. */
static inline double slope_by_right(lg_operator op, double x, double y, double value) {
    switch (op) {
    case LG_ADD: return 1;
    case LG_SUBTRACT: return -1;
    case LG_MULTIPLY: return x;
    case LG_DIVIDE: return -value / y;
    case LG_POWER: return x > 0 ? value * log(x) : 0;
    default: return 0;
    }
}

#define FUNCTION(name, value, slope, help)                                                                             \
    case LG_DO_##name: return slope;
static inline double slope_of(lg_formula_step_kind kind, double x, double y) {
    (void)y;
    switch (kind) {
    case LG_DO_MINUS: return -1;
#include "formula/functions.inc"
    default: return 0;
    }
}

/* Returns g * slope. Returns 0 if either is 0, even if the other is infinite, as for sqrt at 0. */
static inline double times(double g, double slope) {
    const double product = g * slope;
    return ((slope == 0) | (g == 0)) ? 0 : product;
}

/* The derivative of a step in forward mode, from its value and the derivatives of its inputs. */
static inline double lg_formula_step_slope(const lg_formula_step *s, double x, double y, double value, double dx,
                                           double dy, double dz) {
    switch (s->kind) {
    case LG_DO_NUMBER:
    case LG_DO_NOT:
    case LG_DO_BUCKET: return 0;
    case LG_DO_BINARY: return times(dx, slope_by_left(s->op, x, y)) + times(dy, slope_by_right(s->op, x, y, value));
    case LG_DO_IF: return x != 0 ? dy : dz;
    case LG_DO_MIN: return y < x ? dy : dx;
    case LG_DO_MAX: return y > x ? dy : dx;
    default: return times(dx, slope_of(s->kind, x, value));
    }
}

#endif
