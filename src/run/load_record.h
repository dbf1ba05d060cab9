/* load_record.h: the load of experts in a training step, in a line of metrics.jsonl. */
#ifndef LG_RUN_LOAD_RECORD_H
#define LG_RUN_LOAD_RECORD_H

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_load_record {
    int sublayers, experts; /* 0: the model has no experts */
    double dropped;         /* fraction of tokens that exceeded the capacity */
    const double *load;     /* [sublayers, experts]: fraction of tokens that chose each expert */
} lg_load_record;

/* {"dropped": ..., "load": [[...], ...]}, or {} without experts. NULL: out of memory. */
json_t *lg_load_record_json(const lg_load_record *x);
/* Reads the members `dropped` and `load` of an object; fills *out with zeros if the object lacks them. LG_CORRUPT:
 * invalid values. */
bool lg_load_record_read(const json_t *o, lg_arena *arena, lg_load_record *out, lg_error *err);

#endif
