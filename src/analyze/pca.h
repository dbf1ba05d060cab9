/* pca.h: principal components: the plane in which a set of points spreads most, other points seen in it, and how far
 * two clouds in it overlap. */
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
    double explained[2]; /* shares of the variance along the axes; NaN where there is no variance at all */
} lg_pca;

/* Fits a plane to x [points, width]. False: no memory, or the points are not finite. Free it in any case. */
bool lg_pca_fit(const real *x, size_t points, int width, lg_pca *out, lg_error *err);
void lg_pca_free(lg_pca *p);
/* Writes what the plane shows of x to at [points, 2], and makes it a cloud, without an overlap. */
lg_point_set lg_pca_project(const lg_pca *p, const real *x, size_t points, double *at);
/* How far two clouds overlap: the Bhattacharyya coefficient of their histograms, the sum over cells of sqrt(p q), where
 * p and q are the shares of their points. 1: alike; 0: nowhere together. The cells are the LG_CELLS by LG_CELLS nodes
 * of a grid over the box that holds both clouds; a point is shared out to the four nodes around it, linearly, so that
 * nothing depends on which side of a border it falls. */
#define LG_CELLS 32
double lg_point_set_overlap(const lg_point_set *a, const lg_point_set *b);

#endif
