/* test_pool.c: each job is done once, by one worker at a time, for any numbers of threads and jobs. Run it under
 * ThreadSanitizer too. The source is compiled in, so that starting a thread can be made to fail. */
#include <errno.h>
#include <float.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/thread.h"

static int threads_left = -1; /* threads that start before one fails; negative: none fails */

static bool startable(void) {
    if (threads_left > 0)
        threads_left--;
    else if (threads_left == 0)
        return false;
    return true;
}

#define lg_thread_create(...) (startable() ? lg_thread_create(__VA_ARGS__) : EAGAIN)
#include "base/pool.c"

#define MAX_JOBS    1000
#define MAX_THREADS 16

/* Counts jobs without atomics. If two threads ran the same job, or two jobs at once as the same worker, ThreadSanitizer
 * would report a race. */
typedef struct tally {
    int done[MAX_JOBS];
    int jobs_of[MAX_THREADS];
} tally;

static void count(void *task, int job, int worker) {
    tally *t = task;
    t->done[job]++;
    t->jobs_of[worker]++;
}

static void each_job_is_done_once(void **state) {
    static const int crews[] = {1, 2, 3, 7, 16}, sizes[] = {0, 1, 2, 3, 16, 17, 100, MAX_JOBS};
    (void)state;
    for (size_t c = 0; c < sizeof crews / sizeof crews[0]; c++) {
        lg_pool *p = lg_pool_new(crews[c], NULL);
        assert_non_null(p);
        assert_int_equal(lg_pool_threads(p), crews[c]);
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            tally t = {0};
            int jobs = 0;
            lg_pool_run(p, sizes[s], count, &t);
            for (int i = 0; i < MAX_JOBS; i++) assert_int_equal(t.done[i], i < sizes[s]);
            for (int w = 0; w < MAX_THREADS; w++) jobs += t.jobs_of[w];
            for (int w = crews[c]; w < MAX_THREADS; w++) assert_int_equal(t.jobs_of[w], 0);
            assert_int_equal(jobs, sizes[s]);
        }
        lg_pool_free(p);
    }
}

/* The state of regions that run immediately after each other. A job reads what the same job of the previous region
 * wrote, perhaps in another thread. */
typedef struct relay {
    int cells[24], turn, wrong;
} relay;

static void pass_on(void *task, int job, int worker) {
    relay *r = task;
    (void)worker;
    if (r->cells[job] != r->turn) r->wrong = 1; /* may race, but only after a first error */
    r->cells[job]++;
}

static void regions_see_each_other(void **state) {
    lg_pool *p = lg_pool_new(5, NULL);
    relay r = {0};
    (void)state;
    for (r.turn = 0; r.turn < 3000; r.turn++) lg_pool_run(p, 24, pass_on, &r);
    assert_int_equal(r.wrong, 0);
    for (int i = 0; i < 24; i++) assert_int_equal(r.cells[i], 3000);
    lg_pool_free(p);
}

/* Threads sleep between regions, and wake up for the next one. */
static void crews_wake_up(void **state) {
    const struct timespec nap = {.tv_nsec = 2000000};
    lg_pool *p = lg_pool_new(4, NULL);
    (void)state;
    for (int i = 0; i < 20; i++) {
        tally t = {0};
        nanosleep(&nap, NULL);
        lg_pool_run(p, 50, count, &t);
        for (int j = 0; j < 50; j++) assert_int_equal(t.done[j], 1);
    }
    lg_pool_free(p);
}

/* The state of jobs that wait for each other. All threads of the pool must run at once. */
typedef struct meeting {
    atomic_int arrived;
    int wanted;
    int blocked[MAX_THREADS]; /* whether the worker's thread blocks SIGTERM */
} meeting;

static void meet(void *task, int job, int worker) {
    meeting *m = task;
    sigset_t mask;
    (void)job;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    m->blocked[worker] = sigismember(&mask, SIGTERM);
    atomic_fetch_add(&m->arrived, 1);
    while (atomic_load(&m->arrived) < m->wanted) sched_yield();
}

static void all_threads_take_part(void **state) {
    (void)state;
    for (int threads = 1; threads <= 8; threads++) {
        lg_pool *p = lg_pool_new(threads, NULL);
        for (int i = 0; i < 20; i++) {
            meeting m = {.wanted = threads};
            lg_pool_run(p, threads, meet, &m);
            assert_int_equal(atomic_load(&m.arrived), threads);
        }
        lg_pool_free(p);
    }
}

static void crews_may_be_idle_for_ever(void **state) {
    (void)state;
    for (int i = 0; i < 50; i++) {
        lg_pool *p = lg_pool_new(1 + i % 8, NULL);
        assert_int_equal(lg_pool_threads(p), 1 + i % 8);
        lg_pool_free(p);
    }
    lg_pool_free(NULL);
}

static void two_pools_do_not_mix(void **state) {
    lg_pool *p = lg_pool_new(3, NULL), *q = lg_pool_new(2, NULL);
    tally t = {0}, u = {0};
    (void)state;
    for (int i = 0; i < 100; i++) {
        lg_pool_run(p, 40, count, &t);
        lg_pool_run(q, 30, count, &u);
    }
    for (int i = 0; i < 41; i++) assert_int_equal(t.done[i], i < 40 ? 100 : 0);
    for (int i = 0; i < 31; i++) assert_int_equal(u.done[i], i < 30 ? 100 : 0);
    lg_pool_free(p);
    lg_pool_free(q);
}

static void signals_stay_with_the_caller(void **state) {
    lg_pool *p = lg_pool_new(3, NULL);
    meeting m = {.wanted = 3};
    (void)state;
    lg_pool_run(p, 3, meet, &m);
    for (int w = 0; w < 3; w++) assert_int_equal(m.blocked[w], w > 0);
    lg_pool_free(p);
}

