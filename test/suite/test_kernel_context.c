/* test_kernel_context.c: a kernel set with a context, as a second device would have. Its table of slots is the first
 * member of a larger struct. Each slot casts its set to that struct, finds the host's best set there and calls it. Code
 * that calls a slot must pass the set from which it read the slot. That set must be the one that the code was given.
 * Tests ops, training, evaluation and inspection. */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/values.h"
#include "evaluate/evaluate.h"
#include "graph/gradcheck.h"
#include "kernel/kernel.h"
#include "models.h"
#include "nn/model/inspect.h"

#include <cmocka.h>

/* Columns: type of the result; name; the set and the other parameters; the host's set and the other arguments. */
#define SLOTS                                                                                                          \
    SLOT(void, zero, (SET, lg_view y, size_t bytes), (HOST, y, bytes))                                                 \
    SLOT(void, upload, (SET, lg_view y, const void *host, size_t bytes), (HOST, y, host, bytes))                       \
    SLOT(void, download, (SET, void *host, lg_view x, size_t bytes), (HOST, host, x, bytes))                           \
    SLOT(void, add, (SET, lg_view y, lg_view x, size_t n, bool more), (HOST, y, x, n, more))                           \
    SLOT(void, add_and_clear, (SET, lg_view y, lg_view x, size_t n), (HOST, y, x, n))                                  \
    SLOT(void, scale, (SET, lg_view y, lg_view x, real s, size_t n, bool more), (HOST, y, x, s, n, more))              \
    SLOT(void, product, (SET, lg_view y, lg_view a, lg_view b, size_t n, bool more), (HOST, y, a, b, n, more))         \
    SLOT(void, elementwise, (SET, lg_view y, lg_view slopes, lg_view x, size_t n, lg_activation f),                    \
         (HOST, y, slopes, x, n, f))                                                                                   \
    SLOT(double, sum_squares, (SET, lg_view x, size_t n), (HOST, x, n))                                                \
    SLOT(void, adam, (SET, const lg_adam *a), (HOST, a))                                                               \
    SLOT(void, adafactor, (SET, const lg_adafactor *a), (HOST, a))                                                     \
    SLOT(void, clamp, (SET, lg_view x, size_t n, double low, double high), (HOST, x, n, low, high))                    \
    SLOT(size_t, pack_size, (SET, int K, int N, bool transpose), (HOST, K, N, transpose))                              \
    SLOT(void, pack, (SET, lg_view y, lg_view w, int K, int N, bool transpose), (HOST, y, w, K, N, transpose))         \
    SLOT(void, linear, (SET, const lg_linear *a), (HOST, a))                                                           \
    SLOT(void, linear_weight, (SET, const lg_linear_weight *a), (HOST, a))                                             \
    SLOT(size_t, bf16_pairs_size, (SET, int S, int T, int N, bool weight), (HOST, S, T, N, weight))                    \
    SLOT(void, to_bf16_pairs, (SET, lg_view y, lg_view w, lg_view x, int S, int T, int N), (HOST, y, w, x, S, T, N))   \
    SLOT(void, linear_bias, (SET, lg_view dy, lg_view y, lg_view db, int M, int N, lg_activation act),                 \
         (HOST, dy, y, db, M, N, act))                                                                                 \
    SLOT(void, lookup, (SET, lg_view y, lg_view x, lg_view ids, int M, int N, real s), (HOST, y, x, ids, M, N, s))     \
    SLOT(void, lookup_backward, (SET, lg_view dx, lg_view dy, lg_view ids, int M, int N, real s),                      \
         (HOST, dx, dy, ids, M, N, s))                                                                                 \
    SLOT(void, add_rows, (SET, lg_view y, lg_view x, lg_view a, int S, int T, int N), (HOST, y, x, a, S, T, N))        \
    SLOT(void, add_rows_backward, (SET, lg_view da, lg_view dy, int S, int T, int N), (HOST, da, dy, S, T, N))         \
    SLOT(void, select_rows, (SET, lg_view y, lg_view x, int S, int T, int N, int first, int n),                        \
         (HOST, y, x, S, T, N, first, n))                                                                              \
    SLOT(void, select_rows_backward, (SET, lg_view dx, lg_view dy, int S, int T, int N, int first, int n, bool more),  \
         (HOST, dx, dy, S, T, N, first, n, more))                                                                      \
    SLOT(void, copy, (SET, const lg_copy *a), (HOST, a))                                                               \
    SLOT(void, gather_rows, (SET, const lg_move_rows *a), (HOST, a))                                                   \
    SLOT(void, scatter_rows, (SET, const lg_move_rows *a), (HOST, a))                                                  \
    SLOT(int, cluster_rows, (SET, const lg_cluster_rows *a), (HOST, a))                                                \
    SLOT(void, cluster_classes, (SET, lg_view y, lg_view id, int M, const int *end, int n), (HOST, y, id, M, end, n))  \
    SLOT(void, put_integers, (SET, lg_view y, lg_view rows, lg_view x, int count), (HOST, y, rows, x, count))          \
    SLOT(void, depthwise_convolution, (SET, const lg_convolution *a), (HOST, a))                                       \
    SLOT(void, depthwise_convolution_backward, (SET, const lg_convolution *a), (HOST, a))                              \
    SLOT(void, dynamic_convolution, (SET, const lg_convolution *a), (HOST, a))                                         \
    SLOT(void, dynamic_convolution_backward, (SET, const lg_convolution *a), (HOST, a))                                \
    SLOT(void, tap_softmax, (SET, const lg_tap_softmax *a), (HOST, a))                                                 \
    SLOT(void, tap_softmax_backward, (SET, const lg_tap_softmax *a), (HOST, a))                                        \
    SLOT(void, span_rows, (SET, lg_view y, lg_view x, lg_view span, int S, int T, int N, int first, bool more),        \
         (HOST, y, x, span, S, T, N, first, more))                                                                     \
    SLOT(size_t, route_scratch, (SET, const lg_route *a), (HOST, a))                                                   \
    SLOT(void, route, (SET, const lg_route *a), (HOST, a))                                                             \
    SLOT(void, gate, (SET, const lg_gate *a), (HOST, a))                                                               \
    SLOT(void, gate_backward, (SET, const lg_gate *a), (HOST, a))                                                      \
    SLOT(void, balance, (SET, const lg_balance *a), (HOST, a))                                                         \
    SLOT(void, balance_backward, (SET, const lg_balance *a), (HOST, a))                                                \
    SLOT(void, scale_rows, (SET, lg_view y, lg_view x, lg_view g, int M, int N, bool more),                            \
         (HOST, y, x, g, M, N, more))                                                                                  \
    SLOT(void, dot_rows, (SET, lg_view g, lg_view x, lg_view z, int M, int N, bool more), (HOST, g, x, z, M, N, more)) \
    SLOT(void, token_map, (SET, const lg_token_map *a), (HOST, a))                                                     \
    SLOT(void, token_map_backward, (SET, const lg_token_map *a), (HOST, a))                                            \
    SLOT(void, dropout_bits,                                                                                           \
         (SET, lg_view y, lg_key key, uint32_t site, uint32_t s, int t, int S, int T, int N, uint16_t threshold),      \
         (HOST, y, key, site, s, t, S, T, N, threshold))                                                               \
    SLOT(void, dropout, (SET, lg_view y, lg_view x, lg_view bits, int M, int N, real scale, bool more),                \
         (HOST, y, x, bits, M, N, scale, more))                                                                        \
    SLOT(void, jitter,                                                                                                 \
         (SET, lg_view y, lg_view x, lg_key key, uint32_t site, uint32_t s, int t, int S, int T, int N, real w,        \
          bool more),                                                                                                  \
         (HOST, y, x, key, site, s, t, S, T, N, w, more))                                                              \
    SLOT(void, add_norm, (SET, const lg_add_norm *a), (HOST, a))                                                       \
    SLOT(void, add_norm_backward, (SET, const lg_add_norm *a), (HOST, a))                                              \
    SLOT(void, rotate, (SET, const lg_rotation *a), (HOST, a))                                                         \
    SLOT(void, add_activate, (SET, lg_view y, lg_view a, lg_view b, size_t n, lg_activation act),                      \
         (HOST, y, a, b, n, act))                                                                                      \
    SLOT(void, lstm_cell, (SET, const lg_lstm *a), (HOST, a))                                                          \
    SLOT(void, lstm_cell_backward, (SET, const lg_lstm *a), (HOST, a))                                                 \
    SLOT(void, lstm_hidden, (SET, const lg_lstm *a), (HOST, a))                                                        \
    SLOT(void, lstm_hidden_backward, (SET, const lg_lstm *a), (HOST, a))                                               \
    SLOT(void, group_softmax, (SET, lg_view y, lg_view x, int count, int N), (HOST, y, x, count, N))                   \
    SLOT(void, group_softmax_backward, (SET, lg_view dx, lg_view y, lg_view dy, int count, int N, bool more),          \
         (HOST, dx, y, dy, count, N, more))                                                                            \
    SLOT(void, stack, (SET, const lg_store_step *a), (HOST, a))                                                        \
    SLOT(void, stack_backward, (SET, const lg_store_step *a), (HOST, a))                                               \
    SLOT(void, tape, (SET, const lg_store_step *a), (HOST, a))                                                         \
    SLOT(void, tape_backward, (SET, const lg_store_step *a), (HOST, a))                                                \
    SLOT(void, nd_stack, (SET, const lg_nd_stack *a), (HOST, a))                                                       \
    SLOT(void, nd_stack_backward, (SET, const lg_nd_stack *a), (HOST, a))                                              \
    SLOT(void, append, (SET, const lg_append *a), (HOST, a))                                                           \
    SLOT(size_t, attention_scratch, (SET, const lg_attention *a, bool backward), (HOST, a, backward))                  \
    SLOT(void, attention, (SET, const lg_attention *a), (HOST, a))                                                     \
    SLOT(void, attention_backward, (SET, const lg_attention *a), (HOST, a))                                            \
    SLOT(void, attention_sink, (SET, const lg_attention *a), (HOST, a))                                                \
    SLOT(void, attention_sink_backward, (SET, const lg_attention *a), (HOST, a))                                       \
    SLOT(void, join, (SET, const lg_joined *a), (HOST, a))                                                             \
    SLOT(void, join_backward, (SET, const lg_joined *a), (HOST, a))                                                    \
    SLOT(void, unit_heads, (SET, const lg_unit_heads *a), (HOST, a))                                                   \
    SLOT(void, unit_heads_backward, (SET, const lg_unit_heads *a), (HOST, a))                                          \
    SLOT(void, retrieve, (SET, const lg_retrieval *a), (HOST, a))                                                      \
    SLOT(void, retrieve_backward, (SET, const lg_retrieval *a), (HOST, a))                                             \
    SLOT(void, attention_logits, (SET, const lg_attention *a, lg_view logits), (HOST, a, logits))                      \
    SLOT(size_t, geometric_scratch, (SET, const lg_geometric *a, bool backward), (HOST, a, backward))                  \
    SLOT(void, geometric, (SET, const lg_geometric *a), (HOST, a))                                                     \
    SLOT(void, geometric_backward, (SET, const lg_geometric *a), (HOST, a))                                            \
    SLOT(void, pair_scores, (SET, const lg_pair_scores *a), (HOST, a))                                                 \
    SLOT(void, pair_scores_backward, (SET, const lg_pair_scores *a), (HOST, a))                                        \
    SLOT(size_t, sinusoid_scratch, (SET, const lg_sinusoid_scores *a), (HOST, a))                                      \
    SLOT(void, sinusoid_scores, (SET, const lg_sinusoid_scores *a), (HOST, a))                                         \
    SLOT(void, sinusoid_scores_backward, (SET, const lg_sinusoid_scores *a), (HOST, a))                                \
    SLOT(size_t, contextual_scratch, (SET, const lg_contextual_scores *a, bool backward), (HOST, a, backward))         \
    SLOT(void, contextual_scores, (SET, const lg_contextual_scores *a), (HOST, a))                                     \
    SLOT(void, contextual_scores_backward, (SET, const lg_contextual_scores *a), (HOST, a))                            \
    SLOT(void, forget_scores, (SET, const lg_forget_scores *a), (HOST, a))                                             \
    SLOT(void, forget_scores_backward, (SET, const lg_forget_scores *a), (HOST, a))                                    \
    SLOT(size_t, clipped_scratch, (SET, const lg_clipped_scores *a, bool backward), (HOST, a, backward))               \
    SLOT(void, clipped_scores, (SET, const lg_clipped_scores *a), (HOST, a))                                           \
    SLOT(void, clipped_scores_backward, (SET, const lg_clipped_scores *a), (HOST, a))                                  \
    SLOT(void, bias_lookup, (SET, const lg_bias_lookup *l), (HOST, l))                                                 \
    SLOT(void, bias_lookup_backward, (SET, const lg_bias_lookup *l), (HOST, l))                                        \
    SLOT(size_t, formula_scratch, (SET, const lg_formula_table *l), (HOST, l))                                         \
    SLOT(void, formula, (SET, const lg_formula_table *l), (HOST, l))                                                   \
    SLOT(void, formula_backward, (SET, const lg_formula_table *l), (HOST, l))                                          \
    SLOT(size_t, formula_map_scratch, (SET, const lg_formula *f), (HOST, f))                                           \
    SLOT(void, formula_map,                                                                                            \
         (SET, const lg_formula *f, lg_view y, lg_view slopes, lg_view x, size_t n, lg_view scratch),                  \
         (HOST, f, y, slopes, x, n, scratch))                                                                          \
    SLOT(void, head_gain, (SET, const lg_head_gain *a), (HOST, a))                                                     \
    SLOT(void, head_gain_backward, (SET, const lg_head_gain *a), (HOST, a))                                            \
    SLOT(void, bias_product, (SET, const lg_bias_product *p), (HOST, p))                                               \
    SLOT(void, bias_product_backward, (SET, const lg_bias_product *p), (HOST, p))                                      \
    SLOT(size_t, interpolated_scratch, (SET, const lg_interpolated_bias *l), (HOST, l))                                \
    SLOT(void, interpolated_bias, (SET, const lg_interpolated_bias *l), (HOST, l))                                     \
    SLOT(void, interpolated_bias_backward, (SET, const lg_interpolated_bias *l), (HOST, l))                            \
    SLOT(void, log_softmax, (SET, lg_view x, lg_view shift, int M, int N), (HOST, x, shift, M, N))                     \
    SLOT(void, cross_entropy, (SET, const lg_cross_entropy *a), (HOST, a))                                             \
    SLOT(void, cross_entropy_backward, (SET, const lg_cross_entropy *a), (HOST, a))

