/* test_states.c: the states that a graph carries from one run to the next. A run appends rows to some states in place.
 * After its last pass, it replaces other states by results. Both are tested with several micro-batches on several
 * workers. Also tests the segment recurrence of Transformer-XL (Dai et al. 2019): reading a sequence in segments, with
 * a memory of all earlier tokens, equals one causal pass. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/pool.h"
#include "graph/ops.h"
#include "train/graph_states.h"

#ifdef LG_DOUBLE
static const double tolerance = 1e-12;
#else
static const double tolerance = 1e-6;
#endif

enum { COLUMNS = 5, ROWS = 3, SEQUENCES = 6, WORKERS = 3, SYMBOLS = 4 };

/* A graph with the memory to run it for SEQUENCES sequences. */
typedef struct rig {
    lg_graph *graph;
    lg_parameters *parameters;
    char *memory[LG_SPACES], *work[WORKERS];
    lg_graph_states states;
    const lg_kernels *kernels;
    int at; /* first token of the next run */
} rig;

static rig rig_new(const lg_kernels *k, lg_parameters *p, int S, int T, bool training, bool stepping) {
    rig r = {.graph = lg_graph_new(p, k, S, T, training), .parameters = p, .kernels = k};
    assert_non_null(r.graph);
    r.graph->stepping = stepping;
    return r;
}

/* Allocates `bytes` + 64 bytes, all zeros. */
static char *block(size_t bytes) {
    char *p = aligned_alloc(LG_ALIGN, lg_aligned(bytes + LG_ALIGN));
    assert_non_null(p);
    return memset(p, 0, lg_aligned(bytes + LG_ALIGN));
}

static lg_frame frame_of(const rig *r, int worker, int first) {
    lg_frame f = {.graph = r->graph, .kernels = r->kernels, .batch = SEQUENCES, .first = first, .at = r->at};
    f.loss_weight = 1;
    for (int i = 0; i < LG_SPACES; i++) f.base[i].data = r->memory[i];
    f.base[LG_SPACE_STATE].data = r->states.memory.data;
    f.base[LG_SPACE_WORK].data = r->work[worker];
    return f;
}

static void rig_plan(rig *r) {
    lg_error err = {0};
    if (!lg_graph_plan(r->graph, &err)) fail_msg("%s", err.text);
    size_t bytes[LG_SPACES];
    memcpy(bytes, r->graph->bytes, sizeof bytes);
    bytes[LG_SPACE_PARAMETER] = r->parameters->bytes;
    bytes[LG_SPACE_PACKED] = r->parameters->packed_bytes;
    bytes[LG_SPACE_GRADIENT] += r->parameters->bytes;
    bytes[LG_SPACE_BATCH] *= SEQUENCES;
    for (int i = 0; i < LG_SPACES; i++) r->memory[i] = block(bytes[i]);
    for (int i = 0; i < WORKERS; i++) r->work[i] = block(bytes[LG_SPACE_WORK]);
    assert_true(lg_graph_states_reserve(&r->states, r->graph, SEQUENCES, &err));
    lg_parameters_initialise(r->parameters, lg_key_root(3), (real *)(void *)r->memory[LG_SPACE_PARAMETER]);
    const lg_frame f = frame_of(r, 0, 0);
    for (int i = 0; i < r->parameters->pack_count; i++)
        lg_parameters_repack(r->parameters, r->kernels, i, f.base[LG_SPACE_PARAMETER], f.base[LG_SPACE_PACKED]);
}

static void rig_free(rig *r) {
    for (int i = 0; i < LG_SPACES; i++) free(r->memory[i]);
    for (int i = 0; i < WORKERS; i++) free(r->work[i]);
    lg_graph_states_free(&r->states);
    lg_graph_free(r->graph);
}

static void run_micro_batch(void *task, int job, int worker) {
    const rig *r = task;
    const lg_frame f = frame_of(r, worker, job * r->graph->S);
    lg_graph_forward(r->graph, &f);
    if (r->graph->training) lg_graph_backward(r->graph, &f);
}