static void threads_that_cannot_start_are_reported(void **state) {
    (void)state;
    for (int started = 0; started < 4; started++) {
        lg_error err = {0};
        char words[200];
        threads_left = started;
        assert_null(lg_pool_new(5, &err));
        threads_left = -1;
        assert_int_equal(err.code, LG_FAILED);
        snprintf(words, sizeof words, "cannot start thread %d of 5: %s (use fewer threads)", started + 2,
                 strerror(EAGAIN));
        assert_string_equal(err.text, words);
    }
}

/* ---- splits ---- */

enum { SPLITS = 40, PARTS = 5 };

/* The state of jobs that each split their work repeatedly. A split reads what the previous split wrote. */
typedef struct splitting {
    lg_pool *pool;
    relay relays[MAX_THREADS]; /* one per job */
    int shares[MAX_THREADS];
} splitting;

/* Every split has part 0; some have more parts. */
static void pass_part(void *task, int part, int worker) {
    relay *r = task;
    (void)worker;
    if (part == 0 && r->cells[0] != r->turn) r->wrong = 1;
    r->cells[part]++;
}

static void split_often(void *task, int job, int worker) {
    splitting *s = task;
    relay *r = &s->relays[job];
    s->shares[job] = lg_pool_share(s->pool);
    for (r->turn = 0; r->turn < SPLITS; r->turn++) lg_pool_split(s->pool, worker, 1 + r->turn % PARTS, pass_part, r);
}

static void pass_back(void *task, int job, int worker) {
    splitting *s = task;
    relay *r = &s->relays[job];
    (void)worker;
    for (int i = 0; i < 24; i++) r->cells[i] = r->turn = 0;
}

static void jobs_split(void **state) {
    (void)state;
    for (int threads = 1; threads <= 8; threads += 1 + threads / 3) {
        for (int jobs = 1; jobs <= MAX_THREADS; jobs *= 2) {
            splitting s = {.pool = lg_pool_new(threads, NULL)};
            for (int i = 0; i < 20; i++) {
                lg_pool_run(s.pool, jobs, split_often, &s);
                for (int j = 0; j < jobs; j++) {
                    assert_int_equal(s.relays[j].cells[0], SPLITS);
                    assert_int_equal(s.relays[j].cells[PARTS - 1], SPLITS / PARTS);
                    assert_int_equal(s.relays[j].wrong, 0);
                }
                lg_pool_run(s.pool, jobs, pass_back, &s);
            }
            if (jobs == 1) assert_int_equal(s.shares[0], threads);
            for (int j = 0; j < jobs; j++) assert_in_range(s.shares[j], 1, threads);
            assert_int_equal(lg_pool_share(s.pool), 1); /* no job is running */
            lg_pool_free(s.pool);
        }
    }
}

/* The state of parts that wait for each other. All threads without a job must join the split, including sleeping
 * threads. */
typedef struct gathering {
    lg_pool *pool;
    meeting meeting;
} gathering;

static void gather(void *task, int job, int worker) {
    gathering *g = task;
    (void)job;
    lg_pool_split(g->pool, worker, g->meeting.wanted, meet, &g->meeting);
}

static void all_threads_take_parts(void **state) {
    const struct timespec nap = {.tv_nsec = 2000000};
    (void)state;
    for (int threads = 1; threads <= 8; threads++) {
        gathering g = {lg_pool_new(threads, NULL), {.wanted = threads}};
        for (int i = 0; i < 20; i++) {
            if (i % 5 == 0) nanosleep(&nap, NULL);
            atomic_store(&g.meeting.arrived, 0);
            lg_pool_run(g.pool, 1, gather, &g);
            assert_int_equal(atomic_load(&g.meeting.arrived), threads);
        }
        lg_pool_free(g.pool);
    }
}

static void pools_know_when_they_are_crowded(void **state) {
    const int processors = lg_pool_processors();
    (void)state;
    for (int more = 0; more < 2; more++) {
        lg_pool *p = lg_pool_new(processors + more, NULL);
        assert_int_equal(lg_pool_is_crowded(p), more);
        lg_pool_free(p);
    }
}

/* ---- denormal numbers ---- */

static float tenth(float x) {
    volatile float y = x;
    return y / 10;
}

/* Job i stores, as element i, a tenth of the smallest normal number, as this worker computes it. */
static void note_tenth(void *task, int job, int worker) {
    (void)worker;
    ((float *)task)[job] = tenth(FLT_MIN);
}

static void denormals_are_zero_in_jobs_alone(void **state) {
    (void)state;
#if defined __SSE2__ || defined __aarch64__
    for (int threads = 1; threads <= 3; threads += 2) {
        lg_pool *p = lg_pool_new(threads, NULL);
        float tenths[64];
        for (int i = 0; i < 64; i++) tenths[i] = 1;
        lg_pool_run(p, 64, note_tenth, tenths);
        for (int i = 0; i < 64; i++) assert_true(tenths[i] == 0);
        assert_true(tenth(FLT_MIN) > 0);
        lg_pool_free(p);
    }
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_job_is_done_once),
        cmocka_unit_test(regions_see_each_other),
        cmocka_unit_test(crews_wake_up),
        cmocka_unit_test(all_threads_take_part),
        cmocka_unit_test(crews_may_be_idle_for_ever),
        cmocka_unit_test(two_pools_do_not_mix),
        cmocka_unit_test(signals_stay_with_the_caller),
        cmocka_unit_test(threads_that_cannot_start_are_reported),
        cmocka_unit_test(jobs_split),
        cmocka_unit_test(all_threads_take_parts),
        cmocka_unit_test(pools_know_when_they_are_crowded),
        cmocka_unit_test(denormals_are_zero_in_jobs_alone),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
