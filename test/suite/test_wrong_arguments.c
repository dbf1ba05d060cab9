/* test_wrong_arguments.c: calls every function of lengthen.h with every argument that it refuses. The function must
 * return LG_USAGE with a message that names the argument. If the context or the handle is NULL, there is no message.
 * Functions without a status return nothing. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "runs.h"

/* Asserts that the call fails with a message that begins with the name in `words` or contains it. */
static void refuse(const char *call, lg_status status, const char *words) {
    if (status != LG_USAGE || !strstr(lg_error_text(context), words))
        fail_msg("%s: %d, '%s'; expected %d, '%s'", call, status, lg_error_text(context), LG_USAGE, words);
}
#define REFUSED(words, call) refuse(#call, call, words)
/* For calls without a context that could hold a message. */
#define REFUSED_BARE(call) assert_int_equal(call, LG_USAGE)

static void never(void *user, ...) {
    (void)user;
    fail_msg("a refused call ran its callback");
}
#define NEVER(type) ((type)(void (*)(void))never)

static const int four = 4, beyond = LG_LENGTH_MAX + 1, zero = 0;
static const int32_t bits[] = {0, 1, 1, 0}, others[] = {0, 1, 2, -1};

static void contexts(void **state) {
    lg_custom_data data = {.size = sizeof data};
    (void)state;
    assert_string_equal(lg_error_text(NULL), "");
    lg_context_log(NULL, NULL, NULL);
    lg_context_stop(NULL, NULL, NULL);
    lg_context_threads(NULL, 1);
    lg_context_free(NULL);
    REFUSED_BARE(lg_context_register_data(NULL, &data));
    REFUSED("data is NULL", lg_context_register_data(context, NULL));
    REFUSED("name", lg_context_register_data(context, &data));
    data.size = 1;
    REFUSED("size", lg_context_register_data(context, &data));
}

static void configs(void **state) {
    lg_config *out, *f = run_new("config");
    char word[LG_OTHER_WORD];
    (void)state;
    REFUSED_BARE(lg_config_new(NULL, &out));
    REFUSED("out is NULL", lg_config_new(context, NULL));
    REFUSED_BARE(lg_config_copy(NULL, &out));
    REFUSED("out is NULL", lg_config_copy(f, NULL));
    lg_config_free(NULL);
    REFUSED_BARE(lg_config_set(NULL, "train.lr", "1", LG_FLAG, ""));
    REFUSED("key is NULL", lg_config_set(f, NULL, "1", LG_FLAG, ""));
    REFUSED("value is NULL", lg_config_set(f, "train.lr", NULL, LG_FLAG, ""));
    REFUSED("origin: 5: expected 0..4", lg_config_set(f, "train.lr", "1", (lg_origin)5, ""));
    REFUSED("origin: ", lg_config_set(f, "train.lr", "1", (lg_origin)-1, ""));
    REFUSED_BARE(lg_config_unset(NULL, "train.lr"));
    REFUSED("key is NULL", lg_config_unset(f, NULL));
    REFUSED("'nonsense'", lg_config_unset(f, "nonsense"));
    REFUSED_BARE(lg_config_load(NULL, "a.yaml"));
    REFUSED("path is NULL", lg_config_load(f, NULL));
    REFUSED_BARE(lg_config_preset(NULL, "quick"));
    REFUSED("name is NULL", lg_config_preset(f, NULL));
    REFUSED_BARE(lg_config_environment(NULL));
    REFUSED_BARE(lg_config_check(NULL));
    assert_false(lg_other_word(NULL, 3, "", word));
    assert_false(lg_other_word("batch_size", 10, "", NULL));
    assert_false(lg_other_word("batch_size", 10, NULL, word));
    assert_int_equal(lg_config_count(NULL), 0);
    assert_string_equal(lg_config_at(NULL, 0).key, "");
    assert_string_equal(lg_config_at(f, SIZE_MAX).key, "");
    assert_true(!lg_config_get(NULL, "seed") && !lg_config_alias(NULL, "seed") && !lg_config_text(NULL));
    assert_null(lg_config_hash(NULL));
    assert_null(lg_config_get(f, NULL));
    assert_string_equal(lg_error_text(context), "key is NULL");
    assert_null(lg_config_alias(f, NULL));
    assert_int_equal(lg_preset_count(NULL), 0);
    assert_true(!lg_preset_name(NULL, 0) && !lg_preset_summary(NULL, 0) && !lg_preset_name(context, SIZE_MAX));
    lg_config_free(f);
}

