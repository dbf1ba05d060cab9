/* check.c: do the choices on all axes go together? */
#include <stdio.h>

#include "data/text_stream.h"
#include "nn/axes/architecture.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/model/composition.h"
#include "nn/model/order.h"
#include "nn/stream/memory.h"
#include "train/description.h"

static bool check_epochs(const lg_description *x, lg_error *err) {
    const lg_curriculum *c = x->curriculum.entry;
    const lg_data *d = x->data.entry;
    return (c->reading != LG_READ_EPOCHS && c->reading != LG_READ_BATCHES) || d->methods->finite ||
           lg_fail_keys(err, "curriculum data",
                        "curriculum: %s is for data sets with a number of records, and data: %s has no end (use "
                        "--curriculum uniform)",
                        c->name, d->name);
}

/* Pairs that sublayers k keep. */
static int stored(const lg_description *d) {
    if (!lg_order_stores(d->model.settings.order)) return 0;
    const lg_sublayer *s = lg_sublayers[LG_SUBLAYER_memorizing];
    return s->stores(&d->model.sublayers[LG_SUBLAYER_memorizing]);
}

/* Rows that blocks remember; -1: the architecture cannot remember. */
static int remembered(const lg_description *d) {
    const lg_chosen_architecture *a = &d->model.architecture;
    return a->entry->memory ? a->entry->memory(&a->own)->rows : -1;
}

/* The last token of a segment is the one source token of the next. */
static bool check_context(const lg_description *d, const char *axis, const char *name, lg_error *err) {
    char keys[64];
    const int context = lg_text_context(&d->data.own);
    snprintf(keys, sizeof keys, "data.context %s", axis);
    return context == 1 || lg_fail_keys(err, keys,
                                        "data.context: segments, which %s: %s reads, begin with the last token of the "
                                        "one before, not with %d tokens (use --data.context 1)",
                                        axis, name, context);
}

/* Segments of a text continue each other, and a model with memory reads nothing else. */
static bool check_segments(const lg_description *x, lg_error *err) {
    const lg_curriculum *c = x->curriculum.entry;
    const lg_data *d = x->data.entry;
    const lg_length_list *lengths = &x->data.settings.trained;
    if (c->reading != LG_READ_SEGMENTS) {
        const int memory = remembered(x);
        if (memory <= 0 && stored(x) > 0)
            return lg_fail_keys(
                err, "curriculum memorizing.size model.order",
                "memorizing.size: sublayer k stores what was read before a segment, but records of "
                "curriculum: %s do not continue each other (use --curriculum segments, or --memorizing.size "
                "0)",
                c->name);
        return memory <= 0 || lg_fail_keys(err, "curriculum architecture.memory",
                                           "architecture.memory: %d tokens before a segment are remembered, "
                                           "but records of curriculum: %s do not continue each other (use --curriculum "
                                           "segments)",
                                           memory, c->name);
    }
    if (!d->methods->segment)
        return lg_fail_keys(err, "curriculum data",
                            "curriculum: %s reads one text from its beginning to its end, and data: %s has records "
                            "apart (use --data text, or --curriculum uniform)",
                            c->name, d->name);
    if (!check_context(x, "curriculum", c->name, err)) return false;
    return lengths->count == 1 || lg_fail_keys(err, "curriculum.lengths",
                                      "curriculum.lengths: curriculum: %s has segments of one length, not of %zu "
                                      "(use --curriculum.lengths %d)",
                                      c->name, lengths->count, lengths->values[lengths->count - 1]);
}

/* A protocol that reads segments. */
static bool check_protocol(const lg_description *x, lg_error *err) {
    const lg_protocol *p = x->protocol.entry;
    const lg_data *d = x->data.entry;
    const int stride = x->evaluation.stride;
    if (!p->evaluate) return true;
    if (!d->methods->segment)
        return lg_fail_keys(err, "protocol data",
                            "protocol: %s reads one text from its beginning to its end, and data: %s has records apart "
                            "(use --protocol pass)",
                            p->name, d->name);
    if (!check_context(x, "protocol", p->name, err)) return false;
    if (remembered(x) < 0)
        return lg_fail_keys(err, "protocol architecture",
                            "protocol: %s needs a model that can remember, and architecture: %s cannot (use "
                            "--architecture decoder)",
                            p->name, x->model.architecture.entry->name);
    if (!x->model.tested_with_memory && remembered(x) == 0 && stored(x) == 0)
        return lg_fail_keys(err, "protocol eval.memory architecture.memory",
                            "protocol: %s has nothing to remember with: architecture.memory and eval.memory are 0 "
                            "(use --eval.memory N, or --protocol pass)",
                            p->name);
    return stride == 0 ||
           lg_fail_keys(err, "eval.stride protocol",
                        "eval.stride: %d slides windows, and protocol: %s reads each token once (use "
                        "--protocol pass)",
                        stride, p->name);
}

