/* metric.c: see metric.h. */
#include "cli/ui/metric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *cli_metric_number(size_t metric, double value, char out[CLI_METRIC]) {
    const lg_metric_info m = lg_metric_at(metric);
    if (isfinite(value))
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
