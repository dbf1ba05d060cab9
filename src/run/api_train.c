/* api_train.c: implements lg_train: trains one config into one run directory.
 *
 * The order of writes makes a kill at any moment harmless:
 *   - Metrics are written before the checkpoint that covers their steps. On resuming, metrics of later steps are
 *     dropped.
 *   - During training the record is also written before the checkpoint, and describes no files. Its loss may belong to
 *     a step after the checkpoint, which resuming trains again.
 *   - The record of a stopped or finished run describes files (record_files.h). It is written after these files. Before
 *     they change, a record without descriptions of files replaces it.
 *   - state.safetensors alone determines where training resumes; the model is written after it, and again on resuming.
 *   - Results of an evaluation are stored length by length, since each is a pure function of the model. A finished run
 *     is evaluated again if eval.* have changed. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/machine.h"
#include "config/describe.h"
#include "evaluate/evaluate.h"
#include "run/checkpoint.h"
#include "run/data_files.h"
#include "run/eval_config.h"
#include "run/eval_digest.h"
#include "run/evaluation.h"
#include "run/initial_weights.h"
#include "run/prune.h"
#include "run/record_files.h"
#include "run/retention.h"
#include "run/run_dir.h"
#include "run/session.h"
#include "run/shared_training.h"
#include "run/tensorboard.h"
#include "train/stop.h"

typedef struct training {
    lg_context *context;
    const lg_resolved_config *config;
    lg_resolved_config *tested; /* config for the evaluation; NULL: `config` */
    const lg_callbacks *calls;
    const char *alike; /* directory of a run that differs only in its evaluation; NULL: unknown */
    lg_run_dir run_dir;
    lg_run_record record;
    lg_session session;
    int64_t first;        /* step at which this process began */
    int64_t saved;        /* step of the last checkpoint; -1: none in this process */
    int64_t ahead;        /* step of a best model later than the state: training is repeated up to it; 0: none */
    double before, spent; /* seconds of training in earlier processes and in this one */
    lg_ending_rule rule;
    lg_validation_course course;
    char weights[LG_DIGEST_SIZE]; /* digest of the model of train.init, if it was read; otherwise "" */
    bool opened;                  /* the directory belongs to this run, and its record was read */
    lg_error *err;
} training;

/* The remaining work of a run when its directory is opened. */
typedef enum left_over {
    LEFT_TRAINING,   /* training, from the beginning or from a state, then evaluation */
    LEFT_EVALUATION, /* training is over */
    LEFT_NOTHING     /* only report the stored results */
} left_over;

static bool is_paused(const training *t) {
    return t->calls->pause_at > 0 && t->record.step >= t->calls->pause_at;
}

/* The status of the run after this step: paused, stopped or still training. */
static lg_run_status next_status(const training *t) {
    if (is_paused(t)) return LG_STATUS_PAUSED;
    return lg_stop_asked(&t->context->stop) ? LG_STATUS_PREEMPTED : LG_STATUS_TRAINING;
}

static bool write_record(training *t, lg_run_status phase) {
    lg_run_record *r = &t->record;
    *r->finished = '\0';
    if (phase == LG_STATUS_DONE || phase == LG_STATUS_DIVERGED) lg_utc(r->finished);
    r->phase = phase;
    r->seconds = t->before + t->spent;
    return lg_run_record_write(&t->run_dir, r, t->config, &t->session.runtime, t->err);
}

/* True if a regular checkpoint is due. Checkpoints that are written only because of a stop are not kept in
 * checkpoints/. */
static bool is_due(const training *t) {
    return t->record.step % lg_int(t->config->values, "train.checkpoint_every") == 0 || t->record.ended != LG_NOT_ENDED;
}

/* Writes the checkpoint of the current step; discards stored results if the model changed. */
static bool save_checkpoint(training *t) {
    const lg_trainer *x = t->session.trainer;
    lg_run_record *r = &t->record;
    lg_checkpoint_id state, model;
    if (t->saved == lg_trainer_steps(x)) return true;
    if (is_due(t) && !lg_retain_last(&t->run_dir, x, t->config, t->err)) return false;
    if (!lg_checkpoint_write(LG_STATE_FILE, t->run_dir.state, x, t->config, &state, t->err) ||
        !lg_checkpoint_write(LG_MODEL_FILE, t->run_dir.model, x, t->config, &model, t->err))
        return false;
    if (strcmp(model.digest, r->model_digest)) r->evaluation[0] = '\0', r->has_score = false;
    strcpy(r->state_digest, state.digest);
    strcpy(r->model_digest, model.digest);
    t->saved = lg_trainer_steps(x);
    return true;
}

/* ---- resuming ---- */

static bool load_state(training *t) {
    lg_error words = {0};
    lg_file_kind kind;
    if (!lg_file_get_kind(t->run_dir.state, &kind, t->err)) return false;
    if (kind == LG_ABSENT) return true;
    if (lg_checkpoint_read(LG_STATE_FILE, t->run_dir.state, t->session.trainer, t->config, &words)) return true;
    return lg_fail_like(t->err, &words, "%s (nothing was overwritten; remove the directory to train it again)",
                        words.text);
}

