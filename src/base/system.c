/* system.c: see system.h. This is the only file that depends on the operating system. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* Linux: sched_getaffinity and CPU sets of any size */
#endif
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/machine.h"

#ifdef __linux__
#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/sysctl.h>
#endif

#ifdef __linux__

/* ---- Linux: processors. Batch systems restrict the affinity mask; containers have a CPU quota set by control groups
 * of version 1 or 2. ---- */

#define MAX_PROCESSORS (1 << 20)

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Counts the processors in the affinity mask. The buffer must be at least as large as the kernel's mask, whose size
 * cannot be queried. */
static int count_affinity(void) {
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

/* The first line of a file, without its newline; "" if it cannot be read. */
static void first_line(const char *dir, const char *name, char *out, int size) {
    char path[PATH_MAX];
    out[0] = '\0';
    if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path) return;
    FILE *f = fopen(path, "re");
    if (!f) return;
    if (!fgets(out, size, f)) out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    fclose(f);
}

static int processors_of(double quota, double period) {
    if (!(quota > 0 && period > 0) || quota / period >= INT_MAX) return INT_MAX;
    const int whole = (int)(quota / period);
    return whole + (whole < quota / period);
}

/* The quota in one group's directory, in processors; INT_MAX if none. */
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

/* The smallest quota of a group and its ancestors. Inside a container the group's path may not be visible; missing
 * directories set no quota. */
static int walk_up(const char *root, char *group, int (*quota)(const char *dir)) {
    char dir[PATH_MAX];
    int limit = INT_MAX;
    for (;;) {
        if (snprintf(dir, sizeof dir, "%s%s", root, group) < (int)sizeof dir) limit = smaller(limit, quota(dir));
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

/* Parses one line of /proc/self/cgroup, "ID:CONTROLLERS:/GROUP"; version 2 lists no controllers there. */
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
    while (fgets(line, sizeof line, f)) limit = smaller(limit, by_group(line, root));
    fclose(f);
    return limit;
}

int lg_system_processors(void) {
    return smaller(count_affinity(), by_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
}

/* Reads the first "model name : ..." line of /proc/cpuinfo, which is near its beginning; some architectures have none.
 * Allocates nothing, so the name in a run record does not depend on free memory. */
bool lg_system_cpu(char *out, size_t capacity) {
    char text[4096];
    const int file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (size <= 0) return false;
    text[size] = '\0';
    const char *line = strstr(text, "\nmodel name"), *colon = line ? strchr(line, ':') : NULL;
    if (!colon) return false;
    const char *name = colon + 1 + strspn(colon + 1, " \t");
    snprintf(out, capacity, "%.*s", (int)strcspn(name, "\n"), name);
    return *out != '\0';
}

/* ---- Linux: memory and disks ---- */

/* glibc's sysconf queries the processor for these sizes. Other C libraries do not define the _SC_ names. */
size_t lg_system_cache_bytes(int level) {
    long bytes = 0;
#if defined _SC_LEVEL2_CACHE_SIZE && defined _SC_LEVEL3_CACHE_SIZE
    bytes = sysconf(level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE);
#else
    (void)level;
#endif
    return bytes > 0 ? (size_t)bytes : 0;
}

void lg_system_large_pages(void *block, size_t bytes) {
    madvise(block, bytes, MADV_HUGEPAGE);
}

/* Releases whole pages, beginning with the page that contains the first byte. */
void lg_system_release(const void *bytes, size_t size) {
    const uintptr_t begin = (uintptr_t)bytes, page = begin & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    madvise((void *)page, size + (begin - page), MADV_DONTNEED);
}

/* Requests the tile registers of AMX from the kernel, for the process and its later threads. <asm/prctl.h> of older
 * systems lacks the names. */
bool lg_system_allow_tiles(void) {
#ifdef SYS_arch_prctl
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
    return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
#else
    return false;
#endif
}

int lg_system_sync(int fd) {
    return fsync(fd);
}

/* ---- Linux: processes; proc(5) documents /proc/PID/task/PID/stat. ---- */

/* Reads the entry of the main thread, not /proc/PID/stat: an emulator may fake /proc/PID/stat for a program's own
 * process, which then reads a different value than other processes. The unit is clock ticks since boot. */
int64_t lg_system_process_start(int64_t pid) {
    char path[64], line[1024], state = 'X';
    long long started = 0;
    snprintf(path, sizeof path, "/proc/%" PRId64 "/task/%" PRId64 "/stat", pid, pid);
    FILE *f = fopen(path, "re");
    if (!f && errno != ENOENT && errno != ESRCH) return LG_SYSTEM_UNTOLD;
    const size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    if (f) fclose(f);
    line[n] = '\0';
    const char *after_name = strrchr(line, ')'); /* the name may contain anything */
    if (!after_name) return 0;
    sscanf(after_name + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %lld", &state,
           &started);
    return state == 'Z' || state == 'X' ? 0 : started;
}

void lg_system_boot(char *out, size_t size) {
    first_line("/proc/sys/kernel/random", "boot_id", out, (int)size);
}

void lg_system_machine(char *out, size_t size) {
    first_line("/etc", "machine-id", out, (int)size);
}

/* Compares load addresses, because the loader's name for the program depends on how it was started. */
bool lg_system_library_path(char *path, size_t size) {
    static const char here;
    char real[PATH_MAX];
    Dl_info library, program;
    if (!dladdr(&here, &library) || !dladdr((const void *)getauxval(AT_PHDR), &program)) return false;
    if (library.dli_fbase == program.dli_fbase || !realpath(library.dli_fname, real)) return false;
    return snprintf(path, size, "%s", real) < (int)size;
}

bool lg_program_path(char *path, size_t size) {
    const ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length >= size) return false;
    path[length] = '\0';
    return true;
}

void lg_end_with_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

#else

/* ---- other systems ---- */

bool lg_system_library_path(char *path, size_t size) {
    (void)path, (void)size;
    return false;
}

int lg_system_processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > INT_MAX ? INT_MAX : (int)count;
}

