/* simd_norm.h: residual sum, dropout and normalization (kernel.h) in one pass over a row, and dropout alone. Common
 * model widths are whole vectors, few enough to keep a row in registers; other widths use a general loop. */
#ifndef LG_KERNEL_SIMD_NORM_H
#define LG_KERNEL_SIMD_NORM_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

#define MAX_VECS 16 /* maximum vectors in a row of add_norm_whole; above 8, gamma and its gradient are read per row */

/* The mask bits of a vector of a row, from column c on, in the low bits of the result; all ones without a mask. */
TEMPLATE unsigned mask_at(const uint16_t *row, int c) {
    return row ? (unsigned)row[c / 16] >> c % 16 : 0xffff;
}

TEMPLATE real inverse_deviation(const lg_add_norm *a, vec squares) {
    return 1 / real_sqrt(vsum(squares) / (real)a->N + a->epsilon);
}

/* The kernel for rows of `vecs` whole vectors, which stay in registers. rms: the same as a->rms, but known at compile
 * time; if true, means are 0. */
TEMPLATE void add_norm_whole(bool rms, int vecs, const lg_add_norm *a) {
    const real *h = a->h.data, *o = a->o.data, *offset = a->beta.data;
    const uint16_t *mask = o ? a->bits.data : NULL;
    const vec keep_scale = vsplat(mask ? a->keep_scale : 1), count = vsplat((real)a->N);
    real *z = a->z.data, *xhat = a->xhat.data, *rstd = a->rstd.data;
    vec gamma[MAX_VECS], beta[MAX_VECS];
    UNROLL for (int v = 0; v < vecs; v++) gamma[v] = vload((const real *)a->gamma.data + v * VL);
    UNROLL for (int v = 0; v < vecs; v++) beta[v] = offset ? vload(offset + v * VL) : (vec){0};
    for (int r = 0; r < a->M; r++, h += vecs * VL, z += vecs * VL) {
        vec s[MAX_VECS], total = {0}, squares = {0};
        UNROLL for (int v = 0; v < vecs; v++) s[v] = vload(h + v * VL);
        if (o) {
            UNROLL for (int v = 0; v < vecs; v++) {
                s[v] = vfma(vkeep(vload(o + v * VL), mask_at(mask, v * VL)), keep_scale, s[v]);
            }
            o += vecs * VL;
        }
        UNROLL for (int v = 0; v < vecs && !rms; v++) total += s[v];
        const vec mean = vsplat(vsum(total)) / count;
        UNROLL for (int v = 0; v < vecs; v++) {
            s[v] -= mean;
            squares = vfma(s[v], s[v], squares);
        }
        const real inverse = inverse_deviation(a, squares);
        UNROLL for (int v = 0; v < vecs; v++) {
            s[v] *= vsplat(inverse);
            vstore(z + v * VL, vfma(gamma[v], s[v], beta[v]));
        }
        if (xhat) {
            UNROLL for (int v = 0; v < vecs; v++) vstore(xhat + v * VL, s[v]);
            xhat += vecs * VL;
        }
        if (rstd) rstd[r] = inverse;
        if (mask) mask += LG_MASK_WORDS(a->N);
    }
}

/* The kernel for rows of any width. The sums h + drop(o) are stored in the row of z until their mean and variance are
 * known. */
TEMPLATE void add_norm_any(bool rms, const lg_add_norm *a) {
    const int N = a->N, words = LG_MASK_WORDS(N);
    const real *h = a->h.data, *o = a->o.data, *gamma = a->gamma.data, *beta = a->beta.data;
    const uint16_t *mask = o ? a->bits.data : NULL;
    const vec keep_scale = vsplat(mask ? a->keep_scale : 1);
    real *z = a->z.data, *xhat = a->xhat.data, *rstd = a->rstd.data;
    for (int r = 0; r < a->M; r++) {
        vec total = {0}, squares = {0};
        for (int c = 0; c < N; c += VL) {
            vec s = vload_first(h + c, N - c);
            if (o) s = vfma(vkeep(vload_first(o + c, N - c), mask_at(mask, c)), keep_scale, s);
            vstore_first(z + c, s, N - c);
            total += s;
        }
        const vec mean = rms ? (vec){0} : vsplat(vsum(total) / (real)N);
        for (int c = 0; c < N; c += VL) {
            vec s = vload_first(z + c, N - c) - mean;
            if (N - c < VL) s = vkeep(s, (1u << (N - c)) - 1);
            squares = vfma(s, s, squares);
        }
        const real inverse = inverse_deviation(a, squares);
        for (int c = 0; c < N; c += VL) {
            const vec normal = (vload_first(z + c, N - c) - mean) * vsplat(inverse);
            if (xhat) vstore_first(xhat + c, normal, N - c);
            const vec offset = beta ? vload_first(beta + c, N - c) : (vec){0};
            vstore_first(z + c, vfma(vload_first(gamma + c, N - c), normal, offset), N - c);
        }
        if (rstd) rstd[r] = inverse;
        h += N, z += N;
        if (o) o += N;
        if (xhat) xhat += N;
        if (mask) mask += words;
    }
}

TEMPLATE void add_norm_rows(bool rms, const lg_add_norm *a) {
    switch (a->N) {
    case 4 * VL: add_norm_whole(rms, 4, a); break;
    case 8 * VL: add_norm_whole(rms, 8, a); break;
    case 16 * VL: add_norm_whole(rms, 16, a); break;
    default: add_norm_any(rms, a);
    }
}

static inline void add_norm(const lg_kernels *set, const lg_add_norm *a) {
    if (a->rms)
        add_norm_rows(true, a);
    else
        add_norm_rows(false, a);
}