static void samples(void **state) {
    lg_config *f = run_new("samples");
    const lg_example_fn each = NEVER(lg_example_fn);
    (void)state;
    REFUSED_BARE(lg_sample_task(NULL, 4, 1, 0, each, NULL));
    REFUSED("length", lg_sample_task(f, -1, 1, 0, each, NULL));
    REFUSED("length", lg_sample_task(f, beyond, 1, 0, each, NULL));
    REFUSED("count: -1", lg_sample_task(f, 4, -1, 0, each, NULL));
    REFUSED("each is NULL", lg_sample_task(f, 4, 1, 0, NULL, NULL));
    REFUSED_BARE(lg_sample_split(NULL, LG_SPLIT_TEST, 4, 1, 0, each, NULL));
    REFUSED("split: 3: expected 0..2", lg_sample_split(f, (lg_split)3, 4, 1, 0, each, NULL));
    REFUSED("split: ", lg_sample_split(f, (lg_split)-1, 4, 1, 0, each, NULL));
    REFUSED("length", lg_sample_split(f, LG_SPLIT_TEST, INT_MIN, 1, 0, each, NULL));
    REFUSED("count", lg_sample_split(f, LG_SPLIT_TEST, 4, INT_MIN, 0, each, NULL));
    REFUSED("each is NULL", lg_sample_split(f, LG_SPLIT_TEST, 4, 1, 0, NULL, NULL));
    REFUSED_BARE(lg_sample_all(NULL, LG_SPLIT_TEST, 4, each, NULL));
    REFUSED("split", lg_sample_all(f, (lg_split)3, 4, each, NULL));
    REFUSED("length", lg_sample_all(f, LG_SPLIT_TEST, beyond, each, NULL));
    REFUSED("each is NULL", lg_sample_all(f, LG_SPLIT_TEST, 4, NULL, NULL));
    REFUSED_BARE(lg_sample_verify(NULL, LG_SPLIT_TEST, 4, 1, 0));
    REFUSED("split", lg_sample_verify(f, (lg_split)3, 4, 1, 0));
    REFUSED("length", lg_sample_verify(f, LG_SPLIT_TEST, -1, 1, 0));
    REFUSED("count", lg_sample_verify(f, LG_SPLIT_TEST, 4, -1, 0));
    lg_config_free(f);
}

static void matrices(void **state) {
    lg_config *f = run_new("matrices");
    const lg_matrix_fn each = NEVER(lg_matrix_fn);
    const double content[4 * 64] = {0};
    (void)state;
    REFUSED_BARE(lg_inspect_encoding(NULL, 4, NULL, NULL, each, NULL));
    REFUSED("length", lg_inspect_encoding(f, 0, NULL, NULL, each, NULL));
    REFUSED("length", lg_inspect_encoding(f, beyond, NULL, NULL, each, NULL));
    REFUSED("q and k", lg_inspect_encoding(f, 4, content, NULL, each, NULL));
    REFUSED("q and k", lg_inspect_encoding(f, 4, NULL, content, each, NULL));
    REFUSED("each is NULL", lg_inspect_encoding(f, 4, NULL, NULL, NULL, NULL));
    assert_false(lg_inspect_is_causal(NULL));
    REFUSED_BARE(lg_inspect_default_width(NULL));
    REFUSED_BARE(lg_inspect_positions(NULL, 4, each, NULL));
    REFUSED("length", lg_inspect_positions(f, 0, each, NULL));
    REFUSED("length", lg_inspect_positions(f, beyond, each, NULL));
    REFUSED("each is NULL", lg_inspect_positions(f, 4, NULL, NULL));
    REFUSED_BARE(lg_inspect_positions_of(NULL, "a b", each, NULL));
    REFUSED("tokens is NULL", lg_inspect_positions_of(f, NULL, each, NULL));
    REFUSED("each is NULL", lg_inspect_positions_of(f, "a b", NULL, NULL));
    REFUSED_BARE(lg_inspect_model(NULL, NEVER(lg_parameter_fn), NULL));
    REFUSED("each is NULL", lg_inspect_model(f, NULL, NULL));
    lg_config_free(f);
}

