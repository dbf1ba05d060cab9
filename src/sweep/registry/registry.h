/* registry.h: the states and results of the runs of a sweep, in SWEEP/registry.sqlite. The file is an index that many
 * processes of one machine share. The run directories are authoritative: `lengthen sweep merge` rebuilds the registry
 * from them (merge.c).
 *
 *   planned -> running -> done | failed | diverged
 *   planned -> running -> paused -> planned | stopped    (at a rung of a sweep with a promotion rule)
 *
 * A worker leases the run that it trains. A lease has an owner (host, boot, process, job), a heartbeat and an expiry.
 * The lease ends with the run. If the lease expires or its owner is dead (on the same host: another boot, or no such
 * process), the run is planned again. A run whose worker crashed three times while the worker's parent lived on has
 * failed, because it would crash one worker after another. */
#ifndef LG_SWEEP_REGISTRY_REGISTRY_H
#define LG_SWEEP_REGISTRY_REGISTRY_H

#include "sweep/plan/manifest.h"
#include "sweep/registry/results.h"

typedef struct lg_registry lg_registry;

/* Opens the registry of a sweep. If there is no registry, or if the registry was made for other metrics than those of
 * this program, creates a new one from the manifest, with all runs planned, and sets *made. NULL on failure.
 * LG_CORRUPT: the file belongs to another manifest or is not a database. LG_USAGE: another version of the program made
 * the file. LG_FAILED: workers with other metrics hold leases in the file. The manifest must outlive the registry. An
 * lg_registry belongs to one thread at a time; a process may open several of them, which share the leases of the
 * process. If the directory is not writable, the registry exists only in memory and is created at each opening. */
lg_registry *lg_registry_open(const char *dir, const lg_manifest *m, bool *made, lg_error *err);
void lg_registry_close(lg_registry *r);        /* r may be NULL */
bool lg_registry_is_gone(lg_registry *r);      /* true if its file was removed or replaced */
bool lg_registry_can_be_kept(const char *dir); /* true if the directory is writable */
/* Removes the registry's files, even if they cannot be opened. Nobody else may have it open. */
bool lg_registry_remove(const char *dir, lg_error *err);

/* Sets the duration of this process's leases, in seconds, and their job name (NULL: that of the batch system, if
 * any). */
#define LG_LEASE 600.0
void lg_registry_lease(lg_registry *r, double seconds, const char *job);
/* Ends the leases of dead processes, then leases up to `most` planned runs to this process. The longest runs come
 * first, and runs whose workers crashed come last. runs: [most], indices in the manifest, of which *count are set. */
bool lg_registry_claim(lg_registry *r, size_t most, size_t *runs, size_t *count, lg_error *err);
/* Renews all leases of this process and records the progress of some of its runs. */
typedef struct lg_heartbeat {
    size_t run;
    int64_t step, steps;
    double loss, seconds; /* loss and seconds of training, including validations; NaN: unknown */
} lg_heartbeat;
bool lg_registry_heartbeat(lg_registry *r, const lg_heartbeat *beats, size_t count, lg_error *err);
/* Gives back a run that this process has leased: it is planned again, but nobody can lease it for `pause` seconds. */
bool lg_registry_release(lg_registry *r, size_t run, double pause, lg_error *err);
/* Ends a run: done, failed or diverged, as in the result. If the lease was lost in the meantime, a run that is already
 * done stays unchanged. */
bool lg_registry_finish(lg_registry *r, size_t run, const lg_run_result *result, lg_error *err);
/* Makes failed runs planned again and, with `diverged`, also diverged runs. *count: the number of these runs. */
bool lg_registry_retry(lg_registry *r, bool diverged, size_t *count, lg_error *err);
/* Reads the state and result of every run, in the order of the manifest. A run whose owner is dead counts as planned.
 * curves: also reads curves, validations and load. LG_CORRUPT if an ended run has impossible numbers. */
bool lg_registry_results(lg_registry *r, bool curves, lg_results *out, lg_error *err);
/* Replaces the results of all runs except those leased by living processes. */
bool lg_registry_rebuild(lg_registry *r, const lg_results *from, lg_error *err);

/* Decides the rungs that are ready (rungs.h), and sets the states of runs according to all decisions. *changed: the
 * number of new decisions and changed states. Does nothing if the sweep has no rungs. */
bool lg_registry_promote(lg_registry *r, const char *dir, bool without_failed, size_t *changed, lg_error *err);
/* *waits: some runs wait, at a rung or for the training whose model they evaluate, and other runs can still be
 * trained. */
bool lg_registry_waits(lg_registry *r, bool *waits, lg_error *err);

/* The number of runs that living workers have leased; first ends the leases of dead workers. */
bool lg_registry_count_leases(lg_registry *r, size_t *count, lg_error *err);

#endif