/* Warns if the kernel set has changed: another one rounds differently, so the result will differ from that of an
 * uninterrupted run. */
static void compare_kernels(const training *t) {
    const char *now = lg_runtime_bits(&t->session.runtime), *then = t->record.kernels;
    if (t->first > 0 && *then != '\0' && strcmp(now, then))
        lg_context_say(t->context, LG_WARNING,
                       "%s: started with kernels %s, resumed with %s: the last digits will differ", t->run_dir.dir,
                       then, now);
}

static size_t metric_of(const training *t) {
    return lg_metric_index(lg_metric_of(t->config->values));
}

static lg_split split_of(const training *t) {
    return lg_validation_split_of(t->config->values);
}

static bool has_validations(const training *t) {
    return lg_validates(t->config->values);
}

/* True if the existing best model was chosen by another metric or on another split. */
static bool is_best_other(const training *t) {
    const lg_run_record *r = &t->record;
    return r->has_best && (r->best.metric != metric_of(t) || r->best.split != split_of(t));
}

/* With eval.checkpoint: best, refuses a best model that was chosen in another way. Otherwise results would depend on
 * the history of the run. */
static bool check_best(const training *t) {
    const lg_best_choice *was = &t->record.best;
    const bool metric = was->metric != metric_of(t);
    lg_error words = {0};
    if (!is_best_other(t) || strcmp(lg_text(t->config->values, "eval.checkpoint"), "best")) return true;
    lg_fail_keys(&words, metric ? "metric" : "eval.validation",
                 "%s: the best model of %s was already chosen by %s on the %s split (use --eval.checkpoint last, or "
                 "another directory)",
                 metric ? "metric" : "eval.validation", t->run_dir.dir, lg_metrics[was->metric]->name,
                 lg_split_name(was->split));
    return lg_resolved_config_fail(t->config, &words, t->err);
}

/* Determines how the best model was chosen. If the run record is from a program version without best models, it lacks
 * this choice, and the run's config is used. */
static bool recall_best(training *t) {
    lg_run_record *r = &t->record;
    return (r->has_best || (lg_has_best(&t->run_dir, &r->has_best, t->err) &&
                            lg_run_dir_best_choice(&t->run_dir, &r->best, t->err))) &&
           check_best(t);
}

/* True if metrics.jsonl would be empty if the run ended at this step. The last step is logged in that case. Extending
 * the run removes this line, because a longer run would not have it. */
static bool is_alone(const training *t, int64_t step) {
    const int64_t validate_every = lg_int(t->config->values, "eval.every");
    return step > 0 && step < lg_int(t->config->values, "train.log_every") &&
           (validate_every <= 0 || step < validate_every);
}

/* Drops the metrics of steps that will be trained again. Sets the training time so far to the time in the last
 * remaining line or, if that is larger, to the time in the record. The record's time is ignored if it includes steps
 * that will be trained again. */
static bool rewind_metrics(training *t) {
    const double recorded = t->record.step <= t->first ? t->record.seconds : 0;
    const bool extended = is_alone(t, t->first) && lg_int(t->config->values, "train.steps") > t->first;
    t->course = (lg_validation_course){.metric = metric_of(t), .best = NAN, .last = NAN};
    if (!lg_metrics_rewind(&t->run_dir, t->first - extended, split_of(t), &t->rule, &t->before, &t->course, t->err))
        return false;
    if (is_best_other(t)) t->course.best = NAN, t->course.no_better = 0; /* the best model is chosen anew */
    if (recorded > t->before) t->before = recorded;
    return true;
}

/* Warns if the state is not the recorded one; training continues from it anyway. A state later than the record is
 * refused once it has been read (check_first). */
static bool tell_other_state(const training *t) {
    lg_error words = {0};
    lg_file_kind kind;
    lg_checkpoint_id is;
    if (!lg_file_get_kind(t->run_dir.state, &kind, t->err)) return false;
    if (kind == LG_ABSENT || !lg_checkpoint_identify(LG_STATE_FILE, t->run_dir.state, &is, NULL) ||
        is.step > t->record.step || lg_record_file_compare(&t->run_dir, &t->record, LG_FILE_STATE, &words))
        return true;
    if (words.code != LG_CORRUPT) return lg_fail_like(t->err, &words, "%s", words.text);
    lg_context_say(t->context, LG_WARNING, "%s", words.text);
    return true;
}

/* Checks that record and metrics cover all steps before the state. */
static bool check_first(const training *t) {
    return t->record.phase == LG_STATUS_NEW || t->first <= t->record.step ||
           lg_fail(t->err, LG_CORRUPT,
                   "%s is from step %" PRId64 ", but run.json and metrics.jsonl end at step %" PRId64
                   ": were they copied during training? (copy the directory again, or remove it to retrain the run)",
                   t->run_dir.state, t->first, t->record.step);
}

