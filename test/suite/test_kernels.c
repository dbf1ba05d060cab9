/* test_kernels.c: compares every slot of every kernel set with the reference, on odd sizes, with and without every
 * optional array. This file tests memory, linear maps and rows; test_kernels_attention.c tests attention,
 * test_kernels_convolution.c convolutions. Kernels must write nothing outside of their arrays, dropout must be the
 * function of its key that kernel.h defines, and a sequence must have the same bits in every batch. */
#include "pairs.h"

static const size_t lengths[] = {1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64, 100, 1000, 4097};
static const int row_counts[] = {1, 2, 5, 6, 7, 13, 40, 41, 80};
/* M, K and N of linear maps. Each row has large numbers, up to the largest in use. */
static const int large[][3] = {{500, 64, 64},  {499, 65, 130}, {500, 8, 33},  {37, 2048, 72},
                               {37, 72, 2048}, {4100, 64, 72}, {13, 3075, 75}};

/* -------------------------------------------------------------------------------------------- memory and sums */
static void test_memory(const lg_kernels *k) {
    for (size_t e = 0; e < COUNT(lengths); e++) {
        size_t n = lengths[e];
        begin("%s memory n=%zu", k->name, n);
        real *x = take_normal(n, 1), *back = take_reals(n), *y = take_reals(n);
        k->upload(k, view(y), x, n * sizeof *x);
        k->download(k, back, view(y), n * sizeof *x);
        same_bits("download", back, x, n);
        k->zero(k, view(y), n * sizeof *y);
        for (size_t i = 0; i < n; i++) assert_true(y[i] == 0);
        finish();
    }
}

static void test_add(const lg_kernels *k) {
    for (size_t e = 0; e < 2 * COUNT(lengths); e++) {
        size_t n = lengths[e / 2];
        bool accumulate = e % 2;
        begin("%s add n=%zu accumulate=%d", k->name, n, accumulate);
        real *x = take_normal(n, 1);
        pair y = take_output(n, accumulate);
        ref->add(ref, view(y.ref), view(x), n, accumulate);
        k->add(k, view(y.got), view(x), n, accumulate);
        agree("y", y.got, y.ref, n, 1);
        finish();
    }
}

static void test_add_and_clear(const lg_kernels *k) {
    for (size_t e = 0; e < COUNT(lengths); e++) {
        const size_t n = lengths[e];
        begin("%s add_and_clear n=%zu", k->name, n);
        const pair x = take_pair(n), y = take_pair(n);
        for (size_t i = 0; i < n; i++) x.got[i] = x.ref[i] = next_normal();
        for (size_t i = 0; i < n; i++) y.got[i] = y.ref[i] = next_normal();
        ref->add_and_clear(ref, view(y.ref), view(x.ref), n);
        k->add_and_clear(k, view(y.got), view(x.got), n);
        agree("y", y.got, y.ref, n, 1);
        for (size_t i = 0; i < n; i++)
            if (x.got[i] != 0 || x.ref[i] != 0) fail_msg("%s: x[%zu] is not zero afterwards", trial, i);
        finish();
    }
}

static void test_scale(const lg_kernels *k) {
    for (size_t e = 0; e < 2 * COUNT(lengths); e++) {
        const size_t n = lengths[e / 2];
        const bool accumulate = e % 2;
        begin("%s scale n=%zu accumulate=%d", k->name, n, accumulate);
        real *x = take_normal(n, 1);
        const pair y = take_output(n, accumulate);
        ref->scale(ref, view(y.ref), view(x), (real)-0.3, n, accumulate);
        k->scale(k, view(y.got), view(x), (real)-0.3, n, accumulate);
        agree("y", y.got, y.ref, n, 1);
        finish();
    }
}

static void test_product(const lg_kernels *k) {
    for (size_t e = 0; e < 2 * COUNT(lengths); e++) {
        const size_t n = lengths[e / 2];
        const bool accumulate = e % 2;
        begin("%s product n=%zu accumulate=%d", k->name, n, accumulate);
        real *a = take_normal(n, 1), *b = take_normal(n, 1);
        const pair y = take_output(n, accumulate);
        ref->product(ref, view(y.ref), view(a), view(b), n, accumulate);
        k->product(k, view(y.got), view(a), view(b), n, accumulate);
        agree("y", y.got, y.ref, n, 1);
        finish();
    }
}

/* ----------------------------------------------------------------------------------------------- elementwise */
/* Numbers of all magnitudes, so that functions saturate at some of them. */
static real *take_arguments(size_t n) {
    static const real corners[] = {0, 1, -1, 3, -3, 12, -12, 40, -40, 100, -100, 1000, -1000, 1e-20, -1e-20};
    real *x = take_normal(n, 3);
    for (size_t i = 0; i < COUNT(corners) && n > 2 * COUNT(corners); i++) x[i] = corners[i];
    return x;
}

/* Asserts that y has the same bits whether slopes are computed or not. */
static void try_elementwise(const lg_kernels *k, lg_activation f, size_t n) {
    begin("%s elementwise f=%d n=%zu", k->name, f, n);
    real *x = take_arguments(n), *alone = take_reals(n);
    const pair y = take_pair(n), slopes = take_pair(n);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        set->elementwise(set, view(side(y, s)), view(side(slopes, s)), view(x), n, f);
    }
    k->elementwise(k, view(alone), (lg_view){0}, view(x), n, f);
    agree("y", y.got, y.ref, n, 0.1);
    agree("slopes", slopes.got, slopes.ref, n, 0.5);
    same_bits("y alone", alone, y.got, n);
    finish();
}

static void test_elementwise(const lg_kernels *k) {
    for (int f = LG_RELU + 1; f < LG_ACTIVATIONS; f++)
        for (size_t e = 0; e < COUNT(lengths); e++) try_elementwise(k, (lg_activation)f, lengths[e]);
}

static const lg_formula *formula_of(const char *text, lg_arena *arena) {
    const lg_formula_source s = {.place = &lg_formula_mixer, .text = text};
    lg_error err = {0};
    const lg_formula *f = lg_formula_parse(&s, arena, &err);
    if (!f) fail_msg("%s: %s", text, err.text);
    return f;
}

/* Compares a formula's values and slopes with those of the reference. The formula's terms must not cancel. */
static void try_formula_map(const lg_kernels *k, const char *text, size_t n) {
    begin("%s formula_map %s n=%zu", k->name, text, n);
    lg_arena *arena = lg_arena_new();
    const lg_formula *f = formula_of(text, arena);
    real *x = take_arguments(n), *alone = take_reals(n);
    const pair y = take_pair(n), slopes = take_pair(n);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        real *scratch = take_reals(set->formula_map_scratch(set, f) / sizeof(real) + 1);
        set->formula_map(set, f, view(side(y, s)), view(side(slopes, s)), view(x), n, view(scratch));
        if (s) set->formula_map(set, f, view(alone), (lg_view){0}, view(x), n, view(scratch));
    }
    agree("y", y.got, y.ref, n, 0.5);
    agree("slopes", slopes.got, slopes.ref, n, 1);
    same_bits("y alone", alone, y.got, n);
    lg_arena_free(arena);
    finish();
}

