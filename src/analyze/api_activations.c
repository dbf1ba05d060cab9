/* api_activations.c: implements lg_analyze_activations: for each layer, the plane in which activations vary most. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/pca.h"
#include "analyze/records.h"
#include "config/values.h"
#include "nn/model/order.h"
#include "run/run.h"

enum { SEQUENCES = 30 }; /* default number of sequences per length */

/* The activations of one length: [layers, points, width]. */
typedef struct layer_activations {
    real *x;
    size_t points;
    int sequences;
} layer_activations;

/* Consecutive sequences of one size, and the range `from` to `to` - 1 to read from each sequence. The range is in
 * tokens until find_rows converts it to rows of the blocks. */
typedef struct alike {
    lg_activation_request request;
    int from, to;
} alike;

typedef struct activations {
    lg_run *run;
    lg_trainer *t;
    int layers, width, wanted; /* wanted: sequences per length; 0: the default */
    lg_slots slots;
    const int *of;              /* [count]: lengths to analyze */
    layer_activations *lengths; /* [count]: their activations */
    size_t count;
    lg_point_set *sets;
    double *at; /* projected points of all sets of a layer */
    lg_error *err;
} activations;

/* ---- which rows to read ---- */

static bool same_size(const lg_sizes *a, const lg_sizes *b) {
    return a->n == b->n && a->m == b->m && a->tokens == b->tokens && a->first == b->first;
}

/* Groups sequence `first` with the sequences right after it that have the same size, and selects the tokens to read. */
static bool find_alike(const activations *a, int length, int first, int end, alike *out) {
    lg_sizes z, other;
    *out = (alike){.request = {.length = length, .first = first, .count = 1}};
    if (!lg_trainer_sequence_sizes(a->t, length, first, &z, a->err)) return false;
    out->request.source = a->slots == LG_SLOTS_INPUT && z.inputs == 0; /* the source is a separate sequence */
    out->from = a->slots == LG_SLOTS_OUTPUT ? z.first : 0;
    out->to = a->slots == LG_SLOTS_INPUT ? z.n : a->slots == LG_SLOTS_OUTPUT ? z.first + z.m : z.tokens;
    if (lg_trainer_data(a->t)->exact) out->request.count = end - first;
    for (; first + out->request.count < end; out->request.count++) {
        if (!lg_trainer_sequence_sizes(a->t, length, first + out->request.count, &other, a->err)) return false;
        if (!same_size(&z, &other)) break;
    }
    return true;
}

static size_t points_of(const alike *l) {
    return (size_t)l->request.count * (size_t)(l->to - l->from);
}

/* Converts the range of tokens to rows of the blocks, which may process only some of the tokens. */
static bool find_rows(const activations *a, alike *l) {
    static const char *const names[] = {
        [LG_SLOTS_INPUT] = "input", [LG_SLOTS_OUTPUT] = "output", [LG_SLOTS_ALL] = "all"};
    const char *architecture = lg_text(a->run->session.values, "architecture");
    lg_activation_rows rows;
    if (!lg_trainer_activation_rows(a->t, &l->request, &rows, a->err)) return false;
    if (rows.latents || rows.count == 0)
        return lg_fail(a->err, LG_USAGE,
                       "slots: %s: blocks of architecture: %s process latents, so tokens have no activations "
                       "(expected a run of another architecture)",
                       names[a->slots], architecture);
    if (l->from < rows.first)
        return lg_fail(a->err, LG_USAGE,
                       "slots: %s: blocks of architecture: %s process only the tokens that predict outputs (expected "
                       "output)",
                       names[a->slots], architecture);
    l->from -= rows.first, l->to -= rows.first;
    return true;
}

/* Checks that the activations found so far, in `done` sequences, are not too many. */
static bool check_points(const activations *a, int length, const layer_activations *s, int done) {
    const double numbers = (double)s->points * a->layers * a->width, all = numbers * s->sequences / done;
    return numbers <= LG_ANALYZE_NUMBERS ||
           lg_fail(a->err, LG_USAGE,
                   "length %d: %d sequences have %.3g activations, which is too many (use %.0f, or a shorter length)",
                   length, s->sequences, all, fmax(1, floor(s->sequences * LG_ANALYZE_NUMBERS / all)));
}

static bool find_parts(const activations *a, int length, layer_activations *s, alike *parts, size_t *count) {
    for (int done = 0; done < s->sequences;) {
        alike *l = &parts[(*count)++];
        if (!find_alike(a, length, done, s->sequences, l)) return false;
        s->points += points_of(l);
        done += l->request.count;
        if (!check_points(a, length, s, done) || !find_rows(a, l)) return false;
    }
    return true;
}

/* ---- reading ---- */

