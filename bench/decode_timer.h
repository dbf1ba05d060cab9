/* decode_timer.h: times greedy decoding with cached keys and values (KV cache) by a freshly initialised model. */
#ifndef BENCH_DECODE_TIMER_H
#define BENCH_DECODE_TIMER_H

#include "lengthen.h"

typedef struct decode_timer decode_timer;

typedef struct decode_speed {
    int sequences, tokens; /* decoded at once; of each, the last of which is timed: it reads the keys of all */
    int threads;
    const char *precision;
    int symbols, classes;     /* size of the vocabulary; of these, tokens that can be output */
    double tokens_per_second; /* of all sequences together */
    /* The roof: the peak of multiply-adds, or the bandwidth at which so many bytes are read again and again, whichever
     * allows less ("compute" or "memory"), all threads together, measured in this process. */
    double roof, roof_fraction;
    const char *bound;
    double gflops, peak_gflops;       /* multiply-adds x 2 per second */
    double bandwidth, peak_bandwidth; /* GB/s of the bytes below */
    double bytes;                     /* that a step must read: weights, once, and keys and values of all sequences */
} decode_speed;

lg_status decode_timer_open(lg_config *f, decode_timer **out);
/* Times steps with so many sequences of so many tokens, 1..LG_LENGTH_MAX, for about `seconds`. Called again with the
 * same numbers it returns the best speed and the best bandwidth of all these calls, so that it can be timed in turns
 * with something else. */
lg_status decode_timer_run(decode_timer *d, int sequences, int tokens, double seconds, decode_speed *out);
void decode_timer_close(decode_timer *d); /* NULL is allowed */

#endif