/* Compares a kernel set's activation with its formula. */
static void try_activation(const lg_kernels *k, lg_activation f, const char *text, size_t n) {
    begin("%s elementwise f=%d as %s n=%zu", k->name, f, text, n);
    lg_arena *arena = lg_arena_new();
    const lg_formula *formula = formula_of(text, arena);
    real *x = take_arguments(n), *scratch = take_reals(k->formula_map_scratch(k, formula) / sizeof(real) + 1);
    const pair y = take_pair(n), slopes = take_pair(n);
    ref->elementwise(ref, view(y.ref), view(slopes.ref), view(x), n, f);
    k->formula_map(k, formula, view(y.got), view(slopes.got), view(x), n, view(scratch));
    agree("y", y.got, y.ref, n, 1);
    agree("slopes", slopes.got, slopes.ref, n, 1);
    lg_arena_free(arena);
    finish();
}

static void test_activations_as_formulas(const lg_kernels *k) {
    static const struct {
        lg_activation f;
        const char *text;
    } all[] = {{LG_SIGMOID, "sigmoid(x)"},
               {LG_SWISH, "x*sigmoid(x)"},
               {LG_GELU, "gelu(x)"},
               {LG_GELU_TANH, "x*sigmoid(1.5957691216057308*x*(1 + 0.044715*x*x))"},
               {LG_SQUARED_RELU, "max(x, 0)^2"},
               {LG_LOG_SIGMOID, "logsigmoid(x)"},
               {LG_ELU_PLUS_ONE, "if(x > 0, x + 1, exp(x))"}};
    for (size_t i = 0; i < COUNT(all); i++)
        for (size_t e = 0; e < COUNT(lengths); e++) try_activation(k, all[i].f, all[i].text, lengths[e]);
}

static void test_formula_map(const lg_kernels *k) {
    static const char *const texts[] = {"max(x, 0)^2",
                                        "x*sigmoid(x)",
                                        "if(x > 0, x, exp(min(x, 0)) - 1)",
                                        "min(x, 3)/(1 + abs(x))",
                                        "relu(x) - relu(-x)",
                                        "gelu(x)",
                                        "tanh(x)",
                                        "softplus(x)",
                                        "sqrt(max(x, 0) + 1)",
                                        "if(x >= 0, x*sqrt(x), 0)",
                                        "(x > 1 and x < 3) + (x <= -1 or not x >= 0) + (x == 0)"};
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t e = 0; e < COUNT(lengths); e++) try_formula_map(k, texts[i], lengths[e]);
}

/* A result does not depend on the element's place in the array. */
static void test_elementwise_batch(const lg_kernels *k) {
    enum { N = 67 };
    for (int f = LG_RELU + 1; f < LG_ACTIVATIONS; f++) {
        begin("%s elementwise alone f=%d", k->name, f);
        real *x = take_arguments(N), *all = take_reals(N), *one = take_reals(N);
        real *slopes_all = take_reals(N), *slopes_one = take_reals(N);
        k->elementwise(k, view(all), view(slopes_all), view(x), N, (lg_activation)f);
        for (int i = 0; i < N; i++)
            k->elementwise(k, view(one + i), view(slopes_one + i), view(x + i), 1, (lg_activation)f);
        same_bits("y", one, all, N);
        same_bits("slopes", slopes_one, slopes_all, N);
        finish();
    }
}

static void test_sum_squares(const lg_kernels *k) {
    for (size_t e = 0; e < COUNT(lengths); e++) {
        begin("%s sum_squares n=%zu", k->name, lengths[e]);
        real *x = take_normal(lengths[e], 100);
        double want = ref->sum_squares(ref, view(x), lengths[e]), got = k->sum_squares(k, view(x), lengths[e]);
        if (!(fabs(got - want) <= 1e-12 * want)) fail_msg("%s: %.17g, the reference says %.17g", trial, got, want);
        finish();
    }
}

static void test_adam(const lg_kernels *k) {
    for (size_t e = 0; e < 3 * COUNT(lengths); e++) {
        static const int64_t steps[] = {1, 2, 100000};
        size_t n = lengths[e / 3];
        begin("%s adam n=%zu t=%d", k->name, n, (int)steps[e % 3]);
        real *g = take_normal(n, 1);
        pair p = take_sums(n), m = take_sums(n), v = take_sums(n);
        for (size_t i = 0; i < n; i++) v.ref[i] = v.got[i] = v.ref[i] * v.ref[i];
        lg_adam a = {.n = n, .g = view(g), .factor = 0.7, .rate = 1e-2, .beta1 = 0.9, .beta2 = 0.999};
        a.epsilon = 1e-8, a.decay = chance() ? 0.1 : 0, a.t = steps[e % 3];
        a.gradient_decay = chance() ? 0.3 : 0;
        for (int s = 0; s < 2; s++) {
            const lg_kernels *set = s ? k : ref;
            a.p = view(side(p, s)), a.m = view(side(m, s)), a.v = view(side(v, s));
            set->adam(set, &a);
        }
        agree("p", p.got, p.ref, n, 1);
        agree("m", m.got, m.ref, n, 1);
        agree("v", v.got, v.ref, n, 1);
        finish();
    }
}

/* ------------------------------------------------------------------------------------------------ linear maps */
static void *packed(const lg_kernels *k, const real *w, int K, int N, bool transpose) {
    void *out = take(k->pack_size(k, K, N, transpose));
    k->pack(k, view(out), view(w), K, N, transpose);
    return out;
}

static void try_linear(const lg_kernels *k, int M, int K, int N, bool transpose, bool accumulate) {
    begin("%s linear M=%d K=%d N=%d transpose=%d accumulate=%d", k->name, M, K, N, transpose, accumulate);
    real *x = take_normal((size_t)M * K, 1), *w = take_normal((size_t)K * N, 1);
    real *bias = chance() ? take_normal(N, 1) : NULL;
    pair y = take_output((size_t)M * N, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        lg_linear a = {.M = M, .K = K, .N = N, .x = view(x), .w = view(packed(set, w, K, N, transpose))};
        a.bias = view(bias), a.y = view(side(y, s)), a.accumulate = accumulate;
        a.act = accumulate || N % 2 ? LG_LINEAR : LG_RELU;
        set->linear(set, &a);
    }
    agree("y", y.got, y.ref, (size_t)M * N, sqrt(K));
    finish();
}

