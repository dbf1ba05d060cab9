/* variants.h: `lengthen bench --variants` and `--growth`. */
#ifndef CLI_BENCH_VARIANTS_H
#define CLI_BENCH_VARIANTS_H

#include "cli/bench/bench.h"

/* Measures and prints what each variant of the block takes, beside the plain block, and beside its operations. `names`:
 * those alone, with commas between; "": all. */
int cli_bench_variants(cli_bench *b, const char *names);
/* Measures and prints how the time of a step grows with the number of tokens: attention, convolutions, Perceiver. */
int cli_bench_growth(cli_bench *b);

#endif
