/* manifest.h: the plan of a sweep: all its runs, in order, with their settings. It is stored with a checksum and
 * replaced only by a plan with more runs. With the plan alone any run can be trained on any machine, without the
 * presets and files from which the plan was made.
 *
 *   SWEEP/sweep.yaml      the sweep file, as it was read
 *   SWEEP/manifest.jsonl  first line: the sweep, its axes and shared options; then a line for each run; then a line
 *                         with the costs of all runs; last line: a checksum of the plan without the costs, and a
 *                         checksum of all lines before
 *   SWEEP/runs/ID/        run directories (run/run_dir.h)
 *
 * An ID is the first 16 hex digits of the hash of the run's resolved config. */
#ifndef LG_SWEEP_PLAN_MANIFEST_H
#define LG_SWEEP_PLAN_MANIFEST_H

#include "base/arena.h"
#include "config/config.h"
#include "sweep/promotion/promotion.h"

#define LG_RUN_ID          17 /* bytes of an ID with its terminator */
#define LG_MANIFEST_SCHEMA "lengthen.manifest/2"
/* Control characters that are allowed in a note; other texts of a plan may contain none. */
#define LG_NOTE_CONTROLS "\t\n"

/* A key and its value, as written in a config. */
typedef struct lg_pair {
    const char *key, *value;
    const char *where; /* FILE:LINE:COLUMN in the sweep file; NULL in a plan that was read from disk */
} lg_pair;

/* Settings that belong together: those of one label of an axis (one pair for a value of an option, any number for a
 * named label), or those of one file for all runs. */
typedef struct lg_choice_set {
    const char *label; /* "relative", "1e-4", "R sin/cos"; or a file name */
    const lg_pair *pairs;
    size_t count;
} lg_choice_set;

typedef struct lg_grid_axis {
    const char *name; /* "task", "train.lr", "scheme" */
    const lg_choice_set *choices;
    size_t count;
    const char *drawn; /* distribution of the labels, "uniform 0..0.3"; NULL: the labels were listed */
} lg_grid_axis;

/* The layout of results: tables have a row for each label of `rows` and a column for each label of `columns`. Means are
 * taken over `seeds`. On all other axes, the best labels are chosen. The members are indices of axes; -1: none. */
typedef struct lg_selection {
    int rows, columns, seeds;
} lg_selection;

typedef struct lg_planned_run {
    char id[LG_RUN_ID];
    const char *dir;      /* directory of a run without a plan (runs_as_sweep.c); NULL: runs/ID of the sweep */
    const int *labels;    /* [axes]: index into the axis's choices; -1: a run from `include:` without that axis */
    const lg_pair *extra; /* further options, from `include:` */
    size_t extras;
    double cost;  /* estimated seconds on one thread, at the time of planning */
    double tests; /* the part of `cost` for the evaluation after training; 0: unknown */
} lg_planned_run;

/* The combinations of a grid that were skipped for one reason. `why` describes the reason: the value of the grid that
 * has no effect in these combinations. */
typedef struct lg_left_out {
    const char *why;
    size_t count;
    const int *labels; /* labels of the first combination */
} lg_left_out;

typedef struct lg_manifest {
    const char *file;                /* the text of the sweep file; NULL in a plan that was read from disk */
    const char *name, *title, *note; /* name: of the sweep file; note: such as differences from a paper */
    const char *published;           /* study to compare with: "randpe-2023"; or "" */
    const char *const *reports;      /* tables and figures of its report: "best", "mean", ... */
    size_t report_count;
    const lg_choice_set *base; /* settings of all runs, from presets, files and `set:`; later layers take precedence */
    size_t base_count;
    const lg_grid_axis *axes;
    size_t axis_count;
    lg_selection selection;
    lg_promotion_rule promotion; /* which runs are promoted */
    bool tests_choose;           /* promotion uses test scores; set only when a sweep file is read */
    size_t combined;             /* number of combinations of `grid:` and `random:`, skipped ones included */
    lg_left_out *left_out;       /* skipped combinations, by reason; set only when a sweep file is read */
    size_t left_out_count;
    const char *metric;   /* metric of all runs, if `base` does not imply it; "": the metric that `base` implies */
    lg_planned_run *runs; /* in the order of the plan: first runs of `grid:` and `random:`, then runs of `include:` */
    size_t run_count;
    const size_t *trained_by;            /* [runs]: the run that trains the model of this run, mostly itself
                                            (trainings.h); NULL: every run trains its own */
    const char *checksum;                /* 32 hex digits of the plan's checksum; "" before it is signed */
    const char *calibration;             /* how costs were estimated, as text: machine, GFLOP/s */
    const struct lg_custom_list *custom; /* data added by the calling program */
    lg_arena *arena;                     /* holds everything above and the manifest itself */
} lg_manifest;

