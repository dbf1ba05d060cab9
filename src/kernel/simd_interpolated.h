/* simd_interpolated.h: biases that a small network computes from interpolated distances (struct lg_interpolated_bias),
 * for a vector of queries and one key at a time. The C library computes the two logarithms of each pair, lane by lane.
 * In the backward pass, the outer loop is over hidden units and the inner loop over pairs, so that a unit's gradients
 * stay in registers. */
#ifndef LG_KERNEL_SIMD_INTERPOLATED_H
#define LG_KERNEL_SIMD_INTERPOLATED_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* A vector of pairs. Lanes past the last query have distance 0. */
typedef struct interpolated {
    vec near, far, x, below; /* distance, longest possible distance, x, and the denominator of x */
    vmask limited;           /* the longest possible distance is the threshold */
} interpolated;

TEMPLATE vec vlog(vec a) {
    UNROLL for (int l = 0; l < VL; l++) a[l] = real_log(a[l]);
    return a;
}

TEMPLATE real interpolated_number(lg_view x) {
    return *(const real *)x.data;
}

TEMPLATE real interpolated_size(real x) {
    return x < 0 ? -x : x;
}

/* Key j and queries from i on. */
TEMPLATE interpolated interpolated_open(const lg_interpolated_bias *l, int j, int i) {
    interpolated p;
    const real *position = l->position.data;
    const real c = interpolated_size(interpolated_number(l->c));
    const vec limit = vsplat(interpolated_size(interpolated_number(l->m)) * (real)l->threshold);
    const vec query = vload_first(position + i, l->T - i), key = vsplat(interpolated_size(position[j]));
    const vec far = vmax(vmax(query, -query), key);
    p.near = vload_first((const real *)l->distance.data + (ptrdiff_t)j * LG_PAD(l->T) + i, l->T - i);
    p.limited = ~(far > limit);
    p.far = vselect(p.limited, limit, far);
    p.below = vlog(p.far * c + 1) + (real)l->epsilon;
    p.x = vlog(p.near * c + 1) / p.below;
    return p;
}

/* Index of element (h,j,i) of y. */
TEMPLATE ptrdiff_t interpolated_place(const lg_interpolated_bias *l, int h, int j, int i) {
    return ((ptrdiff_t)h * l->T + j) * LG_PAD(l->T) + i;
}

static inline void interpolated_bias(const lg_kernels *set, const lg_interpolated_bias *l) {
    const real *w1 = l->w1.data, *b1 = l->b1.data, *w2 = l->w2.data, *b2 = l->b2.data;
    real *y = l->y.data;
    for (int j = 0; j < l->T; j++)
        for (int i = 0; i < LG_PAD(l->T); i += VL) {
            const bool some = i < l->T;
            const vec x = some ? interpolated_open(l, j, i).x : (vec){0};
            const vmask live = vcount() < (lane_int)(l->T - i);
            for (int h = 0; h < l->H; h++) {
                vec sum = vsplat(b2[h]);
                for (int f = 0; some && f < l->F; f++) {
                    const vec unit = vmax(vfma(x, vsplat(w1[f]), vsplat(b1[f])), (vec){0});
                    sum = vfma(unit, vsplat(w2[f * l->H + h]), sum);
                }
                vstore(y + interpolated_place(l, h, j, i), (vec)((vmask)sum & live));
            }
        }
}

/* ---- backward: x and its gradient are [T, LG_PAD(T)] in scratch memory, then sums of each head ------------------- */

static inline size_t interpolated_scratch(const lg_kernels *set, const lg_interpolated_bias *l) {
    return (2 * (size_t)l->T * LG_PAD((size_t)l->T) + (size_t)l->H * VL) * sizeof(real);
}

/* The backward pass of one hidden unit. sums: [H] vectors. */
static inline void interpolated_unit_backward(const lg_interpolated_bias *l, int f, const real *x, real *dx,
                                              real *sums) {
    const real *w2 = (const real *)l->w2.data + f * l->H, *dy = l->dy.data;
    const vec w1 = vsplat(((const real *)l->w1.data)[f]), b1 = vsplat(((const real *)l->b1.data)[f]);
    vec dw1 = {0}, db1 = {0};
    for (int h = 0; h < l->H; h++) vstore(sums + h * VL, (vec){0});
    for (int j = 0; j < l->T; j++)
        for (int i = 0; i < l->T; i += VL) {
            const ptrdiff_t place = interpolated_place(l, 0, j, i);
            const vec share = vload(x + place), unit = vfma(share, w1, b1);
            vec g = {0};
            for (int h = 0; h < l->H; h++) {
                const vec d = vwhere_positive(vload_first(dy + interpolated_place(l, h, j, i), l->T - i), unit);
                g = vfma(d, vsplat(w2[h]), g);
                vstore(sums + h * VL, vfma(d, unit, vload(sums + h * VL)));
            }
            dw1 = vfma(g, share, dw1);
            db1 += g;
            vstore(dx + place, vfma(g, w1, vload(dx + place)));
        }
    ((real *)l->dw1.data)[f] += vsum(dw1);
    ((real *)l->db1.data)[f] += vsum(db1);
    for (int h = 0; h < l->H; h++) ((real *)l->dw2.data)[f * l->H + h] += vsum(vload(sums + h * VL));
}

/* Adds to the gradients of the output biases b2. */
static inline void interpolated_offsets_backward(const lg_interpolated_bias *l) {
    for (int h = 0; h < l->H; h++) {
        vec sum = {0};
        for (int j = 0; j < l->T; j++)
            for (int i = 0; i < l->T; i += VL)
                sum += vload_first((const real *)l->dy.data + interpolated_place(l, h, j, i), l->T - i);
        ((real *)l->db2.data)[h] += vsum(sum);
    }
}

/* Adds to the gradients of c and m (struct lg_interpolated_bias), by
 *   d ln(|c| t + 1) / d|c| = t / (|c| t + 1)
 *   d ln(|c| t + 1) / dt   = |c| / (|c| t + 1) */
static inline void interpolated_shares_backward(const lg_interpolated_bias *l, const real *dx) {
    const real c = interpolated_number(l->c), m = interpolated_number(l->m), size = interpolated_size(c);
    vec dc = {0}, limit = {0};
    for (int j = 0; j < l->T; j++)
        for (int i = 0; i < l->T; i += VL) {
            const interpolated p = interpolated_open(l, j, i);
            const vec g = vload(dx + interpolated_place(l, 0, j, i)) / p.below, far = p.x / (p.far * size + 1);
            dc = vfma(g, p.near / (p.near * size + 1) - p.far * far, dc);
            limit += (vec)((vmask)(g * far) & p.limited);
        }
    *(real *)l->dc.data += c < 0 ? -vsum(dc) : vsum(dc);
    *(real *)l->dm.data += vsum(limit) * size * (real)l->threshold * (m < 0 ? 1 : -1);
}

static inline void interpolated_bias_backward(const lg_kernels *set, const lg_interpolated_bias *l) {
    const ptrdiff_t places = (ptrdiff_t)l->T * LG_PAD(l->T);
    real *x = l->scratch.data, *dx = x + places, *sums = dx + places;
    memset(x, 0, 2 * (size_t)places * sizeof(real));
    for (int j = 0; j < l->T; j++)
        for (int i = 0; i < l->T; i += VL) vstore(x + interpolated_place(l, 0, j, i), interpolated_open(l, j, i).x);
    for (int f = 0; f < l->F; f++) interpolated_unit_backward(l, f, x, dx, sums);
    interpolated_offsets_backward(l);
    interpolated_shares_backward(l, dx);
}

#endif
