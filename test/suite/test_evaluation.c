/* test_evaluation.c: evaluation at many lengths:
 * - The results equal those of evaluating one length after another, however the sequences are grouped.
 * - Evaluation stops on request.
 * - FLOPs equal those counted by hand.
 * - Memory grows linearly with the length, except for arrays with an element for each pair of tokens. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "metrics.h"
#include "opened_models.h"
#include "pairwise.h"

#include <cmocka.h>

/* ---- many lengths at once ---- */

enum { LENGTHS = 7, FEWER = 5 };
static const int lengths[LENGTHS] = {1, 2, 3, 9, 20, 21, 50};

typedef struct heard {
    lg_eval_result tests[LENGTHS];
    int count, wanted;
} heard;

static bool hear(void *user, const lg_eval_result *x) {
    heard *h = user;
    h->tests[h->count++] = *x;
    return h->count < h->wanted;
}

static heard test_some(bench *b, int count, int wanted) {
    heard h = {.wanted = wanted};
    if (!lg_trainer_eval_each(b->trainer, lengths, count, hear, &h, &b->err)) fail_msg("%s", b->err.text);
    return h;
}

static heard test_each(bench *b, int wanted) {
    return test_some(b, LENGTHS, wanted);
}

static void expect_same(const char *what, const lg_eval_result *a, const lg_eval_result *b) {
    if (a->length != b->length || memcmp(a->values, b->values, sizeof a->values) || a->sequences != b->sequences ||
        a->tokens != b->tokens)
        fail_msg("%s: length %d: accuracy %.17g and %.17g, loss %.17g and %.17g, %d and %d tokens", what, a->length,
                 a->values[ACCURACY], b->values[ACCURACY], a->values[CROSS_ENTROPY], b->values[CROSS_ENTROPY],
                 (int)a->tokens, (int)b->tokens);
}

/* Evaluation settings that include more position samples than sequences, several batches, and idle threads. */
static const char *const ways[] = {
    "eval.position_samples=1 eval.dropout=true",
    "eval.position_samples=1 eval.dropout=true eval.batch=7",
    "eval.position_samples=5 eval.batch=3",
    "eval.position_samples=5",
    "eval.position_samples=13",
};

static int models; /* number of models tested so far; each model uses the next of these settings */

static void together_and_one_by_one(const char *settings) {
    char more[SETTINGS];
    snprintf(more, sizeof more, "%s %s", settings, ways[models++ % (int)(sizeof ways / sizeof *ways)]);
    bench one = bench_open_well(more, 1);
    heard alone = {.count = FEWER};
    for (int i = 0; i < FEWER; i++)
        if (!lg_trainer_eval(one.trainer, lengths[i], &alone.tests[i], &one.err)) fail_msg("%s", one.err.text);
    const heard again = test_some(&one, FEWER, LENGTHS); /* in memory that the earlier evaluations used */
    bench b = bench_open_well(more, 5);
    const heard together = test_some(&b, FEWER, LENGTHS);
    assert_int_equal(together.count, FEWER);
    for (int i = 0; i < FEWER; i++) {
        expect_same(more, &again.tests[i], &alone.tests[i]);
        expect_same(more, &together.tests[i], &alone.tests[i]);
    }
    bench_close(&b);
    bench_close(&one);
}

static void lengths_together_and_one_by_one(void **state) {
    (void)state;
    assert_each_combination("eval.sequences=11", together_and_one_by_one);
}

static void ways_of_batching_agree(void **state) {
    (void)state;
    for (size_t w = 0; w + 1 < 4; w += 2) {
        char a[200], b[200];
        snprintf(a, sizeof a, "encoding=relative task=odds_first eval.sequences=11 %s", ways[w]);
        snprintf(b, sizeof b, "encoding=relative task=odds_first eval.sequences=11 %s", ways[w + 1]);
        bench x = bench_open_well(a, 2), y = bench_open_well(b, 3);
        const heard hx = test_each(&x, LENGTHS + 1), hy = test_each(&y, LENGTHS + 1);
        for (int i = 0; i < LENGTHS; i++) expect_same(b, &hx.tests[i], &hy.tests[i]);
        bench_close(&x);
        bench_close(&y);
    }
}

