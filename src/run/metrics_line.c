/* metrics_line.c: see metrics_line.h. */
#include "run/metrics_line.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "metric/metric.h"
#include "metric/text_sums.h"
#include "run/recorded.h"

#define ROUNDING   1e-6               /* allowed deviation of a metric from its sums */
#define MAX_TOKENS ((int64_t)1 << 60) /* maximum number of tokens of a text */

/* ---- writing ---- */

static void write_step(lg_json *j, const lg_metrics_line *x) {
    lg_json_put_int(j, "step", x->step);
    lg_json_put_text(j, "split", lg_split_name(LG_SPLIT_TRAIN));
    lg_json_put_int(j, "length", x->train.length);
    lg_json_put_real(j, "loss", x->train.loss);
    lg_json_put_real(j, "accuracy", x->train.accuracy);
    lg_json_put_real(j, "grad_norm", x->train.grad_norm);
    lg_json_put_real(j, "lr", x->train.rate);
    if (x->train.experts > 0) {
        lg_json_put_real(j, "expert_loss", x->train.expert_loss);
        lg_json_put_real(j, "dropped", x->train.dropped);
        const size_t shape[] = {(size_t)x->train.expert_sublayers, (size_t)x->train.experts};
        lg_json_put_array(j, "load", x->train.load, shape, 2);
    }
    lg_json_put_real(j, "t", x->seconds);
}

static void write_metrics(lg_json *j, const double values[LG_METRICS]) {
    for (size_t i = 0; i < LG_METRICS; i++)
        if (lg_metric_applies(i, values)) lg_json_put_real(j, lg_metrics[i]->name, values[i]);
}

static void write_validation(lg_json *j, const lg_metrics_line *x) {
    lg_json_put_int(j, "step", x->step);
    lg_json_put_text(j, "split", lg_split_name(x->validation.split));
    write_metrics(j, x->validation.scores);
    lg_json_put_int(j, "first", x->validation.first);
    lg_json_put_int(j, "last", x->validation.last);
    lg_json_put_real(j, "t", x->seconds);
}

/* Text metrics, and the sums in a line from which their scores over several lengths are computed. */
static const struct text_sums {
    const char *key;
    int first, count; /* index and number in lg_eval_result.texts */
    double (*score)(const double sums[LG_SUMS]);
    const lg_metric *metric;
} text_sums[] = {
    {"bleu_sums", LG_SUM_BLEU - LG_SUM_TEXTS, LG_BLEU_SUMS, lg_sums_bleu, &lg_metric_bleu},
    {"chrf_sums", LG_SUM_CHRF - LG_SUM_TEXTS, LG_CHRF_SUMS, lg_sums_chrf, &lg_metric_chrf},
};
enum { TEXT_METRICS = sizeof text_sums / sizeof *text_sums };

static void write_texts(lg_json *j, const lg_eval_result *r) {
    for (size_t i = 0; r->texts[0] > 0 && i < TEXT_METRICS; i++)
        lg_json_put_reals(j, text_sums[i].key, r->texts + text_sums[i].first, text_sums[i].count);
}

static void write_targets(lg_json *j, const lg_eval_targets *x) {
    if (x->count == 0) return;
    lg_json_open(j, "targets");
    lg_json_put_int(j, "first", x->first);
    lg_json_put_int(j, "last", x->first + x->count - 1);
    lg_json_put_int(j, "count", x->count);
    lg_json_put_int(j, "wanted", x->wanted);
    lg_json_put_text(j, "digest", x->digest);
    lg_json_close(j);
    lg_json_put_int(j, "stride", x->stride);
    lg_json_put_int(j, "memory", x->memory);
}

static void write_evaluation(lg_json *j, const lg_metrics_line *x) {
    const lg_eval_result *r = &x->evaluation.result;
    lg_json_put_int(j, "length", r->length);
    write_metrics(j, r->values);
    write_texts(j, r);
    lg_json_put_int(j, "sequences", r->sequences);
    lg_json_put_int(j, "tokens", r->tokens);
    write_targets(j, &r->targets);
    lg_json_put_int(j, "draws", x->evaluation.position_samples);
    lg_json_put_bool(j, "dropout", x->evaluation.dropout);
    lg_json_put_int(j, "seed", x->evaluation.seed);
}

