/* sentencepiece_check.h: validates models of SentencePiece before the library reads them. With invalid models, the
 * library (0.1.97) accesses memory out of bounds or overflows the stack: it follows invalid offsets of a normalizer,
 * reads past its arrays if too many symbols have the same beginning, and recurses once per byte of a piece. */
#ifndef LG_DATA_SENTENCEPIECE_CHECK_H
#define LG_DATA_SENTENCEPIECE_CHECK_H

#include <stddef.h>

#include "base/error.h"

#define LG_SENTENCEPIECE_MAX ((size_t)16 << 20) /* maximum size of a model in bytes */

/* Returns a validated copy of a model, of *out_size bytes, which the caller frees. The copy has only the parts that the
 * library needs, so it lacks the data of the self test. Returns NULL on failure, with LG_USAGE if the bytes are not a
 * valid model. */
char *lg_sentencepiece_check(const void *bytes, size_t size, const char *name, size_t *out_size, lg_error *err);

/* Fails with LG_USAGE: the file is not a SentencePiece model. Always returns false. */
bool lg_sentencepiece_refuse(const char *name, lg_error *err);

#endif
