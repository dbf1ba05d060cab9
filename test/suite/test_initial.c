/* test_initial.c: the parameters of the study's model for every encoding: names, shapes, total number and initial
 * distributions. Possible distributions are a normal, a normal truncated at two deviations without rescaling, uniform
 * ones, and a constant. The test tells them apart by mean, standard deviation, share of values within one deviation,
 * and share beyond two. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "models.h"

#include <cmocka.h>

typedef enum distribution {
    CONSTANT,
    NORMAL,
    TRUNCATED,
    UNIFORM,
    SIDES
} distribution; /* UNIFORM: from 0 to the scale; SIDES: from -scale to scale */

/* A parameter in models of task odds_first. The task has three input tokens (two symbols and the empty token) and two
 * output classes. */
typedef struct row {
    const char *owner; /* the owner of a model in `models`; NULL: every model has this parameter */
    const char *name;  /* for parameters of block N, without the prefix "block.N." */
    bool per_block;
    int rank, shape[2];
    distribution distribution;
    double scale;
} row;

static const row rows[] = {
    {NULL, "embedding.weight", false, 2, {3, 64}, TRUNCATED, 0.02},
    {NULL, "attention.query", true, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {NULL, "attention.key", true, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {NULL, "attention.value", true, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {NULL, "attention.output", true, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {NULL, "norm1.scale", true, 1, {64}, CONSTANT, 1},
    {NULL, "norm1.offset", true, 1, {64}, CONSTANT, 0},
    {NULL, "feed_forward.1.weight", true, 2, {64, 256}, TRUNCATED, 1 / 8.0},
    {NULL, "feed_forward.1.bias", true, 1, {256}, CONSTANT, 0},
    {NULL, "feed_forward.2.weight", true, 2, {256, 64}, TRUNCATED, 1 / 16.0},
    {NULL, "feed_forward.2.bias", true, 1, {64}, CONSTANT, 0},
    {NULL, "norm2.scale", true, 1, {64}, CONSTANT, 1},
    {NULL, "norm2.offset", true, 1, {64}, CONSTANT, 0},
    {NULL, "readout.weight", false, 2, {64, 2}, TRUNCATED, 1 / 8.0},
    {NULL, "readout.bias", false, 1, {2}, CONSTANT, 0},
    {"learned", "embedding.position", false, 2, {2048, 64}, TRUNCATED, 1},
    {"relative", "attention.relative", true, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"relative", "attention.content_bias", true, 2, {8, 8}, NORMAL, 0.02},
    {"relative", "attention.position_bias", true, 2, {8, 8}, NORMAL, 0.02},
    {"relative shared", "attention.relative", true, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"relative shared", "attention.content_bias", false, 2, {8, 8}, NORMAL, 0.02},
    {"relative shared", "attention.position_bias", false, 2, {8, 8}, NORMAL, 0.02},
    {"t5", "attention.bucket_bias", false, 2, {8, 32}, NORMAL, 1 / 8.0},
    {"tupe", "attention.position", false, 2, {2048, 64}, TRUNCATED, 1},
    {"tupe", "attention.position_query", false, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"tupe", "attention.position_key", false, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"tupe released", "attention.position", false, 2, {2049, 64}, TRUNCATED, 1},
    {"tupe released", "attention.position_norm.scale", false, 1, {64}, CONSTANT, 1},
    {"tupe released", "attention.position_norm.offset", false, 1, {64}, CONSTANT, 0},
    {"tupe released", "attention.position_query.weight", false, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"tupe released", "attention.position_query.bias", false, 1, {64}, CONSTANT, 0},
    {"tupe released", "attention.position_key.weight", false, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"tupe released", "attention.position_key.bias", false, 1, {64}, CONSTANT, 0},
    {"tupe released", "attention.bucket_bias", false, 2, {8, 32}, NORMAL, 1 / 8.0},
    {"tupe free", "attention.position", false, 2, {2048, 64}, TRUNCATED, 1},
    {"tupe free", "attention.position_query", false, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"tupe free", "attention.position_key", false, 2, {64, 64}, TRUNCATED, 1 / 8.0},
    {"tupe free", "attention.first_token", false, 2, {2, 8}, NORMAL, 0.02},
    {"kerple", "attention.kernel_r1", false, 1, {8}, UNIFORM, 2},
    {"kerple", "attention.kernel_r2", false, 1, {8}, UNIFORM, 1},
    {"kerple power", "attention.kernel_r1", false, 1, {8}, UNIFORM, 1},
    {"kerple power", "attention.kernel_r2", false, 1, {8}, UNIFORM, 2},
    {"alibi trained", "attention.slope_factor", false, 1, {8}, CONSTANT, 1},
    {"alibi two", "attention.left_slope_factor", false, 1, {8}, CONSTANT, 1},
    {"alibi two", "attention.right_slope_factor", false, 1, {8}, CONSTANT, 0.25},
    {"shaw", "attention.distance_keys", true, 2, {33, 8}, SIDES, 0.38254602783800301}, /* sqrt(6/41) */
    {"shaw", "attention.distance_values", true, 2, {33, 8}, SIDES, 0.38254602783800301},
    {"shared", "attention.distance_vectors", true, 2, {33, 8}, SIDES, 0.38254602783800301},
    {"cope", "attention.contextual_positions", true, 2, {65, 8}, CONSTANT, 0},
    {"fox", "attention.forget_gate.weight", true, 2, {64, 8}, TRUNCATED, 1 / 8.0},
    {"fox", "attention.forget_gate.bias", true, 1, {8}, CONSTANT, 0},
    {"fire", "attention.distance_factor", true, 1, {1}, CONSTANT, 0.1},
    {"fire", "attention.threshold_factor", true, 1, {1}, CONSTANT, 1},
    {"fire", "attention.distance_bias.1.weight", true, 1, {32}, SIDES, 1},
    {"fire", "attention.distance_bias.1.bias", true, 1, {32}, SIDES, 1},
    {"fire", "attention.distance_bias.2.weight", true, 2, {32, 8}, SIDES, 0.17677669529663687}, /* 1/sqrt(32) */
    {"fire", "attention.distance_bias.2.bias", true, 1, {8}, SIDES, 0.17677669529663687},
    {"geometric", "attention.direction.weight", true, 2, {64, 16}, TRUNCATED, 1 / 8.0},
    {"geometric", "attention.direction.bias", true, 1, {16}, CONSTANT, 0},
    {"geometric", "attention.content_bias", true, 2, {8, 8}, CONSTANT, 0},
    {"geometric", "attention.alpha", true, 1, {1}, CONSTANT, 0.35355339059327376}, /* 1/sqrt(8) */
    {"geometric", "attention.beta", true, 1, {1}, CONSTANT, 1},
    {"geometric", "attention.gamma", true, 1, {1}, CONSTANT, 0},
    {"qk_norm", "attention.query_norm.scale", true, 1, {8}, CONSTANT, 1},
    {"qk_norm", "attention.query_norm.offset", true, 1, {8}, CONSTANT, 0},
    {"qk_norm", "attention.key_norm.scale", true, 1, {8}, CONSTANT, 1},
    {"qk_norm", "attention.key_norm.offset", true, 1, {8}, CONSTANT, 0},
    {"sink", "attention.sink", true, 1, {8}, CONSTANT, 0},
};

enum { ROWS = sizeof rows / sizeof *rows, BLOCKS = 5 };

/* Models with the sizes of the study's model, which differ in encodings, positions, attention functions and norms of
 * queries and keys. `owner` selects the rows that describe a model's parameters. */
static const struct model {
    const char *owner, *settings;
    size_t count; /* number of elements of all parameters */
} models[] = {
    {"none", "encoding=none", 248962},
    {"sinusoid", "encoding=sinusoid", 248962},
    {"learned", "encoding=learned", 248962 + 64 * 2048},
    {"relative", "encoding=relative", 248962 + 21120},
    {"relative shared", "encoding=relative encoding.shared_terms=true", 248962 + 5 * 64 * 64 + 2 * 64},
    {"alibi", "encoding=alibi", 248962},
    {"alibi", "encoding=alibi encoding.sides=split_heads", 248962},
    {"alibi trained", "encoding=alibi encoding.trained_slopes=true", 248962 + 8},
    {"alibi two", "encoding=alibi encoding.sides=two_slopes encoding.right_slope=0.25 encoding.trained_slopes=true",
     248962 + 16},
    {"rope", "encoding=rope", 248962},
    {"t5", "encoding=t5", 248962 + 8 * 32},
    {"t5", "encoding=t5 mask=causal", 248962 + 8 * 32},
    {"kerple", "encoding=kerple", 248962 + 16},
    {"kerple power", "encoding=kerple encoding.kernel=power", 248962 + 16},
    {"tupe", "encoding=tupe", 248962 + 64 * 2048 + 2 * 64 * 64},
    {"tupe released", "encoding=tupe encoding.released=true encoding.relative=true encoding.first_token=rows",
     248962 + 64 * 2049 + 2 * 64 * 64 + 4 * 64 + 8 * 32},
    {"tupe free", "encoding=tupe encoding.first_token=free", 248962 + 64 * 2048 + 2 * 64 * 64 + 2 * 8},
    {"sandwich", "encoding=sandwich", 248962},
    {"xpos", "encoding=xpos mask=causal", 248962},
    {"hard_alibi", "encoding=hard_alibi", 248962},
    {"shaw", "encoding=shaw", 248962 + 2 * 5 * 33 * 8},
    {"shared", "encoding=shaw encoding.shared_table=true", 248962 + 5 * 33 * 8},
    {"cope", "encoding=cope", 248962 + 5 * 65 * 8},
    {"fox", "encoding=fox", 248962 + 5 * 65 * 8},
    {"fire", "encoding=fire", 248962 + 5 * (2 + 64 + 33 * 8)},
    {"sinusoid", "encoding=sinusoid positions=randomized", 248962},
    {"sinusoid", "encoding=sinusoid positions=unsorted", 248962},
    {"learned", "encoding=learned positions=randomized", 248962 + 64 * 2048},
    {"relative", "encoding=relative positions=randomized", 248962 + 21120},
    {"relative", "encoding=relative positions=randomized positions.draw=positions", 248962 + 21120},
    {"relative", "encoding=relative positions=released", 248962 + 21120},
    {"alibi", "encoding=alibi positions=randomized", 248962},
    {"rope", "encoding=rope positions=randomized", 248962},
    {"geometric", "encoding=none attention=geometric", 248962 + 5535},
    {"qk_norm", "model.qk_norm=layer", 248962 + 5 * 4 * 8},
    {"softmax1", "attention=softmax1 encoding=none", 248962},
    {"sink", "attention=sink encoding=none", 248962 + 5 * 8},
    {"linear", "attention=linear encoding=none", 248962},
};

enum { MODELS = sizeof models / sizeof *models };

static bench open_model(const char *settings) {
    char more[400];
    snprintf(more, sizeof more, "model.width=64 model.heads=8 model.blocks=5 model.feed_forward=256 task=odds_first %s",
             settings);
    bench b = bench_open(more, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", more, b.err.text);
    return b;
}

static const row *row_of(const char *owner, const char *name, bool in_block) {
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].name, name) && rows[i].per_block == in_block &&
            (!rows[i].owner || !strcmp(rows[i].owner, owner)))
            return &rows[i];
    return NULL;
}

/* The row that describes an array. *block is its block, or 0. */
static const row *row_of_array(const struct model *m, const lg_named_array *a, int *block) {
    int skip = 0;
    *block = 0;
    const bool in_block = sscanf(a->name, "block.%d.%n", block, &skip) == 1 && skip > 0;
    const row *r = row_of(m->owner, a->name + skip, in_block);
    if (!r) fail_msg("%s: this test has no row for the parameter %s", m->settings, a->name);
    return r;
}

/* ---- parameters ---- */

static void expect_table(const struct model *m) {
    bench b = open_model(m->settings);
    int seen[ROWS][BLOCKS] = {{0}}, block;
    size_t in_blocks = 0;
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
        lg_named_array a = lg_trainer_array(b.trainer, i);
        const row *r = row_of_array(m, &a, &block);
        assert_in_range(block, 0, BLOCKS - 1);
        seen[r - rows][block]++;
        bool fits = a.rank == r->rank;
        for (int j = 0; fits && j < r->rank; j++) fits = (int)a.shape[j] == r->shape[j];
        if (!fits) fail_msg("%s: %s has another shape", m->settings, a.name);
        if (r->per_block && !r->owner) in_blocks += a.count;
    }
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < BLOCKS; k++) {
            const bool owned = !rows[i].owner || !strcmp(rows[i].owner, m->owner);
            const int want = owned && (rows[i].per_block || k == 0);
            if (seen[i][k] != want) fail_msg("%s: %s is there %d times", m->settings, rows[i].name, seen[i][k]);
        }
    assert_int_equal(in_blocks, 248640);
    assert_int_equal(bench_parameters(b.trainer), m->count);
    bench_close(&b);
}

