/* work_queue.c: takes runs from the registry or from a shard; see work_queue.h. */
#include "sweep/work/work_queue.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/sweep.h"
#include "sweep/registry/owner.h"
#include "sweep/registry/shard.h"
#include "sweep/work/shard_assignment.h"

#define PAUSE 30 /* seconds until a run that another process trains is leased again */

static bool open_shard(lg_work_queue *s, lg_error *err) {
    const size_t shard = s->options->shard, shards = s->options->shard_count;
    if (shard >= shards)
        return lg_fail(err, LG_USAGE, "shard %zu of %zu: expected a shard from 0 to %zu", shard, shards,
                       shards == 0 ? 0 : shards - 1);
    if (shards > LG_SHARDS_MAX) return lg_fail(err, LG_USAGE, "%zu shards: expected at most %d", shards, LG_SHARDS_MAX);
    s->shard = calloc(s->manifest->run_count + 1, sizeof *s->shard);
    s->states = calloc(s->manifest->run_count + 1, sizeof *s->states);
    if (!s->shard || !s->states) return lg_fail(err, LG_FAILED, "out of memory: a shard of %s", s->dir);
    return lg_shard_assign(s->manifest, shard, shards, s->shard, &s->count, err);
}

static bool open_heartbeats(lg_work_queue *s, lg_error *err) {
    bool made;
    s->heartbeats = lg_registry_open(s->dir, s->manifest, &made, err);
    if (!s->heartbeats) return false;
    lg_registry_lease(s->registry, lg_work_queue_lease(s), s->options->job);
    lg_registry_lease(s->heartbeats, lg_work_queue_lease(s), s->options->job);
    return true;
}

bool lg_work_queue_open(lg_work_queue *s, const char *dir, const lg_manifest *m, const lg_worker *options,
                        lg_registry *registry, lg_error *err) {
    *s = (lg_work_queue){.dir = dir, .manifest = m, .options = options, .registry = registry};
    return !registry ? open_shard(s, err) : open_heartbeats(s, err);
}

void lg_work_queue_close(lg_work_queue *s) {
    lg_registry_close(s->heartbeats);
    free(s->shard);
    free(s->states);
    *s = (lg_work_queue){0};
}

/* ---- shards ---- */

enum { LEFT, GIVEN, BACK }; /* states of a shard's runs: not taken yet; being trained; ended, failed or returned */

/* True if the run has ended according to its directory. Ignores a damaged run.json, which training reports. */
static bool has_ended(const lg_work_queue *s, size_t run) {
    char path[4096];
    lg_run_result x;
    lg_arena *arena = lg_arena_new();
    const bool named = lg_planned_path(s->manifest, run, s->dir, "", path, sizeof path);
    const bool ended = arena && named && lg_result_read(path, arena, &x, NULL) && lg_result_ended(&x);
    lg_arena_free(arena);
    return ended;
}

/* True if the run can be taken: it has not ended and waits for no training of another run. */
static bool is_next(lg_work_queue *s, size_t run) {
    if (s->states[run] == LEFT && has_ended(s, run)) s->states[run] = BACK;
    const size_t trainer = lg_planned_trainer(s->manifest, run);
    return s->states[run] == LEFT && (trainer == run || s->states[trainer] == BACK);
}

static bool next_of_shard(lg_work_queue *s, size_t *run) {
    while (s->next < s->count && s->states[s->shard[s->next]] != LEFT) s->next++;
    for (size_t i = s->next; i < s->count; i++) {
        *run = s->shard[i];
        if (!is_next(s, *run)) continue;
        s->states[*run] = GIVEN;
        return true;
    }
    return false;
}

static bool has_left(const lg_work_queue *s) {
    for (size_t i = s->next; i < s->count; i++)
        if (s->states[s->shard[i]] == LEFT) return true;
    return false;
}

static bool append_line(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err) {
    const lg_owner self = lg_owner_self();
    char words[LG_OWNER_WORDS];
    lg_run_result line = *x;
    lg_owner_words(&self, s->options->job, words);
    line.owner = words;
    return lg_shard_append(s->dir, s->options->shard, s->options->shard_count, s->manifest, run, &line, err);
}

/* ---- shards and registries ---- */

bool lg_work_queue_next(lg_work_queue *s, size_t *run, bool *found, lg_error *err) {
    size_t count = 0;
    if (!s->registry) return *found = next_of_shard(s, run), true;
    const bool good = lg_registry_claim(s->registry, 1, run, &count, err);
    *found = count > 0;
    return good;
}

bool lg_work_queue_finish(lg_work_queue *s, size_t run, const lg_run_result *x, lg_error *err) {
    if (s->registry) return lg_registry_finish(s->registry, run, x, err);
    s->states[run] = BACK;
    return append_line(s, run, x, err);
}

/* Ignores a failure to record the progress: either the release fails too, or the progress of the last heartbeat
 * remains. */
bool lg_work_queue_release(lg_work_queue *s, const lg_heartbeat *b, bool elsewhere, lg_error *err) {
    lg_error words = {0};
    if (!s->registry) return s->states[b->run] = BACK, true;
    if (!elsewhere && b->steps > 0) lg_registry_heartbeat(s->registry, b, 1, &words);
    return lg_registry_release(s->registry, b->run, elsewhere ? PAUSE : 0, err);
}

bool lg_work_queue_begin(lg_work_queue *s, const lg_heartbeat *b, lg_error *err) {
    return !s->registry || lg_registry_heartbeat(s->registry, b, 1, err);
}

bool lg_work_queue_heartbeat(lg_work_queue *s, const lg_heartbeat *beats, size_t count, lg_error *err) {
    return !s->registry || lg_registry_heartbeat(s->heartbeats, beats, count, err);
}

/* ---- rungs (only with a registry) and waiting ---- */

bool lg_work_queue_goal(const lg_work_queue *s, size_t run, int64_t *goal, lg_error *err) {
    const lg_manifest *m = s->manifest;
    lg_rungs rungs;
    *goal = 0;
    if (m->promotion.rung_count == 0) return true;
    lg_arena *arena = lg_arena_new();
    lg_climb *climb = !arena ? NULL : lg_arena_alloc(arena, m->run_count * sizeof *climb);
    const bool good = (climb || lg_fail(err, LG_FAILED, "out of memory: the rungs of %s", s->dir)) &&
                      lg_rungs_read(s->dir, m, arena, &rungs, err);
    if (good) lg_rungs_climb(&rungs, m, climb);
    if (good) *goal = lg_climb_goal(m, &climb[run]);
    lg_arena_free(arena);
    return good;
}

bool lg_work_queue_promote(lg_work_queue *s, bool *more, lg_error *err) {
    size_t changed = 0;
    *more = !s->registry && has_left(s);
    if (!s->registry) return true;
    if (!lg_registry_promote(s->registry, s->dir, false, &changed, err) || !lg_registry_waits(s->registry, more, err))
        return false;
    *more = *more || changed > 0;
    return true;
}

double lg_work_queue_lease(const lg_work_queue *s) {
    return !s->registry ? 0 : s->options->lease > 0 ? s->options->lease : LG_LEASE;
}
