/* pca.h: principal components: the plane of the largest variance of a set of points, the projection of other points to
 * it, and the overlap of two point sets. */
#ifndef LG_ANALYZE_PCA_H
#define LG_ANALYZE_PCA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/real.h"
#include "lengthen.h"

typedef struct lg_pca {
    int width;
    double *mean, *axes; /* [width], [2, width]; an axis without variance is 0 */
    double explained[2]; /* fractions of the variance along the axes; NaN where there is no variance at all */
} lg_pca;

/* Fits a plane to x [points, width]. False: out of memory, or the points are not finite. Free it in any case. */
bool lg_pca_fit(const real *x, size_t points, int width, lg_pca *out, lg_error *err);
void lg_pca_free(lg_pca *p);
/* Projects x to at [points, 2]: a point set without an overlap. */
lg_point_set lg_pca_project(const lg_pca *p, const real *x, size_t points, double *at);
/* The overlap of two point sets: the Bhattacharyya coefficient of their histograms, the sum over cells of sqrt(p q),
 * where p and q are the fractions of their points. 1: equal; 0: disjoint. The cells are the LG_CELLS by LG_CELLS nodes
 * of a grid over the bounding box of both; a point is split among the four nodes around it, linearly, so that nothing
 * depends on the side of a border that it is on. */
#define LG_CELLS 32
double lg_point_set_overlap(const lg_point_set *a, const lg_point_set *b);

#endif
