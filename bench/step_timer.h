/* step_timer.h: times the training step of a model at one length, on one thread, in processor time. So models can be
 * timed in turns on a busy machine, and their times compared with their operations. */
#ifndef BENCH_STEP_TIMER_H
#define BENCH_STEP_TIMER_H

#include <stdint.h>

#include "lengthen.h"

typedef struct step_timer step_timer;

typedef struct step_time {
    int sequences, tokens; /* of a step; of the model in each sequence, one stream and the other */
    int64_t parameters;
    double gflop;   /* multiply-adds x 2 of a step, without redundant work */
    double seconds; /* of processor time for a step */
} step_time;

/* length: 1..LG_LENGTH_MAX. */
lg_status step_timer_open(lg_config *f, int length, step_timer **out);
/* Trains for about so many seconds, at least one step, after one that is not counted. */
lg_status step_timer_run(step_timer *t, double seconds, step_time *out);
void step_timer_close(step_timer *t); /* NULL is allowed */

#endif
