/* scale.c: the attention scale of a stream (nn/record/build.h). The scale is a constant for each query; if it is
 * trained or differs between heads, it is a gain on queries. */
#include "nn/axes/scale.h"
#include "formula/program.h"
#include "graph/ops.h"
#include "nn/model/model.h"

static const lg_chosen_scale *scale_of(const lg_build *b) {
    return &b->model->pattern.choices[b->stream->choice].scale;
}

/* NULL: out of memory, or a sum with too many terms. */
static const lg_formula *parse_scale(lg_build *b) {
    const lg_chosen_scale *x = scale_of(b);
    const lg_formula_source s = x->entry->formula_of(&x->own);
    const double fixed[] = {[LG_SCALE_HEADS] = b->model->heads, [LG_SCALE_DK] = b->model->head_width};
    const lg_formula *f = lg_formula_parse(&s, b->g->arena, &b->g->err);
    return f && lg_formula_check_rounds(f, fixed, b->model->heads, b->g->arena, &b->g->err) ? f : NULL;
}

/* The scale of each token, or the number of keys it sees if the scale multiplies queries; in the graph's arena. */
static const double *numbers_of(lg_build *b, const int *seen) {
    const int T = b->stream->T;
    const double fixed[] = {[LG_SCALE_HEADS] = b->model->heads, [LG_SCALE_DK] = b->model->head_width};
    const lg_formula *f = parse_scale(b);
    if (!f) return NULL;
    double *numbers = lg_arena_alloc(b->g->arena, ((size_t)T + lg_program_work(f->program)) * sizeof *numbers);
    if (!numbers) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", T);
        return NULL;
    }
    for (int t = 0; t < T; t++) numbers[t] = seen ? seen[t] : T;
    if (!lg_scale_of_queries(scale_of(b)))
        lg_program_values(f->program, fixed, LG_SCALE_N, numbers, T, numbers + T, numbers);
    return numbers;
}

static void fill_numbers(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *numbers = user;
    (void)context;
    for (int i = 0; i < lg_columns(t); i++) ((real *)out)[i] = (real)numbers[i];
}

lg_tensor *lg_build_scale(lg_build *b, const int *seen) {
    return lg_graph_constant(b->g, false, 1, &b->stream->T, 0, LG_LANES, fill_numbers, numbers_of(b, seen));
}

lg_tensor *lg_build_cross_scale(lg_build *b, int keys) {
    const int T = b->stream->T;
    int *seen = lg_arena_alloc(b->g->arena, (size_t)T * sizeof *seen);
    if (!seen) lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", T);
    for (int i = 0; seen && i < T; i++) seen[i] = keys;
    return lg_build_scale(b, seen);
}

void lg_build_scale_queries(lg_build *b, int block, const char *name, lg_attend *a) {
    const lg_model *m = b->model;
    const double fixed[] = {[LG_SCALE_HEADS] = m->heads, [LG_SCALE_DK] = m->head_width};
    const lg_formula *f = lg_scale_of_queries(scale_of(b)) ? parse_scale(b) : NULL;
    if (!f || !a->scale) return;
    const lg_formula_naming names = {lg_build_name(b, name, "scale."), "scale."};
    lg_tensor *gain = lg_build_formula(b, block, &names, f, fixed, &(lg_formula_pairs){a->scale});
    a->q = lg_op_head_gain(b->g, a->q, gain);
    a->scale = lg_build_ones(b, b->stream->T);
}
