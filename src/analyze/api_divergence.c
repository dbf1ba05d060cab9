/* api_divergence.c: implements lg_analyze_divergence. All models read the same record. Then, block by block, the
 * weights of all heads are copied, and the divergences of all pairs of heads are summed over groups of QUERIES queries,
 * so that no sum depends on the number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/divergence.h"
#include "analyze/records.h"
#include "api/analysis.h"

enum { QUERIES = 16 }; /* queries per partial sum */

/* Sums over all sequences of one length, for one run and one block. */
typedef struct totals {
    double jensen_shannon, released;
    double *pairs; /* [heads, heads] */
} totals;

typedef struct comparison {
    lg_run *reference;
    lg_run *const *runs;
    size_t count, heads, blocks;
    lg_analyze_records records;
    lg_attention_pass *passes; /* [1 + count], the reference first */
    totals *totals;            /* [count, blocks] */
    double *pairs;             /* storage for the `pairs` of all totals */
    lg_attention_divergence_fn each;
    void *user;
    lg_error *err;
    /* of the current record and block: */
    size_t T, K;
    int block;
    bool causal;         /* no query sees a later key */
    real *weights;       /* [1 + count, heads, T, K] */
    real *scratch;       /* per worker, scratch_size each */
    double *rows;        /* per worker: [1 + count, heads, 2, K], weights and their logarithms */
    lg_divergence *sums; /* [partial sums, count, heads, heads] */
    size_t scratch_size;
} comparison;

/* ---- comparability ---- */

static bool check_run(const comparison *c, lg_run *other) {
    size_t blocks, heads;
    if (!lg_run_ready(other, c->err) || !lg_analyze_same_data(c->reference, other, c->err) ||
        !lg_analyze_heads(other, &blocks, &heads, c->err))
        return false;
    return (blocks == c->blocks && heads == c->heads) ||
           lg_fail(c->err, LG_USAGE,
                   "model: %s has %zu blocks with attention and %zu heads, and %s has %zu blocks and %zu heads: "
                   "expected equal numbers",
                   other->dir, blocks, heads, c->reference->dir, c->blocks, c->heads);
}

static bool same_ids(const int32_t *a, const int32_t *b, int count) {
    return count == 0 || !memcmp(a, b, sizeof *a * (size_t)count);
}

/* Do all models read the same tokens? */
static bool check_records(const comparison *c) {
    const lg_attention_pass *p = &c->passes[0];
    const lg_record *a = p->record;
    for (size_t i = 1; i <= c->count; i++) {
        const lg_attention_pass *q = &c->passes[i];
        const lg_record *b = q->record;
        const bool same = a->n == b->n && a->m == b->m && p->queries == q->queries &&
                          same_ids(a->source, b->source, a->n) && same_ids(a->target, b->target, a->m);
        if (!same)
            return lg_fail(c->err, LG_USAGE,
                           "data: %s and %s have different records of length %d: expected runs with the same data "
                           "options, and architectures that read the same tokens",
                           c->runs[i - 1]->dir, c->reference->dir, a->length);
    }
    return true;
}

/* ---- one record ---- */

static double *row_of(const comparison *c, int worker, size_t model, size_t head) {
    return c->rows + (((size_t)worker * (1 + c->count) + model) * c->heads + head) * 2 * c->K;
}

static lg_distribution distribution_of(const comparison *c, int worker, size_t model, size_t head) {
    double *row = row_of(c, worker, model, head);
    return (lg_distribution){row, row + c->K};
}

static bool reserve_record(comparison *c) {
    const lg_attention_pass *p = &c->passes[0];
    const size_t models = 1 + c->count, threads = (size_t)lg_pool_threads(c->reference->session.pool);
    c->T = (size_t)p->queries, c->K = (size_t)p->keys;
    c->causal = true;
    for (size_t i = 0; i < models; i++) c->causal &= c->passes[i].causal;
    c->scratch_size = lg_attention_pass_scratch(p);
    const size_t parts = (c->T + QUERIES - 1) / QUERIES;
    c->weights = malloc(models * c->heads * c->T * c->K * sizeof *c->weights);
    c->scratch = malloc(threads * c->scratch_size * sizeof *c->scratch);
    c->rows = malloc(threads * models * c->heads * 2 * c->K * sizeof *c->rows);
    c->sums = malloc(parts * c->count * c->heads * c->heads * sizeof *c->sums);
    return (c->weights && c->scratch && c->rows && c->sums) ||
           lg_fail(c->err, LG_FAILED, "out of memory: the attention of %zu tokens", c->T);
}

