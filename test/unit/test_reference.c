/* test_reference.c: tests the reference kernels, with which other suites compare all other kernels. Compares them with
 * worked examples: a fixture of four tokens, whose results an independent program computed and printed to seven digits.
 * In the double build, also compares them with finite differences. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/kernel.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const lg_kernels *const ref = &lg_kernels_ref;

static lg_view view(const void *data) {
    return (lg_view){(void *)data, 0};
}

/* Compares with an expected value of seven digits. */
static void expect(double got, double want, const char *what, int at) {
    double limit = sizeof(real) == 8 ? 1e-6 * fabs(want) + 1e-8 : 2e-5 * fabs(want) + 2e-6;
    if (!(fabs(got - want) <= limit)) fail_msg("%s [%d]: got %.9g, want %.9g", what, at, got, want);
}

static void expect_all(const real *got, const double *want, int n, const char *what) {
    for (int e = 0; e < n; e++) expect(got[e], want[e], what, e);
}

/* ------------------------------------------------------------------------------------------------ the fixture
 * One head of width 4, four tokens, content scale 1/2. */
#define T4 4
static const real fixture_q[16] = {0.5, -0.25, 0.75, 0, -0.5, 1, 0.25, -0.75, 0.25, 0.5, -1, 0.5, 1, -0.5, 0.5, 0.25};
static const real fixture_k[16] = {0.25, 0.5,  -0.5, 1,     1,   -0.75, 0.25,  0.5,
                                   -0.5, 0.25, 0.75, -0.25, 0.5, 1,     -0.25, 0.75};
static const real fixture_v[16] = {1, 0, -1, 0.5, 0, 2, 1, -0.5, -1, 1, 0, 1.5, 0.5, -1, 2, 0};
static const real half[8] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
static const int32_t causal_high[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const double fixture_logits[16] = {-0.1875, 0.4375,  0.125,   -0.09375, -0.25, -0.78125, 0.4375,   0.0625,
                                          0.65625, -0.0625, -0.4375, 0.625,    0,     0.8125,   -0.15625, 0.03125};

/* The gradient that arrives at the logits in backward examples. */
static double fixture_gradient(int i, int j) {
    return (i + 1) * (2 * j - 3) / 16.0;
}

/* The arguments of attention over the fixture, and its results. Tests add terms of the scores before they call
 * `attend`. */
typedef struct fixture {
    real o[16], exp_scores[T4 * LG_PAD(T4)], inv_row_sum[LG_PAD(T4)];
    double scratch[64];
    lg_attention a;
} fixture;

static void fixture_begin(fixture *f) {
    f->a = (lg_attention){.S = 1, .T = 4, .Q = 4, .H = 1, .D = 4, .q = view(fixture_q), .k = view(fixture_k)};
    f->a.v = view(fixture_v);
    f->a.o = view(f->o);
    f->a.scale = view(half);
    f->a.exp_scores = view(f->exp_scores), f->a.inv_row_sum = view(f->inv_row_sum);
    f->a.scratch = view(f->scratch);
    assert_true(ref->attention_scratch(ref, &f->a, true) <= sizeof f->scratch);
}

static double prob_at(const fixture *f, int i, int j) {
    return f->exp_scores[j * LG_PAD(T4) + i];
}

/* Asserts that row i of P is the softmax of these logits over the first `count` keys. */
static void expect_softmax(const fixture *f, int i, const double *logits, int count, const char *what) {
    double total = 0;
    for (int j = 0; j < count; j++) total += exp(logits[j]);
    for (int j = 0; j < count; j++) expect(prob_at(f, i, j), exp(logits[j]) / total, what, i * T4 + j);
    for (int j = count; j < T4; j++) expect(prob_at(f, i, j), 0, what, i * T4 + j);
}

static void test_plain(void **state) {
    (void)state;
    fixture f = {0};
    fixture_begin(&f);
    ref->attention(ref, &f.a);
    for (int i = 0; i < 4; i++) expect_softmax(&f, i, fixture_logits + 4 * i, 4, "bidirectional P");
    expect_all(f.o, (double[]){0.03418189, 0.7509409, 0.5746492, 0.3030231}, 4, "bidirectional o[0]");

    f.a.key_end = view(causal_high);
    ref->attention(ref, &f.a);
    static const double p3[4] = {0.1945289, 0.4383777, 0.1663894, 0.2007039};
    for (int j = 0; j < 4; j++) expect(prob_at(&f, 3, j), p3[j], "causal P[3]", j);
    for (int i = 0; i < 4; i++) expect_softmax(&f, i, fixture_logits + 4 * i, i + 1, "causal P");
    expect_all(f.o + 4, (double[]){0.6297746, 0.7404508, -0.2595492, 0.1297746}, 4, "causal o[1]");
    expect_all(f.o + 8, (double[]){0.3649426, 0.7186887, -0.2813113, 0.4163686}, 4, "causal o[2]");
    expect_all(f.o + 12, (double[]){0.1284915, 0.8424409, 0.6452567, 0.1276597}, 4, "causal o[3]");
}

static void test_unkept_prob(void **state) {
    (void)state;
    fixture f = {0}, g = {0};
    fixture_begin(&f);
    fixture_begin(&g);
    g.a.exp_scores = view(NULL);
    ref->attention(ref, &f.a);
    ref->attention(ref, &g.a);
    assert_memory_equal(f.o, g.o, sizeof f.o);
}

static void test_empty_row(void **state) {
    (void)state;
    static const int32_t low[4] = {0, 2, 0, 0}, high[4] = {4, 2, 4, 4};
    fixture f = {0};
    fixture_begin(&f);
    f.a.key_begin = view(low);
    f.a.key_end = view(high);
    ref->attention(ref, &f.a);
    for (int d = 0; d < 4; d++) assert_true(f.o[4 + d] == 0);
    for (int j = 0; j < 4; j++) assert_true(prob_at(&f, 1, j) == 0);
}

/* One softmax over two tokens and a stored pair, combined from a softmax over the tokens and a softmax over the pair
 * (Sukhbaatar et al. 2019). The weights are .190916, .387200 and .421883. The pair's key is stored as (.5,.5), and is
 * multiplied by sqrt(e), e = 2. */
static void test_joined(void **state) {
    (void)state;
    static const real q[2] = {1, 2}, k[4] = {1, 0, 0, 1}, v[4] = {1, 1, 2, 0}, value[2] = {0, 3};
    const real scale[1] = {(real)sqrt(0.5)}, key[2] = {(real)sqrt(0.5), (real)sqrt(0.5)};
    real tokens[2], pairs[2], o[2], log_tokens[LG_LANES], log_pairs[LG_LANES], share[LG_LANES];
    double scratch[8];
    lg_attention a = {.S = 1, .T = 2, .Q = 1, .H = 1, .D = 2, .q = view(q), .k = view(k), .v = view(v)};
    a.scale = view(scale), a.scratch = view(scratch), a.o = view(tokens), a.log_sum = view(log_tokens);
    ref->attention(ref, &a);
    a.T = 1, a.k = view(key), a.v = view(value), a.o = view(pairs), a.log_sum = view(log_pairs);
    ref->attention(ref, &a);
    lg_joined j = {.S = 1, .Q = 1, .H = 1, .D = 2, .a = view(tokens), .b = view(pairs), .o = view(o)};
    j.log_a = view(log_tokens), j.log_b = view(log_pairs), j.share = view(share);
    ref->join(ref, &j);
    expect(log_tokens[0], log(exp(sqrt(0.5)) + exp(2 * sqrt(0.5))), "log_sum", 0);
    expect(log_pairs[0], 1.5, "log_sum", 1);
    expect(share[0], 1 - 0.42188346, "share of tokens", 0);
    expect_all(o, (double[]){0.965317, 1.456566}, 2, "o");
}

/* Of three stored keys, retrieves the two with the highest scores (Wu et al. 2022); also tests the gradient. */
static void test_retrieve(void **state) {
    (void)state;
    static const real q[2] = {1, 0}, keys[6] = {1, 0, 0, 1, -1, 0}, values[6] = {1, 0, 0, 1, 5, 5}, d_o[2] = {1, -2};
    real o[2], weight[2], dq[2] = {0}, scratch[2 * LG_LANES], log_sum[LG_LANES];
    int32_t index[2];
    lg_retrieval a = {.S = 1, .Q = 1, .H = 1, .D = 2, .M = 3, .size = 3, .chosen = 2};
    a.q = view(q), a.keys = view(keys), a.values = view(values), a.o = view(o), a.index = view(index);
    a.weight = view(weight), a.scratch = view(scratch), a.log_sum = view(log_sum);
    ref->retrieve(ref, &a);
    assert_true(index[0] == 0 && index[1] == 1);
    expect_all(weight, (double[]){0.7310586, 0.2689414}, 2, "weights of what is stored");
    expect_all(o, (double[]){0.7310586, 0.2689414}, 2, "o of what is stored");
    expect(log_sum[0], log(exp(1) + 1), "log_sum", 0);
    a.d_o = view(d_o), a.dq = view(dq);
    ref->retrieve_backward(ref, &a);
    const double slope = 0.7310586 * 0.2689414 * 3; /* gradient of each logit: P (d_o.v - mean) */
    expect_all(dq, (double[]){slope, -slope}, 2, "dq of what is stored");
}

/* Each head is divided by its length, and multiplied by a factor. For a zero vector, the gradient uses epsilon as the
 * length. */
static void test_unit_heads(void **state) {
    (void)state;
    static const real x[4] = {3, 4, 0, 0}, factor[2] = {-2, 1}, dy[4] = {1, 0, 1, -1};
    real y[4], dx[4], dfactor[2] = {0};
    lg_unit_heads a = {.M = 1, .H = 2, .D = 2, .x = view(x), .factor = view(factor), .y = view(y), .dy = view(dy)};
    a.dx = view(dx), a.dfactor = view(dfactor);
    ref->unit_heads(ref, &a);
    expect_all(y, (double[]){1.2, 1.6, 0, 0}, 4, "heads of unit length");
    ref->unit_heads_backward(ref, &a);
    expect_all(dx, (double[]){0.4 * 0.64, -0.4 * 0.48, 1000, -1000}, 4, "dx");
    expect_all(dfactor, (double[]){-0.6, 0}, 2, "dfactor");
}

/* ------------------------------------------------------------------------------- Transformer-XL (Dai et al. 2019) */
static const double xl_map[4][4] = {{0.5, 0, 0.25, 0}, {0, 0.5, 0, -0.25}, {-0.25, 0, 0.5, 0}, {0, 0.25, 0, 0.5}};
static const real xl_content[4] = {0.1, -0.2, 0.3, 0.4}, xl_position[4] = {-0.3, 0.2, 0.1, 0.5};

/* The sinusoid of distance D = query - key: sines, then cosines. */
static void xl_sinusoid(double D, double out[4]) {
    for (int e = 0; e < 4; e++) out[e] = e < 2 ? sin(D * pow(10, -2 * e)) : cos(D * pow(10, -2 * (e - 2)));
}

static void xl_vector(double D, real out[4]) {
    double wave[4];
    xl_sinusoid(D, wave);
    for (int e = 0; e < 4; e++) {
        double total = 0;
        for (int c = 0; c < 4; c++) total += xl_map[e][c] * wave[c];
        out[e] = total;
    }
}

/* The kernel's row for the offset j-i of key j and query i holds the vector of the distance D = i-j. */
static void xl_table(real *r, int T) {
    for (int offset = 1 - T; offset < T; offset++) xl_vector(-offset, r + (size_t)(offset + T - 1) * 4);
}

static void test_xl(void **state) {
    (void)state;
    real r[7 * 4];
    xl_table(r, 4);
    expect_all(r + (3 - 1) * 4, (double[]){0.5558111, -0.2449876, 0.05978341, 0.502475}, 4, "r of D=1");
    expect_all(r + (3 + 2) * 4, (double[]){-0.5586854, -0.2599493, 0.01925094, 0.4949003}, 4, "r of D=-2");

    fixture f = {0};
    fixture_begin(&f);
    f.a.r = view(r);
    f.a.u = view(xl_content);
    f.a.w = view(xl_position);
    ref->attention(ref, &f.a);
    expect_softmax(&f, 0, (double[]){0.26875, 1.006398, 0.2200369, -0.1537441}, 4, "XL bidirectional");
    expect_softmax(&f, 1, (double[]){-0.5841643, -0.74375, 0.4331779, 0.1090109}, 4, "XL bidirectional");

    f.a.key_end = view(causal_high);
    ref->attention(ref, &f.a);
    expect_softmax(&f, 2, (double[]){1.099381, 0.324694, -0.49375}, 3, "XL causal");
    expect_softmax(&f, 3, (double[]){0.09194996, 1.292425, 0.2938951, 0.53125}, 4, "XL causal");
    expect_all(f.o + 8, (double[]){0.478754, 0.676017, -0.323983, 0.3452291}, 4, "XL o[2]");
    expect_all(f.o + 12, (double[]){0.07778245, 0.8898778, 0.7643881, 0.09508459}, 4, "XL o[3]");
}

/* The backward pass for a given gradient G at the causal logits. The kernel starts from the gradient at o. After a
 * softmax, the rows of a gradient sum to 0, but the rows of G do not. A fifth token absorbs the difference. Its key and
 * value, and the position vectors of positive offsets, are 0, so it changes no result. Values are unit vectors, so that
 * d_o[i] . v[j] is d_o[i][j]. Then dl = P (d_o - mean) = G for d_o = G/P + mean with mean = sum(G) / P[i,4]. */
static void test_xl_backward(void **state) {
    (void)state;
    enum { T = 5, D = 4, PAD = LG_PAD(T) };
    real q[T * D] = {0}, k[T * D] = {0}, v[T * D] = {0}, o[T * D], d_o[T * D] = {0}, r[(2 * T - 1) * D];
    real exp_scores[T * PAD], inv_row_sum[PAD], bias[T * PAD] = {0}, dq[T * D], dk[T * D], dv[T * D], du[D] = {0},
                                                         dw[D] = {0};
    real dr[(2 * T - 1) * D] = {0};
    double scratch[64];
    memcpy(q, fixture_q, sizeof fixture_q);
    memcpy(k, fixture_k, sizeof fixture_k);
    for (int j = 0; j < 4; j++) v[j * D + j] = 1;
    xl_table(r, T);
    memset(r + T * D, 0, (T - 1) * D * sizeof *r);
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++) bias[j * PAD + i] = -1e30;
    lg_attention a = {.S = 1, .T = T, .Q = T, .H = 1, .D = D, .q = view(q), .k = view(k), .v = view(v), .o = view(o)};
    a.scale = view(half);
    a.u = view(xl_content);
    a.w = view(xl_position);
    a.r = view(r);
    a.bias = view(bias);
    a.bias_key = PAD;
    a.exp_scores = view(exp_scores), a.inv_row_sum = view(inv_row_sum);
    a.scratch = view(scratch);
    ref->attention(ref, &a);

    for (int i = 0; i < 4; i++) {
        double total = 0;
        for (int j = 0; j <= i; j++) total += fixture_gradient(i, j);
        for (int j = 0; j <= i; j++)
            d_o[i * D + j] = fixture_gradient(i, j) / exp_scores[j * PAD + i] + total / exp_scores[4 * PAD + i];
    }
    a.d_o = view(d_o);
    a.dq = view(dq);
    a.dk = view(dk);
    a.dv = view(dv);
    a.du = view(du);
    a.dw = view(dw);
    a.dr = view(dr);
    ref->attention_backward(ref, &a);
    expect_all(du, (double[]){-0.4375, 0.171875, 0.46875, -0.8515625}, 4, "XL du");
    expect_all(dw, (double[]){-0.08480481, 0.1457179, 0.5226428, -0.3176049}, 4, "XL dv");

    static const double want[2][4] = {{0.09997322, -0.006920636, 0.7103508, 0.1954332},
                                      {-0.3412326, -0.01546699, 0.8035671, -0.2654258}};
    for (int row = 0; row < 2; row++) {
        for (int c = 0; c < 4; c++) {
            double total = 0, wave[4];
            for (int distance = 0; distance < 4; distance++) {
                xl_sinusoid(distance, wave);
                total += dr[(T - 1 - distance) * D + row * 3] * wave[c];
            }
            expect(total, want[row][c], "XL dW_r, row 0 and 3", row * 4 + c);
        }
    }
}

