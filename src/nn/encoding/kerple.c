/* kerple.c: a trained penalty that grows with the distance like a logarithm or a power, with two numbers for each head
 * that all blocks share. It knows no sides. The power kernel with exponent 1 has the penalty of Press et al. 2022 with
 * trained slopes. */
#include <math.h>

#include "graph/ops.h"
#include "kernel/kernel.h"
#include "nn/axes/encoding.h"
#include "nn/model/parts.h"
#include "nn/stream/position_sample.h"

typedef struct kerple {
    enum { LOG, POWER } kernel;
    bool bias_in_scale;
} kerple;

static const lg_option options[] = {
    {.name = "encoding.kernel",
     .type = LG_NAME,
     .fallback = "log",
     .choices = "log power",
     .help = "how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2",
     .at = offsetof(kerple, kernel)},
    {.name = "encoding.bias_in_scale",
     .type = LG_BOOL,
     .fallback = "false",
     .help = "divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not",
     .at = offsetof(kerple, bias_in_scale)},
    {0},
};

/* Initial values of r1 and r2 and their upper bounds. Both stay at 0.01 or more (the authors' program), which keeps the
 * kernel positive definite but for a constant. */
static const struct kernel {
    lg_distance_function function;
    double start1, start2, high2;
} kernels[] = {[LOG] = {LG_DISTANCE_log, 2, 1, INFINITY}, [POWER] = {LG_DISTANCE_power, 1, 2, 2}};

static double absolute(const void *user, double distance) {
    (void)user;
    return fabs(distance);
}

static void fill_factor(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_model *m = ((const lg_position_sample *)context)->model;
    (void)user;
    for (int h = 0; h < t->shape[0]; h++) ((real *)out)[h] = (real)(1 / sqrt(m->head_width));
}

static lg_tensor *add_numbers(lg_build *b, int block, const char *name, const char *tap, double start, double high) {
    const lg_initial uniform = {.law = LG_INITIAL_UNIFORM, .low = 0, .high = start};
    lg_tensor *r = lg_build_parameter(b, -1, LG_ROLE_TERM, name, 1, &b->model->heads, uniform);
    lg_graph_bound(b->g, r, 0.01, high);
    lg_tap_add(b->taps, block, tap, LG_TAP_ROWS, r);
    return r;
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const kerple *x = own;
    const struct kernel *k = &kernels[x->kernel];
    lg_tensor *r1 = add_numbers(b, block, "attention.kernel_r1", "r1", k->start1, INFINITY);
    lg_tensor *r2 = add_numbers(b, block, "attention.kernel_r2", "r2", k->start2, k->high2);
    lg_tensor *distances = lg_build_distances(b, block, false, absolute, NULL);
    a->bias = lg_op_bias_function(b->g, k->function, distances, r1, r2);
    if (x->bias_in_scale) a->slope = lg_build_constant(b, false, 1, &b->model->heads, fill_factor);
}

const lg_encoding lg_encoding_kerple = {
    .name = "kerple",
    .summary = "a trained penalty that grows with the logarithm or a power of the distance",
    .formula =
        "score(t,s) = q_t . k_s / sqrt(dk) - r1_h ln(1 + r2_h |D|), D = key - query\n"
        "kernel: power: - r1_h |D|^r2_h\n"
        "r1, r2: [heads], trained, at least 0.01 (the exponent at most 2);\n"
        "log starts uniform below 2 and 1, power below 1 and 2",
    .source =
        "Chi et al. 2022, KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation, equations 2, 3",
    .example = "lengthen inspect encoding kerple --length 4 --heads 1\n"
               "r1[0]: 1.20572\n"
               "r2[0]: 0.23913\n"
               "bias[0,3]: -0.652061 -0.471276 -0.258518 0\n"
               "Key 0: -r1 ln(1 + 3 r2); key 2: -r1 ln(1 + r2).\n"
               "lengthen inspect encoding kerple --encoding.kernel power --length 4 --heads 1\n"
               "r1[0]: 0.60286\n"
               "r2[0]: 0.478261\n"
               "bias[0,3]: -1.01954 -0.839823 -0.60286 0\n"
               "Key 0: -r1 3^r2; key 2: -r1.",
    .published = "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: log 23.9 22.0 21.6 21.2 21.3 21.4, power 23.9 22.1 21.9 21.5 21.6 21.6",
    .options = options,
    .own_bytes = LG_OWN(kerple),
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .crosses = true,
    .bias = bias,
    .trained = "2 H numbers, of all blocks",
    .work = "H T T sums",
};
