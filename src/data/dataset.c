/* dataset.c: opens entries as data sets and gives access to their records. */
#include <math.h>
#include <string.h>

#include "data/refusal.h"
#include "data/vocabulary.h"

bool lg_data_is_test_file(const lg_data *d, const char *key) {
    const size_t size = strlen(key);
    for (const char *at = d->methods->test_files; at && *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == size && !strncmp(at, key, size)) return true;
    return false;
}

/* A data set and a copy of its description, both in the arena. */
typedef struct opened {
    lg_dataset data;
    lg_data_description what;
} opened;

lg_dataset *lg_dataset_open(const lg_data_description *what, unsigned unread, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    opened *x = arena ? lg_arena_alloc(arena, sizeof *x) : NULL;
    if (!x) {
        lg_arena_free(arena);
        lg_fail(err, LG_FAILED, "out of memory: a data set");
        return NULL;
    }
    lg_dataset *d = &x->data;
    const lg_data_methods *m = what->entry->methods;
    x->what = *what;
    *d = (lg_dataset){.entry = what->entry,
                      .own = &x->what.own,
                      .trained_own = &x->what.trained,
                      .settings = what->settings,
                      .unread = m->by_split ? unread : 0,
                      .exact = m->exact,
                      .arena = arena,
                      .refusal = lg_refusal_new(arena),
                      .entropy = NAN};
    if (!d->refusal)
        lg_fail(err, LG_FAILED, "out of memory: a data set");
    else if (m->open(d, err))
        return d;
    lg_dataset_close(d);
    return NULL;
}

void lg_dataset_close(lg_dataset *d) {
    if (!d) return;
    if (d->entry->methods->close) d->entry->methods->close(d);
    lg_arena_free(d->arena);
}

bool lg_dataset_check(const lg_dataset *d, lg_error *err) {
    return lg_refusal_check(d->refusal, err);
}

int64_t lg_dataset_count(const lg_dataset *d, lg_split split, int length) {
    const lg_data_methods *m = d->entry->methods;
    if (split == LG_SPLIT_VALIDATION && !m->validates) return 0;
    return m->count ? m->count(d, split, length) : LG_ENDLESS;
}

int lg_dataset_longest(const lg_dataset *d, lg_split split, int length) {
    const lg_data_methods *m = d->entry->methods;
    const int step = d->length_step > 0 ? d->length_step : 1;
    int low = 0, high = (length + step - 1) / step;
    size_t count = 0;
    const int *lengths = m->lengths ? m->lengths(d, split, &count) : NULL;
    if (m->lengths) return count > 0 ? lengths[count - 1] : 0;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (lg_dataset_count(d, split, middle * step) > 0)
            low = middle;
        else
            high = middle;
    }
    return low * step;
}

enum { FAR_LENGTH = 1 << 16 }; /* assumption: a split with records has records at a power of two up to this length */

bool lg_dataset_has(const lg_dataset *d, lg_split split, int length, lg_error *err) {
    const lg_data_methods *m = d->entry->methods;
    size_t count = 0;
    if (lg_dataset_count(d, split, length) > 0) return true;
    if (!lg_dataset_has_files(d, err)) return false;
    if (split == LG_SPLIT_VALIDATION && !m->validates)
        return lg_fail(err, LG_USAGE, "split: %s has no validation records (it has train and test)", d->entry->name);
    if (!lg_dataset_is_multiple(d, length))
        return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d (its lengths are multiples of %d)",
                       d->entry->name, lg_split_adjective(split), length, d->length_step);
    int longest = m->lengths ? 0 : lg_dataset_longest(d, split, length);
    if (longest == 0 && !m->lengths)
        longest = lg_dataset_longest(d, split, FAR_LENGTH); /* no shorter length: looks for longer ones */
    if (longest > 0)
        return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d (the longest have %d)", d->entry->name,
                       lg_split_adjective(split), length, longest);
    if (!m->lengths)
        return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d", d->entry->name,
                       lg_split_adjective(split), length);
    const int *lengths = m->lengths(d, split, &count);
    if (count == 0)
        return lg_fail(err, LG_USAGE, "split: %s has no %s records", d->entry->name, lg_split_adjective(split));
    if (count == 1)
        return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d (all have %d)", d->entry->name,
                       lg_split_adjective(split), length, lengths[0]);
    return lg_fail(err, LG_USAGE, "length: %s has no %s records of length %d (it has %zu lengths in %d..%d)",
                   d->entry->name, lg_split_adjective(split), length, count, lengths[0], lengths[count - 1]);
}

lg_record_size lg_dataset_bound(const lg_dataset *d, int length) {
    return d->entry->methods->bound(d, length);
}

size_t lg_dataset_write_size(const lg_dataset *d, lg_split split, int64_t index, const lg_record *r) {
    if (d->entry->methods->write_size) return d->entry->methods->write_size(d, split, r->length, index);
    const size_t source = lg_vocabulary_write(&d->source, r->source, r->n, NULL, 0);
    const size_t target = lg_vocabulary_write(&d->target, r->target, r->m, NULL, 0);
    return source > target ? source : target;
}

int lg_dataset_length(const lg_dataset *d, int n) {
    int length = d->exact && !d->entry->methods->stream ? n : 0;
    while (length > 0 && lg_dataset_bound(d, length).n != n) length--;
    return length;
}

int lg_dataset_target(const lg_dataset *d, int n) {
    const int length = d->end < 0 ? lg_dataset_length(d, n) : 0;
    return length > 0 ? lg_dataset_bound(d, length).m : 0;
}

void lg_dataset_write(const lg_dataset *d, lg_split split, int64_t index, lg_key key, const lg_record *r, char *source,
                      char *target, size_t size) {
    if (d->entry->methods->write) {
        d->entry->methods->write(d, split, r->length, index, key, source, target, size);
        return;
    }
    lg_vocabulary_write(&d->source, r->source, r->n, source, size);
    lg_vocabulary_write(&d->target, r->target, r->m, target, size);
}
