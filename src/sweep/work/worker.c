/* worker.c: trains the runs of a sweep in several slots; see worker.h. Each slot trains one run with one thread and
 * starts the next run when this one has ended. Thus all slots are busy until no run is left, and if the process dies,
 * only the runs being trained are interrupted. Another thread renews the leases and records the progress of the
 * runs. */
#include "sweep/work/worker.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/sweep.h"
#include "base/file.h"
#include "base/machine.h"
#include "base/thread.h"
#include "base/tree.h"
#include "config/values.h"
#include "kernel/kernel.h"
#include "run/run_dir.h"
#include "run/shared_training.h"
#include "sweep/work/work_queue.h"

#define HEARTBEATS_PER_LEASE 120       /* every 5 seconds for leases of ten minutes */
#define LONGEST_WAIT         600000000 /* nanoseconds between polls for a run; the last wait may exceed it by half */

typedef struct worker worker;

/* A slot trains one run after another. */
typedef struct slot {
    worker *worker;
    bool busy;
    size_t run;
    int64_t goal; /* the step at which the run pauses; 0: none */
    bool paused;  /* the run has paused at goal */
    double begun; /* start time, shifted back by the time trained before */
    lg_run_result now;
} slot;

struct worker {
    lg_sweep *sweep;
    const lg_worker_callbacks *calls;
    lg_work_queue queue;
    slot *slots;         /* [count] */
    lg_heartbeat *beats; /* [count]: for the thread that renews leases */
    int count;
    lg_worker_summary *out;
    lg_error *err;        /* the reason to give up: results cannot be recorded */
    bool ended;           /* no slot trains any more */
    pthread_mutex_t lock; /* protects all members; held during callbacks: one callback at a time */
    pthread_cond_t end;   /* signals `ended` */
};

/* ---- callbacks of the caller; the lock is held ---- */

static lg_sweep_run describe_run(const slot *s) {
    return lg_sweep_describe(s->worker->sweep, s->run, &s->now);
}

static void report_run(const slot *s, void (*call)(void *user, const lg_sweep_run *r)) {
    const lg_sweep_run r = describe_run(s);
    if (call) call(s->worker->calls->user, &r);
}

static lg_heartbeat progress_of(const slot *s) {
    return (lg_heartbeat){s->run, s->now.step, s->now.steps, s->now.loss, s->now.seconds};
}

static bool must_stop(worker *w) {
    w->out->stopped = w->out->stopped || lg_stop_asked(&w->sweep->context->stop);
    return w->out->stopped || w->err->code != LG_OK;
}

/* Starts no more runs, and stops those being trained. */
static void end_all(worker *w, const lg_error *words) {
    const bool shortage = lg_error_is_shortage(words);
    lg_fail_like(w->err, words, "%s%s", words->text,
                 shortage ? "; unfinished runs stay planned, and the same command resumes them" : "");
}

/* ---- callbacks of a run ---- */

static void on_step(void *user, const lg_step_report *r) {
    slot *s = user;
    worker *w = s->worker;
    pthread_mutex_lock(&w->lock);
    s->now.step = r->step;
    s->now.steps = r->steps;
    s->now.loss = r->loss;
    s->now.seconds = lg_seconds() - s->begun;
    const lg_sweep_run run = describe_run(s);
    if (w->calls->step) w->calls->step(w->calls->user, &run, r);
    pthread_mutex_unlock(&w->lock);
}

static bool on_stop(void *user) {
    const slot *s = user;
    pthread_mutex_lock(&s->worker->lock);
    const bool stop = must_stop(s->worker);
    pthread_mutex_unlock(&s->worker->lock);
    return stop;
}

static void on_log(void *user, lg_level level, const char *text) {
    const slot *s = user;
    pthread_mutex_lock(&s->worker->lock);
    lg_context_say(s->worker->sweep->context, level, "%s", text);
    pthread_mutex_unlock(&s->worker->lock);
}

static void warn_no_heartbeat(const worker *w, const lg_error *words) {
    lg_context_say(w->sweep->context, LG_WARNING, "no heartbeat: %s", words->text);
}

/* ---- one run ---- */

