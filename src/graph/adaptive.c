/* adaptive.c: runs the parts of an adaptive softmax (adaptive.h): packed weights, scratch memory and matrix
 * products. */
#include "graph/adaptive.h"

#include <math.h>

#include "graph/split.h"
#include "kernel/kernel.h"

/* Number of rows per chunk. CHUNK is used if the columns of one part are computed: with so many rows, products are
 * fast, and the columns still fit into a few megabytes. SEARCHED is used if the columns of all parts are computed
 * together. */
enum { CHUNK = 64, SEARCHED = 16 };

enum { MAP, TABLE, BIAS, KINDS };

static const lg_tensor *input_of(const lg_tensor *y, int part, int which) {
    return y->in[LG_ADAPTIVE_PARTS + KINDS * part + which];
}

/* ---- recording ---- */

/* Packs the table and the map of a part, each in two forms: unchanged and transposed. A missing matrix is skipped. */
static void pack_part(lg_graph *g, lg_adaptive_part *p, const lg_tensor *map, const lg_tensor *table) {
    const size_t none = LG_NO_ADDRESS;
    size_t *const places[] = {&p->table, &p->table_back, &p->map, &p->map_transposed};
    for (int i = 0; i < 4; i++) {
        const lg_tensor *of = i < 2 ? table : map;
        const int rows = i < 2 ? p->columns : p->width;
        *places[i] = none;
        if (!of || g->err.code) continue;
        const lg_packing packing = {.parameter = of->parameter, .rows = rows, .transpose = i == 0 || i == 3};
        const int k = lg_parameters_pack(g->parameters, g->kernels, packing, &g->err);
        if (k >= 0) *places[i] = g->parameters->packs[k].offset;
    }
}

lg_tensor *lg_adaptive_record(lg_graph *g, const lg_op *op, const lg_adaptive *a, lg_tensor *x, lg_tensor *targets,
                              lg_tensor *weights, double scale) {
    lg_tensor *in[LG_MAX_INPUTS] = {x, targets, weights};
    lg_adaptive_args args = {.parts = a->parts, .scale = scale};
    for (int i = 0; i < a->parts; i++) {
        lg_adaptive_part *p = &args.part[i];
        lg_tensor **own = &in[LG_ADAPTIVE_PARTS + KINDS * i];
        own[MAP] = a->map[i], own[TABLE] = a->table[i], own[BIAS] = a->bias[i];
        p->first = i > 0 ? a->end[i - 1] : 0;
        args.end[i] = p->end = a->end[i];
        p->columns = p->end - p->first + (i == 0 ? a->parts - 1 : 0);
        p->width = lg_columns(a->table[i]);
        if (!x->integer) pack_part(g, p, a->map[i], a->table[i]);
        if (x->integer) pack_part(g, p, a->map[i], NULL);
    }
    return lg_graph_result(g, op, in, LG_ADAPTIVE_PARTS + KINDS * a->parts, &args, sizeof args);
}

bool lg_adaptive_check(const lg_tensor *y, int K, bool clusters, lg_error *err) {
    const lg_adaptive_args *a = y->args;
    for (int i = 0; i < a->parts; i++) {
        const lg_adaptive_part *p = &a->part[i];
        const lg_tensor *map = input_of(y, i, MAP), *table = input_of(y, i, TABLE), *bias = input_of(y, i, BIAS);
        const int rows = clusters ? p->columns : p->end - p->first;
        if (p->first >= p->end || table->kind != LG_PARAMETER || table->rank != 2 || table->shape[0] < rows)
            return lg_fail_permanent(err, "expected a table of %d rows or more for part %d", rows, i);
        if (map ? map->kind != LG_PARAMETER || map->shape[0] != p->width || map->shape[1] != K : p->width != K)
            return lg_fail_permanent(err, "expected part %d to have %d columns, or a map [%d,%d]", i, K, p->width, K);
        if (bias && (bias->rank != 1 || bias->shape[0] != p->columns))
            return lg_fail_permanent(err, "expected a bias [%d] of part %d", p->columns, i);
    }
    return true;
}

double lg_adaptive_row_flops(const lg_tensor *y, int part) {
    const lg_adaptive_part *p = &((const lg_adaptive_args *)y->args)->part[part];
    const double map = input_of(y, part, MAP) ? (double)lg_columns(y->in[LG_ADAPTIVE_X]) : 0;
    return 2 * p->width * (map + p->columns);
}

double lg_adaptive_share(const lg_adaptive_args *a, int part) {
    const lg_adaptive_part *p = &a->part[part];
    return part == 0 ? 1 : log((double)p->end / p->first) / log(1.0 + a->end[a->parts - 1]);
}

