/* test_kernels_attention.c: compares kernels of every kernel set with the reference: attention, geometric attention,
 * and pair, sinusoid, contextual and clipped scores. Tests all combinations of optional terms at one size; every size
 * with some of these combinations; and every kind of mask, with and without the arrays that the backward pass needs. A
 * sequence must have the same bits in every batch. */
#include "guard.h"
#include "kernel/bf16.h"
#include "product.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const int tokens[] = {1, 2, 7, 15, 16, 17, 33, 40, 65};
static const int columns[] = {1, 3, 4, 8, 9, 16, 24, 32, 64};
static const int groups[][2] = {{1, 1}, {3, 3}, {1, 8}}; /* sequences, heads */

/* ------------------------------------------------------------------------------------------------- visibility */
typedef enum visibility { ALL, CAUSAL, FUTURE, WINDOW, RAGGED, VISIBILITIES } visibility;

/* Which of T keys query i sees: key_begin..key_end-1. RAGGED is random, and about every third row sees nothing. */
static void visibility_row(visibility kind, int i, int T, int *key_begin, int *key_end) {
    *key_begin = 0;
    *key_end = T;
    if (kind == CAUSAL) *key_end = i + 1 < T ? i + 1 : T;
    if (kind == FUTURE) *key_begin = i < T ? i : T;
    if (kind == WINDOW) {
        *key_begin = i < 3 ? 0 : i - 3 < T ? i - 3 : T;
        *key_end = i + 6 > T ? T : i + 6;
    }
    if (kind == RAGGED) {
        *key_begin = lg_random_below(&dice, T);
        *key_end =
            lg_random_below(&dice, 3) ? *key_begin + 1 + (int)lg_random_below(&dice, T - *key_begin) : *key_begin;
    }
}

/* The ranges of `rows` queries. */
static void take_visibility(visibility kind, int rows, int T, lg_view *key_begin, lg_view *key_end) {
    int32_t *first = take(rows * sizeof *first), *end = take(rows * sizeof *end);
    for (int i = 0; i < rows; i++) {
        int from, to;
        visibility_row(kind, i, T, &from, &to);
        first[i] = from;
        end[i] = to;
    }
    *key_begin = view(kind == ALL || kind == CAUSAL ? NULL : first);
    *key_end = view(kind == ALL || kind == FUTURE ? NULL : end);
}

/* ------------------------------------------------------------------------------------------------ outputs */

/* An output array, computed by the reference (of[0]) and by the set under test (of[1]). */
typedef struct output {
    const char *name;
    real *of[2];
    size_t n;
    double slack;
} output;

#define MOST 16
static output outputs[MOST];
static int output_count;

/* A pair of output arrays. If `sums`, results are added to them, so both arrays start with the same numbers. Otherwise
 * they are new. */
static output *take_output(const char *name, size_t n, bool sums, double slack) {
    output *o = &outputs[output_count++];
    assert_true(output_count <= MOST);
    real *first = sums ? take_normal(n, 1) : take_reals(n);
    *o = (output){name, {first, take_copy(first, n * sizeof *first)}, n, slack};
    return o;
}

static void agree_all(void) {
    for (int e = 0; e < output_count; e++)
        agree(outputs[e].name, outputs[e].of[1], outputs[e].of[0], outputs[e].n, outputs[e].slack);
    output_count = 0;
}

static void padded_lanes_are_zero(const char *name, const real *x, size_t rows, int T) {
    for (size_t row = 0; row < rows; row++)
        for (int i = T; i < LG_PAD(T); i++)
            if (x[row * LG_PAD(T) + i] != 0)
                fail_msg("%s: %s has %g in a padded lane", trial, name, (double)x[row * LG_PAD(T) + i]);
}

/* A key-major array of `rows` rows of T numbers; the padding of each row is `padding`. */
static real *take_lanes(size_t rows, int T, double padding) {
    real *x = take_reals(rows * LG_PAD(T));
    for (size_t row = 0; row < rows; row++)
        for (int i = 0; i < LG_PAD(T); i++) x[row * LG_PAD(T) + i] = i < T ? next_normal() : padding;
    return x;
}

/* -------------------------------------------------------------------------------------------------- attention */
typedef enum bias_kind { NO_BIAS, DENSE, SHARED, TOEPLITZ, BIASES } bias_kind;

/* One trial's choice of terms. */
typedef struct terms {
    bool u, w, r, extra;
    bias_kind bias;
    visibility seen;
    bool keep;                   /* exp_scores is kept and the backward pass runs */
    bool accumulate;             /* into dq, dk, dv */
    bool some;                   /* queries are only some tokens in the middle */
    bool span;                   /* sequences see only their spans */
    bool cross;                  /* queries have a timeline of their own */
    int prefix;                  /* keys at the start that are also seen, if key_begin is given */
    bool sharp;                  /* logits are in the thousands */
    bool pair_keys, pair_values; /* vectors of pair classes are added to keys, and to values */
    bool dense;                  /* the pair classes do not depend on the offset alone */
    bool own;                    /* each sequence has its own bias and classes */
    bool drop;                   /* weights are dropped */
    bool sums;                   /* log_sum is kept and has a gradient */
    bool shared;                 /* all sequences share keys and values */
    bool linear;                 /* weights without a softmax; logits have no other terms */
} terms;

static terms terms_of(int number) {
    const int whole = number;
    terms t = {.u = number & 1, .w = number & 2, .r = number & 4, .extra = number & 8, .accumulate = number & 16};
    number >>= 5;
    t.bias = number % BIASES;
    t.seen = number / BIASES % VISIBILITIES;
    t.keep = number / BIASES / VISIBILITIES % 2;
    t.some = number / BIASES / VISIBILITIES / 2 % 2;
    t.span = whole % 3 == 0;
    t.prefix = (const int[]){0, 3, 0, 17, 1}[whole % 5];
    t.cross = !t.r && !t.extra && !t.bias && whole % 4 < 3;
    t.pair_keys = !t.cross && whole % 7 % 2, t.pair_values = !t.cross && whole % 7 % 3 == 1, t.dense = whole % 11 < 5;
    t.drop = whole % 13 < 5;
    t.own = whole % 17 < 7;
    t.sums = whole % 19 < 8;
    t.shared = !t.span && whole % 23 < 7;
    return t;
}

#define TERMS (32 * BIASES * VISIBILITIES * 4)

/* The number of elements of a bias or of its gradient. */
static size_t bias_elements(const lg_attention *a) {
    const size_t heads = a->bias_head ? a->H : 1, copies = a->bias_sequence ? a->S : 1;
    return copies * heads * (a->bias_key < 0 ? a->bias_head : a->T * a->bias_key);
}

static ptrdiff_t bias_origin(const lg_attention *a) {
    return a->bias_key < 0 ? a->T - 1 : 0;
}

/* Allocates the bias of the trial. Elements that kernels may read but must ignore are NaN. */
static void take_bias(lg_attention *a, bias_kind kind, bool own) {
    const int T = a->T, pad = LG_PAD(T), copies = own ? a->S : 1, heads = kind == SHARED ? 1 : a->H;
    if (kind == NO_BIAS) return;
    if (kind == TOEPLITZ) {
        int length = T - 1 + T + LG_LANES;
        real *x = take_reals((size_t)copies * a->H * length);
        for (int h = 0; h < copies * a->H; h++)
            for (int e = 0; e < length; e++) x[h * length + e] = e < 2 * T - 1 ? next_normal() : NAN;
        a->bias = view(x + T - 1);
        a->bias_head = length;
        a->bias_key = -1;
        a->bias_sequence = own ? a->H * length : 0;
        return;
    }
    if (kind == SHARED) a->slope = view(take_normal(a->H, 1));
    const size_t rows = (size_t)copies * heads * T;
    real *x = take_lanes(rows + 1, T, NAN);
    for (int i = 0; i < LG_LANES; i++) x[rows * pad + i] = NAN; /* kernels may read beyond the last row */
    a->bias = view(x);
    a->bias_head = kind == SHARED ? 0 : (ptrdiff_t)T * pad;
    a->bias_key = pad;
    a->bias_sequence = own ? (ptrdiff_t)heads * T * pad : 0;
}

enum { CLASSES = 11 };

/* Fills the classes of pairs: one class for pairs beyond a distance, random classes for all others. Elements that
 * kernels may read but must ignore are invalid classes. */
static void take_classes(lg_attention *a, terms t) {
    const int T = a->T, pad = LG_PAD(T), length = t.dense ? T * pad : 2 * T - 1 + LG_LANES;
    if (!t.pair_keys && !t.pair_values) return;
    const int copies = t.own ? a->S : 1, all = copies * length + LG_LANES;
    int32_t *classes = take(all * sizeof *classes);
    for (int place = 0; place < all; place++) {
        const int e = place < copies * length ? place % length : length;
        const int offset = t.dense ? e % pad - e / pad : e - (T - 1);
        const bool is_pair = t.dense ? e < T * pad && e % pad < T : e < 2 * T - 1;
        classes[place] = !is_pair       ? 1 << 30
                         : offset > 6   ? CLASSES - 1
                         : offset < -17 ? CLASSES - 2
                                        : (int32_t)lg_random_below(&dice, CLASSES);
    }
    a->C = CLASSES;
    a->pair_keys = view(t.pair_keys ? take_normal(CLASSES * a->D, 1) : NULL);
    a->pair_values = view(t.pair_values ? take_normal(CLASSES * a->D, 1) : NULL);
    a->classes = view(t.dense ? classes : classes + T - 1);
    a->class_key = t.dense ? pad : -1;
    a->class_sequence = t.own ? length : 0;
}

/* Chooses a span for each sequence: in the middle, from the start, empty, or beyond both ends. Keys and values outside
 * of the span are NaN. */
static void take_spans(lg_attention *a) {
    const int T = a->T, row = a->H * a->D;
    const int some[][2] = {{T / 3, T / 2 + 1}, {0, T - T / 4}, {T / 2, 0}, {-1, T + 9}};
    int32_t *spans = take((size_t)a->S * 2 * sizeof *spans);
    for (int s = 0; s < a->S; s++) memcpy(spans + 2 * s, some[(s + T) % 4], 2 * sizeof *spans);
    a->span = view(spans);
    for (int s = 0; s < a->S; s++) {
        const lg_keys keys = lg_span_keys(a, s);
        for (int e = 0; e < T * row; e++)
            if (e / row < keys.begin || e / row >= keys.end)
                ((real *)a->k.data)[s * T * row + e] = ((real *)a->v.data)[s * T * row + e] = NAN;
    }
}

/* Tokens of the queries' timeline. */
static int query_tokens(int T, terms t) {
    return !t.cross ? T : T > 5 && T % 2 ? T / 2 : T + 5;
}

/* Dropout with a rate of 0.3. */
static lg_weight_dropout some_dropout(void) {
    const uint16_t threshold = 19661;
    return (lg_weight_dropout){lg_key_root(9), 3, 11, threshold, 65536.0 / (65536 - threshold)};
}

static real *take_positive(size_t n) {
    real *x = take_normal(n, 1);
    for (size_t e = 0; e < n; e++) x[e] = fabs(x[e]);
    return x;
}

/* Draws all inputs of attention. */
static lg_attention take_attention(int S, int T, int H, int D, terms t) {
    const int rows = query_tokens(T, t);
    size_t row = (size_t)H * D, n = (size_t)(t.shared ? 1 : S) * T * row;
    lg_attention a = {.S = S, .T = T, .Q = rows, .H = H, .D = D, .shared = t.shared, .linear = t.linear};
    if (t.some) a.first = rows / 3, a.Q = (rows - a.first + 1) / 2;
    a.q = view(take_normal((size_t)S * a.Q * row, 1)), a.k = view(take_normal(n, 1)), a.v = view(take_normal(n, 1));
    real *scale = take_reals(rows);
    for (int i = 0; i < rows; i++) scale[i] = (t.sharp ? 1000 : 1) * (0.5 + lg_random_unit(&dice)) / sqrt(D);
    a.scale = view(scale);
    a.u = view(t.u ? take_normal(row, 1) : NULL);
    a.w = view(t.w && t.r ? take_normal(row, 1) : NULL);
    a.r = view(t.r ? take_normal((2 * T - 1) * row, 1) : NULL);
    a.extra = view(t.extra ? take_lanes((size_t)S * H * T, a.Q, NAN) : NULL);
    take_bias(&a, t.bias, t.own);
    take_classes(&a, t);
    take_visibility(t.seen, rows, T, &a.key_begin, &a.key_end);
    a.prefix = t.prefix;
    if (t.drop) a.dropout = some_dropout();
    if (t.linear) a.q = view(take_positive((size_t)S * a.Q * row)), a.k = view(take_positive(n));
    if (t.span) take_spans(&a);
    return a;
}

static lg_view attention_scratch(const lg_kernels *k, const lg_attention *a, bool backward) {
    return view(take(k->attention_scratch(k, a, backward)));
}

/* forward: the earlier forward passes of the reference and of k. With sharp logits, d_o is small, since dq and dk are
 * multiplied by the scale of the logits, which is large. */
