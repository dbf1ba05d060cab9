/* test_encodings.c: the numbers that each encoding computes equal tables worked out by hand. There are tables of
 * sinusoids in both layouts, of the slopes and half steps of linear biases, of the angles of rotations, and of the
 * vectors of relative offsets. Also tests which position samples the encodings read. */
#include "config/describe.h"
#include "formula/program.h"
#include "graph/ops.h"
#include "kernel/kernel.h"
#include "looking.h"
#include "nn/axes/mask.h"
#include "nn/axes/scale.h"
#include "nn/pieces/rotation.h"
#include "nn/stream/position_sample.h"
#include "train/state.h"

/* A training seed whose first draw of positions equals `wanted`. */
static int seed_drawing(int range, int count, const double *wanted) {
    double x[8];
    for (int seed = 0; seed < 100000; seed++) {
        const lg_key pass = lg_key_fold(lg_key_fold(lg_key_root((uint64_t)seed), LG_KEY_POSITIONS), 0);
        lg_sorted_subset(lg_key_fold(pass, 0), range, count, x);
        if (!memcmp(x, wanted, sizeof *x * (size_t)count)) return seed;
    }
    fail_msg("no seed draws these %d of %d", count, range);
    return -1;
}

/* ---- sinusoids ---- */

static void halves_are_side_by_side(void **state) {
    (void)state;
    matrix m;
    bench b = bench_open_well("encoding=sinusoid model.width=64 model.heads=8", 1);
    const double *a = look(&b, "embedding", 4, NULL, NULL, &m);
    assert_true(m.shape[0] == 4 && m.shape[1] == 64);
    for (int i = 0; i < 64; i++) expect("A(0)", a[i], i >= 32, 0);
    expect("A(1), column 1", a[64 + 1], sin(0.749894), 1e-6);
    expect("A(1), column 33", a[64 + 33], cos(0.749894), 1e-6);
    expect("A(3), column 0", a[3 * 64 + 0], 0.141120, 1e-6);
    expect("A(3), column 1", a[3 * 64 + 1], 0.778273, 1e-6);
    expect("A(3), column 32", a[3 * 64 + 32], -0.989992, 1e-6);
    expect("A(3), column 31", a[3 * 64 + 31], 3 * 1.333521e-4, 1e-8); /* 10000^(-31/32) */
    bench_close(&b);
}

/* Values printed by the program of Kazemnejad et al. The other layout has the same numbers interleaved, with positions
 * from 1. */
static void waves_have_two_layouts(void **state) {
    (void)state;
    static const double waves[2][8] = {
        {0.841471, 0.099833, 0.010000, 0.001000, 0.540302, 0.995004, 0.999950, 1.000000},
        {-0.958924, 0.479426, 0.049979, 0.005000, 0.283662, 0.877583, 0.998750, 0.999988},
    };
    matrix m;
    bench b = bench_open_well("encoding=sinusoid model.width=8 model.heads=2", 1);
    const double *a = look(&b, "embedding", 6, NULL, NULL, &m);
    for (int i = 0; i < 8; i++) expect("A(1)", a[8 + i], waves[0][i], 6e-7);
    for (int i = 0; i < 8; i++) expect("A(5)", a[5 * 8 + i], waves[1][i], 6e-7);
    bench_close(&b);
    b = bench_open_well("encoding=sinusoid encoding.layout=interleaved encoding.first=1 model.width=8 model.heads=2",
                        1);
    a = look(&b, "embedding", 5, NULL, NULL, &m);
    for (int i = 0; i < 8; i++) expect("pairs, A(1)", a[i], waves[0][i / 2 + i % 2 * 4], 6e-7);
    for (int i = 0; i < 8; i++) expect("pairs, A(5)", a[4 * 8 + i], waves[1][i / 2 + i % 2 * 4], 6e-7);
    bench_close(&b);
}

/* ---- linear biases ---- */

/* The slope of head h is (1/2)^exponent[h]. If the number of heads is between two powers of two, the slopes for the
 * smaller power come first, then every second slope for the larger power. */
static const struct slopes {
    int from, to; /* range of the number of heads; fewer heads than `to` use the first exponents */
    double exponent[16];
} slopes[] = {
    {1, 1, {8}},
    {2, 2, {4, 8}},
    {3, 3, {4, 8, 2}},
    {4, 4, {2, 4, 6, 8}},
    {5, 7, {2, 4, 6, 8, 1, 3, 5}},
    {8, 8, {1, 2, 3, 4, 5, 6, 7, 8}},
    {9, 15, {1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5}},
    {16, 16, {0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8}},
};

/* Asserts the biases of three tokens. `at_slope_one` [query, key] gives them for slope 1. Keys on the left are half a
 * step nearer. */
static void expect_biases(const char *settings, int heads, const double *exponent, const double at_slope_one[9]) {
    char more[300], what[400];
    snprintf(more, sizeof more, "encoding=alibi model.heads=%d model.width=%d %s", heads, heads, settings);
    matrix m;
    bench b = bench_open_well(more, 1);
    const double *bias = look(&b, "bias", 3, NULL, NULL, &m);
    assert_true((int)m.shape[0] == heads && m.shape[1] == 3 && m.shape[2] == 3);
    for (int h = 0; h < heads; h++)
        for (int e = 0; e < 9; e++) {
            snprintf(what, sizeof what, "%s: head %d, query %d, key %d", more, h, e / 3, e % 3);
            expect(what, bias[9 * h + e], pow(0.5, exponent[h]) * at_slope_one[e],
                   8 * unit() * fmax(1, fabs(at_slope_one[e])));
        }
    bench_close(&b);
}

static void biases_have_slopes_and_half_steps(void **state) {
    (void)state;
    static const double plain[9] = {0, -1, -2, -0.5, 0, -1, -1.5, -0.5, 0};
    int tested = 0;
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++)
        for (int heads = slopes[i].from; heads <= slopes[i].to; heads++, tested++)
            expect_biases("", heads, slopes[i].exponent, plain);
    assert_int_equal(tested, 16);
}

