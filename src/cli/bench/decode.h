/* decode.h: `lengthen bench --decode`. */
#ifndef CLI_BENCH_DECODE_H
#define CLI_BENCH_DECODE_H

#include "cli/bench/bench.h"

/* Measures and prints. `python` and `script` of --pytorch; script NULL: without it. An exit status, after a message. */
int cli_bench_decode(cli_bench *b, const char *python, const char *script);

#endif