/* Records the progress of the run before its first step, so that it is visible before the first heartbeat. */
static void record_begin(slot *s, const lg_resolved_config *config) {
    worker *w = s->worker;
    lg_error words = {0};
    lg_run_result x;
    lg_arena *arena = lg_arena_new();
    if (!arena || !lg_result_read(w->sweep->dirs[s->run], arena, &x, NULL)) x = lg_result_planned();
    lg_arena_free(arena);
    pthread_mutex_lock(&w->lock);
    s->now.step = x.step;
    s->now.seconds = x.seconds;
    s->begun = lg_seconds() - (x.seconds > 0 ? x.seconds : 0);
    s->now.steps = lg_int(config->values, "train.steps");
    const lg_heartbeat b = progress_of(s);
    if (!lg_work_queue_begin(&w->queue, &b, &words)) warn_no_heartbeat(w, &words);
    pthread_mutex_unlock(&w->lock);
}

/* The directory of another run with the same training (trainings.h) whose training is over; NULL if there is none. */
static const char *find_trained(const slot *s) {
    const lg_sweep *sweep = s->worker->sweep;
    const lg_manifest *m = sweep->manifest;
    for (size_t i = 0; m->trained_by && i < m->run_count; i++)
        if (i != s->run && m->trained_by[i] == m->trained_by[s->run] && lg_is_trained(sweep->dirs[i]))
            return sweep->dirs[i];
    return NULL;
}

/* Trains the run; *words: why it failed. False if it was not started because its config differs from the plan. */
static bool train_run(slot *s, lg_error *words) {
    const worker *w = s->worker;
    const lg_callbacks calls = {.user = s, .step = on_step, .pause_at = s->goal};
    lg_context own = {.log = on_log, .user = s, .stop = {on_stop, s}, .threads = 1};
    lg_outcome outcome;
    lg_resolved_config *config = lg_planned_config(w->sweep->manifest, s->run, w->sweep->dir, words);
    if (!config) return false;
    record_begin(s, config);
    if (lg_tree_restore(w->sweep->dirs[s->run], words)) {
        lg_train_in(&own, config, find_trained(s), &calls, &outcome);
        s->paused = outcome.status && !strcmp(outcome.status, lg_run_status_name(LG_STATUS_PAUSED));
        *words = own.error;
    }
    lg_resolved_config_free(config);
    return true;
}

/* True if another process is training the run. False if that is unknown. */
static bool trained_elsewhere(const slot *s) {
    lg_run_dir store;
    bool busy = false;
    if (lg_run_dir_open(&store, s->worker->sweep->dirs[s->run], NULL)) lg_run_dir_is_busy(&store, &busy, NULL);
    lg_run_dir_close(&store);
    return busy;
}

/* Reads the result of an ended or failed run from its directory. If reading fails because the machine lacks a resource,
 * that error becomes `failure`, even if the run has diverged. */
static void read_result(slot *s, lg_error *failure, lg_arena *arena) {
    char utc[LG_UTC];
    lg_run_result x;
    lg_error words = {0};
    if (!lg_result_read(s->worker->sweep->dirs[s->run], arena, &x, &words)) x = lg_result_planned();
    if (failure->code == LG_OK || lg_error_is_shortage(&words)) *failure = words;
    if (failure->code == LG_OK && x.state != LG_RUN_DONE)
        lg_fail_permanent(failure, "run.json changed while it was being read");
    x.state = failure->code == LG_OK ? LG_RUN_DONE : failure->code == LG_DIVERGED ? LG_RUN_DIVERGED : LG_RUN_FAILED;
    x.reason = failure->code == LG_OK ? "" : lg_arena_printf(arena, "%s", failure->text);
    if (*x.finished == '\0') x.finished = lg_arena_printf(arena, "%s", lg_utc(utc));
    if (!x.reason) x.reason = "out of memory: the reason";
    if (!x.finished) x.finished = "";
    x.attempts = 1;
    s->now = x;
}

static void count_end(lg_worker_summary *w, const lg_run_result *x) {
    w->done++;
    if (x->state == LG_RUN_DONE) return;
    if (w->failed++ == 0) snprintf(w->text, sizeof w->text, "%s", x->reason);
}

/* Returns the run to the queue. The lock is held. */
static void release_run(slot *s, bool elsewhere) {
    worker *w = s->worker;
    const lg_heartbeat b = progress_of(s);
    s->now.state = LG_RUN_PLANNED;
    if (elsewhere)
        lg_context_say(w->sweep->context, LG_INFO, "%s: another process is training it", w->sweep->dirs[s->run]);
    lg_error later = {0}; /* only the first failure is reported */
    if (!lg_work_queue_release(&w->queue, &b, elsewhere, &later)) lg_fail_like(w->err, &later, "%s", later.text);
    report_run(s, w->calls->end);
}

