/* results.h: the results of the runs of a sweep in memory, from which tables, figures and pages are made. A result is
 * read from its run directory; it is also a line of JSON in results.jsonl and in shards (result_json.h), and a row of
 * the registry (registry_rows.c). Times and machines are separate from computed values, so that a sweep has the same
 * results wherever it ran. */
#ifndef LG_SWEEP_REGISTRY_RESULTS_H
#define LG_SWEEP_REGISTRY_RESULTS_H

#include "api/sweep.h"
#include "lengthen/core.h"
#include "metric/metric.h"
#include "run/load_record.h"
#include "sweep/plan/manifest.h"

/* The evaluation at one length after training. */
typedef struct lg_point {
    int length;
    double values[LG_METRICS]; /* NaN: unknown */
    int64_t sequences;         /* number evaluated; 0: unknown */
} lg_point;

/* A validation during training. */
typedef struct lg_progress_point {
    int64_t step;
    double seconds; /* seconds of training only, without evaluations */
    double scores[LG_METRICS];
} lg_progress_point;

typedef struct lg_run_result {
    lg_run_state state;
    const char *reason;             /* reason of a failure or divergence; or "" */
    const char *owner;              /* the worker with the present or last lease: "host pid 4711 job 12_3"; or "" */
    int attempts;                   /* number of starts */
    int64_t step, steps;            /* step: finished steps; steps: all steps, 0 if not started */
    double scores[LG_METRICS];      /* NaN if missing, like loss, accuracy and seconds */
    double loss, accuracy;          /* loss and accuracy of the last training batch */
    double seconds;                 /* seconds of training */
    const char *started, *finished; /* UTC; or "" */
    const char *evaluation;         /* digest of its eval.* options (run/eval_digest.h); NULL: unknown */
    const lg_point *points;         /* ascending by length */
    size_t point_count;
    const lg_progress_point *progress;
    size_t progress_count;
    lg_split validated;  /* the split of the validations; LG_SPLIT_TRAIN: no validations */
    lg_load_record load; /* load of experts in the last logged step */
} lg_run_result;

/* The results of all runs of a manifest, in its order. */
typedef struct lg_results {
    const lg_manifest *manifest; /* borrowed */
    lg_run_result *runs;         /* [manifest->run_count] */
    size_t metric;               /* the metric by which scores are compared: the manifest's or a report's */
    lg_arena *arena;             /* holds all results */
} lg_results;

bool lg_results_new(lg_results *r, const lg_manifest *m, lg_error *err); /* gives every run the state "planned" */
void lg_results_free(lg_results *r);                                     /* zeros are allowed */

void lg_result_no_scores(double scores[LG_METRICS]); /* all NaN */
/* A planned run without results. */
lg_run_result lg_result_planned(void);
/* Copies a text; control characters become '?'. Returns "" for NULL, and NULL when out of memory. */
const char *lg_result_text(const char *text, lg_arena *arena);
static inline double lg_results_score(const lg_results *r, size_t run) {
    return r->runs[run].scores[r->metric];
}
static inline bool lg_result_ended(const lg_run_result *r) {
    return r->state != LG_RUN_PLANNED && r->state != LG_RUN_RUNNING && r->state != LG_RUN_PAUSED;
}

/* Reads the result of a run from its directory into the arena. A run that has neither ended nor paused counts as
 * planned, but the number of its finished steps is read too; a run without a directory also counts as planned.
 * LG_CORRUPT if its files do not match its run.json. */
bool lg_result_read(const char *run_dir, lg_arena *arena, lg_run_result *out, lg_error *err);
/* Reads the validations so far of a running run. Damaged or unreadable files are ignored here, and reported when the
 * run ends. */
bool lg_result_watch(const char *run_dir, lg_arena *arena, lg_run_result *out, lg_error *err);

#endif