/* Runs all sequences, on several workers. */
static void rig_run(rig *r, const void *context) {
    lg_error err = {0};
    lg_pool *pool = lg_pool_new(WORKERS, &err);
    assert_non_null(pool);
    lg_graph_fill(r->graph, context, r->memory[LG_SPACE_CONSTANT]);
    const lg_frame f = frame_of(r, 0, 0);
    lg_graph_run_shared(r->graph, &f);
    lg_pool_run(pool, SEQUENCES / r->graph->S, run_micro_batch, r);
    lg_pool_free(pool);
}

static void close_to(const char *what, double x, double y) {
    if (!(fabs(x - y) <= tolerance * (fabs(x) + fabs(y) + 1))) fail_msg("%s: %.12g, not %.12g", what, x, y);
}

/* ---- a state becomes a result ---- */

static void fill_steps(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int i = 0; i < t->shape[0] * t->shape[1]; i++) ((real *)out)[i] = (real)(i + 1);
}

/* state + a, where a [ROWS,COLUMNS] has the elements 1, 2, ... */
static lg_tensor *stepped(lg_graph *g, lg_tensor *state) {
    return lg_op_add_rows(g, state, lg_graph_constant(g, false, 2, (int[]){ROWS, COLUMNS}, 0, 0, fill_steps, NULL));
}

/* Two of the sequences are reset after two of four runs. The result that replaces the state "counter" after a run is
 * also read within the run, to compute the state "other". */
static void becomes(void **state) {
    (void)state;
    lg_parameters *p = lg_parameters_new();
    rig r = rig_new(lg_kernels_find(NULL), p, 2, ROWS, false, false);
    lg_tensor *counter = lg_graph_state(r.graph, "counter", ROWS, COLUMNS);
    assert_ptr_equal(lg_graph_state(r.graph, "counter", ROWS, COLUMNS), counter);
    lg_tensor *other = lg_graph_state(r.graph, "other", ROWS, COLUMNS);
    lg_tensor *next = stepped(r.graph, counter);
    lg_graph_become(r.graph, counter, next);
    lg_graph_become(r.graph, other, stepped(r.graph, stepped(r.graph, next)));
    rig_plan(&r);
    for (int run = 0; run < 4; run++) {
        if (run == 2) lg_graph_states_reset(&r.states, r.kernels, 3, 2);
        rig_run(&r, NULL);
    }
    assert_int_equal(r.states.count, 2);
    assert_string_equal(r.states.arrays[0].name, "counter");
    assert_string_equal(r.states.arrays[1].name, "other");
    for (int i = 0; i < 2; i++) {
        const real *x = lg_graph_states_view(&r.states, i).data;
        for (int s = 0; s < SEQUENCES; s++)
            for (int e = 0; e < ROWS * COLUMNS; e++)
                close_to(r.states.arrays[i].name, (double)x[s * ROWS * COLUMNS + e],
                         (2 * i + (s == 3 || s == 4 ? 2 : 4)) * (e + 1));
    }
    rig_free(&r);
    lg_parameters_free(p);
}

/* The state changes only after the backward pass, which reads the old state: dw = state^T (softmax - onehot). */
static void changes_after_the_backward_pass(void **state) {
    (void)state;
    lg_parameters *p = lg_parameters_new();
    rig r = rig_new(lg_kernels_find(NULL), p, SEQUENCES, ROWS, true, false);
    lg_tensor *counter = lg_graph_state(r.graph, "counter", ROWS, COLUMNS);
    lg_tensor *targets = lg_graph_batch(r.graph, ROWS), *w = lg_example_parameter(r.graph, 2, (int[]){COLUMNS, 2});
    lg_tensor *logits = lg_op_linear(r.graph, counter, w, NULL, LG_LINEAR);
    logits->keep = true;
    lg_op_cross_entropy(r.graph, logits, targets, NULL);
    lg_graph_become(r.graph, counter, stepped(r.graph, counter));
    rig_plan(&r);
    rig_run(&r, NULL);
    memset(r.memory[LG_SPACE_GRADIENT], 0, p->bytes);
    rig_run(&r, NULL);
    const lg_frame f = frame_of(&r, 0, 0);
    const real *l = lg_value(&f, logits).data, *dw = lg_gradient(&f, w).data;
    double sum = 0; /* element [COLUMNS-1,1] of dw; the last column of the state is (row + 1) COLUMNS */
    for (int i = 0; i < SEQUENCES * ROWS; i++)
        sum += COLUMNS * (i % ROWS + 1) / (1 + exp((double)l[2 * i] - (double)l[2 * i + 1]));
    close_to("dw", (double)dw[2 * COLUMNS - 1], sum);
    assert_true(((const real *)lg_graph_states_view(&r.states, 0).data)[0] == 2);
    rig_free(&r);
    lg_parameters_free(p);
}