static void compare_attention_backward(const lg_kernels *k, const lg_attention forward[2], terms t) {
    lg_attention a = forward[0];
    int S = a.S, T = a.T, H = a.H, D = a.D;
    size_t row = (size_t)H * D, n = (size_t)(t.shared ? 1 : S) * T * row, nq = (size_t)S * a.Q * row,
           pairs = (size_t)S * H * T * LG_PAD(a.Q);
    double slack = 4 * sqrt(T), shared = 4 * sqrt(S * T) * sqrt(T), keys = t.shared ? shared : slack;
    const bool more = t.accumulate || t.shared;
    const lg_view d_o = view(take_normal(nq, t.sharp ? 1e-3 : 1));
    const lg_view d_log_sum = view(t.sums ? take_lanes((size_t)S * H, a.Q, 0) : NULL);
    output *dq = take_output("dq", nq, t.accumulate, slack), *dk = take_output("dk", n, more, keys);
    output *dv = take_output("dv", n, more, keys);
    output *du = a.u.data ? take_output("du", row, true, shared) : NULL;
    output *dw = a.w.data ? take_output("dw", row, true, shared) : NULL;
    output *dr = a.r.data ? take_output("dr", (2 * T - 1) * row, true, shared) : NULL;
    output *dextra = a.extra.data ? take_output("dextra", pairs, false, slack) : NULL;
    output *dkeys = t.pair_keys ? take_output("dpair_keys", CLASSES * D, true, shared * sqrt(H)) : NULL;
    output *dvalues = t.pair_values ? take_output("dpair_values", CLASSES * D, true, shared * sqrt(H)) : NULL;
    output *dbias = a.bias.data ? take_output("dbias", bias_elements(&a), true, shared) : NULL;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a = forward[s];
        a.d_o = d_o;
        a.d_log_sum = d_log_sum;
        a.dq_accumulate = t.accumulate, a.dk_accumulate = a.dv_accumulate = more;
        a.dq = view(dq->of[s]), a.dk = view(dk->of[s]), a.dv = view(dv->of[s]);
        a.du = view(du ? du->of[s] : NULL), a.dw = view(dw ? dw->of[s] : NULL), a.dr = view(dr ? dr->of[s] : NULL);
        a.dextra = view(dextra ? dextra->of[s] : NULL);
        a.dpair_keys = view(dkeys ? dkeys->of[s] : NULL), a.dpair_values = view(dvalues ? dvalues->of[s] : NULL);
        a.dbias = view(dbias ? dbias->of[s] + bias_origin(&a) : NULL);
        a.scratch = attention_scratch(set, &a, true);
        set->attention_backward(set, &a);
    }
    if (dextra) padded_lanes_are_zero("dextra", dextra->of[1], (size_t)S * H * T, a.Q);
    agree_all();
}

/* Allocates the arrays in which the forward pass keeps P for the backward pass. */
static void take_kept(lg_attention *a) {
    const size_t queries = (size_t)a->S * a->H * LG_PAD(a->Q);
    a->exp_scores = view(take_reals(queries * a->T));
    a->inv_row_sum = view(take_reals(queries));
}

static bool sees(const lg_attention *a, int sequence, int i, int j) {
    const int32_t *key_begin = a->key_begin.data, *key_end = a->key_end.data;
    const lg_keys keys = lg_span_keys(a, sequence);
    const int token = a->first + i;
    return j >= keys.begin && j < keys.end && (!key_begin || j < a->prefix || j >= key_begin[token]) &&
           (!key_end || j < key_end[token]);
}

/* Writes exp_scores * inv_row_sum to `out`: with a minus sign for dropped pairs, and zero for hidden pairs. */
static void take_weights(const lg_attention *a, real *out) {
    const real *exp_scores = a->exp_scores.data, *inv_row_sum = a->inv_row_sum.data;
    const int pad = LG_PAD(a->Q);
    for (int e = 0; e < a->S * a->H * a->T * pad; e++) {
        const int i = e % pad, j = e / pad % a->T, head = e / pad / a->T;
        out[e] = i < a->Q && sees(a, head / a->H, i, j) ? exp_scores[e] * inv_row_sum[head * pad + i] : 0;
    }
}

static void rows_sum_to_one(const lg_attention *a, const real *p) {
    for (int row = 0; row < a->S * a->H * a->Q; row++) {
        const int i = row % a->Q;
        bool some = false;
        for (int j = 0; j < a->T; j++) some |= sees(a, row / a->Q / a->H, i, j);
        double total = 0;
        for (int j = 0; j < a->T; j++) total += fabs(p[(row / a->Q * a->T + j) * LG_PAD(a->Q) + i]);
        if (!(fabs(total - some) <= (sizeof(real) == 8 ? 1e-12 : 1e-5)))
            fail_msg("%s: the weights of row %d sum to %.9g", trial, row, total);
    }
}

/* Allocates log_sum. */
static lg_view take_sums(const lg_attention *a) {
    return view(take_reals((size_t)a->S * a->H * LG_PAD(a->Q)));
}

/* Copies log_sum, with zeros for queries that see no key and for padding. */
static void read_sums(const lg_attention *a, real *out) {
    const real *from = a->log_sum.data;
    for (int e = 0; e < a->S * a->H * LG_PAD(a->Q); e++)
        out[e] = e % LG_PAD(a->Q) < a->Q && from[e] != LG_LOG_OF_NONE ? from[e] : 0;
}

/* Compares the forward passes of the reference and of k. slack: the allowed error of the weights. */
static void compare_attention(const lg_kernels *k, lg_attention a, terms t, double slack, lg_attention forward[2]) {
    const size_t n = (size_t)a.S * a.Q * a.H * a.D, pairs = (size_t)a.S * a.H * a.T * LG_PAD(a.Q);
    output_count = 0;
    output *o = take_output("o", n, false, slack), *weights = t.keep ? take_output("P", pairs, false, slack) : NULL;
    const size_t queries = (size_t)a.S * a.H * LG_PAD(a.Q);
    output *sums = t.sums ? take_output("log_sum", queries, false, slack) : NULL;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.o = view(o->of[s]);
        if (t.sums) a.log_sum = take_sums(&a);
        if (t.keep) take_kept(&a);
        a.scratch = attention_scratch(set, &a, false);
        set->attention(set, &a);
        forward[s] = a;
        if (t.sums) read_sums(&a, sums->of[s]);
        if (!t.keep) continue;
        take_weights(&a, weights->of[s]);
        rows_sum_to_one(&a, weights->of[s]);
    }
    agree_all();
}

static void try_attention(const lg_kernels *k, int S, int T, int H, int D, terms t) {
    begin("%s attention S=%d T=%d H=%d D=%d u=%d w=%d r=%d extra=%d bias=%d seen=%d keep=%d accumulate=%d some=%d "
          "span=%d cross=%d prefix=%d pairs=%d%d%d drop=%d sums=%d shared=%d",
          k->name, S, T, H, D, t.u, t.w, t.r, t.extra, t.bias, t.seen, t.keep, t.accumulate, t.some, t.span, t.cross,
          t.prefix, t.pair_keys, t.pair_values, t.dense, t.drop, t.sums, t.shared);
    lg_attention forward[2];
    compare_attention(k, take_attention(S, T, H, D, t), t, 4, forward);
    if (t.keep) compare_attention_backward(k, forward, t);
    finish();
}

/* The number of trials: `all` for `make product`, otherwise a quarter of them. */
static int turns_of(int all) {
    return is_product() ? all : all / 4;
}

/* Trials use combination numbers that are 997 apart, so that even a quarter of the trials covers all pairs of terms. */
static void test_attention_terms(const lg_kernels *k) {
    for (int turn = 0; turn < turns_of(TERMS); turn++) {
        const int number = turn * 997 % TERMS;
        try_attention(k, 2, 18, 2, number % 2 ? 8 : 5, terms_of(number));
    }
}

static void test_attention_sizes(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (size_t g = 0; g < COUNT(groups); g++)
                for (int turn = 0; turn < 2; turn++, number += 509) /* 509 is prime, so all terms occur */
                    try_attention(k, groups[g][0], tokens[t], groups[g][1], columns[d], terms_of(number % TERMS));
}

/* Long rows, whose keys may be processed in several portions by kernels that do not keep P. */
static void test_attention_long(const lg_kernels *k) {
    static const int many[] = {128, 257, 600};
    for (size_t e = 0; e < COUNT(many); e++)
        for (visibility seen = ALL; seen < VISIBILITIES; seen++)
            for (int prefix = 0; prefix < 200; prefix += 130)
                try_attention(
                    k, 1, many[e], 1, 8,
                    (terms){.u = true, .w = true, .r = true, .seen = seen, .prefix = prefix, .bias = TOEPLITZ});
}

/* Heads of few columns in rows of many columns; kernels may copy such heads. */
static void test_attention_far(const lg_kernels *k) {
    for (int turn = 0, number = 1; turn < turns_of(48); turn++, number += 1009) { /* prime, so all terms occur */
        terms t = terms_of(number % TERMS);
        t.keep = turn % 4 > 0;
        try_attention(k, 1 + turn % 2, 170, 3, turn % 3 ? 72 : 70, t);
    }
}

/* Many keys, and heads of many columns, which kernels may process in tiles. */
static void test_attention_wide(const lg_kernels *k) {
    static const int many[] = {160, 177, 259}, wide[] = {64, 32, 96};
    for (int turn = 0, number = 1; turn < turns_of(48); turn++, number += 1009) {
        terms t = terms_of(number % TERMS);
        t.extra = t.pair_keys = t.pair_values = t.drop = false, t.prefix = 0;
        t.keep = turn % 4 > 0;
        try_attention(k, 1 + turn % 2, many[turn % 3], 2, wide[turn / 3 % 3], t);
    }
}

/* Makes a bias so negative that a query attends to the hidden half of the keys only if it sees no other keys. Kernels
 * may assume that scores are above -2^100. */
static void hide_keys(const lg_attention *a) {
    real *bias = a->bias.data;
    for (int j = 0; j < a->T; j++)
        for (int i = 0; i < a->T; i++)
            if ((i + j) % 2) bias[j * LG_PAD(a->T) + i] = -1e29;
}

/* Outputs are weighted means of values. Asserts that no output exceeds all values in magnitude. */
static void output_is_in_hull(const lg_attention *a) {
    const real *o = a->o.data, *v = a->v.data;
    const size_t row = (size_t)a->H * a->D;
    double most = 0;
    for (size_t e = 0; e < a->S * a->T * row; e++) most = fmax(most, fabs(v[e]));
    for (size_t e = 0; e < a->S * a->Q * row; e++)
        if (!(fabs(o[e]) <= most * 1.0001)) fail_msg("%s: o[%zu] = %g", trial, e, (double)o[e]);
}

/* Tests logits in the thousands, and keys that are almost hidden. The relative error of a weight is the absolute error
 * of its logit, which is thousands of times the rounding unit. So weights have more slack here, but must still sum to
 * 1. Both backward passes get the weights of k. */
static void try_sharp(const lg_kernels *k, int T, bool hide, terms t) {
    begin("%s sharp attention T=%d hide=%d keep=%d r=%d", k->name, T, hide, t.keep, t.r);
    const lg_attention a = take_attention(1, T, 2, 8, t);
    lg_attention forward[2];
    if (hide) hide_keys(&a);
    compare_attention(k, a, t, 100, forward);
    output_is_in_hull(&forward[1]);
    forward[0] = forward[1];
    if (t.keep) compare_attention_backward(k, forward, t);
    finish();
}

static void test_attention_sharp(const lg_kernels *k) {
    for (size_t e = 0; e < 8 * COUNT(tokens); e++) {
        const bool all = e & 1;
        terms t = {.bias = SHARED, .seen = RAGGED, .sharp = true, .keep = e & 2};
        t.u = t.w = t.r = t.extra = all;
        try_sharp(k, tokens[e / 8], e & 4, t);
    }
}

/* ---------------------------------------------------------------------------------------------------- caches */

static int rows_of_cache(lg_cache_layout layout, int T) {
    return layout.rows ? layout.rows : LG_PAD(T);
}

/* The number of formats of a cache of heads of D columns: reals and, if possible, bfloat16. */
static int formats_of_cache(int D) {
    return sizeof(real) == sizeof(float) && D % LG_BF16_COLUMNS == 0 ? 2 : 1;
}

/* x rounded to 8 bits of mantissa. */
static real rounded(real x) {
    int exponent;
    const double mantissa = frexp((double)x, &exponent);
    return (real)ldexp(nearbyint(mantissa * 256) / 256, exponent);
}

/* Copies rows, with each number rounded as a cache of this format stores it. */
static lg_view take_cached(lg_view x, size_t n, bool bf16) {
    real *y = take_reals(n);
    for (size_t e = 0; e < n; e++) y[e] = bf16 ? rounded(((const real *)x.data)[e]) : ((const real *)x.data)[e];
    return view(y);
}

/* The index of column d of token t in a cache of reals (kernel.h). */
static size_t place_in_cache(lg_cache_layout layout, bool keys, int T, int H, int D, int s, int h, int t, int d) {
    const size_t head = ((size_t)s * H + h) * rows_of_cache(layout, T) * D;
    while (layout.rows && t >= layout.rows) t -= layout.rows - layout.fixed;
    return keys ? head + ((size_t)(t / LG_LANES) * D + d) * LG_LANES + t % LG_LANES : head + (size_t)t * D + d;
}