static void parameters_are_those_of_the_study(void **state) {
    (void)state;
    for (int i = 0; i < MODELS; i++) expect_table(&models[i]);
}

/* ---- initial values ---- */

typedef struct moments {
    double mean, deviation, near, beyond, least, largest; /* near, beyond: shares within one, beyond two scales */
    size_t count;
} moments;

static void add_moments(moments *m, const lg_named_array *a, double scale) {
    for (size_t e = 0; e < a->count; e++) {
        const double x = (double)a->value[e] / scale;
        m->mean += x;
        m->deviation += x * x;
        m->near += fabs(x) < 1;
        m->beyond += fabs(x) > 2 * (1 + 1e-6);
        if (fabs(x) > m->largest) m->largest = fabs(x);
        if (x < m->least || (!e && !m->count)) m->least = x;
    }
    m->count += a->count;
}

static void expect_near(const char *name, const char *what, double got, double want, double error) {
    if (!(fabs(got - want) <= 4.5 * error)) fail_msg("%s: %s is %g, want %g", name, what, got, want);
}

/* Checks the sums over all blocks, in units of the scale. The truncated normal has the standard deviation 0.87963 and
 * the fourth moment 1.4162, and a share of 0.71527 of its values is within one scale. */
static void expect_distribution(const row *r, moments *m) {
    const double n = (double)m->count;
    const bool cut = r->distribution == TRUNCATED;
    if (r->distribution == UNIFORM) { /* mean 1/2, mean square 1/3; all between 0.01 and the scale */
        expect_near(r->name, "mean", m->mean / n, 0.5, sqrt(1 / 12.0 / n));
        expect_near(r->name, "mean square", m->deviation / n, 1 / 3.0, sqrt(4 / 45.0 / n));
        assert_true(m->least >= 0.01 / r->scale - 1e-9 && m->largest < 1);
        return;
    }
    if (r->distribution == SIDES) {
        expect_near(r->name, "mean", m->mean / n, 0, sqrt(1 / 3.0 / n));
        expect_near(r->name, "mean square", m->deviation / n, 1 / 3.0, sqrt(4 / 45.0 / n));
        assert_true((n < 100 || m->least < -0.9) && m->largest < 1 + 1e-6);
        return;
    }
    const double variance = cut ? 0.773741 : 1, fourth = cut ? 1.416189 : 3, near = cut ? 0.715232 : 0.682689;
    expect_near(r->name, "mean", m->mean / n, 0, sqrt(variance / n));
    expect_near(r->name, "mean square", m->deviation / n, variance, sqrt((fourth - variance * variance) / n));
    expect_near(r->name, "share within one deviation", m->near / n, near, sqrt(near * (1 - near) / n));
    expect_near(r->name, "share beyond two", m->beyond / n, cut ? 0 : 0.0455, cut ? 0 : sqrt(0.0455 * 0.9545 / n));
    if (n > 300 && m->largest < (cut ? 1.9 : 2)) fail_msg("%s: nothing is above %g", r->name, m->largest);
}

