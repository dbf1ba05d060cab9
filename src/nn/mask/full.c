/* full.c: every query sees every key. */
#include "nn/axes/mask.h"

const lg_mask lg_mask_full = {
    .name = "full",
    .summary = "every query sees every key",
    .formula = "visible for all i, j in 0..T-1",
    .source = "Vaswani et al. 2017, the encoder of section 3.1",
    .example = "--mask full, T = 4\n"
               "####\n"
               "####\n"
               "####\n"
               "####",
    .plain = true,
};
