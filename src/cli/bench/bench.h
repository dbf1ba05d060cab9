/* bench.h: the measurements of `lengthen bench`, for printing. */
#ifndef CLI_BENCH_BENCH_H
#define CLI_BENCH_BENCH_H

#include "cli/cli.h"
#include "output/schema.h"

enum { CLI_BENCH_LENGTHS = 4, CLI_BENCH_ROWS = 96, CLI_BENCH_SETS = 4, CLI_BENCH_PHASES = 16 };

typedef struct cli_bench_phase {
    lg_phase_report x;   /* NaN: not counted */
    double milliseconds; /* per step */
} cli_bench_phase;

/* One row of the table. Names are copied, because the library's names in `speed` are only valid until its next call. */
typedef struct cli_bench_row {
    const char *kind;     /* "train", "threads", "eval" or "phases" */
    const char *measured; /* "training" or "evaluation" */
    lg_speed speed;       /* NaN: not measured */
    char task[64], encoding[64], n[16];
    int width, batch; /* 0 for evaluation */
    double sequences_per_second, mebibytes;
    cli_bench_phase *phases; /* of kind "phases"; otherwise NULL */
    int phase_count;
} cli_bench_row;

/* A row of the kind "phases", and storage for its phases. */
typedef struct cli_bench_set {
    cli_bench_row row;
    cli_bench_phase phases[CLI_BENCH_PHASES];
} cli_bench_set;

typedef struct cli_bench {
    cli *c;
    lg_config *config;
    lg_machine machine;
    double seconds;
    bool skips_eval;                     /* no evaluation: its task lacks data options that the user gave */
    const char *tasks[4], *encodings[4]; /* end with NULL */
    int lengths[CLI_BENCH_LENGTHS], length_count;
    cli_bench_row rows[CLI_BENCH_ROWS];
    int count;
    cli_bench_set sets[CLI_BENCH_SETS];
    int set_count;
} cli_bench;

void cli_bench_print(const cli_bench *b);
extern const lg_schema cli_schema_bench;

#endif
