/* test_stop.c: the stop hook of a context. Every kind of long call runs the hook, ends with LG_PREEMPTED soon after the
 * hook returns true, and succeeds when it is repeated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/analysis.h"
#include "api/claim.h"
#include "api/decoding.h"
#include "api/sweep.h"
#include "api/theorem.h"
#include "runs.h"

/* Trained models: an encoder for an algorithmic task, a decoder that generates answers, a model with experts, and a
 * model of text. config: that of the encoder. */
typedef struct world {
    lg_run *encoder, *decoder, *experts, *text;
    lg_config *config;
} world;

static const int lengths[] = {4, 8};

/* ---- the hook ---- */

/* The state of a hook that returns true from its `at`-th call on. If `at` is 0, the hook always returns false. */
typedef struct asking {
    int asked, at;
} asking;

static bool stop_at_question(void *user) {
    asking *x = user;
    x->asked++;
    return x->at > 0 && x->asked >= x->at;
}

/* ---- all kinds of calls ---- */

static void hear(void *user, ...) {
    (void)user;
}
#define HEAR(type) ((type)(void (*)(void))hear)

static bool hear_answer(void *user, const lg_generated *x) {
    (void)user, (void)x;
    return true;
}

static bool hear_translation(void *user, const lg_translated *x) {
    (void)user, (void)x;
    return true;
}

/* A copy of the config, for a new run. */
static lg_config *new_run(const world *w) {
    char name[32];
    static int number;
    lg_config *f;
    snprintf(name, sizeof name, "new%d", ++number);
    assert_int_equal(lg_config_copy(w->config, &f), LG_OK);
    assert_int_equal(lg_config_set(f, "out", scratch_path(folder, name), LG_FLAG, ""), LG_OK);
    return f;
}

static lg_status train(world *w) {
    lg_outcome out;
    lg_config *f = new_run(w);
    const lg_status status = lg_train(f, NULL, &out);
    lg_config_free(f);
    return status;
}

static lg_status train_two(world *w) {
    lg_config *two[] = {new_run(w), new_run(w)};
    lg_result results[2];
    const lg_status status = lg_train_all(context, two, 2, 2, NULL, results);
    for (int i = 0; i < 2; i++) lg_config_free(two[i]);
    return status;
}

static lg_status evaluate(world *w) {
    lg_score_report score;
    return lg_run_eval(w->encoder, NULL, &score);
}

static lg_status decode(world *w) {
    lg_score_report score;
    return lg_run_eval(w->decoder, NULL, &score);
}

static lg_status bootstrap(world *w) {
    lg_score_report score;
    return lg_analyze_curve(w->encoder, 10, NULL, &score);
}

static lg_status confusion(world *w) {
    return lg_analyze_confusion(w->encoder, NULL, HEAR(lg_confusion_fn), NULL);
}

static lg_status logits(world *w) {
    static const int32_t input[] = {0, 1, 1, 0};
    static double to[1000];
    int outputs, classes;
    return lg_run_logits(w->decoder, input, 4, to, 1000, &outputs, &classes);
}

static lg_status generate(world *w) {
    static const lg_prompt prompts[] = {{"0 1 1 0", "here", 0}, {"1 0 1", "here", 0}};
    return lg_generate(w->decoder, prompts, 2, 8, hear_answer, NULL);
}

static lg_status translate(world *w) {
    static const char *const lines[] = {"0 1 1 0", "1 0 1"};
    assert_int_equal(lg_config_set(lg_run_config(w->decoder), "protocol", "beam", LG_FLAG, ""), LG_OK);
    const lg_status status = lg_translate(w->decoder, lines, 2, 1, false, hear_translation, NULL, NULL);
    assert_int_equal(lg_config_unset(lg_run_config(w->decoder), "protocol"), LG_OK);
    return status;
}

static lg_status attention(world *w) {
    return lg_analyze_attention(w->encoder, LG_ATTENTION_SELF, lengths, 2, LG_HEADS_ALL, 0, HEAR(lg_attention_fn),
                                NULL);
}

static lg_status activations(world *w) {
    return lg_analyze_activations(w->encoder, lengths, 2, 3, LG_SLOTS_ALL, HEAR(lg_layer_fn), NULL);
}