/* All kernel suites draw inputs from this generator. Its numbers have mean 0 and variance 1, like normal ones. */
static void test_supply(const lg_kernels *k) {
    const size_t n = 20000;
    double sum = 0, squares = 0;
    begin("%s supply", k->name);
    const real *x = take_normal(n, 1);
    for (size_t e = 0; e < n; e++) sum += x[e], squares += (double)x[e] * x[e];
    assert_true(fabs(sum / n) < 0.1 && fabs(squares / n - 1) < 0.1);
    finish();
}

/* Tests packed weights of more than 2 MB, which kernels may store in another way. */
static void test_far_weights(const lg_kernels *k) {
    static const int sizes[][2] = {{733, 747}, {529, 1043}, {768, 768}};
    for (size_t e = 0; e < COUNT(sizes); e++)
        for (int transpose = 0; transpose < 2; transpose++)
            try_linear(k, 3, sizes[e][0], sizes[e][1], transpose, false);
}

static void test_linear(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (size_t j = 0; j < COUNT(widths); j++)
                try_linear(k, row_counts[m], widths[i], widths[j], (m + i + j) % 2, (m + j) / 2 % 2);
    for (size_t e = 0; e < COUNT(large); e++)
        for (int flags = 0; flags < 4; flags++)
            try_linear(k, large[e][0], large[e][1], large[e][2], flags & 1, flags & 2);
}

static void try_linear_weight(const lg_kernels *k, int M, int K, int N) {
    begin("%s linear_weight M=%d K=%d N=%d", k->name, M, K, N);
    real *x = take_normal((size_t)M * K, 1), *dy = take_normal((size_t)M * N, 1);
    pair dw = take_sums((size_t)K * N);
    lg_linear_weight a = {.M = M, .K = K, .N = N, .x = view(x), .dy = view(dy)};
    a.dw = view(dw.ref);
    ref->linear_weight(ref, &a);
    a.dw = view(dw.got);
    k->linear_weight(k, &a);
    agree("dw", dw.got, dw.ref, (size_t)K * N, sqrt(M));
    finish();
}

/* Large weight gradients are computed in blocks of x and dy. Gradients of few columns are computed without blocks,
 * LG_WEIGHT_ROWS rows at a time. Both have the same bits. */
static void try_weight_blocks(const lg_kernels *k, int M, int K, int N) {
    enum { FEW = 7 };
    begin("%s linear_weight by blocks M=%d K=%d N=%d", k->name, M, K, N);
    real *x = take_normal((size_t)M * K, 1), *dy = take_normal((size_t)M * N, 1),
         *columns = take_reals((size_t)M * FEW);
    real *dw = take_normal((size_t)K * N, 1), *few = take_reals((size_t)FEW * N);
    const int first = K - FEW - M % 5, rows = k == ref ? M : LG_WEIGHT_ROWS;
    for (int m = 0; m < M; m++) memcpy(columns + m * FEW, x + m * K + first, FEW * sizeof *x);
    memcpy(few, dw + first * N, (size_t)FEW * N * sizeof *few);
    lg_linear_weight a = {.M = M, .K = K, .N = N, .x = view(x), .dy = view(dy), .dw = view(dw)};
    k->linear_weight(k, &a);
    a.K = FEW, a.dw = view(few);
    for (int m = 0; m < M; m += rows) {
        a.M = M - m < rows ? M - m : rows;
        a.x = view(columns + m * FEW), a.dy = view(dy + m * N);
        k->linear_weight(k, &a);
    }
    if (memcmp(few, dw + first * N, (size_t)FEW * N * sizeof *few)) fail_msg("%s", "other bits by blocks");
    finish();
}

static void test_weight_blocks(const lg_kernels *k) {
    static const int sizes[][3] = {{1, 512, 512},   {63, 700, 301},  {64, 400, 513},
                                   {65, 193, 1100}, {300, 390, 530}, {256, 520, 260}};
    for (size_t e = 0; e < COUNT(sizes); e++) {
        try_linear_weight(k, sizes[e][0], sizes[e][1], sizes[e][2]);
        try_weight_blocks(k, sizes[e][0], sizes[e][1], sizes[e][2]);
    }
}

static void test_linear_weight(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (size_t j = 0; j < COUNT(widths); j++) try_linear_weight(k, row_counts[m], widths[i], widths[j]);
    for (size_t e = 0; e < COUNT(large); e++) try_linear_weight(k, large[e][0], large[e][1], large[e][2]);
}

static void try_linear_bias(const lg_kernels *k, int M, int N, lg_activation act, bool with_bias) {
    begin("%s linear_bias M=%d N=%d act=%d bias=%d", k->name, M, N, act, with_bias);
    size_t n = (size_t)M * N;
    real *y = take_normal(n, 1);
    for (size_t e = 0; act == LG_RELU && e < n; e++) y[e] = y[e] > 0 ? y[e] : 0;
    pair dy = take_sums(n), db = take_sums(N);
    ref->linear_bias(ref, view(dy.ref), view(y), view(with_bias ? db.ref : NULL), M, N, act);
    k->linear_bias(k, view(dy.got), view(y), view(with_bias ? db.got : NULL), M, N, act);
    agree("dy", dy.got, dy.ref, n, 1);
    agree("db", db.got, db.ref, N, sqrt(M));
    finish();
}

static void test_linear_bias(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (int flags = 0; flags < 4; flags++)
                try_linear_bias(k, row_counts[m], widths[i], flags & 1 ? LG_RELU : LG_LINEAR, flags & 2);
}

/* ------------------------------------------------------------------------------------------------------- rows */
static void test_lookup(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++) {
        for (size_t i = 0; i < COUNT(widths); i++) {
            int M = row_counts[m], N = widths[i], R = 4;
            begin("%s lookup M=%d N=%d", k->name, M, N);
            real *table = take_normal((size_t)R * N, 1), *dy = take_normal((size_t)M * N, 1);
            int32_t *ids = take_below(M, R);
            pair y = take_pair((size_t)M * N), dtable = take_sums((size_t)R * N);
            ref->lookup(ref, view(y.ref), view(table), view(ids), M, N, 8);
            k->lookup(k, view(y.got), view(table), view(ids), M, N, 8);
            agree("y", y.got, y.ref, (size_t)M * N, 1);
            ref->lookup_backward(ref, view(dtable.ref), view(dy), view(ids), M, N, 8);
            k->lookup_backward(k, view(dtable.got), view(dy), view(ids), M, N, 8);
            agree("dtable", dtable.got, dtable.ref, (size_t)R * N, 8 * sqrt(M));
            finish();
        }
    }
}