/* ---- appended rows ---- */

/* Appends two rows at a time, in the middle, at the start, and at the end. Other rows do not change. A cache of values
 * of one head is a plain array of rows. */
static void appends(void **state) {
    (void)state;
    enum { T = 6, Q = 2 };
    lg_parameters *p = lg_parameters_new();
    rig r = rig_new(lg_kernels_find(NULL), p, 3, T, false, true);
    lg_tensor *ids = lg_graph_batch(r.graph, Q);
    lg_tensor *rows = lg_op_lookup(r.graph, lg_example_parameter(r.graph, 2, (int[]){SYMBOLS, COLUMNS}), ids, 1);
    lg_op_append(r.graph, lg_graph_cache(r.graph, "rows", LG_CACHED_VALUES, T, (lg_cache_layout){0}, 1, COLUMNS), rows);
    rig_plan(&r);
    int32_t *at = (int32_t *)(void *)r.memory[LG_SPACE_BATCH];
    static const int order[] = {2, 0, 4}, symbol[] = {1, 2, 3};
    for (int run = 0; run < 3; run++) {
        for (int i = 0; i < SEQUENCES * Q; i++) at[i] = (i + symbol[run]) % SYMBOLS;
        r.at = order[run];
        rig_run(&r, NULL);
    }
    const real *x = lg_graph_states_view(&r.states, 0).data,
               *table = (const real *)(void *)r.memory[LG_SPACE_PARAMETER];
    for (int s = 0; s < SEQUENCES; s++)
        for (int run = 0; run < 3; run++)
            for (int i = 0; i < Q; i++)
                assert_memory_equal(x + (s * LG_PAD(T) + order[run] + i) * COLUMNS,
                                    table + (s * Q + i + symbol[run]) % SYMBOLS * COLUMNS, sizeof(real) * COLUMNS);
    rig_free(&r);
    lg_parameters_free(p);
}

static void expect_error(rig *r, const char *words) {
    lg_error err = {0};
    assert_false(lg_graph_plan(r->graph, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' is not in '%s'", words, err.text);
    lg_parameters_free(r->parameters);
    lg_graph_free(r->graph);
}

static lg_tensor *example_rows(lg_graph *g, int rows) {
    return lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){SYMBOLS, COLUMNS}), lg_graph_batch(g, rows), 1);
}

static lg_tensor *example_cache(lg_graph *g) {
    return lg_graph_cache(g, "rows", LG_CACHED_KEYS, 4, (lg_cache_layout){0}, 1, COLUMNS);
}

static void refuses(void **state) {
    (void)state;
    rig r = rig_new(&lg_kernels_ref, lg_parameters_new(), 2, 4, true, true);
    lg_op_append(r.graph, example_cache(r.graph), example_rows(r.graph, 1));
    expect_error(&r, "append: a training graph cannot append to a cache");
    r = rig_new(&lg_kernels_ref, lg_parameters_new(), 2, 4, false, true);
    lg_op_append(r.graph, example_cache(r.graph), example_rows(r.graph, 5));
    expect_error(&r, "append: 5 rows of 5 columns from token 0 on do not fit into a cache of [4,5]");
    r = rig_new(&lg_kernels_ref, lg_parameters_new(), 2, 4, false, true);
    lg_op_append(r.graph, lg_graph_state(r.graph, "rows", 4, COLUMNS), example_rows(r.graph, 1));
    expect_error(&r, "append: expected a cache to append to");
    r = rig_new(&lg_kernels_ref, lg_parameters_new(), 2, 4, false, false);
    lg_graph_become(r.graph, lg_graph_state(r.graph, "rows", 4, COLUMNS), example_rows(r.graph, 3));
    expect_error(&r, "state rows has 4 rows of 5 columns, not 3 rows of 5");
}

/* States keep their contents if their names and shapes and the number of sequences stay the same; otherwise they are
 * cleared. */
