/* t5.c: a trained bias for each bucket of distances and each head, from one table that all blocks share. Near distances
 * have a bucket each, further ones share buckets that grow exponentially, and all beyond the last one share that. */
#include "nn/distance_buckets.h"
#include "nn/encoding.h"

static const lg_option options[] = {LG_OPTION_ENCODING_BUCKETS, LG_OPTION_ENCODING_MAX_DISTANCE, {0}};

static void bias(lg_build *b, int block, lg_attend *a) {
    a->bias = lg_build_bucket_bias(b, block);
}

const lg_encoding lg_encoding_t5 = {
    .name = "t5",
    .summary = "a trained bias for each bucket of distances, with one table for all blocks",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + b[h, bucket(D)], not scaled; b: [heads, buckets]\n"
               "D = key - query, rounded to an integer\n"
               "one side of n buckets, e = n/2: bucket(D) = |D| below e, then e + floor((n-e) ln(|D|/e) / ln(M/e)), at "
               "most n-1,\nM = max_distance; causal: n = buckets; else n = buckets/2, and keys on the right have the "
               "second half",
    .source = "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5), section 2.1 and its program",
    .options = options,
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .bias = bias,
};
