/* test_inspect.c: the matrices of inspection, through the public header. This test computes the formula of each matrix
 * from the other matrices and from queries and keys. Also tests widths for any number of heads, and that draws do not
 * depend on other axes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/catalogue.h"
#include "error_words.h"
#include "lengthen.h"

enum { MOST = 16 };

/* A context, and copies of the matrices that were shown last. */
typedef struct desk {
    lg_context *context;
    lg_config *config;
    lg_matrix seen[MOST];
    int count;
} desk;

static void forget(desk *d) {
    for (int i = 0; i < d->count; i++) free((void *)d->seen[i].data);
    d->count = 0;
}

static size_t size_of(const lg_matrix *m) {
    size_t count = 1;
    for (int i = 0; i < m->rank; i++) count *= m->shape[i];
    return count;
}

static void see(void *user, const lg_matrix *m) {
    static const char *const names[] = {"embedding",
                                        "bias",
                                        "scores",
                                        "rotated_q",
                                        "rotated_k",
                                        "cosine",
                                        "sine",
                                        "sinusoid",
                                        "vectors",
                                        "projection",
                                        "content_bias",
                                        "weights",
                                        "positions",
                                        "position_bias",
                                        "distances",
                                        "bucket_bias",
                                        "r1",
                                        "r2",
                                        "slope_factor",
                                        "left_slope_factor",
                                        "right_slope_factor",
                                        "distance_keys",
                                        "distance_values",
                                        "contextual_positions",
                                        "gates",
                                        "distance_factor",
                                        "threshold_factor",
                                        "w1",
                                        "b1",
                                        "w2",
                                        "b2",
                                        "position_queries",
                                        "position_keys",
                                        "query_cosine",
                                        "query_sine",
                                        "key_cosine",
                                        "key_sine"};
    desk *d = user;
    assert_true(d->count < MOST);
    lg_matrix *copy = &d->seen[d->count++];
    double *data = malloc(sizeof(double) * size_of(m));
    assert_non_null(data);
    *copy = *m;
    copy->data = memcpy(data, m->data, sizeof(double) * size_of(m));
    copy->what = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], m->what)) copy->what = names[i];
    assert_non_null(copy->what);
}

static const lg_matrix *find(const desk *d, const char *what) {
    for (int i = 0; i < d->count; i++)
        if (!strcmp(d->seen[i].what, what)) return &d->seen[i];
    return NULL;
}

/* The matrix with that name. Asserts its shape: [a,b,c]; if c is 0, [a,b]; if b is 0 too, [a]. */
static const double *shaped(const desk *d, const char *what, size_t a, size_t b, size_t c) {
    const lg_matrix *m = find(d, what);
    if (!m) fail_msg("%s was not shown", what);
    assert_int_equal(m->rank, c ? 3 : b ? 2 : 1);
    assert_int_equal(m->shape[0], a);
    if (b) assert_int_equal(m->shape[1], b);
    if (c) assert_int_equal(m->shape[2], c);
    return m->data;
}

static int sit_down(void **state) {
    desk *d = calloc(1, sizeof *d);
    assert_non_null(d);
    assert_non_null(d->context = lg_context_new());
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
    *state = d;
    return 0;
}

static int clear_up(void **state) {
    desk *d = *state;
    forget(d);
    lg_config_free(d->config);
    lg_context_free(d->context);
    free(d);
    return 0;
}

/* Starts a new config with settings such as "encoding=rope model.heads=3". */
static void start(desk *d, const char *settings) {
    forget(d);
    lg_config_free(d->config);
    assert_int_equal(lg_config_new(d->context, &d->config), LG_OK);
    char *copy = strdup(settings), *rest = copy, *word;
    while ((word = strsep(&rest, " "))) {
        char *value = strchr(word, '=');
        if (!value) continue;
        *value++ = 0;
        assert_int_equal(lg_config_set(d->config, word, value, LG_FLAG, word), LG_OK);
    }
    free(copy);
}

static void inspect(desk *d, int T, const double *q, const double *k) {
    if (lg_inspect_encoding(d->config, T, q, k, see, d) != LG_OK) fail_msg("%s", lg_error_text(d->context));
}

