/* ref_geometric.c: the reference for geometric attention (Csordas, Irie & Schmidhuber 2022, "The Neural Data Router"):
 * a query scans outward over its keys, nearest first and right before left, and stops at key j with probability P[j];
 * its attention to j is the probability that the scan stops there first. Formulas in kernel.h. */
#include "kernel/cache.h"
#include "kernel/ref.h"

#include <math.h>

#define SUM_FLOOR 1e-12

/* Columns of head h in row j of keys or values. */
static real *head_row(lg_view x, const lg_geometric *a, int s, int j, int h) {
    return (real *)x.data + (((size_t)s * a->T + j) * a->H + h) * a->D;
}

/* One past the last query: queries are tokens first..end-1. */
static int end(const lg_geometric *a) {
    return a->first + a->Q;
}

static real *query_row(lg_view x, const lg_geometric *a, int s, int i, int h) {
    return (real *)x.data + (((size_t)s * a->Q + i - a->first) * a->H + h) * a->D;
}

/* The direction terms of a query: first for keys on its right, one per head, then for keys on its left. */
static real *direction_row(lg_view x, const lg_geometric *a, int s, int i) {
    return (real *)x.data + ((size_t)s * a->Q + i - a->first) * 2 * a->H;
}

static size_t pair(const lg_geometric *a, int s, int h, int j, int i) {
    return lg_pair_place(s, a->H, h, a->T, a->Q, j, i - a->first);
}

/* The key that the scan of query i reaches in step n = 0, 1, ...: i+1, i-1, i+2, i-2, ... It may lie outside the
 * sequence. After 2*(T-1) steps the scan has reached every key except i. */
static int scanned(int i, int n) {
    int distance = n / 2 + 1;
    return n % 2 == 0 ? i + distance : i - distance;
}

static bool visible(const lg_geometric *a, int i, int j) {
    const bool seen = j < a->prefix || j >= ref_key_begin(a->key_begin, i);
    return j >= 0 && j < a->T && seen && j < ref_key_end(a->key_end, i, a->T);
}

/* D[h,i,j]: the direction term of query i for the side on which key j is. */
static double direction(const lg_geometric *a, int s, int h, int i, int j) {
    const real *row = direction_row(a->direction, a, s, i);
    return j > i ? row[h] : row[a->H + h];
}

/* (q[i]+c) . k[j] */
static double content(const lg_geometric *a, int s, int h, int i, int j) {
    const real *q = query_row(a->q, a, s, i, h), *k = head_row(a->k, a, s, j, h);
    const real *c = (const real *)a->c.data + (size_t)h * a->D;
    double total = 0;
    for (int d = 0; d < a->D; d++) total += ((double)q[d] + c[d]) * k[d];
    return total;
}

static double scalar(lg_view x) {
    return *(const real *)x.data;
}

static double logit(const lg_geometric *a, int s, int h, int i, int j) {
    return scalar(a->alpha) * content(a, s, h, i, j) + scalar(a->beta) * direction(a, s, h, i, j) + scalar(a->gamma);
}

size_t lg_ref_geometric_scratch(const lg_kernels *set, const lg_geometric *a, bool backward) {
    const size_t rows = cache_scratch(a->cached, a->T, a->H, a->D);
    return (size_t)a->T * (backward ? a->T + 1 : 2) * sizeof(double) + rows * sizeof(real);
}

/* stop[j] = P[i,j] and first[j] = A[i,j] for all j, 0 if hidden. 1-P is computed as sigmoid(-l), which stays accurate
 * where P rounds to 1. */
static void scan_row(const lg_geometric *a, int s, int h, int i, double *stop, double *first) {
    double survive = 1;
    for (int j = 0; j < a->T; j++) stop[j] = first[j] = 0;
    for (int n = 0; n < 2 * (a->T - 1); n++) {
        int j = scanned(i, n);
        if (!visible(a, i, j)) continue;
        double l = logit(a, s, h, i, j);
        stop[j] = 1 / (1 + exp(-l));
        first[j] = stop[j] * survive;
        survive *= 1 / (1 + exp(l));
    }
}

static void keep_row(lg_view x, const lg_geometric *a, int s, int h, int i, const double *row) {
    real *kept = x.data;
    for (int j = 0; kept && j < a->T; j++) kept[pair(a, s, h, j, i)] = row[j];
}

