/* result_json.h: results as JSON, for lines of results.jsonl and shards and for cells of the registry. */
#ifndef LG_SWEEP_REGISTRY_RESULT_JSON_H
#define LG_SWEEP_REGISTRY_RESULT_JSON_H

#include <jansson.h>

#include "api/sweep.h"
#include "metric/metric.h"
#include "sweep/registry/results.h"

/* The labels of a run by axis: {"task": "parity_check", ...}. */
json_t *lg_labels_json(const lg_manifest *m, size_t run);
/* Formats of parts of a result. METRICS are the values of all lg_metrics, in order.
 *   curve      [[length, METRICS, sequences], ...]; an unknown `sequences` is omitted
 *   progress   [[step, METRICS, split], ...] or, with times, [[step, METRICS, seconds, split], ...]
 *   scores     an object with a member for each metric */
json_t *lg_curve_json(const lg_run_result *r);
json_t *lg_progress_json(const lg_run_result *r, bool times);
json_t *lg_scores_json(const double scores[LG_METRICS]);
/* A complete result with its ID. all: includes times, machines and failures, and the times of validations. */
json_t *lg_result_json(const lg_manifest *m, size_t run, const lg_run_result *r, bool all);

/* These functions read results from JSON. Missing members are skipped. LG_CORRUPT for an impossible number, with the
 * member and its value; LG_FAILED when out of memory. */
bool lg_curve_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err);
bool lg_progress_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err);
bool lg_scores_read(const json_t *o, double scores[LG_METRICS], lg_error *err);
/* True if the line was written by lg_result_json. lg_result_read_json reads only such lines. */
bool lg_result_is_json(const json_t *line);
bool lg_result_read_json(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err);

/* Writes results.jsonl: a line for each run that is done or has diverged, in the order of the plan. It contains no
 * times, machines or failures, so that the same sweep gives the same bytes wherever it is trained. */
bool lg_results_write(const lg_results *r, const char *path, lg_error *err);
bool lg_results_each(const lg_results *r, lg_text_fn line, void *user, lg_error *err); /* passes the lines to `line` */

/* JSON as text, which the caller frees; frees the JSON. NULL: out of memory. */
char *lg_json_text(json_t *json);

#endif
