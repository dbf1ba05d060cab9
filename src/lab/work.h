/* work.h: how much a run has to compute, counted, and how fast this machine computes such runs, measured: what
 * estimates are made of before anything is trained. */
#ifndef LG_LAB_WORK_H
#define LG_LAB_WORK_H

#include "base/file.h"
#include "lab/lab.h"

/* From a sample of its lengths. Fails, as the run would, where there are too few positions for its lengths. */
bool lg_work(const lg_context *c, const lg_settled *config, lg_work_report *out, lg_error *err);
/* Multiply-adds x 2 a second of processor time, by one thread, while it trains for about so many `seconds` of it. */
bool lg_work_speed(const lg_context *c, const lg_settled *config, double seconds, double *flops_per_second,
                   lg_error *err);
/* Runs with the same digest have the same work: seeds and rates cost nothing. False without memory. */
bool lg_work_digest(const lg_settled *config, char out[LG_DIGEST]);

#endif
