/* visibility.c: the attention mask of a stream, under each choice of the pattern (nn/record/build.h). */
#include <string.h>

#include "nn/axes/mask.h"
#include "nn/model/model.h"
#include "nn/stream/documents.h"
#include "nn/stream/position_sample.h"

int lg_stream_prefix(const lg_token_stream *s) {
    return s->begin > 0 ? 0 : lg_mask_prefix(s->mask);
}

/* The keys that a stream's mask shows, computed once for a graph. */
typedef struct shown {
    int begin;      /* the first token that has keys */
    int32_t keys[]; /* [2,T]: the first key of each token, and the end of its keys */
} shown;

static void hide_before(int begin, int T, int32_t *keys) {
    for (int i = 0; i < T; i++)
        if (keys[i] < begin) keys[i] = begin < keys[T + i] ? begin : keys[T + i];
}

/* NULL: the mask's search failed, or out of memory. */
static shown *find_shown(lg_build *b) {
    const lg_token_stream *s = b->stream;
    shown *x = lg_arena_alloc(b->g->arena, sizeof *x + 2 * (size_t)s->T * sizeof *x->keys);
    if (!x) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", s->T);
        return NULL;
    }
    x->begin = s->begin;
    return lg_mask_range(s->mask, s->kept, s->T, x->keys, x->keys + s->T, &b->g->err) ? x : NULL;
}

/* Sets the number of keys that each token sees (an upper bound with documents) and the largest distance back to a
 * visible key. */
static void count_seen(lg_build *b, const shown *x) {
    lg_token_stream *s = b->stream;
    const int prefix = lg_stream_prefix(s), T = s->T;
    int32_t *seen = lg_arena_alloc(b->g->arena, 2 * (size_t)T * sizeof *seen);
    if (!seen) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", T);
        return;
    }
    memcpy(seen, x->keys, 2 * (size_t)T * sizeof *seen);
    hide_before(s->begin, T, seen);
    s->past = 0;
    for (int i = 0; i < T; i++) {
        const int begin = seen[i];
        if (i - begin > s->past) s->past = i - begin;
        seen[i] = seen[T + i] - begin + (begin < prefix ? begin : prefix);
    }
    s->seen = seen;
}

static void fill_visible(const void *context, const void *user, const lg_tensor *t, void *out) {
    const shown *s = user;
    (void)context;
    memcpy(out, s->keys, 2 * (size_t)t->shape[1] * sizeof *s->keys);
    hide_before(s->begin, t->shape[1], out);
}

/* Like fill_visible, but each token sees only keys of its own document. */
static void fill_documents(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_sample *x = context;
    const shown *s = user;
    memcpy(out, s->keys, 2 * (size_t)t->shape[1] * sizeof *s->keys);
    lg_documents_begin(x->tokens, x->model->separator, t->shape[1], out);
    hide_before(s->begin, t->shape[1], out);
}

static lg_tensor *record_visible(lg_build *b, const shown *x) {
    const lg_token_stream *s = b->stream;
    const int shape[] = {2, s->T};
    if (!s->mask->entry->documents) return lg_graph_constant(b->g, true, 2, shape, 0, LG_LANES, fill_visible, x);
    if (b->documents) return lg_graph_table(b->g, true, 2, shape, fill_documents, x);
    return lg_graph_constant(b->g, true, 2, shape, 0, LG_LANES, fill_documents, x);
}

void lg_build_visibility(lg_build *b) {
    if (lg_mask_shows_all(b->stream->mask)) return;
    const shown *x = find_shown(b);
    if (!x) return;
    count_seen(b, x);
    b->stream->visible = record_visible(b, x);
}

void lg_build_open_stream(lg_build *b) {
    lg_build_visibility(b);
    b->stream->scale = lg_build_scale(b, b->stream->seen);
}

/* Sources have no mask. */
static void open_choice(lg_build *b, int choice) {
    lg_token_stream *s = b->stream;
    const int stream = s->number % 2;
    s->choice = choice;
    s->number = b->model->numbers[stream][choice];
    if (stream == LG_STREAM_OWN) s->mask = &b->model->pattern.choices[choice].mask;
}

void lg_build_choose(lg_build *b, int choice) {
    lg_token_stream *s = b->stream;
    const lg_visibility *then = &s->visibilities[choice];
    if (choice == s->choice) return;
    s->visibilities[s->choice] = (lg_visibility){true, s->scale, s->visible, s->seen, s->past};
    open_choice(b, choice);
    s->scale = then->scale, s->visible = then->visible, s->seen = then->seen, s->past = then->past;
    if (!then->open) lg_build_open_stream(b);
}
