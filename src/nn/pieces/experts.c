/* experts.c: see experts.h. */
#include "nn/pieces/experts.h"

#include <math.h>
#include <stdio.h>

#include "graph/ops.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/mixer.h"
#include "nn/model/model.h"

int lg_experts_count(const void *own) {
    return ((const lg_expert_networks *)own)->count;
}

/* ---- capacity ---- */

double lg_expert_capacity(const lg_switch *x, bool causal, bool training) {
    const double given = training ? x->capacity : x->capacity_eval;
    if (given >= 0) return given;
    return causal ? 0 : 2;
}

/* Instrumented graphs keep activations for a backward pass, but show the model as in evaluation. */
bool lg_experts_train(const lg_build *b) {
    return b->g->training && !b->taps;
}

int lg_expert_slots(const lg_build *b, const lg_switch *x, int tokens) {
    const double factor = lg_expert_capacity(x, lg_pattern_is_causal(&b->model->pattern), lg_experts_train(b));
    const double share = floor(tokens * factor / (double)x->networks.count);
    const int most = share < tokens ? (int)share : tokens;
    if (factor == 0 || b->stream->steps) return 0;
    return most > x->capacity_least ? most : x->capacity_least;
}

/* ---- recording ---- */

static lg_tensor *expert_parameter(lg_build *b, const lg_experts *x, lg_role role, const char *part, int rank,
                                   const int *shape) {
    const char *name = lg_arena_printf(b->g->arena, "%s.%s", x->name, part);
    lg_initial initial = b->model->initialisation.entry->distribution(b->model, role, shape + 1);
    if (!name) lg_fail(&b->g->err, LG_FAILED, "out of memory: the name of parameter %s", x->name);
    if (rank == 3 && x->scale > 0) initial = (lg_initial){LG_INITIAL_TRUNCATED, sqrt(x->scale / shape[1])};
    if (rank == 3 && x->silent && role == LG_ROLE_FF2) initial = (lg_initial){LG_INITIAL_CONSTANT, 0};
    return lg_build_parameter(b, x->block, role, name ? name : "", rank, shape,
                              lg_build_scale_initial(b, role, initial));
}

static lg_tensor *expert_map(lg_build *b, const lg_experts *x, lg_role role, const char *part, lg_tensor *h,
                             int columns, lg_activation act) {
    const bool bias = b->model->settings.bias;
    char weight[32], offset[32];
    snprintf(weight, sizeof weight, bias ? "%s.weight" : "%s", part);
    snprintf(offset, sizeof offset, "%s.bias", part);
    lg_tensor *w = expert_parameter(b, x, role, weight, 3, (int[]){x->options->count, lg_columns(h), columns});
    lg_tensor *c = bias ? expert_parameter(b, x, LG_ROLE_BIAS, offset, 2, (int[]){x->options->count, columns}) : NULL;
    return lg_op_expert_linear(b->g, h, x->expert, w, c, act);
}

static double hidden_dropout(const lg_build *b, double rate) {
    return rate < 0 ? b->dropout : b->drops ? rate : 0;
}

lg_tensor *lg_build_expert_mixer(lg_build *b, const lg_experts *x, lg_tensor *h) {
    const lg_mixer *mixer = b->model->mixer.entry;
    const int width = x->options->width ? x->options->width : b->model->feed_forward;
    const lg_activation act = mixer->gated ? LG_LINEAR : mixer->activation;
    lg_tensor *gate = mixer->gated ? expert_map(b, x, LG_ROLE_FF1, "gate", h, width, mixer->activation) : NULL;
    lg_tensor *f = lg_build_mixer_formula(b, expert_map(b, x, LG_ROLE_FF1, "1", h, width, act));
    if (gate) f = lg_op_product(b->g, gate, f);
    f = lg_op_dropout(b->g, f, hidden_dropout(b, x->options->dropout));
    return expert_map(b, x, LG_ROLE_FF2, "2", f, b->model->width, LG_LINEAR);
}

lg_tensor *lg_build_router(lg_build *b, int block, const char *name, lg_tensor *x, int count, lg_initial initial) {
    const int shape[] = {lg_columns(x), count};
    return lg_op_linear_full(b->g, x, lg_build_parameter(b, block, LG_ROLE_ROUTER, name, 2, shape, initial));
}

void lg_build_load(lg_build *b, const lg_site *at, lg_tensor *expert, lg_tensor *choice, lg_tensor *loss) {
    lg_load *load = b->loads ? lg_arena_alloc(b->g->arena, sizeof *load) : NULL;
    if (b->loads && !load) lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", b->stream->T);
    if (!load || b->g->err.code) return;
    *load = (lg_load){at->sublayer->name, b->stream->prefix, at->block, expert, choice, loss, NULL};
    expert->keep = choice->keep = true;
    lg_load **end = b->loads;
    while (*end) end = &(*end)->next;
    *end = load;
}
