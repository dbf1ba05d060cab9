/* switch.c: a mixture of experts in place of the channel mixer: a router sends each token to one of several networks.
 *
 * Tokens compete for the capacity of an expert within a group, and a group is a sequence. A record's result then
 * depends neither on other records nor on how a batch is divided into micro-batches and threads, and its loss is the
 * same alone and in any batch. For the same reason sequences are not padded (lg_sublayer.whole): their number of tokens
 * determines the capacity. */
#include "graph/ops.h"
#include "nn/axes/initialisation.h"
#include "nn/pieces/experts.h"

#include <math.h>

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

const lg_option lg_switch_options[] = {
    LG_OPTION_EXPERTS_COUNT,
    LG_OPTION_EXPERTS_WIDTH,
    {"experts.capacity", LG_REAL, "1.25", 0, 1000, NULL,
     "sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, "
     "and further tokens skip the sublayer; 0: no limit",
     .at = offsetof(lg_switch, capacity)},
    {"experts.capacity_eval", LG_REAL, "-1", -1, 1000, NULL,
     "sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by "
     "one), 2 if it is not",
     .in_evaluation = true, .at = offsetof(lg_switch, capacity_eval)},
    {"experts.capacity_least", LG_INT, "4", 1, 1e9, NULL, "sublayer e: lower bound of an expert's capacity, in tokens",
     .at = offsetof(lg_switch, capacity_least)},
    {"experts.jitter", LG_REAL, "0.01", 0, 0.99, NULL,
     "sublayer e: in training, multiply the router's input by random numbers in "
     "1-J..1+J",
     .at = offsetof(lg_switch, jitter)},
    {"experts.balance", LG_REAL, "0.01", 0, 1000, NULL, "sublayer e: coefficient of the load-balancing loss",
     .at = offsetof(lg_switch, balance)},
    {"experts.z_loss", LG_REAL, "0", 0, 1000, NULL,
     "sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001",
     .at = offsetof(lg_switch, z_loss)},
    {"experts.scale", LG_REAL, "0.1", 0, 1000, NULL,
     "sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation "
     "sqrt(S / inputs); 0: as set by --initialisation",
     .at = offsetof(lg_switch, scale)},
    LG_OPTION_EXPERTS_DROPOUT,
    {0},
};

static lg_tensor *route_tokens(lg_build *b, int block, const lg_switch *own, lg_tensor *x) {
    const lg_model *m = b->model;
    const int count = own->networks.count, shape[] = {m->width, count};
    const lg_initial initial = own->scale > 0 ? (lg_initial){LG_INITIAL_TRUNCATED, sqrt(own->scale / m->width)}
                                              : m->initialisation.entry->distribution(m, LG_ROLE_ROUTER, shape);
    lg_tensor *noisy = b->drops ? lg_op_jitter(b->g, x, own->jitter) : x;
    return lg_build_router(b, block, "experts.router", noisy, count, initial);
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_switch *own = at->own;
    lg_experts e = {.options = &own->networks, .block = at->block, .name = "experts", .scale = own->scale};
    lg_tensor *logits = route_tokens(b, at->block, own, x), *loss = NULL;
    const lg_routing routing = {.slots = lg_expert_slots(b, own, x->shape[1])};
    e.expert = lg_op_route(b->g, logits, routing);
    lg_tensor *choice = routing.slots ? lg_op_route(b->g, logits, (lg_routing){0}) : e.expert;
    lg_tensor *y = lg_op_scale_rows(b->g, lg_build_expert_mixer(b, &e, x), lg_op_gate(b->g, logits, e.expert, false));
    if (b->g->training && (own->balance > 0 || own->z_loss > 0))
        loss = lg_op_balance(b->g, logits, choice, own->balance, own->z_loss);
    lg_build_load(b, at, e.expert, choice, loss);
    return y;
}

const lg_sublayer lg_sublayer_switch = {
    .name = "switch",
    .summary = "mixture of experts",
    .formula = "r = x Wr, Wr [d,E], in float32; p = softmax(r); e = argmax p, the first among ties\n"
               "y = p_e mixer_e(x), with separate weights in each expert; y = 0 if expert e is full\n"
               "An expert takes the tokens of a sequence of T tokens in order, up to its capacity:\n"
               "max(capacity_least, min(T, floor(T capacity / E)))\n"
               "added to the loss of a sequence: balance E sum_e f_e P_e + z_loss mean (log sum exp r)^2,\n"
               "f_e: fraction of tokens with argmax e (no gradient), P_e: mean of p_e.\n"
               "balance, z_loss, capacity and capacity_least are the options experts.balance and so on.\n"
               "The added loss is the mean over sequences and the sum over sublayers.\n"
               "model.order: sfse has experts in every other block, as in the paper; se in every block",
    .source = "Fedus et al. 2021, Switch Transformers, sections 2.1, 2.2 and 2.4",
    .published =
        "Fedus et al. 2021, negative log perplexity after 100,000 steps: T5-Base: -1.731; T5-Large (3.5 times the "
        "operations): -1.550; two experts for each token, capacity 1.25: -1.559; Switch, capacity 1.0: -1.561, 1.25: "
        "-1.553, 2.0: -1.554. 64 experts match T5-Base in 7.5 times fewer steps\n" LG_NARANG_2021(
            "Switch (1.1B parameters) 2.135 1.758 75.38 26.81; two experts for each token (648M parameters) 2.148 "
            "1.785 74.55 26.94"),
    .options = lg_switch_options,
    .own_bytes = LG_OWN(lg_switch),
    .letter = 'e',
    .whole = true,
    .experts = lg_experts_count,
    .apply = apply,
};
