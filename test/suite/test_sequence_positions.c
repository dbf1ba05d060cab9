/* test_sequence_positions.c: positions that are drawn for each sequence of a batch. Draws differ between sequences and
 * follow the distributions of their samplers. If all sequences have the same draw, results equal those of one draw per
 * pass, with every encoding. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/kernel.h"
#include "nn/axes/encoding.h"
#include "nn/stream/position_sample.h"
#include "opened_models.h"
#include "samples.h"
#include "train/state.h"

#include <cmocka.h>

enum { LENGTH = 7, SEQUENCES = 6, MOST_ROWS = 200 };

#define must(call)                                                                                                     \
    do {                                                                                                               \
        if (!(call)) fail_msg("%s: %s", settings, b->err.text);                                                        \
    } while (0)

static void step_or_fail(bench *b, lg_step *out) {
    if (!lg_trainer_step(b->trainer, out, &b->err)) fail_msg("%s", b->err.text);
}

/* ---- draws ---- */

/* The positions that a sequence of the last training step had. */
static const lg_position_ids *ids_of(const bench *b, int stream, int sequence) {
    return lg_position_sample_ids(&b->trainer->passes[0].buffers.own[sequence], stream, 0);
}

static bool same_ids(const lg_position_ids *x, const lg_position_ids *y) {
    const size_t T = (size_t)x->T;
    if (x->position) return !memcmp(x->position, y->position, T * sizeof *x->position);
    return !memcmp(x->distance, y->distance, (2 * T - 1) * sizeof *x->distance);
}

/* Draws differ between two sequences of a batch, and between two steps of the same sequence. */
static void sequences_have_draws_of_their_own(void **state) {
    (void)state;
    static const char *const known[] = {
        "encoding=sinusoid positions=shifted positions.shift=9999999",
        "encoding=rope positions=augmented",
        "encoding=alibi positions=augmented",
        "encoding=rope positions=randomized positions.per=sequence",
        "encoding=t5 positions=randomized positions.per=sequence",
        "encoding=relative positions=randomized positions.draw=positions positions.per=sequence",
        "encoding=sinusoid positions=unsorted positions.per=sequence",
        "encoding=kerple positions=equal_mean positions.per=sequence",
        "encoding=relative positions=equal_mean positions.per=sequence",
        "encoding=relative positions=randomized positions.per=sequence",
        "encoding=relative positions=augmented",
        "architecture=encoder_decoder encoding=sinusoid positions=augmented",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bench b = bench_open_well(known[i], 2);
        const int streams = strstr(known[i], "encoder_decoder") ? 2 : 1, count = 12;
        lg_step step;
        double before[2][64];
        for (int k = 0; k < 2; k++) {
            step_or_fail(&b, &step);
            for (int n = 0; n < streams * count; n++)
                for (int m = 0; m < n; m++)
                    if (same_ids(ids_of(&b, n / count, n % count), ids_of(&b, m / count, m % count)) &&
                        n / count == m / count)
                        fail_msg("%s: sequences %d and %d have the same draw", known[i], n, m);
            const lg_position_ids *x = ids_of(&b, 0, 3);
            memcpy(before[k], x->position ? x->position : x->distance, sizeof(double) * (size_t)x->T);
        }
        assert_true(memcmp(before[0], before[1], sizeof(double) * (size_t)ids_of(&b, 0, 3)->T));
        bench_close(&b);
    }
}

/* All tokens of a sequence have the same random offset. Offsets 0..7 are equally likely. */
static void offsets_of_sequences_are_uniform(void **state) {
    (void)state;
    bench b = bench_open_well("encoding=sinusoid positions=shifted positions.shift=7 train.batch=400", 2);
    int counts[8] = {0};
    for (int k = 0; k < 5; k++) {
        lg_step step;
        step_or_fail(&b, &step);
        for (int n = 0; n < 400; n++) {
            const lg_position_ids *x = ids_of(&b, 0, n);
            assert_true(x->position[0] >= 0 && x->position[0] <= 7);
            for (int t = 0; t < x->T; t++) assert_true(x->position[t] == x->position[0] + t);
            counts[(int)x->position[0]]++;
        }
    }
    assert_uniform(counts, 8);
    bench_close(&b);
}

/* Each token has its own random shift of at most half a step, so tokens remain in order. All tokens of a sequence have
 * the same scale; its logarithm is uniform in -ln 2..ln 2. */
