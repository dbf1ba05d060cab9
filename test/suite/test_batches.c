/* test_batches.c: batches of records of several sizes. The outputs and gradients of a record depend neither on its
 * padding nor on its neighbours. Epochs visit every record once. Greedy decoding token by token agrees with passes over
 * whole sequences. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "base/permutation.h"
#include "data/text_task.h"
#include "decode/decoding.h"
#include "evaluate/evaluate.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/model/model.h"
#include "nn/model/padding.h"
#include "pairwise.h"
#include "train/state.h"

#include <cmocka.h>

enum { LENGTH = 6, MATES = 3, MOST_ROWS = 128 };

#define must(call)                                                                                                     \
    do {                                                                                                               \
        if (!(call)) fail_msg("%s: %s", settings, b->err.text);                                                        \
    } while (0)

/* The results of a record: losses and best tokens of its target, and gradients of the parameters. */
typedef struct trace {
    int count;
    real losses[MOST_ROWS];
    int32_t best[MOST_ROWS];
    real *gradients;
    size_t elements;
} trace;

static lg_batch_record record_of(int index) {
    return (lg_batch_record){.split = LG_SPLIT_TEST, .length = LENGTH + index % 3, .index = index, .number = index};
}

static int round_up(int n) {
    return (n + LG_BAND - 1) / LG_BAND * LG_BAND;
}

enum { UNPADDED = -1 };

/* If `steps` is UNPADDED, returns the layout of record 0 alone. Otherwise returns a padded layout that fits all records
 * and has room for `steps` times LG_BAND more target tokens than necessary. If separate sources may be padded, it has
 * the same additional room for source tokens. */
static lg_sequence_layout layout_of(const lg_model *m, int steps) {
    const lg_batch_record r = record_of(0);
    const lg_record_size own = lg_dataset_bound(m->data, r.length), z = lg_dataset_bound(m->data, LENGTH + 2);
    const int more = steps * LG_BAND, sources = m->format.sources > 0 && lg_model_pads_sources(m) ? more : 0;
    const lg_record_size class = {round_up(z.n) + sources, round_up(z.m) + more};
    const lg_architecture *a = m->architecture.entry;
    return steps == UNPADDED ? a->layout(m, own, false) : a->layout(m, class, true);
}

/* Runs record 0 forward and backward, with dropout, as sequence `at` of S. Its neighbours are other records, whose
 * losses have weight 0. */
static trace run_record(bench *b, const char *settings, int steps, int S, int at) {
    lg_trainer *t = b->trainer;
    lg_engine *e = &t->engine;
    const lg_sequence_layout layout = layout_of(t->model, steps);
    lg_network n;
    trace x = {.elements = t->model->parameters->bytes / sizeof(real)};
    must(lg_model_network(t->model, layout, S, true, true, &n, &b->err));
    must(lg_engine_reserve(e, &n, &b->err));
    must(lg_pass_open(&t->pass, e, &e->buffers, &n, S, false, &b->err));
    t->pass.first = MATES - at, t->pass.dropout = lg_key_root(8); /* record 0 gets the same dropout at any `at` */
    must(lg_pass_prepare(&t->pass, lg_key_root(3), true, &b->err));
    for (int i = 0; i < S; i++) {
        const lg_batch_record r = record_of(i == at ? 0 : i + 1);
        lg_pass_draw(&t->pass, &r, 0, i);
        for (int j = 0; i != at && j < layout.rows; j++) t->pass.rows.weights[i * layout.rows + j] = 0;
    }
    t->pass.loss_weight = (real)0.25;
    const lg_frame f = lg_pass_frame(&t->pass, &n, 0, 0, 0);
    e->model->kernels->zero(e->model->kernels, f.base[LG_SPACE_GRADIENT], e->gradients.bytes);
    lg_graph_forward(n.graph, &f);
    lg_pass_read(&t->pass, &f, &n, 0, layout.rows);
    lg_graph_backward(n.graph, &f);
    lg_graph_backward_shared(n.graph, &f);
    const lg_record_size size = t->pass.rows.sizes[at];
    const int first = at * layout.rows + t->model->architecture.entry->first_row(t->model, &layout, size.n);
    x.count = size.m;
    assert_true(x.count <= MOST_ROWS);
    memcpy(x.losses, t->pass.losses + first, sizeof(real) * (size_t)x.count);
    memcpy(x.best, t->pass.best + first, sizeof(int32_t) * (size_t)x.count);
    x.gradients = malloc(x.elements * sizeof(real));
    memcpy(x.gradients, lg_gradients_array(&e->gradients, 0).data, x.elements * sizeof(real));
    lg_network_free(&n);
    return x;
}

static double largest_difference(const trace *a, const trace *b, double *largest) {
    double worst = 0;
    *largest = 0;
    for (size_t i = 0; i < a->elements; i++) {
        worst = fmax(worst, fabs((double)a->gradients[i] - (double)b->gradients[i]));
        *largest = fmax(*largest, fabs((double)a->gradients[i]));
    }
    return worst;
}

/* Asserts that losses and tokens are equal bit by bit and that gradients differ by at most `slack` times the largest
 * one. */
