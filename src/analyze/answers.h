/* answers.h: evaluates a run and calls a function with the run's answer to each record. */
#ifndef LG_ANALYZE_ANSWERS_H
#define LG_ANALYZE_ANSWERS_H

#include "base/error.h"
#include "evaluate/evaluate.h"
#include "run/run.h"
#include "train/train.h"

/* Evaluates a run for which lg_run_ready succeeded, length by length, as lg_run_eval does. `each` may report an error
 * in err. */
bool lg_analyze_answers(lg_run *r, const lg_callbacks *calls, lg_record_answer_fn each, void *user, lg_error *err);

#endif
