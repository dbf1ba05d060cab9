/* none.c: no memory besides the state of the cell. */
#include "nn/axes/store.h"
#include "nn/pieces/published.h"

const lg_store lg_store_none = {
    .name = "none",
    .summary = "no external memory",
    .formula = "h_t = cell(x_t, h_{t-1})",
    .source = "Elman 1990; Hochreiter & Schmidhuber 1997",
    .published =
        LG_DELETANG_2023("cell elman 100.0 100.0 56.0 62.0 50.3 51.0, cell lstm 100.0 100.0 59.1 60.9 57.6 55.6"),
};
