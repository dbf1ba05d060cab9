/* api_analyze.c: implements the analysis of lengthen.h: attention, activations, and curves with intervals, of the model
 * of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/pca.h"
#include "analyze/records.h"
#include "data/curriculum.h"
#include "nn/order.h"
#include "run/evaluation.h"
#include "run/run.h"

/* The arguments of one call. */
typedef struct request {
    lg_run *run;
    const int *lengths;
    size_t count;
    lg_error *err;
} request;

static int blocks_of(const request *q) {
    return lg_order_blocks(q->run->session.values);
}

/* Of those with self-attention. */
static int attentions_of(const request *q) {
    return lg_order_attentions(q->run->session.values);
}

size_t lg_analyze_lengths(const lg_run *r, int lengths[2]) {
    size_t listed;
    const lg_values *v = lg_run_values(r);
    const lg_curriculum *c = lg_curriculum_find(lg_text(v, "curriculum"));
    const int *tested = lg_lengths(v, "eval.lengths", &listed);
    lengths[0] = lengths[1] = c->longest(v, lg_int(v, "train.steps"));
    for (size_t i = 0; i < listed; i++)
        if (tested[i] > lengths[1]) lengths[1] = tested[i];
    return lengths[1] > lengths[0] ? 2 : 1;
}

/* Those of two ascending lists above a limit of which there are records, ascending and once each. Returns how many. */
static size_t merge_lengths(const lg_run *r, int above, const int *a, size_t a_count, const int *b, size_t b_count,
                            int *to) {
    const lg_trainer *t = r->session.trainer;
    size_t count = 0, i = 0, k = 0;
    while (i < a_count || k < b_count) {
        const int length = k == b_count || (i < a_count && a[i] <= b[k]) ? a[i] : b[k];
        while (i < a_count && a[i] <= length) i++;
        while (k < b_count && b[k] <= length) k++;
        const lg_split split = lg_analyze_records_split(t, length);
        if (length > above && lg_dataset_count(lg_trainer_data(t), split, length) > 0) to[count++] = length;
    }
    return count;
}

size_t lg_analyze_spread_lengths(const lg_run *r, int above, size_t capacity, int *lengths) {
    const lg_values *v = r->session.values;
    if (!v) return 0; /* its files are elsewhere */
    size_t trained = 0, tested = 0;
    int *train = lg_curriculum_trained(lg_trainer_data(r->session.trainer), LG_SPLIT_TRAIN, &trained);
    const int *test = lg_lengths(v, "eval.lengths", &tested);
    int *all = malloc((trained + tested + 1) * sizeof *all);
    const size_t found = all && train ? merge_lengths(r, above, train, trained, test, tested, all) : 0;
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
    double *weights; /* those of the map */
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

/* Takes another head of a block; after the last one the block is passed on. */
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

/* Of a sequence with these tokens. */
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

static bool attend(attention *a, int length, int64_t sequence) {
    const request *q = a->q;
    lg_trainer *t = q->run->session.trainer;
    lg_sizes z;
    if (!lg_trainer_sequence_sizes(t, length, sequence, &z, q->err)) return false;
    const lg_attention_map m = a->map = map_of(a, length, &z);
    const double numbers = (double)a->heads * m.blocks * m.tokens * m.keys;
    if (numbers > LG_ANALYZE_NUMBERS)
        return lg_fail(q->err, LG_USAGE,
                       "length %d: attention between %d tokens under %d heads (of all blocks) is too large (expected a "
                       "length of %.0f or less)",
                       length, m.tokens, a->heads * m.blocks, floor(length * sqrt(LG_ANALYZE_NUMBERS / numbers)));
    a->weights = malloc((size_t)m.matrices * (size_t)m.tokens * (size_t)m.keys * sizeof *a->weights);
    if (!a->weights) return lg_fail(q->err, LG_FAILED, "out of memory: the attention of %d tokens", m.tokens);
    a->map.weights = a->weights;
    const bool good = lg_trainer_attention(t, a->kind, length, sequence, take_head, a, q->err);
    free(a->weights);
    return good;
}

lg_status lg_analyze_attention(lg_run *r, lg_attention_kind kind, const int *lengths, size_t count,
                               lg_head_choice heads, int64_t sequence, lg_attention_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    const request q = {r, lengths, count, err};
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(lengths, count, err)) return err->code;
    if (sequence < 0) lg_fail(err, LG_USAGE, "sequence: %lld: the first is 0", (long long)sequence);
    attention a = {.q = &q, .kind = kind, .choice = heads, .each = each, .user = user};
    a.heads = (int)lg_int(r->session.values, "model.heads");
    for (size_t i = 0; i < count && err->code == LG_OK; i++) attend(&a, lengths[i], sequence);
    return err->code;
}

/* ---- activations ---- */

/* The activations of one length: [layers, points, width]. */
typedef struct layer_activations {
    real *x;
    size_t points;
} layer_activations;

typedef struct activations {
    const request *q;
    int layers, width, sequences;
    lg_slots slots;
    layer_activations *lengths; /* [count] */
    lg_point_set *sets;
    double *at; /* the projected points of all sets of a layer */
} activations;

