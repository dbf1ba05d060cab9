/* epochs.c: curriculum for finite data sets that reads every training record once per epoch. Each epoch has a new
 * random order. */
#include "data/curriculum.h"

static const lg_option options[] = {LG_CURRICULUM_LENGTHS, {0}};

const lg_curriculum lg_curriculum_epochs = {
    .name = "epochs",
    .summary = "every training record once per epoch, in random order; for finite data sets",
    .formula = "training example i: epoch e = floor(i / N), record P_e(i mod N) of the N training\n"
               "records whose lengths are in curriculum.lengths; P_e is a permutation set by the seed and e.",
    .source = "usual practice; shuffling as in Luby & Rackoff 1988",
    .options = options,
    .own_bytes = LG_OWN(lg_length_list),
    .reading = LG_READ_EPOCHS,
    .length = lg_curriculum_any_listed, /* length of one record; used for estimates */
    .longest = lg_curriculum_longest_listed,
    .draws = lg_curriculum_draws_listed,
    .listed = true,
};
