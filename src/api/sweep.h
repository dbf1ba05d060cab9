/* sweep.h: sweeps: many runs from one file. Exported for the program, but not part of the stable interface. */
#ifndef LG_API_SWEEP_H
#define LG_API_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* A sweep directory: the plan of its runs, their states and their run directories:
 *
 *   sweep.yaml        the sweep file (presets/ has examples; `lengthen help sweeps` has the grammar)
 *   manifest.jsonl    the plan: each run's id, labels, settings and estimated cost; checksummed
 *   runs/ID/          run directories, the authoritative results; rungs.jsonl: which of them were promoted
 *   registry.sqlite   the state of each run: an index for the processes of one machine, which lg_sweep_merge rebuilds
 *   shards/           results of workers that use no registry */
typedef struct lg_sweep lg_sweep;

typedef enum lg_run_state {
    LG_RUN_PLANNED,
    LG_RUN_RUNNING,
    LG_RUN_DONE,
    LG_RUN_FAILED,
    LG_RUN_DIVERGED,
    LG_RUN_PAUSED, /* waits at a rung for the runs that it is compared with */
    LG_RUN_STOPPED /* stopped at a rung, where others were better */
} lg_run_state;
#define LG_RUN_STATES 7
const char *lg_run_state_name(lg_run_state s); /* "planned", "running", "done", "failed", "diverged", ... */
/* Two tests of a planned run. Interrupted: its training has begun, but not ended. Trained: its training has ended, but
 * the run is not evaluated. */
bool lg_run_state_is_interrupted(lg_run_state s, int64_t step, int64_t steps);
bool lg_run_state_is_trained(lg_run_state s, int64_t step, int64_t steps);
/* The state for display: "to do", "interrupted" or "to test" for a planned run, otherwise its name. */
const char *lg_run_state_words(lg_run_state s, int64_t step, int64_t steps);
/* False: no such state, *out is unchanged; name may be NULL. */
bool lg_run_state_find(const char *name, lg_run_state *out);

typedef struct lg_sweep_info {
    const char *dir, *name;
    const char *title, *note; /* from SWEEP/sweep.yaml when the sweep was opened, or from the plan */
    const char *checksum;     /* of the manifest: 32 hex digits */
    const char *calibration;  /* machine and speed for the cost estimates */
    const char *promotion;    /* which runs are promoted, in words; "": all */
    size_t runs, axes;
    size_t trainings; /* number of trainings: fewer than runs if some differ only in their evaluation (eval.with) */
    size_t count[LG_RUN_STATES];
    double cost, left; /* estimated seconds of one thread: of all runs; of unfinished ones */
} lg_sweep_info;

typedef struct lg_sweep_axis {
    const char *name;
    size_t count;
    const char *const *labels; /* [count]; NULL: out of memory */
    bool sets_task;            /* its labels choose the task of a run, so scores of different labels are not
                                  comparable */
    const char *drawn; /* distribution that the labels were drawn from, "uniform 0..0.3"; "": they were listed */
} lg_sweep_axis;

typedef struct lg_sweep_run {
    size_t index;              /* in the plan */
    const char *id, *dir;      /* 16 hex digits; DIR/runs/ID */
    const char *const *labels; /* [axes]; "": not on this axis. NULL, like dir: out of memory */
    lg_run_state state;
    double cost, left;           /* estimated seconds of one thread: in total; remaining */
    int64_t step, steps;         /* steps done, by its last checkpoint or, while running, its heartbeat; total steps */
    size_t validations;          /* so far (eval.every) */
    size_t metric;               /* of the score */
    double score, loss, seconds; /* NaN: none; seconds of training */
    const char *reason, *owner;  /* reason of a failure; the worker that has the run or had it last */
    const char *started, *finished; /* UTC, "2026-11-21T10:04:29Z"; "": not yet */
    int attempts;
} lg_sweep_run;

