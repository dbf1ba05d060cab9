/* plan.c: assigns an address to every array of a graph, once, before the graph runs. Arrays of the micro-batch share
 * memory if their lifetimes do not overlap, so that a micro-batch fits into a core's cache. Each array of a shared
 * tensor gets memory of its own, since shared tensors are few. Planning also decides which op overwrites a gradient and
 * which ops add to it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "graph/ops.h"

/* One array of the work space and its lifetime, in passes: the forward pass of tensor i is at time i, its backward pass
 * at end - i. */
typedef struct span {
    lg_address *address;
    size_t bytes, offset;
    int from, to;
    int order; /* order of creation */
} span;

/* When a tensor is read. */
typedef struct reads {
    bool any;
    int forward;  /* last forward pass that reads the tensor; its own forward pass if none does */
    int pass;     /* last pass, forward or backward, that reads the tensor */
    int gradient; /* backward pass of the last reader, which writes the tensor's gradient first; -1: none */
} reads;

typedef struct planner {
    lg_graph *g;
    span *spans, **live; /* live: placed spans, in the order of their offsets */
    reads *reads;        /* [tensors] */
    int count;
    int end; /* a time after all passes */
} planner;

static int backward_time(const planner *p, const lg_tensor *t) {
    return p->end - t->index;
}

static int later(int a, int b) {
    return a > b ? a : b;
}

static void add_span(planner *p, lg_address *address, size_t bytes, int from, int to) {
    if (!bytes) return;
    p->spans[p->count] = (span){address, lg_aligned(bytes), 0, from, to, p->count};
    p->count++;
}

/* Whether the backward pass of consumer c reads the value of its i-th input. */
static bool reads_in_backward(const lg_tensor *c, int i) {
    return c->needs_gradient && (c->backward_reads >> i & 1);
}

/* Notes that tensor c reads its i-th input. */
static void note_read(planner *p, const lg_tensor *c, int i) {
    reads *r = &p->reads[c->in[i]->index];
    const bool backward = reads_in_backward(c, i);
    r->any = true;
    r->forward = later(r->forward, c->index);
    r->pass = later(r->pass, backward ? backward_time(p, c) : c->index);
    if (c->needs_gradient) r->gradient = backward_time(p, c); /* readers are visited in order: keeps the last one */
}

static void find_reads(planner *p) {
    for (int j = 0; j < p->g->count; j++) {
        const lg_tensor *t = p->g->tensors[j];
        const bool output = t->needs_gradient && (t->backward_reads & LG_READS_OUTPUT);
        const int own = output ? backward_time(p, t) : j;
        p->reads[j] = (reads){.forward = own, .pass = own, .gradient = t->root ? backward_time(p, t) : -1};
        for (int i = 0; i < t->inputs; i++)
            if (t->in[i]) note_read(p, t, i);
    }
}

static int saved_until(const planner *p, const lg_tensor *t, int last) {
    if (t->op->saves_for_readers) return last;
    if (t->summed && !t->needs_gradient) return last;
    return t->needs_gradient ? backward_time(p, t) : t->index;
}

static void plan_spans(planner *p) {
    for (int j = 0; j < p->g->count; j++) {
        lg_tensor *t = p->g->tensors[j];
        if (t->kind != LG_RESULT || t->shared) continue;
        const reads *r = &p->reads[j];
        const bool outside = !r->any || t->keep; /* read outside the graph */
        const int last = outside ? p->end : r->pass, last_forward = outside ? p->end : r->forward;
        if (!t->place) add_span(p, &t->value, t->bytes, t->index, t->op->saves_for_readers ? last_forward : last);
        for (int i = 0; i < LG_MAX_SAVED; i++)
            add_span(p, &t->saved[i], t->saved_bytes[i], t->index, last == p->end ? p->end : saved_until(p, t, last));
        if (t->needs_gradient && r->gradient >= 0)
            add_span(p, &t->gradient, t->bytes, r->gradient, t->keep_gradient ? p->end : backward_time(p, t));
    }
}

static int by_start(const void *a, const void *b) {
    const span *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : x->order - y->order;
}

/* Places span s at the lowest offset where it overlaps no live span. Removes spans that have ended from `live`, which
 * is sorted by offset, and inserts s. Returns the number of live spans. */
static int place(span **live, int count, span *s) {
    int alive = 0, at = -1;
    for (int i = 0; i < count; i++) {
        span *o = live[i];
        if (o->to < s->from) continue;
        if (at < 0 && o->offset >= s->offset + s->bytes) at = alive;
        if (at < 0 && o->offset + o->bytes > s->offset) s->offset = o->offset + o->bytes;
        live[alive++] = o;
    }
    if (at < 0) at = alive;
    memmove(live + at + 1, live + at, sizeof *live * (size_t)(alive - at));
    live[at] = s;
    return alive + 1;
}

