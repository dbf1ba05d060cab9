/* attention.c: `lengthen analyze RUN attention`: collects the weights, prints statistics of them, and draws
 * them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/out.h"
#include "cli/ui/table.h"
#include "cli/ui/text.h"

/* The user of the callback. */
typedef struct collector {
    cli_analysis *a;
    cli_heatmaps *to;
    size_t run;
    int status;
} collector;

static size_t numbers_of(const lg_attention_map *m) {
    return (size_t)m->matrices * (size_t)m->tokens * (size_t)m->keys;
}

/* ---- JSON ---- */

static void print_json(const collector *x, const lg_attention_map *m) {
    const size_t shape[] = {(size_t)m->matrices, (size_t)m->tokens, (size_t)m->keys};
    const bool all = !strcmp(x->to->heads, "all");
    json_t *o = cli_analysis_object("lengthen.attention/1", &x->a->curves[x->run]);
    cli_out_int(o, "length", m->length);
    cli_out_int(o, "block", m->block);
    cli_out_text(o, "which", x->to->which);
    cli_out_text(o, "heads", x->to->heads);
    cli_out_int(o, "tokens", m->tokens);
    cli_out_int(o, "inputs", m->inputs);
    cli_out_int(o, "outputs", m->outputs);
    cli_out_int(o, "first", m->first);
    cli_out_sizes(o, "shape", all ? shape : shape + 1, all ? 3 : 2);
    cli_out_line_data(o, all ? shape : shape + 1, all ? 3 : 2, m->weights);
}

/* ---- table ---- */

/* Means over the queries of a matrix: of their largest weight, and of those of the keys that make an X, where there
 * are such keys. */
typedef struct pattern {
    double largest, diagonal, mirror;
} pattern;

static pattern measure_matrix(const double *weights, int T, int K) {
    pattern m = {0};
    const int both = T < K ? T : K;
    for (int i = 0; i < T; i++) {
        const double *row = weights + (size_t)i * (size_t)K;
        double most = 0;
        for (int j = 0; j < K; j++) most = fmax(most, row[j]);
        m.largest += most / T;
        if (i >= both) continue;
        m.diagonal += row[i] / both;
        m.mirror += row[K - 1 - i] / both;
    }
    return m;
}

static void print_rows(cli_table *t, const cli_analysis *a, const cli_heatmap *h) {
    const size_t each = (size_t)h->map.tokens * (size_t)h->map.keys;
    for (int k = 0; k < h->map.matrices; k++) {
        const pattern m = measure_matrix(h->weights + (size_t)k * each, h->map.tokens, h->map.keys);
        cli_table_cell(t, "%s", a->curves[h->run].label);
        cli_table_cell(t, "%d", h->map.length);
        cli_table_cell(t, "%d", h->map.tokens);
        if (h->map.kind == LG_ATTENTION_CROSS) cli_table_cell(t, "%d", h->map.keys);
        cli_table_cell(t, "%d", h->map.block);
        if (h->map.matrices > 1) cli_table_cell(t, "%d", k);
        cli_table_cell(t, "%.3f", m.largest);
        cli_table_cell(t, "%.3f", m.diagonal);
        cli_table_cell(t, "%.3f", m.mirror);
    }
}

static void print_table(const cli_analysis *a, const cli_heatmaps *x) {
    const bool heads = x->count && x->heat[0].map.matrices > 1, cross = x->kind == LG_ATTENTION_CROSS;
    char columns[16];
    snprintf(columns, sizeof columns, "%.*s", 7 + heads + cross, "lrrrrrrrr");
    cli_table *t = cli_table_new(columns);
    const char *const names[] = {"run", "n", "tokens", "keys", "block", "head", "largest", "diagonal", "mirror"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if ((heads || i != 5) && (cross || i != 3)) cli_table_cell(t, "%s", names[i]);
    for (size_t i = 0; i < x->count; i++) print_rows(t, a, &x->heat[i]);
    cli_table_print(t, stdout);
    cli_table_free(t);
    char text[320];
    snprintf(text, sizeof text, "weights%s, in the mean over queries: the largest; that of %s; that of key %s",
             !strcmp(x->heads, "max")    ? ", the largest of all heads"
             : !strcmp(x->heads, "mean") ? ", the mean of all heads"
                                         : "",
             cross ? "key t of query t" : "the query's own key",
             cross ? "K-1-t of query t, where K is the number of keys"
                   : "T-1-t of query t, where T is the number of tokens");
    cli_text_wrap(stdout, text, 0, 0, cli_columns(stdout));
}

/* ---- arrays ---- */

/* Writes the blocks of one run and length, which lie one after another, as one array. */
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
    if (x->a->c->json) print_json(x, m);
    cli_heatmap *more = realloc(x->to->heat, (x->to->count + 1) * sizeof *more);
    if (more) x->to->heat = more;
    double *copy = more ? malloc(bytes) : NULL;
    if (!copy) {
        x->status = cli_fail(LG_FAILED, "out of memory: the weights of %d tokens", m->tokens);
        return;
    }
    more[x->to->count] = (cli_heatmap){.run = x->run, .map = *m, .weights = memcpy(copy, m->weights, bytes)};
    more[x->to->count++].map.weights = copy;
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
        return cli_fail(LG_USAGE, "--figure has one matrix for each block: --heads max or mean, not all");
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

int cli_analyze_attention(cli_analysis *a) {
    cli_heatmaps x = {.scale_max = 1};
    lg_head_choice heads = LG_HEADS_MAX;
    long sequence = 0;
    int status = read_heads(a->c, &x, &heads);
    if (status == LG_OK) status = read_kind(a->c, &x);
    if (status == LG_OK) status = cli_flag_int(&a->c->args, "sequence", 0, 1000000000, &sequence);
    if (status == LG_OK) status = cli_flag_real(&a->c->args, "vmax", 1e-4, 1, &x.scale_max);
    if (status == LG_OK) status = collect_matrices(a, &x, heads, sequence);
    if (status == LG_OK && !a->c->json) print_table(a, &x);
    if (status == LG_OK) status = write_arrays(a, &x);
    if (status == LG_OK) status = cli_heatmaps_draw(a, &x);
    for (size_t i = 0; i < x.count; i++) free(x.heat[i].weights);
    free(x.heat);
    return status;
}
