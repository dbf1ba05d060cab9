/* test_optimizer.c: how a gradient becomes a step. The gradient is clipped by its total norm, and Adam computes the
 * step. The tests read the gradient of a step from Adam's first moment, and compute everything after it a second
 * time. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "config/describe.h"
#include "kernel/kernel.h"
#include "opened_models.h"
#include "train/update.h"

#include <cmocka.h>

static double unit(void) {
    return sizeof(real) == 8 ? 1e-13 : 2e-6;
}

/* The relative encoding has parameters of all kinds, including some whose gradients are stored separately. */
#define MODEL "encoding=relative task=odds_first train.batch=20 "

static bench open_or_fail(const char *settings) {
    char more[400];
    snprintf(more, sizeof more, MODEL "%s", settings);
    return bench_open_well(more, 1);
}

static lg_step step_or_fail(bench *b) {
    lg_step s;
    if (!lg_trainer_step(b->trainer, &s, &b->err)) fail_msg("%s", b->err.text);
    return s;
}

/* The numbers that copy_of copies, for one parameter after another: values, first moments or second moments. */
typedef enum kind { VALUES, FIRST, SECOND } kind;

static double *copy_of(const bench *b, kind what) {
    double *all = malloc(sizeof *all * bench_parameters(b->trainer)), *next = all;
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        const char *prefix = what == FIRST ? "moment1." : "moment2.";
        const real *x = what == VALUES ? a.value : bench_moment(b->trainer, prefix, a.name).value;
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

/* The gradient that Adam gets: ten times the first moment after one step. */
static double *clipped_gradient(const char *settings, double *grad_norm, size_t *n) {
    bench b = open_or_fail(settings);
    *grad_norm = step_or_fail(&b).grad_norm;
    *n = bench_parameters(b.trainer);
    double *g = copy_of(&b, FIRST);
    for (size_t i = 0; i < *n; i++) g[i] *= 10;
    bench_close(&b);
    return g;
}

/* free_gradient and free_norm come from a step without clipping. Asserts that with train.clip=limit the gradient is
 * `factor` times free_gradient, and that the reported norm is still free_norm, the norm before clipping. */
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

/* The default limit is 1. The scale of the last norm determines the size of the read-out's gradient. The first of the
 * two scales makes the gradient's norm less than the limit, the second makes it greater. */
static void the_default_limit_is_one(void **state) {
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

/* Three steps with the gradients 1, -2, 0. Epsilon is 0.5; it is added outside of the root and not corrected for bias.
 * Decay is 0.25 of the weight before the step. Computed by hand: the first step is 0.1 * 1 / (1 + 0.5) + 0.1 * 0.25. */
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
            for (int e = 0; e < 37; e++) x[3][e] = (real)(2 * g[a.t - 1]); /* the factor 0.5 halves the gradient */
            (*k)->adam(*k, &a);
            for (int e = 0; e < 37; e++)
                if (!(fabs((double)x[0][e] - p[a.t - 1]) < unit() && fabs((double)x[1][e] - m[a.t - 1]) < unit() &&
                      fabs((double)x[2][e] - v[a.t - 1]) < unit()))
                    fail_msg("%s, step %d: p %.12g, m %.12g, v %.12g; want %.12g, %.12g, %.12g", (*k)->name, (int)a.t,
                             (double)x[0][e], (double)x[1][e], (double)x[2][e], p[a.t - 1], m[a.t - 1], v[a.t - 1]);
        }
    }
}

/* Two steps at a learning rate of 0.001 with beta2 = 0.98. Tested without decay, with the three kinds of decay, and
 * with the epsilon of fairseq. The numbers for the last two settings were computed independently. */
