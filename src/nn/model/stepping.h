/* stepping.h: networks that read a sequence piece by piece: the prompt at once, then token by token. Each block caches
 * the keys and values of the tokens so far in states of the graph, so that a token costs the work of one row, not of a
 * whole pass. Logits equal the logits of a pass over the whole sequence (decoding in Vaswani et al. 2017). The cache is
 * exact because no token reads a later token. Exception: with precision bf16, caches of heads whose width is a multiple
 * of LG_BF16_COLUMNS round keys and values to bfloat16. Logits then differ by this rounding from the logits of a whole
 * pass, but they have the same bits however the sequence is divided into pieces. */
#ifndef LG_NN_STEPPING_H
#define LG_NN_STEPPING_H

#include "nn/model/network.h"

/* Can the model's networks read these sequences piece by piece? If not, err gives the reason and the config keys. */
bool lg_model_can_step(const lg_model *m, const lg_sequence_layout *t, lg_error *err);
/* Up to this number of tokens, logits computed with caches equal those of a pass without caches over all tokens so far,
 * as described above. INT_MAX: any number. 0: caches are not used, so each token takes a whole pass
 * (lg_model_network_of_last). */
int lg_model_cached_tokens(const lg_model *m);
/* The largest number of tokens, at most `most`, that the model can generate after a source and the beginning of a
 * target. */
int lg_model_longest(const lg_model *m, lg_record_size begun, int most);
/* A network for Q new tokens of S sequences of up to T tokens. In a frame, `at` is the number of tokens read so far,
 * with at + Q <= T. ids are [S,Q], logits [S,Q,output_size]; there are no targets and no loss. All networks of one
 * model and layout share states (train/graph_states.h), whatever S and Q are. If the layout has a piece length, Q must
 * not exceed it. If, in addition, tokens see a bounded past, caches hold only that past and one piece, whatever T is
 * (lg_cache_layout). Logits have the same bits as with caches of all tokens.
 *
 * sources: if the model has a separate source sequence, the network also reads this sequence, before the first tokens,
 * and keeps what it has read in states. Networks without `sources` read these states. If t has spans, the spans of the
 * source sequences are an input of every run. A network that reads source sequences needs constants and shared tensors
 * of its own. All other networks use the same constants and shared tensors, which cover the whole T and are prepared
 * once. */
bool lg_model_stepping(lg_model *m, const lg_sequence_layout *t, bool sources, int S, int Q, lg_network *out,
                       lg_error *err);

#endif
