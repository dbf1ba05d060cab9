/* test_decoder_gradients.c: gradients of a stack of decoder layers at initialization. The tests divide the gradient's
 * norm at the input of the stack by its norm at the output. They vary the depth, the correlation of the encoder's rows
 * and the size of the weights. Takase et al. 2022, section 3, study the same ratio. test_wiring.c measures it with
 * noise in place of the sublayers. The stack is that of architecture encoder_decoder, without the embedding and the
 * last norm. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "graph_machine.h"
#include "nn/axes/mask.h"
#include "nn/axes/sublayer.h"
#include "nn/model/model.h"
#include "nn/stream/position_sample.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

enum { TOKENS = 32, WIDTH = 64, SEEDS = 6, FEW = 2, WIRINGS = 4 };

/* Records the decoder layers of the model. Their input is the rows `x`; their cross-attention reads the rows
 * `encoder`. */
static lg_tensor *record_stack(machine *m, lg_model *model) {
    lg_token_stream stream = lg_model_stream(model, TOKENS),
                    source = {.prefix = "encoder.", .number = LG_STREAM_SOURCES, .T = TOKENS, .mask = &lg_mask_none};
    lg_build b = {.model = model, .g = m->graph, .stream = &stream};
    lg_build_open_stream(&b);
    lg_tensor *x = machine_rows(m, "x", WIDTH);
    const lg_cross cross = {&source, machine_rows(m, "encoder", WIDTH), lg_build_cross_scale(&b, TOKENS)};
    lg_tensor *y = lg_build_layers(&b, 0, model->blocks, NULL, x, &cross);
    y->root = true;
    return y;
}

/* Draws initial parameters, and multiplies the maps of values, outputs and feed-forward networks by `gain`. Each row of
 * the encoder is the sum of a random vector that all rows share and a random vector of its own. Both vectors are scaled
 * so that any two rows have the correlation `correlation`. */
static void draw_weights(machine *m, int seed, double correlation, double gain) {
    real *flat = (real *)(void *)m->memory[LG_SPACE_PARAMETER];
    lg_parameters_initialise(m->parameters, lg_key_root((uint64_t)seed), flat);
    for (int i = 0; i < m->parameters->count; i++) {
        const lg_parameter_row *p = &m->parameters->rows[i];
        const bool grows =
            p->role == LG_ROLE_VALUE || p->role == LG_ROLE_OUTPUT || p->role == LG_ROLE_FF1 || p->role == LG_ROLE_FF2;
        real *x = (real *)(void *)(m->memory[LG_SPACE_PARAMETER] + p->offset);
        for (size_t e = 0; grows && e < p->count; e++) x[e] *= (real)gain;
    }
    lg_random r = lg_random_from(lg_key_root((uint64_t)seed + 100));
    real *rows = machine_array(m, LG_SPACE_PARAMETER, "encoder");
    for (int c = 0; c < WIDTH; c++) {
        const double common = lg_random_normal(&r);
        for (int t = 0; t < TOKENS; t++)
            rows[t * WIDTH + c] =
                (real)(sqrt(correlation) * common + sqrt(1 - correlation) * (double)rows[t * WIDTH + c]);
    }
}

/* The norm of the gradient at the input, divided by the norm of the random gradient at the output. */
static double find_ratio(machine *m, lg_tensor *y, int seed) {
    double square = 0;
    machine_forward(m);
    const double of_y = machine_backward(m, y, (uint64_t)seed + 200);
    const real *dx = machine_array(m, LG_SPACE_GRADIENT, "x");
    for (int i = 0; i < TOKENS * WIDTH; i++) square += (double)dx[i] * (double)dx[i];
    return sqrt(square) / of_y;
}

/* The mean ratio over the seeds 1..seeds. */
static double mean_ratio(const char *wiring, int layers, double correlation, double gain, int seeds) {
    char settings[300];
    double sum = 0;
    snprintf(settings, sizeof settings,
             "architecture=encoder_decoder encoding=none model.width=%d model.heads=4 model.feed_forward=%d "
             "model.blocks=%d %s",
             WIDTH, 4 * WIDTH, layers, wiring);
    bench b = bench_open_well(settings, 1);
    lg_model *model = b.trainer->model;
    machine m = machine_begin(model->kernels, TOKENS);
    lg_tensor *y = record_stack(&m, model);
    machine_end(&m, &(lg_position_sample){.model = model});
    for (int seed = 1; seed <= seeds; seed++) {
        draw_weights(&m, seed, correlation, gain);
        sum += find_ratio(&m, y, seed);
    }
    machine_close(&m);
    bench_close(&b);
    return sum / seeds;
}

static const char *const wirings[WIRINGS] = {
    "initialisation=xavier block=post_norm", "initialisation=xavier block=pre_norm",
    "initialisation=xavier residual=b2t", "initialisation=depth_rescale initialisation.of=xavier residual=b2t"};

/* The mean ratio over six seeds, measured with another program, and the factor `off` by which the ratio of this program
 * may differ. For post-norm and B2T the ratio is a product of many random numbers. For pre-norm the ratio varies less,
 * and hardly at all with small weights. */
static const struct {
    int layers;
    double correlation, gain, ratio[WIRINGS], off;
} table[] = {{6, 0.5, 1, {3.7e-1, 1.6, 7.7e-1, 9.9e-1}, 1.2},
             {6, 0.9, 2, {1.6e-3, 3.3, 1.4e-2, 8.4e-1}, 2},
             {18, 0.5, 1, {1.4e-1, 2.4, 4.4e-1, 1.0}, 1.5},
             {18, 0.5, 2, {9.0e-7, 7.8, 1.0e-4, 9.9e-1}, 2},
             {18, 0.9, 2, {9.6e-9, 5.9, 1.0e-5, 9.7e-1}, 2}};

static void gradients_reach_down_as_measured(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int w = 0; w < WIRINGS; w++) {
            const double off = w == 1 ? 1.3 : w == 3 ? 1.05 : table[i].off, want = table[i].ratio[w];
            const double ratio =
                mean_ratio(wirings[w], table[i].layers, table[i].correlation, table[i].gain, w == 3 ? FEW : SEEDS);
            if (!(ratio > want / off && ratio < want * off))
                fail_msg("%s, %d layers, correlation %g, gain %g: %.3g at the input for 1 at the output, not %.2g",
                         wirings[w], table[i].layers, table[i].correlation, table[i].gain, ratio, want);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(gradients_reach_down_as_measured)};
    return cmocka_run_group_tests_name("gradients of decoders", tests, NULL, NULL);
}
