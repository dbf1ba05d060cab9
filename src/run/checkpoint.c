/* checkpoint.c: writes trainers to safetensors files and reads them back. */
#include "run/checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text_buffer.h"
#include "base/text.h"
#include "lengthen.h"

#define DTYPE     (LG_REAL_BYTES == 8 ? LG_F64 : LG_F32)
#define MAX_EXTRA ((size_t)16 << 20) /* bytes: maximum size of a file without its arrays */
#define MAX_FILE  ((size_t)1 << 38)  /* bytes: maximum size of a file whose arrays are not known in advance */

static const char *const formats[] = {[LG_STATE_FILE] = "lengthen.state/1", [LG_MODEL_FILE] = "lengthen.model/1"};

/* ---- contents of a file ---- */

/* The arrays of a file in the order of the file, and their addresses in the trainer. */
typedef struct content {
    lg_array *array;
    real **home;
    size_t count;
    lg_arena *arena;
} content;

static bool add(content *c, lg_named_array n) {
    const char *name = lg_arena_printf(c->arena, "%s%s", n.prefix, n.name);
    if (!name) return false;
    lg_array a = {.name = name, .dtype = DTYPE, .rank = n.rank, .data = n.value};
    memcpy(a.shape, n.shape, (size_t)n.rank * sizeof *a.shape);
    c->array[c->count] = a;
    c->home[c->count++] = n.value;
    return true;
}

static bool list(content *c, lg_checkpoint kind, const lg_trainer *t, lg_error *err) {
    const size_t named = lg_trainer_arrays(t), moments = lg_trainer_moments(t), states = lg_trainer_states(t);
    const size_t most = named + moments + states + 1;
    bool good = (c->arena = lg_arena_new());
    good = good && (c->array = lg_arena_alloc(c->arena, most * sizeof *c->array));
    good = good && (c->home = lg_arena_alloc(c->arena, most * sizeof *c->home));
    for (size_t i = 0; i < named && good; i++) good = add(c, lg_trainer_array(t, i));
    for (size_t i = 0; i < moments && good && kind == LG_STATE_FILE; i++) good = add(c, lg_trainer_moment(t, i));
    for (size_t i = 0; i < states && good && kind == LG_STATE_FILE; i++) good = add(c, lg_trainer_state(t, i));
    return good || lg_fail(err, LG_FAILED, "out of memory: a checkpoint");
}

/* ---- checksum ---- */

/* Computes the digest of array i of the file or, without a file, of the trainer. */
static bool digest_array(const content *ours, const lg_safetensors *file, size_t i, char out[LG_DIGEST_SIZE],
                         lg_error *err) {
    size_t bytes = 0;
    if (file) return lg_safetensors_digest(file, i, out, err);
    lg_array_bytes(&ours->array[i], &bytes);
    lg_digest(ours->array[i].data, bytes, out);
    return true;
}

/* Computes the checksum: a digest of the notes (except the checksum itself) and of the names and digests of all arrays.
 * The arrays are those of the file or, without a file, those of the trainer. */
static bool checksum(const lg_note *notes, size_t note_count, const content *ours, const lg_safetensors *file,
                     char out[LG_DIGEST_SIZE], lg_error *err) {
    const size_t count = file ? lg_safetensors_count(file) : ours->count;
    char digest[LG_DIGEST_SIZE];
    lg_text_buffer s;
    bool read = true;
    if (!lg_text_buffer_open(&s)) return lg_fail(err, LG_FAILED, "out of memory: a checksum");
    for (size_t i = 0; i < note_count; i++) fprintf(s.to, "%s=%s\n", notes[i].key, notes[i].text);
    for (size_t i = 0; read && i < count; i++) {
        read = digest_array(ours, file, i, digest, err);
        fprintf(s.to, "%s %s\n", file ? lg_safetensors_at(file, i)->name : ours->array[i].name, digest);
    }
    const bool good = lg_text_buffer_close(&s) ? read : lg_fail(err, LG_FAILED, "out of memory: a checksum");
    if (good) lg_digest(s.text, s.size, out);
    free(s.text);
    return good;
}

/* ---- writing ---- */

enum { FORMAT, VERSION, PRECISION, STEP, CONFIG, NOTES };
static const char *const keys[NOTES] = {"format", "version", "precision", "step", "config"};

