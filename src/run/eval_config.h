/* eval_config.h: models that are evaluated otherwise than they were trained. */
#ifndef LG_RUN_EVAL_CONFIG_H
#define LG_RUN_EVAL_CONFIG_H

#include "config/values.h"
#include "run/run_dir.h"
#include "run/session.h"

/* May a trained model be evaluated with these values? All but files, machine, eval.*, test file, positions, mask,
 * scale, and what encodings do in longer sequences would make another function of its parameters. A file whose digest
 * the record has may be at another path. who: in messages. */
bool lg_eval_changes_check(const lg_values *trained, const lg_values *now, const lg_run_dir *run, const char *who,
                           lg_error *err);

/* What a run is evaluated with: *out is its config, with what eval.with says in place of what it trains with; NULL
 * where that says nothing. False on failure; to be freed by lg_resolved_config_free. */
bool lg_eval_config(const lg_resolved_config *trained, lg_resolved_config **out, lg_error *err);
/* A session that plans the evaluation with this config of lg_eval_config, at all its lengths. */
bool lg_eval_session_plan(lg_session *h, const lg_context *c, const lg_resolved_config *trained,
                          const lg_resolved_config *tested, lg_error *err);
/* Warns of an evaluation that does not show what it seems to: of a model that was trained with other values, or these.
 * t: a trainer of the one or the other. */
void lg_eval_advise(lg_context *c, const lg_trainer *t, const lg_values *trained, const lg_values *tested);
/* Warns that an option of the run in `dir` chose its model by scores on the test set. */
void lg_warn_of_leak(lg_context *c, const char *dir, const char *option);

#endif
