/* example.c: helpers for examples of ops, and the number of visible pairs (lg_visible_pairs). */
#include "graph/graph.h"
#include "graph/ops.h"

double lg_visible_pairs(const int *seen, const lg_tensor *queries, int at, int T) {
    const int first = queries->first + (queries->steps ? at : 0);
    double pairs = 0;
    for (int i = first; i < first + queries->shape[1]; i++) pairs += seen ? seen[i] : T;
    return pairs;
}

lg_tensor *lg_example_parameter(lg_graph *g, int rank, const int *shape) {
    char *name = lg_arena_printf(g->arena, "p%d", g->count);
    return lg_graph_parameter(g, name ? name : "", rank, shape, (lg_initial){LG_INITIAL_NORMAL, 1});
}

int lg_example_sequence(const void *context) {
    return context ? *(const int *)context : 0;
}

/* A number in [-1, 1] that depends only on the tensor, the element's index and, in a table, the sequence. */
static double number(const void *context, const lg_tensor *t, size_t i) {
    const uint64_t place = (uint64_t)lg_example_sequence(context) << 32 | i;
    lg_random r = lg_random_from(lg_key_fold(lg_key_fold(lg_key_root(7), (uint64_t)t->index), place));
    return 2 * lg_random_unit(&r) - 1;
}

static void fill_numbers(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)user;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++) ((real *)out)[i] = (real)number(context, t, i);
}

static void fill_integers(const void *context, const void *user, const lg_tensor *t, void *out) {
    const int *below = user;
    for (size_t i = 0; i < t->bytes / sizeof(int32_t); i++)
        ((int32_t *)out)[i] = (int32_t)((number(context, t, i) + 1) / 2 * *below) % *below;
}

lg_tensor *lg_example_numbers(lg_graph *g, int rank, const int *shape, size_t lead, size_t tail) {
    return lg_graph_constant(g, false, rank, shape, lead, tail, fill_numbers, NULL);
}

static const int *keep(lg_graph *g, int below) {
    int *user = lg_arena_alloc(g->arena, sizeof *user);
    if (user) *user = below;
    return user;
}

lg_tensor *lg_example_integers(lg_graph *g, int rank, const int *shape, int below) {
    return lg_graph_constant(g, true, rank, shape, 0, 0, fill_integers, keep(g, below));
}

/* Writes intervals of visible keys in a causal window. user: the number of earlier keys that a query sees. */
static void fill_visible(const void *context, const void *user, const lg_tensor *t, void *out) {
    const int T = t->shape[1], before = *(const int *)user;
    (void)context;
    for (int i = 0; i < T; i++) {
        ((int32_t *)out)[i] = i < before ? 0 : i - before;
        ((int32_t *)out)[T + i] = i + 1;
    }
}

lg_tensor *lg_example_visible(lg_graph *g, int T, int before) {
    return lg_graph_constant(g, true, 2, (int[]){2, T}, 0, LG_LANES, fill_visible, keep(g, before));
}

/* Writes intervals of visible keys for rows that pack several short sequences. The length of these sequences depends on
 * the batch row. */
static void fill_packed(const void *context, const void *user, const lg_tensor *t, void *out) {
    const int T = t->shape[1], size = 2 + lg_example_sequence(context) % 3;
    (void)user;
    for (int i = 0; i < T; i++) {
        ((int32_t *)out)[i] = i / size * size;
        ((int32_t *)out)[T + i] = i + 1;
    }
}

lg_tensor *lg_example_visible_table(lg_graph *g, int T) {
    return lg_graph_table(g, true, 2, (int[]){2, T}, fill_packed, NULL);
}

lg_tensor *lg_example_table(lg_graph *g, int rank, const int *shape) {
    return lg_graph_table(g, false, rank, shape, fill_numbers, NULL);
}

lg_tensor *lg_example_integer_table(lg_graph *g, int rank, const int *shape, int below) {
    return lg_graph_table(g, true, rank, shape, fill_integers, keep(g, below));
}
