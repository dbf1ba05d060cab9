/* machine.h: describes the machine and the build, for `doctor`, run.json and speed reports. Also reads clocks. */
#ifndef LG_BASE_MACHINE_H
#define LG_BASE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#define LG_CPU_NAME 128
const char *lg_cpu_name(char out[LG_CPU_NAME]); /* processor model; "unknown" if not available */
const char *lg_compiler_name(void);             /* "gcc 12.2.0" */
const char *lg_precision_name(void);            /* "float32" or "float64" */
size_t lg_cache_bytes(void);                    /* of one core's L2 cache; 1 MiB if unknown */
double lg_seconds(void);                        /* monotonic clock */
double lg_seconds_of_thread(void);              /* CPU time of this thread */
double lg_wall_seconds(void);                   /* since 1970, with fractions */
/* The current time, "2026-11-21T10:04:29Z", or SOURCE_DATE_EPOCH if that is set, for reproducible files. */
#define LG_UTC 32
const char *lg_utc(char out[LG_UTC]);
int64_t lg_utc_seconds(const char *utc); /* parses such a time to seconds since 1970; 0 if it is malformed */

#endif
