/* loss.h: terms that training adds to the cross-entropy of the targets: options loss.*. Evaluation omits them, so it
 * reports the plain cross-entropy. */
#ifndef LG_NN_LOSS_H
#define LG_NN_LOSS_H

#include "graph/ops.h"
#include "nn/model/parts.h"

lg_loss_terms lg_loss_terms_of(const lg_model *m, bool training);

#endif
