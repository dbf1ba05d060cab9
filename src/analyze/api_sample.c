/* api_sample.c: implements lg_sample_...: samples of the data. */
#include <stdlib.h>
#include <string.h>

#include "api/analysis.h"
#include "config/describe.h"
#include "data/data.h"
#include "data/vocabulary.h"
#include "run/data_files.h"
#include "run/session.h"

struct buffers;

/* A request for samples. */
typedef struct query {
    const lg_stop_hook *stop;
    lg_dataset *data;
    lg_split split;
    int length;
    lg_key key;
    bool (*take)(const struct query *q, struct buffers *b, int64_t index, lg_error *err); /* receives each sample */
    lg_example_fn each;
    void *user;
} query;

/* A record and the words of its tokens. */
typedef struct buffers {
    lg_record record;
    const char **source_words, **target_words;
    char *text; /* room for three texts: the source, the target, and source and target joined */
    char cell[64];
} buffers;

static bool buffers_new(buffers *b, const query *q, lg_error *err) {
    const lg_record_size z = lg_dataset_bound(q->data, q->length);
    b->source_words = lg_arena_alloc(q->data->arena, (size_t)z.n * sizeof *b->source_words + 1);
    b->target_words = lg_arena_alloc(q->data->arena, (size_t)z.m * sizeof *b->target_words + 1);
    return lg_record_reserve(&b->record, z.n, z.m, err) &&
           ((b->source_words && b->target_words) ||
            lg_fail(err, LG_FAILED, "out of memory: a sample of %d tokens", z.n));
}

static void buffers_free(buffers *b) {
    lg_record_free(&b->record);
    free(b->text);
}

/* Writes the texts of a record: the source and the target in `size` bytes each, then the two joined. */
static void write_texts(const query *q, const buffers *b, int64_t index, size_t size, lg_example *e) {
    const lg_dataset *d = q->data;
    char *source = b->text, *target = source + size, *both = target + size;
    lg_dataset_write(d, q->split, index, q->key, &b->record, source, target, size);
    e->source_text = source;
    e->target_text = target;
    if (!d->between) return;
    strcpy(stpcpy(stpcpy(stpcpy(both, d->before ? d->before : ""), source), d->between), target);
    e->text = both;
}

static bool pass_on(const query *q, buffers *b, int64_t index, lg_error *err) {
    const lg_dataset *d = q->data;
    const lg_record *r = &b->record;
    lg_example e = {.task = d->entry->name,
                    .length = r->length,
                    .inputs = r->n,
                    .targets = r->m,
                    .input = r->source,
                    .target = r->target,
                    .mask = r->counted,
                    .input_symbols = b->source_words,
                    .target_symbols = b->target_words,
                    .entropy = d->entropy};
    if (d->entry->methods->name_cell) {
        d->entry->methods->name_cell(d, r->length, r->cell, b->cell, sizeof b->cell);
        e.cell = *b->cell == '\0' ? NULL : b->cell;
    }
    const size_t size = lg_dataset_write_size(d, q->split, index, r) + 1;
    lg_vocabulary_name(&d->source, r->source, r->n, b->source_words);
    lg_vocabulary_name(&d->target, r->target, r->m, b->target_words);
    const size_t more = (d->between ? strlen(d->between) : 0) + (d->before ? strlen(d->before) : 0);
    char *text = realloc(b->text, 4 * size + more);
    if (!text) return lg_fail(err, LG_FAILED, "out of memory: a sample of %d tokens", r->n);
    b->text = text;
    write_texts(q, b, index, size, &e);
    q->each(q->user, &e);
    return true;
}

static bool draw_samples(const query *q, int64_t count, lg_error *err) {
    buffers b = {0};
    bool good = lg_dataset_has(q->data, q->split, q->length, err) && buffers_new(&b, q, err);
    const int64_t there = lg_dataset_count(q->data, q->split, q->length);
    for (int64_t i = 0; good && i < count && i < there; i++) {
        q->data->entry->methods->draw(q->data, q->split, q->length, i, q->key, &b.record);
        good = lg_dataset_check(q->data, err) && q->take(q, &b, i, err) && lg_stop_go_on(q->stop, err);
    }
    buffers_free(&b);
    return good;
}

/* The lengths that lg_sample_all draws from a split; NULL: the split has every length. */
static const int *lengths_of(const query *q, size_t *count) {
    const lg_data_methods *m = q->data->entry->methods;
    const lg_data_settings *s = &q->data->settings;
    const lg_length_list *wanted = q->split == LG_SPLIT_TEST ? &s->tested : &s->trained;
    const int *lengths = m->lengths ? m->lengths(q->data, q->split, count) : NULL;
    if (lengths || wanted->count == 0) return lengths;
    *count = wanted->count;
    return wanted->values;
}

/* Draws all records of the requested length or, without one, of every length. */
static bool draw_all(const query *q, lg_error *err) {
    size_t count = 1;
    bool good = true;
    const int *lengths = q->length > 0 ? &q->length : lengths_of(q, &count);
    if (!lengths)
        return lg_fail(err, LG_USAGE, "length: %s has records of every length; expected one length",
                       q->data->entry->name);
    for (size_t i = 0; good && i < count; i++) {
        query one = *q;
        one.length = lengths[i];
        const int64_t there = lg_dataset_count(q->data, q->split, lengths[i]);
        if (there == LG_ENDLESS)
            return lg_fail_keys(err, "data", "data: %s has endless samples, so they cannot all be drawn (use a count)",
                                q->data->entry->name);
        good = there == 0 || draw_samples(&one, there, err);
    }
    return good;
}