char *lg_metrics_line_text(const lg_metrics_line *x) {
    lg_json j;
    lg_json_begin(&j, LG_JSON_LINE);
    switch (x->kind) {
    case LG_LINE_STEP: write_step(&j, x); break;
    case LG_LINE_VALIDATION: write_validation(&j, x); break;
    case LG_LINE_EVALUATION: write_evaluation(&j, x); break;
    case LG_LINE_UNKNOWN: break;
    }
    if (j.not_finite) lg_json_put_bool(&j, "finite", false); /* as in the program's JSON output */
    return lg_json_end(&j);
}

/* ---- reading ---- */

/* A function of recorded.h that reads a number. The readers below store NaN or 0 if it fails. */
typedef bool (*real_reader)(const json_t *x, const char *name, double *out, lg_error *err);

static bool read_real(const json_t *line, const char *key, real_reader read, double *out, lg_error *err) {
    const bool good = read(json_object_get(line, key), key, out, err);
    if (!good) *out = (double)NAN;
    return good;
}

static bool read_count(const json_t *line, const char *key, int64_t max, int64_t *out, lg_error *err) {
    const bool good = lg_recorded_count(json_object_get(line, key), key, 0, max, out, err);
    if (!good) *out = 0;
    return good;
}

static bool read_length(const json_t *line, const char *key, int *out, lg_error *err) {
    int64_t length;
    const bool good = read_count(line, key, LG_LENGTH_MAX, &length, err);
    *out = (int)length;
    return good;
}

static bool read_training(const json_t *line, lg_metrics_line *out, lg_error *err) {
    lg_step *s = &out->train;
    s->step = out->step;
    bool good = read_length(line, "length", &s->length, err);
    good &= read_real(line, "loss", lg_recorded_amount, &s->loss, err);
    good &= read_real(line, "accuracy", lg_recorded_fraction, &s->accuracy, err);
    good &= read_real(line, "grad_norm", lg_recorded_amount, &s->grad_norm, err);
    const json_t *load = json_object_get(line, "load");
    s->expert_sublayers = (int)json_array_size(load), s->experts = (int)json_array_size(json_array_get(load, 0));
    if (s->experts > 0) {
        good &= read_real(line, "expert_loss", lg_recorded_amount, &s->expert_loss, err);
        good &= read_real(line, "dropped", lg_recorded_fraction, &s->dropped, err);
    }
    return good & read_real(line, "lr", lg_recorded_amount, &s->rate, err);
}

/* Reads the metrics of a line. Missing metrics are NaN unless they can be computed from others. */
static bool read_metrics(const json_t *line, double values[LG_METRICS], lg_error *err) {
    bool good = true;
    for (size_t i = 0; i < LG_METRICS; i++) {
        const lg_metric *m = lg_metrics[i];
        const bool read = lg_recorded_metric(json_object_get(line, m->name), m->name, m, &values[i], err);
        if (!read) values[i] = (double)NAN;
        good &= read;
    }
    return good & lg_recorded_derived(values, err);
}

static bool read_validation(const json_t *line, lg_metrics_line *out, lg_error *err) {
    const char *split = json_string_value(json_object_get(line, "split"));
    out->validation.split = !strcmp(split, lg_split_name(LG_SPLIT_VALIDATION)) ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST;
    bool good = read_metrics(line, out->validation.scores, err);
    good &= read_length(line, "first", &out->validation.first, err);
    return good & read_length(line, "last", &out->validation.last, err);
}

static bool read_sums(const json_t *list, const struct text_sums *x, double *out, lg_error *err) {
    bool good = (int)json_array_size(list) == x->count;
    if (!good) lg_fail(err, LG_CORRUPT, "%s has %zu numbers (expected %d)", x->key, json_array_size(list), x->count);
    for (int i = 0; good && i < x->count; i++)
        good = lg_recorded_amount(json_array_get(list, (size_t)i), x->key, &out[i], err);
    return good;
}

