/* growth.c: `lengthen bench --growth`: how the time of a training step grows with the number of tokens: in a straight
 * line where a window or convolutions mix them; not at all in the blocks of a Perceiver, which run over latents, while
 * what reads the source grows with it. */
#include <string.h>

#include "cli/bench/turns.h"
#include "cli/bench/variants.h"
#include "cli/config.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"

enum { LENGTHS = 5, CASES = 7 };

/* What the settings take more than `less`, or all where that is NULL. */
static const struct growth_case {
    const char *name, *settings, *less;
    int lengths[LENGTHS];
} cases[CASES] = {
    {"attention", "data=markov_chain model.blocks=2", NULL, {254, 510, 1022, 2046, 4094}},
    {"attention, window of 512",
     "data=markov_chain model.blocks=2 mask=window mask.form=causal mask.width=512",
     NULL,
     {254, 510, 1022, 2046, 4094}},
    {"attention, blocks of 256",
     "data=markov_chain model.blocks=2 mask=bca mask.block=256",
     NULL,
     {254, 510, 1022, 2046, 4094}},
    {"light convolution", "data=markov_chain model.blocks=2 model.order=lf", NULL, {254, 510, 1022, 2046, 4094}},
    {"dynamic convolution", "data=markov_chain model.blocks=2 model.order=df", NULL, {254, 510, 1022, 2046, 4094}},
    {"Perceiver IO, reads and a block",
     "data=parity_check architecture=perceiver_io architecture.latents=64 model.blocks=1",
     NULL,
     {256, 512, 1024, 2048, 4096}},
    {"Perceiver IO, six blocks more",
     "data=parity_check architecture=perceiver_io architecture.latents=64 model.blocks=7",
     "data=parity_check architecture=perceiver_io architecture.latents=64 model.blocks=1",
     {256, 512, 1024, 2048, 4096}},
};

typedef struct growth_row {
    const struct growth_case *of;
    int tokens;
    double gflop, seconds; /* medians of turns */
} growth_row;

/* All lengths of a case, in turns; models[i] and, where there is less, models[LENGTHS + i]. */
static int time_case(cli_bench *b, const struct growth_case *x, cli_timed models[2 * LENGTHS]) {
    const int count = x->less ? 2 * LENGTHS : LENGTHS;
    int status = LG_OK;
    for (int i = 0; status == LG_OK && i < count; i++)
        status = cli_timed_open(b, x->name, i < LENGTHS ? x->settings : x->less, x->lengths[i % LENGTHS], &models[i]);
    return status == LG_OK ? cli_timed_run(b, models, count) : status;
}

static void keep(const cli_timed *all, const cli_timed *less, growth_row *r) {
    double seconds[CLI_TURNS];
    for (int i = 0; i < CLI_TURNS; i++) seconds[i] = all->seconds[i] - (less->timer ? less->seconds[i] : 0);
    r->tokens = all->step.tokens;
    r->gflop = all->step.gflop - less->step.gflop;
    r->seconds = cli_turns_median(seconds);
}

static int measure_case(cli_bench *b, const struct growth_case *x, growth_row rows[LENGTHS]) {
    cli_timed models[2 * LENGTHS] = {{0}};
    int status = time_case(b, x, models);
    for (int i = 0; status == LG_OK && i < LENGTHS; i++) {
        rows[i].of = x;
        keep(&models[i], &models[LENGTHS + i], &rows[i]);
    }
    cli_timed_close(models, 2 * LENGTHS);
    return status;
}

/* By what the numbers grow from the shortest length on. */
static double growth(double now, double first) {
    return now / first;
}

static void print_table(const cli_bench *b, const growth_row *rows) {
    static const char *const heads[] = {"step", "tokens", "GFLOP", "ms", "tokens x", "operations x", "time x"};
    printf("%s, %s kernels, one thread, processor time, width %ld\n\n", b->machine.cpu, b->machine.kernels,
           cli_config_int(b->config, "model.width", 0));
    cli_table *t = cli_table_new("lrrrrrr");
    for (int i = 0; i < 7; i++) cli_table_cell(t, "%s", heads[i]);
    for (int i = 0; i < CASES * LENGTHS; i++) {
        const growth_row *r = &rows[i], *first = &rows[i - i % LENGTHS];
        cli_table_cell(t, "%s", r->of->name);
        cli_table_cell(t, "%d", r->tokens);
        cli_table_cell(t, "%.3f", r->gflop);
        cli_table_cell(t, "%.2f", 1e3 * r->seconds);
        cli_table_cell(t, "%.0f", growth(r->tokens, first->tokens));
        cli_table_cell(t, "%.2f", growth(r->gflop, first->gflop));
        cli_table_cell(t, "%.2f", growth(r->seconds, first->seconds));
    }
    cli_table_print(t, stdout);
    cli_table_free(t);
}

static void print_line(const growth_row *r) {
    json_t *o = cli_out_object("lengthen.bench/1");
    cli_out_text(o, "kind", "growth");
    cli_out_text(o, "step", r->of->name);
    cli_out_text(o, "settings", r->of->settings);
    if (r->of->less) cli_out_text(o, "less", r->of->less);
    cli_out_int(o, "tokens", r->tokens);
    cli_out_real(o, "gflop_per_step", r->gflop);
    cli_out_real(o, "seconds", r->seconds);
    cli_out_line(o);
}

int cli_bench_growth(cli_bench *b) {
    growth_row rows[CASES * LENGTHS] = {{0}};
    int status = cli_bench_is_default(b, "train.batch") ? cli_bench_put(b, "train.batch", "4") : LG_OK;
    cli_bench_begin(b, "growth");
    for (int i = 0; status == LG_OK && i < CASES; i++) {
        status = measure_case(b, &cases[i], rows + LENGTHS * i);
        cli_progress_show(&b->c->progress, LENGTHS * (i + 1), LENGTHS * CASES, "");
    }
    if (status != LG_OK) return status;
    for (int i = 0; b->c->json && i < CASES * LENGTHS; i++) print_line(&rows[i]);
    if (!b->c->json) print_table(b, rows);
    return LG_OK;
}
