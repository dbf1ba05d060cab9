/* pair_set.c: see pair_set.h. */
#include "data/pair_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- adding ---- */

static bool grow_ids(lg_pair_set *s, size_t tokens, lg_error *err) {
    if (s->id_count + tokens <= s->id_capacity) return true;
    int32_t *ids = realloc(s->ids, (2 * s->id_capacity + tokens) * sizeof *ids);
    if (!ids) return lg_fail(err, LG_FAILED, "out of memory: %zu tokens", 2 * s->id_capacity + tokens);
    s->ids = ids;
    s->id_capacity = 2 * s->id_capacity + tokens;
    return true;
}

static bool grow_rows(lg_pair_split *x, lg_error *err) {
    if (x->count < x->capacity) return true;
    lg_pair_row *rows = realloc(x->rows, (2 * x->capacity + 64) * sizeof *rows);
    if (!rows) return lg_fail(err, LG_FAILED, "out of memory: %zu pairs", x->count);
    x->rows = rows;
    x->capacity = 2 * x->capacity + 64;
    return true;
}

int32_t *lg_pair_set_add(lg_pair_set *s, lg_split split, int length, int n, int m, lg_error *err) {
    lg_pair_split *x = &s->splits[split];
    const size_t tokens = (size_t)n + (size_t)m;
    if (!grow_ids(s, tokens, err) || !grow_rows(x, err)) return NULL;
    x->rows[x->count] = (lg_pair_row){length, n, m, s->id_count, x->count};
    x->count++;
    s->id_count += tokens;
    return s->ids + s->id_count - tokens;
}

void lg_pair_set_free(lg_pair_set *s) {
    for (size_t i = 0; i < sizeof s->splits / sizeof *s->splits; i++) free(s->splits[i].rows);
    free(s->ids);
    *s = (lg_pair_set){0};
}

/* ---- lengths ---- */

static int by_length(const void *a, const void *b) {
    const lg_pair_row *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

bool lg_pair_set_index(lg_pair_set *s, lg_split split, lg_arena *arena, lg_error *err) {
    lg_pair_split *x = &s->splits[split];
    size_t count = 0;
    if (x->count == 0) return true;
    qsort(x->rows, x->count, sizeof *x->rows, by_length);
    for (size_t i = 0; i < x->count; i++) count += i == 0 || x->rows[i].length != x->rows[i - 1].length;
    x->lengths = lg_arena_alloc(arena, count * sizeof *x->lengths);
    x->first = lg_arena_alloc(arena, (count + 1) * sizeof *x->first);
    x->bound = lg_arena_alloc(arena, count * sizeof *x->bound);
    if (!x->lengths || !x->first || !x->bound) return lg_fail(err, LG_FAILED, "out of memory: %zu lengths", count);
    for (size_t i = 0; i < x->count; i++) {
        const lg_pair_row *r = &x->rows[i];
        if (i == 0 || r->length != r[-1].length) {
            x->lengths[x->length_count] = r->length;
            x->first[x->length_count++] = i;
        }
        lg_record_size *z = &x->bound[x->length_count - 1];
        if (r->n > z->n) z->n = r->n;
        if (r->m > z->m) z->m = r->m;
    }
    x->first[count] = x->count;
    return true;
}

static int compare_lengths(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Index of a length in a split; -1: no pair has this length. */
static ptrdiff_t find_length(const lg_pair_split *x, int length) {
    if (x->length_count == 0) return -1;
    const int *at = bsearch(&length, x->lengths, x->length_count, sizeof *x->lengths, compare_lengths);
    return at ? at - x->lengths : -1;
}

/* ---- records ---- */

static int64_t count_pairs(const lg_pair_split *x, int length) {
    const ptrdiff_t i = find_length(x, length);
    return i < 0 ? 0 : (int64_t)(x->first[i + 1] - x->first[i]);
}

const int *lg_pair_set_lengths(const lg_dataset *d, lg_split split, size_t *count) {
    const lg_pair_split *x = &lg_pair_set_of(d)->splits[split];
    *count = x->length_count;
    return x->lengths;
}

int64_t lg_pair_set_count(const lg_dataset *d, lg_split split, int length) {
    return count_pairs(&lg_pair_set_of(d)->splits[split], length);
}

lg_record_size lg_pair_set_bound(const lg_dataset *d, int length) {
    const lg_pair_set *s = lg_pair_set_of(d);
    lg_record_size z = {1, 1};
    for (lg_split k = LG_SPLIT_TRAIN; k <= LG_SPLIT_VALIDATION; k++) {
        const lg_pair_split *x = &s->splits[k];
        const ptrdiff_t i = find_length(x, length);
        if (i < 0) continue;
        if (x->bound[i].n > z.n) z.n = x->bound[i].n;
        if (x->bound[i].m > z.m) z.m = x->bound[i].m;
    }
    return z;
}

const lg_pair_row *lg_pair_set_row(const lg_pair_set *s, lg_split split, int length, int64_t index) {
    const lg_pair_split *x = &s->splits[split];
    const ptrdiff_t i = find_length(x, length);
    assert(i >= 0 && index >= 0 && index < count_pairs(x, length));
    return &x->rows[x->first[i] + (size_t)index];
}

bool lg_pair_set_first(const lg_dataset *d, int *length, int64_t *index) {
    const lg_pair_split *x = &lg_pair_set_of(d)->splits[LG_SPLIT_TRAIN];
    for (size_t i = 0; i < x->count; i++) {
        if (x->rows[i].number != 0) continue;
        *length = x->rows[i].length;
        *index = (int64_t)(i - x->first[find_length(x, *length)]);
        return true;
    }
    return false;
}

void lg_pair_set_draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    (void)key;
    const lg_pair_set *s = lg_pair_set_of(d);
    const lg_pair_row *x = lg_pair_set_row(s, split, length, index);
    const int32_t *ids = s->ids + x->at;
    lg_record_begin(out, length, x->n, x->m);
    memcpy(out->source, ids, (size_t)x->n * sizeof *ids);
    memcpy(out->target, ids + x->n, (size_t)x->m * sizeof *ids);
}
