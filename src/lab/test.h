/* test.h: accuracies of a model at all of eval.lengths, and their score: after training, in mid-training, and of a run
 * that was opened again. */
#ifndef LG_LAB_TEST_H
#define LG_LAB_TEST_H

#include "lab/bootstrap.h"
#include "lab/lab.h"
#include "lab/store.h"

typedef struct lg_test {
    lg_hands *hands;           /* the model, and how it is tested */
    const lg_callbacks *calls; /* `testing` hears of all tests before the first, `length` of every one, `stop` is asked
                                  before it; NULL: nobody */
    const lg_store *store; /* keeps a line of each test; those that it has are not made again. NULL: nothing is kept */
    const char *dir;       /* of the run, for words */
    lg_bootstrap *bootstrap; /* hears of the sequences, and gives each accuracy an interval; NULL: nobody asks for it */
} lg_test;

/* Fails with LG_PREEMPTED when it was asked to stop. *score is of all tests, or it is NaN and says how many are
 * missing.
 */
bool lg_test_all(const lg_test *t, lg_score_report *score, lg_error *err);
/* Tests nothing: `length` hears of the tests that the store has. */
bool lg_test_recall(const lg_test *t, lg_error *err);

#endif