static void memory(void **state) {
    (void)state;
    lg_error err = {0};
    lg_graph_states s = {0};
    for (int i = 0; i < 4; i++) {
        rig r = rig_new(&lg_kernels_ref, lg_parameters_new(), 1 + i, 4, false, false);
        lg_graph_state(r.graph, "a", 2, 3);
        lg_graph_state(r.graph, i < 3 ? "b" : "c", 2, 3);
        assert_true(lg_graph_plan(r.graph, &err));
        assert_true(lg_graph_states_reserve(&s, r.graph, i < 2 ? 4 : 5, &err));
        real *b = lg_graph_states_view(&s, 1).data;
        assert_true(b[0] == (i == 1 ? 7 : 0));
        b[0] = 7;
        lg_parameters_free(r.parameters);
        lg_graph_free(r.graph);
    }
    lg_graph_states_free(&s);
}

/* ---- the segment recurrence ---- */

enum { HEADS = 2, WIDTH = 8, BLOCKS = 3, TOKENS = 12 };

/* y = the tokens of a, then those of b. */
static bool join_shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g, (void)err;
    y->rank = 3;
    y->shape[0] = y->in[0]->shape[0];
    y->shape[1] = y->in[0]->shape[1] + y->in[1]->shape[1];
    y->shape[2] = y->in[0]->shape[2];
    return true;
}

static void join_forward(const lg_frame *f, const lg_tensor *y) {
    real *to = lg_value(f, y).data;
    for (int s = 0; s < y->shape[0]; s++)
        for (int i = 0; i < 2; i++) {
            const size_t n = (size_t)(y->in[i]->shape[1] * y->shape[2]);
            memcpy(to, (const real *)lg_value(f, y->in[i]).data + (size_t)s * n, n * sizeof *to);
            to += n;
        }
}

static const lg_op join_op = {.name = "join", .shape = join_shape, .forward = join_forward};

/* Fills ranges of visible keys. The context is the number of memory rows that hold tokens of this text; these are the
 * last rows of the memory. */
static void fill_visible(const void *context, const void *user, const lg_tensor *t, void *out) {
    const int T = t->shape[1], M = *(const int *)user;
    for (int i = 0; i < T; i++) {
        ((int32_t *)out)[i] = M - *(const int *)context;
        ((int32_t *)out)[T + i] = i + 1;
    }
}

static void fill_scale(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int i = 0; i < t->shape[0]; i++) ((real *)out)[i] = (real)0.5;
}

/* Some numbers for each offset. */
static void fill_offsets(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int i = 0; i < t->shape[0]; i++)
        for (int c = 0; c < WIDTH; c++)
            ((real *)out)[i * WIDTH + c] = (real)sin((i - t->shape[0] / 2) / (double)(c + 1));
}

static lg_tensor *weight(lg_graph *g, const char *format, int block, int rank, const int *shape) {
    const char *name = lg_arena_printf(g->arena, format, block);
    return lg_graph_parameter(g, name, rank, shape, (lg_initial){LG_INITIAL_NORMAL, 0.5});
}

static lg_tensor *map(lg_graph *g, const char *format, int block, lg_tensor *x) {
    return lg_op_linear(g, x, weight(g, format, block, 2, (int[]){WIDTH, WIDTH}), NULL, LG_LINEAR);
}

/* Records the ops of h' = norm(h + attention of the L rows of h to themselves and to M rows of memory). With M = 0 the
 * attention has no memory. */
static lg_tensor *attend(lg_graph *g, int block, lg_tensor *h, int L, const int *M) {
    lg_tensor *z = h;
    if (*M > 0) {
        lg_tensor *state = lg_graph_state(g, lg_arena_printf(g->arena, "memory.%d", block), *M, WIDTH);
        z = lg_graph_result(g, &join_op, (lg_tensor *[]){state, h}, 2, NULL, 0);
        h = lg_op_select_rows(g, z, *M, L);
        lg_graph_become(g, state, lg_op_select_rows(g, z, L, *M));
    }
    const int T = *M + L, heads[] = {HEADS, WIDTH / HEADS};
    lg_attend a = {.heads = HEADS, .q = map(g, "q%d", block, h), .k = map(g, "k%d", block, z)};
    a.v = map(g, "v%d", block, z);
    a.scale = lg_graph_constant(g, false, 1, (int[]){T}, 0, LG_LANES, fill_scale, NULL);
    a.visible = lg_graph_constant(g, true, 2, (int[]){2, T}, 0, LG_LANES, fill_visible, M);
    a.u = weight(g, "u%d", block, 2, heads);
    a.w = weight(g, "w%d", block, 2, heads);
    a.r = map(g, "r%d", block, lg_graph_constant(g, false, 2, (int[]){2 * T - 1, WIDTH}, 0, 0, fill_offsets, NULL));
    return lg_op_add_norm(g, (lg_norm_kind){false, 1e-5}, h, map(g, "o%d", block, lg_op_attention(g, &a)),
                          weight(g, "gain%d", block, 1, (int[]){WIDTH}),
                          weight(g, "offset%d", block, 1, (int[]){WIDTH}), 0);
}