/* Appends rows [S*T, H*D] to a cache in two pieces, the later one first. All other elements of the cache are NaN. */
static lg_view take_cache(const lg_kernels *k, lg_view rows, bool keys, bool bf16, int S, int T, int H, int D) {
    const size_t row = (size_t)H * D;
    lg_append a = {.S = S, .T = T, .H = H, .D = D, .layout.bf16 = bf16, .keys = keys};
    a.cache = view(take_reals((size_t)S * LG_PAD(T) * row));
    for (int turn = 0; turn < 2; turn++) {
        a.first = turn ? 0 : T / 3;
        a.Q = turn ? T / 3 : T - T / 3;
        real *piece = take_reals((size_t)S * a.Q * row + 1);
        for (int s = 0; s < S; s++)
            memcpy(piece + s * a.Q * row, (const real *)rows.data + ((size_t)s * T + a.first) * row,
                   a.Q * row * sizeof *piece);
        a.rows = view(piece);
        k->append(k, &a);
    }
    return a.cache;
}

/* The smallest cache that holds the prefix and the keys that some queries of T tokens see. Tokens up to the last
 * visible one are appended one by one. Unwritten rows hold random numbers. */
typedef struct tight_cache {
    lg_cache_layout layout;
    int end;
} tight_cache;

static tight_cache tight_around(lg_view key_begin, lg_view key_end, int prefix, int first, int Q, int T, bool bf16) {
    const int fixed = key_begin.data ? LG_PAD(prefix < T ? prefix : T) : 0;
    int begin = key_begin.data ? T : 0, end = key_end.data ? 0 : T;
    for (int i = first; i < first + Q; i++) {
        if (key_begin.data && ((const int32_t *)key_begin.data)[i] < begin)
            begin = ((const int32_t *)key_begin.data)[i];
        if (key_end.data && ((const int32_t *)key_end.data)[i] > end) end = ((const int32_t *)key_end.data)[i];
    }
    begin = begin > fixed ? begin : fixed, end = end < T ? end : T;
    return (tight_cache){{fixed + (end > begin ? LG_PAD(end - begin) : LG_LANES), fixed, bf16}, end};
}

static lg_view take_tight_cache(const lg_kernels *k, tight_cache c, lg_view rows, bool keys, int S, int T, int H,
                                int D) {
    const size_t row = (size_t)H * D;
    lg_append a = {.S = S, .T = T, .H = H, .D = D, .Q = 1, .layout = c.layout, .keys = keys};
    real *token = take_reals(S * row);
    real *cache = take_normal((size_t)S * c.layout.rows * row, 1);
    for (size_t e = 0; c.layout.bf16 && e < (size_t)S * c.layout.rows * row; e++)
        cache[e] = bf16_pair(cache[e], cache[e]);
    a.cache = view(cache);
    a.rows = view(token);
    for (a.first = 0; a.first < c.end; a.first++) {
        for (int s = 0; s < S; s++)
            memcpy(token + s * row, (const real *)rows.data + ((size_t)s * T + a.first) * row, row * sizeof *token);
        k->append(k, &a);
    }
    return a.cache;
}

static void try_append(const lg_kernels *k, lg_cache_layout layout, bool keys, int S, int T, int H, int D, int first,
                       int Q) {
    begin("%s append ring=%d,%d keys=%d S=%d T=%d H=%d D=%d first=%d Q=%d", k->name, layout.rows, layout.fixed, keys, S,
          T, H, D, first, Q);
    const size_t n = (size_t)S * H * rows_of_cache(layout, T) * D;
    real *cache = take_normal(n, 1), *want = take_copy(cache, n * sizeof *cache);
    const real *rows = take_normal((size_t)S * Q * H * D, 1);
    for (size_t e = 0; e < (size_t)S * Q * H * D; e++) {
        const int t = first + (int)(e / ((size_t)H * D)) % Q, s = (int)(e / ((size_t)Q * H * D));
        want[place_in_cache(layout, keys, T, H, D, s, (int)(e / D) % H, t, (int)(e % D))] = rows[e];
    }
    k->append(k, &(lg_append){.S = S,
                              .T = T,
                              .H = H,
                              .D = D,
                              .Q = Q,
                              .first = first,
                              .layout = layout,
                              .keys = keys,
                              .cache = view(cache),
                              .rows = view(rows)});
    same_bits("cache", cache, want, n);
    finish();
}

static void test_append(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (int turn = 0; turn < 6; turn++) {
                const int T = tokens[t], Q = 1 + T * (turn % 3) / 3;
                const lg_cache_layout layout = {(1 + turn % 3) * LG_LANES, turn / 3 * turn % 3 * LG_LANES};
                try_append(k, (lg_cache_layout){0}, turn % 2, 1 + turn / 3, T, 1 + turn % 4, columns[d],
                           (T - Q) * turn / 5, Q);
                if (Q <= layout.rows - layout.fixed && layout.fixed < layout.rows)
                    try_append(k, layout, turn % 2, 1 + turn / 3, T, 1 + turn % 4, columns[d], (T - Q) * turn / 5, Q);
            }
}

/* ---------------------------------------------------------------------------------------------- few queries */

/* Copies columns first..first+count-1 of `rows` rows of `width` numbers into rows with room for `room` columns. */
static lg_view take_part(lg_view x, size_t rows, size_t width, size_t first, size_t count, size_t room) {
    if (!x.data) return view(NULL);
    real *y = take_reals(rows * room);
    for (size_t row = 0; row < rows; row++)
        memcpy(y + row * room, (const real *)x.data + row * width + first, count * sizeof *y);
    return view(y);
}

/* The same attention for Q queries, starting with query `first`. */
static lg_attention take_few(const lg_attention *all, int first, int Q) {
    lg_attention a = *all;
    const size_t row = (size_t)a.H * a.D, pairs = (size_t)a.S * a.H * a.T;
    a.first = first, a.Q = Q;
    a.q = take_part(all->q, a.S, all->Q * row, first * row, Q * row, Q * row);
    a.extra = take_part(all->extra, pairs, LG_PAD(all->Q), first, Q, LG_PAD(Q));
    return a;
}

static void run_attention(const lg_kernels *k, lg_attention *a) {
    a->log_sum = take_sums(a);
    a->o = view(take_reals((size_t)a->S * a->Q * a->H * a->D));
    a->scratch = attention_scratch(k, a, false);
    k->attention(k, a);
}

/* Copies rows of `from` heads into rows of `to` heads. If `to` is less than `from`, copies the first `to` heads;
 * otherwise repeats each head several times in succession. */
static lg_view take_heads(lg_view x, int rows, int from, int to, int D) {
    real *y = take_reals((size_t)rows * to * D);
    for (int row = 0; row < rows; row++)
        for (int h = 0; h < to; h++)
            memcpy(y + ((ptrdiff_t)row * to + h) * D,
                   (const real *)x.data + ((ptrdiff_t)row * from + h * from / to) * D, D * sizeof *y);
    return view(y);
}

/* Tests `heads` heads of keys and values, in a full cache and in a cache that holds only visible keys. Asserts that
 * they give the same bits as rows in which each head is repeated for all query heads that read it. */
static void same_in_caches_of(const lg_kernels *k, const lg_attention *all, int heads, bool bf16) {
    const int S = all->S, T = all->T, H = all->H, D = all->D;
    const size_t n = (size_t)S * all->Q * H * D, kept = (size_t)S * T * heads * D;
    const lg_view keys = take_cached(take_heads(all->k, S * T, H, heads, D), kept, bf16),
                  values = take_cached(take_heads(all->v, S * T, H, heads, D), kept, bf16);
    lg_attention rows = *all, cached = *all, *few = &rows;
    rows.k = take_heads(keys, S * T, heads, H, D), rows.v = take_heads(values, S * T, heads, H, D);
    if (heads < H || bf16) run_attention(k, &rows);
    cached.cached = heads, cached.layout.bf16 = bf16;
    cached.k = take_cache(k, keys, true, bf16, S, T, heads, D);
    cached.v = take_cache(k, values, false, bf16, S, T, heads, D);
    run_attention(k, &cached);
    same_bits("o of a cache", cached.o.data, few->o.data, n);
    const tight_cache c = tight_around(few->key_begin, few->key_end, few->prefix, few->first, few->Q, T, bf16);
    cached.layout = c.layout;
    cached.k = take_tight_cache(k, c, keys, true, S, T, heads, D);
    cached.v = take_tight_cache(k, c, values, false, S, T, heads, D);
    run_attention(k, &cached);
    same_bits("o of a ring", cached.o.data, few->o.data, n);
    for (int e = 0; e < S * H; e++)
        same_bits("log_sum of a ring", (const real *)cached.log_sum.data + e * LG_PAD(few->Q),
                  (const real *)few->log_sum.data + e * LG_PAD(few->Q), few->Q);
}

static void same_in_caches(const lg_kernels *k, const lg_attention *few) {
    for (int heads = 1; heads <= few->H; heads++)
        for (int bf16 = 0; few->H % heads == 0 && bf16 < formats_of_cache(few->D); bf16++)
            same_in_caches_of(k, few, heads, bf16);
}

/* Compares attention of a few queries with the reference. Attention must also have the same bits with cached keys and
 * values, and as part of attention of all queries. One exception: vector kernels may process keys in portions. These
 * portions begin at the first key that the first of several queries sees. So if a mask hides the first keys, a few
 * queries may have other portions than all queries. */
static void try_few(const lg_kernels *k, int S, int T, int H, int D, int first, int Q, terms t) {
    begin("%s attention of few S=%d T=%d H=%d D=%d first=%d Q=%d u=%d w=%d r=%d extra=%d bias=%d seen=%d "
          "span=%d cross=%d prefix=%d pairs=%d%d%d drop=%d shared=%d",
          k->name, S, T, H, D, first, Q, t.u, t.w, t.r, t.extra, t.bias, t.seen, t.span, t.cross, t.prefix, t.pair_keys,
          t.pair_values, t.dense, t.drop, t.shared);
    lg_attention all = take_attention(S, T, H, D, t), few = take_few(&all, first, Q), reference = few;
    const size_t row = (size_t)H * D;
    run_attention(k, &all);
    run_attention(k, &few);
    run_attention(&lg_kernels_ref, &reference);
    if (!t.shared) same_in_caches(k, &few);
    agree("o", few.o.data, reference.o.data, (size_t)S * Q * row, 4);
    const bool portions = t.r && !t.pair_values && D <= 8 && T > 100 && t.seen != ALL && t.seen != CAUSAL && !t.prefix;
    for (int s = 0; s < S && !portions; s++)
        same_bits("o", (real *)few.o.data + s * Q * row, (real *)all.o.data + (s * all.Q + first) * row, Q * row);
    for (int e = 0; e < S * H && !portions; e++) {
        const real *some = (const real *)few.log_sum.data + e * LG_PAD(Q);
        same_bits("log_sum", some, (const real *)all.log_sum.data + e * LG_PAD(all.Q) + first, Q);
    }
    finish();
}

static void test_attention_few(const lg_kernels *k) {
    static const int many[] = {1, 2, 7, 16, 33, 65, 131, 300};
    int number = 0;
    for (size_t t = 0; t < COUNT(many); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (int Q = 1; Q <= 3 && Q <= many[t]; Q++)
                for (int turn = 0; turn < 4; turn++, number += 509) {
                    static const int heads[] = {1, 3, 5, 8};
                    terms choice = terms_of(number % TERMS);
                    choice.keep = choice.some = false;
                    const int first = turn ? (query_tokens(many[t], choice) - Q) * turn / 3 : 0;
                    try_few(k, 1 + turn % 2, many[t], heads[(turn + Q + (int)d) % 4], columns[d], first, Q, choice);
                }
    for (int Q = 1; Q <= 97; Q += 32) /* kernels may use tiles for all queries but not for a few */
        for (int turn = 0; turn < 4; turn++) {
            const terms choice = {.u = turn > 1, .w = turn > 1, .r = turn > 1, .seen = turn % 2 ? CAUSAL : ALL};
            try_few(k, 2, 170, 2, 64, turn * 20, Q, choice);
        }
}

/* -------------------------------------------------------------------------------------------- joined attentions */

static void try_join(const lg_kernels *k, int S, int Q, int H, int D, bool accumulate) {
    begin("%s join S=%d Q=%d H=%d D=%d accumulate=%d", k->name, S, Q, H, D, accumulate);
    const size_t n = (size_t)S * Q * H * D, queries = (size_t)S * H * LG_PAD(Q);
    lg_joined a = {.S = S, .Q = Q, .H = H, .D = D, .da_accumulate = accumulate, .db_accumulate = accumulate};
    a.a = view(take_normal(n, 1)), a.b = view(take_normal(n, 1)), a.d_o = view(take_normal(n, 1));
    real *log_a = take_lanes(S * H, Q, NAN), *log_b = take_lanes(S * H, Q, NAN);
    for (int e = 0; e < S * H * Q; e += 3) (e % 2 ? log_a : log_b)[e / Q * LG_PAD(Q) + e % Q] = LG_LOG_OF_NONE;
    a.log_a = view(log_a), a.log_b = view(log_b);
    output_count = 0;
    output *o = take_output("o", n, false, 4), *da = take_output("da", n, accumulate, 4);
    output *db = take_output("db", n, accumulate, 4), *dlog_a = take_output("dlog_a", queries, false, 4 * D);
    output *dlog_b = take_output("dlog_b", queries, false, 4 * D);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.o = view(o->of[s]), a.da = view(da->of[s]), a.db = view(db->of[s]);
        a.dlog_a = view(dlog_a->of[s]), a.dlog_b = view(dlog_b->of[s]);
        a.share = view(take_reals(queries));
        set->join(set, &a);
        set->join_backward(set, &a);
    }
    padded_lanes_are_zero("dlog_a", dlog_a->of[1], S * H, Q);
    padded_lanes_are_zero("dlog_b", dlog_b->of[1], S * H, Q);
    agree_all();
    finish();
}