static void expect_distributions(const struct model *m) {
    bench b = open_model(m->settings);
    moments sums[ROWS] = {{0}};
    int block;
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
        lg_named_array a = lg_trainer_array(b.trainer, i);
        const row *r = row_of_array(m, &a, &block);
        if (r->distribution != CONSTANT) {
            moments alone = {0};
            add_moments(&alone, &a, r->scale);
            expect_distribution(r, &alone);
            add_moments(&sums[r - rows], &a, r->scale);
            continue;
        }
        for (size_t e = 0; e < a.count; e++)
            if (!(fabs((double)a.value[e] - r->scale) <= 1e-7 * r->scale))
                fail_msg("%s: starts at %g", a.name, (double)a.value[e]);
    }
    for (int i = 0; i < ROWS; i++)
        if (sums[i].count) expect_distribution(&rows[i], &sums[i]);
    bench_close(&b);
}

static void initial_values_follow_their_distributions(void **state) {
    (void)state;
    for (int i = 0; i < MODELS; i++) expect_distributions(&models[i]);
}

/* Parameters of T5 with width 64, heads of 8 columns and 256 hidden units. */
static const row t5_rows[] = {
    {NULL, "embedding.weight", false, 2, {3, 64}, NORMAL, 1},
    {NULL, "embedding.position", false, 2, {2048, 64}, NORMAL, 1},
    {NULL, "attention.query", true, 2, {64, 64}, NORMAL, 0.044194173824159216}, /* 1/sqrt(64 8) */
    {NULL, "attention.key", true, 2, {64, 64}, NORMAL, 1 / 8.0},
    {NULL, "attention.value", true, 2, {64, 64}, NORMAL, 1 / 8.0},
    {NULL, "attention.output", true, 2, {64, 64}, NORMAL, 1 / 8.0},
    {NULL, "feed_forward.gate.weight", true, 2, {64, 256}, NORMAL, 1 / 8.0},
    {NULL, "feed_forward.1.weight", true, 2, {64, 256}, NORMAL, 1 / 8.0},
    {NULL, "feed_forward.2.weight", true, 2, {256, 64}, NORMAL, 1 / 16.0},
    {NULL, "readout.weight", false, 2, {64, 2}, NORMAL, 1 / 8.0},
};
enum { T5_ROWS = sizeof t5_rows / sizeof *t5_rows };