static void test_add_rows(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++) {
        for (size_t i = 0; i < COUNT(widths); i++) {
            int S = 1 + m % 3, T = row_counts[m], N = widths[i];
            begin("%s add_rows S=%d T=%d N=%d", k->name, S, T, N);
            size_t n = (size_t)T * N;
            real *x = take_normal(S * n, 1), *a = take_normal(n, 1);
            pair y = take_pair(S * n), da = take_sums(n);
            ref->add_rows(ref, view(y.ref), view(x), view(a), S, T, N);
            k->add_rows(k, view(y.got), view(x), view(a), S, T, N);
            agree("y", y.got, y.ref, S * n, 1);
            ref->add_rows_backward(ref, view(da.ref), view(x), S, T, N);
            k->add_rows_backward(k, view(da.got), view(x), S, T, N);
            agree("da", da.got, da.ref, n, sqrt(S));
            finish();
        }
    }
}

static void try_select_rows(const lg_kernels *k, int S, int T, int N, int first, int count, bool accumulate) {
    begin("%s select_rows S=%d T=%d N=%d first=%d count=%d accumulate=%d", k->name, S, T, N, first, count, accumulate);
    size_t all = (size_t)S * T * N, chosen = (size_t)S * count * N;
    real *x = take_normal(all, 1), *dy = take_normal(chosen, 1);
    pair y = take_pair(chosen), dx = take_output(all, accumulate);
    ref->select_rows(ref, view(y.ref), view(x), S, T, N, first, count);
    k->select_rows(k, view(y.got), view(x), S, T, N, first, count);
    agree("y", y.got, y.ref, chosen, 1);
    ref->select_rows_backward(ref, view(dx.ref), view(dy), S, T, N, first, count, accumulate);
    k->select_rows_backward(k, view(dx.got), view(dy), S, T, N, first, count, accumulate);
    agree("dx", dx.got, dx.ref, all, 1);
    finish();
}

static void test_select_rows(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++) {
        for (size_t i = 0; i < COUNT(widths); i++) {
            int T = row_counts[m], N = widths[i];
            try_select_rows(k, 3, T, N, T - 1, 1, false);
            try_select_rows(k, 2, T, N, T / 2, T - T / 2, true);
            try_select_rows(k, 1, T, N, 0, T, false);
            try_select_rows(k, 2, T, N, 0, (T + 1) / 2, true);
        }
    }
}

/* --------------------------------------------------------------------------------- copies of rows and columns */
static void try_copy(const lg_kernels *k, int rows, int columns, int x_gap, bool accumulate) {
    begin("%s copy rows=%d columns=%d x_gap=%d accumulate=%d", k->name, rows, columns, x_gap, accumulate);
    const int x_stride = x_gap < 0 ? 0 : columns + x_gap, y_stride = columns + 2;
    const size_t n = (size_t)rows * y_stride;
    pair y = take_sums(n);
    lg_copy a = {rows, columns, y_stride, x_stride, .x = view(take_normal((size_t)rows * (columns + 5), 1))};
    a.accumulate = accumulate;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.y = view(side(y, s) + 1);
        set->copy(set, &a);
    }
    agree("y", y.got, y.ref, n, 1);
    finish();
}

static void test_copy(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (int flags = 0; flags < 6; flags++)
                try_copy(k, row_counts[m], widths[i], flags / 2 == 2 ? -1 : 5 * (flags / 2), flags % 2);
}

/* Indices select rows, some of them several times; -1 selects none. */
static void try_move_rows(const lg_kernels *k, int S, int T, int C, int N, bool accumulate) {
    begin("%s move_rows S=%d T=%d C=%d N=%d accumulate=%d", k->name, S, T, C, N, accumulate);
    const size_t all = (size_t)S * T * N, few = (size_t)S * C * N;
    int32_t *index = take_below((size_t)S * C, T + 2);
    for (int i = 0; i < S * C; i++) index[i] = index[i] == T + 1 ? -1 : index[i];
    real *x = take_normal(all, 1), *dy = take_normal(few, 1);
    pair y = take_output(few, accumulate), dx = take_output(all, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        lg_move_rows a = {S, T, C, N, .all = view(x), .few = view(side(y, s)), .index = view(index)};
        a.accumulate = accumulate;
        set->gather_rows(set, &a);
        a.all = view(side(dx, s)), a.few = view(dy);
        set->scatter_rows(set, &a);
    }
    agree("few", y.got, y.ref, few, 1);
    agree("all", dx.got, dx.ref, all, sqrt(C));
    finish();
}

static void test_move_rows(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (int accumulate = 0; accumulate < 2; accumulate++)
                try_move_rows(k, 1 + m % 3, row_counts[m], row_counts[(m + 4) % COUNT(row_counts)], widths[i],
                              accumulate);
}

/* ---------------------------------------------------------------------------------------------------- dropout */

/* Is column c of token t of a sequence kept? Computes the formula of kernel.h one number at a time. */
static bool is_kept(lg_key key, uint32_t site, uint32_t sequence, int t, int N, int c, uint16_t threshold) {
    int W = LG_MASK_WORDS(N), block = (t * W + c / 16) * 2 + (c % 16) / 8, e = c % 8;
    uint32_t words[4];
    lg_key_block(key, (uint32_t[4]){block, sequence, site, 0}, words);
    uint32_t number = e < 4 ? words[e] & 0xffff : words[e - 4] >> 16;
    return number >= threshold;
}

static bool bit_of(const uint16_t *bits, int row, int N, int c) {
    return bits[(size_t)row * LG_MASK_WORDS(N) + c / 16] >> c % 16 & 1;
}

static uint16_t *take_bits(int M, int N) {
    return take((size_t)M * LG_MASK_WORDS(N) * sizeof(uint16_t));
}

static void test_dropout_bits(const lg_kernels *k) {
    static const uint16_t thresholds[] = {0, 1, 6554, 32768, 65535};
    static const int tokens[] = {1, 2, 5, 13};
    for (size_t e = 0; e < COUNT(widths) * COUNT(tokens) * COUNT(thresholds); e++) {
        int S = 3, N = widths[e % COUNT(widths)], T = tokens[e / COUNT(widths) % COUNT(tokens)];
        uint16_t threshold = thresholds[e / COUNT(widths) / COUNT(tokens)];
        begin("%s dropout_bits T=%d N=%d threshold=%d", k->name, T, N, threshold);
        lg_key key = lg_key_root(e);
        uint32_t site = lg_random_bits(&dice), first = lg_random_below(&dice, 1000);
        uint16_t *bits = take_bits(S * T, N), *alone = take_bits(T, N);
        k->dropout_bits(k, view(bits), key, site, first, 0, S, T, N, threshold);
        for (int row = 0; row < S * T; row++)
            for (int c = 0; c < N; c++)
                if (bit_of(bits, row, N, c) != is_kept(key, site, first + row / T, row % T, N, c, threshold))
                    fail_msg("%s: wrong bit in row %d, column %d", trial, row, c);
        k->dropout_bits(k, view(alone), key, site, first + 1, 0, 1, T, N, threshold);
        for (int row = 0; row < T; row++)
            for (int c = 0; c < N; c++) assert_int_equal(bit_of(alone, row, N, c), bit_of(bits, T + row, N, c));
        int token = T / 2;
        k->dropout_bits(k, view(alone), key, site, first + 2, token, 1, T - token, N, threshold);
        for (int row = 0; row < T - token; row++)
            for (int c = 0; c < N; c++)
                assert_int_equal(bit_of(alone, row, N, c), bit_of(bits, 2 * T + token + row, N, c));
        finish();
    }
}