static void two_steps_are_as_known(void **state) {
    (void)state;
    static const double g[2][2] = {{.1, -.2}, {.3, .1}};
    static const struct {
        const char *settings;
        double p[2][2];
    } known[] = {
        {"", {{.999, 1.001}, {.998085722, 1.001267108}}},
        {"optimizer.decay=0.1", {{.9989, 1.0009}, {.997885832, 1.001067018}}},
        {"optimizer.decay=0.0001 optimizer.decay_by=schedule", {{.9989, 1.0009}, {.997885832, 1.001067018}}},
        {"optimizer.decay=0.1 optimizer.decay_by=gradient", {{.999, 1.001}, {.998037558, 1.000634761}}},
        {"optimizer.epsilon=0.1 optimizer.epsilon_to=raw", {{.999876101, 1.000220481}, {.999593769, 1.000284262}}}};
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++)
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            char settings[200];
            lg_error err = {0};
            snprintf(settings, sizeof settings, "train.lr=0.001 optimizer.beta2=0.98 %s", known[i].settings);
            lg_resolved_config *config = bench_resolve(settings, &err);
            if (!config) fail_msg("%s", err.text);
            real x[4][2] = {{1, 1}};
            const lg_own own = lg_own_read((const lg_entry *)lg_optimizer_find("adam"), config->values);
            const lg_train_settings training = lg_train_settings_of(config->values);
            lg_update u = {.kernels = *k, .own = &own, .settings = &training, .rate = 0.001, .factor = 1};
            lg_update_part part = {.n = 2, .decay = lg_real(config->values, "optimizer.decay")};
            part.p.data = x[0], part.moments[0].data = x[1], part.moments[1].data = x[2], part.g.data = x[3];
            for (u.step = 1; u.step <= 2; u.step++) {
                for (int e = 0; e < 2; e++) x[3][e] = (real)g[u.step - 1][e];
                lg_optimizer_find("adam")->begin(&u);
                lg_optimizer_find("adam")->apply(&u, &part);
                for (int e = 0; e < 2; e++)
                    if (!(fabs((double)x[0][e] - known[i].p[u.step - 1][e]) < 2e-7))
                        fail_msg("%s, %s, step %d: %.9f, want %.9f", (*k)->name, settings, (int)u.step, (double)x[0][e],
                                 known[i].p[u.step - 1][e]);
            }
            lg_resolved_config_free(config);
        }
}

static void adam_refuses_what_divides_by_zero(void **state) {
    (void)state;
    lg_error err = {0};
    assert_null(bench_resolve("train.lr=0 optimizer.decay_by=schedule", &err));
    assert_non_null(strstr(err.text, "optimizer.decay_by: schedule divides by train.lr"));
}

/* ---- Adafactor ---- */

/* The first step of a matrix, computed by hand: the row means R = (.025, .125), the column means C = (.05, .1), and
 * rms(u) = .979796. */
static void adafactor_begins_as_known(void **state) {
    (void)state;
    static const double want[] = {.978787, 2.03, 2.97154, 3.973167};
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) {
        real p[] = {1, 2, 3, 4}, g[] = {(real).1, (real)-.2, (real).3, (real).4}, rows[2] = {0}, columns[2] = {0};
        lg_adafactor a = {1, 2, 2, {p, 0}, {g, 0}, {rows, 0}, {columns, 0}, .factor = 1, .rate = 1e-2};
        a.epsilon = 1e-30, a.clip = 1, a.smallest = 1e-3, a.scaled = true;
        (*k)->adafactor(*k, &a);
        for (int e = 0; e < 4; e++)
            if (!(fabs((double)p[e] - want[e]) < 2e-6))
                fail_msg("%s: %.9g, want %g", (*k)->name, (double)p[e], want[e]);
        assert_true(fabs((double)rows[0] - .025) < 1e-8 && fabs((double)rows[1] - .125) < 1e-7);
        assert_true(fabs((double)columns[0] - .05) < 1e-8 && fabs((double)columns[1] - .1) < 1e-7);
        assert_true(fabs((double)g[0] - .1 / sqrt(.025 * .05 / .075)) < 1e-5); /* u, before clipping */
    }
}

/* One parameter's state in double. */
typedef struct adafactor_truth {
    int S, M, N; /* S matrices [M,N]; M = 0: a vector of N elements */
    double *p, *rows, *columns, *v, *m;
} adafactor_truth;

static double root_mean_square(const double *x, size_t n) {
    return norm(x, n) / sqrt((double)n);
}

