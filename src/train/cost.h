/* cost.h: layouts whose costs stand for those of all sequences of a length. */
#ifndef LG_TRAIN_COST_H
#define LG_TRAIN_COST_H

#include "train/state.h"

/* Sequences of this length with as much memory as there can be, and as much in the stores. */
lg_sequence_layout lg_layout_remembering(const lg_trainer *t, int length, int kept);
/* The layout of a record of the mean size, which may be far below the bound; of records that are read apart. */
lg_sequence_layout lg_layout_typical(lg_trainer *t, int length);

#endif
