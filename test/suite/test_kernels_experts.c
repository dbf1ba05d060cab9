/* test_kernels_experts.c: the slots of mixtures of experts and of maps along tokens. Compares every kernel set with the
 * reference on odd sizes, and with values from the formulas of the papers. A balanced assignment must be the best
 * possible one. A sequence must have the same bits in every batch. */
#include "pairs.h"

static const int counts[] = {1, 2, 3, 5, 8, 16, 17, 33, 64, 256};
static const int tokens[] = {1, 2, 4, 7, 13, 40};

#define fail_trial(...)                                                                                                \
    do {                                                                                                               \
        print_error("%s: ", trial);                                                                                    \
        fail_msg(__VA_ARGS__);                                                                                         \
    } while (0)

static void near_to(const char *what, double got, double want, double error) {
    if (!(fabs(got - want) <= error)) fail_trial("%s is %.9g, not %.9g", what, got, want);
}

static void same_bytes(const char *what, const int32_t *got, const int32_t *want, size_t bytes) {
    if (memcmp(got, want, bytes)) fail_trial("%s differs", what);
}

/* Draws an expert for each of M tokens; with `none`, some tokens get no expert (-1). */
static int32_t *take_experts(size_t M, int E, bool none) {
    int32_t *e = take_below(M, E + none);
    for (size_t i = 0; i < M; i++) e[i] = e[i] == E ? -1 : e[i];
    return e;
}

/* ---- gates and their loss ---- */

static void try_gate(const lg_kernels *k, int M, int E, bool sigmoid, bool accumulate) {
    begin("%s gate M=%d E=%d sigmoid=%d accumulate=%d", k->name, M, E, sigmoid, accumulate);
    const size_t n = (size_t)M * E;
    lg_gate a = {M, E, sigmoid, .logits = view(take_normal(n, 3)), .expert = view(take_experts(M, E, true))};
    a.dy = view(take_normal(M, 1)), a.accumulate = accumulate;
    const pair y = take_pair(M), d = take_output(n, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.y = view(side(y, s)), a.dlogits = view(side(d, s));
        set->gate(set, &a);
        set->gate_backward(set, &a);
    }
    agree("y", y.got, y.ref, M, 1);
    agree("dlogits", d.got, d.ref, n, 1);
    finish();
}

static void test_gate(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(counts); i++)
        for (size_t m = 0; m < COUNT(tokens); m++)
            for (int flags = 0; flags < 4; flags++) try_gate(k, tokens[m], counts[i], flags & 1, flags >> 1);
}

static void try_balance(const lg_kernels *k, int S, int T, int E, bool accumulate) {
    begin("%s balance S=%d T=%d E=%d accumulate=%d", k->name, S, T, E, accumulate);
    const size_t n = (size_t)S * T * E;
    lg_balance a = {S, T, E, 0.5, 0.25, .logits = view(take_normal(n, 2))};
    a.choice = view(take_experts((size_t)S * T, E, false));
    a.factor = (real)0.75, a.accumulate = accumulate;
    const pair y = take_pair(S), d = take_output(n, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.y = view(side(y, s)), a.dlogits = view(side(d, s));
        set->balance(set, &a);
        set->balance_backward(set, &a);
    }
    agree("y", y.got, y.ref, S, 8);
    agree("dlogits", d.got, d.ref, n, 4);
    finish();
}

static void test_balance(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(counts); i++)
        for (size_t m = 0; m < COUNT(tokens); m++)
            for (int s = 1; s < 4; s += 2) try_balance(k, s, tokens[m], counts[i], s > 1);
}

/* Values of equations 1 to 6 of Fedus et al. 2021, for four tokens and two experts. */
static void test_switch_vector(const lg_kernels *k) {
    begin("%s switch, four tokens", k->name);
    real logits[] = {2, 0, 1, 0, (real)0.5, 0, 0, 1}, y[4], loss, d[8];
    int32_t choice[4], expert[4], taken[64];
    lg_route r = {1, 4, 2, .logits = view(logits), .expert = view(choice), .scratch = view(taken)};
    k->route(k, &r);
    r.C = 2, r.expert = view(expert);
    k->route(k, &r);
    static const int32_t chosen[] = {0, 0, 0, 1}, kept[] = {0, 0, -1, 1};
    same_bytes("choice", choice, chosen, sizeof chosen);
    same_bytes("expert", expert, kept, sizeof kept);
    lg_gate g = {4, 2, .logits = view(logits), .expert = view(choice), .y = view(y)};
    k->gate(k, &g);
    static const real gates[] = {(real).880797, (real).731059, (real).622459, (real).731059};
    for (int i = 0; i < 4; i++) near_to("gate", y[i], gates[i], 1e-6);
    lg_balance b = {1, 4, 2, 1, 0, .logits = view(logits), .choice = view(choice), .y = view(&loss)};
    b.dlogits = view(d), b.factor = 1;
    k->balance(k, &b);
    near_to("loss", loss, 1.1258141, 1e-6);
    k->balance_backward(k, &b);
    static const real slopes[] = {(real).026248, (real).049153, (real).058751, (real).049153};
    for (int i = 0; i < 4; i++)
        near_to("slope", d[2 * i], slopes[i], 1e-6), near_to("slope", d[2 * i + 1], -slopes[i], 1e-6);
    b.balance = 0, b.z = 1;
    k->balance(k, &b);
    near_to("z loss", loss, 2.2304903, 1e-6);
    finish();
}

