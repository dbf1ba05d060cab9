/* eval_config.h: evaluates models with a config that differs from that of training. */
#ifndef LG_RUN_EVAL_CONFIG_H
#define LG_RUN_EVAL_CONFIG_H

#include "config/values.h"
#include "run/run_dir.h"
#include "run/session.h"

/* Checks that a trained model can be evaluated with the values `now`. `now` may differ from `trained` in output files,
 * machine, eval.*, test file, positions, mask, scale, and in the way in which encodings treat longer sequences. Any
 * other change would make a different model. A file with the recorded digest may be at another path. who: names the run
 * in messages. */
bool lg_eval_changes_check(const lg_values *trained, const lg_values *now, const lg_run_dir *run, const char *who,
                           lg_error *err);

/* Sets *out to the evaluation config: the training config with the settings of eval.with applied; NULL if eval.with is
 * empty. Free it with lg_resolved_config_free. False on failure. */
bool lg_eval_config(const lg_resolved_config *trained, lg_resolved_config **out, lg_error *err);
/* Makes a session with a config of lg_eval_config, and checks that it can evaluate at all its lengths. For plans: the
 * model is not read. */
bool lg_eval_session_plan(lg_session *h, const lg_context *c, const lg_resolved_config *trained,
                          const lg_resolved_config *tested, lg_error *err);
/* Warns if the evaluation would be misleading, given the values of training and of the evaluation. t: a trainer with
 * the values of training or those of the evaluation. */
void lg_eval_advise(lg_context *c, const lg_trainer *t, const lg_values *trained, const lg_values *tested);
/* Warns that an option of the run in `dir` selected its model by scores on the test set. */
void lg_warn_of_leak(lg_context *c, const char *dir, const char *option);

#endif
