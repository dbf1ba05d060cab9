/* targets.h: the tokens of a token stream that an evaluation scores: consecutive targets, the same at every length, and
 * the windows that read them. The last window ends at the last target; each earlier window ends a stride before the
 * next one. Each window scores its last `stride` targets, the first window what remains, so every target counts
 * once. */
#ifndef LG_DATA_TARGETS_H
#define LG_DATA_TARGETS_H

#include "base/file.h"
#include "data/data.h"

/* Requested number of targets: eval.targets, or, if it is 0, eval.sequences times the shortest length. */
int64_t lg_targets_wanted(int64_t targets, int64_t sequences, int shortest);
/* Selects as targets the last `wanted` of `size` tokens, or fewer so that at least `before` tokens precede them; none
 * if size <= before. The choice does not depend on the windows. */
lg_targets lg_targets_place(int64_t size, int64_t wanted, int64_t before, int stride);
/* The token after the last target of window i, and the number of targets that the window scores. */
int64_t lg_targets_end(const lg_targets *x, int64_t i);
int lg_targets_scored(const lg_targets *x, int64_t i);
/* Extends the digest in `out`, which is empty at first, by `count` tokens of a token stream's split from token `first`
 * on. False: out of memory. */
bool lg_targets_digest(const lg_dataset *d, lg_split split, int64_t first, int64_t count, char out[LG_DIGEST_SIZE],
                       lg_error *err);

#endif
