/* test_kernels_bfloat16.c: linear maps in bfloat16. Every set, with the processor's bfloat16 instruction or without it,
 * gives the bits of the reference, on odd sizes and for numbers of all magnitudes. Results are close to those in
 * fp32. */
#include "guard.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#ifdef LG_DOUBLE

static void test_absent(const lg_kernels *k) {
    assert_null(k->bfloat16);
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {{"absent", test_absent}};
    return run_suite("kernels_bfloat16", tests, COUNT(tests), argc, argv);
}

#else

static const int row_counts[] = {1, 2, 5, 6, 7, 13, 40, 41};
static const int widths[] = {1, 2, 3, 5, 16, 17, 33, 64, 65, 130};
/* In each row, one of M, K and N is large, up to the largest number in use. */
static const int large[][3] = {{500, 33, 40}, {13, 2048, 40}, {13, 40, 2048}};

static bool chance(void) {
    return lg_random_below(&dice, 2);
}

static bool tiny; /* whether strange numbers may be denormal, or have denormal products */

/* Random numbers, normally distributed or, if `strange`, of all magnitudes, including zeros and numbers halfway between
 * two bfloat16 values. */

static real *take_numbers(size_t n, bool strange) {
    real *x = take_normal(n, 1);
    for (size_t i = 0; strange && i < n; i++) {
        switch (lg_random_below(&dice, 6)) {
        case 0: x[i] = chance() ? 0.0f : -0.0f; break;
        case 1: x[i] *= tiny ? 1e-38f : 1e-10f; break;
        case 2: x[i] *= tiny ? 1e-20f : 1e-5f; break;
        case 3: x[i] = 1 + (real)lg_random_below(&dice, 64) / 256; break; /* multiples of half the last bit */
        case 4: x[i] *= 1e15f; break;
        default: break;
        }
    }
    return x;
}

/* The kernel set whose bits k must reproduce. */
static const lg_kernels *reference(const lg_kernels *k) {
    return strcmp(k->name, "amx") ? lg_kernels_ref.bfloat16 : &lg_kernels_ref_tiles;
}

static lg_view packed(const lg_kernels *k, const real *w, int K, int N, bool transpose) {
    void *out = take(k->pack_size(k, K, N, transpose));
    k->pack(k, view(out), view(w), K, N, transpose);
    return view(out);
}

/* Converts x, in sequences of T rows, to the form that `linear` or `linear_weight` of this set reads. Half of the calls
 * convert to both forms. */
static lg_view operand(const lg_kernels *k, const real *x, int M, int T, int K, bool weight) {
    if (!k->to_bf16_pairs) return view(x);
    void *out = take(k->bf16_pairs_size(k, M / T, T, K, weight));
    void *other = chance() ? take(k->bf16_pairs_size(k, M / T, T, K, !weight)) : NULL;
    k->to_bf16_pairs(k, view(weight ? other : out), view(weight ? out : other), view(x), M / T, T, K);
    return view(out);
}

static void try_linear(const lg_kernels *k, int M, int K, int N, bool strange, bool transpose, bool accumulate) {
    begin("%s linear in bfloat16 M=%d K=%d N=%d strange=%d transpose=%d accumulate=%d", k->name, M, K, N, strange,
          transpose, accumulate);
    const real *x = take_numbers((size_t)M * K, strange), *w = take_numbers((size_t)K * N, strange);
    const real *bias = chance() ? take_numbers(N, strange) : NULL;
    real *first = take_numbers((size_t)M * N, strange), *y[3];
    for (int s = 0; s < 3; s++) {
        const lg_kernels *set = s == 0 ? reference(k) : s == 1 ? k->bfloat16 : &lg_kernels_ref;
        y[s] = take_copy(first, sizeof *first * M * N);
        lg_linear a = {.M = M, .K = K, .N = N, .w = packed(set, w, K, N, transpose), .bias = view(bias)};
        a.x = operand(set, x, M, M, K, false), a.y = view(y[s]), a.accumulate = accumulate;
        a.act = accumulate || N % 2 ? LG_LINEAR : LG_RELU;
        set->linear(set, &a);
    }
    same_bits("y", y[1], y[0], (size_t)M * N);
    for (int e = 0; !strange && e < M * N; e++)
        if (!(fabsf(y[1][e] - y[2][e]) <= 0.05f * sqrtf((float)K))) fail_msg("%s: not near fp32", trial);
    finish();
}

static void try_linear_weight(const lg_kernels *k, int M, int K, int N, bool strange) {
    const int T = M % 5 || chance() ? M : M / 5;
    begin("%s linear_weight in bfloat16 M=%d T=%d K=%d N=%d strange=%d", k->name, M, T, K, N, strange);
    const real *x = take_numbers((size_t)M * K, strange), *dy = take_numbers((size_t)M * N, strange);
    const real *first = take_numbers((size_t)K * N, strange);
    real *dw[3];
    for (int s = 0; s < 3; s++) {
        const lg_kernels *set = s == 0 ? reference(k) : s == 1 ? k->bfloat16 : &lg_kernels_ref;
        dw[s] = take_copy(first, sizeof *first * K * N);
        lg_linear_weight a = {.M = M, .K = K, .N = N, .T = T, .dw = view(dw[s])};
        a.x = operand(set, x, M, T, K, true), a.dy = operand(set, dy, M, T, N, true);
        set->linear_weight(set, &a);
    }
    same_bits("dw", dw[1], dw[0], (size_t)K * N);
    for (int e = 0; !strange && e < K * N; e++)
        if (!(fabsf(dw[1][e] - dw[2][e]) <= 0.05f * sqrtf((float)M))) fail_msg("%s: not near fp32", trial);
    finish();
}

