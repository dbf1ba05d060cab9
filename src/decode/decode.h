/* decode.h: all tokens of all lanes: with caches while these give the bits of a pass over the tokens so far
 * (lg_model_cached_tokens), then by such passes. What is said depends on the tokens before it alone: neither on a limit
 * nor on how long a target is. */
#ifndef LG_DECODE_DECODE_H
#define LG_DECODE_DECODE_H

#include "decode/decoding.h"

/* Decodes the lanes of d: their prompts have `at` tokens of this layout, which has room for all that can be said.
 * `positions`: the key of a sample that they share. While no worker runs. */
bool lg_decode_lanes(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err);
/* Can what lg_decode_lanes runs be recorded? */
bool lg_decode_check(lg_model *m, const lg_sequence_layout *t, lg_error *err);

#endif
