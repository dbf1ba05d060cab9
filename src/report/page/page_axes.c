/* page_axes.c: the axes of a sweep in the page's data: the role of each axis and the style of each label. */
#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "base/seed.h"
#include "report/page/page.h"
#include "report/page/page_json.h"

/* ---- roles ---- */

static void write_role(const lg_report *r, const char *key, lg_axis_role role, lg_json *j) {
    lg_json_open_list(j, key);
    for (size_t i = 0; i < r->manifest->axis_count; i++)
        if (r->layout->roles.role[i] == role) lg_json_put_int(j, NULL, (int64_t)i);
    lg_json_close_list(j);
}

/* The indices of the labels that the report keeps; null: all. */
static void write_kept(const bool *kept, size_t labels, lg_json *j) {
    if (!kept) {
        lg_json_put_null(j, NULL);
        return;
    }
    lg_json_open_list(j, NULL);
    for (size_t i = 0; i < labels; i++)
        if (kept[i]) lg_json_put_int(j, NULL, (int64_t)i);
    lg_json_close_list(j);
}

static void write_selection(const lg_report *r, lg_json *j) {
    const lg_axis_roles *roles = &r->layout->roles;
    lg_json_open(j, "selection");
    lg_json_put_ints(j, "rows", roles->rows, roles->row_count);
    lg_json_put_ints(j, "columns", roles->columns, roles->column_count);
    write_role(r, "mean", LG_ROLE_MEAN, j);
    write_role(r, "best", LG_ROLE_BEST, j);
    lg_json_put_text(j, "where", roles->filter);
    lg_json_open_list(j, "kept");
    for (size_t i = 0; i < r->manifest->axis_count; i++) write_kept(roles->kept[i], r->manifest->axes[i].count, j);
    lg_json_close_list(j);
    lg_json_close(j);
}

/* ---- columns ---- */

static void write_style(const lg_style *style, lg_json *j) {
    lg_json_put_text(j, "colour", style->colour);
    lg_json_put_int(j, "dash", style->dash - 1);
    lg_json_put_int(j, "mark", style->marker);
}

/* A run of this column of the layout; LG_NO_RUN without one. */
static size_t run_of_column(const lg_report *r, size_t column) {
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->layout->column_of[i] == (int)column) return i;
    return LG_NO_RUN;
}

static void write_columns(const lg_report *r, lg_json *j) {
    const lg_axis_roles *roles = &r->layout->roles;
    lg_json_open_list(j, "columns");
    for (size_t i = 0; i < r->layout->column_count; i++) {
        const size_t run = run_of_column(r, i);
        if (run == LG_NO_RUN) continue;
        lg_json_open(j, NULL);
        lg_json_open_list(j, "labels");
        for (size_t a = 0; a < roles->column_count; a++)
            lg_json_put_int(j, NULL, r->manifest->runs[run].labels[roles->columns[a]]);
        lg_json_close_list(j);
        write_style(&r->styles[i], j);
        lg_json_close(j);
    }
    lg_json_close_list(j);
}

/* ---- axes ---- */

static void write_choice(const lg_choice_set *c, const lg_style *style, double chance, lg_json *j) {
    lg_json_open(j, NULL);
    lg_json_put_text(j, "label", c->label);
    lg_json_open_list(j, "set");
    lg_page_put_pairs(j, c->pairs, c->count);
    lg_json_close_list(j);
    write_style(style, j);
    lg_page_put_rounded(j, "chance", chance, 6);
    lg_json_close(j);
}

/* The chance level, as a value of the metric; NaN without one. */
static double chance_of(const lg_report *r, const lg_grid_axis *axis, const lg_run_attributes *a) {
    return lg_grid_axis_sets_task(axis) && lg_report_metric(r).has_chance ? a->chance : NAN;
}

static bool write_axis(const lg_report *r, size_t a, lg_json *j, lg_error *err) {
    const lg_grid_axis *axis = &r->manifest->axes[a];
    lg_run_attributes *attributes = lg_arena_alloc(r->arena, (axis->count + 1) * sizeof *attributes);
    lg_style *styles = lg_arena_alloc(r->arena, (axis->count + 1) * sizeof *styles);
    if (!attributes || !styles) return lg_fail(err, LG_FAILED, "out of memory: the axes of a page");
    if (!lg_run_attributes_of_labels(r->manifest, a, r->arena, attributes, err)) return false;
    lg_styles_choose(attributes, axis->count, styles);
    lg_json_open(j, NULL);
    lg_json_put_text(j, "name", axis->name);
    lg_json_put_bool(j, "task", lg_grid_axis_sets_task(axis));
    lg_json_put_bool(j, "seed", lg_is_seed(lg_key_full_name(axis->name)));
    lg_json_open_list(j, "choices");
    for (size_t i = 0; i < axis->count; i++)
        write_choice(&axis->choices[i], &styles[i], chance_of(r, axis, &attributes[i]), j);
    lg_json_close_list(j);
    lg_json_close(j);
    return true;
}

/* The task of all runs, if no axis sets it; else "". */
static void write_task(const lg_report *r, lg_json *j) {
    bool split = false;
    for (size_t a = 0; a < r->manifest->axis_count; a++) split |= lg_grid_axis_sets_task(&r->manifest->axes[a]);
    const lg_run_attributes *f = &r->rows[0];
    lg_json_open(j, "task");
    lg_json_put_text(j, "label", split ? "" : f->task);
    lg_page_put_rounded(j, "chance", !split && lg_report_metric(r).has_chance ? f->chance : (double)NAN, 6);
    lg_json_close(j);
}

bool lg_page_write_axes(const lg_report *r, lg_json *j, lg_error *err) {
    write_selection(r, j);
    write_columns(r, j);
    write_task(r, j);
    lg_json_open_list(j, "axes");
    for (size_t a = 0; a < r->manifest->axis_count; a++)
        if (!write_axis(r, a, j, err)) return false;
    lg_json_close_list(j);
    return true;
}
