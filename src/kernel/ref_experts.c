/* ref_experts.c: reference kernels of mixtures of experts: routing of tokens, gate weights, and the loss that balances
 * the load of experts. */
#include <math.h>
#include <string.h>

#include "kernel/ref.h"

/* ---- routing ---- */

static int highest(const real *logits, int E) {
    int best = 0;
    for (int e = 1; e < E; e++)
        if (logits[e] > logits[best]) best = e;
    return best;
}

/* Assigns tokens greedily. taken [E]: number of earlier tokens that chose each expert. */
static void route_greedily(const lg_route *a, int s, int *taken) {
    const real *logits = (const real *)a->logits.data + (size_t)s * a->T * a->E;
    int32_t *expert = (int32_t *)a->expert.data + (size_t)s * a->T;
    memset(taken, 0, sizeof *taken * (size_t)a->E);
    for (int t = 0; t < a->T; t++) {
        const int e = highest(logits + (size_t)t * a->E, a->E);
        expert[t] = a->C > 0 && taken[e] >= a->C ? -1 : e;
        taken[e]++;
    }
}

/* Builds a balanced assignment token by token, optimal after each token. A new token goes to an expert, which may pass
 * another of its tokens on to a second expert, and so on, until an expert with room is reached. The chain with the
 * least loss is a shortest path in a graph of experts (Ahuja et al. 1993, Network Flows, section 9.7). If T is not a
 * multiple of E, T mod E experts have an extra place, which can also be passed on. */
typedef struct balancing {
    const real *logits; /* [T,E]: logits of the sequence */
    int32_t *expert;
    int E, even, extras; /* even: tokens per expert; extras: remaining extra places */
    int *load, *extra;   /* [E]: number of tokens; whether the expert has an extra place */
    double *loss;        /* [E,E]: the least loss of moving a token from one expert to another */
    int *token;          /* [E,E]: the token whose move has that loss; -1: none */
    double *path;        /* [E]: loss of the best chain that adds a token to an expert */
    int *before;         /* [E]: the expert before this one in that chain; -1: this is the first one */
    int *handed;         /* [E]: whether the last step of the chain moved the extra place instead of a token */
    double least;        /* smallest difference that counts as a gain */
} balancing;

static void find_moves(balancing *b, int tokens) {
    const int E = b->E;
    for (int i = 0; i < E * E; i++) b->token[i] = -1;
    memset(b->load, 0, sizeof *b->load * (size_t)E);
    for (int t = 0; t < tokens; t++) {
        const int from = b->expert[t];
        const real *own = b->logits + (size_t)t * E;
        b->load[from]++;
        for (int to = 0; to < E; to++) {
            const double loss = (double)own[from] - (double)own[to];
            const int i = from * E + to;
            if (to == from || (b->token[i] >= 0 && loss >= b->loss[i])) continue;
            b->loss[i] = loss;
            b->token[i] = t;
        }
    }
}

static bool improve(balancing *b, int from, int to, double loss, int handed) {
    if (!(loss < b->path[to] - b->least)) return false;
    b->path[to] = loss;
    b->before[to] = from;
    b->handed[to] = handed;
    return true;
}

/* Extends chains that end at `from` by one step: by moving a token to another expert, or by taking over another
 * expert's extra place. */
static bool lengthen_chains(balancing *b, int from) {
    bool changed = false;
    const bool wants = b->load[from] == b->even && !b->extra[from] && b->extras == 0;
    for (int to = 0; to < b->E; to++) {
        const int i = from * b->E + to;
        if (to == from) continue;
        if (b->token[i] >= 0) changed |= improve(b, from, to, b->path[from] + b->loss[i], 0);
        if (wants && b->extra[to]) changed |= improve(b, from, to, b->path[from], 1);
    }
    return changed;
}

static bool has_room(const balancing *b, int e) {
    return b->load[e] < b->even || (b->load[e] == b->even && !b->extra[e] && b->extras > 0);
}

/* Assigns a new token to the first expert of the best chain, and moves the tokens along the chain. */
static void insert_token(balancing *b, int t) {
    const real *own = b->logits + (size_t)t * b->E;
    int at = -1;
    find_moves(b, t);
    for (int e = 0; e < b->E; e++) b->path[e] = -(double)own[e], b->before[e] = -1, b->handed[e] = 0;
    bool changed = true;
    for (int round = 0; changed && round < b->E; round++) {
        changed = false;
        for (int e = 0; e < b->E; e++) changed |= lengthen_chains(b, e);
    }
    for (int e = 0; e < b->E; e++)
        if (has_room(b, e) && (at < 0 || b->path[e] < b->path[at])) at = e;
    if (b->load[at] == b->even) b->extra[at] = 1, b->extras--;
    for (; b->before[at] >= 0; at = b->before[at]) {
        const int from = b->before[at];
        if (b->handed[at])
            b->extra[at] = 0, b->extra[from] = 1;
        else
            b->expert[b->token[from * b->E + at]] = at;
    }
    b->expert[t] = at;
}

