/* targets.c: see targets.h. */
#include "evaluate/targets.h"

#include <inttypes.h>

#include "data/targets.h"
#include "evaluate/evaluate.h"
#include "evaluate/segments.h"
#include "train/eval_records.h"

/* Size of the memory before a segment, in rows or in stored key-value pairs. */
static int remembered_at(const lg_trainer *t, int length) {
    const int kept = lg_segments_kept_at(t, length), stored = t->model->memorized;
    return kept > stored ? kept : stored;
}

int lg_targets_fill(const lg_trainer *t, int length) {
    return (remembered_at(t, length) + length - 1) / length;
}

/* Finds the targets. For all lengths to score the same targets, the first target comes after the largest memory: that
 * of segments of length 1 (the shorter the segment, the larger the memory under eval.same_span). */
static bool find_targets(const lg_trainer *t, lg_split split, int length, lg_targets *out) {
    const lg_dataset *d = t->model->data;
    const bool remembers = t->protocol.entry->evaluate;
    if (!d->entry->methods->targets || d->missing) return false;
    *out = d->entry->methods->targets(d, split, length, remembers ? length : 0, remembers ? remembered_at(t, 1) : 0);
    return true;
}

bool lg_trainer_targets(const lg_trainer *t, int length, lg_targets *out) {
    return find_targets(t, t->split, length, out);
}

int64_t lg_trainer_eval_sequences(const lg_trainer *t, int length) {
    lg_targets x;
    if (t->protocol.entry->evaluate && lg_trainer_targets(t, length, &x)) return x.windows;
    return lg_trainer_eval_count(t, length, lg_trainer_eval_wanted(t));
}

bool lg_trainer_check_targets(const lg_trainer *t, lg_split split, int length, lg_error *err) {
    const lg_dataset *d = t->model->data;
    lg_targets x;
    if (!find_targets(t, split, length, &x)) return true;
    const int64_t size = x.first + x.count;
    if (x.count == 0)
        return lg_fail_keys(
            err, split == LG_SPLIT_TEST ? "eval.memory eval.lengths" : "eval.memory architecture.memory",
            "eval.memory: %" PRId64 " tokens must fill the memory before the first scored target, but "
            "the %s split of %s has %" PRId64 " (use a smaller --eval.memory, or %s)",
            x.before, lg_split_name(split), d->entry->name, size,
            split == LG_SPLIT_TEST ? "shorter --lengths" : "a larger validation split, or --eval.validation test");
    return x.count == x.wanted || t->eval.targets == 0 || split != LG_SPLIT_TEST ||
           lg_fail_keys(err, "eval.targets eval.lengths",
                        "eval.targets: %" PRId64 " targets do not fit into the test split of %s: the first %" PRId64
                        " of its %" PRId64 " tokens are context (use --eval.targets %" PRId64 " or less, or shorter "
                        "--lengths)",
                        x.wanted, d->entry->name, x.first, size, x.count);
}
