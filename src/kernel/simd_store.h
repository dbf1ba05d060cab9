/* simd_store.h: external memories of recurrent networks: softmax of actions, stacks (Joulin & Mikolov 2015), tapes
 * (Delétang et al. 2023) and nondeterministic stacks (DuSell & Chiang 2020). */
#ifndef LG_KERNEL_SIMD_STORE_H
#define LG_KERNEL_SIMD_STORE_H

#include "kernel/kernel.h"
#include "kernel/simd_recurrent.h"
#include "kernel/vec.h"

static inline void group_softmax(const lg_kernels *set, lg_view y, lg_view x, int count, int N) {
    const real *from = x.data;
    real *to = y.data;
    for (int i = 0; i < count; i++, from += N, to += N) {
        real most = from[0], sum = 0;
        for (int j = 1; j < N; j++) most = from[j] > most ? from[j] : most;
        for (int j = 0; j < N; j += VL) {
            const int n = N - j < VL ? N - j : VL;
            const vec e = vkeep(gate_exp(vload_first(from + j, n) - vsplat(most)), (1u << n) - 1);
            sum += vsum(e);
            vstore_first(to + j, e, n);
        }
        for (int j = 0; j < N; j++) to[j] /= sum;
    }
}

/* ---- stacks and tapes -------------------------------------------------------------------------------------------- */

enum { STACK_ACTIONS = 3, STACK_LEAD = 1, STACK_GUARDS = 2, TAPE_ACTIONS = 5 };

static inline void clear_cells(const lg_store_step *a, real *cell, int count) {
    memset(cell, 0, sizeof *cell * (size_t)count * (size_t)a->C);
}

static inline void put_all(real *to, const real *x, int count, real factor, bool accumulate) {
    for (int i = 0; i < count; i++) to[i] = accumulate ? to[i] + factor * x[i] : factor * x[i];
}

/* y[e] = below x[e-C] + above x[e+C] + here x[e] for n elements. */
TEMPLATE void mix_neighbours(real *y, const real *x, real below, real above, real here, int n, int C) {
    const vec b = vsplat(below), a = vsplat(above), h = vsplat(here);
    for (int e = 0; e < n; e += VL) {
        const int count = n - e < VL ? n - e : VL;
        vec sum = h * vload_first(x + e, count);
        sum = vfma(b, vload_first(x + e - C, count), sum);
        vstore_first(y + e, vfma(a, vload_first(x + e + C, count), sum), count);
    }
}

/* Cell 0 of the memory of part i. */
static inline real *stack_memory(const lg_store_step *a, lg_view x, int i) {
    return (real *)x.data + ((size_t)i * (size_t)(a->cells + STACK_LEAD + STACK_GUARDS) + STACK_LEAD) * (size_t)a->C;
}

static inline int stack_filled(const lg_store_step *a, int steps) {
    return steps < a->cells ? steps : a->cells;
}

static inline void stack(const lg_kernels *set, const lg_store_step *a) {
    const int C = a->C, then = stack_filled(a, a->at + 1);
    const size_t row = sizeof(real) * (size_t)C;
    for (int i = 0; i < a->S * a->K; i++) {
        const real *p = (const real *)a->p.data + (size_t)i * STACK_ACTIONS;
        real *before = stack_memory(a, a->before, i), *after = stack_memory(a, a->after, i);
        if (a->at == 0) clear_cells(a, before, STACK_GUARDS);
        memcpy(before - C, (const real *)a->v.data + (size_t)i * C, row);
        mix_neighbours(after, before, p[0], p[1], p[2], then * C, C);
        clear_cells(a, after + then * C, STACK_GUARDS);
        memcpy((real *)a->read.data + (size_t)i * C, after, row);
    }
}

/* Computes the gradients of a stack's actions from the gradient d of its cells. */
TEMPLATE void stack_actions_back(const real *d, const real *before, int n, int C, real dact[STACK_ACTIONS]) {
    vec sum[STACK_ACTIONS] = {{0}};
    for (int e = 0; e < n; e += VL) {
        const int count = n - e < VL ? n - e : VL;
        const vec g = vload_first(d + e, count);
        sum[0] = vfma(g, vload_first(before + e - C, count), sum[0]);
        sum[1] = vfma(g, vload_first(before + e + C, count), sum[1]);
        sum[2] = vfma(g, vload_first(before + e, count), sum[2]);
    }
    UNROLL for (int j = 0; j < STACK_ACTIONS; j++) dact[j] = vsum(sum[j]);
}

