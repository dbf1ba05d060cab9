/* stepping.h: networks that read a sequence piece by piece: the prompt at once, then token by token. Each block keeps
 * the keys and values of the tokens so far in states of the graph, so that a token costs the work of one row and not of
 * a whole pass; logits are those that a pass over the whole sequence has. Vaswani et al. 2017, decoding; the cache is
 * exact because no token reads a later one. */
#ifndef LG_NN_STEPPING_H
#define LG_NN_STEPPING_H

#include "nn/model/network.h"

/* Can its networks step through these sequences? If not, fails with what stands in the way, and blames its keys. */
bool lg_model_can_step(const lg_model *m, const lg_sequence_layout *t, lg_error *err);
/* How many tokens caches can hold so that logits have the bits of one pass without caches over the tokens so far, in
 * which all is computed for their number. INT_MAX: any number; 0: it takes such a pass for each token
 * (lg_model_network_of_last). */
int lg_model_cached_tokens(const lg_model *m);
/* The most tokens, up to `most`, that it can say after a source and the beginning of a target; 0: not even one. */
int lg_model_longest(const lg_model *m, lg_record_size begun, int most);
/* A network for Q new tokens of S sequences of up to T tokens. In a frame, `at` is the number of tokens that these
 * sequences have had so far, at + Q <= T. ids are [S,Q], logits [S,Q,output_size]; there are no targets and no loss.
 * All of one model and layout, whatever S and Q are, can run on the same states (train/states.h). Where the layout says
 * how long a piece is, Q is no more, and where tokens see a bounded past, caches keep no more than that and a piece,
 * however many tokens there are (lg_ring); bits stay.
 * sources: where these have a sequence of their own, all of them are read now, before the first tokens; others keep
 * what was read. Where t has spans, those of the sources are told each time. The constants and shared tensors of these
 * networks are not those of the others; all else are those of the whole T and are prepared once. */
bool lg_model_stepping(lg_model *m, const lg_sequence_layout *t, bool sources, int S, int Q, lg_network *out,
                       lg_error *err);

#endif
