/* bench.h: what `lengthen bench` has measured, for printing and drawing. */
#ifndef CLI_BENCH_BENCH_H
#define CLI_BENCH_BENCH_H

#include "cli/bench/baseline.h"
#include "cli/cli.h"

enum { CLI_BENCH_LENGTHS = 4, CLI_BENCH_ROWS = 64, CLI_BENCH_SETS = 8, CLI_BENCH_PHASES = 16 };

/* One thing timed. The library's names in `speed` live only until its next call: these are copies. */
typedef struct cli_bench_row {
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
    bool large, skips_eval; /* models of --large; the task of evaluation does not take the options of the data */
    const char *tasks[4], *encodings[4]; /* end with NULL */
    int lengths[CLI_BENCH_LENGTHS], widths[CLI_BENCH_LENGTHS];
    int length_count, width_count;
    const char *versus,
        *versus_value;              /* --compare: OPTION=VALUE as given, and the value in it; NULL: without the flag */
    char *versus_key;               /* the option */
    double against[CLI_BENCH_ROWS]; /* steps/s of each training row with that setting */
    cli_bench_row train[CLI_BENCH_ROWS], eval[CLI_BENCH_ROWS], threads[CLI_BENCH_ROWS], batches[CLI_BENCH_ROWS];
    int trains, evals, threadings, batch_count;
    cli_bench_set sets[CLI_BENCH_SETS];
    int set_count;
    cli_baseline baseline;
} cli_bench;

/* One row (row.c). Functions that return int: an exit status, after a message. */
void cli_bench_begin(cli_bench *b, const char *title); /* a line of progress for the rows that follow */
int cli_bench_put(cli_bench *b, const char *key, const char *value);
int cli_bench_put_number(cli_bench *b, const char *key, int value);
bool cli_bench_is_default(cli_bench *b, const char *key);                              /* is this option not set? */
int cli_bench_choose(cli_bench *b, const char *task, const char *encoding, int width); /* width 0: as it is */
void cli_bench_keep(cli_bench *b, const char *task, const char *encoding, int length, cli_bench_row *out);
int cli_bench_measure(cli_bench *b, const char *task, const char *encoding, int length, bool eval, cli_bench_row *out);
/* The length for what is measured at one length only: that of --length, or the longest, or, when that is the mix, 20,
 * or the longest beside it that the data has. */
int cli_bench_one_length(const cli_bench *b);
/* The next training row, with --compare against its other setting. */
int cli_bench_step(cli_bench *b, const char *task, const char *encoding, int length);

/* Training steps with more and more threads, and in other batches (scale.c). */
int cli_bench_threads(cli_bench *b);
int cli_bench_batches(cli_bench *b);

void cli_bench_print(const cli_bench *b); /* tables */
void cli_bench_lines(const cli_bench *b); /* JSON */
/* The roofline picture. Training rows, phases and the bandwidths of the machine must have been measured. */
int cli_bench_draw(const cli_bench *b, const char *path);

#endif
