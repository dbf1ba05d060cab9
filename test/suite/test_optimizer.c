/* test_optimizer.c: what happens to a gradient: it is clipped by the norm of all of it, and Adam turns it into a step.
 * The gradient of a step is read back from Adam's first moment; from there everything is computed once more. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "models.h"

#include <cmocka.h>

static double unit(void) {
    return sizeof(real) == 8 ? 1e-13 : 2e-6;
}

/* A relative encoding has parameters of all kinds: also some whose gradient is gathered beside the others. */
#define MODEL "encoding=relative task=odds_first train.batch=20 "

static bench open_or_fail(const char *settings) {
    char more[400];
    snprintf(more, sizeof more, MODEL "%s", settings);
    bench b = bench_open(more, 1, NULL);
    if (!b.trainer) fail_msg("%s: %s", more, b.err.text);
    return b;
}

static lg_step step_or_fail(bench *b) {
    lg_step s;
    if (!lg_trainer_step(b->trainer, &s, &b->err)) fail_msg("%s", b->err.text);
    return s;
}

/* All numbers of one kind, one after another. */
typedef enum kind { VALUES, FIRST, SECOND } kind;

static double *copy_of(const bench *b, kind what) {
    double *all = malloc(sizeof *all * bench_parameters(b->trainer)), *next = all;
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        lg_named_array a = lg_trainer_array(b->trainer, i);
        const real *x = what == VALUES ? a.value : what == FIRST ? a.moment1 : a.moment2;
        for (size_t e = 0; e < a.count; e++) *next++ = (double)x[e];
    }
    return all;
}

static double norm(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

/* ---- clipping ---- */

/* The first moment after one step is a tenth of the gradient that Adam was given. */
static double *clipped_gradient(const char *settings, double *grad_norm, size_t *n) {
    bench b = open_or_fail(settings);
    *grad_norm = step_or_fail(&b).grad_norm;
    *n = bench_parameters(b.trainer);
    double *g = copy_of(&b, FIRST);
    for (size_t i = 0; i < *n; i++) g[i] *= 10;
    bench_close(&b);
    return g;
}

/* The gradient under a limit is `factor` times the one without; its reported norm is that before clipping. */
static void expect_factor(double limit, double factor, const double *free_gradient, double free_norm) {
    char setting[64];
    double reported;
    size_t n;
    snprintf(setting, sizeof setting, "train.clip=%.17g", limit);
    double *g = clipped_gradient(setting, &reported, &n);
    assert_true(reported == free_norm);
    for (size_t i = 0; i < n; i++) {
        const double want = factor * free_gradient[i], slack = factor == 1 ? 0 : unit() * fabs(want);
        if (!(fabs(g[i] - want) <= slack)) fail_msg("limit %g of %g: %.12g, want %.12g", limit, free_norm, g[i], want);
    }
    free(g);
}

static void a_gradient_is_clipped_by_its_global_norm(void **state) {
    (void)state;
    double reported;
    size_t n;
    double *g = clipped_gradient("train.clip=0", &reported, &n);
    assert_true(reported > 0.01);
    assert_true(fabs(norm(g, n) - reported) < 20 * unit() * reported);
    expect_factor(reported * 1.0001, 1, g, reported);
    expect_factor(reported * 3, 1, g, reported);
    expect_factor(reported, 1, g, reported);
    expect_factor(reported / 1.0001, 1 / 1.0001, g, reported);
    expect_factor(reported / 4, 0.25, g, reported);
    free(g);
}

/* With the default limit of 1. The last norm's scale stretches what the read-out sees, and with it its gradient. */
static void the_usual_limit_is_one(void **state) {
    (void)state;
    static const double stretches[] = {0.01, 50};
    for (int i = 0; i < 2; i++) {
        bench b = open_or_fail("model.dropout=0");
        for (size_t j = 0; j < lg_trainer_arrays(b.trainer); j++) {
            lg_named_array a = lg_trainer_array(b.trainer, j);
            if (strcmp(a.name, "block.1.norm2.scale")) continue;
            for (size_t e = 0; e < a.count; e++) a.value[e] = (real)stretches[i];
        }
        lg_trainer_resume(b.trainer, 0);
        const double before = step_or_fail(&b).grad_norm;
        double *m = copy_of(&b, FIRST);
        const double after = 10 * norm(m, bench_parameters(b.trainer)), want = i == 0 ? before : 1;
        assert_true(i == 0 ? before < 0.9 : before > 1.1);
        if (fabs(after - want) > 20 * unit() * want) fail_msg("norm %g becomes %g, want %g", before, after, want);
        free(m);
        bench_close(&b);
    }
}

/* ---- Adam ---- */

typedef struct constants {
    double beta1, beta2, epsilon, decay;
} constants;

/* Three gradients 1, -2, 0; epsilon of one half, outside of the root and not corrected for bias; decay of a quarter, of
 * the weight as it was. Worked out by hand: the first step is 0.1 * 1 / (1 + 0.5) + 0.1 * 0.25. */
static void adam_follows_its_formula(void **state) {
    (void)state;
    static const double g[3] = {1, -2, 0}, m[3] = {0.1, -0.11, -0.099}, v[3] = {0.001, 0.004999, 0.004994001};
    static const double p[3] = {0.908333333333333, 0.913440605643504, 0.911003315539373};
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) {
        _Alignas(64) real x[4][48] = {{0}};
        for (int e = 0; e < 37; e++) x[0][e] = 1;
        lg_adam a = {.n = 37, .factor = 0.5, .rate = 0.1, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 0.5};
        a.decay = 0.25;
        a.p.data = x[0], a.m.data = x[1], a.v.data = x[2], a.g.data = x[3];
        for (a.t = 1; a.t <= 3; a.t++) {
            for (int e = 0; e < 37; e++) x[3][e] = (real)(2 * g[a.t - 1]); /* the factor halves it */
            (*k)->adam(*k, &a);
            for (int e = 0; e < 37; e++)
                if (!(fabs((double)x[0][e] - p[a.t - 1]) < unit() && fabs((double)x[1][e] - m[a.t - 1]) < unit() &&
                      fabs((double)x[2][e] - v[a.t - 1]) < unit()))
                    fail_msg("%s, step %d: p %.12g, m %.12g, v %.12g; want %.12g, %.12g, %.12g", (*k)->name, (int)a.t,
                             (double)x[0][e], (double)x[1][e], (double)x[2][e], p[a.t - 1], m[a.t - 1], v[a.t - 1]);
        }
    }
}

