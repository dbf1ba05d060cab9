/* settings.c: see settings.h. */
#include "nn/model/settings.h"

#define AT(member) .at = offsetof(lg_model_settings, member)
const lg_option lg_model_options[] = {
    {"model.width", LG_INT, "64", 1, LG_WIDTH_MAX, NULL, "width d of the residual stream", AT(width)},
    {"model.heads", LG_INT, "8", 1, 256, NULL, "attention heads; each has width / heads columns", AT(heads)},
    {"model.key_heads", LG_INT, "0", 0, 256, NULL,
     "heads of keys and values, a divisor of model.heads; each is read by model.heads / model.key_heads neighbouring "
     "heads of queries (grouped-query attention; 1: multi-query), so that caches shrink; 0: model.heads",
     AT(key_heads)},
    {"model.blocks", LG_INT, "5", 1, LG_BLOCKS_MAX, NULL, "blocks of attention and feed-forward", AT(blocks)},
    {"model.order", LG_TEXT, "sf", 0, 0, NULL,
     "sublayers of a block by their letters, s self-attention, f feed-forward (all: lengthen list sublayers); "
     "c is cross-attention of encoder_decoder, which follows each that mixes tokens also unless it is written: scf is "
     "sf; "
     "macaron: fsf (without its halves); sandwich:K: for N blocks s K times, sf N-K times, f K times; memorizing: sf, "
     "with k for s in the fourth block from the top; layers, as residuals and initialisations count them, begin with a "
     "letter that mixes tokens, or end at bars: s|ff",
     AT(order)},
    {"model.share", LG_TEXT, "none", 0, 0, NULL,
     "which blocks are one and the same, with one set of parameters: none; all (ALBERT, Universal Transformer); "
     "groups:N, N runs of neighbours; or the set of each block, as 0,0,1",
     AT(share)},
    {"model.share_norms", LG_BOOL, "true", 0, 0, NULL,
     "blocks that share parameters also share gains and offsets of norms", AT(share_norms)},
    {"model.step_signal", LG_BOOL, "false", 0, 0, NULL,
     "each block reads its input plus the sinusoid of its number, from 1, and what the encoding adds to embeddings "
     "once "
     "more (Universal Transformer)",
     AT(step_signal)},
    {"model.feed_forward", LG_INT, "256", 1, 65536, NULL,
     "hidden width of the feed-forward network; 4 times model.width unless it is set", AT(feed_forward)},
    {"model.dropout", LG_REAL, "0.1", 0, 0.95, NULL, "rate of dropout on sublayer outputs and additive embeddings",
     AT(dropout)},
    {"model.dropout_embedding", LG_REAL, "-1", -1, 0.95, NULL,
     "rate of dropout on token vectors with what is added to them; -1: model.dropout where positions are added, else 0",
     AT(dropout_embedding)},
    {"model.dropout_attention", LG_REAL, "0", 0, 0.95, NULL,
     "rate of dropout on attention weights, after the softmax; those that are kept grow by 1 / (1 - rate)",
     AT(dropout_attention)},
    {"model.dropout_hidden", LG_REAL, "0", 0, 0.95, NULL,
     "rate of dropout on the hidden layer of the feed-forward network", AT(dropout_hidden)},
    {"model.dropout_final", LG_REAL, "0", 0, 0.95, NULL, "rate of dropout on the rows that the head reads",
     AT(dropout_final)},
    {"model.dropout_words", LG_REAL, "0", 0, 0.95, NULL,
     "rate at which training replaces tokens that are read by random ones of the vocabulary", AT(dropout_words)},
    {"model.precision", LG_NAME, "fp32", 0, 0, "fp32 bf16",
     "format of the factors of matrix products; bf16 is up to twice as fast; all else is in fp32", AT(precision)},
    {"model.bias", LG_BOOL, "true", 0, 0, NULL,
     "biases of the feed-forward maps and of the read-out, and offsets of layer norms", AT(bias)},
    {"model.embedding_scale", LG_NAME, "sqrt_width", 0, 0, "sqrt_width one", "factor of token vectors; one: as in T5",
     AT(embedding_scale)},
    {"model.embedding_width", LG_INT, "0", 0, LG_WIDTH_MAX, NULL,
     "width of token vectors, which a map brings to model.width (ALBERT has 128); 0: model.width, without a map",
     AT(embedding_width)},
    {"model.embedding_norm", LG_NAME, "none", 0, 0, "none before_positions after_positions",
     "a norm of token vectors, before positions are added to them (BLOOM), or after (BERT)", AT(embedding_norm)},
    {"model.qk_norm", LG_NAME, "none", 0, 0, "none rms layer",
     "a norm of queries and of keys, head by head, before an encoding turns them: by the mean square, or of layers",
     AT(qk_norm), .since = "0.4.0"},
    {"loss.smoothing", LG_REAL, "0", 0, 0.95, NULL,
     "part of each target that training spreads over the output symbols; tests report the plain cross-entropy",
     AT(loss_smoothing)},
    {"loss.smoothing_over", LG_NAME, "all", 0, 0, "all others",
     "symbols that share that part: all V, each 1/V of it, or the V-1 that are not the target (fairseq)",
     AT(loss_smoothing_over)},
    {"loss.z", LG_REAL, "0", 0, 1, NULL,
     "factor of the squared logarithm of what softmax divides by, added to the loss of training; 1e-4 keeps logits "
     "small",
     AT(loss_z)},
    {0},
};
