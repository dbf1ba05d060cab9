/* sinusoid.h: sines and cosines of positions at the frequencies of sinusoidal encodings, with a table for integer
 * positions that grows as they appear: evaluation at hundreds of lengths computes each row once. */
#ifndef LG_NN_SINUSOID_H
#define LG_NN_SINUSOID_H

#include "base/error.h"
#include "base/real.h"

enum { LG_SINUSOID_PAIRS = 4096 }; /* most of them */

/* Frequencies w_i = base^(-2i/width), i in 0..width/2-1, unless they are changed before the first use. Angles are
 * computed in double. */
typedef struct lg_sinusoid {
    int pairs;         /* width / 2 */
    double *frequency; /* [pairs] */
    double amplitude;  /* of sines and cosines */
    real *rows;        /* [count, 2*pairs]: sines, then cosines */
    int count, capacity;
    int expected; /* rows to allocate at once */
    bool fixed;   /* only lg_sinusoid_extend adds rows: several threads may read */
} lg_sinusoid;

/* below: positions will be below this, so the table need not grow again; 0: unknown. False without memory. */
bool lg_sinusoid_init(lg_sinusoid *s, int width, double base, int below);
void lg_sinusoid_free(lg_sinusoid *s);
/* Makes the rows of integer positions below this. */
void lg_sinusoid_extend(lg_sinusoid *s, int below);
/* Sines to sine[0..pairs-1], cosines to cosine[0..pairs-1]; either may be NULL. p is any real number. */
void lg_sinusoid_at(lg_sinusoid *s, double p, real *sine, real *cosine);

#endif
