/* record.c: see record.h. */
#include "data/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool lg_record_reserve(lg_record *r, int n, int m, lg_error *err) {
    if (n <= r->source_capacity && m <= r->target_capacity) return true;
    const size_t sources = (size_t)(n > r->source_capacity ? n : r->source_capacity);
    const size_t targets = (size_t)(m > r->target_capacity ? m : r->target_capacity);
    char *memory = malloc((sources + targets) * sizeof(int32_t) + 2 * targets + 1);
    if (!memory) return lg_fail(err, LG_FAILED, "out of memory: a record of %d and %d tokens", n, m);
    free(r->memory);
    r->memory = memory;
    r->source = (int32_t *)(void *)memory;
    r->target = r->source + sources;
    r->learned = (uint8_t *)(r->target + targets);
    r->counted = r->learned + targets;
    r->source_capacity = (int)sources;
    r->target_capacity = (int)targets;
    return true;
}

void lg_record_free(lg_record *r) {
    free(r->memory);
    *r = (lg_record){0};
}

void lg_record_begin(lg_record *r, int length, int n, int m) {
    assert(n <= r->source_capacity && m <= r->target_capacity);
    r->length = length;
    r->cell = 0;
    r->n = n;
    r->m = m;
    memset(r->learned, 1, (size_t)m);
    memset(r->counted, 1, (size_t)m);
}

void lg_record_skip(lg_record *r, int count) {
    memset(r->learned, 0, (size_t)count);
    memset(r->counted, 0, (size_t)count);
}