/* A limit of answers is for those that are decoded token by token. */
static bool check_max_tokens(const lg_description *d, lg_error *err) {
    const lg_protocol *p = d->protocol.entry;
    const lg_architecture *a = d->model.architecture.entry;
    if (d->evaluation.max_tokens == 0) return true;
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
static bool check_search(const lg_description *d, lg_error *err) {
    const lg_protocol *p = d->protocol.entry;
    const lg_architecture *a = d->model.architecture.entry;
    return !p->search || a->steps ||
           lg_fail_keys(err, "protocol architecture",
                        "protocol: %s needs a model that reads a sequence token by token, and architecture: %s reads "
                        "it as a whole (use --protocol greedy, or --architecture decoder)",
                        p->name, a->name);
}

/* Texts are compared of what is decoded as far as the model likes: an answer that is cut where the target ends says how
 * long that is. */
static bool check_texts(const lg_description *d, lg_error *err) {
    const lg_protocol *p = d->protocol.entry;
    const char *metric = d->metric->name;
    if (!d->metric->of_texts) return true;
    if (!p->leave)
        return lg_fail_keys(err, "metric protocol",
                            "metric: %s compares what a model says, and protocol: %s has it say nothing (use "
                            "--protocol beam, or --metric %s)",
                            metric, p->name, lg_metrics[0]->name);
    return p->search || d->evaluation.max_tokens > 0 ||
           lg_fail_keys(err, "metric protocol eval.max_tokens",
                        "metric: %s compares whole answers, and protocol: %s ends them where the target ends (use "
                        "--eval.max_tokens N, or --protocol beam)",
                        metric, p->name);
}

/* A model that reads no target would learn how often each token occurs, and no more. */
static bool check_language(const lg_description *x, lg_error *err) {
    const lg_chosen_architecture *a = &x->model.architecture;
    const lg_data *d = x->data.entry;
    const bool may_decode = a->entry->autoregressive; /* model.decode says whether it does */
    if (!d->methods->language || lg_architecture_is_autoregressive(a)) return true;
    return lg_fail_keys(err, may_decode ? "model.decode architecture data" : "architecture data",
                        "data: %s has targets that are predicted from the targets before them, and architecture: %s%s "
                        "reads no target: it would learn how often each token occurs, and no more (use "
                        "%s--architecture decoder)",
                        d->name, a->entry->name, may_decode ? " with model.decode: parallel" : "",
                        may_decode ? "--model.decode autoregressive, or " : "");
}

/* What is given among the targets has to be read there. */
static bool check_partial(const lg_description *x, lg_error *err) {
    const lg_protocol *p = x->protocol.entry;
    const lg_chosen_architecture *a = &x->model.architecture;
    const lg_data *d = x->data.entry;
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
static bool check_documents(const lg_description *d, lg_error *err) {
    const lg_protocol *p = d->protocol.entry;
    const bool masked = d->model.mask.entry->documents;
    const char *axis = masked ? "mask" : "positions";
    char keys[32];
    if (!p->autoregressive || d->model.architecture.entry->cells) return true;
    if (!masked && !d->model.placings[LG_PLACING_OWN].sampler.entry->documents) return true;
    snprintf(keys, sizeof keys, "%s protocol", axis);
    return lg_fail_keys(err, keys,
                        "%s: document is read from a whole sequence, and protocol: %s says one token after another "
                        "(use --protocol pass)",
                        axis, p->name);
}

static bool check_optimizer(const lg_description *d, lg_error *err) {
    const lg_chosen_optimizer *o = &d->optimizer;
    return lg_schedule_check(&d->schedule, err) &&
           (!o->entry->suits || o->entry->suits(&o->own, d->training.lr, &d->schedule, err));
}

static bool check_steps(const lg_description *d, lg_error *err) {
    const lg_model_settings *s = &d->model.settings;
    lg_order o;
    const bool read = lg_order_read(&o, s, d->model.sublayers);
    const bool good = read && lg_composition_steps(s, &o, lg_mask_is_causal(&d->model.mask), err);
    lg_order_free(&o);
    return read ? good : lg_fail(err, LG_FAILED, "out of memory: the order of sublayers");
}

bool lg_trainer_check(const lg_description *d, lg_error *err) {
    if (!lg_model_check(&d->model, err) || !check_epochs(d, err) || !check_segments(d, err) ||
        !check_protocol(d, err) || !check_max_tokens(d, err) || !check_texts(d, err) || !check_language(d, err) ||
        !check_partial(d, err) || !check_documents(d, err) || !check_optimizer(d, err))
        return false;
    if (!d->protocol.entry->autoregressive) return true;
    if (lg_architecture_is_autoregressive(&d->model.architecture)) return check_search(d, err) && check_steps(d, err);
    return lg_fail_keys(err, "protocol architecture",
                        "protocol: %s needs a model that says its targets one after another, and architecture: %s says "
                        "them at once (use --architecture decoder, or test it with --protocol pass)",
                        d->protocol.entry->name, d->model.architecture.entry->name);
}
