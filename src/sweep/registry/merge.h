/* merge.h: from what is recorded of runs, wherever it lies, back to a registry. */
#ifndef LG_SWEEP_REGISTRY_MERGE_H
#define LG_SWEEP_REGISTRY_MERGE_H

#include "sweep/registry/results.h"

/* Run directories whose files are damaged, and the words about the first. */
typedef struct lg_damage {
    size_t count;
    lg_error first;
} lg_damage;

/* What run directories say, and shards of runs that have left none, or failed. A run whose directory is damaged is
 * planned: who trains it again mends what can be mended, or says what to do. */
bool lg_merge_read(const char *dir, const lg_manifest *m, lg_results *out, lg_damage *damage, lg_error *err);
/* Takes over the run directories of another sweep directory that plans some of the same runs: those that this one lacks, and those
 * of runs that have ended there and not here. Directories in which somebody trains are left alone. *taken: how many. */
bool lg_merge_take(const char *dir, const lg_manifest *m, const char *other, size_t *taken, lg_error *err);

#endif