static void trainings(void **state) {
    lg_outcome outcome;
    lg_flops_report flops;
    lg_result results[2];
    lg_context *other = lg_context_new();
    lg_config *f = run_new("a"), *g = run_new("b"), *theirs;
    (void)state;
    assert_int_equal(lg_config_new(other, &theirs), LG_OK);
    REFUSED_BARE(lg_train(NULL, NULL, &outcome));
    REFUSED("out is NULL", lg_train(f, NULL, NULL));
    REFUSED_BARE(lg_config_flops(NULL, &flops));
    REFUSED("out is NULL", lg_config_flops(f, NULL));
    REFUSED_BARE(lg_train_all(NULL, &f, 1, 0, NULL, results));
    REFUSED("configs is NULL", lg_train_all(context, NULL, 1, 0, NULL, results));
    REFUSED("number 1 is NULL", lg_train_all(context, (lg_config *[]){f, NULL}, 2, 0, NULL, results));
    REFUSED("number 1 belongs to another", lg_train_all(context, (lg_config *[]){f, theirs}, 2, 0, NULL, results));
    REFUSED("at_once: -1", lg_train_all(context, (lg_config *[]){f, g}, 2, -1, NULL, results));
    REFUSED("at_once: 2000", lg_train_all(context, (lg_config *[]){f, g}, 2, 2000, NULL, results));
    REFUSED("results is NULL", lg_train_all(context, (lg_config *[]){f, g}, 2, 0, NULL, NULL));
    assert_int_equal(scratch_count(folder), 0);
    lg_config_free(f);
    lg_config_free(g);
    lg_config_free(theirs);
    lg_context_free(other);
}

static lg_run *train(void) {
    lg_config *f = run_new("run");
    run_set(f, (const char *const[][2]){{"model.width", "8"},
                                        {"model.heads", "2"},
                                        {"model.blocks", "1"},
                                        {"train.steps", "1"},
                                        {"train.batch", "2"},
                                        {"eval.lengths", "4"},
                                        {"eval.sequences", "2"},
                                        {NULL}});
    run_train(f);
    return run_open("run");
}

static void runs(void **state) {
    lg_run *out, *r = train();
    lg_score_report score;
    double to[64];
    int n = 0, m = 0;
    (void)state;
    REFUSED_BARE(lg_run_open(NULL, "run", &out));
    REFUSED("path is NULL", lg_run_open(context, NULL, &out));
    REFUSED("out is NULL", lg_run_open(context, "run", NULL));
    lg_run_free(NULL);
    assert_null(lg_run_config(NULL));
    assert_false(lg_run_is_changed(NULL, "mask") || lg_run_is_changed(r, NULL) || lg_run_is_changed(r, "nonsense"));
    REFUSED_BARE(lg_run_eval(NULL, NULL, &score));
    REFUSED("out is NULL", lg_run_eval(r, NULL, NULL));
    REFUSED_BARE(lg_run_positions(NULL, NEVER(lg_matrix_fn), NULL));
    REFUSED("each is NULL", lg_run_positions(r, NULL, NULL));
    REFUSED("call lg_run_logits first", lg_run_positions(r, NEVER(lg_matrix_fn), NULL));
    REFUSED_BARE(lg_run_logits(NULL, bits, 4, to, 64, &n, &m));
    REFUSED("input is NULL", lg_run_logits(r, NULL, 4, to, 64, &n, &m));
    REFUSED("not 0", lg_run_logits(r, bits, 0, to, 64, &n, &m));
    REFUSED("not -1", lg_run_logits(r, bits, -1, to, 64, &n, &m));
    REFUSED("not 100001", lg_run_logits(r, bits, beyond, to, 64, &n, &m));
    REFUSED("token 2 is 2", lg_run_logits(r, others, 4, to, 64, &n, &m));
    REFUSED("token 0 is -1", lg_run_logits(r, others + 3, 1, to, 64, &n, &m));
    REFUSED("logits is NULL", lg_run_logits(r, bits, 4, NULL, 64, &n, &m));
    REFUSED("the buffer holds 1", lg_run_logits(r, bits, 4, to, 1, &n, &m));
    REFUSED("outputs is NULL", lg_run_logits(r, bits, 4, to, 64, NULL, &m));
    REFUSED("classes is NULL", lg_run_logits(r, bits, 4, to, 64, &n, NULL));
    assert_int_equal(lg_run_parameters(NULL), 0);
    assert_string_equal(lg_run_parameter(NULL, 0).name, "");
    assert_string_equal(lg_run_parameter(r, SIZE_MAX).name, "");
    lg_run_free(r);
}

