/* test_stream_choices.c: encodings and positions that are set for a single stream (nn/stream/positional.h). Such
 * models are among those of each_of_streams (pairwise.h), with which other suites test gradients, padding, and reading
 * a sequence piece by piece. */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "opened_models.h"
#include "train/state.h"

#include <cmocka.h>

#define MODEL "architecture=encoder_decoder data=copy_cmc data.alphabet=5 data.examples=50 "

static double loss_of(const char *settings) {
    char all[600];
    snprintf(all, sizeof all, MODEL "%s", settings);
    return bench_loss_after(all, 1, 4, NULL);
}

static void expect_same(const char *a, const char *b) {
    const double x = loss_of(a), y = loss_of(b);
    if (x != y) fail_msg("%s: %.17g, but %s: %.17g", a, x, b, y);
}

/* `encoding` and `positions` set the choice of both streams. Setting the same choice for each stream separately changes
 * no bit. */
static void a_choice_of_a_stream_is_that_choice(void **state) {
    (void)state;
    expect_same("encoding=rope encoding.base=50",
                "encoding=none encoder.encoding=rope encoder.encoding.base=50 decoder.encoding=rope "
                "decoder.encoding.base=50");
    expect_same("encoding=t5 encoding.buckets=8", "encoding=t5 encoding.buckets=8 encoder.encoding=t5 "
                                                  "encoder.encoding.buckets=8");
    expect_same("encoding=sinusoid positions=randomized positions.L=40",
                "encoding=sinusoid encoder.positions=randomized encoder.positions.L=40 decoder.positions=randomized "
                "decoder.positions.L=40");
    expect_same("encoding=alibi positions=augmented positions.global_shift=3",
                "encoding=none decoder.encoding=alibi encoder.encoding=alibi positions=augmented "
                "positions.global_shift=3");
}

/* Each choice has an effect. */
static void every_choice_has_an_effect(void **state) {
    (void)state;
    static const char *const choices[] = {"",
                                          "encoder.encoding=none",
                                          "decoder.encoding=none",
                                          "encoder.encoding=rope encoder.encoding.base=7",
                                          "encoder.positions=interpolated encoder.positions.factor=0.5",
                                          "decoder.positions=interpolated decoder.positions.factor=0.5",
                                          "cross.encoding=rope",
                                          "cross.encoding=rope cross.encoding.base=7",
                                          "cross.encoding=alibi",
                                          "cross.encoding=sandwich"};
    enum { COUNT = sizeof choices / sizeof *choices };
    double loss[COUNT];
    for (int i = 0; i < COUNT; i++) {
        char settings[200];
        snprintf(settings, sizeof settings, "encoding=rope %s", choices[i]);
        loss[i] = loss_of(settings);
        for (int j = 0; j < i; j++)
            if (loss[i] == loss[j]) fail_msg("'%s' and '%s' have the same loss", choices[i], choices[j]);
    }
}

static void options_of_a_choice_are_in_identities(void **state) {
    (void)state;
    lg_error err = {0};
    lg_resolved_config *d = bench_resolve(MODEL "encoding=rope", &err);
    assert_non_null(d);
    assert_non_null(strstr(d->identity, "encoder.encoding: same\n"));
    assert_null(strstr(d->identity, "encoder.encoding.base"));
    lg_resolved_config_free(d);
    d = bench_resolve(MODEL "encoding=rope encoder.encoding=rope", &err);
    assert_non_null(d);
    assert_non_null(strstr(d->identity, "encoder.encoding.base: 10000\n"));
    lg_resolved_config_free(d);
}

static bool has_parameter(const bench *b, const char *name) {
    for (size_t i = 0; i < lg_trainer_arrays(b->trainer); i++)
        if (!strcmp(lg_trainer_array(b->trainer, i).name, name)) return true;
    return false;
}

