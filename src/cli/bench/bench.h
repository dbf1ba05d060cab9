/* bench.h: what `lengthen bench` has measured, for printing. */
#ifndef CLI_BENCH_BENCH_H
#define CLI_BENCH_BENCH_H

#include "cli/cli.h"

enum { CLI_BENCH_LENGTHS = 4, CLI_BENCH_ROWS = 96, CLI_BENCH_SETS = 4, CLI_BENCH_PHASES = 16 };

/* One row of the table. The names that the library has in `speed` live only until its next call: these are copies. */
typedef struct cli_bench_row {
    const char *kind; /* of the JSON line: "train", "threads", "eval" or "phases" */
    lg_speed speed;
    char task[64], encoding[64];
    int width, batch;
} cli_bench_row;

/* The time of one kind of step by phases. */
typedef struct cli_bench_set {
    cli_bench_row row;
    lg_phase_report phases[CLI_BENCH_PHASES];
    int count;
} cli_bench_set;

typedef struct cli_bench {
    cli *c;
    lg_config *config;
    lg_machine machine;
    double seconds;
    bool skips_eval;                     /* the task of evaluation does not take the options of the data */
    const char *tasks[4], *encodings[4]; /* end with NULL */
    int lengths[CLI_BENCH_LENGTHS], length_count;
    cli_bench_row rows[CLI_BENCH_ROWS];
    int count;
    cli_bench_set sets[CLI_BENCH_SETS];
    int set_count;
} cli_bench;

void cli_bench_print(const cli_bench *b); /* tables */
void cli_bench_lines(const cli_bench *b); /* JSON */

#endif