/* Does the set use fused multiply-adds? In other sets a product can be denormal before it is added. */
static bool is_fused(const lg_kernels *k) {
    return strcmp(k->name, "portable");
}

static void test_linear(const lg_kernels *k) {
    tiny = is_fused(k);
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (size_t j = 0; j < COUNT(widths); j++)
                try_linear(k, row_counts[m], widths[i], widths[j], (m + i + j) % 2, (m / 2 + i) % 2, (m / 4 + j) % 2);
    for (size_t e = 0; e < COUNT(large); e++)
        for (int flags = 0; flags < 4; flags++)
            try_linear(k, large[e][0], large[e][1], large[e][2], e % 2, flags & 1, flags & 2);
}

static void test_linear_weight(const lg_kernels *k) {
    tiny = is_fused(k);
    for (size_t m = 0; m < COUNT(row_counts); m++)
        for (size_t i = 0; i < COUNT(widths); i++)
            for (size_t j = 0; j < COUNT(widths); j++)
                try_linear_weight(k, row_counts[m], widths[i], widths[j], (m + i + j) % 2);
    for (size_t e = 0; e < COUNT(large); e++) try_linear_weight(k, large[e][0], large[e][1], large[e][2], e % 2);
}

/* The numbers that a sequence adds to dw depend neither on the number of sequences in a call nor on rows of zeros after
 * each sequence. For the reference, this is true for all sizes; for other sets, for sizes that are processed in
 * tiles. */
static void expect_same_in_parts(const lg_kernels *set, int S, int T, int K, int N) {
    const int padded = T + 7;
    begin("%s linear_weight of %d sequences of %d rows, K=%d N=%d, in parts", set->name, S, T, K, N);
    real *x = take((size_t)S * padded * K * sizeof(real)), *dy = take((size_t)S * padded * N * sizeof(real));
    const real *first = take_numbers((size_t)K * N, false);
    real *whole = take_copy(first, sizeof *first * K * N), *parts = take_copy(first, sizeof *first * K * N);
    real *few_x = take_normal((size_t)S * T * K, 1), *few_dy = take_normal((size_t)S * T * N, 1);
    memset(x, 0, (size_t)S * padded * K * sizeof(real));
    memset(dy, 0, (size_t)S * padded * N * sizeof(real));
    for (int s = 0; s < S; s++) {
        memcpy(x + (size_t)s * padded * K, few_x + (size_t)s * T * K, sizeof(real) * T * K);
        memcpy(dy + (size_t)s * padded * N, few_dy + (size_t)s * T * N, sizeof(real) * T * N);
    }
    lg_linear_weight a = {.M = S * T, .K = K, .N = N, .T = T, .dw = view(whole)};
    a.x = operand(set, few_x, S * T, T, K, true), a.dy = operand(set, few_dy, S * T, T, N, true);
    set->linear_weight(set, &a);
    for (int s = 0; s < S; s++) {
        lg_linear_weight one = {.M = padded, .K = K, .N = N, .T = padded, .dw = view(parts)};
        one.x = operand(set, x + (size_t)s * padded * K, padded, padded, K, true);
        one.dy = operand(set, dy + (size_t)s * padded * N, padded, padded, N, true);
        set->linear_weight(set, &one);
    }
    same_bits("dw", parts, whole, (size_t)K * N);
    finish();
}

static void test_parts(const lg_kernels *k) {
    const lg_kernels *set = k == &lg_kernels_ref ? &lg_kernels_ref_tiles : k->bfloat16;
    if (k != &lg_kernels_ref && strcmp(k->name, "amx")) return;
    expect_same_in_parts(set, 1, 1, 3, 5);
    expect_same_in_parts(set, 3, 20, 33, 17);
    expect_same_in_parts(set, 5, 31, 16, 40);
    expect_same_in_parts(set, 2, 64, 48, 64);
    expect_same_in_parts(set, 3, 300, 32, 33);
}

/* NaN must remain NaN, so that a diverged run is noticed. */
static void test_nan(const lg_kernels *k) {
    begin("%s bfloat16 keeps what is not a number", k->name);
    real x[2] = {NAN, 1}, w[2] = {1, 1}, y[1] = {0};
    const uint32_t widest = 0x7fffffff; /* a NaN that rounding up would turn into zero */
    memcpy(&x[0], &widest, sizeof widest);
    lg_linear a = {.M = 1, .K = 2, .N = 1, .w = packed(k->bfloat16, w, 2, 1, false), .y = view(y)};
    a.x = operand(k->bfloat16, x, 1, 1, 2, false);
    k->bfloat16->linear(k->bfloat16, &a);
    assert_true(isnan(y[0]));
    finish();
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"linear", test_linear},
        {"linear_weight", test_linear_weight},
        {"parts", test_parts},
        {"nan", test_nan},
    };
    return run_suite("kernels_bfloat16", tests, COUNT(tests), argc, argv);
}

#endif
