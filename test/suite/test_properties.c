/* test_properties.c: mathematical properties of every combination of the axes:
 * - Sequences of a batch do not affect each other.
 * - A causal mask hides later tokens.
 * - Shifting all positions changes nothing for shift-invariant encodings, and changes the outputs for other encodings.
 * - Without positions, the order of the input does not matter.
 * - Encodings that treat left and right alike give the same outputs for a reversed sequence. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/describe.h"
#include "config/values.h"
#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/block.h"
#include "nn/axes/encoding.h"
#include "nn/axes/projection.h"
#include "pairwise.h"
#include "train/engine.h"

#include <cmocka.h>

enum { SEQUENCES = 2, LENGTH = 7, MOST = 3 * LENGTH };

/* A model with a network for a batch of two, without dropout. */
typedef struct stage {
    bench b;
    lg_model *model;
    lg_engine engine;
    lg_network network;
} stage;

/* Changes parameters whose initial values would hide effects. Increases parameters that start at zero (residual
 * factors, vectors of contextual positions) and the last map of networks of distances. In models whose blocks have no
 * norms, increases token vectors. Reduces thresholds, which are initially greater than all positions. */
static void enlarge_parameters(stage *s) {
    const lg_parameters *p = s->model->parameters;
    for (int i = 0; i < p->count; i++) {
        const lg_parameter_row *r = &p->rows[i];
        real *x = (real *)(void *)((char *)s->engine.parameters.data + r->offset);
        const bool weighs = strstr(r->name, ".residual");
        const bool small = s->model->block.entry->placement == LG_NORM_NONE && strstr(r->name, "embedding.weight");
        const bool counts = strstr(r->name, "contextual_positions");
        const real times = (real)(small                                 ? 20
                                  : strstr(r->name, "threshold_factor") ? 0.001
                                  : strstr(r->name, "distance_bias.2")  ? 10
                                                                        : 1);
        for (size_t j = 0; j < r->count; j++)
            x[j] = x[j] * times + (weighs ? (real)0.5 : counts ? (real)(j * 7 % 11) / 4 - 1 : 0);
    }
}

/* Packs the parameters, and computes everything that depends on parameters alone. */
static void prepare(stage *s) {
    lg_engine_repack(&s->engine);
    if (!lg_engine_prepare(&s->engine, &s->engine.buffers, &s->network, lg_key_root(9), true, &s->b.err))
        fail_msg("%s", s->b.err.text);
}

/* Opens a stage in place, because an engine holds a lock, which must not be copied. */
static void stage_open(stage *s, const char *settings) {
    *s = (stage){.b = bench_open(settings, 1, NULL)};
    if (!s->b.trainer) fail_msg("%s: %s", settings, s->b.err.text);
    const lg_values *v = s->b.resolved->values;
    s->model = lg_model_of(v, lg_kernels_find(NULL), &s->b.err);
    lg_sequence_layout layout = lg_model_sequence_layout(s->model, LENGTH);
    bool ok = lg_engine_init(&s->engine, s->model, s->b.pool, &s->b.err) &&
              lg_model_network_of_logits(s->model, layout, SEQUENCES, false, &s->network, &s->b.err) &&
              lg_batch_buffers_reserve(&s->engine.buffers, &s->network, SEQUENCES, &s->b.err) &&
              lg_engine_reserve(&s->engine, &s->network, &s->b.err);
    if (!ok) fail_msg("%s: %s", settings, s->b.err.text);
    lg_parameters_initialise(s->model->parameters, lg_key_root(8), (real *)(void *)s->engine.parameters.data);
    enlarge_parameters(s);
    prepare(s);
}

static void stage_close(stage *s) {
    lg_network_free(&s->network);
    lg_engine_free(&s->engine);
    lg_model_free(s->model);
    bench_close(&s->b);
}

static int32_t *token(stage *s, int sequence, int t) {
    return lg_batch_buffers_ids(&s->engine.buffers, &s->network, SEQUENCES) + sequence * s->network.layout.T + t;
}

/* The source tokens of a sequence, if they are in a separate stream. */
static int32_t *sources_of(const stage *s, int sequence) {
    int32_t *all = lg_batch_buffers_of(&s->engine.buffers, s->network.sources, SEQUENCES);
    return all ? all + sequence * s->network.layout.sources : NULL;
}

