/* adaptive.c: an adaptive softmax, and token vectors with the same structure. Ids must be ordered by frequency, as in
 * text vocabularies: the most frequent ids form the short list. The other ids form clusters, which may have narrower
 * vectors. In training, only the logits of the short list and of the target's cluster are computed for a row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/ops.h"
#include "nn/axes/head.h"
#include "nn/axes/initialisation.h"
#include "nn/model/parts.h"

typedef struct adaptive {
    const char *cutoffs;
    int divisor;
    enum { TIED, UNTIED, TABLE } embedding;
    enum { ALL_BUT_FIRST, ALL, NONE } projections;
} adaptive;

static const lg_option options[] = {
    {"head.cutoffs", LG_TEXT, "", 0, 0, NULL,
     "token ids at which clusters begin, ascending: \"20000,40000,200000\"; empty: one softmax over all tokens",
     .at = offsetof(adaptive, cutoffs)},
    {"head.divisor", LG_INT, "1", 1, 64, NULL,
     "vectors of cluster i have width / divisor^i columns (the short list is cluster 0); "
     "1: all vectors have the full width",
     .at = offsetof(adaptive, divisor)},
    {"head.embedding", LG_NAME, "tied", 0, 0, "tied untied table",
     "token embeddings: tied: the tables of the softmax; untied: separate tables with the "
     "same clusters; table: one table of full width",
     .at = offsetof(adaptive, embedding)},
    {"head.projections", LG_NAME, "all_but_first", 0, 0, "all_but_first all none",
     "maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token "
     "embeddings: all but P_0 (of the short list), all, or none",
     .at = offsetof(adaptive, projections)},
    {0},
};

static const adaptive *options_of(const lg_model *m) {
    return (const void *)&m->head.own;
}

/* ---- clusters ---- */

/* Parses the cutoffs and returns their number, or -1 if they are not numbers, too many, or not ascending from 1. */
static int read_cutoffs(const char *text, int cutoffs[LG_PARTS_MAX]) {
    int count = 0;
    if (*text == '\0') return 0;
    for (;; text++) {
        char *end;
        const long n = strtol(text, &end, 10);
        const long before = count > 0 ? cutoffs[count - 1] : 0;
        if (end == text || *text < '0' || *text > '9' || count == LG_PARTS_MAX - 1 || n <= before || n > INT32_MAX)
            return -1;
        cutoffs[count++] = (int)n;
        if (*end == '\0') return count;
        if (*end != ',') return -1;
        text = end;
    }
}

/* The width of the vectors of a part: the short list (0) or a cluster. */
static int width_of(const lg_model *m, int part) {
    int width = m->width;
    for (int i = 0; i < part; i++) width /= options_of(m)->divisor;
    return width;
}

static bool has_table(const lg_model *m) {
    return options_of(m)->embedding == TABLE;
}

static bool sizes_vectors(const void *own) {
    return ((const adaptive *)own)->embedding != TABLE;
}

static bool suits(const lg_model *m, lg_error *err) {
    int cutoffs[LG_PARTS_MAX];
    const adaptive *x = options_of(m);
    const int count = read_cutoffs(x->cutoffs, cutoffs);
    if (count < 0)
        return lg_fail_keys(err, "head.cutoffs",
                            "head.cutoffs: '%s': expected up to %d ascending numbers above 0, such as "
                            "20000,40000,200000",
                            x->cutoffs, LG_PARTS_MAX - 1);
    if (count == 0 && x->divisor > 1)
        return lg_fail_keys(err, "head.divisor head.cutoffs",
                            "head.divisor: %d has no effect without clusters (use --head.cutoffs "
                            "20000,40000,200000 for instance)",
                            x->divisor);
    if (width_of(m, count) > 0) return true;
    return lg_fail_keys(err, "head.divisor model.width",
                        "head.divisor: %d is too large: model.width: %d leaves cluster %d no columns (use a "
                        "smaller divisor, or fewer cutoffs)",
                        x->divisor, m->width, count);
}

static bool fits(const lg_model *m, lg_error *err) {
    int cutoffs[LG_PARTS_MAX];
    const int count = read_cutoffs(options_of(m)->cutoffs, cutoffs);
    if (count == 0 || cutoffs[count - 1] < m->format.classes) return true;
    return lg_fail_keys(err, "head.cutoffs data",
                        "head.cutoffs: %d leaves the last cluster empty: %s has %d output symbols (use a smaller "
                        "cutoff)",
                        cutoffs[count - 1], m->data->entry->name, m->format.classes);
}

/* ---- parameters ---- */

/* Divides `count` ids into the short list and clusters, without setting parameters. */
static lg_adaptive parts_of(const lg_model *m, int count) {
    lg_adaptive a = {0};
    a.parts = read_cutoffs(options_of(m)->cutoffs, a.end);
    a.end[a.parts++] = count;
    return a;
}

static int first_of(const lg_adaptive *a, int part) {
    return part > 0 ? a->end[part - 1] : 0;
}

static bool is_tied(const lg_model *m) {
    return options_of(m)->embedding == TIED;
}

static bool ties(const lg_model *m) {
    return !has_table(m);
}

/* Do softmax and token vectors share the map of a part? */
static bool shares_map(const lg_model *m, int part) {
    const adaptive *x = options_of(m);
    return !has_table(m) && x->projections != NONE && (part > 0 || x->projections == ALL);
}

/* A table of token vectors, with rows for all tokens that are read or predicted. In a tied softmax, the first table
 * also has a row for each cluster after its ids. */