static void place_all(planner *p) {
    size_t top = 0;
    int alive = 0;
    qsort(p->spans, (size_t)p->count, sizeof(span), by_start);
    for (int i = 0; i < p->count; i++) {
        span *s = &p->spans[i];
        alive = place(p->live, alive, s);
        *s->address = (lg_address){LG_SPACE_WORK, s->offset};
        if (s->offset + s->bytes > top) top = s->offset + s->bytes;
    }
    p->g->bytes[LG_SPACE_WORK] = top;
}

static bool plan_work(lg_graph *g, lg_error *err) {
    const size_t most = (size_t)g->count * (2 + LG_MAX_SAVED) + 1;
    planner p = {.g = g, .end = 2 * g->count + 1};
    p.spans = malloc(sizeof *p.spans * most);
    p.live = malloc(sizeof *p.live * most);
    p.reads = malloc(sizeof *p.reads * ((size_t)g->count + 1));
    const bool good = p.spans && p.live && p.reads;
    if (good) {
        find_reads(&p);
        plan_spans(&p);
        place_all(&p);
    }
    free(p.spans), free(p.live), free(p.reads);
    return good || lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
}

/* Places shared tensors. They are few and small, so each has its own arrays. In the gradient space, their gradients
 * follow the gradients of parameters. */
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

/* Decides which ops accumulate: the first writer of a gradient overwrites it, later writers add to it. Arrays of the
 * gradient space start at zero. */
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

/* Removes needless gradients: a tensor has a gradient only if a root depends on it through ops that have gradients. */
static void keep_gradients(lg_graph *g, bool *reached) {
    for (int j = g->count - 1; j >= 0; j--) {
        lg_tensor *t = g->tensors[j];
        if (t->root && g->training) reached[j] = true;
        if (!reached[j]) t->needs_gradient = false;
        const bool leads = reached[j] && !(t->op && !t->op->backward);
        for (int i = 0; i < t->inputs; i++)
            if (t->in[i] && leads) reached[t->in[i]->index] = true;
    }
}

/* The backward passes of some ops always write the gradient of an input (needs_gradients). Checks that these inputs
 * have a gradient. Constants and ids have none. */
static bool check_gradients(const lg_graph *g, lg_error *err) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *y = g->tensors[j];
        for (int i = 0; y->op && y->needs_gradient && i < y->inputs; i++)
            if (y->in[i] && !y->in[i]->needs_gradient && (y->op->needs_gradients >> i & 1))
                return lg_fail_permanent(
                    err, "%s: input %d has no gradient (is it a constant?), but the backward pass writes one",
                    y->op->name, i);
    }
    return true;
}

bool lg_graph_plan(lg_graph *g, lg_error *err) {
    if (g->err.code) return lg_fail_like(err, &g->err, "%s", g->err.text);
    if (!g->no_pruning && !lg_graph_prune(g, err)) return false;
    if (!lg_graph_convert(g, err)) return false;
    for (int j = 0; j < g->count; j++) g->tensors[j]->index = j;
    bool *marks = calloc((size_t)g->count * 2, sizeof *marks);
    if (!marks) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    keep_gradients(g, marks);
    plan_accumulation(g, marks + g->count);
    free(marks);
    if (!check_gradients(g, err)) return false;
    plan_shared(g);
    if (!plan_work(g, err)) return false;
    plan_scratch(g);
    return true;
}

/* ---- one time step of a scan ------------------------------------------------------------------------------------- */

/* Plans the gradients of one time step. Gradients of roots are set before the backward pass, so readers of a root
 * within the step add to these gradients. Every input must get a gradient, so at least one root must depend on each
 * input. `marks`: two per tensor. */
static bool plan_step_gradients(lg_graph *g, lg_tensor *const *roots, int count, bool *marks, lg_error *err) {
    bool *reached = marks, *written = marks + g->count;
    for (int i = 0; i < count; i++) reached[roots[i]->index] = written[roots[i]->index] = true;
    keep_gradients(g, reached);
    plan_accumulation(g, written);
    if (!check_gradients(g, err)) return false;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_GIVEN && (!reached[j] || (t->needs_gradient && !written[j])))
            return lg_fail_permanent(err, "scan: the step does not read its input %d", j);
    }
    return true;
}

bool lg_graph_plan_step(lg_graph *g, lg_tensor *const *roots, int count, lg_error *err) {
    if (g->err.code) return lg_fail_like(err, &g->err, "%s", g->err.text);
    if (!lg_graph_convert(g, err)) return false;
    for (int j = 0; j < g->count; j++) g->tensors[j]->index = j;
    bool *marks = calloc((size_t)g->count * 2, sizeof *marks);
    if (!marks) return lg_fail(err, LG_FAILED, "out of memory: a step of %d sequences", g->S);
    const bool ok = plan_step_gradients(g, roots, count, marks, err);
    free(marks);
    return ok;
}

