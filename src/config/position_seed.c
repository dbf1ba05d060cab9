/* position_seed.c: see position_seed.h. */
#include "config/position_seed.h"

#include "nn/axes/position.h"

bool lg_draws_positions(const lg_values *v) {
    static const char *const keys[] = {"positions", "encoder.positions", "decoder.positions"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const bool has = lg_values_has(v, keys[i]);
        const lg_position_sampler *s = has ? lg_entry_find(lg_positions, lg_text(v, keys[i])) : NULL;
        if (s && s->random) return true;
    }
    return false;
}