/* Ends the worker because the machine lacks a resource: the run has not failed, and the next run would end in the same
 * way. The lock is held. */
static void give_up(slot *s, const lg_error *words) {
    end_all(s->worker, words);
    s->now.reason = "";
    release_run(s, false);
}

/* True if the sweep directory was moved or removed while workers ran; then none of its runs has failed. */
static bool is_gone(const worker *w, lg_error *failure) {
    char path[4096];
    lg_file_kind kind = LG_REGULAR;
    snprintf(path, sizeof path, "%s/manifest.jsonl", w->sweep->dir);
    if (!lg_file_get_kind(path, &kind, NULL) || kind != LG_ABSENT) return false;
    *failure = (lg_error){0};
    lg_fail(failure, LG_FAILED, "%s no longer exists: was it moved? `lengthen sweep run` resumes it at its new path",
            w->sweep->dir);
    return true;
}

/* Reads the result of a run that has paused at its rung. Fails if the validation of that step is missing. */
static void read_pause(slot *s, lg_error *failure, lg_arena *arena) {
    const char *dir = s->worker->sweep->dirs[s->run];
    lg_run_result x;
    if (!lg_result_read(dir, arena, &x, failure) || !lg_result_watch(dir, arena, &x, failure)) return;
    const lg_progress_point *p = lg_result_validation(&x, s->goal);
    if (!p || p->step != s->goal)
        lg_fail_permanent(failure, "%s: metrics.jsonl lacks the validation of step %lld", dir, (long long)s->goal);
    x.state = LG_RUN_PAUSED;
    x.attempts = 1;
    if (failure->code == LG_OK) s->now = x;
}

/* Records how the run ended: its result, its pause, or the reason to end the worker. The lock is held. */
static void record_end(slot *s, const lg_error *words) {
    worker *w = s->worker;
    lg_error failure = *words, later = {0};
    lg_arena *arena = lg_arena_new();
    const bool paused = failure.code == LG_PREEMPTED;
    if (paused) failure = (lg_error){0};
    if (!arena)
        lg_fail(&failure, LG_FAILED, "out of memory: the result of a run");
    else if (paused)
        read_pause(s, &failure, arena);
    if (arena && (!paused || failure.code != LG_OK)) read_result(s, &failure, arena);
    if (lg_error_is_shortage(&failure) || (failure.code != LG_OK && is_gone(w, &failure))) {
        give_up(s, &failure);
    } else if (lg_work_queue_finish(&w->queue, s->run, &s->now, &later)) {
        if (lg_result_ended(&s->now)) count_end(w->out, &s->now);
        report_run(s, w->calls->end);
    } else {
        give_up(s, &later);
    }
    s->now = lg_result_planned();
    lg_arena_free(arena);
}

static void end_run(slot *s, bool begun, const lg_error *words) {
    worker *w = s->worker;
    const bool elsewhere = begun && words->code == LG_FAILED && trained_elsewhere(s);
    pthread_mutex_lock(&w->lock);
    if (!begun)
        give_up(s, words);
    else if (elsewhere || (words->code == LG_PREEMPTED && !s->paused))
        release_run(s, elsewhere);
    else
        record_end(s, words);
    s->busy = false;
    pthread_mutex_unlock(&w->lock);
}

/* ---- the loop of a slot ---- */

/* Takes a run and determines the step at which it pauses. *more: there is no run now, but there may be one later. */
static bool find_next(slot *s, bool *found, bool *more, lg_error *err) {
    worker *w = s->worker;
    s->goal = 0, s->paused = false;
    return lg_work_queue_next(&w->queue, &s->run, found, err) &&
           (*found ? lg_work_queue_goal(&w->queue, s->run, &s->goal, err)
                   : lg_work_queue_promote(&w->queue, more, err));
}

/* Takes a run and reports its start; false if there is none. *more: there may be one later. */
static bool begin_next(slot *s, bool *more) {
    worker *w = s->worker;
    bool found = false;
    lg_error words = {0};
    *more = false;
    pthread_mutex_lock(&w->lock);
    if (!must_stop(w) && !find_next(s, &found, more, &words)) end_all(w, &words);
    if (found) {
        s->busy = true;
        s->now = lg_result_planned();
        s->now.state = LG_RUN_RUNNING;
        report_run(s, w->calls->begin);
    }
    pthread_mutex_unlock(&w->lock);
    return found;
}

