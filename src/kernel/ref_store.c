/* ref_store.c: reference kernels of external memories of recurrent networks: softmax of actions, stacks, tapes, and
 * nondeterministic stacks. Formulas in kernel.h. */
#include <math.h>
#include <string.h>

#include "kernel/ref.h"

static void put(real *y, double x, bool accumulate) {
    *y = (real)(accumulate ? *y + x : x);
}

void lg_ref_group_softmax(const lg_kernels *set, lg_view y, lg_view x, int count, int N) {
    for (int i = 0; i < count; i++) {
        const real *from = (const real *)x.data + (size_t)i * N;
        real *to = (real *)y.data + (size_t)i * N;
        double most = from[0], sum = 0;
        for (int j = 1; j < N; j++) most = from[j] > most ? from[j] : most;
        for (int j = 0; j < N; j++) sum += exp(from[j] - most);
        for (int j = 0; j < N; j++) to[j] = (real)(exp(from[j] - most) / sum);
    }
}

void lg_ref_group_softmax_backward(const lg_kernels *set, lg_view dx, lg_view y, lg_view dy, int count, int N,
                                   bool accumulate) {
    for (int i = 0; i < count; i++) {
        const size_t at = (size_t)i * N;
        const real *p = (const real *)y.data + at, *g = (const real *)dy.data + at;
        real *to = (real *)dx.data + at;
        double sum = 0;
        for (int j = 0; j < N; j++) sum += (double)p[j] * g[j];
        for (int j = 0; j < N; j++) put(&to[j], p[j] * (g[j] - sum), accumulate);
    }
}

/* ---- stacks and tapes ---- */

/* Part k of sequence s: its memory, and its rows of actions and values. */
typedef struct part {
    const lg_store_step *a;
    size_t index, memory; /* s K + k; number of elements of one memory */
} part;

static real *at_memory(part p, lg_view x, int lead) {
    return (real *)x.data + p.index * p.memory + (size_t)lead * p.a->C;
}

