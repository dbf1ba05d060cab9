/* lego.h: code shared by the two LEGO tasks. A task has a chain of variables. Each is plus or minus the variable before
 * it. */
#ifndef LG_DATA_LEGO_H
#define LG_DATA_LEGO_H

#include "data/text_task.h"

enum { LG_LEGO_LONGEST = 26 }; /* a variable is a lowercase letter */

/* A question about a chain. */
typedef struct lg_lego {
    int count, query; /* number of variables; index of the queried variable */
    char variable[LG_LEGO_LONGEST];
    int value[LG_LEGO_LONGEST]; /* -1 or 1 */
} lg_lego;

#define LG_LEGO_SOURCE                                                                                                 \
    "Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers (NeurIPS), "   \
    "reasoning tasks of the official code, after Zhang et al. 2022, Unveiling Transformers with LEGO"
#define LG_LEGO_EXAMPLES                                                                                               \
    "Variables are random distinct letters; values are -1 or +1 with equal probability. A chain yields\n"              \
    "floor(n / 2) examples (cells): each queries a different variable of the second half of the chain.\n"              \
    "Each example is a function of (data.seed, split, length, index). There are data.examples training\n"              \
    "examples, divided among curriculum.lengths. At each length, the number of validation examples is\n"               \
    "data.validation times the number of training examples; there are data.test_examples test\n"                       \
    "examples. All numbers are rounded to whole chains."

extern const char *const lg_lego_words[];         /* words of records and scratchpads */
extern const lg_entry_default lg_lego_defaults[]; /* for both tasks */
lg_record_size lg_lego_bound(const lg_dataset *d, int length);
int lg_lego_longest(const lg_dataset *d);
int lg_lego_queries(int length); /* number of variables (cells) that may be queried */
void lg_lego_name_cell(int length, int cell, char *out, size_t size);
void lg_lego_place_cell(int length, int cell, int place[2]); /* place: number of variables, index of the queried one */
lg_lego lg_lego_draw(const lg_dataset *d, const lg_text_example *x);
/* A question. order [count]: the chain indices of the clauses, in the order in which they are written. */
typedef struct lg_lego_question {
    lg_lego chain;
    int order[LG_LEGO_LONGEST];
    int step; /* number of the current step, from 1; initially 0. This step finds the value of variable step - 1 */
} lg_lego_question;
/* Writes the clauses, the question, the steps of data.scratchpad, and the answer. */
void lg_lego_write(const lg_dataset *d, lg_lego_question *x, lg_text_writer *source, lg_text_writer *target);
extern const lg_steps lg_lego_steps;
/* For `check`. The clauses, in any order, must form a chain. The question must be for the variable of the record's
 * cell, and the answer must be right. Sets place [length]: for each clause, the position of its variable in the
 * chain. */
bool lg_lego_is_answered(const lg_record *r, lg_text_reader source, lg_text_reader target, int *place);
bool lg_lego_check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *steps);

#endif
