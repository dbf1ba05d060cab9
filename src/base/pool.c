/* pool.c: a pool of worker threads that claim jobs from atomic counters.
 *
 * A region is one call of lg_pool_run, or of lg_pool_split by one worker. It is published by setting `waiting`, the
 * number of unclaimed jobs; a thread claims one by decrementing it. A claim holds the region open until its job is
 * done, so the description of the region may be read after a claim, and only then. A thread that wakes up late finds
 * nothing to claim, and the region does not wait for this thread. So the pool stays fast with more threads than
 * processors.
 *
 * A thread without a job first spins for some microseconds, since the next region often follows at once, and then
 * sleeps. Polls that find a region whose jobs are all claimed count as spinning too, so that no more threads stay awake
 * than there is work for. */
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
#define SPINS      1000 /* polls before sleeping: tens of microseconds */

typedef struct worker_thread {
    lg_pool *pool;
    int worker;
    pthread_t thread;
} worker_thread;

/* All fields share one cache line, which moves from thread to thread. */
typedef struct region {
    alignas(CACHE_LINE) atomic_int waiting; /* unclaimed jobs */
    atomic_int undone;                      /* unfinished jobs */
    atomic_bool asleep;                     /* the thread that waits for the end of the region sleeps */
    /* Written by the publishing thread while nothing is undone; read by threads that hold a claim. */
    int jobs;
    lg_job work;
    void *task;
} region;

struct lg_pool {
    int threads, spins;
    bool running;           /* inside lg_pool_run */
    worker_thread *workers; /* workers 1..threads-1; the caller is worker 0 */
    region *regions;        /* [threads + 1]: the region of lg_pool_run, then one per worker for its splits */
    pthread_mutex_t lock;
    pthread_cond_t start, finish;
    alignas(CACHE_LINE) atomic_int open;    /* regions with unclaimed jobs */
    alignas(CACHE_LINE) atomic_int looking; /* threads that spin */
    atomic_int sleeping;                    /* threads that sleep */
    alignas(CACHE_LINE) atomic_bool closing;
};

static void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Claims a job for this thread and returns its number; -1: none left. Jobs are claimed in ascending order. */
static int claim(lg_pool *p, region *r) {
    int waiting = atomic_load_explicit(&r->waiting, memory_order_relaxed);
    while (waiting > 0) {
        if (!atomic_compare_exchange_weak_explicit(&r->waiting, &waiting, waiting - 1, memory_order_acquire,
                                                   memory_order_relaxed))
            continue;
        if (waiting == 1) atomic_fetch_sub_explicit(&p->open, 1, memory_order_relaxed);
        return r->jobs - waiting;
    }
    return -1;
}

static void wake(lg_pool *p, pthread_cond_t *who) {
    pthread_mutex_lock(&p->lock);
    pthread_cond_broadcast(who);
    pthread_mutex_unlock(&p->lock);
}

/* Executes jobs until none is left, and returns how many. Finishing the last job and setting `asleep` are sequentially
 * consistent: either the waiting thread sees that nothing is undone, or it is woken. */
static int work_off(lg_pool *p, region *r, int worker) {
    int count = 0;
    for (int job = claim(p, r); job >= 0; job = claim(p, r), count++) {
        r->work(r->task, job, worker);
        if (atomic_fetch_sub(&r->undone, 1) == 1 && atomic_load(&r->asleep)) wake(p, &p->finish);
    }
    return count;
}

static bool called(lg_pool *p) {
    return atomic_load(&p->open) > 0 || atomic_load(&p->closing);
}

static void sleep_until_called(lg_pool *p) {
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->sleeping, 1);
    while (!called(p)) pthread_cond_wait(&p->start, &p->lock);
    atomic_fetch_sub(&p->sleeping, 1);
    pthread_mutex_unlock(&p->lock);
}

/* Spins, then sleeps, until there is work. `looks` counts the polls since this thread's last job; returns the new
 * count. */
static int await_call(lg_pool *p, int looks) {
    atomic_fetch_add(&p->looking, 1);
    for (; looks < p->spins && !called(p); looks++) pause_briefly();
    atomic_fetch_sub(&p->looking, 1);
    if (looks < p->spins) return looks + 1;
    sleep_until_called(p);
    return 0;
}

