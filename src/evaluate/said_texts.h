/* said_texts.h: compares the model's answers with their targets as text. */
#ifndef LG_EVALUATE_SAID_TEXTS_H
#define LG_EVALUATE_SAID_TEXTS_H

#include "data/data.h"
#include "evaluate/evaluate.h"

typedef struct lg_said_texts lg_said_texts;

lg_said_texts *lg_said_texts_new(lg_error *err); /* NULL: out of memory */
void lg_said_texts_free(lg_said_texts *x);       /* NULL is allowed */
/* Fails if the data has no end token: an answer would always be as long as its target. */
bool lg_said_texts_suit(const lg_dataset *d, lg_error *err);
/* Sets the text sums of an answer. The target is the original text of the record if the data keeps it, otherwise text
 * rebuilt from the tokens. */
bool lg_said_texts_measure(lg_said_texts *x, const lg_dataset *d, const lg_said *said, double sums[LG_SUMS],
                           lg_error *err);

#endif