enum { USUAL_LENGTH = 12 };

/* Returns USUAL_LENGTH or, if the split has no records of that length, the nearest length that has records (ties: the
 * shorter one). */
static int usual_length(const lg_dataset *d, lg_split split) {
    if (lg_dataset_count(d, split, USUAL_LENGTH) > 0) return USUAL_LENGTH;
    for (int i = 1; i <= LG_LENGTH_MAX - USUAL_LENGTH; i++) {
        if (i < USUAL_LENGTH && lg_dataset_count(d, split, USUAL_LENGTH - i) > 0) return USUAL_LENGTH - i;
        if (lg_dataset_count(d, split, USUAL_LENGTH + i) > 0) return USUAL_LENGTH + i;
    }
    return USUAL_LENGTH; /* the split has no records */
}

static bool check_query(const query *q, int count, lg_error *err) {
    const lg_example_fn each = q->each;
    if (q->take == pass_on && !LG_GIVEN(err, each)) return false;
    if (!lg_argument_within(err, "split", q->split, LG_SPLIT_TRAIN, LG_SPLIT_VALIDATION)) return false;
    if (q->length < 0 || q->length > LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "length: a sample has 1..%d tokens, not %d", LG_LENGTH_MAX, q->length);
    return count >= 0 || lg_fail(err, LG_USAGE, "count: %d: expected 0 or more samples", count);
}

/* Passes `count` samples of one length to q.take, or, if `all` is true, all records. */
static lg_status take_samples(lg_config *f, query q, bool all, int count, uint64_t seed) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *c = check_query(&q, count, err) ? lg_config_resolved(f, err) : NULL;
    if (!c) return err->code;
    q.stop = &f->context->stop;
    q.data = lg_dataset_of(c->values, err);
    if (q.data && q.length == 0 && !all) q.length = usual_length(q.data, q.split);
    q.key = lg_key_fold(lg_key_fold(lg_key_root(seed), LG_KEY_SAMPLE), (uint64_t)q.length);
    if (q.data && q.split == LG_SPLIT_TEST) lg_data_words_tell(f->context, q.data);
    if (q.data && all)
        draw_all(&q, err);
    else if (q.data)
        draw_samples(&q, count, err);
    lg_dataset_close(q.data);
    return err->code;
}

lg_status lg_sample_split(lg_config *f, lg_split split, int length, int count, uint64_t seed, lg_example_fn each,
                          void *user) {
    const query q = {.split = split, .length = length, .take = pass_on, .each = each, .user = user};
    return take_samples(f, q, false, count, seed);
}

lg_status lg_sample_all(lg_config *f, lg_split split, int length, lg_example_fn each, void *user) {
    const query q = {.split = split, .length = length, .take = pass_on, .each = each, .user = user};
    return take_samples(f, q, true, 0, 0);
}

lg_status lg_sample_task(lg_config *f, int length, int count, uint64_t seed, lg_example_fn each, void *user) {
    return lg_sample_split(f, LG_SPLIT_TRAIN, length, count, seed, each, user);
}

/* ---- the first record ---- */

/* The user pointer of the callback. */
typedef struct first_query {
    const lg_dataset *data;
    const char *file;
    lg_first_record_fn each;
    void *user;
} first_query;

static void pass_first(void *user, const lg_example *e) {
    const first_query *x = user;
    x->each(x->user, &(lg_first_record){e, x->file, x->data->description ? x->data->description : ""});
}

static bool draw_first(lg_dataset *d, first_query *x, lg_error *err) {
    query q = {.data = d, .split = LG_SPLIT_TRAIN, .each = pass_first, .user = x};
    buffers b = {0};
    int64_t index;
    x->data = d;
    x->file = d->entry->methods->first ? d->entry->methods->first(d, &q.length, &index) : NULL;
    if (!x->file)
        return lg_fail_keys(err, "data", "data: %s has no file of records (`lengthen sample %s` prints samples)",
                            d->entry->name, d->entry->name);
    const bool good = buffers_new(&b, &q, err);
    if (good) d->entry->methods->draw(d, q.split, q.length, index, q.key, &b.record);
    if (good) pass_on(&q, &b, index, err);
    buffers_free(&b);
    return good;
}

lg_status lg_sample_first(lg_config *f, lg_first_record_fn each, void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *c = lg_config_resolved(f, err);
    lg_data_description what;
    if (!c) return err->code;
    lg_describe_data(c->values, NULL, &what);
    first_query x = {.each = each, .user = user};
    lg_dataset *d = lg_dataset_open(&what, LG_SPLITS_ALL & ~LG_SPLIT_BIT(LG_SPLIT_TRAIN), err);
    if (d) draw_first(d, &x, err);
    lg_dataset_close(d);
    return err->code;
}

/* ---- checks ---- */

static bool check(const query *q, buffers *b, int64_t index, lg_error *err) {
    const lg_dataset *d = q->data;
    if (!d->entry->methods->check)
        return lg_fail_keys(err, "data", "data: %s has no checker of its records", d->entry->name);
    return d->entry->methods->check(d, &b->record) ||
           lg_fail(err, LG_MISMATCH, "data: the checker of %s rejects sample %lld of length %d", d->entry->name,
                   (long long)index, q->length);
}

lg_status lg_sample_verify(lg_config *f, lg_split split, int length, int count, uint64_t seed) {
    return take_samples(f, (query){.split = split, .length = length, .take = check}, false, count, seed);
}