static void biases_take_the_drawn_distances(void **state) {
    (void)state;
    static const double exponent[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const double distances[9] = {0, -3, -7, -2.5, 0, -3, -6.5, -2.5, 0};
    static const double differences[9] = {0, -3, -8, -2.5, 0, -5, -7.5, -4.5, 0}; /* of positions 1, 4, 9 */
    const char *randomized = "positions=randomized positions.L=16 eval.lengths=6";
    char more[200];
    snprintf(more, sizeof more, "%s train.seed=%d", randomized, seed_drawing(15, 2, (double[]){2, 6}));
    expect_biases(more, 8, exponent, distances);
    snprintf(more, sizeof more, "%s positions.draw=positions train.seed=%d", randomized,
             seed_drawing(16, 3, (double[]){1, 4, 9}));
    expect_biases(more, 8, exponent, differences);
}

static void biases_have_sides(void **state) {
    (void)state;
    static const double symmetric[9] = {0, -1, -2, -1, 0, -1, -2, -1, 0};
    static const double half[9] = {0, -0.5, -1, -1, 0, -0.5, -2, -1, 0}, three[9] = {0, -3, -6, -1, 0, -3, -2, -1, 0};
    static const double plain[9] = {0, -1, -2, -0.5, 0, -1, -1.5, -0.5, 0};
    for (int trained = 0; trained < 2; trained++)
        for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
            char more[200];
            const char *train = trained ? "encoding.trained_slopes=true" : "";
            snprintf(more, sizeof more, "encoding.sides=symmetric %s", train);
            expect_biases(more, slopes[i].from, slopes[i].exponent, symmetric);
            snprintf(more, sizeof more, "encoding.sides=two_slopes %s", train);
            expect_biases(more, slopes[i].from, slopes[i].exponent, half);
            snprintf(more, sizeof more, "encoding.sides=two_slopes encoding.right_slope=3 %s", train);
            expect_biases(more, slopes[i].from, slopes[i].exponent, three);
            expect_biases(train, slopes[i].from, slopes[i].exponent, plain);
        }
}

/* The last of 65,536 tokens has a finite bias: 65,535 times the slope. */
static void biases_of_far_tokens_are_finite(void **state) {
    (void)state;
    static const char *const far = "positions=interpolated positions.factor=32767.5";
    static const double half[9] = {0, -32767.5, -65535, -32767, 0, -32767.5, -65534.5, -32767, 0};
    static const double symmetric[9] = {0, -32767.5, -65535, -32767.5, 0, -32767.5, -65535, -32767.5, 0};
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        char more[200];
        expect_biases(far, slopes[i].from, slopes[i].exponent, half);
        snprintf(more, sizeof more, "%s encoding.sides=symmetric", far);
        expect_biases(more, slopes[i].from, slopes[i].exponent, symmetric);
    }
}

static int exponents_of(int heads) {
    int i = 0;
    while (heads > slopes[i].to) i++;
    return i;
}

/* The two halves of the heads hide opposite sides. Each half has the slopes of a model with that many heads. Reversing
 * the sequence swaps the halves. */
static void halves_of_the_heads_see_a_side(void **state) {
    (void)state;
    for (int heads = 1; heads <= 16; heads++) {
        char more[200];
        snprintf(more, sizeof more, "encoding=alibi encoding.sides=split_heads model.heads=%d model.width=%d", heads,
                 heads);
        matrix m;
        bench b = bench_open_well(more, 1);
        const double *bias = look(&b, "bias", 3, NULL, NULL, &m);
        const int left = (heads + 1) / 2;
        for (int e = 0; e < heads * 9; e++) {
            const int h = e / 9, distance = e % 3 - e / 3 % 3, half = h < left ? left : heads - left;
            const double exponent = slopes[exponents_of(half)].exponent[h < left ? h : h - left];
            if (h < left ? distance > 0 : distance < 0)
                assert_true(bias[e] == (double)(real)-1e30);
            else
                expect(more, bias[e], -pow(0.5, exponent) * abs(distance), 8 * unit());
        }
        for (int e = 0; heads % 2 == 0 && e < left * 9; e++)
            assert_true(bias[e] == bias[left * 9 + e / 9 * 9 + 8 - e % 9]);
        bench_close(&b);
    }
}

/* Head h (counted from 0) of the local heads sees the h + 1 nearest keys, including its own token. The other heads see
 * all keys. */
static void first_heads_see_the_nearest_keys(void **state) {
    (void)state;
    enum { T = 5 };
    for (int heads = 1; heads <= 6; heads++)
        for (int local = 0; local <= heads; local++) {
            char more[200];
            snprintf(more, sizeof more, "encoding=hard_alibi encoding.local_heads=%d model.heads=%d model.width=%d",
                     local, heads, heads);
            matrix m;
            bench b = bench_open_well(more, 1);
            const double *bias = look(&b, "bias", T, NULL, NULL, &m);
            for (int e = 0; e < heads * T * T; e++) {
                const int h = e / (T * T), back = e / T % T - e % T, first = local > 0 ? local : heads / 2;
                assert_true(bias[e] == (h < first && back > h ? (double)(real)-1e30 : 0));
            }
            bench_close(&b);
        }
}

/* ---- trained biases ---- */

static const real *parameter(const bench *b, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++)
        if (!strcmp(lg_trainer_array(b->trainer, i).name, name)) return lg_trainer_array(b->trainer, i).value;
    fail_msg("there is no parameter %s", name);
    return NULL;
}

/* The first distance of each bucket that has more than one distance, for 32 buckets and a maximum distance of 128, as
 * printed in tables of T5. */
static const int causal_starts[] = {16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113, 1 << 30};
static const int side_starts[] = {8, 12, 16, 23, 32, 46, 64, 91, 1 << 30};

/* T5's formula in double. No distance here falls on a bucket boundary, where rounding of the logarithm might decide. */
static int bucket_by_formula(int t, int count, double max_distance) {
    const int exact = count / 2;
    if (t < exact) return t;
    const int bucket = exact + (int)((count - exact) * log((double)t / exact) / log(max_distance / exact) + 1e-12);
    return bucket < count ? bucket : count - 1;
}

