/* continuation.h: the sequence layout of decoders: the source, an empty token unless the data set separates source and
 * target itself, and all target tokens but the last. Each target token is predicted from all tokens before it. */
#ifndef LG_NN_CONTINUATION_H
#define LG_NN_CONTINUATION_H

#include "nn/axes/architecture.h"

/* Hooks of architectures: see nn/axes/architecture.h. */
bool lg_continuation_autoregressive(const void *own); /* true */
/* The vocabulary has as many tokens as the architecture's option sets or, if it is 0, as many as the data needs. */
lg_token_format lg_continuation_format(const struct lg_model *m);
lg_sequence_layout lg_continuation_layout(const struct lg_model *m, lg_record_size z, bool padded);
int lg_continuation_first_row(const struct lg_model *m, const lg_sequence_layout *t, int n);
int lg_continuation_target_token(const struct lg_model *m, const lg_sequence_layout *t, int n, int j);
void lg_continuation_lay_out(const struct lg_model *m, const lg_sequence_layout *t, const lg_record *r,
                             const lg_row *row);

#endif
