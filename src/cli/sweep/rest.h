/* rest.h: how long a sweep will take from now on, wherever that is told. */
#ifndef CLI_SWEEP_REST_H
#define CLI_SWEEP_REST_H

#include <lengthen.h>

/* A time in UTC, "2026-11-21T10:04:29Z", in seconds since 1970; NaN: not known. */
double cli_utc_seconds(const char *utc);
/* Seconds of one thread for the runs that have not ended: the estimate, times what those that are done took, with their
 * evaluations, divided by theirs. */
double cli_sweep_left(lg_sweep *s);

#endif
