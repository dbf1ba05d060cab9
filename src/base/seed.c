/* seed.c: see seed.h. */
#include "base/seed.h"

#include <assert.h>
#include <string.h>

#define MAX_SEED 9007199254740991 /* 2^53 - 1: JSON readers keep whole numbers up to here exactly */

/* The option row for the seed of one use; -1: the seed is train.seed. */
#define STREAM(name, draws)                                                                                            \
    {                                                                                                                  \
        "seed." #name, LG_INT, "-1", -1, MAX_SEED, NULL, "seed of " draws "; -1: train.seed",                          \
            .at = offsetof(lg_seeds, name)                                                                             \
    }
const lg_option lg_seed_options[] = {
    {"train.seed", LG_INT, "1", 0, MAX_SEED, NULL, "random seed of training; seed.init, seed.data, ... can override it",
     NULL, .at = offsetof(lg_seeds, train)},
    STREAM(init, "the initial parameters"),
    STREAM(data, "the training sequences"),
    STREAM(length, "the training lengths"),
    STREAM(dropout, "dropout in training"),
    STREAM(positions, "the position samples of training steps"),
    {0},
};
#undef STREAM

bool lg_is_seed(const char *option) {
    for (const lg_option *o = lg_seed_options; o->name; o++)
        if (!strcmp(o->name, option)) return true;
    return false;
}

static int64_t seed_of(const lg_seeds *s, lg_key_tag tag) {
    switch (tag) {
    case LG_KEY_INIT: return s->init;
    case LG_KEY_LENGTH: return s->length;
    case LG_KEY_DATA: return s->data;
    case LG_KEY_DROPOUT: return s->dropout;
    case LG_KEY_POSITIONS: return s->positions;
    default: assert(!"a tag of training"); return s->train;
    }
}

lg_key lg_seed_key(const lg_seeds *s, lg_key_tag tag) {
    const int64_t own = seed_of(s, tag);
    return lg_key_fold(lg_key_root((uint64_t)(own < 0 ? s->train : own)), tag);
}
