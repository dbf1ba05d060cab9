/* run_index.h: finds the runs of a plan by id. */
#ifndef LG_SWEEP_PLAN_RUN_INDEX_H
#define LG_SWEEP_PLAN_RUN_INDEX_H

#include "sweep/plan/manifest.h"

typedef struct lg_run_index {
    struct lg_run_of_id *all; /* [count], sorted by id */
    size_t count;
} lg_run_index;

/* The index points to the ids of the plan. False: out of memory. */
bool lg_run_index_open(lg_run_index *x, const lg_manifest *m);
void lg_run_index_close(lg_run_index *x);
/* The index of the run; id may be NULL. False if the plan has no run with this id. */
bool lg_run_index_find(const lg_run_index *x, const char *id, size_t *run);

#endif
