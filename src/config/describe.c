/* describe.c: see describe.h. */
#include "config/describe.h"

#include <string.h>

#include "config/block_pattern.h"
#include "config/stream_options.h"
#include "data/custom.h"
#include "evaluate/protocols.h"
#include "nn/axes/architecture.h"
#include "nn/axes/block.h"
#include "nn/axes/cell.h"
#include "nn/axes/head.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/mixer.h"
#include "nn/axes/norm.h"
#include "nn/axes/position.h"
#include "nn/axes/projection.h"
#include "nn/axes/residual.h"
#include "nn/axes/store.h"
#include "nn/axes/sublayer.h"

/* ---- choices of axes ---- */

const lg_data *lg_data_of(const lg_values *v) {
    const lg_data *found = lg_data_find(lg_text(v, "data"));
    return found ? found : lg_custom_find(lg_values_custom(v), lg_text(v, "data"));
}

lg_chosen_data lg_data_choose(const lg_values *v) {
    const lg_data *entry = lg_data_of(v);
    return (lg_chosen_data){entry, lg_own_read((const lg_entry *)entry, v)};
}

lg_chosen_curriculum lg_curriculum_choose(const lg_values *v) {
    lg_chosen_curriculum c;
    LG_CHOOSE(c, lg_curriculums, v, "curriculum");
    return c;
}

const lg_metric *lg_metric_of(const lg_values *v) {
    return lg_entry_find(lg_metrics, lg_text(v, "metric"));
}

/* ---- settings ---- */

lg_model_settings lg_model_settings_of(const lg_values *v) {
    lg_model_settings s;
    lg_values_read(v, lg_model_options, &s);
    return s;
}

lg_train_settings lg_train_settings_of(const lg_values *v) {
    lg_train_settings t;
    lg_values_read(v, lg_train_options, &t);
    return t;
}

lg_eval_settings lg_eval_settings_of(const lg_values *v) {
    lg_eval_settings e;
    lg_values_read(v, lg_eval_options, &e);
    return e;
}

bool lg_validates(const lg_values *v) {
    const lg_train_settings t = lg_train_settings_of(v);
    return lg_has_validations(&t, lg_int(v, "eval.every"));
}

lg_split lg_validation_split_of(const lg_values *v) {
    const lg_eval_settings e = lg_eval_settings_of(v);
    return lg_validation_split(&e);
}

const char *lg_validations_choose_of(const lg_values *v, int i) {
    const lg_train_settings t = lg_train_settings_of(v);
    const lg_eval_settings e = lg_eval_settings_of(v);
    return lg_validations_choose(&t, &e, i);
}

bool lg_ending_of(const lg_values *v, lg_ending_rule *out, lg_error *err) {
    const lg_train_settings t = lg_train_settings_of(v);
    const lg_chosen_data data = lg_data_choose(v);
    return lg_ending_rule_read(&t, lg_int(v, "eval.every"), lg_data_has_steps(data.entry, &data.own), out, err);
}

/* ---- data ---- */

static int64_t whole_of(const lg_values *v, const char *option) {
    return lg_values_has(v, option) ? lg_int(v, option) : 0;
}

static lg_length_list list_of(const lg_values *v, const char *option) {
    lg_length_list x = {0};
    if (lg_values_has(v, option)) x.values = lg_lengths(v, option, &x.count);
    return x;
}

static lg_data_settings data_settings_of(const lg_values *v) {
    lg_data_settings s = {
        .trained = list_of(v, "curriculum.lengths"),
        .tested = list_of(v, "eval.lengths"),
        .steps = whole_of(v, "train.steps"),
        .batch = (int)whole_of(v, "train.batch"),
        .sequences = whole_of(v, "eval.sequences"),
        .targets = whole_of(v, "eval.targets"),
        .stride = (int)whole_of(v, "eval.stride"),
        .larger_vocabulary = whole_of(v, "architecture.vocabulary") > 0,
    };
    if (lg_values_has(v, "train.seed")) lg_values_read(v, lg_seed_options, &s.seeds);
    if (!lg_values_has(v, "curriculum")) return s;
    const lg_chosen_curriculum c = lg_curriculum_choose(v);
    s.curriculum = c.entry;
    s.curriculum_own = c.own;
    return s;
}

void lg_describe_data(const lg_values *v, const lg_values *trained, lg_data_description *out) {
    const lg_chosen_data data = lg_data_choose(v);
    const bool other = trained && lg_data_of(trained) == data.entry;
    *out = (lg_data_description){.entry = data.entry, .own = data.own, .settings = data_settings_of(v)};
    out->trained = other ? lg_own_read((const lg_entry *)data.entry, trained) : data.own;
}

