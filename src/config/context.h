/* context.h: the contents of lg_context and lg_config, private to the library. */
#ifndef LG_CONFIG_CONTEXT_H
#define LG_CONFIG_CONTEXT_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/machine.h"
#include "base/stop.h"
#include "config/config.h"
#include "config/preset.h"
#include "data/custom.h"
#include "lengthen.h"

/* A list of presets, read when first needed. */
typedef struct lg_preset_cache {
    lg_arena *arena; /* owns the list; NULL: not listed yet */
    lg_preset *at;
    size_t count;
} lg_preset_cache;

struct lg_context {
    lg_error error; /* the error of the last call */
    lg_log_fn log;  /* or NULL */
    void *user;
    lg_stop_hook stop;
    int threads;                    /* 0: one per processor */
    const atomic_int *thread_quota; /* number of threads while several runs train at once; may change; NULL: one run */
    lg_preset_cache presets[LG_PRESET_KINDS];
    lg_custom_list custom; /* data registered by the program */
    lg_arena *file;        /* texts of the choice last read by lg_choice_read; NULL: none */
    char cpu[LG_CPU_NAME];
    char kernel_sets[64];
    double peak[2]; /* GFLOP/s in fp32 and bf16, measured with peak_threads threads and the kernels peak_set; 0: not
                       measured */
    int peak_threads;
    const struct lg_kernels *peak_set;
};

struct lg_config {
    lg_context *context;
    lg_assignments settings;
    lg_resolved_config *resolved; /* NULL: not resolved since the settings changed */
    unsigned changes;             /* number of changes of the settings */
};

/* Clears the error of the last call, and returns it for use in this call. */
lg_error *lg_context_begin(lg_context *c);
void lg_context_say(lg_context *c, lg_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Checks an argument of a public function. On failure the error is LG_USAGE and names the argument. */
#define LG_GIVEN(err, x)             ((x) || lg_fail(err, LG_USAGE, "%s is NULL", #x))
#define LG_WITHIN(err, x, low, high) lg_argument_within(err, #x, x, low, high)
bool lg_argument_within(lg_error *err, const char *name, int64_t x, int64_t low, int64_t high);
/* Checks an array of `count` elements. It may be NULL if count is 0. */
#define LG_LISTED(err, x, count) ((count) == 0 || LG_GIVEN(err, x))

/* The resolved config, which is resolved now if necessary. NULL: it could not be resolved. */
const lg_resolved_config *lg_config_resolved(lg_config *f, lg_error *err);

#endif
