/* flops.h: operations of a run, counted, and the speed of this machine at such runs, measured: the basis of estimates
 * before anything is trained. */
#ifndef LG_RUN_FLOPS_H
#define LG_RUN_FLOPS_H

#include "base/file.h"
#include "run/session.h"

/* From a sample of its lengths. Fails, as the run would, where there are too few positions for its lengths. */
bool lg_flops_estimate(const lg_context *c, const lg_resolved_config *config, lg_flops_report *out, lg_error *err);
/* Multiply-adds x 2 a second of processor time, by one thread, while it trains for about so many `seconds` of it. */
bool lg_flops_measure_rate(const lg_context *c, const lg_resolved_config *config, double seconds,
                           double *flops_per_second, lg_error *err);
/* Runs with the same digest have the same work: seeds and rates cost nothing. False without memory. */
bool lg_flops_ignores(const char *key); /* does this option change no work: a rate, a seed, a place? */
bool lg_flops_digest(const lg_resolved_config *config, char out[LG_DIGEST_SIZE]);

#endif
