/* machine.h: what the process runs on, for `doctor`, run.json and speed reports. */
#ifndef LG_BASE_MACHINE_H
#define LG_BASE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#define LG_CPU_NAME 128
const char *lg_cpu_name(char out[LG_CPU_NAME]); /* the processor's own name; "unknown" if the system does not say */
const char *lg_compiler_name(void);             /* "gcc 12.2.0" */
const char *lg_precision_name(void);            /* "float32" or "float64" */
size_t lg_cache_bytes(void);       /* of L2, which a core has for itself; 1 MiB if the system does not say */
double lg_seconds(void);           /* a clock that only runs forward */
double lg_seconds_of_thread(void); /* for which this thread has had a processor */
double lg_wall_seconds(void);      /* since 1970, fractions included */
/* The time of day, "2026-11-21T10:04:29Z": that of SOURCE_DATE_EPOCH where the environment has it, for files that must
 * come out the same again. */
#define LG_UTC 32
const char *lg_utc(char out[LG_UTC]);
int64_t lg_utc_seconds(const char *utc); /* such a time in seconds since 1970; 0 for anything else */

#endif