lg_adaptive lg_example_adaptive(lg_graph *g, int variant, int K, bool clusters) {
    lg_adaptive a = {.parts = variant > 0 ? 3 : 1, .end = {variant > 0 ? 2 : 5, 3, 5}};
    for (int i = 0; i < a.parts; i++) {
        const int w = variant == 1 ? K / (i + 1) : K;
        const int rows = a.end[i] - (i > 0 ? a.end[i - 1] : 0) + (clusters && i == 0 ? a.parts - 1 : 0);
        a.table[i] = lg_example_parameter(g, 2, (int[]){rows, w});
        if (variant != 1) continue;
        a.map[i] = lg_example_parameter(g, 2, (int[]){w, K});
        if (clusters) a.bias[i] = lg_example_parameter(g, 1, &rows);
    }
    return a;
}

/* ---- scratch ---- */

static int most(const lg_adaptive_args *a, bool width) {
    int all = 0;
    for (int i = 0; i < a->parts; i++) {
        const int n = width ? a->part[i].width : a->part[i].columns;
        if (n > all) all = n;
    }
    return all;
}

static size_t take(size_t *at, size_t elements, size_t size) {
    const size_t place = *at;
    *at += lg_aligned(elements * size);
    return place;
}

/* Number of bytes of C rows of N columns in the larger of the two bfloat16 forms (lg_kernels.to_bf16_pairs). */
static size_t pairs_bytes(const lg_kernels *set, int C, int N) {
    const size_t product = set->bf16_pairs_size(set, 1, C, N, false), weight = set->bf16_pairs_size(set, 1, C, N, true);
    return product > weight ? product : weight;
}

static lg_adaptive_places find_places(const lg_kernels *set, const lg_adaptive_args *a, int M, int K, bool columns,
                                      bool searches) {
    lg_adaptive_places p = {.C = M < CHUNK ? M : CHUNK, .found = M < SEARCHED ? M : SEARCHED};
    const size_t C = (size_t)p.C, width = C * (size_t)most(a, true), many = columns ? (size_t)most(a, false) : 0;
    size_t at = 0;
    p.classes = take(&at, (size_t)M, sizeof(int32_t));
    p.rows = take(&at, (size_t)M, sizeof(int32_t));
    p.within = take(&at, (size_t)M, sizeof(int32_t));
    p.hidden = take(&at, C * (size_t)K, sizeof(real));
    p.dhidden = take(&at, C * (size_t)K, sizeof(real));
    p.mapped = take(&at, width, sizeof(real));
    p.dmapped = take(&at, width, sizeof(real));
    p.columns = take(&at, C * many, sizeof(real));
    p.loss = take(&at, C, sizeof(real));
    p.weight = take(&at, C, sizeof(real));
    p.shift = take(&at, (size_t)a->parts * C, sizeof(real));
    p.best = take(&at, (size_t)p.found, sizeof(int32_t));
    p.all = take(&at, searches ? (size_t)p.found * (size_t)a->end[a->parts - 1] : 0, sizeof(real));
    if (set->to_bf16_pairs) {
        const int widest = (int)many > K ? (int)many : K;
        p.factor = take(&at, pairs_bytes(set, p.C, widest), 1);
        p.other = take(&at, pairs_bytes(set, p.C, widest), 1);
    }
    p.bytes = at;
    return p;
}

size_t lg_adaptive_scratch(const lg_graph *g, const lg_tensor *y, int M, int K, bool searches) {
    return find_places(g->kernels, y->args, M, K, !y->in[LG_ADAPTIVE_X]->integer, searches).bytes;
}

/* ---- running ---- */

lg_adaptive_run lg_adaptive_open(const lg_frame *f, const lg_tensor *y, int M, int K, bool searches) {
    lg_adaptive_run r = {.f = f, .y = y, .args = y->args, .scratch = lg_scratch(f, y), .M = M, .K = K};
    r.at = find_places(f->kernels, r.args, M, K, !y->in[LG_ADAPTIVE_X]->integer, searches);
    return r;
}

lg_view lg_adaptive_place(const lg_adaptive_run *r, size_t place) {
    return lg_view_at(r->scratch, place);
}

lg_view lg_adaptive_value(const lg_adaptive_run *r, int part, int which) {
    return lg_value(r->f, input_of(r->y, part, which));
}

lg_view lg_adaptive_gradient(const lg_adaptive_run *r, int part, int which) {
    return lg_gradient(r->f, input_of(r->y, part, which));
}

int lg_adaptive_list(const lg_adaptive_run *r, lg_view id, lg_view weight, int first, int end) {
    const lg_cluster_rows k = {.M = r->M,
                               .first = first,
                               .end = end,
                               .id = id,
                               .weight = weight,
                               .rows = lg_adaptive_place(r, r->at.rows),
                               .within = lg_adaptive_place(r, r->at.within)};
    return r->f->kernels->cluster_rows(r->f->kernels, &k);
}

