/* timer.c: times training steps and decoding for the scripts beside it, which drive it through measure.py. A script can
 * alternate between several models, or between a model and another program. Reads one JSON object per line and answers
 * each of them with another JSON object:
 *
 *   {"open": "steps", "length": 62, "settings": [["width", "64"]]}        -> {"model": 0, "settings": {...}}
 *   {"time": 0, "seconds": 0.2}                                           -> time of a training step (step_timer.h)
 *   {"open": "decoding", "settings": [["preset", "copy"]]}             -> {"model": 1, "settings": {...}}
 *   {"time": 1, "sequences": 8, "tokens": 64, "seconds": 0.2}             -> speed of decoding (decode_timer.h)
 *   {"close": 0}                                                          -> {}
 *
 * Settings are options of the config; later ones override earlier ones, and "preset" and "config" load a file. The
 * answer to "open" lists all settings. The answer to a request that fails is {"error": TEXT}. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode_timer.h"
#include "step_timer.h"

enum { MODELS = 64 };

/* Open models by number; one pointer of an open model is set, both are NULL in a free place. */
static struct model {
    step_timer *steps;
    decode_timer *decoding;
} models[MODELS];
static int model_count;
static lg_context *context;

static json_t *refuse(const char *text) {
    return json_pack("{s:s}", "error", text);
}

static json_t *library_error(void) {
    return refuse(lg_error_text(context));
}

/* ---- opening ---- */

static lg_status set(lg_config *f, const char *key, const char *value) {
    if (!strcmp(key, "preset")) return lg_config_preset(f, value);
    if (!strcmp(key, "config")) return lg_config_load(f, value);
    return lg_config_set(f, key, value, LG_FLAG, "bench");
}

/* Applies the environment, then settings, an array of pairs [KEY, VALUE], in order. */
static lg_status fill(lg_config *f, json_t *settings) {
    lg_status status = lg_config_environment(f);
    for (size_t i = 0; status == LG_OK && i < json_array_size(settings); i++) {
        const char *key = NULL, *value = NULL;
        json_unpack(json_array_get(settings, i), "[s,s]", &key, &value);
        status = set(f, key ? key : "", value ? value : "");
    }
    return status == LG_OK ? lg_config_check(f) : status;
}

static json_t *settings_of(lg_config *f) {
    json_t *all = json_object();
    for (size_t i = 0; i < lg_config_count(f); i++) {
        const lg_setting s = lg_config_at(f, i);
        json_object_set_new(all, s.key, json_string(s.value));
    }
    return all;
}

static json_t *open_model(json_t *asked, const char *kind) {
    lg_config *f = NULL;
    struct model *m = &models[model_count];
    const bool decoding = !strcmp(kind, "decoding");
    if (!decoding && strcmp(kind, "steps")) return refuse("open: expected \"steps\" or \"decoding\"");
    if (model_count == MODELS) return refuse("too many models: close some");
    lg_status status = lg_config_new(context, &f);
    if (status == LG_OK) status = fill(f, json_object_get(asked, "settings"));
    const int length = (int)json_integer_value(json_object_get(asked, "length"));
    if (status == LG_OK) status = decoding ? decode_timer_open(f, &m->decoding) : step_timer_open(f, length, &m->steps);
    json_t *answer =
        status == LG_OK ? json_pack("{s:i, s:o}", "model", model_count, "settings", settings_of(f)) : library_error();
    if (status == LG_OK) model_count++;
    lg_config_free(f);
    return answer;
}

static void close_model(struct model *m) {
    step_timer_close(m->steps);
    decode_timer_close(m->decoding);
    *m = (struct model){0};
    while (model_count > 0 && !models[model_count - 1].steps && !models[model_count - 1].decoding) model_count--;
}

/* ---- timing ---- */

static json_t *time_steps(step_timer *t, double seconds) {
    step_time s;
    if (step_timer_run(t, seconds, &s) != LG_OK) return library_error();
    return json_pack("{s:i, s:i, s:I, s:f, s:f}", "sequences", s.sequences, "tokens", s.tokens, "parameters",
                     (json_int_t)s.parameters, "gflop", s.gflop, "seconds", s.seconds);
}

static json_t *time_decoding(decode_timer *d, int sequences, int tokens, double seconds) {
    decode_speed s;
    if (decode_timer_run(d, sequences, tokens, seconds, &s) != LG_OK) return library_error();
    return json_pack("{s:i, s:i, s:i, s:s, s:i, s:i, s:f, s:f, s:s, s:f, s:f, s:f, s:f, s:f, s:I}", "sequences",
                     s.sequences, "tokens", s.tokens, "threads", s.threads, "precision", s.precision, "symbols",
                     s.symbols, "classes", s.classes, "tokens_per_second", s.tokens_per_second, "roof", s.roof, "bound",
                     s.bound, "roof_share", s.roof_fraction, "gflops", s.gflops, "peak_gflops", s.peak_gflops,
                     "bandwidth", s.bandwidth, "peak_bandwidth", s.peak_bandwidth, "bytes_per_step",
                     (json_int_t)s.bytes);
}

static json_t *time_model(json_t *asked, struct model *m) {
    const double seconds = json_number_value(json_object_get(asked, "seconds"));
    if (m->steps) return time_steps(m->steps, seconds);
    return time_decoding(m->decoding, (int)json_integer_value(json_object_get(asked, "sequences")),
                         (int)json_integer_value(json_object_get(asked, "tokens")), seconds);
}

/* ---- all ---- */

/* The open model of this number, or NULL. */
static struct model *named(json_t *number) {
    const json_int_t i = json_integer_value(number);
    if (!json_is_integer(number) || i < 0 || i >= model_count) return NULL;
    return models[i].steps || models[i].decoding ? &models[i] : NULL;
}

static json_t *answer_to(json_t *asked) {
    const char *kind = json_string_value(json_object_get(asked, "open"));
    json_t *timed = json_object_get(asked, "time"), *closed = json_object_get(asked, "close");
    if (kind) return open_model(asked, kind);
    struct model *m = named(timed ? timed : closed);
    if (!m) return refuse("expected a JSON object with open, or with time or close and the number of an open model");
    if (timed) return time_model(asked, m);
    close_model(m);
    return json_object();
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    context = lg_context_new();
    if (!context) return 1;
    while (getline(&line, &size, stdin) > 0) {
        json_t *asked = json_loads(line, 0, NULL), *answer = answer_to(asked);
        json_dumpf(answer, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
        putchar('\n');
        fflush(stdout);
        json_decref(asked);
        json_decref(answer);
    }
    for (int i = MODELS - 1; i >= 0; i--) close_model(&models[i]);
    lg_context_free(context);
    free(line);
    return 0;
}
