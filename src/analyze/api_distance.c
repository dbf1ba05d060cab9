/* api_distance.c: implements lg_analyze_distance: how far back heads attend. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "analyze/region.h"
#include "api/analysis.h"
#include "config/values.h"

/* The counts of one head. */
typedef struct tally {
    int64_t counts[LG_DISTANCE_BINS], queries;
    double sum; /* of distances */
} tally;

typedef struct distances {
    lg_run *run;
    lg_analyze_records records;
    lg_region region;
    lg_distance_form form;
    lg_attention_pass pass;
    tally *tallies; /* [blocks, heads] */
    size_t heads, blocks;
    int range[2];  /* range of the counted queries in the record */
    real *scratch; /* per worker: scratch space of a pass, and the weights of a head */
    lg_attention_distance_fn each;
    void *user;
    lg_error *err;
} distances;

/* ---- one record ---- */

/* Index of the largest weight (ties: the first); -1 if all weights are 0. */
static int find_largest(const real *weights, int count) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (weights[i] > (best < 0 ? 0 : weights[best])) best = i;
    return best;
}

/* Counts a distance of `back` tokens as the fraction back / all. The bin is computed in integers, so that bin limits
 * are exact. */
static void count_distance(tally *t, int back, int all) {
    const int bin = LG_DISTANCE_BINS * back / all;
    t->counts[bin < LG_DISTANCE_BINS ? bin : LG_DISTANCE_BINS - 1]++;
    t->queries++;
    t->sum += (double)back / all;
}

/* A job: one head. */
static void count_head(void *task, int job, int worker) {
    const distances *x = task;
    const lg_attention_pass *p = &x->pass;
    const size_t scratch = lg_attention_pass_scratch(p), keys = (size_t)p->keys;
    real *own = x->scratch + (size_t)worker * (scratch + (size_t)p->queries * keys), *weights = own + scratch;
    lg_attention_pass_read(p, job / (int)x->heads, job % (int)x->heads, own, weights);
    for (int t = x->range[0]; t < x->range[1]; t++) {
        const int n = find_largest(weights + (size_t)t * keys, t + 1);
        if (n >= 0) count_distance(&x->tallies[job], t - n + (x->form == LG_DISTANCE_PAPER), t + 1);
    }
}

static bool count_weights(distances *x) {
    const lg_attention_pass *p = &x->pass;
    lg_pool *pool = x->run->session.pool;
    const size_t each = lg_attention_pass_scratch(p) + (size_t)p->queries * (size_t)p->keys;
    if (!p->causal)
        return lg_fail_keys(x->err, "mask", "mask: %s lets tokens attend to later tokens (expected a causal mask)",
                            lg_text(x->run->session.values, "mask"));
    if (!lg_analyze_region_find(x->run, p, x->region, x->range, x->err)) return false;
    x->scratch = malloc((size_t)lg_pool_threads(pool) * each * sizeof *x->scratch);
    if (!x->scratch) return lg_fail(x->err, LG_FAILED, "out of memory: the attention of %d tokens", p->queries);
    lg_attention_pass_run(p);
    lg_pool_run(pool, p->blocks * p->heads, count_head, x);
    free(x->scratch);
    return true;
}

static bool count_record(void *user, int length, int64_t index) {
    distances *x = user;
    const lg_attention_record of = lg_analyze_record(&x->records, length, index);
    lg_trainer *t = x->run->session.trainer;
    return lg_analyze_check_size(t, &of, x->heads * x->blocks, x->err) &&
           lg_attention_pass_open(&x->pass, t, LG_ATTENTION_SELF, &of, x->err) && count_weights(x);
}

/* ---- lengths ---- */

static void report_block(const distances *x, int length, int block, int64_t *counts, double *means) {
    for (size_t h = 0; h < x->heads; h++) {
        const tally *t = &x->tallies[(size_t)block * x->heads + h];
        memcpy(counts + h * LG_DISTANCE_BINS, t->counts, sizeof t->counts);
        means[h] = t->queries > 0 ? t->sum / (double)t->queries : NAN;
    }
    const lg_attention_distance d = {.length = length,
                                     .block = block,
                                     .blocks = (int)x->blocks,
                                     .heads = (int)x->heads,
                                     .split = lg_analyze_records_split(x->records.trainer, length),
                                     .sequences = lg_analyze_records_of(&x->records, length),
                                     .counts = counts,
                                     .means = means};
    x->each(x->user, &d);
}

static bool report_length(void *user, int length) {
    const distances *x = user;
    int64_t *counts = malloc(x->heads * LG_DISTANCE_BINS * sizeof *counts);
    double *means = malloc(x->heads * sizeof *means);
    const bool ok = counts && means;
    for (int b = 0; ok && b < (int)x->blocks; b++) report_block(x, length, b, counts, means);
    free(counts);
    free(means);
    return ok || lg_fail(x->err, LG_FAILED, "out of memory: %zu heads", x->heads);
}

static bool check_all(distances *x) {
    if (!lg_analyze_region_ready(x->run, x->region, &x->records, &x->blocks, &x->heads, x->err)) return false;
    x->tallies = calloc(x->blocks * x->heads, sizeof *x->tallies);
    return x->tallies || lg_fail(x->err, LG_FAILED, "out of memory: %zu blocks", x->blocks);
}

static void clear_tallies(void *user) {
    const distances *x = user;
    memset(x->tallies, 0, x->blocks * x->heads * sizeof *x->tallies);
}

lg_status lg_analyze_distance(lg_run *r, const int *lengths, size_t length_count, int64_t sequences, lg_region region,
                              lg_distance_form form, lg_attention_distance_fn each, lg_analyze_progress_fn progress,
                              void *user) {
    distances x = {.run = r, .region = region, .form = form, .each = each, .user = user};
    x.err = lg_context_begin(r->context);
    x.records = (lg_analyze_records){.lengths = lengths, .count = length_count, .sequences = sequences};
    const lg_analyze_steps steps = {clear_tallies, count_record, report_length, &x};
    if (check_all(&x)) lg_analyze_records_each(&x.records, &steps, progress, user);
    lg_attention_pass_close(&x.pass);
    free(x.tallies);
    return x.err->code;
}
