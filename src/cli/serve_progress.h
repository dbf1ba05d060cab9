/* serve_progress.h: how a sweep gets on, as JSON: "lengthen.progress/1". */
#ifndef CLI_SERVE_PROGRESS_H
#define CLI_SERVE_PROGRESS_H

#include <stdint.h>

#include "lengthen.h"

enum { CLI_SAMPLES = 64 };

/* What was done by when: speed is measured over the last minutes. */
typedef struct cli_pace {
    struct cli_sample {
        double time, work; /* seconds; estimated seconds of one thread */
        size_t ended;      /* runs */
    } samples[CLI_SAMPLES];
    size_t count, next;
} cli_pace;

/* Remembers how far the sweep is at `time`, a clock that goes on evenly. */
void cli_pace_note(cli_pace *p, lg_sweep *s, double time);
/* To be freed; NULL without memory. version: that of the page's data. */
char *cli_progress_json(lg_sweep *s, const cli_pace *p, uint64_t version);
/* Changes when a run changes its state, or was tested in mid-training. */
uint64_t cli_progress_state(lg_sweep *s);

#endif
