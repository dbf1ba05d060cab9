/* test_split.c: one sequence on several workers. Training, evaluation and decoding have the bits of one worker,
 * whatever parts ops are split into. The tests split all ops that can be split, however small, and also use more
 * threads than there are processors. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "decode/generate.h"
#include "evaluate/evaluate.h"
#include "graph/split.h"
#include "kernel/kernel.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

enum { THREADS = 4, LENGTH = 12, PROMPT = 9, SAID = 12, STEPS = 2 };

/* Widths for which packed weights have several panels of columns, not all of them full. */
#define WIDE                                                                                                           \
    "model.width=160 model.heads=5 model.feed_forward=200 train.batch=1 curriculum.length=12 eval.sequences=1 "        \
    "model.dropout=0.1 model.dropout_attention=0.1 data=copy_cmc data.alphabet=99 "
#define DECODER WIDE "architecture=decoder "

static const char *const settings[] = {
    DECODER "encoding=rope head=adaptive head.cutoffs=40,70 head.divisor=2",
    DECODER "encoding=relative mask=window mask.width=9 mask.form=causal block=pre_norm",
    DECODER "encoding=shaw model.precision=bf16",
    DECODER "encoding=rope model.precision=bf16 model.dropout_attention=0",
    DECODER "encoding=t5 protocol=beam eval.beam=3",
    DECODER "encoding=cope mixer=swiglu",
    DECODER "encoding=fox mixer=swiglu",
    DECODER "encoding=alibi model.order=se experts.count=3",
    DECODER "encoding=kerple positions=randomized positions.L=64",
    DECODER "encoding=none attention=geometric",
    DECODER "encoding=rope attention=sink",
    DECODER "encoding=sinusoid attention=linear",
    WIDE "architecture=encoder_decoder encoding=sinusoid protocol=beam eval.beam=3",
    WIDE "architecture=encoder_decoder encoding=relative cross.encoding=t5 architecture.memory_tokens=2",
};

typedef struct outcome {
    double loss, norm;
    lg_eval_result passed;
    int32_t answer[SAID];
    double probabilities[SAID];
} outcome;

/* ---- splits ---- */

typedef struct asked {
    const lg_engine *engine;
    int parts, few;
} asked;

static void ask_parts(void *task, int job, int worker) {
    asked *a = task;
    const lg_frame f = {.team = &a->engine->team, .worker = worker};
    (void)job;
    a->parts = lg_split_parts(&f, 1, 64);
    a->few = lg_split_parts(&f, 1, 2);
}

/* Asserts that if a pool runs a single job, this job may split an op into as many parts as the pool has threads.
 * Outside of jobs, nothing may be split. */
static void all_is_split(bench *b, int threads) {
    asked a = {.engine = &b->trainer->engine};
    lg_pool_run(b->pool, 1, ask_parts, &a);
    assert_int_equal(a.parts, threads);
    assert_int_equal(a.few, threads < 2 ? threads : 2);
    ask_parts(&a, 0, 0);
    assert_int_equal(a.parts, 1);
}

static void small_ops_are_not_split(void **state) {
    (void)state;
    bench b = bench_open_well("", 2);
    b.trainer->engine.team.least = LG_PART_LEAST;
    asked a = {.engine = &b.trainer->engine};
    lg_pool_run(b.pool, 1, ask_parts, &a);
    assert_int_equal(a.parts, 1);
    bench_close(&b);
}

/* ---- models ---- */

static void generate(bench *b, outcome *out) {
    lg_record prompt = {0};
    assert_true(lg_record_reserve(&prompt, PROMPT, SAID, &b->err));
    lg_record_begin(&prompt, PROMPT, PROMPT, 0);
    for (int i = 0; i < PROMPT; i++) prompt.source[i] = 5 * i % 90;
    lg_generation x = {.prompt = &prompt, .limit = SAID, .answer = out->answer, .probabilities = out->probabilities};
    if (!(b->trainer->protocol.entry->search ? lg_trainer_search(b->trainer, &x, 1, NULL, NULL, &b->err)
                                       : lg_trainer_generate(b->trainer, &x, 1, &b->err)))
        fail_msg("%s", b->err.text);
    lg_record_free(&prompt);
}

static bench run_model(const char *model, const lg_kernels *k, int threads, outcome *out) {
    bench b = bench_open(model, threads, k);
    lg_step s;
    if (!b.trainer) fail_msg("%s: %s", model, b.err.text);
    *out = (outcome){0};
    b.trainer->engine.team.least = 0;
    all_is_split(&b, threads);
    for (int i = 0; i < STEPS; i++)
        if (!lg_trainer_step(b.trainer, &s, &b.err)) fail_msg("%s: %s", model, b.err.text);
    out->loss = s.loss, out->norm = s.grad_norm;
    if (!lg_trainer_eval(b.trainer, LENGTH, &out->passed, &b.err)) fail_msg("%s: %s", model, b.err.text);
    generate(&b, out);
    return b;
}

static void expect_same(const char *model, const lg_kernels *k, int most) {
    static outcome one, many;
    bench alone = run_model(model, k, 1, &one);
    for (int threads = 2; threads <= most; threads++) {
        bench b = run_model(model, k, threads, &many);
        if (one.loss != many.loss || one.norm != many.norm || !same_state(alone.trainer, b.trainer))
            fail_msg("%s, %s: %d threads train otherwise than one", model, k->name, threads);
        if (memcmp(one.passed.values, many.passed.values, sizeof one.passed.values))
            fail_msg("%s, %s: %d threads evaluate otherwise than one", model, k->name, threads);
        if (memcmp(one.answer, many.answer, sizeof one.answer) ||
            memcmp(one.probabilities, many.probabilities, sizeof one.probabilities))
            fail_msg("%s, %s: %d threads decode otherwise than one", model, k->name, threads);
        bench_close(&b);
    }
    bench_close(&alone);
}

static void threads_change_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        expect_same(settings[i], lg_kernels_all()[0], THREADS);
}

static void threads_change_nothing_with_other_kernels(void **state) {
    (void)state;
    for (const lg_kernels *const *k = lg_kernels_all() + 1; *k; k++)
        for (size_t i = 1; i < 5; i++) expect_same(settings[i], *k, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(threads_change_nothing_with_other_kernels),
        cmocka_unit_test(small_ops_are_not_split),
    };
    return cmocka_run_group_tests_name("split", tests, NULL, NULL);
}
