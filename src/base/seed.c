/* seed.c: see seed.h. */
#include "base/seed.h"

#include <assert.h>
#include <string.h>

#define MAX_SEED 9007199254740991 /* of the whole numbers that JSON readers keep exactly */

/* The seed of one stream; -1: it follows train.seed. */
#define STREAM(option, draws)                                                                                          \
    { option, LG_INT, "-1", -1, MAX_SEED, NULL, "seed of " draws "; -1: train.seed", "0.2" }
const lg_option lg_seed_options[] = {
    {"train.seed", LG_INT, "1", 0, MAX_SEED, NULL, "seed of all random numbers of training", NULL},
    STREAM("seed.init", "the initial parameters"),
    STREAM("seed.data", "the training sequences"),
    STREAM("seed.length", "the training lengths"),
    STREAM("seed.dropout", "dropout in training"),
    STREAM("seed.positions", "the position samples of training steps"),
    {0},
};
#undef STREAM

bool lg_is_seed(const char *option) {
    for (const lg_option *o = lg_seed_options; o->name; o++)
        if (!strcmp(o->name, option)) return true;
    return false;
}

lg_key lg_seed_key(const lg_values *v, lg_stream stream) {
    static const char *const options[] = {
        [LG_STREAM_INIT] = "seed.init",       [LG_STREAM_LENGTH] = "seed.length",       [LG_STREAM_DATA] = "seed.data",
        [LG_STREAM_DROPOUT] = "seed.dropout", [LG_STREAM_POSITIONS] = "seed.positions",
    };
    assert((size_t)stream < sizeof options / sizeof *options && options[stream]);
    const int64_t own = lg_int(v, options[stream]), seed = own < 0 ? lg_int(v, "train.seed") : own;
    return lg_key_fold(lg_key_root((uint64_t)seed), stream);
}