static void expect_same(const char *settings, const char *what, const trace *a, const trace *b, double slack) {
    double largest;
    assert_true(a->count == b->count && a->count > LENGTH);
    for (int j = 0; j < a->count; j++)
        if (a->losses[j] != b->losses[j])
            fail_msg("%s: %s: loss %d of %d is %.9g, not %.9g", settings, what, j, a->count, (double)b->losses[j],
                     (double)a->losses[j]);
    if (memcmp(a->best, b->best, sizeof(int32_t) * (size_t)a->count)) fail_msg("%s: %s: other tokens", settings, what);
    const double worst = largest_difference(a, b, &largest);
    assert_true(largest > 0);
    if (worst > slack * largest)
        fail_msg("%s: %s: gradients differ by %g; the largest gradient is %g", settings, what, worst, largest);
}

/* Compares the padded record with the unpadded one. Gradients differ in their last bits, because sums over rows begin
 * at another row. */
static void expect_same_unpadded(bench *b, const char *settings, const trace *alone) {
    trace x = run_record(b, settings, UNPADDED, 1, 0);
    expect_same(settings, "not padded", alone, &x, sizeof(real) == 8 ? 1e-14 : 5e-6);
    free(x.gradients);
}

/* The allowed difference of gradients. Without a matrix unit, bfloat16 gradients of weights are summed over pairs of
 * rows, and a pair may consist of the last row of a sequence and the first row of the next. */
static double slack_of(const lg_trainer *t, bool pads) {
    const bool by_pairs = t->model->settings.precision == LG_PRECISION_BF16 && strcmp(t->runtime.kernels->name, "amx");
    return by_pairs && pads && layout_of(t->model, 0).rows % 2 ? 1e-6 : 0;
}

static void padding_and_neighbours(const char *settings) {
    bench bb = bench_open(settings, 1, NULL), *b = &bb;
    if (!b->trainer) fail_msg("%s: %s", settings, b->err.text);
    const lg_model *m = b->trainer->model;
    const bool pads = lg_model_pads(m);
    const double slack = slack_of(b->trainer, pads);
    trace alone = run_record(b, settings, pads ? 0 : UNPADDED, 1, 0);
    for (int steps = 0; pads && steps < 3; steps++)
        for (int at = 0; at < MATES; at++) {
            trace x = run_record(b, settings, steps, steps == 1 ? 1 : MATES, steps == 1 ? 0 : at);
            expect_same(settings, steps ? "padded further" : "among neighbours", &alone, &x, slack);
            free(x.gradients);
        }
    if (lg_model_pads_sources(m)) expect_same_unpadded(b, settings, &alone);
    free(alone.gradients);
    bench_close(b);
}

/* Skips randomized positions: a padded pass has more tokens, and so draws other positions. Shifted positions, and
 * augmented positions that are not centred, do not change with the number of tokens. */
static void streams_are_padded(const char *settings) {
    if (!strstr(settings, "=randomized")) padding_and_neighbours(settings);
}

static void a_record_in_bfloat16(void **state) {
    (void)state;
    static const char *const settings[] = {
        "architecture=encoder encoding=rope",
        "architecture=decoder encoding=relative model.width=40 model.heads=2",
        "architecture=encoder_decoder encoding=t5 model.width=33 model.heads=3",
        "architecture=decoder encoding=alibi block=pre_norm head=tied",
        "architecture=encoder encoding=shaw model.dropout_attention=0.3",
        "architecture=decoder encoding=rope model.width=64 model.heads=2",
        "architecture=encoder_decoder encoding=alibi model.width=64 model.heads=1",
    };
    if (sizeof(real) == 8) return; /* the double build has no bfloat16 */
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char all[200];
        snprintf(all, sizeof all, "%s data=copy_cmc model.precision=bf16 train.lr=0.01", settings[i]);
        padding_and_neighbours(all);
    }
}