/* Writes the tokens of both sequences: drawn inputs and, in an autoregressive sequence, random outputs. */
static void write_tokens(stage *s) {
    lg_random r = lg_random_from(lg_key_root(10));
    const lg_model *model = s->model;
    const lg_sequence_layout *layout = &s->network.layout;
    const int n = layout->n, m = layout->m;
    lg_record record = {0};
    int32_t targets[MOST];
    uint8_t learned[MOST], counted[MOST];
    assert_true(layout->rows <= MOST && lg_record_reserve(&record, n, m, NULL));
    for (int i = 0; i < SEQUENCES; i++) {
        lg_record_begin(&record, n, n, m);
        for (int t = 0; t < n; t++) record.source[t] = (int32_t)lg_random_below(&r, (uint32_t)model->data->source.size);
        for (int j = 0; j < m; j++) record.target[j] = (int32_t)lg_random_below(&r, (uint32_t)model->data->target.size);
        const lg_row to = {.ids = token(s, i, 0),
                           .sources = sources_of(s, i),
                           .targets = targets,
                           .learned = learned,
                           .counted = counted};
        model->architecture.entry->lay_out(model, layout, &record, &to);
    }
    lg_record_free(&record);
}

static size_t outputs(const stage *s) {
    return (size_t)s->network.layout.rows * (size_t)s->model->format.classes;
}

/* Logits of both sequences; the caller frees them. */
static real *run(stage *s) {
    lg_frame f = lg_engine_frame(&s->engine, &s->engine.buffers, &s->network, 0, 0, SEQUENCES);
    lg_graph_forward(s->network.graph, &f);
    size_t bytes = SEQUENCES * outputs(s) * sizeof(real);
    real *logits = malloc(bytes);
    memcpy(logits, lg_value(&f, s->network.logits).data, bytes);
    return logits;
}

static double largest_difference(const real *a, const real *b, size_t n) {
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs((double)a[i] - (double)b[i]));
    return most;
}

/* The largest difference, divided by the largest number: the logits of a tied head are small. */
static double relative_difference(const real *a, const real *b, size_t n) {
    double largest = 0;
    for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs((double)a[i]));
    return largest_difference(a, b, n) / largest;
}

/* The relative difference above which there is an effect: `least`, or 0 if the settings have an experimental entry. */
static double noticed(const char *settings, double least) {
    return is_any_tried(settings) ? 0 : least;
}

/* ---- other sequences of a batch ---- */

static void mates(const char *settings) {
    stage s;
    stage_open(&s, settings);
    write_tokens(&s);
    real *before = run(&s);
    for (int t = 0; t < s.network.layout.T; t++) *token(&s, 1, t) = (*token(&s, 1, t) + 1) % s.model->format.symbols;
    int32_t *sources = sources_of(&s, 1);
    for (int t = 0; t < s.network.layout.sources; t++) sources[t] = (sources[t] + 1) % s.model->format.sources;
    real *after = run(&s);
    if (memcmp(before, after, outputs(&s) * sizeof(real))) fail_msg("%s: sequence 0 sees sequence 1", settings);
    if (!memcmp(before + outputs(&s), after + outputs(&s), outputs(&s) * sizeof(real)))
        fail_msg("%s: sequence 1 does not see itself", settings);
    free(before);
    free(after);
    stage_close(&s);
}

static void batch_mates_do_not_see_each_other(void **state) {
    (void)state;
    assert_each_combination("", mates);
    each_left_out("", mates);
    each_perceiver("", mates);
    each_with_memory_tokens("", mates);
    each_in_place("", mates);
    each_pattern("", mates);
    each_with_gating("", mates);
}

/* ---- causality ---- */

static void causal(const char *settings) {
    stage s;
    stage_open(&s, settings);
    write_tokens(&s);
    real *before = run(&s);
    const lg_sequence_layout *layout = &s.network.layout;
    const int m = layout->m, C = s.model->format.classes;
    for (int j = 0; j + 1 < m; j++) { /* later tokens read target j */
        int32_t *const id = token(&s, 0, s.model->architecture.entry->target_token(s.model, layout, layout->n, j)),
                       kept = *id;
        *id = (kept + 1) % C;
        real *after = run(&s);
        *id = kept;
        if (memcmp(before, after, (size_t)((j + 1) * C) * sizeof(real)))
            fail_msg("%s: output %d is seen by those before it", settings, j);
        if (!memcmp(before + (j + 1) * C, after + (j + 1) * C, (size_t)((m - j - 1) * C) * sizeof(real)))
            fail_msg("%s: output %d is not seen by those after it", settings, j);
        free(after);
    }
    free(before);
    stage_close(&s);
}

