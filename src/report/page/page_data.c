/* page_data.c: the data of a page, described in web/src/data.ts. Runs are stored as arrays by member, indexed as in the
 * plan, so that 6,000 runs with their curves stay below 4 MB. */
#include <math.h>
#include <string.h>

#include "report/page/page.h"
#include "report/page/page_json.h"
#include "report/reading.h"

/* ---- plan ---- */

static bool write_sweep(const lg_report *r, lg_json *j) {
    const lg_manifest *m = r->manifest;
    const char *finding = lg_report_finding(r);
    if (!finding) return false;
    lg_json_open(j, "sweep");
    lg_json_put_text(j, "name", m->name);
    lg_json_put_text(j, "title", m->title);
    lg_json_put_text(j, "note", m->note);
    lg_json_put_text(j, "dir", r->sweep);
    lg_json_put_text(j, "checksum", m->checksum);
    lg_json_put_text(j, "published", m->published);
    lg_json_put_text(j, "finding", finding);
    lg_json_close(j);
    return true;
}

/* Describes scores and curves; `top` is the value that the largest packed number represents. */
static bool write_metric(const lg_report *r, lg_json *j) {
    const lg_metric_info m = lg_report_metric(r);
    const char *score = lg_report_score(r), *readings = lg_report_readings(r);
    if (score && readings && *readings != '\0')
        score = lg_arena_printf(r->arena, "%s. The same targets of the text are scored at every length: %s", score,
                                readings);
    if (!score || !readings) return false;
    lg_json_open(j, "metric");
    lg_json_put_text(j, "name", m.name);
    lg_json_put_text(j, "title", m.title);
    lg_json_put_text(j, "unit", m.unit);
    lg_json_put_real(j, "scale", m.scale);
    lg_json_put_int(j, "digits", m.digits);
    lg_json_put_bool(j, "lower_is_better", m.lower_is_better);
    lg_json_put_bool(j, "logarithmic", m.logarithmic);
    lg_page_put_rounded(j, "low", m.low, 6);
    lg_page_put_rounded(j, "high", m.high, 6);
    lg_page_put_rounded(j, "top", lg_page_top(r), 9);
    lg_json_put_text(j, "score", score);
    lg_json_close(j);
    return true;
}

/* Writes quantiles of Student's distribution, from which the page computes intervals of means. */
static void write_quantiles(const lg_report *r, lg_json *j) {
    enum { MOST = 200 }; /* for larger n, t is within 0.002 of its limit */
    lg_json_open_list(j, "t");
    for (size_t n = 1; n < r->manifest->run_count && n <= MOST; n++)
        lg_page_put_rounded(j, NULL, lg_student_quantile(0.975, (double)n), 6);
    lg_json_close_list(j);
}

static void write_base(const lg_manifest *m, lg_json *j) {
    lg_json_open_list(j, "base");
    for (size_t i = 0; i < m->base_count; i++) lg_page_put_pairs(j, m->base[i].pairs, m->base[i].count);
    lg_json_close_list(j);
}

/* ---- curves and pictures ---- */

static bool write_curves(const lg_report *r, lg_json *j) {
    lg_page_bins bins;
    if (!lg_page_bins_make(r, r->arena, &bins)) return false;
    lg_json_put_ints(j, "trained", r->trained, r->manifest->run_count);
    lg_json_open(j, "bins");
    lg_json_put_ints(j, "first", bins.first, bins.count);
    lg_json_put_ints(j, "last", bins.last, bins.count);
    lg_json_close(j);
    lg_json_open_list(j, "curves");
    const double top = lg_page_top(r);
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (lg_json_put_key(j, NULL)) lg_page_write_curve(&r->results->runs[i], r->results->metric, top, &bins, j->to);
    lg_json_close_list(j);
    return true;
}

/* How each run scores its text; nothing without texts. */
static bool write_readings(const lg_report *r, lg_json *j) {
    const char *readings = lg_report_readings(r);
    if (!readings || *readings == '\0') return readings;
    lg_json_open_list(j, "readings");
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        lg_run_attributes a;
        if (!lg_run_attributes_of(r->manifest, i, r->arena, &a, NULL)) return false;
        lg_json_put_text(j, NULL, a.reading);
    }
    lg_json_close_list(j);
    return true;
}

static void write_picture(const lg_page_picture *p, lg_json *j) {
    lg_json_open(j, NULL);
    lg_json_put_text(j, "name", p->name);
    lg_json_put_text(j, "title", p->title);
    if (lg_json_put_key(j, "image")) fputc('"', j->to), lg_page_write_picture(p, j->to), fputc('"', j->to);
    lg_json_close(j);
}

bool lg_page_write_data(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err) {
    lg_json json, *j = &json;
    char program[64];
    snprintf(program, sizeof program, "lengthen %s", lg_version());
    lg_json_begin_to(j, LG_JSON_SCRIPT, to);
    lg_json_put_text(j, "schema", "lengthen.page/2");
    lg_json_put_text(j, "program", program);
    if (!write_sweep(r, j)) return lg_fail(err, LG_FAILED, "out of memory: the finding of a page");
    if (!write_metric(r, j)) return lg_fail(err, LG_FAILED, "out of memory: the metric of a page");
    write_quantiles(r, j);
    write_base(r->manifest, j);
    lg_page_write_owned(r->manifest, j);
    if (!lg_page_write_axes(r, j, err)) return false;
    if (!lg_page_write_runs(r, j, err)) return false;
    if (!lg_page_write_training(r, j, err)) return false;
    if (!write_curves(r, j)) return lg_fail(err, LG_FAILED, "out of memory: the curves of a page");
    if (!write_readings(r, j)) return lg_fail(err, LG_FAILED, "out of memory: the readings of a page");
    if (!lg_page_write_tables(r, j, err)) return false;
    lg_json_open_list(j, "pictures");
    for (size_t i = 0; i < pictures->count; i++) write_picture(&pictures->list[i], j);
    lg_json_close_list(j);
    return lg_json_end_to(j) || lg_fail(err, LG_FAILED, "out of memory: the data of a page");
}