static void test_join(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            try_join(k, 1 + (int)t % 3, tokens[t], 1 + (int)d % 4, columns[d], (t + d) % 2);
}

/* ----------------------------------------------------------------------------------------------------- retrieval */

static void try_unit_heads(const lg_kernels *k, int M, int H, int D, bool scaled, bool accumulate) {
    begin("%s unit_heads M=%d H=%d D=%d scaled=%d accumulate=%d", k->name, M, H, D, scaled, accumulate);
    const size_t n = (size_t)M * H * D;
    lg_unit_heads a = {.M = M, .H = H, .D = D, .accumulate = accumulate};
    real *x = take_normal(n, 1);
    for (int d = 0; d < D; d++) x[d] = 0; /* a head of zeros, which has no direction */
    a.x = view(x), a.dy = view(take_normal(n, 1)), a.factor = view(scaled ? take_normal(H, 1) : NULL);
    output_count = 0;
    output *y = take_output("y", n, false, 4), *dx = take_output("dx", n, accumulate, 4 * sqrt(D) * (D < 4 ? 1000 : 1));
    output *dfactor = scaled ? take_output("dfactor", H, true, 4 * sqrt(M)) : NULL;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.y = view(y->of[s]), a.dx = view(dx->of[s]), a.dfactor = view(scaled ? dfactor->of[s] : NULL);
        set->unit_heads(set, &a);
        set->unit_heads_backward(set, &a);
    }
    agree_all();
    finish();
}

static void test_unit_heads(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            try_unit_heads(k, tokens[t], 1 + (int)d % 4, columns[d], (t + d) % 2, (t + d) % 3 == 0);
}

/* Some keys are stored twice, so that scores tie and a rule decides which key is retrieved. Rows before the last M hold
 * NaN and must not be read. */
static lg_retrieval take_retrieval(int S, int Q, int H, int D, int M, int chosen) {
    lg_retrieval a = {.S = S, .Q = Q, .H = H, .D = D, .M = M, .size = M + 3, .chosen = chosen < M ? chosen : M};
    const size_t row = (size_t)H * D;
    real *keys = take_normal((size_t)S * a.size * row, 1), *values = take_normal((size_t)S * a.size * row, 1);
    for (int s = 0; s < S; s++) {
        real *first = keys + (size_t)s * a.size * row;
        for (size_t e = 0; e < 3 * row; e++) first[e] = values[(size_t)s * a.size * row + e] = NAN;
        for (int j = 0; j + 2 < M; j += 5) memcpy(first + (5 + j) * row, first + (3 + j) * row, row * sizeof *keys);
    }
    a.q = view(take_normal((size_t)S * Q * row, 1)), a.keys = view(keys), a.values = view(values);
    return a;
}

static void run_retrieval(const lg_kernels *set, lg_retrieval *a, bool sums) {
    const size_t n = (size_t)a->S * a->Q * a->H * a->chosen;
    a->index = view(take(n * sizeof(int32_t))), a->weight = view(take_reals(n));
    if (sums) a->log_sum = view(take_reals((size_t)a->S * a->H * LG_PAD(a->Q)));
    a->scratch = view(take_reals((size_t)a->D * LG_LANES));
    set->retrieve(set, a);
}

static void try_retrieval(const lg_kernels *k, lg_retrieval a, bool sums, bool accumulate) {
    begin("%s retrieve S=%d Q=%d H=%d D=%d M=%d chosen=%d sums=%d", k->name, a.S, a.Q, a.H, a.D, a.M, a.chosen, sums);
    a = take_retrieval(a.S, a.Q, a.H, a.D, a.M, a.chosen);
    const size_t n = (size_t)a.S * a.Q * a.H * a.D, all = (size_t)a.S * a.Q * a.H * a.chosen;
    const lg_view d_log_sum = view(sums ? take_lanes((size_t)a.S * a.H, a.Q, 0) : NULL);
    lg_retrieval of[2];
    output_count = 0;
    output *o = take_output("o", n, false, 4 * sqrt(a.D)), *dq = take_output("dq", n, accumulate, 16 * sqrt(a.D));
    a.d_o = view(take_normal(n, 1)), a.dq_accumulate = accumulate;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        of[s] = a;
        of[s].o = view(o->of[s]), of[s].dq = view(dq->of[s]), of[s].d_log_sum = d_log_sum;
        run_retrieval(set, &of[s], sums);
        set->retrieve_backward(set, &of[s]);
    }
    for (size_t e = 0; e < all; e++)
        if (((int32_t *)of[0].index.data)[e] != ((int32_t *)of[1].index.data)[e])
            fail_msg("%s: choice %zu is key %d, and not %d", trial, e, ((int32_t *)of[1].index.data)[e],
                     ((int32_t *)of[0].index.data)[e]);
    agree("weight", of[1].weight.data, of[0].weight.data, all, 4 * sqrt(a.D));
    for (int row = 0; sums && row < a.S * a.H; row++)
        agree("log_sum", (real *)of[1].log_sum.data + row * LG_PAD(a.Q), (real *)of[0].log_sum.data + row * LG_PAD(a.Q),
              a.Q, 4 * sqrt(a.D));
    agree_all();
    finish();
}

static void test_retrieval(const lg_kernels *k) {
    static const int stored[] = {1, 4, 9, 31, 64, 300}, wanted[] = {1, 4, 32};
    int turn = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t m = 0; m < COUNT(stored); m++)
            for (size_t c = 0; c < COUNT(wanted); c++, turn++)
                try_retrieval(k,
                              (lg_retrieval){.S = 1 + turn % 2,
                                             .Q = tokens[t],
                                             .H = 1 + turn % 3,
                                             .D = columns[turn % COUNT(columns)],
                                             .M = stored[m],
                                             .chosen = wanted[c]},
                              turn % 3 == 0, turn % 2);
}

/* A query that is processed alone retrieves the same rows, bit for bit. */
static void test_retrieval_batch(const lg_kernels *k) {
    for (size_t d = 0; d < COUNT(columns); d++) {
        begin("%s retrieval batch D=%d", k->name, columns[d]);
        lg_retrieval a = take_retrieval(2, 21, 2, columns[d], 50, 7), one;
        const size_t row = (size_t)a.H * a.D;
        a.o = view(take_reals(2 * 21 * row));
        run_retrieval(k, &a, false);
        for (int i = 0; i < 21; i++) {
            one = a;
            one.S = one.Q = 1;
            one.q = view((real *)a.q.data + (21 + i) * row), one.o = view(take_reals(row));
            one.keys = view((real *)a.keys.data + a.size * row),
            one.values = view((real *)a.values.data + a.size * row);
            run_retrieval(k, &one, false);
            same_bits("o", one.o.data, (real *)a.o.data + (21 + i) * row, row);
        }
        finish();
    }
}

/* -------------------------------------------------------------------------------------- geometric attention */
typedef struct geometry {
    bool normalise, keep, accumulate;
    bool some; /* only some tokens in the middle are queries */
    visibility seen;
    int prefix; /* as in terms */
    bool drop;  /* as in terms */
} geometry;

static lg_geometric take_geometric(int S, int T, int H, int D, geometry g) {
    size_t row = (size_t)H * D, n = (size_t)S * T * row;
    lg_geometric a = {.S = S, .T = T, .Q = T, .H = H, .D = D, .normalise = g.normalise};
    if (g.some) a.first = T / 3, a.Q = (T - a.first + 1) / 2;
    a.q = view(take_normal((size_t)S * a.Q * row, 1)), a.k = view(take_normal(n, 1)), a.v = view(take_normal(n, 1));
    a.direction = view(take_normal((size_t)S * a.Q * 2 * H, 1));
    a.c = view(take_normal(row, 1));
    a.alpha = view(take_normal(1, 1 / sqrt(D))), a.beta = view(take_normal(1, 1)), a.gamma = view(take_normal(1, 1));
    take_visibility(g.seen, T, T, &a.key_begin, &a.key_end);
    a.prefix = g.prefix;
    if (g.drop) a.dropout = some_dropout();
    return a;
}

static lg_view geometric_scratch(const lg_kernels *k, const lg_geometric *a, bool backward) {
    return view(take(k->geometric_scratch(k, a, backward)));
}

/* Slack for normalised gradients, which are divided by row sums that can be small. */
static double geometric_slack(const lg_geometric *a) {
    double smallest = 1;
    const real *prob = a->prob.data;
    for (int sh = 0; a->normalise && sh < a->S * a->H; sh++) {
        for (int i = 0; i < a->Q; i++) {
            double total = 0;
            for (int j = 0; j < a->T; j++) total += fabs(prob[((size_t)sh * a->T + j) * LG_PAD(a->Q) + i]);
            if (total > 0) smallest = fmin(smallest, total);
        }
    }
    return 4 / smallest;
}

static void compare_geometric_backward(const lg_kernels *k, lg_geometric a, geometry g) {
    int S = a.S, T = a.T, H = a.H, D = a.D;
    size_t row = (size_t)H * D, n = (size_t)S * T * row, nq = (size_t)S * a.Q * row, sides = (size_t)S * a.Q * 2 * H;
    double slack = geometric_slack(&a) * sqrt(T), shared = slack * sqrt(S * T);
    a.d_o = view(take_normal(nq, 1));
    a.dq_accumulate = a.dk_accumulate = a.dv_accumulate = a.ddirection_accumulate = g.accumulate;
    output *dq = take_output("dq", nq, g.accumulate, slack), *dk = take_output("dk", n, g.accumulate, slack);
    output *dv = take_output("dv", n, g.accumulate, slack);
    output *dd = take_output("ddirection", sides, g.accumulate, slack);
    output *dc = take_output("dc", row, true, shared), *dalpha = take_output("dalpha", 1, true, shared * sqrt(H * D));
    output *dbeta = take_output("dbeta", 1, true, shared * sqrt(H)),
           *dgamma = take_output("dgamma", 1, true, shared * sqrt(H));
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.dq = view(dq->of[s]), a.dk = view(dk->of[s]), a.dv = view(dv->of[s]), a.ddirection = view(dd->of[s]);
        a.dc = view(dc->of[s]), a.dalpha = view(dalpha->of[s]), a.dbeta = view(dbeta->of[s]);
        a.dgamma = view(dgamma->of[s]);
        a.scratch = geometric_scratch(set, &a, true);
        set->geometric_backward(set, &a);
    }
    agree_all();
}

static const real *run_geometric(const lg_kernels *k, lg_geometric *a) {
    a->o = view(take_reals((size_t)a->S * a->Q * a->H * a->D));
    a->scratch = geometric_scratch(k, a, false);
    k->geometric(k, a);
    return a->o.data;
}

/* Tests `heads` heads of keys and values, in a full cache and in a cache that holds only visible keys. Asserts that
 * they give the same bits as rows in which each head is repeated for all query heads that read it. */
static void same_from_a_cache(const lg_kernels *k, lg_geometric a, int heads, bool bf16) {
    const size_t n = (size_t)a.S * a.Q * a.H * a.D, kept = (size_t)a.S * a.T * heads * a.D;
    const lg_view keys = take_cached(take_heads(a.k, a.S * a.T, a.H, heads, a.D), kept, bf16),
                  values = take_cached(take_heads(a.v, a.S * a.T, a.H, heads, a.D), kept, bf16);
    a.k = take_heads(keys, a.S * a.T, heads, a.H, a.D), a.v = take_heads(values, a.S * a.T, heads, a.H, a.D);
    const real *o = run_geometric(k, &a);
    a.cached = heads;
    a.layout.bf16 = bf16;
    a.k = take_cache(k, keys, true, bf16, a.S, a.T, heads, a.D);
    a.v = take_cache(k, values, false, bf16, a.S, a.T, heads, a.D);
    same_bits("o of a cache", run_geometric(k, &a), o, n);
    const tight_cache c = tight_around(a.key_begin, a.key_end, a.prefix, a.first, a.Q, a.T, bf16);
    a.layout = c.layout;
    a.k = take_tight_cache(k, c, keys, true, a.S, a.T, heads, a.D);
    a.v = take_tight_cache(k, c, values, false, a.S, a.T, heads, a.D);
    same_bits("o of a ring", run_geometric(k, &a), o, n);
}

static void try_geometric(const lg_kernels *k, int S, int T, int H, int D, geometry g) {
    begin("%s geometric S=%d T=%d H=%d D=%d normalise=%d seen=%d keep=%d accumulate=%d some=%d prefix=%d drop=%d",
          k->name, S, T, H, D, g.normalise, g.seen, g.keep, g.accumulate, g.some, g.prefix, g.drop);
    lg_geometric a = take_geometric(S, T, H, D, g);
    size_t n = (size_t)S * a.Q * H * D, pairs = (size_t)S * H * T * LG_PAD(a.Q);
    output_count = 0;
    output *o = take_output("o", n, false, 10);
    output *stop = g.keep ? take_output("stop", pairs, false, 4) : NULL;
    output *prob = g.keep ? take_output("prob", pairs, false, 4) : NULL;
    for (int s = 1; s >= 0; s--) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.o = view(o->of[s]);
        a.stop = view(stop ? stop->of[s] : NULL), a.prob = view(prob ? prob->of[s] : NULL);
        a.scratch = geometric_scratch(set, &a, false);
        set->geometric(set, &a);
    }
    if (stop) padded_lanes_are_zero("stop", stop->of[1], (size_t)S * H * T, a.Q);
    if (prob) padded_lanes_are_zero("prob", prob->of[1], (size_t)S * H * T, a.Q);
    for (int heads = 1; heads <= H && !g.keep; heads++)
        for (int bf16 = 0; H % heads == 0 && bf16 < formats_of_cache(D); bf16++) same_from_a_cache(k, a, heads, bf16);
    agree_all();
    if (g.keep) compare_geometric_backward(k, a, g);
    finish();
}

