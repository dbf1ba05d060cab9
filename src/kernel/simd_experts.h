/* simd_experts.h: mixtures of experts: gates, the load balancing loss, scaled rows, and maps along tokens. Routing uses
 * the reference kernel, because it compares only a few numbers per token. */
#ifndef LG_KERNEL_SIMD_EXPERTS_H
#define LG_KERNEL_SIMD_EXPERTS_H

#include "kernel/kernel.h"
#include "kernel/simd_elementwise.h"
#include "kernel/vec.h"

/* ---- the softmax of a token over experts ---- */

typedef struct expert_row {
    real p[LG_EXPERTS_MAX] __attribute__((aligned(LG_VEC_BYTES)));
} expert_row;

/* p = softmax(x). Returns log(sum(exp(x))). */
static inline real expert_softmax(const real *x, int E, expert_row *to) {
    vec total = {0};
    real top = x[0];
    for (int e = 1; e < E; e++) top = x[e] > top ? x[e] : top;
    for (int e = 0; e < E; e += VL) {
        const int left = E - e;
        const vec part = vexp(vload_first(x + e, left) - vsplat(top));
        total += left < VL ? vkeep(part, (1u << left) - 1) : part;
        vstore(to->p + e, part);
    }
    const real sum = vsum(total);
    for (int e = 0; e < E; e += VL) vstore(to->p + e, vload(to->p + e) / vsplat(sum));
    return top + real_log(sum);
}

static inline void gate(const lg_kernels *set, const lg_gate *a) {
    const real *logits = a->logits.data;
    const int32_t *expert = a->expert.data;
    real *y = a->y.data;
    expert_row row;
    for (int r = 0; r < a->M; r++, logits += a->E) {
        y[r] = 0;
        if (expert[r] < 0) continue;
        if (!a->sigmoid) expert_softmax(logits, a->E, &row);
        y[r] = a->sigmoid ? 1 / (1 + real_exp(-logits[expert[r]])) : row.p[expert[r]];
    }
}

/* out (+)= factor p over E columns. If own >= 0, also adds `more` to column own. */
TEMPLATE void put_slopes(real *out, const expert_row *row, int E, real factor, int own, real more, bool accumulate) {
    for (int e = 0; e < E; e += VL) {
        const vec before = accumulate ? vload_first(out + e, E - e) : (vec){0};
        vstore_first(out + e, vfma(vload(row->p + e), vsplat(factor), before), E - e);
    }
    if (own >= 0) out[own] += more;
}

static inline void gate_backward(const lg_kernels *set, const lg_gate *a) {
    const real *logits = a->logits.data, *dy = a->dy.data;
    const int32_t *expert = a->expert.data;
    real *out = a->dlogits.data;
    expert_row row = {{0}};
    for (int r = 0; r < a->M; r++, logits += a->E, out += a->E) {
        const int own = expert[r];
        real y = 0, factor = 0;
        if (own >= 0 && a->sigmoid) y = 1 / (1 + real_exp(-logits[own]));
        if (own >= 0 && !a->sigmoid) expert_softmax(logits, a->E, &row), y = row.p[own], factor = -dy[r] * y;
        put_slopes(out, &row, a->E, factor, own, a->sigmoid ? dy[r] * y * (1 - y) : dy[r] * y, a->accumulate);
    }
}

/* Counts the tokens of a sequence that chose each expert. */
static inline void count_experts(const lg_balance *a, int s, expert_row *counts) {
    const int32_t *choice = (const int32_t *)a->choice.data + (ptrdiff_t)s * a->T;
    for (int e = 0; e < LG_EXPERTS_MAX; e++) counts->p[e] = 0;
    for (int t = 0; t < a->T; t++) counts->p[choice[t]] += 1;
}

static inline real weighted_sum(const expert_row *a, const expert_row *b, int E) {
    vec total = {0};
    for (int e = 0; e < E; e += VL) {
        const vec part = vload(a->p + e) * vload(b->p + e);
        total += E - e < VL ? vkeep(part, (1u << (E - e)) - 1) : part;
    }
    return vsum(total);
}

