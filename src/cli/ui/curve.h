/* curve.h: a metric by length of one run, and its output: a table, marks on a line, rows of data. */
#ifndef CLI_UI_CURVE_H
#define CLI_UI_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/ui/metric.h"

typedef struct cli_curve {
    const char *run;     /* its directory */
    const char *variant; /* how it is evaluated, of several ways; NULL: there is one way. Not owned */
    lg_config *config;   /* as evaluated; not owned */
    char name[100];      /* the end of `run`, enough to tell it from the others, as tables have it: "quick" */
    char label[96];      /* distinguishes it from the others: "randomized sincos" */
    size_t metric;       /* that was chosen for the run; tables of several runs show that of the first */
    lg_length_report *points;
    size_t count, capacity;
    bool scored;
    lg_score_report score;
} cli_curve;

void cli_curve_add(cli_curve *c, const lg_length_report *r); /* keeps the points in the order of their lengths */
void cli_curve_free(cli_curve *c);
const lg_length_report *cli_curve_at(const cli_curve *c, int length); /* NULL when it was not evaluated */
int cli_curve_first(const cli_curve *c); /* shortest and longest length evaluated; 0 when none was */
int cli_curve_last(const cli_curve *c);

/* Gives every curve a name, and a label: source and encoding, and whatever else differs among them. */
void cli_curves_name(cli_curve *curves, size_t count);
/* What the words of labels are: "positions, encoding". */
void cli_curves_words(const cli_curve *curves, size_t count, char *out, size_t size);
void cli_curve_name_as(cli_curve *c, const cli_curve *run); /* as that of the same run */
enum { CLI_CURVE_TITLE = 160 };
const char *cli_curve_title(const cli_curve *c, char out[CLI_CURVE_TITLE]);    /* "quick", "quick, window" */
bool cli_curves_share(const cli_curve *curves, size_t count, const char *key); /* is this option the same in all? */
/* Prints means inside and outside of the training lengths, some lengths, the score, and the curve in small marks. */
void cli_curves_print(const cli_curve *curves, size_t count);

/* What rows have of one length, and of a score; the metric by the name that it was asked for. */
typedef struct cli_curve_point {
    cli_metric_row metric;
    lg_length_report x;
    bool remembers, is_accuracy, is_text; /* members that not all lengths have */
    lg_named_real values[LG_METRICS_MAX], steps[LG_STEP_SCORES];
    size_t value_count, step_count;
} cli_curve_point;
typedef struct cli_curve_score {
    cli_metric_row metric;
    lg_score_report x;
    lg_named_real scores[LG_METRICS_MAX];
    size_t count;
} cli_curve_score;
cli_curve_point cli_curve_point_of(const cli_curve *c, const lg_length_report *r);
cli_curve_score cli_curve_score_of(const cli_curve *c, const lg_score_report *s);
extern const lg_schema cli_schema_point, cli_schema_score;

/* Prints the row of the run's score; changed [count]: options that are other than in training. */
void cli_curve_score_put(const cli_curve *c, const lg_named_text *changed, size_t count);
extern const lg_schema cli_schema_run_score;
#define CLI_VARIANT "of `--variant`: its name; first there is `as trained`"
#define CLI_CHANGED "options of positions, mask and scale that are other than in training, where there are some"

/* How many lengths a text like "1..40,50..100:10" names; 0 when it is no such text. */
int cli_lengths_count(const char *text);

#endif
