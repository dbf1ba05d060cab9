/* graph.c: records and runs graphs. See graph.h; planning is in plan.c. */
#include "graph/graph.h"

#include "kernel/kernel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
    while (g->inner) {
        lg_graph *inner = g->inner;
        g->inner = inner->next;
        lg_graph_free(inner);
    }
    lg_arena_free(g->arena);
    free(g->tensors);
    free(g);
}

bool lg_graph_append(lg_graph *g, lg_tensor *t) {
    if (g->count == g->capacity) {
        int capacity = g->capacity ? 2 * g->capacity : 128;
        lg_tensor **tensors = realloc(g->tensors, sizeof *tensors * (size_t)capacity);
        if (tensors) {
            g->tensors = tensors;
            g->capacity = capacity;
        }
    }
    if (!t || g->count == g->capacity) return lg_fail(&g->err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    g->tensors[g->count++] = t;
    return true;
}

static lg_tensor *add_tensor(lg_graph *g, lg_tensor_kind kind) {
    lg_tensor *t = g->err.code ? NULL : lg_arena_alloc(g->arena, sizeof *t);
    if (g->err.code || !lg_graph_append(g, t)) return &g->nothing;
    t->kind = kind;
    t->index = g->count - 1;
    t->value.offset = t->gradient.offset = LG_NO_ADDRESS;
    for (int i = 0; i < LG_MAX_SAVED; i++) t->saved[i].offset = LG_NO_ADDRESS;
    return t;
}

static void set_shape(lg_tensor *t, int rank, const int *shape) {
    t->rank = rank;
    for (int i = 0; i < rank; i++) t->shape[i] = shape[i];
}

size_t lg_elements(const lg_tensor *t) {
    return (size_t)lg_rows(t) * (size_t)lg_columns(t);
}

int lg_rows(const lg_tensor *t) {
    int n = 1;
    for (int i = 0; i + 1 < t->rank; i++) n *= t->shape[i];
    return n;
}

int lg_rows_of_sequence(const lg_tensor *x) {
    return x->rank > 2 ? x->shape[x->rank - 2] : lg_rows(x);
}

int lg_columns(const lg_tensor *t) {
    return t->rank ? t->shape[t->rank - 1] : 1;
}

size_t lg_bf16_pairs_size(const lg_kernels *set, const lg_tensor *x, bool weight) {
    const int T = lg_rows_of_sequence(x);
    return set->bf16_pairs_size(set, lg_rows(x) / T, T, lg_columns(x), weight);
}

void lg_to_bf16_pairs(const lg_kernels *set, lg_view product, lg_view weight, lg_view data, const lg_tensor *x) {
    const int T = lg_rows_of_sequence(x);
    set->to_bf16_pairs(set, product, weight, data, lg_rows(x) / T, T, lg_columns(x));
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
    t->bytes = lg_elements(t) * sizeof(real);
    size_t offset = g->parameters->rows[row].offset;
    t->value = (lg_address){LG_SPACE_PARAMETER, offset};
    t->gradient = (lg_address){LG_SPACE_GRADIENT, g->training ? offset : LG_NO_ADDRESS};
    return t;
}

void lg_graph_bound(lg_graph *g, const lg_tensor *parameter, double low, double high) {
    if (!g->err.code) lg_parameters_bound(g->parameters, parameter->parameter, low, high);
}

void lg_graph_assign(lg_graph *g, const lg_tensor *parameter, int role) {
    if (!g->err.code) lg_parameters_assign(g->parameters, parameter->parameter, role);
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
    t->lead_bytes = lg_aligned(lead * size);
    t->bytes = lg_elements(t) * size;
    t->value = (lg_address){LG_SPACE_CONSTANT, g->bytes[LG_SPACE_CONSTANT] + t->lead_bytes};
    g->bytes[LG_SPACE_CONSTANT] += t->lead_bytes + lg_aligned(t->bytes + tail * size);
    return t;
}

static size_t element_size(const lg_tensor *t) {
    return t->integer ? sizeof(int32_t) : sizeof(real);
}

/* Offsets are for a batch of one sequence and are scaled by the batch size. They are multiples of the element size, so
 * that scaled offsets are also multiples of it. */
static lg_tensor *add_batch(lg_graph *g, int columns, bool integer) {
    lg_tensor *t = add_tensor(g, LG_BATCH);
    if (t == &g->nothing) return t;
    set_shape(t, 2, (int[]){g->S, columns});
    t->integer = integer;
    t->steps = g->stepping;
    const size_t size = element_size(t), offset = (g->bytes[LG_SPACE_BATCH] + size - 1) / size * size;
    t->bytes = lg_elements(t) * size;
    t->value = (lg_address){LG_SPACE_BATCH, offset};
    g->bytes[LG_SPACE_BATCH] = offset + (size_t)columns * size;
    return t;
}

lg_tensor *lg_graph_batch(lg_graph *g, int columns) {
    return add_batch(g, columns, true);
}

lg_tensor *lg_graph_batch_reals(lg_graph *g, int columns) {
    return add_batch(g, columns, false);
}

lg_tensor *lg_graph_table(lg_graph *g, bool integer, int rank, const int *shape, lg_fill fill, const void *user) {
    int columns = 1;
    for (int i = 0; i < rank; i++) columns *= shape[i];
    lg_tensor *t = add_batch(g, columns, integer);
    if (t == &g->nothing) return t;
    for (int i = 0; i < rank; i++) t->shape[1 + i] = shape[i];
    t->rank = 1 + rank;
    t->table = g->tables = true;
    t->fill = fill;
    t->user = user;
    return t;
}

/* Bytes of one sequence's array. The arrays of the sequences of a batch are contiguous. */
static size_t sequence_bytes(const lg_tensor *t) {
    return t->bytes / (size_t)t->shape[0];
}

static lg_tensor *find_state(const lg_graph *g, const char *name) {
    for (int i = 0; i < g->count; i++)
        if (g->tensors[i]->kind == LG_STATE && !strcmp(g->tensors[i]->name, name)) return g->tensors[i];
    return NULL;
}

static lg_tensor *add_state(lg_graph *g, const char *name, int rows, int columns) {
    lg_tensor *t = add_tensor(g, LG_STATE);
    if (t == &g->nothing) return t;
    set_shape(t, 3, (int[]){g->S, rows, columns});
    t->name = lg_arena_printf(g->arena, "%s", name);
    if (!t->name) lg_fail(&g->err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
    return t;
}

/* Allocates memory for `rows` rows per sequence. */
static lg_tensor *place_state(lg_graph *g, lg_tensor *t, int rows) {
    if (t == &g->nothing) return t;
    t->bytes = lg_elements(t) / (size_t)t->shape[1] * (size_t)rows * sizeof(real) / (t->layout.bf16 ? 2 : 1);
    t->value = (lg_address){LG_SPACE_STATE, g->bytes[LG_SPACE_STATE]};
    g->bytes[LG_SPACE_STATE] += lg_aligned(sequence_bytes(t));
    return t;
}

lg_tensor *lg_graph_state(lg_graph *g, const char *name, int rows, int columns) {
    lg_tensor *t = find_state(g, name);
    return t ? t : place_state(g, add_state(g, name, rows, columns), rows);
}

lg_tensor *lg_graph_cache(lg_graph *g, const char *name, lg_cached what, int tokens, lg_cache_layout layout, int heads,
                          int D) {
    lg_tensor *t = find_state(g, name);
    if (t) return t;
    t = add_state(g, name, tokens, heads * D);
    if (t == &g->nothing) return t;
    t->cached = what;
    t->heads = heads;
    t->layout = layout;
    g->rings = g->rings || layout.rows > 0;
    return place_state(g, t, layout.rows > 0 ? layout.rows : LG_PAD(tokens));
}

void lg_graph_become(lg_graph *g, lg_tensor *state, lg_tensor *y) {
    if (g->err.code) return;
    assert(state->kind == LG_STATE && y->kind == LG_RESULT && !y->shared && !y->place);
    if (y->bytes != state->bytes || y->rank != 3 || y->shape[1] != state->shape[1])
        lg_fail_permanent(&g->err, "state %s has %d rows of %d columns, not %d rows of %d", state->name,
                          state->shape[1], state->shape[2], y->shape[1], lg_columns(y));
    state->after = y;
    y->keep = true;
}

/* An equal result recorded earlier; NULL if there is none, or if the inputs depend on tokens. */
static lg_tensor *find_result(const lg_graph *g, const lg_op *op, lg_tensor *const *in, int inputs, const void *args,
                              size_t args_bytes) {
    for (int i = 0; i < inputs; i++)
        if (in[i] && !in[i]->shared && !in[i]->table) return NULL;
    for (int j = 0; j < g->count; j++) {
        lg_tensor *t = g->tensors[j];
        if (t->op == op && t->inputs == inputs && !memcmp(t->in, in, sizeof *in * (size_t)inputs) &&
            (!args_bytes || !memcmp(t->args, args, args_bytes)))
            return t;
    }
    return NULL;
}

lg_tensor *lg_graph_given(lg_graph *g, int columns) {
    lg_tensor *t = add_tensor(g, LG_GIVEN);
    if (t == &g->nothing) return t;
    set_shape(t, 3, (int[]){g->S, 1, columns});
    t->bytes = lg_elements(t) * sizeof(real);
    return t;
}

lg_tensor *lg_graph_borrow(lg_graph *g, const lg_tensor *batch) {
    lg_tensor *t = add_tensor(g, LG_BATCH);
    if (t == &g->nothing) return t;
    const int index = t->index;
    assert(batch->kind == LG_BATCH && !batch->table);
    *t = *batch;
    t->index = index;
    return t;
}

lg_tensor *lg_graph_result(lg_graph *g, const lg_op *op, lg_tensor *const *in, int inputs, const void *args,
                           size_t args_bytes) {
    lg_tensor *known = g->err.code ? NULL : find_result(g, op, in, inputs, args, args_bytes);
    if (known) return known;
    lg_tensor *y = add_tensor(g, LG_RESULT);
    if (y == &g->nothing) return y;
    y->op = op;
    y->root = op->backward_starts;
    y->inputs = inputs;
    y->shared = y->table = true;
    for (int i = 0; i < inputs; i++) {
        y->in[i] = in[i];
        if (!in[i]) continue;
        y->shared = y->shared && in[i]->shared;
        y->table = y->table && (in[i]->shared || in[i]->table);
        y->needs_gradient = y->needs_gradient || (op->backward && in[i]->needs_gradient);
    }
    y->table = y->table && !y->shared;
    void *copy = lg_arena_alloc(g->arena, args_bytes ? args_bytes : 1);
    if (!copy) {
        lg_fail(&g->err, LG_FAILED, "out of memory: a graph of %d tokens", g->T);
        return &g->nothing;
    }
    if (args_bytes) memcpy(copy, args, args_bytes);
    y->args = copy;
    return lg_graph_infer(g, y, &g->err) ? y : &g->nothing;
}

bool lg_graph_infer(lg_graph *g, lg_tensor *y, lg_error *err) {
    lg_error words = {0};
    y->bytes = 0;
    y->steps = false;
    for (int i = 0; i < y->inputs; i++) y->steps = y->steps || (y->in[i] && y->in[i]->steps);
    y->backward_reads = y->op->backward_reads;
    if (!y->op->shape(g, y, &words)) return lg_fail_like(err, &words, "%s: %s", y->op->name, words.text);
    if (!y->bytes) y->bytes = lg_elements(y) * element_size(y);
    return true;
}

/* ---- running ---- */

void lg_graph_fill(const lg_graph *g, const void *context, char *host) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_CONSTANT) t->fill(context, t->user, t, host + t->value.offset);
    }
}