/* The mean square whose root divides the gradient of element e. g: the gradients of all elements. Computed a second
 * time from the paper, element by element. If `update`, a vector's mean square is first updated with beta2. */
static double expected_square(adafactor_truth *a, const double *g, size_t e, double beta2, bool update) {
    if (a->M == 0) return update ? a->v[e] = beta2 * a->v[e] + (1 - beta2) * (g[e] * g[e] + 1e-30) : a->v[e];
    const size_t each = (size_t)(a->M * a->N), s = e / each, row = e / (size_t)a->N, column = e % (size_t)a->N;
    double mean = 0;
    for (int i = 0; i < a->M; i++) mean += a->rows[s * (size_t)a->M + (size_t)i] / a->M;
    return a->rows[row] * a->columns[s * (size_t)a->N + column] / mean;
}

static void expect_means(adafactor_truth *a, const double *g, double beta2) {
    for (int i = 0; i < a->S * a->M; i++) {
        double sum = 0;
        for (int n = 0; n < a->N; n++) sum += pow(g[i * a->N + n], 2) + 1e-30;
        a->rows[i] = beta2 * a->rows[i] + (1 - beta2) * sum / a->N;
    }
    for (int i = 0; a->M > 0 && i < a->S * a->N; i++) {
        double sum = 0;
        for (int m = 0; m < a->M; m++) sum += pow(g[(i / a->N * a->M + m) * a->N + i % a->N], 2) + 1e-30;
        a->columns[i] = beta2 * a->columns[i] + (1 - beta2) * sum / a->M;
    }
}

static void expect_adafactor(adafactor_truth *a, const double *g, size_t n, int t, double rate, double decay) {
    const double beta2 = 1 - pow(t, -0.8), size = rate * fmax(1e-3, root_mean_square(a->p, n));
    double *u = malloc(n * sizeof *u);
    expect_means(a, g, beta2);
    for (size_t e = 0; e < n; e++) u[e] = g[e] / sqrt(expected_square(a, g, e, beta2, true));
    const double clip = fmax(1, root_mean_square(u, n));
    for (size_t e = 0; e < n; e++) {
        a->m[e] = 0.9 * a->m[e] + (1 - 0.9) * size * u[e] / clip;
        a->p[e] -= a->m[e] + size * decay * a->p[e];
    }
    free(u);
}

/* Three steps of matrices wider than a block of columns, of several matrices in one array, and of a vector. */
static void expect_formula(const lg_kernels *k) {
    static const int shapes[][3] = {{1, 5, 150}, {3, 4, 7}, {1, 1, 9}, {1, 9, 1}, {1, 0, 33}};
    lg_random r = lg_random_from(lg_key_root(8));
    for (int i = 0; i < 5; i++) {
        const int S = shapes[i][0], M = shapes[i][1], N = shapes[i][2];
        const size_t n = (size_t)S * (size_t)(M ? M : 1) * (size_t)N;
        double truth[5][800] = {{0}}, wanted[800];
        real x[5][800] = {{0}}, g[800];
        adafactor_truth want = {S, M, N, truth[0], truth[1], truth[2], truth[3], truth[4]};
        for (size_t e = 0; e < n; e++) x[0][e] = (real)(truth[0][e] = (double)(real)lg_random_normal(&r));
        for (int t = 1; t <= 3; t++) {
            lg_adafactor a = {S, M ? M : 1, N, {x[0], 0}, {g, 0}, .factor = 0.5, .rate = 0.1, .beta1 = 0.9};
            a.m.data = x[4];
            if (M)
                a.rows.data = x[1], a.columns.data = x[2];
            else
                a.v.data = x[3];
            a.beta2 = 1 - pow(t, -0.8), a.epsilon = 1e-30, a.clip = 1, a.smallest = 1e-3, a.scaled = true,
            a.decay = .25;
            for (size_t e = 0; e < n; e++) {
                g[e] = (real)(2 * lg_random_normal(&r)); /* the factor 0.5 halves it */
                wanted[e] = (double)g[e] / 2;
            }
            k->adafactor(k, &a);
            expect_adafactor(&want, wanted, n, t, 0.1, 0.25);
            for (size_t e = 0; e < n; e++)
                if (!(fabs((double)x[0][e] - truth[0][e]) < 4 * unit() && fabs((double)x[4][e] - truth[4][e]) < unit()))
                    fail_msg("%s: shape %d, step %d: p[%zu] %.12g, want %.12g", k->name, i, t, e, (double)x[0][e],
                             truth[0][e]);
        }
    }
}

