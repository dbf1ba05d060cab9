/* api_ensemble.c: implements lg_run_join; see also ensemble.h. */
#include <stdlib.h>
#include <string.h>

#include "api/decoding.h"
#include "run/ensemble.h"
#include "train/ensemble.h"

static bool is_of_data(const char *key) {
    return !strcmp(key, "data") || !strncmp(key, "data.", 5);
}

/* All models read the same records, so all options of the data must be equal. */
static bool check_data(const lg_run *r, const lg_run *other, lg_error *err) {
    const lg_values *v = r->session.values, *w = other->session.values;
    for (size_t i = 0; i < lg_values_count(v); i++) {
        const char *key = lg_values_option(v, i)->name, *is = lg_values_text_at(v, i);
        if (!is_of_data(key)) continue;
        const char *there = lg_values_has(w, key) ? lg_values_text(w, key) : "(not read)";
        if (strcmp(is, there))
            return lg_fail(err, LG_USAGE, "%s: %s in %s, and %s in %s; an ensemble needs models of one task", key, is,
                           r->dir, there, other->dir);
    }
    return true;
}

static bool open_other(lg_run *r, lg_run *other, unsigned unread, lg_error *err) {
    lg_error words = {0};
    if (!lg_run_ready_without(other, unread, err) || !check_data(r, other, err)) return false;
    return lg_trainer_join(r->session.trainer, other->session.trainer, &words) ||
           lg_fail_like(err, &words, "%s: %s", other->dir, words.text);
}

bool lg_ensemble_open(lg_run *r, unsigned unread, lg_error *err) {
    for (size_t i = 0; i < r->other_count; i++)
        if (!open_other(r, r->others[i], unread, err)) return false;
    return true;
}

/* Gives each model its own threads back. If memory is too short for that, closes the model; the next use opens it
 * again. */
void lg_ensemble_close(lg_run *r) {
    if (r->session.trainer) lg_trainer_part(r->session.trainer);
    for (size_t i = 0; i < r->other_count; i++) {
        lg_run *other = r->others[i];
        if (other->session.trainer && !lg_trainer_set_pool(other->session.trainer, other->session.pool)) {
            lg_session_free(&other->session);
            other->has_model = false;
        }
    }
}

lg_status lg_run_join(lg_run *r, lg_run *const *others, size_t count) {
    if (!r) return LG_USAGE;
    lg_error *err = lg_context_begin(r->context);
    if (!LG_LISTED(err, others, count)) return err->code;
    lg_run **copy = calloc(count + 1, sizeof(lg_run *));
    if (!copy) return lg_fail(err, LG_FAILED, "out of memory: an ensemble of %zu models", count + 1), err->code;
    if (count > 0) memcpy(copy, others, count * sizeof(lg_run *));
    free(r->others);
    r->others = copy;
    r->other_count = count;
    return LG_OK;
}