/* Tokens from..to-1. */
static void find_slots(lg_slots slots, const lg_sizes *z, int *from, int *to) {
    *from = slots == LG_SLOTS_OUTPUT ? z->first : 0;
    *to = slots == LG_SLOTS_INPUT ? z->n : slots == LG_SLOTS_OUTPUT ? z->first + z->m : z->tokens;
}

static bool read_activations(const activations *a, int length, layer_activations *s) {
    lg_trainer *t = a->q->run->session.trainer;
    const lg_sizes z = lg_trainer_sizes(t, length);
    int from, to;
    find_slots(a->slots, &z, &from, &to);
    s->points = (size_t)(to - from) * (size_t)a->sequences;
    const double numbers = (double)s->points * a->layers * a->width;
    if (numbers > LG_ANALYZE_NUMBERS)
        return lg_fail(
            a->q->err, LG_USAGE,
            "length %d: %d sequences have %.3g activations, which is too many (expected %.0f, or shorter ones)", length,
            a->sequences, numbers, fmax(1, floor(a->sequences * LG_ANALYZE_NUMBERS / numbers)));
    s->x = malloc((size_t)a->layers * s->points * (size_t)a->width * sizeof *s->x);
    if (!s->x) return lg_fail(a->q->err, LG_FAILED, "out of memory: %.3g activations", numbers);
    const bool own = a->slots == LG_SLOTS_INPUT && z.inputs == 0; /* a sequence of its own */
    return (own ? lg_trainer_source_activations : lg_trainer_activations)(t, length, a->sequences, from, to, s->x,
                                                                          a->q->err);
}

static const real *layer_of(const activations *a, const layer_activations *s, int layer) {
    return s->x + (size_t)layer * s->points * (size_t)a->width;
}

static bool show_layer(const activations *a, int layer, lg_layer_fn each, void *user) {
    const layer_activations *first = &a->lengths[0];
    lg_pca p;
    const bool good = lg_pca_fit(layer_of(a, first, layer), first->points, a->width, &p, a->q->err);
    double *at = a->at;
    for (size_t i = 0; good && i < a->q->count; i++) {
        const layer_activations *s = &a->lengths[i];
        a->sets[i] = lg_pca_project(&p, layer_of(a, s, layer), s->points, at);
        a->sets[i].length = a->q->lengths[i];
        a->sets[i].overlap = lg_point_set_overlap(&a->sets[0], &a->sets[i]);
        at += 2 * s->points;
    }
    const lg_layer_map m = {.layer = layer,
                            .layers = a->layers,
                            .explained = {p.explained[0], p.explained[1]},
                            .width = a->width,
                            .mean = p.mean,
                            .axes = p.axes,
                            .set_count = a->q->count,
                            .sets = a->sets};
    if (good) each(user, &m);
    lg_pca_free(&p);
    return good;
}

static bool read_all(activations *a) {
    size_t points = 0;
    a->lengths = calloc(a->q->count, sizeof *a->lengths);
    a->sets = calloc(a->q->count, sizeof *a->sets);
    if (!a->lengths || !a->sets) return lg_fail(a->q->err, LG_FAILED, "out of memory: %zu lengths", a->q->count);
    for (size_t i = 0; i < a->q->count; i++) {
        if (!read_activations(a, a->q->lengths[i], &a->lengths[i])) return false;
        points += a->lengths[i].points;
    }
    a->at = malloc(2 * points * sizeof *a->at);
    return a->at || lg_fail(a->q->err, LG_FAILED, "out of memory: %zu points", points);
}

lg_status lg_analyze_activations(lg_run *r, const int *lengths, size_t count, int sequences, lg_slots slots,
                                 lg_layer_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    const request q = {r, lengths, count, err};
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(lengths, count, err)) return err->code;
    if (sequences < 1) {
        lg_fail(err, LG_USAGE, "sequences: %d: expected at least 1", sequences);
        return err->code;
    }
    activations a = {.q = &q, .layers = blocks_of(&q) + 1, .sequences = sequences, .slots = slots};
    a.width = (int)lg_int(r->session.values, "model.width");
    bool good = read_all(&a);
    for (int i = 0; good && i < a.layers; i++) good = show_layer(&a, i, each, user);
    for (size_t i = 0; a.lengths && i < count; i++) free(a.lengths[i].x);
    free(a.lengths);
    free(a.sets);
    free(a.at);
    return err->code;
}

/* ---- curves ---- */

lg_status lg_analyze_curve(lg_run *r, int resamples, const lg_callbacks *calls, lg_score_report *out) {
    lg_error *err = lg_context_begin(r->context);
    lg_bootstrap b = {0};
    const lg_run_evaluation evaluation = {.session = &r->session, .calls = calls, .dir = r->dir, .bootstrap = &b};
    if (resamples < 1) {
        lg_fail(err, LG_USAGE, "resamples: %d: expected at least 1", resamples);
        return err->code;
    }
    if (lg_run_ready(r, err) && lg_session_check_lengths(&r->session, r->config->resolved, false, true, err) &&
        lg_bootstrap_open(&b, r->session.values, resamples, err)) {
        lg_trainer_on_sequence(r->session.trainer, lg_bootstrap_mark, &b);
        lg_run_evaluate(&evaluation, out, err);
        lg_trainer_on_sequence(r->session.trainer, NULL, NULL);
    }
    lg_bootstrap_close(&b);
    return err->code;
}
