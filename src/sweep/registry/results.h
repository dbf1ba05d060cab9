/* results.h: the results of the runs of a sweep in memory, from which tables, figures and pages are made. A result is
 * read from its run directory here, is a line of JSON in results.jsonl and in shards (result_json.h), and a row of the
 * registry (registry_rows.c). Times and machines are kept apart from what is computed: the same sweep has the same
 * results wherever it ran. */
#ifndef LG_SWEEP_REGISTRY_RESULTS_H
#define LG_SWEEP_REGISTRY_RESULTS_H

#include "api/sweep.h"
#include "lengthen/core.h"
#include "metric/metric.h"
#include "run/load_record.h"
#include "sweep/plan/manifest.h"

/* One length of the evaluation after training. */
typedef struct lg_point {
    int length;
    double values[LG_METRICS]; /* NaN: not known */
    int64_t sequences;         /* that were evaluated; 0: not known */
} lg_point;

/* One evaluation in mid-training. */
typedef struct lg_progress_point {
    int64_t step;
    double seconds; /* of training alone, without evaluations */
    double scores[LG_METRICS];
} lg_progress_point;

typedef struct lg_run_result {
    lg_state state;
    const char *reason;             /* of a failure or divergence; "" */
    const char *owner;              /* the worker that has it leased, or had it last: "host pid 4711 job 12_3"; "" */
    int attempts;                   /* how often it was begun */
    int64_t step, steps;            /* done, in all; 0: not begun */
    double scores[LG_METRICS];      /* NaN where there is none, as below */
    double loss, accuracy;          /* of the last training batch */
    double seconds;                 /* of training */
    const char *started, *finished; /* UTC; "" */
    const char *evaluation;         /* digest of the eval.* of its results (run/eval_digest.h); NULL: not known */
    const lg_point *points;         /* by length, ascending */
    size_t point_count;
    const lg_progress_point *progress;
    size_t progress_count;
    lg_split validated;  /* that these read; LG_SPLIT_TRAIN: there are none */
    lg_load_record load; /* of experts, in the last step that was logged */
} lg_run_result;

/* Of all runs of a manifest, in its order. */
typedef struct lg_results {
    const lg_manifest *manifest; /* borrowed */
    lg_run_result *runs;         /* [manifest->run_count] */
    size_t metric;               /* that scores are compared by: the manifest's, or that of a report */
    lg_arena *arena;             /* holds all of it */
} lg_results;

bool lg_results_new(lg_results *r, const lg_manifest *m, lg_error *err); /* all runs planned */
void lg_results_free(lg_results *r);                                     /* a struct of zeros is allowed */

void lg_result_no_scores(double scores[LG_METRICS]); /* all NaN */
/* A run of which nothing is known. */
lg_run_result lg_result_planned(void);
/* A copy of a text of a result, "" for NULL; NULL: out of memory. */
const char *lg_result_text(const char *text, lg_arena *arena);
static inline double lg_results_score(const lg_results *r, size_t run) {
    return r->runs[run].scores[r->metric];
}
static inline bool lg_result_ended(const lg_run_result *r) {
    return r->state != LG_RUN_PLANNED && r->state != LG_RUN_RUNNING && r->state != LG_RUN_PAUSED;
}

/* The result of a run from its directory, in memory of the arena. A run that has neither ended nor paused is planned,
 * also where there is no directory; its steps are read in any case. LG_CORRUPT where its files are not those that its
 * record describes. */
bool lg_result_read(const char *run_dir, lg_arena *arena, lg_run_result *out, lg_error *err);
/* The evaluations in mid-training of a run under way, so far. Damage there, or a file that may not be read, is told
 * when the run ends. */
bool lg_result_watch(const char *run_dir, lg_arena *arena, lg_run_result *out, lg_error *err);

#endif
