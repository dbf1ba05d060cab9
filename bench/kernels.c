/* kernels.c: measures how close the kernels come to the peak of a core. For one kernel set, prints the rates of every
 * GEMM shape of a training step, of attention forward and backward by length, and of the small kernels. Also prints the
 * peak rate of fused multiply-adds, measured in the same run. Each number is the best of many short repetitions, since
 * other programs on the machine can only make a kernel slower.
 *
 *   kernels [SET] [PART]    SET: avx512, avx2, ... (empty: the best of this machine); PART: gemm, wide, scan,
 *                           attention, masks, decode, pack, small (default: all)
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "kernel/kernel.h"
#include "nn/axes/mask.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define REPETITIONS  400
#define SLICE        20e-6 /* a repetition takes at least these seconds: less than a time slice of the scheduler */
#define LONGEST      1.0   /* after these seconds no new repetition starts, except for the first three */

static const lg_kernels *kernels;
static double peak; /* GFLOP/s; a multiply-add counts as two operations */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest time of one call of work(data), in seconds. */
static double best_time(void (*work)(void *data), void *data) {
    int calls = 1;
    for (;;) {
        const double start = now();
        for (int c = 0; c < calls; c++) work(data);
        if (now() - start > SLICE || calls > 1 << 20) break;
        calls *= 2;
    }
    const double begin = now();
    double best = 1e9;
    for (int r = 0; r < REPETITIONS && (r < 3 || now() - begin < LONGEST); r++) {
        const double start = now();
        for (int c = 0; c < calls; c++) work(data);
        const double each = (now() - start) / calls;
        if (each < best) best = each;
    }
    return best;
}

/* ---- the peak: twelve chains of multiply-adds in registers ---- */

#define CHAINS 12
#define TURNS  256
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 12")
#endif

#define PEAK(name, bytes, attributes)                                                                                  \
    typedef real name##_vec __attribute__((vector_size(bytes)));                                                       \
    attributes static void name(void *data) {                                                                          \
        name##_vec a = *(name##_vec *)data, b = a + 1, x[CHAINS];                                                      \
        UNROLL for (int c = 0; c < CHAINS; c++) x[c] = a + (real)c;                                                    \
        for (int t = 0; t < TURNS; t++) {                                                                              \
            UNROLL for (int c = 0; c < CHAINS; c++) x[c] = x[c] * a + b;                                               \
        }                                                                                                              \
        UNROLL for (int c = 1; c < CHAINS; c++) x[0] += x[c];                                                          \
        *(name##_vec *)data = x[0] * 0;                                                                                \
    }                                                                                                                  \
    static double name##_flops(void) {                                                                                 \
        return 2.0 * CHAINS * TURNS * bytes / sizeof(real);                                                            \
    }

#ifdef __x86_64__
PEAK(peak_64, 64, __attribute__((target("avx512f,fma"))))
PEAK(peak_32, 32, __attribute__((target("avx2,fma"))))
#endif
PEAK(peak_16, 16, )

static double measure_peak(void) {
    static _Alignas(64) char start[64];
#ifdef __x86_64__
    if (!strcmp(kernels->name, "avx512")) return 1e-9 * peak_64_flops() / best_time(peak_64, start);
    if (!strcmp(kernels->name, "avx2")) return 1e-9 * peak_32_flops() / best_time(peak_32, start);
#endif
    return 1e-9 * peak_16_flops() / best_time(peak_16, start);
}

static void rate(const char *name, double flops, double seconds) {
    const double gflops = 1e-9 * flops / seconds;
    printf("%-34s %9.3f us %8.1f GFLOP/s %5.1f %%\n", name, 1e6 * seconds, gflops, 100 * gflops / peak);
}

/* ---- arrays ---- */

