/* targets.c: see targets.h. */
#include "train/targets.h"

#include <inttypes.h>

#include "data/targets.h"
#include "nn/order.h"
#include "train/segments.h"

/* What is remembered before a segment: rows, or pairs in a store. */
static int remembered_at(const lg_values *v, int length) {
    const int kept = lg_segments_kept_at(v, length), stored = (int)lg_order_store(v);
    return kept > stored ? kept : stored;
}

int lg_targets_fill(const lg_values *v, int length) {
    return (remembered_at(v, length) + length - 1) / length;
}

/* The same of all lengths: eval.same_span remembers most at the shortest. */
bool lg_trainer_targets(const lg_trainer *t, int length, lg_targets *out) {
    const lg_dataset *d = t->model->data;
    const bool remembers = t->protocol->evaluate;
    if (!d->entry->methods->targets || d->missing) return false;
    *out = d->entry->methods->targets(d, t->split, length, remembers ? length : 0,
                                      remembers ? remembered_at(t->runtime.values, 1) : 0);
    return true;
}

bool lg_trainer_check_targets(const lg_trainer *t, int length, lg_error *err) {
    const lg_dataset *d = t->model->data;
    lg_targets x;
    if (!lg_trainer_targets(t, length, &x)) return true;
    const int64_t size = x.first + x.count;
    if (x.count == 0)
        return lg_fail_keys(err, "eval.memory eval.lengths",
                            "eval.memory: %" PRId64 " tokens fill the memory before the first target that counts, and "
                            "the %s split of %s has %" PRId64 " (use a smaller --eval.memory, or shorter --lengths)",
                            x.before, lg_split_name(t->split), d->entry->name, size);
    return x.count == x.wanted || lg_int(t->runtime.values, "eval.targets") == 0 || t->split != LG_SPLIT_TEST ||
           lg_fail_keys(err, "eval.targets eval.lengths",
                        "eval.targets: %" PRId64 " targets do not fit into the test split of %s, whose first %" PRId64
                        " of %" PRId64 " tokens are context (use --eval.targets %" PRId64 " or less, or shorter "
                        "--lengths)",
                        x.wanted, d->entry->name, x.first, size, x.count);
}