/* The i-th number of an irregular sequence. */
static double number(int i) {
    return sin(1.7 * i + 0.3) * 1.5;
}

static void fill(double *x, int count, int from) {
    for (int i = 0; i < count; i++) x[i] = number(from + i);
}

#ifdef LG_DOUBLE
static const double close_enough = 1e-12;
#else
static const double close_enough = 1e-5;
#endif

static void assert_close(double a, double b, const char *what) {
    if (!(fabs(a - b) <= close_enough * (1 + fabs(b)))) fail_msg("%s: %.9g, the formula says %.9g", what, a, b);
}

/* ---- widths ---- */

static void inspect_with_heads(desk *d, const char *encoding, int heads) {
    char settings[128];
    snprintf(settings, sizeof settings, "encoding=%s model.heads=%d model.blocks=1 model.feed_forward=4", encoding,
             heads);
    start(d, settings);
    assert_int_equal(lg_inspect_default_width(d->config), LG_OK);
    inspect(d, 3, NULL, NULL);
}

static void any_number_of_heads_will_do(void **state) {
    static const int heads[] = {1, 3, 6, 12, 50};
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice e = lg_choice_at(i);
        for (size_t h = 0; !strcmp(e.axis, "encoding") && h < sizeof heads / sizeof *heads; h++)
            inspect_with_heads(*state, e.name, heads[h]);
    }
    inspect_with_heads(*state, "alibi", 256); /* a width of 2,048 */
}

static void a_width_that_was_set_stays(void **state) {
    desk *d = *state;
    start(d, "encoding=alibi model.heads=3 model.width=64");
    assert_int_equal(lg_inspect_default_width(d->config), LG_OK);
    assert_int_equal(lg_config_check(d->config), LG_USAGE);
    assert_words(d->context, "model.width");
    start(d, "encoding=alibi model.heads=4");
    assert_int_equal(lg_inspect_default_width(d->config), LG_OK);
    assert_string_equal(lg_config_get(d->config, "model.width"), "64");
    start(d, "encoding=alibi model.heads=12");
    assert_int_equal(lg_inspect_default_width(d->config), LG_OK);
    assert_string_equal(lg_config_get(d->config, "model.width"), "96");
    start(d, "encoding=alibi model.heads=many");
    assert_int_equal(lg_inspect_default_width(d->config), LG_OK);
    assert_int_equal(lg_config_check(d->config), LG_USAGE);
    assert_words(d->context, "many");
}

/* ---- matrices ---- */

enum { T = 5, H = 3, D = 4, N = H * D };
#define MODEL " model.heads=3 model.width=12 model.blocks=1 model.feed_forward=4"

/* Asserts scores[h,t,s] = ((q_t + u).k_s + (q_t + v).r) / sqrt(D). If `by_pair`, r is the vector of the pair (t,s);
 * otherwise it is the vector of the distance of t and s in the table of distances. */
static void check_relative(const desk *d, const double *q, const double *k, bool by_pair) {
    const size_t rows = by_pair ? T * T : 2 * T - 1;
    const double *A = by_pair ? shaped(d, "sinusoid", T, T, N) : shaped(d, "sinusoid", 2 * T - 1, N, 0);
    const double *r = by_pair ? shaped(d, "vectors", T, T, N) : shaped(d, "vectors", 2 * T - 1, N, 0);
    const double *W = shaped(d, "projection", N, N, 0), *scores = shaped(d, "scores", H, T, T);
    const double *u = shaped(d, "content_bias", H, D, 0), *v = shaped(d, "position_bias", H, D, 0);
    for (size_t i = 0; i < rows * N; i++) {
        double sum = 0;
        for (int c = 0; c < N; c++) sum += A[i / N * N + c] * W[c * N + i % N];
        assert_close(r[i], sum, "vectors");
    }
    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++)
            for (int s = 0; s < T; s++) {
                const double *pair = r + (by_pair ? t * T + s : s - t + T - 1) * N;
                double sum = 0;
                for (int c = h * D; c < (h + 1) * D; c++)
                    sum += (q[t * N + c] + u[c]) * k[s * N + c] + (q[t * N + c] + v[c]) * pair[c];
                assert_close(scores[(h * T + t) * T + s], sum / sqrt(D), "scores");
            }
}

