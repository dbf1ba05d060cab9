/* distance_buckets.c: see distance_buckets.h. */
#include "nn/pieces/distance_buckets.h"

#include <math.h>

#include "graph/ops.h"
#include "nn/axes/mask.h"
#include "nn/model/model.h"

/* The buckets of keys on one side. The first `exact` buckets are for distances 0, 1, ...; each further bucket begins at
 * a threshold. */
typedef struct buckets {
    bool causal;
    int count, exact;
    int threshold[256]; /* [k]: smallest distance in bucket exact + k */
} buckets;

/* The smallest t with (t / exact)^span >= (max_distance / exact)^k, span = count - exact. The tolerance covers rounding
 * of the logarithms if both sides are equal. */
static int threshold_of(const buckets *s, double max_distance, int k) {
    const double wanted = k * log(max_distance / s->exact) - 1e-9;
    int t = (int)(s->exact * exp(wanted / (s->count - s->exact)));
    while ((s->count - s->exact) * log((double)t / s->exact) < wanted) t++;
    return t;
}

static const buckets *make_buckets(const lg_bucket_options *o, lg_build *b) {
    buckets *s = lg_arena_alloc(b->g->arena, sizeof *s);
    if (!s) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", b->stream->T);
        return NULL;
    }
    s->causal = lg_mask_is_causal(b->stream->mask);
    s->count = o->buckets / (s->causal ? 1 : 2);
    s->exact = s->count / 2;
    for (int k = 0; k < s->count - s->exact; k++) s->threshold[k] = threshold_of(s, o->max_distance, k);
    return s;
}

/* Keys on the right have the second half of the buckets; under a causal mask they are hidden and have bucket 0. */
static double bucket_of(const void *user, double distance) {
    const buckets *s = user;
    const double D = rint(distance), t = fabs(D);
    if (D > 0 && s->causal) return 0;
    const int first = D > 0 ? s->count : 0;
    if (t < s->exact) return first + t;
    int bucket = s->exact;
    while (bucket + 1 < s->count && t >= s->threshold[bucket + 1 - s->exact]) bucket++;
    return first + bucket;
}

lg_tensor *lg_build_bucket_bias(const lg_bucket_options *o, lg_build *b, int block) {
    const lg_model *m = b->model;
    const int shape[] = {m->heads, o->buckets};
    const lg_initial normal = {.distribution = LG_INITIAL_NORMAL, .scale = 1 / sqrt(m->width)};
    lg_tensor *table = lg_build_parameter(b, -1, LG_ROLE_TERM, "attention.bucket_bias", 2, shape, normal);
    lg_tensor *index = lg_build_distances(b, block, true, bucket_of, make_buckets(o, b));
    lg_tap_add(b->taps, block, "bucket_bias", LG_TAP_ROWS, table);
    return lg_op_bias_lookup(b->g, table, index);
}
