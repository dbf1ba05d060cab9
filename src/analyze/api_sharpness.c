/* api_sharpness.c: implements lg_analyze_sharpness: the entropy of attention. One worker adds up all queries of a head,
 * in order, so that sums do not depend on the number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/divergence.h"
#include "analyze/records.h"
#include "analyze/region.h"
#include "api/analysis.h"

/* The sums of one head. */
typedef struct tally {
    double entropy, relative;
    int64_t queries, several; /* counted queries; counted queries that see several keys */
} tally;

typedef struct sharpness {
    lg_run *run;
    lg_analyze_records records;
    lg_region region;
    lg_attention_pass pass;
    tally *tallies; /* [blocks, heads] */
    size_t heads, blocks;
    lg_attention_sharpness_fn each;
    void *user;
    lg_error *err;
    /* of the current record: */
    int range[2];     /* range of the counted queries */
    int32_t *visible; /* [blocks, queries]: number of visible keys, followed by scratch space [2, queries] */
    real *weights;    /* per worker: scratch space of a pass, and the weights of a head */
    double *rows;     /* per worker: [2, keys], weights and their logarithms */
} sharpness;

/* ---- one record ---- */

static double sum_of(const real *weights, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (double)weights[i];
    return sum;
}

static void count_query(tally *t, lg_distribution x, const real *weights, int keys, int visible) {
    if (!(sum_of(weights, keys) > 0)) return; /* also if the sum is NaN */
    lg_distribution_set(x, weights, (size_t)keys);
    const double entropy = lg_distribution_entropy(x, (size_t)keys);
    t->entropy += entropy, t->queries++;
    if (visible > 1) t->relative += entropy / log(visible), t->several++;
}

/* A job: one head. */
static void count_head(void *task, int job, int worker) {
    const sharpness *x = task;
    const lg_attention_pass *p = &x->pass;
    const size_t scratch = lg_attention_pass_scratch(p), keys = (size_t)p->keys;
    const int block = job / (int)x->heads;
    real *own = x->weights + (size_t)worker * (scratch + (size_t)p->queries * keys), *weights = own + scratch;
    double *row = x->rows + (size_t)worker * 2 * keys;
    lg_attention_pass_read(p, block, job % (int)x->heads, own, weights);
    for (int t = x->range[0]; t < x->range[1]; t++)
        count_query(&x->tallies[job], (lg_distribution){row, row + keys}, weights + (size_t)t * keys, p->keys,
                    x->visible[block * p->queries + t]);
}

static bool count_visible(const sharpness *x) {
    const lg_attention_pass *p = &x->pass;
    for (int b = 0; b < p->blocks; b++)
        if (!lg_attention_pass_count(p, b, x->visible + p->blocks * p->queries, x->visible + b * p->queries, x->err))
            return false;
    return true;
}

static bool reserve_record(sharpness *x) {
    const lg_attention_pass *p = &x->pass;
    const size_t threads = (size_t)lg_pool_threads(x->run->session.pool), queries = (size_t)p->queries,
                 keys = (size_t)p->keys;
    x->visible = malloc((x->blocks + 2) * queries * sizeof *x->visible);
    x->weights = malloc(threads * (lg_attention_pass_scratch(p) + queries * keys) * sizeof *x->weights);
    x->rows = malloc(threads * 2 * keys * sizeof *x->rows);
    return (x->visible && x->weights && x->rows) ||
           lg_fail(x->err, LG_FAILED, "out of memory: the attention of %d tokens", p->queries);
}

static bool count_weights(sharpness *x) {
    const bool good = reserve_record(x) && count_visible(x);
    if (good) {
        lg_attention_pass_run(&x->pass);
        lg_pool_run(x->run->session.pool, x->pass.blocks * x->pass.heads, count_head, x);
    }
    free(x->visible);
    free(x->weights);
    free(x->rows);
    return good;
}

static bool count_record(void *user, int length, int64_t index) {
    sharpness *x = user;
    const lg_attention_record of = lg_analyze_record(&x->records, length, index);
    lg_trainer *t = x->run->session.trainer;
    return lg_analyze_check_size(t, &of, x->heads * x->blocks, x->err) &&
           lg_attention_pass_open(&x->pass, t, LG_ATTENTION_SELF, &of, x->err) &&
           lg_analyze_region_find(x->run, &x->pass, x->region, x->range, x->err) && count_weights(x);
}

/* ---- lengths ---- */

typedef struct report {
    int64_t *queries;
    double *entropies, *relative;
} report;

static void report_block(const sharpness *x, int length, int block, const report *to) {
    for (size_t h = 0; h < x->heads; h++) {
        const tally *t = &x->tallies[(size_t)block * x->heads + h];
        to->queries[h] = t->queries;
        to->entropies[h] = t->queries > 0 ? t->entropy / (double)t->queries : NAN;
        to->relative[h] = t->several > 0 ? t->relative / (double)t->several : NAN;
    }
    const lg_attention_sharpness s = {.length = length,
                                      .block = block,
                                      .blocks = (int)x->blocks,
                                      .heads = (int)x->heads,
                                      .split = lg_analyze_records_split(x->records.trainer, length),
                                      .sequences = lg_analyze_records_of(&x->records, length),
                                      .queries = to->queries,
                                      .entropies = to->entropies,
                                      .relative = to->relative};
    x->each(x->user, &s);
}

static bool report_length(void *user, int length) {
    const sharpness *x = user;
    const report to = {malloc(x->heads * sizeof *to.queries), malloc(x->heads * sizeof *to.entropies),
                       malloc(x->heads * sizeof *to.relative)};
    const bool ok = to.queries && to.entropies && to.relative;
    for (int b = 0; ok && b < (int)x->blocks; b++) report_block(x, length, b, &to);
    free(to.queries);
    free(to.entropies);
    free(to.relative);
    return ok || lg_fail(x->err, LG_FAILED, "out of memory: %zu heads", x->heads);
}

static bool check_all(sharpness *x) {
    if (!lg_analyze_region_ready(x->run, x->region, &x->records, &x->blocks, &x->heads, x->err)) return false;
    x->tallies = calloc(x->blocks * x->heads, sizeof *x->tallies);
    return x->tallies || lg_fail(x->err, LG_FAILED, "out of memory: %zu blocks", x->blocks);
}

static void clear_tallies(void *user) {
    const sharpness *x = user;
    memset(x->tallies, 0, x->blocks * x->heads * sizeof *x->tallies);
}

lg_status lg_analyze_sharpness(lg_run *r, const int *lengths, size_t length_count, int64_t sequences, lg_region region,
                               lg_attention_sharpness_fn each, lg_analyze_progress_fn progress, void *user) {
    sharpness x = {.run = r, .region = region, .each = each, .user = user, .err = lg_context_begin(r->context)};
    x.records = (lg_analyze_records){.lengths = lengths, .count = length_count, .sequences = sequences};
    const lg_analyze_steps steps = {clear_tallies, count_record, report_length, &x};
    if (check_all(&x)) lg_analyze_records_each(&x.records, &steps, progress, user);
    lg_attention_pass_close(&x.pass);
    free(x.tallies);
    return x.err->code;
}
