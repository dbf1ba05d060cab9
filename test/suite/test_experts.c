/* test_experts.c: models with experts and with spatial gating. Tests which models equal each other, how tokens are
 * routed, what has no gradient, that threads change nothing, and what is refused. tools/oracle.py checks the formulas,
 * test_kernels_experts.c the kernels. The suites that walk through combinations of options test experts with all other
 * choices. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "config/describe.h"
#include "evaluate/evaluate.h"
#include "opened_models.h"
#include "rules/rules.h"
#include "train/state.h"

#include <cmocka.h>

enum { LENGTH = 6, SEQUENCES = 3, MOST = 20000 };

/* ---- probes ---- */

typedef struct answer {
    int32_t input[MOST], target[MOST];
    real logits[MOST], gradients[MOST];
    double loss, expert_loss;
    size_t count;
} answer;

static void probe(bench *b, answer *a) {
    const lg_sizes z = lg_trainer_sizes(b->trainer, LENGTH);
    lg_probe p = {.input = a->input, .target = a->target, .logits = a->logits, .gradients = a->gradients};
    a->count = SEQUENCES * (size_t)z.m * (size_t)z.classes;
    assert_true(a->count <= MOST && bench_parameters(b->trainer) <= MOST);
    if (!lg_trainer_probe(b->trainer, lg_key_root(1), LENGTH, SEQUENCES, &p, &b->err)) fail_msg("%s", b->err.text);
    a->loss = p.loss, a->expert_loss = p.expert_loss;
}

/* The parameter array with this name; *gradient is the index of its first gradient. */
static lg_named_array find_array(const bench *b, const char *name, size_t *gradient) {
    size_t at = 0;
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        if (!strcmp(a.name, name)) {
            if (gradient) *gradient = at;
            return a;
        }
        at += a.count;
    }
    fail_msg("there is no parameter %s", name);
    return (lg_named_array){0};
}

/* Writes "block.0.experts.1.weight" for the dense model's "block.0.feed_forward.1.weight". */
static void rename_dense(const char *name, char *to, size_t size) {
    const char *at = strstr(name, "feed_forward");
    if (at)
        snprintf(to, size, "%.*sexperts%s", (int)(at - name), name, at + strlen("feed_forward"));
    else
        snprintf(to, size, "%s", name);
}

static void expect_near(const char *what, const real *x, const real *y, size_t n) {
    const double tolerance = sizeof(real) == 8 ? 1e-12 : 1e-5;
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)x[i] - (double)y[i]) <= tolerance * (1 + fabs((double)y[i]))))
            fail_msg("%s: %.9g, not %.9g", what, (double)x[i], (double)y[i]);
}

/* With one expert the gate is 1 and no token is dropped. */
static void one_expert_is_the_dense_network(const char *more) {
    static answer one, dense;
    char settings[300];
    bench d = bench_open_well(more, 1);
    snprintf(settings, sizeof settings, "model.order=se experts.count=1 experts.capacity=1 %s", more);
    bench e = bench_open_well(settings, 1);
    for (size_t i = 0; i < lg_trainer_arrays(d.trainer); i++) {
        const lg_named_array from = lg_trainer_array(d.trainer, i);
        char name[200];
        rename_dense(from.name, name, sizeof name);
        const lg_named_array to = find_array(&e, name, NULL);
        assert_int_equal(to.count, from.count);
        memcpy(to.value, from.value, from.count * sizeof(real));
    }
    lg_trainer_resume(e.trainer, 0);
    probe(&d, &dense), probe(&e, &one);
    expect_near("logits", one.logits, dense.logits, dense.count);
    for (size_t i = 0, at = 0; i < lg_trainer_arrays(d.trainer); i++) {
        const lg_named_array of = lg_trainer_array(d.trainer, i);
        char name[200];
        size_t other;
        rename_dense(of.name, name, sizeof name);
        find_array(&e, name, &other);
        expect_near(name, one.gradients + other, dense.gradients + at, of.count);
        at += of.count;
    }
    assert_true(fabs(one.expert_loss - 2 * 0.01) < 1e-7); /* alpha in each of two blocks */
    bench_close(&d);
    bench_close(&e);
}

static void one_expert_is_dense(void **state) {
    (void)state;
    one_expert_is_the_dense_network("mixer=relu");
    one_expert_is_the_dense_network("mixer=geglu model.bias=false");
    one_expert_is_the_dense_network("mixer=swish block=pre_norm");
}