static void test_geometric(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (size_t e = 0; e < COUNT(groups); e++)
                for (int flags = 0; flags < 8; flags += 1 + (tokens[t] * columns[d] > 500)) {
                    geometry g = {.normalise = flags & 1, .keep = ~flags & 2, .accumulate = flags & 4};
                    g.seen = number++ % VISIBILITIES;
                    g.some = number / VISIBILITIES % 2;
                    g.prefix = (const int[]){0, 3, 0, 17}[number % 4];
                    g.drop = number % 5 < 2;
                    if (flags % 2 == 0 && number % 3 == 0) g.normalise = true;
                    try_geometric(k, groups[e][0], tokens[t], groups[e][1], columns[d], g);
                }
}

/* ------------------------------------------------------------------------------------------------ pair scores */

/* Inputs in which every pair of tokens has the index of a row of r. The padding of the index array has valid indices
 * too, since kernels may load the rows at these indices. */
static lg_pair_scores take_pairs(int S, int T, int H, int D, int R, bool with_w, bool some) {
    size_t row = (size_t)H * D;
    lg_pair_scores a = {.S = S, .T = T, .Q = T, .H = H, .D = D, .R = R};
    if (some) a.first = T / 3, a.Q = (T - a.first + 1) / 2;
    a.q = view(take_normal((size_t)S * a.Q * row, 1)), a.r = view(take_normal(R * row, 1));
    a.w = view(with_w ? take_normal(row, 1) : NULL);
    a.index = view(take_below((size_t)T * LG_PAD(T), R));
    return a;
}

static void try_pair_scores(const lg_kernels *k, int S, int T, int H, int D, bool with_w, bool accumulate, bool some) {
    begin("%s pair_scores S=%d T=%d H=%d D=%d w=%d accumulate=%d some=%d", k->name, S, T, H, D, with_w, accumulate,
          some);
    int R = 1 + (int)lg_random_below(&dice, 2 * T);
    double shared = 4 * sqrt(S * T) * sqrt(T);
    lg_pair_scores a = take_pairs(S, T, H, D, R, with_w, some);
    size_t row = (size_t)H * D, n = (size_t)S * a.Q * row, rows = (size_t)S * H * T;
    a.dextra = view(take_lanes(rows, a.Q, 0));
    a.dq_accumulate = accumulate;
    output_count = 0;
    output *extra = take_output("extra", rows * LG_PAD(a.Q), false, 4 * sqrt(D));
    output *dq = take_output("dq", n, accumulate, 4 * sqrt(T)), *dr = take_output("dr", R * row, true, shared);
    output *dw = with_w ? take_output("dw", row, true, shared) : NULL;
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.extra = view(extra->of[s]), a.dq = view(dq->of[s]), a.dr = view(dr->of[s]);
        a.dw = view(dw ? dw->of[s] : NULL);
        set->pair_scores(set, &a);
        set->pair_scores_backward(set, &a);
    }
    padded_lanes_are_zero("extra", extra->of[1], rows, a.Q);
    agree_all();
    finish();
}

static void test_pair_scores(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (size_t g = 0; g < COUNT(groups); g++)
                try_pair_scores(k, groups[g][0], tokens[t], groups[g][1], columns[d], (t + d + g) % 2, (d + g) % 3,
                                (t + g) % 2);
}

/* ---------------------------------------------------------------------------------------------- sinusoid scores */

/* Inputs with arbitrary angles: kernels do not require sines and cosines. */
static lg_sinusoid_scores take_sinusoids(int S, int T, int H, int D, int N, bool some) {
    const size_t row = (size_t)H * D;
    lg_sinusoid_scores a = {.S = S, .T = T, .Q = T, .H = H, .D = D, .N = N};
    if (some) a.first = T / 3, a.Q = (T - a.first + 1) / 2;
    a.q = view(take_normal((size_t)S * a.Q * row, 1)), a.w = view(take_normal(row, 1));
    a.map = view(take_normal(N * row, 1)), a.angles = view(take_normal((size_t)T * N, 1));
    a.dextra = view(take_lanes((size_t)S * H * T, a.Q, 0));
    return a;
}

static void score_sinusoids(const lg_kernels *k, lg_sinusoid_scores a) {
    a.scratch = view(take(k->sinusoid_scratch(k, &a)));
    k->sinusoid_scores(k, &a);
    k->sinusoid_scores_backward(k, &a);
}

static void try_sinusoids(const lg_kernels *k, int S, int T, int H, int D, int number) {
    const int N = 2 + 2 * (number % 5);
    begin("%s sinusoid_scores S=%d T=%d H=%d D=%d number=%d", k->name, S, T, H, D, number);
    lg_sinusoid_scores a = take_sinusoids(S, T, H, D, N, number % 2);
    const size_t row = (size_t)H * D, n = S * a.Q * row, rows = (size_t)S * H * T;
    const double slack = 16 * sqrt(D * N), back = 16 * sqrt(T * N), shared = back * sqrt(D * S * T);
    a.dq_accumulate = number % 3 == 0;
    output_count = 0;
    output *extra = take_output("extra", rows * LG_PAD(a.Q), false, slack);
    output *dq = take_output("dq", n, a.dq_accumulate, back), *dw = take_output("dw", row, true, shared);
    output *dmap = take_output("dmap", N * row, true, shared);
    for (int s = 0; s < 2; s++) {
        a.extra = view(extra->of[s]), a.dq = view(dq->of[s]), a.dw = view(dw->of[s]), a.dmap = view(dmap->of[s]);
        score_sinusoids(s ? k : &lg_kernels_ref, a);
    }
    padded_lanes_are_zero("extra", extra->of[1], rows, a.Q);
    agree_all();
    finish();
}

static void test_sinusoids(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (size_t g = 0; g < COUNT(groups); g++)
                try_sinusoids(k, groups[g][0], tokens[t], groups[g][1], columns[d], number++);
}

/* ------------------------------------------------------------------------------------------ contextual positions */

static bool has_key(const lg_contextual_scores *a, int s, int i, int j) {
    const int32_t *begins = a->key_begin.data, *ends = a->key_end.data;
    const lg_keys keys = lg_keys_within(a->span, s, a->T);
    return j >= keys.begin && j < keys.end && (!ends || j < ends[i]) && (!begins || j < a->prefix || j >= begins[i]);
}

/* Is a position of this query so near to an integer that rounding decides which two vectors are mixed? At an integer,
 * scores have a kink and two gradients. */
static bool is_at_bend(const lg_contextual_scores *a, int s, int h, int i) {
    const real *q = (const real *)a->q.data + ((size_t)(s * a->Q + i) * a->H + h) * a->D;
    double position = 0;
    for (int j = a->T - 1; j >= 0; j--) {
        const real *k = (const real *)a->k.data + ((size_t)(s * a->T + j) * a->H + h) * a->D;
        double score = 0;
        if (!has_key(a, s, a->first + i, j)) continue;
        for (int d = 0; d < a->D; d++) score += (double)q[d] * k[d];
        position += 1 / (1 + exp(-score / sqrt(a->D)));
        if (fabs(position - rint(position)) < (sizeof(real) == 8 ? 1e-13 : 4e-7) * a->T) return true;
    }
    return false;
}

/* Clears the gradients of queries at a kink, where kernels may take either side. */
static void clear_bends(const lg_contextual_scores *a) {
    real *dextra = a->dextra.data;
    for (int e = 0; e < a->S * a->H * a->Q; e++) {
        const int s = e / a->Q / a->H, h = e / a->Q % a->H, i = e % a->Q;
        if (!is_at_bend(a, s, h, i)) continue;
        for (int j = 0; j < a->T; j++) dextra[((size_t)(s * a->H + h) * a->T + j) * LG_PAD(a->Q) + i] = 0;
    }
}

/* Queries, keys and ranges for an op that computes scores. */
static lg_attention take_scored(int S, int T, int H, int D, int number) {
    terms t = {.seen = number % VISIBILITIES, .some = number % 3 == 1, .span = number % 4 == 2};
    t.prefix = (const int[]){0, 3, 0, 17, 1}[number % 7 % 5];
    return take_attention(S, T, H, D, t);
}

/* Keys outside of spans are NaN. */
static lg_contextual_scores take_contextual(int S, int T, int H, int D, int number) {
    const size_t row = (size_t)H * D;
    const lg_attention x = take_scored(S, T, H, D, number);
    lg_contextual_scores a = {.S = S, .T = T, .Q = x.Q, .first = x.first, .H = H, .D = D, .prefix = x.prefix};
    a.P = 1 + (int)lg_random_below(&dice, T);
    a.q = x.q, a.k = x.k, a.span = x.span, a.key_begin = x.key_begin, a.key_end = x.key_end;
    a.e = view(take_normal((a.P + 1) * (size_t)D, 1));
    a.scale = number % 2 ? x.scale : view(NULL);
    a.dextra = view(take_lanes(S * row / (size_t)D * T, a.Q, 0));
    clear_bends(&a);
    return a;
}

static lg_view contextual_scratch(const lg_kernels *k, const lg_contextual_scores *a, bool backward) {
    return view(take(k->contextual_scratch(k, a, backward)));
}

static const real *run_contextual(const lg_kernels *k, lg_contextual_scores *a) {
    a->extra = view(take_reals((size_t)a->S * a->H * a->T * LG_PAD(a->Q)));
    a->scratch = contextual_scratch(k, a, false);
    k->contextual_scores(k, a);
    return a->extra.data;
}

static void same_from_cached_keys(const lg_kernels *k, lg_contextual_scores a, int heads, bool bf16) {
    const size_t pairs = (size_t)a.S * a.H * a.T * LG_PAD(a.Q);
    const lg_view keys =
        take_cached(take_heads(a.k, a.S * a.T, a.H, heads, a.D), (size_t)a.S * a.T * heads * a.D, bf16);
    a.k = take_heads(keys, a.S * a.T, heads, a.H, a.D);
    const real *extra = run_contextual(k, &a);
    a.cached = heads, a.layout.bf16 = bf16;
    a.k = take_cache(k, keys, true, bf16, a.S, a.T, heads, a.D);
    same_bits("extra of a cache", run_contextual(k, &a), extra, pairs);
    const tight_cache c = tight_around(a.key_begin, a.key_end, a.prefix, a.first, a.Q, a.T, bf16);
    a.layout = c.layout;
    a.k = take_tight_cache(k, c, keys, true, a.S, a.T, heads, a.D);
    same_bits("extra of a ring", run_contextual(k, &a), extra, pairs);
}

static void try_contextual(const lg_kernels *k, int S, int T, int H, int D, int number) {
    begin("%s contextual_scores S=%d T=%d H=%d D=%d number=%d", k->name, S, T, H, D, number);
    lg_contextual_scores a = take_contextual(S, T, H, D, number);
    const bool accumulate = number % 5 % 2;
    const double slack = 16 * T * sqrt(D);
    const size_t row = (size_t)H * D, rows = (size_t)S * H * T;
    a.dq_accumulate = a.dk_accumulate = accumulate;
    output_count = 0;
    output *extra = take_output("extra", rows * LG_PAD(a.Q), false, slack);
    output *dq = take_output("dq", S * a.Q * row, accumulate, slack),
           *dk = take_output("dk", S * T * row, accumulate, slack);
    output *de = take_output("de", (a.P + 1) * (size_t)D, true, slack * sqrt(S * T * H));
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.extra = view(extra->of[s]), a.dq = view(dq->of[s]), a.dk = view(dk->of[s]), a.de = view(de->of[s]);
        a.scratch = contextual_scratch(set, &a, false);
        set->contextual_scores(set, &a);
        a.scratch = contextual_scratch(set, &a, true);
        set->contextual_scores_backward(set, &a);
    }
    padded_lanes_are_zero("extra", extra->of[1], rows, a.Q);
    for (int heads = 1; heads <= H; heads++)
        for (int bf16 = 0; H % heads == 0 && bf16 < formats_of_cache(D); bf16++)
            same_from_cached_keys(k, a, heads, bf16);
    agree_all();
    finish();
}

static void test_contextual(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (size_t g = 0; g < COUNT(groups); g++)
                try_contextual(k, groups[g][0], tokens[t], groups[g][1], columns[d], number++);
}

/* --------------------------------------------------------------------------------------------- clipped distances */

/* Ascending positions in steps of 0 to 2, or positions in any order; rotations of all lengths. Keys outside of spans
 * are NaN. */
