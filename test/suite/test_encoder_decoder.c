/* test_encoder_decoder.c: models with two streams: which parameters the streams share, which tokens of one stream the
 * other stream sees, and which records share a pass. test_batches.c checks that losses equal those of records alone;
 * test_stepping.c that the decoder can be read piece by piece. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/evaluate.h"
#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

static bool has(const lg_trainer *t, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++)
        if (!strcmp(lg_trainer_array(t, i).name, name)) return true;
    return false;
}

/* ---- parameters ---- */

static void one_table_for_one_vocabulary(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=encoder_decoder data=copy_cmc data.alphabet=5", 1);
    const lg_token_format *f = &b.trainer->model->format;
    assert_true(has(b.trainer, "embedding.weight") && !has(b.trainer, "encoder.embedding.weight"));
    assert_int_equal(f->sources, f->symbols);
    bench_close(&b);
    b = bench_open_well("architecture=encoder_decoder task=bucket_sort", 1);
    assert_true(has(b.trainer, "encoder.embedding.weight") && has(b.trainer, "decoder.embedding.weight"));
    assert_false(has(b.trainer, "embedding.weight"));
    bench_close(&b);
}

static size_t count_rows(const lg_trainer *t, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++)
        if (!strcmp(lg_trainer_array(t, i).name, name)) return lg_trainer_array(t, i).count / (size_t)t->model->width;
    return 0;
}

