/* sweep.h: what is inside an lg_sweep: the private header of the api_*.c files. */
#ifndef LG_SWEEP_SWEEP_H
#define LG_SWEEP_SWEEP_H

#include "lab/lab.h"
#include "sweep/manifest.h"
#include "sweep/registry.h"
#include "sweep/results.h"

struct lg_sweep {
    lg_context *context;
    char *dir;
    lg_manifest *manifest;
    lg_registry *registry; /* NULL until somebody asks */
    lg_results results;    /* as of the last refresh; zeros before the first */
    lg_arena *shown;       /* what was handed out since then */
};

#endif
