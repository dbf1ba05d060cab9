/* documents_check.c: which models can have positions and masks of documents (nn/stream/documents.h). Apart from these,
 * which streams and masks read while a graph is recorded: here all sublayers are asked. */
#include <stdio.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/projection.h"
#include "nn/axes/scale.h"
#include "nn/axes/sublayer.h"
#include "nn/model/order.h"
#include "nn/stream/documents.h"

/* key: of the choice that reads documents. */
static bool check_architecture(const lg_model *m, const char *key, lg_error *err) {
    const lg_architecture *a = m->architecture.entry;
    char keys[48];
    snprintf(keys, sizeof keys, "%s architecture", key);
    if (!a->reads_sources && !a->latents) return true;
    return lg_fail_keys(err, keys,
                        "%s: document is for documents in one sequence of tokens, and architecture: %s %s (use "
                        "--architecture decoder)",
                        key, a->name,
                        a->latents ? "has blocks over latents" : "reads sources and targets as two sequences");
}

/* Vectors of the first token of a sequence are those of its row and column, not of its position. */
static bool check_encoding(const lg_positional *p, lg_error *err) {
    const char *apart = p->encoding.entry->first_token ? p->encoding.entry->first_token(&p->encoding.own) : NULL;
    char keys[64];
    if (!apart) return true;
    snprintf(keys, sizeof keys, "%s %s.first_token", p->positions_key, p->encoding_key);
    return lg_fail_keys(err, keys,
                        "%s: document: with %s.first_token: %s the first token of a sequence alone is apart, not that "
                        "of each document (use --%s.first_token alike)",
                        p->positions_key, p->encoding_key, apart, p->encoding_key);
}

/* What else of a block, beside attention under the mask, brings tokens of another document to a token. */
static bool check_mixing(const lg_model *m, lg_error *err) {
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *x = lg_sublayers[i];
        if (!x->mixes_tokens || (x->attends && x->letter != 'k') || !lg_order_count(&m->order, x->letter)) continue;
        return lg_fail_keys(err, "mask model.order",
                            "mask: document hides other documents from attention alone, and model.order: %.40s has "
                            "sublayers %c, which read them (use --model.order sf)",
                            m->settings.order, x->letter);
    }
    return m->projection.entry == lg_projections[0] ||
           lg_fail_keys(err, "mask projection",
                        "mask: document hides other documents from attention alone, and projection: %s joins "
                        "neighbours of two documents (use --projection %s)",
                        m->projection.entry->name, lg_projections[0]->name);
}

static bool check_mask(const lg_model *m, lg_error *err) {
    if (m->scale.entry->by_number)
        return lg_fail_keys(err, "mask scale",
                            "mask: document shows each sequence other keys, and scale: %s counts the same ones for all "
                            "(use --scale %s)",
                            m->scale.entry->name, lg_scales[0]->name);
    return check_architecture(m, "mask", err) && check_mixing(m, err);
}

bool lg_documents_check(const lg_model *m, lg_error *err) {
    const lg_positional *p = lg_documents_numbered(m);
    if (m->architecture.entry->cells) return true;
    if (p && (!check_architecture(m, p->positions_key, err) || !check_encoding(p, err))) return false;
    return !m->mask.entry->documents || check_mask(m, err);
}