static lg_view reals(size_t n) {
    real *x = aligned_alloc(64, (n * sizeof(real) + 127) / 64 * 64);
    if (!x) exit(1);
    for (size_t e = 0; e < n; e++) x[e] = (real)((double)(e * 2654435761u % 1000) / 1000 - 0.5);
    return (lg_view){.data = x};
}

static lg_view bytes(size_t n) {
    void *x = aligned_alloc(64, (n + 127) / 64 * 64);
    if (!x) exit(1);
    memset(x, 0xa5, n);
    return (lg_view){.data = x};
}

/* ---- linear maps ---- */

static void call_linear(void *data) {
    kernels->linear(kernels, data);
}

static void call_weight(void *data) {
    const lg_linear *a = data;
    const lg_linear_weight w = {.M = a->M, .K = a->K, .N = a->N, .dw = a->w, .x = a->x, .dy = a->y};
    kernels->linear_weight(kernels, &w);
}

static void bench_linear(int M, int N, int K, bool transpose) {
    lg_linear a = {.M = M, .K = K, .N = N, .x = reals((size_t)M * K), .y = reals((size_t)M * N)};
    lg_view w = reals((size_t)K * N);
    a.w = bytes(kernels->pack_size(kernels, K, N, transpose));
    kernels->pack(kernels, a.w, w, K, N, transpose);
    char name[64];
    snprintf(name, sizeof name, "%s %dx%dx%d", transpose ? "NT" : "NN", M, N, K);
    rate(name, 2.0 * M * N * K, best_time(call_linear, &a));
    free(a.x.data), free(a.y.data), free(a.w.data), free(w.data);
}

/* The weight gradient: [K x N], a sum over M rows, printed as a GEMM C = A^T B of that size. */
static void bench_weight(int K, int N, int M) {
    lg_linear a = {.M = M, .K = K, .N = N, .x = reals((size_t)M * K), .y = reals((size_t)M * N)};
    a.w = reals((size_t)K * N);
    char name[64];
    snprintf(name, sizeof name, "TN %dx%dx%d", K, N, M);
    rate(name, 2.0 * M * N * K, best_time(call_weight, &a));
    free(a.x.data), free(a.y.data), free(a.w.data);
}

static void bench_gemm(void) {
    static const int maps[][2] = {{64, 64}, {192, 64}, {256, 64}, {64, 256}}; /* N, K */
    for (int M = 40; M <= 80; M += 40)
        for (int m = 0; m < 4; m++) bench_linear(M, maps[m][0], maps[m][1], false);
    for (int M = 40; M <= 80; M += 40) {
        bench_linear(M, 64, 192, true);
        bench_linear(M, 64, 256, true);
        bench_linear(M, 256, 64, true);
    }
    for (int M = 40; M <= 80; M += 40)
        for (int m = 0; m < 4; m++) bench_weight(maps[m][1], maps[m][0], M);
    bench_linear(20, 2, 64, false);
    bench_linear(20, 64, 2, true);
    bench_weight(64, 2, 20);
    bench_linear(41, 100, 36, false);
    bench_weight(36, 100, 41);
}

/* ---- attention ---- */

static void call_attention(void *data) {
    kernels->attention(kernels, data);
}

static void call_attention_backward(void *data) {
    kernels->attention_backward(kernels, data);
}

