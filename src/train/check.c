/* check.c: do the choices on all axes go together? */
#include <inttypes.h>
#include <stdio.h>

#include "nn/composition.h"
#include "nn/order.h"
#include "train/optimizer.h"
#include "train/schedule.h"
#include "train/segments.h"

static bool check_epochs(const lg_curriculum *c, const lg_data *d, lg_error *err) {
    return (c->reading != LG_READ_EPOCHS && c->reading != LG_READ_BATCHES) || d->methods->finite ||
           lg_fail_keys(err, "curriculum data",
                        "curriculum: %s is for data sets with a number of records, and data: %s has no end (use "
                        "--curriculum uniform)",
                        c->name, d->name);
}

/* Pairs that sublayers k keep. */
static int64_t stored(const lg_values *v) {
    return lg_order_stores(lg_text(v, "model.order")) ? lg_int(v, "memorizing.size") : 0;
}

/* The last token of a segment is the one source token of the next. */
static bool check_context(const lg_values *v, const char *axis, const char *name, lg_error *err) {
    char keys[64];
    const int64_t context = lg_int(v, "data.context");
    snprintf(keys, sizeof keys, "data.context %s", axis);
    return context == 1 || lg_fail_keys(err, keys,
                                        "data.context: segments, which %s: %s reads, begin with the last token of the "
                                        "one before, not with %" PRId64 " tokens (use --data.context 1)",
                                        axis, name, context);
}

/* Segments of a text continue each other, and a model with memory reads nothing else. */
static bool check_segments(const lg_values *v, const lg_curriculum *c, const lg_data *d, lg_error *err) {
    size_t count = 1;
    if (c->reading != LG_READ_SEGMENTS) {
        const int64_t memory = lg_values_has(v, "architecture.memory") ? lg_int(v, "architecture.memory") : 0;
        if (memory == 0 && stored(v) > 0)
            return lg_fail_keys(
                err, "curriculum memorizing.size model.order",
                "memorizing.size: sublayer k stores what was read before a segment, but records of "
                "curriculum: %s do not continue each other (use --curriculum segments, or --memorizing.size "
                "0)",
                c->name);
        return memory == 0 || lg_fail_keys(err, "curriculum architecture.memory",
                                           "architecture.memory: %" PRId64 " tokens before a segment are remembered, "
                                           "but records of curriculum: %s do not continue each other (use --curriculum "
                                           "segments)",
                                           memory, c->name);
    }
    if (!d->methods->segment)
        return lg_fail_keys(err, "curriculum data",
                            "curriculum: %s reads one text from its beginning to its end, and data: %s has records "
                            "apart (use --data text, or --curriculum uniform)",
                            c->name, d->name);
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    if (!check_context(v, "curriculum", c->name, err)) return false;
    return count == 1 || lg_fail_keys(err, "curriculum.lengths",
                                      "curriculum.lengths: curriculum: %s has segments of one length, not of %zu "
                                      "(use --curriculum.lengths %d)",
                                      c->name, count, lengths[count - 1]);
}

/* A protocol that reads segments. */
static bool check_protocol(const lg_values *v, const lg_protocol *p, const lg_data *d, lg_error *err) {
    const int64_t stride = lg_int(v, "eval.stride");
    if (!p->evaluate) return true;
    if (!d->methods->segment)
        return lg_fail_keys(err, "protocol data",
                            "protocol: %s reads one text from its beginning to its end, and data: %s has records apart "
                            "(use --protocol pass)",
                            p->name, d->name);
    if (!check_context(v, "protocol", p->name, err)) return false;
    if (!lg_values_has(v, "architecture.memory"))
        return lg_fail_keys(err, "protocol architecture",
                            "protocol: %s needs a model that can remember, and architecture: %s cannot (use "
                            "--architecture decoder)",
                            p->name, lg_text(v, "architecture"));
    if (lg_int(v, "eval.memory") == 0 && lg_int(v, "architecture.memory") == 0 && stored(v) == 0)
        return lg_fail_keys(err, "protocol eval.memory architecture.memory",
                            "protocol: %s has nothing to remember with: architecture.memory and eval.memory are 0 "
                            "(use --eval.memory N, or --protocol pass)",
                            p->name);
    return stride == 0 ||
           lg_fail_keys(err, "eval.stride protocol",
                        "eval.stride: %" PRId64 " slides windows, and protocol: %s reads each token once (use "
                        "--protocol pass)",
                        stride, p->name);
}

/* A limit of answers is for those that are decoded token by token. */
static bool check_max_tokens(const lg_values *v, const lg_protocol *p, const lg_architecture *a, lg_error *err) {
    if (lg_int(v, "eval.max_tokens") == 0) return true;
    if (!p->leave)
        return lg_fail_keys(err, "eval.max_tokens protocol",
                            "eval.max_tokens limits what is decoded, and protocol: %s decodes nothing (use --protocol "
                            "greedy, or --eval.max_tokens 0)",
                            p->name);
    return a->steps || lg_fail_keys(err, "eval.max_tokens architecture",
                                    "eval.max_tokens: architecture: %s says as many tokens as the target has (use "
                                    "--eval.max_tokens 0)",
                                    a->name);
}

/* Hypotheses go on with what others have read. */
static bool check_search(const lg_protocol *p, const lg_architecture *a, lg_error *err) {
    return !p->search || a->steps ||
           lg_fail_keys(err, "protocol architecture",
                        "protocol: %s needs a model that reads a sequence token by token, and architecture: %s reads "
                        "it as a whole (use --protocol greedy, or --architecture decoder)",
                        p->name, a->name);
}

