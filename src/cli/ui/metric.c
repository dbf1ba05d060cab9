/* metric.c: formats the values of metrics. */
#include "cli/ui/metric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/ui/out.h"

#define LARGE 1e9 /* numbers of at least this size are printed with an exponent */

const char *cli_metric_number(size_t metric, double value, char out[CLI_METRIC]) {
    const lg_metric_info m = lg_metric_at(metric);
    if (isfinite(value) && fabs(m.scale * value) >= LARGE)
        snprintf(out, CLI_METRIC, "%.4g", m.scale * value);
    else if (isfinite(value))
        snprintf(out, CLI_METRIC, "%.*f", m.digits, m.scale * value);
    else
        snprintf(out, CLI_METRIC, "-");
    return out;
}

const char *cli_metric_words(size_t metric, double value, char out[CLI_METRIC]) {
    cli_metric_number(metric, value, out);
    const size_t at = strlen(out);
    if (isfinite(value)) snprintf(out + at, CLI_METRIC - at, " %s", lg_metric_at(metric).unit);
    return out;
}

cli_metric_row cli_metric_of(size_t metric, const char *name) {
    return (cli_metric_row){name ? name : lg_metric_at(metric).name, lg_metric_at(metric).value_unit};
}

static const lg_member metric_members[] = {
    LG_MEMBER(cli_metric_row, metric, "metric", "metric of the score or value (`lengthen list metric`)"),
    LG_MEMBER(cli_metric_row, unit, "unit", "unit of the score or value: `parts of 1`, `nats per token`"),
    {0},
};
const lg_schema cli_schema_metric = {.members = metric_members};

size_t cli_metric_numbers(const double *values, lg_named_real out[LG_METRICS_MAX]) {
    for (size_t i = 0; i < lg_metric_count(); i++)
        out[i] = (lg_named_real){lg_metric_at(i).name, values[i], !lg_metric_applies(i, values)};
    return lg_metric_count();
}