/* Identifies the best model, which may be of a later step than record and state if the process was killed. */
static bool find_best(training *t) {
    lg_run_record *r = &t->record;
    lg_checkpoint_id is;
    lg_file_kind kind;
    if (!lg_file_get_kind(t->run_dir.best, &kind, t->err)) return false;
    if (kind == LG_ABSENT || !lg_checkpoint_identify(LG_MODEL_FILE, t->run_dir.best, &is, NULL)) return true;
    if (*r->best_model.digest == '\0' || is.step > r->best_model.step) r->best_model = is;
    if (r->best_model.step > t->first) t->ahead = r->best_model.step;
    return true;
}

static bool resume_training(training *t) {
    if (!tell_other_state(t) || !load_state(t)) return false;
    t->first = lg_trainer_steps(t->session.trainer);
    if (!check_first(t) || !find_best(t)) return false;
    compare_kernels(t);
    if (t->first > 0) lg_context_say(t->context, LG_INFO, "%s: resuming from step %" PRId64, t->run_dir.dir, t->first);
    if (!rewind_metrics(t) || !lg_tensorboard_write(&t->run_dir, t->err)) return false;
    t->record.step = t->first;
    t->record.steps = lg_int(t->config->values, "train.steps");
    t->record.ended = LG_NOT_ENDED;
    if (t->run_dir.lasts && !write_record(t, LG_STATUS_TRAINING)) return false; /* before the config is written */
    return lg_file_write_text(t->run_dir.config, t->config->text, t->err);
}

/* Reads the model of a run that needs no more training. */
static bool reopen_model(training *t) {
    lg_error words = {0};
    t->before = t->record.seconds;
    if (lg_checkpoint_read(LG_MODEL_FILE, t->run_dir.model, t->session.trainer, t->config, &words)) return true;
    if (words.code != LG_CORRUPT) return lg_fail_like(t->err, &words, "%s", words.text);
    return lg_fail_like(t->err, &words, "%s (remove it, and %s)", words.text, lg_model_remedy(&t->run_dir));
}

/* ---- training ---- */

static bool report_step(training *t, const lg_step *s) {
    const bool last_alone = s->step == t->record.steps && is_alone(t, s->step);
    const int64_t log_every = lg_int(t->config->values, "train.log_every");
    const int64_t save_every = lg_int(t->config->values, "train.checkpoint_every");
    const bool logged = s->step % log_every == 0, last = (s->step + log_every) / save_every > s->step / save_every;
    if ((logged || last_alone) && !lg_metrics_append(&t->run_dir, s, t->before + t->spent, last, t->err)) return false;
    if (!t->calls->step) return true;
    const lg_step_report r = {.step = s->step,
                              .steps = t->record.steps,
                              .length = s->length,
                              .loss = s->loss,
                              .accuracy = s->accuracy,
                              .grad_norm = s->grad_norm,
                              .learning_rate = s->rate,
                              .seconds = t->spent,
                              .steps_per_second = t->spent > 0 ? (double)(s->step - t->first) / t->spent : 0,
                              .logged = logged};
    t->calls->step(t->calls->user, &r);
    return true;
}

/* Saves the last finite parameters for inspection and reports the divergence. If memory or disk space runs out
 * meanwhile, reports this error instead; the run then diverges again when resumed. */
static bool end_diverged(training *t) {
    lg_error *first = t->err, later = {0};
    t->err = &later;
    if (write_record(t, LG_STATUS_TRAINING) && save_checkpoint(t)) write_record(t, LG_STATUS_DIVERGED);
    t->err = first;
    if (lg_error_is_shortage(&later)) *first = later;
    return false;
}

/* Ends after a stop within a step or a validation; both are repeated when the run resumes. */
static bool end_stopped(training *t) {
    lg_error *first = t->err, later = {0};
    *first = (lg_error){0};
    t->err = &later;
    const bool good = write_record(t, LG_STATUS_TRAINING) && (t->record.step == 0 || save_checkpoint(t)) &&
                      write_record(t, LG_STATUS_PREEMPTED);
    t->err = first;
    return good ? lg_fail(first, LG_PREEMPTED, "%s: stopped at step %" PRId64, t->run_dir.dir, t->record.step)
                : lg_fail_like(first, &later, "%s", later.text);
}

static bool train_step(training *t) {
    lg_step s = {0};
    const double start = lg_seconds();
    lg_session_follow_quota(&t->session);
    lg_trainer_on_stop(t->session.trainer, &t->context->stop);
    if (!lg_trainer_step(t->session.trainer, &s, t->err))
        return t->err->code == LG_DIVERGED ? end_diverged(t) : t->err->code == LG_PREEMPTED && end_stopped(t);
    t->spent += lg_seconds() - start;
    t->record.step = s.step;
    t->record.loss = s.loss;
    t->record.accuracy = s.accuracy;
    return report_step(t, &s);
}

/* Validates the current model. Called before the checkpoint of the step is written. Does not change the training
 * state. */
