/* work_queue.c: see work_queue.h. */
#include "sweep/work/work_queue.h"

#include <stdio.h>
#include <stdlib.h>

#include "sweep/registry/owner.h"
#include "sweep/registry/shard.h"
#include "sweep/work/shard_assignment.h"

#define PAUSE 30 /* seconds for which a run is left to another process that trains it */

static bool open_share(lg_work_queue *s, lg_error *err) {
    if (s->how->share >= s->how->shares)
        return lg_fail(err, LG_USAGE, "share %zu of %zu: shares count from 0, up to %zu here", s->how->share,
                       s->how->shares, s->how->shares == 0 ? 0 : s->how->shares - 1);
    s->share = calloc(s->manifest->run_count + 1, sizeof *s->share);
    if (!s->share) return lg_fail(err, LG_FAILED, "%s: no memory for a share of it", s->dir);
    return lg_shard_assign(s->manifest, s->how->share, s->how->shares, s->share, &s->count, err);
}

static bool open_beats(lg_work_queue *s, lg_error *err) {
    bool made;
    s->beats = lg_registry_open(s->dir, s->manifest, &made, err);
    if (!s->beats) return false;
    lg_registry_lease(s->registry, lg_work_queue_lease(s), s->how->job);
    lg_registry_lease(s->beats, lg_work_queue_lease(s), s->how->job);
    return true;
}

bool lg_work_queue_open(lg_work_queue *s, const char *dir, const lg_manifest *m, const lg_worker *how,
                        lg_registry *registry, lg_error *err) {
    *s = (lg_work_queue){.dir = dir, .manifest = m, .how = how, .registry = registry};
    return !registry ? open_share(s, err) : open_beats(s, err);
}

void lg_work_queue_close(lg_work_queue *s) {
    lg_registry_close(s->beats);
    free(s->share);
    *s = (lg_work_queue){0};
}

/* ---- a share ---- */

/* A record that is damaged will be told of when the run is trained. */
static bool has_ended(const lg_work_queue *s, size_t run) {
    char path[4096];
    lg_run_result x;
    lg_arena *arena = lg_arena_new();
    snprintf(path, sizeof path, "%s/runs/%s", s->dir, s->manifest->runs[run].id);
    const bool ended = arena && lg_result_read(path, arena, &x, NULL) && lg_result_ended(&x);
    lg_arena_free(arena);
    return ended;
}

static bool next_of_share(lg_work_queue *s, size_t *run) {
    while (s->next < s->count && has_ended(s, s->share[s->next])) s->next++;
    if (s->next == s->count) return false;
    *run = s->share[s->next++];
    return true;
}

static bool append(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err) {
    const lg_owner self = lg_owner_self();
    char words[LG_OWNER_WORDS];
    lg_run_result line = *x;
    lg_owner_words(&self, s->how->job, words);
    line.owner = words;
    return lg_shard_append(s->dir, s->how->share, s->how->shares, s->manifest, run, &line, err);
}

/* ---- either ---- */

bool lg_work_queue_next(lg_work_queue *s, size_t *run, bool *found, lg_error *err) {
    size_t count = 0;
    if (!s->registry) return *found = next_of_share(s, run), true;
    const bool good = lg_registry_claim(s->registry, 1, run, &count, err);
    *found = count > 0;
    return good;
}

bool lg_work_queue_finish(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err) {
    return !s->registry ? append(s, run, x, err) : lg_registry_finish(s->registry, run, x, err);
}

bool lg_work_queue_release(lg_work_queue *s, size_t run, bool elsewhere, lg_error *err) {
    return !s->registry || lg_registry_release(s->registry, run, elsewhere ? PAUSE : 0, err);
}

bool lg_work_queue_begin(lg_work_queue *s, const lg_heartbeat *b, lg_error *err) {
    return !s->registry || lg_registry_heartbeat(s->registry, b, 1, err);
}

bool lg_work_queue_heartbeat(lg_work_queue *s, const lg_heartbeat *beats, size_t count, lg_error *err) {
    return !s->registry || lg_registry_heartbeat(s->beats, beats, count, err);
}

double lg_work_queue_lease(const lg_work_queue *s) {
    return !s->registry ? 0 : s->how->lease > 0 ? s->how->lease : LG_LEASE;
}
