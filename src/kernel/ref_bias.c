/* ref_bias.c: the reference for trained biases of attention. They do not depend on the batch and are made once a step,
 * so all sets have these kernels. T5's table: Raffel et al. 2020; functions of the distance: Chi et al. 2022 (KERPLE).
 */
#include "kernel/ref.h"

#include <math.h>

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

/* The value at t under a and b, and its derivatives. */
static double function_at(lg_distance_function f, double t, double a, double b, double *da, double *db) {
    double y = *da = *db = 0;
    switch (f) {
#define DISTANCE_FUNCTION(name, value, by_a, by_b)                                                                     \
    case LG_DISTANCE_##name:                                                                                           \
        *da = by_a, *db = by_b, y = value;                                                                             \
        break;
#include "kernel/distance_functions.inc"
#undef DISTANCE_FUNCTION
    }
    return y;
}

void lg_ref_bias_function(const lg_kernels *set, const lg_bias_function *l) {
    const real *distance = l->distance.data, *a = l->a.data, *b = l->b.data;
    real *y = l->y.data;
    double da, db;
    for (int h = 0; h < l->H; h++)
        for (size_t p = 0; p < l->P; p++) *y++ = function_at(l->function, distance[p], a[h], b[h], &da, &db);
}

void lg_ref_bias_function_backward(const lg_kernels *set, const lg_bias_function *l) {
    const real *distance = l->distance.data, *a = l->a.data, *b = l->b.data, *dy = l->dy.data;
    real *da = l->da.data, *db = l->db.data;
    for (int h = 0; h < l->H; h++) {
        double of_a = 0, of_b = 0, by_a, by_b;
        for (size_t p = 0; p < l->P; p++, dy++) {
            if (*dy == 0) continue; /* as for hidden pairs, which are many */
            function_at(l->function, distance[p], a[h], b[h], &by_a, &by_b);
            of_a += *dy * by_a;
            of_b += *dy * by_b;
        }
        da[h] += of_a;
        db[h] += of_b;
    }
}