/* Tests the three ways of the literature to tie tables, and the token with which targets begin. */
static void tables_are_tied_as_asked(void **state) {
    (void)state;
    static const char data[] = "architecture=encoder_decoder data=copy_cmc data.alphabet=5";
    static const struct {
        const char *settings;
        int shared, encoder, decoder, readout; /* number of rows beyond those of the target's words; -1: no table */
    } cases[] = {{"", 1, -1, -1, 0},
                 {"head=tied", 1, -1, -1, -1},                                                   /* share_all */
                 {"head=tied architecture.begin=end architecture.tables=shared", 0, -1, -1, -1}, /* fairseq */
                 {"head=tied architecture.tables=apart", -1, 0, 1, -1},                          /* share_decoder */
                 {"head=linear architecture.tables=apart architecture.begin=end", -1, 0, 0, 0},
                 {"head=tied architecture.vocabulary=40 architecture.tables=apart", -1, 31, 32, -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char *const names[] = {"embedding.weight", "encoder.embedding.weight", "decoder.embedding.weight",
                                            "decoder.readout.weight"};
        const int wanted[] = {cases[i].shared, cases[i].encoder, cases[i].decoder, cases[i].readout};
        char settings[200];
        snprintf(settings, sizeof settings, "%s %s", data, cases[i].settings);
        bench b = bench_open_well(settings, 1);
        const int words = b.trainer->model->data->target.size, larger = strstr(settings, "=40") ? 40 - 31 - words : 0;
        for (int j = 0; j < 4; j++) {
            const int rows = (int)count_rows(b.trainer, names[j]);
            const int want = wanted[j] < 0 ? 0 : words + wanted[j] + larger;
            if (rows != want) fail_msg("%s: %s has %d rows, not %d", settings, names[j], rows, want);
        }
        const bool own = !strstr(settings, "begin=end");
        assert_int_equal(b.trainer->model->format.empty,
                         own ? b.trainer->model->format.symbols - 1 : b.trainer->model->data->end);
        bench_close(&b);
    }
    static const char *const refused[][2] = {
        {"architecture=encoder_decoder data=bucket_sort architecture.tables=shared", "shared needs one vocabulary"},
        {"architecture=encoder_decoder data=reverse_string architecture.begin=end", "end needs a token that ends"},
        {"architecture=encoder_decoder data=copy_cmc data.alphabet=5 architecture.vocabulary=3", "rows are too few"}};
    bench_expect_refusals(refused, sizeof refused / sizeof *refused);
}

static void names_begin_with_the_stream(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=encoder_decoder task=bucket_sort encoding=t5 block=pre_norm", 1);
    static const char *const names[] = {
        "encoder.block.1.attention.query", "encoder.attention.bucket_bias",   "encoder.norm.scale",
        "encoder.block.0.norm2.scale",     "decoder.block.1.attention.query", "decoder.block.1.cross.output",
        "decoder.attention.bucket_bias",   "decoder.block.0.norm3.scale",     "decoder.readout.weight"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!has(b.trainer, names[i])) fail_msg("no parameter %s", names[i]);
    assert_false(has(b.trainer, "encoder.block.0.cross.query") || has(b.trainer, "encoder.block.0.norm3.scale"));
    bench_close(&b);
}

/* ---- visible tokens ---- */

enum { N = 6, CLASSES = 2 };

/* The first row of logits, which is the output at the begin token. */
static void first_logits(bench *b, const int32_t *source, real *out) {
    real all[N * CLASSES];
    if (!lg_trainer_logits(b->trainer, &(lg_logits_request){N, N, N, source, NULL}, all, &b->err))
        fail_msg("%s", b->err.text);
    memcpy(out, all, CLASSES * sizeof *out);
}

static void the_first_target_sees_all_of_the_source(void **state) {
    (void)state;
    static const char *const encodings[] = {"none", "sinusoid", "rope", "relative"};
    for (size_t e = 0; e < sizeof encodings / sizeof *encodings; e++) {
        char settings[200];
        snprintf(settings, sizeof settings, "architecture=encoder_decoder task=reverse_string encoding=%s",
                 encodings[e]);
        bench b = bench_open_well(settings, 1);
        int32_t source[N] = {0, 1, 0, 0, 1, 1};
        real before[CLASSES], after[CLASSES];
        first_logits(&b, source, before);
        for (int i = 0; i < N; i++) {
            source[i] ^= 1;
            first_logits(&b, source, after);
            source[i] ^= 1;
            if (!memcmp(before, after, sizeof before)) fail_msg("%s: token %d is not seen", settings, i);
        }
        /* The same tokens in another order. Without positions, their order does not matter. */
        const int32_t other[N] = {1, 0, 1, 1, 0, 0};
        first_logits(&b, other, after);
        double worst = 0;
        for (int c = 0; c < CLASSES; c++) worst = fmax(worst, fabs((double)(before[c] - after[c])));
        assert_true(e == 0 ? worst < 1e-6 : worst > 1e-6);
        bench_close(&b);
    }
}

/* Layer 0 of the encoder is the token table times the square root of the width. */
static void the_encoder_can_be_looked_into(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=encoder_decoder task=reverse_string encoding=none", 1);
    const int width = b.trainer->model->width, layers = b.trainer->model->blocks + 1;
    real *x = malloc(sizeof *x * (size_t)(layers * N * width));
    const lg_activation_request first = {.length = N, .count = 1, .source = true};
    assert_true(lg_trainer_activations(b.trainer, &first, 0, N, x, &b.err));
    const lg_named_array table = lg_trainer_array(b.trainer, 0);
    assert_string_equal(table.name, "encoder.embedding.weight");
    for (int t = 0; t < N; t++) {
        const real *row = table.value + b.trainer->engine.records[0].source[t] * width;
        for (int c = 0; c < width; c++)
            assert_true(fabs((double)x[t * width + c] - sqrt(width) * (double)row[c]) < 1e-6);
    }
    free(x);
    bench_close(&b);
}

static void impossible_choices_are_refused(void **state) {
    (void)state;
    bench b = bench_open("architecture=encoder_decoder mask=full", 1, NULL);
    assert_null(b.trainer);
    assert_string_equal(b.err.text,
                        "architecture: encoder_decoder predicts targets one after another and needs a causal "
                        "mask, not full (use --mask causal)");
    bench_close(&b);
    b = bench_open("encoding=sinusoid positions=augmented positions.source_factor=1.1", 1, NULL);
    assert_null(b.trainer);
    assert_string_equal(b.err.text, "positions.source_factor has no effect: architecture: encoder has no source "
                                    "sequence (use --architecture encoder_decoder)");
    bench_close(&b);
    b = bench_open_well(
        "architecture=encoder_decoder task=even_pairs positions=randomized positions.L=20 encoding=rope", 1);
    assert_true(lg_model_supports_length(b.trainer->model, 20, &b.err));
    assert_false(lg_model_supports_length(b.trainer->model, 21, &b.err)); /* the source has 21 tokens */
    assert_non_null(strstr(b.err.text, "length 21 of even_pairs needs 21 positions, but positions.L is 20"));
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_table_for_one_vocabulary),   cmocka_unit_test(tables_are_tied_as_asked),
        cmocka_unit_test(names_begin_with_the_stream),    cmocka_unit_test(the_first_target_sees_all_of_the_source),
        cmocka_unit_test(the_encoder_can_be_looked_into), cmocka_unit_test(impossible_choices_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