void lg_system_large_pages(void *block, size_t bytes) {
    (void)block, (void)bytes;
}

void lg_system_release(const void *bytes, size_t size) {
    (void)bytes, (void)size;
}

bool lg_system_allow_tiles(void) {
    return false;
}

/* Does nothing: callers check getppid to see whether the parent is alive. */
void lg_end_with_parent(void) {}

#ifdef __APPLE__

bool lg_system_cpu(char *out, size_t size) {
    return sysctlbyname("machdep.cpu.brand_string", out, &size, NULL, 0) == 0 && *out != '\0';
}

size_t lg_system_cache_bytes(int level) {
    int64_t bytes = 0;
    size_t size = sizeof bytes;
    const char *name = level == 2 ? "hw.l2cachesize" : "hw.l3cachesize";
    return sysctlbyname(name, &bytes, &size, NULL, 0) == 0 && bytes > 0 ? (size_t)bytes : 0;
}

/* fsync may leave data in the disk's cache; some file systems do not support F_FULLFSYNC. */
int lg_system_sync(int fd) {
    return fcntl(fd, F_FULLFSYNC) == 0 ? 0 : fsync(fd);
}

/* The start time, in microseconds since 1970. */
int64_t lg_system_process_start(int64_t pid) {
    int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, (int)pid};
    struct kinfo_proc about = {0};
    size_t size = sizeof about;
    if (sysctl(name, 4, &about, &size, NULL, 0) != 0) return LG_SYSTEM_UNTOLD;
    if (size == 0 || about.kp_proc.p_stat == SZOMB) return 0;
    return (int64_t)about.kp_proc.p_starttime.tv_sec * 1000000 + about.kp_proc.p_starttime.tv_usec;
}

void lg_system_boot(char *out, size_t size) {
    if (sysctlbyname("kern.bootsessionuuid", out, &size, NULL, 0) != 0) *out = '\0';
}

void lg_system_machine(char *out, size_t size) {
    if (sysctlbyname("kern.uuid", out, &size, NULL, 0) != 0) *out = '\0';
}

bool lg_program_path(char *path, size_t size) {
    char given[PATH_MAX], real[PATH_MAX];
    uint32_t capacity = sizeof given;
    if (_NSGetExecutablePath(given, &capacity) != 0 || !realpath(given, real)) return false;
    return snprintf(path, size, "%s", real) < (int)size;
}

#else

bool lg_system_cpu(char *out, size_t size) {
    (void)out, (void)size;
    return false;
}

size_t lg_system_cache_bytes(int level) {
    (void)level;
    return 0;
}

int lg_system_sync(int fd) {
    return fsync(fd);
}

int64_t lg_system_process_start(int64_t pid) {
    (void)pid;
    return LG_SYSTEM_UNTOLD;
}

void lg_system_boot(char *out, size_t size) {
    (void)size;
    *out = '\0';
}

void lg_system_machine(char *out, size_t size) {
    (void)size;
    *out = '\0';
}

bool lg_program_path(char *path, size_t size) {
    (void)path, (void)size;
    return false;
}

#endif
#endif
