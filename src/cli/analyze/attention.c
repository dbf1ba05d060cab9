/* attention.c: `lengthen analyze attention`: prints statistics of the attention weights, and draws them as heat
 * maps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

/* The `user` of the callback. */
typedef struct collector {
    cli_analysis *a;
    cli_heatmaps *to;
    size_t run;
    int status;
} collector;

static size_t numbers_of(const lg_attention_map *m) {
    return (size_t)m->matrices * (size_t)m->tokens * (size_t)m->keys;
}

/* ---- rows ---- */

typedef struct row {
    const char *run, *label, *which, *heads;
    lg_attention_map x;
    size_t shape[3];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBERS(row),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, x.block, "block", "index of the block, from 0"),
    LG_MEMBER(row, which, "which", "`self`, `encoder` or `cross`"),
    LG_MEMBER(row, heads, "heads", "how heads are reduced: `max`, `mean` or `all`"),
    LG_MEMBER(row, x.tokens, "tokens", "number of queries, the rows of a matrix"),
    LG_MEMBER(row, x.inputs, "inputs", "number of input tokens, which come first"),
    LG_MEMBER(row, x.outputs, "outputs", "number of outputs"),
    LG_MEMBER(row, x.first, "first", "output j is read at token first + j"),
    LG_LIST(row, x.query_words, x.tokens, "query_words",
            "words of the queries; empty: a token without a word, such as the empty slot of an output"),
    LG_LIST(row, x.key_words, x.keys, "key_words", "words of the keys, the columns of a matrix"),
    LG_ARRAY(row, x.weights, shape, rank, "data", "weights by query and key; with heads `all`, by head, query and key"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.attention/1",
    .about = "`analyze attention`: one row per run, length and block.",
    .members = members,
};

static void put_matrix(const collector *x, const lg_attention_map *m) {
    const cli_curve *run = &x->a->curves[x->run];
    row r = {run->run, run->label, x->to->which, x->to->heads, .x = *m};
    if (!strcmp(x->to->heads, "all")) r.shape[r.rank++] = (size_t)m->matrices;
    r.shape[r.rank++] = (size_t)m->tokens;
    r.shape[r.rank++] = (size_t)m->keys;
    cli_row_put(&schema, &r);
}

/* ---- table ---- */

/* Means over the queries t of a matrix: the largest weight, the weight of key t (the diagonal) and the weight of key
 * K-1-t of K keys (mirror). The last two skip queries t >= K. */
typedef struct pattern {
    const char *label;
    lg_attention_map x;
    int head;
    bool heads, cross;
    double largest, diagonal, mirror;
} pattern;

static const lg_member pattern_members[] = {
    LG_MEMBER(pattern, label, NULL, "", .heading = "run"),
    LG_MEMBER(pattern, x.length, NULL, "", .heading = "n"),
    LG_MEMBER(pattern, x.tokens, NULL, "", .heading = "tokens"),
    LG_MEMBER(pattern, x.keys, NULL, "", .heading = "keys", .when = LG_WHEN(pattern, cross)),
    LG_MEMBER(pattern, x.block, NULL, "", .heading = "block"),
    LG_MEMBER(pattern, head, NULL, "", .heading = "head", .when = LG_WHEN(pattern, heads)),
    LG_MEMBER(pattern, largest, NULL, "", .heading = "largest", .digits = 3),
    LG_MEMBER(pattern, diagonal, NULL, "", .heading = "diagonal", .digits = 3),
    LG_MEMBER(pattern, mirror, NULL, "", .heading = "mirror", .digits = 3),
    {0},
};
static const lg_schema pattern_schema = {.members = pattern_members};

static void measure_matrix(pattern *m, const double *weights) {
    const int T = m->x.tokens, K = m->x.keys, both = T < K ? T : K;
    for (int i = 0; i < T; i++) {
        const double *query = weights + (size_t)i * (size_t)K;
        double most = 0;
        for (int j = 0; j < K; j++) most = fmax(most, query[j]);
        m->largest += most / T;
        if (i >= both) continue;
        m->diagonal += query[i] / both;
        m->mirror += query[K - 1 - i] / both;
    }
}

static void put_patterns(cli_rows *rows, const cli_analysis *a, const cli_heatmap *h) {
    const size_t each = (size_t)h->map.tokens * (size_t)h->map.keys;
    for (int k = 0; k < h->map.matrices; k++) {
        pattern m = {.label = a->curves[h->run].label, .x = h->map, .head = k};
        m.heads = h->map.matrices > 1, m.cross = h->map.kind == LG_ATTENTION_CROSS;
        measure_matrix(&m, h->weights + (size_t)k * each);
        cli_rows_put(rows, &m);
    }
}

