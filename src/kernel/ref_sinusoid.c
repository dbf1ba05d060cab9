/* ref_sinusoid.c: the reference for scores of real-valued distances (struct lg_sinusoid_scores; Dai et al. 2019). Each
 * query is computed alone. */
#include "kernel/ref.h"

/* One query of one head of one sequence, in scratch memory. */
typedef struct query {
    int s, h, i;           /* i counts from a->first */
    const real *q, *w;     /* [D] each; scores use the sum q + w */
    const real *map;       /* the head's columns in the first row of map */
    const real *sin, *cos; /* [N/2] each, of the query's position */
    double *c;             /* [N]: factors of the sinusoids of a key (see kernel.h), or their gradients */
} query;

size_t lg_ref_sinusoid_scratch(const lg_kernels *set, const lg_sinusoid_scores *a) {
    return (size_t)a->N * sizeof(double);
}

static query open_query(const lg_sinusoid_scores *a, int s, int h, int i) {
    const ptrdiff_t column = (ptrdiff_t)h * a->D;
    query x = {.s = s, .h = h, .i = i, .c = a->scratch.data};
    x.q = (const real *)a->q.data + ((ptrdiff_t)s * a->Q + i) * a->H * a->D + column;
    x.w = (const real *)a->w.data + column;
    x.map = (const real *)a->map.data + column;
    x.sin = (const real *)a->angles.data + (ptrdiff_t)(a->first + i) * a->N;
    x.cos = x.sin + a->N / 2;
    return x;
}

/* Rotates c by the query's angles or, if sign is -1, by the opposite angles. */
static void turn(const query *x, int pairs, int sign) {
    for (int n = 0; n < pairs; n++) {
        const double s = x->c[n], c = x->c[pairs + n];
        x->c[n] = s * x->cos[n] + sign * c * x->sin[n];
        x->c[pairs + n] = c * x->cos[n] - sign * s * x->sin[n];
    }
}

static void score_query(const lg_sinusoid_scores *a, const query *x) {
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D;
    for (int n = 0; n < a->N; n++) {
        x->c[n] = 0;
        for (int d = 0; d < a->D; d++) x->c[n] += ((double)x->q[d] + x->w[d]) * x->map[n * row + d];
    }
    turn(x, a->N / 2, 1);
    for (int j = 0; j < a->T; j++) {
        const real *angles = (const real *)a->angles.data + (ptrdiff_t)j * a->N;
        double score = 0;
        for (int n = 0; n < a->N; n++) score += x->c[n] * angles[n];
        ((real *)a->extra.data)[lg_pair_place(x->s, a->H, x->h, a->T, a->Q, j, x->i)] = (real)score;
    }
}

void lg_ref_sinusoid_scores(const lg_kernels *set, const lg_sinusoid_scores *a) {
    real *extra = a->extra.data;
    for (size_t e = 0; e < (size_t)a->S * a->H * a->T * LG_PAD(a->Q); e++) extra[e] = 0;
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int i = 0; i < a->Q; i++) {
                const query x = open_query(a, s, h, i);
                score_query(a, &x);
            }
}

/* Computes the gradient of c before its rotation. */
static void differentiate(const lg_sinusoid_scores *a, const query *x) {
    const real *dextra = a->dextra.data, *angles = a->angles.data;
    for (int n = 0; n < a->N; n++) {
        x->c[n] = 0;
        for (int j = 0; j < a->T; j++)
            x->c[n] +=
                (double)dextra[lg_pair_place(x->s, a->H, x->h, a->T, a->Q, j, x->i)] * angles[(ptrdiff_t)j * a->N + n];
    }
    turn(x, a->N / 2, -1);
}

static void query_backward(const lg_sinusoid_scores *a, const query *x) {
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D;
    real *dq = (real *)a->dq.data + (x->q - (const real *)a->q.data);
    real *dw = (real *)a->dw.data + (x->w - (const real *)a->w.data);
    real *dmap = (real *)a->dmap.data + (x->map - (const real *)a->map.data);
    for (int d = 0; d < a->D; d++) {
        double total = 0;
        for (int n = 0; n < a->N; n++) {
            total += x->c[n] * x->map[n * row + d];
            dmap[n * row + d] += x->c[n] * ((double)x->q[d] + x->w[d]);
        }
        dq[d] = a->dq_accumulate ? dq[d] + total : total;
        dw[d] += total;
    }
}

void lg_ref_sinusoid_scores_backward(const lg_kernels *set, const lg_sinusoid_scores *a) {
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int i = 0; i < a->Q; i++) {
                const query x = open_query(a, s, h, i);
                differentiate(a, &x);
                query_backward(a, &x);
            }
}
