/* empty_tokens.c: see empty_tokens.h. */
#include "nn/stream/empty_tokens.h"

#include <string.h>

#include "nn/axes/head.h"
#include "nn/model/model.h"

bool lg_empty_tokens_autoregressive(const void *own) {
    return ((const lg_empty_tokens *)own)->decode == LG_DECODE_AUTOREGRESSIVE;
}

static const lg_empty_tokens *own_of(const lg_model *m) {
    return m->architecture.entry->may_decode ? (const void *)&m->architecture.own : NULL;
}

bool lg_empty_tokens_in_place(const lg_model *m) {
    const lg_empty_tokens *own = own_of(m);
    return own && own->decode == LG_DECODE_IN_PLACE;
}

bool lg_empty_tokens_computes(const lg_model *m) {
    const lg_empty_tokens *own = own_of(m);
    return own && own->computation_steps > 0;
}

/* Targets that are read, or tied to token vectors by the head, have ids in the input vocabulary. */
lg_token_format lg_empty_tokens_format(const lg_model *m) {
    const lg_dataset *d = m->data;
    const lg_empty_tokens *own = own_of(m);
    lg_token_format f = {.steps = own->computation_steps, .computation = -1};
    f.classes = d->target.size;
    f.symbols = d->source.size;
    const bool read = lg_empty_tokens_autoregressive(own) || (m->head.entry->ties && m->head.entry->ties(m));
    if (read && d->target.size > f.symbols) f.symbols = d->target.size;
    if (f.steps > 0) f.computation = f.symbols++;
    f.empty = lg_empty_tokens_in_place(m) ? -1 : f.symbols++;
    return f;
}

/* The token from which the first target token is predicted: the first empty token or, with model.decode: in_place, the
 * first source token. */
static int first_output(const lg_model *m, int n) {
    return lg_empty_tokens_in_place(m) ? 0 : n + m->format.steps * n;
}

/* Output rows begin at the first output of the shortest possible source. */
lg_sequence_layout lg_empty_tokens_layout(const lg_model *m, lg_record_size z, bool padded) {
    const int shortest = padded ? z.n - LG_BAND + 1 : z.n, end = first_output(m, z.n) + z.m;
    lg_sequence_layout t = {
        .n = z.n, .m = z.m, .padded = padded, .first = first_output(m, shortest > 0 ? shortest : 1)};
    t.T = lg_architecture_is_autoregressive(&m->architecture) ? end + 1 : end;
    t.rows = end - t.first;
    return t;
}

int lg_empty_tokens_first_row(const lg_model *m, const lg_sequence_layout *t, int n) {
    return first_output(m, n) - t->first;
}

int lg_empty_tokens_target_token(const lg_model *m, const lg_sequence_layout *t, int n, int j) {
    (void)t;
    return first_output(m, n) + 1 + j;
}

void lg_empty_tokens_lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    const lg_token_format *f = &m->format;
    const int begin = first_output(m, r->n);
    int at = r->n;
    memcpy(row->ids, r->source, sizeof(int32_t) * (size_t)r->n);
    while (at < begin) row->ids[at++] = f->computation;
    if (lg_architecture_is_autoregressive(&m->architecture)) {
        row->ids[at++] = f->empty;
        memcpy(row->ids + at, r->target, sizeof(int32_t) * (size_t)r->m);
        at += r->m;
    } else if (!lg_empty_tokens_in_place(m)) {
        while (at < begin + r->m) row->ids[at++] = f->empty;
    }
    if (row->span) row->span[0] = 0, row->span[1] = at;
    memset(row->ids + at, 0, sizeof(int32_t) * (size_t)(t->T - at));
    lg_row_put_targets(row, t->rows, begin - t->first, r);
}