/* Records of one length but several sizes, with different numbers of records per batch. */
static void positions_of_a_record_do_not_depend_on_its_neighbours(void **state) {
    (void)state;
    static const char *const positioned[] = {
        "encoding=sinusoid positions=randomized", "encoding=relative positions=randomized positions.even=true",
        "encoding=rope positions=unsorted eval.position_samples=2",
        "encoding=sinusoid positions=randomized positions.per=sequence", "encoding=none positions=standard"};
    static const char *const batches[] = {"5", "1"};
    for (size_t i = 0; i < sizeof positioned / sizeof *positioned; i++) {
        heard all[3];
        for (int n = 0; n < 3; n++) {
            char settings[SETTINGS];
            snprintf(settings, sizeof settings,
                     "data=addition architecture=decoder curriculum=epochs curriculum.lengths=1..3 protocol=pass "
                     "eval.sequences=20 eval.batch=%s %s",
                     n ? batches[n - 1] : "20", positioned[i]);
            bench b = bench_open_well(settings, 2);
            all[n] = (heard){.wanted = 4};
            if (!lg_trainer_eval_each(b.trainer, lengths, 3, hear, &all[n], &b.err)) fail_msg("%s", b.err.text);
            assert_int_equal(all[n].count, 3);
            for (int j = 0; j < 3; j++) expect_same(settings, &all[n].tests[j], &all[0].tests[j]);
            bench_close(&b);
        }
    }
}

static void evaluation_stops_on_request(void **state) {
    (void)state;
    bench b = bench_open_well("task=odds_first", 2);
    const heard all = test_each(&b, LENGTHS + 1);
    for (int wanted = 1; wanted < LENGTHS; wanted++) {
        const heard some = test_each(&b, wanted);
        assert_int_equal(some.count, wanted);
        for (int i = 0; i < wanted; i++) expect_same("some", &some.tests[i], &all.tests[i]);
    }
    bench_close(&b);
}

static void timing_a_sample_changes_no_result(void **state) {
    (void)state;
    bench b = bench_open_well("task=odds_first", 2);
    const heard before = test_each(&b, LENGTHS + 1);
    double flops = 0;
    assert_true(lg_trainer_time_sample(b.trainer, 9, &flops, &b.err));
    assert_true(flops > 0 && flops <= lg_trainer_eval_flops(b.trainer, 9));
    const heard after = test_each(&b, LENGTHS + 1);
    for (int i = 0; i < LENGTHS; i++) expect_same("after a try", &before.tests[i], &after.tests[i]);
    bench_close(&b);
}

/* ---- operations ---- */

/* The FLOPs of a sequence in one block of width 16, feed-forward width 24 and two heads, with n inputs and n outputs of
 * two classes. Keys and values are computed for all tokens, everything else only for the outputs. With the encoding
 * `relative`, there is a third product per pair of tokens. Queries, keys and values are then rows of tables, which are
 * computed once per position sample. */
static double counted(int n, bool relative) {
    const double d = 16, f = 24, T = 2 * n, m = n, attention = (relative ? 6 : 4) * m * T * d;
    const double keys = relative ? 0 : 2 * (2 * T * d * d) + 2 * m * d * d; /* keys and values; queries */
    return keys + 2 * m * d * d + attention + 2 * (2 * m * d * f) + 2 * m * d * 2;
}

static void operations_counted_by_hand(void **state) {
    (void)state;
    for (int n = 1; n < 30; n += 7) {
        /* Rows of the tables: 4 n - 1 offsets; queries, keys and values of three symbols. */
        const double table = 2.0 * 16 * 16 * (4 * n - 1 + 3 * 3);
        bench b = bench_open_well("task=reverse_string model.blocks=1 eval.sequences=5 eval.position_samples=3", 1);
        assert_true(lg_trainer_eval_flops(b.trainer, n) == 5 * counted(n, false));
        bench_close(&b);
        b = bench_open_well(
            "task=reverse_string model.blocks=1 eval.sequences=5 eval.position_samples=3 encoding=relative", 1);
        assert_true(lg_trainer_eval_flops(b.trainer, n) == 5 * counted(n, true) + 3 * table);
        bench_close(&b);
    }
}

