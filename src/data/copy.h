/* copy.h: what the copy tasks of Kazemnejad et al. 2023 share. */
#ifndef LG_DATA_COPY_H
#define LG_DATA_COPY_H

#include "data/text_task.h"

#define LG_COPY_SOURCE                                                                                                 \
    "Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers (NeurIPS), "   \
    "primitive tasks of the released program; words of its alphabet instead of pieces of the T5 vocabulary"
#define LG_COPY_EXAMPLES                                                                                               \
    "Examples are functions of (data.seed, split, length, index). There are data.examples to train\n"                  \
    "on, divided among curriculum.lengths, and data.test_examples of each length to test on."

extern const char *const lg_copy_words[];         /* of "Copy: ... [SEP] ..." */
extern const lg_entry_default lg_copy_defaults[]; /* of all copy tasks */
lg_record_size lg_copy_size(int length);          /* of a copy, once */
/* For judges: "Copy:", then words of the alphabet. The first of them is token LG_COPY_FIRST of the source. */
enum { LG_COPY_FIRST = 2 };
bool lg_copy_is_asked(const lg_dataset *d, const lg_record *r);
/* Are tokens first..first+length-1 of the target the words of the source? */
bool lg_copy_is_told(const lg_dataset *d, const lg_record *r, int first);
/* Is a token the same word as all of these? */
bool lg_copy_is_repeated(const lg_dataset *d, const int32_t *ids, int count, const char *word);

#endif
