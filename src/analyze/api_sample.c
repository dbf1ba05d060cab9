/* api_sample.c: implements samples of lengthen.h. */
#include "data/data.h"
#include "run/session.h"

/* A record, and the words of its tokens. */
typedef struct buffers {
    lg_record record;
    const char **source_words, **target_words;
} buffers;

static bool buffers_new(buffers *b, lg_dataset *d, int length, lg_error *err) {
    const lg_record_size z = lg_dataset_bound(d, length);
    b->source_words = lg_arena_alloc(d->arena, (size_t)z.n * sizeof *b->source_words + 1);
    b->target_words = lg_arena_alloc(d->arena, (size_t)z.m * sizeof *b->target_words + 1);
    return lg_record_reserve(&b->record, z.n, z.m, err) &&
           ((b->source_words && b->target_words) ||
            lg_fail(err, LG_FAILED, "out of memory: a sample of %d tokens", z.n));
}

static void pass_on(const lg_dataset *d, const buffers *b, lg_example_fn each, void *user) {
    const lg_record *r = &b->record;
    for (int i = 0; i < r->n; i++) b->source_words[i] = d->source.words[r->source[i]];
    for (int j = 0; j < r->m; j++) b->target_words[j] = d->target.words[r->target[j]];
    const lg_example e = {d->entry->name, r->length,       r->n,           r->m, r->source, r->target,
                          r->counted,     b->source_words, b->target_words};
    each(user, &e);
}

static void draw_samples(lg_dataset *d, int length, int count, lg_key key, lg_example_fn each, void *user,
                         lg_error *err) {
    buffers b = {0};
    if (lg_dataset_has(d, LG_SPLIT_TRAIN, length, err) && buffers_new(&b, d, length, err))
        for (int i = 0; i < count; i++) {
            d->entry->methods->draw(d, LG_SPLIT_TRAIN, length, i, key, &b.record);
            pass_on(d, &b, each, user);
        }
    lg_record_free(&b.record);
}

lg_status lg_sample_task(lg_config *f, int length, int count, uint64_t seed, lg_example_fn each, void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *c = lg_config_resolved(f, err);
    if (!c) return err->code;
    if (length < 1 || length > LG_LENGTH_MAX) {
        lg_fail(err, LG_USAGE, "length: a sample has 1..%d tokens, not %d", LG_LENGTH_MAX, length);
        return err->code;
    }
    lg_dataset *d = lg_dataset_open(c->values, err);
    const lg_key key = lg_key_fold(lg_key_fold(lg_key_root(seed), LG_STREAM_SAMPLE), (uint64_t)length);
    if (d) draw_samples(d, length, count, key, each, user, err);
    lg_dataset_close(d);
    return err->code;
}
