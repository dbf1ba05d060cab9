/* api_shifts.c: implements lg_analyze_shifts: compares the hidden states of the same tokens at shifted positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "api/analysis.h"
#include "config/values.h"
#include "nn/axes/position.h"
#include "nn/model/order.h"
#include "run/run.h"

enum {
    STREAMS = 2,   /* token streams: at most source and target */
    SEQUENCES = 10 /* default number of sequences */
};

typedef struct shifts {
    lg_run *run;
    lg_run **others; /* [count]: the run, opened once more for each offset, with positions that begin at the offset */
    const int *offsets;
    size_t count;
    int length, sequences;
    int layers, width;      /* number of layers of each stream; width of a state */
    double tokens[STREAMS]; /* numbers of tokens read so far, in the source stream and in the stream that the head
                               reads */
    double *cosines;        /* [STREAMS, layers, count, count]: sums over these tokens */
    lg_error *err;
} shifts;

static bool set(lg_config *f, const char *key, int value, lg_error *err) {
    char text[24];
    snprintf(text, sizeof text, "%d", value);
    return lg_config_set(f, key, text, LG_FLAG, "shifts") == LG_OK && err->code == LG_OK;
}

/* Replaces an error about positions. Removes its hint to set the run's positions, because this analysis sets them. */
static void tell_unshifted(lg_error *err) {
    lg_error why = *err;
    char *hint = strstr(why.text, " (use ");
    if (hint) *hint = '\0';
    *err = (lg_error){0};
    lg_fail(err, why.code, "%s, so positions cannot be shifted", why.text);
}

/* Opens the run again with all settings of x->run, but with positions that begin at `offset`. */
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
    if (!trained_so && x->err->code == LG_USAGE) tell_unshifted(x->err);
    return NULL;
}

/* The cosine similarity of two states. */
static double cosine(const real *u, const real *v, size_t width) {
    double dot = 0, of_u = 0, of_v = 0;
    for (size_t c = 0; c < width; c++) {
        dot += (double)u[c] * (double)v[c];
        of_u += (double)u[c] * (double)u[c];
        of_v += (double)v[c] * (double)v[c];
    }
    return of_u > 0 && of_v > 0 ? dot / sqrt(of_u * of_v) : of_u == of_v;
}

static double *sums_of(const shifts *x, int stream, int layer) {
    return x->cosines + ((size_t)stream * (size_t)x->layers + (size_t)layer) * x->count * x->count;
}

/* Compares states [count, layers, tokens, width]; the matrices are symmetric, so only half of each is computed. */
static void add_cosines(const shifts *x, int stream, const real *states, size_t tokens) {
    const size_t width = (size_t)x->width, layers = (size_t)x->layers;
    for (size_t a = 0; a < x->count; a++)
        for (size_t b = 0; b <= a; b++)
            for (size_t i = 0; i < layers * tokens; i++) {
                const real *u = states + (a * layers * tokens + i) * width;
                const real *v = states + (b * layers * tokens + i) * width;
                sums_of(x, stream, (int)(i / tokens))[a * x->count + b] += cosine(u, v, width);
            }
}

/* Compares the states of one stream of a sequence at all offsets. Skips a stream without blocks. */
static bool add_stream(shifts *x, int stream, int64_t sequence) {
    const lg_activation_request q = {.length = x->length, .first = sequence, .count = 1, .source = stream == 0};
    lg_activation_rows rows;
    if (!lg_trainer_activation_rows(x->others[0]->session.trainer, &q, &rows, x->err)) return false;
    const size_t tokens = (size_t)rows.count, each = (size_t)x->layers * tokens * (size_t)x->width;
    const double numbers = (double)each * (double)x->count;
    if (tokens == 0) return true;
    if (numbers > LG_ANALYZE_NUMBERS)
        return lg_fail(x->err, LG_USAGE, "length %d: a sequence has %.3g states, which is too many (at most %.3g)",
                       x->length, numbers, LG_ANALYZE_NUMBERS);
    real *states = malloc(x->count * each * sizeof *states + 1);
    bool good = states || lg_fail(x->err, LG_FAILED, "out of memory: %.3g states", numbers);
    for (size_t i = 0; good && i < x->count; i++)
        good = lg_trainer_activations(x->others[i]->session.trainer, &q, 0, rows.count, states + i * each, x->err);
    if (good) add_cosines(x, stream, states, tokens);
    x->tokens[stream] += (double)tokens;
    free(states);
    return good;
}

static bool open_all(shifts *x) {
    x->others = calloc(x->count, sizeof *x->others);
    if (!x->others) return lg_fail(x->err, LG_FAILED, "out of memory: %zu offsets", x->count);
    for (size_t i = 0; i < x->count; i++)
        if (!(x->others[i] = open_shifted(x, x->offsets[i]))) return false;
    const lg_values *v = x->others[0]->session.values;
    for (size_t i = 0; i < x->count; i++) lg_analyze_split_begin(x->others[i]->session.trainer, x->length);
    if (!lg_analyze_sequences(x->others[0]->session.trainer, x->length, x->sequences, SEQUENCES, &x->sequences, x->err))
        return false;
    x->layers = lg_trainer_order(x->others[0]->session.trainer)->blocks + 1;
    x->width = (int)lg_int(v, "model.width");
    x->cosines = calloc(STREAMS * (size_t)x->layers * x->count * x->count, sizeof *x->cosines);
    return x->cosines || lg_fail(x->err, LG_FAILED, "out of memory: %zu offsets", x->count);
}

static void close_all(shifts *x) {
    for (size_t i = 0; x->others && i < x->count; i++) lg_run_free(x->others[i]);
    free(x->others);
    free(x->cosines);
}

static void show_stream(const shifts *x, int stream, lg_shift_fn each, void *user) {
    lg_shift_map m = {.layers = x->layers,
                      .length = x->length,
                      .sequences = x->sequences,
                      .count = x->count,
                      .offsets = x->offsets,
                      .stream = x->tokens[0] == 0 ? ""
                                : stream == 0     ? "encoder"
                                                  : "decoder"};
    for (m.layer = 0; m.layer < x->layers; m.layer++) {
        double *mean = sums_of(x, stream, m.layer);
        for (size_t a = 0; a < x->count; a++)
            for (size_t b = 0; b <= a; b++) {
                mean[a * x->count + b] /= x->tokens[stream];
                mean[b * x->count + a] = mean[a * x->count + b];
            }
        m.similarity = mean;
        each(user, &m);
    }
}

lg_status lg_analyze_shifts(lg_run *r, const int *offsets, size_t count, int length, int sequences, lg_shift_fn each,
                            void *user) {
    lg_error *err = lg_context_begin(r->context);
    shifts x = {.run = r, .offsets = offsets, .count = count, .length = length, .sequences = sequences, .err = err};
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(&length, 1, err)) return err->code;
    if (sequences < 0 || count < 1) {
        lg_fail(err, LG_USAGE, "shifts: %zu offsets, %d sequences: expected 1 or more offsets and 0 or more sequences",
                count, sequences);
        return err->code;
    }
    bool good = open_all(&x);
    for (int i = 0; good && i < x.sequences; i++) good = add_stream(&x, 0, i) && add_stream(&x, 1, i);
    for (int stream = 0; good && stream < STREAMS; stream++)
        if (x.tokens[stream] > 0) show_stream(&x, stream, each, user);
    close_all(&x);
    return err->code;
}
