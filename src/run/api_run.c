/* api_run.c: implements opened runs of lengthen.h: logits and parameters of the model in a run directory, which is only
 * read. Evaluation is in api_eval.c. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/analysis.h"
#include "api/run_files.h"
#include "base/file.h"
#include "config/describe.h"
#include "data/data.h"
#include "run/checkpoint.h"
#include "run/data_files.h"
#include "run/eval_config.h"
#include "run/record_files.h"
#include "run/retention.h"
#include "run/run.h"
#include "train/stop.h"

/* ---- opening ---- */

void lg_run_free(lg_run *r) {
    if (!r) return;
    lg_session_free(&r->session);
    lg_run_dir_close(&r->run_dir);
    lg_values_free(r->stored);
    lg_config_free(r->config);
    free(r->dir);
    free(r->others);
    free(r);
}

lg_config *lg_run_config(lg_run *r) {
    return r ? r->config : NULL;
}

bool lg_run_is_changed(lg_run *r, const char *key) {
    const char *now = r ? lg_config_get(r->config, key) : NULL;
    if (!now || !lg_key_is_identity(key)) return false;
    return !lg_values_has(r->stored, key) || strcmp(now, lg_values_text(r->stored, key));
}

/* True if a value conflicts with eval.with: it differs from the value in training, or it is set explicitly and
 * eval.with would change it. */
static bool is_conflict(const lg_run *r, const lg_resolved_config *now, size_t i, const lg_values *tested) {
    const char *key = lg_values_option(now->values, i)->name, *value = lg_values_text_at(now->values, i);
    const bool same = lg_values_has(r->stored, key) && !strcmp(value, lg_values_text(r->stored, key));
    const bool kept = lg_values_has(tested, key) && !strcmp(value, lg_values_text(tested, key));
    return !same || (now->origins[i] > LG_FILE && !kept);
}

/* Fails if options are changed both by eval.with and one by one. */
static bool check_conflicts(const lg_run *r, const lg_resolved_config *now, const lg_values *tested, lg_error *err) {
    for (size_t i = 0; i < lg_values_count(now->values); i++) {
        const char *key = lg_values_option(now->values, i)->name;
        const bool read_there = lg_key_is_identity(key) || !strcmp(key, "protocol");
        if (read_there && strcmp(key, "eval.with") && is_conflict(r, now, i, tested) &&
            !lg_data_files_has(&r->run_dir, key))
            return lg_fail_keys(err, key,
                                "%s: %s cannot be combined with --eval.with '%s' of %s (%sadd --eval.with '')", key,
                                lg_values_text_at(now->values, i), lg_text(now->values, "eval.with"), r->dir,
                                lg_values_has(tested, key) ? "set it there, or " : "");
    }
    return true;
}

/* Checks that the model can be evaluated with the changed options. tested: the config with eval.with applied; NULL if
 * eval.with is empty. */
static bool check_changes(const lg_run *r, const lg_resolved_config *now, const lg_resolved_config *tested,
                          lg_error *err) {
    return (!tested || check_conflicts(r, now, tested->values, err)) &&
           lg_eval_changes_check(r->stored, now->values, &r->run_dir, r->dir, err);
}

/* Checks that the data files are those of training. The record is read only if the data has files. */
static bool check_files(const lg_run *r, lg_error *err) {
    const lg_dataset *d = lg_trainer_data(r->session.trainer);
    lg_run_record record;
    return d->file_count == 0 ||
           (lg_run_record_read(&r->run_dir, &record, err) && lg_data_files_check(&record, d, r->dir, r->stored, err));
}

enum { FLAGS = 256 };

/* True if data files are missing at their recorded paths. The caller can then name other paths. */
static bool lacks_files(const lg_run *r, const lg_values *now, char flags[FLAGS]) {
    lg_run_record record;
    return lg_run_record_read(&r->run_dir, &record, NULL) && lg_data_files_absent(&record, now, flags, FLAGS);
}