/* One step of training from what was there before; its number and its learning rate are given. */
static void expect_update(bench *b, const constants *c, int t, double rate) {
    const size_t n = bench_parameters(b->trainer);
    double *p = copy_of(b, VALUES), *m = copy_of(b, FIRST), *v = copy_of(b, SECOND);
    const lg_step s = step_or_fail(b);
    assert_int_equal(s.step, t);
    if (!(fabs(s.rate - rate) < 1e-15)) fail_msg("step %d: learning rate %.15g, want %.15g", t, s.rate, rate);
    double *p2 = copy_of(b, VALUES), *m2 = copy_of(b, FIRST), *v2 = copy_of(b, SECOND);
    for (size_t i = 0; i < n; i++) {
        const double g = (m2[i] - c->beta1 * m[i]) / (1 - c->beta1);
        const double second = c->beta2 * v[i] + (1 - c->beta2) * g * g;
        const double mean = m2[i] / (1 - pow(c->beta1, t)), square = v2[i] / (1 - pow(c->beta2, t));
        const double want = p[i] - rate * mean / (sqrt(square) + c->epsilon) - rate * c->decay * p[i];
        if (!(fabs(v2[i] - second) <= 50 * unit() * (second + fabs(m[i]) * fabs(m[i]))))
            fail_msg("step %d: second moment %zu is %.12g, want %.12g", t, i, v2[i], second);
        if (!(fabs(p2[i] - want) <= 5 * unit() * (fabs(p[i]) + rate)))
            fail_msg("step %d: parameter %zu becomes %.12g, want %.12g", t, i, p2[i], want);
    }
    double *const all[] = {p, m, v, p2, m2, v2};
    for (int i = 0; i < 6; i++) free(all[i]);
}

static void steps_follow_adam(void **state) {
    (void)state;
    static const constants usual = {0.9, 0.999, 1e-8, 0}, other = {0.5, 0.75, 0.01, 0.125};
    bench b = open_or_fail("train.lr=0.01");
    for (int t = 1; t <= 5; t++) expect_update(&b, &usual, t, 0.01);
    bench_close(&b);
    b = open_or_fail("train.lr=0.01 optimizer.beta1=0.5 optimizer.beta2=0.75 optimizer.epsilon=0.01 "
                     "optimizer.decay=0.125");
    for (int t = 1; t <= 5; t++) expect_update(&b, &other, t, 0.01);
    bench_close(&b);
}

