/* api_train_all.c: implements lg_train_all: several runs side by side in one process.
 *
 * A run is a job of a pool, and has a trainer and a pool of its own: nothing is shared but the lock around what the
 * host hears. To cut all runs into micro-batches for one pool would be no faster, since a run with one thread waits for
 * nobody, and would mix what is now apart: its memory stays in one core's cache, its failure is its own. Only when
 * there are fewer runs left than threads would threads be idle; so the threads are shared out anew whenever a run
 * begins or ends, and a run takes its share between two steps. No result depends on that. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "run/session.h"

/* Where a worker trains one run after another. */
typedef struct seat {
    bool taken;
    atomic_int share; /* threads of the run */
} seat;

typedef struct crew {
    lg_context *context;
    lg_config *const *configs;
    const lg_callbacks *calls; /* [count] or NULL */
    lg_result *results;
    size_t count, ended;
    int threads, seats; /* of all runs together; runs at a time */
    seat *seat;
    pthread_mutex_t lock; /* of the seats, and of all that the host hears */
} crew;

/* ---- what the host hears: one thing at a time ---- */

typedef struct wire {
    crew *crew;
    const lg_callbacks *to;
} wire;

static void begin_call(const wire *w) {
    pthread_mutex_lock(&w->crew->lock);
}

static void end_call(const wire *w) {
    pthread_mutex_unlock(&w->crew->lock);
}

static void on_step(void *user, const lg_step_report *r) {
    const wire *w = user;
    begin_call(w);
    w->to->step(w->to->user, r);
    end_call(w);
}

static void on_length(void *user, const lg_length_report *r) {
    const wire *w = user;
    begin_call(w);
    w->to->length(w->to->user, r);
    end_call(w);
}

static void on_testing(void *user, const lg_eval_plan_report *r) {
    const wire *w = user;
    begin_call(w);
    w->to->testing(w->to->user, r);
    end_call(w);
}

static void on_score(void *user, int64_t step, const lg_score_report *r) {
    const wire *w = user;
    begin_call(w);
    w->to->score(w->to->user, step, r);
    end_call(w);
}

static bool on_stop(void *user) {
    const wire *w = user;
    begin_call(w);
    const bool stop = w->to->stop(w->to->user);
    end_call(w);
    return stop;
}

static void on_log(void *user, lg_level level, const char *text) {
    const wire *w = user;
    begin_call(w);
    w->crew->context->log(w->crew->context->user, level, text);
    end_call(w);
}

static void tell_result(const wire *w, const lg_result *r) {
    if (!w->to->result) return;
    begin_call(w);
    w->to->result(w->to->user, r);
    end_call(w);
}

/* ---- threads ---- */

/* Shares the threads out among the seats that are taken, and those that are about to be. */
static void share_out(crew *c) {
    const size_t left = c->count - c->ended;
    const int busy = left < (size_t)c->seats ? (int)left : c->seats;
    for (int i = 0, rank = 0; i < c->seats; i++) {
        if (!c->seat[i].taken) continue;
        const int share = c->threads / busy + (rank++ < c->threads % busy);
        atomic_store(&c->seat[i].share, share > 1 ? share : 1);
    }
}

static void take_seat(crew *c, int i) {
    pthread_mutex_lock(&c->lock);
    c->seat[i].taken = true;
    share_out(c);
    pthread_mutex_unlock(&c->lock);
}

static void leave_seat(crew *c, int i) {
    pthread_mutex_lock(&c->lock);
    c->seat[i].taken = false;
    c->ended++;
    share_out(c);
    pthread_mutex_unlock(&c->lock);
}

/* ---- one run ---- */

/* Keeps the words of a failure, which name the run. */
static void keep_words(lg_result *r, const lg_error *err) {
    lg_error words = {0};
    if (err->code == LG_OK) return;
    if (!strncmp(err->text, r->outcome.dir, strlen(r->outcome.dir)))
        lg_fail(&words, err->code, "%s", err->text);
    else
        lg_fail(&words, err->code, "%s: %s", r->outcome.dir, err->text);
    strcpy(r->text, words.text);
}

