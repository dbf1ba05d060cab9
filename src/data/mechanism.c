/* mechanism.c: see mechanism.h. */
#include "data/mechanism.h"

bool lg_mechanism_open(lg_dataset *d, const lg_symbol_kind *kinds, lg_error *err) {
    int count = 0, at = 0;
    for (const lg_symbol_kind *k = kinds; k->letter; k++) count += k->count;
    const char **words = lg_arena_alloc(d->arena, sizeof *words * (size_t)count);
    for (const lg_symbol_kind *k = kinds; words && k->letter; k++)
        for (int i = 0; i < k->count; i++, at++)
            if (!(words[at] = lg_arena_printf(d->arena, "%s%d", k->letter, i)))
                return lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    if (!words) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    d->source = d->target = (lg_vocabulary){count, words};
    d->one_vocabulary = d->separated = true;
    d->end = -1;
    return true;
}

lg_token_sequence lg_sequence_begin(lg_record *r, int length, lg_record_size z) {
    lg_record_begin(r, length, z.n, z.m);
    return (lg_token_sequence){.r = r};
}

void lg_sequence_put(lg_token_sequence *s, int token, bool answer) {
    lg_record *r = s->r;
    const int j = s->at++ - r->n;
    if (j < 0) {
        r->source[j + r->n] = token;
    } else {
        r->target[j] = token;
        r->learned[j] = r->counted[j] = answer;
    }
}

int lg_sequence_next(const lg_record *r, int *at, int first, int count, bool answer) {
    const int i = (*at)++;
    if (i >= r->n + r->m) return -1;
    const int token = i < r->n ? r->source[i] : r->target[i - r->n];
    if (i < r->n ? answer : (r->learned[i - r->n] != answer || r->counted[i - r->n] != answer)) return -1;
    return token >= first && token < first + count ? token - first : -1;
}
