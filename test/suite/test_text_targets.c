/* test_text_targets.c: evaluations of a text score the same targets at every length (data/targets.h), in windows of any
 * stride and in segments with memory. Therefore the loss hardly depends on the length even if the two halves of a text
 * differ. Losses of windows equal those computed from the logits of their tokens. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "metrics.h"
#include "models.h"
#include "scratch.h"
#include "train/state.h"

#include <cmocka.h>

enum { TRAIN = 800, TEST = 800, SMALL = 2048, CLASSES = 256 };

/* The training split and the first half of the test split repeat eight letters; the second half of the test split is
 * noise. */
static bench open_halves(scratch *s, const char *more) {
    char settings[SMALL];
    FILE *f = fopen(scratch_path(s, "text"), "w");
    assert_non_null(f);
    for (int i = 0; i < TRAIN + TEST; i++) {
        const int noise = (int)(lg_key_fold(lg_key_root(9), (uint64_t)i).k[0] % 20);
        fputc(i < TRAIN + TEST / 2 ? "abcdefgh"[i % 8] : 'i' + noise, f);
    }
    assert_int_equal(fclose(f), 0);
    snprintf(settings, sizeof settings,
             "data=text data.file=%s data.test_fraction=0.5 curriculum=segments curriculum.lengths=16 train.batch=4 "
             "model.blocks=1 encoding=alibi model.dropout=0 train.lr=0.01 eval.lengths=8,16,64 %s",
             s->path, more);
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    return b;
}

static void train(bench *b, int steps) {
    lg_step s;
    for (int i = 0; i < steps; i++)
        if (!lg_trainer_step(b->trainer, &s, &b->err)) fail_msg("%s", b->err.text);
}

/* ---- two halves ---- */

typedef struct curve {
    lg_eval_result points[3];
    int count;
} curve;

static bool add_point(void *user, const lg_eval_result *x) {
    curve *c = user;
    c->points[c->count++] = *x;
    return true;
}

static curve evaluate(bench *b) {
    static const int lengths[] = {8, 16, 64};
    curve c = {.count = 0};
    if (!lg_trainer_eval_each(b->trainer, lengths, 3, add_point, &c, &b->err)) fail_msg("%s", b->err.text);
    return c;
}

/* All lengths score the last 320 tokens of the test split, which are noise. If windows began at the start of the split,
 * all forty windows of length 8 would be in its first half, where losses are low. */
static void two_halves_have_a_level_curve(void **state) {
    static const char *const protocols[] = {
        "protocol=pass", "protocol=pass eval.stride=3", "protocol=pass eval.stride=64",
        "protocol=memory eval.memory=20", "protocol=memory eval.memory=20 eval.lanes=3"};
    char digest[LG_DIGEST_SIZE] = "";
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "eval.sequences=40 %s", protocols[i]);
        bench b = open_halves(*state, settings);
        train(&b, 40);
        const curve c = evaluate(&b);
        for (int k = 0; k < 3; k++) {
            const lg_eval_result *x = &c.points[k];
            const double noise = x->values[CROSS_ENTROPY];
            if (*digest == '\0') memcpy(digest, x->targets.digest, sizeof digest);
            assert_true(x->tokens == 320 && x->targets.first == TEST - 320 && x->targets.count == 320);
            assert_string_equal(x->targets.digest, digest);
            if (!(noise > 4 && fabs(noise / c.points[0].values[CROSS_ENTROPY] - 1) < 0.2))
                fail_msg("%s: %g at length %d", protocols[i], noise, x->length);
        }
        bench_close(&b);
    }
}

/* ---- windows one by one ---- */

static double loss_by_hand(bench *b, const lg_record *r, int target) {
    real logits[CLASSES];
    int32_t input[80];
    double sum = 0;
    input[0] = r->source[0];
    for (int j = 0; j < target; j++) input[1 + j] = r->target[j];
    if (!lg_trainer_logits(b->trainer, &(lg_logits_request){target + 1, target + 1, 1, input, NULL}, logits, &b->err))
        fail_msg("%s", b->err.text);
    for (int i = 0; i < CLASSES; i++) sum += exp((double)logits[i] - (double)logits[r->target[target]]);
    return log(sum);
}

/* Ten targets in windows of 16 with stride 4: the first window scores two targets, each other window four. */
static void windows_have_the_losses_of_their_logits(void **state) {
    bench b = open_halves(*state, "protocol=pass eval.stride=4 eval.targets=10");
    train(&b, 3);
    const lg_dataset *d = b.trainer->model->data;
    lg_eval_result x;
    lg_record r = {0};
    double sum = 0;
    assert_true(lg_record_reserve(&r, 1, 16, &b.err) && lg_trainer_eval(b.trainer, 16, &x, &b.err));
    for (int end = TEST - 8; end <= TEST; end += 4) {
        d->entry->methods->segment(d, LG_SPLIT_TEST, 16, end - 17, &r);
        for (int j = end == TEST - 8 ? 14 : 12; j < 16; j++) sum += loss_by_hand(&b, &r, j);
    }
    assert_true(x.tokens == 10 && x.sequences == 3);
    assert_true(fabs(x.values[CROSS_ENTROPY] - sum / 10) < 1e-4);
    lg_record_free(&r);
    bench_close(&b);
}

/* ---- too short ---- */

static void expect_refusal(scratch *s, const char *more, const char *words) {
    bench b = open_halves(s, more);
    assert_false(lg_trainer_can_eval(b.trainer, &b.err));
    assert_string_equal(b.err.text, words);
    bench_close(&b);
}

static void what_does_not_fit_is_refused(void **state) {
    expect_refusal(*state, "protocol=pass eval.targets=737",
                   "eval.targets: 737 targets do not fit into the test split of text: the first 64 of its 800 tokens "
                   "are context (use --eval.targets 736 or less, or shorter --lengths)");
    expect_refusal(*state, "protocol=memory eval.memory=700",
                   "eval.memory: 828 tokens must fill the memory before the first scored target, but the test split of "
                   "text has 800 (use a smaller --eval.memory, or shorter --lengths)");
    bench b = open_halves(*state, "protocol=pass eval.targets=736");
    assert_true(lg_trainer_can_eval(b.trainer, &b.err));
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_halves_have_a_level_curve, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(windows_have_the_losses_of_their_logits, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(what_does_not_fit_is_refused, scratch_open, scratch_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
