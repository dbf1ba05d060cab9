/* source.h: where a worker gets its runs from, and where it puts what became of them: the registry, or a fixed
 * share and lines in a shard. One thread at a time, but for the beats. */
#ifndef LG_SWEEP_SOURCE_H
#define LG_SWEEP_SOURCE_H

#include "sweep/sweep.h"

typedef struct lg_source {
    const char *dir;
    const lg_manifest *manifest;
    const lg_worker *how;
    lg_registry *registry; /* NULL: a share */
    lg_registry *beats;    /* the same for the thread that renews leases */
    size_t *share;         /* its runs, */
    size_t count, next;    /* how many, and the one that is looked at next */
} lg_source;

/* registry: NULL where how->shards. */
bool lg_source_open(lg_source *s, const char *dir, const lg_manifest *m, const lg_worker *how, lg_registry *registry,
                    lg_error *err);
void lg_source_close(lg_source *s); /* a struct of zeros is allowed */
/* The next run; *found: whether there is one. */
bool lg_source_next(lg_source *s, size_t *run, bool *found, lg_error *err);
/* It is being trained: how far it is, for those who look before the first beat. */
bool lg_source_begin(lg_source *s, const lg_beat *b, lg_error *err);
bool lg_source_finish(lg_source *s, size_t run, const lg_run_result *x, lg_error *err);
/* It was stopped; or another process has it, which is given a while to end it. */
bool lg_source_release(lg_source *s, size_t run, bool elsewhere, lg_error *err);
bool lg_source_beat(lg_source *s, const lg_beat *beats, size_t count, lg_error *err);
double lg_source_lease(const lg_source *s); /* seconds; 0: there are no leases */

#endif
