/* activations.c: `lengthen analyze activations`: projects the residual stream of each layer to a plane; prints the
 * variance that the plane explains and how far the points of different lengths overlap, and draws the points. */
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

/* The `user` of the callback. */
typedef struct collector {
    cli_analysis *a;
    cli_layers *to;
    size_t run;
    int status;
} collector;

/* ---- rows ---- */

typedef struct row {
    const char *run, *slots;
    lg_layer_map layer;
    lg_point_set x;
    int block, fitted;
    bool in_block;
    size_t shape[2];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, layer.layer, "layer", "index of the layer; 0: the embedding"),
    LG_MEMBER(row, block, "block", "block whose output this is; null: the embedding", .when = LG_WHEN(row, in_block),
              .null = true),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, fitted, "fitted", "sequence length whose points define the plane"),
    LG_MEMBER(row, slots, "slots", "tokens included: `input`, `output` or `all`"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_MEMBER(row, layer.explained[0], "explained_1",
              "share of the variance at length `fitted` that the first axis explains"),
    LG_MEMBER(row, layer.explained[1], "explained_2",
              "share of the variance at length `fitted` that the second axis explains"),
    LG_MEMBER(row, x.overlap, "overlap", "overlap with the points at length `fitted`; 1: identical, 0: disjoint"),
    LG_ARRAY(row, x.at, shape, rank, "data", "coordinates in the plane, by point"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.activations/1",
    .about = "`analyze activations`: one row per run, length and layer.",
    .members = members,
};

static void put_rows(const collector *x, const lg_layer_map *m) {
    for (size_t i = 0; i < m->set_count; i++) {
        row r = {x->a->curves[x->run].run, x->to->slots, *m, m->sets[i], .shape = {m->sets[i].points, 2}, .rank = 2};
        r.block = m->layer - 1, r.in_block = m->layer > 0, r.fitted = m->sets[0].length;
        cli_row_put(&schema, &r);
    }
}

/* ---- table ---- */

static void print_head(lg_sheet *t, const cli_analysis *a) {
    const char *const names[] = {"run", "layer", "axis 1", "axis 2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) lg_sheet_cell(t, "%s", names[i]);
    for (size_t i = 1; i < a->length_count; i++) lg_sheet_cell(t, "overlap n=%d", a->lengths[i]);
}

/* For the first run: "; sequences of each length: 30", or the number at each length if they differ. */
static void say_sequences(const cli_layers *x, char *out, size_t size) {
    const lg_layer_map *m = &x->layer[0].map;
    bool same = true;
    for (size_t i = 1; i < m->set_count; i++) same &= m->sets[i].sequences == m->sets[0].sequences;
    if (same) snprintf(out, size, "; sequences per length: %d", m->sets[0].sequences);
    size_t at = 0;
    for (size_t i = 0; !same && i < m->set_count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%d of length %d",
                               i ? ", " : "; sequences: ", m->sets[i].sequences, m->sets[i].length);
}

static void print_table(const cli_analysis *a, const cli_layers *x) {
    char kinds[CLI_ANALYZE_LENGTHS + 8] = "llrr", text[900], sequences[480], name[24];
    for (size_t i = 1; i < a->length_count; i++) strcat(kinds, "r");
    lg_sheet *t = lg_sheet_new(kinds);
    print_head(t, a);
    for (size_t i = 0; i < x->count; i++) {
        const lg_layer_map *m = &x->layer[i].map;
        lg_sheet_cell(t, "%s", a->curves[x->layer[i].run].label);
        lg_sheet_cell(t, "%s", cli_layer_name(m->layer, name));
        lg_sheet_number(t, 100 * m->explained[0], 1);
        lg_sheet_number(t, 100 * m->explained[1], 1);
        for (size_t k = 1; k < m->set_count; k++) lg_sheet_cell(t, "%.3f", m->sets[k].overlap);
    }
    cli_sheet_print(t, stdout);
    say_sequences(x, sequences, sizeof sequences);
    snprintf(text, sizeof text,
             "%s tokens; layers: the embedding, and the output of each block; axes: %% of the variance at length %d "
             "explained by the two principal components%s%s",
             x->slots, a->lengths[0],
             a->length_count > 1
                 ? "; overlap with the points of that length: 1 identical, 0 disjoint (formula: lengthen help analyze "
                   "activations)"
                 : "",
             sequences);
    cli_legend(text);
}

/* ---- arrays ---- */

/* Writes the layers of one run, which are consecutive, as one array per length. */
static int write_array(const cli_analysis *a, const cli_layer *l, size_t length) {
    const lg_point_set *c = &l->sets[length];
    const size_t layers = (size_t)l->map.layers, each = 2 * c->points, shape[] = {layers, c->points, 2};
    double *all = malloc(each * layers * sizeof *all);
    if (!all) return cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 0; i < layers; i++) memcpy(all + i * each, l[i].sets[length].at, each * sizeof *all);
    int status = cli_analysis_array(a, l->run, "activations", c->length, shape, 3, all);
    free(all);
    return status;
}

static int write_arrays(const cli_analysis *a, const cli_layers *x) {
    int status = LG_OK;
    if (!cli_flag_on(&a->c->args, "npy")) return LG_OK;
    for (size_t i = 0; i < x->count && status == LG_OK; i += (size_t)x->layer[i].map.layers)
        for (size_t k = 0; k < a->length_count && status == LG_OK; k++) status = write_array(a, &x->layer[i], k);
    return status;
}

/* ---- collecting ---- */

static void free_layer(cli_layer *l) {
    for (size_t i = 0; l->sets && i < l->map.set_count; i++) free((void *)l->sets[i].at);
    free(l->sets);
}

/* Copies the point sets of a layer; false: out of memory. */
static bool copy_sets(cli_layer *l) {
    const size_t n = l->map.set_count;
    l->sets = calloc(n, sizeof *l->sets);
    for (size_t i = 0; l->sets && i < n; i++) {
        const lg_point_set *from = &l->map.sets[i];
        double *at = malloc(2 * from->points * sizeof *at);
        if (!at) return false;
        l->sets[i] = *from;
        l->sets[i].at = memcpy(at, from->at, 2 * from->points * sizeof *at);
    }
    l->map.sets = l->sets;
    l->map.mean = l->map.axes = NULL;
    return l->sets;
}

static void on_layer(void *user, const lg_layer_map *m) {
    collector *x = user;
    cli *c = x->a->c;
    if (x->status != LG_OK) return;
    put_rows(x, m);
    cli_progress_show(&c->progress, (int64_t)x->run * m->layers + m->layer + 1, (int64_t)x->a->count * m->layers, "");
    cli_layer l = {.run = x->run, .map = *m}, *more = realloc(x->to->layer, (x->to->count + 1) * sizeof *more);
    if (more) x->to->layer = more;
    if (more && copy_sets(&l)) {
        more[x->to->count++] = l;
        return;
    }
    free_layer(&l);
    x->status = cli_fail(LG_FAILED, "out of memory: the activations of layer %d", m->layer);
}

static int collect_layers(cli_analysis *a, cli_layers *x, int sequences, lg_slots slots) {
    collector to = {.a = a, .to = x};
    cli_progress_begin(&a->c->progress, !a->c->json && !a->c->quiet, "activations", "layer", 0);
    for (; to.run < a->count && to.status == LG_OK; to.run++) {
        lg_status status =
            lg_analyze_activations(a->runs[to.run], a->lengths, a->length_count, sequences, slots, on_layer, &to);
        if (status != LG_OK) return cli_analysis_fail(a, to.run, status);
    }
    cli_progress_end(&a->c->progress);
    return to.status;
}

static int read_slots(const cli *c, cli_layers *x, lg_slots *slots) {
    static const char *const names[] = {
        [LG_SLOTS_INPUT] = "input", [LG_SLOTS_OUTPUT] = "output", [LG_SLOTS_ALL] = "all"};
    const char *given = cli_flag_value(&c->args, "slots");
    x->slots = given ? given : "input";
    for (int i = 0; i < 3; i++)
        if (!strcmp(x->slots, names[i])) *slots = (lg_slots)i;
    if (!given || !strcmp(given, names[*slots])) return LG_OK;
    return cli_fail(LG_USAGE, "--slots %s: expected input, output or all", given);
}

static int analyze(cli_analysis *a) {
    cli_layers x = {0};
    lg_slots slots = LG_SLOTS_INPUT;
    long sequences = 0; /* 0: the default number, or all if there are fewer */
    int status = read_slots(a->c, &x, &slots);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequences", 1, 1000000, &sequences);
    if (status == LG_OK) status = collect_layers(a, &x, (int)sequences, slots);
    if (status == LG_OK && cli_is_table()) print_table(a, &x);
    if (status == LG_OK) status = write_arrays(a, &x);
    if (status == LG_OK) status = cli_layers_draw(a, &x);
    for (size_t i = 0; i < x.count; i++) free_layer(&x.layer[i]);
    free(x.layer);
    return status;
}

static const cli_flag flags[] = {
    CLI_LENGTHS_FLAG,
    CLI_SEQUENCES_FLAG("30"),
    {"slots", 0, "WHICH",
     "which tokens: input, output (the tokens at which outputs are predicted) or all (default input)"},
    CLI_NPY_FLAG,
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_activations(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_LENGTHS});
}

const cli_command cli_analyze_activations = {
    .name = "analyze activations",
    .summary = "the residual stream at training lengths and beyond, projected to a plane",
    .usage = "lengthen analyze activations RUN... [--length LIST] [--sequences N] [--slots WHICH] [flags]",
    .examples = "lengthen analyze activations runs/a runs/b --figure points.png\n"
                "lengthen analyze activations runs/a --slots all --npy arrays",
    .text = "Projects the residual stream after the embedding and after each block to a plane, with one point for\n"
            "each token that --slots selects. In JSON and arrays, layer 0 is the embedding and layer i + 1 is the\n"
            "output of block i. The plane of a layer is spanned by the first two principal components (not\n"
            "whitened) of the layer's points at the FIRST length. The points of all lengths are projected onto\n"
            "this plane.\n\n"
            "The overlap of two lengths is the Bhattacharyya coefficient of two histograms: the sum of sqrt(p q)\n"
            "over the 32 x 32 cells of the common bounding box. Here p and q are the shares of points in a cell,\n"
            "at the first and at the second length. The overlap is 1 for identical and 0 for disjoint histograms.\n"
            "Each point is distributed linearly over the four nearest cells.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_activations,
};
