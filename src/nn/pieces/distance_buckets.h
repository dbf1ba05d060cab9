/* distance_buckets.h: distance buckets for trained biases: near distances have their own buckets, further distances
 * share buckets of exponentially growing size, and the last bucket has no upper end (Raffel et al. 2020). */
#ifndef LG_NN_DISTANCE_BUCKETS_H
#define LG_NN_DISTANCE_BUCKETS_H

#include "nn/record/build.h"

typedef struct lg_bucket_options {
    int buckets, max_distance;
} lg_bucket_options;

/* Option rows for a struct with a member of this type. */
#define LG_OPTIONS_ENCODING_BUCKETS(owner, member)                                                                     \
    {.name = "encoding.buckets",                                                                                       \
     .type = LG_INT,                                                                                                   \
     .fallback = "32",                                                                                                 \
     .min = 4,                                                                                                         \
     .max = 256,                                                                                                       \
     .help = "number of distance buckets; without a causal mask, half of the buckets are for keys on the right",       \
     .at = offsetof(owner, member.buckets)},                                                                           \
    {                                                                                                                  \
        .name = "encoding.max_distance", .type = LG_INT, .fallback = "128", .min = 2, .max = 1 << 24,                  \
        .help = "distance at which the logarithmic buckets end; the last bucket begins a little below this distance "  \
                "and has no upper limit",                                                                              \
        .at = offsetof(owner, member.max_distance)                                                                     \
    }

/* A bias by the bucket of each pair (lg_build_distances), from a trained table [heads, buckets] that all blocks
 * share. */
lg_tensor *lg_build_bucket_bias(const lg_bucket_options *o, lg_build *b, int block);

#endif
