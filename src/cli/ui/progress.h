/* progress.h: lines of progress of a long command, on stderr: one, or one for each of several activities and a
 * total. On a terminal they are redrawn at most ten times a second; elsewhere a plain line, of the total,
 * is written every few seconds; with --json or --quiet nothing. */
#ifndef CLI_UI_PROGRESS_H
#define CLI_UI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line. */
typedef struct cli_bar {
    bool on;
    char title[200], tail[80];
    const char *unit;           /* "step": what is counted */
    double begun;               /* seconds */
    int64_t first, done, total; /* before we began, now, in all; total 0: not known */
    bool weighed;               /* the counted things differ in work: `share` of all of it is done */
    double share, begun_at;     /* now, and when we began */
    double left;                /* seconds until the end; NaN: at the speed so far */
} cli_bar;

typedef struct cli_progress {
    bool on, terminal;
    int drawn;             /* lines on the terminal, to be cleared before a message */
    double shown, between; /* seconds: last time, shortest time between two */
    cli_bar bar;           /* the only one, or the total */
    const cli_bar *bars;   /* those above the total */
    size_t count;
} cli_progress;

/* One title at a time; begin again for the next phase. */
void cli_progress_begin(cli_progress *p, bool on, const char *title, const char *unit, int64_t done);
/* total 0: not known. `tail` is appended: ", loss 0.41" without the comma. */
void cli_progress_show(cli_progress *p, int64_t done, int64_t total, const char *tail);
/* For things that differ in work: the share of all of it that is done, before each show, and once after the begin. */
void cli_progress_weigh(cli_progress *p, double share);
/* Where more is known of the seconds until the end than what the share tells; before each show. */
void cli_progress_left(cli_progress *p, double seconds);
void cli_progress_clear(cli_progress *p); /* before another message on stderr; the next show draws again */
void cli_progress_end(cli_progress *p);

/* Several at once: after the begin, that of the total. They must live until the end; those that are on are shown, as
 * many as fit. */
void cli_progress_above(cli_progress *p, const cli_bar *bars, size_t count);
void cli_bar_begin(cli_bar *b, const char *title, const char *unit, int64_t done);
void cli_bar_weigh(cli_bar *b, double share);
void cli_bar_set(cli_bar *b, int64_t done, int64_t total, const char *tail);

#endif