static void print_table(const cli_analysis *a, const cli_heatmaps *x) {
    const bool cross = x->kind == LG_ATTENTION_CROSS;
    cli_rows rows = cli_rows_begin(&pattern_schema);
    for (size_t i = 0; i < x->count; i++) put_patterns(&rows, a, &x->heat[i]);
    cli_rows_end(&rows, LG_OK);
    char text[320];
    snprintf(text, sizeof text,
             "weights%s, averaged over queries; largest: the largest weight; diagonal: weight of %s; mirror: weight of "
             "key %s",
             !strcmp(x->heads, "max")    ? ", maximum over heads"
             : !strcmp(x->heads, "mean") ? ", mean over heads"
                                         : "",
             cross ? "key t of query t" : "the query's own key",
             cross ? "K-1-t of query t, where K is the number of keys"
                   : "T-1-t of query t, where T is the number of tokens");
    cli_legend(text);
}

/* ---- arrays ---- */

/* Writes the blocks of one run and length, which are consecutive, as one array. */
static int write_array(const cli_analysis *a, const cli_heatmap *h) {
    const lg_attention_map *m = &h->map;
    static const char *const names[] = {"attention", "attention-encoder", "attention-cross"};
    const size_t each = numbers_of(m), B = (size_t)m->blocks, T = (size_t)m->tokens, K = (size_t)m->keys;
    const size_t shape[] = {B, (size_t)m->matrices, T, K}, flat[] = {B, T, K};
    double *all = malloc(each * (size_t)m->blocks * sizeof *all);
    if (!all) return cli_fail(LG_FAILED, "out of memory");
    for (size_t b = 0; b < (size_t)m->blocks; b++) memcpy(all + b * each, h[b].weights, each * sizeof *all);
    int status = m->matrices > 1 ? cli_analysis_array(a, h->run, names[m->kind], m->length, shape, 4, all)
                                 : cli_analysis_array(a, h->run, names[m->kind], m->length, flat, 3, all);
    free(all);
    return status;
}

static int write_arrays(const cli_analysis *a, const cli_heatmaps *x) {
    int status = LG_OK;
    if (!cli_flag_on(&a->c->args, "npy")) return LG_OK;
    for (size_t i = 0; i < x->count && status == LG_OK; i += (size_t)x->heat[i].map.blocks)
        status = write_array(a, &x->heat[i]);
    return status;
}

/* ---- collecting ---- */

static void on_matrix(void *user, const lg_attention_map *m) {
    collector *x = user;
    const size_t bytes = numbers_of(m) * sizeof(double);
    if (x->status != LG_OK) return;
    put_matrix(x, m);
    cli_heatmap *more = realloc(x->to->heat, (x->to->count + 1) * sizeof *more);
    if (more) x->to->heat = more;
    double *copy = more ? malloc(bytes) : NULL;
    if (!copy) {
        x->status = cli_fail(LG_FAILED, "out of memory: the weights of %d tokens", m->tokens);
        return;
    }
    cli_heatmap *h = &more[x->to->count++];
    *h = (cli_heatmap){.run = x->run, .map = *m, .weights = memcpy(copy, m->weights, bytes)};
    h->map.weights = copy;
    if (!cli_heatmap_label(h)) x->status = cli_fail(LG_FAILED, "out of memory: the labels of %d tokens", m->tokens);
    h->map.query_words = h->map.key_words = NULL; /* they belong to the library */
}

static int collect_matrices(cli_analysis *a, cli_heatmaps *x, lg_head_choice heads, int64_t sequence) {
    collector to = {.a = a, .to = x};
    for (; to.run < a->count && to.status == LG_OK; to.run++) {
        lg_status status = lg_analyze_attention(a->runs[to.run], x->kind, a->lengths, a->length_count, heads, sequence,
                                                on_matrix, &to);
        if (status != LG_OK) return cli_analysis_fail(a, to.run, status);
    }
    return to.status;
}

