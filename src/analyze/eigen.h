/* eigen.h: eigenvalues and eigenvectors of small symmetric matrices. */
#ifndef LG_ANALYZE_EIGEN_H
#define LG_ANALYZE_EIGEN_H

/* Decomposes the symmetric matrix a [n,n], which is overwritten and must be finite: values [n], largest first, and
 * vectors [n,n], one per row, of length 1, whose component of largest magnitude (ties: the first) is positive. */
void lg_eigen(double *a, int n, double *values, double *vectors);

#endif
