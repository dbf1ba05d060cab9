/* items.c: chooses the tables and figures of a report. */
#include <string.h>

#include "api/report.h"
#include "api/sweep.h"
#include "report/format/write.h"

enum { MAX_NAMES = 64 }; /* upper bound on the number of kinds */

/* ---- list of tables and figures ---- */

const char *lg_report_name(size_t i) {
    for (const lg_table_kind *const *k = lg_table_kinds; *k; k++, i--)
        if (i == 0) return (*k)->name;
    for (const lg_figure_kind *const *k = lg_figure_kinds; *k; k++, i--)
        if (i == 0) return (*k)->name;
    return NULL;
}

const lg_table_kind *const *lg_report_tables(const lg_report *r, lg_error *err) {
    size_t count = 0;
    while (lg_table_kinds[count]) count++;
    const lg_table_kind **all = lg_arena_alloc(r->arena, (count + r->comparison_count + 1) * sizeof *all);
    lg_table_kind *own = lg_arena_alloc(r->arena, (r->comparison_count + 1) * sizeof *own);
    if (!all || !own) return lg_fail(err, LG_FAILED, "out of memory: a report"), NULL;
    memcpy(all, lg_table_kinds, count * sizeof *all);
    for (size_t i = 0; i < r->comparison_count; i++) {
        const lg_comparison *x = &r->comparisons[i];
        if (!lg_comparison_is_new(x, lg_report_name, err)) return NULL;
        own[i] = (lg_table_kind){.name = x->name, .summary = x->title, .source = "", .comparison = x};
        all[count++] = &own[i];
    }
    return all;
}

/* ---- by name ---- */

/* The list of tables or of figures, and which entries are chosen. */
typedef struct list {
    const char *flag, *what;
    const lg_table_kind *const *tables; /* NULL: the list of figures */
    size_t count;
    bool chosen[MAX_NAMES];
} list;

static const char *name_at(const list *l, size_t i) {
    return l->tables ? l->tables[i]->name : lg_figure_kinds[i]->name;
}

static bool is_by_name(const list *l, size_t i) {
    return l->tables ? l->tables[i]->by_name : lg_figure_kinds[i]->by_name;
}

static bool suits_report(const list *l, size_t i, const lg_report *r) {
    return l->tables ? lg_table_suits(l->tables[i], r) : lg_figure_kinds[i]->suits(r);
}

static list new_list(const char *flag, const char *what, const lg_table_kind *const *tables) {
    list l = {flag, what, tables, 0, {false}};
    while (tables ? (bool)tables[l.count] : (bool)lg_figure_kinds[l.count]) l.count++;
    return l;
}

/* The index of a name in the list; -1: it is not there. */
static int find_name(const list *l, const char *name) {
    for (size_t i = 0; i < l->count; i++)
        if (!strcmp(name_at(l, i), name)) return (int)i;
    return -1;
}