static bool validate(training *t) {
    const lg_run_evaluation evaluation = {
        .session = &t->session, .dir = t->run_dir.dir, .on_validation_split = split_of(t) == LG_SPLIT_VALIDATION};
    lg_score_report r;
    if (!lg_run_evaluate(&evaluation, &r, t->err)) return t->err->code == LG_PREEMPTED && end_stopped(t);
    if (!lg_metrics_append_score(&t->run_dir, t->record.step, split_of(t), &r, t->before + t->spent, t->err))
        return false;
    const bool best = lg_validation_course_add(&t->course, &t->rule, r.scores);
    if (best || t->record.step == t->ahead) {
        if (!lg_retain_best(&t->run_dir, t->session.trainer, t->config, &t->record.best_model, t->err)) return false;
        t->ahead = 0;
        t->record.has_best = true;
        t->record.best = (lg_best_choice){metric_of(t), split_of(t)};
    }
    if (t->calls->score) t->calls->score(t->calls->user, t->record.step, &r);
    return true;
}

static bool is_over(training *t) {
    const double seconds = t->record.step < t->ahead ? 0 : t->before + t->spent;
    t->record.ended = lg_ending_now(&t->rule, &t->course, t->record.step >= t->record.steps, seconds);
    return t->record.ended != LG_NOT_ENDED;
}

static void tell_ending(const training *t) {
    const lg_ending e = t->record.ended;
    const char *option = lg_ending_option(e);
    char records[40] = "";
    if (e == LG_ENDED_STEPS) return;
    if (e != LG_ENDED_TIME) snprintf(records, sizeof records, " on %s records", lg_split_name(split_of(t)));
    lg_context_say(t->context, LG_INFO, "%s: training ended at step %" PRId64 " of %" PRId64 " by %s: %s%s%s%s%s",
                   t->run_dir.dir, t->record.step, t->record.steps, option, lg_values_text(t->config->values, option),
                   records, t->spent > 0 ? "" : " (--", t->spent > 0 ? "" : option,
                   t->spent > 0             ? ""
                   : e == LG_ENDED_PATIENCE ? " 0 to continue)"
                                            : " none to continue)");
}

/* If the last model is evaluated but an earlier one validated better, reports this. */
static void tell_best(const training *t) {
    const lg_validation_course *c = &t->course;
    const bool chosen = !strcmp(lg_text(t->config->values, "eval.checkpoint"), "best");
    if (chosen || !t->record.has_best || !lg_metric_better(c->metric, c->best, c->last)) return;
    const lg_metric_info m = lg_metric_at(c->metric);
    lg_context_say(t->context, LG_INFO,
                   "%s: an earlier validation scored better: %s %.4g instead of %.4g%s%s on %s records; its model is "
                   "checkpoints/best.safetensors (test it with --eval.checkpoint best)",
                   t->run_dir.dir, m.title, m.scale * c->best, m.scale * c->last, *m.unit ? " " : "", m.unit,
                   lg_split_name(split_of(t)));
}

/* True if a validation follows this step. */
static bool is_validated(const training *t) {
    const int64_t every = lg_int(t->config->values, "eval.every");
    return every > 0 && t->record.step > 0 && t->record.step % every == 0;
}

/* Saves a checkpoint and ends training with this status. Always false. */
static bool stop_training(training *t, lg_run_status status) {
    return save_checkpoint(t) && write_record(t, status) &&
           lg_fail(t->err, LG_PREEMPTED, "%s: %s at step %" PRId64, t->run_dir.dir, lg_run_status_name(status),
                   t->record.step);
}

/* Trains the remaining steps. If the validation of the last step was interrupted, begins with it. Trains no step if the
 * run has reached its pause, which happens if a process was killed before it recorded the pause. */
static bool train_all_steps(training *t) {
    bool trained = is_validated(t) && t->course.step < t->record.step;
    if ((trained || !is_over(t)) && !write_record(t, LG_STATUS_TRAINING)) return false;
    lg_run_status next = !trained && is_paused(t) ? LG_STATUS_PAUSED : LG_STATUS_TRAINING;
    while (t->record.ended == LG_NOT_ENDED && next == LG_STATUS_TRAINING) {
        if (!trained && !train_step(t)) return false;
        trained = false;
        if (is_validated(t) && !validate(t)) return false;
        next = is_over(t) ? LG_STATUS_TRAINING : next_status(t);
        if (next == LG_STATUS_TRAINING && !is_due(t)) continue;
        if (!write_record(t, LG_STATUS_TRAINING) || !save_checkpoint(t)) return false;
    }
    if (t->record.ended == LG_NOT_ENDED) return stop_training(t, next);
    tell_ending(t);
    tell_best(t);
    return save_checkpoint(t);
}

/* ---- evaluation ---- */

/* Removes the results of another evaluation and updates the config. The record is written first and names no
 * evaluation, so that after a kill no results look complete. */
static bool discard_results(training *t) {
    t->record.evaluation[0] = '\0';
    t->record.has_score = false;
    return write_record(t, LG_STATUS_EVALUATING) && lg_eval_clear(&t->run_dir, t->err) &&
           lg_file_write_text(t->run_dir.config, t->config->text, t->err);
}