static void *run_worker(void *h) {
    const worker_thread *me = h;
    lg_pool *p = me->pool;
    lg_flush_denormals();
    for (int looks = 0; !atomic_load_explicit(&p->closing, memory_order_relaxed);) {
        int count = 0;
        for (int i = 0; i <= p->threads; i++) count += work_off(p, &p->regions[i], me->worker);
        looks = await_call(p, count > 0 ? 0 : looks);
    }
    return NULL;
}

static bool done(region *r) {
    return atomic_load(&r->undone) == 0;
}

static void await_end(lg_pool *p, region *r) {
    for (int i = 0; i < p->spins && !done(r); i++) pause_briefly();
    if (done(r)) return;
    pthread_mutex_lock(&p->lock);
    atomic_store(&r->asleep, true);
    while (!done(r)) pthread_cond_wait(&p->finish, &p->lock);
    atomic_store(&r->asleep, false);
    pthread_mutex_unlock(&p->lock);
}

/* Publishes a region to the other threads. `open` and the thread counts are sequentially consistent: a thread that is
 * about to sleep either has been counted already, and is woken, or sees the region. */
static void publish(lg_pool *p, region *r, int jobs, lg_job work, void *task) {
    assert(done(r));
    r->work = work;
    r->task = task;
    r->jobs = jobs;
    atomic_store_explicit(&r->undone, jobs, memory_order_relaxed);
    atomic_store_explicit(&r->waiting, jobs, memory_order_release);
    atomic_fetch_add(&p->open, 1);
    if (atomic_load(&p->sleeping) > 0 && atomic_load(&p->looking) < jobs - 1) wake(p, &p->start);
}

static void run_region(lg_pool *p, region *r, int worker, int jobs, lg_job work, void *task) {
    if (p->threads == 1 || jobs <= 1) {
        for (int job = 0; job < jobs; job++) work(task, job, worker);
        return;
    }
    publish(p, r, jobs, work, task);
    work_off(p, r, worker);
    await_end(p, r);
}

/* The calling thread belongs to the host, so its floating-point mode is restored. */
void lg_pool_run(lg_pool *p, int jobs, lg_job work, void *task) {
    assert(jobs >= 0 && !p->running); /* one region at a time */
    const uint64_t before = lg_flush_denormals();
    p->running = true;
    run_region(p, &p->regions[0], 0, jobs, work, task);
    p->running = false;
    lg_restore_denormals(before);
}

/* A region with a single job is not published, so `waiting` and `undone` stay 0, and the job can use all threads. */
int lg_pool_share(lg_pool *p) {
    region *r = &p->regions[0];
    if (!p->running || atomic_load_explicit(&r->waiting, memory_order_relaxed) > 0) return 1;
    const int jobs = atomic_load_explicit(&r->undone, memory_order_relaxed);
    return jobs > 1 ? (p->threads + jobs - 1) / jobs : p->threads;
}

void lg_pool_split(lg_pool *p, int worker, int parts, lg_job work, void *task) {
    run_region(p, &p->regions[1 + worker], worker, parts, work, task);
}

bool lg_pool_is_crowded(const lg_pool *p) {
    return p->spins == 0;
}

/* Signals are for the host's own threads: workers block all of them. */
static int start_thread(worker_thread *h) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int trouble = lg_thread_create(&h->thread, run_worker, h);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return trouble;
}

/* Stops the workers 1..threads-1 and frees everything. */
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
    free(p->regions);
    free(p);
}

static lg_pool *allocate(int threads) {
    const size_t regions_bytes = ((size_t)threads + 1) * sizeof(region);
    lg_pool *p = aligned_alloc(CACHE_LINE, sizeof *p);
    worker_thread *workers = calloc((size_t)threads, sizeof *workers);
    region *regions = aligned_alloc(CACHE_LINE, regions_bytes);
    if (!p || !workers || !regions) {
        free(regions);
        free(workers);
        free(p);
        return NULL;
    }
    memset(p, 0, sizeof *p);
    memset(regions, 0, regions_bytes);
    p->workers = workers;
    p->regions = regions;
    p->threads = threads;
    p->spins = threads <= lg_pool_processors() ? SPINS : 0; /* spinning would take the processor from another thread */
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
        lg_fail(err, LG_FAILED, "cannot start thread %d of %d: %s (use fewer threads)", w + 1, threads,
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
