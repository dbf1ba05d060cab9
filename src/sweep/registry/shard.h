/* shard.h: shards/SHARD-of-SHARDS.jsonl: the results of one worker without a registry, a line for each run
 * that has ended (result_json.h). Only this worker writes it, on a file system that others share. */
#ifndef LG_SWEEP_REGISTRY_SHARD_H
#define LG_SWEEP_REGISTRY_SHARD_H

#include "sweep/registry/results.h"

#define LG_SHARDS "shards"

bool lg_shard_append(const char *dir, size_t shard, size_t shards, const lg_manifest *m, size_t run,
                     const lg_run_result *x, lg_error *err);
/* The results in all shards; of several lines about one run, done or diverged overrides failed, and the later one the
 * earlier. Lines that are torn or about other runs are skipped; a run of which there are only lines with impossible
 * numbers is planned, and its reason names the damage. */
bool lg_shards_read(const char *dir, lg_results *into, lg_error *err);

#endif