/* The path of the model to evaluate. Fails with NULL if this is the best model and differs from the recorded best
 * model. */
static const char *find_model(training *t) {
    const char *path = lg_evaluated_model(&t->run_dir, t->config->values);
    lg_run_record r = t->record;
    r.phase = LG_STATUS_EVALUATING;
    return path == t->run_dir.model || lg_record_file_compare(&t->run_dir, &r, LG_FILE_BEST, t->err) ? path : NULL;
}

/* Reads the best model into the trainer if it is to be evaluated instead of the last one. */
static bool choose_model(training *t) {
    const char *path = find_model(t);
    if (!path || path == t->run_dir.model) return path;
    lg_tell_best_model(t->context, path);
    return lg_checkpoint_read(LG_MODEL_FILE, path, t->session.trainer, t->config, t->err);
}

/* Opens a session with the evaluation config, which differs from that of training, and reads the parameters. */
static bool open_tested(training *t, lg_session *tested) {
    const char *path = find_model(t);
    if (!path) return false;
    if (!lg_session_new_blank(tested, t->context, t->tested->values, t->config->values, 0, t->err)) return false;
    lg_data_lengths_tell(t->context, lg_trainer_data(tested->trainer), LG_SPLIT_TEST);
    if (path != t->run_dir.model) lg_tell_best_model(t->context, path);
    return lg_checkpoint_read(LG_MODEL_FILE, path, tested->trainer, t->config, t->err);
}

static bool evaluate_session(training *t, lg_session *session, const char *digest) {
    const lg_run_evaluation evaluation = {
        .session = session, .calls = t->calls, .run_dir = &t->run_dir, .dir = t->run_dir.dir};
    const bool other = strcmp(digest, t->record.evaluation);
    if (!(other ? discard_results(t) : lg_file_write_text(t->run_dir.config, t->config->text, t->err))) return false;
    strcpy(t->record.evaluation, digest);
    if (!write_record(t, LG_STATUS_EVALUATING) || !lg_run_evaluate(&evaluation, &t->record.score, t->err)) return false;
    t->record.has_score = true;
    return lg_tensorboard_write(&t->run_dir, t->err) && write_record(t, LG_STATUS_DONE);
}

/* Records that the evaluation of a trained run was stopped. Ignores errors, since the stop itself is reported. */
static void note_stop(training *t) {
    lg_error *first = t->err, later = {0};
    t->err = &later;
    write_record(t, LG_STATUS_PREEMPTED);
    t->err = first;
}

/* Evaluates the model, with the changes of eval.with if there are any. */
static bool evaluate(training *t, const char *digest) {
    lg_session tested = {0};
    const bool good = t->tested ? open_tested(t, &tested) && evaluate_session(t, &tested, digest)
                                : choose_model(t) && evaluate_session(t, &t->session, digest);
    lg_session_free(&tested);
    if (!good && t->err->code == LG_PREEMPTED) note_stop(t);
    return good;
}

/* Sets *has to whether all results of the recorded evaluation exist. If the results of some lengths cannot be read,
 * these lengths are evaluated again. If the score does not match the results, all lengths are. */
static bool has_results(training *t, bool *has) {
    lg_error words = {0};
    size_t count;
    lg_eval_result *results = lg_eval_read_all(&t->run_dir, &count, &words);
    *has = results && lg_eval_check_score(&t->run_dir, &t->record, results, count, &words);
    if (results && !*has) *t->record.evaluation = '\0';
    free(results);
    if (words.code == LG_CORRUPT)
        lg_context_say(t->context, LG_WARNING, "%s; %s evaluated again", words.text,
                       *t->record.evaluation == '\0' ? "all lengths are" : "the missing lengths are");
    return *has || words.code == LG_CORRUPT || lg_fail_like(t->err, &words, "%s", words.text);
}

/* If another metric was chosen since the evaluation, updates the score in the record. A metric that was not measured
 * requires a new evaluation. */
static bool choose_metric(training *t, bool *has) {
    lg_score_report *s = &t->record.score;
    const size_t metric = metric_of(t);
    if (lg_metric_is_optional(lg_metrics[metric]) && isnan(s->scores[metric]) && s->lengths > 0) {
        lg_context_say(t->context, LG_INFO, "%s: its evaluation lacks %s; all lengths are evaluated again",
                       t->run_dir.dir, lg_metrics[metric]->name);
        *t->record.evaluation = '\0';
        *has = false;
        return true;
    }
    if (metric == s->metric) return true;
    s->metric = metric, s->score = s->scores[metric];
    return lg_file_write_text(t->run_dir.config, t->config->text, t->err) &&
           lg_run_record_write(&t->run_dir, &t->record, t->config, &t->session.runtime, t->err);
}

