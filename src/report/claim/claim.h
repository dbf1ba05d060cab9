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

/* An option with the values that a run may have: a run matches if all pairs of one of the choices are its own. */
typedef struct lg_condition {
    const char *key;              /* as written */
    const lg_choice_set *choices; /* [count]; of a whole number also as a range, see low and high */
    size_t count;
    bool is_range;
    int64_t low, high;
} lg_condition;

/* Which runs are compared. */
typedef struct lg_claim_arm {
    const char *label; /* "randomized"; "none, relative"; "chance" */
    const lg_condition *conditions;
    size_t count;
    int lengths[2]; /* the tested lengths that count in this arm; 0: those of the claim */
    bool is_chance; /* only as arm b: no runs, but the score of guessing the task of each run of arm a */
} lg_claim_arm;

/* What a run counts with. */
typedef enum lg_quantity {
    LG_QUANTITY_METRIC, /* a metric: the score, or the mean over the tested lengths that the claim names */
    LG_QUANTITY_SECONDS,
    LG_QUANTITY_RATE,   /* training steps per second */
    LG_QUANTITY_TIME_TO, /* seconds of training until a validation reaches a score */
    LG_QUANTITY_VALUE    /* the mean of a member of the rows of an analysis (sweep/kept_values.h) */
} lg_quantity;

typedef enum lg_claim_kind {
    LG_CLAIM_DIFFERENCE,
    LG_CLAIM_RATIO,      /* differences of logarithms */
    LG_CLAIM_CORRELATION /* with published numbers */
} lg_claim_kind;

typedef struct lg_claim {
    const char *path, *name; /* the file; its name without the ending */
    const char *claim, *source, *sweep, *runs, *family, *expect, *reason, *note;
    const char *needs; /* what must be built or trained before the claim can be measured; NULL */
    lg_claim_kind kind;
    lg_verdict_rule rule;
    bool below;   /* the file expects a - b < margin: the rule is about b - a */
    double hours; /* that the missing runs would take, as the file says; NaN */
    lg_claim_arm a;
    const lg_claim_arm *b; /* [b_count] */
    size_t b_count;
    lg_claim_arm where;
    const char *const *pair; /* [pair_count]: full names of options that both runs of a pair share; without the seed */
    size_t pair_count;
    const char *const *best; /* [best_count]: the value with the best mean is taken for each arm and pair */
    size_t best_count;
    lg_quantity quantity;
    const char *value;        /* of LG_QUANTITY_VALUE; NULL */
    const lg_yaml_node *rows; /* values that members of its rows must have; NULL: any */
    size_t metric;       /* LG_METRICS: that of the runs */
    int lengths[2];      /* the tested lengths that count; 0: those of the score */
    double reach, never; /* of LG_QUANTITY_TIME_TO: the score, and the seconds of a run that never has it; NaN */
    const lg_study *study;
    const char *table; /* of the study: "mean", "best" */
    bool centred;
} lg_claim;

/* Reads a file. Everything is taken from the arena. LG_USAGE with FILE:LINE:COLUMN and what would be right. */
bool lg_claim_read(const char *path, lg_arena *arena, lg_claim *out, lg_error *err);

/* Is it listed alone, because it says what is missing (`needs:`, `hours:`) and compares nothing? */
bool lg_claim_waits(const lg_claim *c);

/* ---- runs ---- */

/* One comparison: arm a with one arm b, or with published numbers. */
typedef struct lg_comparison_made {
    const char *b; /* label of the other arm; "" */
    lg_evidence evidence;
    const char *const *tasks; /* names, by the numbers of the evidence */
    lg_ruling ruling;
} lg_comparison_made;

/* The runs of each arm and their pairs, measured. */
typedef struct lg_measured {
    lg_comparison_made *made; /* [count] */
    size_t count, worst;      /* the one that decides: the least favourable */
    lg_metric_info metric;    /* its digits, unit and scale; of times, seconds */
    const char *unit;         /* of the effect: "points", "seconds", "" */
    double p;                 /* the largest of the comparisons; NaN: not measured */
    lg_verdict verdict;       /* of all comparisons together */
    bool measured;
} lg_measured;

/* runs NULL: there are none. LG_USAGE where the claim does not say enough to make pairs. */
bool lg_claim_measure(const lg_claim *c, const lg_kept_runs *runs, lg_arena *arena, lg_measured *out, lg_error *err);
/* Sets the verdict, with p corrected within the family. */
void lg_claim_decide(const lg_claim *c, lg_measured *m, double corrected);

/* The first run of arm a, or of the sweep where arm a has none: its metric is what the score of the claim is in. */
const lg_kept_run *lg_claim_first_run(const lg_claim *c, const lg_kept_runs *runs);

/* A run that counts, with what it is paired by. */
typedef struct lg_claim_entry {
    const char *task, *stratum, *best, *seed; /* stratum: values of the options in `pair:`; best: of those in `best:` */
    double value;                             /* in the unit of the metric; of a ratio its logarithm */
    const lg_kept_run *run;
} lg_claim_entry;

typedef struct lg_claim_entries {
    lg_claim_entry *list; /* by task, stratum and seed */
    size_t count;
} lg_claim_entries;

/* The runs of an arm, with one of each stratum and seed. */
bool lg_claim_entries_of(const lg_claim *c, const lg_kept_runs *runs, const lg_claim_arm *arm, const char *arm_name,
                         const lg_metric_info *m, lg_arena *arena, lg_claim_entries *out, lg_error *err);
/* The runs of arm a with the scores of guessing. LG_USAGE: a task has no such score. */
bool lg_claim_chance_entries(const lg_claim *c, const lg_claim_entries *a, const lg_metric_info *m, lg_arena *arena,
                             lg_claim_entries *out, lg_error *err);
/* Pseudo-values, one a task, of the rank correlation of all cells with published numbers. */
bool lg_claim_correlate(const lg_claim *c, const lg_claim_entries *all, lg_arena *arena, lg_comparison_made *out,
                        lg_error *err);

/* ---- words ---- */

/* The members of the result that are texts. False: out of memory. */
bool lg_claim_describe(const lg_claim *c, const lg_measured *m, lg_arena *arena, lg_claim_result *out);

#endif