static lg_clipped_scores take_clipped(int S, int T, int H, int D, int number) {
    const lg_attention x = take_scored(S, T, H, D, number);
    lg_clipped_scores a = {.S = S, .T = T, .Q = x.Q, .first = x.first, .H = H, .D = D, .prefix = x.prefix};
    real *position = take_reals(T);
    for (int i = 0; i < T; i++)
        position[i] = number % 5 == 4 ? (real)lg_random_below(&dice, T) : (i ? position[i - 1] : 0) + (real)(i % 3);
    a.position = view(position);
    a.width = (real)lg_random_below(&dice, T / 2 + 1);
    a.pairs = number % 3 ? D / 2 : (D / 2 + 1) / 2, a.halves = number % 2;
    a.cosine = view(take_normal((T + 1) * (size_t)a.pairs, 0.7));
    a.sine = view(take_normal((T + 1) * (size_t)a.pairs, 0.7));
    a.q = x.q, a.k = x.k, a.span = x.span, a.key_begin = x.key_begin, a.key_end = x.key_end;
    if (number % 11 == 3) a.key_begin = a.key_end = view(NULL);
    a.dextra = view(take_lanes((size_t)S * H * T, a.Q, NAN));
    return a;
}

static lg_view clipped_scratch(const lg_kernels *k, const lg_clipped_scores *a, bool backward) {
    return view(take(k->clipped_scratch(k, a, backward)));
}

static const real *run_clipped(const lg_kernels *k, lg_clipped_scores *a) {
    a->extra = view(take_reals((size_t)a->S * a->H * a->T * LG_PAD(a->Q)));
    a->scratch = clipped_scratch(k, a, false);
    k->clipped_scores(k, a);
    return a->extra.data;
}

static void same_from_clipped_cache(const lg_kernels *k, lg_clipped_scores a, int heads, bool bf16) {
    const size_t pairs = (size_t)a.S * a.H * a.T * LG_PAD(a.Q);
    const lg_view keys =
        take_cached(take_heads(a.k, a.S * a.T, a.H, heads, a.D), (size_t)a.S * a.T * heads * a.D, bf16);
    a.k = take_heads(keys, a.S * a.T, heads, a.H, a.D);
    const real *extra = run_clipped(k, &a);
    a.cached = heads, a.layout.bf16 = bf16;
    a.k = take_cache(k, keys, true, bf16, a.S, a.T, heads, a.D);
    same_bits("extra of a cache", run_clipped(k, &a), extra, pairs);
    const tight_cache c = tight_around(a.key_begin, a.key_end, a.prefix, a.first, a.Q, a.T, bf16);
    a.layout = c.layout;
    a.k = take_tight_cache(k, c, keys, true, a.S, a.T, heads, a.D);
    same_bits("extra of a ring", run_clipped(k, &a), extra, pairs);
}

/* Asserts that the scores of pairs within the width are exactly +0. */
static void near_pairs_are_zero(const lg_clipped_scores *a) {
    const real *extra = a->extra.data, *p = a->position.data;
    for (int row = 0; row < a->S * a->H * a->T; row++)
        for (int i = 0; i < a->Q; i++) {
            const real x = extra[(size_t)row * LG_PAD(a->Q) + i];
            if (fabs(p[a->first + i] - p[row % a->T]) <= a->width && (x != 0 || signbit(x)))
                fail_msg("%s: a pair at the distance %g has %g", trial, p[a->first + i] - p[row % a->T], x);
        }
}

static void try_clipped(const lg_kernels *k, int S, int T, int H, int D, int number) {
    begin("%s clipped_scores S=%d T=%d H=%d D=%d number=%d", k->name, S, T, H, D, number);
    lg_clipped_scores a = take_clipped(S, T, H, D, number);
    const bool accumulate = number % 5 % 2;
    const double slack = 16 * sqrt(D), sums = slack * sqrt(T);
    const size_t row = (size_t)H * D, rows = (size_t)S * H * T;
    a.dq_accumulate = a.dk_accumulate = accumulate;
    output_count = 0;
    output *extra = take_output("extra", rows * LG_PAD(a.Q), false, slack);
    output *dq = take_output("dq", S * a.Q * row, accumulate, sums),
           *dk = take_output("dk", S * T * row, accumulate, sums);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        a.extra = view(extra->of[s]), a.dq = view(dq->of[s]), a.dk = view(dk->of[s]);
        a.scratch = clipped_scratch(set, &a, false);
        set->clipped_scores(set, &a);
        near_pairs_are_zero(&a);
        a.scratch = clipped_scratch(set, &a, true);
        set->clipped_scores_backward(set, &a);
    }
    padded_lanes_are_zero("extra", extra->of[1], rows, a.Q);
    for (int heads = 1; heads <= H; heads++)
        for (int bf16 = 0; H % heads == 0 && bf16 < formats_of_cache(D); bf16++)
            same_from_clipped_cache(k, a, heads, bf16);
    agree_all();
    finish();
}

static void test_clipped(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (size_t g = 0; g < COUNT(groups); g++, number++)
                if (columns[d] > 1) try_clipped(k, groups[g][0], tokens[t], groups[g][1], columns[d], number);
}

/* ---------------------------------------------------------------------------------------- interpolated distances */

static lg_interpolated_bias take_interpolated(int T, int H, int F) {
    lg_interpolated_bias l = {.T = T, .H = H, .F = F, .threshold = T / 2.0 + 0.25, .epsilon = 1e-6};
    real *position = take_reals(T), *distance = take_lanes(T, T, NAN);
    for (int i = 0; i < T; i++) position[i] = i - (T > 9 ? 2 : 0);
    for (int e = 0; e < T * LG_PAD(T); e++)
        if (e % LG_PAD(T) < T) distance[e] = abs(e % LG_PAD(T) - e / LG_PAD(T));
    l.position = view(position), l.distance = view(distance);
    l.c = view(take_normal(1, 1)), l.m = view(take_normal(1, 1));
    l.w1 = view(take_normal(F, 1)), l.b1 = view(take_normal(F, 1));
    l.w2 = view(take_normal((size_t)F * H, 1)), l.b2 = view(take_normal(H, 1));
    l.dy = view(take_lanes((size_t)H * T, T, NAN));
    return l;
}

static void try_interpolated(const lg_kernels *k, int T, int H, int F) {
    begin("%s interpolated_bias T=%d H=%d F=%d", k->name, T, H, F);
    lg_interpolated_bias l = take_interpolated(T, H, F);
    const double slack = 64 * sqrt(F), shared = slack * T * sqrt(H);
    output_count = 0;
    output *y = take_output("y", (size_t)H * T * LG_PAD(T), false, slack);
    output *dc = take_output("dc", 1, true, shared * T), *dm = take_output("dm", 1, true, shared * T);
    output *dw1 = take_output("dw1", F, true, shared), *db1 = take_output("db1", F, true, shared);
    output *dw2 = take_output("dw2", (size_t)F * H, true, shared), *db2 = take_output("db2", H, true, shared);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : &lg_kernels_ref;
        l.y = view(y->of[s]), l.dc = view(dc->of[s]), l.dm = view(dm->of[s]), l.dw1 = view(dw1->of[s]);
        l.db1 = view(db1->of[s]), l.dw2 = view(dw2->of[s]), l.db2 = view(db2->of[s]);
        l.scratch = view(take(set->interpolated_scratch(set, &l)));
        set->interpolated_bias(set, &l);
        set->interpolated_bias_backward(set, &l);
    }
    padded_lanes_are_zero("y", y->of[1], (size_t)H * T, T);
    agree_all();
    finish();
}

static void test_interpolated(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (int H = 1; H < 10; H += 4) try_interpolated(k, tokens[t], H, 1 + 5 * (int)t);
}

/* -------------------------------------------------------------------------------------------- batch invariance
 * A batch of three sequences gives the same bits as each sequence alone in arrays of its own. */
enum { BATCH = 3 };

/* Sequence b of an array with n elements per sequence; the whole array if b = -1. */
static lg_view part(lg_view x, int b, size_t n) {
    if (!x.data || b < 0) return x;
    return view(take_copy((real *)x.data + b * n, n * sizeof(real)));
}

/* A new output array. The call for the whole batch (b < 0) stores it in *whole. The result of a call for one sequence
 * is compared with its part of *whole. */
static lg_view fresh(real **whole, int b, size_t n) {
    real *x = take_reals(b < 0 ? BATCH * n : n);
    if (b < 0) *whole = x;
    return view(x);
}

static void try_attention_batch(const lg_kernels *k, int T, int H, int D, terms t) {
    begin("%s attention in batches T=%d H=%d D=%d u=%d w=%d r=%d extra=%d bias=%d seen=%d keep=%d span=%d cross=%d "
          "prefix=%d drop=%d shared=%d",
          k->name, T, H, D, t.u, t.w, t.r, t.extra, t.bias, t.seen, t.keep, t.span, t.cross, t.prefix, t.drop,
          t.shared);
    const lg_attention all = take_attention(BATCH, T, H, D, t);
    size_t row = (size_t)H * D, n = T * row, nq = all.Q * row, pairs = (size_t)H * T * LG_PAD(all.Q);
    lg_view d_o = view(take_normal(BATCH * nq, 1));
    lg_view du = view(take_normal(row, 1)), dw = view(take_normal(row, 1)),
            dr = view(take_normal((2 * T - 1) * row, 1));
    lg_view dbias = view(all.bias.data ? take_normal(bias_elements(&all), 1) + bias_origin(&all) : NULL);
    real *o = NULL, *weights = NULL, *dq = NULL, *dk = NULL, *dv = NULL, *dextra = NULL;
    for (int b = -1; b < BATCH; b++) {
        lg_attention a = all;
        a.S = b < 0 ? BATCH : 1;
        if (b > 0) a.dropout.sequence += (uint32_t)b;
        a.q = part(all.q, b, nq), a.k = part(all.k, t.shared ? -1 : b, n), a.v = part(all.v, t.shared ? -1 : b, n);
        a.extra = part(all.extra, b, pairs);
        if (b > 0) a.bias = lg_view_at(a.bias, b * a.bias_sequence * sizeof(real));
        if (b > 0) a.classes = lg_view_at(a.classes, b * a.class_sequence * sizeof(int32_t));
        if (a.span.data && b > 0) a.span = lg_view_at(a.span, (size_t)b * 2 * sizeof(int32_t));
        a.o = fresh(&o, b, nq);
        if (t.keep) take_kept(&a);
        a.scratch = attention_scratch(k, &a, false);
        k->attention(k, &a);
        if (b >= 0) same_bits("o", a.o.data, o + b * nq, nq);
        if (!t.keep) continue;
        const lg_view p = fresh(&weights, b, pairs);
        take_weights(&a, p.data);
        a.d_o = part(d_o, b, nq);
        a.dq = fresh(&dq, b, nq), a.dk = fresh(&dk, b, n), a.dv = fresh(&dv, b, n);
        a.dk_accumulate = a.dv_accumulate = t.shared;
        if (a.u.data) a.du = du;
        if (a.w.data) a.dw = dw;
        if (a.r.data) a.dr = dr;
        a.dbias = dbias;
        if (a.extra.data) a.dextra = fresh(&dextra, b, pairs);
        a.scratch = attention_scratch(k, &a, true);
        k->attention_backward(k, &a);
        if (b < 0) continue;
        same_bits("P", p.data, weights + b * pairs, pairs);
        same_bits("dq", a.dq.data, dq + b * nq, nq);
        if (!t.shared) same_bits("dk", a.dk.data, dk + b * n, n);
        if (!t.shared) same_bits("dv", a.dv.data, dv + b * n, n);
        if (a.extra.data) same_bits("dextra", a.dextra.data, dextra + b * pairs, pairs);
    }
    finish();
}

static void test_attention_batch(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (int turn = 0; turn < 2; turn++, number += 509)
                try_attention_batch(k, tokens[t], 1 + 2 * turn, columns[d], terms_of(number % TERMS));
}

static void try_geometric_batch(const lg_kernels *k, int T, int H, int D, geometry g) {
    begin("%s geometric in batches T=%d H=%d D=%d normalise=%d seen=%d some=%d drop=%d", k->name, T, H, D, g.normalise,
          g.seen, g.some, g.drop);
    const lg_geometric all = take_geometric(BATCH, T, H, D, g);
    size_t row = (size_t)H * D, n = T * row, nq = all.Q * row;
    size_t sides = (size_t)all.Q * 2 * H, pairs = (size_t)H * T * LG_PAD(all.Q);
    lg_view d_o = view(take_normal(BATCH * nq, 1)), dc = view(take_normal(row, 1));
    lg_view dalpha = view(take_normal(1, 1)), dbeta = view(take_normal(1, 1)), dgamma = view(take_normal(1, 1));
    real *o = NULL, *stop = NULL, *prob = NULL, *dq = NULL, *dk = NULL, *dv = NULL, *dd = NULL;
    for (int b = -1; b < BATCH; b++) {
        lg_geometric a = all;
        a.S = b < 0 ? BATCH : 1;
        a.q = part(all.q, b, nq), a.k = part(all.k, b, n), a.v = part(all.v, b, n), a.d_o = part(d_o, b, nq);
        a.direction = part(all.direction, b, sides);
        if (b > 0) a.dropout.sequence += (uint32_t)b;
        a.o = fresh(&o, b, nq), a.stop = fresh(&stop, b, pairs), a.prob = fresh(&prob, b, pairs);
        a.scratch = geometric_scratch(k, &a, false);
        k->geometric(k, &a);
        a.dq = fresh(&dq, b, nq), a.dk = fresh(&dk, b, n), a.dv = fresh(&dv, b, n), a.ddirection = fresh(&dd, b, sides);
        a.dc = dc, a.dalpha = dalpha, a.dbeta = dbeta, a.dgamma = dgamma;
        a.scratch = geometric_scratch(k, &a, true);
        k->geometric_backward(k, &a);
        if (b < 0) continue;
        same_bits("o", a.o.data, o + b * nq, nq);
        same_bits("dq", a.dq.data, dq + b * nq, nq);
        same_bits("dk", a.dk.data, dk + b * n, n);
        same_bits("dv", a.dv.data, dv + b * n, n);
        same_bits("ddirection", a.ddirection.data, dd + b * sides, sides);
    }
    finish();
}