static void causal_masks_hide_the_future(void **state) {
    (void)state;
    assert_each_combination("mask=causal model.decode=autoregressive model.precision=fp32", causal);
    assert_each_combination("mask=lambda model.decode=autoregressive model.precision=fp32", causal);
    each_left_out("model.decode=autoregressive model.precision=fp32", causal);
    each_pattern("model.decode=autoregressive model.precision=fp32", causal);
    each_with_gating("mask=causal model.decode=autoregressive protocol=pass model.precision=fp32", causal);
    causal("architecture=perceiver_ar encoding=rope");
    causal("architecture=perceiver_ar encoding=alibi block=post_norm data=copy_cmc data.alphabet=7");
    assert_each_combination("mask=bca model.decode=autoregressive model.precision=fp32", causal);
}

/* ---- shifts ---- */

/* Shifts all positions of the position sample and recomputes everything that depends on them. Returns false if the
 * sample has only distances. */
static bool shift(stage *s, double by) {
    lg_position_sample *d = &s->engine.buffers.positions;
    if (!d->ids[0].position) return false;
    for (int i = 0; i < d->streams * d->count; i++)
        for (int t = 0; t < d->ids[i].T; t++) ((double *)d->ids[i].position)[t] += by;
    lg_graph_fill(s->network.graph, d, s->engine.buffers.constants.data);
    lg_frame f = lg_engine_frame(&s->engine, &s->engine.buffers, &s->network, 0, 0, SEQUENCES);
    lg_graph_run_shared(s->network.graph, &f);
    return true;
}

static void shifted(const char *settings) {
    stage s;
    stage_open(&s, settings);
    write_tokens(&s);
    real *before = run(&s);
    const lg_encoding *encoding = s.model->positional[0]->encoding.entry;
    const bool shares = !strcmp(encoding->name, "fire"); /* fire divides distances by the longest distance */
    const bool possible = shift(&s, encoding->shift_invariant ? 1000 : shares ? 1100 : 11);
    real *after = run(&s);
    double difference = relative_difference(before, after, SEQUENCES * outputs(&s));
    const bool recurrent = s.model->architecture.entry->cells; /* reads no positions */
    /* Sequences of copy tasks are so long that some chunks have no input tokens. Outputs in these chunks see only equal
     * tokens, so changed attention weights have no effect on them. */
    const bool alike = strstr(settings, "data=copy_") && strstr(settings, "mask=chunk") && !encoding->embed;
    if (!possible && !recurrent && encoding->reads == LG_POSITION_INPUT_IDS)
        fail_msg("%s: there are no positions to shift", settings);
    if ((recurrent || encoding->shift_invariant) && !(difference < (sizeof(real) == 8 ? 1e-11 : 1e-4)))
        fail_msg("%s: claims to be shift-invariant, logits differ by %g", settings, difference);
    if (possible && !recurrent && !alike && !encoding->shift_invariant && !(difference > noticed(settings, 3e-4)))
        fail_msg("%s: does not notice a shift: logits differ by %g", settings, difference);
    free(before);
    free(after);
    stage_close(&s);
}

static void shifts_are_noticed_where_they_should_be(void **state) {
    (void)state;
    assert_each_combination("model.precision=fp32", shifted);
    each_left_out("model.precision=fp32", shifted);
    each_perceiver("model.precision=fp32", shifted);
    each_with_memory_tokens("model.precision=fp32", shifted);
}

/* ---- order ---- */

static void in_order(const char *settings) {
    stage s;
    stage_open(&s, settings);
    write_tokens(&s);
    real *before = run(&s);
    for (int t = 0; t < LENGTH / 2; t++) {
        int32_t swap = *token(&s, 0, t);
        *token(&s, 0, t) = *token(&s, 0, LENGTH - 1 - t);
        *token(&s, 0, LENGTH - 1 - t) = swap;
    }
    real *after = run(&s);
    const bool ordered = s.model->positional[0]->encoding.entry->reads != LG_POSITION_INPUT_NONE ||
                         s.model->attention_function.entry->encodes_order || s.model->projection.entry->encodes_order ||
                         s.model->architecture.entry->cells;
    const double difference = relative_difference(before, after, outputs(&s));
    /* A branch with a small factor changes the residual stream little, but still more than rounding in double does. */
    if (ordered ? !(difference > noticed(settings, 3e-5)) : !(difference < (sizeof(real) == 8 ? 1e-11 : 1e-4)))
        fail_msg("%s: another order changes logits by %g", settings, difference);
    free(before);
    free(after);
    stage_close(&s);
}

