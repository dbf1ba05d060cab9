/* model.h: a model, from its description to its graphs. Entries include parts.h and build.h instead. */
#ifndef LG_NN_MODEL_H
#define LG_NN_MODEL_H

#include "nn/model/layout.h"
#include "nn/model/network.h"
#include "nn/model/parts.h"

/* A model as it is described, without data and parameters, into *m, which is all zeros: what is known of it before data
 * are opened. Undraft it also after a failure. */
bool lg_model_draft(lg_model *m, const lg_model_description *d, lg_error *err);
void lg_model_undraft(lg_model *m);
/* Of a draft: do its numbers go together, such as heads and width, and the options of each entry? If not, fails and
 * blames the keys. Whether choices go together is for rules/. */
bool lg_model_check(const lg_model *m, lg_error *err);
/* Texts of the descriptions must outlive the model. unread: set of splits that nobody asks for. */
lg_model *lg_model_new(const lg_model_description *d, const lg_data_description *data, unsigned unread,
                       const lg_kernels *k, lg_error *err);
void lg_model_free(lg_model *m);
/* The sequences of records of this length: of their bound where sizes differ. */
lg_sequence_layout lg_model_sequence_layout(const lg_model *m, int length);
/* Are there position ids for sequences of requested length n? If not, fails with the limit and what to set, and blames
 * the limit's key. */
bool lg_model_supports_length(const lg_model *m, int n, lg_error *err);
/* The same of sequences of another layout, of a record of length n. */
bool lg_model_supports_layout(const lg_model *m, const lg_sequence_layout *t, int n, lg_error *err);
/* The stream that the head reads, of T tokens, as recording begins. */
lg_token_stream lg_model_stream(const lg_model *m, int T);

#endif
