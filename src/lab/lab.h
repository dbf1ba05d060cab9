/* lab.h: what stands behind the opaque handles of lengthen.h, shared by the api_*.c files. */
#ifndef LG_LAB_LAB_H
#define LG_LAB_LAB_H

#include <stdatomic.h>

#include "base/arena.h"
#include "kernel/kernel.h"
#include "lab/config.h"
#include "lab/machine.h"
#include "lab/preset.h"
#include "lengthen.h"
#include "train/train.h"

/* A list of presets, once somebody has asked for it. */
typedef struct lg_preset_list_kept {
    lg_arena *arena; /* holds the list; NULL: not looked for yet */
    lg_preset *at;
    size_t count;
} lg_preset_list_kept;

struct lg_context {
    lg_error error; /* of the last call */
    lg_log_fn log;  /* NULL: nobody listens */
    void *user;
    int threads;             /* 0: one per processor */
    const atomic_int *share; /* not NULL: threads of a run beside others, which may change while it trains */
    lg_preset_list_kept presets[LG_PRESET_KINDS];
    char cpu[LG_CPU_NAME];
    char kernel_sets[64];
    double peak[2]; /* GFLOP/s in fp32 and bf16, measured with so many threads; 0: not yet */
    int peak_threads;
};

struct lg_config {
    lg_context *context;
    lg_settings settings;
    lg_settled *settled; /* NULL: the settings changed since they were settled, or never were */
    unsigned changes;    /* how often they did */
};

/* Forgets the last failure and returns where this call's will be kept. */
lg_error *lg_context_begin(lg_context *c);
void lg_context_say(lg_context *c, lg_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The settled config; settles it if need be. NULL on failure. */
const lg_settled *lg_config_settled(lg_config *f, lg_error *err);

/* lg_train in a context of its own: the config may be another context's. */
lg_status lg_train_in(lg_context *c, const lg_settled *config, const lg_callbacks *calls, lg_outcome *out);

/* A trainer with the hands it works with, kept together because they must live together. */
typedef struct lg_hands {
    const lg_context *context;
    lg_workshop workshop;
    lg_values *values; /* a copy: the config may change while the trainer lives */
    lg_pool *pool;
    lg_trainer *trainer;
} lg_hands;
bool lg_hands_new(lg_hands *h, const lg_context *c, const lg_values *values, lg_error *err);
void lg_hands_free(lg_hands *h); /* a struct of zeros is allowed */
/* Between steps or tests: takes as many threads as the run's share is now. */
void lg_hands_follow(lg_hands *h);
/* Can hands that were made with this config train, and test, at all its lengths? */
bool lg_hands_reach(const lg_hands *h, const lg_settled *config, bool training, bool testing, lg_error *err);

/* The kernel set that the environment names (LENGTHEN_KERNELS), or the best one. NULL on failure. */
const lg_kernels *lg_kernels_chosen(lg_error *err);
/* The names of all sets that there are here, the best first, with commas; cut to size. Returns names. */
const char *lg_kernels_names(char *names, size_t size);
/* Threads to use: those of the context, or all processors. values may be NULL; their `threads` comes first. */
int lg_threads_wanted(const lg_context *c, const lg_values *values);

#endif