static size_t aligned(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

size_t lg_ref_route_scratch(const lg_kernels *set, const lg_route *a) {
    const size_t E = (size_t)a->E, reals = aligned(E * sizeof(double)), integers = aligned(E * sizeof(int));
    return E * (reals + integers) + reals + 4 * integers;
}

static balancing open_balancing(const lg_route *a, int s) {
    const size_t E = (size_t)a->E, reals = aligned(E * sizeof(double)), integers = aligned(E * sizeof(int));
    char *at = a->scratch.data;
    balancing b = {.E = a->E, .even = a->T / a->E, .extras = a->T % a->E};
    b.logits = (const real *)a->logits.data + (size_t)s * a->T * E;
    b.expert = (int32_t *)a->expert.data + (size_t)s * a->T;
    b.loss = (double *)(void *)at, at += E * reals;
    b.path = (double *)(void *)at, at += reals;
    b.token = (int *)(void *)at, at += E * integers;
    b.load = (int *)(void *)at, at += integers;
    b.extra = (int *)(void *)at, at += integers;
    b.before = (int *)(void *)at, at += integers;
    b.handed = (int *)(void *)at;
    memset(b.extra, 0, sizeof *b.extra * E);
    double largest = 0;
    for (size_t i = 0; i < (size_t)a->T * E; i++) largest = fmax(largest, fabs((double)b.logits[i]));
    b.least = 1e-13 * largest;
    return b;
}

void lg_ref_route(const lg_kernels *set, const lg_route *a) {
    for (int s = 0; s < a->S; s++) {
        if (!a->balanced) {
            route_greedily(a, s, a->scratch.data);
            continue;
        }
        balancing b = open_balancing(a, s);
        for (int t = 0; t < a->T; t++) insert_token(&b, t);
    }
}

/* ---- gate weights ---- */

/* log(sum(exp(x))). */
static double log_sum(const real *x, int n) {
    double most = x[0], sum = 0;
    for (int i = 1; i < n; i++) most = fmax(most, x[i]);
    for (int i = 0; i < n; i++) sum += exp(x[i] - most);
    return most + log(sum);
}

static double gate_of(const lg_gate *a, const real *logits, int e) {
    return a->sigmoid ? 1 / (1 + exp(-(double)logits[e])) : exp(logits[e] - log_sum(logits, a->E));
}

void lg_ref_gate(const lg_kernels *set, const lg_gate *a) {
    const real *logits = a->logits.data;
    const int32_t *expert = a->expert.data;
    for (int r = 0; r < a->M; r++, logits += a->E)
        ((real *)a->y.data)[r] = expert[r] < 0 ? 0 : gate_of(a, logits, expert[r]);
}

void lg_ref_gate_backward(const lg_kernels *set, const lg_gate *a) {
    const real *logits = a->logits.data;
    const int32_t *expert = a->expert.data;
    real *out = a->dlogits.data;
    for (int r = 0; r < a->M; r++, logits += a->E, out += a->E) {
        const int own = expert[r];
        const double all = own < 0 || a->sigmoid ? 0 : log_sum(logits, a->E);
        const double y = own < 0 ? 0 : gate_of(a, logits, own), dy = ((const real *)a->dy.data)[r];
        for (int e = 0; e < a->E; e++) {
            double slope = 0;
            if (own >= 0 && a->sigmoid) slope = e == own ? y * (1 - y) : 0;
            if (own >= 0 && !a->sigmoid) slope = y * ((e == own) - exp(logits[e] - all));
            out[e] = (a->accumulate ? out[e] : 0) + dy * slope;
        }
    }
}

/* ---- load balancing loss ---- */

/* Counts the tokens of sequence s that chose each expert. */
static void count_choices(const lg_balance *a, int s, double counts[LG_EXPERTS_MAX]) {
    const int32_t *choice = (const int32_t *)a->choice.data + (size_t)s * a->T;
    for (int e = 0; e < a->E; e++) counts[e] = 0;
    for (int t = 0; t < a->T; t++) counts[choice[t]]++;
}

void lg_ref_balance(const lg_kernels *set, const lg_balance *a) {
    const double T = a->T;
    const real *logits = a->logits.data;
    double counts[LG_EXPERTS_MAX];
    for (int s = 0; s < a->S; s++) {
        double squares = 0, product = 0;
        count_choices(a, s, counts);
        for (int t = 0; t < a->T; t++, logits += a->E) {
            const double lse = log_sum(logits, a->E);
            squares += lse * lse;
            for (int e = 0; e < a->E; e++) product += counts[e] / T * exp(logits[e] - lse) / T;
        }
        ((real *)a->y.data)[s] = a->balance * a->E * product + a->z * squares / T;
    }
}

static void balance_row(const lg_balance *a, const double *counts, const real *logits, real *out) {
    const double T = a->T, lse = log_sum(logits, a->E), unit = a->balance * a->E / (T * T);
    double mean = 0;
    for (int e = 0; e < a->E; e++) mean += exp(logits[e] - lse) * unit * counts[e];
    for (int e = 0; e < a->E; e++) {
        const double p = exp(logits[e] - lse);
        const double d = p * (unit * counts[e] - mean) + 2 * a->z * lse * p / T;
        out[e] = (a->accumulate ? out[e] : 0) + a->factor * d;
    }
}

void lg_ref_balance_backward(const lg_kernels *set, const lg_balance *a) {
    const real *logits = a->logits.data;
    real *out = a->dlogits.data;
    double counts[LG_EXPERTS_MAX];
    for (int s = 0; s < a->S; s++) {
        count_choices(a, s, counts);
        for (int t = 0; t < a->T; t++, logits += a->E, out += a->E) balance_row(a, counts, logits, out);
    }
}

/* ---- scaled rows ---- */

void lg_ref_scale_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view g, int M, int N, bool accumulate) {
    real *out = y.data;
    const real *in = x.data;
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) {
            const size_t i = (size_t)r * N + c;
            out[i] = (accumulate ? out[i] : 0) + ((const real *)g.data)[r] * in[i];
        }
}