/* Fails because the session cannot be opened, for the reason `words`. Always false. */
static bool fail_session(const lg_run *r, const lg_values *now, const lg_error *words, lg_error *err) {
    char flags[FLAGS];
    if (words->code != LG_USAGE || !lacks_files(r, now, flags)) return lg_fail_like(err, words, "%s", words->text);
    return lg_fail_keys(
        err, words->keys,
        "%s (paths are relative to the current directory; use %s, or run this in the directory where %s was trained)",
        words->text, flags, r->dir);
}

/* Makes a session with these values, without reading parameters. */
static bool make_session(lg_run *r, const lg_values *v, unsigned unread, lg_error *err) {
    lg_error words = {0};
    return lg_session_new_blank(&r->session, r->context, v, r->stored, unread, &words) ||
           fail_session(r, v, &words, err);
}

/* Opens the session, unless it is already open for the current config and has read all splits except `unread`. */
static bool open_session(lg_run *r, const lg_resolved_config *now, unsigned unread, lg_error *err) {
    if (r->session.trainer && r->changes == r->config->changes &&
        (lg_trainer_data(r->session.trainer)->unread & ~unread) == 0)
        return true;
    lg_session_free(&r->session);
    r->has_model = false;
    r->changes = r->config->changes;
    lg_resolved_config *tested;
    if (!lg_eval_config(now, &tested, err)) return false;
    const bool good = check_changes(r, now, tested, err) &&
                      make_session(r, tested ? tested->values : now->values, unread, err) && check_files(r, err);
    lg_resolved_config_free(tested);
    if (!good) lg_session_free(&r->session);
    return good;
}

/* The path of the model that these values evaluate. Sets *lacks_best to whether this is the best model and does not
 * exist yet: the first validation creates it. */
static const char *find_model(const lg_run *r, const lg_values *now, bool *lacks_best, lg_error *err) {
    lg_file_kind kind = LG_REGULAR;
    const char *path = r->one_model ? r->run_dir.model : lg_evaluated_model(&r->run_dir, now);
    if (path != r->run_dir.model && !lg_file_get_kind(path, &kind, err)) return NULL;
    *lacks_best = kind == LG_ABSENT;
    return path;
}

/* Checks that the file is the one that the run's record describes; passes if the record is unreadable. For a single
 * model file, checks only the step in its name. */
static bool check_model(const lg_run *r, const char *path, lg_error *err) {
    lg_run_record record;
    if (r->one_model) return lg_retained_check(path, err);
    return !lg_run_record_read(&r->run_dir, &record, NULL) ||
           lg_record_file_check(&r->run_dir, &record, path == r->run_dir.model ? LG_FILE_MODEL : LG_FILE_BEST, err);
}

/* Fails for the reason `words`. Advises to remove the model only if that helps, not if the model belongs to another
 * config or if training diverged. Always false. */
static bool fail_model(const lg_run *r, const lg_resolved_config *now, const char *path, const lg_error *words,
                       lg_error *err) {
    char differing[LG_DIFFERING];
    lg_run_record record;
    const bool other = lg_checkpoint_compare(LG_MODEL_FILE, path, now, differing, NULL) && *differing != '\0';
    const bool ends = lg_run_record_read(&r->run_dir, &record, NULL) && record.phase == LG_STATUS_DIVERGED;
    if (words->code != LG_CORRUPT || path != r->run_dir.model || r->one_model || other || ends)
        return lg_fail_like(err, words, "%s", words->text);
    return lg_fail_like(err, words, "%s (remove it and run `lengthen train %s`: %s)", words->text, r->dir,
                        lg_model_remedy(&r->run_dir));
}

static bool read_model(const lg_run *r, const lg_resolved_config *now, lg_error *err) {
    lg_error words = {0};
    bool lacks_best;
    const bool untouched = r->config->changes == 0; /* if so, the model must have this exact config */
    const char *path = find_model(r, now->values, &lacks_best, err);
    if (path && !lacks_best)
        return check_model(r, path, err) &&
               (lg_checkpoint_read(LG_MODEL_FILE, path, r->session.trainer, untouched ? now : NULL, &words) ||
                fail_model(r, now, path, &words, err));
    if (!path) return false;
    lg_fail_keys(
        &words, "eval.checkpoint",
        "eval.checkpoint: %s has no best model before its first validation (use --eval.checkpoint last, or %s)", r->dir,
        r->run_dir.model);
    return lg_resolved_config_fail(now, &words, err);
}

