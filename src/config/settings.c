/* settings.c: names from the literature for values of options that are not axes. Each name stands for options and their
 * values. The names exist only for look-ups, and cannot be used in a config. */
#include "config/axes.h"
#include "nn/pieces/published.h"

static const lg_entry_default albert[] = {{"model.share", "all"}, {"model.embedding_width", "128"}, {0}};
static const lg_entry_default universal[] = {
    {"model.share", "all"}, {"model.step_signal", "true"}, {"encoding", "sinusoid"}, {0}};
static const lg_entry_default weight_sharing[] = {{"model.share", "all"}, {0}};
static const lg_entry_default macaron[] = {{"model.order", "macaron"}, {0}};
static const lg_entry_default sandwich[] = {{"model.order", "sandwich:6"}, {"model.blocks", "16"}, {0}};
static const lg_entry_default cross_attention[] = {{"architecture", "encoder_decoder"}, {"model.order", "scf"}, {0}};
static const lg_entry_default grouped_query[] = {{"model.key_heads", "2"}, {0}};
static const lg_entry_default qk_norm[] = {{"model.qk_norm", "rms"}, {0}};
static const lg_entry_default multi_query[] = {{"model.key_heads", "1"}, {0}};
static const lg_entry_default gmlp[] = {{"model.order", "g"}, {"gating.chunks", "1"}, {"encoding", "none"}, {0}};
static const lg_entry_default embedding_norm[] = {{"model.embedding_norm", "before_positions"}, {0}};
static const lg_entry_default smoothing[] = {{"loss.smoothing", "0.1"}, {0}};
static const lg_entry_default z_loss[] = {{"loss.z", "0.0001"}, {0}};

