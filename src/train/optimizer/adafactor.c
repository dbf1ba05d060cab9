/* adafactor.c: the optimizer Adafactor: for each matrix it keeps the mean squares of the gradient by row and by column,
 * and its steps are relative to the root mean square of the parameter. */
#include <math.h>

#include "kernel/kernel.h"
#include "train/update.h"

typedef struct adafactor {
    enum { RELATIVE, RELATIVE_WARMUP, SCHEDULE } step;
    bool scale_parameter;
    double smallest, update_clip, exponent, beta1, epsilon;
} adafactor;

#define AT(member) .at = offsetof(adafactor, member)
static const lg_option options[] = {
    {"optimizer.step", LG_NAME, "relative", 0, 0, "relative relative_warmup schedule",
     "step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the "
     "learning rate that the schedule sets",
     AT(step)},
    {"optimizer.scale_parameter", LG_BOOL, "true", 0, 0, NULL,
     "multiply the step size by max(optimizer.smallest, root mean square of the parameter)", AT(scale_parameter)},
    {"optimizer.smallest", LG_REAL, "0.001", 0, 1, NULL, "smallest root mean square used for a parameter",
     AT(smallest)},
    {"optimizer.update_clip", LG_REAL, "1", 0, 1e9, NULL,
     "largest root mean square of an update, before the update is multiplied by the step size; 0: no limit",
     AT(update_clip)},
    {"optimizer.exponent", LG_REAL, "0.8", 0, 10, NULL, "second-moment decay: beta2 at step t is 1 - t^-exponent",
     AT(exponent)},
    {"optimizer.beta1", LG_REAL, "0", 0, 0.999999, NULL,
     "decay rate of the first moment; 0: no first moment, which saves memory", AT(beta1)},
    {"optimizer.epsilon", LG_REAL, "1e-30", 1e-37, 1, NULL, "added to each squared gradient", AT(epsilon)},
    {0}};

/* Adafactor clips updates itself. */
static const lg_entry_default defaults[] = {{"train.clip", "0"}, {0}};

enum { STEP, ROW, COLUMN, SQUARE };

static lg_moment_shape shape(const void *own, int kind, const lg_parameter_row *r) {
    switch (kind) {
    case STEP: return ((const adafactor *)own)->beta1 > 0 ? LG_MOMENT_FULL : LG_MOMENT_NONE;
    case ROW: return r->rank >= 2 ? LG_MOMENT_ROWS : LG_MOMENT_NONE;
    case COLUMN: return r->rank >= 2 ? LG_MOMENT_COLUMNS : LG_MOMENT_NONE;
    default: return r->rank < 2 ? LG_MOMENT_FULL : LG_MOMENT_NONE;
    }
}

static bool own_rates(const void *own) {
    return ((const adafactor *)own)->step != SCHEDULE;
}

static double rate(const void *own, int64_t step, double scheduled) {
    const adafactor *x = own;
    const double root = 1 / sqrt((double)step);
    if (x->step == SCHEDULE) return scheduled;
    return fmin(x->step == RELATIVE ? 1e-2 : 1e-6 * (double)step, root);
}

static void begin(lg_update *u) {
    const adafactor *x = u->own;
    lg_adafactor *a = &u->adafactor;
    *a = (lg_adafactor){.factor = u->factor, .rate = u->rate};
    a->beta1 = x->beta1;
    a->beta2 = 1 - pow((double)u->step, -x->exponent);
    a->epsilon = x->epsilon;
    a->clip = x->update_clip;
    a->scaled = x->scale_parameter;
    a->smallest = x->smallest;
}

static void apply(const lg_update *u, const lg_update_part *part) {
    const lg_parameter_row *r = part->row;
    lg_adafactor a = u->adafactor;
    const bool factored = r->rank >= 2;
    a.M = factored ? r->shape[r->rank - 2] : 1;
    a.N = factored ? r->shape[r->rank - 1] : (int)part->n;
    a.S = (int)(part->n / ((size_t)a.M * (size_t)a.N));
    a.p = part->p, a.g = part->g, a.decay = part->decay;
    a.m = part->moments[STEP], a.v = part->moments[SQUARE];
    a.rows = part->moments[ROW], a.columns = part->moments[COLUMN];
    u->kernels->adafactor(u->kernels, &a);
}

const lg_optimizer lg_optimizer_adafactor = {
    .name = "adafactor",
    .summary = "Adafactor: factored second moments, and steps relative to the size of a parameter",
    .formula = "exponent, epsilon, update_clip, smallest and beta1 are the options below; decay: optimizer.decay.\n"
               "b = 1 - t^-exponent, t counts steps from 1;  s = g^2 + epsilon\n"
               "a matrix:  R = b R + (1 - b) mean of s by row;  C = b C + (1 - b) mean of s by column\n"
               "           V[i,j] = R[i] C[j] / mean(R)\n"
               "a vector:  V = b V + (1 - b) s\n"
               "u = g / sqrt(V);  u = u / max(1, rms(u) / update_clip);  a = rate(t) max(smallest, rms(theta))\n"
               "if beta1 > 0:  m = beta1 m + (1 - beta1) a u, and m replaces a u in the next line\n"
               "theta -= a u + decay a theta\n"
               "rate(t) = min(0.01, 1/sqrt(t)) with optimizer.step: relative, the default.\n"
               "If a parameter has more than two dimensions, the last two are the rows and columns of matrices.",
    .source = "Shazeer & Stern 2018, Adafactor, algorithms 4 and 5; the first moment as in fairseq",
    .published = "Raffel et al. 2020, T5: --optimizer.step schedule --schedule inverse_sqrt --lr 0.01 (constant for\n"
                 "10^4 warm-up steps), no beta1",
    .options = options,
    .own_bytes = LG_OWN(adafactor),
    .defaults = defaults,
    .by_parameter = true,
    .moments = {"moment1.", "row_square.", "column_square.", "moment2."},
    .shape = shape,
    .own_rates = own_rates,
    .rate = rate,
    .begin = begin,
    .apply = apply,
};
