/* step_timer.h: times training steps at one length on one thread. It measures processor time, so that models can be
 * compared on a busy machine. */
#ifndef BENCH_STEP_TIMER_H
#define BENCH_STEP_TIMER_H

#include <stdint.h>

#include "lengthen.h"

typedef struct step_timer step_timer;

typedef struct step_time {
    int sequences, tokens; /* batch size; tokens of a sequence, source and target together */
    int64_t parameters;
    double gflop;   /* multiply-adds x 2 of a step, without redundant work, in units of 10^9 */
    double seconds; /* processor time of a step */
} step_time;

/* Builds the model and its trainer for sequences of one length, 1..LG_LENGTH_MAX. */
lg_status step_timer_open(lg_config *f, int length, step_timer **out);
/* Trains for about `seconds`, at least one step, after a warm-up of one or two steps that is not counted. */
lg_status step_timer_run(step_timer *t, double seconds, step_time *out);
void step_timer_close(step_timer *t); /* NULL is allowed */

#endif