/* ---- routing of tokens ---- */

static void test_greedy(const lg_kernels *k) {
    begin("%s route, equal logits and full experts", k->name);
    real logits[] = {1, 1, 1, 0, 2, 2, 3, 0, 3, 3, 3, 3, 5, 4, 4};
    int32_t expert[5], taken[64];
    lg_route r = {1, 5, 3, 2, .logits = view(logits), .expert = view(expert), .scratch = view(taken)};
    k->route(k, &r);
    static const int32_t wanted[] = {0, 1, 0, -1, -1};
    same_bytes("expert", expert, wanted, sizeof wanted);
    finish();
}

/* The balanced assignment of Lewis et al. 2021, for four tokens that all prefer the first expert. */
static void test_base_vector(const lg_kernels *k) {
    begin("%s base, four tokens", k->name);
    real logits[] = {2, 1, (real)1.8, (real)1.7, (real)1.5, (real).2, (real).3, (real).1}, y[4];
    int32_t expert[4];
    lg_route r = {1, 4, 2, .balanced = true, .logits = view(logits), .expert = view(expert)};
    r.scratch = view(take(k->route_scratch(k, &r)));
    k->route(k, &r);
    static const int32_t wanted[] = {0, 1, 0, 1};
    same_bytes("expert", expert, wanted, sizeof wanted);
    double total = 0;
    for (int t = 0; t < 4; t++) total += (double)logits[2 * t + expert[t]];
    near_to("sum", total, 5.3, 1e-6);
    lg_gate g = {4, 2, .sigmoid = true, .logits = view(logits), .expert = view(expert), .y = view(y)};
    k->gate(k, &g);
    static const real gates[] = {(real).880797, (real).845535, (real).817574, (real).524979};
    for (int i = 0; i < 4; i++) near_to("gate", y[i], gates[i], 1e-6);
    finish();
}

/* The largest sum of logits of a balanced assignment of the tokens t..T-1, found by trying all assignments. */
static double best_sum(const real *logits, int T, int E, int t, int *load, int extras) {
    double best = -1e30;
    if (t == T) return 0;
    for (int e = 0; e < E; e++) {
        const bool extra = load[e] == T / E;
        if (load[e] > T / E || (extra && extras == 0)) continue;
        load[e]++;
        const double sum = (double)logits[t * E + e] + best_sum(logits, T, E, t + 1, load, extras - extra);
        if (sum > best) best = sum;
        load[e]--;
    }
    return best;
}

static void try_balanced(const lg_kernels *k, int T, int E) {
    begin("%s balanced assignment of %d tokens to %d experts", k->name, T, E);
    real *logits = take_normal((size_t)T * E, 1);
    int32_t expert[16];
    int load[16] = {0}, none[16] = {0}, extras = T % E;
    lg_route r = {1, T, E, .balanced = true, .logits = view(logits), .expert = view(expert)};
    r.scratch = view(take(k->route_scratch(k, &r)));
    k->route(k, &r);
    double sum = 0;
    for (int t = 0; t < T; t++) sum += (double)logits[t * E + expert[t]], load[expert[t]]++;
    for (int e = 0; e < E; e++) {
        extras -= load[e] - T / E;
        if (load[e] < T / E || load[e] > T / E + 1) fail_trial("an expert has %d of %d tokens", load[e], T);
    }
    if (extras != 0) fail_trial("%d experts too many have one more", -extras);
    near_to("sum", sum, best_sum(logits, T, E, 0, none, T % E), 1e-5);
    finish();
}

static void test_balanced(const lg_kernels *k) {
    for (int again = 0; again < 20; again++)
        for (int E = 1; E < 5; E++)
            for (int T = 1; T < 9; T++) try_balanced(k, T, E);
}

/* ---- rows times numbers, noise ---- */