bool lg_checkpoint_write(lg_checkpoint kind, const char *path, const lg_trainer *t, const lg_resolved_config *config,
                         lg_checkpoint_id *id, lg_error *err) {
    char step[24], digest[LG_DIGEST_SIZE] = "";
    snprintf(step, sizeof step, "%" PRId64, lg_trainer_steps(t));
    const char *const texts[NOTES] = {formats[kind], lg_version(), lg_precision_name(), step, config->identity};
    lg_note notes[NOTES + 1];
    for (int i = 0; i < NOTES; i++) notes[i] = (lg_note){keys[i], texts[i]};
    content c = {0};
    bool good = list(&c, kind, t, err) && checksum(notes, NOTES, &c, NULL, digest, err);
    notes[NOTES] = (lg_note){"checksum", digest};
    good = good && lg_safetensors_write(path, c.array, c.count, notes, NOTES + 1, err);
    lg_arena_free(c.arena);
    if (id) id->step = lg_trainer_steps(t), strcpy(id->digest, digest);
    return good;
}

/* ---- reading ---- */

/* Reads the notes. Fails if a note is missing or the file has another format. */
static bool find_notes(lg_checkpoint kind, const char *path, const lg_safetensors *s, lg_note notes[NOTES],
                       lg_error *err) {
    for (int i = 0; i < NOTES; i++) {
        notes[i] = (lg_note){keys[i], lg_safetensors_note(s, keys[i])};
        if (!notes[i].text) return lg_fail(err, LG_CORRUPT, "%s: its metadata has no '%s'", path, keys[i]);
    }
    return !strcmp(notes[FORMAT].text, formats[kind]) ||
           lg_fail(err, LG_CORRUPT, "%s: its format is '%.40s', not '%s'", path, notes[FORMAT].text, formats[kind]);
}

/* Resolves the identity text of a checkpoint. NULL on failure. */
static lg_resolved_config *resolve_identity(const char *text, const lg_resolved_config *config, lg_error *err) {
    lg_assignments s = {.identity = true, .custom = lg_values_custom(config->values)};
    /* train.until and train.patience require validations, but an identity does not contain eval.*. The values of
     * eval.every and eval.validation below make validations possible: every data set has a test split. */
    const bool good = lg_assignments_read(&s, text, strlen(text), "config", err) &&
                      lg_assignments_override(&s, "eval.every", "1", err) &&
                      lg_assignments_override(&s, "eval.validation", lg_split_name(LG_SPLIT_TEST), err);
    lg_resolved_config *d = good ? lg_assignments_resolve(&s, err) : NULL;
    lg_assignments_clear(&s);
    return d;
}

/* Lists the differences between the config in the file and `config`, which may train longer; "" if there are none.
 * Texts are resolved before they are compared, because texts of older versions lack newer options. */
static bool compare_config(const char *path, const char *text, const lg_resolved_config *config,
                           char differing[LG_DIFFERING], lg_error *err) {
    *differing = '\0';
    if (!strcmp(text, config->identity)) return true;
    lg_error words = {0};
    lg_resolved_config *there = resolve_identity(text, config, &words);
    if (!there) return lg_fail_saved(err, path, &words);
    if (!lg_config_extends(config->values, there->values))
        lg_configs_differ(config->values, there->values, differing, LG_DIFFERING);
    lg_resolved_config_free(there);
    return true;
}

static bool check_config(const char *path, const char *text, const lg_resolved_config *config, lg_error *err) {
    char differing[LG_DIFFERING];
    if (!config) return true;
    if (!compare_config(path, text, config, differing, err)) return false;
    return !*differing ||
           lg_fail(err, LG_CORRUPT, "%s and the config beside it differ: the checkpoint has %s; undo the edit", path,
                   differing);
}

static bool check_notes(const char *path, const lg_note notes[NOTES], const lg_resolved_config *config, lg_error *err) {
    if (strcmp(notes[PRECISION].text, lg_precision_name()))
        return lg_fail(err, LG_USAGE, "%s holds %.16s numbers, but this build computes with %s", path,
                       notes[PRECISION].text, lg_precision_name());
    return check_config(path, notes[CONFIG].text, config, err);
}

/* Verifies the checksum. It covers the arrays as they are stored, so damage is detected before shapes are compared.
 * Files list arrays by offset; since all arrays have one type, this is the order in which they were written. */
static bool check_sum(const char *path, const lg_safetensors *s, const lg_note notes[NOTES], lg_error *err) {
    char digest[LG_DIGEST_SIZE];
    const char *claimed = lg_safetensors_note(s, "checksum");
    if (!checksum(notes, NOTES, NULL, s, digest, err)) return false;
    return (claimed && !strcmp(claimed, digest)) ||
           lg_fail(err, LG_CORRUPT, "%s is damaged: the checksum does not match", path);
}

