/* loss.c: see loss.h. Sources:
 * - label smoothing: Szegedy et al. 2016, Rethinking the Inception Architecture, section 7; Vaswani et al. 2017,
 *   section 5.4
 * - the penalty on the log of the softmax denominator: de Brébisson & Vincent 2016, The Z-loss; its factor 1e-4: the
 *   official code of T5 and PaLM */
#include "nn/model/loss.h"

lg_loss_terms lg_loss_terms_of(const lg_model *m, bool training) {
    const lg_model_settings *s = &m->settings;
    const int sharing = m->format.classes - (s->loss_smoothing_over == LG_SMOOTHING_OVER_OTHERS ? 1 : 0);
    if (!training) return (lg_loss_terms){0, 0};
    return (lg_loss_terms){sharing > 0 ? s->loss_smoothing / sharing : 0, s->loss_z};
}