typedef struct device {
    lg_kernels table;
    const lg_kernels *host;
} device;

#define SLOT(result, name, parameters, arguments) slot_##name,
enum { SLOTS slots };
#undef SLOT
#define SLOT(result, name, parameters, arguments) #name,
static const char *const names[] = {SLOTS};
#undef SLOT

/* The number of pointers between these members, which are all slots. */
#define POINTERS ((offsetof(lg_kernels, bfloat16) - offsetof(lg_kernels, zero)) / sizeof(void *))
_Static_assert(slots == POINTERS, "every slot is in the list");

static device devices[2];               /* of reals, of bfloat16 */
static int calls[slots], strays[slots]; /* strays: calls with another table */

/* Counts a call, and returns the set that does the work. */
static const lg_kernels *enter(const lg_kernels *set, int slot) {
    const device *d = (const device *)(const void *)set;
    const bool known = d == &devices[0] || d == &devices[1];
    calls[slot]++;
    strays[slot] += !known;
    return known ? d->host : devices[0].host;
}

#define SET  const lg_kernels *set
#define HOST here
#define SLOT(result, name, parameters, arguments)                                                                      \
    static result device_##name parameters {                                                                           \
        const lg_kernels *here = enter(set, slot_##name);                                                              \
        return here->name arguments;                                                                                   \
    }
