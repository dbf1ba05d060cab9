/* merge.h: reads results from run directories and shards to fill a registry, and copies run directories from other
 * sweeps. */
#ifndef LG_SWEEP_REGISTRY_MERGE_H
#define LG_SWEEP_REGISTRY_MERGE_H

#include "sweep/registry/results.h"

/* The number of run directories with damaged or unreadable files, and the error of the first. */
typedef struct lg_damage {
    size_t count;
    lg_error first;
} lg_damage;

/* Reads results from run directories, and from shards for runs whose directory is missing or has no final result. A run
 * whose directory is damaged or unreadable becomes planned: training it again repairs it, or fails with
 * instructions. */
bool lg_merge_read(const char *dir, const lg_manifest *m, lg_results *out, lg_damage *damage, lg_error *err);
/* Copies run directories from another sweep directory, `other`, to `dir`. The plan of `other` must have runs in common
 * with m. The directory of a common run is copied if `dir` lacks it, or if the run has ended in `other` but not in
 * `dir`. Directories in which a process trains are skipped. *taken: the number copied. */
bool lg_merge_take(const char *dir, const lg_manifest *m, const char *other, size_t *taken, lg_error *err);

#endif