static void try_rows(const lg_kernels *k, int M, int N, bool accumulate) {
    begin("%s scale_rows, dot_rows M=%d N=%d accumulate=%d", k->name, M, N, accumulate);
    const size_t n = (size_t)M * N;
    const lg_view x = view(take_normal(n, 1)), z = view(take_normal(n, 1)), g = view(take_normal(M, 1));
    const pair y = take_output(n, accumulate), dots = take_output(M, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        set->scale_rows(set, view(side(y, s)), x, g, M, N, accumulate);
        set->dot_rows(set, view(side(dots, s)), x, z, M, N, accumulate);
    }
    agree("y", y.got, y.ref, n, 1);
    agree("dots", dots.got, dots.ref, M, sqrt(N));
    finish();
}

static void test_rows(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(counts); i++)
        for (size_t m = 0; m < COUNT(tokens); m++) try_rows(k, tokens[m], counts[i], m & 1);
}

static void try_jitter(const lg_kernels *k, int T, int N, bool accumulate) {
    begin("%s jitter T=%d N=%d accumulate=%d", k->name, T, N, accumulate);
    enum { SEQUENCES = 3 };
    const size_t n = (size_t)SEQUENCES * T * N;
    const lg_key key = lg_key_root(T + 7 * N);
    const lg_view x = view(take_normal(n, 1));
    const pair y = take_output(n, accumulate);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        set->jitter(set, view(side(y, s)), x, key, 4, 9, 2, SEQUENCES, T, N, (real)0.3, accumulate);
    }
    agree("y", y.got, y.ref, n, 1);
    const real *alone = (const real *)x.data + (size_t)T * N;
    real *one = take_reals((size_t)T * N);
    k->jitter(k, view(one), view((real *)alone), key, 4, 10, 2, 1, T, N, (real)0.3, false);
    for (size_t i = 0; !accumulate && i < (size_t)T * N; i++) {
        if (one[i] != y.got[(size_t)T * N + i]) fail_trial("a sequence has other noise alone");
        if (!(fabs((double)(one[i] - alone[i])) <= 0.3001 * fabs((double)alone[i]))) fail_trial("too much noise");
    }
    finish();
}

static void test_jitter(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(counts); i++)
        for (size_t m = 0; m < COUNT(tokens); m++) try_jitter(k, tokens[m], counts[i], m & 1);
}

/* ---- maps along tokens ---- */

static void try_token_map(const lg_kernels *k, lg_token_map a, bool with_dx) {
    begin("%s token_map S=%d T=%d N=%d E=%d causal=%d dx=%d", k->name, a.S, a.T, a.N, a.E, a.causal, with_dx);
    const size_t n = (size_t)a.S * a.T * a.N, w = (size_t)a.E * a.R * a.R, bias = (size_t)a.E * a.R;
    a.x = view(take_normal(n, 1)), a.dy = view(take_normal(n, 1));
    a.w = view(take_normal(w, 1)), a.bias = view(take_normal(bias, 1));
    const pair y = take_pair(n), dx = take_output(n, a.accumulate), dw = take_sums(w), db = take_sums(bias);
    for (int s = 0; s < 2; s++) {
        const lg_kernels *set = s ? k : ref;
        a.y = view(side(y, s)), a.dx = view(with_dx ? side(dx, s) : NULL), a.dw = view(side(dw, s)),
        a.dbias = view(side(db, s));
        set->token_map(set, &a);
        set->token_map_backward(set, &a);
    }
    agree("y", y.got, y.ref, n, sqrt(a.T));
    if (with_dx) agree("dx", dx.got, dx.ref, n, sqrt(a.T));
    agree("dw", dw.got, dw.ref, w, sqrt((double)a.S * a.N));
    agree("dbias", db.got, db.ref, bias, sqrt((double)a.S * a.N));
    const size_t each = (size_t)a.T * a.N;
    real *one = take_reals(each);
    a.S = 1, a.y = view(one);
    k->token_map(k, &a);
    same_bits("y of a sequence alone", one, y.got, each);
    finish();
}

static void test_token_map(const lg_kernels *k) {
    static const int groups[][2] = {{1, 1}, {6, 2}, {24, 3}, {16, 1}, {64, 4}, {72, 1}};
    for (size_t i = 0; i < COUNT(groups); i++)
        for (size_t m = 0; m < COUNT(tokens); m++)
            for (int flags = 0; flags < 4; flags++)
                try_token_map(k,
                              (lg_token_map){1 + flags % 3, tokens[m], groups[i][0], groups[i][1],
                                             .R = tokens[m] + (int)m, .causal = flags & 1, .accumulate = flags >> 1},
                              flags != 1);
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"gate", test_gate},     {"balance", test_balance},         {"switch_vector", test_switch_vector},
        {"greedy", test_greedy}, {"base_vector", test_base_vector}, {"balanced", test_balanced},
        {"rows", test_rows},     {"jitter", test_jitter},           {"token_map", test_token_map},
    };
    return run_suite("kernels of experts", tests, COUNT(tests), argc, argv);
}
