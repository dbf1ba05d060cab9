/* api_analyze.c: implements the analysis of attention and curves with confidence intervals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/records.h"
#include "api/analysis.h"
#include "config/describe.h"
#include "data/curriculum.h"
#include "evaluate/evaluate.h"
#include "nn/model/order.h"
#include "run/evaluation.h"
#include "run/run.h"

/* The arguments of one call. */
typedef struct request {
    lg_run *run;
    const int *lengths;
    size_t count;
    lg_error *err;
} request;

/* Number of blocks with self-attention. */
static int attentions_of(const request *q) {
    return lg_order_attentions(lg_trainer_order(q->run->session.trainer));
}

size_t lg_analyze_lengths(const lg_run *r, int lengths[2]) {
    size_t listed;
    if (!r || !lengths) return 0;
    const lg_values *v = lg_run_values(r);
    const lg_chosen_curriculum c = lg_curriculum_choose(v);
    const int *tested = lg_lengths(v, "eval.lengths", &listed);
    lengths[0] = lengths[1] = c.entry->longest(&c.own, lg_int(v, "train.steps"));
    for (size_t i = 0; i < listed; i++)
        if (tested[i] > lengths[1]) lengths[1] = tested[i];
    return lengths[1] > lengths[0] ? 2 : 1;
}

/* Merges the ascending lists of lengths a and b. Keeps only lengths that exceed `above` and have records. If the data
 * could not be read (`known` is false), lengths without records are kept too. The result is ascending, without
 * duplicates. Returns its size. */
static size_t merge_lengths(const lg_run *r, bool known, int above, const int *a, size_t a_count, const int *b,
                            size_t b_count, int *to) {
    const lg_trainer *t = r->session.trainer;
    size_t count = 0, i = 0, k = 0;
    while (i < a_count || k < b_count) {
        const int length = k == b_count || (i < a_count && a[i] <= b[k]) ? a[i] : b[k];
        while (i < a_count && a[i] <= length) i++;
        while (k < b_count && b[k] <= length) k++;
        const lg_split split = lg_analyze_records_split(t, length);
        const bool there = !known || lg_dataset_count(lg_trainer_data(t), split, length) > 0;
        if (length > above && there) to[count++] = length;
    }
    return count;
}

size_t lg_analyze_spread_lengths(lg_run *r, int above, size_t capacity, int *lengths) {
    lg_error unread = {0};
    const bool known = lg_run_ready(r, &unread); /* if false, a later call for one of the lengths reports the error */
    const lg_values *v = r->session.values;
    if (!v) return 0; /* the data files were not found */
    size_t trained = 0, tested = 0;
    int *train = lg_curriculum_trained(lg_trainer_data(r->session.trainer), LG_SPLIT_TRAIN, &trained);
    const int *test = lg_lengths(v, "eval.lengths", &tested);
    int *all = malloc((trained + tested + 1) * sizeof *all);
    const size_t found = all && train ? merge_lengths(r, known, above, train, trained, test, tested, all) : 0;
    const size_t count = found < capacity ? found : capacity;
    for (size_t i = 0; i < count; i++) lengths[i] = all[count > 1 ? i * (found - 1) / (count - 1) : 0];
    free(all);
    free(train);
    return count;
}

/* ---- attention ---- */

typedef struct attention {
    const request *q;
    lg_attention_kind kind;
    lg_head_choice choice;
    int heads;
    lg_attention_map map;
    double *weights; /* the matrices of `map` */
    const char **words;
    lg_attention_fn each;
    void *user;
} attention;

static void copy(double *to, const real *x, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = (double)x[i];
}

static void take_largest(double *to, const real *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        if ((double)x[i] > to[i]) to[i] = (double)x[i];
}

static void add_mean(double *to, const real *x, size_t count, int heads) {
    for (size_t i = 0; i < count; i++) to[i] += (double)x[i] / heads;
}

/* Adds the weights of a head to the matrices. After the last head of a block, passes them to the callback. */
static void take_head(void *user, int block, int head, const real *weights) {
    attention *a = user;
    const size_t count = (size_t)a->map.tokens * (size_t)a->map.keys;
    if (head == 0) memset(a->weights, 0, (size_t)a->map.matrices * count * sizeof *a->weights);
    if (a->choice == LG_HEADS_ALL)
        copy(a->weights + (size_t)head * count, weights, count);
    else if (a->choice == LG_HEADS_MAX)
        take_largest(a->weights, weights, count);
    else
        add_mean(a->weights, weights, count, a->heads);
    if (head + 1 < a->heads) return;
    a->map.block = block;
    a->each(a->user, &a->map);
}

/* The description of a map, without weights, for a sequence of size z. */
static lg_attention_map map_of(const attention *a, int length, const lg_sizes *z) {
    lg_attention_map m = {.length = length,
                          .kind = a->kind,
                          .blocks = attentions_of(a->q),
                          .tokens = z->tokens,
                          .inputs = z->inputs,
                          .outputs = z->m,
                          .first = z->first,
                          .matrices = a->choice == LG_HEADS_ALL ? a->heads : 1};
    if (a->kind == LG_ATTENTION_ENCODER) m.tokens = m.inputs = z->n, m.outputs = m.first = 0;
    m.keys = a->kind == LG_ATTENTION_CROSS ? z->n : m.tokens;
    return m;
}