SLOTS
#undef SLOT

static void open_device(device *d, const char *name, const lg_kernels *host) {
    *d = (device){.host = host, .table.name = name, .table.help = "the best kernels of this machine, with a context"};
#define SLOT(result, name, parameters, arguments) d->table.name = host->name ? device_##name : NULL;
    SLOTS
#undef SLOT
}

static int open_devices(void **state) {
    (void)state;
    const lg_kernels *best = lg_kernels_find(NULL);
    open_device(&devices[0], "device", best);
    if (best->bfloat16) {
        open_device(&devices[1], "device in bfloat16", best->bfloat16);
        devices[0].table.bfloat16 = &devices[1].table;
        devices[1].table.full = &devices[0].table;
    }
    return 0;
}

static void expect_no_strays(void) {
    for (int i = 0; i < slots; i++)
        if (strays[i]) fail_msg("%s was called with another set", names[i]);
}

static void ops_hand_over_their_set(void **state) {
    (void)state;
    for (int i = 0; lg_ops[i]; i++) {
        lg_gradcheck found = {.numbers = 1};
        lg_error err = {0};
        for (int variant = 0; found.numbers; variant++)
            if (!lg_gradcheck_op(lg_ops[i], &devices[0].table, variant, 1, 3, &found, &err))
                fail_msg("%s: %s", lg_ops[i]->name, err.text);
    }
    expect_no_strays();
}

