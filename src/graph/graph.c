/* graph.c: recording, planning and running graphs. See graph.h. */
#include "graph/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t aligned(size_t bytes) {
    return (bytes + LG_ALIGN - 1) / LG_ALIGN * LG_ALIGN;
}

/* ---- recording ---- */

lg_graph *lg_graph_new(lg_parameters *p, const lg_kernels *k, int S, int T, bool training) {
    lg_graph *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    *g = (lg_graph){.parameters = p, .kernels = k, .S = S, .T = T, .training = training, .arena = lg_arena_new()};
    g->nothing = (lg_tensor){.rank = 3, .shape = {1, 1, 1}};
    if (!g->arena) {
        free(g);
        g = NULL;
    }
    return g;
}

void lg_graph_free(lg_graph *g) {
    if (!g) return;
    lg_arena_free(g->arena);
    free(g->tensors);
    free(g);
}

static lg_tensor *add_tensor(lg_graph *g, lg_tensor_kind kind) {
    if (g->err.code) return &g->nothing;
    if (g->count == g->room) {
        int room = g->room ? 2 * g->room : 128;
        lg_tensor **tensors = realloc(g->tensors, sizeof *tensors * (size_t)room);
        if (tensors) {
            g->tensors = tensors;
            g->room = room;
        }
    }
    lg_tensor *t = g->count < g->room ? lg_arena_take(g->arena, sizeof *t) : NULL;
    if (!t) {
        lg_fail(&g->err, LG_FAILED, "no memory for a graph of %d tokens", g->T);
        return &g->nothing;
    }
    t->kind = kind;
    t->index = g->count;
    t->value.offset = t->gradient.offset = LG_NOWHERE;
    for (int i = 0; i < LG_MAX_SAVED; i++) t->saved[i].offset = LG_NOWHERE;
    return g->tensors[g->count++] = t;
}

static void set_shape(lg_tensor *t, int rank, const int *shape) {
    t->rank = rank;
    for (int i = 0; i < rank; i++) t->shape[i] = shape[i];
}

static size_t elements(const lg_tensor *t) {
    return (size_t)lg_rows(t) * (size_t)lg_columns(t);
}

int lg_rows(const lg_tensor *t) {
    int n = 1;
    for (int i = 0; i + 1 < t->rank; i++) n *= t->shape[i];
    return n;
}

int lg_columns(const lg_tensor *t) {
    return t->rank ? t->shape[t->rank - 1] : 1;
}

lg_tensor *lg_graph_parameter(lg_graph *g, const char *name, int rank, const int *shape, lg_initial initial) {
    int row = g->err.code ? -1 : lg_parameters_get(g->parameters, name, rank, shape, initial, &g->err);
    if (row < 0) return &g->nothing;
    for (int i = 0; i < g->count; i++)
        if (g->tensors[i]->kind == LG_PARAMETER && g->tensors[i]->parameter == row) return g->tensors[i];
    lg_tensor *t = add_tensor(g, LG_PARAMETER);
    if (t == &g->nothing) return t;
    set_shape(t, rank, shape);
    t->parameter = row;
    t->shared = true;
    t->needs_gradient = g->training;
    t->bytes = elements(t) * sizeof(real);
    size_t offset = g->parameters->rows[row].offset;
    t->value = (lg_place){LG_SPACE_PARAMETER, offset};
    t->gradient = (lg_place){LG_SPACE_GRADIENT, g->training ? offset : LG_NOWHERE};
    return t;
}

lg_tensor *lg_graph_constant(lg_graph *g, bool integer, int rank, const int *shape, size_t lead, size_t tail,
                             lg_fill fill, const void *user) {
    lg_tensor *t = add_tensor(g, LG_CONSTANT);
    if (t == &g->nothing) return t;
    size_t size = integer ? sizeof(int32_t) : sizeof(real);
    set_shape(t, rank, shape);
    t->integer = integer;
    t->shared = true;
    t->fill = fill;
    t->user = user;
    t->head = aligned(lead * size);
    t->bytes = elements(t) * size;
    t->value = (lg_place){LG_SPACE_CONSTANT, g->bytes[LG_SPACE_CONSTANT] + t->head};
    g->bytes[LG_SPACE_CONSTANT] += t->head + aligned(t->bytes + tail * size);
    return t;
}

lg_tensor *lg_graph_batch(lg_graph *g, int columns) {
    lg_tensor *t = add_tensor(g, LG_BATCH);
    if (t == &g->nothing) return t;
    set_shape(t, 2, (int[]){g->S, columns});
    t->integer = true;
    t->bytes = elements(t) * sizeof(int32_t);
    t->value = (lg_place){LG_SPACE_BATCH, g->bytes[LG_SPACE_BATCH]};
    g->bytes[LG_SPACE_BATCH] += (size_t)columns * sizeof(int32_t);
    return t;
}

