/* rungs.h: SWEEP/rungs.jsonl: which runs of a sweep were promoted or stopped, at which rung and on what score. A line
 * for each rung of each group of runs that are compared with each other, by step and then in the order of the plan. A
 * decision is a pure function of the scores, so that the file has the same bytes whoever writes it; once written it
 * stays, whatever becomes of the runs. */
#ifndef LG_SWEEP_REGISTRY_RUNGS_H
#define LG_SWEEP_REGISTRY_RUNGS_H

#include "api/sweep.h"
#include "lengthen/core.h"
#include "sweep/registry/results.h"

typedef struct lg_rungs {
    lg_rung *all; /* [count] */
    size_t count, capacity;
    lg_arena *arena; /* holds all of it */
} lg_rungs;

/* LG_CORRUPT where a line does not fit the plan. None where there is no file. */
bool lg_rungs_read(const char *dir, const lg_manifest *m, lg_arena *arena, lg_rungs *out, lg_error *err);
bool lg_rungs_write(const lg_rungs *r, const char *dir, const lg_manifest *m, lg_error *err);
bool lg_rungs_are_decided(const char *dir, bool *decided, lg_error *err); /* is there a file? */

/* How far a run is, by the decisions. */
typedef struct lg_climb {
    size_t level; /* rungs at which it was promoted */
    bool stopped; /* at the next one */
} lg_climb;
/* climb: [runs]. Trainings are compared: a run that evaluates another one's model is beyond all rungs, or stopped with
 * it. */
void lg_rungs_climb(const lg_rungs *r, const lg_manifest *m, lg_climb *climb);
/* The step of the next rung; 0: the run goes on to its end. */
int64_t lg_climb_goal(const lg_manifest *m, const lg_climb *c);

/* Decides the rungs of which all runs have paused or ended, without_failed: or failed. decided: how many are new. */
bool lg_rungs_decide(lg_rungs *r, const lg_results *now, bool without_failed, size_t *decided, lg_error *err);

/* The state of a run by the decisions: one that has paused goes on, or is stopped. */
lg_state lg_climb_state(const lg_manifest *m, const lg_climb *c, const lg_run_result *x);
/* The validation at a step, or the last one before it; NULL: none. */
const lg_progress_point *lg_result_validation(const lg_run_result *x, int64_t step);

#endif
