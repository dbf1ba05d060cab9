/* sinusoid.h: sines and cosines of positions at the frequencies of sinusoidal encodings, with a lookup table for
 * integer positions that grows on demand: evaluation at hundreds of lengths computes each row once. */
#ifndef LG_NN_SINUSOID_H
#define LG_NN_SINUSOID_H

#include "base/error.h"
#include "base/real.h"

enum { LG_SINUSOID_PAIRS = 4096 }; /* largest number of pairs */

/* Frequencies are w_i = base^(-2i/width), i in 0..width/2-1, unless changed before the first use. Angles are computed
 * in double. */
typedef struct lg_sinusoid {
    int pairs;         /* width / 2 */
    double *frequency; /* [pairs] */
    double amplitude;  /* factor on sines and cosines */
    real *rows;        /* [count, 2*pairs]: sines, then cosines */
    int count, capacity;
    int expected; /* rows to allocate at once */
    bool fixed;   /* only lg_sinusoid_extend adds rows, so several threads may read */
} lg_sinusoid;

/* below: positions will be below this, so the table is allocated once; 0: unknown. False: out of memory. */
bool lg_sinusoid_init(lg_sinusoid *s, int width, double base, int below);
void lg_sinusoid_free(lg_sinusoid *s);
/* Computes the rows of integer positions below this. */
void lg_sinusoid_extend(lg_sinusoid *s, int below);
/* Sines to sine[0..pairs-1], cosines to cosine[0..pairs-1]; either may be NULL. p is any real number. */
void lg_sinusoid_at(lg_sinusoid *s, double p, real *sine, real *cosine);

#endif
