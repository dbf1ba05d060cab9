/* shard.h: files shards/SHARD-of-SHARDS.jsonl, for workers without a registry. A file contains the results of one
 * worker: a line for each ended run (result_json.h). Only that worker writes it, so a shared file system is safe. */
#ifndef LG_SWEEP_REGISTRY_SHARD_H
#define LG_SWEEP_REGISTRY_SHARD_H

#include "sweep/registry/results.h"

#define LG_SHARDS "shards"

bool lg_shard_append(const char *dir, size_t shard, size_t shards, const lg_manifest *m, size_t run,
                     const lg_run_result *x, lg_error *err);
/* Reads the results in all shards. If there are two lines about a run and only one of them records a failure, the other
 * line counts; otherwise the line with the later end of the run counts. Torn lines, and lines about runs that are not
 * in the plan, are skipped. A run that has only lines with impossible numbers is planned, and its reason describes the
 * damage. */
bool lg_shards_read(const char *dir, lg_results *into, lg_error *err);

#endif
