/* t5.c: a trained bias for each bucket of distances and each head, from one table that all blocks share. Near distances
 * have their own buckets; further distances share buckets of exponentially growing size, and the last bucket has no
 * upper end. */
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/pieces/distance_buckets.h"
#include "nn/pieces/published.h"

typedef struct t5 {
    lg_bucket_options buckets;
} t5;

static const lg_option options[] = {LG_OPTIONS_ENCODING_BUCKETS(t5, buckets), {0}};

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    a->bias = lg_build_bucket_bias(&((const t5 *)own)->buckets, b, block);
}

const lg_encoding lg_encoding_t5 = {
    .name = "t5",
    .summary = "a trained bias for each bucket of distances, shared by all blocks",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + b[h, bucket(D)], not scaled; b: [heads, buckets]\n"
               "D = key - query, rounded to an integer\n"
               "n: buckets on one side, e = n/2, M = encoding.max_distance\n"
               "bucket(D) = |D| below e, then e + floor((n-e) ln(|D|/e) / ln(M/e)), at most n-1\n"
               "causal mask: n = encoding.buckets; other masks: n = encoding.buckets/2, and keys on the right use\n"
               "the second half of the buckets",
    .source = "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5), section 2.1 and its code",
    .example = "lengthen inspect encoding t5 --length 4 --heads 1 --mask causal\n"
               "bucket_bias[0]: 0.0565397 0.0617662 0.0831842 0.133713 ...\n"
               "bias[0,3]: 0.133713 0.0831842 0.0617662 0.0565397\n"
               "Keys at distances 3, 2, 1, 0 fall into buckets 3, 2, 1, 0.",
    .published = "Press et al. 2022, table 2: WikiText-103, 247M, trained at 512, perplexity at 512 712 1012 1512 2512 "
                 "5512 tokens: 19.65 19.10 18.79 18.91 20.41 29.54\n"
                 "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: 23.7 21.9 21.7 22.5 25.5 31.4\n" LG_KAZEMNEJAD_2023_T5,
    .options = options,
    .own_bytes = LG_OWN(t5),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .crosses = true,
    .bias = bias,
    .trained = "buckets H, shared by all blocks",
    .work = "H T T look-ups",
};
