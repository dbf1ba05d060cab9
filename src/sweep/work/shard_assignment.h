/* shard_assignment.h: assigns runs to the shards of a sweep, for workers without a common registry; each computes the
 * same assignment. */
#ifndef LG_SWEEP_WORK_SHARD_ASSIGNMENT_H
#define LG_SWEEP_WORK_SHARD_ASSIGNMENT_H

#include "sweep/plan/manifest.h"

/* Splits the plan into `shards` shards of similar cost and lists the runs of shard number `shard`: first the runs that
 * train, the longest first; then the runs that only evaluate a model of these (trainings.h). runs: [run_count], of
 * which *count are set. */
bool lg_shard_assign(const lg_manifest *m, size_t shard, size_t shards, size_t *runs, size_t *count, lg_error *err);

#endif
