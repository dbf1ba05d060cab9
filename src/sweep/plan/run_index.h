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
/* Sets *run to the position in the plan of the run with this id. False if there is none, as for the id NULL. */
bool lg_run_index_find(const lg_run_index *x, const char *id, size_t *run);

#endif