/* A table's tensor, with the shape of one sequence's array. */
static lg_tensor one_of(const lg_tensor *t) {
    lg_tensor one = *t;
    one.rank--;
    for (int i = 0; i < one.rank; i++) one.shape[i] = t->shape[1 + i];
    one.bytes = sequence_bytes(t);
    return one;
}

void lg_graph_fill_tables(const lg_graph *g, const void *context, char *batch, int count, int row) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_BATCH || !t->table) continue;
        const lg_tensor one = one_of(t);
        t->fill(context, t->user, &one, batch + t->value.offset * (size_t)count + (size_t)row * one.bytes);
    }
}

static void run_forward(const lg_graph *g, const lg_frame *f, bool shared) {
    lg_clock_read(f->clock);
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_RESULT || t->shared != shared) continue;
        t->op->forward(f, t);
        lg_clock_count(f->clock, t->op->phases.forward);
    }
}

static void run_backward(const lg_graph *g, const lg_frame *f, bool shared) {
    lg_clock_read(f->clock);
    for (int j = g->count - 1; j >= 0; j--) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_RESULT || t->shared != shared || !t->needs_gradient) continue;
        t->op->backward(f, t);
        lg_clock_count(f->clock, t->op->phases.inputs);
    }
}

void lg_graph_run_shared(const lg_graph *g, const lg_frame *f) {
    run_forward(g, f, true);
}

