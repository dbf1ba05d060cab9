/* api_train_all.c: implements lg_train_all: several runs in parallel in one process.
 *
 * A pool of threads trains the runs: each run is one job, with its own trainer and its own inner pool. Runs share only
 * the lock around the callbacks. With separate inner pools, the memory of a run stays in one core's cache, and the
 * failure of a run does not affect the others. One pool for the micro-batches of all runs would not be faster, since a
 * run with one thread never waits. Whenever a run begins or ends, the threads are divided again among the running runs,
 * so that no thread is idle if runs are fewer than threads. A run adopts its new quota of threads between two steps. No
 * result depends on the number of threads. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "config/values.h"
#include "run/session.h"

/* The slot of one worker. A worker trains one run after another. */
typedef struct slot {
    bool taken;
    atomic_int quota; /* threads of the run */
} slot;

typedef struct scheduler {
    lg_context *context;
    lg_config *const *configs;
    const lg_callbacks *calls; /* [count] or NULL */
    lg_result *results;
    size_t count, ended;
    int threads, slot_count; /* threads of all runs together; maximum number of runs at a time */
    slot *slots;
    pthread_mutex_t lock; /* protects the slots and serializes the callbacks */
} scheduler;

/* ---- callbacks, one at a time ---- */

typedef struct locked_callbacks {
    scheduler *scheduler;
    const lg_callbacks *to;
} locked_callbacks;

static void begin_call(const locked_callbacks *w) {
    pthread_mutex_lock(&w->scheduler->lock);
}

static void end_call(const locked_callbacks *w) {
    pthread_mutex_unlock(&w->scheduler->lock);
}

static void on_step(void *user, const lg_step_report *r) {
    const locked_callbacks *w = user;
    begin_call(w);
    w->to->step(w->to->user, r);
    end_call(w);
}

static void on_length(void *user, const lg_length_report *r) {
    const locked_callbacks *w = user;
    begin_call(w);
    w->to->length(w->to->user, r);
    end_call(w);
}

static void on_evaluating(void *user, const lg_eval_plan_report *r) {
    const locked_callbacks *w = user;
    begin_call(w);
    w->to->evaluating(w->to->user, r);
    end_call(w);
}

static void on_score(void *user, int64_t step, const lg_score_report *r) {
    const locked_callbacks *w = user;
    begin_call(w);
    w->to->score(w->to->user, step, r);
    end_call(w);
}

static bool on_stop(void *user) {
    const locked_callbacks *w = user;
    begin_call(w);
    const bool stop = lg_stop_asked(&w->scheduler->context->stop);
    end_call(w);
    return stop;
}

static void on_log(void *user, lg_level level, const char *text) {
    const locked_callbacks *w = user;
    begin_call(w);
    w->scheduler->context->log(w->scheduler->context->user, level, text);
    end_call(w);
}

static void report_result(const locked_callbacks *w, const lg_result *r) {
    if (!w->to->result) return;
    begin_call(w);
    w->to->result(w->to->user, r);
    end_call(w);
}

/* ---- threads ---- */

/* Divides the threads among the slots in use and those about to be used. */
static void divide_threads(scheduler *c) {
    const size_t left = c->count - c->ended;
    const int busy = left < (size_t)c->slot_count ? (int)left : c->slot_count;
    for (int i = 0, rank = 0; i < c->slot_count; i++) {
        if (!c->slots[i].taken) continue;
        const int quota = c->threads / busy + (rank++ < c->threads % busy);
        atomic_store(&c->slots[i].quota, quota > 1 ? quota : 1);
    }
}

static void take_slot(scheduler *c, int i) {
    pthread_mutex_lock(&c->lock);
    c->slots[i].taken = true;
    divide_threads(c);
    pthread_mutex_unlock(&c->lock);
}

static void release_slot(scheduler *c, int i) {
    pthread_mutex_lock(&c->lock);
    c->slots[i].taken = false;
    c->ended++;
    divide_threads(c);
    pthread_mutex_unlock(&c->lock);
}

/* ---- one run ---- */

/* Copies an error message. Puts the run's directory in front if the message does not begin with the directory. */
static void copy_message(lg_result *r, const lg_error *err) {
    lg_error words = {0};
    if (err->code == LG_OK) return;
    if (!strncmp(err->text, r->outcome.dir, strlen(r->outcome.dir)))
        lg_fail(&words, err->code, "%s", err->text);
    else
        lg_fail(&words, err->code, "%s: %s", r->outcome.dir, err->text);
    strcpy(r->text, words.text);
}

static void train_in_slot(locked_callbacks *w, const lg_resolved_config *config, const atomic_int *quota,
                          lg_result *r) {
    const lg_callbacks calls = {.user = w,
                                .step = w->to->step ? on_step : NULL,
                                .evaluating = w->to->evaluating ? on_evaluating : NULL,
                                .length = w->to->length ? on_length : NULL,
                                .score = w->to->score ? on_score : NULL,
                                .pause_at = w->to->pause_at};
    lg_context own = {
        .log = w->scheduler->context->log ? on_log : NULL, .user = w, .stop = {on_stop, w}, .thread_quota = quota};
    r->outcome.dir = lg_text(config->values, "out");
    if (on_stop(w)) {
        r->outcome.status = "not begun";
        r->outcome.loss = r->outcome.accuracy = NAN;
        lg_fail(&own.error, LG_PREEMPTED, "%s: not begun", r->outcome.dir);
    } else {
        lg_train_in(&own, config, NULL, &calls, &r->outcome);
    }
    r->status = own.error.code;
    copy_message(r, &own.error);
}

