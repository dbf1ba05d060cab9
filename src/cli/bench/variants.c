/* variants.c: `lengthen bench --variants`: what a training step of each variant of the block takes, beside the plain
 * block (post-norm, ReLU), and beside what it should take by its operations. */
#include "cli/bench/variants.h"

#include <string.h>

#include "cli/bench/turns.h"
#include "cli/config.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"

typedef struct variant {
    const char *name, *settings;
} variant;

static const variant variants[] = {
#define VARIANT(NAME, SETTINGS) {NAME, SETTINGS},
#include "cli/bench/variants.inc"
#undef VARIANT
};
enum { VARIANTS = sizeof variants / sizeof *variants, WIDTHS = 2, LENGTH = 62 };

/* A step of the wide one has a sequence for each gradient-accumulation group. */
static const struct { int width, batch; } sizes[WIDTHS] = {{64, 128}, {512, 16}};

typedef struct variant_row {
    const variant *of;
    int width;
    lg_step_time plain, step;                /* as counted */
    double seconds, plain_seconds, quotient; /* medians of turns; the last of the quotients of both in a turn */
} variant_row;

typedef struct variant_table {
    cli_bench *b;
    const variant *list[VARIANTS];
    int listed, length;
    variant_row rows[VARIANTS * WIDTHS];
    int count, total;
} variant_table;

/* ---- what is measured ---- */

static const variant *find(const char *name, size_t size) {
    for (int i = 0; i < VARIANTS; i++)
        if (strlen(variants[i].name) == size && !strncmp(variants[i].name, name, size)) return &variants[i];
    return NULL;
}

static int refuse_name(const char *name, size_t size) {
    char all[VARIANTS * 24] = "";
    for (int i = 0; i < VARIANTS; i++) {
        if (i > 0) strcat(all, ", ");
        strcat(all, variants[i].name);
    }
    return cli_fail(LG_USAGE, "--variants: there is no variant '%.*s'; there are %s", (int)size, name, all);
}

static int list_variants(variant_table *t, const char *names) {
    for (int i = 0; !*names && i < VARIANTS; i++) t->list[t->listed++] = &variants[i];
    while (*names && t->listed < VARIANTS) {
        const size_t size = strcspn(names, ",");
        t->list[t->listed] = find(names, size);
        if (!t->list[t->listed++]) return refuse_name(names, size);
        names += size + (names[size] == ',');
    }
    return *names ? cli_fail(LG_USAGE, "--variants: more names than there are variants") : LG_OK;
}

/* ---- measuring ---- */

static double operations(const variant_row *r) {
    return r->step.gflop / r->plain.gflop;
}

static void keep(const cli_timed m[2], variant_row *r) {
    double quotients[CLI_TURNS];
    r->plain = m[0].step, r->step = m[1].step;
    r->plain_seconds = cli_turns_median(m[0].seconds), r->seconds = cli_turns_median(m[1].seconds);
    for (int i = 0; i < CLI_TURNS; i++) quotients[i] = m[1].seconds[i] / m[0].seconds[i];
    r->quotient = cli_turns_median(quotients);
}

static int measure_width(variant_table *t) {
    cli_bench *b = t->b;
    cli_timed models[2]; /* plain, variant */
    int status = cli_timed_open(b, "the plain block", "", t->length, &models[0]);
    for (int i = 0; status == LG_OK && i < t->listed; i++) {
        variant_row *r = &t->rows[t->count];
        r->of = t->list[i], r->width = (int)cli_config_int(b->config, "model.width", 0);
        status = cli_timed_open(b, r->of->name, r->of->settings, t->length, &models[1]);
        if (status == LG_OK) status = cli_timed_run(b, models, 2);
        if (status == LG_OK) keep(models, r);
        cli_timed_close(&models[1], 1);
        cli_progress_show(&b->c->progress, ++t->count, t->total, "");
    }
    cli_timed_close(&models[0], 1);
    return status;
}

static int put_size(cli_bench *b, int i, bool own_batch) {
    int status = cli_bench_put_number(b, "model.width", sizes[i].width);
    if (status == LG_OK) status = cli_bench_put_number(b, "model.feed_forward", 4 * sizes[i].width);
    return status == LG_OK && !own_batch ? cli_bench_put_number(b, "train.batch", sizes[i].batch) : status;
}

