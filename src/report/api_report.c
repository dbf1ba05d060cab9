/* api_report.c: implements the reports of lengthen.h. */
#include <string.h>

#include "api/figure.h"
#include "api/report.h"
#include "api/sweep.h"
#include "base/text.h"
#include "config/axes.h"
#include "report/format/write.h"
#include "sweep/sweep.h"

/* ---- list of tables and figures ---- */

size_t lg_report_count(void) {
    size_t n = 0;
    while (lg_table_kinds[n]) n++;
    for (size_t i = 0; lg_figure_kinds[i]; i++) n++;
    return n;
}

lg_report_item lg_report_at(size_t i) {
    size_t tables = 0;
    while (lg_table_kinds[tables]) tables++;
    if (i >= lg_report_count()) return (lg_report_item){"", "", "", false};
    if (i < tables) {
        const lg_table_kind *t = lg_table_kinds[i];
        return (lg_report_item){t->name, t->summary, t->source, false};
    }
    const lg_figure_kind *f = lg_figure_kinds[i - tables];
    return (lg_report_item){f->name, f->summary, f->source, true};
}

/* ---- writing ---- */

/* The current results, with their curves. */
static bool read_results(lg_sweep *s, lg_results *out) {
    if (!s->results.runs && lg_sweep_refresh(s) != LG_OK) return false;
    return lg_sweep_read_results(s, true, out, lg_context_begin(s->context));
}

static void print_report(lg_sweep *s, lg_report *r, const lg_report_options *w, lg_report_fn each, void *user) {
    lg_error *err = &s->context->error, first;
    lg_report_items items;
    const char *dir = w->dir ? w->dir : lg_arena_printf(r->arena, "%s/report", s->dir);
    lg_printer p = {.context = s->context,
                    .report = r,
                    .dir = dir,
                    .whole = !w->tables && !w->figures,
                    .scripts = w->scripts,
                    .each = each,
                    .user = user};
    if (!dir) {
        lg_fail(err, LG_FAILED, "out of memory: a report");
    } else if (lg_report_items_choose(r, w, &items, err)) {
        first = (lg_error){0}; /* not the context's error, which drawing overwrites */
        lg_print_report(&p, &items, &first);
        *err = first;
    }
}

lg_status lg_report_write(lg_sweep *s, const lg_report_options *w, lg_report_fn each, void *user) {
    static const lg_report_options nothing;
    lg_results results = {0};
    lg_report *r = NULL;
    const locale_t before = lg_text_enter_plain(); /* the host program's locale must not change number formats */
    if (!w) w = &nothing;
    if (read_results(s, &results)) r = lg_report_new(s->context, &results, s->dir, &w->layout, &s->context->error);
    if (r) print_report(s, r, w, each, user);
    lg_report_free(r);
    lg_results_free(&results);
    lg_text_leave_plain(before);
    return s->context->error.code;
}

lg_status lg_report_styles(lg_sweep *s, size_t capacity, lg_style *styles, size_t *count) {
    lg_error *err = lg_context_begin(s->context);
    lg_results none = {0};
    lg_report *r = lg_results_new(&none, s->manifest, err) ? lg_report_new(NULL, &none, s->dir, NULL, err) : NULL;
    *count = r ? r->layout->column_count : 0;
    for (size_t i = 0; i < *count && i < capacity; i++) styles[i] = r->styles[i];
    lg_report_free(r);
    lg_results_free(&none);
    return err->code;
}

/* ---- styles of single runs ---- */

static const char *choice_of(lg_config *f, const char *axis, lg_arena *arena) {
    const char *name = lg_config_get(f, axis);
    return lg_arena_printf(arena, "%s", name ? name : "");
}

static bool read_choices(lg_config *f, lg_arena *arena, lg_run_attributes *out) {
    *out = lg_no_run_attributes;
    out->encoding = choice_of(f, "encoding", arena);
    out->positions = choice_of(f, "positions", arena);
    out->attention = choice_of(f, "attention", arena);
    const bool known = out->encoding && *out->encoding != '\0';
    out->named = lg_arena_printf(arena, "%s", known ? lg_axis_known_name(f->resolved->values, "encoding") : "");
    return out->encoding && out->positions && out->attention && out->named;
}

lg_status lg_config_styles(lg_context *c, lg_config *const *configs, size_t count, lg_style *styles) {
    lg_error *err = lg_context_begin(c);
    lg_arena *arena = lg_arena_new();
    lg_run_attributes *attributes = arena ? lg_arena_alloc(arena, (count + 1) * sizeof *attributes) : NULL;
    bool good = attributes;
    lg_error first = {0}; /* the next config overwrites the error in the context */
    for (size_t i = 0; i < count && good; i++) {
        good = read_choices(configs[i], arena, &attributes[i]);
        if (first.code == LG_OK) first = *err;
    }
    *err = first;
    if (good)
        lg_styles_choose(attributes, count, styles), lg_styles_separate(count, styles);
    else
        lg_fail(err, LG_FAILED, "out of memory: the styles of %zu runs", count);
    lg_arena_free(arena);
    return err->code;
}