static void insides(void **state) {
    lg_run *r = train();
    int two[2];
    const lg_attention_fn map = NEVER(lg_attention_fn);
    const lg_layer_fn layer = NEVER(lg_layer_fn);
    (void)state;
    assert_true(lg_analyze_lengths(NULL, two) == 0 && lg_analyze_lengths(r, NULL) == 0);
#define ATTEND lg_analyze_attention
    REFUSED_BARE(ATTEND(NULL, LG_ATTENTION_SELF, &four, 1, LG_HEADS_ALL, 0, map, NULL));
    REFUSED("kind: 3: expected 0..2", ATTEND(r, (lg_attention_kind)3, &four, 1, LG_HEADS_ALL, 0, map, NULL));
    REFUSED("lengths is NULL", ATTEND(r, LG_ATTENTION_SELF, NULL, 1, LG_HEADS_ALL, 0, map, NULL));
    REFUSED("length", ATTEND(r, LG_ATTENTION_SELF, NULL, 0, LG_HEADS_ALL, 0, map, NULL));
    REFUSED("length: 0", ATTEND(r, LG_ATTENTION_SELF, &zero, 1, LG_HEADS_ALL, 0, map, NULL));
    REFUSED("length: 100001", ATTEND(r, LG_ATTENTION_SELF, &beyond, 1, LG_HEADS_ALL, 0, map, NULL));
    REFUSED("heads: 3", ATTEND(r, LG_ATTENTION_SELF, &four, 1, (lg_head_choice)3, 0, map, NULL));
    REFUSED("sequence: -1", ATTEND(r, LG_ATTENTION_SELF, &four, 1, LG_HEADS_ALL, -1, map, NULL));
    REFUSED("each is NULL", ATTEND(r, LG_ATTENTION_SELF, &four, 1, LG_HEADS_ALL, 0, NULL, NULL));
    REFUSED("", ATTEND(r, LG_ATTENTION_CROSS, &four, 1, LG_HEADS_ALL, 0, map, NULL)); /* encoders have only SELF */
#define ACTIVATE lg_analyze_activations
    REFUSED_BARE(ACTIVATE(NULL, &four, 1, 2, LG_SLOTS_ALL, layer, NULL));
    REFUSED("lengths is NULL", ACTIVATE(r, NULL, 1, 2, LG_SLOTS_ALL, layer, NULL));
    REFUSED("length", ACTIVATE(r, NULL, 0, 2, LG_SLOTS_ALL, layer, NULL));
    REFUSED("length: 0", ACTIVATE(r, &zero, 1, 2, LG_SLOTS_ALL, layer, NULL));
    REFUSED("sequences: -1", ACTIVATE(r, &four, 1, -1, LG_SLOTS_ALL, layer, NULL));
    REFUSED("slots: 3", ACTIVATE(r, &four, 1, 2, (lg_slots)3, layer, NULL));
    REFUSED("each is NULL", ACTIVATE(r, &four, 1, 2, LG_SLOTS_ALL, NULL, NULL));
    lg_run_free(r);
}

/* Functions without a context. */
static void numbers_of_lists(void **state) {
    static const double values[LG_METRICS_MAX];
    const size_t none = lg_metric_count();
    size_t i = 7;
    (void)state;
    assert_string_equal(lg_split_name((lg_split)3), "");
    assert_string_equal(lg_split_name((lg_split)-1), "");
    assert_string_equal(lg_step_score_name(LG_STEP_SCORES), "");
    assert_string_equal(lg_metric_at(none).name, "");
    assert_false(lg_metric_find(NULL, &i) || lg_metric_find("nonsense", &i) || lg_metric_find("bleu", NULL));
    assert_int_equal(i, 7);
    assert_false(lg_metric_applies(none, values) || lg_metric_applies(0, NULL) || lg_metric_better(none, 1, 0));
    assert_true(lg_metric_base(none) == none && lg_metric_of_base(none, 0.5) == 0.5);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, runs_open, runs_close)
    const struct CMUnitTest tests[] = {
        TEST(contexts),  TEST(configs), TEST(samples), TEST(matrices),
        TEST(trainings), TEST(runs),    TEST(insides), TEST(numbers_of_lists),
    };
    return cmocka_run_group_tests_name("wrong arguments", tests, NULL, NULL);
}