/* The same scores with queries that are rotated by positions, instead of vectors of distances. Kernels compute key -
 * query, so the position of token t is -t to get D = query - key. */
typedef struct xl_rotated {
    real map[16], angles[16], extra[T4 * LG_PAD(T4)], dextra[T4 * LG_PAD(T4)], dq[16], dw[4], dmap[16];
    double scratch[4];
    lg_sinusoid_scores a;
} xl_rotated;

static void xl_rotate(xl_rotated *x, const double position[T4]) {
    *x = (xl_rotated){.a = {.S = 1, .T = T4, .Q = T4, .H = 1, .D = 4, .N = 4, .q = view(fixture_q)}};
    for (int n = 0; n < 4; n++)
        for (int d = 0; d < 4; d++) x->map[n * 4 + d] = (real)xl_map[d][n];
    for (int t = 0; t < T4; t++) {
        double wave[4];
        xl_sinusoid(-position[t], wave);
        for (int n = 0; n < 4; n++) x->angles[t * 4 + n] = (real)wave[n];
    }
    x->a.w = view(xl_position), x->a.map = view(x->map), x->a.angles = view(x->angles), x->a.extra = view(x->extra);
    x->a.scratch = view(x->scratch), x->a.dextra = view(x->dextra), x->a.dq = view(x->dq), x->a.dw = view(x->dw);
    x->a.dmap = view(x->dmap);
    assert_true(ref->sinusoid_scratch(ref, &x->a) <= sizeof x->scratch);
    ref->sinusoid_scores(ref, &x->a);
}

static void test_xl_rotated(void **state) {
    (void)state;
    xl_rotated x;
    fixture f = {0};
    xl_rotate(&x, (double[]){0, 1, 2, 3});
    expect(x.extra[1 * LG_PAD(T4) + 3], 0.3791134 + 0.05573632, "XL (b) + (d)", 0);
    fixture_begin(&f);
    f.a.u = view(xl_content);
    f.a.extra = view(x.extra);
    ref->attention(ref, &f.a);
    expect_softmax(&f, 0, (double[]){0.26875, 1.006398, 0.2200369, -0.1537441}, 4, "XL rotated");
    expect_softmax(&f, 1, (double[]){-0.5841643, -0.74375, 0.4331779, 0.1090109}, 4, "XL rotated");

    lg_sinusoid_scores segment = x.a; /* tokens 0 and 1 are memory */
    segment.Q = 2, segment.first = 2, segment.q = view(fixture_q + 8);
    ref->sinusoid_scores(ref, &segment);
    static const double memory[2][T4] = {{0.7112616, 0.249388, -0.1375}, {0.008899912, 0.4348497, 0.8752903, 0.925}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3 + i; j++) expect(x.extra[j * LG_PAD(2) + i], memory[i][j], "XL memory", j);
}

static void test_xl_rotated_backward(void **state) {
    (void)state;
    static const double want[2][4] = {{0.09997322, -0.006920636, 0.7103508, 0.1954332},
                                      {-0.3412326, -0.01546699, 0.8035671, -0.2654258}};
    xl_rotated x;
    xl_rotate(&x, (double[]){0, 1, 2, 3});
    for (int i = 0; i < T4; i++)
        for (int j = 0; j <= i; j++) x.dextra[j * LG_PAD(T4) + i] = (real)(fixture_gradient(i, j) / 2);
    ref->sinusoid_scores_backward(ref, &x.a);
    expect_all(x.dw, (double[]){-0.08480481, 0.1457179, 0.5226428, -0.3176049}, 4, "XL rotated dv");
    for (int e = 0; e < 8; e++) expect(x.dmap[e % 4 * 4 + e / 4 * 3], want[e / 4][e % 4], "XL rotated dW_r", e);
}

/* For any positions, integers or not, near or far, scores equal those computed from the vector of each difference of
 * positions. */
static void test_xl_rotated_is_direct(void **state) {
    (void)state;
    static const double known[][T4] = {{2, 5, 6, 11}, {0.25, -3.5, 1000.125, 2}, {7, 7, 3, 2047}};
    for (size_t n = 0; n < COUNT(known); n++) {
        xl_rotated x;
        xl_rotate(&x, known[n]);
        for (int i = 0; i < T4; i++)
            for (int j = 0; j < T4; j++) {
                real r[4];
                double score = 0;
                xl_vector(known[n][i] - known[n][j], r);
                for (int d = 0; d < 4; d++) score += ((double)fixture_q[i * 4 + d] + xl_position[d]) * r[d];
                const double off = fabs((double)x.extra[j * LG_PAD(T4) + i] - score);
                if (!(off < (sizeof(real) == 8 ? 1e-10 : 1e-6)))
                    fail_msg("XL rotated, query %d, key %d: %g", i, j, off);
            }
    }
}