bool lg_run_ready(lg_run *r, lg_error *err) {
    return lg_run_ready_without(r, 0, err);
}

bool lg_run_ready_without(lg_run *r, unsigned unread, lg_error *err) {
    const lg_resolved_config *now = lg_config_resolved(r->config, err);
    if (!now || !open_session(r, now, unread, err)) return false;
    lg_trainer_on_stop(r->session.trainer, &r->context->stop);
    if (!r->has_model && !(r->has_model = read_model(r, now, err))) lg_session_free(&r->session);
    return r->has_model;
}

/* Fails if the config has more steps than the record: extending a run updates the record first, so one of the two is
 * damaged. An unreadable record is ignored. */
static bool check_steps(const lg_run *r, const lg_values *v, lg_error *err) {
    lg_run_record record;
    const int64_t steps = lg_int(v, "train.steps");
    if (!lg_run_record_read(&r->run_dir, &record, NULL) || record.steps == 0 || record.steps >= steps) return true;
    return lg_fail(err, LG_CORRUPT, "%s: train.steps is %" PRId64 ", but %" PRId64 " in run.json: one is damaged",
                   r->run_dir.config, steps, record.steps);
}

/* Sets *has to whether the folder is a run directory. */
static bool has_config(const char *folder, bool *has, lg_error *err) {
    lg_run_dir s;
    lg_file_kind kind = LG_ABSENT;
    const bool good = lg_run_dir_open(&s, folder, err) && lg_file_get_kind(s.config, &kind, err);
    lg_run_dir_close(&s);
    *has = kind != LG_ABSENT;
    return good;
}

/* Returns false, which ends the search, at the first folder that is a run. */
static bool is_no_run(void *user, const char *dir, const char *name, lg_error *err) {
    bool *has = user;
    char path[PATH_MAX];
    const bool whole = (size_t)snprintf(path, sizeof path, "%s/%s", dir, name) < sizeof path;
    return !(whole && has_config(path, has, err) && *has);
}

static bool fail_no_run(const lg_run *r, lg_error *err) {
    bool has = false;
    lg_file_each(r->dir, is_no_run, &has, NULL);
    return lg_fail(err, LG_USAGE, "%s is not a run directory: it has no config.yaml%s%s%s", r->dir,
                   has ? "; it holds runs: `lengthen runs " : "", has ? r->dir : "", has ? "` lists them" : "");
}

/* Fails because there is no model. The message explains how to rebuild the model from the training state, if that
 * exists. Always false. */
static bool fail_no_model(const lg_run *r, lg_file_kind model, lg_error *err) {
    lg_file_kind state = LG_ABSENT;
    if (model == LG_ABSENT && !lg_file_get_kind(r->run_dir.state, &state, err)) return false;
    if (model == LG_ABSENT && state == LG_ABSENT)
        return lg_fail(err, LG_USAGE, "%s has no model yet: train it first (lengthen train)", r->dir);
    const char *what = model == LG_ABSENT ? "is missing (" : "is a directory (remove it and ";
    const lg_status status = model == LG_ABSENT ? LG_USAGE : LG_CORRUPT; /* a killed run may have no model yet */
    return lg_fail(err, status, "%s %srun `lengthen train %s`: %s)", r->run_dir.model, what, r->dir,
                   lg_model_remedy(&r->run_dir));
}

static bool load_config(lg_run *r, lg_error *err) {
    lg_error words = {0};
    lg_file_kind config, model;
    if (!lg_file_get_kind(r->run_dir.config, &config, err) || !lg_file_get_kind(r->run_dir.model, &model, err))
        return false;
    if (config == LG_ABSENT) return fail_no_run(r, err);
    if (model == LG_ABSENT || model == LG_DIRECTORY) return fail_no_model(r, model, err);
    if (lg_assignments_load_saved(&r->config->settings, r->run_dir.config, &words) &&
        lg_config_resolved(r->config, &words)) {
        r->stored = lg_values_copy(r->config->resolved->values);
        return r->stored ? check_steps(r, r->stored, err)
                         : lg_fail(err, LG_FAILED, "out of memory: opening %s", r->dir);
    }
    return lg_fail_saved(err, r->dir, &words);
}