static void bench_attention_of(int H, int Q, int T, int D, bool relative) {
    const int S = 1;
    const size_t n = (size_t)S * T * H * D, pairs = (size_t)S * H * T * LG_PAD(Q);
    lg_attention a = {.S = S, .T = T, .Q = Q, .first = T - Q, .H = H, .D = D};
    lg_view *arrays[] = {&a.q, &a.k, &a.v, &a.o, &a.d_o, &a.dq, &a.dk, &a.dv};
    for (size_t i = 0; i < COUNT(arrays); i++) *arrays[i] = reals(n);
    a.exp_scores = reals(pairs), a.inv_row_sum = reals((size_t)S * H * LG_PAD(T));
    a.scale = reals((size_t)T);
    if (relative) {
        a.u = reals((size_t)H * D), a.w = reals((size_t)H * D), a.du = reals((size_t)H * D),
        a.dw = reals((size_t)H * D);
        a.r = reals((size_t)(2 * T - 1) * H * D), a.dr = reals((size_t)(2 * T - 1) * H * D);
    }
    const size_t forward = kernels->attention_scratch(kernels, &a, false);
    const size_t backward = kernels->attention_scratch(kernels, &a, true);
    a.scratch = bytes(forward > backward ? forward : backward);
    const double each = (double)S * H, square = (double)Q * T * D;
    char name[64];
    snprintf(name, sizeof name, "attention%s T=%d D=%d%s", Q < T ? " memory" : "", T, D, relative ? " relative" : "");
    double seconds = best_time(call_attention, &a) / each;
    rate(name, (relative ? 6 : 4) * square, seconds);
    strcat(name, " bwd");
    seconds = best_time(call_attention_backward, &a) / each;
    rate(name, (relative ? 12 : 8) * square, seconds);
    for (size_t i = 0; i < COUNT(arrays); i++) free(arrays[i]->data);
    free(a.exp_scores.data), free(a.inv_row_sum.data), free(a.scale.data), free(a.scratch.data);
    free(a.u.data), free(a.w.data), free(a.du.data), free(a.dw.data), free(a.r.data), free(a.dr.data);
}

static void bench_attention_at(int T, int D, bool relative) {
    bench_attention_of(8, T, T, D, relative);
}

/* An array too large for any cache. Each call uses its next part, which therefore comes from memory. */
typedef struct far_array {
    real *data;
    size_t each, at, count; /* parts of `each` reals */
} far_array;

enum { HUGE_PAGE = 2 << 20, FAR = 128 << 20 };

static far_array make_far(void) {
    far_array a = {.data = aligned_alloc(HUGE_PAGE, FAR)};
    if (!a.data) exit(1);
    madvise(a.data, FAR, MADV_HUGEPAGE);
    for (size_t e = 0; e < FAR / sizeof(real); e++) a.data[e] = 0;
    return a;
}

static void divide_into(far_array *a, size_t bytes) {
    a->each = (bytes + 63) / 64 * 64 / sizeof(real);
    a->count = FAR / (a->each * sizeof(real));
    a->at = 0;
}

static real *next_part(far_array *a) {
    a->at = (a->at + 1) % a->count;
    return a->data + a->at * a->each;
}

/* Linear maps as in the layers of a wide model: inputs, outputs, and weights or weight gradients are in memory, not in
 * caches. */
typedef struct layers {
    lg_linear a;
    far_array x, w, y;
} layers;

static lg_linear *next_layer(void *data) {
    layers *l = data;
    l->a.x.data = next_part(&l->x);
    l->a.w.data = next_part(&l->w);
    l->a.y.data = next_part(&l->y);
    return &l->a;
}

static void call_layer(void *data) {
    call_linear(next_layer(data));
}

static void call_layer_weight(void *data) {
    call_weight(next_layer(data));
}

static void bench_layers(layers *l, int M, int N, int K) {
    l->a = (lg_linear){.M = M, .K = K, .N = N};
    divide_into(&l->x, sizeof(real) * (size_t)M * K);
    divide_into(&l->w, kernels->pack_size(kernels, K, N, false));
    divide_into(&l->y, sizeof(real) * (size_t)M * N);
    char name[64];
    snprintf(name, sizeof name, "layers NN %dx%dx%d", M, N, K);
    rate(name, 2.0 * M * N * K, best_time(call_layer, l));
    snprintf(name, sizeof name, "layers TN %dx%dx%d", K, N, M);
    rate(name, 2.0 * M * N * K, best_time(call_layer_weight, l));
}

