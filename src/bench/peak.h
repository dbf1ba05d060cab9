/* peak.h: measures the machine's peak speed: multiply-adds and memory bandwidth. */
#ifndef LG_BENCH_PEAK_H
#define LG_BENCH_PEAK_H

#include "base/pool.h"
#include "config/context.h"
#include "run/session.h"

/* The multiply-adds per second of all threads of the pool, in GFLOP/s (a multiply-add counts as two), with the widest
 * vectors of a kernel set and only registers. Takes about a quarter of a second. */
double lg_peak_gflops(lg_pool *pool, const lg_kernels *set, bool bfloat16);
/* lg_peak_gflops for the threads and the kernel set of a session, measured once per context. */
double lg_context_peak(lg_context *c, const lg_session *h, bool bfloat16);
bool lg_has_bf16_dot(const lg_kernels *set); /* can the set multiply pairs of bfloat16 in one instruction here? */

/* Copies bytes with all threads of the pool, each thread within its own block. Returns the bytes read and written, in
 * GB/s; 0: out of memory. Takes a sixth of a second. */
double lg_bandwidth(lg_pool *pool, size_t bytes);
/* Like lg_bandwidth, but the threads only read. */
double lg_read_bandwidth(lg_pool *pool, size_t bytes);
size_t lg_block_size_beyond_caches(int threads); /* bytes per thread for which all blocks together exceed every cache */

#endif
