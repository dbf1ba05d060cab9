/* worker.c: see worker.h. Each seat trains one run at a time with one thread, and takes the next when it has ended: so
 * all are busy until nothing is left, and what dies with the process is what is under way. A thread beside them renews
 * the leases and notes how far the runs are. */
#include "sweep/work/worker.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/machine.h"
#include "base/tree.h"
#include "run/run_dir.h"
#include "sweep/work/work_queue.h"

#define BEATS_PER_LEASE 120 /* one is 5 seconds with leases of ten minutes */

typedef struct crew crew;

/* Where one run after another is trained. */
typedef struct seat {
    crew *crew;
    bool taken;
    size_t run;
    lg_run_result now;
} seat;

struct crew {
    lg_sweep *sweep;
    const lg_worker_callbacks *calls;
    lg_work_queue source;
    seat *seats;
    int count;
    lg_worker_summary *out;
    lg_error *err;        /* what ends all of it: results cannot be recorded */
    bool over;            /* all seats are empty */
    pthread_mutex_t lock; /* of all of this, and of what the host hears: it is told one thing at a time */
    pthread_cond_t ended; /* over */
};

/* ---- what the host hears; the lock is held ---- */

static lg_sweep_run about(const seat *s) {
    return lg_sweep_describe(s->crew->sweep, s->run, &s->now);
}

static void tell(const seat *s, void (*call)(void *user, const lg_sweep_run *r)) {
    const lg_sweep_run r = about(s);
    if (call) call(s->crew->calls->user, &r);
}

static bool wants_to_stop(crew *c) {
    if (!c->out->stopped && c->calls->stop) c->out->stopped = c->calls->stop(c->calls->user);
    return c->out->stopped || c->err->code != LG_OK;
}

/* No run is begun any more, those under way stop. */
static void end_all(crew *c, const lg_error *words) {
    const bool shortage = lg_error_is_shortage(words);
    lg_fail_like(c->err, words, "%s%s", words->text,
                 shortage ? "; what is not done stays planned, and the same command goes on with it" : "");
}

/* ---- what a run tells ---- */

static void on_step(void *user, const lg_step_report *r) {
    seat *s = user;
    crew *c = s->crew;
    pthread_mutex_lock(&c->lock);
    s->now.step = r->step;
    s->now.steps = r->steps;
    s->now.loss = r->loss;
    const lg_sweep_run run = about(s);
    if (c->calls->step) c->calls->step(c->calls->user, &run, r);
    pthread_mutex_unlock(&c->lock);
}

static bool on_stop(void *user) {
    const seat *s = user;
    pthread_mutex_lock(&s->crew->lock);
    const bool stop = wants_to_stop(s->crew);
    pthread_mutex_unlock(&s->crew->lock);
    return stop;
}

static void on_log(void *user, lg_level level, const char *text) {
    const seat *s = user;
    pthread_mutex_lock(&s->crew->lock);
    lg_context_say(s->crew->sweep->context, level, "%s", text);
    pthread_mutex_unlock(&s->crew->lock);
}

static void warn_of_beat(const crew *c, const lg_error *words) {
    lg_context_say(c->sweep->context, LG_WARNING, "no heartbeat: %s", words->text);
}

/* ---- one run ---- */

/* How far the run is, before its first step here: those who look are not to wait for a heartbeat. */
static void note_begin(seat *s, const lg_resolved_config *config) {
    crew *c = s->crew;
    lg_error words = {0};
    lg_run_result x;
    lg_arena *arena = lg_arena_new();
    if (!arena || !lg_result_read(c->sweep->dirs[s->run], arena, &x, NULL)) x = lg_result_planned();
    lg_arena_free(arena);
    pthread_mutex_lock(&c->lock);
    s->now.step = x.step;
    s->now.steps = lg_int(config->values, "train.steps");
    const lg_heartbeat b = {s->run, s->now.step, s->now.steps, s->now.loss};
    if (!lg_work_queue_begin(&c->source, &b, &words)) warn_of_beat(c, &words);
    pthread_mutex_unlock(&c->lock);
}