static void clear_lanes(lg_view x, const lg_geometric *a, int s, int h) {
    real *kept = x.data;
    for (int j = 0; kept && j < a->T; j++)
        for (int q = a->Q; q < LG_PAD(a->Q); q++) kept[lg_pair_place(s, a->H, h, a->T, a->Q, j, q)] = 0;
}

/* Multiplies A of query i by m, and saves A if needed. */
static void drop_row(const lg_geometric *a, int s, int h, int i, double *first) {
    real *prob = a->prob.data;
    for (int j = 0; j < a->T; j++) {
        const double mask = ref_weight_mask(&a->dropout, s, a->H, h, i, j);
        if (prob) prob[pair(a, s, h, j, i)] = mask > 0 ? first[j] : -first[j];
        first[j] *= mask;
    }
}

static void attend(const lg_geometric *a, int s, int h) {
    double *stop = a->scratch.data, *first = stop + a->T;
    clear_lanes(a->stop, a, s, h);
    clear_lanes(a->prob, a, s, h);
    for (int i = a->first; i < end(a); i++) {
        scan_row(a, s, h, i, stop, first);
        double total = 0;
        for (int j = 0; j < a->T; j++) total += first[j];
        double norm = a->normalise ? fmax(total, SUM_FLOOR) : 1;
        drop_row(a, s, h, i, first);
        real *o = query_row(a->o, a, s, i, h);
        for (int d = 0; d < a->D; d++) {
            double mixed = 0;
            for (int j = 0; j < a->T; j++) mixed += first[j] * head_row(a->v, a, s, j, h)[d];
            o[d] = mixed / norm;
        }
        keep_row(a->stop, a, s, h, i, stop);
    }
}

void lg_ref_geometric(const lg_kernels *set, const lg_geometric *a) {
    for (int s = 0; s < a->S; s++) {
        const lg_geometric one = a->cached ? cache_geometric(a, s, (lg_keys){0, a->T}) : *a;
        for (int h = 0; h < a->H; h++) attend(&one, a->cached ? 0 : s, h);
    }
}

static double kept(lg_view x, const lg_geometric *a, int s, int h, int i, int j) {
    return fabs(((const real *)x.data)[pair(a, s, h, j, i)]);
}

/* m[h,i,j], from the sign of the saved weight. */
static double kept_mask(const lg_geometric *a, int s, int h, int i, int j) {
    return ref_kept_mask(&a->dropout, ((const real *)a->prob.data)[pair(a, s, h, j, i)]);
}

/* The number that row i of A was divided by: the row's sum or SUM_FLOOR, whichever is larger. */
static double row_norm(const lg_geometric *a, int s, int h, int i) {
    if (!a->normalise) return 1;
    double total = 0;
    for (int j = 0; j < a->T; j++) total += kept(a->prob, a, s, h, i, j);
    return fmax(total, SUM_FLOOR);
}

/* row[j] = the gradient of A[i,j] before its division by norm. */
static void weight_gradient(const lg_geometric *a, int s, int h, int i, double norm, double *row) {
    const real *d_o = query_row(a->d_o, a, s, i, h);
    double mean = 0;
    for (int j = 0; j < a->T; j++) {
        const real *v = head_row(a->v, a, s, j, h);
        row[j] = 0;
        for (int d = 0; d < a->D; d++) row[j] += (double)d_o[d] * v[d];
        row[j] *= kept_mask(a, s, h, i, j);
        mean += row[j] * kept(a->prob, a, s, h, i, j) / norm;
    }
    if (!a->normalise) return;
    if (norm <= SUM_FLOOR) mean = 0;
    for (int j = 0; j < a->T; j++) row[j] = (row[j] - mean) / norm;
}

/* Replaces the gradient g of A[i,j] by the gradient of l[i,j]: dl[j] = (1-P[j]) A[j] g[j] - P[j] * sum of A[k] g[k]
 * over keys k after j in the scan. */