/* Starts the next run. While other workers train runs of the same rung, waits and polls at growing intervals, because
 * each poll reads all states. */
static bool wait_for_next(slot *s) {
    struct timespec moment = {.tv_nsec = 50000000};
    bool more;
    while (!begin_next(s, &more)) {
        if (!more) return false;
        nanosleep(&moment, NULL);
        if (moment.tv_nsec < LONGEST_WAIT) moment.tv_nsec += moment.tv_nsec / 2;
    }
    return true;
}

/* A job of the pool: trains runs in a slot until none is left. */
static void train_runs(void *task, int job, int thread) {
    worker *w = task;
    slot *s = &w->slots[job];
    (void)thread;
    while (wait_for_next(s)) {
        lg_error words = {0};
        const bool begun = train_run(s, &words);
        end_run(s, begun, &words);
    }
}

/* ---- heartbeats ---- */

static void send_heartbeat(worker *w) {
    size_t count = 0;
    lg_error words = {0};
    for (int i = 0; i < w->count; i++) {
        const slot *s = &w->slots[i];
        if (s->busy && s->now.steps > 0) w->beats[count++] = progress_of(s);
    }
    pthread_mutex_unlock(&w->lock);
    const bool good = lg_work_queue_heartbeat(&w->queue, w->beats, count, &words);
    pthread_mutex_lock(&w->lock);
    if (!good) warn_no_heartbeat(w, &words);
}

/* Waits until the next heartbeat is due; false if the worker has ended. */
static bool wait_for_heartbeat(worker *w) {
    struct timespec at;
    const double pause = lg_work_queue_lease(&w->queue) / HEARTBEATS_PER_LEASE;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec += (time_t)pause;
    at.tv_nsec += (long)(1e9 * fmod(pause, 1));
    if (at.tv_nsec >= 1000000000) at.tv_sec++, at.tv_nsec -= 1000000000;
    while (!w->ended)
        if (pthread_cond_timedwait(&w->end, &w->lock, &at) == ETIMEDOUT) break;
    return !w->ended;
}

static void *renew_leases(void *user) {
    worker *w = user;
    pthread_mutex_lock(&w->lock);
    while (wait_for_heartbeat(w)) send_heartbeat(w);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- the worker ---- */

static void end_heartbeats(worker *w, pthread_t keeper) {
    pthread_mutex_lock(&w->lock);
    w->ended = true;
    pthread_cond_signal(&w->end);
    pthread_mutex_unlock(&w->lock);
    pthread_join(keeper, NULL);
}

static bool run_slots(worker *w) {
    const bool leases = lg_work_queue_lease(&w->queue) > 0;
    pthread_t keeper;
    lg_pool *pool = lg_pool_new(w->count, w->err);
    if (!pool) return false;
    if (leases && lg_thread_create(&keeper, renew_leases, w) != 0) {
        lg_pool_free(pool);
        return lg_fail(w->err, LG_FAILED, "cannot start a thread for heartbeats");
    }
    lg_pool_run(pool, w->count, train_runs, w);
    if (leases) end_heartbeats(w, keeper);
    lg_pool_free(pool);
    return w->err->code == LG_OK;
}

static bool make_slots(worker *w) {
    w->slots = calloc((size_t)w->count, sizeof *w->slots);
    w->beats = calloc((size_t)w->count, sizeof *w->beats);
    for (int i = 0; w->slots && i < w->count; i++) w->slots[i].worker = w;
    return (w->slots && w->beats) || lg_fail(w->err, LG_FAILED, "out of memory: %d runs at a time", w->count);
}

bool lg_worker_run(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls, lg_worker_summary *out,
                   lg_error *err) {
    worker w = {.sweep = s,
                .calls = calls,
                .count = options->threads > 0 ? options->threads : lg_pool_processors(),
                .out = out,
                .err = err,
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .end = PTHREAD_COND_INITIALIZER};
    *out = (lg_worker_summary){0};
    /* Kernels are checked first: without them every run would fail. */
    const bool good =
        make_slots(&w) && lg_kernels_select(err) &&
        lg_work_queue_open(&w.queue, s->dir, s->manifest, options, options->use_shards ? NULL : s->registry, err) &&
        run_slots(&w);
    lg_work_queue_close(&w.queue);
    free(w.slots);
    free(w.beats);
    return good;
}
