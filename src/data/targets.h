/* targets.h: the tokens of a token stream that an evaluation scores (targets), and the windows in which the model reads
 * them. Targets are consecutive, and the same for all lengths. The last window ends at the last target. Every other
 * window ends `stride` tokens before the end of the next window. Each window scores its last `stride` tokens, so every
 * target is scored once. The first window scores the remaining targets. */
#ifndef LG_DATA_TARGETS_H
#define LG_DATA_TARGETS_H

#include "base/file.h"
#include "data/data.h"

/* Requested number of targets: eval.targets. If that is 0, eval.sequences times the shortest length. */
int64_t lg_targets_wanted(int64_t targets, int64_t sequences, int shortest);
/* Selects the targets among the `size` tokens of a stream: the last `wanted` tokens, or fewer so that at least `before`
 * tokens precede them. If size <= before, there are no targets. The choice does not depend on the windows. */
lg_targets lg_targets_place(int64_t size, int64_t wanted, int64_t before, int stride);
/* The token after the last target of window i, and the number of targets that the window scores. */
int64_t lg_targets_end(const lg_targets *x, int64_t i);
int lg_targets_scored(const lg_targets *x, int64_t i);
/* Extends the digest in `out`, which is initially empty, by `count` tokens of a split that is a token stream. `first`
 * is the index of the first of these tokens. Returns false if memory runs out. */
bool lg_targets_digest(const lg_dataset *d, lg_split split, int64_t first, int64_t count, char out[LG_DIGEST_SIZE],
                       lg_error *err);

#endif