/* ------------------------------------------------------------------------------------ ALiBi (Press et al. 2021) */

/* The bias is Toeplitz: an array of one number per offset i-j. The biases of a key for all queries are a window of this
 * array. */
static void test_alibi(void **state) {
    (void)state;
    enum { T = 4, H = 2, D = 4, LENGTH = T - 1 + LG_PAD(T) };
    static const double slope[H] = {0.0625, 0.00390625};
    real q[T * H * D], k[T * H * D], v[T * H * D], o[T * H * D], bias[H * LENGTH] = {0};
    real exp_scores[H * T * LG_PAD(T)], inv_row_sum[H * LG_PAD(T)];
    double scratch[64];
    for (int t = 0; t < T; t++) {
        for (int h = 0; h < H; h++) {
            memcpy(q + (t * H + h) * D, fixture_q + t * D, D * sizeof *q);
            memcpy(k + (t * H + h) * D, fixture_k + t * D, D * sizeof *k);
            memcpy(v + (t * H + h) * D, fixture_v + t * D, D * sizeof *v);
        }
    }
    for (int h = 0; h < H; h++)
        for (int e = 0; e < LENGTH; e++) bias[h * LENGTH + e] = -slope[h] * (e - (T - 1));
    lg_attention a = {.S = 1, .T = T, .Q = T, .H = H, .D = D, .q = view(q), .k = view(k), .v = view(v), .o = view(o)};
    a.scale = view(half);
    a.bias = view(bias + T - 1);
    a.bias_head = LENGTH;
    a.bias_key = -1;
    a.key_end = view(causal_high);
    a.exp_scores = view(exp_scores), a.inv_row_sum = view(inv_row_sum);
    a.scratch = view(scratch);
    ref->attention(ref, &a);
    static const double p3[4] = {0.1781696, 0.4274067, 0.1726879, 0.2217357};
    for (int j = 0; j < 4; j++) expect(exp_scores[j * LG_PAD(T) + 3], p3[j], "ALiBi P[3]", j);
    expect_all(o + 3 * H * D, (double[]){0.1163496, 0.8057657, 0.6927085, 0.1344133}, 4, "ALiBi head 0");
    expect_all(o + 3 * H * D + D, (double[]){0.1276816, 0.8402853, 0.6482124, 0.1280695}, 4, "ALiBi head 1");
}

/* The variant for encoders, with slope 1. The penalty of a key on the left is half a step less than on the right, so
 * that the two sides differ. */
static void test_alibi_two_sided(void **state) {
    (void)state;
    static const double rows[16] = {0, -1, -2, -3, -0.5, 0, -1, -2, -1.5, -0.5, 0, -1, -2.5, -1.5, -0.5, 0};
    real bias[3 + LG_PAD(T4)] = {-3, -2, -1, 0, -0.5, -1.5, -2.5};
    fixture f = {0};
    fixture_begin(&f);
    f.a.bias = view(bias + 3);
    f.a.bias_key = -1;
    ref->attention(ref, &f.a);
    for (int i = 0; i < 4; i++) {
        double logits[4];
        for (int j = 0; j < 4; j++) logits[j] = fixture_logits[4 * i + j] + rows[4 * i + j];
        expect_softmax(&f, i, logits, 4, "two-sided ALiBi");
    }
}

/* ---------------------------------------------------------------------- trained biases: T5 (Raffel et al. 2020) */

/* Writes the gradient of the fixture's logits as a dense array: for all keys or, if `causal`, for the keys up to the
 * query. */
static void fixture_gradients(real dy[T4 * LG_PAD(T4)], bool causal) {
    memset(dy, 0, sizeof *dy * T4 * LG_PAD(T4));
    for (int j = 0; j < T4; j++)
        for (int i = 0; i < T4; i++)
            if (j <= i || !causal) dy[j * LG_PAD(T4) + i] = fixture_gradient(i, j);
}

static void test_bias_lookup(void **state) {
    (void)state;
    enum { BUCKETS = 32, PLACES = T4 * LG_PAD(T4) };
    static const int buckets[2][T4][T4] = {{{0, 17, 18, 19}, {1, 0, 17, 18}, {2, 1, 0, 17}, {3, 2, 1, 0}},
                                           {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 1, 0, 0}, {3, 2, 1, 0}}};
    for (int causal = 0; causal < 2; causal++) {
        int32_t index[PLACES] = {0};
        real table[2 * BUCKETS], dtable[2 * BUCKETS] = {0}, y[2 * PLACES], dy[2 * PLACES] = {0};
        for (int e = 0; e < PLACES; e++)
            if (e % LG_PAD(T4) < T4) index[e] = buckets[causal][e % LG_PAD(T4)][e / LG_PAD(T4)];
        for (int e = 0; e < 2 * BUCKETS; e++) table[e] = e + 1;
        fixture_gradients(dy + PLACES, causal); /* gradient of head 1 */
        lg_bias_lookup l = {
            .H = 2, .R = BUCKETS, .P = PLACES, .y = view(y), .table = view(table), .index = view(index)};
        l.dy = view(dy), l.dtable = view(dtable);
        ref->bias_lookup(ref, &l);
        ref->bias_lookup_backward(ref, &l);
        for (int e = 0; e < 2 * PLACES; e++) assert_true(y[e] == (real)(index[e % PLACES] + 1 + e / PLACES * BUCKETS));
        double want[2 * BUCKETS] = {[BUCKETS] = 0.625, -0.3125, -0.8125, -0.75};
        if (!causal) want[BUCKETS + 17] = 0.625, want[BUCKETS + 18] = 0.4375, want[BUCKETS + 19] = 0.1875;
        expect_all(dtable, want, 2 * BUCKETS, "gradient of the buckets");
    }
}

/* --------------------------------------------------------------- clipped distances (Shaw et al. 2018), clip at 2 */

/* The fixture with the classes of clipped distances, in Toeplitz form and as a dense array. */
typedef struct clipped {
    int32_t toeplitz[2 * T4 - 1], dense[T4 * LG_PAD(T4)];
    real keys[20], values[20], dkeys[20], dvalues[20];
    fixture f;
} clipped;

static void clipped_begin(clipped *c, bool dense, bool causal) {
    *c = (clipped){0};
    for (int e = 0; e < 20; e++) {
        const int row = e / 4, t = e % 4;
        c->keys[e] = 0.1 * (row + 1) * (t % 2 ? -1 : 1) + 0.05 * t;
        c->values[e] = 0.2 * (row - 2) + 0.1 * t;
    }
    for (int i = 0; i < T4; i++)
        for (int j = 0; j < T4; j++) {
            const int offset = j - i < -2 ? -2 : j - i > 2 ? 2 : j - i;
            c->toeplitz[i - j + T4 - 1] = c->dense[j * LG_PAD(T4) + i] = offset + 2;
        }
    fixture_begin(&c->f);
    lg_attention *a = &c->f.a;
    if (causal) a->key_end = view(causal_high);
    a->C = 5, a->pair_keys = view(c->keys), a->pair_values = view(c->values);
    a->classes = view(dense ? c->dense : c->toeplitz + T4 - 1), a->class_key = dense ? LG_PAD(T4) : -1;
}

static void test_clipped(void **state) {
    (void)state;
    static const double logits[16] = {0.06875, 0.76875, 0.53125, 0.3125, -0.31875, -0.875,  0.31875, -0.08125,
                                      0.56875, -0.2375, -0.7,    0.275,  0.11875,  0.93125, 0.05,    0.325};
    for (int dense = 0; dense < 2; dense++) {
        clipped c;
        clipped_begin(&c, dense, false);
        real l[T4 * LG_PAD(T4)];
        ref->attention_logits(ref, &c.f.a, view(l));
        for (int e = 0; e < 16; e++) expect(l[e % 4 * LG_PAD(T4) + e / 4], logits[e], "clipped: logits", e);
        ref->attention(ref, &c.f.a);
        expect_all(c.f.o, (double[]){0.2719292, 1.101715, 1.070081, 0.8824541}, 4, "clipped: bidirectional o[0]");
        clipped_begin(&c, dense, true);
        ref->attention(ref, &c.f.a);
        expect_all(c.f.o + 4, (double[]){0.5084675, 0.7017143, -0.1982857, 0.3084675}, 4, "clipped: o[1]");
        expect_all(c.f.o + 8, (double[]){0.1328411, 0.4964409, -0.4035591, 0.4210871}, 4, "clipped: o[2]");
        expect_all(c.f.o + 12, (double[]){-0.1490274, 0.602837, 0.6105366, 0.16807}, 4, "clipped: o[3]");
    }
}

/* As in test_xl_backward, but all pairs of the first four tokens are visible. Pairs with the fifth token are a class
 * whose vectors are zeros. */
static void test_clipped_backward(void **state) {
    (void)state;
    enum { T = 5, D = 4, PAD = LG_PAD(T), C = 6 };
    static const double want[20] = {-0.5703125, 0.109375,  0.03125,    -0.265625, 0.1953125, -0.296875, 0.109375,
                                    0.125,      0.3828125, -0.1796875, 0.0078125, 0.1875,    0.0234375, 0.2109375,
                                    -0.2890625, 0.09375,   -0.03125,   0.15625,   0.140625,  -0.140625};
    real q[T * D] = {0}, k[T * D] = {0}, v[T * D] = {0}, o[T * D], d_o[T * D] = {0}, dq[T * D], dk[T * D], dv[T * D];
    real exp_scores[T * PAD], inv_row_sum[PAD], keys[C * D] = {0}, dkeys[C * D] = {0};
    int32_t classes[T * PAD] = {0};
    double scratch[64];
    clipped c;
    clipped_begin(&c, true, false);
    memcpy(q, fixture_q, sizeof fixture_q);
    memcpy(k, fixture_k, sizeof fixture_k);
    memcpy(keys, c.keys, sizeof c.keys);
    for (int j = 0; j < 4; j++) v[j * D + j] = 1;
    for (int j = 0; j < T; j++)
        for (int i = 0; i < T; i++) classes[j * PAD + i] = i < 4 && j < 4 ? c.dense[j * LG_PAD(T4) + i] : C - 1;
    lg_attention a = {.S = 1, .T = T, .Q = T, .H = 1, .D = D, .q = view(q), .k = view(k), .v = view(v), .o = view(o)};
    a.scale = view(half);
    a.C = C, a.pair_keys = view(keys), a.classes = view(classes), a.class_key = PAD;
    a.exp_scores = view(exp_scores), a.inv_row_sum = view(inv_row_sum);
    a.scratch = view(scratch);
    ref->attention(ref, &a);
    for (int i = 0; i < 4; i++) {
        double total = 0;
        for (int j = 0; j < 4; j++) total += fixture_gradient(i, j);
        for (int j = 0; j < 4; j++)
            d_o[i * D + j] = fixture_gradient(i, j) / exp_scores[j * PAD + i] + total / exp_scores[4 * PAD + i];
    }
    a.d_o = view(d_o);
    a.dq = view(dq), a.dk = view(dk), a.dv = view(dv);
    a.dpair_keys = view(dkeys);
    ref->attention_backward(ref, &a);
    expect_all(dkeys, want, 20, "clipped: gradient of the keys' vectors");
}

