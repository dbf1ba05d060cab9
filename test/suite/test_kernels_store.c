/* test_kernels_store.c: kernels of the stacks and tapes of recurrent networks. Compares every kernel set with the
 * reference over several time steps, forward and backward, on odd sizes; also compares with values computed by hand. A
 * sequence must have the same bits in every batch. */
#include "pairs.h"

enum { ROWS = 3, STACK, TAPE };

/* ---- softmax ---- */

static void test_group_softmax(const lg_kernels *k) {
    static const int sizes[] = {1, 2, 3, 5, 8, 17, 40, 144};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int more = 0; more < 2; more++) {
            const size_t n = (size_t)ROWS * sizes[i];
            begin("%s group_softmax N=%d more=%d", k->name, sizes[i], more);
            const lg_view x = view(take_normal(n, 4)), dy = view(take_normal(n, 1));
            const pair y = take_pair(n), dx = take_output(n, more);
            for (int s = 0; s < 2; s++) {
                const lg_kernels *set = s ? k : ref;
                set->group_softmax(set, view(side(y, s)), x, ROWS, sizes[i]);
                set->group_softmax_backward(set, view(side(dx, s)), view(y.ref), dy, ROWS, sizes[i], more);
            }
            agree("y", y.got, y.ref, n, 1);
            agree("dx", dx.got, dx.ref, n, 1);
            finish();
        }
}

/* ---- stacks and tapes over some steps ---- */

typedef struct size {
    int S, K, C, cells, steps, T;
} size;

/* All arrays of a scan with one kernel set. */
typedef struct run {
    size z;
    int kind, actions;
    size_t one, row;               /* elements per step: of `memory`; of each of v, read and dv */
    real *memory, *read, *dp, *dv; /* of all steps */
    const real *p, *v, *dread;
    const int32_t *ids;
} run;

static run run_new(int kind, size z) {
    run r = {.z = z, .kind = kind, .actions = kind == STACK ? 3 : 5};
    const size_t steps = (size_t)z.steps;
    r.one = (size_t)(z.S * z.K) * (size_t)((z.cells + (kind == STACK ? 3 : 0)) * z.C);
    r.row = (size_t)(z.S * z.K * z.C);
    r.memory = take_reals((steps + 2) * r.one);
    r.read = take_reals(steps * r.row), r.dv = take_reals(steps * r.row);
    r.dp = take_reals(steps * (size_t)(z.S * z.K * r.actions));
    return r;
}

static lg_store_step step_of(const run *r, int t) {
    const size_t row = r->row * (size_t)t, actions = (size_t)(r->z.S * r->z.K * r->actions) * (size_t)t;
    return (lg_store_step){.S = r->z.S,
                           .K = r->z.K,
                           .C = r->z.C,
                           .cells = r->z.cells,
                           .at = t,
                           .p = view(r->p + actions),
                           .v = view(r->v + row),
                           .before = view(r->memory + r->one * (size_t)t),
                           .after = view(r->memory + r->one * (size_t)(t + 1)),
                           .read = view(r->read + row),
                           .ids = view(r->ids),
                           .T = r->z.T,
                           .marker = 2,
                           .last = t + 1 == r->z.steps,
                           .dread = view(r->dread + row),
                           .dafter = view(r->memory + r->one * (size_t)(t + 2)),
                           .dbefore = view(r->memory + r->one * (size_t)(t + 1)),
                           .dp = view(r->dp + actions),
                           .dv = view(r->dv + row)};
}

static void run_both_ways(const lg_kernels *k, const run *r) {
    for (int t = 0; t < r->z.steps; t++) {
        const lg_store_step s = step_of(r, t);
        (r->kind == STACK ? k->stack : k->tape)(k, &s);
    }
    for (int t = r->z.steps - 1; t >= 0; t--) {
        const lg_store_step s = step_of(r, t);
        (r->kind == STACK ? k->stack_backward : k->tape_backward)(k, &s);
    }
}

