/* metric.h: formats the values of metrics. */
#ifndef CLI_UI_METRIC_H
#define CLI_UI_METRIC_H

#include "api/program.h"
#include "output/schema.h"

enum { CLI_METRIC = 48 };
/* The number in the metric's unit: "52.3"; "-" if it is not finite. Returns out. */
const char *cli_metric_number(size_t metric, double value, char out[CLI_METRIC]);
/* The number with its unit: "52.3 %", "0.693 nats per token". */
const char *cli_metric_words(size_t metric, double value, char out[CLI_METRIC]);

/* The members `metric` and `unit` that describe the values in the same row. name: the metric's name as the user gave
 * it; NULL: the metric's own name. */
typedef struct cli_metric_row {
    const char *metric, *unit;
} cli_metric_row;
cli_metric_row cli_metric_of(size_t metric, const char *name);
extern const lg_schema cli_schema_metric;

/* Pairs values with the names of their metrics, for LG_LIST. If a metric does not apply, its pair is marked `absent`.
 * Returns the number of pairs. */
size_t cli_metric_numbers(const double *values, lg_named_real out[LG_METRICS_MAX]);

#endif
