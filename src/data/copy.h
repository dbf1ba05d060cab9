/* copy.h: code shared by the tasks of Kazemnejad et al. 2023 that copy words. */
#ifndef LG_DATA_COPY_H
#define LG_DATA_COPY_H

#include "data/text_task.h"

/* Members that are the same in all of these tasks. */
#define LG_COPY_TASK                                                                                                   \
    .source = "Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers "    \
              "(NeurIPS), primitive tasks of the official code; tokens are words of that code's alphabet, not pieces " \
              "of the T5 vocabulary",                                                                                  \
    .own_bytes = LG_OWN(lg_text_task_settings), .chance = 0, .methods = &lg_text_exact_methods, .between = " [SEP] "
#define LG_COPY_EXAMPLES                                                                                               \
    "Each example is a function of (data.seed, split, length, index). There are data.examples training\n"              \
    "examples, divided among curriculum.lengths. At each length, the number of validation examples is\n"               \
    "data.validation times the number of training examples; there are data.test_examples test\n"                       \
    "examples."

extern const lg_option lg_copy_options[];         /* options of a task whose alphabet has 100 words by default */
extern const char *const lg_copy_words[];         /* fixed words of "Copy: ... [SEP] ..." */
extern const char *const lg_reverse_words[];      /* fixed words of "Reverse: ... [SEP] ... [NEXT] ..." */
extern const lg_entry_default lg_copy_defaults[]; /* for all tasks of this header */
/* Maximum sizes of records. The source is "Copy:" or "Reverse:", followed by a list of words. The target is the list
 * or, for lg_copy_bound_twice, the list twice with [NEXT] between. */
lg_record_size lg_copy_bound(const lg_dataset *d, int length);
lg_record_size lg_copy_bound_twice(const lg_dataset *d, int length);

/* For `compose`: write a list of words of the alphabet in forward or reverse order. */
void lg_copy_write_list(const lg_dataset *d, lg_key list, int count, lg_text_writer *w);
void lg_copy_write_reversed(const lg_dataset *d, lg_key list, int count, lg_text_writer *w);

/* For `check`: */
/* Does the source consist of `words` and exactly `length` words of the alphabet? Advances to the first word of the
 * alphabet. */
bool lg_copy_is_asked(lg_text_reader *source, const char *words, int length);
/* Are the next words the remaining words of `list` in reverse order? Advances past them. */
bool lg_copy_is_reversed(lg_text_reader *target, lg_text_reader list);
/* Are the next words `times` copies of `word`? Advances past them. */
bool lg_copy_is_repeated(lg_text_reader *x, const char *word, int times);

#endif
