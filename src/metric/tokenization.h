/* tokenization.h: how BLEU cuts a segment into tokens. The entries are those of sacreBLEU (Post 2018) that need no data
 * of other programs: names and results are the same. A tokenisation is a file in tokenization/ and a line in
 * tokenizations.def. */
#ifndef LG_METRIC_TOKENIZATION_H
#define LG_METRIC_TOKENIZATION_H

#include "metric/rewrite.h"

typedef struct lg_tokenization {
    const char *name, *summary;
    bool experimental; /* as that of other entries (base/registry.h) */
    /* Rewrites a segment without white space at its end: tokens are then what lies between white space. */
    void (*separate)(lg_segment *s);
} lg_tokenization;

#define TOKENIZATION(name) extern const lg_tokenization lg_tokenization_##name;
#include "metric/tokenizations.def"
#undef TOKENIZATION

extern const lg_tokenization *const lg_tokenizations[]; /* ends with NULL; the first one is the default */

#endif
