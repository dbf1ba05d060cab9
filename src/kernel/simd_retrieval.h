/* simd_retrieval.h: heads of unit length, and exact search for the stored keys nearest to a query (struct
 * lg_retrieval). In the search a SIMD lane is a query: a block of queries is transposed and compared with one key after
 * another. A key that is no better than the worst key chosen so far costs one comparison for all lanes. In all other
 * functions a SIMD lane is a column. */
#ifndef LG_KERNEL_SIMD_RETRIEVAL_H
#define LG_KERNEL_SIMD_RETRIEVAL_H

#include <math.h>
#include <string.h>

#include "kernel/kernel.h"
#include "kernel/vec.h"

enum { SEARCHED = LG_VEC_REGISTERS / 4 }; /* keys computed together */

TEMPLATE real head_product(const real *x, const real *y, int D) {
    hvec sum = {0};
    for (int c = 0; c < D; c += HL) sum = hfma(hload_first(x + c, D - c), hload_first(y + c, D - c), sum);
    real total = 0;
    for (int l = 0; l < HL; l++) total += sum[l];
    return total;
}

static inline void unit_heads(const lg_kernels *set, const lg_unit_heads *a) {
    const real *factor = a->factor.data;
    for (ptrdiff_t n = 0; n < (ptrdiff_t)a->M * a->H; n++) {
        const real *x = (const real *)a->x.data + n * a->D;
        real *y = (real *)a->y.data + n * a->D;
        real scale = (real)(1 / sqrt((double)head_product(x, x, a->D) + LG_UNIT_EPSILON));
        if (factor) scale *= (real)fabs((double)factor[n % a->H]);
        for (int c = 0; c < a->D; c += HL) hstore_first(y + c, hload_first(x + c, a->D - c) * hsplat(scale), a->D - c);
    }
}

static inline void unit_heads_backward(const lg_kernels *set, const lg_unit_heads *a) {
    const real *factor = a->factor.data;
    for (ptrdiff_t n = 0; n < (ptrdiff_t)a->M * a->H; n++) {
        const real *x = (const real *)a->x.data + n * a->D, *dy = (const real *)a->dy.data + n * a->D;
        real *dx = (real *)a->dx.data + n * a->D;
        const real r = (real)(1 / sqrt((double)head_product(x, x, a->D) + LG_UNIT_EPSILON));
        const real tau = factor ? factor[n % a->H] : 1, along = r * head_product(x, dy, a->D);
        const hvec scale = hsplat((tau < 0 ? -tau : tau) * r), back = hsplat(r * along);
        for (int c = 0; c < a->D; c += HL) {
            hvec value = (hload_first(dy + c, a->D - c) - back * hload_first(x + c, a->D - c)) * scale;
            if (a->accumulate) value += hload_first(dx + c, a->D - c);
            hstore_first(dx + c, value, a->D - c);
        }
        if (a->dfactor.data) ((real *)a->dfactor.data)[n % a->H] += tau < 0 ? -along : along;
    }
}

/* ---- search ----------------------------------------------------------------------------------------------------- */

/* The chosen keys of a query: a binary heap with the worst key at the root. A key is worse if its score is lower, or if
 * scores are equal and it was stored later. */
typedef struct choice {
    real *score;
    int32_t *index;
    int count;
} choice;

TEMPLATE bool is_worse(real score, int32_t index, real than_score, int32_t than_index) {
    return score < than_score || (score == than_score && index > than_index);
}

/* Returns the position of a key that is added at the end of the heap. Moves better keys above that position down. */
TEMPLATE int rise(choice *x, int at, real score, int32_t index) {
    for (int above; at > 0; at = above) {
        above = (at - 1) / 2;
        if (!is_worse(score, index, x->score[above], x->index[above])) break;
        x->score[at] = x->score[above], x->index[at] = x->index[above];
    }
    return at;
}

