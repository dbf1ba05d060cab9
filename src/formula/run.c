/* run.c: evaluates a program step by step, with all lanes of a step together, and computes derivatives. The work memory
 * contains the registers of all steps, then the adjoints of all steps. */
#include <string.h>

#include "formula/apply.h"

enum { LANES = LG_FORMULA_LANES };

typedef double lanes[LANES];

typedef struct run {
    const lg_program *p;
    const lg_formula_input *in;
    lanes *value, *adjoint; /* [steps] */
    int n;
    unsigned varying; /* bits of the operands that have one number per lane */
} run;

size_t lg_program_work(const lg_program *p) {
    return 2 * (size_t)p->count * LANES;
}

static run begin_run(const lg_program *p, const lg_formula_input *in, double *work) {
    run r = {p, in, (lanes *)work, (lanes *)work + p->count, in->lanes};
    for (int i = 0; p->formula->place->operands[i].name; i++) r.varying |= (unsigned)in->operand[i].varies << i;
    return r;
}

/* Is the step's value the same in all lanes? The index of a loop's iteration always is. */
static bool is_uniform(const run *r, int i) {
    return r->n > 1 && !(r->p->depends[i] & r->varying);
}

static run with_one_lane(const run *r) {
    run one = *r;
    one.n = 1;
    return one;
}

/* ---- forward ---- */

static int index_of(const lg_formula_parameter *p, double x) {
    return !(x > 0) ? 0 : x < p->count ? (int)x : p->count - 1;
}

static void load(const run *r, const lg_formula_step *s, double *to) {
    const lg_formula_parameter *p = &r->p->formula->parameters[s->a];
    for (int l = 0; l < r->n; l++) {
        if (s->kind == LG_DO_NUMBER)
            to[l] = s->number;
        else if (s->kind == LG_DO_OPERAND)
            to[l] = r->in->operand[s->a].at[r->in->operand[s->a].varies ? l : 0];
        else if (s->kind == LG_DO_PARAMETER)
            to[l] = r->in->parameter[s->a][0];
        else
            to[l] = r->in->parameter[s->a][index_of(p, r->value[s->b][l])];
    }
}

/* Computes x op y in all lanes. Each operator has its own loop, which the compiler can vectorize. */
static void combine(const lg_formula_step *s, int n, const double *a, const double *b, double *to) {
    switch (s->op) {
#define VALUE(name, value)                                                                                             \
    case LG_##name:                                                                                                    \
        for (int l = 0; l < n; l++) {                                                                                  \
            const double x = a[l], y = b[l];                                                                           \
            to[l] = value;                                                                                             \
        }                                                                                                              \
        break;
        BINARY_VALUES(VALUE)
#undef VALUE
    default: break;
    }
}

#define EACH(value)                                                                                                    \
    for (int l = 0; l < n; l++) {                                                                                      \
        const double x = a[l];                                                                                         \
        to[l] = value;                                                                                                 \
    }                                                                                                                  \
    return true;
#define FUNCTION(name, value, slope, help)                                                                             \
    case LG_DO_##name: EACH(value)
/* Computes f(x) in all lanes. Each function has its own loop, which the compiler can vectorize. Returns false if the
 * step is not a function of one argument. */
static bool map(lg_formula_step_kind kind, int n, const double *a, double *to) {
    switch (kind) {
    case LG_DO_MINUS: EACH(-x)
#include "formula/functions.inc"
    default: return false;
    }
}
#undef EACH

static void run_steps(const run *r, int from, int to);

/* Runs the iterations of a loop. The number of iterations is the same in all lanes; it is read from lane 0. */
static void run_loop(const run *r, int loop) {
    const lg_formula_step *s = &r->p->steps[loop], *sum = &r->p->steps[s->b];
    const double count = r->value[s->a][0];
    const int rounds = !(count > 0) ? 0 : count < LG_FORMULA_ROUNDS ? (int)count : LG_FORMULA_ROUNDS;
    double *total = r->value[s->b];
    memset(total, 0, sizeof(lanes));
    for (int k = 0; k < rounds; k++) {
        for (int l = 0; l < r->n; l++) r->value[loop][l] = k;
        run_steps(r, loop + 1, s->b);
        for (int l = 0; l < r->n; l++) total[l] += r->value[sum->a][l];
    }
}

static void run_step(const run *r, int i);

static void run_uniform(const run *r, int i) {
    const run one = with_one_lane(r);
    run_step(&one, i);
    for (int l = 1; l < r->n; l++) r->value[i][l] = r->value[i][0];
}