static void test_geometric_batch(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            try_geometric_batch(
                k, tokens[t], 1 + t % 3, columns[d],
                (geometry){.normalise = d % 2, .seen = (t + d) % VISIBILITIES, .some = d / 2 % 2, .drop = t % 2});
}

static void try_pair_batch(const lg_kernels *k, int T, int H, int D) {
    begin("%s pair_scores in batches T=%d H=%d D=%d", k->name, T, H, D);
    const lg_pair_scores all = take_pairs(BATCH, T, H, D, T + 1, true, T % 2);
    size_t row = (size_t)H * D, n = all.Q * row, pairs = (size_t)H * T * LG_PAD(all.Q);
    lg_view dextra = view(take_lanes((size_t)BATCH * H * T, all.Q, 0));
    lg_view dw = view(take_normal(row, 1)), dr = view(take_normal((T + 1) * row, 1));
    real *extra = NULL, *dq = NULL;
    for (int b = -1; b < BATCH; b++) {
        lg_pair_scores a = all;
        a.S = b < 0 ? BATCH : 1;
        a.q = part(all.q, b, n), a.dextra = part(dextra, b, pairs);
        a.extra = fresh(&extra, b, pairs), a.dq = fresh(&dq, b, n), a.dw = dw, a.dr = dr;
        k->pair_scores(k, &a);
        k->pair_scores_backward(k, &a);
        if (b < 0) continue;
        same_bits("extra", a.extra.data, extra + b * pairs, pairs);
        same_bits("dq", a.dq.data, dq + b * n, n);
    }
    finish();
}

static void try_sinusoid_batch(const lg_kernels *k, int T, int H, int D) {
    begin("%s sinusoid_scores in batches T=%d H=%d D=%d", k->name, T, H, D);
    const lg_sinusoid_scores all = take_sinusoids(BATCH, T, H, D, 6, T % 2);
    const size_t row = (size_t)H * D, n = all.Q * row, pairs = (size_t)H * T * LG_PAD(all.Q);
    const lg_view dw = view(take_normal(row, 1)), dmap = view(take_normal(6 * row, 1));
    real *extra = NULL, *dq = NULL;
    for (int b = -1; b < BATCH; b++) {
        lg_sinusoid_scores a = all;
        a.S = b < 0 ? BATCH : 1;
        a.q = part(all.q, b, n), a.dextra = part(all.dextra, b, pairs);
        a.extra = fresh(&extra, b, pairs), a.dq = fresh(&dq, b, n), a.dw = dw, a.dmap = dmap;
        score_sinusoids(k, a);
        if (b < 0) continue;
        same_bits("extra", a.extra.data, extra + b * pairs, pairs);
        same_bits("dq", a.dq.data, dq + b * n, n);
    }
    finish();
}

static void test_sinusoid_batch(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++) try_sinusoid_batch(k, tokens[t], 1 + t % 3, columns[d]);
}

/* The scores of a query that is processed alone are the same as among all queries. */
static void test_sinusoid_query(const lg_kernels *k) {
    enum { T = 21, H = 2, D = 5, N = 6 };
    begin("%s sinusoid_scores of a query", k->name);
    lg_sinusoid_scores all = take_sinusoids(1, T, H, D, N, false);
    real *extra = take_reals((size_t)H * T * LG_PAD(T)), *one = take_reals((size_t)H * T * LG_PAD(1));
    all.extra = view(extra), all.scratch = view(take(k->sinusoid_scratch(k, &all)));
    k->sinusoid_scores(k, &all);
    for (int i = 0; i < T; i++) {
        lg_sinusoid_scores a = all;
        a.Q = 1, a.first = i, a.extra = view(one);
        a.q.data = (real *)all.q.data + (size_t)i * H * D;
        k->sinusoid_scores(k, &a);
        for (int j = 0; j < H * T; j++) same_bits("extra", one + j * LG_PAD(1), extra + (size_t)j * LG_PAD(T) + i, 1);
    }
    finish();
}

static void try_contextual_batch(const lg_kernels *k, int T, int H, int D, int number) {
    begin("%s contextual_scores in batches T=%d H=%d D=%d number=%d", k->name, T, H, D, number);
    const lg_contextual_scores all = take_contextual(BATCH, T, H, D, number);
    const size_t row = (size_t)H * D, n = all.Q * row, keys = T * row, pairs = (size_t)H * T * LG_PAD(all.Q);
    const lg_view de = view(take_normal((all.P + 1) * (size_t)D, 1));
    real *extra = NULL, *dq = NULL, *dk = NULL;
    for (int b = -1; b < BATCH; b++) {
        lg_contextual_scores a = all;
        a.S = b < 0 ? BATCH : 1;
        a.q = part(all.q, b, n), a.k = part(all.k, b, keys), a.dextra = part(all.dextra, b, pairs);
        if (b > 0) a.span = lg_view_at(all.span, (size_t)b * 2 * sizeof(int32_t));
        a.extra = fresh(&extra, b, pairs), a.dq = fresh(&dq, b, n), a.dk = fresh(&dk, b, keys), a.de = de;
        a.scratch = contextual_scratch(k, &a, true);
        k->contextual_scores(k, &a);
        k->contextual_scores_backward(k, &a);
        if (b < 0) continue;
        same_bits("extra", a.extra.data, extra + b * pairs, pairs);
        same_bits("dq", a.dq.data, dq + b * n, n);
        same_bits("dk", a.dk.data, dk + b * keys, keys);
    }
    finish();
}

static void test_contextual_batch(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            try_contextual_batch(k, tokens[t], 1 + t % 3, columns[d], (int)(t * COUNT(columns) + d));
}

static void try_clipped_batch(const lg_kernels *k, int T, int H, int D, int number) {
    begin("%s clipped_scores in batches T=%d H=%d D=%d number=%d", k->name, T, H, D, number);
    const lg_clipped_scores all = take_clipped(BATCH, T, H, D, number);
    const size_t row = (size_t)H * D, n = all.Q * row, keys = T * row, pairs = (size_t)H * T * LG_PAD(all.Q);
    real *extra = NULL, *dq = NULL, *dk = NULL;
    for (int b = -1; b < BATCH; b++) {
        lg_clipped_scores a = all;
        a.S = b < 0 ? BATCH : 1;
        a.q = part(all.q, b, n), a.k = part(all.k, b, keys), a.dextra = part(all.dextra, b, pairs);
        if (b > 0) a.span = lg_view_at(all.span, (size_t)b * 2 * sizeof(int32_t));
        a.extra = fresh(&extra, b, pairs), a.dq = fresh(&dq, b, n), a.dk = fresh(&dk, b, keys);
        a.scratch = clipped_scratch(k, &a, true);
        k->clipped_scores(k, &a);
        k->clipped_scores_backward(k, &a);
        if (b < 0) continue;
        same_bits("extra", a.extra.data, extra + b * pairs, pairs);
        same_bits("dq", a.dq.data, dq + b * n, n);
        same_bits("dk", a.dk.data, dk + b * keys, keys);
    }
    finish();
}

static void test_clipped_batch(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            if (columns[d] > 1) try_clipped_batch(k, tokens[t], 1 + t % 3, columns[d], (int)(t * COUNT(columns) + d));
}

static void test_pair_batch(const lg_kernels *k) {
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++) try_pair_batch(k, tokens[t], 1 + t % 3, columns[d]);
}

/* ------------------------------------------------------------------------------------------------- padding
 * A sequence of T tokens has the same bits alone, and in a batch where it is padded with garbage. */

/* Copies `rows` rows of `row` elements from x to y. Does nothing if there is no x. */
static void copy_rows(lg_view y, lg_view x, int rows, size_t row) {
    if (x.data) memcpy(y.data, x.data, rows * row * sizeof(real));
}

/* Copies the pairs (h,j,i) of a key-major array of one sequence from T tokens to T2. */
static void copy_pairs(real *y, const real *x, int H, int T, int T2) {
    for (int h = 0; h < H; h++)
        for (int j = 0; j < T; j++) memcpy(y + (h * T2 + j) * LG_PAD(T2), x + (h * T + j) * LG_PAD(T), T * sizeof *y);
}

static void copy_bias(const lg_attention *to, const lg_attention *from) {
    const int T = from->T;
    for (int h = 0; h < (from->bias_head ? from->H : 1); h++)
        for (int j = 0; j < T; j++)
            for (int i = 0; i < T; i++)
                ((real *)to->bias.data)[h * to->bias_head + j * to->bias_key + i] =
                    ((const real *)from->bias.data)[h * from->bias_head + j * from->bias_key + i];
}

/* Arrays that all sequences share. */
static void copy_shared(const lg_attention *to, const lg_attention *from) {
    const int T = from->T, row = from->H * from->D;
    copy_rows(to->scale, from->scale, T, 1);
    copy_rows(to->u, from->u, 1, row);
    copy_rows(to->w, from->w, 1, row);
    copy_rows(to->slope, from->slope, from->H, 1);
    copy_rows(to->pair_keys, from->pair_keys, from->C, from->D);
    copy_rows(to->pair_values, from->pair_values, from->C, from->D);
    for (int e = 0; from->classes.data && e < T * T; e++)
        ((int32_t *)to->classes.data)[e / T * to->class_key + e % T] =
            ((const int32_t *)from->classes.data)[e / T * from->class_key + e % T];
    copy_rows(lg_view_at(to->r, (to->T - T) * row * sizeof(real)), from->r, 2 * T - 1, row);
    if (from->bias.data) copy_bias(to, from);
    if (from->key_begin.data) memcpy(to->key_begin.data, from->key_begin.data, T * sizeof(int32_t));
    if (from->key_end.data) memcpy(to->key_end.data, from->key_end.data, T * sizeof(int32_t));
}

/* Copies the only sequence of `from` into sequence s of `to`, with the same visible keys. */
static void copy_sequence(const lg_attention *to, const lg_attention *from, int s) {
    const int T = from->T, T2 = to->T, row = from->H * from->D;
    const size_t begin = (size_t)s * T2 * row * sizeof(real);
    copy_rows(lg_view_at(to->q, begin), from->q, T, row);
    copy_rows(lg_view_at(to->k, begin), from->k, T, row);
    copy_rows(lg_view_at(to->v, begin), from->v, T, row);
    for (int e = T * row; e < T2 * row; e++)
        ((real *)to->k.data)[s * T2 * row + e] = ((real *)to->v.data)[s * T2 * row + e] = NAN;
    if (from->extra.data)
        copy_pairs((real *)to->extra.data + (size_t)s * from->H * T2 * LG_PAD(T2), from->extra.data, from->H, T, T2);
    memcpy((int32_t *)to->span.data + 2 * s, (int32_t[]){0, T}, 2 * sizeof(int32_t));
}

/* Runs the forward and the backward pass; the output arrays stay in a. The gradient of outputs is d_o for the T tokens
 * of sequence s, zero for its padding, and random for other sequences. */
static void run_both(const lg_kernels *k, lg_attention *a, terms t, const real *d_o, int s, int T) {
    const size_t row = (size_t)a->H * a->D, n = (size_t)a->S * a->T * row, own = a->T * row;
    if (t.keep) take_kept(a);
    run_attention(k, a);
    if (!t.keep) return;
    real *given = take_normal(n, 1);
    memset(given + s * own, 0, own * sizeof *given);
    memcpy(given + s * own, d_o, T * row * sizeof *given);
    a->d_o = view(given);
    a->dq = view(take_reals(n)), a->dk = view(take_reals(n)), a->dv = view(take_reals(n));
    if (a->u.data) a->du = view(memset(take_reals(row), 0, row * sizeof(real)));
    if (a->w.data) a->dw = view(memset(take_reals(row), 0, row * sizeof(real)));
    const size_t offsets = (2 * a->T - 1) * row, places = a->bias.data ? bias_elements(a) : 0;
    if (a->r.data) a->dr = view(memset(take_reals(offsets), 0, offsets * sizeof(real)));
    const size_t classes = CLASSES * (size_t)a->D;
    if (a->pair_keys.data) a->dpair_keys = view(memset(take_reals(classes), 0, classes * sizeof(real)));
    if (a->pair_values.data) a->dpair_values = view(memset(take_reals(classes), 0, classes * sizeof(real)));
    if (a->extra.data) a->dextra = view(take_reals((size_t)a->S * a->H * a->T * LG_PAD(a->T)));
    if (places) a->dbias = view((real *)memset(take_reals(places), 0, places * sizeof(real)) + bias_origin(a));
    a->scratch = attention_scratch(k, a, true);
    k->attention_backward(k, a);
}

static void expect_zeros(const char *name, const real *x, size_t n) {
    for (size_t e = 0; e < n; e++)
        if (x[e] != 0) fail_msg("%s: %s has %g where a key is out of the span", trial, name, (double)x[e]);
}