/* 76800 fair draws: the share of dropped elements is within four standard deviations of threshold / 65536. */
static void test_dropout_frequency(const lg_kernels *k) {
    enum { S = 16, T = 75, N = 64 };
    static const uint16_t thresholds[] = {6554, 32768};
    for (int e = 0; e < 2; e++) {
        begin("%s dropout frequency threshold=%d", k->name, thresholds[e]);
        uint16_t *bits = take_bits(S * T, N);
        k->dropout_bits(k, view(bits), lg_key_root(5), 1, 0, 0, S, T, N, thresholds[e]);
        int dropped = 0;
        for (int row = 0; row < S * T; row++)
            for (int c = 0; c < N; c++) dropped += !bit_of(bits, row, N, c);
        double n = S * T * N, p = thresholds[e] / 65536.0;
        assert_true(fabs(dropped - n * p) < 4 * sqrt(n * p * (1 - p)));
        finish();
    }
}

static uint16_t *take_random_bits(int M, int N) {
    uint16_t *bits = take_bits(M, N);
    for (int e = 0; e < M * LG_MASK_WORDS(N); e++) bits[e] = lg_random_bits(&dice);
    return bits;
}

static void test_dropout(const lg_kernels *k) {
    for (size_t e = 0; e < 2 * COUNT(row_counts) * COUNT(widths); e++) {
        int M = row_counts[e / 2 / COUNT(widths)], N = widths[e / 2 % COUNT(widths)];
        bool accumulate = e % 2;
        begin("%s dropout M=%d N=%d accumulate=%d", k->name, M, N, accumulate);
        size_t n = (size_t)M * N;
        real *x = take_normal(n, 1);
        uint16_t *bits = take_random_bits(M, N);
        pair y = take_output(n, accumulate);
        ref->dropout(ref, view(y.ref), view(x), view(bits), M, N, 1.25, accumulate);
        k->dropout(k, view(y.got), view(x), view(bits), M, N, 1.25, accumulate);
        agree("y", y.got, y.ref, n, 1);
        finish();
    }
}

/* ---------------------------------------------------------------------------------------------- normalisation */

/* Where xhat is stored: nowhere, in its own array, over h, over o. */
typedef enum keep { UNKEPT, OWN, OVER_H, OVER_O, KEEPS } keep;

/* Slack for results that are divided by the standard deviation of a row. The division magnifies the rounding error of h
 * + o. */
static double norm_slack(const real *rstd, int M) {
    double largest = 1;
    for (int r = 0; r < M; r++) largest = fmax(largest, rstd[r]);
    return largest;
}

static void try_add_norm(const lg_kernels *k, int M, int N, bool rms, bool with_o, bool with_bits, keep where) {
    begin("%s add_norm M=%d N=%d rms=%d o=%d bits=%d keep=%d", k->name, M, N, rms, with_o, with_bits, where);
    size_t n = (size_t)M * N;
    lg_add_norm a = {.M = M, .N = N, .rms = rms, .epsilon = 1e-5, .keep_scale = 1 / 0.9};
    a.gamma = view(take_normal(N, 1)), a.beta = view(chance() ? take_normal(N, 1) : NULL);
    a.bits = view(with_bits ? take_random_bits(M, N) : NULL);
    pair h = take_sums(n), o = take_sums(n), z = take_pair(n), own = take_pair(n), rstd = take_pair(M);
    pair xhat = where == OVER_H ? h : where == OVER_O ? o : own;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.h = view(side(h, s)), a.o = view(with_o ? side(o, s) : NULL), a.z = view(side(z, s));
        a.rstd = view(side(rstd, s)), a.xhat = view(side(xhat, s));
        if (where == UNKEPT && s) a.rstd = a.xhat = view(NULL);
        set->add_norm(set, &a);
    }
    double slack = norm_slack(rstd.ref, M);
    agree("z", z.got, z.ref, n, slack);
    if (where != UNKEPT) {
        agree("xhat", xhat.got, xhat.ref, n, slack);
        agree("rstd", rstd.got, rstd.ref, M, slack);
    }
    finish();
}

static void test_add_norm(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (int flags = 0; flags < 8; flags++)
                for (keep where = UNKEPT; where < KEEPS; where++)
                    if (flags & 1 || where != OVER_O)
                        try_add_norm(k, row_counts[m], widths[i], flags & 4, flags & 1, flags & 2, where);
}

static void try_add_norm_backward(const lg_kernels *k, int M, int N, bool rms, bool with_o, bool with_bits) {
    begin("%s add_norm_backward M=%d N=%d rms=%d o=%d bits=%d", k->name, M, N, rms, with_o, with_bits);
    size_t n = (size_t)M * N;
    const bool offset = chance();
    lg_add_norm a = {.M = M, .N = N, .rms = rms, .epsilon = 1e-5, .keep_scale = 1 / 0.9};
    a.h = view(take_normal(n, 1)), a.o = view(with_o ? take_normal(n, 1) : NULL);
    a.gamma = view(take_normal(N, 1)), a.beta = view(offset ? take_normal(N, 1) : NULL), a.dz = view(take_normal(n, 1));
    a.bits = view(with_bits ? take_random_bits(M, N) : NULL);
    real *xhat = take_reals(n), *rstd = take_reals(M);
    a.xhat = view(xhat), a.rstd = view(rstd), a.z = view(take_reals(n));
    ref->add_norm(ref, &a);
    a.dh_accumulate = chance(), a.do_accumulate = chance();
    pair dh = take_output(n, a.dh_accumulate), d_o = take_output(n, a.do_accumulate);
    pair dgamma = take_sums(N), dbeta = take_sums(N);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.dh = view(side(dh, s)), a.d_o = view(with_o ? side(d_o, s) : NULL);
        a.dgamma = view(side(dgamma, s)), a.dbeta = view(offset ? side(dbeta, s) : NULL);
        set->add_norm_backward(set, &a);
    }
    double slack = 2 * norm_slack(rstd, M);
    agree("dh", dh.got, dh.ref, n, slack);
    if (with_o) agree("d_o", d_o.got, d_o.ref, n, slack);
    agree("dgamma", dgamma.got, dgamma.ref, N, sqrt(M));
    agree("dbeta", dbeta.got, dbeta.ref, N, sqrt(M));
    finish();
}

static void test_add_norm_backward(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (int flags = 0; flags < 8; flags++)
                try_add_norm_backward(k, row_counts[m], widths[i], flags & 4, flags & 1, flags & 2);
}

