/* record_files.c: see record_files.h. */
#include "run/record_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* Writes advice for the case that a file is not the recorded one. */
static bool find_advice(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, char *out, size_t size,
                        lg_error *err) {
    const bool trained = lg_run_record_is_trained(r);
    lg_file_kind state;
    if (!lg_file_get_kind(s->state, &state, err)) return false;
    if (which == LG_FILE_STATE)
        snprintf(out, size, "training continues from it");
    else if (which == LG_FILE_BEST && trained)
        snprintf(out, size, "restore the matching file, or use --eval.checkpoint last");
    else if (r->phase != LG_STATUS_DIVERGED && (!trained || state != LG_ABSENT))
        snprintf(out, size, "`lengthen train %s` continues from the existing files", s->dir);
    else
        snprintf(out, size, "restore the matching file, or remove the directory to retrain the run");
    return true;
}

static bool fail_stale(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, const char *path,
                       const lg_checkpoint_id *is, const lg_checkpoint_id *wanted, lg_error *err) {
    char advice[4200];
    if (!find_advice(s, r, which, advice, sizeof advice, err)) return false;
    if (is->step != wanted->step)
        return lg_fail(err, LG_CORRUPT, "%s is from step %" PRId64 ", but run.json describes step %" PRId64 " (%s)",
                       path, is->step, wanted->step, advice);
    if (which == LG_FILE_BEST && is->step > r->step)
        return lg_fail(err, LG_CORRUPT, "%s is from step %" PRId64 ", but run.json records step %" PRId64 " (%s)", path,
                       is->step, r->step, advice);
    return lg_fail(err, LG_CORRUPT, "%s has digest %s, but run.json describes digest %s (%s)", path, is->digest,
                   wanted->digest, advice);
}

/* The step and digest that the record has for this file; step -1 if it has none. */
static lg_checkpoint_id described(const lg_run_record *r, lg_run_file which) {
    lg_checkpoint_id wanted = {.step = r->step};
    if (which == LG_FILE_BEST) return *r->best_model.digest == '\0' ? (lg_checkpoint_id){.step = -1} : r->best_model;
    memcpy(wanted.digest, which == LG_FILE_STATE ? r->state_digest : r->model_digest, LG_DIGEST_SIZE);
    return wanted;
}

static bool compare(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, bool reads, lg_error *err) {
    const char *path = which == LG_FILE_STATE ? s->state : which == LG_FILE_MODEL ? s->model : s->best;
    const lg_checkpoint_id wanted = described(r, which);
    lg_checkpoint_id is;
    lg_file_kind kind;
    bool busy = false;
    lg_error words = {0}; /* damage is ignored here; whoever reads the file reports it */
    if (!lg_run_record_describes(r) || wanted.step < 0) return true;
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind == LG_ABSENT) return true;
    if (!lg_checkpoint_identify(which == LG_FILE_STATE ? LG_STATE_FILE : LG_MODEL_FILE, path, &is, &words))
        return !lg_error_is_shortage(&words) || lg_fail_like(err, &words, "%s", words.text);
    const bool same = *wanted.digest == '\0' || !strcmp(is.digest, wanted.digest);
    /* Killed training may have written a best model after its last state. If training was resumed from that state and
     * soon stopped, the step of the best model is later than that of the run (r->step). The record contains both. */
    const bool ahead = which == LG_FILE_BEST && !lg_run_record_is_trained(r);
    if (same && is.step == wanted.step && (is.step <= r->step || ahead)) return true;
    if (reads && !lg_run_dir_is_busy(s, &busy, err)) return false;
    return busy || fail_stale(s, r, which, path, &is, &wanted, err);
}

bool lg_record_file_compare(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, lg_error *err) {
    return compare(s, r, which, false, err);
}

bool lg_record_file_check(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, lg_error *err) {
    return compare(s, r, which, true, err);
}

bool lg_record_files_check(const lg_run_dir *s, const lg_run_record *r, lg_error *err) {
    return lg_record_file_check(s, r, LG_FILE_MODEL, err) && lg_record_file_check(s, r, LG_FILE_BEST, err) &&
           (r->phase != LG_STATUS_PAUSED || lg_record_file_check(s, r, LG_FILE_STATE, err));
}

const char *lg_model_remedy(const lg_run_dir *s) {
    lg_file_kind state;
    const bool goes_on = lg_file_get_kind(s->state, &state, NULL) && state != LG_ABSENT;
    return goes_on ? "it is rebuilt from state.safetensors" : "the run is retrained to the same model";
}