/* The folder of a path; "." if it has no slash. The caller frees it. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* The run directory of a model file: its folder or, for files in checkpoints/, the folder above. The caller frees the
 * path. */
static char *run_of_model(const char *path, lg_error *err) {
    char *folder = folder_of(path);
    bool has = false, good = folder && has_config(folder, &has, err);
    if (good && !has) {
        char *above = !strcmp(folder, ".") ? strdup("..") : folder_of(folder);
        free(folder);
        folder = above;
        good = folder && has_config(folder, &has, err);
    }
    if (!folder) lg_fail(err, LG_FAILED, "out of memory: opening %s", path);
    if (good && has) return folder;
    free(folder);
    lg_fail(err, LG_USAGE, "%s is not a model of a run: no config.yaml in its folder or the one above", path);
    return NULL;
}

static bool find_dir(lg_run *r, const char *path, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    const bool is_model = kind == LG_REGULAR;
    r->dir = is_model ? run_of_model(path, err) : strdup(path);
    if (!r->dir) return lg_fail(err, LG_FAILED, "out of memory: opening %s", path);
    if (!lg_run_dir_open(&r->run_dir, r->dir, err)) return false;
    r->one_model = is_model;
    if (is_model) r->run_dir.model = lg_arena_printf(r->run_dir.arena, "%s", path);
    return r->run_dir.model || lg_fail(err, LG_FAILED, "out of memory: opening %s", path);
}

/* Reads the model, so that errors are found when the run is opened. If the chosen best model or a data file is missing,
 * opening succeeds, since the caller can still change the config. */
static bool open_model(lg_run *r, bool lacks_best, lg_error *err) {
    char flags[FLAGS];
    lg_error words = {0};
    if (lacks_best ? open_session(r, lg_config_resolved(r->config, &words), LG_SPLITS_ALL, &words)
                   : lg_run_ready_without(r, LG_SPLITS_ALL, &words))
        return true;
    if (words.code == LG_USAGE && lacks_files(r, r->stored, flags)) return true;
    return lg_fail_like(err, &words, "%s", words.text);
}

/* Warns of a damaged record; the model can be used without it. */
static void warn_of_record(const lg_run *r) {
    lg_run_record record;
    lg_error words = {0};
    if (!lg_run_record_read(&r->run_dir, &record, &words) && words.code == LG_CORRUPT)
        lg_context_say(r->context, LG_WARNING, "%s", words.text);
}

static bool open_run(lg_run *r, const char *path, lg_error *err) {
    bool lacks_best;
    r->config = calloc(1, sizeof *r->config);
    if (!r->config) return lg_fail(err, LG_FAILED, "out of memory: opening %s", path);
    *r->config = (lg_config){.context = r->context, .settings.custom = &r->context->custom};
    if (!find_dir(r, path, err) || !lg_run_record_check_version(&r->run_dir, err) || !load_config(r, err) ||
        !find_model(r, r->stored, &lacks_best, err))
        return false;
    warn_of_record(r);
    return open_model(r, lacks_best, err);
}

lg_status lg_run_open(lg_context *c, const char *path, lg_run **out) {
    if (!c) return LG_USAGE;
    lg_error *err = lg_context_begin(c);
    if (!LG_GIVEN(err, out)) return err->code;
    *out = NULL;
    if (!LG_GIVEN(err, path)) return err->code;
    lg_run *r = calloc(1, sizeof *r);
    if (!r) {
        lg_fail(err, LG_FAILED, "out of memory: opening %s", path);
        return err->code;
    }
    r->context = c;
    r->run_dir.lock = -1;
    if (open_run(r, path, err))
        *out = r;
    else
        lg_run_free(r);
    return err->code;
}

/* ---- logits ---- */

