/* shared_training.c: see shared_training.h. A model file contains the config of its run, so each model is read and
 * written again with the new config. A separate session does this, so the caller's parameters do not change. */
#include "run/shared_training.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "run/record_files.h"
#include "run/retention.h"
#include "run/session.h"

#define MAX_METRICS ((size_t)1 << 32) /* maximum size of a metrics file in bytes */

typedef struct taking {
    const lg_run_dir *to;
    const lg_resolved_config *config;
    lg_run_dir from;
    lg_run_record record; /* the record in `from`; updated for the run in `to` */
    lg_session session;
    lg_error *err;
} taking;

bool lg_is_trained(const char *dir) {
    lg_run_dir s;
    lg_run_record r;
    const bool trained =
        lg_run_dir_open(&s, dir, NULL) && lg_run_record_read(&s, &r, NULL) && lg_run_record_is_trained(&r);
    lg_run_dir_close(&s);
    return trained;
}

/* True if the run in `from` would equal the run in `to` if both had the same eval.with. */
static bool is_alike(const taking *t) {
    lg_error words = {0};
    lg_assignments s = {.custom = lg_values_custom(t->config->values)};
    const bool good = lg_assignments_load_saved(&s, t->from.config, &words) &&
                      lg_assignments_override(&s, "eval.with", lg_text(t->config->values, "eval.with"), &words);
    lg_resolved_config *d = good ? lg_assignments_resolve(&s, &words) : NULL;
    const bool alike = d && !strcmp(d->hash, t->config->hash);
    lg_resolved_config_free(d);
    lg_assignments_clear(&s);
    return alike;
}

/* ---- files ---- */

static bool copy_metrics(const taking *t) {
    char *text;
    size_t size;
    if (!lg_file_read_if_there(t->from.metrics, MAX_METRICS, &text, &size, t->err)) return false;
    const bool good = !text || lg_file_write(t->to->metrics, &(lg_bytes){text, size}, 1, t->err);
    free(text);
    return good;
}

static bool copy_model(const taking *t, lg_checkpoint kind, const char *from, const char *to, lg_checkpoint_id *id) {
    if (!from || !to) return lg_fail(t->err, LG_FAILED, "out of memory: the models of %s", t->to->dir);
    return lg_checkpoint_read(kind, from, t->session.trainer, NULL, t->err) &&
           lg_checkpoint_write(kind, to, t->session.trainer, t->config, id, t->err);
}

/* Copies the models in checkpoints/. */
static bool copy_retained(taking *t) {
    int64_t *steps;
    size_t count;
    bool best;
    if (!lg_has_best(&t->from, &best, t->err) || !lg_retained_steps(&t->from, &steps, &count, t->err)) return false;
    bool good = (count == 0 && !best) || lg_file_make_directory(t->to->checkpoints, t->err);
    for (size_t i = 0; good && i < count; i++)
        good =
            copy_model(t, LG_MODEL_FILE, lg_retained_path(&t->from, steps[i]), lg_retained_path(t->to, steps[i]), NULL);
    free(steps);
    return good && (!best || copy_model(t, LG_MODEL_FILE, t->from.best, t->to->best, &t->record.best_model));
}

/* Copies the state, if there is one, so that training can be extended. Copies the model last. */
static bool copy_last(taking *t) {
    lg_file_kind state;
    lg_checkpoint_id id = {.digest = ""};
    if (!lg_file_get_kind(t->from.state, &state, t->err)) return false;
    if (state != LG_ABSENT && !copy_model(t, LG_STATE_FILE, t->from.state, t->to->state, &id)) return false;
    strcpy(t->record.state_digest, id.digest);
    if (!copy_model(t, LG_MODEL_FILE, t->from.model, t->to->model, &id)) return false;
    strcpy(t->record.model_digest, id.digest);
    return true;
}

/* ---- all ---- */

/* Replaces the start time and the size of the model by those of the run's own record, and discards the other run's
 * evaluation. */
static void keep_own(lg_run_record *r, const lg_run_record *own) {
    memcpy(r->started, own->started, sizeof r->started);
    r->model = own->model;
    *r->finished = *r->evaluation = '\0';
    r->has_score = false;
}

static bool take_files(taking *t, const lg_context *c) {
    return lg_record_file_check(&t->from, &t->record, LG_FILE_MODEL, t->err) &&
           lg_session_new_blank(&t->session, c, t->config->values, t->config->values, LG_SPLITS_ALL, t->err) &&
           copy_retained(t) && copy_metrics(t) && copy_last(t);
}

bool lg_take_training(const lg_context *c, const lg_run_dir *to, const char *from, const lg_resolved_config *config,
                      lg_run_record *record, bool *taken, lg_error *err) {
    taking t = {.to = to, .config = config, .err = err};
    *taken = false;
    bool good = lg_run_dir_open(&t.from, from, err) && lg_run_record_read(&t.from, &t.record, err);
    if (good && lg_run_record_is_trained(&t.record) && is_alike(&t)) {
        good = *taken = take_files(&t, c);
        keep_own(&t.record, record);
        if (good) *record = t.record;
    }
    lg_session_free(&t.session);
    lg_run_dir_close(&t.from);
    return good;
}
