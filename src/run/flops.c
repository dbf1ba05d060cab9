/* flops.c: see flops.h. */
#include "run/flops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_buffer.h"
#include "base/seed.h"
#include "config/describe.h"
#include "data/curriculum.h"
#include "evaluate/evaluate.h"
#include "run/eval_config.h"
#include "train/stop.h"

#define STEPS   24 /* sampled evenly over the training */
#define LENGTHS 8  /* sampled evenly over eval.lengths */

/* ---- counting ---- */

/* Counts the operations of a step. If each batch has one length, the curriculum draws the length with a fixed seed;
 * otherwise the records that the step draws are counted. */
static bool cost_of_step(const lg_session *h, int sample, int64_t step, lg_cost cost[LG_PHASES], lg_error *err) {
    const lg_dataset *d = lg_trainer_data(h->trainer);
    const lg_curriculum *c = d->settings.curriculum;
    const lg_key key = lg_key_fold(lg_key_root(0), (uint64_t)sample);
    if (!d->exact || c->reading == LG_READ_BATCHES) return lg_trainer_step_cost(h->trainer, step + 1, cost, err);
    return lg_trainer_cost(h->trainer, c->length(&d->settings.curriculum_own, key, step), cost, err);
}

/* The mean operations of a step, over sampled steps. */
static bool step_flops(const lg_session *h, double *flops, lg_error *err) {
    const int64_t steps = lg_int(h->values, "train.steps");
    lg_cost cost[LG_PHASES];
    *flops = 0;
    for (int i = 0; i < STEPS; i++) {
        if (!lg_trainer_go_on(h->trainer, err) || !cost_of_step(h, i, steps * i / STEPS, cost, err)) return false;
        *flops += lg_cost_flops(cost) / STEPS;
    }
    return true;
}

/* Operations of one evaluation at these lengths; sampled lengths represent their neighbours. */
static double lengths_flops(const lg_session *h, const int *lengths, size_t count) {
    const size_t sampled = count < LENGTHS ? count : LENGTHS;
    double flops = 0;
    for (size_t i = 0; i < sampled; i++)
        flops += lg_trainer_eval_flops(h->trainer, lengths[(2 * i + 1) * count / (2 * sampled)]);
    return sampled == 0 ? 0 : flops * (double)count / (double)sampled;
}

static double evaluation_flops(const lg_session *h) {
    size_t count;
    const int *lengths = lg_lengths(h->values, "eval.lengths", &count);
    return lengths_flops(h, lengths, count);
}

static bool validation_flops(const lg_session *h, double *flops, lg_error *err) {
    size_t count;
    if (lg_validation_split_of(h->values) == LG_SPLIT_TEST) {
        *flops = evaluation_flops(h);
        return true;
    }
    int *lengths = lg_curriculum_validated(lg_trainer_data(h->trainer), &count);
    if (!lengths) return lg_fail(err, LG_FAILED, "out of memory: the training lengths");
    lg_trainer_evaluate_split(h->trainer, LG_SPLIT_VALIDATION);
    *flops = lengths_flops(h, lengths, count);
    lg_trainer_evaluate_split(h->trainer, LG_SPLIT_TEST);
    free(lengths);
    return true;
}

/* Operations of all steps and validations. */
static bool training_flops(const lg_session *h, double *flops, lg_error *err) {
    const int64_t every = lg_int(h->values, "eval.every"), steps = lg_int(h->values, "train.steps");
    double step, validation = 0;
    if (!step_flops(h, &step, err) || (every > 0 && !validation_flops(h, &validation, err))) return false;
    *flops = step * (double)steps;
    if (every > 0) *flops += validation * (double)(steps / every);
    return true;
}

/* Operations of an evaluation whose config differs from that of training (eval.with). */
static bool tested_flops(const lg_context *c, const lg_resolved_config *config, const lg_resolved_config *tested,
                         double *flops, lg_error *err) {
    lg_session h = {0};
    const bool good = lg_eval_session_plan(&h, c, config, tested, err);
    if (good) *flops = evaluation_flops(&h);
    lg_session_free(&h);
    return good;
}