/* A(D)[i] = sin(D w_i), A(D)[N/2+i] = cos(D w_i), w_i = 10000^(-2i/N). */
static void check_sinusoid(const double *A, double distance) {
    for (int i = 0; i < N / 2; i++) {
        assert_close(A[i], sin(distance * pow(10000, -2.0 * i / N)), "sine");
        assert_close(A[N / 2 + i], cos(distance * pow(10000, -2.0 * i / N)), "cosine");
    }
}

static void relative_shows_what_makes_its_scores(void **state) {
    desk *d = *state;
    double q[T * N], k[T * N];
    fill(q, T * N, 0);
    fill(k, T * N, 1000);
    start(d, "encoding=relative" MODEL);
    inspect(d, T, q, k);
    check_relative(d, q, k, false);
    assert_null(find(d, "distances")); /* the standard positions are not drawn, so none are shown */
    for (int i = 0; i < 2 * T - 1; i++) check_sinusoid(find(d, "sinusoid")->data + i * N, i - (T - 1));

    start(d, "encoding=relative positions=randomized positions.L=40 positions.both_sides=true" MODEL);
    inspect(d, T, q, k);
    check_relative(d, q, k, false);
    const double *distances = shaped(d, "distances", 2 * T - 1, 0, 0);
    for (int i = 0; i < 2 * T - 1; i++) check_sinusoid(find(d, "sinusoid")->data + i * N, distances[i]);

    start(d, "encoding=relative positions=unsorted positions.L=40" MODEL);
    inspect(d, T, q, k);
    check_relative(d, q, k, true);
    const double *p = shaped(d, "positions", T, 0, 0);
    for (int i = 0; i < T * T; i++) check_sinusoid(find(d, "sinusoid")->data + i * N, p[i % T] - p[i / T]);

    /* Here the program rotates queries instead of using vectors. */
    start(d, "encoding=relative positions=augmented" MODEL);
    inspect(d, T, q, k);
    check_relative(d, q, k, true);
    p = shaped(d, "positions", T, 0, 0);
    for (int i = 0; i < T * T; i++) check_sinusoid(find(d, "sinusoid")->data + i * N, p[i % T] - p[i / T]);
}

/* scores[h,t,s] = q_t.(k_s + a[K + D]) / sqrt(D), the distance clipped at K. */
static void check_shaw(const desk *d, const double *q, const double *k, const double *distance, int K) {
    const double *a = shaped(d, "distance_keys", (size_t)(2 * K + 1), D, 0), *scores = shaped(d, "scores", H, T, T);
    for (int e = 0; e < H * T * T; e++) {
        const int h = e / T / T, t = e / T % T, s = e % T;
        const int row = K + (int)fmax(-K, fmin(K, distance[t * T + s]));
        double sum = 0;
        for (int c = 0; c < D; c++) sum += q[t * N + h * D + c] * (k[s * N + h * D + c] + a[row * D + c]);
        assert_close(scores[e], sum / sqrt(D), "scores");
    }
}

static void shaw_shows_what_it_adds(void **state) {
    desk *d = *state;
    double q[T * N], k[T * N], distance[T * T];
    fill(q, T * N, 0);
    fill(k, T * N, 1000);
    start(d, "encoding=shaw encoding.clip=2" MODEL);
    inspect(d, T, q, k);
    for (int e = 0; e < T * T; e++) distance[e] = e % T - e / T;
    check_shaw(d, q, k, distance, 2);
    shaped(d, "distance_values", 5, D, 0);

    start(d, "encoding=shaw encoding.clip=9 positions=randomized positions.L=40" MODEL);
    inspect(d, T, q, k);
    const double *x = shaped(d, "distances", 2 * T - 1, 0, 0);
    for (int e = 0; e < T * T; e++) distance[e] = x[e % T - e / T + T - 1];
    check_shaw(d, q, k, distance, 9);

    start(d, "encoding=shaw encoding.clip=9 encoding.shared_table=true positions=unsorted positions.L=40" MODEL);
    inspect(d, T, q, k);
    const double *p = shaped(d, "positions", T, 0, 0);
    for (int e = 0; e < T * T; e++) distance[e] = p[e % T] - p[e / T];
    check_shaw(d, q, k, distance, 9);
    assert_null(find(d, "distance_values")); /* values use the table of the keys */
}

