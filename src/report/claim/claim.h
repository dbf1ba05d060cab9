/* claim.h: a claim as read from its file, and its measurement from runs. */
#ifndef LG_REPORT_CLAIM_CLAIM_H
#define LG_REPORT_CLAIM_CLAIM_H

#include "api/claim.h"
#include "report/published.h"
#include "report/verdict.h"
#include "sweep/kept_values.h"
#include "sweep/plan/manifest.h"

#define LG_CLAIM_FILE_MAX ((size_t)1 << 16) /* bytes */

/* ---- the file ---- */

/* A condition on an option. A run meets the condition if the run has all key-value pairs of one of the choices. If
 * is_range is true, a run meets the condition if the option's value is an integer in low..high. */
typedef struct lg_condition {
    const char *key;              /* as in the claim's file */
    const lg_choice_set *choices; /* [count]; unused for a range */
    size_t count;
    bool is_range;
    int64_t low, high;
} lg_condition;

/* A set of runs that is compared. */
typedef struct lg_claim_arm {
    const char *label; /* "randomized"; "none, relative"; "chance" */
    const lg_condition *conditions;
    size_t count;
    int lengths[2]; /* range of the tested lengths that count in this arm; 0: the range of the claim */
    bool is_chance; /* only for arm b: in place of runs, the chance level of the task of each run of arm a */
} lg_claim_arm;

/* The quantity by which runs are compared. */
typedef enum lg_quantity {
    LG_QUANTITY_METRIC, /* a metric: the score, or the mean over the tested lengths that the claim names */
    LG_QUANTITY_SECONDS,
    LG_QUANTITY_RATE,    /* training steps per second */
    LG_QUANTITY_TIME_TO, /* seconds of training until a validation reaches a score */
    LG_QUANTITY_VALUE    /* the mean of one member over the rows of an analysis (sweep/kept_values.h) */
} lg_quantity;

typedef enum lg_claim_kind {
    LG_CLAIM_DIFFERENCE,
    LG_CLAIM_RATIO,      /* differences of logarithms */
    LG_CLAIM_CORRELATION /* correlation with published numbers */
} lg_claim_kind;

typedef struct lg_claim {
    const char *path, *name; /* the file; its name without the ending */
    const char *claim, *source, *sweep, *runs, *family, *expect, *reason, *note;
    const char *needs; /* what must be built or trained before the claim can be measured; or NULL */
    lg_claim_kind kind;
    lg_verdict_rule rule;
    bool below;   /* the file expects a - b < margin, so the rule tests b - a */
    double hours; /* training time of the missing runs, from the file; NaN: not set */
    lg_claim_arm a;
    const lg_claim_arm *b; /* [b_count] */
    size_t b_count;
    lg_claim_arm where;
    const char *const *pair; /* [pair_count]: options (full names) that both runs of a pair share; the seed is
                                implied */
    size_t pair_count;
    const char *const *best; /* [best_count]: options; each arm uses, in each stratum, the values with the best mean */
    size_t best_count;
    lg_quantity quantity;
    const char *value;        /* name of the value, for LG_QUANTITY_VALUE; else NULL */
    const lg_yaml_node *rows; /* values that members of the analysis rows must have; NULL: any */
    size_t metric;            /* index of the metric; LG_METRICS: the metric of the runs */
    int lengths[2];           /* range of the tested lengths that count; 0: the lengths of the score */
    double reach, never; /* for LG_QUANTITY_TIME_TO: the score, and the seconds of runs that never reach it; else NaN */
    const lg_study *study;
    const char *table; /* which table of the study: "mean", "best" */
    bool centred;
} lg_claim;

/* Reads a file; all memory is from the arena. Fails with LG_USAGE, FILE:LINE:COLUMN and what was expected. */
bool lg_claim_read(const char *path, lg_arena *arena, lg_claim *out, lg_error *err);

/* Is the claim only listed, because it names what is missing (`needs:`, `hours:`) and compares nothing? */
bool lg_claim_waits(const lg_claim *c);

/* ---- runs ---- */

/* One comparison: arm a with one arm b, or with published numbers. */
typedef struct lg_comparison_made {
    const char *b; /* label of arm b; "" for published numbers */
    lg_evidence evidence;
    const char *const *tasks; /* names, indexed by evidence.tasks */
    lg_ruling ruling;
} lg_comparison_made;

/* The measurement of a claim: all its comparisons. */
typedef struct lg_measured {
    lg_comparison_made *made; /* [count] */
    size_t count, worst;      /* number of comparisons; index of the least favourable one, which decides */
    lg_metric_info metric;    /* metric of the quantity; for LG_QUANTITY_TIME_TO, of the score to reach */
    const char *unit;         /* unit of the effect: "points", "seconds", "" */
    double p;                 /* largest p value of the comparisons; NaN: not measured */
    lg_verdict verdict;       /* verdict of all comparisons together */
    bool measured;
} lg_measured;

/* Measures a claim. If `runs` is NULL, there are no runs, so nothing is measured. Fails with LG_USAGE if the claim does
 * not determine which runs form pairs. */
bool lg_claim_measure(const lg_claim *c, const lg_kept_runs *runs, lg_arena *arena, lg_measured *out, lg_error *err);
/* Sets the verdict. `corrected` is the p value of the claim, corrected within its family. */
void lg_claim_decide(const lg_claim *c, lg_measured *m, double corrected);

/* The first run of arm a, or the first of all runs if arm a has none. Its metric is the metric of the claim's score. */
const lg_kept_run *lg_claim_first_run(const lg_claim *c, const lg_kept_runs *runs);

/* A run of an arm, with the keys by which it is paired. */
typedef struct lg_claim_entry {
    const char *task, *stratum, *best, *seed; /* stratum: values of the options in `pair:`; best: values of the options
                                                 in `best:` */
    double value;                             /* in the unit of the metric; for a ratio, the logarithm */
    const lg_kept_run *run;
} lg_claim_entry;

typedef struct lg_claim_entries {
    lg_claim_entry *list; /* sorted by task, stratum and seed */
    size_t count;
} lg_claim_entries;

/* The runs of an arm. Fails if two runs have the same stratum and seed. */
bool lg_claim_entries_of(const lg_claim *c, const lg_kept_runs *runs, const lg_claim_arm *arm, const char *arm_name,
                         const lg_metric_info *m, lg_arena *arena, lg_claim_entries *out, lg_error *err);
/* The runs of arm a, each with the chance level of its task as score. Fails with LG_USAGE if a task has none. */
bool lg_claim_chance_entries(const lg_claim *c, const lg_claim_entries *a, const lg_metric_info *m, lg_arena *arena,
                             lg_claim_entries *out, lg_error *err);
/* Computes the rank correlation between our scores and published scores, over all cells of the published table for
 * which we have a score. The differences in out->evidence are its pseudo-values, one per task. */
bool lg_claim_correlate(const lg_claim *c, const lg_claim_entries *all, lg_arena *arena, lg_comparison_made *out,
                        lg_error *err);

/* ---- words ---- */

/* Sets the text members of the result. Returns false if out of memory. */
bool lg_claim_describe(const lg_claim *c, const lg_measured *m, lg_arena *arena, lg_claim_result *out);

#endif