lg_tensor *lg_graph_result(lg_graph *g, const lg_op *op, lg_tensor *const *in, int inputs, const void *args,
                           size_t args_bytes) {
    lg_tensor *y = add_tensor(g, LG_RESULT);
    if (y == &g->nothing) return y;
    y->op = op;
    y->inputs = inputs;
    y->shared = true;
    for (int i = 0; i < inputs; i++) {
        y->in[i] = in[i];
        if (!in[i]) continue;
        y->shared = y->shared && in[i]->shared;
        y->needs_gradient = y->needs_gradient || (op->backward && in[i]->needs_gradient);
    }
    void *copy = lg_arena_take(g->arena, args_bytes ? args_bytes : 1);
    if (!copy) {
        lg_fail(&g->err, LG_FAILED, "no memory for a graph of %d tokens", g->T);
        return &g->nothing;
    }
    if (args_bytes) memcpy(copy, args, args_bytes);
    y->args = copy;
    lg_error err = {0};
    if (!op->shape(g, y, &err)) {
        lg_fail(&g->err, err.code, "%s: %s", op->name, err.text);
        return &g->nothing;
    }
    y->bytes = elements(y) * (y->integer ? sizeof(int32_t) : sizeof(real));
    return y;
}

/* ---- planning ---- */

/* One array of the work space and the span of time in which it is alive: forward passes at times 0..count-1, backward
 * passes at 2*count - index. */
typedef struct span {
    lg_place *place;
    size_t bytes, offset;
    int from, to;
} span;

typedef struct planner {
    lg_graph *g;
    const lg_tensor *loss;
    span *spans;
    int count;
    int end; /* a time after everything */
} planner;

static int backward_time(const planner *p, const lg_tensor *t) {
    return p->end - t->index;
}

static void alive(planner *p, lg_place *place, size_t bytes, int from, int to) {
    if (bytes) p->spans[p->count++] = (span){place, aligned(bytes), 0, from, to};
}

/* Does the backward pass of consumer c read the value of its i-th input? */
static bool reads_in_backward(const lg_tensor *c, int i) {
    return c->needs_gradient && (c->op->backward_reads >> i & 1);
}

/* The last moment at which the value of t is read. */
static int last_read(const planner *p, const lg_tensor *t) {
    int last = t->index;
    bool consumed = false;
    for (int j = t->index + 1; j < p->g->count; j++) {
        const lg_tensor *c = p->g->tensors[j];
        for (int i = 0; i < c->inputs; i++) {
            if (c->in[i] != t) continue;
            consumed = true;
            int time = reads_in_backward(c, i) ? backward_time(p, c) : c->index;
            if (time > last) last = time;
        }
    }
    if (t->needs_gradient && (t->op->backward_reads & LG_READS_OUTPUT) && backward_time(p, t) > last)
        last = backward_time(p, t);
    return !consumed || t->keep ? p->end : last;
}

/* The moment at which the gradient of t is first written, -1 if never: the backward pass of its last consumer. */
static int first_gradient(const planner *p, const lg_tensor *t) {
    if (t == p->loss) return backward_time(p, t);
    for (int j = p->g->count - 1; j > t->index; j--) {
        const lg_tensor *c = p->g->tensors[j];
        for (int i = 0; i < c->inputs; i++)
            if (c->in[i] == t && c->needs_gradient) return backward_time(p, c);
    }
    return -1;
}

static void plan_spans(planner *p) {
    for (int j = 0; j < p->g->count; j++) {
        lg_tensor *t = p->g->tensors[j];
        if (t->kind != LG_RESULT || t->shared) continue;
        int last = last_read(p, t);
        alive(p, &t->value, t->bytes, t->index, last);
        for (int i = 0; i < LG_MAX_SAVED; i++) {
            int until = t->needs_gradient ? backward_time(p, t) : t->index;
            alive(p, &t->saved[i], t->saved_bytes[i], t->index, last == p->end ? p->end : until);
        }
        int written = t->needs_gradient ? first_gradient(p, t) : -1;
        if (written >= 0) alive(p, &t->gradient, t->bytes, written, backward_time(p, t));
    }
}

