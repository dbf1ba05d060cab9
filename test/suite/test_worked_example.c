/* test_worked_example.c: encodings on one example: four tokens at positions 0..3, heads of width 4 with scale 1/2, and
 * numbers that are binary fractions. The expected values were computed independently of this program. */
#include "looking.h"

enum { T = 4, D = 4 };

static const double Q[T * D] = {0.5, -0.25, 0.75, 0, -0.5, 1, 0.25, -0.75, 0.25, 0.5, -1, 0.5, 1, -0.5, 0.5, 0.25};
static const double K[T * D] = {0.25, 0.5, -0.5, 1, 1, -0.75, 0.25, 0.5, -0.5, 0.25, 0.75, -0.25, 0.5, 1, -0.25, 0.75};

/* Asserts the array `name` ("scores" or "weights") of a query for all keys, in a single head. */
static void expect_pairs(const char *name, const char *settings, int query, const double want[T]) {
    char more[300];
    matrix m;
    snprintf(more, sizeof more, "mask=causal model.width=4 model.heads=1 %s", settings);
    bench b = bench_open_well(more, 1);
    const double *scores = look(&b, name, T, Q, K, &m);
    assert_true(m.shape[0] == 1 && m.shape[1] == T && m.shape[2] == T);
    for (int k = 0; k < T; k++) expect(more, scores[query * T + k], want[k], 1e-6);
    bench_close(&b);
}

static void expect_scores(const char *settings, int query, const double want[T]) {
    expect_pairs("scores", settings, query, want);
}

/* The feature of an element x of Q or K is x + 1 if x is positive, otherwise e^x. */
static void linear_attention(void **state) {
    (void)state;
    static const double want[T][T] = {{0.2365667, 0.2734102, 0.2218397, 0.2681834},
                                      {0.2479696, 0.2010999, 0.2462532, 0.3046773},
                                      {0.2793503, 0.2349906, 0.1764952, 0.3091639},
                                      {0.243604, 0.2870735, 0.1989572, 0.2703652}};
    for (int query = 0; query < T; query++)
        expect_pairs("weights", "encoding=none attention=linear", query, want[query]);
}

static void without_positions(void **state) {
    (void)state;
    expect_scores("encoding=none", 2, (double[]){0.65625, -0.0625, -0.4375, 0.625});
    expect_scores("encoding=none", 3, (double[]){0, 0.8125, -0.15625, 0.03125});
}

static void rotations(void **state) {
    (void)state;
    expect_scores("encoding=rope", 0, (double[]){-0.1875, 0.3301912, 0.3480916, -0.1462441});
    expect_scores("encoding=rope", 3, (double[]){0.0534736, -0.2729133, -0.01416476, 0.03125});
    expect_scores("encoding=rope positions=shifted positions.shift=0 positions.eval_shift=65532", 3,
                  (double[]){0.0534736, -0.2729133, -0.01416476, 0.03125});
}

/* Asserts the output of query 3 for these scores of all keys. */
static void expect_mixed(const char *what, const double scores[T], const double want[D]) {
    static const double V[T * D] = {1, 0, -1, 0.5, 0, 2, 1, -0.5, -1, 1, 0, 1.5, 0.5, -1, 2, 0};
    double sum = 0;
    for (int k = 0; k < T; k++) sum += exp(scores[k]);
    for (int c = 0; c < D; c++) {
        double mixed = 0;
        for (int k = 0; k < T; k++) mixed += exp(scores[k]) / sum * V[k * D + c];
        expect(what, mixed, want[c], 1e-6);
    }
}

/* With encoding.pairs=halves, columns i and i + 2 are a pair. With encoding.fraction=0.5, only the first two columns
 * are rotated. */
