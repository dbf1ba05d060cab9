/* advice.c: see advice.h. */
#include "train/advice.h"

#include <stdlib.h>

#include "nn/encoding.h"
#include "nn/mask.h"
#include "nn/position.h"

/* Does it add positions, or look them up in a table, rather than distances? */
static bool is_absolute(const lg_encoding *e) {
    return e->embed || (e->limit && !e->shift_invariant);
}

/* Positions are whole numbers, the same in training and evaluation, as long as a sequence is. */
static bool goes_on(const lg_position_sampler *s) {
    return s->positions && !s->random && !s->real;
}

/* Are there keys that the last of so many tokens does not see, though others on the same side are seen? */
static bool is_local(const lg_mask *m, const lg_values *v, int tokens) {
    int32_t *begin = malloc(2 * (size_t)tokens * sizeof *begin);
    bool local = false;
    if (begin && m->range && !m->chunk) {
        m->range(v, tokens, begin, begin + tokens);
        local = begin[tokens - 1] > 0;
    }
    free(begin);
    return local;
}

static int longest(const lg_values *v, const char *option) {
    size_t count = 0;
    const int *lengths = lg_values_has(v, option) ? lg_lengths(v, option, &count) : NULL;
    return count > 0 ? lengths[count - 1] : 0;
}

bool lg_evaluation_is_fair(const lg_values *v, lg_error *words) {
    const lg_mask *m = lg_mask_find(lg_text(v, "mask"));
    const lg_encoding *e = lg_encoding_find(lg_text(v, "encoding"));
    const lg_position_sampler *s = lg_position_sampler_find(lg_text(v, "positions"));
    const int trained = longest(v, "curriculum.lengths"), tested = longest(v, "eval.lengths");
    if (trained == 0 || tested <= trained || !is_absolute(e) || !goes_on(s) || !is_local(m, v, tested)) return true;
    return lg_fail(
        words, LG_USAGE,
        "mask: %s keeps distances short, but encoding: %s reads positions up to %d, and has learned those of "
        "length %d at most: this is no baseline for longer inputs (encodings of distances are, or positions: "
        "shifted in training)",
        m->name, e->name, tested, trained);
}