static void order_matters_only_with_positions(void **state) {
    (void)state;
    assert_each_combination("task=bucket_sort mask=full model.precision=fp32 model.computation_steps=0", in_order);
}

/* ---- sides ---- */

/* The largest difference between the outputs of a sequence and those of the reversed sequence, at the tokens where both
 * sequences have outputs. */
static double mirrored_difference(const char *encoding) {
    char settings[200];
    stage s;
    snprintf(settings, sizeof settings, "task=duplicate_string mask=full %s", encoding);
    stage_open(&s, settings);
    const int T = s.network.layout.T, n = s.network.layout.first, C = s.model->format.classes;
    assert_true(T == 3 * n && s.network.layout.rows == 2 * n);
    for (int t = 0; t < T; t++) *token(&s, 0, t) = *token(&s, 1, T - 1 - t) = t * t % s.model->format.symbols;
    real *logits = run(&s), *forwards = logits, *backwards = logits + outputs(&s);
    double most = 0;
    for (int j = 0; j < n; j++) /* token n + j is token T - 1 - (n + j) = n + (n - 1 - j) of the reversed sequence */
        most = fmax(most, relative_difference(forwards + j * C, backwards + (n - 1 - j) * C, (size_t)C));
    free(logits);
    stage_close(&s);
    return most;
}

static void sides_are_distinguished_where_they_should_be(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        bool mirrors;
    } known[] = {{"encoding=none", true},
                 {"encoding=kerple", true},
                 {"encoding=sandwich", true},
                 {"encoding=fire", false},  /* distances are divided by a number that grows with the query's position */
                 {"encoding=alibi", false}, /* keys on the left are half a step nearer */
                 {"encoding=alibi encoding.trained_slopes=true", false},
                 {"encoding=alibi encoding.sides=symmetric", true},
                 {"encoding=alibi encoding.sides=symmetric encoding.trained_slopes=true", true},
                 {"encoding=alibi encoding.sides=split_heads", false}, /* the halves of the heads swap */
                 {"encoding=alibi encoding.sides=two_slopes", false},
                 {"encoding=alibi encoding.sides=two_slopes encoding.right_slope=1", true},
                 {"encoding=t5", false},
                 {"encoding=relative", false},
                 {"encoding=rope", false},
                 {"encoding=rope encoding.clip=3", false},
                 {"encoding=shaw encoding.clip=3", false},
                 {"encoding=shaw encoding.clip=3 positions=randomized positions.draw=distances", false},
                 {"encoding=shaw encoding.clip=3 positions=randomized positions.draw=positions positions.L=30", false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const double difference = mirrored_difference(known[i].settings);
        if (known[i].mirrors ? !(difference < (sizeof(real) == 8 ? 1e-11 : 1e-5)) : !(difference > 2e-4))
            fail_msg("%s: read backwards, logits differ by %g", known[i].settings, difference);
    }
}

/* ---- pairs of settings with equal or different logits ---- */

static real *logits_of(const char *settings, const char *more, size_t *count) {
    char both[300];
    stage s;
    snprintf(both, sizeof both, "task=reverse_string model.precision=fp32 %s %s", settings, more);
    stage_open(&s, both);
    assert_int_equal(s.network.layout.T, 2 * LENGTH);
    write_tokens(&s);
    real *logits = run(&s);
    *count = SEQUENCES * outputs(&s);
    stage_close(&s);
    return logits;
}

/* Kinds of encodings, by their use of positions. The test covers all registered encodings. It uses the options in
 * `tried`, if any, that make an encoding's effect visible in a small model. */
typedef enum kind { DISTANCES, ADDED, TURNED, ALL } kind;

static bool is_of_kind(const lg_encoding *e, kind k) {
    const bool invariant = e->shift_invariant;
    return k == ALL || (k == DISTANCES ? invariant && e->reads == LG_POSITION_INPUT_DISTANCES
                        : k == TURNED  ? invariant && e->rotate
                                       : !invariant);
}

