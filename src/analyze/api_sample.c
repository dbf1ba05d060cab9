/* api_sample.c: implements samples of lengthen.h. */
#include <stdlib.h>

#include "data/task.h"
#include "run/session.h"

/* Memory for one sample as token ids and as symbols. */
typedef struct buffers {
    lg_sample sample;
    const char **input_symbols, **target_symbols;
} buffers;

static bool buffers_new(buffers *d, int n, int m, lg_arena *arena, lg_error *err) {
    d->sample.input = lg_arena_alloc(arena, (size_t)n * sizeof *d->sample.input);
    d->sample.target = lg_arena_alloc(arena, (size_t)m * sizeof *d->sample.target);
    d->sample.mask = lg_arena_alloc(arena, (size_t)m * sizeof *d->sample.mask);
    d->input_symbols = lg_arena_alloc(arena, (size_t)n * sizeof *d->input_symbols);
    d->target_symbols = lg_arena_alloc(arena, (size_t)m * sizeof *d->target_symbols);
    return (d->sample.input && d->sample.target && d->sample.mask && d->input_symbols && d->target_symbols) ||
           lg_fail(err, LG_FAILED, "out of memory: a sample of %d tokens", n);
}

static void pass_on(const lg_task *task, const buffers *d, int length, lg_example_fn each, void *user) {
    const lg_sample *s = &d->sample;
    for (int i = 0; i < s->n; i++) d->input_symbols[i] = task->input_symbols[s->input[i]];
    for (int j = 0; j < s->m; j++) d->target_symbols[j] = task->output_symbols[s->target[j]];
    const lg_example e = {task->name,       length,           s->n, s->m, s->input, s->target, s->mask,
                          d->input_symbols, d->target_symbols};
    each(user, &e);
}

lg_status lg_sample_task(lg_config *f, int length, int count, uint64_t seed, lg_example_fn each, void *user) {
    lg_error *err = lg_context_begin(f->context);
    const lg_resolved_config *c = lg_config_resolved(f, err);
    if (!c) return err->code;
    if (length < 1 || length > LG_LENGTH_MAX) {
        lg_fail(err, LG_USAGE, "length: a sample has 1..%d tokens, not %d", LG_LENGTH_MAX, length);
        return err->code;
    }
    const lg_task *task = lg_task_find(lg_text(c->values, "task"));
    const lg_key key = lg_key_fold(lg_key_fold(lg_key_root(seed), LG_STREAM_SAMPLE), (uint64_t)length);
    lg_arena *arena = lg_arena_new();
    buffers d;
    const int n = lg_task_length(task, c->values, length), m = task->outputs(c->values, length);
    if (!arena)
        lg_fail(err, LG_FAILED, "out of memory: samples");
    else if (buffers_new(&d, n, m, arena, err)) {
        for (int i = 0; i < count; i++) {
            task->sample(c->values, lg_key_fold(key, (uint64_t)i), length, &d.sample);
            pass_on(task, &d, length, each, user);
        }
    }
    lg_arena_free(arena);
    return err->code;
}