static void a_record_alone_padded_and_among_neighbours(void **state) {
    (void)state;
    static const char *const architectures[] = {"encoder", "decoder", "encoder_decoder"},
                             *const dropped[] = {"encoding=t5 model.heads=3 model.width=21",
                                                 "encoding=shaw",
                                                 "encoding=relative",
                                                 "encoding=relative positions=augmented positions.center=false",
                                                 "encoding=rope model.blocks=3",
                                                 "encoding=fire",
                                                 "encoding=sinusoid positions=shifted",
                                                 "encoding=kerple positions=augmented positions.center=false"};
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++) {
        char fixed[200];
        snprintf(fixed, sizeof fixed,
                 "architecture=%s data=copy_cmc positions=standard model.precision=fp32 train.lr=0.01",
                 architectures[i]);
        assert_each_combination(fixed, padding_and_neighbours);
        for (size_t j = 0; j < sizeof dropped / sizeof *dropped; j++) {
            snprintf(fixed, sizeof fixed, "architecture=%s data=copy_cmc model.dropout_attention=0.3 %s",
                     architectures[i], dropped[j]);
            padding_and_neighbours(fixed);
        }
    }
    padding_and_neighbours("architecture=decoder data=copy_cmc encoding=cope encoding.max_position=3 train.lr=0.1");
    padding_and_neighbours("architecture=decoder data=copy_cmc encoding=fox train.lr=0.1");
    padding_and_neighbours("architecture=decoder data=copy_cmc encoding=xpos");
    padding_and_neighbours("architecture=decoder data=copy_cmc protocol=pass encoding=rope positions=document "
                           "positions.separator=: mask=document mask.separator=: model.dropout_attention=0.3");
    padding_and_neighbours("architecture=encoder data=copy_cmc encoding=t5 positions=document positions.separator=:");
    padding_and_neighbours("architecture=perceiver_io data=copy_cmc train.lr=0.1");
    padding_and_neighbours("architecture=perceiver_io data=copy_cmc encoding=none architecture.repeats=2 train.lr=0.1");
    padding_and_neighbours("architecture=perceiver_ar data=copy_cmc encoding=rope train.lr=0.1");
    padding_and_neighbours("architecture=encoder data=copy_cmc encoding=cope encoding.max_position=3 train.lr=0.1");
    padding_and_neighbours("architecture=recurrent architecture.hidden=12 cell=lstm data=copy_cmc");
    static const char *const beside[] = {
        "model.order=a persistent.pairs=5 encoding=relative",
        "model.order=sfa persistent.pairs=3 persistent.dropout=0.3 model.dropout_attention=0.2 encoding=t5",
        "architecture.memory_tokens=3 encoding=shaw model.dropout_attention=0.2",
        "architecture.memory_tokens=2 architecture.memory_form=controller encoding=rope block=pre_norm",
        "architecture.memory_tokens=2 architecture.memory_form=bottleneck"};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        for (size_t j = 0; j < sizeof architectures / sizeof *architectures; j++) {
            char settings[250];
            if (j == 1 && strstr(beside[i], "memory_tokens")) continue; /* decoders have no memory tokens */
            snprintf(settings, sizeof settings, "architecture=%s data=copy_cmc train.lr=0.1 %s", architectures[j],
                     beside[i]);
            padding_and_neighbours(settings);
        }
    static const char *const convolutions[] = {"encoding=none model.order=lf convolution.taps=5",
                                               "encoding=none model.order=df convolution.taps=4",
                                               "encoding=none model.order=lf convolution.renorm_padding=true",
                                               "encoding=none model.order=df convolution.renorm_padding=true",
                                               "encoding=rope projection=primer model.blocks=3"};
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++)
        for (size_t j = 0; j < sizeof convolutions / sizeof *convolutions; j++) {
            char settings[200];
            snprintf(settings, sizeof settings, "architecture=%s data=copy_cmc train.lr=0.01 %s", architectures[i],
                     convolutions[j]);
            padding_and_neighbours(settings);
        }
    padding_and_neighbours(
        "architecture=encoder data=copy_cmc encoding=rope projection=primer projection.centred=true");
    padding_and_neighbours("architecture=encoder_decoder data=copy_cmc encoding=rope projection=primer "
                           "projection.centred=true projection.cross=true");
    each_of_streams("data=copy_cmc train.lr=0.01", streams_are_padded);
    padding_and_neighbours("architecture=recurrent architecture.hidden=12 cell=elman data=copy_cmc");
    padding_and_neighbours("architecture=stack_rnn architecture.hidden=12 store.cells=7 store.count=2 data=copy_cmc");
    padding_and_neighbours("architecture=stack_lstm architecture.hidden=12 data=copy_cmc");
    padding_and_neighbours("architecture=tape_rnn architecture.hidden=12 store.cells=11 data=copy_cmc");
    padding_and_neighbours("architecture=nd_stack_rnn architecture.hidden=12 data=copy_cmc");
}

enum { LENGTHS = 8 };

/* The plan of a batch with `each` records of each of the lengths 1, 2, ... 8. */
static lg_batch_plan plan_of(const char *model, int each, lg_grouping grouping) {
    char settings[200];
    snprintf(settings, sizeof settings, "data=copy_cmc curriculum=epochs curriculum.lengths=1..%d %s", LENGTHS, model);
    bench bb = bench_open(settings, 1, NULL), *b = &bb;
    if (!b->trainer) fail_msg("%s: %s", settings, b->err.text);
    lg_batch_plan p = {0};
    lg_record scratch = {0};
    must(lg_batch_plan_begin(&p, LENGTHS * each, &b->err));
    for (int i = 0; i < LENGTHS * each; i++)
        p.records[i] = (lg_batch_record){.split = LG_SPLIT_TEST, .length = i % LENGTHS + 1, .number = i};
    must(lg_batch_plan_cut(&p, b->trainer->model, grouping, true, &scratch, &b->err));
    lg_record_free(&scratch);
    bench_close(b);
    return p;
}

static int parts_of(const char *model, int each) {
    lg_batch_plan p = plan_of(model, each, LG_GROUP_SIZES);
    const int parts = p.part_count;
    lg_batch_plan_free(&p);
    return parts;
}

/* Returns the cost of a batch that is cut into passes after length i + 1 if bit i of `cuts` is set: the padded tokens
 * of all passes, plus 32 for each pass. In copy_cmc, a source has 3 tokens more than words, and a target has 1 token
 * more. */
static int cost_of_cuts(int each, unsigned cuts) {
    int cost = 0;
    for (int length = 1, count = 0; length <= LENGTHS; length++) {
        count += each;
        if (length < LENGTHS && !(cuts >> (length - 1) & 1)) continue;
        cost += count * (2 * length + 4) + 32;
        count = 0;
    }
    return cost;
}

