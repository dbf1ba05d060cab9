/* test_kernels_convolution.c: convolutions along tokens, and the softmax over their taps. Compares every kernel set
 * with the reference, on odd sizes, with rows of x before the first row of y, and with rows of x that count as zeros.
 * Also compares with vectors computed by hand. */
#include "pairs.h"

/* ---- convolutions ---- */

static void run_convolution(const lg_kernels *k, bool each, const lg_convolution *a, bool backward) {
    if (each && backward)
        k->dynamic_convolution_backward(k, a);
    else if (each)
        k->dynamic_convolution(k, a);
    else if (backward)
        k->depthwise_convolution_backward(k, a);
    else
        k->depthwise_convolution(k, a);
}

static void try_convolution(const lg_kernels *k, bool each, lg_convolution a) {
    begin("%s %s_convolution S=%d T=%d R=%d N=%d K=%d H=%d before=%d lead=%d begin=%d", k->name,
          each ? "dynamic" : "depthwise", a.S, a.T, a.R, a.N, a.K, a.H, a.before, a.lead, a.begin);
    const size_t in = (size_t)a.S * a.T * a.N, out = (size_t)a.S * a.R * a.N,
                 weights = (size_t)a.K * a.H * (each ? (size_t)a.S * a.R : 1);
    const bool with_dx = chance(), with_dw = chance() || !with_dx;
    a.x = view(take_normal(in, 1)), a.w = view(take_normal(weights, 1)), a.dy = view(take_normal(out, 1));
    a.accumulate = chance(), a.dw_accumulate = chance();
    const bool adds = a.dw_accumulate || !each;
    pair y = take_pair(out), dx = take_output(in, a.accumulate), dw = take_output(weights, adds);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.y = view(side(y, s));
        a.dx = view(with_dx ? side(dx, s) : NULL), a.dw = view(with_dw ? side(dw, s) : NULL);
        run_convolution(set, each, &a, false);
        if (a.begin == 0) run_convolution(set, each, &a, true);
    }
    agree("y", y.got, y.ref, out, sqrt(a.K));
    if (with_dx && a.begin == 0) agree("dx", dx.got, dx.ref, in, sqrt(a.K));
    const double terms = each ? (double)a.N / a.H : (double)a.S * a.R * a.N / a.H;
    if (with_dw && a.begin == 0) agree("dw", dw.got, dw.ref, weights, sqrt(terms));
    finish();
}

static void try_shapes(const lg_kernels *k, bool each, lg_convolution a) {
    const int before[] = {a.K - 1, a.K / 2, 0};
    for (int b = 0; b < 3; b++) {
        a.before = before[b], a.lead = 0, a.begin = 0, a.R = a.T;
        try_convolution(k, each, a);
        if (a.T < 3) continue;
        a.lead = 1 + (a.N + b) % (a.T - 2), a.R = a.T - a.lead;
        try_convolution(k, each, a);
        a.begin = a.lead / 2, a.R -= each;
        try_convolution(k, each, a);
    }
}

static void test_convolution(const lg_kernels *k) {
    static const int taps[] = {1, 2, 3, 7, 15, 31, 33}, tokens[] = {1, 2, 5, 40}, groups[] = {1, 2, 3, 5, 8};
    for (size_t i = 0; i < COUNT(widths); i++) {
        for (size_t j = 0; j < COUNT(taps) * COUNT(tokens); j++) {
            const int N = widths[i], K = taps[j % COUNT(taps)], T = tokens[j / COUNT(taps)];
            try_shapes(k, false, (lg_convolution){.S = 1 + j % 3, .T = T, .N = N, .K = K, .H = N});
            const int H = groups[(i + j) % COUNT(groups)];
            if (N % H) continue;
            try_shapes(k, false, (lg_convolution){.S = 1 + j % 3, .T = T, .N = N, .K = K, .H = H});
            try_shapes(k, true, (lg_convolution){.S = 1 + j % 3, .T = T, .N = N, .K = K, .H = H});
        }
    }
}

/* A sequence has the same bits alone and in a batch. The last row of a sequence has the same bits if only this row is
 * computed, from the rows that it reads. */
