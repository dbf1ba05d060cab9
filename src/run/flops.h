/* flops.h: counts the operations of a run and measures this machine's training speed, for estimates before training. */
#ifndef LG_RUN_FLOPS_H
#define LG_RUN_FLOPS_H

#include "base/file.h"
#include "run/session.h"

/* Estimates the operations of a run from a sample of lengths. Fails, as the run would, if positions do not suffice for
 * its lengths. */
bool lg_flops_estimate(const lg_context *c, const lg_resolved_config *config, lg_flops_report *out, lg_error *err);
/* Floating-point operations (2 per multiply-add) per second of processor time, by one thread that trains for about
 * `seconds`. */
bool lg_flops_measure_rate(const lg_context *c, const lg_resolved_config *config, double seconds,
                           double *flops_per_second, lg_error *err);
/* lg_flops_digest: runs with equal digests do equal work; false: out of memory. */
bool lg_flops_ignores(const char *key); /* true if the option does not change the work (learning rate, seed, path) */
bool lg_flops_digest(const lg_resolved_config *config, char out[LG_DIGEST_SIZE]);

#endif