/* ---- routing of tokens ---- */

static const int32_t *experts_of(const bench *b, int sequence, int sublayer, bool choice) {
    const lg_pass_loads *l = &b->trainer->pass.loads;
    return l->experts + (((size_t)sequence * (size_t)l->sublayers + (size_t)sublayer) * 2 + choice) * (size_t)l->tokens;
}

/* Experts take tokens in order and drop those beyond their capacity; an expert without tokens has a gradient of exactly
 * zero. */
static void full_experts_drop_tokens(void **state) {
    (void)state;
    static answer a;
    enum { EXPERTS = 5, ROOM = 2 };
    bench b = bench_open_well("model.order=se experts.count=5 experts.capacity=0.01 experts.capacity_least=2", 1);
    int dropped = 0, learning = 0;
    probe(&b, &a);
    const int T = b.trainer->pass.loads.tokens;
    for (int sublayer = 0; sublayer < 2; sublayer++) {
        int all[EXPERTS] = {0};
        for (int s = 0; s < SEQUENCES; s++) {
            const int32_t *expert = experts_of(&b, s, sublayer, false), *choice = experts_of(&b, s, sublayer, true);
            int taken[EXPERTS] = {0};
            for (int t = 0; t < T; t++) {
                const int e = choice[t];
                assert_int_equal(expert[t], taken[e] < ROOM ? e : -1);
                dropped += taken[e]++ >= ROOM;
                all[e] += expert[t] >= 0;
            }
        }
        char name[64];
        size_t at;
        snprintf(name, sizeof name, "block.%d.experts.1.weight", sublayer);
        const lg_named_array w = find_array(&b, name, &at);
        for (int e = 0; e < EXPERTS; e++) {
            double sum = 0;
            for (size_t i = 0; i < w.count / EXPERTS; i++)
                sum += fabs((double)a.gradients[at + (size_t)e * (w.count / EXPERTS) + i]);
            if (all[e] == 0 && sum != 0) fail_msg("%s: expert %d has no tokens but the gradient %g", name, e, sum);
            learning += sum > 0;
        }
    }
    assert_true(dropped > 0 && learning > 0);
    bench_close(&b);
}

static void base_layers_are_balanced(void **state) {
    (void)state;
    static answer a;
    bench b = bench_open_well("model.order=sb experts.count=3", 1);
    probe(&b, &a);
    const int T = b.trainer->pass.loads.tokens;
    assert_true(a.expert_loss == 0);
    for (int s = 0; s < SEQUENCES; s++)
        for (int sublayer = 0; sublayer < 2; sublayer++) {
            int load[3] = {0};
            for (int t = 0; t < T; t++) load[experts_of(&b, s, sublayer, false)[t]]++;
            for (int e = 0; e < 3; e++) assert_true(load[e] == T / 3 || load[e] == (T + 2) / 3);
        }
    bench_close(&b);
}

/* The last maps of BASE experts start at zero, so the sublayer outputs zeros. */
static void base_layers_begin_silent(void **state) {
    (void)state;
    static answer a, b;
    bench silent = bench_open_well("model.order=sb block=no_norm", 1),
          none = bench_open_well("model.order=s block=no_norm", 1);
    probe(&silent, &a), probe(&none, &b);
    assert_memory_equal(a.logits, b.logits, b.count * sizeof(real));
    bench_close(&silent);
    bench_close(&none);
}

static void centroids_begin_at_right_angles(void **state) {
    (void)state;
    bench b = bench_open_well("model.order=sb experts.count=4", 1);
    const lg_named_array w = find_array(&b, "block.1.base.centroids", NULL);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double sum = 0;
            for (size_t k = 0; k < w.shape[0]; k++)
                sum += (double)w.value[k * 4 + (size_t)i] * (double)w.value[k * 4 + (size_t)j];
            assert_true(fabs(sum - (i == j ? 0.01 : 0)) < 1e-7);
        }
    bench_close(&b);
}

