/* test_documents.c: several documents packed into one sequence. If positions restart with each document and the mask
 * hides the other documents, each document has the same logits and gradients as alone, with every encoding. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/model/stepping.h"
#include "nn/stream/documents.h"
#include "opened_models.h"
#include "scratch.h"
#include "train/state.h"

#include <cmocka.h>

enum { BYTES = 4000, SMALL = 2048, VOCABULARY = 256, MOST = 400 };

#define PACKED "positions=document mask=document"

static scratch *disk; /* the scratch folder of all tests */

/* Lines of 1 to 9 letters. */
static void make_text(void) {
    FILE *f = fopen(scratch_path(disk, "text"), "w");
    lg_random r = lg_random_from(lg_key_root(9));
    assert_non_null(f);
    for (int i = 0, left = 5; i < BYTES; i++) {
        fputc(left > 0 ? 'a' + (int)lg_random_below(&r, 20) : '\n', f);
        left = left > 0 ? left - 1 : 1 + (int)lg_random_below(&r, 9);
    }
    assert_int_equal(fclose(f), 0);
}

static int open_disk(void **state) {
    if (scratch_open(state) != 0) return -1;
    disk = *state;
    make_text();
    return 0;
}

/* Writes the settings of a small language model of the text, followed by `more`. */
static void settings_of(const char *more, char settings[SMALL]) {
    snprintf(settings, SMALL,
             "data=text data.file=%s data.test_fraction=0.25 architecture=decoder model.width=16 model.heads=2 "
             "model.blocks=2 model.feed_forward=24 model.dropout=0 curriculum=uniform curriculum.lengths=12 "
             "eval.lengths=12,30 eval.sequences=11 train.batch=6 train.steps=9 %s",
             scratch_path(disk, "text"), more);
}

static bench open_model(const char *more, int threads) {
    char settings[SMALL];
    settings_of(more, settings);
    bench b = bench_open_well(settings, threads);
    bench_move_residuals(&b);
    return b;
}

/* ---- documents alone, and packed ---- */

/* The results of one pass over a sequence. */
typedef struct reading {
    int count; /* tokens */
    real *losses, *logits, *gradients;
} reading;

static void reading_free(reading *x) {
    free(x->losses);
    free(x->logits);
    free(x->gradients);
}

static void must(const bench *b, bool good) {
    if (!good) fail_msg("%s", b->err.text);
}

static real *copied(const real *from, size_t count) {
    real *to = malloc(count * sizeof *to);
    assert_non_null(to);
    return memcpy(to, from, count * sizeof *to);
}

/* Reads `count` tokens of a text, and predicts the next token after each of them. */
static reading read_text(bench *b, const char *text, int count, bool training) {
    lg_trainer *t = b->trainer;
    lg_engine *e = &t->engine;
    lg_network n;
    lg_record r = {0};
    const lg_sequence_layout layout = t->model->architecture.entry->layout(t->model, (lg_record_size){1, count}, false);
    must(b, lg_model_network_of_logits(t->model, layout, 1, training, &n, &b->err));
    must(b, lg_engine_reserve(e, &n, &b->err));
    must(b, lg_pass_open(&t->pass, e, &e->buffers, &n, 1, true, &b->err));
    must(b, lg_pass_prepare(&t->pass, lg_key_root(7), training, &b->err));
    must(b, lg_record_reserve(&r, 1, count, &b->err));
    lg_record_begin(&r, count, 1, count);
    r.source[0] = (uint8_t)text[0];
    for (int i = 0; i < count; i++) r.target[i] = (uint8_t)text[i + 1];
    lg_pass_write(&t->pass, 0, &r);
    lg_record_free(&r);
    t->pass.loss_weight = 1;
    const lg_frame f = lg_pass_frame(&t->pass, &n, 0, 0, 0);
    lg_graph_forward(n.graph, &f);
    lg_pass_read(&t->pass, &f, &n, 0, layout.rows);
    assert_int_equal(layout.rows, count);
    reading x = {.count = count, .losses = copied(t->pass.losses, (size_t)count)};
    x.logits = copied(t->pass.logits, (size_t)count * VOCABULARY);
    if (training) {
        e->model->kernels->zero(e->model->kernels, f.base[LG_SPACE_GRADIENT], e->gradients.bytes);
        lg_graph_backward(n.graph, &f);
        lg_graph_backward_shared(n.graph, &f);
        x.gradients = copied(lg_gradients_array(&e->gradients, 0).data, t->model->parameters->bytes / sizeof(real));
    }
    lg_network_free(&n);
    return x;
}

