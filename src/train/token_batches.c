/* token_batches.c: see token_batches.h. */
#include "train/token_batches.h"

#include <stdlib.h>

#include "base/permutation.h"

/* A record and its position in the pool. */
typedef struct placed {
    lg_record_size size;
    int64_t number, place;
} placed;

static int by_size(const void *a, const void *b) {
    const placed *x = a, *y = b;
    if (x->size.n != y->size.n) return x->size.n < y->size.n ? -1 : 1;
    if (x->size.m != y->size.m) return x->size.m < y->size.m ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* Cuts the records of one pool into batches. */
static void cut_pool(lg_token_batches *b, const placed *pool, int64_t at, int64_t count, int64_t tokens) {
    lg_record_size largest = {0};
    int64_t begun = 0;
    for (int64_t i = 0; i < count; i++) {
        const lg_record_size z = pool[i].size;
        lg_record_size grown = {z.n > largest.n ? z.n : largest.n, z.m > largest.m ? z.m : largest.m};
        if (i == 0 || (i - begun + 1) * (grown.n + grown.m) > tokens) {
            b->begin[b->count++] = at + i;
            begun = i, grown = z;
        }
        largest = grown;
        b->record[at + i] = pool[i].number;
    }
}

bool lg_token_batches_cut(lg_token_batches *b, const lg_record_size *sizes, int64_t records, lg_key key, int64_t pool,
                          int64_t tokens, lg_error *err) {
    if (pool == 0 || pool > records) pool = records;
    *b = (lg_token_batches){.begin = malloc(sizeof *b->begin * (size_t)(records + 1)),
                            .record = malloc(sizeof *b->record * (size_t)(records + 1))};
    placed *all = malloc(sizeof *all * (size_t)(pool + 1));
    const bool good = b->begin && b->record && all;
    for (int64_t at = 0; good && at < records; at += pool) {
        const int64_t count = records - at < pool ? records - at : pool;
        for (int64_t i = 0; i < count; i++) {
            const int64_t number = (int64_t)lg_permutation(key, (uint64_t)records, (uint64_t)(at + i));
            all[i] = (placed){sizes[number], number, i};
        }
        qsort(all, (size_t)count, sizeof *all, by_size);
        cut_pool(b, all, at, count, tokens);
    }
    free(all);
    if (!good) {
        lg_token_batches_free(b);
        return lg_fail(err, LG_FAILED, "out of memory: batches of %lld records", (long long)records);
    }
    b->begin[b->count] = records;
    return true;
}

void lg_token_batches_free(lg_token_batches *b) {
    free(b->begin);
    free(b->record);
    *b = (lg_token_batches){0};
}

int64_t lg_token_batches_at(const lg_token_batches *b, lg_key key, int64_t step, int64_t *epoch) {
    *epoch = step / b->count;
    return (int64_t)lg_permutation(lg_key_fold(key, (uint64_t)*epoch), (uint64_t)b->count, (uint64_t)(step % b->count));
}
