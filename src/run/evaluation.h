/* evaluation.h: accuracies of a model at all of eval.lengths, and their score: after training, in mid-training, and of
 * a run that was opened again. */
#ifndef LG_RUN_EVALUATION_H
#define LG_RUN_EVALUATION_H

#include "run/bootstrap.h"
#include "run/run_dir.h"
#include "run/session.h"

typedef struct lg_run_evaluation {
    lg_session *session;       /* the model, and how it is tested */
    const lg_callbacks *calls; /* `testing` hears of all tests before the first, `length` of every one, `stop` is asked
                                  before it; NULL: nobody */
    const lg_run_dir
        *store;      /* keeps a line of each test; those that it has are not made again. NULL: nothing is kept */
    const char *dir; /* of the run, for words */
    lg_bootstrap *bootstrap; /* hears of the sequences, and gives each accuracy an interval; NULL: nobody asks for it */
} lg_run_evaluation;

/* Fails with LG_PREEMPTED when it was asked to stop. *score is of all tests, or it is NaN and says how many are
 * missing.
 */
bool lg_run_evaluate(const lg_run_evaluation *t, lg_score_report *score, lg_error *err);
/* Tests nothing: `length` hears of the tests that the store has. */
bool lg_run_recall(const lg_run_evaluation *t, lg_error *err);

#endif
