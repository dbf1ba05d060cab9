/* formula.c: formulas as a part of a graph (nn/record/build.h). */
#include <math.h>
#include <string.h>

#include "graph/ops.h"
#include "nn/model/parts.h"
#include "nn/record/build.h"

static lg_initial initial_of(const lg_formula_parameter *p) {
    switch (p->law) {
    case LG_LAW_NORMAL: return (lg_initial){.law = LG_INITIAL_NORMAL, .low = p->first, .scale = p->second};
    case LG_LAW_UNIFORM: return (lg_initial){.law = LG_INITIAL_UNIFORM, .low = p->first, .high = p->second};
    default: return (lg_initial){.law = LG_INITIAL_CONSTANT, .scale = p->first};
    }
}

/* "attention.formula.s"; for a look inside "formula.s", which no tensor of the engine is called. */
static lg_tensor *add_parameter(lg_build *b, int block, bool shared, const char *prefix,
                                const lg_formula_parameter *p) {
    const int shape[] = {p->by_head ? b->model->heads : p->count ? p->count : 1, p->count};
    const char *name = lg_build_name(b, prefix, p->name), *dot = strchr(prefix, '.');
    lg_tensor *t = lg_build_parameter(b, shared ? -1 : block, LG_ROLE_TERM, name, p->by_head && p->count ? 2 : 1, shape,
                                      initial_of(p));
    if (p->least > -INFINITY || p->most < INFINITY) lg_graph_bound(b->g, t, p->least, p->most);
    lg_tap_add(b->taps, block, dot ? name + (dot + 1 - prefix) : name, LG_TAP_ROWS, t);
    return t;
}

lg_tensor *lg_build_formula(lg_build *b, int block, bool shared, const char *name, const lg_formula *f,
                            const double *fixed, lg_tensor *places) {
    lg_tensor *parameters[LG_FORMULA_PARAMETERS];
    for (int i = 0; i < f->parameter_count; i++)
        parameters[i] = add_parameter(b, block, shared, name, &f->parameters[i]);
    return lg_op_formula(b->g, f, fixed, b->model->heads, places, parameters);
}