/* Sweep files that come with the program: presets/NAME.yaml with a grid. */
size_t lg_sweep_file_count(lg_context *c);
const char *lg_sweep_file_name(lg_context *c, size_t i);
const char *lg_sweep_file_summary(lg_context *c, size_t i);
const char *lg_sweep_file_path(lg_context *c, size_t i);

/* Plans a sweep file into `dir` (NULL: sweeps/NAME after the file's name): enumerates all runs, names them and
 * estimates their costs, for which it measures the machine's speed. `file` is a path or the name of a preset. A plan is
 * identified by its runs. If `dir` has
 *   - the same runs: the sweep is opened, and its sweep.yaml is replaced unless that file was edited;
 *   - a subset of the runs: the sweep is extended. Trained runs are kept, and runs with other eval.* are evaluated
 *     again. LG_USAGE: workers are training;
 *   - runs that this plan lacks: LG_USAGE.
 * If `file` is the sweep.yaml of a sweep directory and dir is NULL, the sweep is planned in that directory, with the
 * base files (`base:`) of its plan. write false: nothing is written, and dir is ignored. */
lg_status lg_sweep_plan(lg_context *c, const char *file, const char *dir, bool write, lg_sweep **out);
/* Like lg_sweep_plan, with a callback after every run in each of two phases. Naming resolves the config of the run.
 * Estimating computes its cost, and is skipped if `dir` holds the plan. Planning thousands of runs takes a while. */
typedef enum lg_plan_phase { LG_PLAN_NAMING, LG_PLAN_ESTIMATING } lg_plan_phase;
typedef struct lg_plan_report {
    lg_plan_phase phase;
    size_t done, runs;
} lg_plan_report;
typedef void (*lg_plan_fn)(void *user, const lg_plan_report *r);
lg_status lg_sweep_plan_watched(lg_context *c, const char *file, const char *dir, bool write, lg_plan_fn each,
                                void *user, lg_sweep **out);
lg_status lg_sweep_open(lg_context *c, const char *dir, lg_sweep **out);
/* Like lg_sweep_open, but a directory without a plan is opened as a sweep of all runs in it and below, whose axes are
 * the options that differ. Such a sweep can be refreshed, described, reported and shown, but not trained. */
lg_status lg_sweep_open_any(lg_context *c, const char *dir, lg_sweep **out);
/* Warns (lg_context_log) if the runs in SWEEP/sweep.yaml were edited since they were planned. After this call, scores
 * of runs are in the metric of the file's `select:`. */
void lg_sweep_check_file(lg_sweep *s);
void lg_sweep_free(lg_sweep *s); /* NULL is allowed */
/* Rereads the states of the runs. The info and runs below are as of the last refresh or opening. */
lg_status lg_sweep_refresh(lg_sweep *s);
lg_sweep_info lg_sweep_about(lg_sweep *s);
/* All strings are valid until the next refresh. */
lg_sweep_axis lg_sweep_axis_at(lg_sweep *s, size_t i);
lg_sweep_run lg_sweep_run_at(lg_sweep *s, size_t i);

/* A rung: a comparison of runs after the same number of steps, which promotes the best of them. Rungs are decided once
 * and stored in SWEEP/rungs.jsonl. The functions below return the rungs as of the last refresh, sorted by step, then in
 * plan order. */
typedef struct lg_rung_run {
    size_t index;       /* of the run */
    lg_run_state state; /* the run's state at that time: paused, done, diverged, or failed if it was skipped */
    double score;       /* of its validation at the rung, or of its last validation if it had ended; NaN: none */
} lg_rung_run;

typedef struct lg_rung {
    int64_t step;
    size_t metric;
    size_t runs, promoted;
    const lg_rung_run *run; /* [runs], best first: the first `promoted` were promoted */
} lg_rung;
size_t lg_sweep_rung_count(lg_sweep *s);
lg_rung lg_sweep_rung_at(lg_sweep *s, size_t i);
/* A rung waits for failed runs. This call decides all rungs that wait only for failed runs, without these runs. *count:
 * number decided. */