static int cost_of_plan(const lg_batch_plan *p) {
    int cost = 0, records = 0;
    for (int i = 0; i < p->part_count; records += p->parts[i++].count) {
        const lg_batch_part *x = &p->parts[i];
        assert_int_equal(x->first, records);
        assert_true(x->padded);
        for (int j = 0; j < x->count; j++) {
            const lg_record_size z = p->records[x->first + j].size;
            assert_true(z.n <= x->size.n && z.m <= x->size.m && z.n > x->size.n - LG_BAND);
        }
        cost += x->count * (x->size.n + x->size.m) + 32;
    }
    assert_int_equal(records, p->count);
    return cost;
}

static void no_cut_into_passes_is_cheaper(void **state) {
    (void)state;
    for (int each = 1; each <= 20; each++) {
        lg_batch_plan p = plan_of("architecture=decoder", each, LG_GROUP_SIZES);
        int least = INT_MAX;
        for (unsigned cuts = 0; cuts < 1u << (LENGTHS - 1); cuts++) {
            const int cost = cost_of_cuts(each, cuts);
            if (cost < least) least = cost;
        }
        assert_int_equal(cost_of_plan(&p), least);
        lg_batch_plan_free(&p);
    }
    assert_true(parts_of("architecture=decoder", 1) < 3);
    assert_int_equal(parts_of("architecture=decoder", 20), LENGTHS);
}

/* For decoding, all sources of a pass have the same length. */
static void sources_of_a_pass_are_of_one_length(void **state) {
    (void)state;
    lg_batch_plan p = plan_of("architecture=decoder", 3, LG_GROUP_SOURCES);
    assert_int_equal(p.part_count, LENGTHS);
    for (int i = 0; i < p.count; i++) assert_int_equal(p.records[i].size.n, p.parts[i / 3].size.n);
    lg_batch_plan_free(&p);
}

static bool pads(const char *model) {
    return parts_of(model, 1) < LENGTHS;
}

/* Two choices need records of one size unless the mask is causal: a scale that depends on the number of tokens, and
 * attention that cannot mask padding. */
static void records_are_padded_where_spans_hide_the_padding(void **state) {
    (void)state;
    assert_true(pads("architecture=encoder_decoder encoding=rope"));
    assert_false(pads("architecture=encoder_decoder encoding=rope scale=log_n"));
    assert_true(pads("architecture=perceiver_io"));
    assert_false(pads("architecture=perceiver_io scale=log_n"));
    assert_false(pads("architecture=perceiver_ar encoding=rope"));
    assert_false(pads("architecture=encoder_decoder encoding=none attention=geometric"));
    assert_true(pads("architecture=encoder mask=full encoding=rope"));
    assert_true(pads("architecture=encoder mask=window encoding=rope"));
    assert_false(pads("architecture=encoder mask=full scale=log_n"));
    assert_false(pads("architecture=encoder mask=chunk encoding=none attention=geometric"));
    assert_true(pads("architecture=encoder mask=window mask.form=half"));
    assert_false(pads("architecture=encoder mask=window mask.form=edge_shift"));
    assert_true(pads("architecture=encoder mask=three_blocks"));
    assert_true(pads("architecture=encoder mask=causal scale=log_n"));
    assert_true(pads("architecture=encoder mask=causal encoding=none attention=geometric"));
    assert_true(pads("architecture=decoder scale=log_n"));
    assert_true(pads("architecture=recurrent"));
}

/* Records are not padded if the centre, scale or step of positions would depend on the padding. */
static void records_are_padded_where_positions_ignore_the_length(void **state) {
    (void)state;
    assert_true(pads("architecture=decoder positions=shifted"));
    assert_true(pads("architecture=decoder encoding=rope positions=interpolated positions.factor=0.5"));
    assert_false(pads("architecture=decoder encoding=rope positions=interpolated positions.trained=9"));
    assert_true(pads("architecture=encoder encoding=rope positions=augmented positions.center=false"));
    assert_false(pads("architecture=encoder encoding=rope positions=augmented"));
    assert_false(pads("architecture=encoder_decoder encoding=alibi positions=equal_mean"));
    assert_true(pads("architecture=encoder_decoder encoding=alibi positions=clipped"));
}

/* With records of many sizes, cached networks are freed from time to time. This changes no bits. */
static void freeing_networks_changes_no_bits(void **state) {
    (void)state;
    const char *settings = "architecture=decoder data=copy_cmc curriculum=epochs curriculum.lengths=2..6";
    bench benches[] = {bench_open(settings, 1, NULL), bench_open(settings, 1, NULL)}, *b = &benches[0];
    double losses[2][4];
    for (int i = 0; i < 8; i++) {
        lg_step step;
        b = &benches[i % 2];
        assert_non_null(b->trainer);
        lg_engine *e = &b->trainer->engine;
        for (int n = 1; i == 4 && n <= 1100; n++) {
            lg_batch_partition made;
            const lg_record_size z = {n % 16 + 1, n / 16 + 1};
            must(lg_engine_partition(e, e->model->architecture.entry->layout(e->model, z, true), 1, &made, &b->err));
        }
        if (i == 4) assert_true(e->network_count >= 1100);
        must(lg_trainer_step(b->trainer, &step, &b->err));
        if (i == 4) assert_in_range(e->network_count, 1, 30);
        losses[i % 2][i / 2] = step.loss;
    }
    assert_memory_equal(losses[0], losses[1], sizeof losses[0]);
    bench_close(&benches[0]);
    bench_close(&benches[1]);
}

