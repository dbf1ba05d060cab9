/* record.h: one example of a data set: source tokens, target tokens, and what is known of each target token. Whoever
 * draws records owns one and reuses it. */
#ifndef LG_DATA_RECORD_H
#define LG_DATA_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

typedef struct lg_record {
    int length; /* under which it is reported */
    int cell;   /* of the records of this length, where data divides them (lg_data_methods.name_cell); else 0 */
    int n, m;   /* tokens of source and target */
    int32_t *source, *target;
    uint8_t *learned; /* [m]: 1 where a target token has a loss */
    uint8_t *counted; /* [m]: 1 where it counts for the metric */
    int source_capacity, target_capacity;
    void *memory;
} lg_record;

/* Makes the arrays long enough for n and m tokens; what they held is lost. Zeros to begin with. */
bool lg_record_reserve(lg_record *r, int n, int m, lg_error *err);
void lg_record_free(lg_record *r);
/* Begins a record of n and m tokens, within the capacity, whose target tokens are all learned and counted. */
void lg_record_begin(lg_record *r, int length, int n, int m);
/* The first `count` target tokens are neither learned nor counted. */
void lg_record_skip(lg_record *r, int count);

#endif
