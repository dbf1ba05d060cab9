/* perceiver_io.c: first a fixed number of latents reads the source; then the blocks run over the latents only; then one
 * query for each target token reads the latents. The work of the blocks does not depend on the source length. A source
 * can also be classified by the mean of the latents. */
#include "graph/ops.h"
#include "nn/axes/architecture.h"

#include "nn/axes/head.h"
#include "nn/axes/mask.h"
#include "nn/model/network.h"
#include "nn/stream/source_stream.h"

typedef struct perceiver_io {
    int latents, repeats;
    bool query_residual;
    enum { QUERIES, MEAN } output;
} perceiver_io;

static const lg_option options[] = {
    {"architecture.latents", LG_INT, "16", 1, 8192, NULL,
     "number of latent vectors that read the source and run through the blocks", .at = offsetof(perceiver_io, latents)},
    {"architecture.repeats", LG_INT, "1", 1, 64, NULL,
     "number of times that the latents read the source and pass through all blocks, with "
     "shared weights",
     .at = offsetof(perceiver_io, repeats)},
    {"architecture.query_residual", LG_BOOL, "false", 0, 0, NULL,
     "add the query to its attention output; false: use only the attention output",
     .at = offsetof(perceiver_io, query_residual)},
    {"architecture.output", LG_NAME, "queries", 0, 0, "queries mean",
     "input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of "
     "the latents, for data with one target token per record",
     .at = offsetof(perceiver_io, output)},
    {0},
};

static const perceiver_io *own_of(const lg_model *m) {
    return (const void *)&m->architecture.own;
}

static bool suits(const lg_model *m, lg_error *err) {
    return own_of(m)->output != MEAN || !own_of(m)->query_residual ||
           lg_fail_keys(err, "architecture.query_residual architecture.output",
                        "architecture.query_residual has no effect: with architecture.output: mean there are no "
                        "queries (use --architecture.query_residual=false)");
}

static bool fits(const lg_model *m, const lg_sequence_layout *t, const char *what, lg_error *err) {
    return t->m == 1 || own_of(m)->output != MEAN ||
           lg_fail_keys(err, "architecture.output data",
                        "architecture.output: mean gives one row, but the targets of %s have %d tokens (use "
                        "--architecture.output queries)",
                        what, t->m);
}

/* Each query is the embedding of a special token plus its position. */
static lg_token_format format(const lg_model *m) {
    const bool all = m->data->one_vocabulary || (m->head.entry->ties && m->head.entry->ties(m));
    return lg_source_stream_format(m, all ? m->data->target.size : 0);
}

static void lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    lg_source_stream_put(t, r, row);
    for (int j = 0; j < t->T; j++) row->ids[j] = m->format.empty;
    lg_row_put_targets(row, t->rows, 0, r);
}

/* Attention and a mixer, where queries attend to rows of another sequence. b: build state of the queries. */
static lg_tensor *read_rows(const lg_build *b, const char *prefix, lg_tensor *queries, lg_tensor *rows,
                            const lg_token_stream *from, bool residual) {
    lg_token_stream own = *b->stream;
    lg_build of = *b;
    own.prefix = prefix;
    of.stream = &own;
    lg_attend a = {.heads = b->model->heads, .cross = true, .span = from->span};
    a.scale = lg_build_cross_scale(&of, from->T);
    lg_tensor *keys = lg_build_norm(&of, -1, "norm_keys", rows);
    lg_build_heads(&of, -1, "attention", lg_build_norm(&of, -1, "norm1", queries), keys, &a);
    lg_build_scale_queries(&of, -1, "attention", &a);
    lg_build_repeat_keys(&of, &a);
    lg_tensor *o = lg_op_attention(of.g, &a);
    o = lg_build_linear(&of, -1, LG_ROLE_OUTPUT, "attention.output", o, of.model->width, false, LG_LINEAR);
    lg_tensor *h = residual ? lg_op_add(of.g, queries, o, of.dropout) : lg_op_dropout(of.g, o, of.dropout);
    lg_tensor *f = lg_build_feed_forward(&of, -1, lg_build_norm(&of, -1, "norm2", h));
    return lg_op_add(of.g, h, f, of.dropout);
}

static lg_tensor *build_latents(lg_build *b, int count) {
    const int shape[] = {count, b->model->width};
    const lg_initial initial = {LG_INITIAL_TRUNCATED, 0.02};
    return lg_op_repeat(b->g, lg_build_parameter(b, -1, LG_ROLE_POSITION, "latents", 2, shape, initial));
}

static lg_tensor *record(lg_build *b, const lg_network *n) {
    const perceiver_io *own = own_of(b->model);
    lg_token_stream source = {
        .prefix = "input.", .number = LG_STREAM_SOURCES, .T = n->layout.sources, .mask = &lg_mask_none};
    lg_token_stream latents = {.prefix = "", .T = own->latents, .mask = &lg_mask_none};
    source.span = n->span;
    lg_build of_source = *b, of_latents = *b;
    of_source.stream = &source;
    of_source.taps = b->taps ? b->taps->sources : NULL;
    of_latents.stream = &latents;
    lg_build_open_stream(&of_latents);
    lg_tensor *rows = lg_build_embed(&of_source, n->sources);
    lg_tensor *z = build_latents(&of_latents, latents.T);
    for (int i = 0; i < own->repeats; i++) {
        z = read_rows(&of_latents, "encode.", z, rows, &source, true);
        z = lg_build_layers(&of_latents, 0, b->model->blocks, NULL, z, NULL);
    }
    z = lg_build_finish(&of_latents, z);
    if (own->output == MEAN) return lg_op_scale(b->g, lg_op_sum_tokens(b->g, z), 1.0 / latents.T);
    lg_tensor *queries = lg_build_embed(b, n->ids);
    return read_rows(b, "decode.", queries, z, &latents, own->query_residual);
}

static const lg_entry_default defaults[] = {{"block", "pre_norm"}, {0}};

const lg_architecture lg_architecture_perceiver_io = {
    .name = "perceiver_io",
    .summary = "latents attend to the source, blocks process the latents, and one query per target "
               "token attends to them",
    .formula = "read(q, x) = h + mixer(norm(h)), h = q + attention(norm(q), norm(x))\n"
               "x: vectors of the source (n) with positions; z: M trained latents (architecture.latents)\n"
               "z = blocks(read(z, x)), architecture.repeats times with the same weights, then a norm\n"
               "the output layer reads read(query + position j, z) for all targets j at once; in this read, h\n"
               "has no term q unless architecture.query_residual\n"
               "architecture.output: mean: the output layer reads the mean of z instead\n"
               "positions are added to vectors: encoding is sinusoid, learned or none",
    .source = "Jaegle et al. 2022, Perceiver IO; repeats and mean: Jaegle et al. 2021, Perceiver",
    .published = "Jaegle et al. 2021, Perceiver: ImageNet, top-1 accuracy 78 % without convolutions",
    .options = options,
    .own_bytes = LG_OWN(perceiver_io),
    .defaults = defaults,
    .reads_sources = true,
    .latents = true,
    .suits = suits,
    .fits = fits,
    .format = format,
    .layout = lg_source_stream_layout,
    .lay_out = lay_out,
    .first_row = lg_source_stream_first_row,
    .record = record,
};