static void augmentations_of_sequences_have_their_distributions(void **state) {
    (void)state;
    const char *scaled = "encoding=rope positions=augmented positions.global_shift=0 positions.local_shift=0 "
                         "positions.max_scale=2 train.batch=400";
    bench all = bench_open_well("encoding=rope positions=augmented train.batch=400", 2),
          scales = bench_open_well(scaled, 2);
    int shares[10] = {0}, places[4] = {0};
    for (int k = 0; k < 5; k++) {
        lg_step step;
        step_or_fail(&all, &step);
        step_or_fail(&scales, &step);
        for (int n = 0; n < 400; n++) {
            const lg_position_ids *x = ids_of(&all, 0, n), *scale = ids_of(&scales, 0, n);
            const double last = (scale->T - 1) / 2.0, lambda = scale->position[scale->T - 1] / last;
            double steps[2] = {x->position[1] - x->position[0], x->position[2] - x->position[1]};
            for (int t = 1; t < x->T; t++) assert_true(x->position[t] > x->position[t - 1]);
            assert_true(steps[0] != steps[1]);
            for (int t = 0; t < scale->T; t++)
                assert_true(fabs(scale->position[t] - (t - last) * lambda) < 1e-12 * scale->T);
            shares[(int)floor(5 * (log2(lambda) + 1))]++;
            places[2 * (steps[0] > 1) + (steps[1] > 1)]++;
        }
    }
    assert_uniform(shares, 10);
    assert_true(places[0] > 0 && places[1] > 0 && places[2] > 0 && places[3] > 0); /* neighbours move independently */
    bench_close(&all);
    bench_close(&scales);
}

/* ---- one draw for all sequences ---- */

/* Source and target of a pair have the same shift and scale; other pairs have other ones. */
static void sides_of_a_pair_are_augmented_as_one(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=encoder_decoder task=reverse_string encoding=sinusoid positions=augmented "
                              "positions.center=false positions.local_shift=0 positions.max_scale=2 train.batch=60",
                              2);
    lg_step step;
    step_or_fail(&b, &step);
    int shares = 0;
    for (int n = 0; n < 20; n++) {
        const lg_position_ids *target = ids_of(&b, 0, n), *source = ids_of(&b, 1, n);
        assert_true(target->T > 1 && source->T > 1);
        for (int t = 0; t < target->T && t < source->T; t++) assert_true(target->position[t] == source->position[t]);
        shares += target->position[0] == ids_of(&b, 0, n + 1)->position[0];
    }
    assert_int_equal(shares, 0);
    bench_close(&b);
    b = bench_open_well("architecture=encoder_decoder task=reverse_string encoding=sinusoid positions=augmented", 2);
    step_or_fail(&b, &step);
    assert_true(ids_of(&b, 0, 0)->position[0] != ids_of(&b, 1, 0)->position[0]); /* local shifts differ */
    bench_close(&b);
}

/* The results of a batch: losses of its rows, and gradients. */
typedef struct trace {
    int count;
    real losses[MOST_ROWS];
    real *gradients;
    size_t elements;
} trace;

/* Runs sequences that all have number 0, and therefore the same draw. */
static trace run_batch(bench *b, const char *settings, lg_key positions) {
    lg_trainer *t = b->trainer;
    lg_engine *e = &t->engine;
    lg_network n;
    const lg_sequence_layout layout = lg_model_sequence_layout(t->model, LENGTH);
    must(lg_model_network(t->model, layout, SEQUENCES, true, false, &n, &b->err));
    must(lg_engine_reserve(e, &n, &b->err));
    must(lg_pass_open(&t->pass, e, &e->buffers, &n, SEQUENCES, false, &b->err));
    must(lg_pass_prepare(&t->pass, positions, true, &b->err));
    for (int i = 0; i < SEQUENCES; i++) {
        const lg_batch_record r = {.split = LG_SPLIT_TRAIN, .length = LENGTH, .index = i, .key = lg_key_root(4)};
        lg_pass_draw(&t->pass, &r, 0, i);
    }
    t->pass.loss_weight = (real)0.25;
    const lg_frame f = lg_pass_frame(&t->pass, &n, 0, 0, 0);
    e->model->kernels->zero(e->model->kernels, f.base[LG_SPACE_GRADIENT], e->gradients.bytes);
    lg_graph_forward(n.graph, &f);
    lg_pass_read(&t->pass, &f, &n, 0, layout.rows);
    lg_graph_backward(n.graph, &f);
    lg_graph_backward_shared(n.graph, &f);
    trace x = {.count = SEQUENCES * layout.rows, .elements = t->model->parameters->bytes / sizeof(real)};
    assert_true(x.count <= MOST_ROWS);
    memcpy(x.losses, t->pass.losses, sizeof(real) * (size_t)x.count);
    x.gradients = malloc(x.elements * sizeof(real));
    memcpy(x.gradients, lg_gradients_array(&e->gradients, 0).data, x.elements * sizeof(real));
    lg_network_free(&n);
    return x;
}

