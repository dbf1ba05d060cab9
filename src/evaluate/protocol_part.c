/* protocol_part.c: functions shared by the protocols that decode token by token. */
#include "evaluate/protocols.h"
#include "nn/axes/architecture.h"
#include "nn/model/stepping.h"

int lg_protocol_prompt(const lg_pass *p) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    return m->architecture.entry->target_token(m, t, t->n, 0);
}

void lg_protocol_leave(const lg_eval_settings *e, const lg_pass *p, int row, lg_decoding *d) {
    const lg_sequence_layout *t = &p->network->layout;
    lg_decoded_sequence sequence = {.prompt = p->rows.ids + (size_t)row * (size_t)t->T,
                                    .positions = lg_decoding_key(e->seed, p->rows.indices[row])};
    sequence.answer = lg_pass_answer(p, row, &sequence.limit);
    if (p->rows.sources) sequence.source = p->rows.sources + (size_t)row * (size_t)t->sources;
    if (p->rows.spans) sequence.span = p->rows.spans + (size_t)2 * (size_t)row;
    if (sequence.limit > 0) lg_decoding_add(d, sequence);
    if (p->next) lg_protocol_leave(e, p->next, row, d->next);
}

int lg_protocol_limit(const lg_eval_settings *e, int n) {
    return e->max_tokens == 0 ? -1 : e->max_tokens > n ? e->max_tokens - n : 0;
}

/* Without caches, token j costs one pass over n + j tokens. */
int lg_protocol_passes(const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t, int width) {
    const int64_t limit = e->max_tokens, tokens = t->n + t->m;
    const int64_t generated = limit > 0 ? limit - t->n : t->m, least = limit > tokens ? limit : tokens;
    const int64_t cached = lg_model_cached_tokens(m);
    const int64_t rows = cached < least && generated > 0 ? generated * (2 * t->n + generated) / 2 : least;
    return 1 + width * (int)((rows + tokens - 1) / tokens);
}
