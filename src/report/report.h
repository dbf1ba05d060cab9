/* report.h: what tables and figures of a sweep are made from. They read the plan and the results, and nothing else: a
 * sweep in progress has a report too, in which missing parts are marked. */
#ifndef LG_REPORT_REPORT_H
#define LG_REPORT_REPORT_H

#include "api/figure.h"
#include "api/report.h"
#include "report/layout.h"
#include "report/plot/style.h"
#include "report/published.h"
#include "report/statistics.h"
#include "sweep/plan/compare.h"

typedef struct lg_report {
    const lg_manifest *manifest; /* with title, note and reports as the sweep file has them now */
    const lg_results *results;   /* of that manifest, with the metric of the report */
    lg_results shown;
    const char *sweep;   /* its directory */
    lg_context *context; /* for figures that analyze models; NULL: there are none */
    lg_layout *layout;
    lg_run_attributes *rows, *columns; /* of the first run of each row and column of the layout */
    lg_style *styles;                  /* [column_count]: how each column is drawn, everywhere */
    const int *trained;                /* [runs]: the longest length of training of each; 0: not known */
    const lg_study *study;             /* the numbers to show beside ours; NULL */
    const lg_comparison *comparisons;  /* tables of the sweep file */
    size_t comparison_count;
    lg_arena *arena; /* holds all of it, and what is made of it */
} lg_report;

/* A number of a run that is done; NaN: none. `about` is the caller's: a threshold. */
typedef double (*lg_run_number)(const lg_report *r, size_t run, double about);

/* asked: NULL, or how runs are laid out beyond what SWEEP/sweep.yaml says. The results are borrowed. */
lg_report *lg_report_new(lg_context *c, const lg_results *results, const char *sweep, const lg_report_layout *asked,
                         lg_error *err);
void lg_report_free(lg_report *r); /* NULL is allowed */

/* Does the sweep file name this table or figure? Without `reports:` it names none. */
bool lg_report_names(const lg_report *r, const char *name);

/* The longest length of training of all runs that are laid out, or of those of a row; 0 where they differ in it. */
int lg_report_trained(const lg_report *r);
int lg_report_trained_in(const lg_report *r, size_t row);
/* What a score is: "Score in %, higher is better: the mean token accuracy over ...". NULL: out of memory. */
const char *lg_report_score(const lg_report *r);
/* Which records scores by step are on: "validation records at the lengths of training"; "": there are none. */
const char *lg_report_validated(const lg_report *r);
lg_metric_info lg_report_metric(const lg_report *r);
lg_range lg_report_range(const lg_report *r);         /* of the metric, in its unit */
bool lg_report_is_share(const lg_report *r);          /* is the metric a part of a whole, the more the better? */
const lg_study *lg_report_scores(const lg_report *r); /* the study, where its scores are of the same metric; NULL */
/* What the study has at single lengths of what this row and this column are, where its scores are of the same metric;
 * NULL: nothing, or a column is not of one encoding, or of one format of steps. */
const char *lg_report_curve(const lg_report *r, size_t row, size_t column);
/* The chance level of runs with these attributes in the unit of the metric; NaN: none. */
/* Does a row have scores that can be compared: several columns of one task? */
bool lg_report_compares(const lg_report *r);
double lg_report_chance(const lg_report *r, const lg_run_attributes *a);
/* What differs from the study, ours first: "steps 1,000 in place of 2,000,000, width 32 in place of 64"; "":
 * nothing, or no study. NULL: out of memory. */
const char *lg_report_setup_diff(const lg_report *r);
/* What was found, in one sentence (finding.h): about the columns; where they are tasks, or there is one, about the
 * rows. NULL: out of memory. */
const char *lg_report_finding(const lg_report *r);
/* How much each other column is above or below the first. */
const char *lg_report_finding_against_first(const lg_report *r);

#endif