static void t5_has_distributions_by_role(void **state) {
    (void)state;
    bench b = open_model("encoding=learned initialisation=t5 mixer=geglu norm=rms_norm");
    moments sums[T5_ROWS] = {{0}};
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
        const lg_named_array a = lg_trainer_array(b.trainer, i);
        int block, skip = 0, r = 0;
        if (sscanf(a.name, "block.%d.%n", &block, &skip) != 1) skip = 0;
        while (r < T5_ROWS && strcmp(t5_rows[r].name, a.name + skip)) r++;
        const real constant = strstr(a.name, ".scale") ? 1 : 0;
        if (r < T5_ROWS) add_moments(&sums[r], &a, t5_rows[r].scale);
        for (size_t e = 0; r == T5_ROWS && e < a.count; e++)
            if (a.value[e] != constant) fail_msg("%s: starts at %g", a.name, (double)a.value[e]);
    }
    for (int r = 0; r < T5_ROWS; r++) expect_distribution(&t5_rows[r], &sums[r]);
    bench_close(&b);
}

/* All weights have the same distribution. */
static void normal_has_one_distribution(void **state) {
    (void)state;
    static const row weights = {NULL, "weights", false, 1, {0}, NORMAL, 0.03};
    bench b = open_model("encoding=learned initialisation=normal initialisation.deviation=0.03");
    moments sums = {0};
    for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
        const lg_named_array a = lg_trainer_array(b.trainer, i);
        if (a.rank == 2) add_moments(&sums, &a, weights.scale);
        const real constant = strstr(a.name, ".scale") ? 1 : 0;
        for (size_t e = 0; a.rank == 1 && e < a.count; e++)
            if (a.value[e] != constant) fail_msg("%s: starts at %g", a.name, (double)a.value[e]);
    }
    assert_true(sums.count > 200000);
    expect_distribution(&weights, &sums);
    bench_close(&b);
}