/* Shapes of wide language models. Their rows are a segment, or a segment and its segment memory. */
static void bench_wide(void) {
    static const int maps[][3] = {{512, 512, 512},  {1024, 1024, 512}, {512, 2048, 512},
                                  {512, 512, 2048}, {250, 768, 768},   {250, 3072, 768}};
    for (size_t m = 0; m < COUNT(maps); m++) bench_linear(maps[m][0], maps[m][1], maps[m][2], false);
    for (size_t m = 0; m < COUNT(maps); m++) bench_weight(maps[m][2], maps[m][1], maps[m][0]);
    for (int relative = 0; relative < 2; relative++) {
        bench_attention_of(1, 512, 1024, 64, relative);
        bench_attention_of(8, 512, 1024, 64, relative);
        bench_attention_of(8, 128, 256, 64, relative);
    }
    layers l = {.x = make_far(), .w = make_far(), .y = make_far()};
    for (size_t m = 0; m < COUNT(maps); m++) bench_layers(&l, maps[m][0], maps[m][1], maps[m][2]);
    static const int rows[] = {60, 120, 250}; /* rows of batches in translation */
    for (size_t r = 0; r < COUNT(rows); r++) {
        bench_layers(&l, rows[r], 256, 256);
        bench_layers(&l, rows[r], 1024, 256);
        bench_layers(&l, rows[r], 256, 1024);
    }
    free(l.x.data), free(l.w.data), free(l.y.data);
}

/* One time step of a group of sequences in an Elman network (512 columns) and an LSTM (2,048 columns) of width 512; the
 * weights are in the second-level cache. */
static void bench_scan(void) {
    static const int columns[] = {128, 512, 2048};
    for (int rows = 8; rows <= 64; rows *= 2)
        for (size_t n = 0; n < COUNT(columns); n++) bench_linear(rows, columns[n], 512, false);
}

static void call_geometric(void *data) {
    kernels->geometric(kernels, data);
}

static void call_geometric_backward(void *data) {
    kernels->geometric_backward(kernels, data);
}

static void bench_geometric_at(int T, int D) {
    const int S = 1, H = 8;
    const size_t n = (size_t)S * T * H * D, pairs = (size_t)S * H * T * LG_PAD(T), sides = (size_t)S * T * 2 * H;
    lg_geometric a = {.S = S, .T = T, .Q = T, .H = H, .D = D};
    lg_view *arrays[] = {&a.q, &a.k, &a.v, &a.o, &a.d_o, &a.dq, &a.dk, &a.dv, &a.c, &a.dc};
    lg_view *scalars[] = {&a.alpha, &a.beta, &a.gamma, &a.dalpha, &a.dbeta, &a.dgamma};
    for (size_t i = 0; i < COUNT(arrays); i++) *arrays[i] = reals(n);
    for (size_t i = 0; i < COUNT(scalars); i++) *scalars[i] = reals(1);
    a.direction = reals(sides), a.ddirection = reals(sides);
    a.stop = reals(pairs), a.prob = reals(pairs);
    const size_t forward = kernels->geometric_scratch(kernels, &a, false);
    const size_t backward = kernels->geometric_scratch(kernels, &a, true);
    a.scratch = bytes(forward > backward ? forward : backward);
    const double each = (double)S * H, square = (double)T * T * D;
    char name[64];
    snprintf(name, sizeof name, "geometric T=%d D=%d", T, D);
    rate(name, 4 * square, best_time(call_geometric, &a) / each);
    strcat(name, " bwd");
    rate(name, 8 * square, best_time(call_geometric_backward, &a) / each);
    for (size_t i = 0; i < COUNT(arrays); i++) free(arrays[i]->data);
    for (size_t i = 0; i < COUNT(scalars); i++) free(scalars[i]->data);
    free(a.direction.data), free(a.ddirection.data), free(a.stop.data), free(a.prob.data), free(a.scratch.data);
}