/* ---------------------------------------------------------------------------- TUPE (Ke et al. 2021) */

static const double positions5[5][4] = {
    {0.5, -0.5, 0.25, 1}, {0.1, 0.2, 0.3, 0.4}, {-0.3, 0.6, 0, 0.5}, {0.8, -0.1, -0.4, 0.2}, {0, 0.7, -0.6, -0.2}};
static const double query_map[4][4] = {{0.5, 0, 0.25, 0}, {0, 0.5, 0, -0.25}, {-0.25, 0, 0.5, 0}, {0, 0.25, 0, 0.5}};
static const double key_map[4][4] = {{0.25, 0.25, 0, 0}, {0, 0.5, 0.25, 0}, {0, 0, -0.5, 0.25}, {0.25, 0, 0, 0.5}};

static void map_positions(const double map[4][4], real out[5 * 4]) {
    for (int e = 0; e < 5 * 4; e++) {
        double sum = 0;
        for (int d = 0; d < 4; d++) sum += map[e % 4][d] * positions5[e / 4][d];
        out[e] = (real)sum;
    }
}

/* Two heads of two columns at scale 1/2. The scores of pairs with the first token have three forms: computed like other
 * pairs; computed from a row of its own, which is stored before those of positions; or given. */
static void test_bias_product(void **state) {
    (void)state;
    enum { H = 2, P = T4 * LG_PAD(T4) };
    static const double want[H][T4][T4] = {{{0.0046875, 0.0046875, 0.0109375, 0.0109375},
                                            {0.0096875, 0.020625, -0.02625, 0.004375},
                                            {0.0025, -0.00375, 0.03375, 0.01625},
                                            {0.029375, 0.054375, -0.043125, 0.026875}},
                                           {{0.025, 0.0296875, 0.053125, 0.003125},
                                            {0.043125, 0.0396875, 0.069375, -0.010625},
                                            {0.0184375, -0.0184375, -0.03875, -0.05375},
                                            {0.0159375, -0.0121875, -0.02625, -0.04125}}};
    static const double first[2][H] = {{0.046875, 0.1171875}, {0.0046875, 0.025}};
    static const real own[2 * H] = {0.046875, 0.1171875, 0.0046875, 0.025};
    real x[5 * 4], z[5 * 4], y[H * P];
    map_positions(query_map, x);
    map_positions(key_map, z);
    for (int way = 0; way < 3; way++) { /* first token: like others; own row; given scores */
        lg_bias_product p = {.H = H, .D = 2, .T = T4, .lead = way == 1, .scale = 0.5, .apart = way > 0, .y = view(y)};
        p.x = view(x + (way == 1 ? 0 : 4)), p.z = view(z + (way == 1 ? 0 : 4));
        if (way == 2) p.own = view(own);
        ref->bias_product(ref, &p);
        for (int e = 0; e < H * T4 * T4; e++) {
            const int h = e / T4 / T4, i = e / T4 % T4, j = e % T4;
            const double at = way && i == 0 ? first[0][h] : way && j == 0 ? first[1][h] : want[h][i][j];
            expect(y[h * P + j * LG_PAD(T4) + i], at, "TUPE", e);
        }
    }
}

/* ------------------------------------------------------------------------------- KERPLE (Chi et al. 2022) */

static const real kernel_a[1] = {0.5}, kernel_b[1] = {1.25};

/* A bias of one head by a formula with the parameters a and b. */
typedef struct formula_bias {
    lg_arena *arena;
    lg_formula_table l;
    double fixed[LG_BIAS_OPERANDS];
    real scratch[1 << 16];
} formula_bias;

static void formula_begin(formula_bias *f, const char *text, size_t places, real *y, const real *d, const real *a,
                          const real *b) {
    lg_error err = {0};
    const lg_formula_source s = {.place = &lg_formula_bias, .text = text, .parameters = "a = 0; b = 0"};
    *f = (formula_bias){.arena = lg_arena_new(), .fixed = {[LG_BIAS_HEADS] = 1}};
    f->l = (lg_formula_table){.formula = lg_formula_parse(&s, f->arena, &err), .H = 1, .P = places, .fixed = f->fixed};
    if (!f->l.formula) fail_msg("%s: %s", text, err.text);
    assert_true(ref->formula_scratch(ref, &f->l) <= sizeof f->scratch);
    f->l.y = view(y), f->l.place = view(d), f->l.parameter[0] = view(a), f->l.parameter[1] = view(b);
    f->l.scratch = view(f->scratch);
    ref->formula(ref, &f->l);
}

static const char *const kernels[] = {"-a*log1p(b*abs(d))", "-a*abs(d)^b"};

static void test_kernels_of_distance(void **state) {
    (void)state;
    static formula_bias f;
    static const real distance[9] = {1, 2, 3, 4, 8, 16, 64, 512, 0};
    static const double want[2][9] = {
        {-0.4054651, -0.6263815, -0.7790723, -0.8958797, -1.198948, -1.522261, -2.197225, -3.231515, 0},
        {-0.5, -1.189207, -1.974111, -2.828427, -6.727171, -16, -90.50967, -1217.748, 0}};
    for (int kind = 0; kind < 2; kind++) {
        real y[9];
        formula_begin(&f, kernels[kind], 9, y, distance, kernel_a, kernel_b);
        expect_all(y, want[kind], 9, kind ? "power kernel" : "log kernel");
        lg_arena_free(f.arena);
        const real one[1] = {1}; /* ALiBi: a penalty proportional to the distance */
        formula_begin(&f, kernels[1], 9, y, distance, kernel_a, one);
        for (int e = 0; e < 9; e++) assert_true(y[e] == -distance[e] / 2);
        lg_arena_free(f.arena);
    }
}

/* Asserts the attention of the fixture's last query with this bias, and the gradients of the parameters a and b. */
static void expect_kernel(const char *kernel, const double *logits, const double *o, const double *dr) {
    static formula_bias k;
    real distance[T4 * LG_PAD(T4)] = {0}, bias[T4 * LG_PAD(T4) + LG_LANES], dy[T4 * LG_PAD(T4)], da = 0, db = 0;
    for (int j = 0; j < T4; j++)
        for (int i = 0; i < T4; i++) distance[j * LG_PAD(T4) + i] = abs(i - j);
    formula_begin(&k, kernel, T4 * LG_PAD(T4), bias, distance, kernel_a, kernel_b);
    fixture f = {0};
    fixture_begin(&f);
    f.a.key_end = view(causal_high);
    f.a.bias = view(bias), f.a.bias_key = LG_PAD(T4);
    ref->attention(ref, &f.a);
    expect_softmax(&f, 3, logits, 4, "KERPLE P");
    expect_all(f.o + 12, o, 4, "KERPLE o[3]");
    fixture_gradients(dy, true);
    k.l.dy = view(dy), k.l.dparameter[0] = view(&da), k.l.dparameter[1] = view(&db);
    ref->formula_backward(ref, &k.l);
    expect(da, dr[0], "gradient of r1", 0);
    expect(db, dr[1], "gradient of r2", 0);
    lg_arena_free(k.arena);
}

static void test_kerple(void **state) {
    (void)state;
    expect_kernel(kernels[0], (double[]){-0.7790723, 0.1861185, -0.5617151, 0.03125},
                  (double[]){0.1238674, 0.596446, 0.8603069, 0.1477562}, (double[]){2.439894, 0.5384294});
    expect_kernel(kernels[1], (double[]){-1.974111, -0.3767071, -0.65625, 0.03125},
                  (double[]){0.05723472, 0.3617217, 1.099001, 0.2124039}, (double[]){5.206128, 2.296327});
}

/* The gradient of a trained ALiBi slope is the sum of G times the penalty: over both sides, or over one side if each
 * side has a slope. */
static void test_trained_slopes(void **state) {
    (void)state;
    enum { PLACES = T4 * LG_PAD(T4) };
    static formula_bias f;
    for (int two = 0; two < 2; two++) {
        real distance[PLACES] = {0}, bias[PLACES], dy[PLACES], da = 0, db = 0;
        const real a[1] = {0.5}, b[1] = {0.25};
        double want[2] = {0};
        fixture_gradients(dy, false);
        for (int j = 0; j < T4; j++)
            for (int i = 0; i < T4; i++) {
                distance[j * LG_PAD(T4) + i] = (real)(i - j);
                want[two && j > i] -= fixture_gradient(i, j) * abs(j - i);
            }
        formula_begin(&f, two ? "if(d > 0, -a*d, b*d)" : "a*-abs(d) + 0*b", PLACES, bias, distance, a, two ? b : a);
        for (int j = 0; j < T4; j++)
            for (int i = 0; i < T4; i++)
                assert_true(bias[j * LG_PAD(T4) + i] == (real)(-(two && j > i ? 0.25 : 0.5) * abs(j - i)));
        f.l.dy = view(dy), f.l.dparameter[0] = view(&da), f.l.dparameter[1] = view(&db);
        ref->formula_backward(ref, &f.l);
        expect(da, want[0], "gradient of a slope", two);
        expect(db, want[1], "gradient of the right slope", two);
        lg_arena_free(f.arena);
    }
}

/* ----------------------------------------------------------------- contextual positions (Golovneva et al. 2024) */

static void test_contextual(void **state) {
    (void)state;
    enum { P = 3 };
    real e[(P + 1) * 4], extra[T4 * LG_PAD(T4)];
    double scratch[32];
    lg_contextual_scores a = {.S = 1, .T = T4, .Q = T4, .H = 1, .D = 4, .P = P, .q = view(fixture_q)};
    a.k = view(fixture_k), a.e = view(e), a.key_end = view(causal_high);
    a.extra = view(extra), a.scratch = view(scratch);
    static const double positions[] = {2.161471, 1.661471, 0.9688286, 0.5078119};
    static const double scores[] = {0.4742206, 0.4161471, 0.3453243, 0.2761718};
    for (int kind = 0; kind < 3; kind++) { /* 0: q.e[t] is t; 1: other vectors; 2: the same at scale 1/2 */
        for (int t = 0; t <= P; t++) {
            const real plain[4] = {t}, mixed[4] = {0.1 * (t + 1), -0.05 * t, 0.2, 0.1 * (t % 2)};
            memcpy(e + 4 * t, kind ? mixed : plain, sizeof plain);
        }
        if (kind == 2) a.scale = view(half);
        ref->contextual_scores(ref, &a);
        for (int j = 0; j < T4; j++)
            expect(extra[j * LG_PAD(T4) + 3], (kind == 2 ? 2 : 1) * (kind ? scores : positions)[j], "contextual", j);
        assert_true(extra[LG_PAD(T4)] == 0); /* a key that is hidden */
    }
}

