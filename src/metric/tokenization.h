/* tokenization.h: how BLEU splits a segment into tokens. The entries are those tokenizations of sacreBLEU (Post 2018)
 * that need no external data, with the same names and results. To add a tokenization, add a file in tokenization/ and a
 * line in tokenizations.def. */
#ifndef LG_METRIC_TOKENIZATION_H
#define LG_METRIC_TOKENIZATION_H

#include "metric/rewrite.h"

typedef struct lg_tokenization {
    const char *name, *summary;
    bool experimental; /* see base/entry.h */
    /* Rewrites a segment, which has no trailing white space, so that white space separates the tokens. */
    void (*separate)(lg_segment *s);
} lg_tokenization;

#define TOKENIZATION(name) extern const lg_tokenization lg_tokenization_##name;
#include "metric/tokenizations.def"
#undef TOKENIZATION

extern const lg_tokenization *const lg_tokenizations[]; /* ends with NULL; the first is the default */

#endif
