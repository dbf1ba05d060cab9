/* metrics.c: the lines of a run: metrics.jsonl and eval.jsonl, as run_dir.h declares them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "run/jsonl.h"
#include "run/recorded.h"
#include "run/run_dir.h"
#include "run/score.h"
#include "run/tensorboard.h"

/* A number of JSON, which has no NaN and no infinity. */
static const char *number(double x, char out[LG_REAL_TEXT]) {
    if (isfinite(x))
        lg_real_text(x, out);
    else
        strcpy(out, "null");
    return out;
}

static bool append(const lg_run_dir *s, const char *path, const char *line, bool sync, lg_error *err) {
    return lg_file_append_line(path, line, sync, err) && lg_tensorboard_append(s, line, err);
}

/* ---- metrics.jsonl ---- */

bool lg_metrics_append(const lg_run_dir *s, const lg_step *x, double seconds, bool sync, lg_error *err) {
    char line[512], loss[LG_REAL_TEXT], accuracy[LG_REAL_TEXT], norm[LG_REAL_TEXT], rate[LG_REAL_TEXT], t[LG_REAL_TEXT];
    snprintf(line, sizeof line,
             "{\"step\": %" PRId64 ", \"split\": \"train\", \"length\": %d, \"loss\": %s, \"accuracy\": %s, "
             "\"grad_norm\": %s, \"lr\": %s, \"t\": %s}",
             x->step, x->length, number(x->loss, loss), number(x->accuracy, accuracy), number(x->grad_norm, norm),
             number(x->rate, rate), number(round(1000 * seconds) / 1000, t));
    return append(s, s->metrics, line, sync, err);
}

bool lg_metrics_append_score(const lg_run_dir *s, int64_t step, const lg_score_report *r, double seconds,
                             lg_error *err) {
    char line[256], score[LG_REAL_TEXT], t[LG_REAL_TEXT];
    snprintf(line, sizeof line,
             "{\"step\": %" PRId64 ", \"split\": \"test\", \"score\": %s, \"first\": %d, \"last\": %d, \"t\": %s}",
             step, number(r->score, score), r->first, r->last, number(round(1000 * seconds) / 1000, t));
    return append(s, s->metrics, line, true, err);
}

typedef struct rewinding {
    int64_t step;
    double seconds, best;
} rewinding;

/* A score that no test has is not the best: whoever reads the tests of the finished run is told of it. */
static bool up_to_step(void *user, const json_t *line) {
    rewinding *r = user;
    double score;
    const json_t *step = json_object_get(line, "step");
    if (!json_is_integer(step) || json_integer_value(step) > r->step) return false;
    r->seconds = json_number_value(json_object_get(line, "t"));
    if (lg_recorded_fraction(json_object_get(line, "score"), "score", &score, NULL)) r->best = fmax(r->best, score);
    return true;
}

bool lg_metrics_rewind(const lg_run_dir *s, int64_t step, double *seconds, double *best, lg_error *err) {
    rewinding r = {.step = step, .best = -INFINITY};
    const bool good = lg_jsonl_read(s->metrics, up_to_step, &r, true, err);
    *seconds = r.seconds;
    *best = r.best;
    return good;
}

/* ---- eval.jsonl ---- */

bool lg_eval_append(const lg_run_dir *s, const lg_values *v, const lg_eval_result *t, bool sync, lg_error *err) {
    char line[512], loss[LG_REAL_TEXT], accuracy[LG_REAL_TEXT];
    snprintf(line, sizeof line,
             "{\"length\": %d, \"accuracy\": %s, \"loss\": %s, \"sequences\": %" PRId64 ", \"tokens\": %" PRId64
             ", \"draws\": %" PRId64 ", \"dropout\": %s, \"seed\": %" PRId64 "}",
             t->length, number(t->accuracy, accuracy), number(t->loss, loss), t->sequences, t->tokens,
             lg_int(v, "eval.position_samples"), lg_bool(v, "eval.dropout") ? "true" : "false", lg_int(v, "eval.seed"));
    return append(s, s->eval, line, sync, err);
}

typedef struct tests {
    const int *lengths;
    size_t count, read;
    lg_eval_result *tests;
    lg_error wrong; /* with the line after the last that was read */
} tests;

/* Numbers that a test can have. */
static bool read_test(const json_t *line, lg_eval_result *x, lg_error *err) {
    return lg_recorded_fraction(json_object_get(line, "accuracy"), "accuracy", &x->accuracy, err) &&
           lg_recorded_amount(json_object_get(line, "loss"), "loss", &x->loss, err) &&
           lg_recorded_count(json_object_get(line, "sequences"), "sequences", 0, INT64_MAX, &x->sequences, err) &&
           lg_recorded_count(json_object_get(line, "tokens"), "tokens", 0, INT64_MAX, &x->tokens, err);
}

static bool next_length(void *user, const json_t *line) {
    tests *t = user;
    const json_t *length = json_object_get(line, "length");
    if (t->read == t->count) return false;
    lg_eval_result x = {.length = t->lengths[t->read]};
    if (json_integer_value(length) != x.length)
        return json_is_integer(length) &&
               lg_fail(&t->wrong, LG_CORRUPT, "length is %" JSON_INTEGER_FORMAT ", and %d is wanted",
                       json_integer_value(length), x.length);
    if (!read_test(line, &x, &t->wrong) || isnan(x.accuracy) || !json_object_get(line, "loss")) return false;
    t->tests[t->read++] = x;
    return true;
}

bool lg_eval_read(const lg_run_dir *s, const int *lengths, size_t count, bool cut, lg_eval_result *out, size_t *read,
                  lg_error *wrong, lg_error *err) {
    tests t = {.lengths = lengths, .count = count, .tests = out};
    const bool good = lg_jsonl_read(s->eval, next_length, &t, cut, err);
    *read = t.read;
    if (t.wrong.code != LG_OK) lg_fail(wrong, t.wrong.code, "line %zu: %s", t.read + 1, t.wrong.text);
    return good;
}

bool lg_eval_clear(const lg_run_dir *s, lg_error *err) {
    return lg_file_remove(s->eval, err);
}
