/* decode_timer.h: times greedy decoding of a freshly initialised model with a KV cache. */
#ifndef BENCH_DECODE_TIMER_H
#define BENCH_DECODE_TIMER_H

#include "lengthen.h"

typedef struct decode_timer decode_timer;

typedef struct decode_speed {
    int sequences, tokens; /* batch size; tokens of each sequence. The step that appends the last token is timed */
    int threads;
    const char *precision;
    int symbols, classes;     /* size of the vocabulary; how many of its tokens can be output */
    double tokens_per_second; /* of all sequences together */
    /* The roofline in tokens per second, and the fraction of it that is reached. `bound` says which limit is lower:
     * "compute" (peak FLOP/s) or "memory" (bandwidth of repeated reads of `bytes`). Both are measured in this process
     * with all threads. */
    double roof, roof_fraction;
    const char *bound;
    double gflops, peak_gflops;       /* multiply-adds x 2 per second */
    double bandwidth, peak_bandwidth; /* GB/s, for the bytes below */
    double bytes;                     /* that a step must read: weights once, and keys and values of all sequences */
} decode_speed;

lg_status decode_timer_open(lg_config *f, decode_timer **out);
/* Times decoding steps for about `seconds`. sequences >= 1; tokens: 1..LG_LENGTH_MAX. Repeated calls with the same
 * sequences and tokens return the best speed and bandwidth of all calls so far, so that a caller can alternate with
 * another program. */
lg_status decode_timer_run(decode_timer *d, int sequences, int tokens, double seconds, decode_speed *out);
void decode_timer_close(decode_timer *d); /* NULL is allowed */

#endif
