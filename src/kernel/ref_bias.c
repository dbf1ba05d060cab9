/* ref_bias.c: kernels of trained attention biases. Biases do not depend on the batch and are computed once per step, so
 * all kernel sets use these kernels. The lookup table is that of T5 (Raffel et al. 2020). */
#include "kernel/ref.h"

void lg_ref_bias_lookup(const lg_kernels *set, const lg_bias_lookup *l) {
    const real *table = l->table.data;
    const int32_t *index = l->index.data;
    real *y = l->y.data;
    for (int h = 0; h < l->H; h++, table += l->R)
        for (size_t p = 0; p < l->P; p++) *y++ = table[index[p]];
}

void lg_ref_bias_lookup_backward(const lg_kernels *set, const lg_bias_lookup *l) {
    const real *dy = l->dy.data;
    const int32_t *index = l->index.data;
    real *dtable = l->dtable.data;
    for (int h = 0; h < l->H; h++, dtable += l->R)
        for (size_t p = 0; p < l->P; p++) dtable[index[p]] += *dy++;
}

/* ---- products of vectors ---- */

static real dot(const real *a, const real *b, int D) {
    real sum = 0;
    for (int d = 0; d < D; d++) sum += a[d] * b[d];
    return sum;
}

/* Index of the columns of head h for a token; negative token indices are the `lead` rows before the first token. */
static size_t vector_at(const lg_bias_product *p, int h, int token) {
    return ((size_t)(p->lead + token) * (size_t)p->H + (size_t)h) * (size_t)p->D;
}

static real product_at(const lg_bias_product *p, int h, int i, int j) {
    const real *x = p->x.data, *z = p->z.data;
    return p->scale * dot(x + vector_at(p, h, i), z + vector_at(p, h, j), p->D);
}

/* The value for the first token as a query (which = 0), or as a key (which = 1). */
static real own_at(const lg_bias_product *p, int h, int which) {
    const real *own = p->own.data;
    return p->lead ? product_at(p, h, which - 1, which - 1) : own[which * p->H + h];
}

/* Padded lanes of y are set to 0. */
void lg_ref_bias_product(const lg_kernels *set, const lg_bias_product *p) {
    const int T = p->T, P = LG_PAD(T);
    const real *base = p->base.data;
    real *y = p->y.data;
    for (int h = 0; h < p->H; h++)
        for (int j = 0; j < T; j++, y += P) {
            for (int i = 0; i < P; i++) y[i] = i < T ? product_at(p, h, i, j) : 0;
            for (int i = 0; base && i < T; i++) y[i] += *base++;
            if (base) base += P - T;
            for (int i = 0; p->apart && j == 0 && i < T; i++) y[i] = own_at(p, h, 1);
            if (p->apart) y[0] = own_at(p, h, 0);
        }
}

static void add_product(const lg_bias_product *p, int h, int i, int j, real g) {
    const size_t at_x = vector_at(p, h, i), at_z = vector_at(p, h, j);
    const real *x = (const real *)p->x.data + at_x, *z = (const real *)p->z.data + at_z;
    real *dx = (real *)p->dx.data + at_x, *dz = (real *)p->dz.data + at_z;
    for (int d = 0; d < p->D; d++) {
        dx[d] += p->scale * g * z[d];
        dz[d] += p->scale * g * x[d];
    }
}

static void add_own(const lg_bias_product *p, int h, int which, real g) {
    real *down = p->down.data;
    if (p->lead)
        add_product(p, h, which - 1, which - 1, g);
    else
        down[which * p->H + h] += g;
}

void lg_ref_bias_product_backward(const lg_kernels *set, const lg_bias_product *p) {
    const int T = p->T, P = LG_PAD(T);
    const real *dy = p->dy.data;
    real *dbase = p->dbase.data;
    for (int h = 0; h < p->H; h++)
        for (int j = 0; j < T; j++, dy += P)
            for (int i = 0; i < T; i++) {
                if (dy[i] == 0) continue; /* common, since hidden pairs have no gradient */
                if (p->apart && (i == 0 || j == 0)) {
                    add_own(p, h, i > 0, dy[i]);
                    continue;
                }
                add_product(p, h, i, j, dy[i]);
                if (dbase) dbase[((size_t)h * (size_t)T + (size_t)j) * (size_t)P + (size_t)i] += dy[i];
            }
}
