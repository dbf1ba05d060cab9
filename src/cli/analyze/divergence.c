/* divergence.c: `lengthen analyze divergence`: how far the attention of runs is from that of a reference, the first
 * run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { JENSEN_SHANNON, RELEASED, FORMS, MAX_COLUMNS = 8 /* maximum of block columns */ };
static const char *const form_names[] = {"jensen_shannon", "released", NULL};

/* One run at one length. */
typedef struct measure {
    lg_split split;
    int64_t sequences;
    double *values[FORMS]; /* [blocks] */
    double *pairs;         /* [blocks, heads, heads] */
} measure;

typedef struct divergences {
    cli_analysis *a;
    size_t count;      /* runs without the reference */
    measure *measures; /* [lengths, count] */
    int blocks, heads, form, status;
    size_t done; /* blocks received, over all measures */
} divergences;

static measure *measure_at(const divergences *x, size_t length, size_t run) {
    return &x->measures[length * x->count + run];
}

static double mean_of(const divergences *x, const double *values) {
    double sum = 0;
    for (int i = 0; i < x->blocks; i++) sum += values[i];
    return sum / x->blocks;
}

/* ---- rows ---- */

typedef struct row {
    const char *run, *reference, *split;
    lg_attention_divergence x;
    size_t shape[2];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, reference, "reference", "reference run"),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, x.block, "block", "index among the blocks with self-attention, from 0"),
    LG_MEMBER(row, split, "split", "split of the sequences"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_MEMBER(row, x.jensen_shannon, "jensen_shannon",
              "smallest Jensen-Shannon divergence of a pair of heads, averaged over sequences", .unit = "nats"),
    LG_MEMBER(row, x.released, "released", "the same as computed by the code of Kazemnejad et al. 2023; null: one head",
              .unit = "nats"),
    LG_ARRAY(row, x.pairs, shape, rank, "data",
             "mean Jensen-Shannon divergence by head of the reference and head of the run"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.divergence/1",
    .about = "`analyze divergence`: each length and block of a run.",
    .members = members,
};

static void put_row(const divergences *x, const lg_attention_divergence *d) {
    const cli_curve *runs = x->a->curves;
    const size_t heads = (size_t)d->heads;
    cli_row_put(&schema, &(row){runs[1 + d->run].run, runs[0].run, lg_split_name(d->split), *d, {heads, heads}, 2});
}

/* ---- collecting ---- */

static bool begin_measure(measure *m, const lg_attention_divergence *d) {
    const size_t blocks = (size_t)d->blocks, pairs = (size_t)d->heads * (size_t)d->heads;
    m->split = d->split, m->sequences = d->sequences;
    for (int f = 0; f < FORMS; f++) m->values[f] = calloc(blocks, sizeof *m->values[f]);
    m->pairs = calloc(blocks * pairs, sizeof *m->pairs);
    return m->values[JENSEN_SHANNON] && m->values[RELEASED] && m->pairs;
}

static void on_block(void *user, const lg_attention_divergence *d) {
    divergences *x = user;
    const size_t pairs = (size_t)d->heads * (size_t)d->heads, block = (size_t)d->block;
    measure *m = measure_at(x, x->done++ / ((size_t)d->blocks * x->count), d->run);
    if (x->status != LG_OK) return;
    put_row(x, d);
    x->blocks = d->blocks, x->heads = d->heads;
    if (d->block == 0 && !begin_measure(m, d)) {
        x->status = cli_fail(LG_FAILED, "out of memory: the divergences of length %d", d->length);
        return;
    }
    m->values[JENSEN_SHANNON][block] = d->jensen_shannon;
    m->values[RELEASED][block] = d->released;
    memcpy(m->pairs + block * pairs, d->pairs, pairs * sizeof *m->pairs);
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const divergences *x = user;
    cli_progress_weigh(&x->a->c->progress, fraction);
    cli_progress_show(&x->a->c->progress, done, all, "");
}

static int collect_measures(divergences *x, int64_t sequences) {
    cli_analysis *a = x->a;
    cli *c = a->c;
    cli_progress_begin(&c->progress, !c->json && !c->quiet, "divergence", "sequence", 0);
    cli_progress_weigh(&c->progress, 0);
    const lg_status status = lg_analyze_divergence(a->runs[0], a->runs + 1, x->count, a->lengths, a->length_count,
                                                   sequences, on_block, on_progress, x);
    cli_progress_end(&c->progress);
    return status == LG_OK ? x->status : cli_fail_library(c, status);
}

/* ---- table ---- */

static void print_row(const divergences *x, lg_sheet *t, size_t length, size_t run, int columns) {
    const measure *m = measure_at(x, length, run);
    lg_sheet_cell(t, "%s", x->a->curves[1 + run].label);
    lg_sheet_cell(t, "%d", x->a->lengths[length]);
    lg_sheet_cell(t, "%s", lg_split_name(m->split));
    lg_sheet_cell(t, "%lld", (long long)m->sequences);
    for (int f = 0; f < FORMS; f++) lg_sheet_number(t, mean_of(x, m->values[f]), 4);
    for (int b = 0; b < columns; b++) lg_sheet_number(t, m->values[x->form][b], 4);
}

static void print_table(const divergences *x) {
    const int columns = x->blocks > 1 && x->blocks <= MAX_COLUMNS ? x->blocks : 0;
    char kinds[8 + MAX_COLUMNS] = "lrlrrr", text[512];
    for (int b = 0; b < columns; b++) strcat(kinds, "r");
    lg_sheet *t = lg_sheet_new(kinds);
    const char *const names[] = {"run", "n", "split", "sequences", "JSD", "released"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) lg_sheet_cell(t, "%s", names[i]);
    for (int b = 0; b < columns; b++) lg_sheet_cell(t, "block %d", b);
    for (size_t run = 0; run < x->count; run++)
        for (size_t i = 0; i < x->a->length_count; i++) print_row(x, t, i, run, columns);
    cli_sheet_print(t, stdout);
    snprintf(text, sizeof text,
             "per block, the smallest Jensen-Shannon divergence of a head from one of %s, in nats (0: identical, "
             "0.6931: disjoint keys), averaged over sequences and blocks; released: as computed by the code of "
             "Kazemnejad et al. 2023%s",
             x->a->curves[0].label,
             columns == 0                ? ""
             : x->form == JENSEN_SHANNON ? "; blocks: JSD"
                                         : "; blocks: released");
    cli_legend(text);
}

static int write_arrays(const divergences *x) {
    const size_t heads = (size_t)x->heads, shape[] = {(size_t)x->blocks, heads, heads};
    int status = LG_OK;
    for (size_t i = 0; i < x->a->length_count; i++)
        for (size_t run = 0; run < x->count && status == LG_OK; run++)
            status = cli_analysis_array(x->a, 1 + run, "divergence", x->a->lengths[i], shape, 3,
                                        measure_at(x, i, run)->pairs);
    return status;
}

/* ---- figure ---- */

static double value_at(const void *user, size_t length, size_t run, int block) {
    const divergences *x = user;
    return measure_at(x, length, run - 1)->values[x->form][block];
}

static int draw_figure(const divergences *x) {
    char subtitle[320];
    snprintf(subtitle, sizeof subtitle, "attention divergence from %s%s; smallest over pairs of heads",
             x->a->curves[0].label, x->form == RELEASED ? ", as in the released code" : "");
    return cli_block_panels_draw(
        x->a, &(cli_block_panels){.first = 1,
                                  .blocks = x->blocks,
                                  .value = value_at,
                                  .user = x,
                                  .title = "attention divergence",
                                  .subtitle = subtitle,
                                  .y_label = x->form == RELEASED ? "swapped divergence (nats)"
                                                                 : "Jensen-Shannon divergence (nats)"});
}

/* ---- all ---- */

static void free_measures(const divergences *x) {
    for (size_t i = 0; x->measures && i < x->a->length_count * x->count; i++) {
        for (int f = 0; f < FORMS; f++) free(x->measures[i].values[f]);
        free(x->measures[i].pairs);
    }
    free(x->measures);
}

static int analyze(cli_analysis *a) {
    divergences x = {.a = a, .count = a->count - 1};
    long sequences = 10;
    char word[LG_SHELL_WORD];
    if (x.count == 0)
        return cli_fail(LG_USAGE,
                        "analyze divergence needs a reference and another run: lengthen analyze divergence %s "
                        "OTHER",
                        lg_text_shell_word(a->curves[0].run, word));
    int status = cli_analysis_choice(a, "form", form_names, JENSEN_SHANNON, &x.form);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 1000000, &sequences);
    if (status != LG_OK) return status;
    x.measures = calloc(a->length_count * x.count, sizeof *x.measures);
    status = x.measures ? collect_measures(&x, sequences) : cli_fail(LG_FAILED, "out of memory: divergences");
    if (status == LG_OK && cli_is_table()) print_table(&x);
    if (status == LG_OK) status = write_arrays(&x);
    if (status == LG_OK) status = draw_figure(&x);
    free_measures(&x);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST", "lengths (default: up to 16 of the training lengths and eval.lengths)"},
    CLI_SEQUENCES_FLAG("10"),
    {"form", 0, "FORM",
     "divergence in the figure: jensen_shannon, or released, as in the official code (default jensen_shannon)"},
    CLI_NPY_FLAG,
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_divergence(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_MAX_LENGTHS});
}

const cli_command cli_analyze_divergence = {
    .name = "analyze divergence",
    .summary = "distance between the attention of runs and of a reference run",
    .usage = "lengthen analyze divergence REFERENCE RUN... [--length LIST] [--sequences N] [--form FORM] [flags]",
    .examples = "lengthen analyze divergence runs/nope runs/nope-seed2 runs/rope --figure divergence.svg",
    .text = "Compares the attention of runs with that of the FIRST one. The distance between two heads is the\n"
            "Jensen-Shannon divergence of their weights, averaged over queries, in nats (0..0.6931); the\n"
            "distance between two blocks is the smallest over all pairs of heads. The models read source,\n"
            "correct target and end token. Include a run that differs only in its seed as a baseline. --form\n"
            "released computes what the official code of Kazemnejad et al. 2023 does: KL divergences with\n"
            "swapped arguments, over pairs in which the run's head has the lower index.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_divergence,
};
