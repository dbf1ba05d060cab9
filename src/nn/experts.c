/* experts.c: see experts.h. */
#include "nn/experts.h"

#include <math.h>
#include <stdio.h>

#include "nn/model.h"

const lg_option lg_expert_options[] = {
    {"experts.count", LG_INT, "8", 1, LG_EXPERTS_MAX, NULL, "experts of a sublayer e or b", "0.2.0"},
    {"experts.width", LG_INT, "0", 0, 65536, NULL, "hidden width of an expert; 0: that of model.feed_forward", "0.2.0"},
    {"experts.capacity", LG_REAL, "1.25", 0, 1000, NULL,
     "e, in training: an expert has room for this many times the tokens of an equal share; others pass it by; 0: no "
     "limit",
     "0.2.0"},
    {"experts.capacity_eval", LG_REAL, "-1", -1, 1000, NULL,
     "e: the same in evaluation; -1: 2, and no limit under a causal mask, where tokens may be read one by one", "0.2.0",
     true},
    {"experts.capacity_least", LG_INT, "4", 1, 1e9, NULL, "e: an expert has room for this many tokens at least",
     "0.2.0"},
    {"experts.jitter", LG_REAL, "0.01", 0, 0.99, NULL,
     "e: in training the router's input is multiplied by random numbers in 1-J..1+J", "0.2.0"},
    {"experts.balance", LG_REAL, "0.01", 0, 1000, NULL, "e: factor of the loss that keeps experts equally busy",
     "0.2.0"},
    {"experts.z_loss", LG_REAL, "0", 0, 1000, NULL,
     "e: factor of the loss that keeps the router's logits small; 0.001 is usual", "0.2.0"},
    {"experts.scale", LG_REAL, "0.1", 0, 1000, NULL,
     "e: initial weights of router and experts are truncated normal of scale sqrt(S / inputs); 0: as initialisation "
     "says",
     "0.2.0"},
    {"experts.dropout", LG_REAL, "-1", -1, 0.95, NULL,
     "rate of dropout on the hidden layer of experts; -1: that of model.dropout", "0.2.0"},
    {"experts.sublayers", LG_INT, "1", 1, 16, NULL, "b: feed-forward networks of an expert, one after another",
     "0.2.0"},
    {"gating.length", LG_INT, "128", 1, 8192, NULL, "g: tokens that its matrices have room for; no model reads more",
     "0.2.0"},
    {"gating.chunks", LG_INT, "4", 1, LG_EXPERTS_MAX, NULL,
     "g: chunks of columns, each with a matrix over the tokens of its own", "0.2.0"},
    {"gating.width", LG_INT, "0", 0, 65536, NULL, "g: columns that are mixed; 0: that of model.width", "0.2.0"},
    {0},
};

/* ---- how many tokens an expert has ---- */

static double capacity_of(const lg_values *v, bool causal, bool training) {
    const double given = lg_real(v, training ? "experts.capacity" : "experts.capacity_eval");
    if (given >= 0) return given;
    return causal ? 0 : 2;
}

/* Instrumented graphs keep what a backward pass reads, and look at a model as evaluation does. */
bool lg_experts_train(const lg_build *b) {
    return b->g->training && !b->taps;
}

bool lg_experts_are_limited(const lg_values *v, bool causal) {
    return capacity_of(v, causal, false) > 0;
}

int lg_expert_slots(const lg_build *b, int tokens) {
    const lg_values *v = b->model->values;
    const double factor = capacity_of(v, lg_mask_is_causal(&b->model->mask), lg_experts_train(b));
    const double share = floor(tokens * factor / (double)lg_int(v, "experts.count"));
    const int most = share < tokens ? (int)share : tokens, least = (int)lg_int(v, "experts.capacity_least");
    if (factor == 0 || b->stream->steps) return 0;
    return most > least ? most : least;
}

/* ---- recording ---- */

static lg_tensor *expert_parameter(lg_build *b, const lg_experts *x, lg_role role, const char *part, int rank,
                                   const int *shape) {
    const char *name = lg_arena_printf(b->g->arena, "%s.%s", x->name, part);
    lg_initial initial = b->model->initialisation.entry->law(b->model, role, shape + 1);
    if (!name) lg_fail(&b->g->err, LG_FAILED, "out of memory: the name of parameter %s", x->name);
    if (rank == 3 && x->scale > 0) initial = (lg_initial){LG_INITIAL_TRUNCATED, sqrt(x->scale / shape[1])};
    if (rank == 3 && x->silent && role == LG_ROLE_FF2) initial = (lg_initial){LG_INITIAL_CONSTANT, 0};
    return lg_build_parameter(b, x->block, role, name ? name : "", rank, shape,
                              lg_build_scale_initial(b, role, initial));
}

static lg_tensor *expert_map(lg_build *b, const lg_experts *x, lg_role role, const char *part, lg_tensor *h,
                             int columns, lg_activation act) {
    const bool bias = b->model->bias;
    char weight[32], offset[32];
    snprintf(weight, sizeof weight, bias ? "%s.weight" : "%s", part);
    snprintf(offset, sizeof offset, "%s.bias", part);
    lg_tensor *w = expert_parameter(b, x, role, weight, 3, (int[]){x->count, lg_columns(h), columns});
    lg_tensor *c = bias ? expert_parameter(b, x, LG_ROLE_BIAS, offset, 2, (int[]){x->count, columns}) : NULL;
    return lg_op_expert_linear(b->g, h, x->expert, w, c, act);
}

static double hidden_dropout(const lg_build *b) {
    const double rate = lg_real(b->model->values, "experts.dropout");
    return rate < 0 ? b->dropout : b->drops ? rate : 0;
}

lg_tensor *lg_build_expert_mixer(lg_build *b, const lg_experts *x, lg_tensor *h) {
    const lg_mixer *mixer = b->model->mixer.entry;
    const int given = (int)lg_int(b->model->values, "experts.width"), width = given ? given : b->model->feed_forward;
    const lg_activation act = mixer->gated ? LG_LINEAR : mixer->activation;
    lg_tensor *gate = mixer->gated ? expert_map(b, x, LG_ROLE_FF1, "gate", h, width, mixer->activation) : NULL;
    lg_tensor *f = expert_map(b, x, LG_ROLE_FF1, "1", h, width, act);
    if (gate) f = lg_op_product(b->g, gate, f);
    f = lg_op_dropout(b->g, f, hidden_dropout(b));
    return expert_map(b, x, LG_ROLE_FF2, "2", f, b->model->width, LG_LINEAR);
}

lg_tensor *lg_build_router(lg_build *b, int block, const char *name, lg_tensor *x, lg_initial initial) {
    const int shape[] = {lg_columns(x), (int)lg_int(b->model->values, "experts.count")};
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
