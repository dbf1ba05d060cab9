/* position.h: position SAMPLERS: which position ids tokens have. How an encoding uses them is another axis
 * (encoding.h). A sampler samples positions, or signed distances that depend on the offset alone, or both. */
#ifndef LG_NN_POSITION_H
#define LG_NN_POSITION_H

#include "base/key.h"
#include "base/registry.h"

typedef struct lg_position_sampler {
    LG_ENTRY;
    bool random;                      /* another sample for each key */
    int (*limit)(const lg_values *v); /* largest number of tokens; NULL: no limit */
    /* p[t] for t in 0..T-1; NULL: this sampler has only distances. */
    void (*positions)(const lg_values *v, lg_key key, int T, double *p);
    /* d[delta + T-1] for offsets delta = key - query in -(T-1)..T-1; NULL: this sampler has only positions,
     * distances are their differences. extra_left: sample one more value for the left side, for encodings whose table
     * has a row that is never used. */
    void (*distances)(const lg_values *v, lg_key key, int T, bool extra_left, double *d);
} lg_position_sampler;

extern const lg_position_sampler *const lg_positions[]; /* ends with NULL */
const lg_position_sampler *lg_position_sampler_find(const char *name);

/* The position ids of one block. Exactly one of the two is set for encodings that read distances. */
typedef struct lg_position_ids {
    int T;
    const double *position; /* [T] or NULL */
    const double *distance; /* [2T-1], see above, or NULL */
} lg_position_ids;

/* Rows that several samplers share. */
#define LG_OPTION_POSITIONS_L                                                                                          \
    { "positions.L", LG_INT, "2048", 1, 1 << 24, NULL, "size of the range that positions are sampled from" }
#define LG_OPTION_POSITIONS_PER                                                                                        \
    {                                                                                                                  \
        "positions.per", LG_NAME, "auto", 0, 0, "auto pass block",                                                     \
            "one position sample for the whole pass, or one for each block; auto: as the encoding's authors do"        \
    }

/* For samplers: the value of positions.L, which is their limit. */
int lg_position_range(const lg_values *v);
/* For samplers: `count` different integers of 0..L-1, uniform without replacement, ascending. count <= L. */
void lg_sorted_subset(lg_key key, int L, int count, double *out);

#endif
