/* model.h: creates a model from its description, and records its graphs. Entries include parts.h and build.h
 * instead. */
#ifndef LG_NN_MODEL_H
#define LG_NN_MODEL_H

#include "nn/model/layout.h"
#include "nn/model/network.h"
#include "nn/model/parts.h"

/* Drafts a model from its description, without data and parameters. A draft contains what is known before the data set
 * is opened. *m must be all zeros. Call undraft also after a failure. */
bool lg_model_draft(lg_model *m, const lg_model_description *d, lg_error *err);
void lg_model_undraft(lg_model *m);
/* Checks a draft: numbers that must fit each other, such as heads and width, and the options of each entry. On failure,
 * err names the config keys. Combinations of choices are checked in rules/. */
bool lg_model_check(const lg_model *m, lg_error *err);
/* Texts in the descriptions must outlive the model. unread: bit set of data splits that are not needed. */
lg_model *lg_model_new(const lg_model_description *d, const lg_data_description *data, unsigned unread,
                       const lg_kernels *k, lg_error *err);
void lg_model_free(lg_model *m);
/* The layout of records of this length, for their largest size if sizes differ. */
lg_sequence_layout lg_model_sequence_layout(const lg_model *m, int length);
/* Does the model have position ids for sequences of requested length n? If not, err names the limit, its config key and
 * the remedy. */
bool lg_model_supports_length(const lg_model *m, int n, lg_error *err);
/* The same for a record of length n in another layout. */
bool lg_model_supports_layout(const lg_model *m, const lg_sequence_layout *t, int n, lg_error *err);
/* The stream that the head reads, with T tokens, at the start of recording. */
lg_token_stream lg_model_stream(const lg_model *m, int T);

#endif
