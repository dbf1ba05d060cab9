/* print.c: prints the results of `lengthen bench`: a row per measurement, and tables of phases. */
#include <stdio.h>

#include "cli/bench/bench.h"
#include "cli/ui/print.h"

static const lg_member phase_members[] = {
    LG_MEMBER(cli_bench_phase, x.name, "name", "name of the phase", .heading = "phase"),
    LG_MEMBER(cli_bench_phase, x.seconds, "seconds", "time per step, summed over threads"),
    LG_MEMBER(cli_bench_phase, milliseconds, NULL, "", .heading = "ms/step", .digits = 2),
    LG_MEMBER(cli_bench_phase, x.fraction, "share", "share of the time of a step", .heading = "of time",
              .format = "%.1f %%",
              .scale = 100),
    LG_MEMBER(cli_bench_phase, x.gflops, "gflops", "operations per second; absent if not counted",
              .unit = "GFLOP/s", .heading = "GFLOP/s", .digits = 1, .optional = true),
    LG_MEMBER(cli_bench_phase, x.peak_fraction, "peak_share", "share of the peak; absent if not counted",
              .heading = "of peak", .format = "%.0f %%", .scale = 100, .optional = true),
    LG_MEMBER(cli_bench_phase, x.intensity, "intensity", "operations per byte; absent if not counted",
              .heading = "flops/byte", .digits = 1, .optional = true),
    LG_MEMBER(cli_bench_phase, x.bandwidth, "bandwidth", "reads and writes; absent if not counted",
              .unit = "GB/s", .heading = "GB/s", .digits = 1, .optional = true),
    {0},
};
static const lg_schema phase_schema = {.size = sizeof(cli_bench_phase), .members = phase_members};

static const lg_member members[] = {
    LG_MEMBER(cli_bench_row, kind, "kind", "what is measured: `train`, `phases`, `threads` or `eval`"),
    LG_MEMBER(cli_bench_row, measured, NULL, "", .heading = "measured"),
    LG_MEMBER(cli_bench_row, task, "task", "name of the data", .heading = "task"),
    LG_MEMBER(cli_bench_row, encoding, "encoding", "encoding of the model", .heading = "encoding"),
    LG_MEMBER(cli_bench_row, width, "width", "width of the model"),
    LG_MEMBER(cli_bench_row, speed.length, "length", "sequence length; 0: a mix of the training or evaluation lengths"),
    LG_MEMBER(cli_bench_row, n, NULL, "", .heading = "n", .right = true),
    LG_MEMBER(cli_bench_row, speed.tokens, "tokens", "tokens per sequence; 0: varies"),
    LG_MEMBER(cli_bench_row, speed.tokens, NULL, "", .heading = "T", .optional = true),
    LG_MEMBER(cli_bench_row, speed.threads, "threads", "number of threads", .heading = "threads"),
    LG_MEMBER(cli_bench_row, speed.precision, "precision", "precision of products: `float32`, `float64` or `bfloat16`"),
    LG_MEMBER(cli_bench_row, speed.memory_bytes, "memory_bytes", "memory of parameters, moments and activations"),
    LG_MEMBER(cli_bench_row, batch, "batch", "sequences per training step; absent for evaluation", .optional = true),
    LG_MEMBER(cli_bench_row, speed.gflop_per_step, "gflop_per_step",
              "operations per training step, two per multiply-add; absent for evaluation", .unit = "GFLOP",
              .heading = "GFLOP", .digits = 2, .optional = true),
    LG_MEMBER(cli_bench_row, speed.steps_per_second, "steps_per_second", "training speed; absent for evaluation",
              .heading = "steps/s", .digits = 1, .optional = true),
    LG_MEMBER(cli_bench_row, sequences_per_second, "sequences_per_second", "training speed; absent for evaluation",
              .optional = true),
    LG_MEMBER(cli_bench_row, speed.eval_tokens_per_second, "eval_tokens_per_second",
              "evaluation speed; absent for training", .heading = "tokens/s", .optional = true),
    LG_MEMBER(cli_bench_row, speed.gflops, "gflops", "operations per second", .unit = "GFLOP/s", .heading = "GFLOP/s",
              .digits = 1),
    LG_MEMBER(cli_bench_row, speed.peak_fraction, "peak_share", "`gflops` / `peak_gflops`", .heading = "of peak",
              .format = "%.0f %%", .scale = 100),
    LG_MEMBER(cli_bench_row, speed.peak_gflops, "peak_gflops", "measured peak with this number of threads",
              .unit = "GFLOP/s"),
    LG_MEMBER(cli_bench_row, speed.intensity, "intensity", "operations per byte read or written"),
    LG_MEMBER(cli_bench_row, mebibytes, NULL, "", .heading = "memory MiB", .digits = 1),
    LG_ROWS(cli_bench_row, phases, phase_count, "phases", "for kind `phases`: the phases of a step", &phase_schema,
            .optional = true),
    {0},
};
const lg_schema cli_schema_bench = {
    .name = "lengthen.bench/1",
    .about = "`bench`: one row per measurement.",
    .members = members,
};

static void print_machine(const cli_bench *b) {
    const lg_machine *m = &b->machine;
    const lg_speed *first = &b->rows[0].speed;
    char text[320];
    snprintf(text, sizeof text, "%s, %s kernels, %d thread%s, %s: measured peak %.1f GFLOP/s", m->cpu, m->kernels,
             m->threads, m->threads == 1 ? "" : "s", first->precision, first->peak_gflops);
    cli_legend(text);
    cli_line();
}

static void print_phases(const cli_bench_row *r) {
    char text[240];
    snprintf(text, sizeof text, "%s, %s, n = %s: %.1f steps/s", r->task, r->encoding, r->n, r->speed.steps_per_second);
    cli_line();
    cli_heading(text);
    cli_rows rows = cli_rows_begin(&phase_schema);
    for (int i = 0; i < r->phase_count; i++) cli_rows_put(&rows, &r->phases[i]);
    cli_rows_end(&rows, LG_OK);
}

void cli_bench_print(const cli_bench *b) {
    print_machine(b);
    cli_rows rows = cli_rows_begin(&cli_schema_bench);
    for (int i = 0; i < b->count; i++) cli_rows_put(&rows, &b->rows[i]);
    cli_rows_end(&rows, LG_OK);
    for (int i = 0; i < b->set_count; i++)
        cli_is_table() ? print_phases(&b->sets[i].row) : cli_row_put(&cli_schema_bench, &b->sets[i].row);
}
