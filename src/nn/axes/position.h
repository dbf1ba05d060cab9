/* position.h: position SAMPLERS: which position ids tokens have. How an encoding uses them is another axis
 * (encoding.h). A sampler samples positions, or signed distances that depend on the offset alone, or both. */
#ifndef LG_NN_POSITION_H
#define LG_NN_POSITION_H

#include "base/key.h"
#include "nn/axes/chosen.h"

/* What a sample is drawn from: positions are a pure function of it. */
typedef struct lg_position_draw {
    lg_key key;
    int T;                 /* tokens */
    bool training;         /* for a training step, else for evaluation */
    const lg_key *targets; /* of sources that have a sequence of their own: the key of their targets; NULL: of others */
    const int32_t *tokens; /* [T]: the sequence; NULL: they are not known */
    int32_t separator;     /* of these, that which ends a document; -1: none */
    bool nested;           /* for decoding: the draw for T + 1 tokens has one number more than that for T */
} lg_position_draw;

/* What has a position sample of its own in training: as the option positions.per says, or else the sampler, or else
 * the encoding (per_block). */
typedef enum lg_position_per {
    LG_PER_AUTO, /* it does not say */
    LG_PER_PASS,
    LG_PER_BLOCK,
    LG_PER_SEQUENCE /* each sequence, for all its blocks */
} lg_position_per;

/* What is drawn for encodings that read distances, as positions.draw names it. */
typedef enum lg_position_drawn { LG_DRAWN_AUTO, LG_DRAWN_POSITIONS, LG_DRAWN_DISTANCES } lg_position_drawn;

struct lg_position_sampler {
    LG_ENTRY;
    bool random;         /* in training: another sample for each key */
    bool documents;      /* positions depend on the tokens of the sequence, which has its own (nn/stream/documents.h) */
    bool real;           /* positions, and distances if there are any, may be no integers */
    lg_position_per per; /* what positions.per: auto is */
    bool even_distances; /* distances, if there are any, are the same in all samples */
    bool released_table; /* reproduces rows of a table that encodings have with the same member */
    bool subset;         /* so many numbers are drawn as there are tokens: the same holds for all sequences */
    lg_position_per (*per_option)(const void *own); /* NULL: auto */
    lg_position_drawn (*draws)(const void *own);    /* NULL: auto */
    bool (*both_sides)(const void *own);            /* are distances to the two sides drawn apart? NULL: no */
    double (*source_factor)(const void *own);       /* of positions of sources that have a sequence; NULL: 1 */
    int (*limit)(const void *own);                  /* largest number of tokens; NULL: no limit */
    /* Positions of T tokens are below this, and above its negative, in training and in evaluation; NULL: 0 to the
     * limit, or to T. */
    int (*below)(const void *own, int T);
    /* Up to how many tokens is a position independent of the number of tokens? Longer sequences share no pass with
     * those of another size, and are decoded without caches (nn/model/stepping.h). NULL: any number, or drawn at
     * random. */
    int (*same_up_to)(const void *own);
    /* p[t] for t in 0..T-1; NULL: this sampler has only distances. */
    void (*positions)(const void *own, const lg_position_draw *x, double *p);
    /* d[delta + T-1] for offsets delta = key - query in -(T-1)..T-1; NULL: this sampler has only positions,
     * distances are their differences. extra_left: sample one more value for the left side, for encodings whose table
     * has a row that is never used. */
    void (*distances)(const void *own, const lg_position_draw *x, bool extra_left, double *d);
};

extern const lg_position_sampler lg_position_shifted;
extern const lg_position_sampler *const lg_positions[]; /* ends with NULL */

/* What its options are, or would be, if it had them. */
static inline lg_position_per lg_position_sampler_per(const lg_chosen_position_sampler *s) {
    return s->entry->per_option ? s->entry->per_option(&s->own) : LG_PER_AUTO;
}
static inline lg_position_drawn lg_position_sampler_drawn(const lg_chosen_position_sampler *s) {
    return s->entry->draws ? s->entry->draws(&s->own) : LG_DRAWN_AUTO;
}
static inline bool lg_position_sampler_both_sides(const lg_chosen_position_sampler *s) {
    return s->entry->both_sides && s->entry->both_sides(&s->own);
}

/* The position ids of one block. Exactly one of the two is set for encodings that read distances. */
typedef struct lg_position_ids {
    int T;
    const double *position; /* [T] or NULL */
    const double *distance; /* [2T-1], see above, or NULL */
} lg_position_ids;

/* Rows that several samplers share. */
#define LG_OPTION_POSITIONS_L(type)                                                                                    \
    {                                                                                                                  \
        "positions.L", LG_INT, "2048", 1, 1 << 24, NULL, "size L of the range that positions are sampled from",        \
            .at = offsetof(type, L)                                                                                    \
    }
#define LG_OPTION_POSITIONS_PER(type)                                                                                  \
    {                                                                                                                  \
        "positions.per", LG_NAME, "auto", 0, 0, "auto pass block sequence",                                            \
            "draw one position sample per forward pass, per block, or (in training) per "                              \
            "sequence; auto: as the authors do",                                                                       \
            .at = offsetof(type, per)                                                                                  \
    }

/* The options of samplers that draw from a range, or the first member of these, and their hooks. */
typedef struct lg_position_range {
    int L;
    lg_position_per per;
} lg_position_range;
int lg_position_range_limit(const void *own);
lg_position_per lg_position_range_per(const void *own);

/* For samplers: `count` different integers of 0..L-1, uniform without replacement, ascending. count <= L. */
void lg_sorted_subset(lg_key key, int L, int count, double *out);
/* The same: the first `count` members of a random permutation of 0..L-1, which depends on the key alone; ascending, or
 * in their order. */
void lg_nested_subset(lg_key key, int L, int count, bool ascending, double *out);
/* One of these two, ascending, as a draw asks. */
void lg_position_subset(const lg_position_draw *x, lg_key key, int L, int count, double *out);
/* For samplers whose positions are evenly spaced: p[t] = first + t * step, and distances delta * step. */
void lg_even_positions(double first, double step, int T, double *p);
void lg_even_distances(double step, int T, double *d);
/* For samplers: the integer above a number, or where that is none any more a very large one. */
int lg_position_above(double p);

#endif
