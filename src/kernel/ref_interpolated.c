/* ref_interpolated.c: the reference for biases that a small network computes from interpolated distances (struct
 * lg_interpolated_bias; FIRE, Li et al. 2023). The biases do not depend on the batch and are computed once per step. */
#include "kernel/ref.h"

#include <math.h>

/* near: the distance of a pair; far: the longest possible distance; x: the ratio of their logarithms (kernel.h). */
typedef struct pair {
    double near, far, x;
    bool limited; /* the longest distance is the threshold */
} pair;

static double number(lg_view x, int e) {
    return ((const real *)x.data)[e];
}

static double psi(const lg_interpolated_bias *l, double t) {
    return log(fabs(number(l->c, 0)) * t + 1);
}

static pair pair_of(const lg_interpolated_bias *l, int j, int i) {
    const double limit = fabs(number(l->m, 0)) * l->threshold;
    const double far = fmax(fabs(number(l->position, i)), fabs(number(l->position, j)));
    pair p = {number(l->distance, j * LG_PAD(l->T) + i), far > limit ? far : limit, .limited = !(far > limit)};
    p.x = psi(l, p.near) / (psi(l, p.far) + l->epsilon);
    return p;
}

/* The argument of max(0, .) in hidden unit f. */
static double unit_of(const lg_interpolated_bias *l, int f, double x) {
    return number(l->w1, f) * x + number(l->b1, f);
}

static double bias_of(const lg_interpolated_bias *l, int h, double x) {
    double total = number(l->b2, h);
    for (int f = 0; f < l->F; f++) total += number(l->w2, f * l->H + h) * fmax(0, unit_of(l, f, x));
    return total;
}

size_t lg_ref_interpolated_scratch(const lg_kernels *set, const lg_interpolated_bias *l) {
    return 0;
}

void lg_ref_interpolated_bias(const lg_kernels *set, const lg_interpolated_bias *l) {
    real *y = l->y.data;
    for (int j = 0; j < l->T; j++)
        for (int i = 0; i < LG_PAD(l->T); i++) {
            const double x = i < l->T ? pair_of(l, j, i).x : 0;
            for (int h = 0; h < l->H; h++)
                y[lg_pair_place(0, l->H, h, l->T, l->T, j, i)] = i < l->T ? bias_of(l, h, x) : 0;
        }
}

static void put(lg_view x, int e, double value) {
    ((real *)x.data)[e] += value;
}

/* The backward pass of the network; returns the gradient of x. dy: the gradient of head 0; gradients of heads are
 * `step` elements apart. */
static double network_backward(const lg_interpolated_bias *l, const real *dy, size_t step, double x) {
    double dx = 0;
    for (int h = 0; h < l->H; h++) put(l->db2, h, dy[h * step]);
    for (int f = 0; f < l->F; f++) {
        const double unit = unit_of(l, f, x);
        double g = 0;
        if (!(unit > 0)) continue;
        for (int h = 0; h < l->H; h++) {
            g += number(l->w2, f * l->H + h) * dy[h * step];
            put(l->dw2, f * l->H + h, unit * dy[h * step]);
        }
        put(l->dw1, f, g * x);
        put(l->db1, f, g);
        dx += g * number(l->w1, f);
    }
    return dx;
}

/* d ln(|c| t + 1) / d|c| = t / (|c| t + 1), and d/dt = |c| / (|c| t + 1). */
static void ratio_backward(const lg_interpolated_bias *l, const pair *p, double dx) {
    const double c = number(l->c, 0), m = number(l->m, 0), size = fabs(c), below = psi(l, p->far) + l->epsilon;
    const double by_c = (p->near / (size * p->near + 1) - p->x * p->far / (size * p->far + 1)) / below;
    put(l->dc, 0, copysign(1, c) * dx * by_c);
    if (p->limited) put(l->dm, 0, -copysign(1, m) * l->threshold * dx * p->x * size / (size * p->far + 1) / below);
}

/* Whether a pair has a gradient. Hidden pairs have none; they are common. */
static bool has_gradient(const lg_interpolated_bias *l, const real *dy, size_t step) {
    for (int h = 0; h < l->H; h++)
        if (dy[h * step] != 0) return true;
    return false;
}

void lg_ref_interpolated_bias_backward(const lg_kernels *set, const lg_interpolated_bias *l) {
    const size_t step = lg_pair_place(0, l->H, 1, l->T, l->T, 0, 0);
    for (int j = 0; j < l->T; j++)
        for (int i = 0; i < l->T; i++) {
            const real *dy = (const real *)l->dy.data + lg_pair_place(0, l->H, 0, l->T, l->T, j, i);
            if (!has_gradient(l, dy, step)) continue;
            const pair p = pair_of(l, j, i);
            ratio_backward(l, &p, network_backward(l, dy, step, p.x));
        }
}