/* Trains the run; *words: what became of it. False: it was not even begun, since its config does not come out right. */
static bool train(seat *s, lg_error *words) {
    const crew *c = s->crew;
    const lg_callbacks calls = {.user = s, .step = on_step, .stop = on_stop};
    lg_context own = {.log = on_log, .user = s, .threads = 1};
    lg_outcome outcome;
    lg_resolved_config *config = lg_planned_config(c->sweep->manifest, s->run, c->sweep->dir, words);
    if (!config) return false;
    note_begin(s, config);
    if (lg_tree_restore(c->sweep->dirs[s->run], words)) {
        lg_train_in(&own, config, &calls, &outcome);
        *words = own.error;
    }
    lg_resolved_config_free(config);
    return true;
}

/* False where that cannot be told, too. */
static bool trained_elsewhere(const seat *s) {
    lg_run_dir store;
    bool busy = false;
    if (lg_run_dir_open(&store, s->crew->sweep->dirs[s->run], NULL)) lg_run_dir_is_busy(&store, &busy, NULL);
    lg_run_dir_close(&store);
    return busy;
}

/* What its directory says of a run that has ended, or of one that failed, as far as it got. */
static void read_result(seat *s, lg_error *failure, lg_arena *arena) {
    char utc[LG_UTC];
    lg_run_result x;
    if (!lg_result_read(s->crew->sweep->dirs[s->run], arena, &x, failure)) x = lg_result_planned();
    if (failure->code == LG_OK && x.state != LG_RUN_DONE)
        lg_fail_lasting(failure, "run.json changed while it was being read");
    x.state = failure->code == LG_OK ? LG_RUN_DONE : failure->code == LG_DIVERGED ? LG_RUN_DIVERGED : LG_RUN_FAILED;
    x.reason = failure->code == LG_OK ? "" : lg_arena_printf(arena, "%s", failure->text);
    if (*x.finished == '\0') x.finished = lg_arena_printf(arena, "%s", lg_utc(utc));
    if (!x.reason) x.reason = "no memory for its words";
    if (!x.finished) x.finished = "";
    x.attempts = 1;
    s->now = x;
}

static void count(lg_worker_summary *w, const lg_run_result *x) {
    w->done++;
    if (x->state == LG_RUN_DONE) return;
    if (w->failed++ == 0) snprintf(w->text, sizeof w->text, "%s", x->reason);
}

/* The lock is held. */
static void put_back(seat *s, bool elsewhere) {
    crew *c = s->crew;
    s->now.state = LG_RUN_PLANNED;
    if (elsewhere) lg_context_say(c->sweep->context, LG_INFO, "%s: another process trains it", c->sweep->dirs[s->run]);
    lg_error later = {0}; /* the first failure is the one that is told */
    if (!lg_work_queue_release(&c->source, s->run, elsewhere, &later)) lg_fail(c->err, later.code, "%s", later.text);
    tell(s, c->calls->end);
}

/* What ends all of it is no failure of the run: where the machine lacks something, the next one would fare no better.
 * The lock is held. */
static void give_up(seat *s, const lg_error *words) {
    end_all(s->crew, words);
    s->now.reason = "";
    put_back(s, false);
}

/* The lock is held. */
static void record_end(seat *s, const lg_error *words) {
    crew *c = s->crew;
    lg_error failure = *words, later = {0};
    lg_arena *arena = lg_arena_new();
    if (!arena)
        lg_fail(&failure, LG_FAILED, "no memory for the result of a run");
    else
        read_result(s, &failure, arena);
    if (lg_error_is_shortage(&failure)) {
        give_up(s, &failure);
    } else if (lg_work_queue_finish(&c->source, s->run, &s->now, &later)) {
        count(c->out, &s->now);
        tell(s, c->calls->end);
    } else {
        give_up(s, &later);
    }
    s->now = lg_result_planned();
    lg_arena_free(arena);
}

static void conclude(seat *s, bool begun, const lg_error *words) {
    crew *c = s->crew;
    const bool elsewhere = begun && words->code == LG_FAILED && trained_elsewhere(s);
    pthread_mutex_lock(&c->lock);
    if (!begun)
        give_up(s, words);
    else if (elsewhere || words->code == LG_PREEMPTED)
        put_back(s, elsewhere);
    else
        record_end(s, words);
    s->taken = false;
    pthread_mutex_unlock(&c->lock);
}