static int bucket_of_distance(int distance, bool causal) {
    const int *starts = causal ? causal_starts : side_starts, exact = causal ? 16 : 8, t = abs(distance);
    int bucket = t;
    if (distance > 0 && causal) return 0;
    for (int k = 0; t >= starts[k]; k++) bucket = exact + k;
    assert_int_equal(bucket, bucket_by_formula(t, 2 * exact, 128));
    return bucket + (distance > 0 ? 16 : 0);
}

typedef struct bucket_test {
    const real *table;
    bool causal;
    int pairs; /* number of pairs checked */
} bucket_test;

/* With one head, the bias of every pair is that of its bucket. */
static void expect_buckets(void *user, const char *what, int rank, const size_t *shape, const double *bias) {
    bucket_test *t = user;
    const int T = (int)shape[1];
    if (strcmp(what, "bias")) return;
    assert_int_equal(rank, 3);
    for (int i = 0; i < T; i++)
        for (int j = 0; j < T; j++, t->pairs++)
            if (bias[(size_t)i * (size_t)T + (size_t)j] != (double)t->table[bucket_of_distance(j - i, t->causal)])
                fail_msg("query %d, key %d: %g", i, j, bias[i * T + j]);
}

static void distances_have_their_buckets(void **state) {
    (void)state;
    enum { T = 2000 };
    static const char *const masks[] = {"full", "causal", "window"};
    for (int i = 0; i < 3; i++) {
        char more[200];
        lg_error err = {0};
        snprintf(more, sizeof more, "encoding=t5 mask=%s model.heads=1 model.width=2", masks[i]);
        bench b = bench_open_well(more, 1);
        bucket_test t = {parameter(&b, "attention.bucket_bias"), i == 1, 0};
        const lg_inspect_request x = {.T = T};
        if (!bench_inspect(&b, lg_kernels_find(NULL), &x, expect_buckets, &t, &err)) fail_msg("%s", err.text);
        assert_int_equal(t.pairs, T * T);
        bench_close(&b);
    }
}

/* Twelve buckets instead of 32, checked by the formula, for both layouts of the bias, with randomized positions. */
static void buckets_are_of_the_drawn_distances(void **state) {
    (void)state;
    enum { T = 12, H = 2, COUNT = 12 };
    static const char *const draws[] = {"distances", "positions"};
    static const double max_distance[] = {7, 30, 2}; /* 2: distances from COUNT / 4 on share a bucket */
    for (int i = 0; i < 6; i++) {
        char more[300];
        matrix m, numbers;
        const double most = max_distance[i / 2];
        snprintf(more, sizeof more,
                 "encoding=t5 encoding.buckets=%d encoding.max_distance=%g positions=randomized positions.L=50 "
                 "positions.draw=%s model.heads=%d",
                 COUNT, most, draws[i % 2], H);
        bench b = bench_open_well(more, 1);
        const double *bias = look(&b, "bias", T, NULL, NULL, &m);
        const double *p = look(&b, i % 2 ? "positions" : "distances", T, NULL, NULL, &numbers);
        const real *table = parameter(&b, "attention.bucket_bias");
        for (int e = 0; e < H * T * T; e++) {
            const int q = e / T % T, k = e % T, D = (int)(i % 2 ? p[k] - p[q] : p[k - q + T - 1]), side = COUNT / 2;
            const int far = most < side / 2 && abs(D) >= side / 2;
            const int bucket = (far ? side - 1 : bucket_by_formula(abs(D), side, most)) + (D > 0 ? side : 0);
            expect(more, bias[e], (double)table[e / T / T * COUNT + bucket], 0);
        }
        bench_close(&b);
    }
}

static void kernels_take_the_drawn_distances(void **state) {
    (void)state;
    enum { T = 9, H = 2, D = 8 };
    static const char *const settings[] = {"", "positions=randomized positions.L=50",
                                           "positions=randomized positions.L=50 positions.draw=positions"};
    for (int i = 0; i < 12; i++) {
        char more[300];
        matrix m, numbers = {.data = {0}};
        const bool power = i & 1, scaled = i & 2;
        snprintf(more, sizeof more, "encoding=kerple encoding.kernel=%s encoding.bias_in_scale=%s %s",
                 power ? "power" : "log", scaled ? "true" : "false", settings[i / 4]);
        bench b = bench_open_well(more, 1);
        const double *bias = look(&b, "bias", T, NULL, NULL, &m);
        if (i >= 4) look(&b, i < 8 ? "distances" : "positions", T, NULL, NULL, &numbers);
        const real *r1 = parameter(&b, "attention.kernel_r1"), *r2 = parameter(&b, "attention.kernel_r2");
        for (int e = 0; e < H * T * T; e++) {
            const int h = e / T / T, q = e / T % T, k = e % T;
            const double *x = numbers.data;
            const double t = fabs(i < 4 ? k - q : i < 8 ? x[k - q + T - 1] : x[k] - x[q]), a = (double)r1[h];
            const double want = power ? -a * pow(t, (double)r2[h]) : -a * log(1 + (double)r2[h] * t);
            expect(more, bias[e], scaled ? want / sqrt(D) : want, 4 * unit() * (1 + fabs(want)));
        }
        bench_close(&b);
    }
}

/* Several blocks read one bias tensor if their biases have the same parameters and positions. */
static void blocks_share_a_bias(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int biases;
    } known[] = {{"encoding=t5", 1},
                 {"encoding=kerple", 1},
                 {"encoding=t5 positions=randomized", 1},
                 {"encoding=t5 positions=randomized positions.per=block", 3},
                 {"encoding=kerple positions=randomized", 1},
                 {"encoding=t5 positions=randomized positions.per=sequence", 1},
                 {"encoding=kerple positions=randomized positions.per=sequence", 1},
                 {"encoding=fire", 3},
                 {"encoding=fire encoding.shared_bias=true", 1},
                 {"encoding=alibi", 1},
                 {"encoding=alibi encoding.sides=split_heads", 1},
                 {"encoding=hard_alibi", 1},
                 {"encoding=alibi encoding.trained_slopes=true", 1},
                 {"encoding=alibi encoding.trained_slopes=true positions=randomized", 3},
                 {"encoding=alibi encoding.sides=two_slopes encoding.trained_slopes=true", 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char more[200];
        lg_network n;
        snprintf(more, sizeof more, "model.blocks=3 %s", known[i].settings);
        bench b = bench_open_well(more, 1);
        lg_model *m = lg_model_of(b.resolved->values, lg_kernels_find(NULL), &b.err);
        if (!m || !lg_model_network(m, lg_model_sequence_layout(m, 5), 2, true, true, &n, &b.err))
            fail_msg("%s", b.err.text);
        int biases = 0, attentions = 0;
        for (int j = 0; j < n.graph->count; j++) {
            const lg_tensor *t = n.graph->tensors[j];
            biases += t->op == &lg_op_desc_bias_lookup || t->op == &lg_op_desc_formula ||
                      t->op == &lg_op_desc_interpolated_bias;
            attentions += t->op == &lg_op_desc_attention;
        }
        assert_int_equal(attentions, 3);
        if (biases != known[i].biases) fail_msg("%s: %d biases", more, biases);
        lg_network_free(&n);
        lg_model_free(m);
        bench_close(&b);
    }
}