static lg_tensor *embedding_table(lg_build *b, const lg_adaptive *a, int part) {
    const lg_model *m = b->model;
    const int end = part + 1 < a->parts ? a->end[part] : m->format.symbols;
    const int rows = end - first_of(a, part) + (part == 0 && is_tied(m) ? a->parts - 1 : 0);
    const int shape[] = {rows, width_of(m, part)};
    char name[48];
    snprintf(name, sizeof name, "embedding.cluster.%d.weight", part);
    return lg_build_token_parameter(b, LG_ROLE_EMBEDDING, name, 2, shape,
                                    lg_build_initial(b, LG_ROLE_EMBEDDING, shape));
}

/* The map from a part's vectors to the model's width; NULL: none. The softmax uses its transpose, so a map that belongs
 * only to the softmax (of: "readout") is initialized for that direction. */
static lg_tensor *part_map(lg_build *b, const char *of, int part) {
    const lg_model *m = b->model;
    const int shape[] = {width_of(m, part), m->width}, read[] = {m->width, shape[0]};
    const bool reads = !strcmp(of, "readout");
    char name[48];
    if (options_of(m)->divisor == 1) return NULL;
    snprintf(name, sizeof name, "%s.cluster.%d.projection", of, part);
    const lg_initial initial = m->initialisation.entry->distribution(m, LG_ROLE_PROJECTION, reads ? read : shape);
    return reads ? lg_build_parameter(b, -1, LG_ROLE_PROJECTION, name, 2, shape, initial)
                 : lg_build_token_parameter(b, LG_ROLE_PROJECTION, name, 2, shape, initial);
}

/* `columns` counts output symbols and clusters. */
static lg_tensor *readout_table(lg_build *b, int part, int columns) {
    const lg_model *m = b->model;
    const int shape[] = {columns, width_of(m, part)}, read[] = {shape[1], columns};
    char name[48];
    snprintf(name, sizeof name, "readout.cluster.%d.weight", part);
    return lg_build_parameter(b, -1, LG_ROLE_READOUT, name, 2, shape,
                              m->initialisation.entry->distribution(m, LG_ROLE_READOUT, read));
}

static lg_tensor *readout_bias(lg_build *b, int part, int columns) {
    char name[48];
    snprintf(name, sizeof name, "readout.cluster.%d.bias", part);
    return b->model->settings.bias ? lg_build_role(b, -1, LG_ROLE_BIAS, name, 1, &columns) : NULL;
}

static lg_adaptive softmax_of(lg_build *b) {
    const lg_model *m = b->model;
    lg_adaptive a = parts_of(m, m->format.classes);
    for (int i = 0; i < a.parts; i++) {
        const int columns = a.end[i] - first_of(&a, i) + (i == 0 ? a.parts - 1 : 0);
        a.table[i] = is_tied(m) ? embedding_table(b, &a, i) : readout_table(b, i, columns);
        a.map[i] = part_map(b, shares_map(m, i) ? "embedding" : "readout", i);
        a.bias[i] = readout_bias(b, i, columns);
    }
    return a;
}

/* ---- the head ---- */

static lg_tensor *logits(lg_build *b, lg_tensor *x) {
    const lg_adaptive a = softmax_of(b);
    return lg_op_adaptive_logits(b->g, &a, x);
}

static lg_tensor *loss(lg_build *b, lg_tensor *x, lg_tensor *targets, lg_tensor *weights) {
    const lg_adaptive a = softmax_of(b);
    return lg_op_adaptive_loss(b->g, &a, x, targets, weights);
}

static lg_tensor *embed(lg_build *b, lg_tensor *ids, double scale) {
    const lg_model *m = b->model;
    lg_adaptive a = parts_of(m, m->format.symbols);
    if (has_table(m)) return NULL;
    for (int i = 0; i < a.parts; i++) {
        a.table[i] = embedding_table(b, &a, i);
        a.map[i] = part_map(b, "embedding", i);
    }
    return lg_op_adaptive_lookup(b->g, &a, ids, scale);
}

const lg_head lg_head_adaptive = {
    .name = "adaptive",
    .summary = "adaptive softmax: a short list of frequent symbols, and clusters of rare symbols",
    .formula = "symbols 0..V-1 are ordered by decreasing frequency, as text vocabularies are\n"
               "with cutoffs c_1 < c_2 < ... < V: cluster i holds the symbols c_i .. c_{i+1}-1,\n"
               "the short list (cluster 0) holds the symbols below c_1\n"
               "z_i = (x P_i^T) E_i^T + b_i        E_i: [symbols, w_i], P_i: [w_i, d], w_i = d / divisor^i\n"
               "E_0 has an extra row for each cluster; with divisor 1 there are no P_i\n"
               "p(w) = softmax(z_0)[w] for w in the short list\n"
               "p(w) = softmax(z_0)[cluster i] softmax(z_i)[w] for w in cluster i\n"
               "embedding of token w: c E_i[w] P_i (head.embedding), c: model.embedding_scale\n"
               "in training, a row needs only z_0 and the z_i of its target's cluster\n"
               "Transformer-XL has head.projections all_but_first and head.divisor 1 or 4;\n"
               "adaptive input (Baevski & Auli) has head.projections all",
    .source =
        "Grave et al. 2017, Efficient softmax approximation for GPUs; token embeddings: Baevski & Auli 2019; shared "
        "maps: the code of Dai et al. 2019 (Transformer-XL)",
    .options = options,
    .own_bytes = LG_OWN(adaptive),
    .ties = ties,
    .logits = logits,
    .loss = loss,
    .embed = embed,
    .sizes_vectors = sizes_vectors,
    .suits = suits,
    .fits = fits,
};