static inline void stack_backward(const lg_kernels *set, const lg_store_step *a) {
    const int C = a->C, filled = stack_filled(a, a->at), then = stack_filled(a, a->at + 1);
    for (int i = 0; i < a->S * a->K; i++) {
        const real *p = (const real *)a->p.data + (size_t)i * STACK_ACTIONS, *before = stack_memory(a, a->before, i);
        real *d = stack_memory(a, a->dafter, i), *dbefore = stack_memory(a, a->dbefore, i), dact[STACK_ACTIONS];
        if (a->last) clear_cells(a, d - C, STACK_LEAD + then + STACK_GUARDS);
        put_all(d, (const real *)a->dread.data + (size_t)i * C, C, 1, true);
        stack_actions_back(d, before, then * C, C, dact);
        put_all((real *)a->dp.data + (size_t)i * STACK_ACTIONS, dact, STACK_ACTIONS, 1, a->dp_accumulate);
        put_all((real *)a->dv.data + (size_t)i * C, d, C, p[0], a->dv_accumulate);
        clear_cells(a, dbefore - C, STACK_LEAD);
        clear_cells(a, dbefore + filled * C, STACK_GUARDS);
        mix_neighbours(dbefore, d, p[1], p[0], p[2], filled * C, C);
    }
}

/* A ring of cells, cut into pieces. Within a piece, cells i + shift are contiguous for each action. */
typedef struct ring {
    int shift[TAPE_ACTIONS]; /* 0..cells-1 */
    int cut[TAPE_ACTIONS + 2], cuts;
} ring;

static inline void ring_cut(ring *r, int at) {
    int i = r->cuts++;
    for (; i > 0 && r->cut[i - 1] > at; i--) r->cut[i] = r->cut[i - 1];
    r->cut[i] = at;
}

/* The ring of a sequence with n input tokens. */
static inline ring ring_of(int cells, int n) {
    const int jump = n % cells, back = cells - 1;
    ring r = {.shift = {0, 1 % cells, back, jump, (cells - jump) % cells}};
    ring_cut(&r, 0);
    ring_cut(&r, cells);
    for (int j = 1; j < TAPE_ACTIONS; j++) ring_cut(&r, cells - r.shift[j]);
    return r;
}

static inline int input_tokens(const lg_store_step *a, int s) {
    const int32_t *ids = (const int32_t *)a->ids.data + (size_t)s * (size_t)a->T;
    int n = 0;
    while (n < a->T && ids[n] < a->marker) n++;
    return n;
}

/* y[i] = sum_j p[j] x[i + shift[j]] or, if `back` is true, sum_j p[j] x[i - shift[j]]. Indices are modulo `cells`. */
TEMPLATE void mix_ring(real *y, const real *x, const real *p, const ring *r, int cells, int C, bool back) {
    vec weight[TAPE_ACTIONS];
    UNROLL for (int j = 0; j < TAPE_ACTIONS; j++) weight[j] = vsplat(p[j]);
    for (int part = 0; part + 1 < r->cuts; part++) {
        const int begin = r->cut[part], n = (r->cut[part + 1] - begin) * C;
        const real *from[TAPE_ACTIONS];
        UNROLL for (int j = 0; j < TAPE_ACTIONS; j++) {
            const int shift = back ? cells - r->shift[j] : r->shift[j];
            from[j] = x + (begin + shift) % cells * C;
        }
        for (int e = 0; e < n; e += VL) {
            const int count = n - e < VL ? n - e : VL;
            vec sum = weight[0] * vload_first(from[0] + e, count);
            UNROLL for (int j = 1; j < TAPE_ACTIONS; j++) sum = vfma(weight[j], vload_first(from[j] + e, count), sum);
            vstore_first(y + begin * C + e, sum, count);
        }
    }
}

