/* session.c: see session.h. */
#include "run/session.h"

#include <string.h>

#include "config/describe.h"
#include "evaluate/evaluate.h"
#include "kernel/kernel.h"
#include "run/score.h"
#include "train/stop.h"

int lg_thread_count(const lg_context *c, const lg_values *values) {
    const int set = values ? (int)lg_int(values, "threads") : 0;
    if (set > 0) return set;
    if (c->thread_quota) return atomic_load(c->thread_quota);
    return c->threads > 0 ? c->threads : lg_pool_processors();
}

/* How to open a session. */
typedef struct opening {
    const lg_values *values, *trained; /* trained: see lg_describe */
    unsigned unread;
    bool blank;
} opening;

static bool open_session(lg_session *h, const lg_context *c, const opening *x, lg_error *err) {
    lg_description d;
    *h = (lg_session){.context = c, .values = lg_values_copy(x->values)};
    if (!h->values) return lg_fail(err, LG_FAILED, "out of memory: a model");
    lg_describe(h->values, x->trained, &d);
    h->runtime = (lg_runtime){.kernels = lg_kernels_select(err),
                              .bfloat16 = d.model.settings.precision == LG_PRECISION_BF16,
                              .blank = x->blank,
                              .unread = x->unread};
    if (h->runtime.kernels) h->pool = lg_pool_new(lg_thread_count(c, x->values), err);
    h->runtime.pool = h->pool;
    if (h->pool) h->trainer = lg_trainer_new(&h->runtime, &d, err);
    if (h->trainer) lg_trainer_on_stop(h->trainer, &c->stop);
    if (h->trainer) return true;
    lg_session_free(h);
    return false;
}

bool lg_session_new(lg_session *h, const lg_context *c, const lg_values *values, lg_error *err) {
    return open_session(h, c, &(opening){.values = values}, err);
}

bool lg_session_new_blank(lg_session *h, const lg_context *c, const lg_values *values, const lg_values *trained,
                          unsigned unread, lg_error *err) {
    return open_session(h, c, &(opening){values, trained, unread, true}, err);
}

bool lg_session_new_single(lg_session *h, const lg_context *c, const lg_values *values, bool blank, lg_error *err) {
    lg_values *one = lg_values_copy(values);
    if (!one) lg_fail(err, LG_FAILED, "out of memory: a model");
    const bool good = one && lg_values_set(one, "threads", "1", err) &&
                      open_session(h, c, &(opening){.values = one, .blank = blank}, err);
    lg_values_free(one);
    return good;
}

/* Fails if options read validation scores but validations have none: such options would end training immediately, or
 * never. */
static bool check_validations(const lg_values *v, lg_error *err) {
    const char *reader = lg_validations_choose_of(v, 0);
    if (!reader || lg_score_validates(v)) return true;
    return lg_fail_keys(err, "eval.lengths eval.score",
                        "%s: validations have no score because no test length is beyond the training lengths "
                        "(eval.lengths: %s; use longer ones, eval.score: all, or eval.validation: validation)",
                        reader, lg_values_text(v, "eval.lengths"));
}

bool lg_session_check_lengths(const lg_session *h, const lg_resolved_config *config, bool training, bool evaluation,
                              lg_error *err) {
    lg_error words = {0};
    if (training && !lg_trainer_can_train(h->trainer, &words)) return lg_resolved_config_fail(config, &words, err);
    if (evaluation && !lg_trainer_can_eval(h->trainer, &words)) return lg_resolved_config_fail(config, &words, err);
    return !training || !evaluation || !lg_validates(config->values) ||
           (lg_trainer_can_validate(h->trainer, &words) && check_validations(config->values, &words)) ||
           lg_resolved_config_fail(config, &words, err);
}

/* If more threads cannot be started, the session keeps its current ones. */
void lg_session_follow_quota(lg_session *h) {
    if (!h->context->thread_quota) return;
    const int wanted = lg_thread_count(h->context, h->values);
    if (wanted == lg_pool_threads(h->pool)) return;
    lg_pool *pool = lg_pool_new(wanted, NULL), *before = h->pool;
    if (pool && lg_trainer_set_pool(h->trainer, pool)) {
        h->pool = h->runtime.pool = pool;
        pool = before;
    }
    lg_pool_free(pool);
}

void lg_session_free(lg_session *h) {
    lg_trainer_free(h->trainer);
    lg_pool_free(h->pool);
    lg_values_free(h->values);
    *h = (lg_session){0};
}
