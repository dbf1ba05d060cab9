/* merge.h: results from run directories and shards, for a registry; and run directories from other places. */
#ifndef LG_SWEEP_REGISTRY_MERGE_H
#define LG_SWEEP_REGISTRY_MERGE_H

#include "sweep/registry/results.h"

/* Run directories whose files are damaged or may not be read, and the error of the first. */
typedef struct lg_damage {
    size_t count;
    lg_error first;
} lg_damage;

/* Results from run directories, and from shards of runs that have left none, or failed. A run whose directory is
 * damaged, or may not be read, is planned: training it again repairs it, or fails with what to do. */
bool lg_merge_read(const char *dir, const lg_manifest *m, lg_results *out, lg_damage *damage, lg_error *err);
/* Copies the run directories of another sweep directory that plans some of the same runs: those that this one
 * lacks, and those of runs that have ended there and not here. Directories in which a process trains are skipped.
 * *taken: how many. */
bool lg_merge_take(const char *dir, const lg_manifest *m, const char *other, size_t *taken, lg_error *err);

#endif