static void adafactor_follows_its_formula(void **state) {
    (void)state;
    for (const lg_kernels *const *k = lg_kernels_all(); *k; k++) expect_formula(*k);
}

/* Adafactor computes the learning rate by one of its own rules. With optimizer.step=schedule, it uses the learning rate
 * of the schedule. */
static void adafactor_has_rates_of_its_own(void **state) {
    (void)state;
    lg_error err = {0};
    const lg_optimizer *o = lg_optimizer_find("adafactor");
    lg_resolved_config *c = bench_resolve("optimizer=adafactor", &err);
    lg_own own = lg_own_read((const lg_entry *)o, c->values);
    assert_true(o->rate(&own, 1, 7) == 1e-2 && o->rate(&own, 10000, 7) == 1e-2);
    assert_true(fabs(o->rate(&own, 1000000, 7) - 1e-3) < 1e-12);
    assert_true(lg_real(c->values, "train.clip") == 0 && lg_real(c->values, "optimizer.beta1") == 0);
    lg_resolved_config_free(c);
    c = bench_resolve("optimizer=adafactor optimizer.step=relative_warmup", &err);
    own = lg_own_read((const lg_entry *)o, c->values);
    assert_true(fabs(o->rate(&own, 100, 7) - 1e-4) < 1e-15 && fabs(o->rate(&own, 40000, 7) - 5e-3) < 1e-12);
    lg_resolved_config_free(c);
    c = bench_resolve("optimizer=adafactor optimizer.step=schedule schedule.warmup=3", &err);
    own = lg_own_read((const lg_entry *)o, c->values);
    assert_true(o->rate(&own, 100, 0.25) == 0.25);
    lg_resolved_config_free(c);
    assert_null(bench_resolve("optimizer=adafactor schedule.warmup=3", &err));
    assert_non_null(strstr(err.text, "optimizer.step: relative sets its own learning rates"));
}

/* Without a first moment, Adafactor's state for a matrix has only a row vector and a column vector. */
static void adafactor_carries_rows_and_columns(void **state) {
    (void)state;
    for (int mean = 0; mean < 2; mean++) {
        bench b = open_or_fail(mean ? "optimizer=adafactor optimizer.beta1=0.9" : "optimizer=adafactor");
        step_or_fail(&b);
        for (size_t i = 0; i < lg_trainer_arrays(b.trainer); i++) {
            const lg_named_array a = lg_trainer_array(b.trainer, i);
            const lg_named_array rows = bench_moment(b.trainer, "row_square.", a.name);
            const lg_named_array columns = bench_moment(b.trainer, "column_square.", a.name);
            const lg_named_array whole = bench_moment(b.trainer, "moment2.", a.name);
            assert_int_equal(bench_moment(b.trainer, "moment1.", a.name).count, mean ? a.count : 0);
            assert_int_equal(whole.count, a.rank < 2 ? a.count : 0);
            if (a.rank < 2) continue;
            assert_int_equal(rows.count * a.shape[a.rank - 1], a.count);
            assert_int_equal(columns.count * a.shape[a.rank - 2], a.count);
            assert_int_equal(rows.rank, a.rank - 1);
            assert_true(rows.value[0] > 0 && columns.value[columns.count - 1] > 0);
        }
        bench_close(&b);
    }
}

/* For every optimizer, with one thread and with three: uninterrupted steps equal steps between which the state is
 * copied to another trainer. */