/* Draws probabilities, values, gradients and ids; input tokens have ids below 2. */
static void draw(run *r) {
    const size_t steps = (size_t)r->z.steps, groups = steps * (size_t)(r->z.S * r->z.K);
    real *p = take_normal(groups * (size_t)r->actions, 1);
    ref->group_softmax(ref, view(p), view(p), (int)groups, r->actions);
    r->p = p, r->v = take_normal(steps * r->row, 1), r->dread = take_normal(steps * r->row, 1);
    r->ids = take_below((size_t)(r->z.S * r->z.T), 3);
}

static void try_store(const lg_kernels *k, int kind, size z) {
    begin("%s %s S=%d K=%d C=%d cells=%d steps=%d", k->name, kind == STACK ? "stack" : "tape", z.S, z.K, z.C, z.cells,
          z.steps);
    run r[2] = {run_new(kind, z), run_new(kind, z)};
    draw(&r[0]);
    r[1].p = r[0].p, r[1].v = r[0].v, r[1].dread = r[0].dread, r[1].ids = r[0].ids;
    run_both_ways(ref, &r[0]);
    run_both_ways(k, &r[1]);
    const size_t all = (size_t)z.steps * r[0].row, actions = all / (size_t)z.C * (size_t)r[0].actions;
    agree("read", r[1].read, r[0].read, all, 1);
    agree("dv", r[1].dv, r[0].dv, all, 2);
    agree("dp", r[1].dp, r[0].dp, actions, 8);
    finish();
}

static const size sizes[] = {{1, 1, 8, 9, 7, 7},  {2, 1, 8, 40, 40, 40}, {2, 3, 5, 4, 11, 11},
                             {3, 2, 1, 1, 4, 4},  {1, 2, 17, 6, 9, 9},   {2, 1, 3, 2, 6, 6},
                             {2, 1, 16, 3, 5, 5}, {1, 1, 8, 128, 3, 3},  {2, 2, 7, 13, 30, 30}};

static void test_stack(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(sizes); i++) try_store(k, STACK, sizes[i]);
}

static void test_tape(const lg_kernels *k) {
    for (size_t i = 0; i < COUNT(sizes); i++) try_store(k, TAPE, sizes[i]);
}

/* Gradients are added to existing values. */
static void test_accumulation(const lg_kernels *k) {
    for (int kind = STACK; kind <= TAPE; kind++) {
        begin("%s kind %d accumulates", k->name, kind);
        const size z = {2, 2, 5, 6, 1, 4};
        run r = run_new(kind, z);
        draw(&r);
        run_both_ways(k, &r);
        const size_t values = r.row, actions = r.row / 5 * (size_t)r.actions;
        lg_store_step s = step_of(&r, 0);
        real *dp = take_normal(actions, 1), *dv = take_normal(values, 1);
        real *dp_before = take_copy(dp, actions * sizeof *dp), *dv_before = take_copy(dv, values * sizeof *dv);
        s.dp = view(dp), s.dv = view(dv), s.dp_accumulate = s.dv_accumulate = true;
        (kind == STACK ? k->stack : k->tape)(k, &s);
        (kind == STACK ? k->stack_backward : k->tape_backward)(k, &s);
        for (size_t e = 0; e < actions; e++) dp_before[e] += r.dp[e];
        for (size_t e = 0; e < values; e++) dv_before[e] += r.dv[e];
        agree("dp", dp, dp_before, actions, 1);
        agree("dv", dv, dv_before, values, 1);
        finish();
    }
}

/* Sequence 1 of a batch has the same bits alone. */
static void test_batch(const lg_kernels *k) {
    for (int kind = STACK; kind <= TAPE; kind++) {
        begin("%s kind %d alone", k->name, kind);
        const size z = {3, 2, 5, 6, 9, 9}, one = {1, 2, 5, 6, 9, 9};
        run all = run_new(kind, z), alone = run_new(kind, one);
        draw(&all);
        const size_t row = alone.row, actions = (size_t)(one.K * all.actions);
        real *p = take_reals(9 * actions), *v = take_reals(9 * row), *dread = take_reals(9 * row);
        for (size_t t = 0; t < 9; t++) {
            memcpy(p + t * actions, all.p + (3 * t + 1) * actions, actions * sizeof *p);
            memcpy(v + t * row, all.v + (3 * t + 1) * row, row * sizeof *v);
            memcpy(dread + t * row, all.dread + (3 * t + 1) * row, row * sizeof *v);
        }
        alone.p = p, alone.v = v, alone.dread = dread, alone.ids = all.ids + z.T;
        run_both_ways(k, &all);
        run_both_ways(k, &alone);
        for (size_t t = 0; t < 9; t++) {
            same_bits("read", alone.read + t * row, all.read + (3 * t + 1) * row, row);
            same_bits("dv", alone.dv + t * row, all.dv + (3 * t + 1) * row, row);
            same_bits("dp", alone.dp + t * actions, all.dp + (3 * t + 1) * actions, actions);
        }
        finish();
    }
}