lg_dataset *lg_dataset_of(const lg_values *v, lg_error *err) {
    lg_data_description d;
    lg_describe_data(v, NULL, &d);
    return lg_dataset_open(&d, 0, err);
}

/* ---- models ---- */

/* Reads the choice of a single stream and the options under the stream's prefix. Returns false if the stream has no
 * choice of its own. */
static bool choose_for_stream(const lg_values *v, const char *key, void *chosen) {
    const lg_axis_row *axis = lg_stream_axes;
    while (strcmp(axis->key, key)) axis++;
    const lg_entry *e = lg_values_has(v, key) ? lg_axis_entry(axis, lg_text(v, key)) : NULL;
    if (!e) return false;
    LG_CHOSEN(lg_entry) x = {.entry = e};
    if (e->own_bytes > 0) lg_values_read(v, lg_stream_options(axis, e), &x.own);
    memcpy(chosen, &x, sizeof x);
    return true;
}

static lg_placing place_of(const lg_values *v, const char *encoding, const char *positions) {
    lg_placing p = {"encoding", "positions"};
    LG_CHOOSE(p.sampler, lg_positions, v, "positions");
    if (choose_for_stream(v, encoding, &p.encoding)) p.encoding_key = encoding; /* else lg_describe_pattern sets it */
    if (positions && choose_for_stream(v, positions, &p.sampler)) p.positions_key = positions;
    return p;
}

/* If the encoder's stream and the decoder's stream have the same choices, the placing LG_PLACING_SOURCES remains zero,
 * and source tokens use the placing LG_PLACING_OWN. */
static void place_streams(const lg_values *v, lg_placing out[LG_PLACINGS]) {
    const lg_placing own = place_of(v, "decoder.encoding", "decoder.positions");
    const lg_placing sources = place_of(v, "encoder.encoding", "encoder.positions");
    const lg_placing cross = place_of(v, "cross.encoding", NULL);
    const bool same =
        !strcmp(own.encoding_key, sources.encoding_key) && !strcmp(own.positions_key, sources.positions_key);
    out[LG_PLACING_OWN] = own;
    out[LG_PLACING_SOURCES] = same ? (lg_placing){0} : sources;
    out[LG_PLACING_CROSS] = strcmp(cross.encoding_key, "encoding") ? cross : (lg_placing){0};
}

void lg_describe_model(const lg_values *v, lg_model_description *out) {
    memset(out, 0, sizeof *out);
    out->settings = lg_model_settings_of(v);
    for (int i = 0; i < LG_SUBLAYERS; i++) out->sublayers[i] = lg_own_read((const lg_entry *)lg_sublayers[i], v);
    place_streams(v, out->placings);
    LG_CHOOSE(out->architecture, lg_architectures, v, "architecture");
    LG_CHOOSE(out->projection, lg_projections, v, "projection");
    LG_CHOOSE(out->residual, lg_residuals, v, "residual");
    LG_CHOOSE(out->block, lg_blocks, v, "block");
    LG_CHOOSE(out->norm, lg_norms, v, "norm");
    LG_CHOOSE(out->mixer, lg_mixers, v, "mixer");
    LG_CHOOSE(out->initialisation, lg_initialisations, v, "initialisation");
    LG_CHOOSE(out->head, lg_heads, v, "head");
    LG_CHOOSE(out->cell, lg_cells, v, "cell");
    LG_CHOOSE(out->store, lg_stores, v, "store");
    out->tested_with_memory = whole_of(v, "eval.memory") > 0;
    lg_describe_pattern(v, out);
}

lg_model *lg_model_of(const lg_values *v, const lg_kernels *k, lg_error *err) {
    lg_model_description d;
    lg_data_description data;
    lg_describe_model(v, &d);
    lg_describe_data(v, NULL, &data);
    return lg_model_new(&d, &data, 0, k, err);
}

/* ---- trainings ---- */

void lg_describe(const lg_values *v, const lg_values *trained, lg_description *out) {
    lg_describe_model(v, &out->model);
    lg_describe_data(v, trained, &out->data);
    out->training = lg_train_settings_of(v);
    out->evaluation = lg_eval_settings_of(v);
    out->curriculum = lg_curriculum_choose(v);
    LG_CHOOSE(out->optimizer, lg_optimizers, v, "optimizer");
    LG_CHOOSE(out->schedule, lg_schedules, v, "schedule");
    LG_CHOOSE(out->protocol, lg_protocols, v, "protocol");
    out->metric = lg_metric_of(v);
    out->validates = lg_validates(v);
}
