/* document.c: positions that restart with each document in a packed sequence, so that a document has the positions that
 * it would have alone. */
#include "nn/axes/position.h"
#include "nn/stream/documents.h"

static const lg_option options[] = {LG_OPTION_SEPARATOR("positions", lg_document_options), {0}};

static void positions(const void *own, const lg_position_draw *x, double *p) {
    (void)own;
    for (int t = 0; t < x->T; t++) p[t] = lg_document_begins(x->tokens, x->separator, t) ? 0 : p[t - 1] + 1;
}

const lg_position_sampler lg_position_document = {
    .name = "document",
    .summary = "positions that restart at each document packed into a sequence",
    .formula = "p[0] = 0; p[t] = 0 if token t - 1 is positions.separator, else p[t-1] + 1, t in 1..T-1\n"
               "distance of key s from query t: p[s] - p[t], even if s and t are in different documents\n"
               "mask: document hides the keys of other documents",
    .source = "Krell et al. 2021, Efficient Sequence Packing without Cross-contamination (of BERT); texts packed into "
              "sequences: Raffel et al. 2020, T5",
    .example = "lengthen inspect positions document --positions.separator / --tokens \"a b / c d / e\"\n"
               "positions: 0 1 2 0 1 2 0\n"
               "Each separator is the last token of its document.",
    .options = options,
    .own_bytes = LG_OWN(lg_document_options),
    .documents = true,
    .per = LG_PER_SEQUENCE,
    .positions = positions,
};
