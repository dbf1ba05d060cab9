/* answer_scorer.h: compares the model's answers with their targets as text. */
#ifndef LG_EVALUATE_ANSWER_SCORER_H
#define LG_EVALUATE_ANSWER_SCORER_H

#include "data/data.h"
#include "evaluate/evaluate.h"

typedef struct lg_answer_scorer lg_answer_scorer;

lg_answer_scorer *lg_answer_scorer_new(lg_error *err); /* NULL: out of memory */
void lg_answer_scorer_free(lg_answer_scorer *x);       /* NULL is allowed */
/* Fails if the data has no end token, because every answer would then be as long as its target. */
bool lg_answer_scorer_suits(const lg_dataset *d, lg_error *err);
/* Computes the text sums of an answer. The target is the original text of the record if the data keeps it. Otherwise it
 * is a text made from the tokens. */
bool lg_answer_scorer_measure(lg_answer_scorer *x, const lg_dataset *d, const lg_record_answer *generated,
                              double sums[LG_SUMS], lg_error *err);

#endif