static void bench_attention(void) {
    static const int lengths[] = {10, 20, 40, 41, 60, 80};
    for (int relative = 0; relative < 2; relative++)
        for (int t = 0; t < 6; t++) bench_attention_at(lengths[t], 8, relative);
    bench_attention_at(40, 16, false);
    bench_attention_at(40, 64, false);
    bench_geometric_at(40, 8);
    bench_geometric_at(80, 8);
}

/* ---- masks ---- */

enum { MASKED = 4096, WINDOW = 512 }; /* tokens; keys that a query sees at most, except with the causal mask */

/* Each function returns the first key that query i sees; the last one is i. */
static int causal_begin(int i) {
    (void)i;
    return 0;
}

static int window_begin(int i) {
    return i < WINDOW ? 0 : i - WINDOW + 1;
}

/* Blockwise causal attention with blocks of half the window. */
static int blocks_begin(int i) {
    return lg_mask_block_before(i, WINDOW / 2);
}

static int chunk_begin(int i) {
    return i / WINDOW * WINDOW;
}

static const struct mask {
    const char *name;
    int (*begin)(int i);
} masks[] = {{"causal", causal_begin}, {"window", window_begin}, {"bca", blocks_begin}, {"chunk", chunk_begin}};

enum { MASK_ROWS = 3 }; /* forward in evaluation, forward with stored weights ("kept"), backward */

static void mask_line(const char *name, int D, const char *pass, double flops, double seconds, double causal) {
    char all[64];
    snprintf(all, sizeof all, "%s D=%d%s", name, D, pass);
    printf("%-20s %8.2f ms %8.1f GFLOP/s %5.1f %% %6.2f times as fast as causal\n", all, 1e3 * seconds,
           1e-9 * flops / seconds, 1e-7 * flops / seconds / peak, causal / seconds);
}

/* Fills in the first key that each query sees, and the key after the last one. Returns the number of visible pairs of
 * query and key. */
static double see(const struct mask *m, lg_view key_begin, lg_view key_end) {
    double pairs = 0;
    for (int i = 0; i < MASKED; i++) {
        ((int32_t *)key_begin.data)[i] = m->begin(i);
        ((int32_t *)key_end.data)[i] = i + 1;
        pairs += i + 1 - m->begin(i);
    }
    return pairs;
}

/* A window cannot be faster than causal attention by more than the ratio of their visible pairs, 4.27. */
static void bench_masks_of(int D) {
    lg_attention a = {.S = 1, .T = MASKED, .Q = MASKED, .H = 1, .D = D};
    lg_view *arrays[] = {&a.q, &a.k, &a.v, &a.o, &a.d_o, &a.dq, &a.dk, &a.dv};
    for (size_t i = 0; i < COUNT(arrays); i++) *arrays[i] = reals((size_t)MASKED * D);
    const far_array far = make_far(); /* in huge pages, as large blocks of the engine are */
    const lg_view none = {0}, weights = {.data = far.data}, sums = reals(LG_PAD(MASKED));
    a.scale = reals(MASKED), a.key_begin = bytes(MASKED * sizeof(int32_t)), a.key_end = bytes(MASKED * sizeof(int32_t));
    const size_t forward = kernels->attention_scratch(kernels, &a, false);
    const size_t backward = kernels->attention_scratch(kernels, &a, true);
    a.scratch = bytes(forward > backward ? forward : backward);
    double causal[MASK_ROWS] = {0}, seconds[MASK_ROWS];
    for (size_t m = 0; m < COUNT(masks); m++) {
        const double flops = 4 * D * see(&masks[m], a.key_begin, a.key_end);
        a.exp_scores = none, a.inv_row_sum = none;
        seconds[0] = best_time(call_attention, &a);
        a.exp_scores = weights, a.inv_row_sum = sums;
        seconds[1] = best_time(call_attention, &a);
        seconds[2] = best_time(call_attention_backward, &a);
        if (m == 0) memcpy(causal, seconds, sizeof causal);
        mask_line(masks[m].name, D, "", flops, seconds[0], causal[0]);
        mask_line(masks[m].name, D, " kept", flops, seconds[1], causal[1]);
        mask_line(masks[m].name, D, " bwd", 2 * flops, seconds[2], causal[2]);
    }
    for (size_t i = 0; i < COUNT(arrays); i++) free(arrays[i]->data);
    free(far.data), free(sums.data), free(a.scale.data), free(a.key_begin.data), free(a.key_end.data);
    free(a.scratch.data);
}