static void free_record(comparison *c) {
    free(c->weights);
    free(c->scratch);
    free(c->rows);
    free(c->sums);
    c->weights = c->scratch = NULL;
    c->rows = NULL;
    c->sums = NULL;
}

/* A job: one model. */
static void run_model(void *task, int job, int worker) {
    const comparison *c = task;
    (void)worker;
    lg_attention_pass_run(&c->passes[job]);
}

/* A job: copies the weights of one head of one model. */
static void read_head(void *task, int job, int worker) {
    const comparison *c = task;
    lg_attention_pass_read(&c->passes[(size_t)job / c->heads], c->block, job % (int)c->heads,
                           c->scratch + (size_t)worker * c->scratch_size, c->weights + (size_t)job * c->T * c->K);
}

static lg_divergence *sums_of(const comparison *c, size_t part, size_t run) {
    return c->sums + (part * c->count + run) * c->heads * c->heads;
}

/* Adds the divergences of one query for all pairs of heads. */
static void compare_query(const comparison *c, size_t part, size_t t, int worker) {
    const size_t keys = c->causal ? t + 1 : c->K, H = c->heads;
    for (size_t i = 0; i < (1 + c->count) * H; i++)
        lg_distribution_set(distribution_of(c, worker, i / H, i % H), c->weights + (i * c->T + t) * c->K, keys);
    for (size_t r = 0; r < c->count; r++)
        for (size_t i = 0; i < H * H; i++) {
            const lg_divergence d = lg_divergence_between(distribution_of(c, worker, 0, i / H),
                                                          distribution_of(c, worker, 1 + r, i % H), keys);
            lg_divergence *sum = &sums_of(c, part, r)[i];
            sum->jensen_shannon += d.jensen_shannon;
            sum->swapped += d.swapped;
        }
}

/* A job: one group of queries. */
static void compare_queries(void *task, int job, int worker) {
    const comparison *c = task;
    const size_t first = (size_t)job * QUERIES, end = first + QUERIES < c->T ? first + QUERIES : c->T;
    memset(sums_of(c, (size_t)job, 0), 0, c->count * c->heads * c->heads * sizeof *c->sums);
    for (size_t t = first; t < end; t++) compare_query(c, (size_t)job, t, worker);
}

/* The divergences of a pair of heads: means over the queries. */
static lg_divergence mean_of(const comparison *c, size_t run, size_t pair) {
    lg_divergence d = {0};
    for (size_t part = 0; part * QUERIES < c->T; part++) {
        d.jensen_shannon += sums_of(c, part, run)[pair].jensen_shannon;
        d.swapped += sums_of(c, part, run)[pair].swapped;
    }
    d.jensen_shannon /= (double)c->T;
    d.swapped /= (double)c->T;
    return d;
}

static void add_block(const comparison *c, size_t run) {
    totals *to = &c->totals[run * c->blocks + (size_t)c->block];
    double least = INFINITY, released = c->heads > 1 ? INFINITY : NAN;
    for (size_t i = 0; i < c->heads * c->heads; i++) {
        const lg_divergence d = mean_of(c, run, i);
        to->pairs[i] += d.jensen_shannon;
        least = fmin(least, d.jensen_shannon);
        if (i % c->heads < i / c->heads) released = fmin(released, d.swapped);
    }
    to->jensen_shannon += least;
    to->released += released;
}

static void compare_blocks(comparison *c) {
    lg_pool *pool = c->reference->session.pool;
    const int heads = (int)((1 + c->count) * c->heads);
    lg_pool_run(pool, 1 + (int)c->count, run_model, c);
    for (c->block = 0; c->block < (int)c->blocks; c->block++) {
        lg_pool_run(pool, heads, read_head, c);
        lg_pool_run(pool, (int)((c->T + QUERIES - 1) / QUERIES), compare_queries, c);
        for (size_t run = 0; run < c->count; run++) add_block(c, run);
    }
}

