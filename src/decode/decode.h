/* decode.h: decodes all tokens of all sequences (decoding.h). Caches are used as long as they yield the same bits as a
 * full pass (lg_model_cached_tokens); later tokens are decoded by full passes. Each token depends only on the tokens
 * before it, not on a limit or on the length of a target. */
#ifndef LG_DECODE_DECODE_H
#define LG_DECODE_DECODE_H

#include "decode/decoding.h"

/* Decodes the sequences of d. Each prompt has `at` tokens. Layout t has room for prompts and longest answers.
 * positions: key of the position sample that all sequences share. Must not be called while workers run. */
bool lg_decode_sequences(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err);
/* Checks that the networks of lg_decode_sequences can be built. */
bool lg_decode_check(lg_model *m, const lg_sequence_layout *t, lg_error *err);

#endif