/* Reports the stored results of a finished run. Creates its event file if it is wanted and missing. */
static bool recall_results(training *t) {
    const lg_run_evaluation evaluation = {
        .session = &t->session, .calls = t->calls, .run_dir = &t->run_dir, .dir = t->run_dir.dir};
    if (t->run_dir.events && !lg_tensorboard_write(&t->run_dir, t->err)) return false;
    if (*t->record.error != '\0' && !lg_run_record_set_error(&t->run_dir, NULL, t->err)) return false;
    return !t->calls->length || lg_run_report_cached(&evaluation, t->err);
}

/* ---- phases ---- */

/* Checks that the data files have not changed since the run began, and records them. */
static bool open_files(training *t) {
    const lg_dataset *d = lg_trainer_data(t->session.trainer);
    if (!lg_data_files_check(&t->record, d, t->run_dir.dir, NULL, t->err)) return false;
    lg_data_files_record(&t->record, d);
    return true;
}

/* Warns that the score is biased if the model was chosen by scores on test records. */
static void warn_of_leak(const training *t) {
    const char *option = lg_validations_choose_of(t->config->values, 0);
    if (!has_validations(t) || split_of(t) != LG_SPLIT_TEST || !option) return;
    lg_warn_of_leak(t->context, t->run_dir.dir, option);
}

/* For each split that this run reads, reports how many records are skipped because of their lengths. With eval.with,
 * the evaluation's own session reports the test split. */
static void tell_lengths(const training *t) {
    const lg_dataset *d = lg_trainer_data(t->session.trainer);
    lg_data_lengths_tell(t->context, d, LG_SPLIT_TRAIN);
    if (has_validations(t) && split_of(t) == LG_SPLIT_VALIDATION)
        lg_data_lengths_tell(t->context, d, LG_SPLIT_VALIDATION);
    if (!t->tested) lg_data_lengths_tell(t->context, d, LG_SPLIT_TEST);
}

/* Checks that computed records have not changed since the run began. Skips this if nothing is left to do, because
 * computing the digests can take as long as training a small model. */
static bool open_records(training *t, left_over left) {
    const bool done = left == LEFT_NOTHING;
    const lg_dataset *d = lg_trainer_data(t->session.trainer);
    if (!done && !lg_data_records_check(&t->record, d, t->session.pool, t->run_dir.dir, t->err)) return false;
    lg_data_files_tell(t->context, &t->record, d);
    const lg_values *tested = t->tested ? t->tested->values : t->config->values;
    if (!done) tell_lengths(t), warn_of_leak(t);
    if (!done) lg_eval_advise(t->context, t->session.trainer, t->config->values, tested);
    return true;
}

/* Checks that the model can be evaluated with eval.with. */
static bool check_tested(training *t) {
    lg_session tested = {0};
    const bool good = lg_eval_config(t->config, &t->tested, t->err) &&
                      (!t->tested || lg_eval_session_plan(&tested, t->context, t->config, t->tested, t->err));
    lg_session_free(&tested);
    return good;
}

/* ---- parameters of another model ---- */

/* Sets *begun to whether the directory already contains parameters. If it does, train.init is not read. */
static bool has_begun(const training *t, bool *begun) {
    static const char *const names[] = {"state.safetensors", "model.safetensors"};
    *begun = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !*begun; i++) {
        char path[4096];
        lg_file_kind kind = LG_ABSENT;
        snprintf(path, sizeof path, "%s/%s", lg_text(t->config->values, "out"), names[i]);
        if (!lg_file_get_kind(path, &kind, t->err)) return false;
        *begun = kind != LG_ABSENT;
    }
    return true;
}

static bool take_weights(training *t) {
    bool begun;
    lg_error words = {0};
    if (!lg_takes_weights(t->config->values)) return true;
    if (!has_begun(t, &begun)) return false;
    return begun || lg_take_weights(t->context, t->session.trainer, t->config->values, t->weights, &words) ||
           lg_resolved_config_fail(t->config, &words, t->err);
}

/* Records the initial model; fails if another one is recorded already. */
static bool note_weights(training *t) {
    char *then = t->record.weights;
    if (*t->weights == '\0') return true;
    if (*then != '\0' && strcmp(then, t->weights))
        return lg_fail(t->err, LG_USAGE,
                       "train.init: the model of %s has changed since %s was started: its digest is %s, but run.json "
                       "has %s (restore the original, or train in another directory)",
                       lg_text(t->config->values, "train.init"), t->run_dir.dir, t->weights, then);
    strcpy(then, t->weights);
    return true;
}

/* ---- more steps than before ---- */

/* The first trained step whose learning rate would have been different with the present train.steps; 0 if there is
 * none. */
static int64_t find_other_rate(const training *t) {
    const lg_trainer *of = t->session.trainer;
    const int64_t steps = lg_int(t->config->values, "train.steps");
    for (int64_t step = 1; step <= t->record.step; step++)
        if (lg_trainer_rate(of, step, t->record.steps) != lg_trainer_rate(of, step, steps)) return step;
    return 0;
}

