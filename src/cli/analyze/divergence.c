/* divergence.c: `lengthen analyze divergence`: how far the attention of runs is from the attention of the first run,
 * the reference. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { JENSEN_SHANNON, RELEASED };
static const char *const form_names[] = {"jensen_shannon", "released", NULL};

/* One run at one length. */
typedef struct measure {
    cli_block_values by_block;
    double *pairs; /* [blocks, heads, heads] */
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
    LG_MEMBER(row, x.released, "released",
              "smallest divergence of a pair of heads, as computed by the code of Kazemnejad et al. 2023; null: one "
              "head",
              .unit = "nats"),
    LG_ARRAY(row, x.pairs, shape, rank, "data",
             "mean Jensen-Shannon divergence by head of the reference and head of the run"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.divergence/1",
    .about = "`analyze divergence`: one row per run, length and block.",
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
    m->pairs = calloc(blocks * pairs, sizeof *m->pairs);
    return cli_block_values_begin(&m->by_block, d->blocks, d->split, d->sequences) && m->pairs;
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
    m->by_block.values[JENSEN_SHANNON][block] = d->jensen_shannon;
    m->by_block.values[RELEASED][block] = d->released;
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

/* ---- output ---- */

static int write_arrays(const divergences *x) {
    const size_t heads = (size_t)x->heads, shape[] = {(size_t)x->blocks, heads, heads};
    int status = LG_OK;
    for (size_t i = 0; i < x->a->length_count; i++)
        for (size_t run = 0; run < x->count && status == LG_OK; run++)
            status = cli_analysis_array(x->a, 1 + run, "divergence", x->a->lengths[i], shape, 3,
                                        measure_at(x, i, run)->pairs);
    return status;
}

static const cli_block_values *values_at(const void *user, size_t length, size_t run) {
    return &measure_at(user, length, run - 1)->by_block;
}

static int show(const divergences *x) {
    const char *reference = x->a->curves[0].label;
    char subtitle[320], legend[512];
    snprintf(subtitle, sizeof subtitle, "attention divergence from %s%s; smallest over pairs of heads", reference,
             x->form == RELEASED ? ", as in the released code" : "");
    snprintf(legend, sizeof legend,
             "per block, the smallest Jensen-Shannon divergence of a head from a head of %s, in nats (0: identical, "
             "0.6931: disjoint keys), averaged over sequences and blocks; released: as computed by the code of "
             "Kazemnejad et al. 2023",
             reference);
    const cli_block_panels m = {.first = 1,
                                .blocks = x->blocks,
                                .shown = x->form,
                                .at = values_at,
                                .user = x,
                                .headings = {"JSD", "released"},
                                .digits = 4,
                                .legend = legend,
                                .title = "attention divergence",
                                .subtitle = subtitle,
                                .y_label = x->form == RELEASED ? "released divergence (nats)"
                                                               : "Jensen-Shannon divergence (nats)"};
    if (cli_is_table()) cli_block_table_print(x->a, &m);
    const int status = write_arrays(x);
    return status == LG_OK ? cli_block_panels_draw(x->a, &m) : status;
}

/* ---- all ---- */

static void free_measures(const divergences *x) {
    for (size_t i = 0; x->measures && i < x->a->length_count * x->count; i++) {
        cli_block_values_free(&x->measures[i].by_block);
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
    if (status == LG_OK) status = show(&x);
    free_measures(&x);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST", "lengths (default: up to 16 of the training lengths and eval.lengths)"},
    CLI_SEQUENCES_FLAG("10"),
    {"form", 0, "FORM", "divergence in the figure: jensen_shannon or released (default jensen_shannon)"},
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
    .summary = "distance between the attention of each run and the attention of a reference run",
    .usage = "lengthen analyze divergence REFERENCE RUN... [--length LIST] [--sequences N] [--form FORM] [flags]",
    .examples = "lengthen analyze divergence runs/nope runs/nope-seed2 runs/rope --figure divergence.svg",
    .text = "Compares the attention of each run with the attention of the FIRST run. The distance between two\n"
            "heads is the Jensen-Shannon divergence of their weights, averaged over queries, in nats (0..0.6931);\n"
            "the distance between two blocks is the smallest over all pairs of heads. The models read source,\n"
            "correct target and end token. As a baseline, include a run that differs from the first run only in\n"
            "its seed.\n\n"
            "Let P and Q be the attention weights of two heads, and M the mean of P and Q. The distance has two\n"
            "forms:\n"
            "  jensen_shannon  between heads: the mean of KL(P || M) and KL(Q || M); between blocks: the smallest\n"
            "                  over all pairs of heads\n"
            "  released        as in the official code of Kazemnejad et al. 2023. Between heads: the mean of\n"
            "                  KL(M || P) and KL(M || Q); between blocks: the smallest over the pairs in which\n"
            "                  the head of the run has a lower index than the head of the first run",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_divergence,
};
