/* api_eval.c: implements evaluation of opened runs, alone or as an ensemble, and evaluations stored in their own
 * directories. */

#include <string.h>

#include "api/analysis.h"
#include "api/run_files.h"
#include "config/describe.h"
#include "run/answers.h"
#include "run/data_files.h"
#include "run/ensemble.h"
#include "run/eval_config.h"
#include "run/eval_digest.h"
#include "run/evaluation.h"
#include "run/retention.h"
#include "run/run.h"

/* True if the test records differ from those of the run's own evaluation. */
static bool tests_others(const lg_run *r) {
    const lg_values *v = r->session.values;
    const lg_dataset *d = lg_trainer_data(r->session.trainer);
    size_t count;
    const int length = lg_lengths(v, "eval.lengths", &count)[0];
    if (lg_dataset_count(d, LG_SPLIT_TEST, length) == LG_ENDLESS)
        return lg_int(v, "eval.seed") != lg_int(r->stored, "eval.seed");
    for (size_t i = 0; i < lg_values_count(v); i++) {
        const char *key = lg_values_option(v, i)->name;
        if (lg_data_is_test_file(d->entry, key) && strcmp(lg_values_text_at(v, i), lg_values_text(r->stored, key)))
            return true;
    }
    return false;
}

static const char *evaluated_model(const lg_run *r) {
    return r->one_model ? r->run_dir.model : lg_evaluated_model(&r->run_dir, r->session.values);
}

/* The option that selected the model by scores on the test set; NULL if none did. A run record from a program version
 * without best models does not name the split of the scores, so the split is taken from the config. */
static const char *find_leak(const lg_run *r, const lg_run_record *record, lg_best_choice config) {
    const char *path = evaluated_model(r), *option;
    if (!strcmp(path, r->run_dir.best))
        return (record->has_best ? record->best : config).split == LG_SPLIT_TEST ? "eval.checkpoint" : NULL;
    if (r->one_model || !lg_validates(r->stored) || config.split != LG_SPLIT_TEST) return NULL;
    for (int i = 0; (option = lg_validations_choose_of(r->stored, i)); i++)
        if (strcmp(option, "eval.checkpoint")) return option;
    return NULL;
}

/* Warns if scores on the test set selected the model. If the record is unreadable, uses the config alone. */
static void warn_of_leak(const lg_run *r) {
    lg_run_record record;
    lg_best_choice config;
    if (tests_others(r) || !lg_run_dir_best_choice(&r->run_dir, &config, NULL)) return;
    if (!lg_run_record_read(&r->run_dir, &record, NULL)) record.has_best = false;
    const char *option = find_leak(r, &record, config);
    if (option) lg_warn_of_leak(r->context, r->dir, option);
}

static bool ready_to_evaluate(lg_run *r, lg_error *err) {
    const unsigned unread = LG_SPLITS_ALL & ~LG_SPLIT_BIT(LG_SPLIT_TEST);
    return lg_run_ready_without(r, unread, err) &&
           lg_session_check_lengths(&r->session, r->config->resolved, false, true, err) &&
           lg_ensemble_open(r, unread, err);
}

lg_status lg_run_eval_check(lg_run *r) {
    lg_error *err = lg_context_begin(r->context);
    ready_to_evaluate(r, err);
    lg_ensemble_close(r);
    return err->code;
}

/* Evaluates a model that is ready. into: the directory that stores the results; NULL: none. */
static bool evaluate(lg_run *r, const lg_run_dir *into, const lg_callbacks *calls, lg_score_report *out,
                     lg_error *err) {
    const lg_run_evaluation evaluation = {.session = &r->session, .calls = calls, .run_dir = into, .dir = r->dir};
    lg_answer_reporter answers;
    lg_data_files_tell(r->context, NULL, lg_trainer_data(r->session.trainer));
    lg_data_lengths_tell(r->context, lg_trainer_data(r->session.trainer), LG_SPLIT_TEST);
    lg_eval_advise(r->context, r->session.trainer, r->stored, r->session.values);
    if (evaluated_model(r) == r->run_dir.best) lg_tell_best_model(r->context, r->run_dir.best);
    warn_of_leak(r);
    const bool good = lg_answer_reporter_begin(&answers, r->session.trainer, calls, err) &&
                      lg_run_evaluate(&evaluation, out, err);
    lg_answer_reporter_end(&answers);
    return good;
}

lg_status lg_run_eval(lg_run *r, const lg_callbacks *calls, lg_score_report *out) {
    if (!r) return LG_USAGE;
    lg_error *err = lg_context_begin(r->context);
    if (!LG_GIVEN(err, out)) return err->code;
    *out = (lg_score_report){0};
    if (ready_to_evaluate(r, err)) evaluate(r, NULL, calls, out, err);
    lg_ensemble_close(r);
    return err->code;
}

/* ---- an evaluation in a directory of its own ---- */

static bool check_new(const lg_run_dir *s, lg_error *err) {
    const char *const kept[] = {s->record, s->state, s->model};
    lg_file_kind kind = LG_ABSENT;
    for (size_t i = 0; i < sizeof kept / sizeof *kept && kind == LG_ABSENT; i++)
        if (!lg_file_get_kind(kept[i], &kind, err)) return false;
    return kind == LG_ABSENT || lg_fail(err, LG_USAGE, "%s holds a run already; expected a new directory", s->dir);
}

/* Writes the record of r with the new score and without descriptions of files. */
static bool write_evaluated(const lg_run *r, const lg_run_dir *s, const lg_score_report *score, lg_error *err) {
    lg_run_record record;
    if (!lg_run_record_read(&r->run_dir, &record, err) ||
        !lg_eval_digest(r->session.values, record.evaluation, err))
        return false;
    record.phase = LG_STATUS_DONE;
    record.state_digest[0] = record.model_digest[0] = '\0';
    record.has_best = false;
    record.has_score = true;
    record.score = *score;
    return lg_run_record_write(s, &record, r->config->resolved, &r->session.runtime, err);
}

static bool evaluate_into(lg_run *r, const char *dir, const lg_callbacks *calls, lg_score_report *out, lg_error *err) {
    lg_run_dir s;
    if (!lg_run_dir_acquire(&s, dir, r->config->resolved, err)) return false;
    const bool good = check_new(&s, err) && lg_eval_clear(&s, err) && evaluate(r, &s, calls, out, err) &&
                      write_evaluated(r, &s, out, err);
    lg_run_dir_close(&s);
    return good;
}

lg_status lg_run_eval_into(lg_run *r, const char *dir, const lg_callbacks *calls, lg_score_report *out) {
    lg_error *err = lg_context_begin(r->context);
    *out = (lg_score_report){0};
    if (lg_config_set(r->config, "out", dir, LG_FLAG, "--to") == LG_OK && ready_to_evaluate(r, err))
        evaluate_into(r, dir, calls, out, err);
    lg_ensemble_close(r);
    return err->code;
}