/* ------------------------------------------------------------------- interpolated distances (FIRE, Li et al. 2023) */

/* The fixture's distances and positions, and a network with one or two hidden units. */
typedef struct interpolation {
    real distance[T4 * LG_PAD(T4)], position[T4], c, m, w1[2], b1[2], w2[2], b2;
    real y[T4 * LG_PAD(T4)], dy[T4 * LG_PAD(T4)], dc, dm, dw1[2], db1[2], dw2[2], db2;
    lg_interpolated_bias l;
} interpolation;

static void interpolation_begin(interpolation *p, int units) {
    *p = (interpolation){.c = 0.1, .m = 2.5, .w1 = {1, -1}, .b1 = {-0.25, 0.5}, .w2 = {2, 1}, .b2 = 0.1};
    if (units == 1) p->b1[0] = p->b2 = 0, p->w2[0] = 1;
    for (int j = 0; j < T4; j++) {
        p->position[j] = j;
        for (int i = 0; i < T4; i++) p->distance[j * LG_PAD(T4) + i] = abs(i - j);
    }
    p->l = (lg_interpolated_bias){.T = T4, .H = 1, .F = units, .threshold = 1};
    p->l.y = view(p->y), p->l.distance = view(p->distance), p->l.position = view(p->position);
    p->l.c = view(&p->c), p->l.m = view(&p->m), p->l.w1 = view(p->w1), p->l.b1 = view(p->b1);
    p->l.w2 = view(p->w2), p->l.b2 = view(&p->b2);
    p->l.dy = view(p->dy), p->l.dc = view(&p->dc), p->l.dm = view(&p->dm), p->l.dw1 = view(p->dw1);
    p->l.db1 = view(p->db1), p->l.dw2 = view(p->dw2), p->l.db2 = view(&p->db2);
}

/* Compares the rows of the result, each up to the key of the query's own token. */
static void expect_rows(const real *y, const double *want, const char *what) {
    for (int i = 0; i < T4; i++)
        for (int j = 0; j <= i; j++) expect(y[j * LG_PAD(T4) + i], *want++, what, i);
}

static void test_interpolated(void **state) {
    (void)state;
    static const double shares[] = {0, 0.427125, 0, 0.8170595, 0.427125, 0, 1, 0.6949176, 0.3632742, 0};
    static const double biases[] = {0.6, 0.527125, 0.6, 1.234119, 0.527125, 0.6, 1.6, 0.9898353, 0.4632742, 0.6};
    interpolation p;
    interpolation_begin(&p, 1);
    ref->interpolated_bias(ref, &p.l);
    expect_rows(p.y, shares, "shares of distances");
    interpolation_begin(&p, 2);
    ref->interpolated_bias(ref, &p.l);
    expect_rows(p.y, biases, "interpolated bias");
    fixture_gradients(p.dy, true);
    ref->interpolated_bias_backward(ref, &p.l);
    expect(p.dc, -0.3549868, "gradient of c", 0);
    expect(p.dm, 0.4156785, "gradient of the threshold", 0);
    expect_all(p.dw1, (double[]){-3.0655292, -0.1494392}, 2, "gradient of w1");
    expect_all(p.db1, (double[]){-3.75, 0.3125}, 2, "gradient of b1");
    expect_all(p.dw2, (double[]){-1.0640146, 0.3056892}, 2, "gradient of w2");
    expect(p.db2, -1.25, "gradient of b2", 0);
}

/* The bounds of parameters, to which an optimizer clamps them. */
static void test_clamp(void **state) {
    (void)state;
    real x[4] = {-1, 0.5, 2, 3};
    ref->clamp(ref, view(x), 3, 0.25, 1);
    assert_true(x[0] == (real)0.25 && x[1] == (real)0.5 && x[2] == 1 && x[3] == 3);
    ref->clamp(ref, view(x), 4, (real)0.3, INFINITY);
    assert_true(x[0] == (real)0.3 && x[3] == 3);
}

/* ---------------------------------------------------------------------------------------- RoPE (Su et al. 2021) */
static void rope_tables(real cosine[8], real sine[8]) {
    for (int t = 0; t < 4; t++) {
        for (int i = 0; i < 2; i++) {
            cosine[t * 2 + i] = cos(t * pow(10, -2 * i));
            sine[t * 2 + i] = sin(t * pow(10, -2 * i));
        }
    }
}

/* Four tokens of one head of four columns. */
static void rotate_fixture(real *y, const real *x, bool inverse) {
    real cosine[8], sine[8];
    rope_tables(cosine, sine);
    ref->rotate(ref, &(lg_rotation){.y = view(y),
                                    .x = view(x),
                                    .cosine = view(cosine),
                                    .sine = view(sine),
                                    .S = 1,
                                    .T = 4,
                                    .H = 1,
                                    .D = 4,
                                    .pairs = 2,
                                    .inverse = inverse});
}

static void test_rotate(void **state) {
    (void)state;
    real q[16], k[16];
    rotate_fixture(q, fixture_q, false);
    rotate_fixture(k, fixture_k, false);
    expect_all(q + 4, (double[]){-1.111622, 0.1195668, 0.2574874, -0.7474625}, 4, "rotated q[1]");
    expect_all(q + 12, (double[]){-0.9194325, 0.6361163, 0.4922761, 0.2648853}, 4, "rotated q[3]");
    expect_all(k + 4, (double[]){1.171406, 0.4362443, 0.2449876, 0.502475}, 4, "rotated k[1]");

    static const double logits[16] = {-0.1875,   0.3301912,   0.3480916,   -0.1462441, -0.5471642, -0.78125,
                                      0.1622904, -0.01384385, 0.4273776,   -0.3261495, -0.4375,    0.4844538,
                                      0.0534736, -0.2729133,  -0.01416476, 0.03125};
    fixture f = {0};
    fixture_begin(&f);
    f.a.q = view(q);
    f.a.k = view(k);
    ref->attention(ref, &f.a);
    for (int i = 0; i < 4; i++) expect_softmax(&f, i, logits + 4 * i, 4, "RoPE P");
    expect_all(f.o + 12, (double[]){0.1525564, 0.3851328, 0.461613, 0.4240706}, 4, "RoPE o[3]");

    real gradient[16] = {[12] = 0.25, -0.5, 1, 0.75}, back[16];
    rotate_fixture(back, gradient, true);
    expect_all(back + 12, (double[]){-0.3180581, 0.4597162, 1.022047, 0.719667}, 4, "RoPE backward");
}

/* ------------------------------------------------------------------- geometric attention (Csordas et al. 2022) */
typedef struct geometry {
    real direction[8], c[4], alpha, beta, gamma, o[16], stop[T4 * LG_PAD(T4)], prob[T4 * LG_PAD(T4)];
    real dq[16], dk[16], dv[16], ddirection[8], dc[4], dalpha, dbeta, dgamma;
    double scratch[64];
    lg_geometric a;
} geometry;

/* Geometric attention over the fixture, whose logits are those of the fixture: alpha is 1/2, direction and offset are
 * 0. */
static void geometry_begin(geometry *g) {
    g->alpha = 0.5;
    g->beta = 1;
    g->a = (lg_geometric){.S = 1, .T = 4, .Q = 4, .H = 1, .D = 4, .q = view(fixture_q), .k = view(fixture_k)};
    g->a.v = view(fixture_v);
    g->a.o = view(g->o);
    g->a.direction = view(g->direction);
    g->a.c = view(g->c);
    g->a.alpha = view(&g->alpha);
    g->a.beta = view(&g->beta);
    g->a.gamma = view(&g->gamma);
    g->a.stop = view(g->stop);
    g->a.prob = view(g->prob);
    g->a.scratch = view(g->scratch);
    g->a.dq = view(g->dq);
    g->a.dk = view(g->dk);
    g->a.dv = view(g->dv);
    g->a.ddirection = view(g->ddirection);
    g->a.dc = view(g->dc);
    g->a.dalpha = view(&g->dalpha);
    g->a.dbeta = view(&g->dbeta);
    g->a.dgamma = view(&g->dgamma);
}

static void expect_weights(const geometry *g, const double *want, const char *what) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) expect(g->prob[j * LG_PAD(T4) + i], want[4 * i + j], what, 4 * i + j);
}

static void test_geometric(void **state) {
    (void)state;
    static const double rows[16] = {0,        .6076632, .208413, .08765435, .1717743,  0,        .6076632, .1137264,
                                    .1183626, .1688768, 0,       .6513549,  .08283041, .3733224, .4610168, 0};
    geometry g = {0};
    geometry_begin(&g);
    ref->geometric(ref, &g.a);
    expect_weights(&g, rows, "geometric A");
    g.a.normalise = true;
    ref->geometric(ref, &g.a);
    expect_weights(&g, rows, "geometric A, kept before it is normalised");
    expect_all(g.o + 12, (double[]){-0.4123407, 1.316727, 0.3167266, 0.5956141}, 4, "geometric o[3]");
}

static void test_geometric_even(void **state) {
    (void)state;
    static const double rows[16] = {0,    .5,  .25, .125, .25,  0,   .5, .125, //
                                    .125, .25, 0,   .5,   .125, .25, .5, 0};
    geometry g = {0};
    geometry_begin(&g);
    g.alpha = 0;
    ref->geometric(ref, &g.a);
    expect_weights(&g, rows, "geometric A at P = 1/2");
}

/* Three tokens, whose forget gates have the logarithms -1, -2 and -3. Then only the last query, as if the gates of the
 * other tokens were in a cache. */
