/* progress_json.h: the progress of a sweep as JSON ("lengthen.progress/1"). */
#ifndef CLI_SERVE_PROGRESS_JSON_H
#define CLI_SERVE_PROGRESS_JSON_H

#include <stdint.h>

#include "api/program.h"
#include "output/schema.h"

enum { CLI_SAMPLES = 64 };

/* Samples of the work done, to measure the recent speed. */
typedef struct cli_pace {
    struct cli_sample {
        double time, work; /* time in seconds; work done, in estimated seconds of one thread */
        size_t ended;      /* number of runs that have ended */
    } samples[CLI_SAMPLES];
    size_t count, next;
} cli_pace;

/* Records the progress of the sweep at `time`, from a monotonic clock. */
void cli_pace_note(cli_pace *p, lg_sweep *s, double time);
extern const lg_schema cli_schema_progress;
/* Returns the JSON, which the caller frees; NULL: out of memory. version: version of the data text
 * (cli_snapshot_number). */
char *cli_progress_json(lg_sweep *s, const cli_pace *p, uint64_t version);
/* A value that changes when a run changes its state or is validated, and when the sweep file is edited. */
uint64_t cli_progress_state(lg_sweep *s);

#endif
