/* protocols.h: the list of evaluation protocols (train/protocol.h) and their shared functions. */
#ifndef LG_EVALUATE_PROTOCOLS_H
#define LG_EVALUATE_PROTOCOLS_H

#include "decode/decoding.h"
#include "train/protocol.h"

extern const lg_protocol lg_protocol_pass;
extern const lg_protocol *const lg_protocols[]; /* ends with NULL */
const lg_protocol *lg_protocol_find(const char *name);

/* Functions that protocols share (protocol_part.c). */
int lg_protocol_prompt(const lg_pass *p); /* tokens of each prompt of a pass; all its sources have one length */
/* Adds the sequence in a row to the sequences that must be decoded. */
void lg_protocol_leave(const lg_eval_settings *e, const lg_pass *p, int row, lg_decoding *d);
int lg_protocol_limit(const lg_eval_settings *e, int n); /* lg_protocol.limit, if only eval.max_tokens limits answers */
/* Cost of a forward pass and of decoding with `width` rows per sequence. The unit is one forward pass. */
int lg_protocol_passes(const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t, int width);

#endif
