/* sharpness.c: `lengthen analyze sharpness`: the entropy of attention, by length, block and head. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { ENTROPY, RELATIVE };
static const char *const form_names[] = {"entropy", "relative", NULL};

typedef struct sharpness {
    cli_analysis *a;
    cli_block_values *measures; /* [runs, lengths]: mean over heads */
    int64_t sequences;
    int blocks; /* minimum over runs, for the table and the figure */
    int region, form, status;
    size_t length; /* index of the current length */
} sharpness;

static cli_block_values *measure_at(const sharpness *x, size_t length, size_t run) {
    return &x->measures[run * x->a->length_count + length];
}

/* ---- rows ---- */

typedef struct row {
    const char *run, *region, *split;
    lg_attention_sharpness x;
    int head;
    int64_t queries;
    double entropy, relative;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, x.block, "block", "index among the blocks with self-attention, from 0"),
    LG_MEMBER(row, head, "head", "index of the head, from 0"),
    LG_MEMBER(row, region, "region", "as in `lengthen.distance/1`"),
    LG_MEMBER(row, split, "split", "split of the sequences"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_MEMBER(row, queries, "queries", "number of queries that attend to a key"),
    LG_MEMBER(row, entropy, "entropy", "mean entropy of the weights over queries; null: no query", .unit = "nats"),
    LG_MEMBER(row, relative, "relative",
              "mean of the entropy divided by the log of the number of visible keys, over queries with several visible "
              "keys"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.sharpness/1",
    .about = "`analyze sharpness`: one row per run, length, block and head.",
    .members = members,
};

static void put_rows(const sharpness *x, const lg_attention_sharpness *s) {
    row r = {x->a->curves[x->a->run].run, cli_region_names[x->region], lg_split_name(s->split), .x = *s};
    for (int h = 0; h < s->heads; h++) {
        r.head = h, r.queries = s->queries[h], r.entropy = s->entropies[h], r.relative = s->relative[h];
        cli_row_put(&schema, &r);
    }
}

/* ---- collecting ---- */

static void on_block(void *user, const lg_attention_sharpness *s) {
    sharpness *x = user;
    cli_block_values *m = measure_at(x, x->length, x->a->run);
    if (x->status != LG_OK) return;
    put_rows(x, s);
    if (s->block == 0 && !cli_block_values_begin(m, s->blocks, s->split, s->sequences)) {
        x->status = cli_fail(LG_FAILED, "out of memory: the entropies of length %d", s->length);
        return;
    }
    for (int h = 0; h < s->heads; h++) {
        m->values[ENTROPY][s->block] += s->entropies[h] / s->heads;
        m->values[RELATIVE][s->block] += s->relative[h] / s->heads;
    }
    if (s->block + 1 < s->blocks) return;
    x->length++;
    if (x->blocks == 0 || s->blocks < x->blocks) x->blocks = s->blocks;
}

static void on_progress(void *user, int64_t done, int64_t all, double fraction) {
    const sharpness *x = user;
    cli_analysis_progress(x->a, done, all, fraction);
}

static lg_status measure_run(void *user, lg_run *r) {
    sharpness *x = user;
    x->length = 0;
    return lg_analyze_sharpness(r, x->a->lengths, x->a->length_count, x->sequences, (lg_region)x->region, on_block,
                                on_progress, x);
}

/* ---- output ---- */

static const cli_block_values *values_at(const void *user, size_t length, size_t run) {
    return measure_at(user, length, run);
}

static int show(const sharpness *x) {
    const char *region = cli_region_names[x->region];
    char subtitle[120], legend[400];
    snprintf(subtitle, sizeof subtitle, "entropy of attention, mean over queries (%s tokens) and heads", region);
    snprintf(legend, sizeof legend,
             "entropy of attention weights in nats (0: one key), mean over queries (%s tokens), heads and blocks; "
             "relative: divided by the log of the number of visible keys (1: equal weights)",
             region);
    const cli_block_panels m = {.blocks = x->blocks,
                                .shown = x->form,
                                .at = values_at,
                                .user = x,
                                .headings = {form_names[ENTROPY], form_names[RELATIVE]},
                                .digits = 3,
                                .legend = legend,
                                .title = "attention entropy",
                                .subtitle = subtitle,
                                .y_label = x->form == RELATIVE ? "entropy / log(keys)" : "entropy (nats)"};
    if (cli_is_table()) cli_block_table_print(x->a, &m);
    return cli_block_panels_draw(x->a, &m);
}

/* ---- all ---- */

static void free_measures(const sharpness *x) {
    for (size_t i = 0; x->measures && i < x->a->length_count * x->a->count; i++) cli_block_values_free(&x->measures[i]);
    free(x->measures);
}

static int analyze(cli_analysis *a) {
    sharpness x = {.a = a};
    long sequences = 10;
    int status = cli_analysis_choice(a, "region", cli_region_names, LG_REGION_ALL, &x.region);
    if (status == LG_OK) status = cli_analysis_choice(a, "form", form_names, ENTROPY, &x.form);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 1000000, &sequences);
    if (status != LG_OK) return status;
    x.sequences = sequences;
    x.measures = calloc(a->length_count * a->count, sizeof *x.measures);
    status = x.measures ? cli_analysis_each(a, "sharpness", "sequence", measure_run, &x)
                        : cli_fail(LG_FAILED, "out of memory: entropies");
    if (status == LG_OK) status = x.status;
    if (status == LG_OK) status = show(&x);
    free_measures(&x);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "LIST", "lengths (default: up to 16 of the training lengths and eval.lengths)"},
    CLI_SEQUENCES_FLAG("10"),
    CLI_REGION_FLAG,
    {"form", 0, "FORM", "value shown for each block and in the figure: entropy or relative (default entropy)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_sharpness(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_MAX_LENGTHS});
}

const cli_command cli_analyze_sharpness = {
    .name = "analyze sharpness",
    .summary = "the entropy of attention by length, block and head",
    .usage = "lengthen analyze sharpness RUN... [--length LIST] [--region WHICH] [--sequences N] [--form FORM] [flags]",
    .examples = "lengthen analyze sharpness runs/rope runs/log-n --figure sharpness.svg\n"
                "lengthen analyze sharpness runs/rope --length 128 --scale log_n --json",
    .text = "Shows the entropy of the attention weights of a query in nats, averaged over queries: 0 if one key\n"
            "has all the weight, log(n) if n keys have equal weights. The weights of a query are first divided by\n"
            "their sum. The relative entropy is the entropy divided by the log of the number of keys that the\n"
            "mask shows to the query (boundaries of documents are ignored). The models read source, correct\n"
            "target and end token. --json and --format csv print one row per head.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_sharpness,
};
