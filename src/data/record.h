/* record.h: one example of a data set: source tokens, target tokens, and flags for each target token. Callers that draw
 * many records reuse one lg_record. */
#ifndef LG_DATA_RECORD_H
#define LG_DATA_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

typedef struct lg_record {
    int length; /* length under which the record is reported */
    int cell;   /* index of its cell, if the data has cells (lg_data_methods.name_cell); otherwise 0 */
    int n, m;   /* number of source and target tokens */
    int32_t *source, *target;
    uint8_t *learned; /* [m]: 1 if the target token has a loss */
    uint8_t *counted; /* [m]: 1 if the metric counts the target token */
    int source_capacity, target_capacity;
    void *memory;
} lg_record;

/* Reserves memory for n and m tokens. If more memory is needed, the contents are discarded. *r must be zeroed before
 * first use. */
bool lg_record_reserve(lg_record *r, int n, int m, lg_error *err);
void lg_record_free(lg_record *r);
/* Begins a record of n source and m target tokens, for which memory must be reserved. All target tokens are learned and
 * counted. */
void lg_record_begin(lg_record *r, int length, int n, int m);
/* Makes the first `count` target tokens neither learned nor counted. */
void lg_record_skip(lg_record *r, int count);

#endif
