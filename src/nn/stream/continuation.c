/* continuation.c: see continuation.h. */
#include "nn/stream/continuation.h"

#include <string.h>

#include "nn/model/model.h"

/* The number of tokens in the data's vocabularies, plus the empty token if there is one. */
static int count_tokens(const lg_dataset *d) {
    const int words = d->source.size > d->target.size ? d->source.size : d->target.size;
    return words + !d->separated;
}

bool lg_continuation_autoregressive(const void *own) {
    (void)own;
    return true;
}

lg_token_format lg_continuation_format(const lg_model *m) {
    const lg_dataset *d = m->data;
    const lg_chosen_architecture *a = &m->architecture;
    const int rows = a->entry->vocabulary ? a->entry->vocabulary(&a->own) : 0, tokens = count_tokens(d);
    lg_token_format f = {.computation = -1, .empty = d->separated ? -1 : tokens - 1};
    f.symbols = rows > 0 ? rows : tokens;
    f.classes = rows > 0 ? rows : d->target.size;
    return f;
}

/* The token from which the first target token is predicted. */
static int last_of_source(const lg_model *m, int n) {
    return n + (m->format.empty >= 0) - 1;
}

/* Output rows begin at the last token of the shortest possible source. The last target token is predicted, but not
 * read. */
lg_sequence_layout lg_continuation_layout(const lg_model *m, lg_record_size z, bool padded) {
    const int shortest = padded ? z.n - LG_BAND + 1 : z.n;
    lg_sequence_layout t = {
        .n = z.n, .m = z.m, .padded = padded, .first = last_of_source(m, shortest > 0 ? shortest : 1)};
    t.T = last_of_source(m, z.n) + z.m;
    t.rows = t.T - t.first;
    return t;
}

int lg_continuation_first_row(const lg_model *m, const lg_sequence_layout *t, int n) {
    return last_of_source(m, n) - t->first;
}

int lg_continuation_target_token(const lg_model *m, const lg_sequence_layout *t, int n, int j) {
    (void)t;
    return last_of_source(m, n) + 1 + j;
}

void lg_continuation_lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    const int begin = last_of_source(m, r->n) + 1;
    memset(row->ids, 0, sizeof(int32_t) * (size_t)t->T);
    memcpy(row->ids, r->source, sizeof(int32_t) * (size_t)r->n);
    if (m->format.empty >= 0) row->ids[r->n] = m->format.empty;
    for (int j = 0; j + 1 < r->m; j++) row->ids[begin + j] = r->target[j];
    lg_row_put_targets(row, t->rows, lg_continuation_first_row(m, t, r->n), r);
}