static lg_status divergence(world *w) {
    return lg_analyze_divergence(w->encoder, &w->experts, 1, lengths, 2, 3, HEAR(lg_attention_divergence_fn), NULL,
                                 NULL);
}

static lg_status distance(world *w) {
    return lg_analyze_distance(w->decoder, lengths, 2, 3, LG_REGION_ALL, LG_DISTANCE_PAPER,
                               HEAR(lg_attention_distance_fn), NULL, NULL);
}

static lg_status sharpness(world *w) {
    return lg_analyze_sharpness(w->decoder, lengths, 2, 3, LG_REGION_ALL, HEAR(lg_attention_sharpness_fn), NULL, NULL);
}

static lg_status gradients(world *w) {
    return lg_analyze_gradients(w->encoder, 4, 3, HEAR(lg_gradient_fn), NULL);
}

static lg_status load(world *w) {
    return lg_analyze_load(w->experts, lengths, 2, 3, HEAR(lg_load_fn), NULL);
}

static lg_status units(world *w) {
    const lg_unit_question q = {lengths, 2, 3, .block = -1, .most = 1, .places = 1, .symbols = 1};
    return lg_analyze_units(w->encoder, &q, HEAR(lg_unit_fn), NULL, NULL);
}

static lg_status shifts(world *w) {
    static const int offsets[] = {0, 3};
    return lg_analyze_shifts(w->encoder, offsets, 2, 4, 3, HEAR(lg_shift_fn), NULL);
}

static lg_status contexts(world *w) {
    return lg_analyze_context(w->text, lengths, 2, 1, 5, HEAR(lg_context_score_fn), NULL, NULL);
}

static lg_status places(world *w) {
    return lg_analyze_places(w->text, 8, 0, 5, HEAR(lg_place_loss_fn), NULL, NULL);
}

static lg_status probe(world *w) {
    return lg_run_probe(w->encoder, 4, 3, scratch_path(folder, "probe"));
}

static lg_status theorem(world *w) {
    const lg_theorem_options o = {0};
    (void)w;
    return lg_theorem_check(context, 1, &o, HEAR(lg_theorem_fn), NULL);
}

static lg_status claims(world *w) {
    const char *path = scratch_path(folder, "claim.yaml");
    lg_claims *x;
    FILE *to = fopen(path, "w");
    (void)w;
    assert_true(to && fputs("claim: nothing\nexpect: a - b > 0\nhours: 1\n", to) >= 0 && fclose(to) == 0);
    const lg_status status = lg_claims_read(context, &path, 1, NULL, &x);
    lg_claims_free(x);
    return status;
}

static lg_status sample(world *w) {
    return lg_sample_task(w->config, 5, 10, 1, HEAR(lg_example_fn), NULL);
}

static lg_status verify(world *w) {
    return lg_sample_verify(w->config, LG_SPLIT_TEST, 5, 10, 1);
}

static lg_status flops(world *w) {
    lg_flops_report out;
    return lg_config_flops(w->config, &out);
}

static lg_status plan(world *w) {
    lg_sweep *s;
    (void)w;
    char file[4096]; /* scratch_path reuses its buffer */
    snprintf(file, sizeof file, "%s", scratch_path(folder, "sweep.yaml"));
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs("set: {train.steps: 10, model.width: 8, model.heads: 2}\ngrid: {train.lr: [0.1, 0.2]}\n", f);
    assert_int_equal(fclose(f), 0);
    const lg_status status = lg_sweep_plan(context, file, scratch_path(folder, "sweep"), false, &s);
    lg_sweep_free(s);
    return status;
}

static const struct {
    const char *name;
    lg_status (*call)(world *w);
} calls[] = {
    {"train", train},
    {"train all", train_two},
    {"eval", evaluate},
    {"eval of a decoder", decode},
    {"curve", bootstrap},
    {"confusion", confusion},
    {"logits", logits},
    {"generate", generate},
    {"translate", translate},
    {"attention", attention},
    {"activations", activations},
    {"divergence", divergence},
    {"distance", distance},
    {"sharpness", sharpness},
    {"gradients", gradients},
    {"load", load},
    {"units", units},
    {"shifts", shifts},
    {"context", contexts},
    {"places", places},
    {"probe", probe},
    {"theorem", theorem},
    {"claims", claims},
    {"sample", sample},
    {"verify", verify},
    {"flops", flops},
    {"plan", plan},
};

