/* ref_forget.c: the forgetting term of scores (struct lg_forget_scores; Lin et al. 2025): a running sum for each query,
 * from key to key. All kernel sets use these kernels, since the kernels write scores as fast as attention reads
 * them. */
#include "kernel/cache.h"
#include "kernel/ref.h"

/* One head of one sequence. */
typedef struct head {
    const real *gate; /* the gate of token 0 */
    ptrdiff_t step;   /* elements between gates of consecutive tokens */
    real *sum;        /* [Q]: running sum of each query */
    real *inverse;    /* [Q]: inverse of the scale */
} head;

static head open_head(const lg_forget_scores *a, int s, int h) {
    const real *scale = (const real *)a->scale.data + a->first;
    const ptrdiff_t rows = cache_head((lg_cache_layout){0}, a->T, 1);
    head x = {a->gate.data, a->cached ? 1 : a->H, a->scratch.data, (real *)a->scratch.data + a->Q};
    x.gate += a->cached ? ((ptrdiff_t)s * a->H + h) * rows : (ptrdiff_t)s * a->T * a->H + h;
    for (int i = 0; i < a->Q; i++) {
        x.sum[i] = 0;
        x.inverse[i] = scale[i] == 0 ? 0 : 1 / scale[i];
    }
    return x;
}

/* The first query after key j; Q if no query is after it. */
static int query_after(const lg_forget_scores *a, int j) {
    const int i = j + 1 - a->first;
    return i < 0 ? 0 : i < a->Q ? i : a->Q;
}

void lg_ref_forget_scores(const lg_kernels *set, const lg_forget_scores *a) {
    for (int n = 0; n < a->S * a->H; n++) {
        const head x = open_head(a, n / a->H, n % a->H);
        for (int j = a->T - 1; j >= 0; j--) {
            real *extra = (real *)a->extra.data + lg_pair_place(n / a->H, a->H, n % a->H, a->T, a->Q, j, 0);
            const int from = query_after(a, j);
            const real gate = from < a->Q ? x.gate[(j + 1) * x.step] : 0;
            for (int i = 0; i < LG_PAD(a->Q); i++) extra[i] = 0;
            for (int i = from; i < a->Q; i++) {
                x.sum[i] += gate;
                extra[i] = x.sum[i] * x.inverse[i];
            }
        }
    }
}

/* The gate of token u is part of the sums of all keys j < u and queries i >= u. */
void lg_ref_forget_scores_backward(const lg_kernels *set, const lg_forget_scores *a) {
    real *dgate = a->dgate.data;
    for (size_t e = 0; !a->accumulate && e < (size_t)a->S * a->T * a->H; e++) dgate[e] = 0;
    for (int n = 0; n < a->S * a->H; n++) {
        const head x = open_head(a, n / a->H, n % a->H);
        for (int j = 0; query_after(a, j) < a->Q; j++) {
            const real *dextra =
                (const real *)a->dextra.data + lg_pair_place(n / a->H, a->H, n % a->H, a->T, a->Q, j, 0);
            double total = 0;
            for (int i = query_after(a, j); i < a->Q; i++) total += x.sum[i] += dextra[i] * x.inverse[i];
            dgate[((ptrdiff_t)(n / a->H) * a->T + j + 1) * a->H + n % a->H] += total;
        }
    }
}
