/* sweep_text.h: formats sweeps and their runs as text and as rows of data. */
#ifndef CLI_SWEEP_SWEEP_TEXT_H
#define CLI_SWEEP_SWEEP_TEXT_H

#include "cli/cli.h"
#include "cli/ui/metric.h"
#include "cli/ui/out.h"
#include "cli/ui/text.h"

/* The names of a sweep's axes, valid as long as the sweep, and the labels of the run being printed. */
typedef struct cli_axes {
    lg_named_text *labels;
    size_t count;
} cli_axes;
int cli_axes_read(cli_axes *a, lg_sweep *s); /* LG_OK, or an error status after printing a message */
void cli_axes_free(cli_axes *a);             /* a struct of zeros is allowed */

/* Opens the sweep that is the command's only positional argument, and reads its runs. Returns LG_OK, or an error status
 * after printing a message. */
int cli_sweep_open(cli *c, lg_sweep **out);
/* The exit status of a sweep in its present state: LG_SOME_FAILED if a run has failed or diverged. */
int cli_sweep_outcome(const lg_sweep_info *about);
size_t cli_sweep_ended(const lg_sweep_info *about); /* number of done, failed, diverged and stopped runs */
bool cli_sweep_blocked(const lg_sweep_info *about); /* all remaining runs wait at a rung for failed runs */

extern const char cli_sweep_options[]; /* text for help pages: where users set the options of runs */

/* Counts runs by state: "6 done, 1 failed, 2 to do". Returns `to`. */
#define CLI_COUNTS 120
const char *cli_sweep_counts(const lg_sweep_info *about, char to[CLI_COUNTS]);
/* The labels of a run: "bucket_sort relative 1e-3 7". Returns `to`. */
const char *cli_sweep_title(const cli_axes *a, const lg_sweep_run *r, char *to, size_t capacity);

extern const lg_schema cli_schema_sweep, cli_schema_sweep_run;
void cli_sweep_put(lg_sweep *s); /* prints the row of a sweep; prints nothing in table formats */

/* A row of cli_schema_sweep_run. */
typedef struct cli_sweep_run_row {
    const char *event; /* in rows of workers: "begin", "step" or "end"; in all other rows: NULL */
    lg_sweep_run x;
    const char *state;
    const lg_named_text *labels;
    size_t label_count;
    cli_metric_row metric;
    /* Labels, score and duration as text, for tables: */
    char title[200], score[CLI_METRIC], span[CLI_SPAN];
    const char *words; /* the state in words */
} cli_sweep_run_row;
/* The row of a run, which is valid until the next call with the same axes. */
cli_sweep_run_row cli_sweep_run_of(const cli_axes *a, const lg_sweep_run *r);

#endif