static inline void balance(const lg_kernels *set, const lg_balance *a) {
    const real *logits = a->logits.data;
    expert_row counts, row;
    for (int s = 0; s < a->S; s++) {
        double product = 0, squares = 0;
        count_experts(a, s, &counts);
        for (int t = 0; t < a->T; t++, logits += a->E) {
            const double lse = expert_softmax(logits, a->E, &row);
            squares += lse * lse;
            product += weighted_sum(&counts, &row, a->E);
        }
        const double T = a->T;
        ((real *)a->y.data)[s] = (real)(a->balance * a->E * product / (T * T) + a->z * squares / T);
    }
}

/* For one token and each expert: dlogits (+)= p (unit count - mean + 2 factor z lse / T), where p is the expert's
 * probability, count its number of tokens in the sequence, unit = factor balance E / T^2, mean the sum of p unit count
 * over experts, and lse the log sum of exponentials of the logits. */
TEMPLATE void balance_token(const lg_balance *a, const real *logits, const expert_row *counts, real *out) {
    const double T = a->T;
    const real unit = (real)(a->factor * a->balance * a->E / (T * T));
    expert_row row;
    const real lse = expert_softmax(logits, a->E, &row), mean = unit * weighted_sum(counts, &row, a->E);
    const real rest = (real)(2 * a->factor * a->z * lse / T) - mean;
    for (int e = 0; e < a->E; e += VL) {
        const vec before = a->accumulate ? vload_first(out + e, a->E - e) : (vec){0};
        const vec slope = vfma(vload(counts->p + e), vsplat(unit), vsplat(rest));
        vstore_first(out + e, vfma(vload(row.p + e), slope, before), a->E - e);
    }
}

static inline void balance_backward(const lg_kernels *set, const lg_balance *a) {
    const real *logits = a->logits.data;
    real *out = a->dlogits.data;
    expert_row counts;
    for (int s = 0; s < a->S; s++) {
        count_experts(a, s, &counts);
        for (int t = 0; t < a->T; t++, logits += a->E, out += a->E) balance_token(a, logits, &counts, out);
    }
}

/* ---- scaled rows ---- */

static inline void scale_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view g, int M, int N, bool accumulate) {
    const real *in = x.data;
    real *out = y.data;
    for (int r = 0; r < M; r++, in += N, out += N) {
        const vec factor = vsplat(((const real *)g.data)[r]);
        for (int c = 0; c < N; c += VL) {
            const vec before = accumulate ? vload_first(out + c, N - c) : (vec){0};
            vstore_first(out + c, vfma(factor, vload_first(in + c, N - c), before), N - c);
        }
    }
}

static inline void dot_rows(const lg_kernels *set, lg_view g, lg_view x, lg_view z, int M, int N, bool accumulate) {
    const real *a = x.data, *b = z.data;
    real *out = g.data;
    for (int r = 0; r < M; r++, a += N, b += N) {
        vec total = {0};
        for (int c = 0; c < N; c += VL) total = vfma(vload_first(a + c, N - c), vload_first(b + c, N - c), total);
        out[r] = (accumulate ? out[r] : 0) + vsum(total);
    }
}

/* ---- maps along tokens ---- */

#define MAPPED 4 /* tokens computed together */

/* The matrix of a group of columns, and a vector of columns of the group, in one sequence. */
typedef struct mapped_columns {
    const lg_token_map *a;
    const real *w;
    int left; /* columns of the group from this vector on */
} mapped_columns;

/* Adds the contribution of tokens from..to-1 of x to token t. */
TEMPLATE vec map_token(const mapped_columns *m, const real *x, int t, int from, int to, vec total) {
    const real *w = m->w + (ptrdiff_t)t * m->a->R;
    for (int j = from; j < to; j++) total = vfma(vsplat(w[j]), vload_first(x + (ptrdiff_t)j * m->a->N, m->left), total);
    return total;
}

