/* advice.c: see advice.h. */
#include "evaluate/advice.h"

#include <stdlib.h>

#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/axes/store.h"
#include "train/state.h"

/* Does the encoding add position embeddings, or look up absolute positions in a table of limited size? */
static bool is_absolute(const lg_encoding *e) {
    return e->embed || (e->limit && !e->shift_invariant);
}

/* Are positions deterministic integers that grow with the index of the token, in training and in evaluation? */
static bool goes_on(const lg_position_sampler *s) {
    return s->positions && !s->random && !s->real;
}

/* Does the mask hide the first of `tokens` tokens from the last one? Always false for masks with chunks. */
static bool is_local(const lg_chosen_mask *m, int tokens) {
    int32_t *begin = malloc(2 * (size_t)tokens * sizeof *begin);
    bool local = false;
    if (begin && !lg_mask_shows_all(m) && !m->entry->chunk)
        local = lg_mask_range(m, 0, tokens, begin, begin + tokens, NULL) && begin[tokens - 1] > 0;
    free(begin);
    return local;
}

static bool all_are_local(const lg_pattern *p, int tokens) {
    for (int i = 0; i < p->count; i++)
        if (!is_local(&p->choices[i].mask, tokens)) return false;
    return true;
}

/* Number of tokens in the longest sequences of the listed lengths; 0: the list is empty. */
static int longest(const lg_trainer *t, const lg_length_list *lengths) {
    return lengths->count > 0 ? lg_model_sequence_layout(t->model, lengths->values[lengths->count - 1]).T : 0;
}

int lg_longest_trained(const lg_trainer *t, const lg_description *trained) {
    return longest(t, &trained->data.settings.trained);
}

/* Fails if the store is a ring of cells and has fewer cells than the longest tested sequence has tokens. */
static bool holds_tokens(const lg_trainer *t, const lg_description *tested, lg_error *words) {
    const lg_chosen_store *s = &tested->model.store;
    const int cells = s->entry->ring ? s->entry->ring(&s->own) : 0, read = longest(t, &tested->evaluation.lengths);
    if (!s->entry->ring || read <= cells) return true;
    return lg_fail(words, LG_USAGE,
                   "store.cells: the memory of store: %s is a ring of %d cells, so sequences of %d tokens may overwrite"
                   " earlier cells (evaluate with --store.cells %d, or set it in eval.with)",
                   s->entry->name, cells, read, 2 * read);
}

/* Fails if a memory is combined with absolute positions (Dai et al. 2019, section 3.3). */
static bool memory_is_ordered(const lg_trainer *t, const lg_description *tested, lg_error *words) {
    const lg_placing *p = &tested->model.placings[LG_PLACING_OWN];
    if (!p->encoding.entry->embed || (t->model->memory == 0 && !tested->model.tested_with_memory)) return true;
    return lg_fail(words, LG_USAGE,
                   "architecture.memory: with %s: %s, positions of the memory repeat those of the segment, so "
                   "attention cannot tell their tokens apart (use --%s relative)",
                   p->encoding_key, p->encoding.entry->name, p->encoding_key);
}

bool lg_evaluation_is_fair(const lg_trainer *t, const lg_description *trained, const lg_description *tested,
                           lg_error *words) {
    const lg_placing *then = &trained->model.placings[LG_PLACING_OWN], *now = &tested->model.placings[LG_PLACING_OWN];
    const lg_encoding *e = now->encoding.entry;
    const int known = longest(t, &trained->data.settings.trained), read = longest(t, &tested->evaluation.lengths);
    if (!holds_tokens(t, tested, words) || !memory_is_ordered(t, tested, words)) return false;
    if (known == 0 || read <= known || !is_absolute(e) || !all_are_local(&tested->model.pattern, read)) return true;
    if (!goes_on(then->sampler.entry) || !goes_on(now->sampler.entry)) return true;
    return lg_fail(words, LG_USAGE,
                   "mask: %s keeps distances short, but %s: %s uses positions up to %d and is trained only on "
                   "positions up to %d, so it is not a fair baseline for longer inputs (use an encoding of distances, "
                   "or train with positions: shifted)",
                   tested->model.mask.entry->name, now->encoding_key, e->name, read - 1, known - 1);
}
