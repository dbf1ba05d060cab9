/* position.h: position samplers, which choose the position ids of tokens. How an encoding uses the ids is a separate
 * axis (encoding.h). A sampler samples positions, or signed distances that depend only on the offset, or both. */
#ifndef LG_NN_POSITION_H
#define LG_NN_POSITION_H

#include "base/key.h"
#include "nn/axes/chosen.h"

/* The input of a sampler. Equal inputs give equal positions. */
typedef struct lg_position_draw {
    lg_key key;
    int T;                 /* tokens */
    bool training;         /* for a training step, not for evaluation */
    const lg_key *targets; /* for a separate source sequence: the key of its target sequence; else NULL */
    const int32_t *tokens; /* [T]: the sequence; NULL: unknown */
    int32_t separator;     /* the token that ends a document; -1: none */
    bool nested;           /* for decoding: the draw for T + 1 tokens adds one number to the draw for T */
} lg_position_draw;

/* Which sequences and blocks share one position sample in training. The option positions.per decides. If it is auto,
 * the sampler decides; if the sampler leaves it open too, lg_encoding.per_block decides. */
typedef enum lg_position_per {
    LG_PER_AUTO, /* undecided */
    LG_PER_PASS,
    LG_PER_BLOCK,
    LG_PER_SEQUENCE /* each sequence has its own, shared by all blocks */
} lg_position_per;

/* What is drawn for encodings that read distances: the option positions.draw. */
typedef enum lg_position_drawn { LG_DRAWN_AUTO, LG_DRAWN_POSITIONS, LG_DRAWN_DISTANCES } lg_position_drawn;

struct lg_position_sampler {
    LG_ENTRY;
    bool random;         /* in training, the sample depends on the key */
    bool documents;      /* positions depend on the tokens, so each sequence has its own (nn/stream/documents.h) */
    bool real;           /* positions and distances may be non-integers */
    lg_position_per per; /* the meaning of `positions.per: auto`; LG_PER_AUTO: undecided */
    bool even_distances; /* distances, if any, are the same in all samples */
    bool released_table; /* reproduces the distance table of the official code, for encodings with released_table */
    bool subset;         /* draws one number for each token, the same for all sequences */
    lg_position_per (*per_option)(const void *own); /* option positions.per; NULL: auto */
    lg_position_drawn (*draws)(const void *own);    /* option positions.draw; NULL: auto */
    bool (*both_sides)(const void *own);            /* are distances to the left and right drawn separately? NULL: no */
    double (*source_factor)(const void *own);       /* factor on positions of a separate source sequence; NULL: 1 */
    int (*limit)(const void *own);                  /* largest number of tokens; NULL: no limit */
    /* Exclusive bound on the absolute values of positions of T tokens, in training and in evaluation. NULL: positions
     * are in 0..limit-1, or in 0..T-1 if there is no limit. */
    int (*below)(const void *own, int T);
    /* Up to this number of tokens, positions do not depend on the sequence length. Longer sequences cannot share a pass
     * with sequences of another length, and are decoded without caches (nn/model/stepping.h). NULL: positions never
     * depend on the sequence length, or are random. */
    int (*same_up_to)(const void *own);
    /* p[t] for t in 0..T-1; NULL: this sampler has only distances. */
    void (*positions)(const void *own, const lg_position_draw *x, double *p);
    /* d[delta + T-1] for offsets delta = key - query in -(T-1)..T-1; NULL: this sampler has only positions, and
     * distances are their differences. extra_left: draw one more value for the left side, for encodings whose table has
     * an unused row. */
    void (*distances)(const void *own, const lg_position_draw *x, bool extra_left, double *d);
};

extern const lg_position_sampler lg_position_shifted;
extern const lg_position_sampler *const lg_positions[]; /* ends with NULL */

/* The values of the sampler's options; defaults for options that the sampler lacks. */
static inline lg_position_per lg_position_sampler_per(const lg_chosen_position_sampler *s) {
    return s->entry->per_option ? s->entry->per_option(&s->own) : LG_PER_AUTO;
}
static inline lg_position_drawn lg_position_sampler_drawn(const lg_chosen_position_sampler *s) {
    return s->entry->draws ? s->entry->draws(&s->own) : LG_DRAWN_AUTO;
}
static inline bool lg_position_sampler_both_sides(const lg_chosen_position_sampler *s) {
    return s->entry->both_sides && s->entry->both_sides(&s->own);
}

/* The position ids of one block. If an encoding reads distances, exactly one of the pointers is set. */
typedef struct lg_position_ids {
    int T;
    const double *position; /* [T] or NULL */
    const double *distance; /* [2T-1], as in lg_position_sampler, or NULL */
} lg_position_ids;

/* Option rows that several samplers share. */
#define LG_OPTION_POSITIONS_L(type)                                                                                    \
    {                                                                                                                  \
        "positions.L", LG_INT, "2048", 1, 1 << 24, NULL, "size L of the range that positions are sampled from",        \
            .at = offsetof(type, L)                                                                                    \
    }
#define LG_OPTION_POSITIONS_PER(type)                                                                                  \
    {                                                                                                                  \
        "positions.per", LG_NAME, "auto", 0, 0, "auto pass block sequence",                                            \
            "draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in " \
            "the properties of the positions or, if not there, of the encoding (`lengthen show`)",                     \
            .at = offsetof(type, per)                                                                                  \
    }

/* Options of samplers that draw from a range, and the hooks that read these options. This struct is the first member of
 * the sampler's options, or all of them. */
typedef struct lg_position_range {
    int L;
    lg_position_per per;
} lg_position_range;
int lg_position_range_limit(const void *own);
lg_position_per lg_position_range_per(const void *own);

/* For samplers: `count` different integers of 0..L-1, uniform without replacement, ascending. count <= L. */
void lg_sorted_subset(lg_key key, int L, int count, double *out);
/* The first `count` members of a random permutation of 0..L-1 that depends only on the key; ascending, or in order of
 * the permutation. */
void lg_nested_subset(lg_key key, int L, int count, bool ascending, double *out);
/* Calls lg_nested_subset if the draw is nested, else lg_sorted_subset; ascending. */
void lg_position_subset(const lg_position_draw *x, lg_key key, int L, int count, double *out);
/* For samplers with evenly spaced positions: p[t] = first + t * step, and distances delta * step. */
void lg_even_positions(double first, double step, int T, double *p);
void lg_even_distances(double step, int T, double *d);
/* For samplers: the smallest integer above p, at most 2^30. */
int lg_position_above(double p);

#endif
