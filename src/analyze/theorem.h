/* theorem.h: constructive proofs, run as models: an ordinary decoder without positional encoding with the weights of
 * Kazemnejad et al. 2023, appendix C. A proof uses some coordinates of the residual stream; all other coordinates are
 * content. Weights that the proof does not name are arbitrary and keep their random values. Models with norms extend
 * the constructions to pre-RMSNorm: all token vectors have the same Euclidean norm, so each RMSNorm divides them by a
 * known number (lg_theorem_norm); in models without norms this number is 1.
 *
 * Vectors are rows here: x W maps a row, and column c of W is row c of the matrix in the proof, which multiplies from
 * the left. Coordinates and tokens are counted from 0 here, from 1 in the proofs. */
#ifndef LG_ANALYZE_THEOREM_H
#define LG_ANALYZE_THEOREM_H

#include "api/theorem.h"
#include "base/key.h"
#include "run/session.h"

/* Coordinates of the residual stream that the proofs use. A position can be stored in the coordinate TIME, or as the
 * cosine and the sine of an angle in the coordinates TIME and SINE. */
enum {
    LG_COORDINATE_ONE,     /* 1 for every token */
    LG_COORDINATE_BOS,     /* 1 for <bos>, otherwise 0 */
    LG_COORDINATE_TIME,    /* in layer 1: first 0; after attention 1/t; after the feed-forward network t */
    LG_COORDINATE_SINE,    /* first 0; layer 1 can add a sine */
    LG_COORDINATE_CONTENT, /* the first coordinate of the content */
};

enum { LG_THEOREM_BOS = 0, LG_THEOREM_BLOCKS = 2 }; /* id of <bos>; layers */

/* ---- a running proof ---- */

typedef struct lg_theorem_proof {
    const lg_context *context;
    lg_theorem_options options; /* with defaults filled in: only the seed can be 0 */
    int number;                 /* number of the theorem */
    lg_theorem_fn each;
    void *user;
    lg_error *err;
} lg_theorem_proof;

/* Tolerance of a claim, constant up to 512 tokens in double and up to 64 tokens in float32. For more tokens it is
 * multiplied by (number of tokens / that limit)^power. */
typedef struct lg_theorem_bound {
    double in_double, in_float; /* tolerance in each precision; 0: the numbers must be equal */
    double power;
} lg_theorem_bound;

/* Compares numbers and reports the claim (theorem_claim.c). The texts of `c`, its block, shape, numbers and `headline`
 * must be set. */
void lg_theorem_claim_numbers(const lg_theorem_proof *p, lg_theorem_claim c, lg_theorem_bound bound);

typedef struct lg_theorem {
    lg_theorem_info info;
    bool (*prove)(const lg_theorem_proof *p);
} lg_theorem;
extern const lg_theorem lg_theorem_position, lg_theorem_relative;

/* ---- the model of a proof ---- */

typedef struct lg_theorem_model {
    lg_session session;
    const char *block; /* "no_norm" or "pre_norm" */
    int length;        /* N: number of tokens, and of hidden units in each feed-forward network */
    int width, heads, head_width, symbols;
    double epsilon; /* of the norms; 0: the model has no norms */
    lg_key key;     /* root of the random numbers of the proof */
} lg_theorem_model;

/* causal true: with the causal mask of the theorems; false: without a mask. On failure p->err is set, and
 * lg_theorem_free is still required. */
bool lg_theorem_open(lg_theorem_model *m, const lg_theorem_proof *p, const char *block, bool causal);
void lg_theorem_free(lg_theorem_model *m);
double lg_theorem_norm(const lg_theorem_model *m, double squares); /* divisor of a row with this squared norm */
double lg_theorem_content(const lg_theorem_model *m);              /* R: squared norm of the content of each token */
/* A matrix of parameters. */
typedef struct lg_theorem_matrix {
    real *at;
    size_t rows, columns;
} lg_theorem_matrix;
lg_theorem_matrix lg_theorem_matrix_of(const lg_theorem_model *m, int block, const char *name);
/* Draws token ids from random stream `number`: first <bos>, then random other tokens. */
void lg_theorem_draw_tokens(const lg_theorem_model *m, uint64_t number, int32_t *ids, int count);
/* Runs the model with the current weights. */
bool lg_theorem_look(const lg_theorem_model *m, const int32_t *ids, int tokens, const lg_look *looks, size_t count,
                     lg_error *err);

/* ---- the weights of a proof (theorem_weights.c) ---- */

typedef enum lg_theorem_tokens { LG_TOKENS_DIFFER, LG_TOKENS_ALIKE } lg_theorem_tokens;
/* Weights that the proof does not name write either to all coordinates that the proof does not use (LG_OTHERS_WRITE),
 * or to no coordinate (LG_OTHERS_SILENT). */
typedef enum lg_theorem_others { LG_OTHERS_WRITE, LG_OTHERS_SILENT } lg_theorem_others;

/* Writes token vectors (1, b, 0, 0, content), where b is 1 for <bos> and otherwise 0. All have the squared norm 1 + R.
 * LG_TOKENS_ALIKE: all tokens including <bos> have the same content, and the squared norm of <bos> is 2 + R. */
void lg_theorem_write_tokens(const lg_theorem_model *m, lg_theorem_tokens tokens);
/* Layer 1, head 1: all keys are equal, and only <bos> has a value, so attention adds 1/t to coordinate TIME. The
 * feed-forward network of the layer adds nothing to coordinate TIME until lg_theorem_write_table is called. */
void lg_theorem_write_counting(const lg_theorem_model *m, lg_theorem_others others);
void lg_theorem_draw_queries(const lg_theorem_model *m, uint64_t number); /* draws new query weights for layer 1 */
/* Layer 1: where coordinate TIME is 1/t, the feed-forward network adds the number that makes `coordinate` equal to
 * value(t, N), for t = 1..N. */
typedef double (*lg_theorem_value)(int t, int N);
double lg_theorem_time(int t, int N); /* the position t */
void lg_theorem_write_table(const lg_theorem_model *m, int coordinate, lg_theorem_value value);
/* The number that the network adds, before division by the norm, where coordinate TIME is at most 1/N, the lowest knot
 * of its table. This number is the same for all such tokens. */
double lg_theorem_table_end(const lg_theorem_model *m, int coordinate, lg_theorem_value value);
/* Layer 2, head 1: <q_t, k_i> = i - t plus the products of the other columns, whose weights are random and read only
 * coordinates from `first` on. */
void lg_theorem_write_distance(const lg_theorem_model *m, int first);
/* Layer 2, head 1: <q_t, k_i> = x_t x_i + y_t y_i, where x and y are the coordinates TIME and SINE of its input. */
void lg_theorem_write_angle(const lg_theorem_model *m);

#endif