/* ---- epochs ---- */

static void an_epoch_visits_every_record_once(void **state) {
    (void)state;
    bench b =
        bench_open("data=copy_cmc curriculum=epochs data.examples=90 curriculum.lengths=2..4 train.batch=10", 1, NULL);
    assert_non_null(b.trainer);
    lg_trainer *t = b.trainer;
    int seen[5][30] = {{0}}, order[90], same = 0;
    for (int64_t step = 0; step < 18; step++) {
        assert_true(lg_batch_plan_begin(&t->plan, 10, &b.err));
        lg_batch_plan_draw(&t->plan, t->model->data, &t->curriculum, &t->numbers, step);
        for (int i = 0; i < 10; i++) {
            const lg_batch_record *r = &t->plan.records[i];
            const int number = (r->length - 2) * 30 + (int)r->index;
            assert_in_range(r->length, 2, 4);
            assert_in_range(r->index, 0, 29);
            seen[r->length][r->index]++;
            if (step < 9)
                order[step * 10 + i] = number;
            else
                same += order[(step - 9) * 10 + i] == number;
        }
        for (int l = 2; l <= 4; l++)
            for (int k = 0; step % 9 == 8 && k < 30; k++) assert_int_equal(seen[l][k], step < 9 ? 1 : 2);
    }
    assert_true(same < 15); /* the next epoch has another order */
    bench_close(&b);
}

static void permutations_are_permutations(void **state) {
    (void)state;
    for (uint64_t n = 1; n < 70; n++) {
        bool hit[70] = {false};
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t at = lg_permutation(lg_key_root(n), n, i);
            assert_true(at < n && !hit[at]);
            hit[at] = true;
        }
    }
}

/* ---- greedy decoding ---- */

static lg_eval_result evaluate(lg_trainer *t, int length) {
    lg_eval_result x;
    lg_error err = {0};
    if (!lg_trainer_eval(t, length, &x, &err)) fail_msg("%s", err.text);
    return x;
}

static lg_sequence_sums sums[64];
static int mark_count;

static void keep_sums(void *user, const lg_sequence_sums *x) {
    (void)user;
    sums[mark_count++ % 64] = *x;
}

/* Greedy decoding outputs an exact match if and only if a pass predicts every token correctly from the true tokens
 * before it. Otherwise the decoded and the predicted tokens agree up to the first wrong token. */
static void greedy_and_given_targets_agree(const char *model, bool losses) {
    static const char common[] = "data=copy_cmc data.alphabet=4 train.batch=32 curriculum=fixed curriculum.length=3 "
                                 "eval.lengths=2..9 eval.sequences=64 model.dropout=0 train.lr=0.01";
    char greedy[400], pass[400];
    snprintf(greedy, sizeof greedy, "%s %s protocol=greedy", common, model);
    snprintf(pass, sizeof pass, "%s %s protocol=pass", common, model);
    bench a = bench_open(greedy, 2, NULL), b = bench_open(pass, 1, NULL);
    assert_true(a.trainer && b.trainer);
    lg_step s;
    for (int i = 0; i < 300; i++)
        assert_true(lg_trainer_step(a.trainer, &s, &a.err) && lg_trainer_step(b.trainer, &s, &b.err));
    assert_true(same_state(a.trainer, b.trainer));
    int right = 0, wrong = 0;
    for (int length = 3; length <= 9; length += 6) {
        static lg_sequence_sums one[64];
        lg_trainer_on_sequence(a.trainer, keep_sums, NULL);
        lg_trainer_on_sequence(b.trainer, keep_sums, NULL);
        mark_count = 0;
        evaluate(a.trainer, length);
        memcpy(one, sums, sizeof one);
        mark_count = 0;
        evaluate(b.trainer, length);
        for (int i = 0; i < 64; i++) {
            assert_true(one[i].sums[LG_SUM_EXACT] == sums[i].sums[LG_SUM_EXACT]);
            assert_true(!losses || one[i].sums[LG_SUM_NLL] == sums[i].sums[LG_SUM_NLL]);
            assert_true(one[i].sums[LG_SUM_COUNTED] == length + 1);
            right += one[i].sums[LG_SUM_EXACT] > 0;
            wrong += one[i].sums[LG_SUM_EXACT] == 0;
        }
    }
    assert_true(right > 10 && wrong > 10);
    bench_close(&a);
    bench_close(&b);
}

static void greedy_and_given_targets_agree_on_what_is_right(void **state) {
    (void)state;
    greedy_and_given_targets_agree("architecture=decoder encoding=rope", true);
    greedy_and_given_targets_agree("architecture=encoder_decoder encoding=sinusoid", true);
    /* this model decodes by whole passes, so its losses are conditioned on the decoded tokens */
    greedy_and_given_targets_agree("architecture=encoder model.decode=autoregressive mask=causal encoding=rope", false);
}

