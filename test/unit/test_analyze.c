/* test_analyze.c: analysis of a trained run through the public header. Three ways to turn off attention heads agree.
 * Layers and point clouds have the right sizes. Curves equal those of an evaluation, and each value lies in its
 * confidence interval. Invalid requests are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/analysis.h"
#include "error_words.h"
#include "runs.h"

enum { HEADS = 2, BLOCKS = 3, SHORT = 4, LONG = 11 };

static const int lengths[] = {SHORT, LONG};

static const char text[] = "task: reverse_string\nencoding: relative\npositions: {name: randomized, L: 64}\n"
                           "model: {width: 8, heads: 2, blocks: 3, feed_forward: 8}\n"
                           "curriculum.lengths: 1..5\ntrain: {steps: 30, batch: 16}\n"
                           "eval: {lengths: [1..12], sequences: 25, position_samples: 3}\n";

static void train(void) {
    FILE *file = fopen(scratch_path(folder, "run.yaml"), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    lg_config *f = run_new("run");
    assert_int_equal(lg_config_load(f, scratch_path(folder, "run.yaml")), LG_OK);
    run_train(f);
}

static int open_all(void **state) {
    if (runs_open(state) != 0) return -1;
    train();
    return 0;
}

/* ---- attention ---- */

typedef struct maps {
    lg_attention_map map[2 * BLOCKS];
    double *weights[2 * BLOCKS];
    int count;
} maps;

static void keep_map(void *user, const lg_attention_map *m) {
    maps *s = user;
    const size_t bytes = sizeof(double) * (size_t)m->matrices * (size_t)m->tokens * (size_t)m->tokens;
    assert_true(s->count < 2 * BLOCKS);
    s->map[s->count] = *m;
    s->weights[s->count] = malloc(bytes);
    assert_non_null(s->weights[s->count]);
    memcpy(s->weights[s->count++], m->weights, bytes);
}

