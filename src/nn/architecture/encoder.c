/* encoder.c: one stack of blocks over the source, computation tokens, and one empty token per target token (or, in the
 * autoregressive variant, one empty token and then the targets themselves). */
#include "nn/architecture.h"

#include <assert.h>
#include <string.h>

#include "nn/model.h"

static const lg_option options[] = {
    {"model.decode", LG_NAME, "parallel", 0, 0, "parallel autoregressive",
     "parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal)"},
    {"model.computation_steps", LG_INT, "0", 0, 16, NULL,
     "computation tokens per input token, between input and output"},
    {0},
};

static bool autoregressive(const lg_values *v) {
    return !strcmp(lg_text(v, "model.decode"), "autoregressive");
}

/* Targets that are read, or that a head ties to token vectors, have ids among those of tokens. */
static lg_token_format format(const lg_model *m) {
    const lg_dataset *d = m->data;
    lg_token_format f = {.steps = (int)lg_int(d->values, "model.computation_steps"), .computation = -1};
    f.classes = d->target.size;
    f.symbols = d->source.size;
    if ((autoregressive(d->values) || m->head->tied) && d->target.size > f.symbols) f.symbols = d->target.size;
    if (f.steps > 0) f.computation = f.symbols++;
    f.empty = f.symbols++;
    return f;
}

static bool suits(const lg_model *m, lg_error *err) {
    return m->mask->causal || !autoregressive(m->values) ||
           lg_fail_keys(err, "model.decode mask",
                        "model.decode: autoregressive has the outputs in the sequence and needs --mask causal, not %s",
                        m->mask->name);
}

static lg_sequence_layout layout(const lg_model *m, lg_record_size z) {
    lg_sequence_layout t = {.n = z.n, .m = z.m, .first = z.n + m->format.steps * z.n, .rows = z.m};
    t.T = t.first + (autoregressive(m->values) ? 1 + z.m : z.m);
    return t;
}

static int first_row(const lg_model *m, const lg_sequence_layout *t, int n) {
    (void)m, (void)t, (void)n;
    return 0;
}

static int target_token(const lg_model *m, const lg_sequence_layout *t, int n, int j) {
    (void)m, (void)n;
    return t->first + 1 + j;
}

static void lay_out(const lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row) {
    const lg_token_format *f = &m->format;
    assert(r->n == t->n && r->m == t->m);
    int at = r->n;
    memcpy(row->ids, r->source, sizeof(int32_t) * (size_t)r->n);
    while (at < t->first) row->ids[at++] = f->computation;
    if (autoregressive(m->values)) {
        row->ids[at++] = f->empty;
        memcpy(row->ids + at, r->target, sizeof(int32_t) * (size_t)r->m);
    } else {
        while (at < t->T) row->ids[at++] = f->empty;
    }
    memcpy(row->targets, r->target, sizeof(int32_t) * (size_t)r->m);
    memcpy(row->learned, r->learned, (size_t)r->m);
    memcpy(row->counted, r->counted, (size_t)r->m);
}

const lg_architecture lg_architecture_encoder = {
    .name = "encoder",
    .summary = "one stack over source and empty tokens, which become the targets",
    .formula =
        "sequence: source (n), computation tokens, one empty token for each of m target tokens; all targets at once\n"
        "model.decode: autoregressive: one empty token, then the targets, each predicted from those before",
    .source = "Delétang et al. 2023, section 4; Ruoss et al. 2023",
    .options = options,
    .autoregressive = autoregressive,
    .suits = suits,
    .format = format,
    .layout = layout,
    .lay_out = lay_out,
    .first_row = first_row,
    .target_token = target_token,
    .record = lg_build_stack,
};