static void try_convolution_batch(const lg_kernels *k, bool each, int T, int N, int H, int K) {
    begin("%s %d in batches T=%d N=%d H=%d K=%d", k->name, each, T, N, H, K);
    enum { SEQUENCES = 3 };
    const size_t n = (size_t)T * N, m = (size_t)T * K * H;
    real *x = take_normal(SEQUENCES * n, 1), *y = take_reals(SEQUENCES * n), *alone = take_reals(n);
    real *w = take_normal(SEQUENCES * m, 1);
    lg_convolution a = {.S = SEQUENCES, .T = T, .R = T, .N = N, .K = K, .H = H, .before = K - 1};
    a.x = view(x), a.w = view(w), a.y = view(y);
    run_convolution(k, each, &a, false);
    a.S = 1, a.y = view(alone);
    for (int s = 0; s < SEQUENCES; s++) {
        a.x = view(take_copy(x + s * n, n * sizeof *x)), a.w = view(w + (each ? s * m : 0));
        a.T = a.R = T, a.lead = 0;
        run_convolution(k, each, &a, false);
        same_bits("y", alone, y + s * n, n);
        const int rows = T < K ? T : K;
        a.T = rows, a.R = 1, a.lead = rows - 1, a.x = view(x + s * n + (size_t)(T - rows) * N);
        if (each) a.w = view(w + s * m + (size_t)(T - 1) * K * H);
        run_convolution(k, each, &a, false);
        same_bits("last row", alone, y + (s + 1) * n - N, N);
    }
    finish();
}

static void test_convolution_batch(const lg_kernels *k) {
    static const int tokens[] = {1, 2, 5, 13, 40};
    for (size_t m = 0; m < COUNT(tokens); m++)
        for (size_t i = 0; i < COUNT(widths); i++) {
            const int N = widths[i], K = 1 + 7 * (m % 4);
            try_convolution_batch(k, false, tokens[m], N, N, K);
            try_convolution_batch(k, false, tokens[m], N, 1, K);
            try_convolution_batch(k, true, tokens[m], N, N % 4 ? 1 : 4, K);
        }
}

/* A convolution of Wu et al. 2019, computed by hand: two columns, three taps, a softmax of each row's logits. */
static void test_dynamic_vector(const lg_kernels *k) {
    static const double wanted[] = {0.422319, 0, 0.665241, 0.090031, 0.577681, 0.577681};
    real u[] = {1, 0, 0, 1, 1, 1}, logits[] = {1, 0, 1, 0, 1, -1, 1, 1, 0}, w[9], y[6];
    const lg_tap_softmax s = {.S = 1, .R = 3, .K = 3, .H = 1, .x = view(logits), .w = view(w)};
    k->tap_softmax(k, &s);
    const lg_convolution a = {
        .S = 1, .T = 3, .R = 3, .N = 2, .K = 3, .H = 1, .before = 2, .x = view(u), .w = view(w), .y = view(y)};
    k->dynamic_convolution(k, &a);
    for (int i = 0; i < 6; i++)
        if (!(fabs((double)y[i] - wanted[i]) <= 1e-6)) fail_msg("%s: y[%d] is %g", k->name, i, (double)y[i]);
}

/* ---- softmax over taps ---- */

/* The taps of a light convolution (Wu et al. 2019) whose vectors are in test_graph.c. */
static void test_softmax_vector(const lg_kernels *k) {
    real logits[] = {0, (real)log(2), (real)log(3)}, w[3];
    const lg_tap_softmax s = {.S = 1, .R = 1, .K = 3, .H = 1, .x = view(logits), .w = view(w)};
    k->tap_softmax(k, &s);
    for (int i = 0; i < 3; i++) assert_true(fabs((double)w[i] - (i + 1) / 6.0) <= 1e-6);
}

/* The last row can use only two of its four taps. Without `cut` the softmax is over all four taps, with `cut` over
 * these two. */
static void test_cut_vector(const lg_kernels *k) {
    real logits[] = {3, 2, 1, 0}, w[8];
    lg_tap_softmax s = {.S = 1, .R = 2, .K = 4, .H = 1, .alike = true, .before = 3, .end = 2, .x = view(logits)};
    s.w = view(w);
    k->tap_softmax(k, &s);
    assert_true(fabs((double)w[6] - 0.087144) <= 1e-6 && fabs((double)w[7] - 0.032059) <= 1e-6);
    s.cut = true;
    k->tap_softmax(k, &s);
    assert_true(w[4] == 0 && w[5] == 0 && w[3] == 1);
    assert_true(fabs((double)w[6] - 0.731059) <= 1e-6 && fabs((double)w[7] - 0.268941) <= 1e-6);
}