/* ---- memory ---- */

static size_t memory_of(const char *settings, int threads, int length) {
    bench b = bench_open_well(settings, threads);
    double flops;
    if (!lg_trainer_time_sample(b.trainer, length, &flops, &b.err)) fail_msg("%s: %s", settings, b.err.text);
    const size_t bytes = lg_trainer_bytes(b.trainer);
    bench_close(&b);
    return bytes;
}

/* Memory grows linearly with the length. Allocated sizes are rounded up (to steps of an eighth, and to huge pages), so
 * the test uses distant lengths: 2000 more tokens must not add much more than four times the memory that 500 more
 * add. */
static void memory_is_linear_in_length(void **state) {
    (void)state;
    static const char *const linear[] = {
        "encoding=none",
        "encoding=sinusoid positions=randomized positions.L=4096",
        "encoding=learned encoding.rows=4096",
        "encoding=rope",
        "encoding=alibi",
        "encoding=alibi positions=randomized positions.L=4096",
        "encoding=relative",
        "encoding=relative positions=randomized positions.L=4096",
        "encoding=relative positions=released positions.L=4096",
        "encoding=none attention=geometric",
        "encoding=rope mask=window",
        "encoding=sinusoid mask=causal",
    };
    for (size_t i = 0; i < sizeof linear / sizeof *linear; i++) {
        char settings[300];
        snprintf(settings, sizeof settings, "task=reverse_string model.blocks=1 eval.sequences=1 %s", linear[i]);
        const double a = (double)memory_of(settings, 1, 250), b = (double)memory_of(settings, 1, 500),
                     c = (double)memory_of(settings, 1, 1250);
        if (c - a > 4 * (b - a) * 1.3 + (2 << 20))
            fail_msg("%s: %.2f, %.2f and %.2f MB at 250, 500 and 1250", settings, a * 1e-6, b * 1e-6, c * 1e-6);
    }
}

/* The longest evaluation of Ruoss et al. 2023: 1000 tokens, 500 sequences, the model of the paper, two threads. */
static void memory_of_the_protocol(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double most; /* MB, in float */
    } known[] = {
        {"encoding=sinusoid", 40},
        {"encoding=learned encoding.rows=2048 positions=randomized", 40},
        {"encoding=rope positions=randomized", 40},
        {"encoding=alibi positions=randomized", 40},
        {"encoding=relative positions=randomized", 50},
        {"encoding=none attention=geometric", 40},
        /* with arrays for all pairs of tokens */
        {"encoding=relative positions=randomized positions.draw=positions", 130},
        {"encoding=alibi positions=unsorted", 220},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char settings[400];
        snprintf(settings, sizeof settings,
                 "task=reverse_string model.width=64 model.heads=8 model.blocks=5 model.feed_forward=256 "
                 "eval.sequences=500 %s",
                 known[i].settings);
        const double bytes = (double)memory_of(settings, 2, 500), most = known[i].most * (sizeof(real) / 4.0);
        if (bytes * 1e-6 > most) fail_msg("%s: %.1f MB, want at most %.0f", settings, bytes * 1e-6, most);
    }
}

/* ---- positions of training ---- */

/* Evaluates and then trains pairs of models that differ only in positions. If `tests`, asserts that their scores are
 * equal, otherwise that they differ. If `trains`, asserts that the losses of their first step are equal, otherwise that
 * they differ. */
