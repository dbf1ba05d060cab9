/* shard_assignment.h: fixed shares of a sweep, for workers that cannot ask each other: every one of them works out the
 * same. */
#ifndef LG_SWEEP_WORK_SHARD_ASSIGNMENT_H
#define LG_SWEEP_WORK_SHARD_ASSIGNMENT_H

#include "sweep/plan/manifest.h"

/* The runs of one of `shares` shares of about the same cost, the longest first. runs: [run_count]; *count of them. */
bool lg_shard_assign(const lg_manifest *m, size_t share, size_t shares, size_t *runs, size_t *count, lg_error *err);

#endif