/* ----------------------------------------------------------------------------------- rotation, cross-entropy */
static void try_rotate(const lg_kernels *k, lg_rotation a) {
    begin("%s rotate S=%d T=%d H=%d D=%d pairs=%d halves=%d inverse=%d accumulate=%d", k->name, a.S, a.T, a.H, a.D,
          a.pairs, a.halves, a.inverse, a.accumulate);
    size_t n = (size_t)a.S * a.T * a.H * a.D, angles = (size_t)a.T * a.pairs;
    real *x = take_normal(n, 1), *cosine = take_reals(angles), *sine = take_reals(angles);
    for (size_t e = 0; e < angles; e++) {
        double angle = 6.3 * lg_random_unit(&dice);
        cosine[e] = cos(angle);
        sine[e] = sin(angle);
    }
    pair y = take_output(n, a.accumulate);
    a.x = view(x), a.cosine = view(cosine), a.sine = view(sine);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.y = view(side(y, s));
        set->rotate(set, &a);
    }
    agree("y", y.got, y.ref, n, 1);
    finish();
}

static void test_rotate(const lg_kernels *k) {
    static const int tokens[] = {1, 2, 7, 16, 33}, heads[] = {1, 3, 8}, columns[] = {1, 2, 3, 4, 8, 9, 16, 24, 32, 64};
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t h = 0; h < COUNT(heads); h++)
            for (size_t d = 0; d < COUNT(columns); d++)
                for (int flags = 0; flags < 16; flags++)
                    try_rotate(k, (lg_rotation){.S = 1 + flags % 3,
                                                .T = tokens[t],
                                                .H = heads[h],
                                                .D = columns[d],
                                                .pairs = flags & 8 ? (columns[d] + 6) / 8 : columns[d] / 2,
                                                .halves = flags & 4,
                                                .inverse = flags & 1,
                                                .accumulate = flags & 2});
}

/* Logits rounded to multiples of size / 2, so that ties occur. */
static real *take_logits(size_t n, double size) {
    real *x = take_reals(n);
    for (size_t e = 0; e < n; e++) x[e] = size * rint(2 * next_normal()) / 2;
    return x;
}

/* Loss weights 0, 1/2 and 1. Targets of rows with weight 0 are invalid classes, which kernels must not read. */
static real *take_weights(int M, int32_t *target) {
    real *weight = take_reals(M);
    for (int r = 0; r < M; r++) {
        weight[r] = (real)lg_random_below(&dice, 3) / 2;
        if (weight[r] == 0) target[r] = -(1 << 30);
    }
    return weight;
}

static void try_cross_entropy(const lg_kernels *k, int M, int N, double size, int flags) {
    begin("%s cross_entropy M=%d N=%d size=%g flags=%d", k->name, M, N, size, flags);
    const bool with_best = flags & 1, weighted = flags & 2, accumulate = flags & 4;
    size_t n = (size_t)M * N;
    int32_t *target = take_below(M, N), *best[2] = {take(M * sizeof **best), take(M * sizeof **best)};
    lg_cross_entropy a = {M, N, view(take_logits(n, size)), view(target), .factor = 0.125, .accumulate = accumulate};
    a.rest = flags & 8 ? (real)0.3 / N : 0;
    a.z = flags & 16 ? (real)1e-4 : 0;
    a.weight = view(weighted ? take_weights(M, target) : NULL);
    pair loss = take_pair(M), dx = take_output(n, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.loss = view(side(loss, s)), a.best = view(with_best ? best[s] : NULL), a.dx = view(side(dx, s));
        set->cross_entropy(set, &a);
        set->cross_entropy_backward(set, &a);
    }
    agree("loss", loss.got, loss.ref, M, flags & 8 ? 1 + N / 4096.0 : 1); /* smoothed: a sum over all classes */
    agree("dx", dx.got, dx.ref, n, 1);
    for (int r = 0; with_best && r < M; r++)
        if (best[0][r] != best[1][r]) fail_msg("%s: best[%d] is %d, not %d", trial, r, best[0][r], best[1][r]);
    finish();
}

static void test_cross_entropy(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (int flags = 0; flags < 64; flags++)
                try_cross_entropy(k, row_counts[m], widths[i], flags & 32 ? 1e4 : 1, flags & 31);
    static const int vocabularies[] = {31, 32, 33, 95, 127, 1000, 4097, 50257};
    for (size_t i = 0; i < COUNT(vocabularies); i++)
        for (int flags = 0; flags < 64; flags++)
            try_cross_entropy(k, 3, vocabularies[i], flags & 32 ? 1e4 : 1, flags & 31);
}

/* Logits 2 1 0 -1 with target 0. A tenth of the target's probability is spread over all four classes, or over the other
 * three. Also tests the penalty on log sum exp, here 2.4401897. The expected numbers were computed independently. */
static void test_smoothed_targets(const lg_kernels *k) {
    static const struct {
        double rest, z, loss, dx[4];
    } known[] = {{0, 0, .4401897, {-.356086, .236883, .087144, .032059}},
                 {.1 / 4, 0, .5901897, {-.281086, .211883, .062144, .007059}},
                 {.1 / 3, 0, .6401897, {-.256086, .203549, .053811, -.001275}},
                 {0, .01, .4997350, {-.324660, .248444, .091397, .033623}}};
    for (size_t i = 0; i < COUNT(known); i++) {
        begin("%s smoothed targets %zu", k->name, i);
        real *x = take_reals(4), *loss = take_reals(1), *dx = take_reals(4);
        int32_t *target = take(sizeof *target);
        for (int c = 0; c < 4; c++) x[c] = (real)(2 - c);
        *target = 0;
        lg_cross_entropy a = {1, 4, view(x), view(target), .loss = view(loss), .dx = view(dx), .factor = 1};
        a.rest = (real)known[i].rest, a.z = (real)known[i].z;
        k->cross_entropy(k, &a);
        k->cross_entropy_backward(k, &a);
        if (!(fabs((double)*loss - known[i].loss) < 1e-6)) fail_msg("%s: loss %.9g", trial, (double)*loss);
        for (int c = 0; c < 4; c++)
            if (!(fabs((double)dx[c] - known[i].dx[c]) < 2e-6)) fail_msg("%s: dx[%d] %.9g", trial, c, (double)dx[c]);
        finish();
    }
}

/* The smallest loss is the entropy of the smoothed target. Logits equal to the target's log probabilities reach it, and
 * have no gradient. */
