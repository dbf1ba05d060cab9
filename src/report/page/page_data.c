/* page_data.c: the data of a page, as web/src/data.ts describes it. Runs are columns of arrays, by their index in the
 * plan, so that 6,000 of them with their curves stay below 4 MB. */
#include <math.h>
#include <string.h>

#include "report/page/page.h"
#include "report/page/page_json.h"
#include "report/reading.h"

/* ---- plan ---- */

static void write_sweep(const lg_report *r, FILE *to) {
    const lg_manifest *m = r->manifest;
    lg_page_key(to, "sweep", false);
    fputc('{', to);
    lg_page_member(to, "name", m->name, true);
    lg_page_member(to, "title", m->title, false);
    lg_page_member(to, "note", m->note, false);
    lg_page_member(to, "dir", r->sweep, false);
    lg_page_member(to, "checksum", m->checksum, false);
    lg_page_member(to, "published", m->published, false);
    fputc('}', to);
}

/* What scores and curves are; `top` is what the largest number of a packed curve stands for. */
static bool write_metric(const lg_report *r, FILE *to) {
    const lg_metric_info m = lg_report_metric(r);
    const char *score = lg_report_score(r), *readings = lg_report_readings(r);
    if (score && readings && *readings != '\0')
        score = lg_arena_printf(r->arena, "%s. Every length scores the same targets of the text: %s", score, readings);
    if (!score || !readings) return false;
    lg_page_key(to, "metric", false);
    fputc('{', to);
    lg_page_member(to, "name", m.name, true);
    lg_page_member(to, "title", m.title, false);
    lg_page_member(to, "unit", m.unit, false);
    fprintf(to, ",\"scale\":%g,\"digits\":%d,\"lower_is_better\":%s,\"logarithmic\":%s,\"low\":", m.scale, m.digits,
            m.lower_is_better ? "true" : "false", m.logarithmic ? "true" : "false");
    lg_page_real(to, m.low, 6);
    lg_page_key(to, "high", false);
    lg_page_real(to, m.high, 6);
    lg_page_key(to, "top", false);
    lg_page_real(to, lg_page_top(r), 9);
    lg_page_member(to, "score", score, false);
    fputc('}', to);
    return true;
}

/* For the intervals of means that the page makes itself. */
static void write_quantiles(const lg_report *r, FILE *to) {
    enum { MOST = 200 }; /* beyond, t is within 0.002 of that of many */
    lg_page_key(to, "t", false);
    fputc('[', to);
    for (size_t n = 1; n < r->manifest->run_count && n <= MOST; n++)
        lg_page_next(to, n - 1), lg_page_real(to, lg_student_quantile(0.975, (double)n), 6);
    fputc(']', to);
}

static void write_base(const lg_manifest *m, FILE *to) {
    size_t before = 0;
    lg_page_key(to, "base", false);
    fputc('[', to);
    for (size_t i = 0; i < m->base_count; before += m->base[i++].count)
        lg_page_pairs(m->base[i].pairs, m->base[i].count, before, to);
    fputc(']', to);
}

/* ---- curves and pictures ---- */

static bool write_curves(const lg_report *r, FILE *to) {
    lg_page_bins bins;
    if (!lg_page_bins_make(r, r->arena, &bins)) return false;
    fputs(",\"trained\":[", to);
    for (size_t i = 0; i < r->manifest->run_count; i++) lg_page_next(to, i), lg_page_int(to, r->trained[i]);
    fputs("],\"bins\":{\"first\":[", to);
    for (size_t i = 0; i < bins.count; i++) lg_page_next(to, i), lg_page_int(to, bins.first[i]);
    fputs("],\"last\":[", to);
    for (size_t i = 0; i < bins.count; i++) lg_page_next(to, i), lg_page_int(to, bins.last[i]);
    fputs("]},\"curves\":[", to);
    const double top = lg_page_top(r);
    for (size_t i = 0; i < r->manifest->run_count; i++)
        lg_page_next(to, i), lg_page_write_curve(&r->results->runs[i], r->results->metric, top, &bins, to);
    fputc(']', to);
    return true;
}

/* How each run scores its text; nothing where data is no text. */
static bool write_readings(const lg_report *r, FILE *to) {
    const char *readings = lg_report_readings(r);
    if (!readings || *readings == '\0') return readings;
    lg_page_key(to, "readings", false);
    fputc('[', to);
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        lg_run_attributes a;
        if (!lg_run_attributes_of(r->manifest, i, r->arena, &a, NULL)) return false;
        lg_page_next(to, i);
        lg_page_text(to, a.reading);
    }
    fputc(']', to);
    return true;
}

static void write_pictures(const lg_page_pictures *pictures, FILE *to) {
    lg_page_key(to, "pictures", false);
    fputc('[', to);
    for (size_t i = 0; i < pictures->count; i++) {
        const lg_page_picture *p = &pictures->list[i];
        lg_page_next(to, i);
        fputc('{', to);
        lg_page_member(to, "name", p->name, true);
        lg_page_member(to, "title", p->title, false);
        lg_page_key(to, "image", false);
        fputc('"', to);
        lg_page_write_picture(p, to);
        fputs("\"}", to);
    }
    fputc(']', to);
}

bool lg_page_write_data(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err) {
    fprintf(to, "{\"schema\":\"lengthen.page/2\",\"program\":\"lengthen %s\"", lg_version());
    write_sweep(r, to);
    if (!write_metric(r, to)) return lg_fail(err, LG_FAILED, "out of memory: the metric of a page");
    write_quantiles(r, to);
    write_base(r->manifest, to);
    lg_page_write_owned(r->manifest, to);
    if (!lg_page_write_axes(r, to, err)) return false;
    if (!lg_page_write_runs(r, to, err)) return false;
    if (!lg_page_write_training(r, to, err)) return false;
    if (!write_curves(r, to)) return lg_fail(err, LG_FAILED, "out of memory: the curves of a page");
    if (!write_readings(r, to)) return lg_fail(err, LG_FAILED, "out of memory: the readings of a page");
    if (!lg_page_write_tables(r, to, err)) return false;
    write_pictures(pictures, to);
    fputc('}', to);
    return true;
}