/* Runs two training steps and an evaluation. */
static bench run(const char *settings, const lg_kernels *k, lg_eval_result *result) {
    bench b = bench_open(settings, 1, k);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    lg_step step;
    for (int i = 0; i < 2; i++) assert_true(lg_trainer_step(b.trainer, &step, &b.err));
    assert_true(lg_trainer_eval(b.trainer, 9, result, &b.err));
    return b;
}

static void ignore_weights(void *user, int block, int head, const real *weights) {
    (void)user, (void)block, (void)head, (void)weights;
}

/* Calls all other functions that read a model's arrays. */
static void look_inside(lg_trainer *t) {
    enum { LENGTH = 5, MOST = 1 << 16 };
    static int32_t input[LENGTH * 4], target[LENGTH * 4];
    static real logits[MOST], gradients[MOST], activations[MOST];
    lg_probe probe = {.input = input, .target = target, .logits = logits, .gradients = gradients};
    lg_error err = {0};
    const lg_sizes z = lg_trainer_sizes(t, LENGTH);
    assert_true(bench_parameters(t) <= MOST && z.n <= LENGTH * 4 && z.m <= LENGTH * 4);
    assert_true(lg_trainer_probe(t, lg_key_root(1), LENGTH, 1, &probe, &err));
    assert_true(lg_trainer_logits(t, &(lg_logits_request){z.n, z.n, z.m, input, NULL}, logits, &err));
    assert_true(lg_trainer_attention(t, LG_ATTENTION_SELF, LENGTH, 0, ignore_weights, NULL, &err));
    assert_true(
        lg_trainer_activations(t, &(lg_activation_request){.length = LENGTH, .count = 1}, 0, 1, activations, &err));
}