/* ---- scales ---- */

/* If queries and keys are vectors of ones, the score of query t is head_width times factor[t]. */
static void expect_factors(const char *settings, int T, const double *factor) {
    enum { D = 8 };
    double ones[16 * 16];
    matrix m;
    char more[200];
    for (int e = 0; e < 16 * 16; e++) ones[e] = 1;
    snprintf(more, sizeof more, "encoding=none %s", settings);
    bench b = bench_open_well(more, 1);
    const double *scores = look(&b, "scores", T, ones, ones, &m);
    for (int i = 0; i < T; i++) expect(more, scores[i * T] / sqrt(D), factor[i], 1e-6);
    bench_close(&b);
}

static void factors_grow_with_the_visible_keys(void **state) {
    (void)state;
    expect_factors("scale=inverse_sqrt", 2, (double[]){1, 1});
    expect_factors("scale=log_n scale.keys=4 mask=causal", 4, (double[]){0, 0.5, 0.7924813, 1});
    expect_factors("scale=log_n scale.keys=4 scale.at_least_one=true mask=causal", 8,
                   (double[]){1, 1, 1, 1, 1.160964, 1.292481, 1.403677, 1.5});
    expect_factors("scale=log_n scale.keys=64", 2, (double[]){1 / 6.0, 1 / 6.0});
    expect_factors("scale=log_n scale.keys=2", 16, (double[]){4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4});
    expect_factors("scale=log_n scale.keys=4 mask=window mask.width=3", 4, (double[]){0.5, 0.7924813, 0.7924813, 0.5});
    expect_factors("scale=log_n scale.keys=4 mask=chunk mask.chunk=4", 6, (double[]){1, 1, 1, 1, 0.5, 0.5});
    expect_factors("scale=log_n scale.keys=4 mask=lambda mask.width=3 mask.sinks=1", 6,
                   (double[]){0, 0.5, 0.7924813, 1, 1, 1});
}

/* Each string is the row of a query; # marks the keys that it sees. */
static void masks_have_their_shapes(void **state) {
    (void)state;
    enum { T = 8 };
    static const struct {
        const char *settings, *rows[T];
    } known[] = {
        {"mask=window mask.width=5",
         {"###.....", "####....", "#####...", ".#####..", "..#####.", "...#####", "....####", ".....###"}},
        {"mask=window mask.width=4",
         {"###.....", "####....", "#####...", ".#####..", "..#####.", "...#####", "....####", ".....###"}},
        {"mask=window mask.width=5 mask.form=half",
         {"###.....", "####....", "#####...", ".#####..", "..#####.", "...#####", "....####", ".....###"}},
        {"mask=window mask.width=4 mask.form=half",
         {"##......", "###.....", ".###....", "..###...", "...###..", "....###.", ".....###", "......##"}},
        {"mask=window mask.width=4 mask.form=causal",
         {"#.......", "##......", "###.....", "####....", ".####...", "..####..", "...####.", "....####"}},
        {"mask=window mask.width=5 mask.form=edge_shift",
         {"#####...", "#####...", "#####...", ".#####..", "..#####.", "...#####", "...#####", "...#####"}},
        {"mask=window mask.width=4 mask.form=edge_shift",
         {"####....", "####....", "####....", ".####...", "..####..", "...####.", "....####", "....####"}},
        {"mask=window mask.width=9 mask.form=edge_shift",
         {"########", "########", "########", "########", "########", "########", "########", "########"}},
        {"mask=chunk mask.chunk=3",
         {"###.....", "###.....", "###.....", "...###..", "...###..", "...###..", "......##", "......##"}},
        {"mask=chunk mask.chunk=3 mask.form=causal",
         {"#.......", "##......", "###.....", "...#....", "...##...", "...###..", "......#.", "......##"}},
        {"mask=bca mask.block=2",
         {"#.......", "##......", "###.....", "####....", "..###...", "..####..", "....###.", "....####"}},
        {"mask=three_blocks mask.block=2",
         {"####....", "####....", "######..", "######..", "..######", "..######", "....####", "....####"}},
        {"mask=three_blocks mask.block=3",
         {"######..", "######..", "######..", "########", "########", "########", "...#####", "...#####"}},
        {"mask=lambda mask.width=3 mask.sinks=1",
         {"#.......", "##......", "###.....", "####....", "#.###...", "#..###..", "#...###.", "#....###"}},
        {"mask=lambda mask.width=2 mask.sinks=3",
         {"#.......", "##......", "###.....", "####....", "#####...", "###.##..", "###..##.", "###...##"}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        bench b = bench_open_well(known[k].settings, 1);
        const lg_chosen_mask mask = b.trainer->model->mask;
        const int prefix = lg_mask_prefix(&mask);
        int32_t key_begin[T], key_end[T];
        mask.entry->range(&mask.own, T, key_begin, key_end);
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++)
                if ((known[k].rows[i][j] == '#') != (j < key_end[i] && (j >= key_begin[i] || j < prefix)))
                    fail_msg("%s: query %d, key %d", known[k].settings, i, j);
        bench_close(&b);
    }
}

/* The number of keys that each of 24 queries sees:
 * - Mask `bca`: the keys of the previous block, and those of the query's block up to the query.
 * - Causal window: all keys so far, at most `width`.
 * - Window with form edge_shift: always `width`. */
