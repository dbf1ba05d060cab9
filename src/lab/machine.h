/* machine.h: what the process runs on, for `doctor`, run.json and speed reports. */
#ifndef LG_LAB_MACHINE_H
#define LG_LAB_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"

#define LG_CPU_NAME 128
const char *lg_cpu_name(char out[LG_CPU_NAME]); /* the processor's own name; "unknown" if the system does not say */
const char *lg_compiler_name(void);             /* "gcc 12.2.0" */
const char *lg_precision_name(void);            /* "float32" or "float64" */
double lg_seconds(void);                        /* a clock that only runs forward */
double lg_seconds_of_thread(void);              /* for which this thread has had a processor */
/* The time of day, "2026-11-21T10:04:29Z": that of SOURCE_DATE_EPOCH where the environment has it, for files that must
 * come out the same again. */
#define LG_UTC 32
const char *lg_utc(char out[LG_UTC]);
int64_t lg_utc_seconds(const char *utc); /* such a time in seconds since 1970; 0 for anything else */

/* Measures the multiply-adds per second of all threads of the pool together, in GFLOP/s (one multiply-add is two), with
 * the widest vectors of the processor and nothing but registers. Takes about a quarter of a second. */
double lg_peak_gflops(lg_pool *pool, bool bfloat16);
bool lg_multiplies_pairs(void); /* can the processor multiply pairs of bfloat16 in one instruction? */

/* Measures the bytes that all threads of the pool together read and write in a second, in GB/s, each within a block of
 * its own. 0 without memory. Takes a sixth of a second. */
double lg_bandwidth(lg_pool *pool, size_t bytes);
size_t lg_beyond_caches(int threads); /* bytes of a thread's block with which all blocks fit into no cache */

#endif
