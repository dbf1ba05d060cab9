/* ref_bias_formula.c: biases of attention that formulas give. They are made once a step and evaluated in double, so all
 * sets have these kernels. */
#include <string.h>

#include "formula/program.h"
#include "kernel/ref.h"

enum { LANES = LG_FORMULA_LANES };

/* What a call works in: the program's numbers, the parameters in double, and for the way back their gradients. */
typedef struct desk {
    double *work;
    double *value[LG_FORMULA_PARAMETERS], *gradient[LG_FORMULA_PARAMETERS];
    double d[LANES], out[LANES];
} desk;

static size_t count_of(const lg_bias_formula *l, int i) {
    const lg_formula_parameter *p = &l->formula->parameters[i];
    return (size_t)(p->by_head ? l->H : 1) * (size_t)(p->count ? p->count : 1);
}

size_t lg_ref_bias_formula_scratch(const lg_kernels *set, const lg_bias_formula *l) {
    size_t numbers = lg_program_work(l->formula->program);
    for (int i = 0; i < l->formula->parameter_count; i++) numbers += 2 * count_of(l, i);
    return numbers * sizeof(double);
}

static void lay_out(const lg_bias_formula *l, desk *x) {
    double *at = l->scratch.data;
    x->work = at, at += lg_program_work(l->formula->program);
    for (int i = 0; i < l->formula->parameter_count; i++) {
        const size_t n = count_of(l, i);
        const real *from = l->parameter[i].data;
        x->value[i] = at, x->gradient[i] = at + n, at += 2 * n;
        for (size_t k = 0; k < n; k++) x->value[i][k] = from[k], x->gradient[i][k] = 0;
    }
}

/* What the names mean for a head. */
static lg_formula_input input_of(const lg_bias_formula *l, const desk *x, const double *head, const double *heads) {
    lg_formula_input in = {0};
    in.operand[LG_BIAS_D].at = x->d, in.operand[LG_BIAS_D].varies = true;
    in.operand[LG_BIAS_HEAD].at = head;
    in.operand[LG_BIAS_HEADS].at = heads;
    for (int i = 0; i < l->formula->parameter_count; i++) {
        const lg_formula_parameter *p = &l->formula->parameters[i];
        const size_t row = p->by_head ? (size_t)*head * (size_t)(p->count ? p->count : 1) : 0;
        in.parameter[i] = x->value[i] + row, in.gradient[i] = x->gradient[i] + row;
    }
    return in;
}

/* Distances of the next places, as queries see them; how many there are. */
static int load_places(const lg_bias_formula *l, desk *x, size_t from) {
    const real *distance = l->distance.data;
    const int n = l->P - from < LANES ? (int)(l->P - from) : LANES;
    for (int k = 0; k < n; k++) x->d[k] = 0.0 - (double)distance[from + (size_t)k]; /* no -0 */
    return n;
}

void lg_ref_bias_formula(const lg_kernels *set, const lg_bias_formula *l) {
    desk x;
    real *y = l->y.data;
    lay_out(l, &x);
    for (int h = 0; h < l->H; h++) {
        const double head = h, heads = l->H;
        lg_formula_input in = input_of(l, &x, &head, &heads);
        for (size_t p = 0; p < l->P; p += LANES) {
            in.lanes = load_places(l, &x, p);
            lg_program_run(l->formula->program, &in, x.work, x.out);
            for (int k = 0; k < in.lanes; k++) *y++ = (real)x.out[k];
        }
    }
}

/* Has any of these places a gradient? Hidden pairs, which are many, have none. */
static bool take_gradients(const real *dy, int n, double *out) {
    bool any = false;
    for (int k = 0; k < n; k++) out[k] = dy[k], any |= dy[k] != 0;
    return any;
}

void lg_ref_bias_formula_backward(const lg_kernels *set, const lg_bias_formula *l) {
    desk x;
    double ignored[LANES];
    const real *dy = l->dy.data;
    lay_out(l, &x);
    for (int h = 0; h < l->H; h++) {
        const double head = h, heads = l->H;
        lg_formula_input in = input_of(l, &x, &head, &heads);
        for (size_t p = 0; p < l->P; p += LANES, dy += in.lanes) {
            in.lanes = load_places(l, &x, p);
            if (!take_gradients(dy, in.lanes, x.out)) continue;
            lg_program_run(l->formula->program, &in, x.work, ignored);
            lg_program_reverse(l->formula->program, &in, x.work, x.out);
        }
    }
    for (int i = 0; i < l->formula->parameter_count; i++) {
        real *to = l->dparameter[i].data;
        for (size_t k = 0; k < count_of(l, i); k++) to[k] += (real)x.gradient[i][k];
    }
}