static void scan_gradient(const lg_geometric *a, int s, int h, int i, double *row) {
    double later = 0;
    for (int n = 2 * (a->T - 1) - 1; n >= 0; n--) {
        int j = scanned(i, n);
        if (j < 0 || j >= a->T) continue;
        double p = kept(a->stop, a, s, h, i, j), here = kept(a->prob, a, s, h, i, j) * row[j];
        row[j] = (1 - p) * here - p * later;
        later += here;
    }
    row[i] = 0;
}

static void put(real *x, double value, bool accumulate) {
    *x = accumulate ? *x + value : value;
}

static void query_gradient(const lg_geometric *a, int s, int h, const double *dl) {
    for (int i = a->first; i < end(a); i++) {
        for (int d = 0; d < a->D; d++) {
            double total = 0;
            for (int j = 0; j < a->T; j++) total += dl[(size_t)i * a->T + j] * head_row(a->k, a, s, j, h)[d];
            put(&query_row(a->dq, a, s, i, h)[d], scalar(a->alpha) * total, a->dq_accumulate);
        }
    }
}

static void key_gradient(const lg_geometric *a, int s, int h, const double *dl, const double *norm) {
    const real *c = (const real *)a->c.data + (size_t)h * a->D;
    for (int j = 0; j < a->T; j++) {
        for (int d = 0; d < a->D; d++) {
            double dk = 0, dv = 0;
            for (int i = a->first; i < end(a); i++) {
                double q = query_row(a->q, a, s, i, h)[d];
                dk += dl[(size_t)i * a->T + j] * (q + c[d]);
                const double weight = kept_mask(a, s, h, i, j) * kept(a->prob, a, s, h, i, j);
                dv += weight / norm[i] * query_row(a->d_o, a, s, i, h)[d];
            }
            put(&head_row(a->dk, a, s, j, h)[d], scalar(a->alpha) * dk, a->dk_accumulate);
            put(&head_row(a->dv, a, s, j, h)[d], dv, a->dv_accumulate);
        }
    }
}

static void direction_gradient(const lg_geometric *a, int s, int h, const double *dl) {
    for (int i = a->first; i < end(a); i++) {
        real *row = direction_row(a->ddirection, a, s, i);
        double right = 0, left = 0;
        for (int j = 0; j < a->T; j++) *(j > i ? &right : &left) += dl[(size_t)i * a->T + j];
        put(&row[h], scalar(a->beta) * right, a->ddirection_accumulate);
        put(&row[a->H + h], scalar(a->beta) * left, a->ddirection_accumulate);
    }
}

/* Adds to dc and to the gradients of the three scalars, summed over sequences. */
static void shared_gradient(const lg_geometric *a, int s, int h, const double *dl) {
    double dalpha = 0, dbeta = 0, dgamma = 0;
    for (int i = a->first; i < end(a); i++) {
        for (int j = 0; j < a->T; j++) {
            double g = dl[(size_t)i * a->T + j];
            dalpha += g * content(a, s, h, i, j);
            dbeta += g * direction(a, s, h, i, j);
            dgamma += g;
        }
    }
    *(real *)a->dalpha.data += dalpha;
    *(real *)a->dbeta.data += dbeta;
    *(real *)a->dgamma.data += dgamma;
    for (int d = 0; d < a->D; d++) {
        double dc = 0;
        for (int i = a->first; i < end(a); i++)
            for (int j = 0; j < a->T; j++) dc += dl[(size_t)i * a->T + j] * head_row(a->k, a, s, j, h)[d];
        ((real *)a->dc.data)[(size_t)h * a->D + d] += scalar(a->alpha) * dc;
    }
}

void lg_ref_geometric_backward(const lg_kernels *set, const lg_geometric *a) {
    double *dl = a->scratch.data, *norm = dl + (size_t)a->T * a->T;
    for (int s = 0; s < a->S; s++) {
        for (int h = 0; h < a->H; h++) {
            for (int i = a->first; i < end(a); i++) {
                norm[i] = row_norm(a, s, h, i);
                weight_gradient(a, s, h, i, norm[i], dl + (size_t)i * a->T);
                scan_gradient(a, s, h, i, dl + (size_t)i * a->T);
            }
            query_gradient(a, s, h, dl);
            key_gradient(a, s, h, dl, norm);
            direction_gradient(a, s, h, dl);
            shared_gradient(a, s, h, dl);
        }
    }
}
