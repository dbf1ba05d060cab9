/* composition.c: see composition.h. */
#include "nn/model/composition.h"


#include "nn/axes/architecture.h"
#include "nn/axes/sublayer.h"
#include "nn/model/order.h"
#include "nn/pieces/experts.h"

bool lg_composition_check(const lg_model *m, lg_error *err) {
    if (m->architecture.entry->cells) return true;
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        const lg_place *p = s->suits ? lg_order_find(&m->order, s->letter) : NULL;
        if (p && !s->suits(&p->own, m, err)) return false;
    }
    return true;
}

bool lg_composition_fits(const lg_order *o, int tokens, const char *what, lg_error *err) {
    for (const lg_place *p = o->places; p < o->places + o->count; p++)
        if (p->sublayer->fits && !p->sublayer->fits(&p->own, tokens, what, err)) return false;
    return true;
}

bool lg_composition_steps(const lg_model_settings *s, const lg_order *o, bool causal, lg_error *err) {
    if (lg_order_count(o, 'g') > 0)
        return lg_fail_keys(err, "model.order protocol",
                            "model.order: %.40s has sublayers g, which read whole sequences, so tokens cannot be read "
                            "one by one (use --protocol pass)",
                            s->order);
    if (!lg_experts_are_limited(o, causal)) return true;
    const lg_switch *own = (const void *)&lg_order_find(o, 'e')->own;
    return lg_fail_keys(
        err, "experts.capacity_eval protocol",
        "experts.capacity_eval: %g limits an expert to a share of the sequence, whose length is unknown when "
        "tokens are read one by one (use --experts.capacity_eval 0)",
        own->capacity_eval);
}
