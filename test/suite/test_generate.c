/* test_generate.c: generation from prompts outputs the tokens that evaluation decodes, whatever else the same call
 * generates. Probabilities equal those from the logits of one pass. */
#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "data/text_task.h"
#include "decode/generate.h"
#include "evaluate/evaluate.h"
#include "models.h"
#include "train/state.h"

#include <cmocka.h>

enum { RECORDS = 20, TOKENS = 40 };

static const char common[] = "data=copy_cmc data.alphabet=4 train.batch=32 curriculum=fixed curriculum.length=3 "
                             "eval.lengths=2..9 eval.sequences=20 model.dropout=0 train.lr=0.01";

static bench open_trained(const char *more, int threads, int steps) {
    char settings[400];
    snprintf(settings, sizeof settings, "%s %s", common, more);
    bench b = bench_open(settings, threads, NULL);
    lg_step s;
    if (!b.trainer) fail_msg("%s", b.err.text);
    for (int i = 0; i < steps; i++) assert_true(lg_trainer_step(b.trainer, &s, &b.err));
    return b;
}

/* ---- outputs of evaluation ---- */

typedef struct decoded {
    int count;
    lg_record prompts[RECORDS];
    int32_t answer[RECORDS][TOKENS];
    int tokens[RECORDS];
} decoded;

static void keep_answer(void *user, const lg_record_answer *x) {
    decoded *d = user;
    lg_record *r = &d->prompts[d->count];
    assert_true(d->count < RECORDS && x->count <= TOKENS);
    assert_true(lg_record_reserve(r, x->record->n, TOKENS, NULL));
    lg_record_begin(r, x->record->length, x->record->n, 0);
    memcpy(r->source, x->record->source, sizeof *r->source * (size_t)r->n);
    memcpy(d->answer[d->count], x->ids, sizeof *x->ids * (size_t)x->count);
    d->tokens[d->count++] = x->count;
}

static void evaluate(bench *b, int length, int max_tokens, decoded *d) {
    lg_eval_result x;
    char text[16];
    snprintf(text, sizeof text, "%d", max_tokens);
    assert_true(lg_values_set(b->resolved->values, "eval.max_tokens", text, &b->err));
    bench_read_options(b);
    assert_true(lg_trainer_on_answer(b->trainer, keep_answer, d, &b->err));
    if (!lg_trainer_eval(b->trainer, length, &x, &b->err)) fail_msg("%s", b->err.text);
    assert_true(lg_trainer_on_answer(b->trainer, NULL, NULL, &b->err));
}

static void free_decoded(decoded *d) {
    for (int i = 0; i < d->count; i++) lg_record_free(&d->prompts[i]);
}

/* ---- the same by prompts ---- */

typedef struct outcome {
    int32_t answer[RECORDS][TOKENS];
    double probabilities[RECORDS][TOKENS];
    lg_generation all[RECORDS];
} outcome;

/* limit: if positive, the number of tokens of prompt and answer together; if negative, -limit tokens of the answer. */
static void generate(bench *b, decoded *d, int first, int count, int limit, outcome *out) {
    for (int i = first; i < first + count; i++)
        out->all[i] = (lg_generation){.prompt = &d->prompts[i],
                                      .record = i,
                                      .limit = limit < 0 ? -limit : limit - d->prompts[i].n - d->prompts[i].m,
                                      .answer = out->answer[i],
                                      .probabilities = out->probabilities[i]};
    lg_generation *all = out->all + first;
    if (!(b->trainer->protocol.entry->search ? lg_trainer_search(b->trainer, all, (size_t)count, NULL, NULL, &b->err)
                                       : lg_trainer_generate(b->trainer, all, (size_t)count, &b->err)))
        fail_msg("%s", b->err.text);
}

static void generation_is_evaluation(const char *model) {
    bench b = open_trained(model, 2, 60);
    static decoded d;
    static outcome x;
    int ended = 0, cut = 0, different = 0;
    for (int length = 3; length <= 9; length += 6) {
        d.count = 0;
        evaluate(&b, length, 26, &d);
        assert_int_equal(d.count, RECORDS);
        generate(&b, &d, 0, RECORDS, 26, &x);
        for (int i = 0; i < RECORDS; i++) {
            assert_int_equal(x.all[i].count, d.tokens[i]);
            assert_memory_equal(x.answer[i], d.answer[i], sizeof x.answer[i][0] * (size_t)d.tokens[i]);
            assert_true(x.all[i].ended == (x.answer[i][d.tokens[i] - 1] == b.trainer->model->data->end));
            ended += x.all[i].ended;
            cut += !x.all[i].ended;
            different += x.answer[i][0] != x.answer[0][0];
        }
        /* the given part of an answer is not output again */
        for (int i = 0; i < RECORDS; i++) {
            d.prompts[i].m = 2;
            memcpy(d.prompts[i].target, d.answer[i], 2 * sizeof *d.prompts[i].target);
        }
        generate(&b, &d, 0, RECORDS, 26, &x);
        for (int i = 0; i < RECORDS; i++) {
            if (d.tokens[i] <= 2) continue;
            assert_int_equal(x.all[i].count, d.tokens[i] - 2);
            assert_memory_equal(x.answer[i], d.answer[i] + 2, sizeof x.answer[i][0] * (size_t)(d.tokens[i] - 2));
        }
        free_decoded(&d);
        memset(&d, 0, sizeof d);
    }
    assert_true(different > 5 && ended + cut == 2 * RECORDS);
    bench_close(&b);
}

