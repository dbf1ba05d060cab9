/* registry.h: the states and results of the runs of a sweep: SWEEP/registry.sqlite (WAL), an index for many processes
 * of one machine. Run directories are the record: the registry is rebuilt from them by one command (merge.c).
 *
 *   planned -> running -> done | failed | diverged
 *
 * A run is leased to the worker that trains it. A lease has an owner (host, boot, process, job), a heartbeat and an
 * expiry. It ends when the run does; when it expires or its owner is found dead (same host: another boot, or no such
 * process), the run is planned again. A run whose worker crashed three times, each time while the parent of the worker
 * lived on, has failed: it would crash one worker after another. */
#ifndef LG_SWEEP_REGISTRY_REGISTRY_H
#define LG_SWEEP_REGISTRY_REGISTRY_H

#include "sweep/plan/manifest.h"
#include "sweep/registry/results.h"

typedef struct lg_registry lg_registry;

/* Opens the registry of a sweep, and makes it from the manifest (all runs planned) where there is none, or one with
 * other metrics; *made: it was. LG_CORRUPT when it belongs to another manifest or is no database; LG_USAGE when another
 * version of the program made it; LG_FAILED while workers with other metrics hold leases in it. NULL on failure. The
 * manifest must live as long. A registry belongs to one thread at a time; a process may open several, whose leases are
 * the same. Where the directory cannot be written it is in memory alone, and is made each time. */
lg_registry *lg_registry_open(const char *dir, const lg_manifest *m, bool *made, lg_error *err);
void lg_registry_close(lg_registry *r);        /* NULL is allowed */
bool lg_registry_is_gone(lg_registry *r);      /* has its file been removed, or another one put in its place? */
bool lg_registry_can_be_kept(const char *dir); /* can the directory be written? */
/* Removes what cannot be opened. Nobody else may have it open. */
bool lg_registry_remove(const char *dir, lg_error *err);

/* How this process leases: for so many seconds, under the name of a job (NULL: none, or that of a batch system). */
#define LG_LEASE 600.0
void lg_registry_lease(lg_registry *r, double seconds, const char *job);
/* Leases planned runs to this process: the longest first, but those last whose workers crashed; up to `most`. Expires
 * leases of dead processes first. runs: [most], indices of the manifest; *count of them. */
bool lg_registry_claim(lg_registry *r, size_t most, size_t *runs, size_t *count, lg_error *err);
/* Renews all leases of this process, and records the progress of some of its runs. */
typedef struct lg_heartbeat {
    size_t run;
    int64_t step, steps;
    double loss, seconds; /* of training, with validations; NaN: not known */
} lg_heartbeat;
bool lg_registry_heartbeat(lg_registry *r, const lg_heartbeat *beats, size_t count, lg_error *err);
/* Leased by us -> planned, and not leased again for `pause` seconds. */
bool lg_registry_release(lg_registry *r, size_t run, double pause, lg_error *err);
/* The run has ended: done, failed or diverged, as the result says. A lease that was lost in the meantime changes
 * nothing about a run that is done. */
bool lg_registry_finish(lg_registry *r, size_t run, const lg_run_result *result, lg_error *err);
/* failed, and diverged if asked for -> planned. *count: how many. */
bool lg_registry_retry(lg_registry *r, bool diverged, size_t *count, lg_error *err);
/* Every run's state and result, [run_count] in the order of the manifest; a run whose owner is found dead is planned.
 * curves: with the points, too. LG_CORRUPT where a run has ended with numbers that no run has. */
bool lg_registry_results(lg_registry *r, bool curves, lg_results *out, lg_error *err);
/* Replaces the results of all runs, but for those that living processes have leased. */
bool lg_registry_rebuild(lg_registry *r, const lg_results *from, lg_error *err);

/* Decides the rungs that are ready (rungs.h), and gives the runs their states by all decisions. *changed: whether
 * anything is other than before. Nothing where all runs go on. */
bool lg_registry_promote(lg_registry *r, const char *dir, bool without_failed, size_t *changed, lg_error *err);
/* Do runs wait for others: at a rung, or for a training that they evaluate? */
bool lg_registry_waits(lg_registry *r, bool *waits, lg_error *err);

/* How many runs living workers have; those of the dead are taken back. */
bool lg_registry_count_leases(lg_registry *r, size_t *count, lg_error *err);

#endif