/* ---- by hand ---- */

/* Runs actions one after another on cells of one number, and compares the values read. The first `inputs` tokens are
 * input; later tokens are not. */
static void expect_reads(const lg_kernels *k, int kind, int cells, int inputs, int steps, const int *action,
                         const real *value, const double *wanted) {
    const size z = {1, 1, 1, cells, steps, 16};
    begin("%s kind %d by hand", k->name, kind);
    run r = run_new(kind, z);
    real *p = take_reals((size_t)(steps * r.actions));
    int32_t *ids = take_below(16, 2);
    for (int t = 0; t < 16; t++) ids[t] = t < inputs ? ids[t] : 2;
    for (int t = 0; t < steps; t++)
        for (int j = 0; j < r.actions; j++) p[t * r.actions + j] = j == action[t];
    r.p = p, r.v = value, r.ids = ids;
    r.dread = take_normal((size_t)steps, 1);
    run_both_ways(k, &r);
    for (int t = 0; t < steps; t++)
        if ((double)r.read[t] != wanted[t])
            fail_msg("%s: after step %d %g is read, not %g", trial, t, (double)r.read[t], wanted[t]);
    finish();
}

/* Pushed values come back in reverse order; the lowest cell of a full stack is dropped. */
static void test_stack_by_hand(const lg_kernels *k) {
    enum { PUSH, POP, NOOP };
    const int action[] = {PUSH, PUSH, NOOP, PUSH, POP, POP, POP, POP};
    const real value[] = {1, 2, 9, 3, 9, 9, 9, 9};
    expect_reads(k, STACK, 8, 0, 8, action, value, (double[]){1, 2, 2, 3, 2, 1, 0, 0});
    expect_reads(k, STACK, 2, 0, 8, action, value, (double[]){1, 2, 2, 3, 2, 0, 0, 0});
}

/* Actions with the probabilities 1/2 mix two stacks: the stack after 4 was pushed, and the unchanged stack. */
static void test_mixture_by_hand(const lg_kernels *k) {
    begin("%s mixture", k->name);
    const real p[] = {1, 0, 0, 0.5, 0, 0.5, 0.25, 0.75, 0}, v[] = {2, 4, 8}, d[] = {0, 0, 1};
    run r = run_new(STACK, (size){1, 1, 1, 4, 3, 4});
    r.p = p, r.v = v, r.dread = d;
    run_both_ways(k, &r);
    /* Step 0 reads 2, step 1 reads 3 (below it: 1), step 2 reads 0.25 * 8 + 0.75 * 1 = 2.75. The last step has d/dpush
     * = 8, d/dpop = 1 and d/dnoop = 3. */
    agree("read", r.read, (real[]){2, 3, 2.75}, 3, 1);
    agree("dp", r.dp + 6, (real[]){8, 1, 3}, 3, 1);
    /* The push of step 1 moved 0.5 v[0] to cell 1, so dv[0] = 0.75 * 0.5. The gradient of the push's probability is
     * 0.75 * 2, since a push moves the top value, which is 2, to cell 1. */
    agree("dv", r.dv, (real[]){0.375, 0, 0.25}, 3, 1);
    agree("dp of step 1", r.dp + 3, (real[]){1.5, 0, 0}, 3, 1);
    finish();
}

/* Every action writes to cell 0 and then moves the tape. Three values are written to adjacent cells. A jump is as long
 * as the input of 3 tokens and returns to the first of these cells. A move to the right brings the value left of cell 0
 * into cell 0. */