static void run_step(const run *r, int i) {
    const lg_formula_step *s = &r->p->steps[i];
    double *to = r->value[i];
    if (is_uniform(r, i)) {
        run_uniform(r, i);
        return;
    }
    const double *a = r->value[s->a], *b = r->value[s->b], *c = r->value[s->c];
    switch (s->kind) {
    case LG_DO_NUMBER:
    case LG_DO_OPERAND:
    case LG_DO_PARAMETER:
    case LG_DO_INDEXED: load(r, s, to); break;
    case LG_DO_BINARY: combine(s, r->n, a, b, to); break;
    default:
        if (map(s->kind, r->n, a, to)) return;
        for (int l = 0; l < r->n; l++) to[l] = lg_formula_step_apply(s, a[l], b[l], c[l]);
    }
}

static void run_steps(const run *r, int from, int to) {
    for (int i = from; i < to; i++)
        if (r->p->steps[i].kind == LG_DO_LOOP)
            run_loop(r, i), i = r->p->steps[i].b; /* continues after the sum */
        else
            run_step(r, i);
}

/* Runs the steps that depend on the head. */
static void run_head(const run *r) {
    const unsigned head = 1u << LG_FORMULA_HEAD | LG_BY_HEAD_PARAMETER;
    for (int i = 0; i < r->p->count; i++) {
        const int last = r->p->steps[i].kind == LG_DO_LOOP ? r->p->steps[i].b : i;
        if (r->p->depends[last] & head) run_steps(r, i, last + 1);
        i = last;
    }
}

void lg_program_run(const lg_program *p, const lg_formula_input *in, double *work, double *out) {
    const run r = begin_run(p, in, work);
    if (in->other_head)
        run_head(&r);
    else
        run_steps(&r, 0, p->count);
    memcpy(out, r.value[p->result], (size_t)in->lanes * sizeof *out);
}

void lg_program_values(const lg_program *p, const double *fixed, int operand, const double *at, int count, double *work,
                       double *out) {
    lg_formula_input in = {0};
    for (int i = 0; p->formula->place->operands[i].name; i++) in.operand[i].at = &fixed[i];
    in.operand[operand].varies = true;
    for (int k = 0; k < count; k += LANES) {
        in.lanes = count - k < LANES ? count - k : LANES;
        in.operand[operand].at = at + k;
        lg_program_run(p, &in, work, out + k);
    }
}

/* ---- backward ---- */

/* Adds to the adjoints of both operands of a binary operator, if the operands depend on parameters. Each operator has
 * its own loop, which the compiler can vectorize. */