/* The largest difference, divided by the largest absolute value of y. */
static double difference(const real *x, const real *y, size_t count) {
    double worst = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, fabs((double)x[i] - (double)y[i]));
        largest = fmax(largest, fabs((double)y[i]));
    }
    assert_true(largest > 0);
    return worst / largest;
}

static const double rounding = sizeof(real) == 8 ? 1e-13 : 1e-5;

/* Three documents and the start of a fourth. */
static const char text[] = "abcdef\nghij\nklmnopqrst\nabc";
static const int begins[] = {0, 7, 12, 23, 26};
enum { DOCUMENTS = 4, TOKENS = 25 }; /* the last token is only predicted */

static int size_of(int document) {
    const int end = begins[document + 1] < TOKENS ? begins[document + 1] : TOKENS;
    return end - begins[document];
}

/* The largest relative difference between a document's logits in the packed sequence and its logits on its own. */
static double distance_from_alone(bench *b, const reading *packed, int document) {
    reading alone = read_text(b, text + begins[document], size_of(document), false);
    const size_t numbers = (size_t)alone.count * VOCABULARY;
    const double x = difference(packed->logits + (size_t)begins[document] * VOCABULARY, alone.logits, numbers);
    reading_free(&alone);
    return x;
}

static void expect_alone(const char *settings) {
    bench b = open_model(settings, 1);
    reading packed = read_text(&b, text, TOKENS, false);
    for (int i = 0; i < DOCUMENTS; i++) {
        const double x = distance_from_alone(&b, &packed, i);
        if (!(x <= rounding)) fail_msg("%s: logits of document %d differ by %g", settings, i, x);
    }
    reading_free(&packed);
    bench_close(&b);
}

/* Encodings with options that keep the model small or make the encoding's effect visible. */
static const char *const encodings[] = {
    "none",
    "sinusoid",
    "sinusoid encoding.layout=interleaved",
    "learned",
    "rope",
    "rope encoding.clip=3",
    "xpos encoding.scale_base=64",
    "alibi",
    "alibi encoding.sides=two_slopes encoding.trained_slopes=true",
    "kerple",
    "sandwich",
    "t5 encoding.buckets=8 encoding.max_distance=12",
    "shaw encoding.clip=3",
    "fire encoding.threshold=2",
    "tupe encoding.first_token=alike",
    "relative",
    "relative encoding.shared_terms=true",
    "cope encoding.max_position=3",
    "fox",
    "hard_alibi",
};
enum { ENCODINGS = sizeof encodings / sizeof *encodings };

static bool is_listed(const char *name) {
    for (int i = 0; i < ENCODINGS; i++) {
        const size_t n = strcspn(encodings[i], " ");
        if (strlen(name) == n && !strncmp(encodings[i], name, n)) return true;
    }
    return false;
}

/* Tests the encodings above, and all other encodings with their default options. */
static void each_has_the_logits_that_it_has_alone(void **state) {
    (void)state;
    char settings[300];
    for (int i = 0; i < ENCODINGS; i++) {
        snprintf(settings, sizeof settings, PACKED " encoding=%s", encodings[i]);
        expect_alone(settings);
    }
    for (const lg_encoding *const *e = lg_encodings; *e; e++) {
        if (is_listed((*e)->name)) continue;
        snprintf(settings, sizeof settings, PACKED " encoding=%s", (*e)->name);
        expect_alone(settings);
    }
    expect_alone(PACKED " encoding=none attention=geometric");
    expect_alone(PACKED " encoding=rope model.order=sfaf persistent.pairs=5");
    expect_alone(PACKED " encoding=rope block=pre_norm head=tied model.step_signal=true");
}

/* Asserts that the last document has other logits than on its own, by more than rounding. */
static void expect_mixed(const char *settings) {
    bench b = open_model(settings, 1);
    reading packed = read_text(&b, text, TOKENS, false);
    const double x = distance_from_alone(&b, &packed, DOCUMENTS - 1);
    if (!(x > 1e-3)) fail_msg("%s: logits of the last document, packed and alone, differ by %g only", settings, x);
    reading_free(&packed);
    bench_close(&b);
}

/* With the mask alone, positions count from the start of the whole sequence. This matters for encodings that use more
 * than distances. */