static void generation_outputs_what_evaluation_decodes(void **state) {
    (void)state;
    generation_is_evaluation("architecture=decoder encoding=rope");
    generation_is_evaluation("architecture=decoder encoding=rope positions=randomized positions.L=64");
    generation_is_evaluation("architecture=encoder_decoder encoding=sinusoid");
}

/* ---- neighbours ---- */

static void neighbours_change_nothing(const char *model) {
    static decoded d;
    static outcome together, alone;
    for (int threads = 1; threads <= 3; threads += 2) {
        bench b = open_trained(model, threads, 30);
        memset(&together, 0, sizeof together);
        d.count = 0;
        evaluate(&b, 4, 0, &d);
        for (int i = 0; i < RECORDS; i++) { /* prompts differ in n; some of equal n differ in length */
            lg_record *r = &d.prompts[i];
            r->n -= i % 3;
            r->length += i % 12 == 3;
        }
        generate(&b, &d, 0, RECORDS, -17, &together);
        for (int i = 0; threads == 1 && i < RECORDS; i++) generate(&b, &d, i, 1, -17, &alone);
        assert_memory_equal(together.answer, alone.answer, sizeof alone.answer);
        assert_memory_equal(together.probabilities, alone.probabilities, sizeof alone.probabilities);
        free_decoded(&d);
        memset(&d, 0, sizeof d);
        bench_close(&b);
    }
}

/* Prompts of an encoder are padded, if its attention can mask padding. */
static void prompts_do_not_depend_on_each_other(void **state) {
    (void)state;
    neighbours_change_nothing("architecture=decoder encoding=rope positions=randomized positions.L=64");
    neighbours_change_nothing("architecture=encoder_decoder encoding=sinusoid");
    neighbours_change_nothing("architecture=encoder_decoder encoding=t5 protocol=beam eval.beam=3");
    neighbours_change_nothing("architecture=encoder_decoder encoding=rope positions=randomized positions.L=64");
    neighbours_change_nothing(
        "architecture=encoder_decoder encoding=relative cross.encoding=t5 architecture.memory_tokens=2");
    neighbours_change_nothing("architecture=encoder_decoder encoding=none attention=geometric");
}

/* ---- probabilities ---- */

static void probabilities_are_those_of_the_logits(void **state) {
    (void)state;
    static decoded d;
    static outcome x;
    bench b = open_trained("architecture=decoder encoding=rope", 1, 30);
    const int classes = b.trainer->model->format.classes;
    real *logits = calloc((size_t)classes, sizeof *logits);
    evaluate(&b, 4, 0, &d);
    generate(&b, &d, 0, RECORDS, 30, &x);
    for (int i = 0; i < RECORDS; i++) {
        double sum = 0, best = -1;
        assert_true(lg_trainer_logits(
            b.trainer, &(lg_logits_request){d.prompts[i].n, d.prompts[i].n, 1, d.prompts[i].source, NULL}, logits,
            &b.err));
        for (int c = 0; c < classes; c++) sum += exp((double)logits[c]);
        for (int c = 0; c < classes; c++) best = fmax(best, exp((double)logits[c]) / sum);
        assert_float_equal(x.probabilities[i][0], best, 1e-5);
        assert_float_equal(x.probabilities[i][0], exp((double)logits[x.answer[i][0]]) / sum, 1e-5);
    }
    free(logits);
    free_decoded(&d);
    bench_close(&b);
}

/* ---- refusals ---- */

static void other_models_are_refused(void **state) {
    (void)state;
    static const char *const settings[] = {"data=reverse_string architecture=encoder",
                                           "data=reverse_string architecture=recurrent",
                                           ("data=reverse_string architecture=encoder mask=causal "
                                            "model.decode=autoregressive")};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        bench b = bench_open(settings[i], 1, NULL);
        lg_error err = {0};
        assert_non_null(b.trainer);
        assert_false(lg_trainer_can_generate(b.trainer, &err));
        assert_non_null(strstr(err.text, "does not generate token by token"));
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generation_outputs_what_evaluation_decodes),
        cmocka_unit_test(prompts_do_not_depend_on_each_other),
        cmocka_unit_test(probabilities_are_those_of_the_logits),
        cmocka_unit_test(other_models_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
