/* none.c: the text is cut already: tokens are what lies between white space. */
#include "metric/tokenization.h"

static void separate(lg_segment *s) {
    (void)s;
}

const lg_tokenization lg_tokenization_none = {
    .name = "none",
    .summary = "what lies between white space, of text that is cut already",
    .separate = separate,
};
