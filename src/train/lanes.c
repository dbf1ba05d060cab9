/* lanes.c: see lanes.h. */
#include "train/lanes.h"

#include <inttypes.h>

bool lg_lanes_init(lg_lanes *x, const lg_dataset *d, int length, lg_error *err) {
    *x = (lg_lanes){.count = d->settings.batch, .length = length};
    x->tokens = d->entry->methods->stream(d, LG_SPLIT_TRAIN);
    x->segments = (x->tokens / x->count - 1) / length;
    return x->segments > 0 ||
           lg_fail_keys(err, "train.batch curriculum.lengths data.file",
                        "train.batch: %d text streams have %" PRId64 " of the %" PRId64 " training tokens of %s each, "
                        "but a segment of %d needs %d (use a smaller batch, shorter segments or a longer text)",
                        x->count, x->tokens / x->count, x->tokens, d->entry->name, length, length + 1);
}

int64_t lg_lanes_token(const lg_lanes *x, int lane, int64_t segment) {
    return lane * x->tokens / x->count + segment % x->segments * x->length;
}
