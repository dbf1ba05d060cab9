/* facts.c: see facts.h. */
#include "rules/facts.h"

#include <limits.h>
#include <string.h>

#include "data/text_stream.h"
#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/block.h"
#include "nn/axes/cell.h"
#include "nn/axes/encoding.h"
#include "nn/axes/head.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/mask.h"
#include "nn/axes/norm.h"
#include "nn/axes/position.h"
#include "nn/axes/projection.h"
#include "nn/axes/residual.h"
#include "nn/axes/scale.h"
#include "nn/axes/store.h"
#include "nn/pieces/normformer.h"
#include "nn/stream/documents.h"
#include "nn/stream/empty_tokens.h"
#include "nn/stream/memory_tokens.h"

bool lg_fact_holds(lg_fact f, const lg_scene *s) {
    const lg_description *d = s->d;
    const lg_model *m = s->m;
    const lg_positional *p = s->p;
    const lg_encoding *e = p->encoding.entry;
    const lg_position_sampler *r = p->sampler.entry;
    const lg_architecture *a = m->architecture.entry;
    const lg_sublayer *x = s->layer;
    switch (f) {
#define FACT(name, words, holds)                                                                                       \
    case LG_FACT_##name:                                                                                               \
        return holds;
#include "rules/facts.inc"
#undef FACT
    default:
        return false;
    }
}

const char *lg_fact_words(lg_fact f) {
    static const char *const texts[LG_FACTS] = {
#define FACT(name, words, holds) [LG_FACT_##name] = words,
#include "rules/facts.inc"
#undef FACT
    };
    return texts[f];
}
