/* batch.c: see batch.h. */
#include "train/batch.h"

#include <stdlib.h>

#include "base/permutation.h"
#include "base/seed.h"
#include "nn/padding.h"
#include "train/gradients.h"

/* ---- records of the training split by number ---- */

bool lg_record_numbers_init(lg_record_numbers *n, const lg_dataset *d, const lg_curriculum *c, lg_error *err) {
    *n = (lg_record_numbers){0};
    if (c->reading == LG_READ_DRAWN) return true;
    n->lengths = lg_lengths(d->values, "curriculum.lengths", &n->length_count);
    if (c->reading == LG_READ_SEGMENTS) return lg_lanes_init(&n->lanes, d, n->lengths[0], err);
    n->before = calloc(n->length_count, sizeof *n->before);
    if (!n->before) return lg_fail(err, LG_FAILED, "out of memory: %zu lengths", n->length_count);
    for (size_t i = 0; i < n->length_count; i++) {
        const int64_t count = lg_dataset_count(d, LG_SPLIT_TRAIN, n->lengths[i]);
        n->before[i] = n->count;
        n->count += count;
    }
    return n->count > 0 ||
           lg_fail_keys(err, "curriculum.lengths", "curriculum.lengths: %s has no training records of these lengths",
                        d->entry->name);
}

void lg_record_numbers_free(lg_record_numbers *n) {
    free(n->before);
    *n = (lg_record_numbers){0};
}

