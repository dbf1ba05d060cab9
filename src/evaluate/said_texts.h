/* said_texts.h: what a model says to the records of an evaluation, compared as text with their targets. */
#ifndef LG_EVALUATE_SAID_TEXTS_H
#define LG_EVALUATE_SAID_TEXTS_H

#include "data/data.h"
#include "evaluate/evaluate.h"

typedef struct lg_said_texts lg_said_texts;

lg_said_texts *lg_said_texts_new(lg_error *err); /* NULL: no memory */
void lg_said_texts_free(lg_said_texts *x);       /* NULL is allowed */
/* Does the model end what it says? Else texts are as long as their targets. */
bool lg_said_texts_suit(const lg_dataset *d, lg_error *err);
/* Sets the sums of texts. The target is the text that the record was read from, where its data has that. */
bool lg_said_texts_measure(lg_said_texts *x, const lg_dataset *d, const lg_said *said, double sums[LG_SUMS],
                           lg_error *err);

#endif
