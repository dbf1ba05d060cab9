/* ref_formula.c: kernels that evaluate formulas, for attention biases and trained scales. All kernel sets use these
 * kernels, because formulas are evaluated in double and only once per step. */
#include <string.h>

#include "formula/program.h"
#include "kernel/ref.h"

enum { LANES = LG_FORMULA_LANES };
enum { PLACE }; /* the first operand */

/* The work space of a call: the work memory of the formula's program, the parameters in double and, in the backward
 * pass, the gradients of the parameters. */
typedef struct workspace {
    double *work;
    double *value[LG_FORMULA_PARAMETERS], *gradient[LG_FORMULA_PARAMETERS];
    double place[LANES], query[LANES], key[LANES], out[LANES], head;
} workspace;

size_t lg_ref_formula_scratch(const lg_kernels *set, const lg_formula_table *l) {
    size_t numbers = lg_program_work(l->formula->program);
    for (int i = 0; i < l->formula->parameter_count; i++)
        numbers += 2 * lg_formula_size(&l->formula->parameters[i], l->H);
    return numbers * sizeof(double);
}

static void lay_out(const lg_formula_table *l, workspace *x) {
    double *at = l->scratch.data;
    x->work = at, at += lg_program_work(l->formula->program);
    for (int i = 0; i < l->formula->parameter_count; i++) {
        const size_t n = lg_formula_size(&l->formula->parameters[i], l->H);
        const real *from = l->parameter[i].data;
        x->value[i] = at, x->gradient[i] = at + n, at += 2 * n;
        for (size_t k = 0; k < n; k++) x->value[i][k] = from[k], x->gradient[i][k] = 0;
    }
}

/* Binds the formula's operands. */
static lg_formula_input input_of(const lg_formula_table *l, const workspace *x) {
    lg_formula_input in = {0};
    for (int i = 0; l->formula->place->operands[i].name; i++) in.operand[i].at = &l->fixed[i];
    in.operand[PLACE].at = x->place, in.operand[PLACE].varies = true;
    if (l->query.data) {
        in.operand[LG_BIAS_P_I].at = x->query, in.operand[LG_BIAS_P_I].varies = true;
        in.operand[LG_BIAS_P_J].at = x->key, in.operand[LG_BIAS_P_J].varies = true;
    }
    return in;
}

static void take_head(const lg_formula_table *l, workspace *x, int h, lg_formula_input *in) {
    x->head = h;
    in->operand[LG_FORMULA_HEAD].at = &x->head;
    for (int i = 0; i < l->formula->parameter_count; i++) {
        const lg_formula_parameter *p = &l->formula->parameters[i];
        const size_t row = p->by_head ? (size_t)h * (size_t)(p->count ? p->count : 1) : 0;
        in->parameter[i] = x->value[i] + row, in->gradient[i] = x->gradient[i] + row;
    }
}

/* Loads the positions of the queries and keys of n places. Lanes after the last query repeat the last query's
 * position. */
static void load_positions(const lg_formula_table *l, workspace *x, size_t from, int n) {
    const real *query = l->query.data, *key = l->key.data;
    for (int k = 0; k < n; k++) {
        const int i = (int)((from + (size_t)k) % (size_t)l->columns),
                  j = (int)((from + (size_t)k) / (size_t)l->columns);
        x->query[k] = (double)query[i < l->queries ? i : l->queries - 1];
        x->key[k] = (double)key[j];
    }
}

/* Loads the next places; returns their number. */
static int load_places(const lg_formula_table *l, workspace *x, size_t from) {
    const real *place = l->place.data;
    const int n = l->P - from < LANES ? (int)(l->P - from) : LANES;
    for (int k = 0; k < n; k++) x->place[k] = (double)place[from + (size_t)k];
    if (l->query.data) load_positions(l, x, from, n);
    return n;
}

void lg_ref_formula(const lg_kernels *set, const lg_formula_table *l) {
    workspace x;
    lay_out(l, &x);
    lg_formula_input in = input_of(l, &x);
    for (size_t p = 0; p < l->P; p += LANES) {
        in.lanes = load_places(l, &x, p);
        for (int h = 0; h < l->H; h++) {
            real *y = (real *)l->y.data + (size_t)h * l->P + p;
            take_head(l, &x, h, &in);
            in.other_head = h > 0;
            lg_program_run(l->formula->program, &in, x.work, x.out);
            for (int k = 0; k < in.lanes; k++) y[k] = (real)x.out[k];
        }
    }
}

/* Copies the gradients of n places to `out`. Returns false if all are zero, as is common, since hidden pairs have no
 * gradient. */
static bool take_gradients(const real *dy, int n, double *out) {
    bool any = false;
    for (int k = 0; k < n; k++) out[k] = dy[k], any |= dy[k] != 0;
    return any;
}

void lg_ref_formula_backward(const lg_kernels *set, const lg_formula_table *l) {
    workspace x;
    double ignored[LANES];
    lay_out(l, &x);
    lg_formula_input in = input_of(l, &x);
    for (size_t p = 0; p < l->P; p += LANES) {
        in.lanes = load_places(l, &x, p), in.other_head = false;
        for (int h = 0; h < l->H; h++) {
            if (!take_gradients((const real *)l->dy.data + (size_t)h * l->P + p, in.lanes, x.out)) continue;
            take_head(l, &x, h, &in);
            lg_program_run(l->formula->program, &in, x.work, ignored);
            lg_program_reverse(l->formula->program, &in, x.work, x.out);
            in.other_head = true;
        }
    }
    for (int i = 0; i < l->formula->parameter_count; i++) {
        real *to = l->dparameter[i].data;
        for (size_t k = 0; k < lg_formula_size(&l->formula->parameters[i], l->H); k++) to[k] += (real)x.gradient[i][k];
    }
}

/* ---- functions of each element ---- */

/* Space for the program's work memory, and for values and slopes of a block of lanes. */
size_t lg_ref_formula_map_scratch(const lg_kernels *set, const lg_formula *f) {
    return (lg_program_work(f->program) + 3 * LANES) * sizeof(double);
}

void lg_ref_formula_map(const lg_kernels *set, const lg_formula *f, lg_view y, lg_view slopes, lg_view x, size_t n,
                        lg_view scratch) {
    double *place = scratch.data, *out = place + LANES, *slope = out + LANES, *work = slope + LANES;
    lg_formula_input in = {.operand = {[LG_MIXER_X] = {place, true}}};
    for (size_t from = 0; from < n; from += LANES) {
        in.lanes = n - from < LANES ? (int)(n - from) : LANES;
        for (int k = 0; k < in.lanes; k++) place[k] = ((const real *)x.data)[from + (size_t)k];
        lg_program_run(f->program, &in, work, out);
        if (slopes.data) lg_program_slopes(f->program, &in, LG_MIXER_X, work, slope);
        for (int k = 0; k < in.lanes; k++) {
            ((real *)y.data)[from + (size_t)k] = (real)out[k];
            if (slopes.data) ((real *)slopes.data)[from + (size_t)k] = (real)slope[k];
        }
    }
}