const lg_entry lg_settings[] = {
    {.name = "albert",
     .summary = "ALBERT: one block applied repeatedly, and factored token embeddings",
     .formula = "h_(i+1) = block(h_i), the same parameters for each i;  h_0 = E[token] M,  E: [V,128], M: [128,d]",
     .source = "Lan et al. 2020, ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
     .published = LG_NARANG_2021("one block (65M parameters) 2.497 2.164 64.50 25.48"),
     .defaults = albert},
    {.name = "universal_transformer",
     .summary = "Universal Transformer: one block applied repeatedly, with position and depth signals",
     .formula = "h_(i+1) = block(h_i + sinusoid(position) + sinusoid(i + 1)), the same parameters for each i\n"
                "All tokens use the same number of blocks (no halting).",
     .source = "Dehghani et al. 2019, Universal Transformers, section 2.1",
     .published = LG_NARANG_2021("this model (84M parameters, 3.6 times the operations of T5) 2.406 2.053 70.13 23.91"),
     .defaults = universal},
    {.name = "weight_sharing",
     .summary = "blocks that share one set of parameters",
     .formula = "h_(i+1) = block_s(i) (h_i) for blocks i in 0..B-1, B = model.blocks; s(i) is the set of\n"
                "parameters that block i uses\n"
                "The gradient of a set is the sum over all blocks that use it.\n"
                "model.share: none (default): s(i) = i;  all: s(i) = 0;  groups:N: s(i) = floor(i N / B);\n"
                "a list 0,0,1: s(0) = 0, s(1) = 0, s(2) = 1\n"
                "model.share_norms: false keeps separate norm gains and offsets in each block",
     .source = "Lan et al. 2020, ALBERT, section 3.1; Dehghani et al. 2019, Universal Transformers",
     .published = LG_NARANG_2021("one block (65M parameters) 2.497 2.164 64.50 25.48"),
     .defaults = weight_sharing},
    {.name = "macaron",
     .summary = "attention between two feed-forward networks in each block (Macaron Net)",
     .formula = "x = x + f(x);  x = x + attention(x);  x = x + f'(x), with norms as set by --block\n"
                "The paper adds half of f(x) and half of f'(x).",
     .source = "Lu et al. 2019, Understanding and Improving Transformer From a Multi-Particle Dynamic System Point "
               "of View",
     .defaults = macaron},
    {.name = "sandwich_order",
     .summary = "attention sublayers first and feed-forward sublayers last (sandwich Transformer)",
     .formula = "sandwich:K in a model of N blocks: s K times, then sf N-K times, then f K times",
     .source = "Press et al. 2020, Improving Transformer Models by Reordering their Sublayers",
     .published =
         "Press et al. 2020, perplexity: WikiText-103, N = 16: K = 6: 17.96 (validation 17.84), K = 0: 18.63 ± 0.26; "
         "Toronto Books: K = 7: 10.83, K = 0: 11.89 ± 0.35\n"
         "Press et al. 2020, bits per character: enwik8, N = 24: K = 5: 0.968, which is 0.007 less than with K = 0; "
         "text8, N = 24: K = 3: 1.076, a gain within the spread of seeds; translation: no gain",
     .defaults = sandwich},
    {.name = "cross_attention",
     .summary = "attention from the target to the encoder's output, letter c in model.order",
     .formula = "x = x + attention(q: x, k and v: output of the encoder), with norms as set by --block.\n"
                "Cross-attention follows each token-mixing sublayer of the decoder. sf and scf are the same order.\n"
                "sandwich:K in a decoder of N blocks: sc K times, then scf N-K times, then f K times",
     .source = "Vaswani et al. 2017, section 3.2.3",
     .defaults = cross_attention},
    {.name = "grouped_query_attention",
     .summary = "fewer key/value heads than query heads, for a smaller key/value cache (GQA)",
     .formula = "G = model.key_heads, H = model.heads: query head h uses key/value head\n"
                "floor(h / (H/G));  Wk, Wv: [d, G D], D = d/H, the head width\n"
                "encodings rotate the G key heads; a cache has 2 G D numbers per token and block, in place of 2 d\n"
                "The trained pairs of all-attention (sublayer a) and the biases of encodings remain separate for\n"
                "each query head.",
     .source = "Ainslie et al. 2023, GQA: Training Generalized Multi-Query Transformer Models from Multi-Head "
               "Checkpoints, section 2.2",
     .defaults = grouped_query},
    {.name = "multi_query_attention",
     .summary = "one key/value head for all query heads (MQA)",
     .formula = "grouped_query_attention with G = 1",
     .source = "Shazeer 2019, Fast Transformer Decoding: One Write-Head is All You Need, section 3",
     .defaults = multi_query},
    {.name = "qk_norm",
     .summary = "a norm of the queries and keys of each head, which bounds attention logits",
     .formula = "The norm is over the D columns of each head, after the projection and before rotations.\n"
                "rms: q = g q / sqrt(mean(q^2) + epsilon)\n"
                "layer: q = g (q - mean(q)) / sqrt(variance(q) + epsilon) + b; no b if model.bias is false\n"
                "Keys have the same norm with their own g and b, [D] each; epsilon is norm.epsilon.\n"
                "Cross-attention has this norm. The trained pairs of all-attention (sublayer a) do not.",
     .source =
         "Henry et al. 2020, Query-Key Normalization for Transformers; layer: Dehghani et al. 2023, Scaling Vision "
         "Transformers to 22 Billion Parameters; rms: Yang et al. 2025, Qwen3",
     .defaults = qk_norm},
    {.name = "gmlp",
     .summary = "spatial gating in place of attention and feed-forward networks (gMLP)",
     .formula = "x = x + gating(norm(x)); `lengthen show gating` defines gating",
     .source = "Liu et al. 2021, Pay Attention to MLPs, section 2",
     .defaults = gmlp},
    {.name = "embedding_norm",
     .summary = "a norm of the token embeddings, with its own gain and offset",
     .formula = "model.embedding_norm: none (default): h_0 = c E[token] + p\n"
                "before_positions (BLOOM): h_0 = norm(c E[token]) + p\n"
                "after_positions (BERT): h_0 = norm(c E[token] + p)\n"
                "p: the position vector that the encoding adds, if any; c: model.embedding_scale\n"
                "norm: as set by --norm",
     .source = "Le Scao et al. 2022, What Language Model to Train if You Have One Million GPU Hours?; after positions: "
               "Devlin et al. 2019",
     .published = "Le Scao et al. 2022, 1.3 billion parameters: the paper finds training more stable and "
                  "zero-shot generalization significantly worse (numbers omitted)",
     .defaults = embedding_norm},
    {.name = "label_smoothing",
     .summary = "a part of each target's probability is spread over the output symbols",
     .formula = "training loss: cross-entropy with q = (1 - s) onehot(target) + s / V, s: "
                "loss.smoothing",
     .source = "Szegedy et al. 2016, Rethinking the Inception Architecture for Computer Vision, section 7",
     .defaults = smoothing},
    {.name = "z_loss",
     .summary = "a penalty that keeps logits small; experts.z_loss is a similar penalty for the router of experts",
     .formula = "training loss: cross-entropy + z (log sum exp logits)^2, z: loss.z",
     .source = "de Brébisson & Vincent 2016, The Z-loss",
     .defaults = z_loss},
    {0},
};
