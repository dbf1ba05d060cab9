/* jsonl.h: reading the lines of a .jsonl file as such; what they say is in store.h. */
#ifndef LG_RUN_JSONL_H
#define LG_RUN_JSONL_H

#include <jansson.h>

#include "base/error.h"

/* The JSON of one line. NULL where it is none, or where there is no memory, which is told. */
json_t *lg_jsonl_parse(const char *line, size_t size, bool *no_memory);

/* Reads the lines up to the first one that `wanted` does not want or that is torn; cut: drops those from there on. A
 * missing file has no lines. */
typedef bool (*lg_jsonl_fn)(void *user, const json_t *line);
bool lg_jsonl_read(const char *path, lg_jsonl_fn wanted, void *user, bool cut, lg_error *err);

#endif