TEMPLATE void put_first(real *y, vec a, int n, bool accumulate) {
    if (accumulate) a += vload_first(y, n);
    vstore_first(y, a, n);
}

/* With g = gamma * dz: ds = rstd * (g - mean(g) - xhat * mean(g * xhat)). If `rms` is true, without the term
 * mean(g). */
TEMPLATE void add_norm_backward_whole(bool rms, int vecs, const lg_add_norm *a) {
    const real *dz = a->dz.data, *xhat = a->xhat.data, *rstd = a->rstd.data;
    real *dh = a->dh.data, *d_o = a->d_o.data;
    const uint16_t *mask = d_o ? a->bits.data : NULL;
    const vec keep_scale = vsplat(mask ? a->keep_scale : 1), count = vsplat((real)a->N);
    vec dgamma[MAX_VECS], dbeta[MAX_VECS];
    UNROLL for (int v = 0; v < vecs; v++) dgamma[v] = dbeta[v] = (vec){0};
    for (int r = 0; r < a->M; r++, dz += vecs * VL, xhat += vecs * VL, dh += vecs * VL) {
        vec g[MAX_VECS], x[MAX_VECS], total = {0}, slope = {0};
        UNROLL for (int v = 0; v < vecs; v++) {
            const vec d = vload(dz + v * VL);
            x[v] = vload(xhat + v * VL);
            g[v] = vload((const real *)a->gamma.data + v * VL) * d;
            dgamma[v] = vfma(d, x[v], dgamma[v]);
            dbeta[v] += d;
            if (!rms) total += g[v];
            slope = vfma(g[v], x[v], slope);
        }
        const vec mean = vsplat(vsum(total)) / count, slope_mean = vsplat(vsum(slope)) / count;
        UNROLL for (int v = 0; v < vecs; v++) {
            g[v] = vsplat(rstd[r]) * (g[v] - mean - x[v] * slope_mean);
            put_first(dh + v * VL, g[v], VL, a->dh_accumulate);
        }
        if (!d_o) continue;
        UNROLL for (int v = 0; v < vecs; v++) {
            put_first(d_o + v * VL, vkeep(g[v], mask_at(mask, v * VL)) * keep_scale, VL, a->do_accumulate);
        }
        d_o += vecs * VL;
        if (mask) mask += LG_MASK_WORDS(a->N);
    }
    UNROLL for (int v = 0; v < vecs; v++) {
        put_first((real *)a->dgamma.data + v * VL, dgamma[v], VL, true);
        if (a->dbeta.data) put_first((real *)a->dbeta.data + v * VL, dbeta[v], VL, true);
    }
}

TEMPLATE void add_norm_backward_any(bool rms, const lg_add_norm *a) {
    const int N = a->N, words = LG_MASK_WORDS(N);
    const real *gamma = a->gamma.data, *dz = a->dz.data, *xhat = a->xhat.data, *rstd = a->rstd.data;
    real *dh = a->dh.data, *d_o = a->d_o.data, *dgamma = a->dgamma.data, *dbeta = a->dbeta.data;
    const uint16_t *mask = d_o ? a->bits.data : NULL;
    const vec keep_scale = vsplat(mask ? a->keep_scale : 1);
    for (int r = 0; r < a->M; r++) {
        vec total = {0}, slope = {0};
        for (int c = 0; c < N; c += VL) {
            const int left = N - c;
            const vec d = vload_first(dz + c, left), x = vload_first(xhat + c, left);
            const vec g = vload_first(gamma + c, left) * d;
            total += g;
            slope = vfma(g, x, slope);
            vstore_first(dgamma + c, vfma(d, x, vload_first(dgamma + c, left)), left);
            if (dbeta) vstore_first(dbeta + c, vload_first(dbeta + c, left) + d, left);
        }
        const vec g_mean = rms ? (vec){0} : vsplat(vsum(total) / (real)N), slope_mean = vsplat(vsum(slope) / (real)N);
        const vec scale = vsplat(rstd[r]);
        for (int c = 0; c < N; c += VL) {
            const int left = N - c;
            const vec g = vload_first(gamma + c, left) * vload_first(dz + c, left);
            const vec ds = scale * (g - g_mean - vload_first(xhat + c, left) * slope_mean);
            put_first(dh + c, ds, left, a->dh_accumulate);
            if (d_o) put_first(d_o + c, vkeep(ds, mask_at(mask, c)) * keep_scale, left, a->do_accumulate);
        }
        dz += N, xhat += N, dh += N;
        if (d_o) d_o += N;
        if (mask) mask += words;
    }
}

TEMPLATE void add_norm_backward_rows(bool rms, const lg_add_norm *a) {
    switch (a->N) {
    case 4 * VL: add_norm_backward_whole(rms, 4, a); break;
    case 8 * VL: add_norm_backward_whole(rms, 8, a); break;
    case 16 * VL: add_norm_backward_whole(rms, 16, a); break;
    default: add_norm_backward_any(rms, a);
    }
}

static inline void add_norm_backward(const lg_kernels *set, const lg_add_norm *a) {
    if (a->rms)
        add_norm_backward_rows(true, a);
    else
        add_norm_backward_rows(false, a);
}

static inline void dropout(const lg_kernels *set, lg_view y, lg_view x, lg_view bits, int M, int N, real keep_scale,
                           bool accumulate) {
    const real *in = x.data;
    const uint16_t *mask = bits.data;
    const vec scale = vsplat(mask ? keep_scale : 1);
    real *out = y.data;
    for (int r = 0; r < M; r++, in += N, out += N) {
        for (int c = 0; c < N; c += VL) {
            put_first(out + c, vkeep(vload_first(in + c, N - c), mask_at(mask, c)) * scale, N - c, accumulate);
        }
        if (mask) mask += LG_MASK_WORDS(N);
    }
}

#endif