static void bench_masks(void) {
    for (int D = 8; D <= 64; D *= 2) bench_masks_of(D);
}

/* ---- decoding: attention of one query over all keys and values, against a plain read of the same array ---- */

typedef struct cache {
    const char *data;
    size_t bytes;
    int64_t sum;
} cache;

typedef int64_t line __attribute__((vector_size(32)));

#ifdef __x86_64__
__attribute__((target("avx2")))
#endif
static void
call_read(void *data) {
    cache *w = data;
    line a = {0}, b = a, c = a, d = a;
    for (const char *p = w->data, *end = p + w->bytes / 128 * 128; p < end; p += 128) {
        const line *at = (const line *)(const void *)p;
        a ^= at[0], b ^= at[1], c ^= at[2], d ^= at[3];
    }
    a ^= b ^ c ^ d;
    w->sum += a[0] ^ a[1] ^ a[2] ^ a[3];
}

static void bench_decode_at(int S, int T, int H, int D, bool relative) {
    const size_t N = (size_t)H * D, read = 2 * S * T * N * sizeof(real);
    lg_attention a = {.S = S, .T = T, .Q = 1, .first = T - 1, .H = H, .D = D};
    a.q = reals(S * N), a.o = reals(S * N), a.scale = reals((size_t)T);
    a.k = reals(2 * S * T * N);
    a.v = lg_view_at(a.k, read / 2);
    if (relative) a.u = reals(N), a.w = reals(N), a.r = reals((size_t)(2 * T - 1) * N);
    a.scratch = bytes(kernels->attention_scratch(kernels, &a, false));
    cache c = {a.k.data, read, 0};
    const double seconds = best_time(call_attention, &a), roof = best_time(call_read, &c);
    printf("decode S=%-2d T=%-4d H=%d D=%-2d%-9s %11.2f us %7.1f GB/s of %6.1f %5.1f %%\n", S, T, H, D,
           relative ? " relative" : "", 1e6 * seconds, 1e-9 * (double)read / seconds, 1e-9 * (double)read / roof,
           100 * roof / seconds);
    free(a.q.data), free(a.o.data), free(a.scale.data), free(a.k.data), free(a.scratch.data);
    free(a.u.data), free(a.w.data), free(a.r.data);
}

static void bench_decode(void) {
    static const int batches[] = {1, 8, 64}, lengths[] = {64, 512, 2048};
    for (int s = 0; s < 3; s++)
        for (int t = 0; t < 3; t++) bench_decode_at(batches[s], lengths[t], 8, 64, false);
    bench_decode_at(8, 512, 8, 64, true);
    bench_decode_at(8, 512, 8, 8, false);
    bench_decode_at(8, 512, 8, 8, true);
}

/* ---- small kernels, for 40 tokens of 64 columns ---- */

enum { ROWS = 40, COLUMNS = 64, PARAMETERS = 65536 };

static lg_view bits;

static void call_bits(void *data) {
    (void)data;
    kernels->dropout_bits(kernels, bits, (lg_key){{1, 2}}, 3, 4, 0, 1, ROWS, COLUMNS, 6553);
}

static void call_norm(void *data) {
    kernels->add_norm(kernels, data);
}

static void call_norm_backward(void *data) {
    kernels->add_norm_backward(kernels, data);
}

static void call_adam(void *data) {
    kernels->adam(kernels, data);
}

