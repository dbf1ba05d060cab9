/* targets.c: see targets.h. */
#include "data/targets.h"

#include <string.h>

int64_t lg_targets_wanted(int64_t targets, int64_t sequences, int shortest) {
    return targets > 0 ? targets : sequences * shortest;
}

lg_targets lg_targets_place(int64_t size, int64_t wanted, int64_t before, int stride) {
    const int64_t most = size > before ? size - before : 0, count = wanted < most ? wanted : most;
    return (lg_targets){.first = size - count,
                        .count = count,
                        .wanted = wanted,
                        .before = before,
                        .stride = stride,
                        .windows = (count + stride - 1) / stride};
}

int64_t lg_targets_end(const lg_targets *x, int64_t i) {
    return x->first + x->count - (x->windows - 1 - i) * x->stride;
}

int lg_targets_scored(const lg_targets *x, int64_t i) {
    return i > 0 ? x->stride : (int)(x->count - (x->windows - 1) * x->stride);
}

enum { DIGESTED = 4096 }; /* tokens per chunk */

bool lg_targets_digest(const lg_dataset *d, lg_split split, int64_t first, int64_t count, char out[LG_DIGEST_SIZE],
                       lg_error *err) {
    struct {
        char before[LG_DIGEST_SIZE];
        int32_t tokens[DIGESTED];
    } image;
    lg_record r = {0};
    if (!lg_record_reserve(&r, 1, DIGESTED, err)) return false;
    for (int64_t at = 0; at < count; at += DIGESTED) {
        const int some = count - at < DIGESTED ? (int)(count - at) : DIGESTED;
        d->entry->methods->segment(d, split, some, first + at - 1, &r);
        memset(&image, 0, sizeof image);
        strcpy(image.before, out);
        memcpy(image.tokens, r.target, (size_t)some * sizeof *image.tokens);
        lg_digest(&image, sizeof image, out);
    }
    lg_record_free(&r);
    return true;
}
