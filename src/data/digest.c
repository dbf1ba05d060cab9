/* digest.c: see digest.h. */
#include "data/digest.h"

#include <stdlib.h>
#include <string.h>

/* The digest of each length is computed as a chain. Each step digests the previous digest together with the next
 * record. */
typedef struct digesting {
    const lg_dataset *d;
    lg_split split;
    const int *lengths;
    char (*digests)[LG_DIGEST_SIZE]; /* [lengths] */
    bool *failed;                    /* [lengths]: did memory run out? */
} digesting;

/* A record as bytes. */
typedef struct image {
    char *bytes;
    size_t size;
} image;

static void add_bytes(image *x, const void *bytes, size_t size) {
    memcpy(x->bytes + x->size, bytes, size);
    x->size += size;
}

static void add_record(const lg_record *r, image *x, char digest[LG_DIGEST_SIZE]) {
    const int sizes[] = {r->n, r->m, r->cell};
    x->size = 0;
    add_bytes(x, digest, LG_DIGEST_SIZE);
    add_bytes(x, sizes, sizeof sizes);
    add_bytes(x, r->source, sizeof *r->source * (size_t)r->n);
    add_bytes(x, r->target, sizeof *r->target * (size_t)r->m);
    add_bytes(x, r->learned, (size_t)r->m);
    add_bytes(x, r->counted, (size_t)r->m);
    lg_digest(x->bytes, x->size, digest);
}

static size_t image_size(lg_record_size z) {
    const size_t n = (size_t)z.n, m = (size_t)z.m;
    return LG_DIGEST_SIZE + 3 * sizeof(int) + sizeof(int32_t) * (n + m) + 2 * m;
}

/* Pool job: digests the records of one length. */
static void digest_length(void *task, int job, int worker) {
    const digesting *t = task;
    const int length = t->lengths[job];
    const lg_record_size bound = lg_dataset_bound(t->d, length);
    const int64_t there = lg_dataset_count(t->d, t->split, length);
    image x = {malloc(image_size(bound)), 0};
    lg_record r = {0};
    (void)worker;
    t->failed[job] = !x.bytes || !lg_record_reserve(&r, bound.n, bound.m, NULL);
    for (int64_t i = 0; !t->failed[job] && i < there && i < LG_DIGESTED; i++) {
        t->d->entry->methods->draw(t->d, t->split, length, i, (lg_key){0}, &r);
        add_record(&r, &x, t->digests[job]);
    }
    lg_record_free(&r);
    free(x.bytes);
}

/* The lengths whose records are digested. There are none if the digest is "" (lg_dataset_digest). */
static const int *lengths_of(const lg_dataset *d, lg_split split, size_t *count) {
    const lg_data_methods *m = d->entry->methods;
    const int *lengths = NULL;
    *count = 0;
    const bool listed = lg_data_find(d->entry->name) == d->entry; /* false for data registered by the program */
    if (!listed || d->file_count > 0 || (split == LG_SPLIT_VALIDATION && !m->validates)) return NULL;
    if (m->lengths)
        lengths = m->lengths(d, split, count);
    else
        lengths = d->settings.trained.values, *count = d->settings.trained.count;
    for (size_t i = 0; i < *count; i++)
        if (lg_dataset_count(d, split, lengths[i]) == LG_ENDLESS) *count = 0;
    return lengths;
}

bool lg_dataset_digest(const lg_dataset *d, lg_split split, lg_pool *pool, char out[LG_DIGEST_SIZE], lg_error *err) {
    size_t count;
    digesting t = {.d = d, .split = split, .lengths = lengths_of(d, split, &count)};
    *out = '\0';
    if (count == 0) return true;
    t.digests = calloc(count, sizeof *t.digests);
    t.failed = calloc(count, sizeof *t.failed);
    bool good = t.digests && t.failed, some = false;
    if (good) lg_pool_run(pool, (int)count, digest_length, &t);
    for (size_t i = 0; good && i < count; i++) {
        good = !t.failed[i];
        some |= *t.digests[i] != '\0';
    }
    if (good && some) lg_digest(t.digests, count * sizeof *t.digests, out);
    free(t.digests);
    free(t.failed);
    return good || lg_fail(err, LG_FAILED, "out of memory: the digest of %s", d->entry->name);
}
