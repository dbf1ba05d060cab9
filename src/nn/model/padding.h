/* padding.h: which models support sequences that are padded to one size. */
#ifndef LG_NN_PADDING_H
#define LG_NN_PADDING_H

#include "nn/model/parts.h"

/* Under a causal mask: up to this number of tokens, a token's result depends only on itself and the tokens before it,
 * not on the sequence length. INT_MAX: for any length. */
int lg_model_same_up_to(const lg_model *m);
/* Can padding be hidden from attention that is not causal? Not if the scale depends on the number of keys, the mask
 * depends on the sequence length, the attention function does not support spans, or a sublayer reads sequences as a
 * whole. */
bool lg_model_takes_spans(const lg_model *m);
/* Can records of different sizes share a pass, padded at the end? Not if attention is not causal and padding cannot be
 * hidden from it, or if positions or the architecture's graph depend on the size. */
bool lg_model_pads(const lg_model *m);
/* May a padded pass have sources of different lengths? Not in a separate source stream without spans. */
bool lg_model_pads_sources(const lg_model *m);
/* Can targets be generated for sources of different sizes at once? This needs a separate source stream with spans.
 * Positions must not be random, since positions drawn for one size differ from positions drawn for another size. */
bool lg_model_mixes_sources(const lg_model *m);

#endif