static void rotations_of_other_columns(void **state) {
    (void)state;
    static const double halves[T][T] = {{-0.1875, 0.5430589, -0.4378782, -0.1177889},
                                        {-0.1067687, -0.78125, 0.4424266, 0.2687302},
                                        {0.3172146, 0.3876595, -0.4375, 0.355338},
                                        {-0.0534736, -0.09841973, 0.2935338, 0.03125}};
    for (int query = 0; query < T; query++) expect_scores("encoding=rope encoding.pairs=halves", query, halves[query]);
    expect_mixed("halves", halves[3], (double[]){0.02901378, 0.5019875, 0.4783004, 0.4808423});
    for (int i = 0; i < 2; i++)
        expect_scores(i ? "encoding=rope encoding.fraction=0.5 encoding.pairs=halves"
                        : "encoding=rope encoding.fraction=0.5",
                      3, (double[]){0.0441, -0.2747631, -0.01259447, 0.03125});
}

/* The factors of xpos reduce scores of past keys and enlarge those of future keys. Masks hide future keys, but
 * inspection shows their scores. */
static void decaying_rotations(void **state) {
    (void)state;
    expect_scores("encoding=xpos", 3, (double[]){0.05312683, -0.2711805, -0.01388556, 0.03125});
    expect_scores("encoding=xpos encoding.scale_base=2", 3, (double[]){0.01156644, -0.03267169, 0.03376851, 0.03125});
    expect_scores("encoding=xpos encoding.scale_base=2", 0, (double[]){-0.1875, 0.5604399, 0.6679093, -0.486934});
    expect_scores("encoding=xpos encoding.center=2", 3, (double[]){0.05312683, -0.2711805, -0.01388556, 0.03125});
    expect_scores("encoding=xpos encoding.center=32768 positions=shifted positions.shift=0 positions.eval_shift=65532",
                  3, (double[]){0.05312683, -0.2711805, -0.01388556, 0.03125});
}

/* If all pairs of columns share one factor zeta (encoding.zeta), rotary scores at distance D are multiplied by
 * zeta^(D / B), where B is encoding.scale_base. With zeta = 1 they do not change. */
static void shared_decays(void **state) {
    (void)state;
    enum { QUERY = 3 };
    const double rotary[4] = {0.0534736, -0.2729133, -0.01416476, 0.03125}, zeta = 0.5, scale = 2;
    double decayed[4];
    for (int key = 0; key < 4; key++) decayed[key] = rotary[key] * pow(zeta, (QUERY - key) / scale);
    expect_scores("encoding=xpos encoding.zeta=1", QUERY, rotary);
    expect_scores("encoding=xpos encoding.zeta=0.5 encoding.scale_base=2", QUERY, decayed);
}

/* Over a distance of encoding.scale_base positions, each pair of columns decays by its own factor. The factor of the
 * first pair is gamma / (1 + gamma), where gamma is encoding.gamma. */
static void decays_are_those_of_the_program(void **state) {
    (void)state;
    enum { PAIRS = 32, TOKENS = 65 };
    static const struct {
        int pair;
        double at_64;
    } known[] = {{0, 0.85505}, {8, 0.9085486}, {16, 0.9462683}, {31, 0.9971822}};
    matrix cosine, sine;
    bench b = bench_open_well("encoding=xpos mask=causal model.width=64 model.heads=1", 1);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const int at = 64 * PAIRS + known[i].pair;
        look(&b, "query_cosine", TOKENS, NULL, NULL, &cosine);
        look(&b, "query_sine", TOKENS, NULL, NULL, &sine);
        expect("of queries", hypot(cosine.data[at], sine.data[at]), known[i].at_64, 1e-6);
        look(&b, "key_cosine", TOKENS, NULL, NULL, &cosine);
        look(&b, "key_sine", TOKENS, NULL, NULL, &sine);
        expect("of keys", hypot(cosine.data[at], sine.data[at]), 1 / known[i].at_64, 1e-6);
    }
    bench_close(&b);
}

static double magnitude(const bench *b, const char *of, int tokens, int at) {
    char cosine[40], sine[40];
    matrix m[2];
    snprintf(cosine, sizeof cosine, "%s_cosine", of);
    snprintf(sine, sizeof sine, "%s_sine", of);
    look((bench *)b, cosine, tokens, NULL, NULL, &m[0]);
    look((bench *)b, sine, tokens, NULL, NULL, &m[1]);
    return hypot(m[0].data[at], m[1].data[at]);
}

