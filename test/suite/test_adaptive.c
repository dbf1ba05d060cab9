/* test_adaptive.c: adaptive softmax and adaptive input. Without clusters they equal the plain softmax and the plain
 * table. Probabilities sum to 1. The loss and the most likely symbol, which are computed from a few columns, agree with
 * the full log probabilities. Tied arrays are one parameter. Inconsistent settings are refused with a message. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

#define TEXT "architecture=decoder data=copy_cmc data.alphabet=7 data.examples=600 model.dropout=0 encoding=alibi "
enum { LENGTH = 6, SEQUENCES = 9, MOST = 4096, NUMBERS = 1 << 15 };

static const char *const variants[] = {
    TEXT "head=adaptive",
    TEXT "head=adaptive head.cutoffs=2,5",
    TEXT "head=adaptive head.cutoffs=1,2,3,4,5,6,7",
    TEXT "head=adaptive head.cutoffs=3,8 head.divisor=2",
    TEXT "head=adaptive head.cutoffs=3,8 head.divisor=4 head.projections=all",
    TEXT "head=adaptive head.cutoffs=3,8 head.divisor=4 head.embedding=untied head.projections=none",
    TEXT "head=adaptive head.cutoffs=4 head.divisor=3 head.embedding=table model.bias=false",
    "encoding=rope task=cycle_navigation head=adaptive head.cutoffs=2 head.divisor=2",
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static double unit(void) {
    return sizeof(real) == 8 ? 1e-12 : 2e-5;
}

static void expect_near(const char *what, const char *settings, double got, double want) {
    if (!(fabs(got - want) <= unit() * (fabs(want) + 1)))
        fail_msg("%s: %s is %.12g, not %.12g", settings, what, got, want);
}

static lg_named_array array_of(const lg_trainer *t, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++)
        if (!strcmp(lg_trainer_array(t, i).name, name)) return lg_trainer_array(t, i);
    fail_msg("there is no %s", name);
    return (lg_named_array){0};
}

/* Makes some symbols, and some clusters, much more likely than others. */
static void sharpen(bench *b) {
    lg_random r = lg_random_from(lg_key_root(5));
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++) {
        const lg_named_array a = lg_trainer_array(b->trainer, i);
        for (size_t j = 0; j < a.count; j++) a.value[j] += (real)(0.2 * lg_random_normal(&r));
    }
    lg_trainer_resume(b->trainer, 0);
}

/* ---- a pass with losses, the most likely symbols and all logits ---- */

typedef struct results {
    int rows, classes;
    double loss[MOST], logits[MOST];
    int32_t best[MOST], target[MOST];
} results;

static void run_pass(bench *b, bool training, results *out) {
    lg_trainer *t = b->trainer;
    lg_network n;
    lg_pass *p = &t->pass;
    const lg_sequence_layout layout = lg_model_sequence_layout(t->model, LENGTH);
    assert_true(lg_model_network_of_logits(t->model, layout, SEQUENCES, training, &n, &b->err));
    assert_true(lg_engine_reserve(&t->engine, &n, &b->err) &&
                lg_pass_open(p, &t->engine, &t->engine.buffers, &n, SEQUENCES, true, &b->err) &&
                lg_pass_prepare(p, lg_key_root(2), training, &b->err));
    for (int i = 0; i < SEQUENCES; i++) {
        lg_batch_record x = {.split = LG_SPLIT_TRAIN, .length = LENGTH, .key = lg_key_root(3), .index = i};
        lg_pass_draw(p, &x, 0, i);
    }
    lg_pass_forward(p, 0, 0);
    out->classes = t->model->format.classes;
    out->rows = SEQUENCES * layout.rows;
    assert_true(out->rows * out->classes <= MOST);
    for (int r = 0; r < out->rows; r++) {
        const bool learned = !p->rows.weights || p->rows.weights[r] != 0;
        out->loss[r] = (double)p->losses[r];
        out->best[r] = p->best[r];
        out->target[r] = learned ? p->rows.targets[r] : -1;
    }
    for (int i = 0; i < out->rows * out->classes; i++) out->logits[i] = (double)p->logits[i];
    lg_network_free(&n);
}