static void tell_extension(const training *t, int64_t steps) {
    lg_context_say(t->context, LG_INFO, "%s: trained for %" PRId64 " of %" PRId64 " steps, continuing to %" PRId64,
                   t->run_dir.dir, t->record.step, t->record.steps, steps);
    const int64_t other = find_other_rate(t);
    if (other > 0)
        lg_context_say(t->context, LG_WARNING,
                       "%s: schedule %s depends on train.steps: from step %" PRId64 " to %" PRId64
                       " the learning rate differed from that of a run of %" PRId64
                       " steps, so the final model will differ too",
                       t->run_dir.dir, lg_text(t->config->values, "schedule"), other, t->record.step, steps);
}

/* If training may now last longer than before, prepares the run to continue from its state and forgets its results,
 * which belong to the shorter training. */
static bool extend(training *t) {
    const int64_t steps = lg_int(t->config->values, "train.steps");
    const bool ended = lg_run_record_is_trained(&t->record);
    lg_file_kind state = LG_ABSENT;
    const bool cut_short = t->run_dir.lasts && t->record.ended != LG_ENDED_STEPS;
    if (t->record.steps == 0 || (t->record.steps >= steps && !cut_short)) return true;
    if (!lg_file_get_kind(t->run_dir.state, &state, t->err)) return false;
    if (state == LG_ABSENT)
        return !ended || lg_fail(t->err, LG_USAGE,
                                 "%s cannot continue to %" PRId64 " steps: state.safetensors is missing (`lengthen "
                                 "prune` and --train.keep_state unfinished remove it)",
                                 t->run_dir.dir, steps);
    if (ended && !tell_other_state(t)) return false;
    tell_extension(t, steps);
    if (ended) t->record.phase = LG_STATUS_TRAINING;
    t->record.evaluation[0] = '\0';
    t->record.has_score = false;
    return true;
}

/* ---- opening ---- */

/* Checks the config of a trained run against the record. No other check would notice an edited config, because training
 * is over. */
static bool check_unedited(const training *t) {
    const lg_run_record *r = &t->record;
    char differing[LG_DIFFERING];
    if (!lg_run_record_is_trained(r) || t->run_dir.lasts || *r->hash == '\0' || !strcmp(r->hash, t->config->hash))
        return true;
    if (!lg_checkpoint_compare(LG_MODEL_FILE, t->run_dir.model, t->config, differing, NULL) || !*differing)
        snprintf(differing, sizeof differing, "the hash %s instead of %s", r->hash, t->config->hash);
    return lg_fail(t->err, LG_USAGE,
                   "%s was edited: the run was trained with %s; undo the edit, or train in another directory (--out)",
                   t->run_dir.config, differing);
}

/* Makes the trainer first: a config that cannot be trained or evaluated must leave no trace in the directory. */
static bool open_all(training *t) {
    lg_file_kind state;
    if (!lg_session_new(&t->session, t->context, t->config->values, t->err) ||
        !lg_session_check_lengths(&t->session, t->config, true, true, t->err) || !check_tested(t) || !take_weights(t) ||
        !lg_run_dir_acquire(&t->run_dir, lg_text(t->config->values, "out"), t->config, t->err) ||
        !lg_run_record_read(&t->run_dir, &t->record, t->err))
        return false;
    t->opened = true;
    if (!lg_file_get_kind(t->run_dir.state, &state, t->err)) return false;
    if (t->record.phase == LG_STATUS_DIVERGED)
        return lg_fail(t->err, LG_DIVERGED,
                       "%s: training diverged after step %" PRId64
                       "; train with another train.lr or train.clip in another directory",
                       t->run_dir.dir, t->record.step);
    if (t->record.phase == LG_STATUS_NEW && state == LG_ABSENT) lg_utc(t->record.started);
    if (!check_unedited(t) || !recall_best(t) || !open_files(t) || !note_weights(t) || !extend(t)) return false;
    return lg_trainer_measure(t->session.trainer, &t->record.model, t->err) &&
           lg_tensorboard_open(&t->run_dir, t->config->values, &t->record, t->err);
}

/* If this run is new and another run differs from it only in the evaluation, copies the training of that run. If that
 * training is damaged, this run is trained itself. */
static bool take_training(training *t) {
    bool taken;
    lg_error words = {0};
    if (!t->alike || t->record.phase != LG_STATUS_NEW) return true;
    if (!lg_take_training(t->context, &t->run_dir, t->alike, t->config, &t->record, &taken, &words)) {
        if (words.code != LG_CORRUPT) return lg_fail_like(t->err, &words, "%s", words.text);
        lg_context_say(t->context, LG_WARNING, "%s; retraining %s", words.text, t->run_dir.dir);
    }
    if (!taken) return true;
    lg_context_say(t->context, LG_INFO, "%s: evaluating the model of %s", t->run_dir.dir, t->alike);
    t->before = t->record.seconds;
    return write_record(t, LG_STATUS_EVALUATING);
}

/* ---- remaining work ---- */

/* Sets *is to whether there is a model and its training is over. Sets *is to false if the model differs from the record
 * but can be rebuilt from a state. */
