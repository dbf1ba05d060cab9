/* sentencepiece_check.h: models of SentencePiece are checked before its library reads them: the library (0.1.97)
 * follows the offsets of a damaged normalizer out of its memory, reads past its arrays when too many symbols begin
 * alike, and recurses once per byte of a piece. */
#ifndef LG_DATA_SENTENCEPIECE_CHECK_H
#define LG_DATA_SENTENCEPIECE_CHECK_H

#include <stddef.h>

#include "base/error.h"

#define LG_SENTENCEPIECE_MAX ((size_t)16 << 20) /* bytes of a model */

/* The parts of a model that its library needs, checked, without its self test: *out_size bytes, to be freed. NULL on
 * failure: LG_USAGE where it is no model, or a damaged one. */
char *lg_sentencepiece_check(const void *bytes, size_t size, const char *name, size_t *out_size, lg_error *err);

/* LG_USAGE: the file is no model of SentencePiece. Always false. */
bool lg_sentencepiece_refuse(const char *name, lg_error *err);

#endif
