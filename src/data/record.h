/* record.h: one example of a data set: source tokens, target tokens, and flags of each target token. Callers that draw
 * records reuse one. */
#ifndef LG_DATA_RECORD_H
#define LG_DATA_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

typedef struct lg_record {
    int length; /* length under which it is reported */
    int cell;   /* among records of this length, if the data has cells (lg_data_methods.name_cell); else 0 */
    int n, m;   /* source and target tokens */
    int32_t *source, *target;
    uint8_t *learned; /* [m]: 1 if the target token has a loss */
    uint8_t *counted; /* [m]: 1 if it counts for the metric */
    int source_capacity, target_capacity;
    void *memory;
} lg_record;

/* Makes room for n and m tokens; discards the contents when it grows. *r must be zeroed before first use. */
bool lg_record_reserve(lg_record *r, int n, int m, lg_error *err);
void lg_record_free(lg_record *r);
/* Starts a record of n and m tokens, within the capacity, with all target tokens learned and counted. */
void lg_record_begin(lg_record *r, int length, int n, int m);
/* Makes the first `count` target tokens neither learned nor counted. */
void lg_record_skip(lg_record *r, int count);

#endif
