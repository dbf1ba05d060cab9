/* inspect.h: the matrices that an encoding adds or applies, taken from the very graph pieces that models are made of.
 */
#ifndef LG_NN_INSPECT_H
#define LG_NN_INSPECT_H

#include "nn/model/model.h"

/* One matrix; data is row-major and valid during the call. `what`: "embedding" [T,width]; "bias" [H,T,T] by head,
 * query, key; "rotated_q", "rotated_k" [T,width]; "cosine", "sine" [T,pairs] where there is no q and k, of xpos with
 * "query_" and "key_" before it; "scores" [H,T,T]: scale * (T(q).T(k) + X), without bias and mask. Of a relative
 * encoding what X is made of: "sinusoid" and "vectors" (its projection) [2T-1,width] by offset, or [T,T,width] by query
 * and key where distances are differences of sampled positions, "projection" [width,width], "content_bias" and
 * "position_bias" [H,head_width]. "bucket_bias" [H,buckets] of t5, "r1" and "r2" [1,H] of kerple, "slope_factor",
 * "left_slope_factor" and "right_slope_factor" [1,H] of alibi, "distance_keys" and "distance_values" [2K+1,head_width]
 * of shaw, "contextual_positions" [P+1,head_width] of cope, whose scores are 0 for keys behind the query but for
 * T(q).T(k), "gates" [T,H] of fox, logarithms for a sublayer input of zeros, "distance_factor", "threshold_factor"
 * [1,1] and its network "w1", "b1" [1,F], "w2" [F,H], "b2" [1,H] of fire, "position_queries" and "position_keys" of
 * tupe, [T,width], or one row more where its table has one. Of an attention function other than softmax, with q and k:
 * "weights" [H,T,T], for a sublayer input of zeros, without mask. Of a random sampler what the encoding reads:
 * "positions" [T] or "distances" [2T-1]. */
typedef void (*lg_inspect_visit)(void *user, const char *what, int rank, const size_t *shape, const double *data);

/* Writes a parameter [count] of a trained model in place of its initial values; false after lg_fail. */
typedef bool (*lg_inspect_fill)(void *user, const lg_parameter_row *row, real *out, lg_error *err);

/* What is looked at. */
typedef struct lg_inspect_request {
    int T;
    const double *q, *k;  /* [T,width], or both NULL */
    lg_inspect_fill fill; /* NULL: parameters are initial ones */
    void *fill_user;
} lg_inspect_request;
/* Visits the matrices of the encoding for T tokens, in the first block, with the position sample of training step
 * 0. */
bool lg_inspect_terms(const lg_model_description *d, const lg_data_description *data, const lg_kernels *kernels,
                      const lg_inspect_request *x, lg_inspect_visit visit, void *user, lg_error *err);
/* Visits "positions" [T] or "distances" [2T-1] of that sample, whatever the encoding reads. tokens [T]: the sequence,
 * of which `separator` ends a document; NULL: they are not known. */
bool lg_inspect_draw(const lg_chosen_position_sampler *sampler, const lg_seeds *seeds, int T, const int32_t *tokens,
                     int32_t separator, lg_inspect_visit visit, void *user, lg_error *err);

#endif
