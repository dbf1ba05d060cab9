/* pool.c: worker threads and a counter of jobs.
 *
 * A region (one call of lg_pool_run) is published by setting `waiting`, the number of jobs that no thread has claimed;
 * a thread claims one by counting it down. A claim holds the region open until its job is done, so after a claim, and
 * only then, the description of the region may be read. Threads that wake up late find nothing to claim and the region
 * need not wait for them: that keeps the pool fast when there are more threads than processors.
 *
 * Between regions a thread looks for work a few microseconds, since the next region often follows at once, and then
 * sleeps. */
#include "base/pool.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/denormals.h"
#include "base/thread.h"

#define CACHE_LINE 64
#define SPINS      1000 /* looks before sleeping: tens of microseconds */

typedef struct worker_thread {
    lg_pool *pool;
    int worker;
    pthread_t thread;
} worker_thread;

struct lg_pool {
    /* The region. Written between regions by the caller, read by threads that hold a claim. */
    lg_job work;
    void *task;
    int jobs;

    int threads, spins;
    worker_thread *workers; /* of the workers 1..threads-1; the caller is worker 0 */
    pthread_mutex_t lock;
    pthread_cond_t start, finish;
    alignas(CACHE_LINE) atomic_int waiting; /* jobs that no thread has claimed */
    alignas(CACHE_LINE) atomic_int undone;  /* jobs that are not finished */
    alignas(CACHE_LINE) atomic_bool closing;
};

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* The number of a job that is now this thread's, or -1. Jobs are claimed in ascending order. */
static int claim(lg_pool *p) {
    int waiting = atomic_load_explicit(&p->waiting, memory_order_relaxed);
    while (waiting > 0)
        if (atomic_compare_exchange_weak_explicit(&p->waiting, &waiting, waiting - 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return p->jobs - waiting;
    return -1;
}

static void wake_caller(lg_pool *p) {
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->finish);
    pthread_mutex_unlock(&p->lock);
}

static void work_off(lg_pool *p, int worker) {
    for (int job = claim(p); job >= 0; job = claim(p)) {
        p->work(p->task, job, worker);
        const bool last = atomic_fetch_sub_explicit(&p->undone, 1, memory_order_acq_rel) == 1;
        if (last && worker != 0) wake_caller(p);
    }
}

static bool called(lg_pool *p) {
    return atomic_load_explicit(&p->waiting, memory_order_relaxed) > 0 ||
           atomic_load_explicit(&p->closing, memory_order_relaxed);
}

static void await_call(lg_pool *p) {
    for (int i = 0; i < p->spins && !called(p); i++) pause_briefly();
    if (called(p)) return;
    pthread_mutex_lock(&p->lock);
    while (!called(p)) pthread_cond_wait(&p->start, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void *run_worker(void *h) {
    const worker_thread *me = h;
    lg_pool *p = me->pool;
    lg_flush_denormals();
    while (!atomic_load_explicit(&p->closing, memory_order_relaxed)) {
        work_off(p, me->worker);
        await_call(p);
    }
    return NULL;
}

static bool done(lg_pool *p) {
    return atomic_load_explicit(&p->undone, memory_order_acquire) == 0;
}

static void await_end(lg_pool *p) {
    for (int i = 0; i < p->spins && !done(p); i++) pause_briefly();
    if (done(p)) return;
    pthread_mutex_lock(&p->lock);
    while (!done(p)) pthread_cond_wait(&p->finish, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void publish(lg_pool *p, int jobs, lg_job work, void *task) {
    assert(done(p)); /* one region at a time */
    p->work = work;
    p->task = task;
    p->jobs = jobs;
    atomic_store_explicit(&p->undone, jobs, memory_order_relaxed);
    pthread_mutex_lock(&p->lock); /* a thread about to sleep has looked before, or looks after */
    atomic_store_explicit(&p->waiting, jobs, memory_order_release);
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
}

static void run_region(lg_pool *p, int jobs, lg_job work, void *task) {
    publish(p, jobs, work, task);
    work_off(p, 0);
    await_end(p);
}

/* The thread of the caller is the host's: it gets back what it had. */
void lg_pool_run(lg_pool *p, int jobs, lg_job work, void *task) {
    assert(jobs >= 0);
    const uint64_t before = lg_flush_denormals();
    if (p->threads > 1 && jobs > 1)
        run_region(p, jobs, work, task);
    else
        for (int job = 0; job < jobs; job++) work(task, job, 0);
    lg_restore_denormals(before);
}

/* Signals are for the host's own threads: the workers block them all. */
static int start_thread(worker_thread *h) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int trouble = lg_thread_create(&h->thread, run_worker, h);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return trouble;
}

/* Ends the workers 1..threads-1 and frees everything. */
static void dismiss(lg_pool *p, int threads) {
    pthread_mutex_lock(&p->lock);
    atomic_store_explicit(&p->closing, true, memory_order_relaxed);
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    for (int w = 1; w < threads; w++) pthread_join(p->workers[w].thread, NULL);
    pthread_cond_destroy(&p->finish);
    pthread_cond_destroy(&p->start);
    pthread_mutex_destroy(&p->lock);
    free(p->workers);
    free(p);
}

static lg_pool *allocate(int threads) {
    lg_pool *p = aligned_alloc(CACHE_LINE, sizeof *p);
    worker_thread *workers = calloc((size_t)threads, sizeof *workers);
    if (!p || !workers) {
        free(workers);
        free(p);
        return NULL;
    }
    memset(p, 0, sizeof *p);
    p->workers = workers;
    p->threads = threads;
    p->spins = threads <= lg_pool_processors() ? SPINS : 0; /* spinning would keep another thread from the processor */
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->start, NULL);
    pthread_cond_init(&p->finish, NULL);
    return p;
}

lg_pool *lg_pool_new(int threads, lg_error *err) {
    assert(threads >= 1);
    lg_pool *p = allocate(threads);
    if (!p) lg_fail(err, LG_FAILED, "out of memory: a pool of %d threads", threads);
    for (int w = 1; p && w < threads; w++) {
        p->workers[w] = (worker_thread){.pool = p, .worker = w};
        const int trouble = start_thread(&p->workers[w]);
        if (trouble == 0) continue;
        lg_fail(err, LG_FAILED, "cannot start thread %d of %d: %s (ask for fewer threads)", w + 1, threads,
                strerror(trouble));
        dismiss(p, w);
        p = NULL;
    }
    return p;
}

void lg_pool_free(lg_pool *p) {
    if (p) dismiss(p, p->threads);
}

int lg_pool_threads(const lg_pool *p) {
    return p->threads;
}
