/* cycle_navigation.c: task of finding where a walk on a cycle of five places ends. Ids 0, 1, 2 are the steps -1, 0, +1,
 * in this order as in the authors' code (their paper uses the order stay, forward, back). */
#include "data/sample.h"
#include "data/symbols.h"

enum { PLACES = 5, STEPS = 3 };

static const char *const steps[STEPS] = {"-1", "0", "+1"};

/* The id of a step is the step plus one. The sum of ids is therefore n more than the sum of steps. Adding 4n = -n
 * modulo 5 corrects this. */
static void sample(lg_key key, int n, lg_sample *out) {
    lg_random r = lg_random_from(key);
    lg_sample_begin(out, n, 1);
    int64_t sum = (int64_t)(PLACES - 1) * n;
    for (int i = 0; i < n; i++) sum += out->input[i] = (int32_t)lg_random_below(&r, STEPS);
    out->target[0] = (int32_t)(sum % PLACES);
}

static bool check(const lg_sample *s) {
    if (!lg_sample_fits_scored(s, 1, STEPS, PLACES)) return false;
    static const int back[PLACES] = {4, 0, 1, 2, 3}, forward[PLACES] = {1, 2, 3, 4, 0};
    int place = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->input[i] == 0) place = back[place];
        if (s->input[i] == 2) place = forward[place];
    }
    return s->target[0] == place;
}

const lg_task lg_task_cycle_navigation = {
    .name = "cycle_navigation",
    .summary = "end point of a walk on a cycle of five positions",
    .formula = "x: n steps, each -1, 0 or +1 (ids 0, 1, 2). target [1]: (sum of steps) mod 5.\n"
               "+1 +1 +1 -1 -> 2\n"
               "+1 -1 0 -1 -1 -> 3 (-2 mod 5)",
    .source = LG_CHOMSKY_PAPER "Cycle Navigation",
    .methods = &lg_task_methods,
    .level = "regular",
    .chance = 0.2,
    .order_invariant = true,
    .input_size = STEPS,
    .output_size = PLACES,
    .input_symbols = steps,
    .output_symbols = lg_symbols_digits,
    .outputs = lg_outputs_one,
    .sample = sample,
    .check = check,
};
