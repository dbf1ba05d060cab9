/* source_stream.h: the layout of architectures with two streams: a source stream, and a target stream with one token
 * for each target token. */
#ifndef LG_NN_SOURCE_STREAM_H
#define LG_NN_SOURCE_STREAM_H

#include "nn/axes/architecture.h"

/* The token format. empty: the id of the empty token, the largest id of the target stream. If both streams have one
 * vocabulary, they share one table. */
lg_token_format lg_source_stream_format(const struct lg_model *m, int empty);
/* Writes the source of a record and its span. */
void lg_source_stream_put(const lg_sequence_layout *t, const lg_record *r, const lg_row *row);

/* Hooks of architectures: see nn/axes/architecture.h. */
lg_sequence_layout lg_source_stream_layout(const struct lg_model *m, lg_record_size z, bool padded);
int lg_source_stream_first_row(const struct lg_model *m, const lg_sequence_layout *t, int n); /* returns 0 */

#endif