/* ---- parts of a block ---- */

/* The number of parameters that a choice adds to the 248962 of the default model; negative if it removes some. */
static void choices_have_their_parameters(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int difference;
    } cases[] = {
        {"block=pre_norm", 2 * 64},
        {"norm=rms_norm", -10 * 64},
        {"block=pre_norm norm=rms_norm", -9 * 64},
        {"mixer=gelu", 0},
        {"mixer=bilinear", 5 * (64 * 256 + 256)},
        {"model.bias=false", -5 * (256 + 64 + 2 * 64) - 2},
        {"model.bias=false norm=rms_norm block=pre_norm", -5 * (256 + 64 + 2 * 64) - 2 + 64},
        {"head=tied", -(64 * 2 + 2)},
        {"head=tied head.bias=true", -64 * 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[120];
        snprintf(settings, sizeof settings, "encoding=none %s", cases[i].settings);
        bench b = open_model(settings);
        if ((int)bench_parameters(b.trainer) != 248962 + cases[i].difference)
            fail_msg("%s: %zu numbers", settings, bench_parameters(b.trainer));
        bench_close(&b);
    }
}

/* A tied table has a row for each output symbol, even if there are more output than input symbols. Cycle_navigation has
 * 5 output and 3 input symbols; the empty token also has a row. */