/* Writes the output of the last block for all tokens, which are read in segments of L with a memory of M rows. */
static void run_segments(const lg_kernels *k, int L, int M, const int32_t *ids, real *out) {
    lg_parameters *p = lg_parameters_new();
    rig r = rig_new(k, p, 2, M + L, false, false);
    lg_tensor *table = weight(r.graph, "embedding%d", 0, 2, (int[]){SYMBOLS, WIDTH});
    lg_tensor *h = lg_op_lookup(r.graph, table, lg_graph_batch(r.graph, L), 1);
    for (int block = 0; block < BLOCKS; block++) h = attend(r.graph, block, h, L, &M);
    h->keep = true;
    rig_plan(&r);
    int32_t *to = (int32_t *)(void *)r.memory[LG_SPACE_BATCH];
    for (int at = 0; at < TOKENS; at += L) {
        const int filled = at < M ? at : M;
        for (int i = 0; i < SEQUENCES * L; i++) to[i] = ids[i / L * TOKENS + at + i % L];
        lg_graph_fill(r.graph, &filled, r.memory[LG_SPACE_CONSTANT]);
        const lg_frame shared = frame_of(&r, 0, 0);
        lg_graph_run_shared(r.graph, &shared);
        for (int first = 0; first < SEQUENCES; first += 2) {
            const lg_frame f = frame_of(&r, first / 2 % WORKERS, first);
            lg_graph_forward(r.graph, &f);
            for (int s = 0; s < 2; s++)
                memcpy(out + ((first + s) * TOKENS + at) * WIDTH, (real *)lg_value(&f, h).data + s * L * WIDTH,
                       sizeof(real) * (size_t)(L * WIDTH));
        }
    }
    rig_free(&r);
    lg_parameters_free(p);
}

/* If M >= n - L, segments see all earlier tokens, and equal one pass. With less memory they differ from it. */
static void segments_are_one_pass(void **state) {
    (void)state;
    static real whole[SEQUENCES * TOKENS * WIDTH], pieces[SEQUENCES * TOKENS * WIDTH];
    int32_t ids[SEQUENCES * TOKENS];
    lg_random dice = lg_random_from(lg_key_root(9));
    for (int i = 0; i < SEQUENCES * TOKENS; i++) ids[i] = (int32_t)lg_random_below(&dice, SYMBOLS);
    for (int reference = 0; reference < 2; reference++) {
        const lg_kernels *k = reference ? &lg_kernels_ref : lg_kernels_find(NULL);
        run_segments(k, TOKENS, 0, ids, whole);
        static const int cut[][2] = {{4, 8}, {3, 9}, {3, 20}, {1, 11}};
        for (int i = 0; i < 4; i++) {
            run_segments(k, cut[i][0], cut[i][1], ids, pieces);
            for (int e = 0; e < SEQUENCES * TOKENS * WIDTH; e++) close_to(k->name, (double)pieces[e], (double)whole[e]);
            if (reference) assert_memory_equal(pieces, whole, sizeof whole);
        }
        run_segments(k, 4, 2, ids, pieces);
        const int last = SEQUENCES * TOKENS * WIDTH - 1;
        assert_true(fabs((double)(pieces[last] - whole[last])) > 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(becomes), cmocka_unit_test(changes_after_the_backward_pass),
        cmocka_unit_test(appends), cmocka_unit_test(refuses),
        cmocka_unit_test(memory),  cmocka_unit_test(segments_are_one_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
