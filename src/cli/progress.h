/* progress.h: one line that tells how far a long command is, on stderr. On a terminal it is redrawn at most ten times a
 * second; elsewhere a plain line is written every few seconds; with --json or --quiet nothing. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
    bool on, terminal;
    bool drawn; /* a line stands on the terminal and must be cleared before a message */
    char title[64];
    const char *unit;             /* "step": what is counted */
    double begun, shown, between; /* seconds: start, last line, shortest time between two */
    int64_t first;                /* what was done before we began */
    bool weighed;                 /* what is counted differs in work: `share` of all of it is done */
    double share, begun_at;       /* now, and when we began */
} cli_progress;

/* One title at a time; begin again for the next phase. */
void cli_progress_begin(cli_progress *p, bool on, const char *title, const char *unit, int64_t done);
/* total 0: not known. `tail` is appended: ", loss 0.41" without the comma. */
void cli_progress_show(cli_progress *p, int64_t done, int64_t total, const char *tail);
/* For things that differ in work: the share of all of it that is done, before each show, and once after the begin. */
void cli_progress_weigh(cli_progress *p, double share);
void cli_progress_clear(cli_progress *p); /* before another message on stderr; the next show draws again */
void cli_progress_end(cli_progress *p);

#endif