static void models_are_the_same(void **state) {
    (void)state;
    static const char *const settings[] = {
        "encoding=relative mask=causal",
        "encoding=rope positions=randomized",
        "encoding=t5",
        "encoding=shaw",
        "encoding=cope",
        "encoding=fire",
        "architecture=decoder mask=causal protocol=greedy",
        "encoding=kerple positions=randomized positions.draw=positions",
        "encoding=relative positions=randomized positions.draw=positions",
        "attention=geometric encoding=none",
        "model.order=se",
        "model.order=sgb gating.length=20",
        "model.order=se model.precision=bf16",
        "encoding=learned model.precision=bf16",
        "encoding=rope block=pre_norm norm=rms_norm mixer=swiglu head=tied head.scaled=true",
        "encoding=rope task=cycle_navigation head=adaptive head.cutoffs=1,3 head.divisor=2",
        "encoding=rope optimizer=adafactor",
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (!devices[0].host->bfloat16 && strstr(settings[i], "bf16")) continue;
        lg_eval_result want, got;
        bench plain = run(settings[i], NULL, &want), with = run(settings[i], &devices[0].table, &got);
        if (!same_state(plain.trainer, with.trainer) || memcmp(want.values, got.values, sizeof got.values))
            fail_msg("%s: other numbers with a context", settings[i]);
        look_inside(with.trainer);
        bench_close(&plain);
        bench_close(&with);
    }
    expect_no_strays();
}

static void count_visit(void *user, const char *what, int rank, const size_t *shape, const double *data) {
    (void)what, (void)rank, (void)shape, (void)data;
    ++*(int *)user;
}

static void inspection_hands_over_its_set(void **state) {
    (void)state;
    static const double vectors[3 * 16];
    int visits = 0;
    lg_error err = {0};
    bench b = bench_open("encoding=relative", 1, NULL);
    assert_non_null(b.trainer);
    const lg_inspect_request x = {.T = 3, .q = vectors, .k = vectors};
    if (!bench_inspect(&b, &devices[0].table, &x, count_visit, &visits, &err)) fail_msg("%s", err.text);
    assert_true(visits > 0);
    expect_no_strays();
    bench_close(&b);
}

static void no_slot_was_left_out(void **state) {
    (void)state;
    for (int i = 0; i < slots; i++) {
        const bool of_bfloat16 = i == slot_bf16_pairs_size || i == slot_to_bf16_pairs;
        if (!calls[i] && (!of_bfloat16 || devices[0].host->bfloat16)) fail_msg("%s was not called", names[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ops_hand_over_their_set),
        cmocka_unit_test(models_are_the_same),
        cmocka_unit_test(inspection_hands_over_its_set),
        cmocka_unit_test(no_slot_was_left_out),
    };
    return cmocka_run_group_tests_name("kernel context", tests, open_devices, NULL);
}