static void train_here(wire *w, const lg_resolved_config *config, const atomic_int *share, lg_result *r) {
    const lg_callbacks calls = {.user = w,
                                .step = w->to->step ? on_step : NULL,
                                .testing = w->to->testing ? on_testing : NULL,
                                .length = w->to->length ? on_length : NULL,
                                .score = w->to->score ? on_score : NULL,
                                .stop = w->to->stop ? on_stop : NULL};
    lg_context own = {.log = w->crew->context->log ? on_log : NULL, .user = w, .thread_quota = share};
    r->outcome.dir = lg_text(config->values, "out");
    if (calls.stop && on_stop(w)) {
        r->outcome.status = "not begun";
        r->outcome.loss = r->outcome.accuracy = NAN;
        lg_fail(&own.error, LG_PREEMPTED, "%s: not begun", r->outcome.dir);
    } else {
        lg_train_in(&own, config, &calls, &r->outcome);
    }
    r->status = own.error.code;
    keep_words(r, &own.error);
}

/* A job: trains a run at the worker's seat. */
static void train_one(void *task, int job, int worker) {
    static const lg_callbacks none = {0};
    crew *c = task;
    wire w = {.crew = c, .to = c->calls ? &c->calls[job] : &none};
    take_seat(c, worker);
    train_here(&w, c->configs[job]->settled, &c->seat[worker].share, &c->results[job]);
    leave_seat(c, worker);
    tell_result(&w, &c->results[job]);
}

/* ---- all runs ---- */

/* The next part of a path, without slashes and "." */
static const char *next_part(const char *path, size_t *length) {
    for (;; path += *length) {
        path += strspn(path, "/");
        *length = strcspn(path, "/");
        if (*length != 1 || *path != '.') return path;
    }
}

/* Orders paths; 0: both name the same place, as far as their letters tell. */
static int compare_places(const void *first, const void *second) {
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

static bool check_places(const crew *c, lg_error *err) {
    const char **places = calloc(c->count, sizeof *places);
    bool good = places || lg_fail(err, LG_FAILED, "out of memory: %zu runs", c->count);
    for (size_t i = 0; good && i < c->count; i++) places[i] = lg_text(c->configs[i]->settled->values, "out");
    if (good) qsort(places, c->count, sizeof *places, compare_places);
    for (size_t i = 1; good && i < c->count; i++)
        good = compare_places(&places[i - 1], &places[i]) != 0 ||
               lg_fail(err, LG_USAGE, "%s: two of the runs have this output directory; each needs an --out of its own",
                       places[i]);
    free(places);
    return good;
}

static bool settle_all(const crew *c, lg_error *err) {
    for (size_t i = 0; i < c->count; i++)
        if (!lg_config_resolved(c->configs[i], err)) return false;
    return check_places(c, err);
}

static bool train_all(crew *c, lg_error *err) {
    c->seat = calloc((size_t)c->seats, sizeof *c->seat);
    if (!c->seat) return lg_fail(err, LG_FAILED, "out of memory: %d runs at a time", c->seats);
    lg_pool *pool = lg_pool_new(c->seats, err);
    if (pool) lg_pool_run(pool, (int)c->count, train_one, c);
    lg_pool_free(pool);
    free(c->seat);
    return pool;
}

/* What became of all of them, in one status. */
static void sum_up(const crew *c, lg_error *err) {
    size_t stopped = 0, failed = 0;
    const lg_result *first = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const lg_result *r = &c->results[i];
        stopped += r->status == LG_PREEMPTED;
        failed += r->status != LG_OK && r->status != LG_PREEMPTED;
        if (!first && r->status != LG_OK) first = r;
    }
    if (c->count == 1 && first)
        lg_fail(err, first->status, "%s", first->text);
    else if (stopped > 0)
        lg_fail(err, LG_PREEMPTED, "stopped: %zu of %zu runs are not done", stopped + failed, c->count);
    else if (failed > 0)
        lg_fail(err, LG_SOME_FAILED, "%zu of %zu runs failed: %s", failed, c->count, first->text);
}

lg_status lg_train_all(lg_context *c, lg_config *const *configs, size_t count, int at_once, const lg_callbacks *calls,
                       lg_result *results) {
    lg_error *err = lg_context_begin(c);
    crew all = {.context = c,
                .configs = configs,
                .calls = calls,
                .results = results,
                .count = count,
                .threads = lg_thread_count(c, NULL),
                .lock = PTHREAD_MUTEX_INITIALIZER};
    all.seats = at_once > 0 ? at_once : all.threads;
    if ((size_t)all.seats > count) all.seats = (int)count;
    memset(results, 0, count * sizeof *results);
    if (count == 0 || !settle_all(&all, err) || !train_all(&all, err)) return err->code;
    err = lg_context_begin(c); /* callbacks may have called us */
    sum_up(&all, err);
    return err->code;
}