static const char *const tried[][2] = {{"shaw", "encoding.clip=3"},
                                       {"learned", "encoding.rows=600"},
                                       {"tupe", "encoding.rows=600"},
                                       {"fire", "encoding.threshold=2"},
                                       {"cope", "encoding.max_position=5"},
                                       {"fox", ""},
                                       {"xpos", "encoding.scale_base=64"},
                                       {"rope", ""},
                                       {"kerple", ""},
                                       {"relative", ""},
                                       {"rope", "encoding.clip=3 encoding.compress=2"},
                                       {"kerple", "encoding.kernel=power"},
                                       {"relative", "encoding.shared_terms=true"},
                                       {"alibi", ""},
                                       {"alibi", "encoding.sides=two_slopes encoding.trained_slopes=true"}};

/* Pairs of settings. For sequences of 14 tokens, all encodings of a kind give the same logits with both settings
 * (`same`), or all give different logits. */
static const struct {
    const char *one, *other;
    kind encodings;
    bool same;
} renamed[] = {
    {"positions=standard", "positions=shifted", DISTANCES, true},
    {"positions=standard", "positions=shifted", TURNED, true},
    {"positions=standard", "positions=shifted", ADDED, false},
    {"positions=standard", "positions=shifted positions.shift=0", ADDED, true},
    {"positions=standard", "positions=interpolated", ALL, true},
    {"positions=standard", "positions=interpolated positions.trained=14", ALL, true},
    {"positions=standard", "positions=interpolated positions.trained=7", ALL, false},
    {"positions=interpolated positions.factor=0.5", "positions=interpolated positions.trained=7", ALL, true},
    {"positions=standard", "positions=randomized positions.L=14", ALL, true},
    {"positions=standard", "positions=clipped positions.width=13", DISTANCES, true},
    {"positions=standard", "positions=clipped positions.width=5 positions.compress=1", DISTANCES, true},
    {"positions=standard",
     "positions=augmented positions.global_shift=0 positions.local_shift=0 positions.max_scale=1 "
     "positions.center=false",
     ALL, true},
    {"mask=full", "mask=window mask.width=27", ALL, true},
    {"mask=full", "mask=window mask.width=27 mask.form=half", ALL, true},
    {"mask=full", "mask=window mask.width=14 mask.form=edge_shift", ALL, true},
    {"mask=full", "mask=three_blocks mask.block=7", ALL, true},
    {"mask=full", "mask=three_blocks mask.block=4", ALL, false},
    {"mask=window mask.width=5", "mask=window mask.width=5 mask.form=half", ALL, true},
    {"mask=window mask.width=4", "mask=window mask.width=4 mask.form=half", ALL, false},
    {"mask=causal", "mask=window mask.width=14 mask.form=causal", ALL, true},
    {"mask=causal", "mask=window mask.width=13 mask.form=causal", ALL, false},
    {"mask=causal", "mask=bca mask.block=7", ALL, true},
    {"mask=causal", "mask=bca mask.block=4", ALL, false},
    {"mask=causal", "mask=chunk mask.chunk=14 mask.form=causal", ALL, true},
    {"mask=causal", "mask=chunk mask.chunk=13 mask.form=causal", ALL, false},
    {"mask=lambda mask.width=5 mask.sinks=0", "mask=window mask.width=5 mask.form=causal", ALL, true},
};

/* Is the encoding refused with one of these two settings? */
static bool is_refused(const lg_encoding *e, const char *one, const char *other) {
    const bool positions = !strncmp(one, "positions", 9), causal = strstr(one, "causal") || strstr(one, "lambda");
    if (!positions) return e->causal && !causal;
    if (e->reads == LG_POSITION_INPUT_NONE) return true;
    if (strstr(other, "augmented") && !strcmp(e->name, "relative")) return true;
    return e->integer_positions && (strstr(other, "augmented") || strstr(other, "interpolated"));
}

/* If `same`, asserts that the logits of two settings are equal except for rounding. Otherwise asserts that they
 * differ. */
static void compare_named(const char *encoding, const char *one, const char *other, bool same) {
    size_t count;
    real *a = logits_of(one, encoding, &count), *b = logits_of(other, encoding, &count);
    const double difference = relative_difference(a, b, count);
    if (same ? !(difference < (sizeof(real) == 8 ? 1e-12 : 1e-5)) : !(difference > 1e-5))
        fail_msg("%s, %s and %s: logits differ by %g", encoding, one, other, difference);
    free(a);
    free(b);
}

