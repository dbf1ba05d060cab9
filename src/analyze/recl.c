/* recl.c: see recl.h. */
#include "analyze/recl.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "api/analysis.h"

/* A token t and its baseline loss b(t) (recl.h). */
typedef struct token {
    double best;
    size_t number;
} token;

static const double *losses_of(const lg_recl_losses *x, size_t model, size_t context) {
    return x->losses + (model * x->contexts + context) * x->tokens;
}

static int harder_first(const void *a, const void *b) {
    const token *x = a, *y = b;
    if (x->best != y->best) return x->best > y->best ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

size_t lg_recl_count(double fraction, size_t tokens) {
    const size_t count = (size_t)ceil(fraction * (double)tokens - 1e-9);
    return count < 1 ? 1 : count < tokens ? count : tokens;
}

static token *rank_tokens(const lg_recl_losses *x, size_t context) {
    token *all = malloc(x->tokens * sizeof *all);
    for (size_t t = 0; all && t < x->tokens; t++) {
        all[t] = (token){losses_of(x, 0, context)[t], t};
        for (size_t i = 1; i < x->models; i++) all[t].best = fmin(all[t].best, losses_of(x, i, context)[t]);
    }
    if (all) qsort(all, x->tokens, sizeof *all, harder_first);
    return all;
}

/* The mean f_i(c,c') over the `hardest` tokens (recl.h), from the losses at c'. */
static double mean_loss(const token *hardest, size_t count, const double *losses) {
    double sum = 0;
    for (size_t k = 0; k < count; k++) sum += fmin(hardest[k].best, losses[hardest[k].number]);
    return sum / (double)count;
}

bool lg_recl_gains(const lg_recl_losses *x, size_t context, size_t hardest, lg_recl_gain *out) {
    assert(context + 1 < x->contexts && hardest >= 1 && hardest <= x->tokens);
    token *all = rank_tokens(x, context);
    if (!all) return false;
    for (size_t i = 0; i < x->models; i++) {
        out[i].before = mean_loss(all, hardest, losses_of(x, i, context));
        out[i].after = mean_loss(all, hardest, losses_of(x, i, context + 1));
        out[i].gain = 1 - exp(out[i].after - out[i].before);
    }
    free(all);
    return true;
}