static bool compare_record(void *user, int length, int64_t index) {
    comparison *c = user;
    const lg_attention_record x = lg_analyze_record(&c->records, length, index);
    bool ok = lg_analyze_check_size(c->reference->session.trainer, &x, (1 + c->count) * c->heads * c->blocks, c->err);
    for (size_t i = 0; ok && i <= c->count; i++) {
        const lg_run *r = i == 0 ? c->reference : c->runs[i - 1];
        ok = lg_attention_pass_open(&c->passes[i], r->session.trainer, LG_ATTENTION_SELF, &x, c->err);
    }
    ok = ok && check_records(c) && reserve_record(c);
    if (ok) compare_blocks(c);
    free_record(c);
    return ok;
}

/* ---- lengths ---- */

static bool report_length(void *user, int length) {
    const comparison *c = user;
    const int64_t sequences = lg_analyze_records_of(&c->records, length);
    const double n = (double)sequences;
    for (size_t i = 0; i < c->count * c->blocks; i++) {
        const totals *of = &c->totals[i];
        for (size_t k = 0; k < c->heads * c->heads; k++) of->pairs[k] /= n;
        const lg_attention_divergence d = {.run = i / c->blocks,
                                           .length = length,
                                           .block = (int)(i % c->blocks),
                                           .blocks = (int)c->blocks,
                                           .heads = (int)c->heads,
                                           .split = lg_analyze_records_split(c->records.trainer, length),
                                           .sequences = sequences,
                                           .jensen_shannon = of->jensen_shannon / n,
                                           .released = of->released / n,
                                           .pairs = of->pairs};
        c->each(c->user, &d);
    }
    return true;
}

static bool reserve_totals(comparison *c) {
    const size_t blocks = c->count * c->blocks;
    c->passes = calloc(1 + c->count, sizeof *c->passes);
    c->totals = calloc(blocks, sizeof *c->totals);
    c->pairs = calloc(blocks * c->heads * c->heads, sizeof *c->pairs);
    return (c->passes && c->totals && c->pairs) ||
           lg_fail(c->err, LG_FAILED, "out of memory: the attention of %zu blocks", blocks);
}

static void clear_totals(void *user) {
    const comparison *c = user;
    const size_t pairs = c->heads * c->heads, blocks = c->count * c->blocks;
    memset(c->pairs, 0, blocks * pairs * sizeof *c->pairs);
    for (size_t i = 0; i < blocks; i++) c->totals[i] = (totals){.pairs = c->pairs + i * pairs};
}

static bool check_all(comparison *c) {
    if (c->count == 0) return lg_fail(c->err, LG_USAGE, "runs: expected one or more to compare with the reference");
    if (!lg_run_ready(c->reference, c->err)) return false;
    c->records.trainer = c->reference->session.trainer;
    if (!lg_analyze_heads(c->reference, &c->blocks, &c->heads, c->err)) return false;
    for (size_t i = 0; i < c->count; i++)
        if (!check_run(c, c->runs[i])) return false;
    return lg_analyze_records_check(&c->records, c->err) && reserve_totals(c);
}

lg_status lg_analyze_divergence(lg_run *reference, lg_run *const *runs, size_t count, const int *lengths,
                                size_t length_count, int64_t sequences, lg_attention_divergence_fn each,
                                lg_analyze_progress_fn progress, void *user) {
    comparison c = {.reference = reference, .runs = runs, .count = count, .each = each, .user = user};
    c.err = lg_context_begin(reference->context);
    c.records = (lg_analyze_records){.lengths = lengths, .count = length_count, .sequences = sequences};
    const lg_analyze_steps steps = {clear_totals, compare_record, report_length, &c};
    if (check_all(&c)) lg_analyze_records_each(&c.records, &steps, progress, user);
    for (size_t i = 0; c.passes && i <= count; i++) lg_attention_pass_close(&c.passes[i]);
    free(c.passes);
    free(c.totals);
    free(c.pairs);
    return c.err->code;
}