static void mask_and_positions_are_both_needed(void **state) {
    (void)state;
    static const char *const absolute[] = {"sinusoid", "learned"};
    static const char *const distances[] = {"t5 encoding.buckets=8", "relative", "alibi"};
    char settings[200];
    for (int i = 0; i < ENCODINGS; i++) {
        snprintf(settings, sizeof settings, "positions=document mask=causal encoding=%s", encodings[i]);
        expect_mixed(settings);
    }
    for (size_t i = 0; i < sizeof absolute / sizeof *absolute; i++) {
        snprintf(settings, sizeof settings, "positions=standard mask=document encoding=%s", absolute[i]);
        expect_mixed(settings);
    }
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        snprintf(settings, sizeof settings, "positions=standard mask=document encoding=%s", distances[i]);
        expect_alone(settings);
    }
}

/* Changing other documents changes nothing. Tests many tokens and wide heads too. */
static void nothing_comes_from_other_documents(void **state) {
    (void)state;
    static const char *const known[] = {"encoding=rope", "encoding=t5", "encoding=cope",
                                        "encoding=sinusoid model.width=128 model.heads=1"};
    char one[MOST + 1], other[MOST + 1], settings[200];
    for (int i = 0; i <= MOST; i++) one[i] = i % 90 == 89 ? '\n' : (char)('a' + i % 13);
    memcpy(other, one, sizeof one);
    for (int i = 0; i < 180; i++) other[i] = one[i] == '\n' ? '\n' : 'z';
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        snprintf(settings, sizeof settings, PACKED " %s", known[k]);
        bench b = open_model(settings, 1);
        reading x = read_text(&b, one, MOST, false), y = read_text(&b, other, MOST, false);
        const size_t third = 180UL * VOCABULARY, rest = (size_t)(MOST - 180) * VOCABULARY;
        assert_true(memcmp(x.logits, y.logits, third * sizeof(real)) != 0);
        if (memcmp(x.logits + third, y.logits + third, rest * sizeof(real)) != 0)
            fail_msg("%s: the text of other documents changes bits", settings);
        reading_free(&x);
        reading_free(&y);
        bench_close(&b);
    }
}

/* The gradient of a packed sequence is the sum of the gradients of its documents. */
static void gradients_are_those_of_all_documents(void **state) {
    (void)state;
    char settings[300];
    for (int i = 0; i < ENCODINGS; i++) {
        snprintf(settings, sizeof settings, PACKED " encoding=%s", encodings[i]);
        bench b = open_model(settings, 1);
        const size_t count = b.trainer->model->parameters->bytes / sizeof(real);
        reading packed = read_text(&b, text, TOKENS, true);
        real *sums = calloc(count, sizeof *sums);
        assert_non_null(sums);
        for (int k = 0; k < DOCUMENTS; k++) {
            reading alone = read_text(&b, text + begins[k], size_of(k), true);
            for (size_t j = 0; j < count; j++) sums[j] += alone.gradients[j];
            assert_true(difference(packed.losses + begins[k], alone.losses, (size_t)alone.count) <= rounding);
            reading_free(&alone);
        }
        const double x = difference(packed.gradients, sums, count);
        if (!(x <= 10 * rounding)) fail_msg("%s: gradients differ by %g", settings, x);
        reading_free(&packed);
        free(sums);
        bench_close(&b);
    }
}

/* ---- batches ---- */

/* Each sequence of a batch has its own document boundaries. The numbers of workers and micro-batches change no bit. */
static void workers_and_batches_change_nothing(void **state) {
    (void)state;
    static const char *const known[] = {"encoding=sinusoid",
                                        "encoding=t5 model.dropout_attention=0.2",
                                        "encoding=rope encoding.clip=3",
                                        "encoding=none attention=geometric",
                                        "encoding=cope",
                                        "encoding=relative"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char one[200], other[200];
        snprintf(one, sizeof one, PACKED " %s eval.batch=11", known[i]);
        snprintf(other, sizeof other, PACKED " %s eval.batch=3", known[i]);
        bench a = open_model(one, 1), b = open_model(other, 3);
        for (int k = 0; k < 4; k++) {
            lg_step x, y;
            must(&a, lg_trainer_step(a.trainer, &x, &a.err));
            must(&b, lg_trainer_step(b.trainer, &y, &b.err));
            assert_true(x.loss == y.loss);
        }
        assert_true(same_state(a.trainer, b.trainer));
        lg_eval_result x, y;
        must(&a, lg_trainer_eval(a.trainer, 30, &x, &a.err));
        must(&b, lg_trainer_eval(b.trainer, 30, &y, &b.err));
        if (memcmp(x.values, y.values, sizeof x.values) != 0) fail_msg("%s: batches change an evaluation", known[i]);
        bench_close(&a);
        bench_close(&b);
    }
}