lg_manifest *lg_manifest_new(lg_error *err);                            /* empty, with an arena. NULL: out of memory */
void lg_manifest_free(lg_manifest *m);                                  /* NULL is allowed */
bool lg_manifest_sign(lg_manifest *m, lg_error *err);                   /* sets the checksum */
bool lg_manifest_write(lg_manifest *m, const char *dir, lg_error *err); /* also signs it */
/* Reads the plan of a sweep directory. NULL on failure: LG_USAGE if there is none, LG_CORRUPT if the checksum or the
 * content is wrong. */
lg_manifest *lg_manifest_read(const char *dir, lg_error *err);

static inline size_t lg_planned_trainer(const lg_manifest *m, size_t run) {
    return m->trained_by ? m->trained_by[run] : run;
}

/* The displayed name of a run: its id, or its directory. */
static inline const char *lg_planned_name(const lg_manifest *m, size_t run) {
    return m->runs[run].dir ? m->runs[run].dir : m->runs[run].id;
}
/* SWEEP/runs/ID or the directory of a run without a plan, followed by `rest`. False: the path is too long. */
bool lg_planned_path(const lg_manifest *m, size_t run, const char *sweep, const char *rest, char *path, size_t size);

/* The number of runs of b whose ids are in a. */
size_t lg_manifest_shared(const lg_manifest *a, const lg_manifest *b);
/* *same: both plans have the same runs, with equal order, labels and settings. Ignores titles, notes and layouts. */
bool lg_manifest_same_runs(const lg_manifest *a, const lg_manifest *b, bool *same, lg_error *err);
/* The first run of b that a lacks; b->run_count if there is none. */
size_t lg_manifest_missing(const lg_manifest *a, const lg_manifest *b);

/* The axis with this name, or with another name of the same option; -1 if there is none. */
int lg_manifest_axis(const lg_manifest *m, const char *name);
/* The label of a run on an axis; "" if it has none. */
const char *lg_planned_label(const lg_manifest *m, size_t run, size_t axis);
/* True if labels[axis][label] is true for the run's label on every axis. If labels[axis] is NULL, this axis is ignored;
 * if labels is NULL, every run has the labels. */
bool lg_planned_has(const lg_manifest *m, size_t run, const bool *const *labels);
/* Allocates flags for all axes, *in: [axes], and sets the flags of the axes in `names`, which are separated by commas.
 * LG_USAGE for an unknown name. */
bool lg_manifest_within(const lg_manifest *m, const char *names, lg_arena *arena, bool **in, lg_error *err);
bool lg_pairs_have(const lg_pair *pairs, size_t count, const char *key); /* true if the pairs contain the key */
size_t lg_manifest_metric(const lg_manifest *m); /* the metric in which all runs of the plan are compared */
/* True if labels of this axis set the task, so that scores of different labels cannot be compared. */
bool lg_grid_axis_sets_task(const lg_grid_axis *axis);
/* The resolved config of a run, with `out` DIR/runs/ID and one thread. LG_CORRUPT if its hash differs from the ID in
 * the plan, because another version of the program made the plan. NULL on failure. */
lg_resolved_config *lg_planned_config(const lg_manifest *m, size_t run, const char *dir, lg_error *err);
/* Caches how a run of the plan is evaluated, so that consecutive runs that differ only in training options are resolved
 * once. Zero it before the first call. */
typedef struct lg_eval_memo {
    size_t run;
    bool known;
    lg_split validated;
    char digest[33];
} lg_eval_memo;
/* True if the planned run has the evaluation with this digest. Also false on failure, which sets err->code. */
bool lg_planned_eval_is(const lg_manifest *m, size_t run, const char *digest, lg_eval_memo *memo, lg_error *err);
/* True if validations of the planned run read this split. Also false on failure, as above. */
bool lg_planned_validation_is(const lg_manifest *m, size_t run, lg_split split, lg_eval_memo *memo, lg_error *err);
/* Resolves the settings of a run, independent of its directory and id. NULL on failure. */
lg_resolved_config *lg_planned_resolve(const lg_manifest *m, size_t run, lg_error *err);

#endif