/* Vectors of zeros add nothing. */
static void cope_shows_its_vectors(void **state) {
    desk *d = *state;
    double q[T * N], k[T * N];
    fill(q, T * N, 0);
    fill(k, T * N, 1000);
    start(d, "encoding=cope encoding.max_position=3" MODEL);
    inspect(d, T, q, k);
    const double *e = shaped(d, "contextual_positions", 4, D, 0), *scores = shaped(d, "scores", H, T, T);
    for (int i = 0; i < 4 * D; i++) assert_true(e[i] == 0);
    for (int i = 0; i < H * T * T; i++) {
        const int h = i / T / T, t = i / T % T, s = i % T;
        double sum = 0;
        for (int c = 0; c < D; c++) sum += q[t * N + h * D + c] * k[s * N + h * D + c];
        assert_close(scores[i], sum / sqrt(D), "scores");
    }
}

/* In a new model, forget gates for a sublayer input of zeros are 1/2; their logarithms are shown. */
static void fox_shows_its_gates(void **state) {
    desk *d = *state;
    double q[T * N] = {0};
    start(d, "encoding=fox" MODEL);
    inspect(d, T, q, q);
    const double *gates = shaped(d, "gates", T, H, 0), *scores = shaped(d, "scores", H, T, T);
    for (int i = 0; i < T * H; i++) assert_close(gates[i], -log(2), "gates");
    for (int i = 0; i < H * T * T; i++) {
        const int t = i / T % T, s = i % T;
        assert_close(scores[i], s < t ? (s - t) * log(2) : 0, "scores");
    }
}

/* Asserts that the bias is the output of the shown network. No query may be beyond the threshold. */
static void check_network(const desk *d, int threshold) {
    enum { F = 32 };
    const double *w1 = shaped(d, "w1", 1, F, 0), *b1 = shaped(d, "b1", 1, F, 0);
    const double *w2 = shaped(d, "w2", F, H, 0), *b2 = shaped(d, "b2", 1, H, 0), *bias = shaped(d, "bias", H, T, T);
    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++)
            for (int s = 0; s < T; s++) {
                const double x = log(1 + 0.1 * abs(t - s)) / (log(1 + 0.1 * threshold) + 1e-6);
                double sum = b2[h];
                for (int i = 0; i < F; i++) sum += w2[i * H + h] * fmax(0, w1[i] * x + b1[i]);
                assert_close(bias[(h * T + t) * T + s], sum, "network");
            }
}

/* For queries below the threshold, FIRE's bias depends on the distance alone. For queries beyond the threshold, it also
 * depends on the query's position. */
static void fire_shows_its_bias(void **state) {
    desk *d = *state;
    for (int threshold = 1; threshold < 100; threshold += 98) {
        char settings[200];
        snprintf(settings, sizeof settings, "encoding=fire encoding.threshold=%d" MODEL, threshold);
        start(d, settings);
        inspect(d, T, NULL, NULL);
        const double *bias = shaped(d, "bias", H, T, T);
        assert_true(*shaped(d, "threshold_factor", 1, 1, 0) == 1);
        assert_close(*shaped(d, "distance_factor", 1, 1, 0), 0.1, "c");
        assert_close(bias[T + 2], bias[2 * T + 1], "two sides");
        const double difference = fabs(bias[T] - bias[(T - 1) * T + T - 2]);
        assert_true(threshold > T ? difference < 1e-6 : difference > 1e-3);
        if (threshold > T) check_network(d, threshold);
    }
}

static void tupe_shows_what_it_multiplies(void **state) {
    desk *d = *state;
    start(d, "encoding=tupe" MODEL);
    inspect(d, T, NULL, NULL);
    const double *q = shaped(d, "position_queries", T, N, 0), *k = shaped(d, "position_keys", T, N, 0);
    const double *bias = shaped(d, "bias", H, T, T);
    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++)
            for (int s = 0; s < T; s++) {
                double sum = 0;
                for (int c = h * D; c < (h + 1) * D; c++) sum += q[t * N + c] * k[s * N + c];
                assert_close(bias[(h * T + t) * T + s], sum / sqrt(2 * D), "product of positions");
            }
    start(d, "encoding=tupe encoding.first_token=rows" MODEL);
    inspect(d, T, NULL, NULL);
    shaped(d, "position_queries", T + 1, N, 0);
    shaped(d, "position_keys", T + 1, N, 0);
}