static bool check_tokens(const lg_dataset *d, const char *what, const int32_t *ids, int count, int size,
                         lg_error *err) {
    if (count < 1 || count > LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "%s: expected 1..%d tokens, not %d", what, LG_LENGTH_MAX, count);
    for (int i = 0; i < count; i++)
        if (ids[i] < 0 || ids[i] >= size)
            return lg_fail(err, LG_USAGE, "%s: token %d is %d, but %s has tokens 0..%d", what, i, (int)ids[i],
                           d->entry->name, size - 1);
    return true;
}

/* Determines the number of outputs. If targets are given, it is their number. Otherwise, it is the largest number of
 * targets in a record with a source of this size; without such records, 1, the next token. */
static lg_logits_request describe_logits(const lg_run *r, const int32_t *input, int inputs, const int32_t *target,
                                         int targets) {
    const lg_dataset *d = lg_trainer_data(r->session.trainer);
    const int length = lg_dataset_length(d, inputs);
    const int m = target ? targets : length > 0 ? lg_dataset_bound(d, length).m : 1;
    return (lg_logits_request){length > 0 ? length : inputs, inputs, m, input, target};
}

static bool get_logits(lg_run *r, const lg_logits_request *x, size_t count, double *logits, lg_error *err) {
    real *values = calloc(count + 1, sizeof *values);
    const bool good = values ? lg_trainer_logits(r->session.trainer, x, values, err)
                             : lg_fail(err, LG_FAILED, "out of memory: %zu logits", count);
    for (size_t i = 0; good && i < count; i++) logits[i] = (double)values[i];
    free(values);
    return good;
}

lg_status lg_run_target_logits(lg_run *r, const int32_t *input, int inputs, const int32_t *target, int targets,
                               double *logits, size_t capacity, int *outputs, int *classes) {
    if (!r) return LG_USAGE;
    lg_error *err = lg_context_begin(r->context);
    if (!LG_GIVEN(err, outputs) || !LG_GIVEN(err, classes)) return err->code;
    *outputs = *classes = 0;
    if (!LG_GIVEN(err, input) || !LG_LISTED(err, logits, capacity) || !lg_run_ready(r, err)) return err->code;
    const lg_dataset *d = lg_trainer_data(r->session.trainer);
    if (!check_tokens(d, "input", input, inputs, d->source.size, err) ||
        (target && !check_tokens(d, "target", target, targets, d->target.size, err)))
        return err->code;
    const lg_logits_request x = describe_logits(r, input, inputs, target, targets);
    *outputs = x.m;
    *classes = lg_trainer_sizes(r->session.trainer, x.length).classes;
    const size_t count = (size_t)x.m * (size_t)*classes;
    if (count > capacity)
        lg_fail(err, LG_USAGE, "%zu logits are needed, but the buffer holds %zu", count, capacity);
    else
        get_logits(r, &x, count, logits, err);
    return err->code;
}

lg_status lg_run_logits(lg_run *r, const int32_t *input, int inputs, double *logits, size_t capacity, int *outputs,
                        int *classes) {
    return lg_run_target_logits(r, input, inputs, NULL, 0, logits, capacity, outputs, classes);
}

/* ---- parameters ---- */

size_t lg_run_parameters(lg_run *r) {
    const bool ready = r && lg_run_ready_without(r, LG_SPLITS_ALL, lg_context_begin(r->context));
    return ready ? lg_trainer_arrays(r->session.trainer) : 0;
}

lg_parameter lg_run_parameter(lg_run *r, size_t i) {
    if (i >= lg_run_parameters(r)) return (lg_parameter){.name = ""};
    const lg_named_array n = lg_trainer_array(r->session.trainer, i);
    lg_parameter p = {.name = n.name, .rank = n.rank, .active = n.active, .decay = n.decay};
    memcpy(p.shape, n.shape, sizeof p.shape);
    double squares = 0, sum = 0;
    for (size_t k = 0; k < n.count; k++) {
        const double x = (double)n.value[k];
        squares += x * x;
        sum += x;
        if (fabs(x) > p.largest) p.largest = fabs(x);
    }
    p.norm = sqrt(squares);
    p.mean = n.count > 0 ? sum / (double)n.count : 0;
    return p;
}
