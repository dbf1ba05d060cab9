/* load_record.h: how a training step spread its tokens over experts, as a line of metrics.jsonl tells it. */
#ifndef LG_RUN_LOAD_RECORD_H
#define LG_RUN_LOAD_RECORD_H

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_load_record {
    int sublayers, experts; /* 0: the model has none */
    double dropped;         /* the share of tokens that found no room */
    const double *load;     /* [sublayers, experts]: the share of tokens that chose each */
} lg_load_record;

/* {"dropped": ..., "load": [[...], ...]}, or {} where there are no experts. NULL: out of memory. */
json_t *lg_load_record_json(const lg_load_record *x);
/* From an object with these members; zeros where it has none. LG_CORRUPT for impossible ones. */
bool lg_load_record_read(const json_t *o, lg_arena *arena, lg_load_record *out, lg_error *err);

#endif
