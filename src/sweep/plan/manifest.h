/* manifest.h: the plan of a sweep: all its runs, in order, each with the settings that make it. It is written
 * with a checksum over all of it, and only replaced by a plan with more runs: whoever has it can train any of its runs,
 * on any machine, without the presets and files that it was made from.
 *
 *   SWEEP/sweep.yaml      the sweep file, as it was read
 *   SWEEP/manifest.jsonl  first line: the sweep, its axes, what all runs share; a line for each run; a line of
 *                         their costs; last line: checksums of the plan without the costs, and of all before
 *   SWEEP/runs/ID/        run directories (run/run_dir.h)
 *
 * An ID is the first 16 hex digits of the hash of the run's resolved config. */
#ifndef LG_SWEEP_PLAN_MANIFEST_H
#define LG_SWEEP_PLAN_MANIFEST_H

#include "base/arena.h"
#include "config/config.h"
#include "sweep/promotion/promotion.h"

#define LG_RUN_ID          17 /* bytes of an ID with its end */
#define LG_MANIFEST_SCHEMA "lengthen.manifest/2"
/* Control characters that a note may have; other texts of a plan have none. */
#define LG_NOTE_CONTROLS "\t\n"

/* A key and its value, as they would be written in a config. */
typedef struct lg_pair {
    const char *key, *value;
    const char *where; /* FILE:LINE:COLUMN, while the sweep file is read; NULL when the plan was read back */
} lg_pair;

/* Settings that go together: what one label of an axis sets, one pair for an option and any number where the labels
 * have names of their own; or what one file sets for all runs. */
typedef struct lg_choice_set {
    const char *label; /* "relative", "1e-4", "R sin/cos"; the file */
    const lg_pair *pairs;
    size_t count;
} lg_choice_set;

typedef struct lg_grid_axis {
    const char *name; /* "task", "train.lr", "scheme" */
    const lg_choice_set *choices;
    size_t count;
    const char *drawn; /* the distribution that its labels were drawn from, "uniform 0..0.3"; NULL: they were listed */
} lg_grid_axis;

/* How results are read: tables have a row for each label of `rows` and a column for each of `columns`; means are taken
 * over `seeds`; what the other axes say is chosen by its results. Indices of axes; -1: there is none. */
typedef struct lg_selection {
    int rows, columns, seeds;
} lg_selection;

typedef struct lg_planned_run {
    char id[LG_RUN_ID];
    const char *dir;      /* of a run that nobody planned (runs_as_sweep.c); NULL: runs/ID of the sweep */
    const int *labels;    /* [axes]: index into the axis's choices; -1: a run from `include:` without that axis */
    const lg_pair *extra; /* set beyond the labels, by `include:` */
    size_t extras;
    double cost;  /* seconds of one thread that it takes, as estimated when it was planned */
    double tests; /* those of its evaluation after training; 0: not known */
} lg_planned_run;

/* Combinations of a grid that are no runs, since a value of the grid has no effect in them. */
typedef struct lg_left_out {
    const char *why;
    size_t count;
    const int *labels; /* of the first of them */
} lg_left_out;

typedef struct lg_manifest {
    const char *file;                /* the sweep file, as it was read; NULL when the plan was read back */
    const char *name, *title, *note; /* of the sweep file: its own name, title, what is smaller than in the paper */
    const char *published;           /* whose numbers to compare with: "randpe-2023"; "" */
    const char *const *reports;      /* tables and figures that it is made for: "best", "mean", ... */
    size_t report_count;
    const lg_choice_set *base; /* what all runs share: presets, files, `set:`; the later of two wins */
    size_t base_count;
    const lg_grid_axis *axes;
    size_t axis_count;
    lg_selection selection;
    lg_promotion_rule promotion; /* which runs go on */
    bool tests_choose;           /* by scores on the test set; of a sweep file that was read */
    size_t combined;             /* the first runs, which `grid:` and `random:` make; of a file that was read */
    lg_left_out *left_out;       /* likewise, by reason */
    size_t left_out_count;
    const char *metric;   /* name of that of all runs, where their data proposes it; "": what `base` says */
    lg_planned_run *runs; /* in the order of the plan */
    size_t run_count;
    const size_t *trained_by;            /* [runs]: whose training each evaluates, mostly its own (trainings.h); NULL:
                                            all have their own */
    const char *checksum;                /* 32 hex digits of the file's content; "" before it is written */
    const char *calibration;             /* what the costs were estimated with, as text: machine, GFLOP/s */
    const struct lg_custom_list *custom; /* data of the program, which runs may have */
    lg_arena *arena;                     /* holds everything above, and the manifest itself */
} lg_manifest;

