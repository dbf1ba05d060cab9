/* fire.c: a bias computed in each block by a small network. Its input is the distance divided by the largest possible
 * distance for the query, so it is in 0..1 at every length, as in training. Both distances are replaced by logarithms,
 * which resolve near keys better. For queries at positions below a trained threshold, the threshold is the divisor. */
#include <math.h>

#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/stream/position_sample.h"

typedef struct fire {
    int hidden, threshold;
    bool shared_bias;
} fire;

static const lg_option options[] = {
    {.name = "encoding.hidden",
     .type = LG_INT,
     .fallback = "32",
     .min = 1,
     .max = 1024,
     .help = "hidden units of the network that maps a normalized distance to the bias of each head",
     .at = offsetof(fire, hidden)},
    {.name = "encoding.threshold",
     .type = LG_INT,
     .fallback = "512",
     .min = 1,
     .max = 1 << 24,
     .help = "initial value of the trained threshold L, in tokens: distances between two positions below L are "
             "normalized by L, other distances by the larger of their two positions",
     .at = offsetof(fire, threshold)},
    {.name = "encoding.shared_bias",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "share one network among all blocks, as Zhou et al. 2024 do",
     .at = offsetof(fire, shared_bias)},
    {0},
};

static double absolute(const void *user, double distance) {
    (void)user;
    return fabs(distance);
}

static void fill_positions(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *position = lg_build_position_ids(context, user)->position;
    for (int i = 0; i < t->shape[0]; i++) ((real *)out)[i] = (real)position[i];
}

/* A parameter with the initial values of PyTorch's linear maps of this many inputs. */
static lg_tensor *add_part(lg_build *b, int block, const char *name, int rank, const int *shape, int inputs) {
    const double most = 1 / sqrt(inputs);
    const lg_initial uniform = {.distribution = LG_INITIAL_UNIFORM, .low = -most, .high = most};
    return lg_build_parameter(b, block, LG_ROLE_TERM, name, rank, shape, uniform);
}

static lg_tensor *add_number(lg_build *b, int block, const char *name, double start) {
    const lg_initial constant = {.distribution = LG_INITIAL_CONSTANT, .scale = start};
    return lg_build_parameter(b, block, LG_ROLE_TERM, name, 1, (int[]){1}, constant);
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const fire *x = own;
    const int F = x->hidden, H = b->model->heads, T = b->stream->T, owner = x->shared_bias ? -1 : block;
    const lg_interpolation of = {
        .threshold = x->threshold,
        .epsilon = 1e-6,
        .distances = lg_build_distances(b, block, false, absolute, NULL),
        .positions = lg_build_positions(b, block, false, 1, &T, fill_positions),
        .c = add_number(b, owner, "attention.distance_factor", 0.1),
        .m = add_number(b, owner, "attention.threshold_factor", 1),
        .w1 = add_part(b, owner, "attention.distance_bias.1.weight", 1, &F, 1),
        .b1 = add_part(b, owner, "attention.distance_bias.1.bias", 1, &F, 1),
        .w2 = add_part(b, owner, "attention.distance_bias.2.weight", 2, (int[]){F, H}, F),
        .b2 = add_part(b, owner, "attention.distance_bias.2.bias", 1, &H, F),
    };
    a->bias = lg_op_interpolated_bias(b->g, &of);
    lg_tap_add(b->taps, block, "distance_factor", LG_TAP_ROWS, of.c);
    lg_tap_add(b->taps, block, "threshold_factor", LG_TAP_ROWS, of.m);
    lg_tap_add(b->taps, block, "w1", LG_TAP_ROWS, of.w1);
    lg_tap_add(b->taps, block, "b1", LG_TAP_ROWS, of.b1);
    lg_tap_add(b->taps, block, "w2", LG_TAP_ROWS, of.w2);
    lg_tap_add(b->taps, block, "b2", LG_TAP_ROWS, of.b2);
}

const lg_encoding lg_encoding_fire = {
    .name = "fire",
    .summary = "a bias that a small network computes from the normalized distance (FIRE)",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + f_h( psi(|p_t - p_s|) / psi(max(|p_t|, |p_s|, L)) ),\n"
               "not scaled; psi(x) = ln(|c| x + 1), L = |m| threshold\n"
               "f(x) = W2 max(0, w1 x + b1) + b2, layers of 1, F and H units, F = hidden\n"
               "trained, in each block: c, initially 0.1; m, initially 1; f, initialized as in PyTorch",
    .source = "Li et al. 2023, Functional Interpolation for Relative Positions Improves Long Context Transformers, "
              "section 3",
    .example = "lengthen inspect encoding fire --encoding.hidden 2 --encoding.threshold 2 --length 4 --heads 1\n"
               "distance_factor[0]: 0.1\n"
               "threshold_factor[0]: 1\n"
               "w1[0]: -0.442607 0.248424\n"
               "b1[0]: 0.601948 -0.114329\n"
               "w2[0]: 0.10474\n"
               "w2[1]: -0.420757\n"
               "b2[0]: 0.667118\n"
               "bias[0,3]: 0.627387 0.673419 0.713326 0.730167\n"
               "Key 2 of query 3: x = ln 1.1 / ln 1.3 = 0.363274, f = w2 . max(0, w1 x + b1) + b2; key 0: x = 1.",
    .published = "Zhou et al. 2024: addition with reversed answers and index hints, trained on 1 to "
                 "40 digits: the best of 10 runs reaches more than 98 % at 100 digits",
    .options = options,
    .own_bytes = LG_OWN(fire),
    .reads = LG_POSITION_INPUT_IDS,
    .bias = bias,
    .trained = "2 + 2F + (F+1) H in each block",
    .work = "T T evaluations of a network of F units",
};
