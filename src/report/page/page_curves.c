/* page_curves.c: the metric by length, packed for the page. A number takes 16 bits, in base64. A curve of 500 lengths
 * takes 1.3 KB, and the curves of 6,000 runs would take 8 MB. In large sweeps neighbouring lengths therefore share a
 * bin, and each number is their mean. A bin ends at the longest training length of any run, so that it does not mix
 * lengths up to this length with longer lengths. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "report/page/page.h"
#include "report/page/page_json.h"

#define MAX_NUMBERS 1000000 /* numbers of all curves together: 2.7 MB of base64 */
#define NONE        65535
#define ONE         65534

/* Marks the lengths at which any run was tested; returns the number of tested runs. */
static size_t mark_lengths(const lg_report *r, bool *tested, size_t *count) {
    size_t runs = 0;
    *count = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const lg_run_result *run = &r->results->runs[i];
        runs += run->point_count > 0;
        for (size_t k = 0; k < run->point_count; k++) {
            const int n = run->points[k].length;
            if (n < 1 || n > LG_LENGTH_MAX || tested[n]) continue;
            tested[n] = true;
            (*count)++;
        }
    }
    return runs;
}

bool lg_page_bins_make(const lg_report *r, lg_arena *arena, lg_page_bins *out) {
    *out = (lg_page_bins){0};
    bool *tested = calloc(2 * ((size_t)LG_LENGTH_MAX + 1), sizeof *tested);
    if (!tested) return false;
    size_t lengths, filled = 0;
    const size_t runs = mark_lengths(r, tested, &lengths), width = (runs * lengths + MAX_NUMBERS - 1) / MAX_NUMBERS;
    bool *ends = tested + LG_LENGTH_MAX + 1; /* ends[n]: n is the longest training length of a run */
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->trained[i] > 0 && r->trained[i] <= LG_LENGTH_MAX) ends[r->trained[i]] = true;
    bool passes = false; /* was such an n passed since the current bin began? */
    out->first = lg_arena_alloc(arena, (lengths + 1) * sizeof *out->first);
    out->last = lg_arena_alloc(arena, (lengths + 1) * sizeof *out->last);
    const bool good = out->first && out->last;
    for (int n = 1; good && n <= LG_LENGTH_MAX; n++) {
        passes = passes || ends[n - 1];
        if (!tested[n]) continue;
        if (filled == 0 || filled == width || passes) out->first[out->count++] = n, filled = 0, passes = false;
        out->last[out->count - 1] = n;
        filled++;
    }
    free(tested);
    return good;
}

/* ---- packing ---- */

double lg_page_top(const lg_report *r) {
    const double high = lg_report_metric(r).high;
    double top = 0;
    for (size_t i = 0; i < r->manifest->run_count && isinf(high); i++)
        for (size_t k = 0; k < r->results->runs[i].point_count; k++) {
            const double value = r->results->runs[i].points[k].values[r->results->metric];
            if (isfinite(value)) top = fmax(top, value);
        }
    return isfinite(high) ? high : top > 0 ? top : 1;
}

/* Encodes a value as a fraction of the largest packed number; encodes a logarithmic metric by its logarithm. */
static double share_of(double value, const lg_metric_info *m, double top) {
    const double share = !m->logarithmic ? value / top : top > m->low ? log(value / m->low) / log(top / m->low) : 0;
    return fmin(fmax(share, 0), 1);
}

/* A bin holds the mean score of its lengths, computed with the metric's base metric. */
void lg_page_write_curve(const lg_run_result *run, size_t metric, double top, const lg_page_bins *bins, FILE *to) {
    const lg_metric_info m = lg_metric_at(metric);
    const size_t base = lg_metric_base(metric);
    lg_page_base64 b = {.to = to};
    fputc('"', to);
    for (size_t i = 0, k = 0; run->point_count > 0 && i < bins->count; i++) {
        double sum = 0;
        int n = 0;
        for (; k < run->point_count && run->points[k].length <= bins->last[i]; k++)
            if (isfinite(run->points[k].values[metric]) && run->points[k].length >= bins->first[i])
                sum += run->points[k].values[base], n++;
        const double mean = n > 0 ? lg_metric_of_base(metric, sum / n) : 0;
        const unsigned packed = n > 0 ? (unsigned)lround(share_of(mean, &m, top) * ONE) : NONE;
        lg_page_base64_put(&b, packed & 255);
        lg_page_base64_put(&b, packed >> 8);
    }
    lg_page_base64_finish(&b);
    fputc('"', to);
}
