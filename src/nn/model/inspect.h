/* inspect.h: the matrices that an encoding adds or applies, computed by the same graph code that models are recorded
 * with. */
#ifndef LG_NN_INSPECT_H
#define LG_NN_INSPECT_H

#include "nn/model/model.h"

/* Receives one matrix; data is row-major and valid during the call. `what` is one of:
 *
 *   "embedding" [T,width]
 *   "bias" [H,T,T] by head, query, key
 *   "rotated_q", "rotated_k" [T,width]
 *   "cosine", "sine" [T,pairs] if q and k are NULL; for xpos with the prefix "query_" and "key_"
 *   "scores" [H,T,T]: scale * (T(q).T(k) + X), without bias and mask; for cope, X is 0 for keys after the query
 *   relative: the parts of X: "sinusoid" and "vectors" (its projection) [2T-1,width] by offset, or [T,T,width] by query
 *       and key if distances are differences of sampled positions; "projection" [width,width]; "content_bias" and
 *       "position_bias" [H,head_width]
 *   t5: "bucket_bias" [H,buckets]
 *   kerple: "r1", "r2" [1,H]
 *   alibi: "slope_factor", "left_slope_factor", "right_slope_factor" [1,H]
 *   shaw: "distance_keys", "distance_values" [2K+1,head_width]
 *   cope: "contextual_positions" [P+1,head_width]
 *   fox: "gates" [T,H]: the logarithms of the gates, for a sublayer input of zeros
 *   fire: "distance_factor", "threshold_factor" [1,1], and its network "w1", "b1" [1,F], "w2" [F,H], "b2" [1,H]
 *   tupe: "position_queries", "position_keys" [T,width], or one row more if its table has one
 *   other attention functions than softmax, with q and k: unmasked "weights" [H,T,T], for an input of zeros
 *   random samplers, depending on what the encoding reads: "positions" [T] or "distances" [2T-1] */
typedef void (*lg_inspect_visit)(void *user, const char *what, int rank, const size_t *shape, const double *data);

/* Replaces the initial values of a parameter [count] by those of a trained model; false after lg_fail. */
typedef bool (*lg_inspect_fill)(void *user, const lg_parameter_row *row, real *out, lg_error *err);

/* The input of lg_inspect_terms. */
typedef struct lg_inspect_request {
    int T;
    const double *q, *k;  /* [T,width], or both NULL */
    lg_inspect_fill fill; /* NULL: keep initial values */
    void *fill_user;
} lg_inspect_request;
/* Visits the matrices of the encoding for T tokens in the first block, with the position sample of training step 0. */
bool lg_inspect_terms(const lg_model_description *d, const lg_data_description *data, const lg_kernels *kernels,
                      const lg_inspect_request *x, lg_inspect_visit visit, void *user, lg_error *err);
/* Visits "positions" [T] or "distances" [2T-1] of the sample of training step 0, independently of the encoding. tokens
 * [T]: the sequence, in which `separator` ends a document; NULL: unknown. */
bool lg_inspect_draw(const lg_chosen_position_sampler *sampler, const lg_seeds *seeds, int T, const int32_t *tokens,
                     int32_t separator, lg_inspect_visit visit, void *user, lg_error *err);

#endif