static void masks_show_so_many_keys(void **state) {
    (void)state;
    enum { T = 24, WIDTH = 8 };
    static const char *const settings[] = {"mask=bca mask.block=4", "mask=window mask.width=8 mask.form=causal",
                                           "mask=window mask.width=8 mask.form=edge_shift"};
    for (int k = 0; k < 3; k++) {
        bench b = bench_open_well(settings[k], 1);
        const lg_chosen_mask mask = b.trainer->model->mask;
        assert_true(lg_mask_is_causal(&mask) == (k < 2));
        int32_t key_begin[T], key_end[T];
        mask.entry->range(&mask.own, T, key_begin, key_end);
        for (int i = 0; i < T; i++) {
            const int want[] = {i < WIDTH ? i + 1 : 5 + i % 4, i < WIDTH ? i + 1 : WIDTH, WIDTH};
            if (key_end[i] - key_begin[i] != want[k]) fail_msg("%s: query %d", settings[k], i);
        }
        bench_close(&b);
    }
}

/* The scale of a query that sees n keys. */
static double scale_at(const char *settings, int head_width, int n) {
    lg_error err = {0};
    bench b = bench_open_well(settings, 1);
    const lg_chosen_scale s = b.trainer->model->scale;
    const lg_formula_source source = s.entry->formula_of(&s.own);
    lg_arena *arena = lg_arena_new();
    const lg_formula *f = lg_formula_parse(&source, arena, &err);
    if (!f) fail_msg("%s: %s", settings, err.text);
    const double keys = n, heads = 2, width = head_width;
    lg_formula_input in = {.lanes = 1};
    in.operand[LG_SCALE_N].at = &keys, in.operand[LG_SCALE_HEAD].at = in.operand[LG_SCALE_HEADS].at = &heads;
    in.operand[LG_SCALE_DK].at = &width;
    double scale;
    lg_program_run(f->program, &in, lg_arena_alloc(arena, lg_program_work(f->program) * sizeof(double)), &scale);
    lg_arena_free(arena);
    bench_close(&b);
    return scale;
}

/* Published values of log_m n, where m is scale.keys and n is the number of keys that a query sees. */
static void logarithms_are_those_of_the_paper(void **state) {
    (void)state;
    static const double known[2][7] = {{1, 1.166667, 1.333333, 1.5, 1.666667, 1.833333, 2},
                                       {0.6666667, 0.7777778, 0.8888889, 1, 1.111111, 1.222222, 1.333333}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 7; k++) {
            const double got = scale_at(i ? "scale=log_n scale.keys=512" : "scale=log_n scale.keys=64", 4, 64 << k);
            expect("log_m n", 2 * got, known[i][k], 1e-6 * known[i][k]);
        }
}

/* ---- real positions ---- */

/* Published values of a sinusoid of width 4 at the positions 0.255 and 3.4425. Also tests a model of four centred
 * tokens, whose first position is -1.5. */
static void sinusoids_take_real_positions(void **state) {
    (void)state;
    static const double known[][5] = {{0.255, 0.2522454, 0.9676633, 0.002549997, 0.9999967},
                                      {3.4425, -0.2963869, -0.955068, 0.0344182, 0.9994075},
                                      {-1.5, -0.997495, 0.0707372, -0.01499944, 0.9998875}};
    lg_sinusoid table;
    lg_sinusoid_init(&table, 4, 10000, 0);
    for (int i = 0; i < 3; i++) {
        real sine[2], cosine[2];
        lg_sinusoid_at(&table, known[i][0], sine, cosine);
        const double got[] = {(double)sine[0], (double)cosine[0], (double)sine[1], (double)cosine[1]};
        for (int c = 0; c < 4; c++) expect("sinusoid", got[c], known[i][1 + c], 1e-6);
    }
    lg_sinusoid_free(&table);
    matrix m;
    bench b =
        bench_open_well("encoding=sinusoid encoding.layout=interleaved model.width=4 model.heads=1 "
                        "positions=augmented positions.global_shift=0 positions.local_shift=0 positions.max_scale=1",
                        1);
    const double *rows = look(&b, "embedding", 4, NULL, NULL, &m);
    for (int c = 0; c < 4; c++) expect("first row", rows[c], known[2][1 + c], 1e-6);
    for (int c = 0; c < 4; c++) expect("last row", rows[12 + c], known[2][1 + c] * (c % 2 ? 1 : -1), 1e-6);
    bench_close(&b);
}

/* Distances that are not integers use the bucket or the vector of the nearest integer. */
static void buckets_are_of_rounded_distances(void **state) {
    (void)state;
    enum { T = 9 };
    static const double factors[] = {1.7, 0.3}; /* with 0.3, the distance to the next key rounds to 0 */
    for (int k = 0; k < 2; k++) {
        matrix m;
        char more[100];
        snprintf(more, sizeof more, "encoding=t5 model.heads=1 positions=interpolated positions.factor=%g", factors[k]);
        bench b = bench_open_well(more, 1);
        const double *bias = look(&b, "bias", T, NULL, NULL, &m);
        const real *table = parameter(&b, "attention.bucket_bias");
        for (int i = 0; i < T; i++)
            for (int j = 0; j < T; j++) {
                const int nearest = (int)rint((j - i) * factors[k]);
                expect("bias", bias[i * T + j], (double)table[bucket_of_distance(nearest, false)], 0);
            }
        bench_close(&b);
    }
}

/* ---- rotations ---- */

static void angles_are_powers_of_ten(void **state) {
    (void)state;
    static const double frequency[4] = {1, 0.1, 0.01, 0.001};
    matrix cosine, sine;
    bench b = bench_open_well("encoding=rope model.width=16 model.heads=2", 1);
    look(&b, "cosine", 5, NULL, NULL, &cosine);
    look(&b, "sine", 5, NULL, NULL, &sine);
    assert_true(cosine.shape[0] == 5 && cosine.shape[1] == 4);
    for (int t = 0; t < 5; t++)
        for (int i = 0; i < 4; i++) {
            expect("cosine", cosine.data[4 * t + i], cos(t * frequency[i]), unit());
            expect("sine", sine.data[4 * t + i], sin(t * frequency[i]), unit());
        }
    bench_close(&b);
}