static void call_add_and_clear(void *data) {
    const lg_adam *a = data;
    kernels->add_and_clear(kernels, a->p, a->m, PARAMETERS);
}

static void call_pack(void *data) {
    const lg_adam *a = data;
    kernels->pack(kernels, a->p, a->m, 64, 256, true);
}

static void call_cross_entropy(void *data) {
    kernels->cross_entropy(kernels, data);
}

static void call_cross_entropy_backward(void *data) {
    kernels->cross_entropy_backward(kernels, data);
}

static void each(const char *name, double count, const char *unit, double seconds) {
    printf("%-34s %9.3f us %8.3f ns per %s\n", name, 1e6 * seconds, 1e9 * seconds / count, unit);
}

/* Packing the weights of a wide model: source and destination are in memory, not in caches. */
typedef struct far_weights {
    int K, N;
    bool transpose;
    far_array w, packed;
} far_weights;

static void call_far_pack(void *data) {
    far_weights *f = data;
    const lg_view w = {next_part(&f->w), 0}, packed = {next_part(&f->packed), 0};
    kernels->pack(kernels, packed, w, f->K, f->N, f->transpose);
}

static void bench_pack(void) {
    static const int maps[][2] = {{256, 256}, {512, 512}, {768, 768}, {768, 3072}, {3072, 768}};
    far_weights f = {.w = make_far(), .packed = make_far()};
    for (size_t m = 0; m < 2 * COUNT(maps); m++) {
        char name[64];
        f.K = maps[m / 2][0], f.N = maps[m / 2][1], f.transpose = m % 2;
        divide_into(&f.w, sizeof(real) * (size_t)f.K * f.N);
        divide_into(&f.packed, kernels->pack_size(kernels, f.K, f.N, f.transpose));
        snprintf(name, sizeof name, "pack %dx%d%s", f.K, f.N, f.transpose ? " transposed" : "");
        each(name, (double)f.K * f.N, "element", best_time(call_far_pack, &f));
    }
    free(f.w.data), free(f.packed.data);
}

static void bench_cross_entropy(int N) {
    const size_t n = (size_t)ROWS * (size_t)N;
    lg_cross_entropy a = {.M = ROWS, .N = N, .x = reals(n), .dx = reals(n), .loss = reals(ROWS), .factor = 1};
    a.target = bytes(ROWS * sizeof(int32_t)), a.best = bytes(ROWS * sizeof(int32_t));
    for (int r = 0; r < ROWS; r++) ((int32_t *)a.target.data)[r] = r % N;
    char name[64];
    snprintf(name, sizeof name, "cross_entropy %dx%d", ROWS, N);
    each(name, (double)n, "class", best_time(call_cross_entropy, &a));
    strcat(name, " bwd");
    each(name, (double)n, "class", best_time(call_cross_entropy_backward, &a));
    free(a.x.data), free(a.dx.data), free(a.loss.data), free(a.target.data), free(a.best.data);
}

/* An activation as a kernel of the set and as a formula. */
typedef struct activation {
    const char *name, *text;
    lg_activation f;
    const lg_formula *formula;
    lg_view x, y, slopes, scratch;
    size_t n;
} activation;

static void call_elementwise(void *data) {
    activation *a = data;
    kernels->elementwise(kernels, a->y, a->slopes, a->x, a->n, a->f);
}

static void call_formula_map(void *data) {
    activation *a = data;
    kernels->formula_map(kernels, a->formula, a->y, a->slopes, a->x, a->n, a->scratch);
}

