/* api_shifts.c: implements the probe for shifts of lengthen.h: states of the same tokens at other positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "nn/order.h"
#include "nn/position.h"
#include "run/run.h"

typedef struct shifts {
    lg_run *run;
    const int *offsets;
    size_t count;
    int length, sequences;
    int layers, width;
    size_t tokens; /* of all sequences */
    real **states; /* [count] of [layers, tokens, width] */
    lg_error *err;
} shifts;

static bool set(lg_config *f, const char *key, int value, lg_error *err) {
    char text[24];
    snprintf(text, sizeof text, "%d", value);
    return lg_config_set(f, key, text, LG_FLAG, "shifts") == LG_OK && err->code == LG_OK;
}

/* The run again, with everything that was set on it, and positions that begin at an offset. */
static lg_run *open_shifted(const shifts *x, int offset) {
    const lg_run *r = x->run;
    lg_run *other = NULL;
    lg_assignments copy = {0};
    const char *shifted = lg_position_shifted.name;
    const bool trained_so = !strcmp(lg_text(r->stored, "positions"), shifted);
    if (lg_run_open(r->context, r->one_model ? r->run_dir.model : r->dir, &other) != LG_OK) return NULL;
    bool good = lg_assignments_copy(&copy, &r->config->settings, x->err);
    if (good) {
        lg_assignments_clear(&other->config->settings);
        other->config->settings = copy;
        good = lg_config_set(other->config, "positions", shifted, LG_FLAG, "shifts") == LG_OK;
    }
    good = good && (trained_so || set(other->config, "positions.shift", 0, x->err)) &&
           set(other->config, "positions.eval_shift", offset, x->err) && lg_run_ready(other, x->err);
    if (good) return other;
    lg_run_free(other);
    return NULL;
}

static bool read_states(shifts *x, size_t i) {
    lg_run *other = open_shifted(x, x->offsets[i]);
    if (!other) return false;
    lg_trainer *t = other->session.trainer;
    const lg_sizes z = lg_trainer_sizes(t, x->length);
    x->layers = lg_order_blocks(other->session.values) + 1;
    x->width = (int)lg_int(other->session.values, "model.width");
    x->tokens = (size_t)z.tokens * (size_t)x->sequences;
    const double numbers = (double)x->layers * (double)x->tokens * x->width * (double)x->count;
    bool good = numbers <= LG_ANALYZE_NUMBERS ||
                lg_fail(x->err, LG_USAGE, "length %d: %d sequences have %.3g states, which is too many (expected %.3g)",
                        x->length, x->sequences, numbers, (double)LG_ANALYZE_NUMBERS);
    x->states[i] = good ? malloc((size_t)x->layers * x->tokens * (size_t)x->width * sizeof **x->states) : NULL;
    if (good && !x->states[i]) good = lg_fail(x->err, LG_FAILED, "out of memory: %.3g states", numbers);
    good = good && lg_trainer_activations(t, x->length, x->sequences, 0, z.tokens, x->states[i], x->err);
    lg_run_free(other);
    return good;
}

/* The mean over tokens of the cosine of the angle between two states of a layer. */
static double similarity(const shifts *x, int layer, size_t a, size_t b) {
    const size_t width = (size_t)x->width, from = (size_t)layer * x->tokens * width;
    double mean = 0;
    for (size_t token = 0; token < x->tokens; token++) {
        const real *u = x->states[a] + from + token * width, *v = x->states[b] + from + token * width;
        double dot = 0, of_u = 0, of_v = 0;
        for (size_t c = 0; c < width; c++) {
            dot += (double)u[c] * (double)v[c];
            of_u += (double)u[c] * (double)u[c];
            of_v += (double)v[c] * (double)v[c];
        }
        mean += (of_u > 0 && of_v > 0 ? dot / sqrt(of_u * of_v) : of_u == of_v) / (double)x->tokens;
    }
    return mean;
}

static bool show_layers(const shifts *x, lg_shift_fn each, void *user) {
    double *values = malloc(x->count * x->count * sizeof *values);
    if (!values) return lg_fail(x->err, LG_FAILED, "out of memory: %zu offsets", x->count);
    for (int layer = 0; layer < x->layers; layer++) {
        for (size_t a = 0; a < x->count; a++)
            for (size_t b = 0; b < x->count; b++) values[a * x->count + b] = similarity(x, layer, a, b);
        each(user, &(lg_shift_map){.layer = layer,
                                   .layers = x->layers,
                                   .length = x->length,
                                   .sequences = x->sequences,
                                   .count = x->count,
                                   .offsets = x->offsets,
                                   .similarity = values});
    }
    free(values);
    return true;
}

lg_status lg_analyze_shifts(lg_run *r, const int *offsets, size_t count, int length, int sequences, lg_shift_fn each,
                            void *user) {
    lg_error *err = lg_context_begin(r->context);
    shifts x = {.run = r, .offsets = offsets, .count = count, .length = length, .sequences = sequences, .err = err};
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(&length, 1, err)) return err->code;
    if (sequences < 1 || count < 1) {
        lg_fail(err, LG_USAGE, "shifts: expected a sequence and an offset or more");
        return err->code;
    }
    x.states = calloc(count, sizeof *x.states);
    bool good = x.states || lg_fail(err, LG_FAILED, "out of memory: %zu offsets", count);
    for (size_t i = 0; good && i < count; i++) good = read_states(&x, i);
    if (good) show_layers(&x, each, user);
    for (size_t i = 0; x.states && i < count; i++) free(x.states[i]);
    free(x.states);
    return err->code;
}