static void parameters_are_those_of_the_stream(void **state) {
    (void)state;
    bench b =
        bench_open_well(MODEL "encoding=t5 encoder.encoding=learned encoder.encoding.rows=9 cross.encoding=t5", 1);
    assert_true(has_parameter(&b, "encoder.embedding.position"));
    assert_true(has_parameter(&b, "decoder.attention.bucket_bias"));
    assert_true(has_parameter(&b, "cross.attention.bucket_bias"));
    assert_false(has_parameter(&b, "encoder.attention.bucket_bias"));
    bench_close(&b);
}

/* A stream needs as many positions as it has tokens. */
static void each_stream_has_its_own_limit(void **state) {
    (void)state;
    bench b = bench_open_well("architecture=encoder_decoder task=even_pairs encoding=rope encoder.positions=randomized "
                              "encoder.positions.L=20",
                              1);
    assert_true(lg_model_supports_length(b.trainer->model, 20, &b.err));
    assert_false(lg_model_supports_length(b.trainer->model, 21, &b.err));
    assert_non_null(strstr(b.err.text, "length 21 of even_pairs needs 21 positions, but encoder.positions.L is 20"));
    bench_close(&b);
    b = bench_open_well("architecture=encoder_decoder task=even_pairs encoding=rope decoder.positions=randomized "
                        "decoder.positions.L=8",
                        1);
    assert_true(lg_model_supports_length(b.trainer->model, 40, &b.err)); /* the target is one token */
    bench_close(&b);
}

static void impossible_pairs_are_refused(void **state) {
    (void)state;
    static const char *const refused[][2] = {
        {MODEL "cross.encoding=relative", "cross.encoding: relative needs queries and keys in one sequence"},
        {MODEL "cross.encoding=cope", "cross.encoding: cope needs queries and keys in one sequence"},
        {MODEL "cross.encoding=rope cross.encoding.clip=3", "distances between two sequences cannot be clipped"},
        {MODEL "cross.encoding=rope cross.encoding.dynamic=true", "cross.encoding: rope depends on one length"},
        {MODEL "cross.encoding=alibi cross.encoding.sides=split_heads", "use --cross.encoding.sides two_slopes"},
        {MODEL "encoding=alibi encoding.sides=split_heads", "use --encoding.sides symmetric"},
        {MODEL "encoding=relative positions=released cross.encoding=t5", "positions: released samples only distances"},
        {MODEL "encoder.encoding=xpos", "encoder.encoding: xpos needs a causal mask"},
        {MODEL "encoder.encoding=none encoder.positions=randomized", "encoder.encoding: none reads no positions"},
        {MODEL "encoder.encoding=rope model.width=6 model.heads=2", "encoder.encoding: rope needs pairs of columns"},
        {MODEL "encoding=none attention=geometric decoder.encoding=rope", "with decoder.encoding: rope (use --decoder"},
        {MODEL "decoder.encoding=learned decoder.positions=augmented", "decoder.positions: augmented gives real"},
        {MODEL "encoder.encoding.base=3", "it belongs to encoder.encoding: sinusoid, relative, rope"},
        {"architecture=decoder data=copy_cmc encoder.encoding.base=3", "is not used with architecture: decoder"},
        {"architecture=decoder data=copy_cmc encoder.encoding=rope", "it belongs to architecture: encoder_decoder"},
        {MODEL "encoder.encoding=ropes", "did you mean 'rope'?"},
        {MODEL "encoder.encoding=learned encoder.encoding.rows=8 encoder.positions=randomized encoder.positions.L=9",
         "encoder.positions.L: 9 positions are more than the 8 that encoder.encoding.rows allows"}};
    bench_expect_refusals(refused, sizeof refused / sizeof *refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_choice_of_a_stream_is_that_choice),   cmocka_unit_test(every_choice_has_an_effect),
        cmocka_unit_test(options_of_a_choice_are_in_identities), cmocka_unit_test(parameters_are_those_of_the_stream),
        cmocka_unit_test(each_stream_has_its_own_limit),         cmocka_unit_test(impossible_pairs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
