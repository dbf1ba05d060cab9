/* formula.c: a bias of attention that a formula gives: one line of text, with trained parameters of its own
 * (formula/formula.h). */
#include "formula/formula.h"

#include <string.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/record/build.h"

typedef struct formula {
    const char *bias, *parameters;
    bool shared_bias;
} formula;

static char *read_bias(const char *text, lg_error *err) {
    return lg_formula_canonical(&lg_formula_bias, text, err);
}

static char *read_parameters(const char *text, lg_error *err) {
    return lg_formula_canonical_parameters(&lg_formula_bias, text, err);
}

static const lg_option options[] = {
    {.name = "encoding.bias",
     .type = LG_TEXT,
     .fallback = "-abs(d)/2^(8*(head + 1)/H)",
     .help = "what is added to the logit of a query and a key, of d, head and H (lengthen help formula)",
     .at = offsetof(formula, bias),
     .read = read_bias},
    {.name = "encoding.parameters",
     .type = LG_TEXT,
     .fallback = "",
     .help = "trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02)",
     .at = offsetof(formula, parameters),
     .read = read_parameters},
    {.name = "encoding.shared_bias",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "all blocks share the parameters",
     .at = offsetof(formula, shared_bias)},
    {0},
};

static bool suits(const void *own, lg_error *err) {
    const formula *x = own;
    lg_arena *arena = lg_arena_new();
    const lg_formula *f = arena ? lg_formula_parse(&lg_formula_bias, x->bias, x->parameters, arena, err) : NULL;
    if (!arena) lg_fail(err, LG_FAILED, "out of memory: a formula");
    const bool good =
        f && (lg_formula_reads(f, "d") || lg_fail_keys(err, "encoding.bias",
                                                       "encoding.bias: %s is the same for all keys, and the softmax "
                                                       "takes that out; use d, the distance",
                                                       x->bias));
    lg_arena_free(arena);
    return good;
}

static double as_it_is(const void *user, double distance) {
    (void)user;
    return distance;
}

static lg_initial initial_of(const lg_formula_parameter *p) {
    switch (p->law) {
    case LG_LAW_NORMAL: return (lg_initial){.law = LG_INITIAL_NORMAL, .low = p->first, .scale = p->second};
    case LG_LAW_UNIFORM: return (lg_initial){.law = LG_INITIAL_UNIFORM, .low = p->first, .high = p->second};
    default: return (lg_initial){.law = LG_INITIAL_CONSTANT, .scale = p->first};
    }
}

/* "attention.formula.s"; for a look inside "formula.s", which no tensor of the engine is called. */
static lg_tensor *add_parameter(lg_build *b, int block, const lg_formula_parameter *p) {
    const int heads = b->model->heads, shape[] = {p->by_head ? heads : p->count ? p->count : 1, p->count};
    const char *name = lg_arena_printf(b->g->arena, "attention.formula.%s", p->name);
    if (!name) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a formula");
        return NULL;
    }
    lg_tensor *t =
        lg_build_parameter(b, block, LG_ROLE_TERM, name, p->by_head && p->count ? 2 : 1, shape, initial_of(p));
    lg_tap_add(b->taps, block, name + strlen("attention."), LG_TAP_ROWS, t);
    return t;
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const formula *x = own;
    lg_tensor *parameters[LG_FORMULA_PARAMETERS];
    const lg_formula *f = lg_formula_parse(&lg_formula_bias, x->bias, x->parameters, b->g->arena, &b->g->err);
    if (!f) return;
    for (int i = 0; i < f->parameter_count; i++)
        parameters[i] = add_parameter(b, x->shared_bias ? -1 : block, &f->parameters[i]);
    lg_tensor *distances = lg_build_distances(b, block, false, as_it_is, NULL);
    a->bias = lg_op_bias_formula(b->g, f, b->model->heads, distances, parameters);
}

const lg_encoding lg_encoding_formula = {
    .name = "formula",
    .summary = "a bias of attention that a line of text gives, with trained parameters of its own",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + bias(d, head), d = t - s\n"
               "bias: encoding.bias, an expression; encoding.parameters: its trained numbers, in each block",
    .source = "made for this program",
    .example = "lengthen inspect encoding formula --encoding.bias if(d<0,-2,-1)*abs(d)/2^head --heads 2 --length 4\n"
               "bias[0,2]: -2 -1 0 -2\n"
               "bias[1,2]: -1 -0.5 0 -1\n"
               "Keys to the right are twice as far; the second head has half the slope. In a shell the\n"
               "formula stands between quotes.",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .crosses = true,
    .suits = suits,
    .bias = bias,
    .work = "H T evaluations, or H T T where positions are drawn",
};