static int best_of(const double *logits, int classes) {
    int best = 0;
    for (int c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}

static void probabilities_sum_to_one(void **state) {
    (void)state;
    for (int v = 0; v < VARIANTS; v++) {
        static results x;
        bench b = bench_open_well(variants[v], 1);
        sharpen(&b);
        run_pass(&b, false, &x);
        for (int r = 0; r < x.rows; r++) {
            const double *row = x.logits + r * x.classes;
            double sum = 0;
            for (int c = 0; c < x.classes; c++) sum += exp(row[c]);
            expect_near("the sum of probabilities", variants[v], sum, 1);
            expect_near("a loss", variants[v], x.loss[r], x.target[r] < 0 ? 0 : -row[x.target[r]]);
        }
        bench_close(&b);
    }
}

/* Evaluation always finds the most likely symbol. Training does not search clusters, so it may leave the symbol unknown
 * (-1). */
static void the_most_likely_symbol_is_found(void **state) {
    (void)state;
    const char *settings = TEXT "head=adaptive head.cutoffs=5,9 head.divisor=2";
    static results x, trained;
    int frequent = 0, rare = 0, unknown = 0;
    bench b = bench_open_well(settings, 1);
    sharpen(&b);
    run_pass(&b, false, &x);
    run_pass(&b, true, &trained);
    for (int r = 0; r < x.rows; r++) {
        const int best = best_of(x.logits + r * x.classes, x.classes);
        assert_int_equal(x.best[r], best);
        if (trained.best[r] >= 0) assert_int_equal(trained.best[r], best);
        frequent += best < 5;
        rare += best >= 5;
        unknown += trained.best[r] < 0;
    }
    if (!frequent || !rare || unknown < rare) fail_msg("%d frequent, %d rare, %d unknown", frequent, rare, unknown);
    bench_close(&b);
}

/* ---- equal models ---- */

typedef struct probed {
    double loss;
    real logits[MOST], gradients[NUMBERS];
} probed;

static void probe(bench *b, probed *out) {
    static int32_t input[MOST], target[MOST];
    lg_probe p = {input, target, out->logits, out->gradients, 0};
    assert_true(bench_parameters(b->trainer) <= NUMBERS);
    if (!lg_trainer_probe(b->trainer, lg_key_root(1), LENGTH, SEQUENCES, &p, &b->err)) fail_msg("%s", b->err.text);
    out->loss = p.loss;
}

/* The gradient of an array. */
static const real *gradient_of(const lg_trainer *t, const probed *p, const char *name) {
    const real *g = p->gradients;
    for (size_t i = 0; i < lg_trainer_arrays(t); g += lg_trainer_array(t, i).count, i++)
        if (!strcmp(lg_trainer_array(t, i).name, name)) return g;
    fail_msg("there is no %s", name);
    return NULL;
}

static void copy_common(const bench *from, const bench *to) {
    for (size_t i = 0; i < lg_trainer_arrays(from->trainer); i++) {
        const lg_named_array a = lg_trainer_array(from->trainer, i);
        for (size_t j = 0; j < lg_trainer_arrays(to->trainer); j++) {
            const lg_named_array x = lg_trainer_array(to->trainer, j);
            if (!strcmp(a.name, x.name)) memcpy(x.value, a.value, a.count * sizeof *a.value);
        }
    }
}

/* Compares gradients of arrays that have the same name in both models. */
static void compare_common(const bench *a, const probed *x, const bench *b, const probed *y) {
    int common = 0;
    for (size_t i = 0; i < lg_trainer_arrays(a->trainer); i++) {
        const lg_named_array array = lg_trainer_array(a->trainer, i);
        for (size_t j = 0; j < lg_trainer_arrays(b->trainer); j++) {
            if (strcmp(array.name, lg_trainer_array(b->trainer, j).name)) continue;
            const real *g = gradient_of(a->trainer, x, array.name), *h = gradient_of(b->trainer, y, array.name);
            for (size_t e = 0; e < array.count; e++) expect_near(array.name, "gradients", (double)g[e], (double)h[e]);
            common++;
        }
    }
    assert_true(common > 10);
}

static void one_part_is_the_plain_softmax(void **state) {
    (void)state;
    static probed x, y;
    bench plain = bench_open_well(TEXT "head=linear", 1),
          one = bench_open_well(TEXT "head=adaptive head.embedding=table", 1);
    sharpen(&plain);
    copy_common(&plain, &one);
    const lg_named_array w = array_of(plain.trainer, "readout.weight"), c = array_of(plain.trainer, "readout.bias");
    const lg_named_array table = array_of(one.trainer, "readout.cluster.0.weight");
    const int K = (int)w.shape[0], N = (int)w.shape[1];
    memcpy(array_of(one.trainer, "readout.cluster.0.bias").value, c.value, sizeof *c.value * (size_t)N);
    for (int k = 0; k < K; k++)
        for (int n = 0; n < N; n++) table.value[n * K + k] = w.value[k * N + n];
    lg_trainer_resume(one.trainer, 0);
    probe(&plain, &x);
    probe(&one, &y);
    expect_near("the loss", "one part", y.loss, x.loss);
    compare_common(&plain, &x, &one, &y);
    const real *dw = gradient_of(plain.trainer, &x, "readout.weight");
    const real *dtable = gradient_of(one.trainer, &y, "readout.cluster.0.weight");
    for (int k = 0; k < K; k++)
        for (int n = 0; n < N; n++)
            expect_near("a gradient", "one part", (double)dtable[n * K + k], (double)dw[k * N + n]);
    bench_close(&plain);
    bench_close(&one);
}

/* A table that is split into several arrays of full width equals a single table. */
static void parts_of_full_width_are_one_table(void **state) {
    (void)state;
    static const int begin[] = {0, 2, 5};
    static probed x, y;
    bench whole = bench_open_well(TEXT "head=adaptive head.cutoffs=2,5 head.embedding=table", 1);
    bench parts = bench_open_well(TEXT "head=adaptive head.cutoffs=2,5 head.embedding=untied", 1);
    sharpen(&whole);
    copy_common(&whole, &parts);
    const lg_named_array table = array_of(whole.trainer, "embedding.weight");
    char name[48];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "embedding.cluster.%d.weight", i);
        const lg_named_array part = array_of(parts.trainer, name);
        memcpy(part.value, table.value + begin[i] * table.shape[1], part.count * sizeof *part.value);
    }
    lg_trainer_resume(parts.trainer, 0);
    probe(&whole, &x);
    probe(&parts, &y);
    expect_near("the loss", "parts", y.loss, x.loss);
    compare_common(&whole, &x, &parts, &y);
    const real *g = gradient_of(whole.trainer, &x, "embedding.weight");
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "embedding.cluster.%d.weight", i);
        const real *h = gradient_of(parts.trainer, &y, name);
        for (size_t e = 0; e < array_of(parts.trainer, name).count; e++)
            expect_near(name, "parts", (double)h[e], (double)g[(size_t)begin[i] * table.shape[1] + e]);
    }
    bench_close(&whole);
    bench_close(&parts);
}

