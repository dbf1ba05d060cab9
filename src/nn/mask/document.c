/* document.c: documents packed into a sequence do not see each other: a query sees itself and earlier tokens of its own
 * document. With `positions: document`, the outputs for a document do not depend on the documents before it. */
#include "nn/axes/mask.h"
#include "nn/stream/documents.h"

static const lg_option options[] = {LG_OPTION_SEPARATOR("mask", lg_document_options), {0}};

/* The range for a sequence with one document. nn/record/visibility.c finds the starts of further documents in the
 * tokens. */
static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    (void)own;
    for (int i = 0; i < T; i++) {
        key_begin[i] = 0;
        key_end[i] = i + 1;
    }
}

const lg_mask lg_mask_document = {
    .name = "document",
    .summary = "a query sees itself and all earlier tokens of its own document",
    .formula = "visible iff j <= i and no token j .. i - 1 is mask.separator",
    .source = "Krell et al. 2021, Efficient Sequence Packing without Cross-contamination (of BERT, where queries see "
              "later keys too); causal: Dubey et al. 2024, The Llama 3 Herd of Models, section 3.2",
    .example = "--mask document --mask.separator /, T = 7, tokens a b / c d / e\n"
               "#......\n"
               "##.....\n"
               "###....\n"
               "...#...\n"
               "...##..\n"
               "...###.\n"
               "......#",
    .options = options,
    .own_bytes = LG_OWN(lg_document_options),
    .causal = true,
    .documents = true,
    .range = range,
};