#ifndef LG_DOUBLE
/* Inspection shows numbers in fp32, not rounded to bfloat16 as the inputs of maps are. */
static void bfloat16_shows_floats(void **state) {
    desk *d = *state;
    start(d, "encoding=relative model.precision=bf16" MODEL);
    inspect(d, T, NULL, NULL);
    for (int i = 0; i < 2 * T - 1; i++) check_sinusoid(shaped(d, "sinusoid", 2 * T - 1, N, 0) + i * N, i - (T - 1));
}
#endif

static void draws_go_with_what_reads_them(void **state) {
    desk *d = *state;
    start(d, "encoding=sinusoid positions=randomized positions.L=40" MODEL);
    inspect(d, T, NULL, NULL);
    const double *p = shaped(d, "positions", T, 0, 0);
    for (int t = 0; t < T; t++) check_sinusoid(shaped(d, "embedding", T, N, 0) + t * N, p[t]);
    start(d, "encoding=rope positions=randomized positions.L=40" MODEL);
    inspect(d, T, NULL, NULL);
    p = shaped(d, "positions", T, 0, 0);
    for (int t = 0; t < T; t++) {
        assert_close(shaped(d, "cosine", T, D / 2, 0)[t * D / 2 + 1], cos(p[t] / 100), "cosine");
        assert_close(shaped(d, "sine", T, D / 2, 0)[t * D / 2 + 1], sin(p[t] / 100), "sine");
    }
    start(d, "encoding=alibi positions=randomized positions.L=40 model.heads=1 model.width=4");
    inspect(d, T, NULL, NULL);
    const double *r = shaped(d, "distances", 2 * T - 1, 0, 0) + T - 1;
    for (int i = 0; i < T; i++)
        for (int j = 0; j < T; j++)
            assert_close(shaped(d, "bias", 1, T, T)[i * T + j], ((j < i ? 0.5 : 0) - fabs(r[j - i])) / 256, "bias");
}

/* scores[h,t,s] = q_t . k_s / sqrt(D), q and k as given or rotated. */
static void check_products(const desk *d, const double *q, const double *k) {
    const double *scores = shaped(d, "scores", H, T, T);
    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++)
            for (int s = 0; s < T; s++) {
                double sum = 0;
                for (int c = h * D; c < (h + 1) * D; c++) sum += q[t * N + c] * k[s * N + c];
                assert_close(scores[(h * T + t) * T + s], sum / sqrt(D), "scores");
            }
}

/* Press et al. 2022: the logits of query 3 of four with all keys up to its own token, and the attention output, for
 * both heads. */
static void symmetric_slopes_are_those_of_causal_models(void **state) {
    desk *d = *state;
    enum { ROWS = 4, COLUMNS = 4 };
    static const double q[16] = {0.5, -0.25, 0.75, 0, -0.5, 1, 0.25, -0.75, 0.25, 0.5, -1, 0.5, 1, -0.5, 0.5, 0.25},
                        k[16] = {0.25, 0.5, -0.5, 1, 1, -0.75, 0.25, 0.5, -0.5, 0.25, 0.75, -0.25, 0.5, 1, -0.25, 0.75},
                        v[16] = {1, 0, -1, 0.5, 0, 2, 1, -0.5, -1, 1, 0, 1.5, 0.5, -1, 2, 0};
    static const double logits[2][4] = {{-0.1875, 0.6875, -0.21875, 0.03125},
                                        {-0.01171875, 0.8046875, -0.16015625, 0.03125}},
                        o[2][4] = {{0.1163496, 0.8057657, 0.6927085, 0.1344133},
                                   {0.1276816, 0.8402853, 0.6482124, 0.1280695}};
    double two_q[ROWS * 2 * COLUMNS], two_k[ROWS * 2 * COLUMNS];
    for (int i = 0; i < ROWS * 2 * COLUMNS; i++) { /* both heads have the same queries and keys */
        const int from = i / (2 * COLUMNS) * COLUMNS + i % COLUMNS;
        two_q[i] = q[from], two_k[i] = k[from];
    }
    start(d, "encoding=alibi encoding.sides=symmetric mask=causal model.heads=2 model.width=8 model.blocks=1");
    inspect(d, ROWS, two_q, two_k);
    const double *scores = shaped(d, "scores", 2, ROWS, ROWS), *bias = shaped(d, "bias", 2, ROWS, ROWS);
    for (int h = 0; h < 2; h++) {
        double sum = 0, mixed[COLUMNS] = {0};
        for (int j = 0; j < ROWS; j++) {
            const int e = (h * ROWS + 3) * ROWS + j;
            assert_close(scores[e] + bias[e], logits[h][j], "logits");
            sum += exp(scores[e] + bias[e]);
            for (int c = 0; c < COLUMNS; c++) mixed[c] += exp(scores[e] + bias[e]) * v[j * COLUMNS + c];
        }
        for (int c = 0; c < COLUMNS; c++)
            if (!(fabs(mixed[c] / sum - o[h][c]) < 2e-6)) fail_msg("head %d: o[%d] is %g", h, c, mixed[c] / sum);
    }
}

