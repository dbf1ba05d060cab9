/* plan.c: every array of a graph gets its address, once, before the graph runs. Arrays of the micro-batch are packed by
 * the spans of time in which they are alive, so that a micro-batch fits into a core's cache; shared tensors are few,
 * and get arrays of their own. Also decides which op overwrites a gradient and which ones add to it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"

/* One array of the work space and the span of time in which it is alive: forward passes at times 0..count-1, backward
 * passes at 2*count - index. */
typedef struct span {
    lg_address *address;
    size_t bytes, offset;
    int from, to;
    int order; /* in which it was noted */
} span;

typedef struct planner {
    lg_graph *g;
    span *spans;
    int count;
    int end; /* a time after everything */
} planner;

static int backward_time(const planner *p, const lg_tensor *t) {
    return p->end - t->index;
}

static void add_span(planner *p, lg_address *address, size_t bytes, int from, int to) {
    if (!bytes) return;
    p->spans[p->count] = (span){address, lg_aligned(bytes), 0, from, to, p->count};
    p->count++;
}

/* Does the backward pass of consumer c read the value of its i-th input? */
static bool reads_in_backward(const lg_tensor *c, int i) {
    return c->needs_gradient && (c->backward_reads >> i & 1);
}

/* The last moment at which the value of t is read; `backward`: by backward passes too. */
static int last_read(const planner *p, const lg_tensor *t, bool backward) {
    int last = t->index;
    bool consumed = false;
    for (int j = t->index + 1; j < p->g->count; j++) {
        const lg_tensor *c = p->g->tensors[j];
        for (int i = 0; i < c->inputs; i++) {
            if (c->in[i] != t) continue;
            consumed = true;
            int time = backward && reads_in_backward(c, i) ? backward_time(p, c) : c->index;
            if (time > last) last = time;
        }
    }
    if (t->needs_gradient && (t->backward_reads & LG_READS_OUTPUT) && backward_time(p, t) > last)
        last = backward_time(p, t);
    return !consumed || t->keep ? p->end : last;
}

/* The moment at which the gradient of t is first written, -1 if never: the backward pass of its last consumer. */
static int first_gradient(const planner *p, const lg_tensor *t) {
    if (t->root) return backward_time(p, t);
    for (int j = p->g->count - 1; j > t->index; j--) {
        const lg_tensor *c = p->g->tensors[j];
        for (int i = 0; i < c->inputs; i++)
            if (c->in[i] == t && c->needs_gradient) return backward_time(p, c);
    }
    return -1;
}

static int saved_until(const planner *p, const lg_tensor *t, int last) {
    if (t->op->saves_for_readers) return last;
    return t->needs_gradient ? backward_time(p, t) : t->index;
}

static void plan_spans(planner *p) {
    for (int j = 0; j < p->g->count; j++) {
        lg_tensor *t = p->g->tensors[j];
        if (t->kind != LG_RESULT || t->shared) continue;
        int last = last_read(p, t, true);
        if (!t->place)
            add_span(p, &t->value, t->bytes, t->index, t->op->saves_for_readers ? last_read(p, t, false) : last);
        for (int i = 0; i < LG_MAX_SAVED; i++)
            add_span(p, &t->saved[i], t->saved_bytes[i], t->index, last == p->end ? p->end : saved_until(p, t, last));
        int written = t->needs_gradient ? first_gradient(p, t) : -1;
        if (written >= 0) add_span(p, &t->gradient, t->bytes, written, backward_time(p, t));
    }
}

static int by_start(const void *a, const void *b) {
    const span *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->order - y->order;
}

/* Lowest offset for span s that collides with none of those placed before it that are alive at the same time. */
static size_t lowest_offset(const span *spans, int placed, const span *s) {
    size_t offset = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < placed; i++) {
            const span *o = &spans[i];
            bool together = o->from <= s->to && s->from <= o->to;
            if (together && o->offset < offset + s->bytes && offset < o->offset + o->bytes) {
                offset = o->offset + o->bytes;
                moved = true;
            }
        }
    }
    return offset;
}

