/* test_processors.c: limits on processors, read from made-up control groups. This test includes the source, to reach
 * the function that takes the groups' path as an argument. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/processors.c"
#include "base/system.c"

#include "scratch.h"

static void put(scratch *s, const char *name, const char *text) {
    FILE *f = fopen(scratch_path(s, name), "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void make(scratch *s, const char *name) {
    assert_int_equal(mkdir(scratch_path(s, name), 0777), 0);
}

static int limit(scratch *s) {
    char list[1024];
    snprintf(list, sizeof list, "%s", scratch_path(s, "cgroup"));
    return by_groups(list, s->folder);
}

static void version_2(void **state) {
    scratch *s = *state;
    make(s, "a");
    make(s, "a/b");
    put(s, "cgroup", "0::/a/b\n");
    assert_int_equal(limit(s), INT_MAX);
    put(s, "a/b/cpu.max", "max 100000\n");
    assert_int_equal(limit(s), INT_MAX);
    put(s, "a/b/cpu.max", "300000 100000\n");
    assert_int_equal(limit(s), 3);
    put(s, "a/b/cpu.max", "150000 100000\n"); /* 1.5 is rounded up */
    assert_int_equal(limit(s), 2);
    put(s, "a/b/cpu.max", "1000 100000\n"); /* a hundredth of a processor counts as one */
    assert_int_equal(limit(s), 1);
}

static void groups_around_it_count(void **state) {
    scratch *s = *state;
    make(s, "a");
    make(s, "a/b");
    put(s, "cgroup", "0::/a/b\n");
    put(s, "a/b/cpu.max", "800000 100000\n");
    put(s, "a/cpu.max", "400000 100000\n");
    assert_int_equal(limit(s), 4);
    put(s, "cpu.max", "200000 100000\n");
    assert_int_equal(limit(s), 2);
}

/* In a container, the path of the group is often that of the host, and only the root of the groups is visible. */
static void hidden_groups_fall_back_to_the_root(void **state) {
    scratch *s = *state;
    put(s, "cgroup", "0::/system.slice/docker-1234.scope\n");
    put(s, "cpu.max", "200000 100000\n");
    assert_int_equal(limit(s), 2);
}

static void version_1(void **state) {
    scratch *s = *state;
    make(s, "cpu");
    make(s, "cpu/job");
    put(s, "cgroup", "11:memory:/other\n4:cpu,cpuacct:/job\n0::/\n");
    put(s, "cpu/job/cpu.cfs_period_us", "50000\n");
    assert_int_equal(limit(s), INT_MAX);
    put(s, "cpu/job/cpu.cfs_quota_us", "-1\n");
    assert_int_equal(limit(s), INT_MAX);
    put(s, "cpu/job/cpu.cfs_quota_us", "250000\n");
    assert_int_equal(limit(s), 5);
    put(s, "cgroup", "4:cpuset,cpuacct:/job\n"); /* a line without the controller cpu */
    assert_int_equal(limit(s), INT_MAX);
}

static void nonsense_sets_no_limit(void **state) {
    scratch *s = *state;
    assert_int_equal(limit(s), INT_MAX); /* there is no list of groups */
    put(s, "cgroup", "\nnonsense\n1:\n::\n0::\n");
    assert_int_equal(limit(s), INT_MAX);
    put(s, "cgroup", "0::/\n");
    static const char *const bad[] = {"", "x y\n", "100000\n", "100000 0\n", "0 100000\n", "-5 100000\n", "1e300 1\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put(s, "cpu.max", bad[i]);
        assert_int_equal(limit(s), INT_MAX);
    }
}

static void environment(void **state) {
    (void)state;
    assert_int_equal(by_environment(NULL), INT_MAX);
    assert_int_equal(by_environment("4"), 4);
    assert_int_equal(by_environment("4,2"), 4);
    static const char *const bad[] = {"", "0", "-3", "x", "4x", "99999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_int_equal(by_environment(bad[i]), INT_MAX);
}

static void this_machine(void **state) {
    (void)state;
    unsetenv("OMP_NUM_THREADS");
    const int all = lg_pool_processors();
    assert_true(all >= 1);
    setenv("OMP_NUM_THREADS", "1", 1);
    assert_int_equal(lg_pool_processors(), 1);
    setenv("OMP_NUM_THREADS", "100000", 1); /* lowers the number, never raises it */
    assert_int_equal(lg_pool_processors(), all);
    unsetenv("OMP_NUM_THREADS");
}

static void affinity(void **state) {
    cpu_set_t before, one;
    int first = 0;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(first, &before)) first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(lg_pool_processors(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_open, scratch_close)
    const struct CMUnitTest tests[] = {
        TEST(version_2),
        TEST(groups_around_it_count),
        TEST(hidden_groups_fall_back_to_the_root),
        TEST(version_1),
        TEST(nonsense_sets_no_limit),
        cmocka_unit_test(environment),
        cmocka_unit_test(this_machine),
        cmocka_unit_test(affinity),
    };
    return cmocka_run_group_tests_name("processors", tests, NULL, NULL);
}