/* Columns 2i and 2i+1 of each head are rotated by t 10000^(-2i/D). */
static void check_rotated(const double *rotated, const double *x) {
    for (int t = 0; t < T; t++)
        for (int c = 0; c < N; c += 2) {
            double angle = t * pow(10000, -(double)(c % D) / D), a = x[t * N + c], b = x[t * N + c + 1];
            assert_close(rotated[t * N + c], a * cos(angle) - b * sin(angle), "rotated");
            assert_close(rotated[t * N + c + 1], b * cos(angle) + a * sin(angle), "rotated");
        }
}

static void queries_and_keys_give_scores(void **state) {
    desk *d = *state;
    static const char *const plain[] = {"none", "sinusoid", "learned", "alibi"};
    double q[T * N], k[T * N];
    fill(q, T * N, 0);
    fill(k, T * N, 1000);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char settings[160];
        snprintf(settings, sizeof settings, "encoding=%s" MODEL, plain[i]);
        start(d, settings);
        inspect(d, T, q, k);
        check_products(d, q, k); /* scores include no biases */
    }
    start(d, "encoding=rope" MODEL);
    inspect(d, T, q, k);
    check_rotated(shaped(d, "rotated_q", T, N, 0), q);
    check_rotated(shaped(d, "rotated_k", T, N, 0), k);
    check_products(d, find(d, "rotated_q")->data, find(d, "rotated_k")->data);
}

/* ---- geometric attention ---- */

/* Does query t look at key k before key s? The nearer key comes first. If both are equally near, the key on the right
 * comes first. */
static bool before(int t, int k, int s) {
    int near = abs(k - t), far = abs(s - t);
    return k != t && (near < far || (near == far && k > t && s < t));
}

static double match(const double *q, const double *k, int h, int t, int s) {
    double sum = 0;
    for (int c = h * D; c < (h + 1) * D; c++) sum += q[t * N + c] * k[s * N + c];
    return s == t ? 0 : 1 / (1 + exp(-sum / sqrt(D)));
}

static void geometric_weights_stop_at_the_first_match(void **state) {
    desk *d = *state;
    double q[T * N], k[T * N];
    fill(q, T * N, 0);
    fill(k, T * N, 1000);
    start(d, "encoding=none attention=geometric" MODEL);
    inspect(d, T, q, k);
    const double *weights = shaped(d, "weights", H, T, T);
    for (int h = 0; h < H; h++)
        for (int t = 0; t < T; t++)
            for (int s = 0; s < T; s++) {
                double left = match(q, k, h, t, s);
                for (int o = 0; o < T; o++)
                    if (before(t, o, s)) left *= 1 - match(q, k, h, t, o);
                assert_close(weights[(h * T + t) * T + s], left, "weights");
            }
}

/* ---- positions ---- */

static bool is_on(const char *axis, const lg_choice *e) {
    return !strcmp(e->axis, axis);
}

/* The draws of a position sampler do not depend on choices on other axes, whether these choices are compatible with the
 * sampler or not. */
