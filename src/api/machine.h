/* machine.h: properties of the machine, and the speed of the library on it. Exported for the program, but not part of
 * the stable interface. */
#ifndef LG_API_MACHINE_H
#define LG_API_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

typedef struct lg_machine {
    const char *cpu, *kernels, *compiler, *version, *precision; /* precision: "float32" or "float64" */
    int processors, threads;
    double peak_gflops;      /* multiply-add peak of all threads with vectors of `kernels`; 0: not measured */
    double peak_bf16_gflops; /* peak for bfloat16 products; if the processor has none: the peak for float32 */
    const char *kernel_sets; /* all sets that this processor supports, best first: "avx2, portable, ref" */
    /* Memory traffic of all threads (reads plus writes) in GB/s, while each thread copies within a block of its own.
     * cache_bandwidth: blocks of 1 MiB (about a micro-batch). memory_bandwidth: blocks that together exceed the caches.
     * 0: not measured, or out of memory. */
    double cache_bandwidth, memory_bandwidth;
    /* How these kernels multiply in bfloat16: by a "matrix unit" or an "instruction" of the processor, "emulated", or
     * "none". */
    const char *bf16_products;
} lg_machine;
lg_status lg_doctor(lg_context *c, bool measure, lg_machine *out);

/* The absolute path of the running program. False: the system does not provide it, or it exceeds `size` bytes. */
bool lg_program_path(char *path, size_t size);
/* Sends this process SIGTERM when its parent ends, on systems that can do that (Linux). */
void lg_end_with_parent(void);

typedef struct lg_speed {
    const char *task, *encoding, *positions;
    int length, tokens; /* length of the task's sequences; tokens of the model. Length 0: lengths drawn by the
                           curriculum */
    int threads;
    const char *precision;         /* of products: "float32", "float64", "bfloat16" */
    double steps_per_second;       /* of training; 0 for an evaluation */
    double eval_tokens_per_second; /* of evaluation; 0 for training */
    /* gflops: 10^9 floating-point operations per second (2 per multiply-add), without redundant work. peak_gflops: the
     * peak of lg_machine in this precision for these threads. peak_fraction: gflops / peak_gflops. */
    double gflops, peak_gflops, peak_fraction;
    double intensity;      /* arithmetic intensity: operations per byte, if every op reads and writes each of its arrays
                              once */
    size_t memory_bytes;   /* of the trainer: parameters, moments, activations */
    double gflop_per_step; /* floating-point operations of one training step, the mean if lengths are mixed; 0 for an
                              evaluation */
} lg_speed;
/* Times training steps of the config at one length (0: lengths drawn by the curriculum) for about `seconds`. eval:
 * times evaluation instead (length 0: all of eval.lengths). */
lg_status lg_bench(lg_config *f, int length, double seconds, bool eval, lg_speed *out);

/* One phase of a training step. */
typedef struct lg_phase_report {
    const char *name;
    double seconds, fraction;                /* per step, summed over threads; fraction of the total time */
    double gflops, peak_fraction, intensity; /* as in lg_speed, for this phase; 0: no operations are counted */
    double bandwidth;                        /* GB/s in and out, counted as for the intensity; 0: no bytes are
                                                counted */
} lg_phase_report;
typedef void (*lg_phase_fn)(void *user, const lg_phase_report *p);
/* Times the training step as lg_bench does, reading a clock after every op (overhead below 1 %), and passes the phases
 * to `each` in step order. The last phase is the remaining time: waiting and everything else. */
lg_status lg_bench_phases(lg_config *f, int length, double seconds, lg_speed *out, lg_phase_fn each, void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