/* Returns the position of a key that replaces the worst key. Moves worse keys below the root up. */
TEMPLATE int sink(choice *x, real score, int32_t index) {
    int at = 0;
    for (int below = 1; below < x->count; below = 2 * at + 1) {
        if (below + 1 < x->count)
            below += is_worse(x->score[below + 1], x->index[below + 1], x->score[below], x->index[below]);
        if (!is_worse(x->score[below], x->index[below], score, index)) break;
        x->score[at] = x->score[below], x->index[at] = x->index[below];
        at = below;
    }
    return at;
}

/* Adds a key; returns the score that a later key must exceed. */
static inline real choose(choice *x, int chosen, real score, int32_t index) {
    const int at = x->count < chosen ? rise(x, x->count++, score, index) : sink(x, score, index);
    x->score[at] = score, x->index[at] = index;
    return x->count < chosen ? LG_LOWEST : x->score[0];
}

/* Queries of one head of a sequence. */
typedef struct searched {
    const lg_retrieval *a;
    int s, h, first, live;
    real *columns; /* [D][VL] */
} searched;

TEMPLATE const real *stored_row(const lg_retrieval *a, lg_view rows, int s, int h, int j) {
    return (const real *)rows.data + (((ptrdiff_t)s * a->size + a->size - a->M + j) * a->H + h) * a->D;
}

/* Index of query i of a head in an array with a row for each query and head. */
TEMPLATE ptrdiff_t query_row(const lg_retrieval *a, int s, int h, int i) {
    return ((ptrdiff_t)s * a->Q + i) * a->H + h;
}

TEMPLATE bool any_above(vec x, vec least) {
    const vmask above = x > least;
    uint64_t words[LG_VEC_BYTES / sizeof(uint64_t)], any = 0;
    memcpy(words, &above, sizeof words);
    UNROLL for (size_t w = 0; w < sizeof words / sizeof *words; w++) any |= words[w];
    return any;
}

/* Compares all queries with keys j..j+keys-1, and updates the chosen keys. */
TEMPLATE void search_keys(int keys, const searched *x, int j, vec *least, choice chosen[VL]) {
    const lg_retrieval *a = x->a;
    const real *key = stored_row(a, a->keys, x->s, x->h, j);
    const ptrdiff_t stride = (ptrdiff_t)a->H * a->D;
    vec sum[SEARCHED];
    UNROLL for (int k = 0; k < keys; k++) sum[k] = (vec){0};
    for (int d = 0; d < a->D; d++) {
        const vec column = vload(x->columns + d * VL);
        UNROLL for (int k = 0; k < keys; k++) sum[k] = vfma(vsplat(key[k * stride + d]), column, sum[k]);
    }
    vec highest = sum[0];
    UNROLL for (int k = 1; k < keys; k++) highest = vmax(highest, sum[k]);
    if (!any_above(highest, *least)) return;
    for (int k = 0; k < keys; k++) {
        if (!any_above(sum[k], *least)) continue;
        for (int l = 0; l < x->live; l++)
            if (sum[k][l] > (*least)[l]) (*least)[l] = choose(&chosen[l], a->chosen, sum[k][l], j + k);
    }
}

static inline void search_block(const searched *x) {
    const lg_retrieval *a = x->a;
    vec least = vsplat(LG_LOWEST);
    choice chosen[VL];
    for (int l = 0; l < VL; l++) {
        if (l >= x->live) least[l] = -LG_LOWEST; /* lanes past the last query */
        const ptrdiff_t row = query_row(a, x->s, x->h, x->first + (l < x->live ? l : 0));
        chosen[l] = (choice){(real *)a->weight.data + row * a->chosen, (int32_t *)a->index.data + row * a->chosen, 0};
        for (int d = 0; d < a->D; d++) x->columns[d * VL + l] = ((const real *)a->q.data)[row * a->D + d];
    }
    int j = 0;
    for (; j + SEARCHED <= a->M; j += SEARCHED) search_keys(SEARCHED, x, j, &least, chosen);
    for (; j < a->M; j++) search_keys(1, x, j, &least, chosen);
}

