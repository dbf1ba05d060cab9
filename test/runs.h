/* runs.h: a context and an empty folder for tests that train runs. */
#ifndef RUNS_H
#define RUNS_H

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

#endif
