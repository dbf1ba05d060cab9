/* encoder_decoder.c: two stacks. In the encoder, over the source, every token sees all other tokens. In the decoder,
 * over the target, every token sees earlier target tokens and, by cross-attention, the encoder's output. */
#include "nn/axes/architecture.h"

#include <string.h>

#include "nn/axes/mask.h"
#include "nn/axes/sublayer.h"
#include "nn/model/network.h"
#include "nn/record/token_tables.h"
#include "nn/stream/memory_tokens.h"
#include "nn/stream/source_stream.h"

typedef struct encoder_decoder {
    lg_memory_token_options memory; /* memory tokens of the encoder */
    enum { OWN, END } begin;
    enum { AUTO, SHARED, APART } tables;
    int vocabulary;
    lg_stream_names streams;
} encoder_decoder;

static const lg_option options[] = {
    LG_OPTIONS_MEMORY_TOKENS(encoder_decoder, memory),
    {"architecture.begin", LG_NAME, "own", 0, 0, "own end",
     "token that starts a target: own: a separate token; end: the end-of-sequence token, as in "
     "fairseq",
     .at = offsetof(encoder_decoder, begin)},
    {"architecture.tables", LG_NAME, "auto", 0, 0, "auto shared apart",
     "token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one "
     "table, or an error if the vocabularies differ; apart: two tables",
     .at = offsetof(encoder_decoder, tables)},
    LG_OPTION_VOCABULARY(encoder_decoder),
    LG_OPTIONS_STREAMS(encoder_decoder, streams),
    {0},
};

static const lg_entry_default defaults[] = {{"mask", "causal"}, {"protocol", "greedy"}, {0}};

static bool autoregressive(const void *own) {
    (void)own;
    return true;
}

static bool tables_apart(const void *own) {
    return ((const encoder_decoder *)own)->tables == APART;
}

static int vocabulary(const void *own) {
    return ((const encoder_decoder *)own)->vocabulary;
}

static const lg_memory_token_options *memory_tokens(const void *own) {
    return &((const encoder_decoder *)own)->memory;
}

static const encoder_decoder *own_of(const lg_model *m) {
    return (const void *)&m->architecture.own;
}

static bool fits_data(const lg_model *m, lg_error *err) {
    const lg_dataset *d = m->data;
    const encoder_decoder *own = own_of(m);
    if (own->begin == END && d->end < 0)
        return lg_fail_keys(err, "architecture.begin data",
                            "architecture.begin: end needs a token that ends targets, but data: %s has none (use "
                            "--architecture.begin own)",
                            d->entry->name);
    return d->one_vocabulary || own->tables != SHARED ||
           lg_fail_keys(err, "architecture.tables data",
                        "architecture.tables: shared needs one vocabulary, but data: %s has two, of %d source and %d "
                        "target tokens (use --architecture.tables apart)",
                        d->entry->name, d->source.size, d->target.size);
}

/* A separate begin token gets the id after all other ids. */
static lg_token_format format(const lg_model *m) {
    const int rows = own_of(m)->vocabulary;
    const int classes = rows > 0 ? rows : m->data->target.size;
    lg_token_format f = lg_source_stream_format(m, classes);
    f.classes = classes;
    if (rows > 0 && f.sources < rows) f.sources = rows;
    if (own_of(m)->begin != END) return f;
    f.empty = m->data->end;
    f.symbols = classes;
    if (lg_model_one_table(m)) f.sources = classes;
    return f;
}

static int target_token(const lg_model *m, const lg_sequence_layout *t, int n, int j) {
    (void)m, (void)t, (void)n;
    return 1 + j;
}

/* Writes a record. The last target token is predicted, but it is not an input. */
static void lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    lg_source_stream_put(t, r, row);
    memset(row->ids, 0, sizeof(int32_t) * (size_t)t->rows);
    row->ids[0] = m->format.empty;
    memcpy(row->ids + 1, r->target, sizeof(int32_t) * (size_t)(r->m - 1));
    lg_row_put_targets(row, t->rows, 0, r);
}

/* In a stepping network whose sources were already read, n->sources is NULL. */
static lg_tensor *record(lg_build *b, const lg_network *n) {
    lg_token_stream source = {.prefix = "encoder.",
                              .number = LG_STREAM_SOURCES,
                              .T = n->layout.sources,
                              .mask = &lg_mask_none,
                              .span = n->span};
    source.memory_tokens = lg_memory_tokens_count(b->model);
    lg_build of = *b;
    of.stream = &source;
    of.taps = b->taps ? b->taps->sources : NULL;
    lg_tensor *rows = n->sources ? lg_build_blocks(&of, n->sources, NULL) : NULL;
    const lg_cross cross = {&source, rows, lg_build_cross_scale(b, source.T)};
    return lg_build_blocks(b, n->ids, &cross);
}

const lg_architecture lg_architecture_encoder_decoder = {
    .name = "encoder_decoder",
    .summary = "an encoder over the source, and a decoder over the target that attends to the encoder",
    .formula = "encoder: n source tokens, blocks of self-attention and mixer; every token sees every other token\n"
               "decoder: a begin token (architecture.begin) and target_0 .. target_{m-2};\n"
               "blocks of self-attention under the mask, cross-attention and mixer\n"
               "cross-attention (c): softmax; scale factors that depend on the number of keys use n;\n"
               "q comes from the decoder, k and v from the encoder output\n"
               "in model.order, a c is added after each token-mixing sublayer that has none: sf means scf\n"
               "model.order: sandwich:K, N blocks: sc K times, then scf N-K times, then f K times;\n"
               "in the encoder, without c\n"
               "without cross.encoding, cross-attention has no positional term; with cross.encoding, the term\n"
               "depends on the distance p_s - p_t from target token t to source token s\n"
               "p_s comes from the position sampler of the source, p_t from the position sampler of the target\n"
               "encoder.encoding and encoder.positions apply to the source, decoder.encoding\n"
               "and decoder.positions apply to the target\n"
               "head: tied: source, target and output share one table;\n"
               "with architecture.tables: apart, only target and output share one table\n"
               "architecture.memory_tokens: memory vectors beside the source, as in architecture: encoder\n"
               "P(target_j | source, target_0 .. target_{j-1}) is computed at token j of the decoder",
    .source = "Vaswani et al. 2017, section 3; cross-attention without positions: Raffel et al. 2020 (T5); tables: "
              "Press & Wolf 2017",
    .options = options,
    .own_bytes = LG_OWN(encoder_decoder),
    .defaults = defaults,
    .prefix = "decoder.",
    .autoregressive = autoregressive,
    .steps = true,
    .reads_sources = true,
    .crosses = true,
    .tables_apart = tables_apart,
    .vocabulary = vocabulary,
    .memory_tokens = memory_tokens,
    .fits_data = fits_data,
    .format = format,
    .layout = lg_source_stream_layout,
    .lay_out = lay_out,
    .first_row = lg_source_stream_first_row,
    .target_token = target_token,
    .record = record,
};