static void steps_tell_the_load(void **state) {
    (void)state;
    bench b = bench_open_well("model.order=sfse experts.count=4", 1), dense = bench_open_well("model.order=sf", 1);
    /* The source has 6 tokens, the target has one. */
    bench both = bench_open_well("architecture=encoder_decoder task=parity_check model.order=se experts.count=4", 1);
    lg_step s;
    assert_true(lg_trainer_step(both.trainer, &s, &both.err));
    assert_int_equal(s.expert_sublayers, 4);
    for (int i = 0; i < 4; i++) {
        double sum = 0;
        for (int e = 0; e < 4; e++) sum += s.load[4 * i + e];
        assert_true(fabs(sum - 1) < 1e-12);
    }
    bench_close(&both);
    assert_true(lg_trainer_step(b.trainer, &s, &b.err));
    assert_int_equal(s.expert_sublayers, 2);
    assert_int_equal(s.experts, 4);
    for (int i = 0; i < 2; i++) {
        double sum = 0;
        for (int e = 0; e < 4; e++) sum += s.load[4 * i + e];
        assert_true(fabs(sum - 1) < 1e-12);
    }
    assert_true(s.expert_loss >= 2 * 0.01 * 0.9 && s.expert_loss < 2 * 0.04 && s.dropped >= 0 && s.dropped < 1);
    assert_true(lg_trainer_step(dense.trainer, &s, &dense.err));
    assert_true(s.experts == 0 && s.expert_loss == 0 && !s.load);
    bench_close(&b);
    bench_close(&dense);
}

enum { LOADED = 50 };

typedef struct loaded {
    const bench *b;
    int reports;
} loaded;

/* A router with zero weights sends every token to expert 0, whose capacity is twice an equal share. */
static void expect_one_choice(void *user, const lg_expert_load *x) {
    loaded *l = user;
    const double tokens = lg_trainer_sizes(l->b->trainer, x->length).tokens;
    assert_int_equal(x->length, l->reports / 2 ? 9 : 6);
    assert_int_equal(x->sublayer, l->reports % 2);
    assert_int_equal(x->block, 2 * x->sublayer + 1);
    assert_true(x->sublayers == 2 && x->experts == 5 && x->sequences == LOADED);
    assert_string_equal(x->name, "switch");
    assert_true(x->chosen[0] == LOADED * tokens && x->taken[0] == LOADED * floor(2 * tokens / 5));
    for (int e = 1; e < 5; e++) assert_true(x->chosen[e] == 0 && x->taken[e] == 0);
    l->reports++;
}

static void keep_load(void *user, const lg_expert_load *x) {
    double *to = user;
    for (int e = 0; e < x->experts; e++) {
        to[(x->sublayer * 2) * x->experts + e] = x->chosen[e];
        to[(x->sublayer * 2 + 1) * x->experts + e] = x->taken[e];
    }
}

static void records_tell_the_load(void **state) {
    (void)state;
    static const int lengths[] = {6, 9};
    static const char settings[] = "model.order=sfse experts.count=5 experts.capacity_least=1";
    bench b = bench_open_well(settings, 3),
          one = bench_open_well("model.order=sfse experts.count=5 experts.capacity_least=1 "
                                "eval.batch=7 protocol=pass",
                                1);
    double loads[2][20];
    assert_true(lg_trainer_load(b.trainer, lengths, 1, LOADED, keep_load, loads[0], &b.err));
    assert_true(lg_trainer_load(one.trainer, lengths, 1, LOADED, keep_load, loads[1], &one.err));
    assert_memory_equal(loads[0], loads[1], sizeof loads[0]);
    for (int block = 1; block < 4; block += 2) {
        char name[64];
        snprintf(name, sizeof name, "block.%d.experts.router", block);
        const lg_named_array router = find_array(&b, name, NULL);
        memset(router.value, 0, router.count * sizeof(real));
    }
    lg_trainer_resume(b.trainer, 0);
    loaded l = {.b = &b};
    assert_true(lg_trainer_load(b.trainer, lengths, 2, LOADED, expect_one_choice, &l, &b.err));
    assert_int_equal(l.reports, 4);
    bench dense = bench_open_well("model.order=sf", 1);
    assert_false(lg_trainer_load(dense.trainer, lengths, 1, LOADED, keep_load, loads, &dense.err));
    assert_non_null(strstr(dense.err.text, "has no experts (sublayer e or b)"));
    bench_close(&b);
    bench_close(&one);
    bench_close(&dense);
}

/* ---- threads ---- */

