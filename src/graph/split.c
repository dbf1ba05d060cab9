/* split.c: splits ops between workers; see split.h. */
#include "graph/split.h"

#include "kernel/kernel.h"

double lg_nanoseconds(double flops, double bytes) {
    const double compute = flops / 100, memory = bytes / 25;
    return compute > memory ? compute : memory;
}

int lg_split_parts(const lg_frame *f, double nanoseconds, int most) {
    const lg_team *t = f->team;
    if (!t || most < 2 || nanoseconds < 2 * t->least) return 1;
    const int share = lg_pool_share(t->pool), parts = share < most ? share : most;
    return parts * t->least <= nanoseconds ? parts : (int)(nanoseconds / t->least);
}

/* ---- parts ---- */

typedef struct split_work {
    const lg_frame *f;
    lg_split_part work;
    const void *task;
    int count, unit, parts;
} split_work;

static int begin_of(const split_work *w, int part) {
    const int units = (w->count + w->unit - 1) / w->unit, begin = (int)((int64_t)units * part / w->parts) * w->unit;
    return begin < w->count ? begin : w->count;
}

static void do_part(void *task, int part, int worker) {
    const split_work *w = task;
    const lg_team *t = w->f->team;
    lg_frame mine = *w->f;
    if (worker != mine.worker) mine.scratch = t->work(t->owner, worker);
    w->work(&mine, w->task, begin_of(w, part), begin_of(w, part + 1));
}

void lg_split_op(const lg_frame *f, int count, int unit, double nanoseconds, lg_split_part work, const void *task) {
    split_work w = {f, work, task, count, unit, lg_split_parts(f, nanoseconds, (count + unit - 1) / unit)};
    if (w.parts > 1)
        lg_pool_split(f->team->pool, f->worker, w.parts, do_part, &w);
    else
        work(f, task, 0, count);
}

/* ---- linear maps ---- */

typedef struct linear_work {
    const lg_kernels *set;
    const lg_linear *map;
} linear_work;

static void multiply_columns(const lg_frame *f, const void *task, int from, int to) {
    const linear_work *w = task;
    const size_t before = (size_t)from * sizeof(real);
    lg_linear map = *w->map;
    (void)f;
    map.N = to - from;
    map.stride = w->map->N;
    map.w = lg_view_at(map.w, w->set->pack_size(w->set, map.K, from, false));
    map.bias = lg_view_at(map.bias, before);
    map.y = lg_view_at(map.y, before);
    w->set->linear(w->set, &map);
}

static void multiply_rows(const lg_frame *f, const void *task, int from, int to) {
    const linear_work *w = task;
    lg_linear map = *w->map;
    (void)f;
    map.M = to - from;
    map.x = lg_view_at(map.x, (size_t)from * (size_t)map.K * sizeof(real));
    map.y = lg_view_at(map.y, (size_t)from * (size_t)map.N * sizeof(real));
    w->set->linear(w->set, &map);
}

/* Splits by columns, so that each part reads different weights. Splits by rows instead if that allows more parts. Rows
 * converted to bfloat16 are not split, since they may not be contiguous. */
void lg_split_linear(const lg_frame *f, const lg_kernels *set, const lg_linear *a) {
    const double columns = (double)a->K * a->N;
    const double nanoseconds = lg_nanoseconds(2 * a->M * columns, sizeof(real) * columns);
    const int panels = set->panel > 0 ? (a->N + set->panel - 1) / set->panel : 1;
    const int rows = set->to_bf16_pairs ? 1 : (a->M + LG_LANES - 1) / LG_LANES;
    const int parts = lg_split_parts(f, nanoseconds, panels > rows ? panels : rows);
    const linear_work w = {set, a};
    if (parts < 2)
        set->linear(set, a);
    else if (parts <= panels || panels >= rows)
        lg_split_op(f, a->N, set->panel, nanoseconds, multiply_columns, &w);
    else
        lg_split_op(f, a->M, LG_LANES, nanoseconds, multiply_rows, &w);
}