/* ---- separators ---- */

/* A token other than the end of a line can end documents, for positions and the mask alike. */
static void separators_are_chosen(void **state) {
    (void)state;
    bench b = open_model(PACKED " encoding=sinusoid positions.separator=g mask.separator=g", 1);
    reading packed = read_text(&b, text, 12, false), alone = read_text(&b, text + 8, 4, false);
    assert_int_equal(text[7], 'g');
    assert_true(difference(packed.logits + 8UL * VOCABULARY, alone.logits, 4UL * VOCABULARY) <= rounding);
    reading_free(&packed);
    reading_free(&alone);
    bench_close(&b);
}

static void what_has_no_documents_is_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"positions=document positions.separator=<eos> encoding=rope",
         "positions.separator: '<eos>' is no token of data: text"},
        {"mask=document mask.separator=ab", "mask.separator: 'ab' is no token of data: text"},
        {"mask=document scale=log_n", "scale: log_n counts the same keys for all"},
        {"mask=document model.order=lf encoding=none convolution.taps=3", "mask: document"},
        {"mask=document model.order=sldf convolution.taps=3", "sublayers l of model.order: sldf read them"},
        {"mask=document projection=primer", "projection: primer mixes neighbouring tokens across documents"},
        {"mask=document encoding=relative architecture.memory=8 curriculum=segments protocol=memory",
         "rows of earlier segments belong to none of the documents"},
        {"positions=document encoding=relative architecture.memory=8 curriculum=segments protocol=memory",
         "rows of earlier segments belong to none of the documents"},
        {"positions=document encoding=rope protocol=greedy", "protocol: greedy generates tokens one by one"},
        {"positions=document encoding=tupe encoding.first_token=free", "encoding.first_token: free"},
        {"mask=document architecture=perceiver_ar", "run on latents"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char settings[SMALL];
        settings_of(cases[i][0], settings);
        bench_expect_refusal(settings, cases[i][1]);
    }
    bench_expect_refusal("data=copy_cmc architecture=encoder_decoder encoding=rope positions=document",
                         "reads them as two");
    bench_expect_refusal("data=reverse_string encoding=rope positions=document",
                         "'<eos>', the default, is no token of data: reverse_string");
}

/* Models that read tokens one by one are refused, since document boundaries are computed from the whole sequence. */
static void models_that_read_token_by_token_are_refused(void **state) {
    (void)state;
    bench b = open_model(PACKED " encoding=rope", 1);
    const lg_model *m = b.trainer->model;
    const lg_sequence_layout t = m->architecture.entry->layout(m, (lg_record_size){1, 5}, false);
    assert_false(lg_model_can_step(m, &t, &b.err));
    assert_non_null(strstr(b.err.text, "cannot be read one by one"));
    bench_close(&b);
}

/* Data sets other than text have documents if one of their tokens ends documents. */
static void tasks_have_documents_where_a_token_ends_them(void **state) {
    (void)state;
    static const char *const settings =
        "data=reverse_string encoding=sinusoid positions=document positions.separator=0";
    bench b = bench_open_well(settings, 1);
    lg_step step;
    must(&b, lg_trainer_step(b.trainer, &step, &b.err));
    const lg_step_pass *pass = &b.trainer->passes[0];
    const lg_position_ids *x = lg_position_sample_ids(&pass->buffers.own[0], 0, 0);
    const int32_t *ids = pass->pass.rows.ids;
    int again = 0;
    for (int row = 0; row < 8; row++, ids += x->T) {
        x = lg_position_sample_ids(&pass->buffers.own[row], 0, 0);
        for (int t = 1; t < x->T; t++) {
            assert_true(x->position[t] == (ids[t - 1] == 0 ? 0 : x->position[t - 1] + 1));
            again += x->position[t] == 0;
        }
    }
    assert_true(again > 0);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_the_logits_that_it_has_alone),
        cmocka_unit_test(mask_and_positions_are_both_needed),
        cmocka_unit_test(nothing_comes_from_other_documents),
        cmocka_unit_test(gradients_are_those_of_all_documents),
        cmocka_unit_test(workers_and_batches_change_nothing),
        cmocka_unit_test(separators_are_chosen),
        cmocka_unit_test(what_has_no_documents_is_refused),
        cmocka_unit_test(models_that_read_token_by_token_are_refused),
        cmocka_unit_test(tasks_have_documents_where_a_token_ends_them),
    };
    return cmocka_run_group_tests_name("documents", tests, open_disk, scratch_close);
}
