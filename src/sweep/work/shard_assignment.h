/* shard_assignment.h: which runs belong to which shard of a sweep, for workers that share no registry: each of them
 * computes the same assignment. */
#ifndef LG_SWEEP_WORK_SHARD_ASSIGNMENT_H
#define LG_SWEEP_WORK_SHARD_ASSIGNMENT_H

#include "sweep/plan/manifest.h"

/* The runs of one of `shards` shards of about the same cost: those that train, the longest first, and then those that
 * evaluate their models alone (trainings.h). runs: [run_count]; *count of them. */
bool lg_shard_assign(const lg_manifest *m, size_t shard, size_t shards, size_t *runs, size_t *count, lg_error *err);

#endif