static lg_move_rows move_of(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few) {
    const lg_view index = lg_adaptive_place(r, r->at.rows + (size_t)at * sizeof(int32_t));
    return (lg_move_rows){.S = 1, .T = r->M, .C = count, .N = N, .all = all, .few = few, .index = index};
}

void lg_adaptive_gather(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few) {
    const lg_move_rows k = move_of(r, all, N, at, count, few);
    r->f->kernels->gather_rows(r->f->kernels, &k);
}

void lg_adaptive_scatter(const lg_adaptive_run *r, lg_view all, int N, int at, int count, lg_view few) {
    lg_move_rows k = move_of(r, all, N, at, count, few);
    k.accumulate = true;
    r->f->kernels->scatter_rows(r->f->kernels, &k);
}

void lg_adaptive_multiply(const lg_adaptive_run *r, lg_view x, int count, int K, size_t packed, lg_view bias, int N,
                          lg_view y) {
    const lg_kernels *set = r->f->kernels;
    const lg_view none = {NULL, 0}, factor = lg_adaptive_place(r, r->at.factor);
    if (set->to_bf16_pairs) set->to_bf16_pairs(set, factor, none, x, 1, count, K);
    const lg_linear k = {.M = count,
                         .K = K,
                         .N = N,
                         .x = set->to_bf16_pairs ? factor : x,
                         .w = lg_packed(r->f, packed),
                         .bias = bias,
                         .y = y};
    lg_split_linear(r->f, set, &k);
}

void lg_adaptive_weigh(const lg_adaptive_run *r, lg_view x, int K, lg_view dy, int N, int count, lg_view dw) {
    const lg_kernels *set = r->f->kernels;
    const lg_view none = {NULL, 0};
    if (set->to_bf16_pairs) {
        const lg_view factor = lg_adaptive_place(r, r->at.factor), other = lg_adaptive_place(r, r->at.other);
        set->to_bf16_pairs(set, none, factor, x, 1, count, K);
        set->to_bf16_pairs(set, none, other, dy, 1, count, N);
        x = factor, dy = other;
    }
    const lg_linear_weight k = {.M = count, .K = K, .N = N, .dw = dw, .x = x, .dy = dy};
    set->linear_weight(set, &k);
}

lg_view lg_adaptive_columns(const lg_adaptive_run *r, int part, lg_view hidden, int count) {
    const lg_adaptive_part *p = &r->args->part[part];
    const lg_view none = {NULL, 0}, mapped = lg_adaptive_place(r, r->at.mapped);
    const bool maps = input_of(r->y, part, MAP);
    if (maps) lg_adaptive_multiply(r, hidden, count, r->K, p->map_transposed, none, p->width, mapped);
    const lg_view x = maps ? mapped : hidden;
    lg_adaptive_multiply(r, x, count, p->width, p->table, lg_adaptive_value(r, part, BIAS), p->columns,
                         lg_adaptive_place(r, r->at.columns));
    return x;
}

/* ---- all ids ---- */

/* Copies `columns` contiguous columns of `rows` rows. */
static void copy_columns(const lg_adaptive_run *r, lg_view from, int from_stride, lg_view to, int to_stride, int rows,
                         int columns) {
    const lg_copy k = {
        .rows = rows, .columns = columns, .y_stride = to_stride, .x_stride = from_stride, .y = to, .x = from};
    r->f->kernels->copy(r->f->kernels, &k);
}

/* The log-probability of a cluster in each row [C]. It is added to the log-probabilities of the cluster's ids. */
static lg_view shift_of(const lg_adaptive_run *r, int part) {
    return lg_adaptive_place(r, r->at.shift + sizeof(real) * (size_t)part * (size_t)r->at.C);
}

void lg_adaptive_log_probabilities(const lg_adaptive_run *r, lg_view hidden, int count, lg_view all, int stride) {
    const lg_kernels *set = r->f->kernels;
    const lg_adaptive_args *a = r->args;
    const lg_view columns = lg_adaptive_place(r, r->at.columns);
    for (int i = 0; i < a->parts; i++) {
        const lg_adaptive_part *p = &a->part[i];
        lg_adaptive_columns(r, i, hidden, count);
        set->log_softmax(set, columns, i > 0 ? shift_of(r, i) : (lg_view){NULL, 0}, count, p->columns);
        copy_columns(r, columns, p->columns, lg_view_at(all, sizeof(real) * (size_t)p->first), stride, count,
                     p->end - p->first);
        for (int j = 1; i == 0 && j < a->parts; j++)
            copy_columns(r, lg_view_at(columns, sizeof(real) * (size_t)(p->end + j - 1)), p->columns, shift_of(r, j), 1,
                         count, 1);
    }
}