static void test_tape_by_hand(const lg_kernels *k) {
    enum { STAY, LEFT, RIGHT, JUMP_LEFT, JUMP_RIGHT };
    const real value[] = {1, 2, 3, 4, 5, 6, 7};
    expect_reads(k, TAPE, 16, 3, 7, (int[]){STAY, RIGHT, RIGHT, RIGHT, JUMP_LEFT, STAY, RIGHT}, value,
                 (double[]){1, 0, 0, 0, 2, 6, 3});
    /* in a ring of 3 cells, a jump of 3 does nothing, and three moves to the right return to the start */
    expect_reads(k, TAPE, 3, 3, 5, (int[]){RIGHT, RIGHT, RIGHT, JUMP_LEFT, JUMP_RIGHT}, value,
                 (double[]){0, 0, 1, 4, 5});
    /* with an input of 5 tokens: a jump of 5 cells to the right, and a jump back */
    expect_reads(k, TAPE, 16, 5, 4, (int[]){JUMP_RIGHT, JUMP_LEFT, LEFT, RIGHT}, value, (double[]){0, 1, 0, 3});
}

/* ---- nondeterministic stacks ---- */

typedef struct nd_run {
    lg_nd_stack a;
    int E, R, W;
    real *memory, *dmemory, *reading, *dweights;
    const real *weights, *dreading;
} nd_run;

static nd_run nd_new(int S, int T, int Q, int Y, bool states) {
    nd_run r = {.E = Q * Y, .R = states ? Q * Y : Y, .W = 2 * Q * Y * Q * Y + Q * Q * Y};
    r.a = (lg_nd_stack){.S = S, .T = T, .states = Q, .symbols = Y, .reads_states = states};
    const size_t numbers = (size_t)S * lg_nd_numbers(r.E, T);
    r.memory = take_reals(numbers), r.dmemory = take_reals(numbers);
    for (size_t e = 0; e < numbers; e++) r.dmemory[e] = 0;
    r.reading = take_reals((size_t)(T * S * r.R)), r.dweights = take_reals((size_t)(T * S * r.W));
    r.a.scratch = view(take_reals(2 * (size_t)(r.E * Q) * LG_PAD((size_t)T)));
    r.a.memory = view(r.memory);
    return r;
}

static void nd_both_ways(const lg_kernels *k, const nd_run *r, bool more) {
    lg_nd_stack a = r->a;
    const size_t row = (size_t)(a.S * r->R), weights = (size_t)(a.S * r->W);
    for (size_t t = 0; t < (size_t)a.T; t++) {
        a.t = (int)t + 1, a.weights = view(r->weights + t * weights), a.reading = view(r->reading + t * row);
        k->nd_stack(k, &a);
    }
    a.dmemory = view(r->dmemory), a.dweights_accumulate = more;
    for (size_t t = (size_t)a.T; t-- > 0;) {
        a.t = (int)t + 1, a.weights = view(r->weights + t * weights);
        a.dreading = view(r->dreading + t * row), a.dweights = view(r->dweights + t * weights);
        k->nd_stack_backward(k, &a);
    }
}

static const real *nd_draw(int rows, int W) {
    real *w = take_normal((size_t)(rows * W), 2);
    ref->group_softmax(ref, view(w), view(w), rows, W);
    return w;
}

static void try_nd(const lg_kernels *k, int T, int Q, int Y, bool states, bool more) {
    begin("%s nd_stack T=%d Q=%d S=%d states=%d more=%d", k->name, T, Q, Y, states, more);
    nd_run r[2] = {nd_new(2, T, Q, Y, states), nd_new(2, T, Q, Y, states)};
    r[0].weights = r[1].weights = nd_draw(2 * T, r[0].W);
    r[0].dreading = r[1].dreading = take_normal((size_t)(2 * T * r[0].R), 1);
    const size_t weights = (size_t)(2 * T * r[0].W), row = (size_t)(2 * T * r[0].R);
    for (size_t e = 0; more && e < weights; e++) r[0].dweights[e] = r[1].dweights[e] = (real)(e % 7) / 8;
    nd_both_ways(ref, &r[0], more);
    nd_both_ways(k, &r[1], more);
    agree("reading", r[1].reading, r[0].reading, row, 2);
    agree("dweights", r[1].dweights, r[0].dweights, weights, 30);
    finish();
}