static void positions_are_those_of_the_phase(void **state) {
    (void)state;
    static const struct {
        const char *one, *other;
        bool trains, tests; /* whether losses, and scores, are equal */
    } known[] = {
        {"positions=standard", "positions=shifted", false, true},
        {"positions=standard", "positions=shifted positions.eval_shift=3", false, false},
        {"positions=standard", "positions=shifted positions.shift=0 positions.eval_shift=3", true, false},
        {"positions=standard", "positions=augmented positions.center=false", false, true},
        {"positions=augmented", "positions=augmented positions.max_scale=1", false, true},
        {"positions=equal_mean", "positions=equal_mean positions.law=fixed", false, true},
        {"positions=randomized", "positions=randomized positions.even=true", true, false},
        {"positions=standard", "positions=interpolated positions.trained=12", true, false},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char settings[2][300];
        double scores[2], losses[2];
        const char *const both[] = {known[i].one, known[i].other};
        for (int k = 0; k < 2; k++) {
            lg_eval_result x;
            lg_step step;
            snprintf(settings[k], sizeof settings[k], "task=reverse_string encoding=sinusoid %s", both[k]);
            bench b = bench_open_well(settings[k], 1);
            if (!lg_trainer_eval(b.trainer, 9, &x, &b.err) || !lg_trainer_step(b.trainer, &step, &b.err))
                fail_msg("%s: %s", settings[k], b.err.text);
            scores[k] = x.values[CROSS_ENTROPY];
            losses[k] = step.loss;
            bench_close(&b);
        }
        if ((scores[0] == scores[1]) != known[i].tests || (losses[0] == losses[1]) != known[i].trains)
            fail_msg("%s and %s: scores %.17g and %.17g, losses %.17g and %.17g", both[0], both[1], scores[0],
                     scores[1], losses[0], losses[1]);
    }
}

/* The message must name both of the refused choices, and a valid choice. */
static void what_needs_integers_refuses_real_positions(void **state) {
    (void)state;
    static const struct {
        const char *settings, *words;
    } known[] = {
        {"positions=augmented encoding=learned",
         "positions: augmented gives real-valued positions, but encoding: learned needs integers "
         "(use --encoding sinusoid)"},
        {"positions=interpolated encoding=learned",
         "positions: interpolated gives real-valued positions, but encoding: learned needs integers (use --encoding "
         "sinusoid)"},
        {"positions=augmented encoding=tupe",
         "positions: augmented gives real-valued positions, but encoding: tupe needs integers "
         "(use --encoding sinusoid)"},
        {"positions=clipped encoding=rope",
         "encoding: rope reads positions, but positions: clipped has only distances (use --encoding relative, or "
         "--positions standard)"},
        {"positions=shifted encoding=none",
         "positions: shifted has no effect: encoding: none reads no positions (use --positions standard)"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bench b = bench_open(known[i].settings, 1, NULL);
        if (b.trainer || strcmp(b.err.text, known[i].words)) fail_msg("%s: %s", known[i].settings, b.err.text);
        bench_close(&b);
    }
    bench b = bench_open_well("task=reverse_string positions=shifted positions.shift=30 encoding=learned "
                              "encoding.rows=60",
                              1);
    lg_eval_result x;
    assert_true(lg_trainer_eval(b.trainer, 15, &x, &b.err));
    assert_false(lg_trainer_eval(b.trainer, 16, &x, &b.err));
    assert_string_equal(b.err.text, "length 16 of reverse_string needs 62 positions, but encoding.rows is 60 (use "
                                    "--encoding.rows 62 or more)");
    bench_close(&b);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_together_and_one_by_one),
        cmocka_unit_test(ways_of_batching_agree),
        cmocka_unit_test(positions_of_a_record_do_not_depend_on_its_neighbours),
        cmocka_unit_test(evaluation_stops_on_request),
        cmocka_unit_test(timing_a_sample_changes_no_result),
        cmocka_unit_test(operations_counted_by_hand),
        cmocka_unit_test(memory_is_linear_in_length),
        cmocka_unit_test(memory_of_the_protocol),
        cmocka_unit_test(positions_are_those_of_the_phase),
        cmocka_unit_test(what_needs_integers_refuses_real_positions),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
