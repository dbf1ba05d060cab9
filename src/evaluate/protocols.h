/* protocols.h: the protocols (train/protocol.h), and what they share. */
#ifndef LG_EVALUATE_PROTOCOLS_H
#define LG_EVALUATE_PROTOCOLS_H

#include "decode/decoding.h"
#include "train/protocol.h"

extern const lg_protocol lg_protocol_pass;
extern const lg_protocol *const lg_protocols[]; /* ends with NULL */
const lg_protocol *lg_protocol_find(const char *name);

/* Members of protocols, and parts of them (protocol_part.c). */
int lg_protocol_prompt(const lg_pass *p); /* tokens of the prompts of a pass: its sources are of one length */
/* The sequence in a row is to be decoded. */
void lg_protocol_leave(const lg_eval_settings *e, const lg_pass *p, int row, lg_decoding *d);
int lg_protocol_limit(const lg_eval_settings *e, int n); /* `limit` by eval.max_tokens */
/* Forward passes of `lanes` rows a sequence, read token by token. */
int lg_protocol_passes(const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t, int lanes);

#endif
