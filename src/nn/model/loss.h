/* loss.h: what training minimises beside the cross-entropy of the targets: options loss.*. Evaluation never does, so
 * that what it reports is the cross-entropy itself. */
#ifndef LG_NN_LOSS_H
#define LG_NN_LOSS_H

#include "graph/ops.h"
#include "nn/model/parts.h"

lg_loss_terms lg_loss_terms_of(const lg_model *m, bool training);

#endif