/* Reads the sums of text metrics, if the line has any, and checks that the line's metrics agree with them. */
static bool read_texts(const json_t *line, lg_eval_result *r, lg_error *err) {
    double sums[LG_SUMS] = {0};
    if (!json_object_get(line, text_sums[0].key)) return true;
    sums[LG_SUM_TEXTS] = (double)r->sequences;
    for (size_t i = 0; i < TEXT_METRICS; i++) {
        const struct text_sums *x = &text_sums[i];
        const double value = r->values[lg_metric_index(x->metric)];
        if (!read_sums(json_object_get(line, x->key), x, sums + LG_SUM_TEXTS + x->first, err)) return false;
        if (!(fabs(value - x->score(sums)) <= ROUNDING))
            return lg_fail(err, LG_CORRUPT, "%s is %g (expected %g, by %s)", x->metric->name, value, x->score(sums),
                           x->key);
    }
    memcpy(r->texts, sums + LG_SUM_TEXTS, sizeof r->texts);
    return true;
}

/* Reads the position of the targets in the text. Lines of data that is not text have no targets. */
static bool read_targets(const json_t *line, lg_eval_targets *x, lg_error *err) {
    const json_t *o = json_object_get(line, "targets");
    const char *digest = json_string_value(json_object_get(o, "digest"));
    int64_t stride = 0, memory = 0;
    if (!o) return true;
    bool good = read_count(o, "first", MAX_TOKENS, &x->first, err);
    good &= read_count(o, "count", MAX_TOKENS, &x->count, err);
    good &= read_count(o, "wanted", MAX_TOKENS, &x->wanted, err);
    good &= read_count(line, "stride", LG_LENGTH_MAX, &stride, err);
    good &= read_count(line, "memory", LG_LENGTH_MAX, &memory, err);
    x->stride = (int)stride, x->memory = (int)memory;
    const bool whole = digest && strlen(digest) == LG_DIGEST_SIZE - 1 && !digest[strspn(digest, "0123456789abcdef")];
    if (whole) strcpy(x->digest, digest);
    return (good && whole) ||
           lg_fail(err, LG_CORRUPT, "targets have no digest of %d hexadecimal digits", LG_DIGEST_SIZE - 1);
}

static bool read_evaluation(const json_t *line, lg_metrics_line *out, lg_error *err) {
    lg_eval_result *r = &out->evaluation.result;
    bool good = read_length(line, "length", &r->length, err);
    for (int i = 0; i < LG_STEP_SCORES; i++) r->steps[i] = (double)NAN; /* lines do not store them */
    good &= read_metrics(line, r->values, err);
    good &= read_count(line, "sequences", INT64_MAX, &r->sequences, err);
    good &= read_texts(line, r, err);
    good &= read_targets(line, &r->targets, err);
    return good & read_count(line, "tokens", INT64_MAX, &r->tokens, err);
}

static lg_line_kind kind_of(const json_t *line) {
    const json_t *split = json_object_get(line, "split");
    if (!split) return LG_LINE_EVALUATION;
    const char *name = json_is_string(split) ? json_string_value(split) : "";
    if (!strcmp(name, lg_split_name(LG_SPLIT_TRAIN))) return LG_LINE_STEP;
    return !strcmp(name, lg_split_name(LG_SPLIT_TEST)) || !strcmp(name, lg_split_name(LG_SPLIT_VALIDATION))
               ? LG_LINE_VALIDATION
               : LG_LINE_UNKNOWN;
}

/* Reads step and time; lines of eval.jsonl lack both. */
static bool read_moment(const json_t *line, lg_metrics_line *out, lg_error *err) {
    const json_t *step = json_object_get(line, "step");
    bool good = read_count(line, "step", INT64_MAX, &out->step, err);
    if (!json_is_integer(step)) out->step = -1;
    if (!step && out->kind != LG_LINE_EVALUATION) good = lg_fail(err, LG_CORRUPT, "step is missing");
    return good & read_real(line, "t", lg_recorded_amount, &out->seconds, err);
}

bool lg_metrics_line_read(const json_t *line, lg_metrics_line *out, lg_error *err) {
    *out = (lg_metrics_line){.kind = kind_of(line)};
    const bool good = read_moment(line, out, err);
    switch (out->kind) {
    case LG_LINE_STEP: return good & read_training(line, out, err);
    case LG_LINE_VALIDATION: return good & read_validation(line, out, err);
    case LG_LINE_EVALUATION: return good & read_evaluation(line, out, err);
    case LG_LINE_UNKNOWN: break;
    }
    return good;
}
