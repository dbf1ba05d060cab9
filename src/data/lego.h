/* lego.h: what the two LEGO tasks share: chains of variables, each plus or minus the one before it. */
#ifndef LG_DATA_LEGO_H
#define LG_DATA_LEGO_H

#include "data/text_task.h"

enum { LG_LEGO_LONGEST = 26 }; /* a variable is a small letter */

/* A question about a chain. */
typedef struct lg_lego {
    int count, query; /* variables; the one asked for, from 0 */
    char variable[LG_LEGO_LONGEST];
    int value[LG_LEGO_LONGEST]; /* -1 or 1 */
} lg_lego;

#define LG_LEGO_SOURCE                                                                                                 \
    "Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers (NeurIPS), "   \
    "reasoning tasks of the released code, after Zhang et al. 2022, Unveiling Transformers with LEGO"
#define LG_LEGO_EXAMPLES                                                                                               \
    "Variables are random distinct letters; values are -1 or +1 with equal probability. A chain yields\n"              \
    "floor(n / 2) examples, one cell each: they ask for the variables of its second half in turn.\n"                   \
    "Each example is a function of (data.seed, split, length, index). There are data.examples training\n"              \
    "examples, divided among curriculum.lengths; data.validation times as many validation examples;\n"                 \
    "and data.test_examples test examples of each length, rounded to whole chains."

extern const char *const lg_lego_words[];         /* of records, and of a scratchpad for them */
extern const lg_entry_default lg_lego_defaults[]; /* of both tasks */
lg_record_size lg_lego_bound(const lg_dataset *d, int length);
int lg_lego_longest(const lg_dataset *d);
int lg_lego_queries(int length); /* variables that a chain is asked for: cells */
void lg_lego_name_cell(int length, int cell, char *out, size_t size);
void lg_lego_place_cell(int length, int cell, int place[2]); /* variables, and which of them */
lg_lego lg_lego_draw(const lg_dataset *d, const lg_text_example *x);
/* A question, its clauses in this order: order [count], clause i of the chain. */
typedef struct lg_lego_question {
    lg_lego chain;
    int order[LG_LEGO_LONGEST];
    int step; /* of the chain, from 1 on: up to here it is known. 0 to begin with */
} lg_lego_question;
/* Writes its clauses, the question, the steps that data.scratchpad asks for, and the answer. */
void lg_lego_write(const lg_dataset *d, lg_lego_question *x, lg_text_writer *source, lg_text_writer *target);
extern const lg_steps lg_lego_steps;
/* For judges: are the clauses, in whatever order, a chain, is it asked for the variable of the record's cell, and does
 * the answer follow? place [length]: of each clause's variable in the chain. */
bool lg_lego_is_answered(const lg_record *r, lg_text_reader source, lg_text_reader target, int *place);
bool lg_lego_judge_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *steps);

#endif
