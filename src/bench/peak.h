/* peak.h: how fast this machine can be: multiply-adds and memory, measured. */
#ifndef LG_BENCH_PEAK_H
#define LG_BENCH_PEAK_H

#include "base/pool.h"
#include "config/context.h"
#include "run/session.h"

/* Measures the multiply-adds per second of all threads of the pool together, in GFLOP/s (one multiply-add is two), with
 * the widest vectors of a kernel set and nothing but registers. Takes about a quarter of a second. */
double lg_peak_gflops(lg_pool *pool, const lg_kernels *set, bool bfloat16);
/* The same for the threads and the set of a session, measured once per context. */
double lg_context_peak(lg_context *c, const lg_session *h, bool bfloat16);
bool lg_has_bf16_dot(const lg_kernels *set); /* does it multiply pairs of bfloat16 in one instruction here? */

/* Measures the bytes that all threads of the pool together read and write in a second, in GB/s, each within a block of
 * its own. 0 without memory. Takes a sixth of a second. */
double lg_bandwidth(lg_pool *pool, size_t bytes);
/* The same of bytes that are only read. */
double lg_read_bandwidth(lg_pool *pool, size_t bytes);
size_t lg_block_size_beyond_caches(int threads); /* bytes of a thread's block with which all blocks fit into no cache */

#endif