/* The decay of scores of past keys, and the growth of those of future keys, at distances of 512, 1024 and 4096
 * positions. Neighbouring tokens are 512 positions apart. */
static void decays_of_far_tokens(void **state) {
    (void)state;
    enum { PAIRS = 32, TOKENS = 9 };
    static const struct {
        int pair, steps;
        double past;
    } known[] = {{0, 1, 0.2857143},   {8, 1, 0.4642857},   {16, 1, 0.6428571},  {31, 1, 0.9776786},
                 {0, 2, 0.08163265},  {8, 2, 0.2155612},   {16, 2, 0.4132653},  {31, 2, 0.9558554},
                 {0, 8, 4.440743e-5}, {8, 8, 0.002159149}, {16, 8, 0.02916861}, {31, 8, 0.8347737}};
    static const struct {
        int pair, steps;
        double future;
    } growing[] = {{0, 1, 3.5},      {8, 1, 2.153846}, {16, 1, 1.555556}, {31, 1, 1.022831},
                   {0, 8, 22518.75}, {8, 8, 463.1455}, {16, 8, 34.28343}, {31, 8, 1.197929}};
    bench b = bench_open_well("encoding=xpos mask=causal model.width=64 model.heads=1 positions=interpolated "
                              "positions.factor=512",
                              1);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const int far = known[i].steps * PAIRS + known[i].pair;
        const double past = magnitude(&b, "query", TOKENS, far) * magnitude(&b, "key", TOKENS, known[i].pair);
        expect("in the past", past / known[i].past, 1, 2e-6);
    }
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++) {
        const int far = growing[i].steps * PAIRS + growing[i].pair;
        const double future = magnitude(&b, "query", TOKENS, growing[i].pair) * magnitude(&b, "key", TOKENS, far);
        expect("in the future", future / growing[i].future, 1, 2e-6);
    }
    bench_close(&b);
}

/* Asserts the bias of the last query at six distances, in a model of one head. */
static void expect_product(const char *frequencies, const double want[6]) {
    enum { TOKENS = 64 };
    char more[200];
    matrix m;
    snprintf(more, sizeof more, "encoding=sandwich model.width=4 model.heads=1 encoding.frequencies=%s", frequencies);
    bench b = bench_open_well(more, 1);
    const double *bias = look(&b, "bias", TOKENS, NULL, NULL, &m) + (TOKENS - 1) * TOKENS;
    for (int i = 0; i < 6; i++) expect(more, 8 * bias[TOKENS - 1 - (1 << i)], want[i], 1e-6 * (1 + fabs(want[i])));
    bench_close(&b);
}

/* The bias is a sum of cosines of the distance, minus the sum at distance 0. The first assertions are for the distances
 * 1, 2, 4, 8, 16 and 32. */
static void products_of_sinusoids(void **state) {
    (void)state;
    expect_product("64", (double[]){-1.906316, -6.618139, -15.41397, -18.27949, -24.29835, -28.32219});
    expect_product("4", (double[]){-0.464744, -1.436282, -1.733391, -1.452024, -2.99976, -2.215348});
    matrix m;
    static const double heads[2][3] = {{-0.116186, -0.3590706, -0.5087776}, {-0.058093, -0.1795353, -0.2543888}};
    bench b = bench_open_well("encoding=sandwich encoding.frequencies=4 model.width=8 model.heads=2", 1);
    const double *bias = look(&b, "bias", T, NULL, NULL, &m);
    for (int h = 0; h < 2; h++)
        for (int t = 0; t < T; t++) {
            const double want = t > 0 ? heads[h][t - 1] : 0;
            expect("left", bias[h * T * T + 3 * T + 3 - t], want, 1e-6);
            expect("right", bias[h * T * T + t], want, 1e-6);
        }
    bench_close(&b);
}

