/* items.c: which tables and figures a report has. */
#include <string.h>

#include "report/format/write.h"

enum { MAX_NAMES = 64 }; /* of all kinds there are */

static size_t count_tables(void) {
    size_t n = 0;
    while (lg_table_kinds[n]) n++;
    return n;
}

static size_t count_figures(void) {
    size_t n = 0;
    while (lg_figure_kinds[n]) n++;
    return n;
}

static int find_table(const char *name) {
    for (int i = 0; lg_table_kinds[i]; i++)
        if (!strcmp(lg_table_kinds[i]->name, name)) return i;
    return -1;
}

static int find_figure(const char *name) {
    for (int i = 0; lg_figure_kinds[i]; i++)
        if (!strcmp(lg_figure_kinds[i]->name, name)) return i;
    return -1;
}

/* ---- by name ---- */

/* What has been chosen of one list, and how to ask it. */
typedef struct list {
    const char *flag, *what;
    int (*find)(const char *name);
    const char *(*name)(size_t i);
    bool (*suits)(const lg_report *r, size_t i);
    size_t count;
    bool chosen[MAX_NAMES];
} list;

static const char *table_name(size_t i) {
    return lg_table_kinds[i]->name;
}

static const char *figure_name(size_t i) {
    return lg_figure_kinds[i]->name;
}

static bool table_suits(const lg_report *r, size_t i) {
    return lg_table_suits(lg_table_kinds[i], r);
}

static bool figure_suits(const lg_report *r, size_t i) {
    return lg_figure_kinds[i]->suits(r);
}

static bool refuse_name(const list *l, const char *name, lg_error *err) {
    const char *names[MAX_NAMES];
    char shown[LG_SHOWN], all[512] = "";
    for (size_t i = 0; i < l->count; i++) {
        names[i] = l->name(i);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *near = lg_nearest(name, names, l->count);
    if (near)
        return lg_fail(err, LG_USAGE, "--%s %s: there is no such %s; did you mean %s?", l->flag,
                       lg_text_shown(name, shown), l->what, near);
    return lg_fail(err, LG_USAGE, "--%s %s: there is no such %s; there are %s", l->flag, lg_text_shown(name, shown),
                   l->what, all);
}

static bool choose_name(const lg_report *r, list *l, const char *name, lg_error *err) {
    const int i = l->find(name);
    if (i < 0) return refuse_name(l, name, err);
    if (!l->suits(r, (size_t)i))
        return lg_fail(err, LG_USAGE, "--%s %s: %s has no runs that this %s could show%s", l->flag, name, r->sweep,
                       l->what, r->layout->tally.state[LG_RUN_DONE] == 0 ? " yet" : "");
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

/* ---- by the sweep ---- */

/* Does the sweep itself name it? */
static bool is_asked_for(const lg_report *r, const char *name) {
    const lg_manifest *m = r->manifest;
    for (size_t i = 0; i < m->report_count; i++)
        if (!strcmp(m->reports[i], name)) return true;
    return false;
}

static void choose_own(const lg_report *r, list *l) {
    for (size_t i = 0; i < l->count; i++) {
        const bool asked = r->manifest->report_count == 0 || is_asked_for(r, l->name(i));
        l->chosen[i] = asked && l->suits(r, i);
    }
}

/* What a report of all that the sweep asks for lacks, added to the names so far. */
static const char *add_missing(const lg_report *r, const list *l, const char *names) {
    for (size_t i = 0; i < l->count && names; i++)
        if (!l->chosen[i] && is_asked_for(r, l->name(i)))
            names = lg_arena_printf(r->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", l->name(i));
    return names;
}

/* Names that the sweep file has wrong: its plan cannot be changed any more. */
static const char *add_unknown(const lg_report *r, const char *names) {
    for (size_t i = 0; i < r->manifest->report_count && names; i++) {
        const char *name = r->manifest->reports[i];
        if (find_table(name) < 0 && find_figure(name) < 0)
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
    list tables = {"tables", "table", find_table, table_name, table_suits, count_tables(), {false}},
         figures = {"figures", "figure", find_figure, figure_name, figure_suits, count_figures(), {false}};
    if (!choose_list(r, &tables, w->tables, w->figures, err) || !choose_list(r, &figures, w->figures, w->tables, err))
        return false;
    out->tables = lg_arena_alloc(r->arena, (tables.count + 1) * sizeof *out->tables);
    out->figures = lg_arena_alloc(r->arena, (figures.count + 1) * sizeof *out->figures);
    out->missing = "";
    if (!w->tables && !w->figures) out->missing = add_unknown(r, add_missing(r, &figures, add_missing(r, &tables, "")));
    if (!out->tables || !out->figures || !out->missing) return lg_fail(err, LG_FAILED, "out of memory: a report");
    for (size_t i = 0, n = 0; i < tables.count; i++)
        if (tables.chosen[i]) out->tables[n++] = lg_table_kinds[i];
    for (size_t i = 0, n = 0; i < figures.count; i++)
        if (figures.chosen[i]) out->figures[n++] = lg_figure_kinds[i];
    return true;
}