/* Checks that the file has exactly the trainer's arrays. */
static bool check_arrays(const char *path, const lg_safetensors *s, const content *c, lg_error *err) {
    for (size_t i = 0; i < c->count; i++) {
        const lg_array *ours = &c->array[i], *a = lg_safetensors_find(s, ours->name);
        if (!a) return lg_fail(err, LG_USAGE, "%s has no parameter '%s', which this config needs", path, ours->name);
        if (a->dtype != ours->dtype || a->rank != ours->rank ||
            memcmp(a->shape, ours->shape, (size_t)a->rank * sizeof *a->shape) != 0)
            return lg_fail(err, LG_USAGE, "%s: parameter '%s' has the wrong shape for this config", path, ours->name);
    }
    return lg_safetensors_count(s) == c->count || lg_fail(err, LG_USAGE, "%s has %zu arrays, but this config needs %zu",
                                                          path, lg_safetensors_count(s), c->count);
}

static bool fill(const char *path, const lg_safetensors *s, const content *c, lg_trainer *t, const char *step,
                 lg_error *err) {
    int64_t steps;
    for (size_t i = 0; i < c->count; i++) {
        const lg_array *a = &c->array[i];
        if (!lg_safetensors_copy(s, a->name, a->dtype, a->rank, a->shape, c->home[i], err)) return false;
    }
    if (!lg_text_int(step, &steps) || steps < 0)
        return lg_fail(err, LG_CORRUPT, "%s: '%.24s' is not a step", path, step);
    lg_trainer_resume(t, steps);
    return true;
}

/* The largest valid file size. */
static size_t most_bytes(const content *c) {
    size_t most = MAX_EXTRA;
    for (size_t i = 0; i < c->count; i++) {
        size_t bytes = 0;
        lg_array_bytes(&c->array[i], &bytes);
        most += bytes;
    }
    return most;
}

bool lg_checkpoint_read(lg_checkpoint kind, const char *path, lg_trainer *t, const lg_resolved_config *config,
                        lg_error *err) {
    content c = {0};
    lg_note notes[NOTES];
    lg_safetensors *s = list(&c, kind, t, err) ? lg_safetensors_read(path, most_bytes(&c), err) : NULL;
    const bool good = s && find_notes(kind, path, s, notes, err) && check_sum(path, s, notes, err) &&
                      check_notes(path, notes, config, err) && check_arrays(path, s, &c, err) &&
                      fill(path, s, &c, t, notes[STEP].text, err);
    lg_safetensors_free(s);
    lg_arena_free(c.arena);
    return good;
}

bool lg_checkpoint_identify(lg_checkpoint kind, const char *path, lg_checkpoint_id *id, lg_error *err) {
    lg_note notes[NOTES];
    lg_safetensors *s = lg_safetensors_read_notes(path, err);
    bool good = s && find_notes(kind, path, s, notes, err);
    const char *digest = good ? lg_safetensors_note(s, "checksum") : NULL;
    good = good && ((digest && lg_text_int(notes[STEP].text, &id->step)) ||
                    lg_fail(err, LG_CORRUPT, "%s: its metadata has no step and checksum", path));
    if (good) snprintf(id->digest, sizeof id->digest, "%s", digest);
    lg_safetensors_free(s);
    return good;
}

lg_safetensors *lg_checkpoint_open(lg_checkpoint kind, const char *path, char digest[LG_DIGEST_SIZE], lg_error *err) {
    lg_note notes[NOTES];
    lg_safetensors *s = lg_safetensors_read(path, MAX_FILE, err);
    if (s && find_notes(kind, path, s, notes, err) && check_sum(path, s, notes, err)) {
        snprintf(digest, LG_DIGEST_SIZE, "%s", lg_safetensors_note(s, "checksum"));
        return s;
    }
    lg_safetensors_free(s);
    return NULL;
}

bool lg_checkpoint_compare(lg_checkpoint kind, const char *path, const lg_resolved_config *config,
                           char differing[LG_DIFFERING], lg_error *err) {
    char digest[LG_DIGEST_SIZE];
    lg_safetensors *s = lg_checkpoint_open(kind, path, digest, err);
    const bool good = s && compare_config(path, lg_safetensors_note(s, keys[CONFIG]), config, differing, err);
    lg_safetensors_free(s);
    return good;
}
