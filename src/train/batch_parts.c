/* batch_parts.c: cuts a batch into passes: see batch.h. */
#include <stdlib.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/model/padding.h"
#include "train/batch.h"

enum { PASS_TOKENS = 32 }; /* fixed cost of a pass in tokens, mostly for sums of gradients */

static bool measure(lg_batch_plan *p, const lg_dataset *d, lg_record *r, lg_error *err) {
    for (int i = 0; i < p->count; i++) {
        lg_batch_record *x = &p->records[i];
        x->size = lg_dataset_bound(d, x->length);
        if (d->exact) {
            p->learned += x->size.m - x->skipped;
            continue;
        }
        if (!lg_record_reserve(r, x->size.n, x->size.m, err)) return false;
        lg_batch_record_draw(x, d, r);
        x->size = (lg_record_size){r->n, r->m};
        for (int j = 0; j < r->m; j++) p->learned += r->learned[j];
    }
    return lg_dataset_check(d, err);
}

/* Sets the range of source lengths of each record. */
static void find_bands(lg_batch_plan *p, int width) {
    for (int i = 0; i < p->count; i++) p->records[i].band = (p->records[i].size.n + width - 1) / width;
}

static int by_size(const void *a, const void *b) {
    const lg_batch_record *x = a, *y = b;
    if (x->band != y->band) return x->band - y->band;
    if (x->size.m != y->size.m) return x->size.m - y->size.m;
    return x->size.n != y->size.n ? x->size.n - y->size.n : x->number - y->number;
}

/* Makes one part per size. */
static void part_by_size(lg_batch_plan *p, bool padded) {
    qsort(p->records, (size_t)p->count, sizeof *p->records, by_size);
    p->part_count = 0;
    for (int i = 0; i < p->count; i++) {
        const lg_record_size z = p->records[i].size;
        const lg_batch_part *last = &p->parts[p->part_count - 1];
        if (i == 0 || z.n != last->size.n || z.m != last->size.m)
            p->parts[p->part_count++] = (lg_batch_part){z, z.n, padded, i, 0};
        p->parts[p->part_count - 1].count++;
    }
}

static lg_batch_part joined(const lg_batch_part *a, const lg_batch_part *b) {
    lg_batch_part sum = *a;
    if (b->size.n > sum.size.n) sum.size.n = b->size.n;
    if (b->shortest < sum.shortest) sum.shortest = b->shortest;
    if (b->size.m > sum.size.m) sum.size.m = b->size.m;
    sum.count += b->count;
    return sum;
}

static int64_t cost_of(const lg_batch_part *p) {
    return (int64_t)p->count * (p->size.n + p->size.m) + PASS_TOKENS;
}

/* The cheapest way to join a number of parts: the first `from` parts are joined in their cheapest way, and all later
 * ones become one part. */
typedef struct joining {
    int64_t cost;
    int from;
} joining;

/* Sets best[i], the cheapest way to join the first i parts, for all i (dynamic programming). The source lengths of
 * joined parts differ by less than `width`. */
static void find_joinings(const lg_batch_plan *p, int width, joining *best) {
    for (int i = 1; i <= p->part_count; i++) {
        lg_batch_part sum = p->parts[i - 1];
        best[i].cost = INT64_MAX;
        for (int j = i - 1; j >= 0; j--) {
            if (j < i - 1) sum = joined(&p->parts[j], &sum);
            if (sum.size.n - sum.shortest >= width) break;
            const int64_t cost = best[j].cost + cost_of(&sum);
            if (cost < best[i].cost) best[i] = (joining){cost, j};
        }
    }
}

/* Joins neighboring parts so that the total cost is smallest. Goes backward, so that joined parts overwrite only parts
 * that were already read. */
static bool join_parts(lg_batch_plan *p, int width, lg_error *err) {
    joining *best = calloc((size_t)p->part_count + 1, sizeof *best);
    if (!best) return lg_fail(err, LG_FAILED, "out of memory: %d sizes of records", p->part_count);
    find_joinings(p, width, best);
    lg_batch_part *first = p->parts + p->part_count;
    for (int end = p->part_count; end > 0; end = best[end].from) {
        lg_batch_part sum = p->parts[best[end].from];
        for (int i = best[end].from + 1; i < end; i++) sum = joined(&sum, &p->parts[i]);
        *--first = sum;
    }
    p->part_count -= (int)(first - p->parts);
    memmove(p->parts, first, sizeof *first * (size_t)p->part_count);
    free(best);
    return true;
}

bool lg_batch_plan_cut(lg_batch_plan *p, const lg_model *m, lg_grouping grouping, bool mixed, lg_record *scratch,
                       lg_error *err) {
    const bool padded = lg_model_pads(m) && (mixed || !m->data->exact);
    const int width = grouping == LG_GROUP_SOURCES || !lg_model_pads_sources(m) ? 1 : LG_BAND;
    if (!measure(p, m->data, scratch, err)) return false;
    if (padded) find_bands(p, width);
    part_by_size(p, padded);
    return !padded || join_parts(p, width, err);
}

bool lg_batch_plan_cut_sizes(lg_batch_plan *p, const lg_dataset *d, lg_record *scratch, lg_error *err) {
    if (!measure(p, d, scratch, err)) return false;
    for (int i = 0; i < p->count; i++) p->records[i].band = 0;
    part_by_size(p, false);
    return true;
}
