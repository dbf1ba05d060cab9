/* result_json.h: results as JSON: lines of results.jsonl and shards, and cells of the registry. */
#ifndef LG_SWEEP_REGISTRY_RESULT_JSON_H
#define LG_SWEEP_REGISTRY_RESULT_JSON_H

#include <jansson.h>

#include "api/sweep.h"
#include "metric/metric.h"
#include "sweep/registry/results.h"

/* The labels of a run by axis: {"task": "parity_check", ...}. */
json_t *lg_labels_json(const lg_manifest *m, size_t run);
/* Curve: [[length, METRICS], ...]; progress: [[step, METRICS], ...], or [[step, METRICS, seconds], ...] with times. The
 * metrics are all of lg_metrics, in that order; scores are an object by their names. */
json_t *lg_curve_json(const lg_run_result *r);
json_t *lg_progress_json(const lg_run_result *r, bool times);
json_t *lg_scores_json(const double scores[LG_METRICS]);
/* All of a result with its ID; `all`: with times, machines, failures and the curve of progress with its times. */
json_t *lg_result_json(const lg_manifest *m, size_t run, const lg_run_result *r, bool all);

/* From JSON; missing members are left out. LG_CORRUPT, with the member and its value, for an impossible number;
 * LG_FAILED when out of memory. */
bool lg_curve_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err);
bool lg_progress_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err);
bool lg_scores_read(const json_t *o, double scores[LG_METRICS], lg_error *err);
/* Is it what lg_result_json makes? Then it is read. */
bool lg_result_is_json(const json_t *line);
bool lg_result_read_json(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err);

/* results.jsonl: a line for each run that is done or has diverged, in the order of the plan: what is computed, and
 * nothing of times, machines and failures. Two ways to train a sweep must give the same bytes. */
bool lg_results_write(const lg_results *r, const char *path, lg_error *err);
bool lg_results_each(const lg_results *r, lg_text_fn line, void *user, lg_error *err); /* the lines alone */

/* JSON as text, to be freed. NULL: out of memory; frees the JSON. */
char *lg_json_text(json_t *json);

#endif
