/* api_distance.c: implements lg_analyze_distance: how far back heads attend. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "api/analysis.h"
#include "config/values.h"
#include "data/text_reader.h"

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
    int from, to;  /* range of counted queries in the record */
    real *scratch; /* per worker: weights in both orders */
    lg_error *err;
} distances;

/* ---- regions ---- */

/* Index of the target token after the last ". Thus,"; 0: there is none. */
static int find_answer(const lg_dataset *d, const lg_record *r) {
    lg_text_reader x = {.words = d->target.words, .ids = r->target, .count = r->m};
    return lg_read_past_last(&x, ". Thus ,") ? x.at : 0;
}

static bool find_part(distances *x) {
    const lg_attention_pass *p = &x->pass;
    const lg_dataset *d = lg_trainer_data(x->run->session.trainer);
    const int answer = x->region < LG_REGION_SCRATCHPAD ? 0 : find_answer(d, p->record);
    if (x->region >= LG_REGION_SCRATCHPAD && answer == 0)
        return lg_fail(x->err, LG_USAGE,
                       "region: a target of %s has no scratchpad ending in \". Thus,\" (expected all, source or "
                       "target)",
                       d->entry->name);
    x->from = x->region == LG_REGION_ANSWER ? p->first + answer : x->region >= LG_REGION_TARGET ? p->first : 0;
    x->to = x->region == LG_REGION_SOURCE       ? p->first
            : x->region == LG_REGION_SCRATCHPAD ? p->first + answer
                                                : p->queries;
    return true;
}

/* ---- one record ---- */

/* Ties: the first; -1: all weights are 0. */
static int find_largest(const real *weights, int count) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (weights[i] > (best < 0 ? 0 : weights[best])) best = i;
    return best;
}

/* Adds the distance back/all, in integers so that the borders of bins are exact. */
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
    for (int t = x->from; t < x->to; t++) {
        const int n = find_largest(weights + (size_t)t * keys, t + 1);
        if (n >= 0) count_distance(&x->tallies[job], t - n + (x->form == LG_DISTANCE_PAPER), t + 1);
    }
}

static bool count_weights(distances *x) {
    const lg_attention_pass *p = &x->pass;
    lg_pool *pool = x->run->session.pool;
    const size_t each = lg_attention_pass_scratch(p) + (size_t)p->queries * (size_t)p->keys;
    if (!p->causal)
        return lg_fail_keys(x->err, "mask",
                            "mask: %s lets tokens attend to later ones (expected a causal mask)",
                            lg_text(x->run->session.values, "mask"));
    if (!find_part(x)) return false;
    x->scratch = malloc((size_t)lg_pool_threads(pool) * each * sizeof *x->scratch);
    if (!x->scratch) return lg_fail(x->err, LG_FAILED, "out of memory: the attention of %d tokens", p->queries);
    lg_attention_pass_run(p);
    lg_pool_run(pool, p->blocks * p->heads, count_head, x);
    free(x->scratch);
    return true;
}

static bool count_record(distances *x, int length, int64_t index) {
    const lg_attention_record of = lg_analyze_record(&x->records, length, index);
    lg_trainer *t = x->run->session.trainer;
    return lg_analyze_check_size(t, &of, x->heads * x->blocks, x->err) &&
           lg_attention_pass_open(&x->pass, t, LG_ATTENTION_SELF, &of, x->err) && count_weights(x);
}

/* ---- lengths ---- */

static void report_block(const distances *x, int length, int block, int64_t *counts, double *means,
                         lg_attention_distance_fn each, void *user) {
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
    each(user, &d);
}

static bool report_length(const distances *x, int length, lg_attention_distance_fn each, void *user) {
    int64_t *counts = malloc(x->heads * LG_DISTANCE_BINS * sizeof *counts);
    double *means = malloc(x->heads * sizeof *means);
    const bool ok = counts && means;
    for (int b = 0; ok && b < (int)x->blocks; b++) report_block(x, length, b, counts, means, each, user);
    free(counts);
    free(means);
    return ok || lg_fail(x->err, LG_FAILED, "out of memory: %zu heads", x->heads);
}

static bool check_all(distances *x) {
    if (!lg_run_ready(x->run, x->err)) return false;
    x->records.trainer = x->run->session.trainer;
    if (!lg_analyze_records_check(&x->records, x->err) || !lg_analyze_heads(x->run, &x->blocks, &x->heads, x->err))
        return false;
    if (x->region == LG_REGION_SOURCE && lg_trainer_sizes(x->records.trainer, x->records.lengths[0]).inputs == 0)
        return lg_fail(x->err, LG_USAGE,
                       "region: the source is a separate sequence, which self-attention of the decoder does not cover "
                       "(expected all or target)");
    x->tallies = calloc(x->blocks * x->heads, sizeof *x->tallies);
    return x->tallies || lg_fail(x->err, LG_FAILED, "out of memory: %zu blocks", x->blocks);
}

lg_status lg_analyze_distance(lg_run *r, const int *lengths, size_t length_count, int64_t sequences, lg_region region,
                              lg_distance_form form, lg_attention_distance_fn each, lg_analyze_progress_fn progress,
                              void *user) {
    distances x = {.run = r, .region = region, .form = form, .err = lg_context_begin(r->context)};
    x.records = (lg_analyze_records){.lengths = lengths, .count = length_count, .sequences = sequences};
    bool ok = check_all(&x);
    lg_analyze_progress done = {0};
    if (ok) done = lg_analyze_progress_begin(&x.records, progress, user);
    for (size_t i = 0; ok && i < length_count; i++) {
        const int64_t all = lg_analyze_records_of(&x.records, lengths[i]);
        memset(x.tallies, 0, x.blocks * x.heads * sizeof *x.tallies);
        for (int64_t k = 0; ok && k < all; k++) {
            ok = count_record(&x, lengths[i], k);
            if (ok) lg_analyze_progress_step(&done, lengths[i]);
        }
        ok = ok && report_length(&x, lengths[i], each, user);
    }
    lg_attention_pass_close(&x.pass);
    free(x.tallies);
    return x.err->code;
}