/* Sorts the chosen keys by index; returns the highest score. */
static inline real sort_chosen(int count, real *score, int32_t *index) {
    real top = score[0];
    for (int c = 1; c < count; c++) {
        const real own = score[c];
        const int32_t j = index[c];
        int at = c;
        top = own > top ? own : top;
        for (; at > 0 && index[at - 1] > j; at--) score[at] = score[at - 1], index[at] = index[at - 1];
        score[at] = own, index[at] = j;
    }
    return top;
}

/* Computes the softmax over the chosen keys, and the weighted sum of their values. */
static inline void mix_chosen(const lg_retrieval *a, int s, int h, int i) {
    const ptrdiff_t row = query_row(a, s, h, i);
    real *weight = (real *)a->weight.data + row * a->chosen, *o = (real *)a->o.data + row * a->D;
    int32_t *index = (int32_t *)a->index.data + row * a->chosen;
    const double top = (double)sort_chosen(a->chosen, weight, index);
    double total = 0;
    for (int c = 0; c < a->chosen; c++) total += weight[c] = (real)exp((double)weight[c] - top);
    for (int c = 0; c < a->chosen; c++) weight[c] = (real)((double)weight[c] / total);
    for (int d = 0; d < a->D; d += HL) {
        hvec sum = {0};
        for (int c = 0; c < a->chosen; c++)
            sum = hfma(hsplat(weight[c]), hload_first(stored_row(a, a->values, s, h, index[c]) + d, a->D - d), sum);
        hstore_first(o + d, sum, a->D - d);
    }
    if (a->log_sum.data)
        ((real *)a->log_sum.data)[((ptrdiff_t)s * a->H + h) * LG_PAD(a->Q) + i] = (real)(top + log(total));
}

static inline void retrieve(const lg_kernels *set, const lg_retrieval *a) {
    for (int n = 0; n < a->S * a->H; n++) {
        searched x = {.a = a, .s = n / a->H, .h = n % a->H, .columns = a->scratch.data};
        for (x.first = 0; x.first < a->Q; x.first += VL) {
            x.live = a->Q - x.first < VL ? a->Q - x.first : VL;
            search_block(&x);
        }
        for (int i = 0; i < a->Q; i++) mix_chosen(a, x.s, x.h, i);
    }
}

static inline void retrieve_backward(const lg_kernels *set, const lg_retrieval *a) {
    for (int n = 0; n < a->S * a->Q * a->H; n++) {
        const int s = n / (a->Q * a->H), i = n / a->H % a->Q, h = n % a->H;
        const ptrdiff_t row = query_row(a, s, h, i), place = ((ptrdiff_t)s * a->H + h) * LG_PAD(a->Q) + i;
        const real *weight = (const real *)a->weight.data + row * a->chosen, *d_log = a->d_log_sum.data;
        const int32_t *index = (const int32_t *)a->index.data + row * a->chosen;
        const real *d_o = (const real *)a->d_o.data + row * a->D;
        real *dq = (real *)a->dq.data + row * a->D, mean = d_log ? -d_log[place] : 0;
        for (int c = 0; c < a->chosen; c++)
            mean += weight[c] * head_product(d_o, stored_row(a, a->values, s, h, index[c]), a->D);
        for (int d = 0; d < a->D && !a->dq_accumulate; d += HL) hstore_first(dq + d, (hvec){0}, a->D - d);
        for (int c = 0; c < a->chosen; c++) {
            const real *key = stored_row(a, a->keys, s, h, index[c]);
            const real e = weight[c] * (head_product(d_o, stored_row(a, a->values, s, h, index[c]), a->D) - mean);
            for (int d = 0; d < a->D; d += HL)
                hstore_first(dq + d, hfma(hsplat(e), hload_first(key + d, a->D - d), hload_first(dq + d, a->D - d)),
                             a->D - d);
        }
    }
}

#endif