static void test_forget_scores(void **state) {
    (void)state;
    enum { LANES = LG_PAD(3) };
    const real gate[LANES] = {-1, -2, -3}, scale[] = {0.5, 0.5, 0.5};
    real extra[3 * LANES], dextra[3 * LANES] = {0}, dgate[] = {1, 1, 1}, scratch[6];
    lg_forget_scores a = {.S = 1, .T = 3, .H = 1, .Q = 3, .gate = view(gate), .scale = view(scale)};
    a.extra = view(extra), a.scratch = view(scratch), a.dextra = view(dextra), a.dgate = view(dgate);
    ref->forget_scores(ref, &a);
    expect_all(extra, (double[]){0, -4, -10, 0}, 4, "forgotten of key 0");
    expect_all(extra + LANES, (double[]){0, 0, -6, 0}, 4, "forgotten of key 1");
    expect_all(extra + 2 * LANES, (double[]){0, 0, 0, 0}, 4, "forgotten of key 2");
    dextra[1] = 1, dextra[2] = 10, dextra[LANES + 2] = 100;
    a.accumulate = true;
    ref->forget_scores_backward(ref, &a);
    expect_all(dgate, (double[]){1, 1 + 2 * 11, 1 + 2 * 110}, 3, "dgate");
    a.Q = 1, a.first = 2, a.cached = true;
    ref->forget_scores(ref, &a);
    for (int j = 0; j < 3; j++) expect(extra[j * LG_PAD(1)], (double[]){-10, -6, 0}[j], "forgotten by a step", j);
}

/* A query whose exponentials sum to 5, and a query that sees no key. The exponential of a trained sink is 3, of any
 * other sink 1. */
static void test_attention_sink(void **state) {
    (void)state;
    for (int trained = 0; trained < 2; trained++) {
        const real sink = (real)log(3), d_log_sum[LG_PAD(2)] = {2}, d_o[] = {1, -1, 1, 1};
        real o[] = {2, 4, 0, 0}, inverse[LG_PAD(2)] = {0.2, 0}, log_sum[LG_PAD(2)] = {log(5), LG_LOG_OF_NONE},
             dsink = 1;
        lg_attention a = {.S = 1, .T = 4, .Q = 2, .H = 1, .D = 2, .o = view(o), .inv_row_sum = view(inverse)};
        a.log_sum = view(log_sum), a.d_o = view(d_o), a.dsink = view(&dsink);
        if (trained) a.sink = view(&sink);
        const double share = trained ? 5 / 8.0 : 5 / 6.0, none = trained ? log(3) : 0;
        ref->attention_sink(ref, &a);
        expect_all(o, (double[]){2 * share, 4 * share, 0, 0}, 4, "o beside a sink");
        expect_all(inverse, (double[]){share / 5, 0}, 2, "inverse sum with a sink");
        expect_all(log_sum, (double[]){log(trained ? 8 : 6), none}, 2, "logarithm of the sum with a sink");
        ref->attention_sink_backward(ref, &a);
        expect(dsink, 1 + (1 - share) * 2 * share, "dsink", 0);
        a.d_log_sum = view(d_log_sum);
        ref->attention_sink_backward(ref, &a);
        expect(dsink, 1 + (1 - share) * (4 * share + 2), "dsink of a sum", 0);
    }
}

/* If values are unit vectors and d_o = G, the gradient of the weights A is G. The gradient dl of the logits is read
 * from dq = alpha * sum of dl[j] k[j]. */
static void test_geometric_backward(void **state) {
    (void)state;
    static const double dl[2][4] = {{-0.0227422, 0.0159227, 0, 0.19173}, {-0.0365362, 0.00791116, 0, 0.1921}};
    real unit[16] = {0}, d_o[16];
    for (int i = 0; i < 4; i++) {
        unit[5 * i] = 1;
        for (int j = 0; j < 4; j++) d_o[4 * i + j] = fixture_gradient(i, j);
    }
    for (int normalise = 0; normalise < 2; normalise++) {
        geometry g = {0};
        geometry_begin(&g);
        g.a.normalise = normalise;
        g.a.v = view(unit);
        g.a.d_o = view(d_o);
        ref->geometric(ref, &g.a);
        ref->geometric_backward(ref, &g.a);
        for (int d = 0; d < 4; d++) {
            double want = 0;
            for (int j = 0; j < 4; j++) want += 0.5 * dl[normalise][j] * fixture_k[4 * j + d];
            assert_true(fabs(g.dq[8 + d] - want) < 3e-6); /* the example is given to six digits */
        }
    }
}

/* ------------------------------------------------------------------------------------------- finite differences
 * The loss is sum(weight * output); the gradient of every input is compared with central differences. Only in double
 * precision: in float, differences would lose all their digits. */

/* An input and its gradient, with a name for messages. */
typedef struct probe {
    const char *name;
    real *x;
    const real *dx;
    int n;
} probe;

typedef double (*loss_function)(void *problem);

static void check_gradient(loss_function loss, void *problem, const probe *p) {
    const real step = 1e-5;
    for (int e = 0; e < p->n; e++) {
        real x = p->x[e];
        p->x[e] = x + step;
        double above = loss(problem);
        p->x[e] = x - step;
        double below = loss(problem);
        p->x[e] = x;
        double want = (above - below) / (2 * step);
        if (!(fabs(p->dx[e] - want) <= 1e-7 * fabs(want) + 2e-9))
            fail_msg("d%s[%d]: got %.12g, the difference quotient is %.12g", p->name, e, (double)p->dx[e], want);
    }
}

static void need_double(void) {
    if (sizeof(real) == 8) return;
    print_message("finite differences need the double build: skipped\n");
    skip();
}

static void fill(real *x, int n, uint64_t tag) {
    lg_random random = lg_random_from(lg_key_fold(lg_key_root(20260), tag));
    for (int e = 0; e < n; e++) x[e] = lg_random_normal(&random);
}

static double weighted(const real *weight, const real *x, int n) {
    double total = 0;
    for (int e = 0; e < n; e++) total += (double)weight[e] * x[e];
    return total;
}

#define FS      2
#define FT      5
#define FH      2
#define FD      3
#define ROWS    (FS * FT * FH * FD)
#define PAIRS   (FS * FH * FT * LG_PAD(FT))
#define OFFSETS ((2 * FT - 1) * FH * FD)
/* Keys that queries see, low..high-1: query 2 has a window, query 3 sees no key. */
static const int32_t window_low[FT] = {0, 0, 1, 3, 0}, window_high[FT] = {5, 2, 4, 3, 5};

typedef struct attention_problem {
    real q[ROWS], k[ROWS], v[ROWS], o[ROWS], d_o[ROWS], dq[ROWS], dk[ROWS], dv[ROWS];
    real u[FH * FD], w[FH * FD], r[OFFSETS], du[FH * FD], dw[FH * FD], dr[OFFSETS];
    real extra[PAIRS], dextra[PAIRS], exp_scores[PAIRS], inv_row_sum[PAIRS / FT], scale[FT];
    real bias[FH * FT * LG_PAD(FT)], dbias[FH * FT * LG_PAD(FT)], slope[FH];
    double scratch[64];
    lg_attention a;
} attention_problem;

static double attention_loss(void *problem) {
    attention_problem *p = problem;
    ref->attention(ref, &p->a);
    return weighted(p->d_o, p->o, ROWS);
}

/* toeplitz: the bias is a row of offsets, which both heads share; otherwise it is dense. */
static void attention_differences(bool toeplitz) {
    attention_problem p = {0};
    real *random[] = {p.q, p.k, p.v, p.d_o, p.u, p.w, p.r, p.extra, p.bias, p.scale, p.slope};
    int sizes[] = {ROWS, ROWS, ROWS, ROWS, FH * FD, FH * FD, OFFSETS, PAIRS, FH * FT * LG_PAD(FT), FT, FH};
    for (size_t e = 0; e < COUNT(random); e++) fill(random[e], sizes[e], e);
    p.a = (lg_attention){.S = FS, .T = FT, .Q = FT, .H = FH, .D = FD, .q = view(p.q), .k = view(p.k), .v = view(p.v)};
    p.a.o = view(p.o), p.a.scale = view(p.scale), p.a.u = view(p.u), p.a.w = view(p.w), p.a.r = view(p.r);
    p.a.extra = view(p.extra), p.a.bias = view(p.bias), p.a.exp_scores = view(p.exp_scores),
    p.a.inv_row_sum = view(p.inv_row_sum);
    p.a.scratch = view(p.scratch);
    p.a.bias_head = toeplitz ? 0 : FT * LG_PAD(FT), p.a.bias_key = toeplitz ? -1 : LG_PAD(FT);
    if (toeplitz) p.a.bias = view(p.bias + FT - 1), p.a.slope = view(p.slope);
    p.a.key_begin = view(window_low), p.a.key_end = view(window_high);
    p.a.d_o = view(p.d_o), p.a.dq = view(p.dq), p.a.dk = view(p.dk), p.a.dv = view(p.dv);
    p.a.du = view(p.du), p.a.dw = view(p.dw), p.a.dr = view(p.dr), p.a.dextra = view(p.dextra);
    p.a.dbias = view(toeplitz ? p.dbias + FT - 1 : p.dbias);
    attention_loss(&p);
    ref->attention_backward(ref, &p.a);
    const probe probes[] = {{"q", p.q, p.dq, ROWS},
                            {"k", p.k, p.dk, ROWS},
                            {"v", p.v, p.dv, ROWS},
                            {"u", p.u, p.du, FH * FD},
                            {"w", p.w, p.dw, FH * FD},
                            {"r", p.r, p.dr, OFFSETS},
                            {"extra", p.extra, p.dextra, PAIRS},
                            {"bias", p.bias, p.dbias, FH * FT * LG_PAD(FT)}};
    for (size_t e = 0; e < COUNT(probes); e++) check_gradient(attention_loss, &p, &probes[e]);
}

static void test_attention_differences(void **state) {
    (void)state;
    need_double();
    attention_differences(false);
    attention_differences(true);
}

typedef struct geometric_problem {
    real q[ROWS], k[ROWS], v[ROWS], o[ROWS], d_o[ROWS], dq[ROWS], dk[ROWS], dv[ROWS];
    real direction[FS * FT * 2 * FH], ddirection[FS * FT * 2 * FH], c[FH * FD], dc[FH * FD];
    real scalar[3], dscalar[3], stop[PAIRS], prob[PAIRS];
    double scratch[64];
    lg_geometric a;
} geometric_problem;

static double geometric_loss(void *problem) {
    geometric_problem *p = problem;
    ref->geometric(ref, &p->a);
    return weighted(p->d_o, p->o, ROWS);
}