/* Sets states to their next values. Runs after the last pass, since both passes may read the old states. Next values
 * are results, not states, so states can be set in any order. */
static void change_states(const lg_graph *g, const lg_frame *f) {
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_STATE && t->after)
            f->kernels->add(f->kernels, lg_value(f, t), lg_value(f, t->after), lg_elements(t), false);
    }
}

void lg_graph_forward(const lg_graph *g, const lg_frame *f) {
    run_forward(g, f, false);
    if (!g->training) change_states(g, f);
}

void lg_graph_backward(const lg_graph *g, const lg_frame *f) {
    run_backward(g, f, false);
    change_states(g, f);
}

void lg_graph_backward_shared(const lg_graph *g, const lg_frame *f) {
    run_backward(g, f, true);
}

/* ---- shared helpers of ops ---- */

bool lg_row_by_row(const lg_tensor *y, int i) {
    (void)y, (void)i;
    return true;
}

void lg_shape_like(lg_tensor *y, const lg_tensor *x) {
    set_shape(y, x->rank, x->shape);
    y->first = x->first;
}

void lg_shape_pairs(lg_tensor *y, const lg_tensor *q, int heads, int T) {
    set_shape(y, 4, (int[]){q->shape[0], heads, T, LG_PAD(q->shape[1])});
}

