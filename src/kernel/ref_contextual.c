/* ref_contextual.c: the reference for scores of contextual positions (struct lg_contextual_scores; Golovneva et al.
 * 2024). Each query is computed alone, from the last visible key to the first, since positions sum gates backwards from
 * the query. */
#include "kernel/cache.h"
#include "kernel/ref.h"

#include <math.h>

/* One query of one head of one sequence, in scratch memory. */
typedef struct query {
    int s, h, i;     /* i counts from a->first */
    const real *q;   /* [D] */
    double *gate;    /* [T]: 0 if hidden */
    double *reached; /* [T]: position of each key before clamping to P; -1 if hidden */
    double *z, *dz;  /* [P+1]: q.e of each position vector, and its gradient */
} query;

size_t lg_ref_contextual_scratch(const lg_kernels *set, const lg_contextual_scores *a, bool backward) {
    return (2 * (size_t)a->T + (backward ? 2 : 1) * ((size_t)a->P + 1)) * sizeof(double);
}

static double gate_of(const lg_contextual_scores *a, const query *x, int j) {
    const cache_row k = cache_key(a->k.data, a->cached, a->layout, a->T, a->H, a->D, x->s, x->h, j);
    double score = 0;
    for (int d = 0; d < a->D; d++) score += (double)x->q[d] * cache_at(k, d);
    return 1 / (1 + exp(-score / sqrt(a->D)));
}

static query open_query(const lg_contextual_scores *a, int s, int h, int i) {
    query x = {s, h, i, (const real *)a->q.data + (((ptrdiff_t)s * a->Q + i) * a->H + h) * a->D, a->scratch.data};
    const lg_keys keys = lg_keys_within(a->span, s, a->T);
    double sum = 0;
    x.reached = x.gate + a->T, x.z = x.reached + a->T, x.dz = x.z + a->P + 1;
    for (int t = 0; t <= a->P; t++) {
        x.z[t] = 0;
        for (int d = 0; d < a->D; d++) x.z[t] += (double)x.q[d] * ((const real *)a->e.data)[(ptrdiff_t)t * a->D + d];
    }
    for (int j = a->T - 1; j >= 0; j--) {
        const bool within = j >= keys.begin && j < keys.end;
        const bool seen = within && ref_sees(a->key_begin, a->key_end, a->prefix, a->T, a->first + i, j);
        sum += x.gate[j] = seen ? gate_of(a, &x, j) : 0;
        x.reached[j] = seen ? sum : -1;
    }
    return x;
}

/* Interpolation between two position vectors: returns the index of the first, and sets the weight of the second. */
static int split_position(const lg_contextual_scores *a, double reached, double *weight) {
    const double p = fmin(reached, a->P);
    const int f = p < a->P ? (int)p : a->P - 1;
    *weight = p - f;
    return f;
}

/* 1 / scale, or 0 if the scale is 0. */
static double factor_of(const lg_contextual_scores *a, int i) {
    const double scale = a->scale.data ? ((const real *)a->scale.data)[a->first + i] : 1;
    return scale == 0 ? 0 : 1 / scale;
}

void lg_ref_contextual_scores(const lg_kernels *set, const lg_contextual_scores *a) {
    real *extra = a->extra.data;
    for (size_t e = 0; e < (size_t)a->S * a->H * a->T * LG_PAD(a->Q); e++) extra[e] = 0;
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int i = 0; i < a->Q; i++) {
                const query x = open_query(a, s, h, i);
                for (int j = 0; j < a->T; j++) {
                    double w;
                    if (x.reached[j] < 0) continue;
                    const int f = split_position(a, x.reached[j], &w);
                    extra[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)] =
                        ((1 - w) * x.z[f] + w * x.z[f + 1]) * factor_of(a, i);
                }
            }
}

/* Computes the gradients of z and of q.k. The gradients of q.k overwrite the gates. */
static void differentiate(const lg_contextual_scores *a, const query *x) {
    const real *dextra = a->dextra.data;
    double sum = 0; /* gradient of gate j: the sum over keys <= j, whose positions include gate j */
    for (int t = 0; t <= a->P; t++) x->dz[t] = 0;
    for (int j = 0; j < a->T; j++) {
        double w;
        if (x->reached[j] < 0) continue;
        const int f = split_position(a, x->reached[j], &w);
        const double g = dextra[lg_pair_place(x->s, a->H, x->h, a->T, a->Q, j, x->i)] * factor_of(a, x->i);
        x->dz[f] += (1 - w) * g;
        x->dz[f + 1] += w * g;
        if (x->reached[j] < a->P) sum += g * (x->z[f + 1] - x->z[f]);
        x->gate[j] *= sum * (1 - x->gate[j]) / sqrt(a->D);
    }
}

static void query_backward(const lg_contextual_scores *a, const query *x) {
    const real *e = a->e.data, *k = (const real *)a->k.data + ((ptrdiff_t)x->s * a->T * a->H + x->h) * a->D;
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D;
    real *dq = (real *)a->dq.data + (x->q - (const real *)a->q.data), *de = a->de.data;
    real *dk = (real *)a->dk.data + (k - (const real *)a->k.data);
    for (int d = 0; d < a->D; d++) {
        double total = 0;
        for (int j = 0; j < a->T; j++) {
            if (x->reached[j] < 0) continue; /* k may not be finite outside the span */
            total += x->gate[j] * k[j * row + d];
            dk[j * row + d] += x->gate[j] * x->q[d];
        }
        for (int t = 0; t <= a->P; t++) {
            total += x->dz[t] * e[(ptrdiff_t)t * a->D + d];
            de[(ptrdiff_t)t * a->D + d] += x->dz[t] * x->q[d];
        }
        dq[d] = a->dq_accumulate ? dq[d] + total : total;
    }
}

void lg_ref_contextual_scores_backward(const lg_kernels *set, const lg_contextual_scores *a) {
    for (size_t e = 0; !a->dk_accumulate && e < (size_t)a->S * a->T * a->H * a->D; e++) ((real *)a->dk.data)[e] = 0;
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int i = 0; i < a->Q; i++) {
                const query x = open_query(a, s, h, i);
                differentiate(a, &x);
                query_backward(a, &x);
            }
}