lg_status lg_sweep_decide(lg_sweep *s, size_t *count);

#define LG_SHARDS_MAX 1000000 /* maximum number of shards of a sweep */

/* Options of one worker. Zeros: all runs, one thread per processor, with the registry. */
typedef struct lg_worker {
    int threads;               /* number of runs trained at a time, each with one thread */
    double lease;              /* seconds without a heartbeat after which a worker loses its runs; 0: 600 */
    bool use_shards;           /* train a fixed shard without a registry, and write results to shards/ */
    size_t shard, shard_count; /* index of the shard: 0 <= shard < shard_count <= LG_SHARDS_MAX */
    const char *job;           /* name of this worker: "12_3"; NULL: the name of its Slurm job, if any */
} lg_worker;

typedef struct lg_worker_callbacks {
    void *user;
    void (*begin)(void *user, const lg_sweep_run *r); /* the training of a run begins */
    void (*step)(void *user, const lg_sweep_run *r, const lg_step_report *s);
    void (*end)(void *user, const lg_sweep_run *r); /* its training has ended or was stopped; see its state */
} lg_worker_callbacks;

/* Trains runs of the sweep until none is left for this worker. LG_SOME_FAILED: some runs of this worker failed or
 * diverged. LG_PREEMPTED: the worker was stopped and has released its leases. */
lg_status lg_sweep_work(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls);
/* Reads the shard of this process from the environment; if none is set, *options is unchanged. The first of these
 * variables that is set is used:
 *   - SLURM_ARRAY_TASK_ID, with SLURM_ARRAY_TASK_MIN, _STEP and _COUNT; if an array task starts a job step, each task
 *     of the step (SLURM_PROCID) is a shard
 *   - SLURM_PROCID, if the job is not an array
 *   - PMIX_RANK or OMPI_COMM_WORLD_RANK, with OMPI_COMM_WORLD_SIZE
 *   - JOB_COMPLETION_INDEX, from 0; PARALLEL_SEQ, from 1
 * LENGTHEN_SHARDS gives the number of shards if no other variable does, or if only some tasks of a Slurm array run:
 * SLURM_ARRAY_TASK_ID then counts from 0. LG_USAGE: a shard without a number of shards; a variable that is not an
 * integer or out of range. */
lg_status lg_worker_shard(lg_context *c, lg_worker *options);
/* Plans failed runs again. If `diverged` is true, plans diverged runs again too. */
lg_status lg_sweep_retry(lg_sweep *s, bool diverged, size_t *count);
/* Rebuilds the registry from run directories and shards, and copies missing run directories from other sweep
 * directories of the same plan. LG_CORRUPT, with everything else done: some directories are damaged; their runs are
 * planned again. */
lg_status lg_sweep_merge(lg_sweep *s, const char *const *others, size_t count);
/* Writes the results, one line of JSON for each finished run, without times and machine names, so that the bytes do not
 * depend on how the sweep was trained. */
lg_status lg_sweep_results(lg_sweep *s, const char *path);
/* Passes the lines of lg_sweep_results to `line`, one by one. */
typedef void (*lg_text_fn)(void *user, const char *text);
lg_status lg_sweep_each_result(lg_sweep *s, lg_text_fn line, void *user);

/* A way to train a sweep on machines that share a file system but no registry: the runs are divided into array tasks,
 * and a script or a job manifest starts one worker per task. */
typedef struct lg_export_info {
    const char *name, *summary; /* "slurm", "parallel", "k8s" */
    const char *file;           /* default file name in the sweep directory: "slurm.sh" */
} lg_export_info;
size_t lg_export_count(void);
lg_export_info lg_export_at(size_t i);

typedef struct lg_export_option {
    const char *name, *value; /* "minutes", "20" */
} lg_export_option;
/* Passes the text of one kind of export to `write`. It depends on the plan, the path of the directory and the
 * options. */
lg_status lg_sweep_export(lg_sweep *s, const char *name, const lg_export_option *settings, size_t count,
                          lg_text_fn write, void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
