/* mixer.h: channel mixers, the feed-forward networks of blocks. A mixer maps each token separately through a hidden
 * layer: act(h W1 + b1) W2 + b2 or, with a gate, (act(h Wg + bg) * (h W1 + b1)) W2 + b2. */
#ifndef LG_NN_MIXER_H
#define LG_NN_MIXER_H

#include "formula/formula.h"
#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_mixer {
    LG_ENTRY;
    lg_activation activation;
    bool gated;                                       /* the options of this mixer are an lg_gated */
    lg_formula_source (*formula_of)(const void *own); /* formula for lg_formula_mixer, in place of the activation */
};

extern const lg_mixer *const lg_mixers[]; /* ends with NULL */

/* Option of gated mixers: the hidden width. A gated network whose hidden width is two thirds of model.feed_forward
 * has as many parameters as a network without a gate whose hidden width is model.feed_forward (Shazeer 2020, section
 * 3.2). */
typedef struct lg_gated {
    enum { LG_GATED_FULL, LG_GATED_TWO_THIRDS, LG_GATED_TWO_THIRDS_8 } width;
} lg_gated;
extern const lg_option lg_gated_options[];
/* Applies the formula of the model's mixer to the hidden layer. Returns `hidden` if the mixer has no formula. */
lg_tensor *lg_build_mixer_formula(lg_build *b, lg_tensor *hidden);
int lg_mixer_hidden(const lg_chosen_mixer *x, int full); /* the hidden width; full: model.feed_forward */

#endif