static void a_tied_table_has_all_output_symbols(void **state) {
    (void)state;
    static const char *const settings[] = {"head=linear", "head=tied"};
    for (int i = 0; i < 2; i++) {
        char more[80];
        snprintf(more, sizeof more, "task=cycle_navigation encoding=none %s", settings[i]);
        bench b = bench_open(more, 1, NULL);
        assert_non_null(b.trainer);
        const lg_named_array table = lg_trainer_array(b.trainer, 0);
        assert_string_equal(table.name, "embedding.weight");
        assert_int_equal(table.shape[0], i ? 6 : 4);
        bench_close(&b);
    }
}

/* ---- arrays differ ---- */

static void arrays_are_independent(void **state) {
    (void)state;
    bench b = open_model("encoding=relative"), other = open_model("encoding=relative train.seed=2");
    const size_t count = lg_trainer_arrays(b.trainer);
    for (size_t i = 0; i < count; i++) {
        lg_named_array x = lg_trainer_array(b.trainer, i);
        if (x.rank < 2) continue;
        const size_t n = x.count < 64 ? x.count : 64;
        double square = 0;
        for (size_t e = 0; e < n; e++) square += (double)x.value[e] * (double)x.value[e];
        for (size_t j = 0; j < 2 * count; j++) {
            lg_named_array y = lg_trainer_array(j < count ? b.trainer : other.trainer, j % count);
            if (j == i || y.rank < 2 || y.count < n) continue;
            double product = 0, squares = 0;
            for (size_t e = 0; e < n; e++) {
                product += (double)x.value[e] * (double)y.value[e];
                squares += (double)y.value[e] * (double)y.value[e];
            }
            if (fabs(product) > 0.75 * sqrt(square * squares)) fail_msg("%s and %s are alike", x.name, y.name);
        }
    }
    bench_close(&b);
    bench_close(&other);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_are_those_of_the_study),
        cmocka_unit_test(initial_values_follow_their_distributions),
        cmocka_unit_test(t5_has_distributions_by_role),
        cmocka_unit_test(normal_has_one_distribution),
        cmocka_unit_test(choices_have_their_parameters),
        cmocka_unit_test(a_tied_table_has_all_output_symbols),
        cmocka_unit_test(arrays_are_independent),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("initial values", tests, NULL, NULL);
}