void lg_ref_dot_rows(const lg_kernels *set, lg_view g, lg_view x, lg_view z, int M, int N, bool accumulate) {
    real *out = g.data;
    for (int r = 0; r < M; r++) {
        const real *a = (const real *)x.data + (size_t)r * N, *b = (const real *)z.data + (size_t)r * N;
        double sum = 0;
        for (int c = 0; c < N; c++) sum += (double)a[c] * b[c];
        out[r] = (accumulate ? out[r] : 0) + sum;
    }
}

/* ---- maps along tokens ---- */

/* Index of element (t,j) of the matrix for column c. */
static size_t map_at(const lg_token_map *a, int c, int t, int j) {
    return ((size_t)(c / (a->N / a->E)) * a->R + t) * a->R + j;
}

static size_t token_at(const lg_token_map *a, int s, int t, int c) {
    return ((size_t)s * a->T + t) * a->N + c;
}

void lg_ref_token_map(const lg_kernels *set, const lg_token_map *a) {
    const real *x = a->x.data, *w = a->w.data, *bias = a->bias.data;
    for (int s = 0; s < a->S; s++)
        for (int t = 0; t < a->T; t++)
            for (int c = 0; c < a->N; c++) {
                double sum = bias[(size_t)(c / (a->N / a->E)) * a->R + t];
                for (int j = 0; j < (a->causal ? t + 1 : a->T); j++)
                    sum += (double)w[map_at(a, c, t, j)] * x[token_at(a, s, j, c)];
                ((real *)a->y.data)[token_at(a, s, t, c)] = sum;
            }
}

static void token_map_input(const lg_token_map *a) {
    const real *dy = a->dy.data, *w = a->w.data;
    real *dx = a->dx.data;
    for (int s = 0; s < a->S; s++)
        for (int j = 0; j < a->T; j++)
            for (int c = 0; c < a->N; c++) {
                double sum = a->accumulate ? dx[token_at(a, s, j, c)] : 0;
                for (int t = a->causal ? j : 0; t < a->T; t++)
                    sum += (double)w[map_at(a, c, t, j)] * dy[token_at(a, s, t, c)];
                dx[token_at(a, s, j, c)] = sum;
            }
}

void lg_ref_token_map_backward(const lg_kernels *set, const lg_token_map *a) {
    const real *dy = a->dy.data, *x = a->x.data;
    const int width = a->N / a->E;
    if (a->dx.data) token_map_input(a);
    for (int e = 0; e < a->E; e++)
        for (int t = 0; t < a->T; t++) {
            double own = 0;
            for (int s = 0; s < a->S; s++)
                for (int c = e * width; c < (e + 1) * width; c++) own += dy[token_at(a, s, t, c)];
            ((real *)a->dbias.data)[(size_t)e * a->R + t] += own;
            for (int j = 0; j < (a->causal ? t + 1 : a->T); j++) {
                double sum = 0;
                for (int s = 0; s < a->S; s++)
                    for (int c = e * width; c < (e + 1) * width; c++)
                        sum += (double)dy[token_at(a, s, t, c)] * x[token_at(a, s, j, c)];
                ((real *)a->dw.data)[map_at(a, e * width, t, j)] += sum;
            }
        }
}