static void test_smoothed_minimum(const lg_kernels *k) {
    static const double rests[] = {.1 / 4, .1 / 3}, least[] = {.3487804, .4349442};
    for (int i = 0; i < 2; i++) {
        begin("%s smoothed minimum %d", k->name, i);
        real *x = take_reals(4), *loss = take_reals(1), *dx = take_reals(4);
        int32_t *target = take(sizeof *target);
        *target = 2;
        for (int c = 0; c < 4; c++) x[c] = (real)log(c == 2 ? 1 - 3 * rests[i] : rests[i]);
        lg_cross_entropy a = {1, 4, view(x), view(target), .loss = view(loss), .dx = view(dx), .factor = 1};
        a.rest = (real)rests[i];
        k->cross_entropy(k, &a);
        k->cross_entropy_backward(k, &a);
        if (!(fabs((double)*loss - least[i]) < 1e-6)) fail_msg("%s: loss %.9g", trial, (double)*loss);
        for (int c = 0; c < 4; c++)
            if (!(fabs((double)dx[c]) < 1e-6)) fail_msg("%s: dx[%d] %.9g", trial, c, (double)dx[c]);
        finish();
    }
}

static void test_log_softmax(const lg_kernels *k) {
    static const int counts[] = {1, 2, 15, 31, 32, 33, 95, 1000, 4097};
    for (size_t i = 0; i < COUNT(counts); i++)
        for (int flags = 0; flags < 4; flags++) {
            const int M = 3, N = counts[i];
            begin("%s log_softmax N=%d flags=%d", k->name, N, flags);
            const size_t n = (size_t)M * N;
            const real *logits = take_logits(n, flags & 1 ? 1e4 : 1);
            const lg_view shift = view(flags & 2 ? take_normal(M, 1) : NULL);
            pair x = take_pair(n);
            memcpy(x.ref, logits, n * sizeof *logits);
            memcpy(x.got, logits, n * sizeof *logits);
            ref->log_softmax(ref, view(x.ref), shift, M, N);
            k->log_softmax(k, view(x.got), shift, M, N);
            agree("x", x.got, x.ref, n, 1);
            finish();
        }
}

/* The gradient overwrites the logits. */
static void test_gradient_in_place(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(widths); i++) {
        const int M = 5, N = widths[i];
        begin("%s cross_entropy_backward in place N=%d", k->name, N);
        const size_t n = (size_t)M * N;
        real *x = take_logits(n, 3), *in_place = take_copy(x, n * sizeof *x), *dx = take_reals(n);
        lg_cross_entropy a = {M, N, view(x), view(take_below(M, N)), .dx = view(dx), .factor = 0.5};
        k->cross_entropy_backward(k, &a);
        a.x = a.dx = view(in_place);
        k->cross_entropy_backward(k, &a);
        same_bits("dx", in_place, dx, n);
        finish();
    }
}

/* The first of several equal largest logits wins, wherever they are. Classes with logits of -infinity have probability
 * 0. If the target's logit is the only finite one, the row's loss is 0. */
static void test_equal_logits(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(widths); i++) {
        const int N = widths[i];
        for (int first = 0; first < N; first += 1 + N / 7) {
            begin("%s equal logits N=%d first=%d", k->name, N, first);
            real *x = take_reals(N), *loss = take_reals(1), *dx = take_reals(N);
            int32_t *target = take(sizeof *target), *best = take(sizeof *best);
            lg_cross_entropy a = {1, N, view(x), view(target), .best = view(best), .loss = view(loss), .dx = view(dx)};
            a.factor = 2;
            *target = first;
            for (int c = 0; c < N; c++) x[c] = c < first ? -9 : -7;
            k->cross_entropy(k, &a);
            assert_int_equal(*best, first);
            for (int c = 0; c < N; c++) x[c] = c == first ? -7 : -INFINITY;
            k->cross_entropy(k, &a);
            k->cross_entropy_backward(k, &a);
            assert_int_equal(*best, first);
            assert_true(*loss == 0);
            for (int c = 0; c < N; c++) assert_true(dx[c] == 0);
            finish();
        }
    }
}

/* Rows of weight 0 have loss 0 and gradient 0, not -0. Rows of other weights have the same loss as without weights.
 * Rows of weight 1 also have the same gradient. */
static void try_loss_weights(const lg_kernels *k, int M, int N) {
    begin("%s loss weights M=%d N=%d", k->name, M, N);
    size_t n = (size_t)M * N;
    int32_t *target = take_below(M, N), *kept = take_copy(target, M * sizeof *target);
    real *weight = take_weights(M, target), *zeros = take_reals(N);
    for (int c = 0; c < N; c++) zeros[c] = 0;
    lg_cross_entropy a = {M, N, view(take_normal(n, 3)), view(target), .factor = -0.125};
    pair loss = take_pair(M), dx = take_pair(n);
    for (int weighted = 0; weighted < 2; weighted++) {
        a.target = view(weighted ? target : kept), a.weight = view(weighted ? weight : NULL);
        a.loss = view(side(loss, weighted)), a.dx = view(side(dx, weighted));
        k->cross_entropy(k, &a);
        k->cross_entropy_backward(k, &a);
    }
    for (int r = 0; r < M; r++) {
        const real *row = dx.got + (size_t)r * N;
        same_bits("loss", loss.got + r, weight[r] == 0 ? zeros : loss.ref + r, 1);
        if (weight[r] == 0) same_bits("dx", row, zeros, N);
        if (weight[r] == 1) same_bits("dx", row, dx.ref + (size_t)r * N, N);
    }
    finish();
}

static void test_loss_weights(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++) try_loss_weights(k, row_counts[m], widths[i]);
}

/* ------------------------------------------------------------------------------------------- batch invariance
 * A batch of three blocks of rows gives the same bits as each block alone in an array of its own. */
enum { BATCH = 3 };

static void try_linear_batch(const lg_kernels *k, int M, int K, int N, bool transpose) {
    begin("%s linear in batches M=%d K=%d N=%d transpose=%d", k->name, M, K, N, transpose);
    size_t in = (size_t)M * K, out = (size_t)M * N;
    real *x = take_normal(BATCH * in, 1), *w = take_normal((size_t)K * N, 1), *y = take_reals(BATCH * out);
    lg_linear a = {.M = BATCH * M, .K = K, .N = N, .x = view(x), .w = view(packed(k, w, K, N, transpose))};
    a.bias = view(take_normal(N, 1)), a.y = view(y), a.act = LG_RELU;
    k->linear(k, &a);
    a.M = M;
    for (int b = 0; b < BATCH; b++) {
        real *alone = take_reals(out);
        a.x = view(take_copy(x + b * in, in * sizeof *x)), a.y = view(alone);
        k->linear(k, &a);
        same_bits("y", alone, y + b * out, out);
    }
    finish();
}

static void test_linear_batch(const lg_kernels *k) {
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (size_t j = i % 3; j < COUNT(widths); j += 3)
                try_linear_batch(k, row_counts[m], widths[i], widths[j], m % 2);
    for (int M = 1; M < 40; M += 6) try_linear_batch(k, M, 600, 257, M % 4 == 1); /* weights exceed the L2 cache */
}