static bool accept_all(const lg_dataset *d, const int32_t *answer, int count, const int32_t *target, int m) {
    return answer != target && count == m && target[m - 1] == d->end;
}

/* An answer that the data set accepts counts as an exact match; its wrong tokens still count as wrong. */
static void accepted_answers_are_exact_matches(void **state) {
    (void)state;
    bench b =
        bench_open("data=summation architecture=decoder encoding=none eval.sequences=20 model.dropout=0", 1, NULL);
    assert_non_null(b.trainer);
    lg_dataset *d = b.trainer->model->data;
    lg_text_task other = *(const lg_text_task *)d->entry;
    lg_data_methods methods = *other.methods;
    for (int accepted = 0; accepted < 2; accepted++) {
        methods.accepts = accepted ? accept_all : NULL;
        other.methods = &methods;
        d->entry = (const lg_data *)&other;
        mark_count = 0;
        lg_trainer_on_sequence(b.trainer, keep_sums, NULL);
        evaluate(b.trainer, 5);
        assert_int_equal(mark_count, 20);
        for (int i = 0; i < 20; i++) {
            assert_true(sums[i].sums[LG_SUM_EXACT] == accepted);
            assert_true(sums[i].sums[LG_SUM_RIGHT] < sums[i].sums[LG_SUM_COUNTED]);
        }
    }
    bench_close(&b);
}

/* Sets scores that test the evaluation: each score is its index, except that the score with index LG_STEP_COUNT is 1 if
 * the right output and target were passed, and LG_STEP_REST is NaN. */
static bool compare_all(const lg_dataset *d, const int32_t *answer, int answer_count, const int32_t *target, int m,
                        double scores[LG_STEP_SCORES]) {
    for (int i = 0; i < LG_STEP_SCORES; i++) scores[i] = i == LG_STEP_REST ? (double)NAN : i;
    scores[LG_STEP_COUNT] = answer != target && answer_count == m && target[m - 1] == d->end;
    return true;
}

/* Evaluation reports the mean of the scores of steps, and NaN for data without steps. */
static void steps_are_compared(void **state) {
    (void)state;
    bench b =
        bench_open("data=summation architecture=decoder encoding=none eval.sequences=20 model.dropout=0", 1, NULL);
    assert_non_null(b.trainer);
    lg_eval_result without, with;
    lg_dataset *d = b.trainer->model->data;
    lg_text_task other = *(const lg_text_task *)d->entry;
    lg_data_methods methods = *other.methods;
    assert_true(lg_trainer_eval(b.trainer, 5, &without, NULL));
    methods.compare_steps = compare_all;
    other.methods = &methods;
    d->entry = (const lg_data *)&other;
    assert_true(lg_trainer_eval(b.trainer, 5, &with, NULL));
    for (int i = 0; i < LG_STEP_SCORES; i++) {
        assert_true(isnan(without.steps[i]));
        if (i == LG_STEP_REST)
            assert_true(isnan(with.steps[i]));
        else
            assert_true(with.steps[i] == (i == LG_STEP_COUNT ? 1 : i));
    }
    assert_true(with.values[0] == without.values[0]);
    bench_close(&b);
}

/* ---- answers of any length ---- */

static void set_value(bench *b, const char *name, const char *value) {
    if (!lg_values_set(b->resolved->values, name, value, &b->err)) fail_msg("%s", b->err.text);
    bench_read_options(b);
}

/* Evaluates one length. Returns the sums (losses, right tokens, ...) of each of its 20 sequences. */
static const lg_sequence_sums *sums_of(bench *b, int length, const char *max_tokens, lg_sequence_sums out[20]) {
    set_value(b, "eval.max_tokens", max_tokens);
    mark_count = 0;
    lg_trainer_on_sequence(b->trainer, keep_sums, NULL);
    evaluate(b->trainer, length);
    assert_int_equal(mark_count, 20);
    memcpy(out, sums, 20 * sizeof *out);
    return out;
}

static int counts[2]; /* numbers of tokens: of the last answer, and of its target */

static bool accept_and_count(const lg_dataset *d, const int32_t *answer, int count, const int32_t *target, int m) {
    counts[0] = count;
    counts[1] = m;
    for (int j = 0; j < count; j++) assert_true(answer[j] >= 0 && answer[j] < d->target.size);
    return target[m - 1] == d->end && count != m + 1;
}

/* The data set receives the whole output, however long the target is. Tokens are compared one by one, and missing
 * tokens count as wrong. */