/* Computes a vector of columns of y for tokens t..t+count-1. */
TEMPLATE void map_tokens(const mapped_columns *m, real *y, const real *x, const real *bias, int t, int count) {
    const ptrdiff_t N = m->a->N, R = m->a->R;
    const int common = m->a->causal ? t + 1 : m->a->T;
    vec total[MAPPED];
    UNROLL for (int i = 0; i < count; i++) total[i] = vsplat(bias[t + i]);
    for (int j = 0; j < common; j++) {
        const vec row = vload_first(x + j * N, m->left);
        UNROLL for (int i = 0; i < count; i++) total[i] = vfma(vsplat(m->w[(t + i) * R + j]), row, total[i]);
    }
    for (int i = 0; i < count; i++) {
        if (m->a->causal) total[i] = map_token(m, x, t + i, common, t + i + 1, total[i]);
        vstore_first(y + (t + i) * N, total[i], m->left);
    }
}

/* Loops over every vector of columns of every sequence. c: the vector's first column; m.left: columns of the group from
 * c on. */
#define EACH_MAPPED(a, s, c, m)                                                                                        \
    for (int s = 0; s < (a)->S; s++)                                                                                   \
        for (int e_ = 0, width_ = (a)->N / (a)->E; e_ < (a)->E; e_++)                                                  \
            for (int c = e_ * width_; c < (e_ + 1) * width_; c += VL)                                                  \
                for (mapped_columns m = {(a), (const real *)(a)->w.data + (ptrdiff_t)e_ * (a)->R * (a)->R,             \
                                         (e_ + 1) * width_ - c};                                                       \
                     m.a; m.a = NULL)

static inline void token_map(const lg_kernels *set, const lg_token_map *a) {
    EACH_MAPPED(a, s, c, m) {
        const ptrdiff_t at = (ptrdiff_t)s * a->T * a->N + c;
        const real *bias = (const real *)a->bias.data + (ptrdiff_t)(c / (a->N / a->E)) * a->R;
        int t = 0;
        for (; t + MAPPED <= a->T; t += MAPPED)
            map_tokens(&m, (real *)a->y.data + at, (const real *)a->x.data + at, bias, t, MAPPED);
        for (; t < a->T; t++) map_tokens(&m, (real *)a->y.data + at, (const real *)a->x.data + at, bias, t, 1);
    }
}

/* Computes a vector of columns of dx for tokens j..j+count-1. */
TEMPLATE void map_back(const mapped_columns *m, real *dx, const real *dy, int j, int count, bool accumulate) {
    const ptrdiff_t N = m->a->N, R = m->a->R;
    vec total[MAPPED];
    UNROLL for (int i = 0; i < count; i++) {
        total[i] = accumulate ? vload_first(dx + (j + i) * N, m->left) : (vec){0};
    }
    const int common = m->a->causal ? j + count - 1 : 0;
    for (int i = 0; m->a->causal && i < count; i++)
        for (int t = j + i; t < common; t++)
            total[i] = vfma(vsplat(m->w[t * R + j + i]), vload_first(dy + t * N, m->left), total[i]);
    for (int t = common; t < m->a->T; t++) {
        const vec row = vload_first(dy + t * N, m->left);
        UNROLL for (int i = 0; i < count; i++) total[i] = vfma(vsplat(m->w[t * R + j + i]), row, total[i]);
    }
    UNROLL for (int i = 0; i < count; i++) vstore_first(dx + (j + i) * N, total[i], m->left);
}

static inline void token_map_input(const lg_token_map *a) {
    EACH_MAPPED(a, s, c, m) {
        const ptrdiff_t at = (ptrdiff_t)s * a->T * a->N + c;
        real *dx = (real *)a->dx.data + at;
        const real *dy = (const real *)a->dy.data + at;
        int j = 0;
        for (; j + MAPPED <= a->T; j += MAPPED) map_back(&m, dx, dy, j, MAPPED, a->accumulate);
        for (; j < a->T; j++) map_back(&m, dx, dy, j, 1, a->accumulate);
    }
}

