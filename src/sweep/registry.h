/* registry.h: what has become of the runs of a sweep: SWEEP/registry.sqlite (WAL), an index for many processes of one
 * machine. Run directories are the record: the registry is rebuilt from them by one command (merge.c).
 *
 *   planned -> leased -> done | failed | diverged
 *
 * A lease has an owner (host, boot, process, job), a heartbeat and an expiry. It ends when the run does; when it
 * expires or its owner is seen to be dead (same host: another boot, or no such process), the run is planned again. */
#ifndef LG_SWEEP_REGISTRY_H
#define LG_SWEEP_REGISTRY_H

#include "sweep/manifest.h"
#include "sweep/results.h"

typedef struct lg_registry lg_registry;

/* Opens the registry of a sweep, and makes it from the manifest (all runs planned) where there is none. LG_CORRUPT when
 * it belongs to another manifest or is no database. NULL on failure. */
lg_registry *lg_registry_open(const char *dir, const lg_manifest *m, lg_error *err);
void lg_registry_close(lg_registry *r); /* NULL is allowed */

/* Leases planned runs to this process: the longest first, up to `most` runs or `seconds` of estimated cost, at least
 * one if there is any. Gives back leases of the dead first. runs: [most], indices of the manifest; *count of them. */
bool lg_registry_claim(lg_registry *r, size_t most, double seconds, size_t *runs, size_t *count, lg_error *err);
bool lg_registry_beat(lg_registry *r, lg_error *err);                /* renews all leases of this process */
bool lg_registry_release(lg_registry *r, size_t run, lg_error *err); /* leased by us -> planned */
/* The run has ended: done, failed or diverged, as the result says. */
bool lg_registry_finish(lg_registry *r, size_t run, const lg_run_result *result, lg_error *err);
/* failed, and diverged if asked for -> planned. *count: how many. */
bool lg_registry_retry(lg_registry *r, bool diverged, size_t *count, lg_error *err);
/* Every run's state and result, [run_count] in the order of the manifest. */
bool lg_registry_results(lg_registry *r, lg_results *out, lg_error *err);

#endif