static bool plan_work(lg_graph *g, lg_error *err) {
    planner p = {.g = g, .end = 2 * g->count + 1};
    p.spans = malloc(sizeof(span) * (size_t)(g->count * (2 + LG_MAX_SAVED) + 1));
    if (!p.spans) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    plan_spans(&p);
    qsort(p.spans, (size_t)p.count, sizeof(span), by_start);
    size_t top = 0;
    for (int i = 0; i < p.count; i++) {
        span *s = &p.spans[i];
        s->offset = lowest_offset(p.spans, i, s);
        *s->address = (lg_address){LG_SPACE_WORK, s->offset};
        if (s->offset + s->bytes > top) top = s->offset + s->bytes;
    }
    free(p.spans);
    g->bytes[LG_SPACE_WORK] = top;
    return true;
}

/* Shared tensors are few and small: each gets arrays of its own. Their gradients stand behind the parameters'. */
static void plan_shared(lg_graph *g) {
    size_t *shared = &g->bytes[LG_SPACE_SHARED], *gradient = &g->bytes[LG_SPACE_GRADIENT];
    for (int j = 0; j < g->count; j++) {
        lg_tensor *t = g->tensors[j];
        if (t->kind != LG_RESULT || !t->shared) continue;
        t->value = (lg_address){LG_SPACE_SHARED, *shared};
        *shared += lg_aligned(t->bytes);
        for (int i = 0; i < LG_MAX_SAVED; i++) {
            if (!t->saved_bytes[i]) continue;
            t->saved[i] = (lg_address){LG_SPACE_SHARED, *shared};
            *shared += lg_aligned(t->saved_bytes[i]);
        }
        if (!t->needs_gradient) continue;
        t->gradient = (lg_address){LG_SPACE_GRADIENT, g->parameters->bytes + *gradient};
        *gradient += lg_aligned(t->bytes);
    }
}

static void plan_scratch(lg_graph *g) {
    size_t largest[2] = {0, 0};
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_RESULT && t->scratch_bytes > largest[t->shared]) largest[t->shared] = t->scratch_bytes;
    }
    const lg_space spaces[2] = {LG_SPACE_WORK, LG_SPACE_SHARED};
    for (int i = 0; i < 2; i++) {
        g->scratch[i] = (lg_address){spaces[i], g->bytes[spaces[i]]};
        g->bytes[spaces[i]] += lg_aligned(largest[i]);
    }
}

/* The first writer of a gradient overwrites it, later ones add to it. Arrays of the gradient space start at zero. */
static void plan_accumulation(lg_graph *g, bool *written) {
    for (int j = g->count - 1; j >= 0; j--) {
        lg_tensor *y = g->tensors[j];
        for (int i = 0; i < y->inputs; i++) {
            lg_tensor *x = y->in[i];
            if (!x || !x->needs_gradient || !y->needs_gradient) continue;
            assert(!x->root);
            y->accumulate[i] = x->shared || written[x->index];
            written[x->index] = true;
        }
    }
}

/* Only what a root depends on has a gradient. */
static void keep_gradients(lg_graph *g, bool *reached) {
    for (int j = g->count - 1; j >= 0; j--) {
        lg_tensor *t = g->tensors[j];
        if (t->root && g->training) reached[j] = true;
        if (!reached[j]) t->needs_gradient = false;
        for (int i = 0; i < t->inputs; i++)
            if (t->in[i] && reached[j]) reached[t->in[i]->index] = true;
    }
}

bool lg_graph_plan(lg_graph *g, lg_error *err) {
    if (g->err.code) return lg_fail(err, g->err.code, "%s", g->err.text);
    if (!g->no_pruning && !lg_graph_prune(g, err)) return false;
    if (!lg_graph_convert(g, err)) return false;
    for (int j = 0; j < g->count; j++) g->tensors[j]->index = j;
    bool *marks = calloc((size_t)g->count * 2, sizeof *marks);
    if (!marks) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    keep_gradients(g, marks);
    plan_accumulation(g, marks + g->count);
    free(marks);
    plan_shared(g);
    if (!plan_work(g, err)) return false;
    plan_scratch(g);
    return true;
}
