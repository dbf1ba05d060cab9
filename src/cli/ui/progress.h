/* progress.h: progress bars of long commands on stderr: one bar, or one per activity and a total. On a terminal they
 * are redrawn at most ten times a second. Elsewhere, the only bar or the total is written as a plain line every
 * 5 seconds. With --json or --quiet there are none. */
#ifndef CLI_UI_PROGRESS_H
#define CLI_UI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One bar. */
typedef struct cli_bar {
    bool on;
    char title[200], tail[80];
    const char *unit;           /* what is counted: "step" */
    double begun;               /* start time, in seconds */
    int64_t first, done, total; /* items: done at the start, done now, in total; total 0: unknown */
    bool weighed;               /* items differ in work, so `share` measures the progress */
    double share, begun_at;     /* finished share of the work: now, and at the start */
    double left;                /* estimated seconds until the end; NaN: estimate from the speed so far */
} cli_bar;

typedef struct cli_progress {
    bool on, terminal;
    int drawn;             /* lines on the terminal, to be cleared before a message */
    double shown, between; /* time of the last update; minimum seconds between updates */
    cli_bar bar;           /* the only bar, or the total */
    const cli_bar *bars;   /* the bars above the total */
    size_t count;
} cli_progress;

/* Starts a progress bar, and ends the previous one. Call it again for each phase. */
void cli_progress_begin(cli_progress *p, bool on, const char *title, const char *unit, int64_t done);
/* Updates the bar; total 0: unknown. `tail` is appended after a comma: "loss 0.41". */
void cli_progress_show(cli_progress *p, int64_t done, int64_t total, const char *tail);
/* For items that differ in work: sets the finished share of the work. Call it once after cli_progress_begin, then
 * before each cli_progress_show. */
void cli_progress_weigh(cli_progress *p, double share);
/* Sets an estimate of the remaining seconds, which replaces the one from the share. Call it before each
 * cli_progress_show. */
void cli_progress_left(cli_progress *p, double seconds);
void cli_progress_clear(cli_progress *p); /* call before other messages on stderr; cli_progress_show redraws */
void cli_progress_end(cli_progress *p);

/* Shows several bars and a total. Call cli_progress_begin for the total first, then this function. The bars must live
 * until cli_progress_end. Bars with `on` are shown, as many as fit on the terminal. */
void cli_progress_above(cli_progress *p, const cli_bar *bars, size_t count);
void cli_bar_begin(cli_bar *b, const char *title, const char *unit, int64_t done);
void cli_bar_weigh(cli_bar *b, double share);
void cli_bar_set(cli_bar *b, int64_t done, int64_t total, const char *tail);

#endif
