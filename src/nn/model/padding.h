/* padding.h: which models can read sequences that are padded to one size. */
#ifndef LG_NN_PADDING_H
#define LG_NN_PADDING_H

#include "nn/model/parts.h"

/* Under a causal mask, up to how many tokens does what a token computes depend on itself and those before it alone, and
 * not on how many there are? INT_MAX: any number. */
int lg_model_same_up_to(const lg_model *m);
/* Can tokens that see later ones be told which of them are there? Not where their scale counts them, their mask is one
 * of sequences of this size, or their attention takes no spans. */
bool lg_model_takes_spans(const lg_model *m);
/* Do records of several sizes share a pass, padded at the end? Each size has its own where tokens see later ones and
 * there are no spans, and where positions, or what the architecture records, depend on the size. */
bool lg_model_pads(const lg_model *m);
/* May such a pass have sources of several lengths? Not in a second stream without spans. */
bool lg_model_pads_sources(const lg_model *m);
/* Can targets be said to sources of several sizes at once? Those need a stream of their own with spans; and positions
 * that are drawn for one size are not those of another. */
bool lg_model_mixes_sources(const lg_model *m);

#endif
