/* machine.c: asks the system and the compiler for names. */
#define _GNU_SOURCE /* strptime */
#include "base/machine.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/real.h"
#include "base/text.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

/* The first "model name : ..." line of /proc/cpuinfo, which is near its beginning; some architectures have none. Needs
 * no memory, so that the name in a run record does not depend on it. */
static bool from_cpuinfo(char out[LG_CPU_NAME]) {
    char text[4096];
    const int file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (size <= 0) return false;
    text[size] = '\0';
    const char *line = strstr(text, "\nmodel name"), *colon = line ? strchr(line, ':') : NULL;
    if (!colon) return false;
    const char *name = colon + 1 + strspn(colon + 1, " \t");
    snprintf(out, LG_CPU_NAME, "%.*s", (int)strcspn(name, "\n"), name);
    return *out != '\0';
}

const char *lg_cpu_name(char out[LG_CPU_NAME]) {
    struct utsname u;
    if (from_cpuinfo(out)) return out;
    snprintf(out, LG_CPU_NAME, "%s", uname(&u) == 0 ? u.machine : "unknown");
    return out;
}

const char *lg_compiler_name(void) {
#ifdef __clang__
    return "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__) "." TEXT(__clang_patchlevel__);
#else
    return "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__) "." TEXT(__GNUC_PATCHLEVEL__);
#endif
}

const char *lg_precision_name(void) {
    return LG_REAL_BYTES == 8 ? "float64" : "float32";
}

const char *lg_utc(char out[LG_UTC]) {
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    int64_t seconds;
    struct tm date;
    const time_t t = fixed && lg_text_int(fixed, &seconds) ? (time_t)seconds : time(NULL);
    if (!gmtime_r(&t, &date) || strftime(out, LG_UTC, "%Y-%m-%dT%H:%M:%SZ", &date) == 0) *out = '\0';
    return out;
}

int64_t lg_utc_seconds(const char *utc) {
    struct tm date = {0};
    return !strptime(utc, "%Y-%m-%dT%H:%M:%SZ", &date) ? 0 : (int64_t)timegm(&date);
}

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

size_t lg_cache_bytes(void) {
    long bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return bytes > 0 ? (size_t)bytes : 1 << 20;
}

double lg_seconds(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double lg_seconds_of_thread(void) {
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double lg_wall_seconds(void) {
    return seconds_of(CLOCK_REALTIME);
}
