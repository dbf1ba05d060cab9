/* api_inspect.c: implements lg_inspect_..., which shows matrices and parameters of a config. nn/model/inspect.h
 * computes them; this file adds their names. To inspect one axis, a user does not have to set the other axes: this file
 * finds a width that suits the number of heads, and an encoding that works with the position sampler. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/describe.h"
#include "kernel/kernel.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/model/inspect.h"
#include "nn/stream/position_sample.h"
#include "run/initial_weights.h"
#include "run/run.h"
#include "run/session.h"
#include "train/decay.h"
#include "train/state.h"

/* A callback for matrices, and the name to pass with them. */
typedef struct receiver {
    const char *name;
    lg_matrix_fn each;
    void *user;
} receiver;

static void forward_matrix(void *user, const char *what, int rank, const size_t *shape, const double *data) {
    const receiver *s = user;
    lg_matrix m = {.name = s->name, .what = what, .rank = rank, .data = data};
    for (int i = 0; i < rank; i++) m.shape[i] = shape[i];
    s->each(s->user, &m);
}

static bool check_length(int length, lg_error *err) {
    return (length >= 1 && length <= LG_LENGTH_MAX) ||
           lg_fail(err, LG_USAGE, "length: matrices have 1..%d tokens, not %d", LG_LENGTH_MAX, length);
}

enum { HEAD_WIDTH = 8 }; /* columns per head: even, and as in Ruoss et al. 2023 */

lg_status lg_inspect_default_width(lg_config *f) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context), ignored = {0};
    const lg_assignment *heads = lg_assignments_effective(&f->settings, "model.heads");
    if (!heads || lg_assignments_effective(&f->settings, "model.width")) return LG_OK;
    if (lg_config_resolved(f, &ignored)) return LG_OK;
    char width[24]; /* invalid settings are reported later, when the config is checked */
    const long count = strtol(heads->value, NULL, 10);
    if (count < 1 || count > LG_LENGTH_MAX) return LG_OK;
    snprintf(width, sizeof width, "%ld", HEAD_WIDTH * count);
    lg_assignments_add(&f->settings, "model.width", width, LG_DEFAULT, "8 for each head", err);
    return err->code;
}

/* Copies a parameter from the model that `train.init` names. Fails if the model lacks the parameter or has it in
 * another shape; either means that the model's encoding is not that of the config. */
static bool fill_trained(void *user, const lg_parameter_row *row, real *out, lg_error *err) {
    bool there;
    lg_named_array a = {.name = row->name, .rank = row->rank, .count = row->count, .value = out};
    for (int i = 0; i < row->rank; i++) a.shape[i] = (size_t)row->shape[i];
    return lg_weights_copy(user, &a, &there) ||
           lg_fail_keys(err, "train.init",
                        "train.init: %s %s the model (use the options of its run: --config RUN/config.yaml)", row->name,
                        there ? "has another shape in" : "is not in");
}

static void visit_encoding(const lg_resolved_config *d, lg_inspect_request x, receiver *s, lg_error *err) {
    char digest[LG_DIGEST_SIZE];
    lg_error words = {0};
    const bool trained = lg_takes_weights(d->values);
    const lg_kernels *kernels = lg_kernels_select(err);
    lg_safetensors *weights = kernels && trained ? lg_weights_open(d->values, digest, &words) : NULL;
    if (weights) x.fill = fill_trained, x.fill_user = weights;
    lg_model_description model;
    lg_data_description data;
    lg_describe_model(d->values, &model);
    lg_describe_data(d->values, NULL, &data);
    if (kernels && (weights || !trained)) lg_inspect_terms(&model, &data, kernels, &x, forward_matrix, s, &words);
    if (words.code != LG_OK) lg_resolved_config_fail(d, &words, err);
    lg_safetensors_free(weights);
}