static real *at_row(part p, lg_view x, int columns) {
    return (real *)x.data + p.index * (size_t)columns;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static void zero_cells(const lg_store_step *a, real *cell, int count) {
    memset(cell, 0, sizeof *cell * (size_t)count * (size_t)a->C);
}

/* A stack's memory starts at cell -1, but pointers point to cell 0. */
enum { LEAD = 1, GUARDS = 2, STACK_ACTIONS = 3, TAPE_ACTIONS = 5 };

static void move_stack(part p) {
    const lg_store_step *a = p.a;
    const int C = a->C, filled = smaller(a->at, a->cells), then = smaller(filled + 1, a->cells);
    const real *act = at_row(p, a->p, STACK_ACTIONS);
    real *before = at_memory(p, a->before, LEAD), *after = at_memory(p, a->after, LEAD);
    if (filled == 0) zero_cells(a, before, GUARDS);
    memcpy(before - C, at_row(p, a->v, C), sizeof *before * (size_t)C);
    for (int e = 0; e < then * C; e++)
        after[e] = (real)((double)act[0] * before[e - C] + (double)act[1] * before[e + C] + (double)act[2] * before[e]);
    zero_cells(a, after + then * C, GUARDS);
    memcpy(at_row(p, a->read, C), after, sizeof *after * (size_t)C);
}

void lg_ref_stack(const lg_kernels *set, const lg_store_step *a) {
    for (int i = 0; i < a->S * a->K; i++)
        move_stack((part){a, (size_t)i, (size_t)(a->cells + LEAD + GUARDS) * (size_t)a->C});
}

/* Adds the gradient of the reading to the gradient of `after`. Returns the gradient of `after`. */
static real *take_gradient(part p, int lead, int cells) {
    const lg_store_step *a = p.a;
    real *dafter = at_memory(p, a->dafter, lead);
    const real *dread = at_row(p, a->dread, a->C);
    if (a->last) zero_cells(a, dafter - lead * a->C, cells);
    for (int c = 0; c < a->C; c++) dafter[c] += dread[c];
    return dafter;
}

static void move_stack_back(part p) {
    const lg_store_step *a = p.a;
    const int C = a->C, filled = smaller(a->at, a->cells), then = smaller(filled + 1, a->cells);
    const real *act = at_row(p, a->p, STACK_ACTIONS), *before = at_memory(p, a->before, LEAD);
    real *dbefore = at_memory(p, a->dbefore, LEAD);
    const real *dafter = take_gradient(p, LEAD, LEAD + then + GUARDS);
    double dact[STACK_ACTIONS] = {0};
    for (int e = 0; e < then * C; e++) {
        dact[0] += (double)dafter[e] * before[e - C];
        dact[1] += (double)dafter[e] * before[e + C];
        dact[2] += (double)dafter[e] * before[e];
    }
    for (int i = 0; i < STACK_ACTIONS; i++) put(&at_row(p, a->dp, STACK_ACTIONS)[i], dact[i], a->dp_accumulate);
    for (int c = 0; c < C; c++) put(&at_row(p, a->dv, C)[c], (double)act[0] * dafter[c], a->dv_accumulate);
    zero_cells(a, dbefore - C, LEAD);
    zero_cells(a, dbefore + filled * C, GUARDS);
    for (int e = 0; e < filled * C; e++)
        dbefore[e] =
            (real)((double)act[0] * dafter[e + C] + (double)act[1] * dafter[e - C] + (double)act[2] * dafter[e]);
}

void lg_ref_stack_backward(const lg_kernels *set, const lg_store_step *a) {
    for (int i = 0; i < a->S * a->K; i++)
        move_stack_back((part){a, (size_t)i, (size_t)(a->cells + LEAD + GUARDS) * (size_t)a->C});
}

/* The shift of action j of a tape: cell i reads cell i + shift, modulo the number of cells. */
static int shift_of(const lg_store_step *a, size_t sequence, int j) {
    const int32_t *ids = (const int32_t *)a->ids.data + sequence * (size_t)a->T;
    int n = 0;
    while (n < a->T && ids[n] < a->marker) n++;
    const int shifts[TAPE_ACTIONS] = {0, 1, -1, n, -n};
    return ((shifts[j] % a->cells) + a->cells) % a->cells;
}

static void move_tape(part p) {
    const lg_store_step *a = p.a;
    const int C = a->C, N = a->cells;
    const real *act = at_row(p, a->p, TAPE_ACTIONS);
    real *m = at_memory(p, a->before, 0), *after = at_memory(p, a->after, 0);
    int shift[TAPE_ACTIONS];
    for (int j = 0; j < TAPE_ACTIONS; j++) shift[j] = shift_of(a, p.index / (size_t)a->K, j);
    if (a->at == 0) zero_cells(a, m, N);
    memcpy(m, at_row(p, a->v, C), sizeof *m * (size_t)C);
    for (int i = 0; i < N; i++)
        for (int c = 0; c < C; c++) {
            double sum = 0;
            for (int j = 0; j < TAPE_ACTIONS; j++) sum += (double)act[j] * m[(i + shift[j]) % N * C + c];
            after[i * C + c] = (real)sum;
        }
    memcpy(at_row(p, a->read, C), after, sizeof *after * (size_t)C);
}

void lg_ref_tape(const lg_kernels *set, const lg_store_step *a) {
    for (int i = 0; i < a->S * a->K; i++) move_tape((part){a, (size_t)i, (size_t)a->cells * (size_t)a->C});
}

static void move_tape_back(part p) {
    const lg_store_step *a = p.a;
    const int C = a->C, N = a->cells;
    const real *act = at_row(p, a->p, TAPE_ACTIONS), *m = at_memory(p, a->before, 0);
    real *dbefore = at_memory(p, a->dbefore, 0), *dact = at_row(p, a->dp, TAPE_ACTIONS), *dv = at_row(p, a->dv, C);
    const real *dafter = take_gradient(p, 0, N);
    int shift[TAPE_ACTIONS];
    for (int j = 0; j < TAPE_ACTIONS; j++) {
        double sum = 0;
        shift[j] = shift_of(a, p.index / (size_t)a->K, j);
        for (int i = 0; i < N; i++)
            for (int c = 0; c < C; c++) sum += (double)dafter[i * C + c] * m[(i + shift[j]) % N * C + c];
        put(&dact[j], sum, a->dp_accumulate);
    }
    for (int i = 0; i < N; i++)
        for (int c = 0; c < C; c++) {
            double sum = 0;
            for (int j = 0; j < TAPE_ACTIONS; j++) sum += (double)act[j] * dafter[(i + N - shift[j]) % N * C + c];
            dbefore[i * C + c] = (real)sum;
        }
    for (int c = 0; c < C; c++) put(&dv[c], dbefore[c], a->dv_accumulate);
    zero_cells(a, dbefore, 1);
}

void lg_ref_tape_backward(const lg_kernels *set, const lg_store_step *a) {
    for (int i = 0; i < a->S * a->K; i++) move_tape_back((part){a, (size_t)i, (size_t)a->cells * (size_t)a->C});
}

/* ---- nondeterministic stacks ---- */

/* One sequence of a time step. E = QY: number of configurations. */
typedef struct automaton {
    const lg_nd_stack *a;
    int E, Q, Y, t, s;
} automaton;

static automaton automaton_of(const lg_nd_stack *a, int s) {
    return (automaton){a, a->states * a->symbols, a->states, a->symbols, a->t, s};
}

/* Element gamma[i->t][from->to] (alpha_of: alpha[t][at]) of x, which is a memory or the gradient of a memory. */
static real *gamma_of(automaton m, lg_view x, int i, int t, int from, int to) {
    real *memory = (real *)x.data + (size_t)m.s * lg_nd_numbers(m.E, m.a->T);
    return memory + lg_nd_gamma(m.E, t) + (size_t)(to * m.E + from) * LG_PAD((size_t)t) + i;
}

static real *alpha_of(automaton m, lg_view x, int t, int at) {
    real *memory = (real *)x.data + (size_t)m.s * lg_nd_numbers(m.E, m.a->T);
    return memory + lg_nd_alpha(m.E, m.a->T) + (size_t)at * LG_PAD((size_t)m.a->T + 1) + t;
}

typedef enum action { PUSH, POP, REPLACE } action;

/* The weight of a transition, or its gradient. `to` is a configuration or, for POP, a state. */
static real *weight_of(automaton m, lg_view x, action kind, int from, int to) {
    const int E = m.E, begin[] = {0, E * E, E * E + E * m.Q}, each = kind == POP ? m.Q : E;
    return (real *)x.data + (size_t)m.s * (size_t)(2 * E * E + E * m.Q) + begin[kind] + from * each + to;
}

/* sum_sz gamma[k->t-1][uy->sz] pop[sz->r]: the weight of runs from uy at time k whose last step pops and enters state
 * r. */
static double popped(automaton m, int k, int uy, int r) {
    double sum = 0;
    for (int sz = 0; sz < m.E; sz++)
        sum += (double)*gamma_of(m, m.a->memory, k, m.t - 1, uy, sz) * *weight_of(m, m.a->weights, POP, sz, r);
    return sum;
}

static double run_weight(automaton m, int i, int qx, int ry) {
    const int Y = m.Y, t = m.t;
    double sum = 0;
    if (i == t - 1) return *weight_of(m, m.a->weights, PUSH, qx, ry);
    for (int sz = 0; sz < m.E; sz++)
        sum += (double)*gamma_of(m, m.a->memory, i, t - 1, qx, sz) * *weight_of(m, m.a->weights, REPLACE, sz, ry);
    for (int k = i + 1; k < t - 1; k++)
        for (int u = 0; u < m.Q; u++) {
            const int uy = u * Y + ry % Y;
            sum += *gamma_of(m, m.a->memory, i, k, qx, uy) * popped(m, k, uy, ry / Y);
        }
    return sum;
}

/* Element j of v, the unnormalized reading. */
static double read_number(automaton m, int j) {
    double sum = 0;
    if (m.a->reads_states) return *alpha_of(m, m.a->memory, m.t, j);
    for (int r = 0; r < m.Q; r++) sum += *alpha_of(m, m.a->memory, m.t, r * m.Y + j);
    return sum;
}

static void extend_runs(automaton m) {
    const lg_nd_stack *a = m.a;
    if (m.t == 1) {
        memset(alpha_of(m, a->memory, 0, 0), 0, sizeof(real) * (size_t)m.E * LG_PAD((size_t)a->T + 1));
        *alpha_of(m, a->memory, 0, 0) = 1;
    }
    for (int ry = 0; ry < m.E; ry++) {
        double sum = 0;
        for (int qx = 0; qx < m.E; qx++) {
            memset(gamma_of(m, a->memory, 0, m.t, qx, ry), 0, sizeof(real) * LG_PAD((size_t)m.t));
            for (int i = 0; i < m.t; i++) {
                real *to = gamma_of(m, a->memory, i, m.t, qx, ry);
                *to = (real)run_weight(m, i, qx, ry);
                sum += (double)*alpha_of(m, a->memory, i, qx) * *to;
            }
        }
        *alpha_of(m, a->memory, m.t, ry) = (real)sum;
    }
}

void lg_ref_nd_stack(const lg_kernels *set, const lg_nd_stack *a) {
    const int R = a->reads_states ? a->states * a->symbols : a->symbols;
    for (int s = 0; s < a->S; s++) {
        const automaton m = automaton_of(a, s);
        double sum = LG_ND_EPSILON;
        extend_runs(m);
        for (int j = 0; j < R; j++) sum += read_number(m, j);
        for (int j = 0; j < R; j++) ((real *)a->reading.data)[s * R + j] = (real)(read_number(m, j) / sum);
    }
}

/* reading_j = v_j / n, n = sum v + epsilon:  dv_j = (dreading_j - sum_i dreading_i reading_i) / n */
static void read_back(automaton m) {
    const lg_nd_stack *a = m.a;
    const int R = a->reads_states ? m.E : m.Y;
    const real *dreading = (const real *)a->dreading.data + (size_t)m.s * R;
    double n = LG_ND_EPSILON, mean = 0;
    for (int j = 0; j < R; j++) n += read_number(m, j);
    for (int j = 0; j < R; j++) mean += dreading[j] * read_number(m, j) / n;
    for (int ry = 0; ry < m.E; ry++) {
        const int j = a->reads_states ? ry : ry % m.Y;
        *alpha_of(m, a->dmemory, m.t, ry) += (real)((dreading[j] - mean) / n);
    }
}

static void add_weight(automaton m, action kind, int from, int to, double x) {
    *weight_of(m, m.a->dweights, kind, from, to) += (real)x;
}

/* The backward pass of popped(m, k, uy, r), whose gradient is d. */
static void pop_back(automaton m, int k, int uy, int r, double d) {
    for (int sz = 0; sz < m.E; sz++) {
        add_weight(m, POP, sz, r, d * *gamma_of(m, m.a->memory, k, m.t - 1, uy, sz));
        *gamma_of(m, m.a->dmemory, k, m.t - 1, uy, sz) += (real)(d * *weight_of(m, m.a->weights, POP, sz, r));
    }
}

/* The backward pass of run_weight(m, i, qx, ry), whose gradient is d. */
static void run_back(automaton m, int i, int qx, int ry, double d) {
    const int Y = m.Y, t = m.t;
    if (i == t - 1) {
        add_weight(m, PUSH, qx, ry, d);
        return;
    }
    for (int sz = 0; sz < m.E; sz++) {
        add_weight(m, REPLACE, sz, ry, d * *gamma_of(m, m.a->memory, i, t - 1, qx, sz));
        *gamma_of(m, m.a->dmemory, i, t - 1, qx, sz) += (real)(d * *weight_of(m, m.a->weights, REPLACE, sz, ry));
    }
    for (int k = i + 1; k < t - 1; k++)
        for (int u = 0; u < m.Q; u++) {
            const int uy = u * Y + ry % Y;
            *gamma_of(m, m.a->dmemory, i, k, qx, uy) += (real)(d * popped(m, k, uy, ry / Y));
            pop_back(m, k, uy, ry / Y, d * *gamma_of(m, m.a->memory, i, k, qx, uy));
        }
}

void lg_ref_nd_stack_backward(const lg_kernels *set, const lg_nd_stack *a) {
    const int E = a->states * a->symbols, count = 2 * E * E + E * a->states;
    if (!a->dweights_accumulate) memset(a->dweights.data, 0, sizeof(real) * (size_t)a->S * (size_t)count);
    for (int s = 0; s < a->S; s++) {
        const automaton m = automaton_of(a, s);
        read_back(m);
        for (int ry = 0; ry < E; ry++)
            for (int qx = 0; qx < E; qx++)
                for (int i = 0; i < a->t; i++) {
                    const double dalpha = *alpha_of(m, a->dmemory, a->t, ry);
                    real *d = gamma_of(m, a->dmemory, i, a->t, qx, ry);
                    *alpha_of(m, a->dmemory, i, qx) += (real)(dalpha * *gamma_of(m, a->memory, i, a->t, qx, ry));
                    *d += (real)(dalpha * *alpha_of(m, a->memory, i, qx));
                    run_back(m, i, qx, ry, *d);
                }
    }
}
