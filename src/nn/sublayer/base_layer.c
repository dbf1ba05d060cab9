/* base_layer.c: BASE layers, a mixture of experts without a balancing loss: in training, tokens are assigned so that
 * every expert gets the same number and the sum of their affinities is highest; in evaluation each token goes to its
 * preferred expert.
 *
 * One assignment spans the tokens of one sequence. In the paper it spans a batch that is shuffled over all machines; a
 * record's result would then depend on the other records and on how a batch is divided. The assignment is exact (struct
 * lg_route), so a shuffle would not change anything. In training a token's expert depends on later tokens of its
 * sequence, even in a causal model. */
#include "graph/ops.h"
#include "kernel/view.h"
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"
#include "nn/pieces/experts.h"

typedef struct base_layer {
    lg_expert_networks networks;
    int sublayers;
} base_layer;

#define SUBLAYERS                                                                                                      \
    {                                                                                                                  \
        "experts.sublayers", LG_INT, "1", 1, 16, NULL,                                                                 \
            "sublayer b: number of feed-forward networks stacked in an "                                               \
            "expert",                                                                                                  \
            .at = offsetof(base_layer, sublayers)                                                                      \
    }
static const lg_option options[] = {
    LG_OPTION_EXPERTS_COUNT, LG_OPTION_EXPERTS_WIDTH, LG_OPTION_EXPERTS_DROPOUT, SUBLAYERS, {0},
};
const lg_option lg_base_layer_options[] = {SUBLAYERS, {0}};

static lg_tensor *run_sublayer(lg_build *b, const lg_site *at, lg_experts *e, int number, lg_tensor *z) {
    const char *name = lg_arena_printf(b->g->arena, "base.%d", number);
    const char *norm = lg_arena_printf(b->g->arena, "base.%d.norm", number);
    if (!name || !norm) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", b->stream->T);
        return z;
    }
    e->name = name;
    return lg_build_expert_mixer(b, e, lg_build_norm(b, at->block, norm, z));
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const base_layer *own = at->own;
    const lg_initial initial = {LG_INITIAL_ORTHOGONAL, 0.1};
    lg_experts e = {.options = &own->networks, .block = at->block, .silent = true};
    lg_tensor *logits = lg_build_router(b, at->block, "base.centroids", x, own->networks.count, initial);
    e.expert = lg_op_route(b->g, logits, (lg_routing){.balanced = lg_experts_train(b)});
    lg_tensor *z = x, *all = NULL;
    for (int i = 0; i < own->sublayers; i++) {
        lg_tensor *y = run_sublayer(b, at, &e, i, z);
        all = all ? lg_op_add(b->g, all, y, 0) : y;
        if (i + 1 < own->sublayers) z = lg_op_add(b->g, z, y, 0);
    }
    lg_build_load(b, at, e.expert, e.expert, NULL);
    return lg_op_scale_rows(b->g, all, lg_op_gate(b->g, logits, e.expert, true));
}

const lg_sublayer lg_sublayer_base_layer = {
    .name = "base_layer",
    .summary = "BASE layer",
    .formula = "training: each of the E experts gets T/E of the T tokens of a sequence, rounded up or down. Of all\n"
               "such assignments, the one with the largest sum of x_t . w_e is used.\n"
               "evaluation: e = argmax x . w_e\n"
               "z = x, then z = z + mixer_e(norm(z)), repeated experts.sublayers times;\n"
               "initially W2 = 0 in each mixer_e\n"
               "a = sigmoid(x . w_e), y = a (z - x); the residual sum without norms: x + y = a z + (1 - a) x\n"
               "w: initially orthogonal columns of length 0.1; w is trained through a only:\n"
               "the assignment has no gradient",
    .source = "Lewis et al. 2021, BASE Layers: Simplifying Training of Large, Sparse Models, sections 3.1 and 3.2",
    .published = "Yu et al. 2022: the sparse all-MLP, which uses these experts, trains up to twice as fast as "
                 "Transformers with BASE layers",
    .options = options,
    .own_bytes = LG_OWN(base_layer),
    .letter = 'b',
    .whole = true,
    .experts = lg_experts_count,
    .apply = apply,
};
