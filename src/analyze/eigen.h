/* eigen.h: eigenvalues and -vectors of small symmetric matrices. */
#ifndef LG_ANALYZE_EIGEN_H
#define LG_ANALYZE_EIGEN_H

/* Of the symmetric matrix a [n,n], which is used up: values [n], the largest first, and vectors [n,n], one a row, of
 * length 1, whose component of largest magnitude (the first of equals) is positive. a must be finite. */
void lg_eigen(double *a, int n, double *values, double *vectors);

#endif
