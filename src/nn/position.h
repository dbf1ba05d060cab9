/* position.h: position SOURCES: how tokens are numbered. What an encoding then does with the numbers is another axis
 * (encoding.h). A source numbers positions, or signed distances that depend on the offset alone, or both. */
#ifndef LG_NN_POSITION_H
#define LG_NN_POSITION_H

#include "base/key.h"
#include "base/registry.h"

typedef struct lg_position_sampler {
    LG_ENTRY;
    bool random;                      /* a fresh draw each time; the key decides */
    int (*limit)(const lg_values *v); /* most tokens that can be numbered; NULL: no limit */
    /* p[t] for t in 0..T-1; NULL: this source has only distances. */
    void (*positions)(const lg_values *v, lg_key key, int T, double *p);
    /* d[delta + T-1] for offsets delta = key - query in -(T-1)..T-1; NULL: this source has only positions, distances
     * are their differences. spare: draw one more value for the left side, for encodings whose table has a row that is
     * never used. */
    void (*distances)(const lg_values *v, lg_key key, int T, bool spare, double *d);
} lg_position_sampler;

extern const lg_position_sampler *const lg_positions[]; /* ends with NULL */
const lg_position_sampler *lg_position_sampler_find(const char *name);

/* One draw, as an encoding sees it. Exactly one of the two is set for encodings that read distances. */
typedef struct lg_position_ids {
    int T;
    const double *position; /* [T] or NULL */
    const double *distance; /* [2T-1], see above, or NULL */
} lg_position_ids;

/* Rows that several sources share. */
#define LG_OPTION_POSITIONS_L                                                                                          \
    { "positions.L", LG_INT, "2048", 1, 1 << 24, NULL, "size of the range that positions are drawn from" }
#define LG_OPTION_POSITIONS_PER                                                                                        \
    {                                                                                                                  \
        "positions.per", LG_NAME, "auto", 0, 0, "auto pass block",                                                     \
            "one draw for the whole pass, or a fresh one in every block; auto: as the encoding's authors do"           \
    }

/* For sources: the value of positions.L, which is their limit. */
int lg_position_range(const lg_values *v);
/* For sources: `count` different numbers of 0..L-1, uniform without replacement, ascending. count <= L. */
void lg_sorted_subset(lg_key key, int L, int count, double *out);

#endif