static void every_optimizer_resumes(void **state) {
    (void)state;
    static const char *const settings[] = {"optimizer=adam", "optimizer=adafactor",
                                           "optimizer=adafactor optimizer.beta1=0.5 optimizer.step=schedule",
                                           "optimizer=adam optimizer.decay=0.1 optimizer.decay_by=gradient"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char more[400];
        snprintf(more, sizeof more, MODEL "%s", settings[i]);
        bench whole = open_or_fail(settings[i]), half = open_or_fail(settings[i]), rest = bench_open(more, 3, NULL);
        for (int step = 0; step < 6; step++) step_or_fail(&whole);
        for (int step = 0; step < 3; step++) step_or_fail(&half);
        assert_false(same_state(whole.trainer, half.trainer));
        bench_copy_state(rest.trainer, half.trainer);
        lg_trainer_resume(rest.trainer, 3);
        for (int step = 3; step < 6; step++) step_or_fail(&rest);
        if (!same_state(whole.trainer, rest.trainer)) fail_msg("%s: resumed differs from uninterrupted", settings[i]);
        bench_close(&whole), bench_close(&half), bench_close(&rest);
    }
}

/* Asserts the result of one training step from the current state. t: the number of the step; rate: its learning
 * rate. */
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

/* Each step has the learning rate of the schedule. */
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

/* ---- decayed parameters ---- */

/* Is the array a matrix? Decided by name, since head biases of a relative encoding are two-dimensional too. */
static bool is_matrix(const lg_named_array *a) {
    return a->rank == 2 && strncmp(a->name, "embedding", 9) && !strstr(a->name, "_bias");
}

/* Is the array decayed with this value of optimizer.decay_on? Decided by name. */
static bool is_decayed(const char *on, const lg_named_array *a) {
    if (!strcmp(on, "all")) return true;
    if (!strcmp(on, "all_but_biases")) return !strstr(a->name, "bias") && !strstr(a->name, "offset");
    return is_matrix(a) || (!strcmp(on, "matrices_and_embeddings") && !strcmp(a->name, "embedding.weight"));
}

/* Takes one step with decay and one without, from the same model. The new values must differ by rate times decay times
 * the old values. In exactly `kept_out` arrays, decay must be skipped and the new values must be equal. */
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
    /* Arrays that are not matrices:
     * - in each of two blocks, 8 arrays: u, w, two arrays of each of two norms, and two biases of the feed-forward
     *   network;
     * - the read-out's bias. */
    expect_decay("encoding=relative", "all", 0);
    expect_decay("encoding=relative", "all_but_biases", 2 * 6 + 1);
    expect_decay("encoding=relative", "matrices", 2 * 8 + 1 + 1);
    expect_decay("encoding=relative", "matrices_and_embeddings", 2 * 8 + 1);
    expect_decay("encoding=learned", "matrices_and_embeddings", 2 * 6 + 1 + 1);
    expect_decay("encoding=kerple mask=causal", "matrices", 2 * 6 + 1 + 1 + 2);
    expect_decay("architecture=recurrent cell=elman", "matrices", 3);
}

/* optimizer.decay_on is "all" by default, and has no effect if optimizer.decay is 0. */
static void all_arrays_decay_by_default(void **state) {
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

/* Without clipping and dropout, the gradient that Adam gets in the first step is the gradient of the batch's mean loss.
 * The probe computes it in one micro-batch. */
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

/* Steps that would exceed the bounds of KERPLE's parameters end at the bounds. */
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
        cmocka_unit_test(the_default_limit_is_one),
        cmocka_unit_test(adam_follows_its_formula),
        cmocka_unit_test(two_steps_are_as_known),
        cmocka_unit_test(adam_refuses_what_divides_by_zero),
        cmocka_unit_test(adafactor_begins_as_known),
        cmocka_unit_test(adafactor_follows_its_formula),
        cmocka_unit_test(adafactor_has_rates_of_its_own),
        cmocka_unit_test(adafactor_carries_rows_and_columns),
        cmocka_unit_test(every_optimizer_resumes),
        cmocka_unit_test(steps_follow_adam),
        cmocka_unit_test(steps_follow_the_schedule),
        cmocka_unit_test(decay_is_for_roles),
        cmocka_unit_test(all_arrays_decay_by_default),
        cmocka_unit_test(the_gradient_is_that_of_the_mean_loss),
        cmocka_unit_test(bounded_parameters_stay_within),
    };
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("optimizer", tests, NULL, NULL);
}
