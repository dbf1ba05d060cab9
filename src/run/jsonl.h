/* jsonl.h: reads the lines of a .jsonl file; what they hold is in metrics_line.h. */
#ifndef LG_RUN_JSONL_H
#define LG_RUN_JSONL_H

#include <jansson.h>

#include "base/lines.h"

/* The JSON of one line. NULL where it is none, or when out of memory (*no_memory). */
json_t *lg_jsonl_parse(const char *line, size_t size, bool *no_memory);

/* The same of a line of a file; NULL with an error when out of memory. */
json_t *lg_jsonl_line(const lg_lines *l, lg_error *err);

/* Passes the lines to `each` up to the first one that is torn or for which it returns false; cut: drops those from
 * there on. A missing file has no lines. */
typedef bool (*lg_jsonl_fn)(void *user, const json_t *line);
bool lg_jsonl_read(const char *path, lg_jsonl_fn each, void *user, bool cut, lg_error *err);

#endif
