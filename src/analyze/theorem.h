/* theorem.h: proofs by construction, run: an ordinary decoder without positional encoding whose weights are those of
 * Kazemnejad et al. 2023, appendix C. A proof names some coordinates of the residual stream; the others are content,
 * and weights that it does not name are arbitrary: they stay as they were drawn. Where there are norms, the
 * constructions are their extension to pre-RMSNorm: with token vectors of one squared norm, every norm in them divides
 * by a known number (lg_theorem_norm), and without norms by 1.
 *
 * Vectors are rows here: x W maps a row, and column c of W is row c of the matrix that a proof multiplies from the
 * left. Coordinates and tokens are counted from 0 here, from 1 in the proofs. */
#ifndef LG_ANALYZE_THEOREM_H
#define LG_ANALYZE_THEOREM_H

#include "api/theorem.h"
#include "base/key.h"
#include "run/session.h"

/* The residual stream. Two coordinates for the position: cos and sin of an angle need both. */
enum {
    LG_COORDINATE_ONE,     /* 1 for every token */
    LG_COORDINATE_BOS,     /* 1 for <bos>, else 0 */
    LG_COORDINATE_TIME,    /* 0; then, by the attention of layer 1, 1/t; then, by its feed-forward network, t */
    LG_COORDINATE_SINE,    /* 0 */
    LG_COORDINATE_CONTENT, /* the first one of the content */
};

enum { LG_THEOREM_BOS = 0, LG_THEOREM_BLOCKS = 2 }; /* id of <bos>; layers */

/* ---- a proof under way ---- */

typedef struct lg_theorem_proof {
    const lg_context *context;
    lg_theorem_options options; /* none is 0, but for the seed */
    int number;                 /* of the theorem */
    lg_theorem_fn each;
    void *user;
    lg_error *err;
} lg_theorem_proof;

/* What a claim allows: in double up to 512 tokens, in float32 up to 64 (0: the same bits at any length). Beyond that
 * the error of rounding grows with this power of the length. */
typedef struct lg_theorem_bound {
    double in_double, in_float, power;
} lg_theorem_bound;

/* Compares and hands on (theorem_claim.c): the texts of `c`, its block, shape, numbers and `headline` are set. */
void lg_theorem_claim_numbers(const lg_theorem_proof *p, lg_theorem_claim c, lg_theorem_bound bound);

typedef struct lg_theorem {
    lg_theorem_info info;
    bool (*prove)(const lg_theorem_proof *p);
} lg_theorem;
extern const lg_theorem lg_theorem_position, lg_theorem_relative;

/* ---- its model ---- */

typedef struct lg_theorem_model {
    lg_session session;
    const char *block; /* "no_norm" or "pre_norm" */
    int length;        /* N: for so many tokens, and hidden units of the feed-forward networks */
    int width, heads, head_width, symbols;
    double epsilon; /* of the norms; 0: there are none */
    lg_key key;     /* of what is drawn here */
} lg_theorem_model;

/* causal: the mask of the theorems; else no mask. False with words; free it in any case. */
bool lg_theorem_open(lg_theorem_model *m, const lg_theorem_proof *p, const char *block, bool causal);
void lg_theorem_free(lg_theorem_model *m);
double lg_theorem_norm(const lg_theorem_model *m, double squares); /* what a row of this squared norm is divided by */
double lg_theorem_content(const lg_theorem_model *m);              /* R: squared norm of the content of tokens */
/* A matrix by the name of its parameter, rows of `columns` numbers. */
typedef struct lg_theorem_matrix {
    real *at;
    size_t rows, columns;
} lg_theorem_matrix;
lg_theorem_matrix lg_theorem_matrix_of(const lg_theorem_model *m, int block, const char *name);
/* Ids of tokens: <bos> first, then others, drawn by number. */
void lg_theorem_draw_tokens(const lg_theorem_model *m, uint64_t number, int32_t *ids, int count);
/* Runs the model with the weights as they are now. */
bool lg_theorem_look(const lg_theorem_model *m, const int32_t *ids, int tokens, const lg_look *looks, size_t count,
                     lg_error *err);

/* ---- its weights (theorem_weights.c) ---- */

typedef enum lg_theorem_tokens { LG_TOKENS_DIFFER, LG_TOKENS_ALIKE } lg_theorem_tokens;
/* Whether what the proof does not name writes to the coordinates that it does not name, or nothing. */
typedef enum lg_theorem_others { LG_OTHERS_WRITE, LG_OTHERS_SILENT } lg_theorem_others;

/* Token vectors (1, [<bos>], 0, 0, content), all of squared norm 1 + R; alike: of one content, <bos> too, whose squared
 * norm is then 2 + R. */
void lg_theorem_write_tokens(const lg_theorem_model *m, lg_theorem_tokens tokens);
/* Layer 1, head 1: equal keys, and <bos> has the only value: attention adds 1/t to coordinate TIME. Then a
 * feed-forward network that adds nothing yet. */
void lg_theorem_write_counting(const lg_theorem_model *m, lg_theorem_others others);
void lg_theorem_draw_queries(const lg_theorem_model *m, uint64_t number); /* of layer 1: others */
/* Layer 1: the feed-forward network adds, where coordinate TIME is 1/t, so much that `coordinate` becomes value(t, N)
 * for t = 1..N. */
typedef double (*lg_theorem_value)(int t, int N);
double lg_theorem_time(int t, int N); /* the position t */
void lg_theorem_write_table(const lg_theorem_model *m, int coordinate, lg_theorem_value value);
/* What that network adds, before the norm divides it, where coordinate TIME is 0, or at most 1/N. */
double lg_theorem_table_end(const lg_theorem_model *m, int coordinate, lg_theorem_value value);
/* Layer 2, head 1: <q_t, k_i> = i - t + products of the other columns, drawn, which read the coordinates from `first`
 * on. */
void lg_theorem_write_distance(const lg_theorem_model *m, int first);
/* Layer 2, head 1: <q_t, k_i> = x_t x_i + y_t y_i, x and y the coordinates TIME and SINE of what it reads. */
void lg_theorem_write_angle(const lg_theorem_model *m);

#endif