static void try_add_norm_batch(const lg_kernels *k, int M, int N, bool rms) {
    begin("%s add_norm in batches M=%d N=%d rms=%d", k->name, M, N, rms);
    size_t n = (size_t)M * N, all = BATCH * n, words = (size_t)M * LG_MASK_WORDS(N);
    real *h = take_normal(all, 1), *o = take_normal(all, 1), *dz = take_normal(all, 1);
    uint16_t *bits = take_random_bits(BATCH * M, N);
    lg_add_norm a = {.N = N, .rms = rms, .epsilon = 1e-5, .keep_scale = 1.25};
    a.gamma = view(take_normal(N, 1)), a.beta = view(take_normal(N, 1));
    a.dgamma = view(take_normal(N, 1)), a.dbeta = view(take_normal(N, 1));
    real *z[2], *dh[2], *d_o[2];
    for (int b = -1; b < BATCH; b++) {
        bool alone = b >= 0;
        size_t count = alone ? n : all, from = alone ? b * n : 0;
        a.M = alone ? M : BATCH * M;
        a.h = view(take_copy(h + from, count * sizeof *h)), a.o = view(take_copy(o + from, count * sizeof *o));
        a.dz = view(take_copy(dz + from, count * sizeof *dz));
        a.bits = view(alone ? take_copy(bits + b * words, words * sizeof *bits) : bits);
        a.xhat = view(take_reals(count)), a.rstd = view(take_reals(a.M));
        a.z = view(z[alone] = take_reals(count));
        a.dh = view(dh[alone] = take_reals(count)), a.d_o = view(d_o[alone] = take_reals(count));
        k->add_norm(k, &a);
        k->add_norm_backward(k, &a);
        if (!alone) continue;
        same_bits("z", z[1], z[0] + from, n);
        same_bits("dh", dh[1], dh[0] + from, n);
        same_bits("d_o", d_o[1], d_o[0] + from, n);
    }
    finish();
}

static void try_rotate_batch(const lg_kernels *k, int T, int H, int D, bool halves) {
    begin("%s rotate in batches T=%d H=%d D=%d halves=%d", k->name, T, H, D, halves);
    size_t n = (size_t)T * H * D;
    real *x = take_normal(BATCH * n, 1), *y = take_reals(BATCH * n), *alone = take_reals(n);
    lg_rotation a = {view(y), view(x), .S = BATCH, .T = T, .H = H, .D = D, .pairs = D / 2, .halves = halves};
    a.cosine = view(take_normal((size_t)T * (D / 2), 1)), a.sine = view(take_normal((size_t)T * (D / 2), 1));
    k->rotate(k, &a);
    a.S = 1, a.y = view(alone);
    for (int b = 0; b < BATCH; b++) {
        a.x = view(take_copy(x + b * n, n * sizeof *x));
        k->rotate(k, &a);
        same_bits("y", alone, y + b * n, n);
    }
    finish();
}

static void try_cross_entropy_batch(const lg_kernels *k, int M, int N) {
    begin("%s cross_entropy in batches M=%d N=%d", k->name, M, N);
    size_t n = (size_t)M * N;
    real *x = take_normal(BATCH * n, 1), *loss = take_reals(BATCH * M), *dx = take_reals(BATCH * n);
    real *loss_alone = take_reals(M), *dx_alone = take_reals(n);
    int32_t *target = take_below(BATCH * M, N);
    lg_cross_entropy a = {BATCH * M, N, view(x), view(target), .loss = view(loss), .dx = view(dx), .factor = 0.125};
    k->cross_entropy(k, &a);
    k->cross_entropy_backward(k, &a);
    a.M = M, a.loss = view(loss_alone), a.dx = view(dx_alone);
    for (int b = 0; b < BATCH; b++) {
        a.x = view(take_copy(x + b * n, n * sizeof *x)), a.target = view(take_copy(target + b * M, M * sizeof *target));
        k->cross_entropy(k, &a);
        k->cross_entropy_backward(k, &a);
        same_bits("loss", loss_alone, loss + b * M, M);
        same_bits("dx", dx_alone, dx + b * n, n);
    }
    finish();
}

static void test_row_batch(const lg_kernels *k) {
    static const int columns[] = {1, 3, 4, 8, 9, 16, 24, 64};
    for (size_t m = 0; m < COUNT(row_counts); m++) {
        for (size_t i = 0; i < COUNT(widths); i++) {
            try_add_norm_batch(k, row_counts[m], widths[i], false);
            try_add_norm_batch(k, row_counts[m], widths[i], true);
            try_cross_entropy_batch(k, row_counts[m], widths[i]);
        }
        for (size_t d = 0; d < COUNT(columns); d++) try_rotate_batch(k, row_counts[m], 1 + m % 3, columns[d], d % 2);
    }
}

static void test_names(const lg_kernels *k) {
    assert_true(k->name && *k->name && k->help && *k->help);
    assert_ptr_equal(lg_kernels_find(k->name), k);
    assert_ptr_equal(lg_kernels_find(""), lg_kernels_all()[0]);
    assert_ptr_equal(lg_kernels_find(NULL), lg_kernels_all()[0]);
    assert_null(lg_kernels_find("no such set"));
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"names", test_names},
        {"memory", test_memory},
        {"add", test_add},
        {"add_and_clear", test_add_and_clear},
        {"scale", test_scale},
        {"product", test_product},
        {"elementwise", test_elementwise},
        {"elementwise_batch", test_elementwise_batch},
        {"formula_map", test_formula_map},
        {"activations_as_formulas", test_activations_as_formulas},
        {"sum_squares", test_sum_squares},
        {"supply", test_supply},
        {"adam", test_adam},
        {"linear", test_linear},
        {"far_weights", test_far_weights},
        {"linear_weight", test_linear_weight},
        {"weight_blocks", test_weight_blocks},
        {"linear_bias", test_linear_bias},
        {"lookup", test_lookup},
        {"add_rows", test_add_rows},
        {"select_rows", test_select_rows},
        {"copy", test_copy},
        {"move_rows", test_move_rows},
        {"dropout_bits", test_dropout_bits},
        {"dropout_frequency", test_dropout_frequency},
        {"dropout", test_dropout},
        {"add_norm", test_add_norm},
        {"add_norm_backward", test_add_norm_backward},
        {"rotate", test_rotate},
        {"cross_entropy", test_cross_entropy},
        {"smoothed_targets", test_smoothed_targets},
        {"smoothed_minimum", test_smoothed_minimum},
        {"equal_logits", test_equal_logits},
        {"log_softmax", test_log_softmax},
        {"gradient_in_place", test_gradient_in_place},
        {"loss_weights", test_loss_weights},
        {"linear_batch", test_linear_batch},
        {"row_batch", test_row_batch},
    };
    return run_suite("kernels", tests, COUNT(tests), argc, argv);
}