lg_status lg_inspect_encoding(lg_config *f, int length, const double *q, const double *k, lg_matrix_fn each,
                              void *user) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *d = lg_config_resolved(f, err);
    if (!d || !check_length(length, err) || !LG_GIVEN(err, each)) return err->code;
    receiver s = {lg_text(d->values, "encoding"), each, user};
    if ((!q) != (!k))
        lg_fail(err, LG_USAGE, "q and k: expected both or neither");
    else
        visit_encoding(d, (lg_inspect_request){.T = length, .q = q, .k = k}, &s, err);
    return err->code;
}

bool lg_inspect_is_causal(lg_config *f) {
    const lg_resolved_config *d = f ? lg_config_resolved(f, lg_context_begin(f->context)) : NULL;
    if (!d) return false;
    lg_model_description model;
    lg_describe_model(d->values, &model);
    return lg_mask_is_causal(&model.mask);
}

/* ---- parameters ---- */

lg_status lg_inspect_model(lg_config *f, lg_parameter_fn each, void *user) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *d = LG_GIVEN(err, each) ? lg_config_resolved(f, err) : NULL;
    const lg_kernels *kernels = !d ? NULL : lg_kernels_select(err);
    lg_model *m = !kernels ? NULL : lg_model_of(d->values, kernels, err);
    for (int i = 0; m && i < m->parameters->count; i++) {
        const lg_parameter_row *row = &m->parameters->rows[i];
        lg_parameter p = {.name = row->name, .rank = row->rank, .norm = NAN, .mean = NAN, .largest = NAN};
        const lg_train_settings training = lg_train_settings_of(d->values);
        p.decay = lg_decay_of(&training, row);
        p.active = (size_t)lg_size_active(row);
        for (int k = 0; k < row->rank; k++) p.shape[k] = (size_t)row->shape[k];
        each(user, &p);
    }
    lg_model_free(m);
    return err->code;
}

/* ---- only positions ---- */

/* Checks all settings, even those that any_model overrides. */
static bool check_values(const lg_assignments *s, lg_error *err) {
    for (size_t i = 0; i < s->count; i++) {
        const lg_assignment *r = &s->rows[i];
        if (!lg_key_check(r->key, r->where, err) || !lg_value_check(s->custom, r->key, r->value, r->where, err))
            return false;
    }
    return true;
}

/* Returns an encoding that works with the position sampler. `relative` and `alibi` read positions and distances;
 * `relative` works with every sampler of integers, and `alibi` with real numbers. */
static const char *any_encoding(const lg_assignments *s) {
    const lg_assignment *r = lg_assignments_effective(s, "positions");
    const lg_position_sampler *sampler = r ? lg_entry_find(lg_positions, r->value) : NULL;
    return sampler && sampler->real ? "alibi" : "relative";
}

/* Resolves the config with a minimal model that works with the position sampler. */
static lg_resolved_config *any_model(const lg_config *f, lg_error *err) {
    const char *const model[][2] = {{"encoding", any_encoding(&f->settings)},
                                    {"attention", "softmax"},
                                    {"model.heads", "1"},
                                    {"model.width", "2"},
                                    {"mask", "full"},
                                    {"model.decode", "parallel"},
                                    {"curriculum", "uniform"}};
    lg_assignments s = {0};
    bool good = check_values(&f->settings, err) && lg_assignments_copy(&s, &f->settings, err);
    for (size_t i = 0; good && i < sizeof model / sizeof *model; i++)
        good = lg_assignments_override(&s, model[i][0], model[i][1], err);
    lg_resolved_config *d = good ? lg_assignments_resolve(&s, err) : NULL;
    lg_assignments_clear(&s);
    return d;
}

/* Are the positions 0, 1, 2, ...? */
static bool is_standard(const lg_position_ids *ids) {
    int i = 0;
    while (ids->position && i < ids->T && ids->position[i] == i) i++;
    return i == ids->T && !ids->distance;
}

