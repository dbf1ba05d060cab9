/* mixer.h: channel mixers: what a block does to each token by itself, between its width and a hidden one: act(h W1 +
 * b1) W2 + b2, or with a gate (act(h Wg + bg) * (h W1 + b1)) W2 + b2. */
#ifndef LG_NN_MIXER_H
#define LG_NN_MIXER_H

#include "formula/formula.h"
#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_mixer {
    LG_ENTRY;
    lg_activation activation;
    bool gated;                                       /* its options are an lg_gated */
    lg_formula_source (*formula_of)(const void *own); /* in place of an activation; of place lg_formula_mixer. NULL */
};

extern const lg_mixer *const lg_mixers[]; /* ends with NULL */

/* Options of mixers with a gate, and the hidden width that is meant: two thirds of model.feed_forward make a gated
 * network as large as one without a gate (Shazeer 2020, section 3.2). */
typedef struct lg_gated {
    enum { LG_GATED_FULL, LG_GATED_TWO_THIRDS, LG_GATED_TWO_THIRDS_8 } width;
} lg_gated;
extern const lg_option lg_gated_options[];
/* The hidden numbers after the formula of the model's mixer; the same where it has none. */
lg_tensor *lg_build_mixer_formula(lg_build *b, lg_tensor *hidden);
int lg_mixer_hidden(const lg_chosen_mixer *x, int full); /* full: model.feed_forward */

#endif