static void are_renamed(const lg_encoding *e, const char *options) {
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        const char *one = renamed[i].one, *other = renamed[i].other;
        char encoding[120];
        if (!is_of_kind(e, renamed[i].encodings) || is_refused(e, one, other)) continue;
        snprintf(encoding, sizeof encoding, "encoding=%s %s", e->name, options);
        compare_named(encoding, one, other, renamed[i].same);
    }
}

static void some_choices_are_others_by_another_name(void **state) {
    (void)state;
    for (const lg_encoding *const *e = lg_encodings; *e; e++) {
        bool is_tried = false;
        for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
            if (strcmp(tried[i][0], (*e)->name)) continue;
            are_renamed(*e, tried[i][1]);
            is_tried = true;
        }
        if (!is_tried) are_renamed(*e, "");
    }
}

static void some_sides_are_others_by_another_name(void **state) {
    (void)state;
    static const struct {
        const char *one, *other;
        bool same;
    } sides[] = {
        {"encoding.sides=half_shift", "encoding.sides=half_shift encoding.trained_slopes=true", true},
        {"encoding.sides=symmetric", "encoding.sides=symmetric encoding.trained_slopes=true", true},
        {"encoding.sides=symmetric", "encoding.sides=two_slopes encoding.right_slope=1", true},
        {"encoding.sides=symmetric", "encoding.sides=two_slopes", false},
        {"encoding.sides=symmetric", "encoding.sides=split_heads", false},
        {"encoding.sides=symmetric mask=causal", "encoding.sides=two_slopes mask=causal", true},
        {"encoding.sides=two_slopes encoding.right_slope=3",
         "encoding.sides=two_slopes encoding.right_slope=3 encoding.trained_slopes=true", true},
        {"encoding.sides=split_heads", "encoding.sides=split_heads positions=shifted", true},
        {"encoding.sides=split_heads", "encoding.sides=split_heads positions=interpolated positions.trained=7", false},
    };
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        compare_named("encoding=alibi", sides[i].one, sides[i].other, sides[i].same);
}

/* Tests two tokens that are as far apart as the first and the last of 65,536 tokens. */
static void far_tokens_have_finite_logits(void **state) {
    (void)state;
    static const char *const encodings[] = {"encoding=alibi",
                                            "encoding=alibi encoding.sides=symmetric mask=causal",
                                            "encoding=alibi encoding.sides=split_heads",
                                            "encoding=alibi encoding.sides=two_slopes encoding.right_slope=100",
                                            "encoding=kerple encoding.kernel=power",
                                            "encoding=sandwich",
                                            "encoding=rope",
                                            "encoding=xpos mask=causal encoding.center=32768",
                                            "encoding=hard_alibi"};
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        size_t count;
        real *logits = logits_of("positions=interpolated positions.factor=5041.1538461538462", encodings[i], &count);
        for (size_t j = 0; j < count; j++)
            if (!isfinite(logits[j])) fail_msg("%s: logit %zu is %g", encodings[i], j, (double)logits[j]);
        free(logits);
    }
}

/* Clipping changes no bit of a row if none of the row's distances exceeds encoding.clip. With causal masks, this is
 * true for the rows of the first tokens. */
