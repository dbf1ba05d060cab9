/* rest.c: estimates the remaining time of a sweep from the plan and the speed so far. */
#include "cli/sweep/rest.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

/* Converts a UTC time such as "2026-11-21T10:04:29Z" to seconds since 1970. Returns NaN if the text is not a time. */
static double utc_seconds(const char *utc) {
    struct tm date = {0};
    if (sscanf(utc, "%d-%d-%dT%d:%d:%dZ", &date.tm_year, &date.tm_mon, &date.tm_mday, &date.tm_hour, &date.tm_min,
               &date.tm_sec) != 6)
        return NAN;
    date.tm_year -= 1900;
    date.tm_mon--;
    return (double)timegm(&date);
}

/* Returns the seconds from the start to the end of a run. For a run with several attempts, returns its training time
 * instead, because the time from start to end includes the pauses. Start and end are rounded to seconds, but the errors
 * average out over many short runs. */
static double time_of(const lg_sweep_run *r) {
    const double took = utc_seconds(r->finished) - utc_seconds(r->started);
    return r->attempts == 1 && took >= 0 ? took : r->seconds;
}

/* For an unfinished run, `took` is the training time up to the last heartbeat. The times of failed, diverged and
 * stopped runs are ignored, because these runs did not do the estimated work. */
cli_rest cli_rest_of(const lg_sweep_run *r) {
    const bool done = r->state == LG_RUN_DONE;
    const bool counts = done || r->state == LG_RUN_RUNNING || r->state == LG_RUN_PLANNED || r->state == LG_RUN_PAUSED;
    cli_rest x = {.left = r->left};
    if (counts && r->seconds > 0 && isfinite(r->seconds))
        x.took = done ? time_of(r) : r->seconds, x.estimated = r->cost - r->left;
    return x;
}

double cli_rest_seconds(const cli_rest *x) {
    return x->took > 0 && x->estimated > 0 ? x->left * x->took / x->estimated : x->left;
}

double cli_rest_share(const cli_rest *x, double cost) {
    return cost > 0 ? 1 - x->left / cost : 0;
}

double cli_sweep_left(lg_sweep *s) {
    const size_t runs = lg_sweep_about(s).runs;
    cli_rest all = {0};
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        const cli_rest x = cli_rest_of(&r);
        all = (cli_rest){all.left + x.left, all.took + x.took, all.estimated + x.estimated};
    }
    return cli_rest_seconds(&all);
}
