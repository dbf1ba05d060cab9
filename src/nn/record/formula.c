/* formula.c: records formulas as parts of a graph (nn/record/build.h). */
#include <math.h>

#include "formula/program.h"
#include "graph/ops.h"
#include "nn/model/parts.h"
#include "nn/record/build.h"
#include "nn/stream/position_sample.h"

static lg_initial initial_of(const lg_formula_parameter *p) {
    switch (p->distribution) {
    case LG_DISTRIBUTION_NORMAL:
        return (lg_initial){.distribution = LG_INITIAL_NORMAL, .low = p->first, .scale = p->second};
    case LG_DISTRIBUTION_UNIFORM:
        return (lg_initial){.distribution = LG_INITIAL_UNIFORM, .low = p->first, .high = p->second};
    default: return (lg_initial){.distribution = LG_INITIAL_CONSTANT, .scale = p->first};
    }
}

static lg_tensor *add_parameter(lg_build *b, int block, const lg_formula_naming *n, const lg_formula_parameter *p) {
    const int shape[] = {p->by_head ? b->model->heads : p->count ? p->count : 1, p->count};
    lg_tensor *t =
        lg_build_parameter(b, n->shared ? -1 : block, LG_ROLE_TERM, lg_build_name_with(b, n->parameters, p->name),
                           p->by_head && p->count ? 2 : 1, shape, initial_of(p));
    if (p->least > -INFINITY || p->most < INFINITY) lg_graph_bound(b->g, t, p->least, p->most);
    lg_tap_add(b->taps, block, lg_build_name_with(b, n->taps, p->name), LG_TAP_ROWS, t);
    return t;
}

static lg_tensor *build_values(lg_build *b, int block, const lg_formula_naming *n, const lg_formula *f, int heads,
                               const double *fixed, const lg_formula_pairs *at) {
    lg_tensor *parameters[LG_FORMULA_PARAMETERS];
    for (int i = 0; i < f->parameter_count; i++) parameters[i] = add_parameter(b, block, n, &f->parameters[i]);
    return lg_op_formula(b->g, f, fixed, heads, at, parameters);
}

lg_tensor *lg_build_formula(lg_build *b, int block, const lg_formula_naming *n, const lg_formula *f,
                            const double *fixed, const lg_formula_pairs *at) {
    return build_values(b, block, n, f, b->model->heads, fixed, at);
}

/* ---- biases ---- */

static double query_less_key(const void *user, double distance) {
    (void)user;
    return 0.0 - distance; /* avoids -0 */
}

static void fill_slope(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *slope = user;
    (void)context;
    for (int h = 0; h < t->shape[0]; h++) ((real *)out)[h] = (real)slope[h];
}

/* The factor on the bias of each head. */
static lg_tensor *build_slope(lg_build *b, const lg_formula *f, const double *fixed) {
    const int heads = b->model->heads;
    double *slope = lg_arena_alloc(b->g->arena, ((size_t)heads + lg_program_work(f->program)) * sizeof *slope),
           *work = slope + heads;
    if (!slope) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a formula");
        return NULL;
    }
    for (int h = 0; h < heads; h++) slope[h] = h;
    lg_program_values(f->program, fixed, LG_BIAS_HEAD, slope, heads, work, slope);
    return lg_graph_constant(b->g, false, 1, &heads, 0, 0, fill_slope, slope);
}

/* The positions of the stream's tokens. */
static void fill_positions(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *p = lg_build_position_ids(context, user)->position;
    for (int i = 0; i < lg_columns(t); i++) ((real *)out)[i] = (real)p[i];
}

/* The pairs of tokens at which a formula is evaluated, with positions if the formula reads positions. In attention to
 * another stream, keys are that stream's tokens. */
static lg_formula_pairs places_of(lg_build *b, int block, const lg_formula *f) {
    lg_formula_pairs at = {lg_build_distances(b, block, false, query_less_key, NULL)};
    if (!lg_formula_reads(f, LG_BIAS_P_I) && !lg_formula_reads(f, LG_BIAS_P_J)) return at;
    at.queries = at.keys = lg_build_positions(b, block, false, 1, &b->stream->T, fill_positions);
    if (b->stream->keys > 0) {
        lg_token_stream keys = *b->stream;
        lg_build of = *b;
        keys.number = LG_STREAM_KEYS, keys.T = keys.keys;
        of.stream = &keys;
        at.keys = lg_build_positions(&of, block, false, 1, &keys.T, fill_positions);
    }
    return at;
}

void lg_build_bias(lg_build *b, int block, const lg_formula_naming *n, const lg_formula_source *s, lg_attend *a) {
    const int heads = b->model->heads;
    const double fixed[LG_BIAS_OPERANDS] = {
        [LG_BIAS_HEADS] = heads, [LG_BIAS_DK] = b->model->head_width, [LG_BIAS_T] = b->stream->T};
    lg_formula_parts parts;
    const lg_formula *f = lg_formula_parse(s, b->g->arena, &b->g->err);
    if (!f || !lg_formula_check_rounds(f, fixed, heads, b->g->arena, &b->g->err)) return;
    if (!lg_formula_split(f, b->g->arena, &parts)) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a formula");
        return;
    }
    const lg_formula_pairs at = places_of(b, block, f);
    if (parts.factor) a->slope = build_slope(b, parts.factor, fixed);
    a->bias = build_values(b, block, n, parts.rest, parts.by_head ? heads : 1, fixed, &at);
}
