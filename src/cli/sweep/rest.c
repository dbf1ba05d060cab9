/* rest.c: see rest.h. */
#include "cli/sweep/rest.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

double cli_utc_seconds(const char *utc) {
    struct tm date = {0};
    if (sscanf(utc, "%d-%d-%dT%d:%d:%dZ", &date.tm_year, &date.tm_mon, &date.tm_mday, &date.tm_hour, &date.tm_min,
               &date.tm_sec) != 6)
        return NAN;
    date.tm_year -= 1900;
    date.tm_mon--;
    return (double)timegm(&date);
}

/* From its beginning to its end; of a run that was interrupted its training alone. Times are whole seconds: many short
 * runs are right in the mean. */
static double time_of(const lg_sweep_run *r) {
    const double took = cli_utc_seconds(r->finished) - cli_utc_seconds(r->started);
    return r->attempts == 1 && took >= 0 ? took : r->seconds;
}

double cli_sweep_left(lg_sweep *s) {
    const lg_sweep_info about = lg_sweep_about(s);
    double took = 0, estimated = 0;
    for (size_t i = 0; i < about.runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        if (r.state != LG_RUN_DONE || !(r.seconds > 0)) continue;
        took += time_of(&r);
        estimated += r.cost;
    }
    return took > 0 && estimated > 0 ? about.left * took / estimated : about.left;
}
