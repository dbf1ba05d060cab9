/* sentencepiece_check.h: validates models of SentencePiece before the library reads them. The library (0.1.97) follows
 * the offsets of a damaged normalizer out of its memory, reads past its arrays if too many symbols begin alike, and
 * recurses once per byte of a piece. */
#ifndef LG_DATA_SENTENCEPIECE_CHECK_H
#define LG_DATA_SENTENCEPIECE_CHECK_H

#include <stddef.h>

#include "base/error.h"

#define LG_SENTENCEPIECE_MAX ((size_t)16 << 20) /* maximum bytes of a model */

/* Returns a validated copy of a model, *out_size bytes, which the caller frees. The copy has only the parts that the
 * library needs, without the data of the self test. NULL: failure; LG_USAGE if it is not a model or a damaged one. */
char *lg_sentencepiece_check(const void *bytes, size_t size, const char *name, size_t *out_size, lg_error *err);

/* Fails with LG_USAGE: the file is not a SentencePiece model. Always false. */
bool lg_sentencepiece_refuse(const char *name, lg_error *err);

#endif