TEMPLATE void tape_actions_back(const real *d, const real *m, const ring *r, int cells, int C, real *dact) {
    vec sum[TAPE_ACTIONS] = {{0}};
    for (int part = 0; part + 1 < r->cuts; part++) {
        const int begin = r->cut[part], n = (r->cut[part + 1] - begin) * C;
        const real *from[TAPE_ACTIONS];
        UNROLL for (int j = 0; j < TAPE_ACTIONS; j++) from[j] = m + (begin + r->shift[j]) % cells * C;
        for (int e = 0; e < n; e += VL) {
            const int count = n - e < VL ? n - e : VL;
            const vec g = vload_first(d + begin * C + e, count);
            UNROLL for (int j = 0; j < TAPE_ACTIONS; j++) sum[j] = vfma(g, vload_first(from[j] + e, count), sum[j]);
        }
    }
    UNROLL for (int j = 0; j < TAPE_ACTIONS; j++) dact[j] = vsum(sum[j]);
}

static inline real *tape_memory(const lg_store_step *a, lg_view x, int i) {
    return (real *)x.data + (size_t)i * (size_t)a->cells * (size_t)a->C;
}

static inline void tape(const lg_kernels *set, const lg_store_step *a) {
    const int C = a->C;
    const size_t row = sizeof(real) * (size_t)C;
    for (int i = 0; i < a->S * a->K; i++) {
        const ring r = ring_of(a->cells, input_tokens(a, i / a->K));
        real *m = tape_memory(a, a->before, i), *after = tape_memory(a, a->after, i);
        if (a->at == 0) clear_cells(a, m, a->cells);
        memcpy(m, (const real *)a->v.data + (size_t)i * C, row);
        mix_ring(after, m, (const real *)a->p.data + (size_t)i * TAPE_ACTIONS, &r, a->cells, C, false);
        memcpy((real *)a->read.data + (size_t)i * C, after, row);
    }
}

static inline void tape_backward(const lg_kernels *set, const lg_store_step *a) {
    const int C = a->C;
    for (int i = 0; i < a->S * a->K; i++) {
        const ring r = ring_of(a->cells, input_tokens(a, i / a->K));
        real *d = tape_memory(a, a->dafter, i), *dbefore = tape_memory(a, a->dbefore, i), dact[TAPE_ACTIONS];
        if (a->last) clear_cells(a, d, a->cells);
        put_all(d, (const real *)a->dread.data + (size_t)i * C, C, 1, true);
        tape_actions_back(d, tape_memory(a, a->before, i), &r, a->cells, C, dact);
        put_all((real *)a->dp.data + (size_t)i * TAPE_ACTIONS, dact, TAPE_ACTIONS, 1, a->dp_accumulate);
        mix_ring(dbefore, d, (const real *)a->p.data + (size_t)i * TAPE_ACTIONS, &r, a->cells, C, true);
        put_all((real *)a->dv.data + (size_t)i * C, dbefore, C, 1, a->dv_accumulate);
        clear_cells(a, dbefore, 1);
    }
}

/* ---- nondeterministic stacks: lanes are times i ------------------------------------------------------------------ */

enum { ND_STATES = 4 };

/* One sequence of a step. Rows of `memory` and `dmemory` are described at lg_nd_gamma. popped[uy,r] is a row of times k
 * (nd_pop_weights). */
typedef struct nd_runs {
    const lg_nd_stack *a;
    int E, Q, Y, t, row; /* row: number of elements of a row of popped */
    const real *push, *pop, *replace;
    real *dpush, *dpop, *dreplace;
    real *memory, *dmemory, *popped, *dpopped;
} nd_runs;

static inline nd_runs nd_runs_of(const lg_nd_stack *a, int s) {
    const int E = a->states * a->symbols, Q = a->states;
    const size_t size = lg_nd_numbers(E, a->T), count = (size_t)(2 * E * E + E * Q);
    nd_runs m = {.a = a, .E = E, .Q = Q, .Y = a->symbols, .t = a->t, .row = LG_PAD(a->T)};
    m.push = (const real *)a->weights.data + (size_t)s * count;
    m.pop = m.push + E * E, m.replace = m.pop + E * Q;
    m.memory = (real *)a->memory.data + (size_t)s * size;
    m.popped = a->scratch.data, m.dpopped = m.popped + (size_t)E * (size_t)(Q * m.row);
    if (!a->dmemory.data) return m;
    m.dmemory = (real *)a->dmemory.data + (size_t)s * size;
    m.dpush = (real *)a->dweights.data + (size_t)s * count;
    m.dpop = m.dpush + E * E, m.dreplace = m.dpop + E * Q;
    return m;
}