/* Reads the activations of a group; in each layer, they become the points from index `at` on. */
static bool read_part(const activations *a, const layer_activations *s, const alike *l, size_t at) {
    const size_t layers = (size_t)a->layers, width = (size_t)a->width, points = points_of(l);
    if (points == s->points) return lg_trainer_activations(a->t, &l->request, l->from, l->to, s->x, a->err);
    real *x = malloc(layers * points * width * sizeof *x + 1);
    if (!x) return lg_fail(a->err, LG_FAILED, "out of memory: %zu activations", layers * points * width);
    const bool good = lg_trainer_activations(a->t, &l->request, l->from, l->to, x, a->err);
    for (size_t i = 0; good && i < layers; i++)
        memcpy(s->x + (i * s->points + at) * width, x + i * points * width, points * width * sizeof *x);
    free(x);
    return good;
}

static bool read_activations(const activations *a, int length, layer_activations *s) {
    size_t count = 0, at = 0;
    if (!lg_analyze_sequences(a->t, length, a->wanted, SEQUENCES, &s->sequences, a->err)) return false;
    alike *parts = malloc((size_t)s->sequences * sizeof *parts);
    if (!parts) return lg_fail(a->err, LG_FAILED, "out of memory: %d sequences", s->sequences);
    lg_analyze_split_begin(a->t, length);
    bool good = find_parts(a, length, s, parts, &count);
    const size_t numbers = (size_t)a->layers * s->points * (size_t)a->width;
    if (good) s->x = malloc(numbers * sizeof *s->x + 1);
    if (good && !s->x) good = lg_fail(a->err, LG_FAILED, "out of memory: %zu activations", numbers);
    for (size_t i = 0; good && i < count; at += points_of(&parts[i++])) good = read_part(a, s, &parts[i], at);
    lg_analyze_split_end(a->t);
    free(parts);
    return good;
}

/* ---- planes ---- */

static const real *layer_of(const activations *a, const layer_activations *s, int layer) {
    return s->x + (size_t)layer * s->points * (size_t)a->width;
}

static bool show_layer(const activations *a, int layer, lg_layer_fn each, void *user) {
    const layer_activations *first = &a->lengths[0];
    lg_pca p;
    const bool good = lg_pca_fit(layer_of(a, first, layer), first->points, a->width, &p, a->err);
    double *at = a->at;
    for (size_t i = 0; good && i < a->count; i++) {
        const layer_activations *s = &a->lengths[i];
        a->sets[i] = lg_pca_project(&p, layer_of(a, s, layer), s->points, at);
        a->sets[i].length = a->of[i];
        a->sets[i].sequences = s->sequences;
        a->sets[i].overlap = lg_point_set_overlap(&a->sets[0], &a->sets[i]);
        at += 2 * s->points;
    }
    const lg_layer_map m = {.layer = layer,
                            .layers = a->layers,
                            .explained = {p.explained[0], p.explained[1]},
                            .width = a->width,
                            .mean = p.mean,
                            .axes = p.axes,
                            .set_count = a->count,
                            .sets = a->sets};
    if (good) each(user, &m);
    lg_pca_free(&p);
    return good;
}

static bool read_all(activations *a) {
    size_t points = 0;
    a->lengths = calloc(a->count, sizeof *a->lengths);
    a->sets = calloc(a->count, sizeof *a->sets);
    if (!a->lengths || !a->sets) return lg_fail(a->err, LG_FAILED, "out of memory: %zu lengths", a->count);
    for (size_t i = 0; i < a->count; i++) {
        if (!read_activations(a, a->of[i], &a->lengths[i])) return false;
        points += a->lengths[i].points;
    }
    a->at = malloc(2 * points * sizeof *a->at);
    return a->at || lg_fail(a->err, LG_FAILED, "out of memory: %zu points", points);
}

lg_status lg_analyze_activations(lg_run *r, const int *lengths, size_t count, int sequences, lg_slots slots,
                                 lg_layer_fn each, void *user) {
    if (!r) return LG_USAGE;
    lg_error *err = lg_context_begin(r->context);
    if (!LG_LISTED(err, lengths, count) || !LG_WITHIN(err, sequences, 0, INT_MAX) ||
        !LG_WITHIN(err, slots, LG_SLOTS_INPUT, LG_SLOTS_ALL) || !LG_GIVEN(err, each))
        return err->code;
    activations a = {.run = r, .wanted = sequences, .slots = slots, .of = lengths, .count = count, .err = err};
    if (!lg_run_ready(r, err) || !lg_analyze_lengths_check(lengths, count, err)) return err->code;
    a.t = r->session.trainer;
    a.layers = lg_trainer_order(r->session.trainer)->blocks + 1;
    a.width = (int)lg_int(r->session.values, "model.width");
    bool good = read_all(&a);
    for (int i = 0; good && i < a.layers; i++) good = show_layer(&a, i, each, user);
    for (size_t i = 0; a.lengths && i < count; i++) free(a.lengths[i].x);
    free(a.lengths);
    free(a.sets);
    free(a.at);
    return err->code;
}