/* ---- tests ---- */

static void train_run(const char *name, const char *const settings[][2]) {
    static const char *const common[][2] = {{"model.width", "8"},           {"model.heads", "2"},
                                            {"model.blocks", "1"},          {"train.steps", "4"},
                                            {"model.feed_forward", "8"},    {"train.batch", "4"},
                                            {"eval.lengths", "4,8"},        {"eval.sequences", "8"},
                                            {"curriculum.lengths", "1..8"}, {NULL}};
    lg_config *f = run_new(name);
    run_set(f, common);
    run_set(f, settings);
    run_train(f);
}

static void open_world(world *w) {
    char path[4096];
    snprintf(path, sizeof path, "%s", scratch_path(folder, "book"));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int i = 0; i < 600; i++) fputc("ab c"[i * i % 7 % 4], f);
    assert_int_equal(fclose(f), 0);
    train_run("encoder", (const char *const[][2]){{NULL}});
    train_run("decoder", (const char *const[][2]){{"architecture", "decoder"}, {NULL}});
    train_run("experts", (const char *const[][2]){{"mixer", "switch"}, {NULL}});
    train_run(
        "text",
        (const char *const[][2]){
            {"data", "text"}, {"data.file", path}, {"data.test_fraction", "0.2"}, {"curriculum.lengths", "8"}, {NULL}});
    w->encoder = run_open("encoder");
    w->decoder = run_open("decoder");
    w->experts = run_open("experts");
    w->text = run_open("text");
    assert_int_equal(lg_config_copy(lg_run_config(w->encoder), &w->config), LG_OK);
}

static void close_world(world *w) {
    lg_run_free(w->encoder);
    lg_run_free(w->decoder);
    lg_run_free(w->experts);
    lg_run_free(w->text);
    lg_config_free(w->config);
}

/* Stops each long call twice: at its first call of the hook, and halfway through its calls of the hook. Then repeats
 * the call without a stop. Uses one thread, so that the hook is always called the same number of times. */
static void every_long_call_stops(void **state) {
    (void)state;
    world w;
    lg_context_threads(context, 1);
    open_world(&w);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        asking all = {0};
        lg_context_stop(context, stop_at_question, &all);
        if (calls[i].call(&w) != LG_OK) fail_msg("%s: %s", calls[i].name, lg_error_text(context));
        if (all.asked == 0) fail_msg("%s: the hook was not called", calls[i].name);
        for (int k = 0; k < 2; k++) {
            asking x = {.at = k == 0 ? 1 : 1 + all.asked / 2};
            lg_context_stop(context, stop_at_question, &x);
            const lg_status status = calls[i].call(&w);
            if (status != LG_PREEMPTED)
                fail_msg("%s: status %d after a stop at call %d of %d of the hook: %s", calls[i].name, status, x.at,
                         all.asked, lg_error_text(context));
            if (x.asked > x.at + 3) fail_msg("%s: %d calls of the hook after the stop", calls[i].name, x.asked - x.at);
        }
        lg_context_stop(context, NULL, NULL);
        if (calls[i].call(&w) != LG_OK) fail_msg("%s, again: %s", calls[i].name, lg_error_text(context));
    }
    close_world(&w);
}

/* Sets the caller's flag, which stops the running training. */
static void set_flag(void *user, const lg_step_report *r) {
    if (r->step == 2) *(int *)user = 1;
}

static void a_flag_stops(void **state) {
    (void)state;
    int flag = 0;
    lg_outcome out;
    const lg_callbacks heard = {.user = &flag, .step = set_flag};
    lg_config *f = run_new("flag");
    run_set(f, (const char *const[][2]){{"model.width", "8"}, {"model.heads", "2"}, {"train.steps", "100"}, {NULL}});
    lg_context_stop(context, lg_flag_is_set, &flag);
    assert_int_equal(lg_train(f, &heard, &out), LG_PREEMPTED);
    assert_int_equal(out.step, 2);
    assert_false(lg_flag_is_set(NULL));
    lg_config_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_long_call_stops, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(a_flag_stops, runs_open, runs_close),
    };
    return cmocka_run_group_tests_name("stops", tests, NULL, NULL);
}
