/* rungs.h: SWEEP/rungs.jsonl records which runs of a sweep were promoted or stopped, at which rung and with which
 * score. It has a line for each rung of each group of compared runs, ordered by step and then as in the plan. A
 * decision is a pure function of the scores, so the file has the same bytes whoever writes it. Decisions in the file
 * are never changed, whatever happens to the runs. */
#ifndef LG_SWEEP_REGISTRY_RUNGS_H
#define LG_SWEEP_REGISTRY_RUNGS_H

#include "api/sweep.h"
#include "lengthen/core.h"
#include "sweep/registry/results.h"

typedef struct lg_rungs {
    lg_rung *all; /* [count] */
    size_t count, capacity;
    lg_arena *arena; /* holds all rungs */
} lg_rungs;

/* Without a file, *out is empty. LG_CORRUPT if a line does not fit the plan. */
bool lg_rungs_read(const char *dir, const lg_manifest *m, lg_arena *arena, lg_rungs *out, lg_error *err);
bool lg_rungs_write(const lg_rungs *r, const char *dir, const lg_manifest *m, lg_error *err);
bool lg_rungs_are_decided(const char *dir, bool *decided, lg_error *err); /* *decided: the file exists */

/* The progress of a run according to the decisions. */
typedef struct lg_climb {
    size_t level; /* number of rungs at which it was promoted */
    bool stopped; /* stopped at the next rung */
} lg_climb;
/* Computes the progress of all runs, climb: [runs]. Rungs compare only runs that train: a run that evaluates the model
 * of another run counts as past all rungs, and is stopped if the other run is stopped. */
void lg_rungs_climb(const lg_rungs *r, const lg_manifest *m, lg_climb *climb);
/* The step of the next rung; 0: the run continues to its last step. */
int64_t lg_climb_goal(const lg_manifest *m, const lg_climb *c);

/* Decides the rungs at which all runs have paused or ended; failed runs count as ended only with without_failed.
 * *decided: the number of new decisions. */
bool lg_rungs_decide(lg_rungs *r, const lg_results *now, bool without_failed, size_t *decided, lg_error *err);

/* The state of a run according to the decisions: a paused run continues, is stopped or stays paused. */
lg_run_state lg_climb_state(const lg_manifest *m, const lg_climb *c, const lg_run_result *x);
/* The validation at a step, or the last one before it; NULL if there is none. */
const lg_progress_point *lg_result_validation(const lg_run_result *x, int64_t step);

#endif
