/* empty_tokens.c: see empty_tokens.h. */
#include "nn/empty_tokens.h"

#include <assert.h>
#include <string.h>

#include "nn/model.h"

bool lg_empty_tokens_autoregressive(const lg_values *v) {
    return !strcmp(lg_text(v, "model.decode"), "autoregressive");
}

/* Targets that are read, or that a head ties to token vectors, have ids among those of tokens. */
lg_token_format lg_empty_tokens_format(const lg_model *m) {
    const lg_dataset *d = m->data;
    lg_token_format f = {.steps = (int)lg_int(d->values, "model.computation_steps"), .computation = -1};
    f.classes = d->target.size;
    f.symbols = d->source.size;
    if ((lg_empty_tokens_autoregressive(d->values) || m->head->tied) && d->target.size > f.symbols)
        f.symbols = d->target.size;
    if (f.steps > 0) f.computation = f.symbols++;
    f.empty = f.symbols++;
    return f;
}

lg_sequence_layout lg_empty_tokens_layout(const lg_model *m, lg_record_size z, bool padded) {
    (void)padded; /* each size has a layout of its own */
    lg_sequence_layout t = {.n = z.n, .m = z.m, .first = z.n + m->format.steps * z.n, .rows = z.m};
    t.T = t.first + (lg_empty_tokens_autoregressive(m->values) ? 1 + z.m : z.m);
    return t;
}

int lg_empty_tokens_first_row(const lg_model *m, const lg_sequence_layout *t, int n) {
    (void)m, (void)t, (void)n;
    return 0;
}

int lg_empty_tokens_target_token(const lg_model *m, const lg_sequence_layout *t, int n, int j) {
    (void)m, (void)n;
    return t->first + 1 + j;
}

void lg_empty_tokens_lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    const lg_token_format *f = &m->format;
    assert(r->n == t->n && r->m == t->m);
    int at = r->n;
    memcpy(row->ids, r->source, sizeof(int32_t) * (size_t)r->n);
    while (at < t->first) row->ids[at++] = f->computation;
    if (lg_empty_tokens_autoregressive(m->values)) {
        row->ids[at++] = f->empty;
        memcpy(row->ids + at, r->target, sizeof(int32_t) * (size_t)r->m);
    } else {
        while (at < t->T) row->ids[at++] = f->empty;
    }
    lg_row_put_targets(row, t->rows, 0, r);
}
