/* eigen.h: eigenvalues and eigenvectors of small symmetric matrices. */
#ifndef LG_ANALYZE_EIGEN_H
#define LG_ANALYZE_EIGEN_H

/* Decomposes the symmetric matrix a [n,n], which must be finite and is overwritten. values [n]: eigenvalues in
 * descending order. vectors [n,n]: one eigenvector of length 1 per row; its component of largest magnitude (ties: the
 * first) is positive. */
void lg_eigen(double *a, int n, double *values, double *vectors);

#endif
