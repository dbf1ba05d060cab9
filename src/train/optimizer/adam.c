/* adam.c: the optimizers Adam and, with decay, AdamW. Programs differ in where they add epsilon and by what they
 * multiply decay, so check what a published value means. */
#include <math.h>

#include "kernel/kernel.h"
#include "train/update.h"

typedef struct adam {
    double beta1, beta2, epsilon;
    enum { CORRECTED, RAW } epsilon_to;
    enum { RATE, SCHEDULE, GRADIENT } decay_by;
} adam;

#define AT(member) .at = offsetof(adam, member)
static const lg_option options[] = {
    {"optimizer.beta1", LG_REAL, "0.9", 0, 0.999999, NULL, "decay rate of the first moment (mean gradient)", AT(beta1)},
    {"optimizer.beta2", LG_REAL, "0.999", 0, 0.9999999, NULL, "decay rate of the second moment (mean squared gradient)",
     AT(beta2)},
    {"optimizer.epsilon", LG_REAL, "1e-08", 0, 1, NULL, "added to the square root of the second moment", AT(epsilon)},
    {"optimizer.epsilon_to", LG_NAME, "corrected", 0, 0, "corrected raw",
     "where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the "
     "uncorrected second moment (fairseq)",
     AT(epsilon_to)},
    {"optimizer.decay_by", LG_NAME, "rate", 0, 0, "rate schedule gradient",
     "how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); "
     "schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient "
     "before the moments (L2)",
     AT(decay_by)},
    {0}};

static bool suits(const void *own, double rate, lg_error *err) {
    if (((const adam *)own)->decay_by != SCHEDULE || rate > 0) return true;
    return lg_fail_keys(err, "optimizer.decay_by train.lr",
                        "optimizer.decay_by: schedule divides by train.lr, which is 0 (use --optimizer.decay_by rate)");
}

/* Adding epsilon to the raw root, as fairseq does, equals adding epsilon / sqrt(1 - beta2^t) to the corrected root. */
static void begin(lg_update *u) {
    const adam *x = u->own;
    lg_adam *a = &u->adam;
    *a = (lg_adam){.factor = u->factor, .rate = u->rate, .t = u->step};
    a->beta1 = x->beta1, a->beta2 = x->beta2, a->epsilon = x->epsilon;
    if (x->epsilon_to == RAW) a->epsilon /= sqrt(1 - pow(a->beta2, (double)u->step));
    a->gradient_decay = x->decay_by == GRADIENT;
    a->decay = 1 - a->gradient_decay;
    u->decay_divisor = x->decay_by == SCHEDULE ? u->settings->lr : 1;
}

static void apply(const lg_update *u, const lg_update_part *part) {
    const double decay = part->decay / u->decay_divisor;
    lg_adam a = u->adam;
    a.n = part->n;
    a.p = part->p, a.g = part->g, a.m = part->moments[0], a.v = part->moments[1];
    a.decay *= decay;
    a.gradient_decay *= decay;
    u->kernels->adam(u->kernels, &a);
}

const lg_optimizer lg_optimizer_adam = {
    .name = "adam",
    .summary = "Adam; AdamW if optimizer.decay is above 0",
    .formula = "m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2;  t counts steps from 1\n"
               "theta -= lr(t) ( m / (1 - beta1^t) ) / ( sqrt(v / (1 - beta2^t)) + epsilon ) + decay lr(t) theta\n"
               "optimizer.epsilon_to: raw adds epsilon to sqrt(v), as in fairseq. In the formula above, epsilon is\n"
               "then replaced by epsilon / sqrt(1 - beta2^t), which is larger in the first steps.\n"
               "optimizer.decay_by: schedule replaces decay lr(t) by decay lr(t) / train.lr.\n"
               "optimizer.decay_by: gradient replaces g by g + decay theta, and omits the term decay lr(t) theta.",
    .source = "Kingma & Ba 2015, Adam, algorithm 1; Loshchilov & Hutter 2019, Decoupled Weight Decay Regularization, "
              "algorithm 2",
    .published = "Vaswani et al. 2017, section 5.3: beta1 0.9, beta2 0.98, epsilon 1e-9, warm-up of 4,000 steps",
    .options = options,
    .own_bytes = LG_OWN(adam),
    .moments = {"moment1.", "moment2."},
    .suits = suits,
    .begin = begin,
    .apply = apply,
};