static void near_rows_are_those_of_plain_rotations(void **state) {
    (void)state;
    static const struct {
        const char *mask, *clip;
        int same; /* number of equal rows among the last 7 of 14 tokens */
    } known[] = {{"mask=full", "encoding.clip=13", LENGTH},
                 {"mask=causal", "encoding.clip=13", LENGTH},
                 {"mask=causal", "encoding.clip=9", 3},
                 {"mask=causal", "encoding.clip=7 encoding.compress=4", 1},
                 {"mask=window mask.width=7", "encoding.clip=3", LENGTH},
                 {"mask=full", "encoding.clip=12", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char plain[100], clipped[200];
        size_t count;
        snprintf(plain, sizeof plain, "model.blocks=3 encoding=rope %s", known[i].mask);
        snprintf(clipped, sizeof clipped, "%s %s", plain, known[i].clip);
        real *a = logits_of(plain, "", &count), *b = logits_of(clipped, "", &count);
        const size_t classes = count / (SEQUENCES * LENGTH);
        for (size_t r = 0; r < SEQUENCES * LENGTH; r++)
            if (!memcmp(a + r * classes, b + r * classes, classes * sizeof *a) != ((int)(r % LENGTH) < known[i].same))
                fail_msg("%s: row %zu of %d is %s", clipped, r % LENGTH, LENGTH,
                         (int)(r % LENGTH) < known[i].same ? "another" : "that without clipping");
        free(a);
        free(b);
    }
}

/* ---- keys and values of fewer heads ---- */

/* Copies each head (D columns) of each row `times` times: once for each query head that reads it. */
static void repeat_heads(real *to, const real *from, size_t rows, size_t heads, size_t D, size_t times) {
    for (size_t i = 0; i < rows * heads; i++)
        for (size_t n = 0; n < times; n++, to += D) memcpy(to, from + i * D, D * sizeof *to);
}

/* In `few`, query heads share keys and values. In `full`, each query head has its own. Copies the parameters of `few`
 * to `full`. */
static void copy_parameters(stage *full, const stage *few) {
    const lg_parameters *p = few->model->parameters, *all = full->model->parameters;
    const size_t D = (size_t)few->model->head_width, times = (size_t)(few->model->heads / few->model->key_heads);
    assert_int_equal(p->count, all->count);
    for (int i = 0; i < p->count; i++) {
        const lg_parameter_row *r = &p->rows[i], *other = &all->rows[i];
        const real *from = (const real *)(void *)((char *)few->engine.parameters.data + r->offset);
        real *to = (real *)(void *)((char *)full->engine.parameters.data + other->offset);
        const size_t rows = (size_t)r->shape[0], columns = r->count / rows;
        assert_string_equal(r->name, other->name);
        if (r->count == other->count)
            memcpy(to, from, r->count * sizeof *to);
        else
            repeat_heads(to, from, rows, columns / D, D, times);
    }
    prepare(full);
}

static void is_repeated(const char *settings, int heads) {
    char with[SETTINGS];
    stage full, few;
    snprintf(with, sizeof with, "%.900s model.key_heads=%d", settings, heads);
    stage_open(&full, settings);
    stage_open(&few, with);
    if (few.model->parameters->bytes >= full.model->parameters->bytes) fail_msg("%s: no fewer parameters", with);
    copy_parameters(&full, &few);
    write_tokens(&full);
    write_tokens(&few);
    real *a = run(&full), *b = run(&few);
    const double difference = relative_difference(a, b, SEQUENCES * outputs(&few));
    if (!(difference < 1e-6)) fail_msg("%s: logits differ by %g from those of repeated heads", with, difference);
    free(a), free(b);
    stage_close(&full);
    stage_close(&few);
}

static void grouped_keys_are_repeated_ones(void **state) {
    (void)state;
    static const char *const settings[] = {"encoding=rope mask=causal",
                                           "encoding=alibi projection=primer",
                                           "encoding=none attention=geometric",
                                           "encoding=sinusoid attention=linear",
                                           "encoding=cope attention=sink model.order=a persistent.pairs=3",
                                           "encoding=rope encoding.clip=3 mask=causal",
                                           "encoding=fox",
                                           "encoding=relative architecture=decoder model.order=sk memorizing.size=0",
                                           "encoding=t5 architecture=encoder_decoder cross.encoding=rope",
                                           "encoding=shaw architecture=encoder_decoder architecture.memory_tokens=3",
                                           "architecture=perceiver_io architecture.latents=5",
                                           "architecture=perceiver_ar encoding=rope"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        for (int heads = 1; heads <= 4; heads *= 2) {
            char more[SETTINGS];
            snprintf(more, sizeof more, "model.width=32 model.heads=8 %s", settings[i]);
            is_repeated(more, heads);
        }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_mates_do_not_see_each_other),
        cmocka_unit_test(causal_masks_hide_the_future),
        cmocka_unit_test(far_tokens_have_finite_logits),
        cmocka_unit_test(shifts_are_noticed_where_they_should_be),
        cmocka_unit_test(order_matters_only_with_positions),
        cmocka_unit_test(sides_are_distinguished_where_they_should_be),
        cmocka_unit_test(some_choices_are_others_by_another_name),
        cmocka_unit_test(some_sides_are_others_by_another_name),
        cmocka_unit_test(near_rows_are_those_of_plain_rotations),
        cmocka_unit_test(grouped_keys_are_repeated_ones),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("properties", tests, NULL, NULL);
}