static bool is_trained(training *t, bool *is) {
    lg_error words = {0};
    lg_file_kind model = LG_ABSENT, state = LG_ABSENT;
    const bool trained = lg_run_record_is_trained(&t->record);
    if (trained && !lg_file_get_kind(t->run_dir.model, &model, t->err)) return false;
    *is = model != LG_ABSENT;
    if (lg_record_file_compare(&t->run_dir, &t->record, LG_FILE_MODEL, &words) || !*is) return true;
    if (words.code != LG_CORRUPT || !lg_file_get_kind(t->run_dir.state, &state, t->err) || state == LG_ABSENT)
        return lg_fail_like(t->err, &words, "%s", words.text);
    lg_context_say(t->context, LG_WARNING, "%s", words.text);
    return !(*is = false);
}

/* Removes the state of a finished run, unless train.keep_state is always. */
static bool drop_state(const training *t) {
    return !strcmp(lg_text(t->config->values, "train.keep_state"), "always") || lg_prune_state(&t->run_dir, t->err);
}

/* Determines the remaining work. digest: of the requested evaluation. */
static bool find_left(training *t, const char *digest, left_over *left) {
    bool trained, evaluated = false;
    if (!is_trained(t, &trained)) return false;
    if (trained && t->record.phase == LG_STATUS_DONE && !strcmp(digest, t->record.evaluation) &&
        (!has_results(t, &evaluated) || (evaluated && !choose_metric(t, &evaluated))))
        return false;
    *left = !trained ? LEFT_TRAINING : evaluated ? LEFT_NOTHING : LEFT_EVALUATION;
    return true;
}

static bool run_training(training *t, left_over *left) {
    char digest[LG_DIGEST_SIZE];
    const lg_values *v = t->config->values;
    if (!lg_ending_of(v, &t->rule, t->err) || !lg_eval_digest(v, digest, t->err) || !open_all(t)) return false;
    if (!take_training(t) || !find_left(t, digest, left) || !open_records(t, *left)) return false;
    switch (*left) {
    case LEFT_TRAINING: return resume_training(t) && train_all_steps(t) && evaluate(t, digest);
    case LEFT_EVALUATION: return reopen_model(t) && evaluate(t, digest);
    case LEFT_NOTHING: return recall_results(t);
    }
    return false;
}

/* Tries to write the error of a failed or refused run into its record. Does not change records of finished runs, or of
 * diverged runs that already have an error. */
static void note_error(training *t) {
    lg_error *first = t->err, later = {0};
    const lg_run_record *r = &t->record;
    if (!t->opened || first->code == LG_OK || first->code == LG_PREEMPTED || r->phase == LG_STATUS_DONE) return;
    if (first->code == LG_DIVERGED && *r->error != '\0') return;
    t->err = &later;
    if (r->phase != LG_STATUS_NEW || write_record(t, LG_STATUS_NEW))
        lg_run_record_set_error(&t->run_dir, first->text, &later);
    t->err = first;
}

static const char *status_text(const training *t, bool done) {
    const bool paused = t->record.phase == LG_STATUS_PAUSED;
    switch (t->err->code) {
    case LG_OK: return done ? "already done" : "done";
    case LG_PREEMPTED: return lg_run_status_name(paused ? LG_STATUS_PAUSED : LG_STATUS_PREEMPTED);
    case LG_DIVERGED: return lg_run_status_name(LG_STATUS_DIVERGED);
    default: return NULL;
    }
}

static lg_outcome make_outcome(const training *t, bool done) {
    const lg_run_record *r = &t->record;
    return (lg_outcome){.status = status_text(t, done),
                        .dir = lg_text(t->config->values, "out"),
                        .step = r->step,
                        .ended = lg_ending_name(r->ended),
                        .loss = r->loss,
                        .accuracy = r->accuracy,
                        .seconds = done ? r->seconds : t->before + t->spent,
                        .has_score = r->has_score && t->err->code == LG_OK,
                        .score = r->score};
}

lg_status lg_train_in(lg_context *c, const lg_resolved_config *config, const char *alike, const lg_callbacks *calls,
                      lg_outcome *out) {
    static const lg_callbacks none = {0};
    training t = {.context = c,
                  .config = config,
                  .calls = calls ? calls : &none,
                  .alike = alike,
                  .run_dir = {.lock = -1},
                  .saved = -1,
                  .record = {.loss = NAN, .accuracy = NAN},
                  .err = lg_context_begin(c)};
    left_over left = LEFT_TRAINING;
    if (run_training(&t, &left)) drop_state(&t);
    note_error(&t);
    *out = make_outcome(&t, left == LEFT_NOTHING);
    lg_session_free(&t.session);
    lg_resolved_config_free(t.tested);
    lg_run_dir_close(&t.run_dir);
    return t.err->code;
}

lg_status lg_train(lg_config *f, const lg_callbacks *calls, lg_outcome *out) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    if (!LG_GIVEN(err, out)) return err->code;
    const lg_resolved_config *config = lg_config_resolved(f, err);
    *out = (lg_outcome){0};
    return !config ? err->code : lg_train_in(f->context, config, NULL, calls, out);
}
