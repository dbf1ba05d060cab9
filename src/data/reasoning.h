/* reasoning.h: code shared by the mathematical and reasoning tasks of Kazemnejad et al. 2023. Their records pose a
 * question in words and end with an answer. Vocabularies always include the words of scratchpad steps, so that models
 * with and without a scratchpad have the same vocabulary. */
#ifndef LG_DATA_REASONING_H
#define LG_DATA_REASONING_H

#include "data/text_task.h"

#define LG_REASONING_SOURCE                                                                                            \
    "Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers (NeurIPS), "   \
    "mathematical and reasoning tasks of the official code"
#define LG_REASONING_EXAMPLES LG_REASONING_EXAMPLES_OF("curriculum.lengths", "length")
/* groups: what the training examples are divided among, such as "curriculum.lengths"; group: the noun for one group,
 * such as "length". */
#define LG_REASONING_EXAMPLES_OF(groups, group)                                                                        \
    "Each example is a function of (data.seed, split, length, index). There are data.examples training\n"              \
    "examples, divided among " groups ". For each " group ", there are\n"                                              \
    "data.validation times as many validation examples as training examples; there are\n"                              \
    "data.test_examples test examples. exact_match compares final answers."

/* Words of steps that all these tasks use. The templates of some tasks also use : = , [ ]. */
#define LG_STEP_WORDS "Thinking", "step", "by", "comp", "out", "re", "#", "Thus"

#define LG_REASONING_DEFAULTS(train, test, sequences)                                                                  \
    {"architecture", "decoder"}, {"curriculum", "epochs"}, {"metric", "exact_match"}, {"curriculum.lengths", train},   \
        {"eval.lengths", test}, {"eval.sequences", sequences}, {                                                       \
        0                                                                                                              \
    }

int64_t lg_digits_alphabet(const lg_dataset *d);                  /* the ten digits */
int64_t lg_draw_between(lg_random *r, int64_t low, int64_t high); /* uniform in low..high */
void lg_write_answer(lg_text_writer *w, int64_t answer);          /* writes "The answer is 1 4 ." */

/* For `check`: */
/* Reads an integer without leading zeros, and sets *digits to its number of digits. */
bool lg_read_plain(lg_text_reader *x, int64_t *value, int *digits);
bool lg_reads_answer(lg_text_reader x, int64_t answer); /* reads "The answer is 1 4 ."; nothing may follow */

#endif
