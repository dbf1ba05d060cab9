/* decay.c: see decay.h. */
#include "train/decay.h"

#include <stdlib.h>

#include "nn/record/role.h"

/* True for the parameters that matrices-only decay includes. Biases, gains and term parameters are few and have their
 * own scale, so decay would only worsen the fit. A row of an embedding table is used in few steps but would decay in
 * every step. */
static bool is_matrix(lg_role role) {
    switch (role) {
    case LG_ROLE_EMBEDDING:
    case LG_ROLE_POSITION:
    case LG_ROLE_GAIN:
    case LG_ROLE_BIAS:
    case LG_ROLE_TERM: return false;
    default: return true;
    }
}

static bool decays(lg_decay_on on, lg_role role) {
    if (on == LG_DECAY_ALL_BUT_BIASES) return role != LG_ROLE_BIAS && role != LG_ROLE_TERM;
    if (on == LG_DECAY_ALL || is_matrix(role)) return true;
    return on == LG_DECAY_MATRICES_AND_EMBEDDINGS && role == LG_ROLE_EMBEDDING;
}

double lg_decay_of(const lg_train_settings *t, const lg_parameter_row *r) {
    return decays(t->decay_on, (lg_role)r->role) ? t->decay : 0;
}

lg_decay_run *lg_decay_runs(const lg_train_settings *t, const lg_parameters *p) {
    lg_decay_run *runs = calloc((size_t)p->count + 1, sizeof *runs), *run = runs;
    for (int i = 0; runs && i < p->count; i++) {
        const double decay = lg_decay_of(t, &p->rows[i]);
        if (i > 0 && decay != run->decay) run++;
        run->decay = decay;
        run->end = (i + 1 < p->count ? p->rows[i + 1].offset : p->bytes) / sizeof(real);
    }
    return runs;
}