/* Asserts equal numbers. Only the sign of a zero may differ: for a hidden pair, the sign depends on the other keys that
 * a block of queries sees. */
static void same_pairs(const char *name, const real *got, const real *want, size_t n) {
    for (size_t e = 0; e < n; e++)
        if (got[e] != want[e])
            fail_msg("%s: %s[%zu] = %.9g, not %.9g", trial, name, e, (double)got[e], (double)want[e]);
}

/* Asserts that sequence s of `padded` has the results of `alone`. */
static void same_sequence(const lg_attention *alone, const lg_attention *padded, int s, bool keep) {
    const int T = alone->T, T2 = padded->T;
    const size_t row = (size_t)alone->H * alone->D, n = T * row, own = s * T2 * row, rest = (T2 - T) * row;
    same_bits("o", (real *)padded->o.data + own, alone->o.data, n);
    if (!keep) return;
    same_bits("dq", (real *)padded->dq.data + own, alone->dq.data, n);
    same_bits("dk", (real *)padded->dk.data + own, alone->dk.data, n);
    same_bits("dv", (real *)padded->dv.data + own, alone->dv.data, n);
    expect_zeros("dk", (real *)padded->dk.data + own + n, rest);
    expect_zeros("dv", (real *)padded->dv.data + own + n, rest);
    const real *dextra = padded->dextra.data;
    for (int hj = 0; dextra && hj < alone->H * T; hj++)
        same_pairs("dextra", dextra + ((size_t)(s * alone->H + hj / T) * T2 + hj % T) * LG_PAD(T2),
                   (real *)alone->dextra.data + (size_t)hj * LG_PAD(T), T);
}

/* Compares the gradients of shared arrays; `padded` must have no other sequence. */
static void same_shared(const lg_attention *alone, const lg_attention *padded, bool monotone) {
    const int T = alone->T, row = alone->H * alone->D;
    if (alone->du.data) same_bits("du", padded->du.data, alone->du.data, row);
    if (alone->dw.data) same_bits("dw", padded->dw.data, alone->dw.data, row);
    if (alone->dr.data)
        same_bits("dr", (real *)padded->dr.data + (padded->T - T) * row, alone->dr.data, (2 * T - 1) * row);
    const int classes = CLASSES * alone->D;
    if (alone->dpair_keys.data) same_bits("dpair_keys", padded->dpair_keys.data, alone->dpair_keys.data, classes);
    if (alone->dpair_values.data)
        same_bits("dpair_values", padded->dpair_values.data, alone->dpair_values.data, classes);
    const bool toeplitz = alone->bias_key < 0;
    if (!alone->dbias.data || (toeplitz && !monotone)) return;
    const real *dbias = alone->dbias.data, *got = padded->dbias.data;
    for (int h = 0; h < (alone->bias_head ? alone->H : 1); h++, dbias += alone->bias_head, got += padded->bias_head) {
        if (toeplitz) same_bits("dbias", got - (T - 1), dbias - (T - 1), 2 * T - 1);
        for (int j = 0; !toeplitz && j < T; j++)
            same_bits("dbias", got + j * padded->bias_key, dbias + j * alone->bias_key, T);
    }
}

static void try_padded(const lg_kernels *k, int T, int T2, int H, int D, terms t) {
    begin("%s padded attention T=%d to %d H=%d D=%d u=%d w=%d r=%d extra=%d bias=%d seen=%d keep=%d prefix=%d drop=%d",
          k->name, T, T2, H, D, t.u, t.w, t.r, t.extra, t.bias, t.seen, t.keep, t.prefix, t.drop);
    t.span = false;
    lg_attention plain = take_attention(1, T, H, D, t), alone = plain;
    const real *d_o = take_normal((size_t)T * H * D, 1);
    int32_t *whole = take(2 * sizeof *whole);
    whole[0] = 0, whole[1] = T;
    alone.span = view(whole);
    run_both(k, &plain, t, d_o, 0, T);
    run_both(k, &alone, t, d_o, 0, T);
    same_sequence(&plain, &alone, 0, t.keep);
    t.span = true;
    for (int S = 1; S <= 3; S += 2) {
        lg_attention padded = take_attention(S, T2, H, D, t);
        copy_shared(&padded, &alone);
        copy_sequence(&padded, &alone, S / 2);
        padded.dropout.sequence -= (uint32_t)S / 2;
        run_both(k, &padded, t, d_o, S / 2, T);
        same_sequence(&alone, &padded, S / 2, t.keep);
        if (t.keep && S == 1) same_shared(&alone, &padded, t.seen != RAGGED);
    }
    finish();
}

static void test_attention_padded(const lg_kernels *k) {
    int number = 0;
    for (size_t t = 0; t < COUNT(tokens); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (int by = 0; by < 3; by++, number += 509) {
                terms choice = terms_of(number % TERMS);
                choice.some = choice.cross = choice.accumulate = choice.own = choice.shared = false;
                const int T = tokens[t], T2 = by ? LG_PAD(T + 1) + (by - 1) * LG_LANES : T + 1;
                try_padded(k, T, T2, 1 + 2 * (by % 2), columns[d], choice);
            }
    for (int turn = 0; turn < 4 * VISIBILITIES; turn++) {
        const terms choice = {
            .r = turn / 2 % 2, .seen = turn / 4, .keep = turn % 2, .prefix = turn % 3, .bias = TOEPLITZ};
        if (choice.seen == RAGGED) continue;
        try_padded(k, 150, 176, 1, 8, choice);
        terms wide = choice;
        wide.u = wide.w = wide.r, wide.prefix = 0;
        try_padded(k, 150, 176, 1, 64, wide); /* only the padded sequence may be processed in tiles */
    }
}

/* Attention without a softmax, of every size, in batches, in caches and padded. */
static void test_attention_linear(const lg_kernels *k) {
    static const int many[] = {1, 7, 16, 33, 65, 177};
    int number = 0;
    for (size_t t = 0; t < COUNT(many); t++)
        for (size_t d = 0; d < COUNT(columns); d++)
            for (int turn = 0; turn < 4; turn++, number += 509) {
                terms choice = terms_of(number % TERMS);
                choice.linear = true, choice.bias = NO_BIAS;
                choice.u = choice.w = choice.r = choice.extra = choice.pair_keys = choice.pair_values = false;
                choice.sums = false;
                try_attention(k, 1 + turn % 2, many[t], 1 + turn, columns[d], choice);
                choice.some = choice.accumulate = false;
                try_attention_batch(k, many[t], 1 + turn % 2, columns[d], choice);
                choice.shared = choice.cross = false;
                try_padded(k, many[t], many[t] + 1 + 20 * turn, 1 + turn, columns[d], choice);
                choice.keep = false;
                try_few(k, 1 + turn % 2, many[t], 1 + turn, columns[d], (many[t] - 1) * turn / 3, 1, choice);
            }
}

/* --------------------------------------------------------------------------------------------------- bfloat16 */

/* Terms that a matrix unit can compute in tiles if the head's columns are a multiple of 32. Other terms are computed in
 * fp32. */
static terms tiled_terms(int number) {
    terms t = terms_of(number % TERMS);
    t.w = t.r = t.extra = t.pair_keys = t.pair_values = t.drop = false;
    t.prefix = 0;
    return t;
}

/* Runs the same trials for a set in bfloat16. Results must be near the reference in fp32, and have the same bits in
 * every batch and with any padding. */
static void test_attention_bfloat16(const lg_kernels *k) {
    static const int many[] = {1, 15, 33, 65, 130, 259}, heads[] = {1, 3}, wide[] = {32, 64, 96};
    const lg_kernels *set = k->bfloat16;
    if (!set || set->attention == k->attention) return;
    int number = 0;
    coarseness = 500;
    for (size_t t = 0; t < COUNT(many); t++)
        for (size_t d = 0; d < COUNT(wide); d++)
            for (int turn = 0; turn < 4; turn++, number += 509) {
                terms choice = tiled_terms(number);
                try_attention(set, 1 + turn % 2, many[t], heads[turn / 2], wide[d], choice);
                try_attention_batch(set, many[t], heads[turn % 2], wide[d], choice);
                choice.some = choice.cross = choice.accumulate = choice.own = choice.shared = false;
                try_padded(set, many[t], many[t] + 1 + 20 * turn, heads[turn % 2], wide[d], choice);
            }
    for (number = 0; number < 40; number++) /* other terms, computed in fp32 */
        try_attention(set, 2, 40, 2, 32, terms_of(number * 997 % TERMS));
    coarseness = 1;
}

/* ------------------------------------------------------------------------------------------------- dropout */

enum { DRAWS = 3000, DROP_TOKENS = 37 };

/* Counts of weights: all; dropped; and dropped weights whose next key's weight is dropped too. */
typedef struct drops {
    double weights, dropped, both;
} drops;

static void count_drops(const lg_attention *a, drops *n) {
    const real *p = a->exp_scores.data;
    for (int h = 0; h < a->H; h++)
        for (int j = 0; j + 1 < a->T; j++)
            for (int i = 0; i < a->Q; i++) {
                const size_t at = ((size_t)h * a->T + j) * LG_PAD(a->Q) + i;
                n->weights++;
                n->dropped += p[at] < 0;
                n->both += p[at] < 0 && p[at + LG_PAD(a->Q)] < 0;
            }
}

/* Asserts that `share`, measured in n draws, is within five standard deviations of `probability`. */
static void expect_share(const char *what, double share, double probability, double n) {
    if (!(fabs(share - probability) < 5 * sqrt(probability * (1 - probability) / n)))
        fail_msg("%s: %s is %g, not %g", trial, what, share, probability);
}

/* Asserts that each element's mean over all draws is its value without dropout, within six standard deviations. */
static void expect_mean(const real *plain, const double *sum, const double *square, size_t n) {
    for (size_t e = 0; e < n; e++) {
        const double mean = sum[e] / DRAWS, deviation = sqrt((square[e] / DRAWS - mean * mean) / DRAWS);
        if (!(fabs(mean - plain[e]) < 6 * deviation + 1e-6))
            fail_msg("%s: the mean of o[%zu] is %g, not %g +- %g", trial, e, mean, (double)plain[e], deviation);
    }
}

/* The rate is 6554 / 65536, about 0.1: thresholds have 16 bits. With 8 bits, the rate would be 25 / 256 = 0.0977 or
 * 26 / 256 = 0.1016. Adjacent weights are as independent as kernel.h promises. */
static void test_attention_dropout(const lg_kernels *k) {
    begin("%s dropout of weights", k->name);
    enum { H = 3, D = 8, N = DROP_TOKENS * H * D };
    static double sum[N], square[N];
    drops n = {0};
    lg_attention a = take_attention(1, DROP_TOKENS, H, D, (terms){.r = true});
    run_attention(k, &a);
    const real *plain = a.o.data;
    memset(sum, 0, sizeof sum), memset(square, 0, sizeof square);
    a.dropout = (lg_weight_dropout){.key = lg_key_root(4), .threshold = 6554, .keep_scale = 65536.0 / (65536 - 6554)};
    a.o = view(take_reals(N));
    take_kept(&a);
    a.scratch = attention_scratch(k, &a, false);
    for (int draw = 0; draw < DRAWS; draw++) {
        const real *o = a.o.data;
        a.dropout.site = (uint32_t)draw % 3, a.dropout.sequence = (uint32_t)draw / 3;
        k->attention(k, &a);
        count_drops(&a, &n);
        for (int e = 0; e < N; e++) sum[e] += o[e], square[e] += (double)o[e] * o[e];
    }
    const double rate = 6554 / 65536.0, both = rate * rate + 0.75 / 256 * rate * (1 - 154 / 256.0);
    expect_share("the rate", n.dropped / n.weights, rate, n.weights);
    expect_share("the rate of two neighbours", n.both / n.weights, both, n.weights);
    expect_mean(plain, sum, square, N);
    finish();
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"attention_terms", test_attention_terms, true},
        {"attention_sizes", test_attention_sizes, true},
        {"attention_far", test_attention_far, true},
        {"attention_wide", test_attention_wide, true},
        {"attention_long", test_attention_long, true},
        {"attention_sharp", test_attention_sharp, true},
        {"attention_few", test_attention_few, true},
        {"attention_linear", test_attention_linear, true},
        {"join", test_join},
        {"unit_heads", test_unit_heads},
        {"retrieval", test_retrieval},
        {"retrieval_batch", test_retrieval_batch},
        {"geometric", test_geometric},
        {"pair_scores", test_pair_scores},
        {"sinusoid_scores", test_sinusoids},
        {"sinusoid_query", test_sinusoid_query},
        {"contextual_scores", test_contextual},
        {"clipped_scores", test_clipped},
        {"interpolated_bias", test_interpolated},
        {"attention_batch", test_attention_batch},
        {"geometric_batch", test_geometric_batch},
        {"pair_batch", test_pair_batch},
        {"sinusoid_batch", test_sinusoid_batch},
        {"contextual_batch", test_contextual_batch},
        {"clipped_batch", test_clipped_batch},
        {"attention_padded", test_attention_padded},
        {"attention_bfloat16", test_attention_bfloat16, true},
        {"append", test_append},
        {"attention_dropout", test_attention_dropout},
    };
    return run_suite("kernels of attention", tests, COUNT(tests), argc, argv);
}
