/* none.c: nothing beside the state of the cell. */
#include "nn/store.h"

const lg_store lg_store_none = {
    .name = "none",
    .summary = "no memory beside the state of the cell",
    .formula = "h_t = cell(x_t, h_{t-1})",
    .source = "Elman 1990; Hochreiter & Schmidhuber 1997",
    .published = "Delétang et al. 2023, best run, lengths 41..500: cell elman 100.0 on modular_arithmetic and\n"
                 "parity_check, 62.0 on reverse_string, 50.3 on duplicate_string; cell lstm 100.0, 60.9, 57.6",
};