static inline real *nd_gamma(const nd_runs *m, real *memory, int t, int from, int to) {
    return memory + lg_nd_gamma(m->E, t) + (size_t)(to * m->E + from) * LG_PAD((size_t)t);
}

static inline real *nd_alpha(const nd_runs *m, real *memory, int at) {
    return memory + lg_nd_alpha(m->E, m->a->T) + (size_t)at * LG_PAD((size_t)m->a->T + 1);
}

/* Computes popped[uy,r][k]: the weight of runs from uy at time k whose last step pops and enters state r. */
static inline void nd_pop_weights(const nd_runs *m) {
    const int E = m->E, Q = m->Q, t = m->t;
    for (int uy = 0; uy < E; uy++)
        for (int r = 0; r < Q; r++)
            for (int k = 0; k < t - 1; k += VL) {
                vec sum = {0};
                for (int sz = 0; sz < E; sz++)
                    sum = vfma(vload(nd_gamma(m, m->memory, t - 1, uy, sz) + k), vsplat(m->pop[sz * Q + r]), sum);
                vstore(m->popped + (uy * Q + r) * m->row + k, sum);
            }
}

static inline void nd_replace(const nd_runs *m, int qx, int ry) {
    const int E = m->E, t = m->t;
    real *out = nd_gamma(m, m->memory, t, qx, ry);
    for (int i = 0; i < t - 1; i += VL) {
        vec sum = vload(out + i);
        for (int sz = 0; sz < E; sz++)
            sum = vfma(vload(nd_gamma(m, m->memory, t - 1, qx, sz) + i), vsplat(m->replace[sz * E + ry]), sum);
        vstore(out + i, sum);
    }
}

/* Adds the weights of runs whose last step pops. Q is a compile-time constant. */
TEMPLATE void nd_pop_runs(const nd_runs *m, int y, int qx, const int Q) {
    const int E = m->E, Y = m->Y, t = m->t;
    for (int i = 0; i < t - 2; i += VL) {
        vec sum[ND_STATES];
        UNROLL for (int r = 0; r < Q; r++) sum[r] = vload(nd_gamma(m, m->memory, t, qx, r * Y + y) + i);
        const real *g = m->memory + lg_nd_gamma(E, i + 1);
        for (int k = i + 1; k < t - 1; k++) {
            UNROLL for (int u = 0; u < Q; u++) {
                const int uy = u * Y + y;
                const vec run = vload(g + (uy * E + qx) * LG_PAD(k) + i);
                UNROLL for (int r = 0; r < Q; r++) sum[r] =
                    vfma(run, vsplat(m->popped[(uy * Q + r) * m->row + k]), sum[r]);
            }
            g += E * E * LG_PAD(k);
        }
        UNROLL for (int r = 0; r < Q; r++) vstore(nd_gamma(m, m->memory, t, qx, r * Y + y) + i, sum[r]);
    }
}

static inline void nd_pop(const nd_runs *m, int y, int qx) {
    switch (m->Q) {
    case 1: nd_pop_runs(m, y, qx, 1); break;
    case 2: nd_pop_runs(m, y, qx, 2); break;
    case 3: nd_pop_runs(m, y, qx, 3); break;
    default: nd_pop_runs(m, y, qx, 4);
    }
}

static inline void nd_extend(const nd_runs *m) {
    const int E = m->E, t = m->t;
    real *first = nd_gamma(m, m->memory, t, 0, 0);
    memset(first, 0, sizeof *first * (size_t)(E * E) * LG_PAD((size_t)t));
    nd_pop_weights(m);
    for (int qx = 0; qx < E; qx++) {
        for (int ry = 0; ry < E; ry++) {
            nd_gamma(m, m->memory, t, qx, ry)[t - 1] = m->push[qx * E + ry];
            nd_replace(m, qx, ry);
        }
        for (int y = 0; y < m->Y; y++) nd_pop(m, y, qx);
    }
}