static void test_nd_stack(const lg_kernels *k) {
    for (int states = 0; states < 2; states++) {
        try_nd(k, 1, 2, 2, states, false);
        try_nd(k, 7, 1, 1, states, false);
        try_nd(k, 9, 2, 2, states, true);
        try_nd(k, 20, 2, 3, states, false);
        try_nd(k, 12, 3, 2, states, false);
        try_nd(k, 6, 4, 1, states, false);
    }
    try_nd(k, 35, 2, 2, true, false);
}

/* One state and symbols 0 and 1. The actions push a 1 onto the initial 0, push a second 1, replace it with 0, and pop
 * this 0. The tops are then 1, 1, 0, 1, each weighted by the product of all weights so far. No sequence of actions with
 * a nonzero weight pops the first 1. */
static void test_nd_by_hand(const lg_kernels *k) {
    enum { T = 5, W = 10, PUSH = 0, POP = 4, REPLACE = 6 };
    begin("%s nd_stack by hand", k->name);
    nd_run r = nd_new(1, T, 1, 2, false);
    real *w = take_reals(T * W);
    for (int e = 0; e < T * W; e++) w[e] = 0;
    w[0 * W + PUSH + 0 * 2 + 1] = 0.5;    /* on top 0: push 1 */
    w[1 * W + PUSH + 1 * 2 + 1] = 0.25;   /* on top 1: push 1 */
    w[2 * W + REPLACE + 1 * 2 + 0] = 0.5; /* on top 1: replace it with 0 */
    w[3 * W + POP + 0] = 0.5;
    w[4 * W + POP + 1] = 1;
    r.weights = w, r.dreading = take_normal(T * 2, 1);
    nd_both_ways(k, &r, false);
    const double left[T] = {0.5, 0.125, 0.0625, 0.03125, 0};
    const int top[T] = {1, 1, 0, 1, 0};
    for (int t = 0; t < T; t++) {
        real wanted[2] = {0, 0};
        wanted[top[t]] = (real)(left[t] / (left[t] + 0.001));
        agree("reading", r.reading + 2 * t, wanted, 2, 1);
    }
    finish();
}

static void test_nd_batch(const lg_kernels *k) {
    enum { T = 19 };
    begin("%s nd_stack alone", k->name);
    nd_run all = nd_new(3, T, 2, 2, true), alone = nd_new(1, T, 2, 2, true);
    const size_t W = (size_t)all.W, R = (size_t)all.R;
    all.weights = nd_draw(3 * T, all.W), all.dreading = take_normal(3 * T * R, 1);
    real *w = take_reals(T * W), *d = take_reals(T * R);
    for (size_t t = 0; t < T; t++) {
        memcpy(w + t * W, all.weights + (3 * t + 1) * W, W * sizeof *w);
        memcpy(d + t * R, all.dreading + (3 * t + 1) * R, R * sizeof *d);
    }
    alone.weights = w, alone.dreading = d;
    nd_both_ways(k, &all, false);
    nd_both_ways(k, &alone, false);
    for (size_t t = 0; t < T; t++) {
        same_bits("reading", alone.reading + t * R, all.reading + (3 * t + 1) * R, R);
        same_bits("dweights", alone.dweights + t * W, all.dweights + (3 * t + 1) * W, W);
    }
    finish();
}

int main(int argc, char **argv) {
    static const guarded_test tests[] = {
        {"group_softmax", test_group_softmax},
        {"stack", test_stack},
        {"tape", test_tape},
        {"accumulation", test_accumulation},
        {"batch", test_batch},
        {"stack_by_hand", test_stack_by_hand},
        {"mixture_by_hand", test_mixture_by_hand},
        {"tape_by_hand", test_tape_by_hand},
        {"nd_stack", test_nd_stack},
        {"nd_by_hand", test_nd_by_hand},
        {"nd_batch", test_nd_batch},
    };
    return run_suite("kernels of stores", tests, COUNT(tests), argc, argv);
}
