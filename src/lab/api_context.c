/* api_context.c: implements the context of lengthen.h, and finds the hands that a run works with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/lab.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

const char *lg_version(void) {
    return TEXT(LG_VERSION_MAJOR) "." TEXT(LG_VERSION_MINOR) "." TEXT(LG_VERSION_PATCH);
}

lg_context *lg_context_new(void) {
    return calloc(1, sizeof(lg_context));
}

void lg_context_free(lg_context *c) {
    if (c == NULL) return;
    for (int k = 0; k < LG_PRESET_KINDS; k++) lg_arena_free(c->presets[k].arena);
    free(c);
}

const char *lg_error_text(const lg_context *c) {
    return c->error.text;
}

void lg_context_log(lg_context *c, lg_log_fn log, void *user) {
    c->log = log;
    c->user = user;
}

void lg_context_threads(lg_context *c, int threads) {
    c->threads = threads < 0 ? 0 : threads;
}

lg_error *lg_context_begin(lg_context *c) {
    c->error = (lg_error){0};
    return &c->error;
}

void lg_context_say(lg_context *c, lg_level level, const char *format, ...) {
    if (c->log == NULL) return;
    char text[1024];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    c->log(c->user, level, text);
}

const char *lg_kernels_names(char *names, size_t size) {
    size_t at = 0;
    for (const lg_kernels *const *k = lg_kernels_all(); *k != NULL && at < size; k++)
        at += (size_t)snprintf(names + at, size - at, "%s%s", at > 0 ? ", " : "", (*k)->name);
    return names;
}

const lg_kernels *lg_kernels_chosen(lg_error *err) {
    const char *name = getenv("LENGTHEN_KERNELS");
    const lg_kernels *k = lg_kernels_find(name);
    if (k != NULL) return k;
    char all[64];
    lg_fail(err, LG_USAGE, "LENGTHEN_KERNELS: there is no kernel set '%.64s' here; there are: %s", name,
            lg_kernels_names(all, sizeof all));
    return NULL;
}

int lg_threads_wanted(const lg_context *c, const lg_values *values) {
    const int set = values == NULL ? 0 : (int)lg_int(values, "threads");
    if (set > 0) return set;
    if (c->share != NULL) return atomic_load(c->share);
    return c->threads > 0 ? c->threads : lg_pool_processors();
}

bool lg_hands_new(lg_hands *h, const lg_context *c, const lg_values *values, lg_error *err) {
    *h = (lg_hands){.context = c, .values = lg_values_copy(values)};
    if (h->values == NULL) lg_fail(err, LG_FAILED, "no memory for a model");
    h->workshop = (lg_workshop){.values = h->values, .kernels = h->values == NULL ? NULL : lg_kernels_chosen(err)};
    if (h->workshop.kernels != NULL) h->pool = lg_pool_new(lg_threads_wanted(c, values), err);
    h->workshop.pool = h->pool;
    if (h->pool != NULL) h->trainer = lg_trainer_new(&h->workshop, err);
    if (h->trainer != NULL) return true;
    lg_hands_free(h);
    return false;
}

bool lg_hands_reach(const lg_hands *h, const lg_settled *config, bool training, bool testing, lg_error *err) {
    lg_error words = {0};
    if (training && !lg_trainer_can_train(h->trainer, &words)) return lg_settled_fail(config, &words, err);
    if (testing && !lg_trainer_can_test(h->trainer, &words)) return lg_settled_fail(config, &words, err);
    return true;
}

/* More threads are a favour: where they cannot be had the run goes on as it is. */
void lg_hands_follow(lg_hands *h) {
    if (h->context->share == NULL) return;
    const int wanted = lg_threads_wanted(h->context, h->values);
    if (wanted == lg_pool_threads(h->pool)) return;
    lg_pool *pool = lg_pool_new(wanted, NULL), *before = h->pool;
    if (pool != NULL && lg_trainer_move(h->trainer, pool)) {
        h->pool = h->workshop.pool = pool;
        pool = before;
    }
    lg_pool_free(pool);
}

void lg_hands_free(lg_hands *h) {
    lg_trainer_free(h->trainer);
    lg_pool_free(h->pool);
    lg_values_free(h->values);
    *h = (lg_hands){0};
}