static void answers_may_be_longer_and_shorter_than_targets(void **state) {
    (void)state;
    bench b =
        bench_open("data=summation architecture=decoder encoding=none eval.sequences=20 model.dropout=0", 1, NULL);
    assert_non_null(b.trainer);
    lg_dataset *d = b.trainer->model->data;
    const lg_record_size z = lg_dataset_bound(d, 5);
    lg_text_task other = *(const lg_text_task *)d->entry;
    lg_data_methods methods = *other.methods;
    lg_sequence_sums usual[20], longer[20];
    methods.accepts = accept_and_count;
    other.methods = &methods;
    d->entry = (const lg_data *)&other;
    sums_of(&b, 5, "0", usual);
    for (int more = -1; more <= 7; more++) {
        char tokens[16];
        snprintf(tokens, sizeof tokens, "%d", z.n + z.m + more);
        sums_of(&b, 5, tokens, longer);
        assert_true(counts[0] == z.m + more && counts[1] == z.m);
        for (int i = 0; i < 20; i++) {
            assert_true(longer[i].sums[LG_SUM_EXACT] == (more != 1));
            assert_true(longer[i].sums[LG_SUM_NLL] == usual[i].sums[LG_SUM_NLL]);
            assert_true(more < 0 || longer[i].sums[LG_SUM_RIGHT] == usual[i].sums[LG_SUM_RIGHT]);
        }
    }
    sums_of(&b, 5, "2", longer); /* nothing is output */
    assert_int_equal(counts[0], 0);
    for (int i = 0; i < 20; i++) assert_true(longer[i].sums[LG_SUM_RIGHT] == 0);
    bench_close(&b);
}

/* A limit that no answer reaches changes nothing; a lower one makes longer answers wrong. Neither the number of threads
 * nor the evaluation batch changes a bit. */
static void limits_of_answers(const char *model, bool random) {
    char settings[400];
    snprintf(settings, sizeof settings,
             "data=copy_cmc data.alphabet=4 train.batch=32 curriculum=fixed curriculum.length=3 eval.lengths=2..9 "
             "eval.sequences=20 model.dropout=0 train.lr=0.01 %s",
             model);
    bench a = bench_open(settings, 1, NULL), b = bench_open(settings, 3, NULL);
    assert_true(a.trainer && b.trainer);
    lg_step s;
    for (int i = 0; i < 300; i++)
        assert_true(lg_trainer_step(a.trainer, &s, &a.err) && lg_trainer_step(b.trainer, &s, &b.err));
    set_value(&b, "eval.batch", "7");
    int right = 0;
    for (int length = 2; length <= 4; length++) {
        const lg_record_size z = lg_dataset_bound(a.trainer->model->data, length);
        char enough[16];
        snprintf(enough, sizeof enough, "%d", z.n + z.m);
        lg_sequence_sums usual[20], low[20], fitting[20], high[20], other[20];
        sums_of(&a, length, "0", usual);
        sums_of(&a, length, "6", low); /* 6 tokens suffice for `Copy: a b [SEP] a b`, but not for `</s>` after it */
        sums_of(&a, length, enough, fitting);
        sums_of(&a, length, "40", high);
        sums_of(&b, length, "40", other);
        for (int i = 0; i < 20; i++) {
            assert_true(low[i].sums[LG_SUM_EXACT] == 0);
            assert_true(usual[i].sums[LG_SUM_CUT] == 0 && low[i].sums[LG_SUM_CUT] >= high[i].sums[LG_SUM_CUT]);
            usual[i].sums[LG_SUM_CUT] = fitting[i].sums[LG_SUM_CUT];
            assert_memory_equal(&usual[i], &fitting[i], sizeof usual[i]);
            usual[i].sums[LG_SUM_CUT] = high[i].sums[LG_SUM_CUT];
            assert_true(random || !memcmp(&usual[i], &high[i], sizeof usual[i]));
            right += high[i].sums[LG_SUM_EXACT] > 0;
        }
        assert_memory_equal(high, other, sizeof high);
    }
    if (right < 3 || right >= 60) fail_msg("%s: %d right of 60: the test needs answers of both kinds", model, right);
    bench_close(&a);
    bench_close(&b);
}

static void limits_change_only_what_is_longer(void **state) {
    (void)state;
    limits_of_answers("architecture=decoder encoding=rope", false);
    limits_of_answers("architecture=encoder_decoder encoding=sinusoid", false);
    limits_of_answers("architecture=decoder encoding=rope positions=randomized positions.L=64", true);
}

enum { SEQUENCES = 75, PROMPT = 400, LIMIT = 11 }; /* the prompts of a group do not all fit in the cache at once */

/* The outputs of sequences first..first+count-1, decoded together; sequence i gets at most i % LIMIT + 1 tokens. */
static void decode_sequences(lg_trainer *t, int first, int count, int32_t answer[SEQUENCES][LIMIT],
                             double probabilities[SEQUENCES][LIMIT]) {
    static int32_t prompts[SEQUENCES][PROMPT];
    lg_decoding d = {0};
    lg_error err = {0};
    assert_true(lg_decoding_begin(&d, &t->engine, count, (lg_beam_rules){0}, &err));
    for (int i = first; i < first + count; i++) {
        for (int j = 0; j < PROMPT; j++)
            prompts[i][j] = (int32_t)(lg_key_fold(lg_key_root((uint64_t)i), (uint64_t)j).k[0] % 4);
        for (int j = 0; j < LIMIT; j++) answer[i][j] = -1;
        lg_decoding_add(&d, (lg_decoded_sequence){.prompt = prompts[i],
                                                  .answer = answer[i],
                                                  .limit = i % LIMIT + 1,
                                                  .probabilities = probabilities[i]});
    }
    assert_true(lg_decoding_open(&d, &(lg_sequence_layout){.T = PROMPT + LIMIT}, PROMPT, lg_key_root(1), &err));
    lg_pool_run(t->engine.pool, lg_decoding_groups(&d), lg_decoding_run, &d);
    lg_decoding_free(&d);
}

