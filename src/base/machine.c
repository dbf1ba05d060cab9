/* machine.c: see machine.h. */
#define _GNU_SOURCE /* strptime */
#include "base/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/real.h"
#include "base/system.h"
#include "base/text.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

const char *lg_cpu_name(char out[LG_CPU_NAME]) {
    struct utsname u;
    if (lg_system_cpu(out, LG_CPU_NAME)) return out;
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
    const size_t bytes = lg_system_cache_bytes(2);
    return bytes > 0 ? bytes : 1 << 20;
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
