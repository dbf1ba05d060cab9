/* pca.h: principal components: the plane of the largest variance of a set of points, the projection of other points
 * onto it, and the overlap of two point sets. */
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
    double explained[2]; /* fractions of the variance along the axes; NaN if there is no variance */
} lg_pca;

/* Fits a plane to x [points, width]. False: out of memory, or the points are not finite. lg_pca_free is required even
 * then. */
bool lg_pca_fit(const real *x, size_t points, int width, lg_pca *out, lg_error *err);
void lg_pca_free(lg_pca *p);
/* Projects the points x and writes their coordinates to `at` [points, 2]. Does not set the overlap of the result. */
lg_point_set lg_pca_project(const lg_pca *p, const real *x, size_t points, double *at);
/* The overlap of two point sets: the Bhattacharyya coefficient of their histograms. This is the sum over cells of
 * sqrt(p q), where p is the fraction of the first set's points in the cell, and q is the fraction of the second set's
 * points. 1: equal histograms; 0: disjoint ones. The cells are the LG_CELLS by LG_CELLS nodes of a grid over the
 * bounding box of both sets. The weight of a point is split linearly among the four nodes around it, so that the result
 * is continuous in the points. */
#define LG_CELLS 32
double lg_point_set_overlap(const lg_point_set *a, const lg_point_set *b);

#endif