/* Adjacent columns form a pair in every head, in queries and in keys. */
static void neighbours_are_rotated(void **state) {
    (void)state;
    double x[2 * 16] = {0}, *second = x + 16;
    second[0] = 1;  /* head 0, pair 0 */
    second[3] = 1;  /* head 0, pair 1, second column */
    second[12] = 2; /* head 1, pair 2 */
    static const char *const names[] = {"rotated_q", "rotated_k"};
    bench b = bench_open_well("encoding=rope model.width=16 model.heads=2", 1);
    for (int i = 0; i < 2; i++) {
        matrix m;
        const double *y = look(&b, names[i], 2, x, x, &m) + 16;
        const double want[16] = {cos(1), sin(1), -sin(0.1), cos(0.1), [12] = 2 * cos(0.01), 2 * sin(0.01)};
        for (int c = 0; c < 16; c++) expect(names[i], y[c], want[c], unit());
    }
    bench_close(&b);
}

/* Asserts the rotated queries of tokens 1 and 3 out of four. Every query is x [width] before the rotation; the model
 * has one head. */
static void expect_rotated(const char *settings, int width, const double *x, const double want[2][16]) {
    double rows[4 * 16];
    matrix m;
    char more[200];
    snprintf(more, sizeof more, "encoding=rope model.width=%d model.heads=1 %s", width, settings);
    for (int i = 0; i < 4 * width; i++) rows[i] = x[i % width];
    bench b = bench_open_well(more, 1);
    const double *y = look(&b, "rotated_q", 4, rows, rows, &m);
    for (int t = 0; t < 2; t++)
        for (int c = 0; c < width; c++) expect(more, y[(2 * t + 1) * width + c], want[t][c], 3e-6);
    bench_close(&b);
}

/* Published values. If only a fraction of a head's columns is rotated, these columns have the frequencies of a head
 * that has no others. */
