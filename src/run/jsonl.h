/* jsonl.h: reads the lines of a .jsonl file; metrics_line.h describes their contents. */
#ifndef LG_RUN_JSONL_H
#define LG_RUN_JSONL_H

#include <jansson.h>

#include "base/lines.h"

/* Parses one line. NULL if it is invalid, or if memory ran out, which sets *no_memory. */
json_t *lg_jsonl_parse(const char *line, size_t size, bool *no_memory);

/* Parses the current line of a file. err is set only if memory ran out. */
json_t *lg_jsonl_line(const lg_lines *l, lg_error *err);

/* Passes lines to `each` until a line is torn or invalid, or `each` returns false. cut: removes that line and all later
 * ones from the file. A missing file counts as empty. */
typedef bool (*lg_jsonl_fn)(void *user, const json_t *line);
bool lg_jsonl_read(const char *path, lg_jsonl_fn each, void *user, bool cut, lg_error *err);

#endif