static int by_start(const void *a, const void *b) {
    const span *x = a, *y = b;
    return x->from != y->from ? x->from - y->from : (x->place < y->place ? -1 : x->place > y->place);
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

static bool plan_work(lg_graph *g, const lg_tensor *loss, lg_error *err) {
    planner p = {.g = g, .loss = loss, .end = 2 * g->count + 1};
    p.spans = malloc(sizeof(span) * (size_t)(g->count * (2 + LG_MAX_SAVED) + 1));
    if (!p.spans) return lg_fail(err, LG_FAILED, "no memory to plan a graph of %d tokens", g->T);
    plan_spans(&p);
    qsort(p.spans, (size_t)p.count, sizeof(span), by_start);
    size_t top = 0;
    for (int i = 0; i < p.count; i++) {
        span *s = &p.spans[i];
        s->offset = lowest_offset(p.spans, i, s);
        *s->place = (lg_place){LG_SPACE_WORK, s->offset};
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
        t->value = (lg_place){LG_SPACE_SHARED, *shared};
        *shared += aligned(t->bytes);
        for (int i = 0; i < LG_MAX_SAVED; i++) {
            if (!t->saved_bytes[i]) continue;
            t->saved[i] = (lg_place){LG_SPACE_SHARED, *shared};
            *shared += aligned(t->saved_bytes[i]);
        }
        if (!t->needs_gradient) continue;
        t->gradient = (lg_place){LG_SPACE_GRADIENT, g->parameters->bytes + *gradient};
        *gradient += aligned(t->bytes);
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
        g->scratch[i] = (lg_place){spaces[i], g->bytes[spaces[i]]};
        g->bytes[spaces[i]] += aligned(largest[i]);
    }
}

/* Who writes a gradient first overwrites, who comes later adds. Arrays of the gradient space start at zero. */
static void plan_accumulation(lg_graph *g, bool *written) {
    for (int j = g->count - 1; j >= 0; j--) {
        lg_tensor *y = g->tensors[j];
        for (int i = 0; i < y->inputs; i++) {
            lg_tensor *x = y->in[i];
            if (!x || !x->needs_gradient || !y->needs_gradient) continue;
            y->accumulate[i] = x->shared || written[x->index];
            written[x->index] = true;
        }
    }
}

/* Only what the loss depends on has a gradient. */
static void keep_gradients_of(lg_graph *g, lg_tensor *loss, bool *reached) {
    if (loss) reached[loss->index] = true;
    for (int j = g->count - 1; j >= 0; j--) {
        lg_tensor *t = g->tensors[j];
        if (!reached[j]) t->needs_gradient = false;
        for (int i = 0; i < t->inputs; i++)
            if (t->in[i] && reached[j]) reached[t->in[i]->index] = true;
    }
}

bool lg_graph_plan(lg_graph *g, lg_tensor *loss, lg_error *err) {
    if (g->err.code) return lg_fail(err, g->err.code, "%s", g->err.text);
    bool *marks = calloc((size_t)g->count * 2, sizeof *marks);
    if (!marks) return lg_fail(err, LG_FAILED, "no memory to plan a graph of %d tokens", g->T);
    keep_gradients_of(g, g->training ? loss : NULL, marks);
    plan_accumulation(g, marks + g->count);
    free(marks);
    plan_shared(g);
    if (!plan_work(g, loss, err)) return false;
    plan_scratch(g);
    return true;
}

double lg_graph_flops(const lg_graph *g, bool shared) {
    double sum = 0;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_RESULT && t->shared == shared && t->op->flops) sum += t->op->flops(t);
    }
    return sum;
}

/* ---- running ---- */

void lg_graph_fill(const lg_graph *g, const void *context, char *host) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_CONSTANT) t->fill(context, t->user, t, host + t->value.offset);
    }
}

static void run_forward(const lg_graph *g, const lg_frame *f, bool shared) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_RESULT && t->shared == shared) t->op->forward(f, t);
    }
}

static void run_backward(const lg_graph *g, const lg_frame *f, bool shared) {
    for (int j = g->count - 1; j >= 0; j--) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_RESULT && t->shared == shared && t->needs_gradient) t->op->backward(f, t);
    }
}

void lg_graph_run_shared(const lg_graph *g, const lg_frame *f) {
    run_forward(g, f, true);
}

void lg_graph_forward(const lg_graph *g, const lg_frame *f) {
    run_forward(g, f, false);
}

void lg_graph_backward(const lg_graph *g, const lg_frame *f) {
    run_backward(g, f, false);
}

void lg_graph_backward_shared(const lg_graph *g, const lg_frame *f) {
    run_backward(g, f, true);
}

/* ---- where things are ---- */

static lg_view at(const lg_frame *f, lg_place place) {
    if (place.offset == LG_NOWHERE) return (lg_view){NULL, 0};
    lg_view base = f->base[place.space];
    return (lg_view){(char *)base.data + place.offset, base.replica};
}

lg_view lg_value(const lg_frame *f, const lg_tensor *t) {
    if (!t) return (lg_view){NULL, 0};
    lg_place place = t->value;
    if (t->kind == LG_BATCH)
        place.offset = place.offset * (size_t)f->batch + (size_t)f->first * (size_t)t->shape[1] * sizeof(int32_t);
    return at(f, place);
}

lg_view lg_gradient(const lg_frame *f, const lg_tensor *t) {
    return t && t->needs_gradient ? at(f, t->gradient) : (lg_view){NULL, 0};
}

lg_view lg_saved(const lg_frame *f, const lg_tensor *y, int i) {
    return at(f, y->saved[i]);
}

lg_view lg_scratch(const lg_frame *f, const lg_tensor *y) {
    const lg_graph *g = f->graph;
    return y->scratch_bytes ? at(f, g->scratch[y->shared]) : (lg_view){NULL, 0};
}

lg_view lg_packed(const lg_frame *f, size_t offset) {
    return at(f, (lg_place){LG_SPACE_PACKED, offset});
}
