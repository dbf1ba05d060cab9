/* test_position_products.c: compares the bias of tupe with its formula, computed from the parameters in double. */
#include "looking.h"

enum { T = 7, N = 8, H = 2, ROWS = 30 };

static const real *parameter(const bench *b, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++)
        if (!strcmp(lg_trainer_array(b->trainer, i).name, name)) return lg_trainer_array(b->trainer, i).value;
    return NULL;
}

/* Row `at` of the table times the map of queries or keys. */
static void map_row(const bench *b, bool released, int at, const char *which, double out[N]) {
    char name[80];
    double x[N], mean = 0, square = 0;
    const real *row = parameter(b, "attention.position") + (size_t)at * N;
    snprintf(name, sizeof name, "attention.position_%s%s", which, released ? ".weight" : "");
    const real *map = parameter(b, name);
    for (int c = 0; c < N; c++) mean += (double)row[c] / N;
    for (int c = 0; c < N; c++) square += ((double)row[c] - mean) * ((double)row[c] - mean) / N;
    for (int c = 0; c < N; c++) x[c] = released ? ((double)row[c] - mean) / sqrt(square + 1e-5) : (double)row[c];
    for (int c = 0; c < N; c++) {
        out[c] = 0;
        for (int k = 0; k < N; k++) out[c] += x[k] * (double)map[k * N + c];
    }
}

static double product(const bench *b, bool released, int head, int query_row, int key_row) {
    double q[N], k[N], sum = 0;
    map_row(b, released, query_row, "query", q);
    map_row(b, released, key_row, "key", k);
    for (int c = head * N / H; c < (head + 1) * N / H; c++) sum += q[c] * k[c];
    return sum / sqrt(2.0 * N / H);
}

/* The bucket of a distance, for 8 buckets. With a causal mask, the distances 0 to 3 have one bucket each. Without one,
 * the distances 0 and 1 have one bucket each on each side. The logarithms of greater distances determine their
 * buckets. */
static int bucket(int D, bool causal) {
    const int t = abs(D), last = causal ? 7 : 3;
    const int of_side = causal ? (t < 4 ? t : t < 5 ? 4 : t < 6 ? 5 : 6) : t < 2 ? t : t < 4 ? 2 : 3;
    return causal && D > 0 ? 0 : (of_side < last ? of_side : last) + (D > 0 ? 4 : 0);
}

typedef struct way {
    const char *settings;
    bool released, relative, free, rows;
} way;

static double want(const bench *b, const way *w, const int *p, int h, int i, int j) {
    const real *own = parameter(b, "attention.first_token"), *table = parameter(b, "attention.bucket_bias");
    const bool apart = (w->free || w->rows) && (i == 0 || j == 0);
    if (apart && w->free) return (double)own[(i > 0) * H + h];
    if (apart) return product(b, w->released, h, i > 0, i > 0);
    const double relative = w->relative ? (double)table[h * 8 + bucket(p[j] - p[i], false)] : 0;
    return product(b, w->released, h, w->rows + p[i], w->rows + p[j]) + relative;
}

static void biases_are_products(void **state) {
    (void)state;
    static const way ways[] = {
        {"", false, false, false, false},
        {"encoding.relative=true", false, true, false, false},
        {"encoding.first_token=free", false, false, true, false},
        {"encoding.first_token=rows", false, false, false, true},
        {"encoding.relative=true encoding.first_token=rows encoding.released=true", true, true, false, true},
        {"encoding.released=true positions=randomized positions.L=30", true, false, false, false},
        {"encoding.first_token=rows positions=randomized positions.L=30", false, false, false, true},
    };
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        char more[400];
        matrix m, drawn;
        int p[T];
        snprintf(more, sizeof more,
                 "encoding=tupe encoding.rows=%d encoding.buckets=8 encoding.max_distance=8 model.width=%d "
                 "model.heads=%d %s",
                 ROWS, N, H, ways[w].settings);
        bench b = bench_open_well(more, 1);
        const double *bias = look(&b, "bias", T, NULL, NULL, &m);
        if (strstr(more, "randomized")) look(&b, "positions", T, NULL, NULL, &drawn);
        for (int t = 0; t < T; t++) p[t] = strstr(more, "randomized") ? (int)drawn.data[t] : t;
        for (int e = 0; e < H * T * T; e++)
            expect(more, bias[e], want(&b, &ways[w], p, e / T / T, e / T % T, e % T), 50 * unit());
        bench_close(&b);
    }
}

/* Scores are a sum of two products, so the default scale is 1 / sqrt(2 D). Users can choose another scale. */
static void two_products_share_a_scale(void **state) {
    (void)state;
    double x[2 * N] = {[0] = 1, [N] = 1};
    matrix m;
    bench b = bench_open_well("encoding=tupe model.width=8 model.heads=2", 1);
    expect("score", look(&b, "scores", 2, x, x, &m)[0], 1 / sqrt(8), unit());
    bench_close(&b);
    b = bench_open_well("encoding=tupe scale=inverse_sqrt model.width=8 model.heads=2", 1);
    expect("score", look(&b, "scores", 2, x, x, &m)[0], 1 / sqrt(4), unit());
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(biases_are_products),
        cmocka_unit_test(two_products_share_a_scale),
    };
    return cmocka_run_group_tests_name("position_products", tests, NULL, NULL);
}