static trace trace_of(const char *model, const char *per) {
    char settings[400];
    const lg_key pass = lg_key_root(9);
    snprintf(settings, sizeof settings, "%s positions.per=%s", model, per);
    bench b = bench_open_well(settings, 1);
    bench_move_residuals(&b);
    const bool each = !strcmp(per, "sequence");
    const trace x = run_batch(&b, settings, each ? pass : lg_position_sample_key(pass, 0));
    bench_close(&b);
    return x;
}

/* Compares with a tolerance: if each sequence has its own table, sums over sequences are added in another order. */
static void expect_near(const char *what, const real *got, const real *want, size_t count) {
    double worst = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, fabs((double)got[i] - (double)want[i]));
        largest = fmax(largest, fabs((double)want[i]));
    }
    assert_true(largest > 0);
    if (!(worst <= (sizeof(real) == 8 ? 1e-13 : 1e-5) * largest))
        fail_msg("%s differ by %g of %g", what, worst, largest);
}

static void compare_draws(const char *model, bool bits) {
    trace each = trace_of(model, "sequence"), pass = trace_of(model, "pass");
    char what[400];
    assert_int_equal(each.count, pass.count);
    for (int i = 0; bits && i < pass.count; i++)
        if (each.losses[i] != pass.losses[i])
            fail_msg("%s: loss %d is %.9g, not %.9g", model, i, (double)each.losses[i], (double)pass.losses[i]);
    snprintf(what, sizeof what, "%s: losses", model);
    expect_near(what, each.losses, pass.losses, (size_t)pass.count);
    snprintf(what, sizeof what, "%s: gradients", model);
    expect_near(what, each.gradients, pass.gradients, pass.elements);
    free(each.gradients);
    free(pass.gradients);
}

static void sequences_of_one_draw(const char *model) {
    compare_draws(model, true);
}

static void one_draw_is_that_of_a_pass(void **state) {
    (void)state;
    static const char *const encodings[] = {
        "sinusoid",
        "sinusoid encoding.layout=interleaved",
        "learned",
        "rope",
        "rope encoding.pairs=halves",
        "rope encoding.clip=3 encoding.compress=2",
        "xpos encoding.scale_base=64",
        "alibi",
        "alibi encoding.sides=split_heads",
        "hard_alibi",
        "alibi encoding.sides=two_slopes encoding.trained_slopes=true",
        "kerple",
        "kerple encoding.kernel=power encoding.bias_in_scale=true",
        "sandwich",
        "t5",
        "shaw",
        "shaw encoding.shared_table=true",
        "fire",
        "fire encoding.shared_bias=true",
        "tupe",
        "tupe encoding.first_token=free encoding.relative=true",
        "tupe encoding.first_token=rows encoding.released=true",
        "relative positions.draw=positions",
    };
    static const char *const samplers[] = {"shifted", "augmented", "equal_mean", "unsorted positions.L=60",
                                           "randomized positions.L=60"};
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        for (size_t j = 0; j < sizeof samplers / sizeof *samplers; j++) {
            char model[300];
            const bool reals = j == 1 || j == 2,
                       whole = strstr(encodings[i], "learned") || strstr(encodings[i], "tupe");
            const bool draws = strstr(encodings[i], "relative positions");
            if ((reals && whole) || (draws && j != 4)) continue; /* refused */
            snprintf(model, sizeof model, "encoding=%s positions=%s model.blocks=3", encodings[i], samplers[j]);
            sequences_of_one_draw(model);
        }
    sequences_of_one_draw(
        "architecture=decoder encoding=alibi positions=augmented data=copy_cmc positions.center=false");
    sequences_of_one_draw("architecture=decoder encoding=rope positions=shifted data=copy_cmc block=pre_norm");
    sequences_of_one_draw("encoding=t5 positions=randomized positions.L=60 mask=chunk mask.chunk=4");
}

/* If sequences share one table of distance vectors, attention reads the table along diagonals. If each sequence has its
 * own table, attention looks up the vector of each pair of tokens, or rotates queries by positions instead. */
static void distances_of_sequences_are_those_of_a_pass(void **state) {
    (void)state;
    static const char *const known[] = {
        "positions=randomized positions.L=60",
        "positions=randomized positions.L=60 positions.both_sides=true",
        "positions=randomized positions.L=60 mask=chunk mask.chunk=4",
        "positions=released positions.L=60",
        "positions=equal_mean",
        "positions=equal_mean mask=causal scale=log_n",
        "positions=equal_mean architecture=decoder data=copy_cmc encoding.shared_terms=true",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char model[300];
        snprintf(model, sizeof model, "encoding=relative model.blocks=3 %s", known[i]);
        compare_draws(model, false);
    }
    sequences_of_one_draw("encoding=relative positions=augmented model.blocks=3");
    sequences_of_one_draw("encoding=relative positions=augmented positions.center=false architecture=decoder "
                          "data=copy_cmc model.blocks=2");
}

