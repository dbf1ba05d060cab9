/* decoder.c: a causal language model: one sequence of source and target, in which every target token is predicted from
 * what comes before it. Where a source does not end by itself, one empty token separates the two. */
#include "nn/architecture.h"

#include <string.h>

#include "nn/memory.h"

#define VOCABULARY_MAX 10000000

static const lg_option options[] = {
    LG_OPTIONS_MEMORY,
    {"architecture.vocabulary", LG_INT, "0", 0, VOCABULARY_MAX, NULL,
     "rows of the table of token vectors, and tokens that can be predicted: more than the data has are never learned, "
     "as with the 32,100 of T5; 0: as many as the data has",
     "0.2.0"},
    {0},
};

/* Kinds of token of the data, and the empty one. */
static int count_tokens(const lg_dataset *d) {
    const int words = d->source.size > d->target.size ? d->source.size : d->target.size;
    return words + !d->separated;
}

static bool suits(const lg_model *m, lg_error *err) {
    if (!lg_mask_is_causal(m->mask, m->values))
        return lg_fail_keys(err, "mask architecture",
                            "architecture: decoder has the targets in the sequence and needs a causal mask, not %s "
                            "(use --mask causal)",
                            m->mask->name);
    const bool remembers =
        m->memory > 0 || (lg_values_has(m->values, "eval.memory") && lg_int(m->values, "eval.memory"));
    if (!remembers && m->memory_zeros)
        return lg_fail_keys(err, "architecture.memory_start",
                            "architecture.memory_start: zeros has no effect without architecture.memory");
    return lg_memory_suits(m, "architecture.memory", m->memory, err);
}

static const lg_entry_default defaults[] = {{"mask", "causal"}, {"protocol", "greedy"}, {0}};

static bool autoregressive(const lg_values *v) {
    (void)v;
    return true;
}

static lg_token_format format(const lg_model *m) {
    const lg_dataset *d = m->data;
    const int rows = (int)lg_int(m->values, "architecture.vocabulary"), tokens = count_tokens(d);
    lg_token_format f = {.computation = -1, .empty = d->separated ? -1 : tokens - 1};
    f.symbols = rows > 0 ? rows : tokens;
    f.classes = rows > 0 ? rows : d->target.size;
    return f;
}

/* The token that the first target token is predicted from. */
static int last_of_source(const lg_model *m, int n) {
    return n + (m->format.empty >= 0) - 1;
}

/* Rows are read from the last token of the shortest source that there may be. The last target token is predicted, and
 * not read. */
static lg_sequence_layout layout(const lg_model *m, lg_record_size z, bool padded) {
    const int shortest = padded ? z.n - LG_BAND + 1 : z.n;
    lg_sequence_layout t = {
        .n = z.n, .m = z.m, .padded = padded, .first = last_of_source(m, shortest > 0 ? shortest : 1)};
    t.T = last_of_source(m, z.n) + z.m;
    t.rows = t.T - t.first;
    return t;
}

static int first_row(const lg_model *m, const lg_sequence_layout *t, int n) {
    return last_of_source(m, n) - t->first;
}

static int target_token(const lg_model *m, const lg_sequence_layout *t, int n, int j) {
    (void)t;
    return last_of_source(m, n) + 1 + j;
}

static void lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    const int begin = last_of_source(m, r->n) + 1;
    memset(row->ids, 0, sizeof(int32_t) * (size_t)t->T);
    memcpy(row->ids, r->source, sizeof(int32_t) * (size_t)r->n);
    if (m->format.empty >= 0) row->ids[r->n] = m->format.empty;
    for (int j = 0; j + 1 < r->m; j++) row->ids[begin + j] = r->target[j];
    lg_row_put_targets(row, t->rows, first_row(m, t, r->n), r);
}

const lg_architecture lg_architecture_decoder = {
    .name = "decoder",
    .summary = "a causal language model over source and target",
    .formula = "sequence: source (n), a separator where the source does not end with one, target (m)\n"
               "P(target_j | source, target_0 .. target_{j-1}) is read at the token before target_j\n"
               "architecture.memory M, of a text in segments: block n attends to [m_n; h_n], m_n the last M rows\n"
               "of its inputs in the segments before, without gradient; protocols other than memory, and\n"
               "whatever looks into a model, begin with an empty memory",
    .source =
        "Liu et al. 2018, Generating Wikipedia by Summarizing Long Sequences, section 4.2.3; Radford et al. 2018; "
        "memory: Dai et al. 2019, Transformer-XL, section 3.2",
    .options = options,
    .defaults = defaults,
    .autoregressive = autoregressive,
    .steps = true,
    .suits = suits,
    .format = format,
    .layout = layout,
    .lay_out = lay_out,
    .first_row = first_row,
    .target_token = target_token,
    .record = lg_build_stack,
};
