/* settings.c: see settings.h. */
#include "nn/model/settings.h"

#define AT(member) .at = offsetof(lg_model_settings, member)
const lg_option lg_model_options[] = {
    {"model.width", LG_INT, "64", 1, LG_WIDTH_MAX, NULL, "width d of the residual stream", AT(width)},
    {"model.heads", LG_INT, "8", 1, 256, NULL,
     "number of attention heads; each head has width / heads columns (the head width)", AT(heads)},
    {"model.key_heads", LG_INT, "0", 0, 256, NULL,
     "number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves "
     "model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: "
     "multi-query attention; 0: as many as model.heads",
     AT(key_heads)},
    {"model.blocks", LG_INT, "5", 1, LG_BLOCKS_MAX, NULL, "number of blocks (layers)", AT(blocks)},
    {"model.order", LG_TEXT, "sf", 0, 0, NULL,
     "sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers "
     "lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf "
     "means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K "
     "times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and "
     "initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a "
     "layer, as in s|ff",
     AT(order)},
    {"model.share", LG_TEXT, "none", 0, 0, NULL,
     "which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N "
     "groups; or for each block the index of its parameter set, such as 0,0,1",
     AT(share)},
    {"model.share_norms", LG_BOOL, "true", 0, 0, NULL,
     "blocks that share parameters also share the gains and offsets of their norms", AT(share_norms)},
    {"model.step_signal", LG_BOOL, "false", 0, 0, NULL,
     "add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a "
     "sinusoid of the block's number, from 1 (Universal Transformer)",
     AT(step_signal)},
    {"model.feed_forward", LG_INT, "256", 1, 65536, NULL,
     "hidden width of the feed-forward network; unless set, 4 times model.width", AT(feed_forward)},
    {"model.dropout", LG_REAL, "0.1", 0, 0.95, NULL,
     "dropout rate on sublayer outputs and on embeddings with added positions", AT(dropout)},
    {"model.dropout_embedding", LG_REAL, "-1", -1, 0.95, NULL,
     "dropout rate on token embeddings, after positions are added; -1: model.dropout if "
     "the encoding adds positions, else 0",
     AT(dropout_embedding)},
    {"model.dropout_attention", LG_REAL, "0", 0, 0.95, NULL,
     "dropout rate on attention weights, after the softmax; weights that are kept are "
     "multiplied by 1 / (1 - rate)",
     AT(dropout_attention)},
    {"model.dropout_hidden", LG_REAL, "0", 0, 0.95, NULL,
     "dropout rate on the hidden layer of the feed-forward network", AT(dropout_hidden)},
    {"model.dropout_final", LG_REAL, "0", 0, 0.95, NULL, "dropout rate on the input of the output layer",
     AT(dropout_final)},
    {"model.dropout_words", LG_REAL, "0", 0, 0.95, NULL,
     "probability that training replaces an input token with a random token of the "
     "vocabulary",
     AT(dropout_words)},
    {"model.precision", LG_NAME, "fp32", 0, 0, "fp32 bf16",
     "number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values "
     "stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast",
     AT(precision)},
    {"model.bias", LG_BOOL, "true", 0, 0, NULL,
     "use biases in the feed-forward and output layers, and offsets in layer norms", AT(bias)},
    {"model.embedding_scale", LG_NAME, "sqrt_width", 0, 0, "sqrt_width one",
     "factor that multiplies token embeddings: the square root of the width, or 1 (T5)", AT(embedding_scale)},
    {"model.embedding_width", LG_INT, "0", 0, LG_WIDTH_MAX, NULL,
     "width of token embeddings; a linear map projects them to model.width (ALBERT: 128); "
     "0: model.width, without a map",
     AT(embedding_width)},
    {"model.embedding_norm", LG_NAME, "none", 0, 0, "none before_positions after_positions",
     "norm of the token embeddings: before positions are added (BLOOM) or after (BERT)", AT(embedding_norm)},
    {"model.qk_norm", LG_NAME, "none", 0, 0, "none rms layer",
     "norm of queries and keys, head by head, before the encoding rotates them: RMS norm "
     "or layer norm",
     AT(qk_norm), .since = "0.4.0"},
    {"loss.smoothing", LG_REAL, "0", 0, 0.95, NULL,
     "label smoothing: fraction of each target's probability that is spread over the "
     "output symbols in training; evaluation reports the plain cross-entropy",
     AT(loss_smoothing)},
    {"loss.smoothing_over", LG_NAME, "all", 0, 0, "all others",
     "output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other "
     "than the target (fairseq)",
     AT(loss_smoothing_over)},
    {"loss.z", LG_REAL, "0", 0, 1, NULL,
     "z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps "
     "logits small",
     AT(loss_z)},
    {"loss.half", LG_BOOL, "false", 0, 0, NULL,
     "text: train only on the second half of each window, where targets have longer contexts", AT(loss_half),
     .since = "0.4.0"},
    {0},
};