static int read_heads(const cli *c, cli_heatmaps *x, lg_head_choice *choice) {
    static const char *const names[] = {[LG_HEADS_MAX] = "max", [LG_HEADS_MEAN] = "mean", [LG_HEADS_ALL] = "all"};
    const char *given = cli_flag_value(&c->args, "heads");
    x->heads = given ? given : "max";
    for (int i = 0; i < 3; i++)
        if (!strcmp(x->heads, names[i])) *choice = (lg_head_choice)i;
    if (given && strcmp(given, names[*choice]))
        return cli_fail(LG_USAGE, "--heads %s: expected max, mean or all", given);
    if (*choice == LG_HEADS_ALL && cli_flag_on(&c->args, "figure"))
        return cli_fail(LG_USAGE, "--figure draws one matrix per block; expected --heads max or mean, not all");
    return LG_OK;
}

static int read_kind(const cli *c, cli_heatmaps *x) {
    static const char *const names[] = {
        [LG_ATTENTION_SELF] = "self", [LG_ATTENTION_ENCODER] = "encoder", [LG_ATTENTION_CROSS] = "cross"};
    const char *given = cli_flag_value(&c->args, "which");
    x->which = given ? given : names[x->kind];
    for (int i = 0; i < 3; i++)
        if (!strcmp(x->which, names[i])) x->kind = (lg_attention_kind)i;
    return !strcmp(x->which, names[x->kind]) ? LG_OK
                                             : cli_fail(LG_USAGE, "--which %s: expected self, encoder or cross", given);
}

static int analyze(cli_analysis *a) {
    cli_heatmaps x = {0};
    lg_head_choice heads = LG_HEADS_MAX;
    long sequence = 0;
    int status = read_heads(a->c, &x, &heads);
    if (status == LG_OK) status = read_kind(a->c, &x);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequence", 0, 1000000000, &sequence);
    if (status == LG_OK) status = cli_flag_real(&a->c->args, "vmax", 1e-4, 1, &x.scale_max);
    if (status == LG_OK) status = collect_matrices(a, &x, heads, sequence);
    if (status == LG_OK && cli_is_table()) print_table(a, &x);
    if (status == LG_OK) status = write_arrays(a, &x);
    if (status == LG_OK) status = cli_heatmaps_draw(a, &x);
    for (size_t i = 0; i < x.count; i++) cli_heatmap_free(&x.heat[i]);
    free(x.heat);
    return status;
}

static const cli_flag flags[] = {
    CLI_LENGTHS_FLAG,
    {"which", 0, "WHICH",
     "kind of attention: self; for an encoder-decoder: self (of the decoder), encoder, or cross (from decoder to "
     "encoder) (default self)"},
    {"heads", 0, "HOW", "reduce the heads of a block by max or mean, or keep all (default max)"},
    {"sequence", 0, "I", "index of the evaluated sequence (default 0)"},
    {"vmax", 0, "WEIGHT", "weight at the dark end of the colour scale (default: the largest weight)"},
    CLI_NPY_FLAG,
    CLI_FIGURE_FLAGS,
    {0},
};

static const cli_other_name others[] = {
    {" head ", "; a single head cannot be selected: use --heads max, mean or all"},
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_attention(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_LENGTHS});
}

const cli_command cli_analyze_attention = {
    .name = "analyze attention",
    .summary = "attention weights as matrices, block by block",
    .usage = "lengthen analyze attention RUN... [--length LIST] [--which WHICH] [--heads max|mean|all] [flags]",
    .examples = "lengthen analyze attention runs/a --length 40,150 --figure attention.svg\n"
                "lengthen analyze attention runs/a --heads all --length 12 --json\n"
                "lengthen analyze attention runs/reverse --which cross --length 8 --figure cross.svg",
    .text = "Shows the attention weights of each block for one sequence of each length. --heads reduces the heads\n"
            "of a block to one matrix (their maximum or mean) or keeps them all. An encoder-decoder has three\n"
            "kinds of attention (--which): decoder self-attention, encoder self-attention, and cross-attention\n"
            "from decoder to encoder.\n\n"
            "Each row of the table has three weights, averaged over the queries t:\n"
            "  largest   the largest weight of query t\n"
            "  diagonal  the weight of key t\n"
            "  mirror    the weight of key K-1-t, where K is the number of keys\n\n"
            "The figure has one row per length, and one column for each block of each run. If the figure would\n"
            "have more than 6 columns, each run has its own rows. Queries run from top to bottom, keys from left\n"
            "to right. The axes are labelled with tokens, or with indices if the tokens do not fit. Thin lines\n"
            "mark the end of the input. The colour scale ends at the largest weight.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .others = others,
    .schemas = schemas,
    .run = run_attention,
};