static void a_source_draws_whatever_the_model(void **state) {
    desk *d = *state;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        lg_choice source = lg_choice_at(i);
        double first[2 * T] = {0};
        bool known = false;
        for (size_t j = 0; is_on("positions", &source) && j < lg_choice_count(); j++) {
            lg_choice e = lg_choice_at(j);
            if (is_on("data", &e) || is_on("architecture", &e) || is_on("protocol", &e) || is_on("cell", &e) ||
                is_on("store", &e) || is_on("sublayer", &e) || is_on("setting", &e) || is_on("curriculum", &e) ||
                is_on("metric", &e) || is_on("positions", &e))
                continue;
            char settings[160];
            snprintf(settings, sizeof settings, "positions=%s %s=%s model.heads=7", source.name, e.axis, e.name);
            start(d, settings);
            if (lg_inspect_positions(d->config, T, see, d) != LG_OK)
                fail_msg("%s: %s", settings, lg_error_text(d->context));
            assert_true(d->count > 0);
            if (known) assert_memory_equal(d->seen[0].data, first, size_of(&d->seen[0]) * sizeof(double));
            memcpy(first, d->seen[0].data, size_of(&d->seen[0]) * sizeof(double));
            known = true;
        }
    }
}

static void a_draw_is_the_one_that_the_encoding_reads(void **state) {
    desk *d = *state;
    static const char *const settings[][2] = {
        {"positions=randomized encoding=alibi train.seed=4" MODEL, "distances"},
        {"positions=randomized encoding=rope train.seed=4" MODEL, "positions"},
        {"positions=unsorted encoding=sinusoid train.seed=5" MODEL, "positions"},
        {"positions=released encoding=relative train.seed=6" MODEL, "distances"},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        double drawn[2 * T - 1];
        start(d, settings[i][0]);
        inspect(d, T, NULL, NULL);
        const lg_matrix *m = find(d, settings[i][1]);
        assert_non_null(m);
        const size_t bytes = size_of(m) * sizeof(double);
        memcpy(drawn, m->data, bytes);
        forget(d);
        assert_int_equal(lg_inspect_positions(d->config, T, see, d), LG_OK);
        assert_memory_equal(find(d, settings[i][1])->data, drawn, bytes);
    }
}

static void wrong_values_stay_wrong(void **state) {
    desk *d = *state;
    static const char *const settings[][2] = {
        {"positions=randomised", "randomized"},
        {"positions=randomized positions.M=3", "positions.M"},
        {"positions=standard positions.L=3", "not used"},
        {"encoding=ropee", "rope"},
        {"model.width=none", "model.width"},
        {"positions=randomized positions.L=4", "positions.L 5"},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        start(d, settings[i][0]);
        assert_int_equal(lg_inspect_positions(d->config, T, see, d), LG_USAGE);
        assert_words(d->context, settings[i][1]);
    }
    start(d, "encoding=learned encoding.rows=4" MODEL);
    assert_int_equal(lg_inspect_encoding(d->config, T, NULL, NULL, see, d), LG_USAGE);
    assert_words(d->context, "encoding.rows 5");
    assert_int_equal(lg_inspect_encoding(d->config, LG_LENGTH_MAX + 1, NULL, NULL, see, d), LG_USAGE);
    assert_words(d->context, "100000");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, sit_down, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(any_number_of_heads_will_do),
        TEST(a_width_that_was_set_stays),
        TEST(relative_shows_what_makes_its_scores),
        TEST(shaw_shows_what_it_adds),
        TEST(cope_shows_its_vectors),
        TEST(fox_shows_its_gates),
        TEST(fire_shows_its_bias),
        TEST(tupe_shows_what_it_multiplies),
#ifndef LG_DOUBLE
        TEST(bfloat16_shows_floats),
#endif
        TEST(draws_go_with_what_reads_them),
        TEST(symmetric_slopes_are_those_of_causal_models),
        TEST(queries_and_keys_give_scores),
        TEST(geometric_weights_stop_at_the_first_match),
        TEST(a_source_draws_whatever_the_model),
        TEST(a_draw_is_the_one_that_the_encoding_reads),
        TEST(wrong_values_stay_wrong),
    };
    return cmocka_run_group_tests_name("inspect", tests, NULL, NULL);
}