int lg_key_columns(const lg_tensor *q, const lg_tensor *k, int heads) {
    return k->cached ? lg_columns(q) / heads * k->heads : lg_columns(q);
}

bool lg_check_pairs(const lg_tensor *q, const lg_tensor *k, int heads, bool read, lg_error *err) {
    const bool found = !k->cached || (read && k->cached == LG_CACHED_KEYS && heads % k->heads == 0);
    if (q->rank != 3 || q->shape[2] % heads || k->rank != 3 || k->shape[0] != q->shape[0] ||
        k->shape[2] != lg_key_columns(q, k, heads) || q->first + q->shape[1] > k->shape[1] || !found)
        return lg_fail_permanent(err, "expected keys [%d,T,%d] of %d heads, whose tokens include the queries",
                                 q->shape[0], lg_columns(q), heads);
    return true;
}

static bool is_matrix(const lg_tensor *t, int rows, int columns) {
    return t->integer && lg_rows(t) == rows && lg_columns(t) == columns;
}

bool lg_check_visibility(const lg_tensor *visible, const lg_tensor *span, int S, int T, lg_error *err) {
    if (visible && !is_matrix(visible, 2 * lg_table_copies(visible), T))
        return lg_fail_permanent(err, "visible must be int32 [2,%d]", T);
    if (span && (span->shared || !is_matrix(span, S, 2)))
        return lg_fail_permanent(err, "span must be int32 [%d,2] of the batch", S);
    return true;
}

/* ---- tables ---- */

int lg_table_axis(const lg_tensor *t) {
    return t->table;
}

int lg_table_copies(const lg_tensor *t) {
    return t->table ? t->shape[0] : 1;
}

size_t lg_table_stride(const lg_tensor *t) {
    return t && t->table ? lg_elements(t) / (size_t)t->shape[0] : 0;
}

static lg_view view_of_sequence(const lg_tensor *t, lg_view x, int s) {
    return x.data ? lg_view_at(x, (size_t)s * lg_table_stride(t) * element_size(t)) : x; /* t may be NULL */
}

lg_view lg_value_of(const lg_frame *f, const lg_tensor *t, int s) {
    return view_of_sequence(t, lg_value(f, t), s);
}

lg_view lg_gradient_of(const lg_frame *f, const lg_tensor *t, int s) {
    return view_of_sequence(t, lg_gradient(f, t), s);
}

lg_view lg_part_of(const lg_tensor *t, lg_view x, int parts, int s) {
    return t ? lg_view_at(x, (size_t)s * (t->bytes / (size_t)parts)) : x;
}

void lg_table_clear(const lg_frame *f, const lg_tensor *y, int i) {
    const lg_view d = lg_gradient(f, y->in[i]);
    if (d.data && y->in[i]->table && !y->accumulate[i]) f->kernels->zero(f->kernels, d, y->in[i]->bytes);
}

/* ---- addresses ---- */

static lg_view view_of(const lg_frame *f, lg_address address) {
    if (address.offset == LG_NO_ADDRESS) return (lg_view){NULL, 0};
    lg_view base = f->base[address.space];
    return (lg_view){(char *)base.data + address.offset + (size_t)f->scan_step * address.stride, base.replica};
}

int lg_first(const lg_frame *f, const lg_tensor *t) {
    return t->first + (t->steps ? f->at : 0);
}

lg_view lg_value_at(const lg_frame *f, const lg_tensor *t) {
    if (t->place) t = t->place;
    lg_address address = t->value;
    if (t->kind == LG_BATCH || t->kind == LG_STATE)
        address.offset = address.offset * (size_t)f->batch + (size_t)f->first * sequence_bytes(t);
    return view_of(f, address);
}

lg_view lg_gradient(const lg_frame *f, const lg_tensor *t) {
    return t && t->needs_gradient ? view_of(f, t->gradient) : (lg_view){NULL, 0};
}

lg_view lg_saved(const lg_frame *f, const lg_tensor *y, int i) {
    return view_of(f, y->saved[i]);
}

lg_view lg_scratch(const lg_frame *f, const lg_tensor *y) {
    const lg_address a = f->graph->scratch[y->shared];
    if (!y->scratch_bytes) return (lg_view){NULL, 0};
    return f->scratch.data ? lg_view_at(f->scratch, a.offset) : view_of(f, a);
}

lg_view lg_packed(const lg_frame *f, size_t offset) {
    return view_of(f, (lg_address){LG_SPACE_PACKED, offset});
}
