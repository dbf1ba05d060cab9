/* source_stream.c: see source_stream.h. */
#include "nn/stream/source_stream.h"

#include <string.h>

#include "nn/model/model.h"
#include "nn/model/padding.h"
#include "nn/record/token_tables.h"

lg_token_format lg_source_stream_format(const lg_model *m, int empty) {
    const lg_dataset *d = m->data;
    lg_token_format f = {.computation = -1, .classes = d->target.size, .empty = empty, .symbols = empty + 1};
    f.sources = lg_model_one_table(m) ? f.symbols : d->source.size;
    return f;
}

void lg_source_stream_put(const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    memset(row->sources, 0, sizeof(int32_t) * (size_t)t->sources);
    memcpy(row->sources, r->source, sizeof(int32_t) * (size_t)r->n);
    if (row->span) row->span[0] = 0, row->span[1] = r->n;
}

lg_sequence_layout lg_source_stream_layout(const lg_model *m, lg_record_size z, bool padded) {
    lg_sequence_layout t = {.n = z.n, .m = z.m, .sources = z.n, .T = z.m, .rows = z.m, .padded = padded};
    t.spans = padded && lg_model_takes_spans(m);
    return t;
}

int lg_source_stream_first_row(const lg_model *m, const lg_sequence_layout *t, int n) {
    (void)m, (void)t, (void)n;
    return 0;
}