static void place_copies(lg_address *address, size_t bytes, int copies, size_t *top) {
    if (!bytes) return;
    *address = (lg_address){LG_SPACE_WORK, *top, copies > 1 ? bytes : 0};
    *top += lg_aligned(bytes * (size_t)copies);
}

/* Whether any backward pass reads the value of t. */
static bool is_read_in_backward(const lg_graph *g, const lg_tensor *t) {
    if (t->op && t->op->saves_for_readers) return false;
    if (t->op && t->needs_gradient && (t->backward_reads & LG_READS_OUTPUT)) return true;
    for (int j = 0; j < g->count; j++)
        for (int i = 0; i < g->tensors[j]->inputs; i++)
            if (g->tensors[j]->in[i] == t && reads_in_backward(g->tensors[j], i)) return true;
    return false;
}

/* The sum that t shares its gradient array with, or NULL. Only this sum may read t, and the backward pass of t must not
 * change the gradient of t. So t is a linear map, or the step's input x. */
static lg_tensor *sum_above(const lg_graph *g, const lg_tensor *x, const lg_tensor *t) {
    lg_tensor *sum = NULL;
    if (!t->needs_gradient || (t != x && !lg_op_linear_keeps_gradient(t))) return NULL;
    for (int j = 0; j < g->count; j++) {
        lg_tensor *y = g->tensors[j];
        for (int i = 0; i < y->inputs; i++) {
            if (y->in[i] != t) continue;
            if (sum || y->op != &lg_op_desc_add_activate || !y->needs_gradient || y->accumulate[i]) return NULL;
            sum = y;
        }
    }
    return sum;
}

/* Number of steps for which gradients of t are kept: all steps if a linear map sums the gradients of its parameters
 * after the last step, else 1. */
static int gradient_copies(const lg_graph *g, const lg_tensor *x, const lg_tensor *t, int steps) {
    if (lg_op_linear_sums_later(g, t)) return steps;
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i] && lg_op_linear_sums_later(g, t->in[i]) && sum_above(g, x, t->in[i]) == t) return steps;
    return 1;
}

static void share_gradients(lg_graph *g, const lg_tensor *x) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *sum = sum_above(g, x, g->tensors[j]);
        if (sum) g->tensors[j]->gradient = sum->gradient;
    }
}

/* Whether the state before a step shares memory with the state after the previous step: true if the backward pass reads
 * either state. */
static bool passes_in_place(const lg_graph *g, const lg_scan *s, int i) {
    return is_read_in_backward(g, s->before[i]) || is_read_in_backward(g, s->after[i]);
}

static void place_states(lg_graph *g, const lg_scan *s, int steps, size_t *top) {
    for (int i = 0; i < s->states; i++) {
        const size_t bytes = s->before[i]->bytes;
        if (!passes_in_place(g, s, i)) continue;
        place_copies(&s->before[i]->value, bytes, steps + 1, top);
        s->after[i]->value = s->before[i]->value;
        s->after[i]->value.offset += bytes;
    }
}

static bool is_placed(const lg_graph *g, const lg_scan *s, const lg_tensor *t) {
    for (int i = 0; i < s->states; i++)
        if ((s->before[i] == t || s->after[i] == t) && passes_in_place(g, s, i)) return true;
    return false;
}

size_t lg_graph_place_steps(lg_graph *g, const lg_scan *s, int steps) {
    size_t top = 0, scratch = 0;
    place_states(g, s, steps, &top);
    for (int j = 0; j < g->count; j++) {
        lg_tensor *t = g->tensors[j];
        if (t->kind != LG_RESULT && t->kind != LG_GIVEN) continue;
        const bool saves = t->needs_gradient || (t->op && t->op->saves_for_readers);
        const bool remembers = t->op && t->op->remembers;
        if (!is_placed(g, s, t)) place_copies(&t->value, t->bytes, is_read_in_backward(g, t) ? steps : 1, &top);
        for (int i = 0; i < LG_MAX_SAVED; i++)
            place_copies(&t->saved[i], t->saved_bytes[i], g->training && saves && !remembers ? steps : 1, &top);
        if (t->needs_gradient && !sum_above(g, s->x, t))
            place_copies(&t->gradient, t->bytes, gradient_copies(g, s->x, t, steps), &top);
        if (t->scratch_bytes > scratch) scratch = t->scratch_bytes;
    }
    share_gradients(g, s->x);
    place_copies(&g->scratch[0], scratch, 1, &top);
    return top;
}