/* Fills in the words of queries and keys, which come from two sequences in cross-attention. */
static bool name_tokens(attention *a, int length, int64_t sequence) {
    lg_trainer *t = a->q->run->session.trainer;
    const char **keys = a->words + a->map.tokens;
    const bool of_source = a->kind != LG_ATTENTION_SELF;
    a->map.weights = a->weights;
    a->map.query_words = a->words, a->map.key_words = keys;
    return lg_trainer_sequence_words(t, length, sequence, a->kind == LG_ATTENTION_ENCODER, a->words, a->q->err) &&
           lg_trainer_sequence_words(t, length, sequence, of_source, keys, a->q->err);
}

static bool attend(attention *a, int length, int64_t sequence) {
    const request *q = a->q;
    lg_trainer *t = q->run->session.trainer;
    lg_sizes z;
    lg_analyze_split_begin(t, length);
    if (!lg_trainer_sequence_sizes(t, length, sequence, &z, q->err)) return false;
    const lg_attention_map m = a->map = map_of(a, length, &z);
    const double numbers = (double)a->heads * m.blocks * m.tokens * m.keys;
    if (numbers > LG_ANALYZE_NUMBERS)
        return lg_fail(q->err, LG_USAGE,
                       "length %d: attention between %d tokens in %d heads (of all blocks) is too large (expected a "
                       "length of %.0f or less)",
                       length, m.tokens, a->heads * m.blocks, floor(length * sqrt(LG_ANALYZE_NUMBERS / numbers)));
    a->weights = malloc((size_t)m.matrices * (size_t)m.tokens * (size_t)m.keys * sizeof *a->weights);
    a->words = calloc((size_t)m.tokens + (size_t)m.keys, sizeof *a->words);
    const bool good = a->weights && a->words
                          ? name_tokens(a, length, sequence) &&
                                lg_trainer_attention(t, a->kind, length, sequence, take_head, a, q->err)
                          : lg_fail(q->err, LG_FAILED, "out of memory: the attention of %d tokens", m.tokens);
    free(a->weights);
    free(a->words);
    return good;
}

lg_status lg_analyze_attention(lg_run *r, lg_attention_kind kind, const int *lengths, size_t count,
                               lg_head_choice heads, int64_t sequence, lg_attention_fn each, void *user) {
    if (!r) return LG_USAGE;
    lg_error *err = lg_context_begin(r->context);
    const request q = {r, lengths, count, err};
    if (!LG_WITHIN(err, kind, LG_ATTENTION_SELF, LG_ATTENTION_CROSS) || !LG_LISTED(err, lengths, count) ||
        !LG_WITHIN(err, heads, LG_HEADS_MAX, LG_HEADS_ALL) || !LG_WITHIN(err, sequence, 0, INT64_MAX) ||
        !LG_GIVEN(err, each))
        return err->code;
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(lengths, count, err)) return err->code;
    attention a = {.q = &q, .kind = kind, .choice = heads, .each = each, .user = user};
    a.heads = (int)lg_int(r->session.values, "model.heads");
    for (size_t i = 0; i < count && err->code == LG_OK; i++) attend(&a, lengths[i], sequence);
    lg_analyze_split_end(r->session.trainer);
    return err->code;
}

/* ---- curves ---- */

static int64_t most_sequences(const lg_session *s) {
    size_t count;
    int64_t most = 0;
    const int *lengths = lg_lengths(s->values, "eval.lengths", &count);
    for (size_t i = 0; i < count; i++) {
        const int64_t sequences = lg_trainer_eval_sequences(s->trainer, lengths[i]);
        if (sequences > most) most = sequences;
    }
    return most;
}

lg_status lg_analyze_curve(lg_run *r, int resamples, const lg_callbacks *calls, lg_score_report *out) {
    lg_error *err = lg_context_begin(r->context);
    lg_bootstrap b = {0};
    const lg_run_evaluation evaluation = {.session = &r->session, .calls = calls, .dir = r->dir, .bootstrap = &b};
    *out = (lg_score_report){0};
    if (resamples < 1) {
        lg_fail(err, LG_USAGE, "resamples: %d: expected at least 1", resamples);
        return err->code;
    }
    if (lg_run_ready(r, err) && lg_session_check_lengths(&r->session, r->config->resolved, false, true, err) &&
        lg_bootstrap_open(&b, r->session.values, most_sequences(&r->session), resamples, err)) {
        lg_trainer_on_sequence(r->session.trainer, lg_bootstrap_add, &b);
        lg_run_evaluate(&evaluation, out, err);
        lg_trainer_on_sequence(r->session.trainer, NULL, NULL);
    }
    lg_bootstrap_close(&b);
    return err->code;
}
