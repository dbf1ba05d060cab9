/* page_axes.c: the axes of a sweep in the data of its page: what a report does with each, and how each label is drawn.
 */
#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "base/seed.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

/* ---- roles ---- */

static void write_ordered(const char *key, const int *axes, size_t count, bool first, FILE *to) {
    lg_page_key(to, key, first);
    fputc('[', to);
    for (size_t i = 0; i < count; i++) lg_page_next(to, i), lg_page_int(to, axes[i]);
    fputc(']', to);
}

static void write_role(const lg_report *r, const char *key, lg_axis_role role, FILE *to) {
    size_t count = 0;
    lg_page_key(to, key, false);
    fputc('[', to);
    for (size_t i = 0; i < r->manifest->axis_count; i++)
        if (r->layout->roles.role[i] == role) lg_page_next(to, count++), lg_page_int(to, (int64_t)i);
    fputc(']', to);
}

/* The labels of an axis that the report is about; null: all. */
static void write_kept(const bool *kept, size_t labels, FILE *to) {
    size_t count = 0;
    if (kept) fputc('[', to);
    for (size_t i = 0; kept && i < labels; i++)
        if (kept[i]) lg_page_next(to, count++), lg_page_int(to, (int64_t)i);
    fputs(kept ? "]" : "null", to);
}

static void write_selection(const lg_report *r, FILE *to) {
    const lg_axis_roles *roles = &r->layout->roles;
    lg_page_key(to, "selection", false);
    fputc('{', to);
    write_ordered("rows", roles->rows, roles->row_count, true, to);
    write_ordered("columns", roles->columns, roles->column_count, false, to);
    write_role(r, "mean", LG_ROLE_MEAN, to);
    write_role(r, "best", LG_ROLE_BEST, to);
    lg_page_member(to, "where", roles->filter, false);
    lg_page_key(to, "kept", false);
    fputc('[', to);
    for (size_t i = 0; i < r->manifest->axis_count; i++)
        lg_page_next(to, i), write_kept(roles->kept[i], r->manifest->axes[i].count, to);
    fputs("]}", to);
}

/* ---- columns ---- */

static void write_style(const lg_style *style, FILE *to) {
    lg_page_member(to, "colour", style->colour, false);
    fprintf(to, ",\"dash\":%d,\"mark\":%d", style->dash - 1, style->marker);
}

/* A run of this column of the layout; LG_NO_RUN: it has none. */
static size_t run_of_column(const lg_report *r, size_t column) {
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->layout->column_of[i] == (int)column) return i;
    return LG_NO_RUN;
}

static void write_columns(const lg_report *r, FILE *to) {
    const lg_axis_roles *roles = &r->layout->roles;
    size_t count = 0;
    lg_page_key(to, "columns", false);
    fputc('[', to);
    for (size_t i = 0; i < r->layout->column_count; i++) {
        const size_t run = run_of_column(r, i);
        if (run == LG_NO_RUN) continue;
        lg_page_next(to, count++);
        fputs("{\"labels\":[", to);
        for (size_t a = 0; a < roles->column_count; a++)
            lg_page_next(to, a), lg_page_int(to, r->manifest->runs[run].labels[roles->columns[a]]);
        fputc(']', to);
        write_style(&r->styles[i], to);
        fputc('}', to);
    }
    fputc(']', to);
}

/* ---- axes ---- */

/* Of each label of an axis, the attributes of the first run that has it. */
static bool read_attributes(const lg_report *r, size_t axis, lg_run_attributes *out, lg_error *err) {
    const lg_manifest *m = r->manifest;
    const size_t count = m->axes[axis].count;
    bool *found = lg_arena_alloc(r->arena, count + 1);
    if (!found) return lg_fail(err, LG_FAILED, "out of memory: the axes of a page");
    for (size_t i = 0; i < count; i++) out[i] = lg_no_run_attributes;
    for (size_t i = 0; i < m->run_count; i++) {
        const int label = m->runs[i].labels[axis];
        if (label < 0 || found[label]) continue;
        found[label] = true;
        if (!lg_run_attributes_of(m, i, r->arena, &out[label], err)) return false;
    }
    return true;
}

static void write_choice(const lg_choice_set *c, const lg_style *style, double chance, FILE *to) {
    fputc('{', to);
    lg_page_member(to, "label", c->label, true);
    lg_page_key(to, "set", false);
    fputc('[', to);
    lg_page_pairs(c->pairs, c->count, 0, to);
    fputc(']', to);
    write_style(style, to);
    lg_page_key(to, "chance", false);
    lg_page_real(to, chance, 6);
    fputc('}', to);
}

/* As a value of the metric. */
static double chance_of(const lg_report *r, const lg_grid_axis *axis, const lg_run_attributes *a) {
    return lg_grid_axis_sets_task(axis) && lg_report_metric(r).has_chance ? a->chance : NAN;
}

static bool write_axis(const lg_report *r, size_t a, FILE *to, lg_error *err) {
    const lg_grid_axis *axis = &r->manifest->axes[a];
    lg_run_attributes *attributes = lg_arena_alloc(r->arena, (axis->count + 1) * sizeof *attributes);
    lg_style *styles = lg_arena_alloc(r->arena, (axis->count + 1) * sizeof *styles);
    if (!attributes || !styles) return lg_fail(err, LG_FAILED, "out of memory: the axes of a page");
    if (!read_attributes(r, a, attributes, err)) return false;
    lg_styles_choose(attributes, axis->count, styles);
    fputc('{', to);
    lg_page_member(to, "name", axis->name, true);
    fprintf(to, ",\"task\":%s", lg_grid_axis_sets_task(axis) ? "true" : "false");
    fprintf(to, ",\"seed\":%s", lg_is_seed(lg_key_full_name(axis->name)) ? "true" : "false");
    lg_page_key(to, "choices", false);
    fputc('[', to);
    for (size_t i = 0; i < axis->count; i++) {
        lg_page_next(to, i);
        write_choice(&axis->choices[i], &styles[i], chance_of(r, axis, &attributes[i]), to);
    }
    fputs("]}", to);
    return true;
}

/* The one task of all runs, where no axis says which they have; "". */
static void write_task(const lg_report *r, FILE *to) {
    bool split = false;
    for (size_t a = 0; a < r->manifest->axis_count; a++) split |= lg_grid_axis_sets_task(&r->manifest->axes[a]);
    const lg_run_attributes *f = &r->rows[0];
    fputs(",\"task\":{", to);
    lg_page_member(to, "label", split ? "" : f->task, true);
    lg_page_key(to, "chance", false);
    lg_page_real(to, !split && lg_report_metric(r).has_chance ? f->chance : (double)NAN, 6);
    fputc('}', to);
}

bool lg_page_write_axes(const lg_report *r, FILE *to, lg_error *err) {
    write_selection(r, to);
    write_columns(r, to);
    write_task(r, to);
    lg_page_key(to, "axes", false);
    fputc('[', to);
    for (size_t a = 0; a < r->manifest->axis_count; a++) {
        lg_page_next(to, a);
        if (!write_axis(r, a, to, err)) return false;
    }
    fputc(']', to);
    return true;
}