/* Sets length and index of the record with this number. */
static void find_record(const lg_record_numbers *n, int64_t number, lg_batch_record *x) {
    size_t low = 0, high = n->length_count;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (n->before[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    x->length = n->lengths[low];
    x->index = number - n->before[low];
}

/* ---- records ---- */

bool lg_batch_plan_begin(lg_batch_plan *p, int count, lg_error *err) {
    p->count = count;
    p->part_count = 0;
    p->learned = 0;
    if (count <= p->capacity) return true;
    lg_batch_record *records = realloc(p->records, sizeof *records * (size_t)count);
    if (records) p->records = records;
    lg_batch_part *parts = realloc(p->parts, sizeof *parts * (size_t)count);
    if (parts) p->parts = parts;
    if (!records || !parts) return lg_fail(err, LG_FAILED, "out of memory: a batch of %d records", count);
    p->capacity = count;
    return true;
}

void lg_batch_plan_free(lg_batch_plan *p) {
    free(p->records);
    free(p->parts);
    *p = (lg_batch_plan){0};
}

/* Record i of all: record P_e(i mod N) of epoch e. */
static void draw_of_epoch(lg_batch_record *x, const lg_dataset *d, const lg_record_numbers *n, int64_t i) {
    const lg_key key = lg_key_fold(lg_seed_key(d->values, LG_STREAM_DATA), (uint64_t)(i / n->count));
    find_record(n, (int64_t)lg_permutation(key, (uint64_t)n->count, (uint64_t)(i % n->count)), x);
    x->key = key;
}

void lg_batch_record_pick(lg_batch_record *x, const lg_dataset *d) {
    const int64_t count = lg_dataset_count(d, LG_SPLIT_TRAIN, x->length);
    x->index = x->number;
    if (count == LG_ENDLESS || count <= 0) return;
    lg_random r = lg_random_from(lg_key_fold(x->key, (uint64_t)x->number));
    x->index = (int64_t)(lg_random_unit(&r) * (double)count);
}

/* The batch of a step is a segment of each lane. */
static void draw_of_lane(lg_batch_record *x, const lg_lanes *lanes, int64_t step) {
    x->length = lanes->length;
    x->index = lg_lanes_token(lanes, x->number, step);
    x->segment = true;
}

void lg_batch_record_draw(const lg_batch_record *x, const lg_dataset *d, lg_record *r) {
    if (x->segment)
        d->entry->methods->segment(d, x->split, x->length, x->index, r);
    else
        d->entry->methods->draw(d, x->split, x->length, x->index, x->key, r);
}

void lg_batch_plan_draw(lg_batch_plan *p, const lg_dataset *d, const lg_curriculum *c, const lg_record_numbers *n,
                        int64_t step) {
    const lg_key lengths = lg_key_fold(lg_seed_key(d->values, LG_STREAM_LENGTH), (uint64_t)step);
    const lg_key data = lg_key_fold(lg_seed_key(d->values, LG_STREAM_DATA), (uint64_t)step);
    const int alike = c->reading == LG_READ_EPOCHS ? 0 : c->length(d->values, lengths, step);
    for (int i = 0; i < p->count; i++) {
        lg_batch_record *x = &p->records[i];
        *x = (lg_batch_record){.split = LG_SPLIT_TRAIN, .length = alike, .key = data, .number = i};
        if (c->reading == LG_READ_EPOCHS) draw_of_epoch(x, d, n, step * p->count + i);
        if (c->reading == LG_READ_SEGMENTS) draw_of_lane(x, &n->lanes, step);
        if (c->reading != LG_READ_DRAWN) continue;
        /* One length for the batch, or one for each record. */
        if (!d->exact) x->length = c->length(d->values, lg_key_fold(lengths, (uint64_t)i), step);
        lg_batch_record_pick(x, d);
    }
}

/* ---- passes ---- */

enum { FINEST_STEP = 4 }; /* of classes; doubled as long as there are too many of them, up to LG_CLASS_STEP */

static int round_up(int n, int step) {
    return (n + step - 1) / step * step;
}

static lg_record_size class_of(lg_record_size z, lg_grouping grouping, int step) {
    return (lg_record_size){grouping == LG_GROUP_SOURCES ? z.n : round_up(z.n, step), round_up(z.m, step)};
}

static bool measure(lg_batch_plan *p, const lg_dataset *d, lg_record *r, lg_error *err) {
    for (int i = 0; i < p->count; i++) {
        lg_batch_record *x = &p->records[i];
        x->size = lg_dataset_bound(d, x->length);
        if (d->exact) {
            p->learned += x->size.m;
            continue;
        }
        if (!lg_record_reserve(r, x->size.n, x->size.m, err)) return false;
        lg_batch_record_draw(x, d, r);
        x->size = (lg_record_size){r->n, r->m};
        for (int j = 0; j < r->m; j++) p->learned += r->learned[j];
    }
    return lg_dataset_check(d, err);
}

static int compare_sizes(lg_record_size a, lg_record_size b) {
    return a.n != b.n ? a.n - b.n : a.m - b.m;
}

static int by_class(const void *a, const void *b) {
    const lg_batch_record *x = a, *y = b;
    const int order = compare_sizes(x->size, y->size);
    return order ? order : x->number - y->number;
}

/* A part for each size. */
static void cut_parts(lg_batch_plan *p, bool padded) {
    qsort(p->records, (size_t)p->count, sizeof *p->records, by_class);
    p->part_count = 0;
    for (int i = 0; i < p->count; i++) {
        const lg_record_size z = p->records[i].size;
        if (i == 0 || compare_sizes(z, p->parts[p->part_count - 1].size))
            p->parts[p->part_count++] = (lg_batch_part){z, padded, i, 0};
        p->parts[p->part_count - 1].count++;
    }
}

/* The steps of classes are as fine as leaves a class, in the mean, a record for every other gradient-accumulation
 * group: then little is padded, and several workers have something to do. */
bool lg_batch_plan_cut(lg_batch_plan *p, const lg_model *m, lg_grouping grouping, bool mixed, lg_record *scratch,
                       lg_error *err) {
    const bool padded = lg_model_pads(m) && (mixed || !m->data->exact);
    if (!lg_model_pads_sources(m)) grouping = LG_GROUP_SOURCES;
    if (!measure(p, m->data, scratch, err)) return false;
    if (!padded) cut_parts(p, false);
    for (int step = FINEST_STEP; padded && step <= LG_CLASS_STEP; step *= 2) {
        for (int i = 0; i < p->count; i++) p->records[i].size = class_of(p->records[i].size, grouping, step);
        cut_parts(p, true);
        if (p->part_count * LG_GROUPS / 2 <= p->count) break;
    }
    return true;
}