/* Every symbol is predicted from those before it, so that no row is left out of the last block. */
static int put_defaults(cli_bench *b) {
    int status = cli_bench_is_default(b, "data") ? cli_bench_put(b, "data", "markov_chain") : LG_OK;
    return status == LG_OK && cli_bench_is_default(b, "model.blocks") ? cli_bench_put(b, "model.blocks", "2") : status;
}

static int measure(variant_table *t) {
    cli_bench *b = t->b;
    const bool own_size = !cli_bench_is_default(b, "model.width"), own_batch = !cli_bench_is_default(b, "train.batch");
    int status = put_defaults(b);
    t->total = t->listed * (own_size ? 1 : WIDTHS);
    cli_bench_begin(b, "variants");
    for (int i = 0; status == LG_OK && i < (own_size ? 1 : WIDTHS); i++) {
        status = own_size ? LG_OK : put_size(b, i, own_batch);
        if (status == LG_OK) status = measure_width(t);
    }
    return status;
}

/* ---- printing ---- */

static void print_row(cli_table *t, const variant_row *r) {
    cli_table_cell(t, "%s", r->of->name);
    cli_table_cell(t, "%d", r->width);
    cli_table_cell(t, "%.2f", (double)r->step.parameters / (double)r->plain.parameters);
    cli_table_cell(t, "%.2f", r->step.gflop);
    cli_table_cell(t, "%.2f", 1e3 * r->seconds);
    cli_table_cell(t, "%.2f", operations(r));
    cli_table_cell(t, "%.2f", r->quotient);
    cli_table_cell(t, "%.2f", r->quotient / operations(r));
}

static void print_plain(const variant_row *r) {
    const lg_step_time *p = &r->plain;
    printf("plain, width %d: %lld parameters, %d sequences of %d tokens, %.2f GFLOP a step, %.2f ms\n", r->width,
           (long long)p->parameters, p->sequences, p->tokens, p->gflop, 1e3 * r->plain_seconds);
}

static void print_table(const variant_table *v) {
    static const char *const heads[] = {"variant", "width",      "parameters", "GFLOP",
                                        "ms",      "operations", "time",       "time / operations"};
    printf("%s, %s kernels, one thread, processor time; parameters, operations and time: of the plain block\n",
           v->b->machine.cpu, v->b->machine.kernels);
    for (int i = 0; i < v->count; i += v->listed) print_plain(&v->rows[i]);
    putchar('\n');
    cli_table *t = cli_table_new("lrrrrrrr");
    for (int i = 0; i < 8; i++) cli_table_cell(t, "%s", heads[i]);
    for (int i = 0; i < v->count; i++) print_row(t, &v->rows[i]);
    cli_table_print(t, stdout);
    cli_table_free(t);
}

static void print_line(const variant_row *r) {
    json_t *o = cli_out_object("lengthen.bench/1");
    cli_out_text(o, "kind", "variant");
    cli_out_text(o, "variant", r->of->name);
    cli_out_text(o, "settings", r->of->settings);
    cli_out_int(o, "width", r->width);
    cli_out_int(o, "batch", r->step.sequences);
    cli_out_int(o, "tokens", r->step.tokens);
    cli_out_int(o, "parameters", r->step.parameters);
    cli_out_real(o, "gflop_per_step", r->step.gflop);
    cli_out_real(o, "seconds", r->seconds);
    cli_out_int(o, "plain_parameters", r->plain.parameters);
    cli_out_real(o, "plain_gflop_per_step", r->plain.gflop);
    cli_out_real(o, "plain_seconds", r->plain_seconds);
    cli_out_real(o, "operations_ratio", operations(r));
    cli_out_real(o, "time_ratio", r->quotient);
    cli_out_real(o, "time_over_operations", r->quotient / operations(r));
    cli_out_line(o);
}

int cli_bench_variants(cli_bench *b, const char *names) {
    long length = LENGTH;
    if (cli_flag_int(&b->c->args, "length", 1, LG_LENGTH_MAX, &length)) return LG_USAGE;
    variant_table t = {.b = b, .length = (int)length};
    int status = list_variants(&t, names);
    if (status == LG_OK) status = measure(&t);
    if (status != LG_OK) return status;
    for (int i = 0; b->c->json && i < t.count; i++) print_line(&t.rows[i]);
    if (!b->c->json) print_table(&t);
    return LG_OK;
}
