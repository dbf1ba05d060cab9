/* ensemble.c: see ensemble.h. */
#include "train/ensemble.h"

#include "nn/axes/architecture.h"
#include "nn/axes/head.h"
#include "train/state.h"

int lg_trainer_models(const lg_trainer *t) {
    int count = 0;
    for (; t; t = t->next) count++;
    return count;
}

void lg_trainer_part(lg_trainer *t) {
    for (lg_trainer *next; t; t = next) {
        next = t->next;
        t->next = NULL;
    }
}

static bool check_models(const lg_trainer *t, const lg_trainer *other, lg_error *err) {
    const lg_model *a = t->model, *b = other->model;
    if (lg_trainer_models(t) == LG_ENSEMBLE_MAX)
        return lg_fail(err, LG_USAGE, "an ensemble has at most %d models", LG_ENSEMBLE_MAX);
    if (a->architecture.entry != b->architecture.entry)
        return lg_fail(err, LG_USAGE, "architecture: %s, but the first model has %s; models of an ensemble need the "
                                      "same architecture",
                       b->architecture.entry->name, a->architecture.entry->name);
    if (a->head.entry->loss || b->head.entry->loss)
        return lg_fail(err, LG_USAGE, "head: %s computes no logits in evaluation; an ensemble needs another head",
                       (a->head.entry->loss ? a : b)->head.entry->name);
    if (a->format.classes != b->format.classes || a->data->source.size != b->data->source.size)
        return lg_fail(err, LG_USAGE,
                       "%d input tokens and %d output symbols, but the first model has %d and %d; models of an "
                       "ensemble need equal numbers",
                       b->data->source.size, b->format.classes, a->data->source.size, a->format.classes);
    return true;
}

bool lg_trainer_join(lg_trainer *t, lg_trainer *other, lg_error *err) {
    lg_trainer *last = t;
    if (!check_models(t, other, err)) return false;
    if (!lg_trainer_set_pool(other, t->engine.pool)) return lg_fail(err, LG_FAILED, "out of memory: an ensemble");
    while (last->next) last = last->next;
    last->next = other;
    other->next = NULL;
    return true;
}
