/* curve.h: the metric of a run at each length, printed as a table, as block characters on one line, or as rows of
 * data. */
#ifndef CLI_UI_CURVE_H
#define CLI_UI_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/ui/metric.h"

typedef struct cli_curve {
    const char *run;     /* its directory */
    const char *variant; /* name of the --variant; NULL if there are no variants; not owned */
    lg_config *config;   /* the config of the evaluation; not owned */
    char name[100];      /* for tables: the end of `run`, long enough to be unique: "quick" */
    char label[96];      /* the options that distinguish this curve from the other curves: "randomized sincos" */
    size_t metric;       /* chosen for this run; tables of several runs show the first run's metric */
    lg_length_report *points;
    size_t count, capacity;
    bool scored;
    lg_score_report score;
} cli_curve;

void cli_curve_add(cli_curve *c, const lg_length_report *r); /* keeps the points sorted by length */
void cli_curve_free(cli_curve *c);
const lg_length_report *cli_curve_at(const cli_curve *c, int length); /* NULL if not evaluated */
int cli_curve_first(const cli_curve *c); /* shortest evaluated length; 0: none. Below: the longest */
int cli_curve_last(const cli_curve *c);

/* Sets the name and the label of every curve. A label lists the positions, the encoding, and the other options in which
 * the curves differ. */
void cli_curves_name(cli_curve *curves, size_t count);
/* Lists the options whose values form the labels: "positions, encoding". */
void cli_curves_words(const cli_curve *curves, size_t count, char *out, size_t size);
void cli_curve_name_as(cli_curve *c, const cli_curve *run); /* copies the name and label of a curve of the same run */
enum { CLI_CURVE_TITLE = 160 };
const char *cli_curve_title(const cli_curve *c, char out[CLI_CURVE_TITLE]);    /* "quick", "quick, window" */
bool cli_curves_share(const cli_curve *curves, size_t count, const char *key); /* is this option the same for all? */
/* Prints a table: means inside and beyond the training lengths, values at some lengths, and the score. Then draws each
 * curve as a line of block characters. */
void cli_curves_print(const cli_curve *curves, size_t count);

/* The members of a row that describes one length (cli_curve_point) or one score (cli_curve_score). `metric` has the
 * name that the user gave. */
typedef struct cli_curve_point {
    cli_metric_row metric;
    lg_length_report x;
    bool remembers, is_accuracy, is_text; /* these choose the optional members of the row */
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

/* Prints the row of the run's score. changed [count]: options whose values differ from those in training. */
void cli_curve_score_put(const cli_curve *c, const lg_named_text *changed, size_t count);
extern const lg_schema cli_schema_run_score;
#define CLI_VARIANT "name from `--variant`; the first is `as trained`"
#define CLI_CHANGED "options of positions, mask and scale that differ from training, if any"

/* The number of lengths in a text such as "1..40,50..100:10"; 0 if the text is not of this form. */
int cli_lengths_count(const char *text);

#endif
