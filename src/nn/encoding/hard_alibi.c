/* hard_alibi.c: some heads see the nearest keys alone, each one key more than the head before, and the others see all
 * keys without positions: the former say which tokens precede a key, and the latter find it however far away it is. */
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"

typedef struct hard_alibi {
    int local_heads;
} hard_alibi;

static const lg_option options[] = {
    {.name = "encoding.local_heads",
     .type = LG_INT,
     .fallback = "0",
     .min = 0,
     .max = 1 << 24,
     .help = "M, heads that see the nearest keys alone; 0: half of the heads",
     .at = offsetof(hard_alibi, local_heads)},
    {0},
};

static const lg_entry_default defaults[] = {{"mask", "causal"}, {0}};

static int local_heads(const void *own) {
    return ((const hard_alibi *)own)->local_heads;
}

/* user: the choice of the stream. */
static double hide_far(const void *user, int head, int heads, double distance) {
    const int chosen = local_heads(&((const lg_positional *)user)->encoding.own);
    return head < (chosen > 0 ? chosen : heads / 2) && distance <= -(head + 1) ? LG_HIDDEN : 0;
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    (void)own;
    a->bias = lg_build_head_distances(b, block, hide_far, lg_build_positional(b));
}

const lg_encoding lg_encoding_hard_alibi = {
    .name = "hard_alibi",
    .summary = "some heads see the nearest keys alone, others all keys without positions (Hard-ALiBi)",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + b_h(p_t - p_s)\n"
               "b_h(D) = 0 for D <= h, else -1e30, which hides a key, h in 0..M-1: h + 1 keys in sight\n"
               "b_h(D) = 0 in the other heads; M = local_heads, or half of them, rounded down",
    .source = "Jelassi et al. 2024, Repeat After Me: Transformers are Better than State Space Models at Copying (M: 8 "
              "of 16 heads in the authors' program)",
    .example = "lengthen inspect encoding hard_alibi --encoding.local_heads 2 --heads 3 --length 4\n"
               "bias[0,3]: -1e+30 -1e+30 -1e+30 0\n"
               "bias[1,3]: -1e+30 -1e+30 0 0\n"
               "bias[2,3]: 0 0 0 0\n"
               "-1e+30 hides a key: head 0 sees the query's own token, head 1 also the one before.",
    .options = options,
    .own_bytes = LG_OWN(hard_alibi),
    .defaults = defaults,
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .causal = true,
    .local_heads = local_heads,
    .bias = bias,
    .work = "H T T sums",
};