/* ---- parameters ---- */

static void what_is_tied_is_one_parameter(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int embeddings, readouts; /* numbers of parameters "embedding.*" and "readout.*" */
    } cases[] = {
        {"head.cutoffs=3,8", 3, 3}, /* the readouts are biases */
        {"head.cutoffs=3,8 model.bias=false", 3, 0},
        {"head.cutoffs=3,8 model.bias=false head.embedding=untied", 3, 3},
        {"head.cutoffs=3,8 model.bias=false head.embedding=table", 1, 3},
        {"head.cutoffs=3,8 model.bias=false head.divisor=2", 6, 1},
        {"head.cutoffs=3,8 model.bias=false head.divisor=2 head.projections=all", 6, 0},
        {"head.cutoffs=3,8 model.bias=false head.divisor=2 head.projections=none", 6, 3},
        {"head.cutoffs=3,8 model.bias=false head.divisor=2 head.embedding=table", 1, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[300];
        int embeddings = 0, readouts = 0;
        snprintf(settings, sizeof settings, TEXT "head=adaptive %s", cases[i].settings);
        bench b = bench_open_well(settings, 1);
        for (size_t j = 0; j < lg_trainer_arrays(b.trainer); j++) {
            embeddings += !strncmp(lg_trainer_array(b.trainer, j).name, "embedding.", 10);
            readouts += !strncmp(lg_trainer_array(b.trainer, j).name, "readout.", 8);
        }
        if (embeddings != cases[i].embeddings || readouts != cases[i].readouts)
            fail_msg("%s: %d parameters of token vectors, %d of the softmax", settings, embeddings, readouts);
        bench_close(&b);
    }
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *settings, *words;
    } cases[] = {
        {"head.cutoffs=8,3", "head.cutoffs: '8,3': expected up to 7 ascending numbers"},
        {"head.cutoffs=3,3", "head.cutoffs: '3,3': expected up to 7"},
        {"head.cutoffs=0,3", "head.cutoffs: '0,3': expected up to 7"},
        {"head.cutoffs=3,", "head.cutoffs: '3,': expected up to 7"},
        {"head.cutoffs=3;8", "head.cutoffs: '3;8': expected up to 7"},
        {"head.cutoffs=-3", "head.cutoffs: '-3': expected up to 7"},
        {"head.cutoffs=99999999999", "head.cutoffs: '99999999999': expected up to 7"},
        {"head.cutoffs=1,2,3,4,5,6,7,8", "head.cutoffs: '1,2,3,4,5,6,7,8': expected up to 7"},
        {"head.cutoffs=3,1000", "head.cutoffs: 1000 leaves the last cluster empty: "},
        {"head.divisor=2", "head.divisor: 2 has no effect without clusters"},
        {"head.cutoffs=2,3 head.divisor=5", "head.divisor: 5 is too large: model.width: 16 leaves cluster 2 no"},
        {"architecture=recurrent task=parity_check encoding=none mask=full protocol=pass",
         "head: adaptive reuses token embeddings, but architecture: recurrent has none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[300];
        const bool recurrent = strstr(cases[i].settings, "recurrent");
        snprintf(settings, sizeof settings, "%shead=adaptive %s", recurrent ? "" : TEXT, cases[i].settings);
        bench_expect_refusal(settings, cases[i].words);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probabilities_sum_to_one),      cmocka_unit_test(the_most_likely_symbol_is_found),
        cmocka_unit_test(one_part_is_the_plain_softmax), cmocka_unit_test(parts_of_full_width_are_one_table),
        cmocka_unit_test(what_is_tied_is_one_parameter), cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests_name("adaptive", tests, NULL, NULL);
}