static void threads_change_nothing(void **state) {
    (void)state;
    static const char *const settings[] = {"model.order=sfse", "model.order=sb experts.sublayers=2",
                                           "model.order=gb gating.length=20",
                                           "model.order=se mixer=swiglu block=pre_norm"};
    static const int threads[] = {1, 2, 7};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        bench b[3];
        lg_step s[3];
        for (int t = 0; t < 3; t++) {
            b[t] = bench_open_well(settings[i], threads[t]);
            for (int step = 0; step < 3; step++) assert_true(lg_trainer_step(b[t].trainer, &s[t], &b[t].err));
            if (!same_state(b[0].trainer, b[t].trainer)) fail_msg("%s: %d threads", settings[i], threads[t]);
            assert_true(s[0].loss == s[t].loss && s[0].expert_loss == s[t].expert_loss && s[0].dropped == s[t].dropped);
        }
        for (int t = 0; t < 3; t++) bench_close(&b[t]);
    }
}

/* Noise is added only in training. */
static void jitter_is_of_training(void **state) {
    (void)state;
    static answer a, b;
    bench calm = bench_open_well("model.order=se experts.jitter=0 model.dropout=0", 1),
          noisy = bench_open_well("model.order=se experts.jitter=0.5 model.dropout=0", 1);
    lg_step s[2];
    probe(&calm, &a), probe(&noisy, &b);
    assert_memory_equal(a.logits, b.logits, a.count * sizeof(real));
    assert_true(lg_trainer_step(calm.trainer, &s[0], &calm.err) && lg_trainer_step(noisy.trainer, &s[1], &noisy.err));
    assert_true(s[0].expert_loss != s[1].expert_loss);
    bench_close(&calm);
    bench_close(&noisy);
}

/* ---- refusals ---- */

/* Asserts that the settings are refused when the config is checked, before a model is built. */
static void expect_refused_config(const char *settings, const char *words) {
    lg_error err = {0};
    lg_resolved_config *d = bench_resolve(settings, &err);
    lg_description what;
    if (d) lg_describe(d->values, NULL, &what);
    if (d && lg_description_check(&what, NULL, NULL, &err)) fail_msg("%s is not refused", settings);
    if (!strstr(err.text, words)) fail_msg("%s: '%s' lacks '%s'", settings, err.text, words);
    lg_resolved_config_free(d);
}

static void impossible_choices_are_refused(void **state) {
    (void)state;
    bench_expect_refusal("experts.count=4", "experts.count has no effect: model.order: sf has no sublayer e or b");
    bench_expect_refusal("model.order=se experts.sublayers=2", "experts.sublayers has no effect");
    bench_expect_refusal("model.order=sb experts.jitter=0.1", "experts.jitter has no effect");
    bench_expect_refusal("model.order=se gating.chunks=2", "gating.chunks has no effect");
    bench_expect_refusal("model.order=gf gating.chunks=3", "gating.chunks: 3 does not divide the 16 columns");
    static const char decoder[] = "architecture=decoder protocol=greedy data=addition curriculum=uniform "
                                  "curriculum.lengths=1..2 eval.lengths=2";
    char settings[300];
    snprintf(settings, sizeof settings, "%s model.order=se experts.capacity_eval=1", decoder);
    expect_refused_config(settings, "(use --experts.capacity_eval 0)");
    snprintf(settings, sizeof settings, "%s model.order=gf encoding=none", decoder);
    expect_refused_config(settings, "tokens cannot be read one by one (use --protocol pass)");
    bench_expect_refusal("model.order=gf mask=window", "cannot apply mask: window");
    bench b = bench_open_well("model.order=gf gating.length=8", 1);
    assert_false(lg_trainer_can_eval(b.trainer, &b.err));
    assert_non_null(strstr(b.err.text, "gating.length: 8 is too short for the"));
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_expert_is_dense),
                                       cmocka_unit_test(full_experts_drop_tokens),
                                       cmocka_unit_test(base_layers_are_balanced),
                                       cmocka_unit_test(base_layers_begin_silent),
                                       cmocka_unit_test(centroids_begin_at_right_angles),
                                       cmocka_unit_test(steps_tell_the_load),
                                       cmocka_unit_test(records_tell_the_load),
                                       cmocka_unit_test(threads_change_nothing),
                                       cmocka_unit_test(jitter_is_of_training),
                                       cmocka_unit_test(impossible_choices_are_refused)};
    return cmocka_run_group_tests_name("experts", tests, NULL, NULL);
}