/* The rates of a schedule reach the update, step by step. */
static void steps_follow_the_schedule(void **state) {
    (void)state;
    static const constants usual = {0.9, 0.999, 1e-8, 0};
    static const double cosine[6] = {0.5, 1, 1, 0.853553390593274, 0.5, 0.146446609406726};
    static const double root[4] = {0.5, 1, 0.816496580927726, 0.707106781186548};
    static const double line[6] = {0.5, 1, 1, 0.775, 0.55, 0.325};
    bench b = open_or_fail("train.lr=0.02 schedule=linear schedule.floor=0.1 schedule.warmup=2 train.steps=6");
    for (int t = 1; t <= 6; t++) expect_update(&b, &usual, t, 0.02 * line[t - 1]);
    bench_close(&b);
    b = open_or_fail("train.lr=0.02 schedule=cosine schedule.warmup=2 train.steps=6");
    for (int t = 1; t <= 6; t++) expect_update(&b, &usual, t, 0.02 * cosine[t - 1]);
    bench_close(&b);
    b = open_or_fail("train.lr=0.02 schedule=inverse_sqrt schedule.warmup=2 train.steps=6");
    for (int t = 1; t <= 4; t++) expect_update(&b, &usual, t, 0.02 * root[t - 1]);
    bench_close(&b);
}

/* ---- what decays ---- */

/* Is it a matrix, by its name? A relative encoding has biases of heads that are two-dimensional, too. */
static bool is_matrix(const lg_named_array *a) {
    return a->rank == 2 && strncmp(a->name, "embedding", 9) && !strstr(a->name, "_bias");
}

/* Does it decay by this value of optimizer.decay_on? By its name. */
static bool is_decayed(const char *on, const lg_named_array *a) {
    if (!strcmp(on, "all")) return true;
    if (!strcmp(on, "all_but_biases")) return !strstr(a->name, "bias") && !strstr(a->name, "offset");
    return is_matrix(a) || (!strcmp(on, "matrices_and_embeddings") && !strcmp(a->name, "embedding.weight"));
}

/* One step with decay and one without, of the same model: they differ by rate times decay of the old values, and not at
 * all where decay is left out. */
static void expect_decay(const char *model, const char *on, int kept_out) {
    char settings[2][300];
    bench b[2];
    int without = 0;
    for (int i = 0; i < 2; i++) {
        snprintf(settings[i], sizeof settings[i], "%s train.lr=0.25 optimizer.decay=%s optimizer.decay_on=%s", model,
                 i ? "0.5" : "0", on);
        b[i] = bench_open(settings[i], 1, NULL);
        if (!b[i].trainer) fail_msg("%s: %s", settings[i], b[i].err.text);
    }
    double *before = copy_of(&b[0], VALUES), *old = before;
    for (int i = 0; i < 2; i++) step_or_fail(&b[i]);
    for (size_t i = 0; i < lg_trainer_arrays(b[0].trainer); i++) {
        const lg_named_array x = lg_trainer_array(b[0].trainer, i), y = lg_trainer_array(b[1].trainer, i);
        const double decay = is_decayed(on, &x) ? 0.5 : 0;
        assert_true(x.decay == 0 && y.decay == decay);
        without += decay == 0;
        for (size_t e = 0; e < x.count; e++, old++) {
            const double less = (double)x.value[e] - (double)y.value[e];
            if (decay == 0 ? less != 0 : fabs(less - 0.25 * decay * *old) > 4 * unit() * (fabs(*old) + 0.25))
                fail_msg("%s: %s[%zu] of %g decays by %g", on, x.name, e, *old, less);
        }
    }
    assert_int_equal(without, kept_out);
    free(before);
    for (int i = 0; i < 2; i++) bench_close(&b[i]);
}

static void decay_is_for_roles(void **state) {
    (void)state;
    /* Two blocks: u, w, two norms of two numbers and two biases of the feed-forward network each; the read-out's bias.
     */
    expect_decay("encoding=relative", "all", 0);
    expect_decay("encoding=relative", "all_but_biases", 2 * 6 + 1);
    expect_decay("encoding=relative", "matrices", 2 * 8 + 1 + 1);
    expect_decay("encoding=relative", "matrices_and_embeddings", 2 * 8 + 1);
    expect_decay("encoding=learned", "matrices_and_embeddings", 2 * 6 + 1 + 1);
    expect_decay("encoding=kerple mask=causal", "matrices", 2 * 6 + 1 + 1 + 2);
    expect_decay("architecture=recurrent cell=elman", "matrices", 3);
}

