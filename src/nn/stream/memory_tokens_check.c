/* memory_tokens_check.c: which models can have memory tokens (nn/stream/memory_tokens.h). Apart from what is recorded
 * of them: sublayers record it, and here all sublayers are asked. */
#include <stdio.h>

#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/projection.h"
#include "nn/model/order.h"
#include "nn/stream/memory_tokens.h"

static const char key[] = "architecture.memory_tokens";

static bool refuse(const char *other, lg_error *err, const char *why, const char *name, const char *instead) {
    char keys[80];
    snprintf(keys, sizeof keys, "%s %s", key, other);
    return lg_fail_keys(err, keys, "%s: %s %s: %s (use --%s %s)", key, why, other, name, other, instead);
}

/* In a bottleneck tokens read none, so that no choice about pairs of tokens means anything. */
static bool check_bottleneck(const lg_model *m, lg_error *err) {
    const bool sources = m->architecture.entry->reads_sources, masked = m->mask.entry != &lg_mask_full && !sources;
    const lg_encoding *e = m->positional[sources ? LG_STREAM_SOURCES : LG_STREAM_OWN]->encoding.entry;
    if (!lg_memory_tokens_alone(m)) return true;
    if (e->rotate || e->logit_term || e->value_term || e->bias)
        return refuse("encoding", err, "no token reads another in a bottleneck, which leaves no use for", e->name,
                      "sinusoid");
    return !masked || refuse("mask", err, "no token reads another in a bottleneck, which leaves no use for",
                             m->mask.entry->name, "full");
}

/* Those of the order read memory or map each row by itself. */
static bool check_sublayers(const lg_model *m, lg_error *err) {
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *x = lg_sublayers[i];
        if ((!x->mixes_tokens || x->reads_beside) && !x->whole) continue;
        if (lg_order_count(&m->order, x->letter) > 0)
            return lg_fail_keys(err, "architecture.memory_tokens model.order",
                                "%s: sublayer %c of model.order (%s) is for tokens alone (use an order of s and f)",
                                key, x->letter, x->summary);
    }
    return true;
}

bool lg_memory_tokens_suit(const lg_model *m, lg_error *err) {
    const lg_chosen_architecture *a = &m->architecture;
    if (!a->entry->memory_tokens) return true;
    if (lg_memory_tokens_count(m) == 0)
        return a->entry->memory_tokens(&a->own)->form == LG_MEMORY_PLAIN ||
               lg_fail_keys(err, "architecture.memory_form architecture.memory_tokens",
                            "architecture.memory_form has no effect without memory tokens (use "
                            "--architecture.memory_tokens 10)");
    if (!a->entry->reads_sources && lg_mask_is_causal(&m->mask))
        return refuse("mask", err, "before tokens that see none that is later they would be constants, with",
                      m->mask.entry->name, "full");
    if (!m->attention_function.entry->sums)
        return refuse("attention", err, "tokens and memory share a softmax, which there is none of in",
                      m->attention_function.entry->name, "softmax");
    if (m->projection.entry != lg_projections[0])
        return refuse("projection", err, "they have no neighbours, as are read by", m->projection.entry->name,
                      lg_projections[0]->name);
    if (m->settings.step_signal)
        return refuse("model.step_signal", err, "tokens alone would have a", "true", "false");
    return check_sublayers(m, err) && check_bottleneck(m, err);
}