/* ---- one run after another ---- */

static bool take(seat *s) {
    crew *c = s->crew;
    bool found = false;
    lg_error words = {0};
    pthread_mutex_lock(&c->lock);
    if (!wants_to_stop(c) && !lg_work_queue_next(&c->source, &s->run, &found, &words)) end_all(c, &words);
    if (found) {
        s->taken = true;
        s->now = lg_result_planned();
        s->now.state = LG_RUN_LEASED;
        tell(s, c->calls->begin);
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

/* A job: a seat, as long as there are runs. */
static void keep_busy(void *task, int job, int worker) {
    crew *c = task;
    seat *s = &c->seats[job];
    (void)worker;
    while (take(s)) {
        lg_error words = {0};
        const bool begun = train(s, &words);
        conclude(s, begun, &words);
    }
}

/* ---- heartbeats ---- */

static void beat(crew *c, lg_heartbeat *beats) {
    size_t count = 0;
    lg_error words = {0};
    for (int i = 0; i < c->count; i++) {
        const seat *s = &c->seats[i];
        if (s->taken && s->now.steps > 0)
            beats[count++] = (lg_heartbeat){s->run, s->now.step, s->now.steps, s->now.loss};
    }
    pthread_mutex_unlock(&c->lock);
    const bool good = lg_work_queue_heartbeat(&c->source, beats, count, &words);
    pthread_mutex_lock(&c->lock);
    if (!good) warn_of_beat(c, &words);
}

/* A thread; false for the time when all was over before. */
static bool wait_for_beat(crew *c) {
    struct timespec at;
    const double pause = lg_work_queue_lease(&c->source) / BEATS_PER_LEASE;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += (time_t)pause;
    at.tv_nsec += (long)(1e9 * fmod(pause, 1));
    if (at.tv_nsec >= 1000000000) at.tv_sec++, at.tv_nsec -= 1000000000;
    while (!c->over)
        if (pthread_cond_timedwait(&c->ended, &c->lock, &at) == ETIMEDOUT) break;
    return !c->over;
}

static void *keep_leases(void *user) {
    crew *c = user;
    lg_heartbeat *beats = calloc((size_t)c->count, sizeof *beats);
    pthread_mutex_lock(&c->lock);
    while (beats && wait_for_beat(c)) beat(c, beats);
    pthread_mutex_unlock(&c->lock);
    free(beats);
    return NULL;
}

/* ---- the whole ---- */

static void end_beats(crew *c, pthread_t keeper) {
    pthread_mutex_lock(&c->lock);
    c->over = true;
    pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
    pthread_join(keeper, NULL);
}

static bool work(crew *c) {
    const bool leases = lg_work_queue_lease(&c->source) > 0;
    pthread_t keeper;
    lg_pool *pool = lg_pool_new(c->count, c->err);
    if (!pool) return false;
    if (leases && pthread_create(&keeper, NULL, keep_leases, c) != 0) {
        lg_pool_free(pool);
        return lg_fail(c->err, LG_FAILED, "cannot start a thread for heartbeats");
    }
    lg_pool_run(pool, c->count, keep_busy, c);
    if (leases) end_beats(c, keeper);
    lg_pool_free(pool);
    return c->err->code == LG_OK;
}

bool lg_worker_run(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls, lg_worker_summary *out,
                   lg_error *err) {
    crew c = {.sweep = s,
              .calls = calls,
              .count = options->threads > 0 ? options->threads : lg_pool_processors(),
              .out = out,
              .err = err,
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .ended = PTHREAD_COND_INITIALIZER};
    *out = (lg_worker_summary){0};
    c.seats = calloc((size_t)c.count, sizeof *c.seats);
    if (!c.seats) return lg_fail(err, LG_FAILED, "no memory for %d runs at a time", c.count);
    for (int i = 0; i < c.count; i++) c.seats[i].crew = &c;
    /* What would make every run fail in the same way is no failure of runs. */
    const bool good =
        lg_kernels_select(err) &&
        lg_work_queue_open(&c.source, s->dir, s->manifest, options, options->use_shards ? NULL : s->registry, err) &&
        work(&c);
    lg_work_queue_close(&c.source);
    free(c.seats);
    return good;
}