static bool refuse_name(const list *l, const char *name, lg_error *err) {
    const char *names[MAX_NAMES];
    char shown[LG_SHOWN], all[512] = "";
    for (size_t i = 0; i < l->count; i++) {
        names[i] = name_at(l, i);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *near = lg_nearest(name, names, l->count);
    if (near)
        return lg_fail(err, LG_USAGE, "--%s %s: there is no such %s; did you mean %s?", l->flag,
                       lg_text_shown(name, shown), l->what, near);
    return lg_fail(err, LG_USAGE, "--%s %s: there is no such %s; there are %s", l->flag, lg_text_shown(name, shown),
                   l->what, all);
}

/* Explains why the item cannot be made. Either no run is finished, or the runs, their layout or the metric do not suit
 * the item. In the second case, the message quotes the summary of the item and the current rows, columns and metric. */
static bool refuse_item(const lg_report *r, const list *l, size_t i, lg_error *err) {
    const char *name = name_at(l, i), *summary = l->tables ? l->tables[i]->summary : lg_figure_kinds[i]->summary;
    if (r->layout->tally.state[LG_RUN_DONE] == 0)
        return lg_fail(err, LG_USAGE, "--%s %s: %s has no finished run yet for this %s", l->flag, name, r->sweep,
                       l->what);
    return lg_fail(err, LG_USAGE,
                   "--%s %s: these runs have no data for \"%s\" with rows %s, columns %s and metric %s; change --rows, "
                   "--columns, --where or --metric",
                   l->flag, name, summary, *r->layout->row_axis ? r->layout->row_axis : "none",
                   *r->layout->column_axis ? r->layout->column_axis : "none", lg_report_metric(r).name);
}

static bool choose_name(const lg_report *r, list *l, const char *name, lg_error *err) {
    const int i = find_name(l, name);
    if (i < 0) return refuse_name(l, name, err);
    if (!suits_report(l, (size_t)i, r)) return refuse_item(r, l, (size_t)i, err);
    return l->chosen[i] = true;
}

static bool choose_names(const lg_report *r, list *l, const char *names, lg_error *err) {
    char name[64];
    while (*(names += strspn(names, ", ")) != '\0') {
        const size_t length = strcspn(names, ", ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        if (!choose_name(r, l, name, err)) return false;
        names += length;
    }
    return true;
}

/* ---- by the sweep file ---- */

bool lg_report_names(const lg_report *r, const char *name) {
    const lg_manifest *m = r->manifest;
    for (size_t i = 0; i < m->report_count; i++)
        if (!strcmp(m->reports[i], name)) return true;
    return false;
}

static void choose_own(const lg_report *r, list *l) {
    for (size_t i = 0; i < l->count; i++) {
        const bool asked = r->manifest->report_count == 0 ? !is_by_name(l, i) : lg_report_names(r, name_at(l, i));
        l->chosen[i] = asked && suits_report(l, i, r);
    }
}

/* Adds to `names` the items that the sweep file names and the report lacks. */
static const char *add_missing(const lg_report *r, const list *l, const char *names) {
    for (size_t i = 0; i < l->count && names; i++)
        if (!l->chosen[i] && lg_report_names(r, name_at(l, i)))
            names = lg_arena_printf(r->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", name_at(l, i));
    return names;
}

/* Adds to `names` the names in the sweep file that no table or figure has. They are not errors, because the plan of a
 * sweep can no longer be changed. */
static const char *add_unknown(const lg_report *r, const list *tables, const list *figures, const char *names) {
    for (size_t i = 0; i < r->manifest->report_count && names; i++) {
        const char *name = r->manifest->reports[i];
        if (find_name(tables, name) < 0 && find_name(figures, name) < 0)
            names = lg_arena_printf(r->arena, "%s%s%s (there is no table or figure of this name)", names,
                                    *names == '\0' ? "" : ", ", name);
    }
    return names;
}

static bool choose_list(const lg_report *r, list *l, const char *names, const char *others, lg_error *err) {
    if (names) return choose_names(r, l, names, err);
    if (!others) choose_own(r, l);
    return true;
}

bool lg_report_items_choose(const lg_report *r, const lg_report_options *w, lg_report_items *out, lg_error *err) {
    const lg_table_kind *const *kinds = lg_report_tables(r, err);
    if (!kinds) return false;
    list tables = new_list("tables", "table", kinds), figures = new_list("figures", "figure", NULL);
    if (!choose_list(r, &tables, w->tables, w->figures, err) || !choose_list(r, &figures, w->figures, w->tables, err))
        return false;
    out->tables = lg_arena_alloc(r->arena, (tables.count + 1) * sizeof *out->tables);
    out->figures = lg_arena_alloc(r->arena, (figures.count + 1) * sizeof *out->figures);
    out->missing = "";
    if (!w->tables && !w->figures)
        out->missing = add_unknown(r, &tables, &figures, add_missing(r, &figures, add_missing(r, &tables, "")));
    if (!out->tables || !out->figures || !out->missing) return lg_fail(err, LG_FAILED, "out of memory: a report");
    for (size_t i = 0, n = 0; i < tables.count; i++)
        if (tables.chosen[i]) out->tables[n++] = kinds[i];
    for (size_t i = 0, n = 0; i < figures.count; i++)
        if (figures.chosen[i]) out->figures[n++] = lg_figure_kinds[i];
    return true;
}
