/* result_json.h: results as JSON, for results.jsonl, shards and the registry. */
#ifndef LG_SWEEP_REGISTRY_RESULT_JSON_H
#define LG_SWEEP_REGISTRY_RESULT_JSON_H

#include <jansson.h>

#include "sweep/registry/results.h"

/* The labels of a run by axis: {"task": "parity_check", ...}. */
json_t *lg_labels_json(const lg_manifest *m, size_t run);
/* Curve: [[length, accuracy], ...]; progress: [[step, score], ...], or [[step, score, seconds], ...] with times. */
json_t *lg_curve_json(const lg_run_result *r);
json_t *lg_progress_json(const lg_run_result *r, bool times);
/* All of a result with its ID; `all`: with times, machines, failures and the curve of progress with its times. */
json_t *lg_result_json(const lg_manifest *m, size_t run, const lg_run_result *r, bool all);

/* From JSON; what is not there is left out. LG_CORRUPT with words that name a member and its value, where no run has
 * such a number; LG_FAILED when out of memory. */
bool lg_curve_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err);
bool lg_progress_read(const json_t *list, lg_arena *arena, lg_run_result *out, lg_error *err);
/* Is it what lg_result_json makes? Then it is read. */
bool lg_result_is_json(const json_t *line);
bool lg_result_read_json(const json_t *line, lg_arena *arena, lg_run_result *out, lg_error *err);

/* JSON as text, to be freed. NULL: out of memory; lets go of the JSON. */
char *lg_json_text(json_t *json);

#endif