lg_status lg_run_positions(lg_run *r, lg_matrix_fn each, void *user) {
    if (!r) return LG_USAGE;
    lg_error *err = lg_context_begin(r->context);
    if (!LG_GIVEN(err, each) || !lg_run_ready(r, err)) return err->code;
    const lg_position_sample *d = lg_trainer_logits_sample(r->session.trainer);
    if (!d->model) lg_fail(err, LG_USAGE, "%s: no position sample was drawn yet (call lg_run_logits first)", r->dir);
    if (!d->model) return err->code;
    receiver s = {lg_text(r->session.values, "positions"), each, user};
    const lg_model *m = r->session.trainer->model;
    const lg_position_ids *before = NULL;
    for (int block = 0; block < m->blocks; block++) {
        const int number = m->numbers[LG_STREAM_OWN][lg_pattern_choice(&m->pattern, block)];
        if (m->positional[number]->encoding.entry->reads == LG_POSITION_INPUT_NONE) continue;
        const lg_position_ids *ids = lg_position_sample_ids(d, number, block);
        if (ids == before) continue;
        before = ids;
        const size_t positions = (size_t)ids->T, distances = 2 * positions - 1;
        if (is_standard(ids)) continue;
        if (ids->position) forward_matrix(&s, "positions", 1, &positions, ids->position);
        if (ids->distance) forward_matrix(&s, "distances", 1, &distances, ids->distance);
    }
    return err->code;
}

/* Draws a position sample (lg_inspect_draw) and passes its matrices to the callback. */
static void draw(const lg_values *v, int T, const int32_t *tokens, int32_t separator, receiver *s, lg_error *err) {
    lg_chosen_position_sampler sampler;
    lg_seeds seeds;
    LG_CHOOSE(sampler, lg_positions, v, "positions");
    lg_values_read(v, lg_seed_options, &seeds);
    lg_inspect_draw(&sampler, &seeds, T, tokens, separator, forward_matrix, s, err);
}

lg_status lg_inspect_positions(lg_config *f, int length, lg_matrix_fn each, void *user) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    lg_resolved_config *d = LG_GIVEN(err, each) && check_length(length, err) ? any_model(f, err) : NULL;
    if (d) {
        receiver s = {lg_text(d->values, "positions"), each, user};
        draw(d->values, length, NULL, -1, &s, err);
    }
    lg_resolved_config_free(d);
    return err->code;
}

/* ---- positions of given tokens ---- */

/* Splits a text at blanks and returns the number of words. `ids` receives 1 for the separator and 0 for any other word,
 * and has room for one id per byte of the text. */
static int number_words(const char *text, const char *separator, int32_t *ids) {
    int count = 0;
    for (size_t n; text += strspn(text, " "), *text; text += n, count++) {
        n = strcspn(text, " ");
        ids[count] = n == strlen(separator) && !strncmp(text, separator, n);
    }
    return count;
}

static bool check_reads_tokens(const lg_values *v, lg_error *err) {
    const lg_position_sampler *s = lg_entry_find(lg_positions, lg_text(v, "positions"));
    return s->documents || lg_fail_keys(err, "positions",
                                        "positions: %s depends only on the number of tokens (use --positions "
                                        "document, or give a length)",
                                        s->name);
}

static void inspect_words(const lg_values *v, const char *tokens, receiver *s, lg_error *err) {
    const char *set = lg_text(v, "positions.separator");
    int32_t *ids = malloc(sizeof *ids * (strlen(tokens) + 1));
    const int count = ids ? number_words(tokens, *set ? set : "<eos>", ids) : 0;
    if (!ids)
        lg_fail(err, LG_FAILED, "out of memory: positions of given tokens");
    else if (check_length(count, err))
        draw(v, count, ids, 1, s, err);
    free(ids);
}

lg_status lg_inspect_positions_of(lg_config *f, const char *tokens, lg_matrix_fn each, void *user) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    lg_resolved_config *d = LG_GIVEN(err, tokens) && LG_GIVEN(err, each) ? any_model(f, err) : NULL;
    receiver s = {d ? lg_text(d->values, "positions") : NULL, each, user};
    if (d && check_reads_tokens(d->values, err)) inspect_words(d->values, tokens, &s, err);
    lg_resolved_config_free(d);
    return err->code;
}
