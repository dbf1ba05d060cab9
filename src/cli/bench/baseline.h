/* baseline.h: the same training step in PyTorch, timed by a script, for `lengthen bench --pytorch`. */
#ifndef CLI_BENCH_BASELINE_H
#define CLI_BENCH_BASELINE_H

#include <jansson.h>
#include <stddef.h>

/* PyTorch's version, and its GFLOP/s in a product of two matrices of 1024 x 1024 with one thread, in float32 and in
 * bfloat16. Zeros: the script does not report them. */
typedef struct cli_product {
    double gflops, bf16_gflops;
    char version[32];
} cli_product;

/* The script's best speed at one task, encoding and length (0: the mix), and how it was reached. */
typedef struct cli_baseline_row {
    char task[64], encoding[64], configuration[32];
    int length;
    double steps_per_second;
} cli_baseline_row;

typedef struct cli_baseline {
    cli_baseline_row *rows;
    size_t count, capacity;
    cli_product product;
} cli_baseline;

/* Can the program be run on the script? LG_OK, or a status after a message. */
int cli_baseline_check(const char *program, const char *script);
/* Runs a program, arguments[0], on a script, arguments[1], with the arguments after it, up to NULL, and reads what it
 * measures, one JSON object a line. LG_OK, or a status after a message. */
int cli_baseline_run(cli_baseline *p, char *const *arguments);
void cli_baseline_free(cli_baseline *p);
/* Reads the member `product` of an answer, where it has one. */
void cli_product_read(cli_product *p, const json_t *answer);
void cli_product_add(const cli_product *p, json_t *to);
/* A line below a table. */
void cli_product_print(const cli_product *p);
/* NULL when the script has not measured this case. */
const cli_baseline_row *cli_baseline_find(const cli_baseline *p, const char *task, const char *encoding, int length);

#endif