static void parts_of_heads_are_rotated(void **state) {
    (void)state;
    static const double x[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const double swapped[16] = {1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const double rotated[2][4] = {{-1.142640, 1.922076, 2.959851, 4.029800},
                                         {-1.272233, -1.838865, 2.878668, 4.088187}};
    double neighbours[2][16], halves[2][16];
    for (int t = 0; t < 2; t++)
        for (int c = 0; c < 16; c++) {
            neighbours[t][c] = c < 4 ? rotated[t][c] : x[c];
            halves[t][c] = c < 4 ? rotated[t][c / 2 + c % 2 * 2] : x[c];
        }
    expect_rotated("", 4, x, neighbours);
    expect_rotated("encoding.fraction=0.25", 16, x, neighbours);
    expect_rotated("encoding.fraction=0.37", 16, x, neighbours);
    expect_rotated("encoding.pairs=halves", 4, swapped, halves);
    expect_rotated("encoding.pairs=halves encoding.fraction=0.25", 16, swapped, halves);
}

/* Asserts the scores of queries and keys of all ones. Two tokens that are n apart must have the score that unclipped
 * rotations have at the distance distance[n]. */
static void expect_distances(const char *settings, const double distance[5]) {
    double ones[5 * 4];
    matrix m;
    char more[200];
    snprintf(more, sizeof more, "encoding=rope model.width=4 model.heads=1 encoding.clip=2 %s", settings);
    for (int i = 0; i < 5 * 4; i++) ones[i] = 1;
    bench b = bench_open_well(more, 1);
    const double *score = look(&b, "scores", 5, ones, ones, &m);
    for (int t = 0; t < 5; t++)
        for (int s = 0; s < 5; s++) {
            const double D = distance[abs(t - s)], f = strstr(settings, "frequencies=interpolated") ? 0.25 : 1;
            const double amplitude = strstr(settings, "temperature") ? 0.1 * log(4) + 1 : 1;
            expect(more, score[5 * t + s], amplitude * amplitude * (cos(D * f) + cos(D * f / 100)), 8 * unit());
        }
    bench_close(&b);
}

static void distances_are_clipped(void **state) {
    (void)state;
    static const double clipped[5] = {0, 1, 2, 2, 2}, compressed[5] = {0, 1, 2, 2.5, 3}, stretched[5] = {0, 1, 2, 4, 6};
    expect_distances("", clipped);
    expect_distances("encoding.compress=2", compressed);
    expect_distances("encoding.compress=0.5", stretched);
    expect_distances("encoding.compress=1", (double[]){0, 1, 2, 3, 4});
    expect_distances("encoding.pairs=halves", clipped);
    expect_distances("encoding.frequencies=interpolated encoding.extension=4 encoding.temperature=0.1", clipped);
    expect_distances("positions=interpolated positions.factor=0.5", (double[]){0, 0.5, 1, 1.5, 2});
    expect_distances("positions=interpolated positions.factor=1.5 encoding.compress=4",
                     (double[]){0, 1.5, 2.25, 2.625, 3});
}

/* Self-Extend (Jin et al. 2024) with a window of 4 tokens and groups of 2 tokens, for queries 5, 8 and 11. */
static void far_keys_stand_in_groups(void **state) {
    enum { T = 12 };
    static const struct {
        int query;
        double distance[T];
    } rows[] = {{5, {4, 4, 3, 2, 1, 0}}, {8, {6, 6, 5, 5, 4, 3, 2, 1, 0}}, {11, {7, 7, 6, 6, 5, 5, 4, 4, 3, 2, 1, 0}}};
    (void)state;
    const char *settings = "encoding=rope model.width=4 model.heads=1 encoding.clip=4 encoding.group=2 mask=causal";
    double ones[T * 4];
    matrix m;
    for (int i = 0; i < T * 4; i++) ones[i] = 1;
    bench b = bench_open_well(settings, 1);
    const double *score = look(&b, "scores", T, ones, ones, &m);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int s = 0; s <= rows[r].query; s++) {
            const double D = rows[r].distance[s];
            expect(settings, score[T * rows[r].query + s], cos(D) + cos(D / 100), 8 * unit());
        }
    bench_close(&b);
}

/* ---- longer sequences ---- */

static void expect_table(const char *name, const char *settings, int columns, double base, int T, double amplitude,
                         const double *frequencies) {
    double kept[LG_SINUSOID_PAIRS];
    lg_sinusoid other;
    char more[4000];
    snprintf(more, sizeof more, "encoding=rope model.heads=1 model.width=%d encoding.base=%.17g %s", columns, base,
             settings);
    bench b = bench_open_well(more, 1);
    lg_model *m = lg_model_of(b.resolved->values, lg_kernels_find(NULL), &b.err);
    if (!m) fail_msg("%s: %s", name, b.err.text);
    const lg_sinusoid *table = lg_rotation_table(m->positional[LG_STREAM_OWN], T, &other, kept);
    assert_int_equal(table->pairs, columns / 2);
    expect(name, table->amplitude, amplitude, 1e-12);
    for (int k = 0; k < table->pairs; k++) expect(name, table->frequency[k] / frequencies[k], 1, 1e-6);
    lg_model_free(m);
    bench_close(&b);
}

static void published_configurations_turn_alike(void **state) {
    (void)state;
#define ROPE_VECTORS(name, settings, columns, base, T, amplitude, ...)                                                 \
    expect_table(name, settings, columns, base, T, amplitude, (const double[]){__VA_ARGS__});
#include "rope_vectors.inc"
}

/* ---- relative vectors ---- */

/* Every token has the same query and key. In head 1, the query is 1 in column Q; the key is 1 in column K and 1/2 in
 * column Q. All other elements are 0. With r = A W, the score of query t and key s is the sum of
 * (a) q.k, (b) q.r(s - t), (c) u.k and (d) v.r(s - t), divided by the square root of the head's width. */
static void expect_terms(const char *settings, const char *terms, const double offset[9]) {
    enum { N = 4, Q = 2, K = 3 };
    char more[300];
    snprintf(more, sizeof more, "encoding=relative encoding.terms=%s model.width=4 model.heads=2 %s", terms, settings);
    bench b = bench_open_well(more, 1);
    const double has_b = !!strchr(terms, 'b'), has_d = !!strchr(terms, 'd');
    const real *map = has_b + has_d > 0 ? parameter(&b, "block.0.attention.relative") : NULL;
    const real *u = strchr(terms, 'c') ? parameter(&b, "block.0.attention.content_bias") : NULL,
               *v = has_d > 0 ? parameter(&b, "block.0.attention.position_bias") : NULL;
    double q[3 * N] = {0}, k[3 * N] = {0};
    for (int t = 0; t < 3; t++) q[t * N + Q] = k[t * N + K] = 1, k[t * N + Q] = 0.5;
    matrix m;
    const double *score = look(&b, "scores", 3, q, k, &m) + 9; /* of head 1: columns 2 and 3 */
    for (int e = 0; e < 9; e++) {
        const double D = offset[e], wave[N] = {sin(D), sin(D / 100), cos(D), cos(D / 100)};
        double want = (u ? (double)u[K] + (double)u[Q] / 2 : 0) + (strchr(terms, 'a') ? 0.5 : 0);
        for (int c = 2; map && c < 4; c++)
            for (int i = 0; i < N; i++)
                want += (has_b * (c == Q) + (v ? (double)v[c] : 0)) * wave[i] * (double)map[i * N + c];
        char what[400];
        snprintf(what, sizeof what, "%s: query %d, key %d", more, e / 3, e % 3);
        expect(what, score[e], want / sqrt(2), 10 * unit());
    }
    bench_close(&b);
}

/* Tests all non-empty subsets of the terms. */
static void expect_scores(const char *settings, const double offset[9]) {
    static const char letters[] = "abcd";
    for (int set = 1; set < 16; set++) {
        char terms[5] = "";
        for (int i = 0; i < 4; i++)
            if (set >> i & 1) strncat(terms, letters + i, 1);
        expect_terms(settings, terms, offset);
    }
}

static void offsets_have_their_vectors(void **state) {
    (void)state;
    char more[200];
    const char *range = "positions.L=16 eval.lengths=6";
    const int distances = seed_drawing(15, 2, (double[]){2, 6}), positions = seed_drawing(16, 3, (double[]){1, 4, 9});
    expect_scores("", (double[]){0, 1, 2, -1, 0, 1, -2, -1, 0});
    snprintf(more, sizeof more, "positions=randomized %s train.seed=%d", range, distances);
    expect_scores(more, (double[]){0, 3, 7, -3, 0, 3, -7, -3, 0});
    snprintf(more, sizeof more, "positions=released %s train.seed=%d", range, distances);
    expect_scores(more, (double[]){15, 15, 15, 13, 15, 15, 9, 13, 15});
    snprintf(more, sizeof more, "positions=randomized positions.draw=positions %s train.seed=%d", range, positions);
    expect_scores(more, (double[]){0, 3, 8, -3, 0, 5, -8, -5, 0});
    expect_scores("positions=interpolated positions.factor=0.5",
                  (double[]){0, 0.5, 1, -0.5, 0, 0.5, -1, -0.5, 0});
    expect_scores("positions=augmented positions.global_shift=0 positions.local_shift=0 positions.max_scale=1",
                  (double[]){0, 1, 2, -1, 0, 1, -2, -1, 0});
}

/* ---- draws ---- */

enum { TOKENS = 8, OFFSETS = 2 * TOKENS - 1 };

/* Writes the positions or distances of one block to `out`. Returns their number. */
static int numbers_of(const char *settings, uint64_t seed, int block, double *out, int *samples) {
    char more[400];
    snprintf(more, sizeof more, "task=parity_check eval.lengths=7 curriculum.length=7 model.blocks=3 %s", settings);
    bench b = bench_open_well(more, 1);
    lg_model *m = lg_model_of(b.resolved->values, lg_kernels_find(NULL), &b.err);
    lg_position_sample d = {0};
    const int T = TOKENS;
    if (!m || !lg_position_sample_draw(m, lg_key_root(seed), true, &T, 1, NULL, &d, &b.err)) fail_msg("%s", b.err.text);
    const lg_position_ids *n = lg_position_sample_ids(&d, 0, block);
    const int count = n->distance ? OFFSETS : TOKENS;
    memcpy(out, n->distance ? n->distance : n->position, sizeof *out * (size_t)count);
    *samples = d.count;
    lg_position_sample_free(&d);
    lg_model_free(m);
    bench_close(&b);
    return count;
}

/* By default, encodings of distances and rotations get a new position sample in every block. Additive encodings have
 * one sample for all blocks. If another choice is possible, positions.per sets it. */
static void blocks_draw_as_the_authors_do(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int count;
        bool fresh;
    } known[] = {
        {"encoding=sinusoid", TOKENS, false},
        {"encoding=learned", TOKENS, false},
        {"encoding=sinusoid positions=unsorted", TOKENS, false},
        {"encoding=rope", TOKENS, true},
        {"encoding=rope positions=unsorted", TOKENS, true},
        {"encoding=alibi", OFFSETS, true},
        {"encoding=relative", OFFSETS, true},
        {"encoding=relative positions=released", OFFSETS, true},
        {"encoding=relative positions.draw=positions", TOKENS, true},
        {"encoding=alibi positions.draw=positions", TOKENS, true},
        {"encoding=alibi positions.per=block", OFFSETS, true},
        {"encoding=alibi positions.per=pass", OFFSETS, false},
        {"encoding=rope positions.per=pass", TOKENS, false},
        {"encoding=t5", OFFSETS, false},
        {"encoding=kerple positions.draw=positions", TOKENS, false},
        {"encoding=t5 positions.per=block", OFFSETS, true},
        {"encoding=relative positions=released positions.per=pass", OFFSETS, false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char more[300];
        snprintf(more, sizeof more, "%s %s", strstr(known[i].settings, "positions=") ? "" : "positions=randomized",
                 known[i].settings);
        double x[3][OFFSETS];
        int samples;
        for (int block = 0; block < 3; block++)
            assert_int_equal(numbers_of(more, 5, block, x[block], &samples), known[i].count);
        const size_t bytes = sizeof **x * (size_t)known[i].count;
        assert_int_equal(samples, known[i].fresh ? 3 : 1);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < a; b++)
                if (!memcmp(x[a], x[b], bytes) == known[i].fresh)
                    fail_msg("%s: blocks %d and %d have %s draws", more, a, b, known[i].fresh ? "equal" : "different");
    }
}