bool lg_flops_estimate(const lg_context *c, const lg_resolved_config *config, lg_flops_report *out, lg_error *err) {
    lg_session h = {0};
    const bool good = lg_session_new_single(&h, c, config->values, true, err) &&
                      lg_session_check_lengths(&h, config, true, true, err) && training_flops(&h, &out->training, err);
    if (good) out->evaluation = evaluation_flops(&h);
    lg_session_free(&h);
    lg_resolved_config *tested = NULL;
    const bool tests = good && lg_eval_config(config, &tested, err) &&
                       (!tested || tested_flops(c, config, tested, &out->evaluation, err));
    lg_resolved_config_free(tested);
    return tests;
}

/* ---- measuring ---- */

#define LONG_STEP 1e11 /* operations of a step that takes about a second */

/* Opens a session to measure speed. If a step would take long, the batch is made smaller; the time per operation stays
 * nearly the same. */
static bool open_measured(lg_session *h, const lg_context *c, const lg_resolved_config *config, lg_error *err) {
    lg_session blank = {0};
    double step = 0;
    const bool counted = lg_session_new_single(&blank, c, config->values, true, err) && step_flops(&blank, &step, err);
    lg_session_free(&blank);
    if (!counted) return false;
    const char *size = lg_values_has(config->values, "curriculum.tokens") ? "curriculum.tokens" : "train.batch";
    const int64_t batch = lg_int(config->values, size), fewer = (int64_t)((double)batch * LONG_STEP / step);
    lg_resolved_config smaller = *config;
    if (step <= LONG_STEP) return lg_session_new_single(h, c, config->values, true, err);
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)(fewer > 1 ? fewer : 1));
    smaller.values = lg_values_copy(config->values);
    const bool good = smaller.values && lg_values_set(smaller.values, size, text, err) &&
                      lg_session_new_single(h, c, smaller.values, true, err);
    lg_values_free(smaller.values);
    return good || lg_fail(err, LG_FAILED, "out of memory: a model");
}

/* If training diverges, the measurement ends early. Measures processor time, which suffices because only this thread
 * computes. Wall time would include other load on the machine: a plan would store estimates that are too long, and
 * exported scripts would have wrong array tasks and time limits. */
bool lg_flops_measure_rate(const lg_context *c, const lg_resolved_config *config, double seconds,
                           double *flops_per_second, lg_error *err) {
    lg_session h = {0};
    lg_error words = {0};
    lg_cost cost[LG_PHASES];
    lg_step s;
    double flops = 0, spent = 0;
    bool good =
        open_measured(&h, c, config, &words) && lg_trainer_step(h.trainer, &s, &words); /* the first step allocates */
    while (good && spent < seconds) {
        const double start = lg_seconds_of_thread();
        good = lg_trainer_step(h.trainer, &s, &words);
        spent += lg_seconds_of_thread() - start; /* excludes lg_trainer_step_cost, which draws the batch again */
        if (good && (good = lg_trainer_step_cost(h.trainer, s.step, cost, &words))) flops += lg_cost_flops(cost);
    }
    lg_session_free(&h);
    *flops_per_second = spent > 0 ? flops / spent : 0;
    return good || words.code == LG_DIVERGED || lg_fail(err, words.code, "%s", words.text);
}

/* ---- comparing ---- */

bool lg_flops_ignores(const char *key) {
    static const char *const keys[] = {"train.lr", "train.clip", "out", "threads"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(keys[i], key)) return true;
    return lg_is_seed(key);
}

bool lg_flops_digest(const lg_resolved_config *config, char out[LG_DIGEST_SIZE]) {
    const lg_values *v = config->values;
    lg_text_buffer s;
    lg_text_buffer_open(&s);
    for (size_t i = 0; s.to && i < lg_values_count(v); i++) {
        const char *key = lg_values_option(v, i)->name;
        if (!lg_flops_ignores(key)) fprintf(s.to, "%s: %s\n", key, lg_values_text_at(v, i));
    }
    const bool good = lg_text_buffer_close(&s);
    if (good) lg_digest(s.text, s.size, out);
    free(s.text);
    return good;
}

lg_status lg_config_flops(lg_config *f, lg_flops_report *out) {
    if (!f) return LG_USAGE;
    lg_error *err = lg_context_begin(f->context);
    if (!LG_GIVEN(err, out)) return err->code;
    const lg_resolved_config *d = lg_config_resolved(f, err);
    *out = (lg_flops_report){0};
    if (d) lg_flops_estimate(f->context, d, out, err);
    return err->code;
}
