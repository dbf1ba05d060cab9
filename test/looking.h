/* looking.h: computes one matrix of `lengthen inspect encoding`, for tests of the numbers that encodings compute. */
#ifndef LG_TEST_LOOKING_H
#define LG_TEST_LOOKING_H

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "nn/model/inspect.h"
#include "opened_models.h"

#include <cmocka.h>

static inline double unit(void) {
    return sizeof(real) == 8 ? 1e-13 : 1e-6;
}

static inline void expect(const char *what, double got, double want, double slack) {
    if (!(fabs(got - want) <= slack)) fail_msg("%s: %.12g, want %.12g", what, got, want);
}

/* ---- inspection of one matrix ---- */

typedef struct matrix {
    const char *wanted;
    size_t shape[3];
    double data[4096];
    bool seen;
} matrix;

static inline void take(void *user, const char *what, int rank, const size_t *shape, const double *data) {
    matrix *m = user;
    size_t count = 1;
    if (strcmp(what, m->wanted)) return;
    for (int i = 0; i < rank; i++) count *= m->shape[i] = shape[i];
    assert_true(count <= 4096);
    memcpy(m->data, data, sizeof *data * count);
    m->seen = true;
}

/* Returns the matrix `what` for T tokens; q and k may be NULL. */
static inline const double *look(const bench *b, const char *what, int T, const double *q, const double *k, matrix *m) {
    lg_error err = {0};
    *m = (matrix){.wanted = what};
    const lg_inspect_request x = {.T = T, .q = q, .k = k};
    if (!bench_inspect(b, lg_kernels_find(NULL), &x, take, m, &err)) fail_msg("%s", err.text);
    if (!m->seen) fail_msg("there is no %s", what);
    return m->data;
}

#endif