lg_manifest *lg_manifest_new(lg_error *err);                            /* empty, with an arena. NULL: out of memory */
void lg_manifest_free(lg_manifest *m);                                  /* NULL is allowed */
bool lg_manifest_sign(lg_manifest *m, lg_error *err);                   /* sets the checksum */
bool lg_manifest_write(lg_manifest *m, const char *dir, lg_error *err); /* and signs it */
/* NULL on failure: LG_USAGE where there is none, LG_CORRUPT where the checksum or the content is wrong. */
lg_manifest *lg_manifest_read(const char *dir, lg_error *err);

static inline size_t lg_planned_trainer(const lg_manifest *m, size_t run) {
    return m->trained_by ? m->trained_by[run] : run;
}

/* What people call a run: its id, or its directory. */
static inline const char *lg_planned_name(const lg_manifest *m, size_t run) {
    return m->runs[run].dir ? m->runs[run].dir : m->runs[run].id;
}
/* SWEEP/runs/ID, or the directory of a run that nobody planned, and what follows. False: it is too long. */
bool lg_planned_path(const lg_manifest *m, size_t run, const char *sweep, const char *rest, char *path, size_t size);

/* How many runs of b are among those of a, by their ids. */
size_t lg_manifest_shared(const lg_manifest *a, const lg_manifest *b);
/* Are their runs the same, in order, labels and settings, whatever their titles, notes and layouts? False on failure.
 */
bool lg_manifest_same_runs(const lg_manifest *a, const lg_manifest *b, bool *same, lg_error *err);
/* The first run of b that a lacks; b->run_count: there is none. */
size_t lg_manifest_missing(const lg_manifest *a, const lg_manifest *b);

/* The axis of this name, or of another name of the same option; -1: there is none. */
int lg_manifest_axis(const lg_manifest *m, const char *name);
/* The label of a run on an axis, "" if it has none. */
const char *lg_planned_label(const lg_manifest *m, size_t run, size_t axis);
/* Has the run one of these labels, [axes][labels], on every axis for which there are some? NULL: any run. */
bool lg_planned_has(const lg_manifest *m, size_t run, const bool *const *labels);
/* Which axes do these names, with commas, stand for? in: [axes]. LG_USAGE for another name. */
bool lg_manifest_within(const lg_manifest *m, const char *names, lg_arena *arena, bool **in, lg_error *err);
bool lg_pairs_have(const lg_pair *pairs, size_t count, const char *key); /* is the key among them? */
size_t lg_manifest_metric(const lg_manifest *m); /* that all its runs share, in which they are compared */
/* Do labels of this axis say which task a run has? Scores of different ones cannot be compared. */
bool lg_grid_axis_sets_task(const lg_grid_axis *axis);
/* The resolved config of a run, with `out` as DIR/runs/ID, one thread. LG_CORRUPT when it does not come out with the ID
 * of the plan, because another version of the program planned it. NULL on failure. */
lg_resolved_config *lg_planned_config(const lg_manifest *m, size_t run, const char *dir, lg_error *err);
/* How the runs of a plan are evaluated. Neighbours that differ in options of training alone are resolved once. memo:
 * zeros before the first call. */
typedef struct lg_eval_memo {
    size_t run;
    bool known;
    lg_split validated;
    char digest[33];
} lg_eval_memo;
/* Has the run, as it is planned, the evaluation with this digest? False on failure, too: err has a code then. */
bool lg_planned_eval_is(const lg_manifest *m, size_t run, const char *digest, lg_eval_memo *memo, lg_error *err);
/* Do the validations of the run, as it is planned, read this split? False on failure, as above. */
bool lg_planned_validation_is(const lg_manifest *m, size_t run, lg_split split, lg_eval_memo *memo, lg_error *err);
/* What a run's settings are resolved to, wherever it lives and whatever its id is. NULL on failure. */
lg_resolved_config *lg_planned_resolve(const lg_manifest *m, size_t run, lg_error *err);

#endif