static void geometric_differences(bool normalise, bool windowed) {
    geometric_problem p = {0};
    real *random[] = {p.q, p.k, p.v, p.d_o, p.direction, p.c, p.scalar};
    int sizes[] = {ROWS, ROWS, ROWS, ROWS, FS * FT * 2 * FH, FH * FD, 3};
    for (size_t e = 0; e < COUNT(random); e++) fill(random[e], sizes[e], 20 + e);
    p.a = (lg_geometric){.S = FS, .T = FT, .H = FH, .D = FD, .normalise = normalise, .q = view(p.q), .k = view(p.k)};
    p.a.v = view(p.v), p.a.o = view(p.o), p.a.direction = view(p.direction), p.a.c = view(p.c);
    p.a.alpha = view(p.scalar), p.a.beta = view(p.scalar + 1), p.a.gamma = view(p.scalar + 2);
    if (windowed) p.a.key_begin = view(window_low), p.a.key_end = view(window_high);
    p.a.stop = view(p.stop), p.a.prob = view(p.prob), p.a.scratch = view(p.scratch);
    p.a.d_o = view(p.d_o), p.a.dq = view(p.dq), p.a.dk = view(p.dk), p.a.dv = view(p.dv);
    p.a.ddirection = view(p.ddirection), p.a.dc = view(p.dc);
    p.a.dalpha = view(p.dscalar), p.a.dbeta = view(p.dscalar + 1), p.a.dgamma = view(p.dscalar + 2);
    geometric_loss(&p);
    ref->geometric_backward(ref, &p.a);
    const probe probes[] = {{"q", p.q, p.dq, ROWS},    {"k", p.k, p.dk, ROWS},
                            {"v", p.v, p.dv, ROWS},    {"direction", p.direction, p.ddirection, FS * FT * 2 * FH},
                            {"c", p.c, p.dc, FH * FD}, {"scalar", p.scalar, p.dscalar, 3}};
    for (size_t e = 0; e < COUNT(probes); e++) check_gradient(geometric_loss, &p, &probes[e]);
}

static void test_geometric_differences(void **state) {
    (void)state;
    need_double();
    for (int flags = 0; flags < 4; flags++) geometric_differences(flags & 1, flags & 2);
}

#define TABLE 7
typedef struct pair_problem {
    real q[ROWS], w[FH * FD], r[TABLE * FH * FD], dq[ROWS], dw[FH * FD], dr[TABLE * FH * FD];
    real extra[PAIRS], dextra[PAIRS];
    int32_t index[FT * LG_PAD(FT)];
    lg_pair_scores a;
} pair_problem;

static double pair_loss(void *problem) {
    pair_problem *p = problem;
    ref->pair_scores(ref, &p->a);
    return weighted(p->dextra, p->extra, PAIRS);
}

static void test_pair_differences(void **state) {
    (void)state;
    need_double();
    pair_problem p = {0};
    fill(p.q, ROWS, 40);
    fill(p.w, FH * FD, 41);
    fill(p.r, TABLE * FH * FD, 42);
    fill(p.dextra, PAIRS, 43);
    lg_random random = lg_random_from(lg_key_root(44));
    for (size_t e = 0; e < COUNT(p.index); e++) p.index[e] = lg_random_below(&random, TABLE);
    p.a = (lg_pair_scores){.S = FS, .T = FT, .Q = FT, .H = FH, .D = FD, .R = TABLE, .q = view(p.q), .w = view(p.w)};
    p.a.r = view(p.r), p.a.index = view(p.index), p.a.extra = view(p.extra), p.a.dextra = view(p.dextra);
    p.a.dq = view(p.dq), p.a.dw = view(p.dw), p.a.dr = view(p.dr);
    pair_loss(&p);
    ref->pair_scores_backward(ref, &p.a);
    const probe probes[] = {{"q", p.q, p.dq, ROWS}, {"w", p.w, p.dw, FH * FD}, {"r", p.r, p.dr, TABLE * FH * FD}};
    for (size_t e = 0; e < COUNT(probes); e++) check_gradient(pair_loss, &p, &probes[e]);
}

#define NM 4
#define NN 19
typedef struct norm_problem {
    real h[NM * NN], o[NM * NN], gamma[NN], beta[NN], z[NM * NN], xhat[NM * NN], rstd[NM], dz[NM * NN];
    real dh[NM * NN], d_o[NM * NN], dgamma[NN], dbeta[NN];
    uint16_t bits[NM * LG_MASK_WORDS(NN)];
    lg_add_norm a;
} norm_problem;

static double norm_loss(void *problem) {
    norm_problem *p = problem;
    ref->add_norm(ref, &p->a);
    return weighted(p->dz, p->z, NM * NN);
}

static void test_norm_differences(void **state) {
    (void)state;
    need_double();
    norm_problem p = {0};
    real *random[] = {p.h, p.o, p.gamma, p.beta, p.dz};
    int sizes[] = {NM * NN, NM * NN, NN, NN, NM * NN};
    for (size_t e = 0; e < COUNT(random); e++) fill(random[e], sizes[e], 50 + e);
    ref->dropout_bits(ref, view(p.bits), lg_key_root(1), 2, 3, 0, 1, NM, NN, 20000);
    p.a = (lg_add_norm){.M = NM, .N = NN, .epsilon = 1e-5, .keep_scale = 1.25, .h = view(p.h), .o = view(p.o)};
    p.a.bits = view(p.bits), p.a.gamma = view(p.gamma), p.a.beta = view(p.beta), p.a.z = view(p.z);
    p.a.xhat = view(p.xhat), p.a.rstd = view(p.rstd), p.a.dz = view(p.dz), p.a.dh = view(p.dh);
    p.a.d_o = view(p.d_o), p.a.dgamma = view(p.dgamma), p.a.dbeta = view(p.dbeta);
    norm_loss(&p);
    ref->add_norm_backward(ref, &p.a);
    const probe probes[] = {{"h", p.h, p.dh, NM * NN},
                            {"o", p.o, p.d_o, NM * NN},
                            {"gamma", p.gamma, p.dgamma, NN},
                            {"beta", p.beta, p.dbeta, NN}};
    for (size_t e = 0; e < COUNT(probes); e++) check_gradient(norm_loss, &p, &probes[e]);
}

typedef struct entropy_problem {
    real x[NM * NN], dx[NM * NN], loss[NM], weight[NM];
    int32_t target[NM];
} entropy_problem;

static double entropy_loss(void *problem) {
    entropy_problem *p = problem;
    const lg_cross_entropy a = {NM, NN, view(p->x), view(p->target), view(p->weight), .loss = view(p->loss)};
    ref->cross_entropy(ref, &a);
    double total = 0;
    for (int r = 0; r < NM; r++) total += 0.25 * p->weight[r] * p->loss[r];
    return total;
}

static void test_entropy_differences(void **state) {
    (void)state;
    need_double();
    entropy_problem p = {.target = {0, 18, 7, 7}, .weight = {1, 0.5, 0, 3}};
    fill(p.x, NM * NN, 60);
    lg_cross_entropy a = {NM, NN, view(p.x), view(p.target), view(p.weight), .dx = view(p.dx), .factor = 0.25};
    ref->cross_entropy_backward(ref, &a);
    check_gradient(entropy_loss, &p, &(probe){"x", p.x, p.dx, NM * NN});
}

typedef struct rotate_problem {
    real x[ROWS], y[ROWS], dy[ROWS], dx[ROWS], cosine[FT * (FD / 2)], sine[FT * (FD / 2)];
} rotate_problem;

static void rotate_all(rotate_problem *p, real *y, const real *x, bool inverse) {
    ref->rotate(ref, &(lg_rotation){.y = view(y),
                                    .x = view(x),
                                    .cosine = view(p->cosine),
                                    .sine = view(p->sine),
                                    .S = FS,
                                    .T = FT,
                                    .H = FH,
                                    .D = FD,
                                    .pairs = FD / 2,
                                    .inverse = inverse});
}

static double rotate_loss(void *problem) {
    rotate_problem *p = problem;
    rotate_all(p, p->y, p->x, false);
    return weighted(p->dy, p->y, ROWS);
}

static void test_rotate_differences(void **state) {
    (void)state;
    need_double();
    rotate_problem p;
    fill(p.x, ROWS, 70);
    fill(p.dy, ROWS, 71);
    for (int t = 0; t < FT; t++) p.cosine[t] = cos(t), p.sine[t] = sin(t);
    rotate_all(&p, p.dx, p.dy, true);
    check_gradient(rotate_loss, &p, &(probe){"x", p.x, p.dx, ROWS});
}

/* -------------------------------------------------------------------------------------------------- by hand */

/* Adam's first step is rate * sign(g) up to epsilon; decay acts on the weight before the step. */
static void test_adam(void **state) {
    (void)state;
    real p[2] = {2, -1}, m[2] = {0}, v[2] = {0}, g[2] = {8, -0.5};
    lg_adam a = {.n = 2, .p = view(p), .m = view(m), .v = view(v), .g = view(g), .factor = 0.5, .rate = 0.25};
    a.beta1 = 0.75, a.beta2 = 0.5, a.decay = 0.5, a.t = 1;
    ref->adam(ref, &a);
    expect_all(p, (double[]){2 - 0.25 - 0.25, -1 + 0.25 + 0.125}, 2, "Adam p");
    expect_all(m, (double[]){1, -0.0625}, 2, "Adam m");
    expect_all(v, (double[]){8, 0.03125}, 2, "Adam v");
    a.t = 2;
    g[0] = g[1] = 0;
    ref->adam(ref, &a);
    expect_all(m, (double[]){0.75, -0.046875}, 2, "Adam m, second step");
    expect(p[0], 1.5 - 0.25 * (0.75 / 0.4375) / sqrt(4 / 0.75) - 0.1875, "Adam p, second step", 0);
}