/* Left and right distances are drawn separately, here for eight tokens and a range of nine. The encoding `relative`
 * draws eight values for the left side and drops the farthest; `alibi` draws seven. */
static void only_relative_has_a_value_to_spare(void **state) {
    (void)state;
    int all[2] = {0}, samples;
    static const char *const names[] = {"relative", "alibi"};
    for (uint64_t seed = 0; seed < 60; seed++)
        for (int i = 0; i < 2; i++) {
            char more[200];
            double d[OFFSETS];
            snprintf(more, sizeof more, "encoding=%s positions=randomized positions.L=9 positions.both_sides=true",
                     names[i]);
            numbers_of(more, seed, 0, d, &samples);
            all[i] += d[0] == -7; /* then the left side is -7, ..., -1 */
        }
    assert_int_equal(all[0], 60);
    assert_true(all[1] < 30); /* about one in eight */
}

/* The encoding `relative` needs as many distances on the left as there are tokens, length + 1. Drawn distances are
 * 1..L-1, where L is positions.L. So L = length + 1 is refused. */
static void both_sides_of_all_positions_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        bool fits;
    } known[] = {{"encoding=relative positions.both_sides=true positions.L=9", true},
                 {"encoding=relative positions.both_sides=true positions.L=8", false},
                 {"encoding=relative positions.both_sides=false positions.L=8", true},
                 {"encoding=alibi positions.both_sides=true positions.L=8", true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "positions=randomized task=parity_check %s", known[i].settings);
        bench b = bench_open_well(settings, 1);
        assert_int_equal(lg_model_supports_length(b.trainer->model, 6, &b.err), true);
        assert_int_equal(lg_model_supports_length(b.trainer->model, 7, &b.err), known[i].fits);
        if (!known[i].fits)
            assert_string_equal(b.err.text, "positions.both_sides: length 7 of parity_check needs 8 distances to the "
                                            "left (one more than encoding: relative uses), but positions.L: 8 has 7 "
                                            "(use --positions.L 9 or more)");
        if (!known[i].fits) assert_string_equal(b.err.keys, "positions.both_sides positions.L");
        bench_close(&b);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_are_side_by_side),
        cmocka_unit_test(waves_have_two_layouts),
        cmocka_unit_test(biases_have_slopes_and_half_steps),
        cmocka_unit_test(biases_have_sides),
        cmocka_unit_test(biases_of_far_tokens_are_finite),
        cmocka_unit_test(halves_of_the_heads_see_a_side),
        cmocka_unit_test(first_heads_see_the_nearest_keys),
        cmocka_unit_test(biases_take_the_drawn_distances),
        cmocka_unit_test(distances_have_their_buckets),
        cmocka_unit_test(buckets_are_of_the_drawn_distances),
        cmocka_unit_test(kernels_take_the_drawn_distances),

        cmocka_unit_test(far_keys_stand_in_groups),
        cmocka_unit_test(published_configurations_turn_alike),
        cmocka_unit_test(blocks_share_a_bias),
        cmocka_unit_test(factors_grow_with_the_visible_keys),
        cmocka_unit_test(masks_have_their_shapes),
        cmocka_unit_test(masks_show_so_many_keys),
        cmocka_unit_test(logarithms_are_those_of_the_paper),
        cmocka_unit_test(sinusoids_take_real_positions),
        cmocka_unit_test(buckets_are_of_rounded_distances),
        cmocka_unit_test(angles_are_powers_of_ten),
        cmocka_unit_test(neighbours_are_rotated),
        cmocka_unit_test(parts_of_heads_are_rotated),
        cmocka_unit_test(distances_are_clipped),
        cmocka_unit_test(offsets_have_their_vectors),
        cmocka_unit_test(blocks_draw_as_the_authors_do),
        cmocka_unit_test(only_relative_has_a_value_to_spare),
        cmocka_unit_test(both_sides_of_all_positions_are_refused),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("encodings", tests, NULL, NULL);
}
