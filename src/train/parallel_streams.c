/* parallel_streams.c: see parallel_streams.h. */
#include "train/parallel_streams.h"

#include <inttypes.h>

bool lg_parallel_streams_init(lg_parallel_streams *x, const lg_dataset *d, int length, lg_error *err) {
    *x = (lg_parallel_streams){.count = d->settings.batch, .length = length};
    x->tokens = d->entry->methods->stream(d, LG_SPLIT_TRAIN);
    x->segments = (x->tokens / x->count - 1) / length;
    return x->segments > 0 ||
           lg_fail_keys(err, "train.batch curriculum.lengths data.file",
                        "train.batch: each of %d text streams has %" PRId64 " of the %" PRId64
                        " training tokens of %s, but a segment of %d needs %d (use a smaller batch, shorter segments "
                        "or a longer text)",
                        x->count, x->tokens / x->count, x->tokens, d->entry->name, length, length + 1);
}

int64_t lg_parallel_streams_token(const lg_parallel_streams *x, int stream, int64_t segment) {
    return stream * x->tokens / x->count + segment % x->segments * x->length;
}
