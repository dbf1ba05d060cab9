/* no_norm.c: residual sums without norms, a control for methods that replace norms. With plain residuals the stream
 * grows from layer to layer, and attention logits grow with the square of the stream. */
#include "nn/axes/block.h"
#include "nn/axes/residual.h"
#include "nn/pieces/published.h"
#include "nn/stream/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    (void)norm;
    lg_tensor *o = sublayer->apply(b, at, lg_build_remember(b, at, sublayer, h));
    const lg_residual_terms sum = b->model->residual.entry->weigh(b, at, h, o);
    return lg_build_add(b, at->block, sublayer->name, sum.h, sum.o);
}

const lg_block lg_block_no_norm = {
    .name = "no_norm",
    .summary = "no norms",
    .formula = "z = h + drop(attention(h));  h' = z + drop(mixer(z))",
    .source = "Bachlechner et al. 2021, ReZero; Huang et al. 2020, T-Fixup, section 3",
    .published = "Huang et al. 2020, with initialisation: t_fixup: IWSLT14 German-English, BLEU 35.73 with 6+6 "
                 "layers\n" LG_NARANG_2021("residual: rezero 2.262 1.939 61.69 26.37"),
    .placement = LG_NORM_NONE,
    .wire = wire,
};