#define MAP_ROWS    8  /* tokens of dy computed together */
#define MAP_COLUMNS 64 /* columns of VL tokens of x that are transposed together */

/* Transposes columns of at most VL tokens of x: a vector for each column. */
TEMPLATE void transpose_tokens(real *to, const real *x, ptrdiff_t N, int tokens, int columns) {
    for (int l = 0; l < VL; l++)
        for (int c = 0; c < columns; c++) to[c * VL + l] = l < tokens ? x[l * N + c] : 0;
}

/* Adds the contribution of the transposed columns to elements (t,j..j+VL-1) of a matrix, for `count` tokens t. */
TEMPLATE void add_map_rows(const lg_token_map *a, real *dw, const real *dy, const real *x, int t, int count, int j,
                           int columns) {
    const ptrdiff_t N = a->N, R = a->R;
    vec total[MAP_ROWS];
    UNROLL for (int i = 0; i < count; i++) total[i] =
        vload_first(dw + (t + i) * R + j, a->causal ? t + i + 1 - j : a->T - j);
    for (int c = 0; c < columns; c++) {
        const vec row = vload(x + c * VL);
        UNROLL for (int i = 0; i < count; i++) total[i] = vfma(vsplat(dy[(t + i) * N + c]), row, total[i]);
    }
    UNROLL for (int i = 0; i < count; i++)
        vstore_first(dw + (t + i) * R + j, total[i], a->causal ? t + i + 1 - j : a->T - j);
}

/* Adds the contribution of all sequences to elements j..j+VL-1 of each row of matrix e. The sums are over columns; a
 * SIMD lane is a token of x. */
static inline void map_gradients(const lg_token_map *a, int e, int j) {
    const int width = a->N / a->E, tokens = a->T - j < VL ? a->T - j : VL;
    real *dw = (real *)a->dw.data + (ptrdiff_t)e * a->R * a->R, x[MAP_COLUMNS * VL];
    for (int s = 0; s < a->S; s++)
        for (int c = 0; c < width; c += MAP_COLUMNS) {
            const int columns = width - c < MAP_COLUMNS ? width - c : MAP_COLUMNS;
            const ptrdiff_t at = (ptrdiff_t)s * a->T * a->N + e * width + c;
            const real *dy = (const real *)a->dy.data + at;
            int t = a->causal ? j : 0;
            transpose_tokens(x, (const real *)a->x.data + at + (ptrdiff_t)j * a->N, a->N, tokens, columns);
            for (; t + MAP_ROWS <= a->T; t += MAP_ROWS) add_map_rows(a, dw, dy, x, t, MAP_ROWS, j, columns);
            for (; t < a->T; t++) add_map_rows(a, dw, dy, x, t, 1, j, columns);
        }
}

TEMPLATE real map_bias(const lg_token_map *a, int c, int t) {
    const int width = a->N / a->E;
    vec total = {0};
    for (int s = 0; s < a->S; s++) {
        const real *dy = (const real *)a->dy.data + ((ptrdiff_t)s * a->T + t) * a->N + c;
        for (int i = 0; i < width; i += VL) total += vload_first(dy + i, width - i);
    }
    return vsum(total);
}

static inline void token_map_backward(const lg_kernels *set, const lg_token_map *a) {
    if (a->dx.data) token_map_input(a);
    for (int e = 0; e < a->E; e++) {
        const int c = e * (a->N / a->E);
        for (int t = 0; t < a->T; t++) ((real *)a->dbias.data)[(ptrdiff_t)e * a->R + t] += map_bias(a, c, t);
        for (int j = 0; j < a->T; j += VL) map_gradients(a, e, j);
    }
}

#endif