static maps look(lg_run *r, lg_head_choice choice, int64_t sequence) {
    maps s = {0};
    if (lg_analyze_attention(r, LG_ATTENTION_SELF, lengths, 2, choice, sequence, keep_map, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    assert_int_equal(s.count, 2 * BLOCKS);
    return s;
}

static void forget(maps *s) {
    for (int i = 0; i < s->count; i++) free(s->weights[i]);
}

static void heads_made_one(void **state) {
    (void)state;
    lg_run *r = run_open("run");
    maps all = look(r, LG_HEADS_ALL, 0), most = look(r, LG_HEADS_MAX, 0), mean = look(r, LG_HEADS_MEAN, 0);
    for (int i = 0; i < 2 * BLOCKS; i++) {
        const lg_attention_map *m = &all.map[i];
        const int n = i < BLOCKS ? SHORT : LONG, count = 4 * n * n;
        assert_int_equal(m->length, n);
        assert_int_equal(m->block, i % BLOCKS);
        assert_int_equal(m->blocks, BLOCKS);
        assert_int_equal(m->tokens, 2 * n);
        assert_true(m->inputs == n && m->outputs == n && m->first == n);
        assert_true(m->matrices == HEADS && most.map[i].matrices == 1 && mean.map[i].matrices == 1);
        for (int k = 0; k < count; k++) {
            const double x = all.weights[i][k], y = all.weights[i][count + k];
            assert_true(most.weights[i][k] == (x > y ? x : y));
            assert_true(fabs(mean.weights[i][k] - (x + y) / 2) < 1e-15);
        }
    }
    forget(&all);
    forget(&most);
    forget(&mean);
    lg_run_free(r);
}

/* ---- activations ---- */

typedef struct layers {
    lg_slots slots;
    int count;
    double first, explained, overlap; /* of the last layer; first: one coordinate of a point */
} layers;

static void see_layer(void *user, const lg_layer_map *m) {
    layers *s = user;
    assert_int_equal(m->layer, s->count++);
    assert_int_equal(m->layers, BLOCKS + 1);
    assert_int_equal(m->width, 8);
    assert_int_equal(m->set_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(m->sets[i].length, lengths[i]);
        assert_int_equal(m->sets[i].points, 6 * lengths[i] * (s->slots == LG_SLOTS_ALL ? 2 : 1));
        assert_true(m->sets[i].overlap > 0 && m->sets[i].overlap <= 1 + 1e-12);
    }
    assert_true(fabs(m->sets[0].overlap - 1) < 1e-12);
    /* with relative positions all output tokens have the same embedding, so no plane explains any variance */
    assert_true((m->layer == 0 && s->slots == LG_SLOTS_OUTPUT) == (isnan(m->explained[0]) != 0));
    s->first = m->sets[1].at[0];
    s->explained = m->explained[0];
    s->overlap = m->sets[1].overlap;
}

static layers see(lg_run *r, lg_slots slots) {
    layers s = {.slots = slots};
    if (lg_analyze_activations(r, lengths, 2, 6, slots, see_layer, &s) != LG_OK) fail_msg("%s", lg_error_text(context));
    assert_int_equal(s.count, BLOCKS + 1);
    return s;
}

static void layers_and_clouds(void **state) {
    (void)state;
    lg_run *r = run_open("run");
    const layers input = see(r, LG_SLOTS_INPUT), again = see(r, LG_SLOTS_INPUT);
    see(r, LG_SLOTS_OUTPUT);
    see(r, LG_SLOTS_ALL);
    assert_true(input.first == again.first && input.explained == again.explained && input.overlap == again.overlap);
    lg_run_free(r);
}

/* ---- curves ---- */

typedef struct curve {
    lg_length_report points[12];
    int count;
} curve;

static void keep_point(void *user, const lg_length_report *p) {
    curve *c = user;
    assert_true(c->count < 12);
    c->points[c->count++] = *p;
}

static void set(lg_run *r, const char *key, const char *value) {
    assert_int_equal(lg_config_set(lg_run_config(r), key, value, LG_FLAG, ""), LG_OK);
}

static void curves(void **state) {
    (void)state;
    lg_run *r = run_open("run");
    curve plain = {0}, one = {0}, other = {0};
    lg_score_report score;
    lg_callbacks calls = {.user = &plain, .length = keep_point};
    assert_int_equal(lg_run_eval(r, &calls, &score), LG_OK);
    calls.user = &one;
    assert_int_equal(lg_analyze_curve(r, 200, &calls, &score), LG_OK);
    set(r, "eval.batch", "7");
    set(r, "threads", "3");
    calls.user = &other;
    assert_int_equal(lg_analyze_curve(r, 200, &calls, &score), LG_OK);
    assert_true(plain.count == 12 && one.count == 12 && other.count == 12);
    for (int i = 0; i < 12; i++) {
        const lg_length_report *x = &one.points[i], *y = &other.points[i];
        assert_true(x->value == plain.points[i].value && isnan(plain.points[i].low));
        assert_true(x->low <= x->value && x->value <= x->high && x->high - x->low < 0.6);
        assert_true(x->low == y->low && x->high == y->high);
    }
    assert_true(one.points[8].low < one.points[8].high);
    lg_run_free(r);
}

/* ---- refusals ---- */

/* ---- units of feed-forward networks ---- */

enum { UNITS = 8, SEQUENCES = 5, TOKENS = SEQUENCES * 2 * SHORT };

typedef struct unit_places {
    int blocks[BLOCKS * UNITS], units[BLOCKS * UNITS];
    lg_unit_place places[BLOCKS * UNITS][TOKENS]; /* their pointers to words become invalid */
    int count, place_count;
} unit_places;

static void keep_unit(void *user, const lg_unit_report *x) {
    unit_places *s = user;
    double sum = 0, all = 0;
    int positive = 0;
    assert_true(s->count < BLOCKS * UNITS);
    assert_true(x->units == UNITS && x->tokens == TOKENS && x->place_count == (size_t)s->place_count);
    for (size_t i = 0; i < x->place_count; i++) {
        const lg_unit_place *p = &x->places[i];
        const bool predicts = p->token >= SHORT; /* outputs are at the empty tokens */
        assert_true(p->length == SHORT && p->tokens == 2 * SHORT && !p->target == !predicts);
        assert_true(!strcmp(p->words[p->token], "<empty>") == predicts);
        if (predicts) assert_string_equal(p->target, p->words[2 * SHORT - 1 - p->token]); /* reversed */
        if (i > 0) assert_true(p->activation <= p[-1].activation);
        sum += p->activation, positive += p->activation > 0;
        s->places[s->count][i] = *p;
    }
    if (s->place_count == TOKENS) {
        assert_true(fabs(x->mean - sum / TOKENS) < 1e-12);
        assert_true(fabs(x->positive - (double)positive / TOKENS) < 1e-12);
    }
    assert_true(x->symbol_count == 2); /* the task has two output symbols */
    for (size_t i = 0; i < x->symbol_count; i++) all += x->symbols[i].probability;
    assert_true(fabs(all - 1) < 1e-12 && x->symbols[0].probability >= x->symbols[1].probability);
    s->blocks[s->count] = x->block, s->units[s->count++] = x->unit;
}

/* Reports all units with all tokens, in descending order of activation. Then reports one unit with its best three
 * tokens, which must be the first three of that unit in the first report. */
static void units_and_their_places(void **state) {
    (void)state;
    static unit_places all, one;
    static const int wanted[] = {6};
    lg_run *r = run_open("run");
    lg_unit_question q = {lengths, 1, SEQUENCES, -1, NULL, 0, UNITS, TOKENS, 9};
    all.place_count = TOKENS, one.place_count = 3;
    assert_int_equal(lg_analyze_units(r, &q, keep_unit, NULL, &all), LG_OK);
    assert_int_equal(all.count, BLOCKS * UNITS);
    for (int i = 1; i < all.count; i++)
        if (all.blocks[i] == all.blocks[i - 1])
            assert_true(all.places[i][0].activation <= all.places[i - 1][0].activation);
    q = (lg_unit_question){lengths, 1, SEQUENCES, 1, wanted, 1, 0, 3, 2};
    assert_int_equal(lg_analyze_units(r, &q, keep_unit, NULL, &one), LG_OK);
    assert_true(one.count == 1 && one.blocks[0] == 1 && one.units[0] == 6);
    int at = 0;
    while (all.blocks[at] != 1 || all.units[at] != 6) at++;
    for (int i = 0; i < 3; i++) {
        assert_true(one.places[0][i].activation == all.places[at][i].activation);
        assert_true(one.places[0][i].sequence == all.places[at][i].sequence);
        assert_int_equal(one.places[0][i].token, all.places[at][i].token);
    }
    q.block = BLOCKS;
    assert_int_equal(lg_analyze_units(r, &q, keep_unit, NULL, &one), LG_USAGE);
    assert_non_null(strstr(lg_error_text(context), "the model has the blocks 0..2"));
    lg_run_free(r);
}

static void refusals(void **state) {
    (void)state;
    lg_run *r = run_open("run");
    maps none = {0};
    lg_score_report score;
    const int zero = 0, far = 33, huge = LG_LENGTH_MAX;
    assert_fails(context, lg_analyze_attention(r, LG_ATTENTION_SELF, lengths, 0, LG_HEADS_MAX, 0, keep_map, &none),
                 LG_USAGE, "length");
    assert_fails(context, lg_analyze_attention(r, LG_ATTENTION_SELF, &zero, 1, LG_HEADS_MAX, 0, keep_map, &none),
                 LG_USAGE, "0 is not in 1..");
    assert_fails(context, lg_analyze_attention(r, LG_ATTENTION_SELF, &far, 1, LG_HEADS_MAX, 0, keep_map, &none),
                 LG_USAGE, "--positions.L 66");
    assert_fails(context, lg_analyze_attention(r, LG_ATTENTION_SELF, lengths, 2, LG_HEADS_MAX, -1, keep_map, &none),
                 LG_USAGE, "sequence");
    assert_fails(context, lg_analyze_attention(r, LG_ATTENTION_SELF, &huge, 1, LG_HEADS_MAX, 0, keep_map, &none),
                 LG_USAGE, "too large");
    assert_fails(context, lg_analyze_activations(r, lengths, 2, -1, LG_SLOTS_ALL, see_layer, NULL), LG_USAGE,
                 "sequences");
    assert_fails(context, lg_analyze_activations(r, &huge, 1, 1 << 20, LG_SLOTS_ALL, see_layer, NULL), LG_USAGE,
                 "too many");
    assert_fails(context, lg_analyze_activations(r, &far, 1, 1, LG_SLOTS_ALL, see_layer, NULL), LG_USAGE,
                 "--positions.L 66");
    assert_fails(context, lg_analyze_curve(r, 0, NULL, &score), LG_USAGE, "resamples");
    set(r, "model.width", "16");
    assert_fails(context, lg_analyze_curve(r, 10, NULL, &score), LG_USAGE, "model.width");
    assert_int_equal(none.count, 0);
    lg_run_free(r);
}

/* ---- shifts ---- */

enum { LAYERS = BLOCKS + 1 }; /* layers of a stream */

typedef struct similarities {
    int layers;
    const char *streams[2];
    double least[2 * LAYERS]; /* the lowest similarity in each layer */
} similarities;

static void keep_similarities(void *user, const lg_shift_map *m) {
    similarities *s = user;
    double *least = &s->least[s->layers];
    assert_true(s->layers < 2 * LAYERS && m->layer == s->layers % LAYERS);
    assert_string_equal(m->stream, s->streams[s->layers++ / LAYERS]);
    assert_true(m->layers == LAYERS && m->length == SHORT && m->sequences == 5 && m->count == 3);
    *least = 1;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            const double x = m->similarity[3 * i + j];
            assert_true(fabs(x - m->similarity[3 * j + i]) < 1e-12 && (i != j || fabs(x - 1) < 1e-6));
            *least = fmin(*least, x);
        }
}

static similarities shift_run(const char *name, const char *first, const char *second) {
    static const int offsets[] = {0, 9, 300};
    similarities s = {.streams = {first, second}};
    lg_run *r = run_open(name);
    if (lg_analyze_shifts(r, offsets, 3, SHORT, 5, keep_similarities, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    assert_int_equal(s.layers, second ? 2 * LAYERS : LAYERS);
    lg_run_free(r);
    return s;
}

/* Trains a run with the options of run.yaml. `options` replaces some of them. */
static void train_other(const char *name, const char *const *options) {
    lg_config *f = run_new(name);
    assert_int_equal(lg_config_load(f, scratch_path(folder, "run.yaml")), LG_OK);
    for (; options[0]; options += 2) assert_int_equal(lg_config_set(f, options[0], options[1], LG_FLAG, NULL), LG_OK);
    run_train(f);
}

/* Trains a run as train_other does, then measures shifts. */
static similarities shift_other(const char *name, const char *const *options, const char *first, const char *second) {
    train_other(name, options);
    return shift_run(name, first, second);
}

/* Shifts do not change states with distance encodings. With sinusoids they change the states of all layers. */
static void shifts_are_seen_by_what_reads_positions(void **state) {
    (void)state;
    const similarities relative = shift_run("run", "", NULL);
    for (int i = 0; i < LAYERS; i++) assert_true(fabs(relative.least[i] - 1) < 1e-5);
    const similarities sines = shift_other("sines", (const char *[]){"encoding", "sinusoid", NULL}, "", NULL);
    for (int i = 0; i < LAYERS; i++) assert_true(sines.least[i] < 0.95);
}

/* One stream reads positions and the other does not. A shift changes all layers of the stream that reads positions. A
 * shift of the encoder also changes the decoder's later layers; a shift of the decoder changes no layer of the
 * encoder. */
static void shifts_of_two_streams(void **state) {
    (void)state;
    const char *of_encoder[] = {"architecture", "encoder_decoder", "encoder.encoding", "sinusoid", NULL};
    const char *of_decoder[] = {"architecture", "encoder_decoder", "decoder.encoding", "sinusoid", NULL};
    const similarities encoder = shift_other("encoder", of_encoder, "encoder", "decoder");
    const similarities decoder = shift_other("decoder", of_decoder, "encoder", "decoder");
    for (int i = 0; i < LAYERS; i++) {
        assert_true(encoder.least[i] < 0.95 && fabs(decoder.least[i] - 1) < 1e-5);
        assert_true(decoder.least[LAYERS + i] < 0.95);
        assert_true(i == 0 ? fabs(encoder.least[LAYERS] - 1) < 1e-5 : encoder.least[LAYERS + i] < 1 - 1e-5);
    }
}

/* ---- records of several sizes, and few of them ---- */

typedef struct counts {
    int sequences[2], layers;
    size_t points[2];
} counts;

static void count_points(void *user, const lg_layer_map *m) {
    counts *c = user;
    c->layers++;
    for (size_t i = 0; i < m->set_count; i++) c->sequences[i] = m->sets[i].sequences, c->points[i] = m->sets[i].points;
}

static void count_maps(void *user, const lg_shift_map *m) {
    (void)m;
    ++*(int *)user;
}

static void count_gradients(void *user, const lg_gradient_point *p) {
    assert_true(p->loss > 0 && p->stream_count > 0 && p->sequences == 12);
    ++*(int *)user;
}

/* The records of a length have several sizes: the analysis covers all tokens of each record, without padding. */
static void sequences_have_sizes_of_their_own(void **state) {
    (void)state;
    const int two = 2, offsets[] = {0, 7};
    counts all = {0}, input = {0};
    int seen = 0, points = 0;
    train_other("sums", (const char *[]){"data", "addition", "data.examples", "300", "data.test_examples", "3",
                                         "architecture", "decoder", "encoding", "sinusoid", "curriculum", "epochs",
                                         "curriculum.lengths", "1..2", "eval.lengths", "1..3", NULL});
    lg_run *r = run_open("sums");
    const int of[] = {2, 3};
    assert_int_equal(lg_analyze_activations(r, of, 2, 0, LG_SLOTS_ALL, count_points, &all), LG_OK);
    assert_int_equal(lg_analyze_activations(r, of, 2, 0, LG_SLOTS_INPUT, count_points, &input), LG_OK);
    assert_true(all.layers == BLOCKS + 1 && all.sequences[0] == 30 && all.sequences[1] == 15); /* 15 = 5 * 3 records */
    for (int i = 0; i < 2; i++) {
        const size_t longest = (size_t)all.sequences[i] * (size_t)(2 * of[i] + 3 + of[i] + 4);
        assert_true(input.points[i] < all.points[i] && all.points[i] < longest);
        assert_true(input.points[i] % (size_t)all.sequences[i] != 0);
    }
    assert_fails(context, lg_analyze_activations(r, of, 2, 16, LG_SLOTS_ALL, count_points, &all), LG_USAGE,
                 "sequences: 16 wanted, but addition has only 15 of length 3");
    assert_int_equal(lg_analyze_shifts(r, offsets, 2, two, 0, count_maps, &seen), LG_OK);
    assert_int_equal(lg_analyze_gradients(r, two, 12, count_gradients, &points), LG_OK);
    assert_true(seen == BLOCKS + 1 && points == 2);
    lg_run_free(r);
}

/* Shifts compare the states of latents, but latents have no tokens for other analyses. */
static void latents_are_no_tokens(void **state) {
    (void)state;
    static const char *const names[] = {"perceiver_io", "perceiver_ar"};
    for (int i = 0; i < 2; i++) {
        const int offsets[] = {0, 9, 300};
        similarities s = {.streams = {""}};
        counts c = {0};
        maps none = {0};
        train_other(names[i], (const char *[]){"architecture", names[i], "encoding", "sinusoid", NULL});
        lg_run *r = run_open(names[i]);
        assert_int_equal(lg_analyze_shifts(r, offsets, 3, SHORT, 5, keep_similarities, &s), LG_OK);
        assert_true(s.layers == LAYERS && s.least[LAYERS - 1] < 0.999);
        assert_fails(context, lg_analyze_activations(r, lengths, 2, 4, LG_SLOTS_INPUT, count_points, &c), LG_USAGE,
                     "slots: input: blocks of architecture: perceiver_");
        assert_fails(context, lg_analyze_attention(r, LG_ATTENTION_SELF, lengths, 2, LG_HEADS_MAX, 0, keep_map, &none),
                     LG_USAGE, "has blocks over latents");
        assert_int_equal(lg_analyze_activations(r, lengths, 2, 4, LG_SLOTS_OUTPUT, count_points, &c),
                         i == 0 ? LG_USAGE : LG_OK);
        assert_true(c.layers == (i == 0 ? 0 : LAYERS) && c.points[1] == (i == 0 ? 0 : 4 * LONG));
        assert_int_equal(none.count, 0);
        lg_run_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_made_one),
        cmocka_unit_test(layers_and_clouds),
        cmocka_unit_test(curves),
        cmocka_unit_test(shifts_are_seen_by_what_reads_positions),
        cmocka_unit_test(shifts_of_two_streams),
        cmocka_unit_test(sequences_have_sizes_of_their_own),
        cmocka_unit_test(latents_are_no_tokens),
        cmocka_unit_test(units_and_their_places),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, open_all, runs_close);
}
