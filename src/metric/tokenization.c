/* tokenization.c: the list of tokenizations, made from tokenizations.def. */
#include "metric/tokenization.h"

const lg_tokenization *const lg_tokenizations[] = {
#define TOKENIZATION(name) &lg_tokenization_##name,
#include "metric/tokenizations.def"
#undef TOKENIZATION
    NULL};
