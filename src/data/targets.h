/* targets.h: which tokens of a stream an evaluation scores: a run of consecutive target tokens that is the same at
 * every length, and the windows that read them. Windows end at the last of these targets and step back by a stride;
 * each scores its last `stride` targets, so that every target counts once. */
#ifndef LG_DATA_TARGETS_H
#define LG_DATA_TARGETS_H

#include "base/file.h"
#include "data/data.h"

/* How many targets are asked for: eval.targets, or, if that is 0, eval.sequences times the shortest length. */
int64_t lg_targets_wanted(int64_t targets, int64_t sequences, int shortest);
/* The last `wanted` of `size` tokens, or fewer, since at least `before` tokens precede them; none where there are no
 * more than these. Windows do not depend on it. */
lg_targets lg_targets_place(int64_t size, int64_t wanted, int64_t before, int stride);
/* The token behind the last target of window i, and how many targets of the window count. */
int64_t lg_targets_end(const lg_targets *x, int64_t i);
int lg_targets_scored(const lg_targets *x, int64_t i);
/* Goes on from the digest in `out`, which begins empty, with `count` tokens of a split of a stream from token `first`
 * on; false without memory. */
bool lg_targets_digest(const lg_dataset *d, lg_split split, int64_t first, int64_t count, char out[LG_DIGEST_SIZE],
                       lg_error *err);

#endif
