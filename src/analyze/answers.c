/* answers.c: see answers.h. */
#include "analyze/answers.h"

#include "run/evaluation.h"

bool lg_analyze_answers(lg_run *r, const lg_callbacks *calls, lg_record_answer_fn each, void *user, lg_error *err) {
    const lg_run_evaluation evaluation = {.session = &r->session, .calls = calls, .dir = r->dir};
    lg_score_report score;
    const bool good = lg_trainer_on_answer(r->session.trainer, each, user, err) &&
                      lg_run_evaluate(&evaluation, &score, err) && !err->code;
    lg_trainer_on_answer(r->session.trainer, NULL, NULL, NULL);
    return good;
}