/* The spans of three sequences: all tokens but the first, no token, and all tokens. */
static const int32_t *take_spans(int S, int R) {
    int32_t *span = take(2 * (size_t)S * sizeof *span);
    for (int s = 0; s < S; s++) span[2 * s] = s == 0, span[2 * s + 1] = s == 1 ? 0 : R;
    return span;
}

static void try_softmax(const lg_kernels *k, lg_tap_softmax a, bool spans) {
    begin("%s tap_softmax S=%d R=%d K=%d H=%d alike=%d cut=%d first=%d begin=%d end=%d spans=%d", k->name, a.S, a.R,
          a.K, a.H, a.alike, a.cut, a.first, a.begin, a.end, spans);
    const size_t all = (size_t)a.S * a.R * a.K * a.H, n = a.alike ? (size_t)a.K * a.H : all;
    a.x = view(take_normal(n, 3)), a.dw = view(take_normal(all, 1));
    a.span = view(spans ? take_spans(a.S, a.R) : NULL);
    a.accumulate = chance();
    pair w = take_pair(all), dx = take_output(n, a.accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.w = view(side(w, s)), a.dx = view(side(dx, s));
        set->tap_softmax(set, &a);
        set->tap_softmax_backward(set, &a);
    }
    agree("w", w.got, w.ref, all, 4);
    agree("dx", dx.got, dx.ref, n, 4 * sqrt(a.alike ? a.S * a.R : 1));
    finish();
}

static void test_softmax(const lg_kernels *k) {
    static const int taps[] = {1, 2, 3, 7, 31}, heads[] = {1, 2, 4, 7, 8, 16, 17, 33}, rows[] = {1, 3, 11};
    for (size_t i = 0; i < COUNT(heads); i++)
        for (size_t j = 0; j < COUNT(taps) * COUNT(rows); j++) {
            const int K = taps[j % COUNT(taps)], R = rows[j / COUNT(taps)];
            lg_tap_softmax a = {.S = 1 + j % 3, .R = R, .K = K, .H = heads[i]};
            a.before = j % 2 ? K - 1 : K / 2;
            a.alike = i % 2;
            try_softmax(k, a, false);
            a.cut = true, a.end = R;
            try_softmax(k, a, false);
            try_softmax(k, a, true);
            a.first = 5, a.begin = 3, a.end = 5 + R;
            try_softmax(k, a, false);
        }
}

/* ---- rows of spans ---- */

static void test_span_rows(const lg_kernels *k) {
    enum { S = 3, T = 6 };
    for (size_t i = 0; i < COUNT(widths) * 4; i++) {
        const int N = widths[i / 4], first = i % 2 ? 2 : 0;
        const bool accumulate = i % 4 > 1;
        begin("%s span_rows N=%d first=%d accumulate=%d", k->name, N, first, accumulate);
        real *x = take_normal((size_t)S * T * N, 1);
        const lg_view span = view(take_spans(S, T));
        pair y = take_output((size_t)S * T * N, accumulate);
        ref->span_rows(ref, view(y.ref), view(x), span, S, T, N, first, accumulate);
        k->span_rows(k, view(y.got), view(x), span, S, T, N, first, accumulate);
        agree("y", y.got, y.ref, (size_t)S * T * N, 1);
        for (int s = 0; s < S && !accumulate; s++)
            for (int t = 0; t < T; t++) {
                const bool there = s != 1 && first + t >= (s == 0) && first + t < (s == 0) + T;
                const size_t e = ((size_t)s * T + t) * N;
                assert_true(y.ref[e] == (there ? x[e] : 0));
            }
        finish();
    }
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"convolution", test_convolution},       {"convolution_batch", test_convolution_batch},
        {"dynamic_vector", test_dynamic_vector}, {"static_vectors", test_softmax_vector},
        {"cut_vector", test_cut_vector},         {"softmax", test_softmax},
        {"span_rows", test_span_rows},
    };
    return run_suite("kernels of convolutions", tests, COUNT(tests), argc, argv);
}