/* ---- distances do not depend on offsets ---- */

/* Losses of three steps. */
static void train(const char *settings, double losses[3]) {
    bench b = bench_open_well(settings, 1);
    for (int i = 0; i < 3; i++) {
        lg_step step;
        step_or_fail(&b, &step);
        losses[i] = step.loss;
    }
    bench_close(&b);
}

/* With positions 0..T-1 from a sampler of real positions, queries are rotated by their positions. This gives the same
 * losses as integer distances, whose vectors are read along diagonals. */
static void rotated_scores_are_those_along_diagonals(void **state) {
    (void)state;
    static const char *const known[] = {
        "", "mask=causal scale=log_n", "architecture=decoder data=copy_cmc mask=window mask.form=causal mask.width=4",
        "architecture=encoder_decoder encoding.shared_terms=true", "block=pre_norm mask=chunk mask.chunk=4"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char one[300], other[300];
        double rotated[3], along[3];
        snprintf(one, sizeof one,
                 "encoding=relative positions=augmented positions.center=false positions.global_shift=0 "
                 "positions.local_shift=0 positions.max_scale=1 %s",
                 known[i]);
        snprintf(other, sizeof other, "encoding=relative %s", known[i]);
        train(one, rotated);
        train(other, along);
        for (int k = 0; k < 3; k++)
            if (!(fabs(rotated[k] - along[k]) <= (sizeof(real) == 8 ? 1e-10 : 2e-5) * along[k]))
                fail_msg("%s: loss %d is %.17g, not %.17g", one, k, rotated[k], along[k]);
    }
}

static void offset_is_noticed(const lg_encoding *e, const char *options) {
    char one[200], other[200];
    double shifted[3], standard[3];
    snprintf(one, sizeof one, "encoding=%s %s positions=shifted", e->name, options);
    snprintf(other, sizeof other, "encoding=%s %s positions=standard", e->name, options);
    train(one, shifted);
    train(other, standard);
    const double slack = !e->rotate ? 0 : sizeof(real) == 8 ? 1e-12 : 1e-5;
    for (int k = 0; k < 3 && e->shift_invariant; k++)
        if (!(fabs(shifted[k] - standard[k]) <= slack))
            fail_msg("%s: loss %d is %.17g, not %.17g", one, k, shifted[k], standard[k]);
    if (!e->shift_invariant && !(fabs(shifted[2] - standard[2]) > 1e-6)) fail_msg("%s: offsets change no loss", one);
}

/* Shifts all positions by an offset. Distance encodings have the same bits as without it. Encodings of absolute
 * positions have other results. Encodings that rotate queries and keys differ by rounding only. Encodings that read no
 * positions are skipped. */
static void offsets_change_no_distances(void **state) {
    (void)state;
    for (const lg_encoding *const *e = lg_encodings; *e; e++)
        if ((*e)->reads != LG_POSITION_INPUT_NONE)
            offset_is_noticed(*e, !strcmp((*e)->name, "fire")   ? "encoding.threshold=2"
                                  : !strcmp((*e)->name, "xpos") ? "encoding.scale_base=64"
                                                                : "");
    offset_is_noticed(lg_entry_find(lg_encodings, "kerple"), "encoding.kernel=power");
    offset_is_noticed(lg_entry_find(lg_encodings, "rope"), "encoding.clip=3");
}

/* ---- workers ---- */

static void workers_change_nothing(void **state) {
    (void)state;
    static const char *const known[] = {("encoding=sinusoid positions=augmented positions.center=false data=copy_cmc "
                                         "curriculum=uniform architecture=decoder"),
                                        "encoding=rope positions=shifted", "encoding=kerple positions=augmented",
                                        "encoding=relative positions=augmented"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "%s train.batch=37", known[i]);
        bench one = bench_open_well(settings, 1), many = bench_open_well(settings, 3);
        for (int k = 0; k < 4; k++) {
            lg_step step;
            step_or_fail(&one, &step);
            step_or_fail(&many, &step);
        }
        assert_true(same_state(one.trainer, many.trainer));
        bench_close(&one);
        bench_close(&many);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_have_draws_of_their_own),
        cmocka_unit_test(offsets_of_sequences_are_uniform),
        cmocka_unit_test(augmentations_of_sequences_have_their_distributions),
        cmocka_unit_test(sides_of_a_pair_are_augmented_as_one),
        cmocka_unit_test(one_draw_is_that_of_a_pass),
        cmocka_unit_test(distances_of_sequences_are_those_of_a_pass),
        cmocka_unit_test(rotated_scores_are_those_along_diagonals),
        cmocka_unit_test(offsets_change_no_distances),
        cmocka_unit_test(workers_change_nothing),
    };
    return cmocka_run_group_tests_name("positions of sequences", tests, NULL, NULL);
}