/* Without a word about it everything decays, and without decay nothing depends on the word. */
static void the_usual_step_is_as_it_was(void **state) {
    (void)state;
    static const char *const same[][2] = {{"optimizer.decay=0.1", "optimizer.decay=0.1 optimizer.decay_on=all"},
                                          {"optimizer.decay=0", "optimizer.decay_on=matrices"}};
    for (int i = 0; i < 2; i++) {
        bench a = open_or_fail(same[i][0]), b = open_or_fail(same[i][1]);
        for (int step = 0; step < 3; step++) step_or_fail(&a), step_or_fail(&b);
        double *x = copy_of(&a, VALUES), *y = copy_of(&b, VALUES);
        assert_memory_equal(x, y, sizeof *x * bench_parameters(a.trainer));
        free(x), free(y);
        bench_close(&a), bench_close(&b);
    }
}

/* ---- the gradient itself ---- */

/* Without clipping and dropout, the gradient that Adam gets in the first step is that of the mean loss of the batch,
 * which the probe computes in one micro-batch. */
static void the_gradient_is_that_of_the_mean_loss(void **state) {
    (void)state;
    double reported;
    size_t n;
    double *g = clipped_gradient("train.clip=0 model.dropout=0", &reported, &n);
    bench b = open_or_fail("train.clip=0 model.dropout=0");
    const lg_sizes z = lg_trainer_sizes(b.trainer, 6);
    const size_t sequences = 20, outputs = sequences * (size_t)z.m;
    lg_probe p = {malloc(sizeof(int32_t) * sequences * (size_t)z.n), malloc(sizeof(int32_t) * outputs),
                  malloc(sizeof(real) * outputs * (size_t)z.classes), malloc(sizeof(real) * n), 0};
    if (!lg_trainer_probe(b.trainer, lg_key_root(1), 6, (int)sequences, &p, &b.err)) fail_msg("%s", b.err.text);
    for (size_t i = 0; i < n; i++)
        if (!(fabs(g[i] - (double)p.gradients[i]) <= unit() * (1 + fabs(g[i]))))
            fail_msg("gradient %zu is %.12g, the probe has %.12g", i, g[i], (double)p.gradients[i]);
    free(p.input), free(p.target), free(p.logits), free(p.gradients), free(g);
    bench_close(&b);
}

/* ---- bounds ---- */

/* Steps far beyond the bounds of KERPLE's numbers end on them. */
static void bounded_parameters_stay_within(void **state) {
    (void)state;
    const char *settings =
        "encoding=kerple encoding.kernel=power task=odds_first train.lr=3 train.clip=0 model.heads=8";
    bench b = bench_open(settings, 1, NULL);
    if (!b.trainer) fail_msg("%s", b.err.text);
    int low = 0, high = 0;
    for (int step = 0; step < 6; step++) {
        step_or_fail(&b);
        for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
            const lg_named_array a = lg_trainer_array(b.trainer, i);
            const bool exponent = !strcmp(a.name, "attention.kernel_r2");
            if (!exponent && strcmp(a.name, "attention.kernel_r1")) continue;
            for (size_t e = 0; e < a.count; e++) {
                if (!(a.value[e] >= (real)0.01) || (exponent && a.value[e] > 2))
                    fail_msg("%s: %g", a.name, (double)a.value[e]);
                low += a.value[e] == (real)0.01;
                high += exponent && a.value[e] == 2;
            }
        }
    }
    assert_true(low > 0 && high > 0);
    bench_close(&b);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gradient_is_clipped_by_its_global_norm),
        cmocka_unit_test(the_usual_limit_is_one),
        cmocka_unit_test(adam_follows_its_formula),
        cmocka_unit_test(steps_follow_adam),
        cmocka_unit_test(steps_follow_the_schedule),
        cmocka_unit_test(decay_is_for_roles),
        cmocka_unit_test(the_usual_step_is_as_it_was),
        cmocka_unit_test(the_gradient_is_that_of_the_mean_loss),
        cmocka_unit_test(bounded_parameters_stay_within),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("optimizer", tests, NULL, NULL);
}