/* Sinusoids in additional columns of queries and keys give the same scores as the bias. */
static void products_are_more_columns(void **state) {
    (void)state;
    enum { N = 4, H = 2, WIDTH = 4 };
    matrix m;
    bench b = bench_open_well("encoding=sandwich encoding.frequencies=4 model.width=8 model.heads=2", 1);
    const double *bias = look(&b, "bias", T, NULL, NULL, &m);
    for (int e = 0; e < H * T * T; e++) {
        const int h = e / T / T, q = e / T % T, k = e % T;
        /* The factor of a query's additional columns, and of a key's. The product of query and key is divided by
         * sqrt(WIDTH). */
        const double factor = sqrt(H / (8.0 * (h + 1)) * sqrt(WIDTH));
        double sum = 0;
        for (int i = 0; i < N; i++) {
            const double f = pow(10000, -(double)i / N);
            sum += factor * sin(f * q) * factor * sin(f * k) + factor * cos(f * q) * factor * cos(f * k);
        }
        expect("columns", bias[e], sum / sqrt(WIDTH) - factor * factor * N / sqrt(WIDTH), 2e-6);
    }
    bench_close(&b);
}

/* Refusals suggest a valid choice. */
static void expect_refusal(const char *settings, const char *words) {
    lg_error err = {0};
    lg_resolved_config *d = bench_resolve(settings, &err);
    if (d) fail_msg("%s was accepted", settings);
    if (!strstr(err.text, words)) fail_msg("%s: %s", settings, err.text);
}

static void halves_of_the_heads_want_both_sides(void **state) {
    (void)state;
    expect_refusal("encoding=alibi encoding.sides=split_heads mask=causal",
                   "encoding.sides: split_heads has heads that see only later keys, which mask: causal hides (use "
                   "--encoding.sides symmetric)");
    expect_refusal("encoding=alibi encoding.sides=split_heads architecture=decoder data=copy_cmc",
                   "mask: causal hides");
    expect_refusal("encoding=alibi encoding.sides=split_heads encoding.trained_slopes=true",
                   "split_heads has fixed slopes (use --encoding.trained_slopes=false, or");
}

static void decay_wants_a_causal_mask(void **state) {
    (void)state;
    expect_refusal("encoding=xpos mask=full",
                   "encoding: xpos needs a causal mask, not full (use --mask causal, or --encoding none)");
    expect_refusal("encoding=xpos mask=window mask.form=half",
                   "not window (use --mask.form causal, or --encoding none)");
    expect_refusal("encoding=xpos architecture=encoder_decoder",
                   "architecture: encoder_decoder reads its sources without a causal mask (use --architecture "
                   "decoder");
    expect_refusal("encoding=xpos positions=randomized positions.L=40000",
                   "positions.L: 40000 positions are more than the 35898 that encoding.center allows");
}

static void local_heads_are_heads(void **state) {
    (void)state;
    expect_refusal("encoding=hard_alibi mask=full",
                   "encoding: hard_alibi needs a causal mask, not full (use --mask causal, or --encoding none)");
    expect_refusal("encoding=hard_alibi encoding.local_heads=5 model.heads=4",
                   "encoding.local_heads: 5 is more than model.heads: 4 (use --encoding.local_heads 4, or "
                   "--heads 5)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_positions),
        cmocka_unit_test(linear_attention),
        cmocka_unit_test(rotations),
        cmocka_unit_test(rotations_of_other_columns),
        cmocka_unit_test(decays_of_far_tokens),
        cmocka_unit_test(decaying_rotations),
        cmocka_unit_test(shared_decays),
        cmocka_unit_test(decays_are_those_of_the_program),
        cmocka_unit_test(products_of_sinusoids),
        cmocka_unit_test(products_are_more_columns),
        cmocka_unit_test(halves_of_the_heads_want_both_sides),
        cmocka_unit_test(decay_wants_a_causal_mask),
        cmocka_unit_test(local_heads_are_heads),
    };
    return cmocka_run_group_tests_name("worked_example", tests, NULL, NULL);
}
