/* runs.h: a context and an empty folder for tests that train and open runs. */
#ifndef RUNS_H
#define RUNS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lengthen.h"
#include "scratch.h"

static lg_context *context;
static scratch *folder;

static int runs_open(void **state) {
    context = lg_context_new();
    if (scratch_open(state) != 0) return -1;
    folder = *state;
    return 0;
}

static int runs_close(void **state) {
    lg_context_free(context);
    return scratch_close(state);
}

/* A config of a run in this folder. */
static inline lg_config *run_new(const char *name) {
    lg_config *f;
    assert_int_equal(lg_config_new(context, &f), LG_OK);
    assert_int_equal(lg_config_set(f, "out", scratch_path(folder, name), LG_FLAG, ""), LG_OK);
    return f;
}

/* Sets options to values; {NULL} ends the list. */
static inline void run_set(lg_config *f, const char *const settings[][2]) {
    for (int i = 0; settings[i][0]; i++)
        if (lg_config_set(f, settings[i][0], settings[i][1], LG_FLAG, "") != LG_OK)
            fail_msg("%s", lg_error_text(context));
}

/* Trains a run and frees its config. */
static inline void run_train(lg_config *f) {
    lg_outcome out;
    if (lg_train(f, NULL, &out) != LG_OK) fail_msg("%s", lg_error_text(context));
    lg_config_free(f);
}

static inline lg_run *run_open(const char *name) {
    lg_run *r;
    if (lg_run_open(context, scratch_path(folder, name), &r) != LG_OK) fail_msg("%s", lg_error_text(context));
    return r;
}

#endif
