/* ref_retrieval.c: reference kernels of retrieval layers (Wu et al. 2022): heads of unit length, and attention to the
 * stored keys nearest to a query. */
#include <math.h>

#include "kernel/ref.h"

/* 1 / |x| of a head. */
static double inverse_length(const real *x, int D) {
    double squares = 0;
    for (int d = 0; d < D; d++) squares += (double)x[d] * x[d];
    return 1 / sqrt(squares + LG_UNIT_EPSILON);
}

static double product_of(const real *x, const real *y, int D) {
    double total = 0;
    for (int d = 0; d < D; d++) total += (double)x[d] * y[d];
    return total;
}

void lg_ref_unit_heads(const lg_kernels *set, const lg_unit_heads *a) {
    const real *factor = a->factor.data;
    for (ptrdiff_t n = 0; n < (ptrdiff_t)a->M * a->H; n++) {
        const real *x = (const real *)a->x.data + n * a->D;
        const double scale = inverse_length(x, a->D) * (factor ? fabs((double)factor[n % a->H]) : 1);
        for (int d = 0; d < a->D; d++) ((real *)a->y.data)[n * a->D + d] = scale * x[d];
    }
}

void lg_ref_unit_heads_backward(const lg_kernels *set, const lg_unit_heads *a) {
    const real *factor = a->factor.data;
    for (ptrdiff_t n = 0; n < (ptrdiff_t)a->M * a->H; n++) {
        const real *x = (const real *)a->x.data + n * a->D, *dy = (const real *)a->dy.data + n * a->D;
        real *dx = (real *)a->dx.data + n * a->D;
        const double r = inverse_length(x, a->D), tau = factor ? factor[n % a->H] : 1, along = product_of(x, dy, a->D);
        for (int d = 0; d < a->D; d++) {
            const double value = fabs(tau) * r * (dy[d] - r * r * along * x[d]);
            dx[d] = a->accumulate ? dx[d] + value : value;
        }
        if (a->dfactor.data) ((real *)a->dfactor.data)[n % a->H] += tau < 0 ? -r * along : r * along;
    }
}

/* Stored row j of head h, counted among the last M rows. */
static const real *stored_row(const lg_retrieval *a, lg_view rows, int s, int h, int j) {
    return (const real *)rows.data + (((ptrdiff_t)s * a->size + a->size - a->M + j) * a->H + h) * a->D;
}

/* Selects the keys with the largest products, in descending order; the earlier key wins ties. */
static void choose(const lg_retrieval *a, const real *q, int s, int h, real *score, int32_t *index) {
    int count = 0;
    for (int j = 0; j < a->M; j++) {
        const real product = product_of(q, stored_row(a, a->keys, s, h, j), a->D);
        if (count == a->chosen && !(product > score[count - 1])) continue;
        int at = count < a->chosen ? count++ : count - 1;
        for (; at > 0 && product > score[at - 1]; at--) score[at] = score[at - 1], index[at] = index[at - 1];
        score[at] = product, index[at] = j;
    }
}

/* Sorts the chosen keys by index. */
static void sort_chosen(int count, real *score, int32_t *index) {
    for (int c = 1; c < count; c++) {
        const real product = score[c];
        const int32_t j = index[c];
        int at = c;
        for (; at > 0 && index[at - 1] > j; at--) score[at] = score[at - 1], index[at] = index[at - 1];
        score[at] = product, index[at] = j;
    }
}

void lg_ref_retrieve(const lg_kernels *set, const lg_retrieval *a) {
    for (ptrdiff_t n = 0; n < (ptrdiff_t)a->S * a->Q * a->H; n++) {
        const int s = (int)(n / ((ptrdiff_t)a->Q * a->H)), i = (int)(n / a->H % a->Q), h = (int)(n % a->H);
        real *weight = (real *)a->weight.data + n * a->chosen, *o = (real *)a->o.data + n * a->D;
        int32_t *index = (int32_t *)a->index.data + n * a->chosen;
        choose(a, (const real *)a->q.data + n * a->D, s, h, weight, index);
        const double top = weight[0];
        double total = 0;
        sort_chosen(a->chosen, weight, index);
        for (int c = 0; c < a->chosen; c++) total += exp(weight[c] - top);
        for (int c = 0; c < a->chosen; c++) weight[c] = exp(weight[c] - top) / total;
        for (int d = 0; d < a->D; d++) {
            double sum = 0;
            for (int c = 0; c < a->chosen; c++) sum += (double)weight[c] * stored_row(a, a->values, s, h, index[c])[d];
            o[d] = sum;
        }
        if (a->log_sum.data) ((real *)a->log_sum.data)[((ptrdiff_t)s * a->H + h) * LG_PAD(a->Q) + i] = top + log(total);
    }
}

void lg_ref_retrieve_backward(const lg_kernels *set, const lg_retrieval *a) {
    for (ptrdiff_t n = 0; n < (ptrdiff_t)a->S * a->Q * a->H; n++) {
        const int s = (int)(n / ((ptrdiff_t)a->Q * a->H)), i = (int)(n / a->H % a->Q), h = (int)(n % a->H);
        const real *weight = (const real *)a->weight.data + n * a->chosen;
        const real *d_o = (const real *)a->d_o.data + n * a->D, *d_log = a->d_log_sum.data;
        const int32_t *index = (const int32_t *)a->index.data + n * a->chosen;
        real *dq = (real *)a->dq.data + n * a->D;
        double mean = d_log ? -d_log[((ptrdiff_t)s * a->H + h) * LG_PAD(a->Q) + i] : 0;
        for (int c = 0; c < a->chosen; c++)
            mean += weight[c] * product_of(d_o, stored_row(a, a->values, s, h, index[c]), a->D);
        for (int d = 0; d < a->D && !a->dq_accumulate; d++) dq[d] = 0;
        for (int c = 0; c < a->chosen; c++) {
            const real *key = stored_row(a, a->keys, s, h, index[c]);
            const double e = weight[c] * (product_of(d_o, stored_row(a, a->values, s, h, index[c]), a->D) - mean);
            for (int d = 0; d < a->D; d++) dq[d] += e * key[d];
        }
    }
}
