/* processors.c: how many processors this process may use. The machine's count is only the start: batch systems narrow
 * the affinity mask, containers get a quota of time (control groups, versions 1 and 2), and users of numerical programs
 * expect OMP_NUM_THREADS to hold. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity and sets of any size */
#endif
#include "base/pool.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROCESSORS (1 << 20)

static int least(int a, int b) {
    return a < b ? a : b;
}

/* The mask's size must be at least the kernel's, which cannot be asked for. */
static int by_affinity(void) {
    int count = 0;
    for (int capacity = 1024; count == 0 && capacity <= MAX_PROCESSORS; capacity *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)capacity);
        const size_t size = CPU_ALLOC_SIZE((size_t)capacity);
        if (!set) break;
        if (sched_getaffinity(0, size, set) == 0) count = CPU_COUNT_S(size, set);
        CPU_FREE(set);
    }
    return count > 0 ? count : 1;
}

/* The first line of a file, without its end; "" when it cannot be read. */
static void first_line(const char *dir, const char *name, char *out, int size) {
    char path[PATH_MAX];
    out[0] = '\0';
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) return;
    FILE *f = fopen(path, "re");
    if (!f) return;
    if (!fgets(out, size, f)) out[0] = '\0';
    fclose(f);
}

static int processors_of(double quota, double period) {
    if (!(quota > 0 && period > 0) || quota / period >= INT_MAX) return INT_MAX;
    const int whole = (int)(quota / period);
    return whole + (whole < quota / period);
}

/* The quota that one group's folder sets; INT_MAX if none. */
static int quota_v2(const char *dir) {
    char line[96];
    double quota, period;
    first_line(dir, "cpu.max", line, sizeof line); /* "150000 100000", or "max 100000" */
    return sscanf(line, "%lf %lf", &quota, &period) == 2 ? processors_of(quota, period) : INT_MAX;
}

static int quota_v1(const char *dir) {
    char quota[48], period[48];
    first_line(dir, "cpu.cfs_quota_us", quota, sizeof quota); /* -1: none */
    first_line(dir, "cpu.cfs_period_us", period, sizeof period);
    return processors_of(atof(quota), atof(period));
}

/* The least quota of a group and the groups around it. Inside a container the group's path may not be visible; the
 * folders that are not there set none. */
static int walk_up(const char *root, char *group, int (*quota)(const char *dir)) {
    char dir[PATH_MAX];
    int limit = INT_MAX;
    for (;;) {
        if (snprintf(dir, sizeof dir, "%s%s", root, group) < (int)sizeof dir) limit = least(limit, quota(dir));
        char *slash = strrchr(group, '/');
        if (!slash) return limit;
        *slash = '\0';
    }
}

static bool lists_cpu(char *controllers) {
    char *rest = NULL;
    for (char *c = strtok_r(controllers, ",", &rest); c; c = strtok_r(NULL, ",", &rest))
        if (!strcmp(c, "cpu")) return true;
    return false;
}

/* One line of /proc/self/cgroup, "ID:CONTROLLERS:/GROUP"; version 2 has no controllers there. */
static int by_group(char *line, const char *root) {
    char root_v1[PATH_MAX];
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group) return INT_MAX;
    *controllers++ = *group++ = '\0';
    if (controllers[0] == '\0') return walk_up(root, group, quota_v2);
    if (!lists_cpu(controllers)) return INT_MAX;
    return snprintf(root_v1, sizeof root_v1, "%s/cpu", root) < (int)sizeof root_v1 ? walk_up(root_v1, group, quota_v1)
                                                                                   : INT_MAX;
}

static int by_groups(const char *list, const char *root) {
    char line[PATH_MAX + 256];
    int limit = INT_MAX;
    FILE *f = fopen(list, "re");
    if (!f) return limit;
    while (fgets(line, sizeof line, f)) limit = least(limit, by_group(line, root));
    fclose(f);
    return limit;
}

/* OMP_NUM_THREADS may be a list, one number per level of nesting: the first counts. */
static int by_environment(const char *text) {
    char *end;
    if (!text) return INT_MAX;
    const long n = strtol(text, &end, 10);
    return n >= 1 && n < INT_MAX && (*end == '\0' || *end == ',' || *end == ' ') ? (int)n : INT_MAX;
}

int lg_pool_processors(void) {
    const int limit =
        least(by_groups("/proc/self/cgroup", "/sys/fs/cgroup"), by_environment(getenv("OMP_NUM_THREADS")));
    return least(by_affinity(), limit);
}
