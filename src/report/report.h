/* report.h: the data from which tables and figures of a sweep are made. Tables and most figures read only the plan and
 * the results; a few figures analyze models. A sweep in progress has a report, too, in which missing parts are marked.
 */
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
    const lg_manifest *manifest; /* with the current title, note and reports of the sweep file */
    const lg_results *results;   /* results of that manifest, with the metric of the report */
    lg_results shown;
    const char *sweep;   /* directory of the sweep */
    lg_context *context; /* for figures that analyze models; NULL: no such figures */
    lg_layout *layout;
    lg_run_attributes *rows, *columns; /* attributes of the first run of each row and column */
    lg_style *styles;                  /* [column_count]: the style of each column in all figures */
    const int *trained;                /* [runs]: the longest training length of each; 0: unknown */
    const lg_study *study;             /* the study whose numbers are shown beside ours; or NULL */
    const lg_comparison *comparisons;  /* tables of the sweep file */
    size_t comparison_count;
    lg_arena *arena; /* holds the report and everything made from it */
} lg_report;

/* Computes a number of a finished run; NaN: none. `about`: a parameter from the caller, such as a threshold. */
typedef double (*lg_run_number)(const lg_report *r, size_t run, double about);

/* asked: a layout that overrides SWEEP/sweep.yaml, or NULL. The results must outlive the report. */
lg_report *lg_report_new(lg_context *c, const lg_results *results, const char *sweep, const lg_report_layout *asked,
                         lg_error *err);
void lg_report_free(lg_report *r); /* NULL is allowed */

/* Does the sweep file name this table or figure? Without `reports:` it names none. */
bool lg_report_names(const lg_report *r, const char *name);

/* The longest training length shared by all runs of the layout (or row); 0 if it differs. */
int lg_report_trained(const lg_report *r);
int lg_report_trained_in(const lg_report *r, size_t row);
/* The definition of a score: "Score in %, higher is better: the mean token accuracy over ...". NULL: out of memory. */
const char *lg_report_score(const lg_report *r);
/* The records that scores by step were measured on: "validation records at the training lengths"; "" without such
 * scores. */
const char *lg_report_validated(const lg_report *r);
lg_metric_info lg_report_metric(const lg_report *r);
lg_range lg_report_range(const lg_report *r);         /* range of the metric, in its unit */
bool lg_report_is_share(const lg_report *r);          /* is the metric a fraction, the larger the better? */
const lg_study *lg_report_scores(const lg_report *r); /* the study if its scores are of the same metric; else NULL */
/* The study's scores by length for the models of this row and column, if these scores are of the report's metric. NULL:
 * there are none, or a column mixes models of different columns of the study, such as encodings or scratchpads. */
const char *lg_report_curve(const lg_report *r, size_t row, size_t column);
/* Does a row have comparable scores: several columns of one task? */
bool lg_report_compares(const lg_report *r);
/* The chance level of runs with these attributes in the metric's unit; NaN: none. */
double lg_report_chance(const lg_report *r, const lg_run_attributes *a);
/* The settings that differ from the study, ours first: "steps 1,000 in place of 2,000,000, width 32 in place of 64". ""
 * without differences or study. NULL: out of memory. */
const char *lg_report_setup_diff(const lg_report *r);
/* The finding in one sentence (finding.h): about the columns, or about the rows if the columns are tasks or there is
 * only one. NULL: out of memory. */
const char *lg_report_finding(const lg_report *r);
/* How much each other column is above or below the first, in one sentence. NULL: out of memory. */
const char *lg_report_finding_against_first(const lg_report *r);

#endif
