/* all_attention.c: self-attention whose heads also read trained persistent key-value pairs, in one softmax with the
 * tokens. The pairs are the same at every position and replace a feed-forward network. They are not tokens: encodings
 * and masks do not apply to them. */
#include <math.h>

#include "graph/ops.h"
#include "nn/model/parts.h"
#include "nn/pieces/self_attention.h"

typedef struct all_attention {
    int pairs;
    double dropout;
} all_attention;

const lg_option lg_persistent_options[] = {
    {"persistent.pairs", LG_INT, "-1", -1, 65536, NULL,
     "sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: "
     "model.feed_forward",
     .at = offsetof(all_attention, pairs)},
    {"persistent.dropout", LG_REAL, "0", 0, 0.95, NULL,
     "dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax",
     .at = offsetof(all_attention, dropout)},
    {0},
};

/* [N,width], the same for all sequences: factor times a parameter [N,width] that starts normal with standard deviation
 * 1 / factor. These vectors have unit variance, and the optimizer moves them like weights of a feed-forward network. */
static lg_tensor *vectors(lg_build *b, int block, const char *name, int N, double factor) {
    const lg_initial normal = {LG_INITIAL_NORMAL, 1 / factor};
    lg_tensor *t = lg_build_parameter(b, block, LG_ROLE_TERM, name, 2, (int[]){N, b->model->width}, normal);
    return lg_op_scale(b->g, t, factor);
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_model *m = b->model;
    const all_attention *own = at->own;
    const int N = own->pairs < 0 ? m->settings.feed_forward : own->pairs, block = at->block;
    lg_self self = lg_build_self(b, at, x);
    self.a.summed = N > 0;
    lg_tensor *o = lg_build_attend(b, block, self.h, &self.a);
    if (N == 0) return lg_build_output(b, block, o);
    lg_attend pairs = {.heads = m->heads, .cross = true, .summed = true, .q = self.q, .scale = self.a.scale};
    pairs.dropout = b->drops ? own->dropout : 0;
    pairs.k = vectors(b, block, "attention.persistent_keys", N, sqrt(m->head_width));
    pairs.v = vectors(b, block, "attention.persistent_values", N, sqrt(N));
    return lg_build_output(b, block, lg_op_join(b->g, m->heads, o, lg_op_attention(b->g, &pairs)));
}

const lg_sublayer lg_sublayer_all_attention = {
    .letter = 'a',
    .name = "all_attention",
    .summary = "all-attention",
    .formula = "P = softmax over tokens j and pairs n of [ l[i,j] ; scale_i q_i . sqrt(D) mk_n ],\n"
               "l: attention logits; mk_n and mv_n: trained key and value of pair n; D = head width\n"
               "the mask and the encoding do not affect the pairs\n"
               "o_i = sum_j P_ij v_j + sum_n m_in P_in sqrt(N) mv_n,  m: dropout (persistent.dropout)\n"
               "mk ~ N(0, 1/D), mv ~ N(0, 1/N), in each head; no weight decay\n"
               "Each head has N = persistent.pairs trained keys mk_n and values mv_n; N = 0: plain attention.\n"
               "By default N = model.feed_forward. In model.order: a, the pairs then have as many parameters as\n"
               "the feed-forward network that they replace.",
    .source = "Sukhbaatar et al. 2019, Augmenting Self-attention with Persistent Memory, section 3; distributions and "
              "factors as in the authors' code",
    .published = "Sukhbaatar et al. 2019: enwik8 1.01 bits per character with 39M parameters (18 layers of width 512, "
                 "N = 1024), 0.98 with 114M; WikiText-103 perplexity 20.6 with 133M (36 layers of width 512, N = "
                 "2048), 19.7 if line ends are counted",
    .options = lg_persistent_options,
    .own_bytes = LG_OWN(all_attention),
    .mixes_tokens = true,
    .attends = true,
    .joins_softmax = true,
    .apply = apply,
};