static void sequences_alone_and_together(const char *more) {
    char settings[300];
    snprintf(settings, sizeof settings,
             "data=copy_cmc data.alphabet=4 architecture=decoder encoding=t5 train.lr=0.01 curriculum=fixed "
             "curriculum.length=3 model.dropout=0 %s",
             more);
    static int32_t alone[SEQUENCES][LIMIT], together[SEQUENCES][LIMIT];
    static double chances[2][SEQUENCES][LIMIT];
    int different = 0;
    for (int threads = 1; threads <= 3; threads += 2) {
        bench b = bench_open(settings, threads, NULL);
        lg_step step;
        assert_non_null(b.trainer);
        for (int i = 0; i < 20; i++) assert_true(lg_trainer_step(b.trainer, &step, &b.err));
        for (int i = 0; threads == 1 && i < SEQUENCES; i++) decode_sequences(b.trainer, i, 1, alone, chances[0]);
        decode_sequences(b.trainer, 0, SEQUENCES, together, chances[1]);
        if (memcmp(alone, together, sizeof alone) || memcmp(chances[0], chances[1], sizeof chances[0]))
            fail_msg("%d threads: sequences decoded together differ from sequences decoded alone", threads);
        bench_close(&b);
    }
    for (int i = 0; i < SEQUENCES; i++) {
        for (int j = 0; j < LIMIT; j++) {
            assert_true(j > i % LIMIT ? alone[i][j] == -1 : alone[i][j] >= 0);
            assert_true(j > i % LIMIT ? chances[0][i][j] == 0 : chances[0][i][j] > 0.01 && chances[0][i][j] <= 1);
        }
        different += i > 0 && alone[i][0] != alone[0][0];
    }
    assert_true(different > 5);
}

/* The output for a sequence does not depend on other sequences, the size of groups, the number of threads, the number
 * of cached tokens, or the pieces in which the prompt is processed. Nothing is output beyond the limit or after the
 * end token. */
static void sequences_do_not_depend_on_each_other(void **state) {
    (void)state;
    sequences_alone_and_together("");
    sequences_alone_and_together("mask=window mask.width=20");
}

/* Losses and gradient norms of four steps; fails unless the number of passes of the last step is in the given range. */
static void step_in_passes(const char *settings, int threads, int least, int most, double out[8]) {
    bench own = bench_open(settings, threads, NULL), *b = &own;
    assert_non_null(own.trainer);
    for (int i = 0; i < 4; i++) {
        lg_step step;
        must(lg_trainer_step(own.trainer, &step, &own.err));
        out[2 * i] = step.loss;
        out[2 * i + 1] = step.grad_norm;
    }
    assert_in_range(own.trainer->plan.part_count, least, most);
    bench_close(b);
}

/* Passes that are computed together, possibly in several rounds, give the same sums as passes computed one after
 * another, also for shared tensors. The number of workers also does not change a large model's steps, whose passes are
 * computed one by one. */
static void workers_change_no_step_of_several_passes(void **state) {
    (void)state;
    static const char *const models[] = {
        "encoding=t5", "encoding=relative positions=augmented",
        "encoding=shaw train.batch=90 positions=interpolated positions.trained=9 curriculum.lengths=2..20",
        "encoding=t5 train.batch=24 curriculum.lengths=2..20 model.blocks=1 model.width=448 model.heads=8"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char settings[300];
        double one[8], many[8];
        const bool rounds = i == 2;
        snprintf(settings, sizeof settings,
                 "architecture=decoder data=copy_cmc curriculum=epochs curriculum.lengths=2..6 train.batch=40 %s",
                 models[i]);
        step_in_passes(settings, 1, rounds ? LG_PASSES_AT_ONCE + 1 : 2, rounds ? 200 : LG_PASSES_AT_ONCE, one);
        for (int threads = 2; threads <= 5; threads++) {
            step_in_passes(settings, threads, 2, 200, many);
            if (memcmp(one, many, sizeof one)) fail_msg("%s: %d threads differ from one", settings, threads);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_alone_padded_and_among_neighbours),
        cmocka_unit_test(a_record_in_bfloat16),
        cmocka_unit_test(records_are_padded_where_spans_hide_the_padding),
        cmocka_unit_test(records_are_padded_where_positions_ignore_the_length),
        cmocka_unit_test(no_cut_into_passes_is_cheaper),
        cmocka_unit_test(freeing_networks_changes_no_bits),
        cmocka_unit_test(workers_change_no_step_of_several_passes),
        cmocka_unit_test(sources_of_a_pass_are_of_one_length),
        cmocka_unit_test(an_epoch_visits_every_record_once),
        cmocka_unit_test(permutations_are_permutations),
        cmocka_unit_test(greedy_and_given_targets_agree_on_what_is_right),
        cmocka_unit_test(accepted_answers_are_exact_matches),
        cmocka_unit_test(steps_are_compared),
        cmocka_unit_test(answers_may_be_longer_and_shorter_than_targets),
        cmocka_unit_test(limits_change_only_what_is_longer),
        cmocka_unit_test(sequences_do_not_depend_on_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