static inline void nd_reach(const nd_runs *m) {
    for (int ry = 0; ry < m->E; ry++) {
        vec sum = {0};
        for (int qx = 0; qx < m->E; qx++) {
            const real *alpha = nd_alpha(m, m->memory, qx), *g = nd_gamma(m, m->memory, m->t, qx, ry);
            for (int i = 0; i < m->t; i += VL) sum = vfma(vload_first(alpha + i, m->t - i), vload(g + i), sum);
        }
        nd_alpha(m, m->memory, ry)[m->t] = vsum(sum);
    }
}

/* Element j of v, the unnormalized reading. */
static inline real nd_read(const nd_runs *m, int j) {
    real sum = 0;
    if (m->a->reads_states) return nd_alpha(m, m->memory, j)[m->t];
    for (int r = 0; r < m->Q; r++) sum += nd_alpha(m, m->memory, r * m->Y + j)[m->t];
    return sum;
}

static inline void nd_stack(const lg_kernels *set, const lg_nd_stack *a) {
    const int E = a->states * a->symbols, R = a->reads_states ? E : a->symbols;
    for (int s = 0; s < a->S; s++) {
        const nd_runs m = nd_runs_of(a, s);
        real *reading = (real *)a->reading.data + (size_t)s * R, sum = (real)LG_ND_EPSILON;
        if (a->t == 1) {
            memset(nd_alpha(&m, m.memory, 0), 0, sizeof(real) * (size_t)E * LG_PAD((size_t)a->T + 1));
            nd_alpha(&m, m.memory, 0)[0] = 1;
        }
        nd_extend(&m);
        nd_reach(&m);
        for (int j = 0; j < R; j++) sum += nd_read(&m, j);
        for (int j = 0; j < R; j++) reading[j] = nd_read(&m, j) / sum;
    }
}

static inline void nd_read_back(const nd_runs *m, const real *dreading) {
    const bool states = m->a->reads_states;
    const int R = states ? m->E : m->Y;
    real n = (real)LG_ND_EPSILON, mean = 0;
    for (int j = 0; j < R; j++) n += nd_read(m, j);
    for (int j = 0; j < R; j++) mean += dreading[j] * (nd_read(m, j) / n);
    for (int ry = 0; ry < m->E; ry++)
        nd_alpha(m, m->dmemory, ry)[m->t] += (dreading[states ? ry : ry % m->Y] - mean) / n;
}

static inline void nd_reach_back(const nd_runs *m) {
    const int t = m->t;
    for (int ry = 0; ry < m->E; ry++) {
        const vec dalpha = vsplat(nd_alpha(m, m->dmemory, ry)[t]);
        for (int qx = 0; qx < m->E; qx++) {
            const real *alpha = nd_alpha(m, m->memory, qx), *g = nd_gamma(m, m->memory, t, qx, ry);
            real *to = nd_alpha(m, m->dmemory, qx), *d = nd_gamma(m, m->dmemory, t, qx, ry);
            for (int i = 0; i < t; i += VL) {
                const int n = t - i;
                vstore(d + i, vfma(dalpha, vload_first(alpha + i, n), vload(d + i)));
                vstore_first(to + i, vfma(dalpha, vload(g + i), vload_first(to + i, n)), n);
            }
        }
    }
}

/* Gradients of gamma[k->t][qx->ry] for times k = i..n-1, at most a vector of them. */
static inline vec nd_gradient(const nd_runs *m, int qx, int ry, int i, int n) {
    return vload_first(nd_gamma(m, m->dmemory, m->t, qx, ry) + i, n - i);
}

static inline void nd_replace_back(const nd_runs *m, int sz) {
    const int E = m->E, t = m->t;
    for (int ry = 0; ry < E; ry++) {
        vec sum = {0};
        for (int qx = 0; qx < E; qx++)
            for (int i = 0; i < t - 1; i += VL)
                sum = vfma(vload(nd_gamma(m, m->memory, t - 1, qx, sz) + i), nd_gradient(m, qx, ry, i, t - 1), sum);
        m->dreplace[sz * E + ry] += vsum(sum);
    }
    for (int qx = 0; qx < E; qx++) {
        real *to = nd_gamma(m, m->dmemory, t - 1, qx, sz);
        for (int i = 0; i < t - 1; i += VL) {
            vec sum = vload(to + i);
            for (int ry = 0; ry < E; ry++)
                sum = vfma(vsplat(m->replace[sz * E + ry]), nd_gradient(m, qx, ry, i, t - 1), sum);
            vstore(to + i, sum);
        }
    }
}