static void test_linear(void **state) {
    (void)state;
    const real x[4] = {1, 2, -3, 4}, w[6] = {1, 0, -1, 2, 1, 1}, transposed[6] = {1, 2, 0, 1, -1, 1},
               bias[3] = {1, -1, 0};
    real packed[2][6], y[6];
    assert_int_equal(ref->pack_size(ref, 2, 3, false), sizeof packed[0]);
    ref->pack(ref, view(packed[0]), view(w), 2, 3, false);
    ref->pack(ref, view(packed[1]), view(transposed), 2, 3, true);
    assert_memory_equal(packed[0], packed[1], sizeof packed[0]);
    lg_linear a = {.M = 2, .K = 2, .N = 3, .x = view(x), .w = view(packed[0]), .bias = view(bias), .y = view(y)};
    ref->linear(ref, &a);
    expect_all(y, (double[]){6, 1, 1, 6, 3, 7}, 6, "linear");
    a.act = LG_RELU;
    a.bias = view((real[]){-6.5, 0, -2});
    ref->linear(ref, &a);
    expect_all(y, (double[]){0, 2, 0, 0, 4, 5}, 6, "linear, bias and relu");
    a.act = LG_LINEAR;
    a.bias = view(NULL);
    a.accumulate = true;
    ref->linear(ref, &a);
    expect_all(y, (double[]){5, 4, 1, 5, 8, 12}, 6, "linear, accumulated");

    real dw[6] = {1}, dy[6] = {1, 2, 3, 4, 5, 6}, db[3] = {10};
    ref->linear_weight(ref, &(lg_linear_weight){.M = 2, .K = 2, .N = 3, .dw = view(dw), .x = view(x), .dy = view(dy)});
    expect_all(dw, (double[]){1 + 1 - 12, 2 - 15, 3 - 18, 2 + 16, 4 + 20, 6 + 24}, 6, "linear_weight");
    ref->linear_bias(ref, view(dy), view((real[]){0, 1, 1, 1, -1, 1}), view(db), 2, 3, LG_RELU);
    expect_all(dy, (double[]){0, 2, 3, 4, 0, 6}, 6, "linear_bias dy");
    expect_all(db, (double[]){14, 2, 9}, 3, "linear_bias db");
}

/* Compares with values that were printed with seven decimals. */
static void expect_printed(const real *got, const double *want, int n, const char *what) {
    for (int e = 0; e < n; e++)
        if (!(fabs((double)got[e] - want[e]) <= (sizeof(real) == 8 ? 6e-8 : 4e-7)))
            fail_msg("%s [%d]: got %.9g, want %.9g", what, e, (double)got[e], want[e]);
}

/* The norm of the row (1,2,3,4) and its gradient from (0.1,-0.2,0.3,0.4), with gains 1 and no offsets. */
static void expect_norm(bool rms, const double y[4], double rstd, const double dx[4], const char *what) {
    real x[] = {1, 2, 3, 4}, gamma[] = {1, 1, 1, 1}, dz[] = {0.1, -0.2, 0.3, 0.4};
    real z[4], xhat[4], kept[1], dh[4], dgamma[4] = {0};
    lg_add_norm a = {.M = 1, .N = 4, .rms = rms, .epsilon = 1e-5, .h = view(x), .gamma = view(gamma), .z = view(z)};
    a.xhat = view(xhat), a.rstd = view(kept), a.dz = view(dz), a.dh = view(dh), a.dgamma = view(dgamma);
    ref->add_norm(ref, &a);
    ref->add_norm_backward(ref, &a);
    expect_printed(z, y, 4, what);
    expect_printed(kept, &rstd, 1, what);
    expect_printed(dh, dx, 4, what);
    for (int c = 0; c < 4; c++) expect_printed(dgamma + c, (double[]){y[c] * (double)dz[c]}, 1, what);
}

static void test_norms(void **state) {
    (void)state;
    expect_norm(false, (double[]){-1.3416354, -0.4472118, 0.4472118, 1.3416354}, 0.8944236,
                (double[]){0.1431063, -0.2504391, 0.0715544, 0.0357784}, "layer norm");
    expect_norm(true, (double[]){0.3651481, 0.7302963, 1.0954444, 1.4605925}, 0.3651481,
                (double[]){0.0097373, -0.1265846, 0.0292120, 0.0389493}, "norm by the mean square");
}

static void norm_row(bool rms, double factor, double shift, real z[4]) {
    real x[4], gamma[] = {1, (real)0.5, -2, 3}, xhat[4], kept[1];
    for (int i = 0; i < 4; i++) x[i] = (real)(factor * (i * i - 2.5) + shift);
    lg_add_norm a = {.M = 1, .N = 4, .rms = rms, .epsilon = 1e-7, .h = view(x), .gamma = view(gamma), .z = view(z)};
    a.xhat = view(xhat), a.rstd = view(kept);
    ref->add_norm(ref, &a);
}

/* Multiplying a row by a number does not change its norm, except through epsilon. Adding a number to all elements does
 * not change layer norm. */
static void test_norms_of_multiples(void **state) {
    (void)state;
    real plain[4], other[4];
    for (int rms = 0; rms < 2; rms++)
        for (int i = 0; i < 4; i++) {
            const double factor = (double[]){0.25, 3, 1, 10}[i], shift = (double[]){0, 0, 2, -7}[i];
            double apart = 0;
            norm_row(rms, 1, 0, plain);
            norm_row(rms, factor, shift, other);
            for (int c = 0; c < 4; c++) apart = fmax(apart, fabs((double)(plain[c] - other[c])));
            const bool same = !rms || shift == 0;
            if (same ? !(apart < 1e-5) : !(apart > 0.1))
                fail_msg("%g x + %g: norms differ by %g", factor, shift, apart);
        }
}

/* Asserts values and slopes of a function at fixed arguments. */
static void expect_function(lg_activation f, const double *values, const double *slopes, const char *what) {
    real x[] = {-3, -1, -0.5, 0.5, 1, 3}, y[6], kept[6];
    ref->elementwise(ref, view(y), view(kept), view(x), 6, f);
    expect_printed(y, values, 6, what);
    expect_printed(kept, slopes, 6, what);
}

static void test_functions(void **state) {
    (void)state;
    expect_function(LG_GELU, (double[]){-0.0040497, -0.1586553, -0.1542688, 0.3457312, 0.8413447, 2.9959503},
                    (double[]){-0.0119456, -0.0833155, 0.1325049, 0.8674951, 1.0833155, 1.0119456}, "gelu");
    expect_function(LG_GELU_TANH, (double[]){-0.0036374, -0.1588080, -0.1542860, 0.3457140, 0.8411920, 2.9963626},
                    (double[]){-0.0115842, -0.0829641, 0.1326301, 0.8673699, 1.0829641, 1.0115842}, "gelu_tanh");
    expect_function(LG_SWISH, (double[]){-0.1422776, -0.2689414, -0.1887703, 0.3112297, 0.7310586, 2.8577224},
                    (double[]){-0.0881041, 0.0723295, 0.2600388, 0.7399612, 0.9276705, 1.0881041}, "swish");
    expect_function(LG_SQUARED_RELU, (double[]){0, 0, 0, 0.25, 1, 9}, (double[]){0, 0, 0, 1, 2, 6}, "squared_relu");
    expect_function(LG_SIGMOID, (double[]){0.0474259, 0.2689414, 0.3775407, 0.6224593, 0.7310586, 0.9525741},
                    (double[]){0.0451767, 0.1966119, 0.2350037, 0.2350037, 0.1966119, 0.0451767}, "sigmoid");
    expect_function(LG_LOG_SIGMOID, (double[]){-3.0485874, -1.3132617, -0.9740770, -0.4740770, -0.3132617, -0.0485874},
                    (double[]){0.9525741, 0.7310586, 0.6224593, 0.3775407, 0.2689414, 0.0474259}, "log_sigmoid");
    expect_function(LG_ELU_PLUS_ONE, (double[]){0.0497871, 0.3678794, 0.6065307, 1.5, 2, 4},
                    (double[]){0.0497871, 0.3678794, 0.6065307, 1, 1, 1}, "elu_plus_one");
}

static double value_of(lg_activation f, double at) {
    real x[1] = {(real)at}, y[1], kept[1];
    ref->elementwise(ref, view(y), view(kept), view(x), 1, f);
    return (double)y[0];
}

/* Asserts the minimum of a function and its argument, searched in steps of 0.0001. */
static void expect_minimum(lg_activation f, double at, double least, const char *what) {
    double best = 0, found = 0;
    for (int i = 0; i <= 40000; i++) {
        const double y = value_of(f, -i * 1e-4);
        if (y < best) best = y, found = -i * 1e-4;
    }
    /* In float, arguments near the minimum have equal values. */
    const double error = sizeof(real) == 8 ? 1e-4 : 2e-3;
    if (!(fabs(best - least) <= 1e-6 && fabs(found - at) <= error)) fail_msg("%s: %.7g at %g", what, best, found);
}

/* Also tests that the two forms of GELU differ most at 2.70 and -2.70. */
static void test_minima(void **state) {
    (void)state;
    expect_minimum(LG_GELU, -0.7518, -0.169971, "gelu");
    expect_minimum(LG_SWISH, -1.2785, -0.278465, "swish");
    double most = 0, at = 0;
    for (int i = -6000; i <= 6000; i++) {
        const double apart = fabs(value_of(LG_GELU, i * 1e-3) - value_of(LG_GELU_TANH, i * 1e-3));
        if (apart > most) most = apart, at = i * 1e-3;
    }
    if (!(fabs(most - 4.73e-4) <= 1e-6 && fabs(fabs(at) - 2.7) <= 0.02)) fail_msg("%g apart at %g", most, at);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_unkept_prob),
        cmocka_unit_test(test_empty_row),
        cmocka_unit_test(test_joined),
        cmocka_unit_test(test_retrieve),
        cmocka_unit_test(test_unit_heads),
        cmocka_unit_test(test_xl),
        cmocka_unit_test(test_xl_rotated),
        cmocka_unit_test(test_xl_rotated_backward),
        cmocka_unit_test(test_xl_rotated_is_direct),
        cmocka_unit_test(test_xl_backward),
        cmocka_unit_test(test_alibi),
        cmocka_unit_test(test_alibi_two_sided),
        cmocka_unit_test(test_bias_lookup),
        cmocka_unit_test(test_kernels_of_distance),
        cmocka_unit_test(test_bias_product),
        cmocka_unit_test(test_kerple),
        cmocka_unit_test(test_trained_slopes),
        cmocka_unit_test(test_contextual),
        cmocka_unit_test(test_interpolated),
        cmocka_unit_test(test_clipped),
        cmocka_unit_test(test_clipped_backward),
        cmocka_unit_test(test_clamp),
        cmocka_unit_test(test_rotate),
        cmocka_unit_test(test_forget_scores),
        cmocka_unit_test(test_attention_sink),
        cmocka_unit_test(test_geometric),
        cmocka_unit_test(test_geometric_even),
        cmocka_unit_test(test_geometric_backward),
        cmocka_unit_test(test_attention_differences),
        cmocka_unit_test(test_geometric_differences),
        cmocka_unit_test(test_pair_differences),
        cmocka_unit_test(test_norm_differences),
        cmocka_unit_test(test_entropy_differences),
        cmocka_unit_test(test_rotate_differences),
        cmocka_unit_test(test_adam),
        cmocka_unit_test(test_linear),
        cmocka_unit_test(test_norms),
        cmocka_unit_test(test_norms_of_multiples),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_minima),
    };
    return cmocka_run_group_tests_name("reference kernels", tests, NULL, NULL);
}