static void bench_activations(void) {
    activation all[] = {{"squared_relu", "max(x, 0)^2", LG_SQUARED_RELU},
                        {"swish", "x*sigmoid(x)", LG_SWISH},
                        {"gelu", "gelu(x)", LG_GELU}};
    enum { N = 40 * 256 };
    lg_arena *arena = lg_arena_new();
    for (size_t i = 0; i < COUNT(all); i++) {
        activation *a = &all[i];
        char name[64];
        const lg_formula_source s = {.place = &lg_formula_mixer, .text = a->text};
        a->formula = lg_formula_parse(&s, arena, NULL), a->n = N;
        a->x = reals(N), a->y = reals(N), a->slopes = reals(N);
        a->scratch = bytes(kernels->formula_map_scratch(kernels, a->formula));
        snprintf(name, sizeof name, "%s 40x256", a->name);
        each(name, N, "element", best_time(call_elementwise, a));
        snprintf(name, sizeof name, "  as %s", a->text);
        each(name, N, "element", best_time(call_formula_map, a));
        free(a->x.data), free(a->y.data), free(a->slopes.data), free(a->scratch.data);
    }
    lg_arena_free(arena);
}

static void bench_small(void) {
    const size_t n = (size_t)ROWS * COLUMNS;
    bits = bytes(n / 8);
    each("dropout bits 40x64", (double)n, "bit", best_time(call_bits, NULL));
    lg_add_norm a = {.M = ROWS, .N = COLUMNS, .epsilon = 1e-5f, .keep_scale = 1.1f, .bits = bits};
    lg_view *arrays[] = {&a.h,  &a.o,   &a.z,     &a.xhat, &a.rstd,   &a.dz,
                         &a.dh, &a.d_o, &a.gamma, &a.beta, &a.dgamma, &a.dbeta};
    for (size_t i = 0; i < COUNT(arrays); i++) *arrays[i] = reals(n);
    each("add_norm 40x64", (double)n, "element", best_time(call_norm, &a));
    each("add_norm 40x64 bwd", (double)n, "element", best_time(call_norm_backward, &a));
    for (size_t i = 0; i < COUNT(arrays); i++) free(arrays[i]->data);
    lg_adam adam = {.n = PARAMETERS, .p = reals(PARAMETERS), .m = reals(PARAMETERS), .v = reals(PARAMETERS)};
    adam.g = reals(PARAMETERS);
    adam.factor = 1, adam.rate = 1e-9, adam.beta1 = 0.9, adam.beta2 = 0.999, adam.epsilon = 1e-8, adam.t = 10;
    for (size_t e = 0; e < PARAMETERS; e++) ((real *)adam.v.data)[e] = 1;
    each("adam", PARAMETERS, "parameter", best_time(call_adam, &adam));
    each("add_and_clear", PARAMETERS, "element", best_time(call_add_and_clear, &adam));
    each("pack 64x256 transposed", 64 * 256, "element", best_time(call_pack, &adam));
    bench_activations();
    bench_cross_entropy(10);
    bench_cross_entropy(100);
    bench_cross_entropy(32000);
    free(adam.p.data), free(adam.m.data), free(adam.v.data), free(adam.g.data), free(bits.data);
}

int main(int count, char **words) {
    kernels = lg_kernels_find(count > 1 ? words[1] : NULL);
    if (!kernels) {
        fprintf(stderr, "kernels: no kernel set '%s' here\n", words[1]);
        return 2;
    }
    const char *part = count > 2 ? words[2] : "";
    peak = measure_peak();
    printf("set %s, peak %.1f GFLOP/s\n", kernels->name, peak);
    if (!*part || !strcmp(part, "gemm")) bench_gemm();
    if (!*part || !strcmp(part, "wide")) bench_wide();
    if (!*part || !strcmp(part, "pack")) bench_pack();
    if (!*part || !strcmp(part, "scan")) bench_scan();
    if (!*part || !strcmp(part, "attention")) bench_attention();
    if (!*part || !strcmp(part, "masks")) bench_masks();
    if (!*part || !strcmp(part, "decode")) bench_decode();
    if (!*part || !strcmp(part, "small")) bench_small();
    peak = measure_peak();
    printf("peak at the end %.1f GFLOP/s\n", peak);
    return 0;
}
