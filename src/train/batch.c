/* batch.c: see batch.h. */
#include "train/batch.h"

#include <stdlib.h>

#include "base/permutation.h"
#include "base/seed.h"
#include "train/gradients.h"

static lg_key data_key(const lg_dataset *d) {
    return lg_seed_key(&d->settings.seeds, LG_KEY_DATA);
}

/* ---- numbered records of the training split ---- */

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

/* Folded into the key of the data, this number gives the key that shuffles records before they are cut into batches.
 * The key of an epoch is made in the same way from the number of the epoch. */
#define CUT UINT64_MAX

static bool measure_record(const lg_record_numbers *n, const lg_dataset *d, int64_t number, lg_record *scratch,
                           lg_record_size *out, lg_error *err) {
    lg_batch_record x = {.split = LG_SPLIT_TRAIN, .key = data_key(d)};
    find_record(n, number, &x);
    *out = lg_dataset_bound(d, x.length);
    if (d->exact) return true;
    if (!lg_record_reserve(scratch, out->n, out->m, err)) return false;
    lg_batch_record_draw(&x, d, scratch);
    *out = (lg_record_size){scratch->n, scratch->m};
    return true;
}

static bool cut_batches(lg_record_numbers *n, const lg_dataset *d, const lg_chosen_curriculum *c, lg_error *err) {
    int pool, tokens;
    lg_record_size *sizes = malloc(sizeof *sizes * (size_t)n->count);
    lg_record scratch = {0};
    bool good = sizes || lg_fail(err, LG_FAILED, "out of memory: sizes of %lld records", (long long)n->count);
    for (int64_t i = 0; good && i < n->count; i++) good = measure_record(n, d, i, &scratch, &sizes[i], err);
    c->entry->cut(&c->own, &pool, &tokens);
    good = good && lg_dataset_check(d, err) &&
           lg_token_batches_cut(&n->batches, sizes, n->count, lg_key_fold(data_key(d), CUT), pool, tokens, err);
    lg_record_free(&scratch);
    free(sizes);
    return good;
}

bool lg_record_numbers_init(lg_record_numbers *n, const lg_dataset *d, const lg_chosen_curriculum *c, lg_error *err) {
    const lg_reading reading = c->entry->reading;
    *n = (lg_record_numbers){0};
    if (reading == LG_READ_DRAWN) return true;
    n->lengths = d->settings.trained.values;
    n->length_count = d->settings.trained.count;
    if (reading == LG_READ_SEGMENTS) return lg_parallel_streams_init(&n->streams, d, n->lengths[0], err);
    n->before = calloc(n->length_count, sizeof *n->before);
    if (!n->before) return lg_fail(err, LG_FAILED, "out of memory: %zu lengths", n->length_count);
    for (size_t i = 0; i < n->length_count; i++) {
        const int64_t count = lg_dataset_count(d, LG_SPLIT_TRAIN, n->lengths[i]);
        n->before[i] = n->count;
        n->count += count;
    }
    if (n->count == 0)
        return lg_fail_keys(err, "curriculum.lengths",
                            "curriculum.lengths: %s has no training records of these lengths", d->entry->name);
    return reading != LG_READ_BATCHES || cut_batches(n, d, c, err);
}

void lg_record_numbers_free(lg_record_numbers *n) {
    lg_token_batches_free(&n->batches);
    free(n->before);
    *n = (lg_record_numbers){0};
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

/* The number of the batch of a step. Sets *key to the key of the epoch of this step. */
static int64_t batch_at(const lg_record_numbers *n, const lg_dataset *d, int64_t step, lg_key *key) {
    const lg_key data = data_key(d);
    int64_t epoch;
    const int64_t batch = lg_token_batches_at(&n->batches, data, step, &epoch);
    *key = lg_key_fold(data, (uint64_t)epoch);
    return batch;
}

int lg_record_numbers_batch(const lg_record_numbers *n, const lg_dataset *d, int64_t step, int usual) {
    lg_key key;
    if (n->batches.count == 0) return usual;
    const int64_t *begin = &n->batches.begin[batch_at(n, d, step, &key)];
    return (int)(begin[1] - begin[0]);
}

static void draw_of_batch(lg_batch_record *x, const lg_dataset *d, const lg_record_numbers *n, int64_t step) {
    const int64_t first = n->batches.begin[batch_at(n, d, step, &x->key)];
    find_record(n, n->batches.record[first + x->number], x);
}

/* Chooses record i of the sequence of all epochs: it is record P_e(i mod N), where e = i div N is the epoch and P_e its
 * random permutation of the N records. */
static void draw_of_epoch(lg_batch_record *x, const lg_dataset *d, const lg_record_numbers *n, int64_t i) {
    const lg_key key = lg_key_fold(data_key(d), (uint64_t)(i / n->count));
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

/* Chooses a segment: the batch of a step has one segment of each text stream. */
static void draw_of_stream(lg_batch_record *x, const lg_parallel_streams *streams, int64_t step) {
    x->length = streams->length;
    x->index = lg_parallel_streams_token(streams, x->number, step);
    x->segment = true;
}

void lg_batch_record_draw(const lg_batch_record *x, const lg_dataset *d, lg_record *r) {
    if (x->segment)
        d->entry->methods->segment(d, x->split, x->length, x->index, r);
    else
        d->entry->methods->draw(d, x->split, x->length, x->index, x->key, r);
    lg_record_skip(r, x->skipped);
}

void lg_batch_plan_draw(lg_batch_plan *p, const lg_dataset *d, const lg_chosen_curriculum *c,
                        const lg_record_numbers *n, int64_t step) {
    const lg_reading reading = c->entry->reading;
    const lg_key lengths = lg_key_fold(lg_seed_key(&d->settings.seeds, LG_KEY_LENGTH), (uint64_t)step);
    const lg_key data = lg_key_fold(data_key(d), (uint64_t)step);
    const int alike = lg_curriculum_mixes(c->entry) ? 0 : c->entry->length(&c->own, lengths, step);
    for (int i = 0; i < p->count; i++) {
        lg_batch_record *x = &p->records[i];
        *x = (lg_batch_record){.split = LG_SPLIT_TRAIN, .length = alike, .key = data, .number = i};
        if (reading == LG_READ_EPOCHS) draw_of_epoch(x, d, n, step * p->count + i);
        if (reading == LG_READ_BATCHES) draw_of_batch(x, d, n, step);
        if (reading == LG_READ_SEGMENTS) draw_of_stream(x, &n->streams, step);
        if (reading != LG_READ_DRAWN) continue;
        /* For data with exact sizes, a batch has one length; for other data, the length of each record is drawn. */
        if (!d->exact) x->length = c->entry->length(&c->own, lg_key_fold(lengths, (uint64_t)i), step);
        lg_batch_record_pick(x, d);
    }
}