/* The backward pass for runs whose last step pops and uncovers symbol y, which was on top at time k. Q is a
 * compile-time constant. */
TEMPLATE void nd_pop_runs_back(const nd_runs *m, int y, int k, const int Q) {
    const int Y = m->Y;
    vec sum[ND_STATES * ND_STATES] = {{0}};
    for (int qx = 0; qx < m->E; qx++)
        for (int i = 0; i < k; i += VL) {
            vec d[ND_STATES];
            UNROLL for (int r = 0; r < Q; r++) d[r] = nd_gradient(m, qx, r * Y + y, i, k);
            UNROLL for (int u = 0; u < Q; u++) {
                const int uy = u * Y + y;
                const vec run = vload(nd_gamma(m, m->memory, k, qx, uy) + i);
                real *to = nd_gamma(m, m->dmemory, k, qx, uy) + i;
                vec more = vload(to);
                UNROLL for (int r = 0; r < Q; r++) {
                    sum[u * Q + r] = vfma(run, d[r], sum[u * Q + r]);
                    more = vfma(vsplat(m->popped[(uy * Q + r) * m->row + k]), d[r], more);
                }
                vstore(to, more);
            }
        }
    UNROLL for (int u = 0; u < Q; u++) {
        UNROLL for (int r = 0; r < Q; r++) m->dpopped[((u * Y + y) * Q + r) * m->row + k] = vsum(sum[u * Q + r]);
    }
}

static inline void nd_pop_back(const nd_runs *m, int y, int k) {
    switch (m->Q) {
    case 1: nd_pop_runs_back(m, y, k, 1); break;
    case 2: nd_pop_runs_back(m, y, k, 2); break;
    case 3: nd_pop_runs_back(m, y, k, 3); break;
    default: nd_pop_runs_back(m, y, k, 4);
    }
}

static inline void nd_pop_weights_back(const nd_runs *m) {
    const int E = m->E, Q = m->Q, t = m->t;
    for (int sz = 0; sz < E; sz++)
        for (int uy = 0; uy < E; uy++)
            for (int r = 0; r < Q; r++) {
                const real *g = nd_gamma(m, m->memory, t - 1, uy, sz), *d = m->dpopped + (uy * Q + r) * m->row;
                real *to = nd_gamma(m, m->dmemory, t - 1, uy, sz);
                vec sum = {0};
                for (int k = 0; k < t - 1; k += VL) {
                    sum = vfma(vload(d + k), vload(g + k), sum);
                    vstore(to + k, vfma(vsplat(m->pop[sz * Q + r]), vload(d + k), vload(to + k)));
                }
                m->dpop[sz * Q + r] += vsum(sum);
            }
}

static inline void nd_extend_back(const nd_runs *m) {
    const int E = m->E, t = m->t;
    for (int qx = 0; qx < E; qx++)
        for (int ry = 0; ry < E; ry++) m->dpush[qx * E + ry] += nd_gamma(m, m->dmemory, t, qx, ry)[t - 1];
    if (t == 1) return;
    for (int sz = 0; sz < E; sz++) nd_replace_back(m, sz);
    nd_pop_weights(m);
    memset(m->dpopped, 0, sizeof(real) * (size_t)(E * m->Q) * (size_t)m->row);
    for (int y = 0; y < m->Y; y++)
        for (int k = 1; k < t - 1; k++) nd_pop_back(m, y, k);
    nd_pop_weights_back(m);
}

static inline void nd_stack_backward(const lg_kernels *set, const lg_nd_stack *a) {
    const int E = a->states * a->symbols, R = a->reads_states ? E : a->symbols;
    if (!a->dweights_accumulate)
        memset(a->dweights.data, 0, sizeof(real) * (size_t)a->S * (size_t)(2 * E * E + E * a->states));
    for (int s = 0; s < a->S; s++) {
        const nd_runs m = nd_runs_of(a, s);
        nd_read_back(&m, (const real *)a->dreading.data + (size_t)s * R);
        nd_reach_back(&m);
        nd_extend_back(&m);
    }
}

#endif