/* A job: trains a run in the worker's slot. */
static void train_job(void *task, int job, int worker) {
    static const lg_callbacks none = {0};
    scheduler *c = task;
    locked_callbacks w = {.scheduler = c, .to = c->calls ? &c->calls[job] : &none};
    take_slot(c, worker);
    train_in_slot(&w, c->configs[job]->resolved, &c->slots[worker].quota, &c->results[job]);
    release_slot(c, worker);
    report_result(&w, &c->results[job]);
}

/* ---- all runs ---- */

/* The next component of a path, skipping slashes and ".". */
static const char *next_part(const char *path, size_t *length) {
    for (;; path += *length) {
        path += strspn(path, "/");
        *length = strcspn(path, "/");
        if (*length != 1 || *path != '.') return path;
    }
}

/* Orders paths without resolving links; 0: the same path. */
static int compare_paths(const void *first, const void *second) {
    const char *a = *(const char *const *)first, *b = *(const char *const *)second;
    size_t m = 1, n = 1;
    if ((*a == '/') != (*b == '/')) return *a == '/' ? 1 : -1;
    for (; m > 0 && n > 0; a += m, b += n) {
        a = next_part(a, &m);
        b = next_part(b, &n);
        const int order = strncmp(a, b, m < n ? m : n);
        if (order != 0) return order;
        if (m != n) return m < n ? -1 : 1;
    }
    return 0;
}

static bool check_directories(const scheduler *c, lg_error *err) {
    const char **paths = calloc(c->count, sizeof *paths);
    bool good = paths || lg_fail(err, LG_FAILED, "out of memory: %zu runs", c->count);
    for (size_t i = 0; good && i < c->count; i++) paths[i] = lg_text(c->configs[i]->resolved->values, "out");
    if (good) qsort(paths, c->count, sizeof *paths, compare_paths);
    for (size_t i = 1; good && i < c->count; i++)
        good = compare_paths(&paths[i - 1], &paths[i]) != 0 ||
               lg_fail(err, LG_USAGE, "%s: two runs have this output directory; give each its own --out", paths[i]);
    free(paths);
    return good;
}

static bool resolve_all(const scheduler *c, lg_error *err) {
    for (size_t i = 0; i < c->count; i++)
        if (!lg_config_resolved(c->configs[i], err)) return false;
    return check_directories(c, err);
}

static bool train_all(scheduler *c, lg_error *err) {
    c->slots = calloc((size_t)c->slot_count, sizeof *c->slots);
    if (!c->slots) return lg_fail(err, LG_FAILED, "out of memory: %d runs at a time", c->slot_count);
    lg_pool *pool = lg_pool_new(c->slot_count, err);
    if (pool) lg_pool_run(pool, (int)c->count, train_job, c);
    lg_pool_free(pool);
    free(c->slots);
    return pool;
}

/* Combines the results of all runs into one status. */
static void summarize(const scheduler *c, lg_error *err) {
    size_t stopped = 0, failed = 0, diverged = 0;
    const lg_result *first = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const lg_result *r = &c->results[i];
        stopped += r->status == LG_PREEMPTED;
        failed += r->status != LG_OK && r->status != LG_PREEMPTED;
        diverged += r->status == LG_DIVERGED;
        if (!first && r->status != LG_OK) first = r;
    }
    if (c->count == 1 && first)
        lg_fail(err, first->status, "%s", first->text);
    else if (stopped > 0)
        lg_fail(err, LG_PREEMPTED, "stopped: %zu of %zu runs are not done", stopped + failed, c->count);
    else if (failed > 0)
        lg_fail(err, LG_SOME_FAILED, "%zu of %zu runs %s: %s", failed, c->count,
                !diverged            ? "failed"
                : diverged == failed ? "diverged"
                                     : "failed or diverged",
                first->text);
}

static bool check_arguments(const scheduler *c, int at_once, lg_error *err) {
    lg_config *const *configs = c->configs;
    const lg_result *results = c->results;
    if (!LG_LISTED(err, configs, c->count) || !LG_LISTED(err, results, c->count) ||
        !LG_WITHIN(err, at_once, 0, LG_THREADS_MAX))
        return false;
    for (size_t i = 0; i < c->count; i++)
        if (!configs[i] || configs[i]->context != c->context)
            return lg_fail(err, LG_USAGE, "configs: number %zu %s", i,
                           configs[i] ? "belongs to another context" : "is NULL");
    return true;
}

lg_status lg_train_all(lg_context *c, lg_config *const *configs, size_t count, int at_once, const lg_callbacks *calls,
                       lg_result *results) {
    if (!c) return LG_USAGE;
    lg_error *err = lg_context_begin(c);
    scheduler all = {.context = c,
                     .configs = configs,
                     .calls = calls,
                     .results = results,
                     .count = count,
                     .threads = lg_thread_count(c, NULL),
                     .lock = PTHREAD_MUTEX_INITIALIZER};
    if (!check_arguments(&all, at_once, err)) return err->code;
    all.slot_count = at_once > 0 ? at_once : all.threads;
    if ((size_t)all.slot_count > count) all.slot_count = (int)count;
    memset(results, 0, count * sizeof *results);
    if (count == 0 || !resolve_all(&all, err) || !train_all(&all, err)) return err->code;
    err = lg_context_begin(c); /* clears errors of library calls in callbacks */
    summarize(&all, err);
    return err->code;
}
