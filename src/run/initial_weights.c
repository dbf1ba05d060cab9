/* initial_weights.c: see initial_weights.h. */
#include "run/initial_weights.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "config/context.h"
#include "run/checkpoint.h"
#include "run/record_files.h"

#define NONE "none"

bool lg_takes_weights(const lg_values *v) {
    return strcmp(lg_text(v, "train.init"), NONE);
}

/* ---- the file ---- */

/* Checks that the model of a run is the one in its record. Passes if the record is unreadable. */
static bool check_run(const char *dir, lg_error *err) {
    lg_run_dir s;
    lg_run_record r;
    lg_error words = {0};
    const bool good = lg_run_dir_open(&s, dir, &words) &&
                      (!lg_run_record_read(&s, &r, NULL) || lg_record_file_check(&s, &r, LG_FILE_MODEL, &words));
    lg_run_dir_close(&s);
    if (good) return true;
    return words.code == LG_CORRUPT ? lg_fail_keys(err, "train.init", "train.init: %s", words.text)
                                    : lg_fail_like(err, &words, "%s", words.text);
}

/* Finds the file of a model; for a run directory, that of its last model. */
static bool find_file(const char *source, char *path, size_t size, lg_error *err) {
    lg_file_kind kind;
    if (!lg_file_get_kind(source, &kind, err)) return false;
    if (kind == LG_ABSENT)
        return lg_fail_keys(err, "train.init",
                            "train.init: %s does not exist (expected a run, a file such as model.safetensors, or none)",
                            source);
    const bool run = kind == LG_DIRECTORY;
    if ((size_t)snprintf(path, size, "%s%s", source, run ? "/model.safetensors" : "") >= size)
        return lg_fail_keys(err, "train.init", "train.init: the path is too long");
    if (!lg_file_get_kind(path, &kind, err)) return false;
    if (kind == LG_ABSENT)
        return lg_fail_keys(err, "train.init",
                            "train.init: %s has no model.safetensors (expected a run with a checkpoint)", source);
    return !run || check_run(source, err);
}

/* ---- its parameters ---- */

typedef struct tally {
    size_t all, taken, other, missing, unused;
} tally;

static bool has_shape(const lg_array *a, const lg_named_array *ours) {
    return (a->dtype == LG_F32 || a->dtype == LG_F64) && a->rank == ours->rank &&
           !memcmp(a->shape, ours->shape, (size_t)a->rank * sizeof *a->shape);
}

/* Copies numbers, converting the precision if necessary. */
static void copy_numbers(const lg_array *a, const lg_named_array *ours) {
    const char *from = a->data;
    for (size_t i = 0; i < ours->count; i++) {
        float single;
        double number;
        if (a->dtype == LG_F32) {
            memcpy(&single, from + i * sizeof single, sizeof single);
            ours->value[i] = (real)single;
        } else {
            memcpy(&number, from + i * sizeof number, sizeof number);
            ours->value[i] = (real)number;
        }
    }
}

bool lg_weights_copy(const lg_safetensors *s, const lg_named_array *ours, bool *there) {
    const lg_array *a = lg_safetensors_find(s, ours->name);
    const bool fits = a && has_shape(a, ours);
    if (fits) copy_numbers(a, ours);
    *there = a;
    return fits;
}

static void take_parameters(lg_context *c, lg_trainer *t, const lg_safetensors *s, tally *n) {
    n->all = lg_trainer_arrays(t);
    for (size_t i = 0; i < n->all; i++) {
        const lg_named_array ours = lg_trainer_array(t, i);
        bool there;
        const bool fits = lg_weights_copy(s, &ours, &there);
        fits ? n->taken++ : there ? n->other++ : n->missing++;
        if (!fits)
            lg_context_say(c, LG_DEBUG, "train.init: %s %s", ours.name,
                           there ? "has another shape in the file" : "is not in the file");
    }
}

static bool is_ours(const lg_trainer *t, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++)
        if (!strcmp(lg_trainer_array(t, i).name, name)) return true;
    return false;
}

static void count_unused(lg_context *c, const lg_trainer *t, const lg_safetensors *s, tally *n) {
    for (size_t i = 0; i < lg_safetensors_count(s); i++) {
        const char *name = lg_safetensors_at(s, i)->name;
        if (is_ours(t, name)) continue;
        n->unused++;
        lg_context_say(c, LG_DEBUG, "train.init: %s is only in the file", name);
    }
}

/* Reports the counts. Warns if more than half of the parameters have another shape: a different width is rarely
 * intended. */
static void tell_tally(lg_context *c, const tally *n, const char *path) {
    char rest[200] = "";
    const bool few = 2 * n->other > n->all;
    if (n->taken < n->all || n->unused > 0)
        snprintf(rest, sizeof rest,
                 "; another shape in the file: %zu, not in the file: %zu, only in the file: %zu (%s)", n->other,
                 n->missing, n->unused, few ? "use the same --model.width and --model.heads" : "-v: names");
    lg_context_say(c, few ? LG_WARNING : LG_INFO, "%s%zu of %zu parameters are initialized from %s%s",
                   few ? "train.init: only " : "", n->taken, n->all, path, rest);
}

static lg_safetensors *open_weights(const lg_values *v, char *path, size_t size, char digest[LG_DIGEST_SIZE],
                                    lg_error *err) {
    lg_error words = {0};
    if (!find_file(lg_text(v, "train.init"), path, size, err)) return NULL;
    lg_safetensors *s = lg_checkpoint_open(LG_MODEL_FILE, path, digest, &words);
    if (!s && words.code == LG_CORRUPT)
        lg_fail_keys(err, "train.init", "train.init: no model (expected a run, or its model.safetensors): %s",
                     words.text);
    else if (!s)
        lg_fail_like(err, &words, "%s", words.text);
    return s;
}

lg_safetensors *lg_weights_open(const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err) {
    char path[4096];
    return open_weights(v, path, sizeof path, digest, err);
}

bool lg_take_weights(lg_context *c, lg_trainer *t, const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err) {
    char path[4096];
    tally n = {0};
    lg_safetensors *s = open_weights(v, path, sizeof path, digest, err);
    if (!s) return false;
    take_parameters(c, t, s, &n);
    count_unused(c, t, s, &n);
    lg_safetensors_free(s);
    if (n.taken == 0)
        return lg_fail_keys(err, "train.init",
                            "train.init: no parameter of %s fits this model: %zu have another shape, %zu are missing "
                            "(`lengthen inspect run` lists the parameters of a run)",
                            path, n.other, n.missing);
    tell_tally(c, &n, path);
    lg_trainer_resume(t, 0);
    return true;
}
