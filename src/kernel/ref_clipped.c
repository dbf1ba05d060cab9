/* ref_clipped.c: the reference for the clipping term of scores (struct lg_clipped_scores; ReRoPE, Su 2023). It is
 * computed pair by pair, from the angle between two rotations: at the clipped distance and at the true distance. */
#include "kernel/cache.h"
#include "kernel/ref.h"

/* A pair of a query and a key at a distance beyond the width. */
typedef struct far_pair {
    int s, h, i, j; /* i counts from a->first */
    int side;       /* 1: the key is before the query; -1: the key is after the query */
    const real *q;
    cache_row k;
} far_pair;

/* A rotation of one pair of columns. */
typedef struct turn {
    double cosine, sine;
} turn;

size_t lg_ref_clipped_scratch(const lg_kernels *set, const lg_clipped_scores *a, bool backward) {
    return 0;
}

static ptrdiff_t row_of(const lg_clipped_scores *a, int s, int tokens, int token, int h) {
    return (((ptrdiff_t)s * tokens + token) * a->H + h) * a->D;
}

/* far_pair.side, or 0 if the distance is within the width or the key is hidden. */
static int side_of(const lg_clipped_scores *a, int s, int i, int j) {
    const lg_keys keys = lg_keys_within(a->span, s, a->T);
    const real *position = a->position.data, distance = position[a->first + i] - position[j];
    if (j < keys.begin || j >= keys.end) return 0;
    if (!ref_sees(a->key_begin, a->key_end, a->prefix, a->T, a->first + i, j)) return 0;
    return distance > a->width ? 1 : distance < -a->width ? -1 : 0;
}

static bool find_pair(const lg_clipped_scores *a, int s, int h, int i, int j, far_pair *x) {
    *x = (far_pair){s, h, i, j, side_of(a, s, i, j)};
    x->q = (const real *)a->q.data + row_of(a, s, a->Q, i, h);
    x->k = cache_key(a->k.data, a->cached, a->layout, a->T, a->H, a->D, s, h, j);
    return x->side;
}

static turn turn_at(const lg_clipped_scores *a, int row, int p) {
    const ptrdiff_t at = (ptrdiff_t)row * a->pairs + p;
    return (turn){((const real *)a->cosine.data)[at], ((const real *)a->sine.data)[at]};
}

/* The rotation by x minus y. */
static turn turn_less(turn x, turn y) {
    return (turn){x.cosine * y.cosine + x.sine * y.sine, x.sine * y.cosine - x.cosine * y.sine};
}

static turn turn_of(const lg_clipped_scores *a, const far_pair *x, int p) {
    turn width = turn_at(a, a->T, p);
    width.sine *= x->side;
    return turn_less(turn_less(turn_at(a, a->first + x->i, p), turn_at(a, x->j, p)), width);
}

/* Finds the two columns of pair p. */
static void find_columns(const lg_clipped_scores *a, int p, int column[2]) {
    column[0] = a->halves ? p : 2 * p;
    column[1] = a->halves ? a->pairs + p : 2 * p + 1;
}

static double extra_of(const lg_clipped_scores *a, const far_pair *x) {
    double sum = 0;
    for (int p = 0; p < a->pairs; p++) {
        int c[2];
        find_columns(a, p, c);
        const turn t = turn_of(a, x, p);
        const double q0 = x->q[c[0]], q1 = x->q[c[1]], k0 = cache_at(x->k, c[0]), k1 = cache_at(x->k, c[1]);
        sum += (t.cosine - 1) * (q0 * k0 + q1 * k1) + t.sine * (q1 * k0 - q0 * k1);
    }
    return sum;
}

void lg_ref_clipped_scores(const lg_kernels *set, const lg_clipped_scores *a) {
    real *extra = a->extra.data;
    far_pair x;
    for (size_t e = 0; e < (size_t)a->S * a->H * a->T * LG_PAD(a->Q); e++) extra[e] = 0;
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int j = 0; j < a->T; j++)
                for (int i = 0; i < a->Q; i++)
                    if (find_pair(a, s, h, i, j, &x))
                        extra[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)] = extra_of(a, &x);
}

static void pair_backward(const lg_clipped_scores *a, const far_pair *x) {
    const double g = ((const real *)a->dextra.data)[lg_pair_place(x->s, a->H, x->h, a->T, a->Q, x->j, x->i)];
    real *dq = (real *)a->dq.data + (x->q - (const real *)a->q.data);
    const real *k = x->k.begin; /* a row: caches have no gradients */
    real *dk = (real *)a->dk.data + (k - (const real *)a->k.data);
    for (int p = 0; p < a->pairs; p++) {
        int c[2];
        find_columns(a, p, c);
        const turn t = turn_of(a, x, p);
        const double along = g * (t.cosine - 1), across = g * t.sine;
        dq[c[0]] += along * k[c[0]] - across * k[c[1]];
        dq[c[1]] += along * k[c[1]] + across * k[c[0]];
        dk[c[0]] += along * x->q[c[0]] + across * x->q[c[1]];
        dk[c[1]] += along * x->q[c[1]] - across * x->q[c[0]];
    }
}

void lg_ref_clipped_scores_backward(const lg_kernels *set, const lg_clipped_scores *a) {
    const size_t row = (size_t)a->H * a->D;
    far_pair x;
    for (size_t e = 0; !a->dq_accumulate && e < (size_t)a->S * a->Q * row; e++) ((real *)a->dq.data)[e] = 0;
    for (size_t e = 0; !a->dk_accumulate && e < (size_t)a->S * a->T * row; e++) ((real *)a->dk.data)[e] = 0;
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int j = 0; j < a->T; j++)
                for (int i = 0; i < a->Q; i++)
                    if (find_pair(a, s, h, i, j, &x)) pair_backward(a, &x);
}
