/* cost.h: typical layouts, used to estimate the cost of all sequences of a length. */
#ifndef LG_TRAIN_COST_H
#define LG_TRAIN_COST_H

#include "train/state.h"

/* Layout of this length with `kept` rows of memory and full key-value stores. */
lg_sequence_layout lg_layout_remembering(const lg_trainer *t, int length, int kept);
/* Layout of a record of mean size, which may be far below the size bound. */
lg_sequence_layout lg_layout_typical(lg_trainer *t, int length);

#endif