static void hand_to_both(const run *r, const lg_formula_step *s, int i) {
    const double *g = r->adjoint[i], *x = r->value[s->a], *y = r->value[s->b], *value = r->value[i];
    double *left = r->adjoint[s->a], *right = r->adjoint[s->b];
    const int to_left = r->p->trained[s->a] ? r->n : 0, to_right = r->p->trained[s->b] ? r->n : 0;
    switch (s->op) {
#define VALUE(name, value_of)                                                                                          \
    case LG_##name:                                                                                                    \
        for (int l = 0; l < to_left; l++) left[l] += times(g[l], slope_by_left(LG_##name, x[l], y[l]));                \
        for (int l = 0; l < to_right; l++) right[l] += times(g[l], slope_by_right(LG_##name, x[l], y[l], value[l]));   \
        break;
        BINARY_VALUES(VALUE)
#undef VALUE
    default: break;
    }
}

#define EACH(kind)                                                                                                     \
    case kind:                                                                                                         \
        for (int l = 0; l < r->n; l++) to[l] += times(g[l], slope_of(kind, x[l], y[l]));                               \
        break;
#define FUNCTION(name, value, slope, help) EACH(LG_DO_##name)
/* Adds to the adjoint of the argument of a function. */
static void hand_to_one(const run *r, const lg_formula_step *s, int i) {
    const double *g = r->adjoint[i], *x = r->value[s->a], *y = r->value[i];
    double *to = r->adjoint[s->a];
    switch (s->kind) {
        EACH(LG_DO_MINUS)
#include "formula/functions.inc"
    default: break;
    }
}
#undef EACH

static void hand_to_chosen(const run *r, const lg_formula_step *s, int i) {
    for (int l = 0; l < r->n; l++) {
        const double g = r->adjoint[i][l], x = r->value[s->a][l], y = r->value[s->b][l];
        if (s->kind == LG_DO_IF)
            r->adjoint[x != 0 ? s->b : s->c][l] += g;
        else
            r->adjoint[(s->kind == LG_DO_MIN ? y < x : y > x) ? s->b : s->a][l] += g;
    }
}

static void hand_on(const run *r, const lg_formula_step *s, int i) {
    switch (s->kind) {
    case LG_DO_BINARY: hand_to_both(r, s, i); break;
    case LG_DO_IF:
    case LG_DO_MIN:
    case LG_DO_MAX: hand_to_chosen(r, s, i); break;
    case LG_DO_NOT:
    case LG_DO_BUCKET: break;
    default: hand_to_one(r, s, i);
    }
}

static void reverse_steps(const run *r, int from, int to);

/* Backward pass of a loop. Recomputes each iteration, then differentiates it. Iterations are in the same order as in
 * the forward pass. */
static void reverse_loop(const run *r, int loop) {
    const lg_formula_step *s = &r->p->steps[loop], *sum = &r->p->steps[s->b];
    const double count = r->value[s->a][0];
    const int rounds = !(count > 0) ? 0 : count < LG_FORMULA_ROUNDS ? (int)count : LG_FORMULA_ROUNDS;
    for (int k = 0; k < rounds; k++) {
        for (int l = 0; l < r->n; l++) r->value[loop][l] = k;
        run_steps(r, loop + 1, s->b);
        memset(r->adjoint[loop], 0, (size_t)(s->b - loop) * sizeof(lanes));
        for (int l = 0; l < r->n; l++) r->adjoint[sum->a][l] += r->adjoint[s->b][l];
        reverse_steps(r, loop + 1, s->b);
    }
}

static void add_to_gradient(const run *r, const lg_formula_step *s, int i) {
    double *gradient = r->in->gradient[s->a];
    const lg_formula_parameter *p = &r->p->formula->parameters[s->a];
    for (int l = 0; l < r->n; l++) {
        const double g = r->adjoint[i][l];
        if (g != 0) gradient[s->kind == LG_DO_PARAMETER ? 0 : index_of(p, r->value[s->b][l])] += g;
    }
}

static void reverse_step(const run *r, int i);

/* Adds up numbers in eight partial sums, so that an addition need not wait for the previous one. */
static double sum_of(const double *x, int n) {
    double part[8] = {0};
    int l = 0;
    for (; l + 8 <= n; l += 8)
        for (int k = 0; k < 8; k++) part[k] += x[l + k];
    for (; l < n; l++) part[0] += x[l];
    return ((part[0] + part[4]) + (part[1] + part[5])) + ((part[2] + part[6]) + (part[3] + part[7]));
}

/* Differentiates a step whose value is the same in all lanes. The adjoint of the step is the sum of the adjoints in all
 * lanes. */
static void reverse_uniform(const run *r, int i) {
    const run one = with_one_lane(r);
    r->adjoint[i][0] = sum_of(r->adjoint[i], r->n);
    reverse_step(&one, i);
}

static void reverse_step(const run *r, int i) {
    if (is_uniform(r, i)) {
        reverse_uniform(r, i);
        return;
    }
    const lg_formula_step *s = &r->p->steps[i];
    if (s->kind == LG_DO_PARAMETER || s->kind == LG_DO_INDEXED)
        add_to_gradient(r, s, i);
    else if (r->p->trained[i])
        hand_on(r, s, i);
}

static void reverse_steps(const run *r, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
        if (r->p->steps[i].kind != LG_DO_SUM) {
            reverse_step(r, i);
            continue;
        }
        const bool trained = r->p->trained[i];
        i = r->p->steps[i].b;
        if (trained) reverse_loop(r, i);
    }
}

void lg_program_reverse(const lg_program *p, const lg_formula_input *in, double *work, const double *dout) {
    const run r = begin_run(p, in, work);
    memset(r.adjoint, 0, (size_t)p->count * sizeof(lanes));
    memcpy(r.adjoint[p->result], dout, (size_t)in->lanes * sizeof *dout);
    reverse_steps(&r, 0, p->count);
}

/* ---- derivatives with respect to an operand ---- */

void lg_program_slopes(const lg_program *p, const lg_formula_input *in, int operand, double *work, double *slopes) {
    const run r = begin_run(p, in, work);
    for (int i = 0; i < p->count; i++)
        for (int l = 0; l < r.n; l++) {
            const lg_formula_step *s = &p->steps[i];
            r.adjoint[i][l] = s->kind == LG_DO_OPERAND
                                  ? s->a == operand
                                  : lg_formula_step_slope(s, r.value[s->a][l], r.value[s->b][l], r.value[i][l],
                                                          r.adjoint[s->a][l], r.adjoint[s->b][l], r.adjoint[s->c][l]);
        }
    memcpy(slopes, r.adjoint[p->result], (size_t)in->lanes * sizeof *slopes);
}
