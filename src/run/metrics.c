/* metrics.c: writes and reads metrics.jsonl and eval.jsonl, as declared in run_dir.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "config/values.h"
#include "evaluate/evaluate.h"
#include "lengthen.h"
#include "metric/metric.h"
#include "run/jsonl.h"
#include "run/metrics_line.h"
#include "run/run_dir.h"
#include "run/tensorboard.h"

static bool append(const lg_run_dir *s, const char *path, const lg_metrics_line *x, bool sync, lg_error *err) {
    char *text = lg_metrics_line_text(x);
    const bool good = text ? lg_file_append_line(path, text, sync, err) && lg_tensorboard_append(s, x, err)
                           : lg_fail(err, LG_FAILED, "out of memory: a line of %s", path);
    free(text);
    return good;
}

/* ---- metrics.jsonl ---- */

static double whole_milliseconds(double seconds) {
    return round(1000 * seconds) / 1000;
}

bool lg_metrics_append(const lg_run_dir *s, const lg_step *x, double seconds, bool sync, lg_error *err) {
    const lg_metrics_line line = {
        .kind = LG_LINE_STEP, .step = x->step, .seconds = whole_milliseconds(seconds), .train = *x};
    return append(s, s->metrics, &line, sync, err);
}

bool lg_metrics_append_score(const lg_run_dir *s, int64_t step, lg_split split, const lg_score_report *r,
                             double seconds, lg_error *err) {
    lg_metrics_line line = {.kind = LG_LINE_VALIDATION,
                            .step = step,
                            .seconds = whole_milliseconds(seconds),
                            .validation = {.split = split, .first = r->first, .last = r->last}};
    memcpy(line.validation.scores, r->scores, sizeof line.validation.scores);
    return append(s, s->metrics, &line, true, err);
}

typedef struct rewinding {
    int64_t step;
    lg_split split;
    const lg_ending_rule *rule;
    lg_validation_course *course;
    double seconds;
} rewinding;

/* Adds a validation to the validations so far. Returns false at the first line of a later step. An invalid score is NaN
 * here, so it is never the best; an error reports it when the validations of the finished run are read. */
static bool up_to_step(void *user, const json_t *line) {
    rewinding *r = user;
    lg_metrics_line x;
    lg_metrics_line_read(line, &x, NULL);
    if (x.step < 0 || x.step > r->step) return false;
    r->seconds = isnan(x.seconds) ? 0 : x.seconds;
    if (x.kind != LG_LINE_VALIDATION || x.validation.split != r->split) return true;
    r->course->step = x.step;
    lg_validation_course_add(r->course, r->rule, x.validation.scores);
    return true;
}

bool lg_metrics_rewind(const lg_run_dir *s, int64_t step, lg_split split, const lg_ending_rule *rule, double *seconds,
                       lg_validation_course *course, lg_error *err) {
    rewinding r = {.step = step, .split = split, .rule = rule, .course = course};
    const bool good = lg_jsonl_read(s->metrics, up_to_step, &r, true, err);
    *seconds = r.seconds;
    return good;
}

/* ---- eval.jsonl ---- */

bool lg_eval_append(const lg_run_dir *s, const lg_values *v, const lg_eval_result *t, bool sync, lg_error *err) {
    const lg_metrics_line line = {.kind = LG_LINE_EVALUATION,
                                  .step = -1,
                                  .seconds = (double)NAN,
                                  .evaluation = {.result = *t,
                                                 .position_samples = lg_int(v, "eval.position_samples"),
                                                 .dropout = lg_bool(v, "eval.dropout"),
                                                 .seed = lg_int(v, "eval.seed")}};
    return append(s, s->eval, &line, sync, err);
}

typedef struct results {
    const int *lengths;
    size_t count, read;
    const lg_metric *metric; /* a measured metric that every line must contain; NULL: none */
    lg_eval_result *items;
    lg_error wrong; /* the error in the first line that was not read, if any */
} results;

/* True if the line has token accuracy and cross-entropy, which all versions write. The cross-entropy may be null, since
 * a loss may be infinite. Other metrics may be newer than the run. */
static bool is_complete(const json_t *line, const lg_eval_result *x) {
    return json_object_get(line, lg_metric_cross_entropy.name) &&
           !isnan(x->values[lg_metric_index(&lg_metric_token_accuracy)]);
}

static bool next_length(void *user, const json_t *line) {
    results *t = user;
    lg_metrics_line x;
    const json_t *length = json_object_get(line, "length");
    if (t->read == t->count) return false;
    const int wanted = t->lengths[t->read];
    if (json_integer_value(length) != wanted)
        return json_is_integer(length) &&
               lg_fail(&t->wrong, LG_CORRUPT, "length is %" JSON_INTEGER_FORMAT " (expected %d)",
                       json_integer_value(length), wanted);
    if (!lg_metrics_line_read(line, &x, &t->wrong) || x.kind != LG_LINE_EVALUATION) return false;
    if (!is_complete(line, &x.evaluation.result)) return false;
    if (t->metric && !json_object_get(line, t->metric->name)) return false;
    t->items[t->read++] = x.evaluation.result;
    return true;
}

bool lg_eval_read(const lg_run_dir *s, const int *lengths, size_t count, const lg_metric *metric, bool cut,
                  lg_eval_result *out, size_t *read, lg_error *wrong, lg_error *err) {
    results t = {.lengths = lengths, .count = count, .items = out};
    if (metric) t.metric = lg_metric_measured(metric);
    const bool good = lg_jsonl_read(s->eval, next_length, &t, cut, err);
    *read = t.read;
    if (t.wrong.code != LG_OK) lg_fail_like(wrong, &t.wrong, "line %zu: %s", t.read + 1, t.wrong.text);
    return good;
}

bool lg_eval_clear(const lg_run_dir *s, lg_error *err) {
    return lg_file_remove(s->eval, err);
}
