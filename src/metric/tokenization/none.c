/* none.c: tokenization for texts whose tokens are already separated by white space. */
#include "metric/tokenization.h"

static void separate(lg_segment *s) {
    (void)s;
}

const lg_tokenization lg_tokenization_none = {
    .name = "none",
    .summary = "split at white space, for text that is already tokenized",
    .separate = separate,
};