/* Texts are compared of what is decoded as far as the model likes: an answer that is cut where the target ends says how
 * long that is. */
static bool check_texts(const lg_values *v, const lg_protocol *p, lg_error *err) {
    const char *metric = lg_metric_of(v)->name;
    if (!lg_metric_of(v)->of_texts) return true;
    if (!p->leave)
        return lg_fail_keys(err, "metric protocol",
                            "metric: %s compares what a model says, and protocol: %s has it say nothing (use "
                            "--protocol beam, or --metric %s)",
                            metric, p->name, lg_metrics[0]->name);
    return p->search || lg_int(v, "eval.max_tokens") > 0 ||
           lg_fail_keys(err, "metric protocol eval.max_tokens",
                        "metric: %s compares whole answers, and protocol: %s ends them where the target ends (use "
                        "--eval.max_tokens N, or --protocol beam)",
                        metric, p->name);
}

/* A model that reads no target would learn how often each token occurs, and no more. */
static bool check_language(const lg_values *v, const lg_chosen_architecture *a, const lg_data *d, lg_error *err) {
    const bool may_decode = lg_values_has(v, "model.decode");
    if (!d->methods->language || lg_architecture_is_autoregressive(a)) return true;
    return lg_fail_keys(err, may_decode ? "model.decode architecture data" : "architecture data",
                        "data: %s has targets that are predicted from the targets before them, and architecture: %s%s "
                        "reads no target: it would learn how often each token occurs, and no more (use "
                        "%s--architecture decoder)",
                        d->name, a->entry->name, may_decode ? " with model.decode: parallel" : "",
                        may_decode ? "--model.decode autoregressive, or " : "");
}

/* What is given among the targets has to be read there. */
static bool check_partial(const lg_protocol *p, const lg_chosen_architecture *a, const lg_data *d, lg_error *err) {
    if (!d->methods->partial) return true;
    if (!lg_architecture_is_autoregressive(a))
        return lg_fail_keys(err, "data architecture",
                            "data: %s has questions among its targets, and architecture: %s reads no target (use "
                            "--architecture decoder)",
                            d->name, a->entry->name);
    return !p->autoregressive ||
           lg_fail_keys(err, "data protocol",
                        "data: %s has questions among its targets, which protocol: %s would have the model say (use "
                        "--protocol pass)",
                        d->name, p->name);
}

/* What is said is read token by token, or written over what was read. */
static bool check_documents(const lg_values *v, const lg_protocol *p, const lg_architecture *a, lg_error *err) {
    const bool masked = lg_mask_find(lg_text(v, "mask"))->documents;
    const char *axis = masked ? "mask" : "positions";
    char keys[32];
    if (!p->autoregressive || a->cells) return true;
    if (!masked && !lg_position_sampler_find(lg_text(v, "positions"))->documents) return true;
    snprintf(keys, sizeof keys, "%s protocol", axis);
    return lg_fail_keys(err, keys,
                        "%s: document is read from a whole sequence, and protocol: %s says one token after another "
                        "(use --protocol pass)",
                        axis, p->name);
}

static bool check_optimizer(const lg_values *v, lg_error *err) {
    lg_chosen_optimizer o;
    lg_chosen_schedule s;
    LG_CHOOSE(o, lg_optimizers, v, "optimizer");
    LG_CHOOSE(s, lg_schedules, v, "schedule");
    return lg_schedule_check(&s, err) && (!o.entry->suits || o.entry->suits(&o.own, lg_real(v, "train.lr"), &s, err));
}

static bool check_steps(const lg_values *v, lg_error *err) {
    lg_order o;
    lg_model_settings s;
    const lg_chosen_mask mask = lg_mask_choose(v);
    lg_values_read(v, lg_model_options, &s);
    const bool read = lg_order_read(&o, &s, v);
    const bool good = read && lg_composition_steps(&s, &o, lg_mask_is_causal(&mask), err);
    lg_order_free(&o);
    return read ? good : lg_fail(err, LG_FAILED, "out of memory: the order of sublayers");
}

bool lg_trainer_check(const lg_values *v, lg_error *err) {
    const lg_protocol *p = lg_protocol_find(lg_text(v, "protocol"));
    lg_chosen_architecture chosen;
    LG_CHOOSE(chosen, lg_architectures, v, "architecture");
    const lg_architecture *a = chosen.entry;
    const lg_curriculum *c = lg_curriculum_find(lg_text(v, "curriculum"));
    const lg_data *d = lg_data_of(v);
    if (!lg_model_check(v, err) || !check_epochs(c, d, err) || !check_segments(v, c, d, err) ||
        !check_protocol(v, p, d, err) || !check_max_tokens(v, p, a, err) || !check_texts(v, p, err) ||
        !check_language(v, &chosen, d, err) || !check_partial(p, &chosen, d, err) || !check_documents(v, p, a, err) ||
        !check_optimizer(v, err))
        return false;
    if (!p->autoregressive) return true;
    if (lg_architecture_is_autoregressive(&chosen)) return check_search(p, a, err) && check_steps(v, err);
    return lg_fail_keys(err, "protocol architecture",
                        "protocol: %s needs a model that says its targets one after another, and architecture: %s says "
                        "them at once (use --architecture decoder, or test it with --protocol pass)",
                        p->name, a->name);
}
