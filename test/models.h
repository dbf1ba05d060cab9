/* models.h: trainers for tests, made from settings such as "encoding=rope". */
#ifndef TEST_MODELS_H
#define TEST_MODELS_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "config/describe.h"
#include "kernel/kernel.h"
#include "nn/model/inspect.h"
#include "nn/model/model.h"
#include "train/state.h"

typedef struct bench {
    lg_resolved_config *resolved;
    lg_pool *pool;
    lg_trainer *trainer;
    lg_error err; /* why one of the members above is missing */
} bench;

/* Settings of a small model, which tests override. */
static const char *const small_model[] = {
    "model.width=16",   "model.heads=2",       "model.blocks=2",     "model.feed_forward=24", "train.batch=12",
    "curriculum=fixed", "curriculum.length=6", "eval.lengths=6..12", "eval.sequences=20",     NULL};

static inline void bench_put(lg_assignments *s, const char *setting, lg_error *err) {
    char key[128];
    const char *equals = strchr(setting, '=');
    snprintf(key, sizeof key, "%.*s", (int)(equals - setting), setting);
    lg_assignments_add(s, key, equals + 1, LG_FLAG, "", err);
}

/* `more` is a list of settings separated by blanks, which override small_model. Returns NULL with a message in err. */
static inline lg_resolved_config *bench_resolve(const char *more, lg_error *err) {
    lg_assignments s = {0};
    for (int i = 0; small_model[i]; i++) {
        bool fixed = strstr(more, "curriculum=");
        if (!(fixed && !strncmp(small_model[i], "curriculum", 10))) bench_put(&s, small_model[i], err);
    }
    char *copy = strdup(more), *rest = copy, *word;
    while ((word = strsep(&rest, " ")))
        if (*word) bench_put(&s, word, err);
    free(copy);
    lg_resolved_config *d = err->code ? NULL : lg_assignments_resolve(&s, err);
    lg_assignments_clear(&s);
    return d;
}

/* On failure the trainer is NULL and b.err has the message. */
static inline bench bench_open(const char *more, int threads, const lg_kernels *k) {
    bench b = {0};
    b.resolved = bench_resolve(more, &b.err);
    if (b.resolved) b.pool = lg_pool_new(threads, &b.err);
    if (b.pool) {
        lg_description d;
        lg_describe(b.resolved->values, NULL, &d);
        b.trainer = lg_trainer_new(&(lg_runtime){k ? k : lg_kernels_find(NULL), b.pool}, &d, &b.err);
    }
    return b;
}

/* Makes the trainer use the present values of the options. Call it after values have changed. */
static inline void bench_read_options(bench *b) {
    lg_description d;
    lg_describe(b->resolved->values, NULL, &d);
    lg_trainer_read_options(b->trainer, &d);
    lg_trainer_open_schedule(b->trainer, &b->err);
}

/* Calls lg_inspect_terms for the model of the bench. */
static inline bool bench_inspect(const bench *b, const lg_kernels *k, const lg_inspect_request *x,
                                 lg_inspect_visit visit, void *user, lg_error *err) {
    lg_model_description d;
    lg_data_description data;
    lg_describe_model(b->resolved->values, &d);
    lg_describe_data(b->resolved->values, NULL, &data);
    return lg_inspect_terms(&d, &data, k, x, visit, user, err);
}

static inline void bench_close(bench *b) {
    lg_trainer_free(b->trainer);
    lg_pool_free(b->pool);
    lg_resolved_config_free(b->resolved);
    *b = (bench){0};
}

/* Adds random numbers to parameters that are initially zero: factors of sublayers, position vectors and tape biases. If
 * they stayed zero, the values that they multiply would have no effect, or the function would not be differentiable at
 * this point. */
static inline void bench_move_residuals(bench *b) {
    lg_random r = lg_random_from(lg_key_root(18));
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        const bool moves = strstr(a.name, ".residual") || strstr(a.name, "contextual_positions") ||
                           (strstr(a.name, ".base.") && strstr(a.name, ".2")) ||
                           (strstr(a.name, "recurrent.write.") && strstr(a.name, ".bias"));
        for (size_t j = 0; moves && j < a.count; j++) a.value[j] += (real)(0.3 * lg_random_normal(&r));
    }
    lg_trainer_resume(b->trainer, lg_trainer_steps(b->trainer));
}

static inline size_t bench_parameters(const lg_trainer *t) {
    size_t n = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) n += lg_trainer_array(t, i).count;
    return n;
}

static inline bool same_array(const lg_named_array *x, const lg_named_array *y) {
    return x->count == y->count && !memcmp(x->value, y->value, x->count * sizeof(real));
}

/* True if two trainers have the same parameters and moments, bit by bit. */
static inline bool same_state(const lg_trainer *a, const lg_trainer *b) {
    if (lg_trainer_arrays(a) != lg_trainer_arrays(b) || lg_trainer_moments(a) != lg_trainer_moments(b)) return false;
    for (size_t i = 0; i < lg_trainer_arrays(a); i++) {
        const lg_named_array x = lg_trainer_array(a, i), y = lg_trainer_array(b, i);
        if (!same_array(&x, &y)) return false;
    }
    for (size_t i = 0; i < lg_trainer_moments(a); i++) {
        const lg_named_array x = lg_trainer_moment(a, i), y = lg_trainer_moment(b, i);
        if (!same_array(&x, &y)) return false;
    }
    return true;
}

/* Copies the parameters and moments of one trainer to another. */
static inline void bench_copy_state(lg_trainer *to, const lg_trainer *from) {
    for (size_t i = 0; i < lg_trainer_arrays(from); i++) {
        const lg_named_array x = lg_trainer_array(from, i);
        memcpy(lg_trainer_array(to, i).value, x.value, x.count * sizeof(real));
    }
    for (size_t i = 0; i < lg_trainer_moments(from); i++) {
        const lg_named_array x = lg_trainer_moment(from, i);
        memcpy(lg_trainer_moment(to, i).value, x.value, x.count * sizeof(real));
    }
}

/* The array of this kind ("moment1.") that the optimizer keeps for a parameter; an empty one if there is none. */
static inline lg_named_array bench_moment(const lg_trainer *t, const char *kind, const char *name) {
    for (size_t i = 0; i < lg_trainer_moments(t); i++) {
        const lg_named_array a = lg_trainer_moment(t, i);
        if (!strcmp(a.prefix, kind) && !strcmp(a.name, name)) return a;
    }
    return (lg_named_array){0};
}

#endif
