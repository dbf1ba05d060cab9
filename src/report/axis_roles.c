/* axis_roles.c: assigns roles to the axes of a sweep; see axis_roles.h. */
#include "report/axis_roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/report.h"
#include "base/seed.h"
#include "base/text.h"

enum { MAX_WORD = 128 };

/* The roles assigned so far. */
typedef struct casting {
    const lg_manifest *m;
    lg_arena *arena;
    lg_error *err;
    lg_axis_role *role;
    int *rows, *columns;
    size_t row_count, column_count;
    bool **kept;
    bool columns_given; /* did the user or the selection give columns? */
    const char *filter;
} casting;

static bool is_key(const casting *c, size_t axis, const char *key) {
    return !strcmp(lg_key_full_name(c->m->axes[axis].name), key);
}

static bool unknown_axis(const casting *c, const char *flag, const char *name) {
    char shown[LG_SHOWN], all[512] = "";
    for (size_t i = 0; i < c->m->axis_count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? ", " : "", c->m->axes[i].name);
    return lg_fail(c->err, LG_USAGE, "%s: the grid has no axis '%s'; its axes are %s", flag, lg_text_shown(name, shown),
                   all);
}

static void give_role(casting *c, int axis, lg_axis_role role) {
    c->role[axis] = role;
    if (role == LG_ROLE_ROWS) c->rows[c->row_count++] = axis;
    if (role == LG_ROLE_COLUMNS) c->columns[c->column_count++] = axis;
}

/* The next word of a list separated by commas; advances *at. False at the end. */
static bool next_word(const char **at, char out[MAX_WORD]) {
    *at += strspn(*at, ", ");
    const size_t length = strcspn(*at, ",");
    snprintf(out, MAX_WORD, "%.*s", (int)length, *at);
    for (size_t n = strlen(out); n > 0 && out[n - 1] == ' ';) out[--n] = '\0';
    *at += length;
    return *out != '\0';
}

/* Gives the listed axes a role. own: the list is from the sweep file, and does not change roles that the user has
 * given. */
static bool cast_names(casting *c, bool own, const char *flag, const char *names, lg_axis_role role) {
    static const char *const roles[] = {"", "rows", "columns", "mean", "best"};
    char name[MAX_WORD];
    for (const char *at = names ? names : ""; next_word(&at, name);) {
        const int axis = lg_manifest_axis(c->m, name);
        if (axis < 0) return unknown_axis(c, flag, name);
        if (own && c->role[axis] != LG_ROLE_NONE) continue;
        if (c->role[axis] != LG_ROLE_NONE)
            return lg_fail(c->err, LG_USAGE, "%s: the axis %s is already used for %s", flag, name,
                           roles[c->role[axis]]);
        if (role == LG_ROLE_BEST && lg_grid_axis_sets_task(&c->m->axes[axis]))
            return lg_fail(c->err, LG_USAGE,
                           "%s: scores of different tasks cannot be compared (put %s in --rows, --columns "
                           "or --mean)",
                           flag, name);
        give_role(c, axis, role);
    }
    return true;
}

/* ---- labels kept by `where` ---- */

static bool keep_label(const casting *c, int axis, const char *label, bool *keep) {
    const lg_grid_axis *a = &c->m->axes[axis];
    bool found = false;
    for (size_t i = 0; i < a->count; i++)
        if (!strcmp(a->choices[i].label, label)) found = keep[i] = true;
    return found;
}

/* Keeps the labels that are the same number as the word: "1e-2" keeps the label 0.01. */
static bool keep_number(const casting *c, int axis, const char *word, bool *keep) {
    const lg_grid_axis *a = &c->m->axes[axis];
    double number, x;
    bool found = false;
    for (size_t i = 0; lg_text_real(word, &number) && i < a->count; i++)
        if (lg_text_real(a->choices[i].label, &x) && x == number) found = keep[i] = true;
    return found;
}

static const char *list_labels(const casting *c, int axis) {
    enum { LISTED = 8 };
    const lg_grid_axis *a = &c->m->axes[axis];
    const char *text = "";
    for (size_t i = 0; text && i < a->count && i < LISTED; i++)
        text = lg_arena_printf(c->arena, "%s%s%s", text, i > 0 ? ", " : "", a->choices[i].label);
    return text && a->count > LISTED ? lg_arena_printf(c->arena, "%s, ...", text) : text;
}

/* Keeps the labels that are integers in the range of a word such as "1..3". */
static bool keep_range(const casting *c, int axis, const char *word, bool *keep) {
    const lg_grid_axis *a = &c->m->axes[axis];
    const char *dots = strstr(word, "..");
    char low_text[MAX_WORD];
    int64_t low, high, x;
    bool found = false;
    if (!dots) return false;
    snprintf(low_text, sizeof low_text, "%.*s", (int)(dots - word), word);
    if (!lg_text_int(low_text, &low) || !lg_text_int(dots + 2, &high)) return false;
    for (size_t i = 0; i < a->count; i++)
        if (lg_text_int(a->choices[i].label, &x) && x >= low && x <= high) found = keep[i] = true;
    return found;
}

static bool cast_where(casting *c, const char *rule) {
    char name[MAX_WORD], word[MAX_WORD], shown[LG_SHOWN];
    const char *equals = strchr(rule, '=');
    if (!equals)
        return lg_fail(c->err, LG_USAGE, "--where %s: expected AXIS=LABEL,LABEL or AXIS=FIRST..LAST",
                       lg_text_shown(rule, shown));
    snprintf(name, sizeof name, "%.*s", (int)(equals - rule), rule);
    const int axis = lg_manifest_axis(c->m, name);
    if (axis < 0) return unknown_axis(c, "--where", name);
    if (c->kept[axis]) return lg_fail(c->err, LG_USAGE, "--where: the axis %s is filtered twice", name);
    c->kept[axis] = lg_arena_alloc(c->arena, c->m->axes[axis].count + 1);
    if (!c->kept[axis]) return lg_fail(c->err, LG_FAILED, "out of memory: the layout of a report");
    for (const char *at = equals + 1; next_word(&at, word);)
        if (!keep_label(c, axis, word, c->kept[axis]) && !keep_range(c, axis, word, c->kept[axis]) &&
            !keep_number(c, axis, word, c->kept[axis])) {
            const char *labels = list_labels(c, axis);
            return lg_fail(c->err, LG_USAGE, "--where: the axis %s has no label '%s' (it has %s)", name,
                           lg_text_shown(word, shown), labels ? labels : "others");
        }
    return true;
}

static const char *filter_words(const casting *c, const lg_report_layout *asked) {
    const char *text = "";
    for (size_t i = 0; i < asked->where_count && text; i++)
        text = lg_arena_printf(c->arena, "%s%s%s", text, i > 0 ? "; " : "", asked->where[i]);
    return text;
}

/* ---- defaults ---- */

static void cast_selected(casting *c, int axis, lg_axis_role role) {
    if (axis >= 0 && c->role[axis] == LG_ROLE_NONE) give_role(c, axis, role);
}

static void cast_selection(casting *c) {
    const lg_selection *s = &c->m->selection;
    if (c->row_count == 0) cast_selected(c, s->rows, LG_ROLE_ROWS);
    if (!c->columns_given && s->columns >= 0) {
        cast_selected(c, s->columns, LG_ROLE_COLUMNS);
        c->columns_given = c->column_count > 0;
    }
    cast_selected(c, s->seeds, LG_ROLE_MEAN);
}

/* The number of kept labels of an axis. If kept is NULL, all are kept. */
static size_t count_kept(const lg_grid_axis *axis, const bool *kept) {
    size_t count = 0;
    for (size_t i = 0; i < axis->count; i++) count += !kept || kept[i];
    return count;
}

static size_t kept_labels(const casting *c, size_t axis) {
    return count_kept(&c->m->axes[axis], c->kept[axis]);
}

/* Makes the task the first axis of the rows. If only one task is kept and the rows have other axes already, the task
 * gets no role. */
static void cast_tasks(casting *c, int axis) {
    if (c->row_count > 0 && kept_labels(c, (size_t)axis) == 1) return;
    give_role(c, axis, LG_ROLE_ROWS);
    memmove(c->rows + 1, c->rows, (c->row_count - 1) * sizeof *c->rows);
    c->rows[0] = axis;
}

static void cast_rest(casting *c) {
    size_t columns = 1;
    for (size_t i = 0; i < c->m->axis_count; i++) {
        if (c->role[i] != LG_ROLE_NONE) continue;
        if (lg_is_seed(lg_key_full_name(c->m->axes[i].name)))
            give_role(c, (int)i, LG_ROLE_MEAN);
        else if (is_key(c, i, "train.lr") || (c->m->axes[i].drawn && !lg_grid_axis_sets_task(&c->m->axes[i])))
            give_role(c, (int)i, LG_ROLE_BEST);
        if (lg_grid_axis_sets_task(&c->m->axes[i])) cast_tasks(c, (int)i);
    }
    for (size_t i = 0; i < c->m->axis_count; i++) {
        if (c->role[i] != LG_ROLE_NONE) continue;
        if (kept_labels(c, i) == 1) continue; /* all runs have the same label */
        const bool fits = !c->columns_given && columns * kept_labels(c, i) <= LG_COLUMNS_MAX;
        if (fits) columns *= kept_labels(c, i);
        give_role(c, (int)i, fits ? LG_ROLE_COLUMNS : LG_ROLE_BEST);
    }
    for (size_t i = 0; i < c->m->axis_count && c->column_count == 0 && c->row_count == 0; i++)
        if (c->role[i] == LG_ROLE_BEST && !c->m->axes[i].drawn)
            give_role(c, (int)i, LG_ROLE_COLUMNS); /* a sweep over learning rates alone shows them as columns */
}

/* Rows and columns that the user gives replace those of the sweep file. */
static bool cast_layout(casting *c, bool own, const lg_report_layout *l) {
    static const char *const flags[] = {"--rows", "--columns", "--mean", "--best"}, *const keys[] = {"select: rows",
                                                                                                     "select: columns",
                                                                                                     "select: mean",
                                                                                                     "select: best"};
    const char *const *at = own ? keys : flags;
    return (c->row_count > 0 || cast_names(c, own, at[0], l->rows, LG_ROLE_ROWS)) &&
           (c->column_count > 0 || cast_names(c, own, at[1], l->columns, LG_ROLE_COLUMNS)) &&
           cast_names(c, own, at[2], l->mean, LG_ROLE_MEAN) && cast_names(c, own, at[3], l->best, LG_ROLE_BEST);
}

static bool cast_all(casting *c, const lg_report_layout *asked, const lg_report_layout *own) {
    const lg_report_layout *filter = asked->where_count > 0 ? asked : own;
    if (!cast_layout(c, false, asked) || !cast_layout(c, true, own)) return false;
    for (size_t i = 0; i < filter->where_count; i++)
        if (!cast_where(c, filter->where[i])) return false;
    c->columns_given = c->column_count > 0;
    cast_selection(c);
    cast_rest(c);
    c->filter = filter_words(c, filter);
    return c->filter || lg_fail(c->err, LG_FAILED, "out of memory: the layout of a report");
}

bool lg_axis_roles_choose(const lg_manifest *m, const lg_report_layout *asked, const lg_report_layout *own,
                          lg_arena *arena, lg_axis_roles *out, lg_error *err) {
    casting c = {.m = m, .arena = arena, .err = err};
    c.role = lg_arena_alloc(arena, (m->axis_count + 1) * sizeof *c.role);
    c.rows = lg_arena_alloc(arena, (m->axis_count + 1) * sizeof *c.rows);
    c.columns = lg_arena_alloc(arena, (m->axis_count + 1) * sizeof *c.columns);
    c.kept = lg_arena_alloc(arena, (m->axis_count + 1) * sizeof *c.kept);
    if (!c.role || !c.rows || !c.columns || !c.kept)
        return lg_fail(err, LG_FAILED, "out of memory: the layout of a report");
    if (!cast_all(&c, asked, own)) return false;
    *out = (lg_axis_roles){.role = c.role,
                           .rows = c.rows,
                           .columns = c.columns,
                           .row_count = c.row_count,
                           .column_count = c.column_count,
                           .kept = (const bool *const *)c.kept,
                           .filter = c.filter};
    return true;
}

/* The names in the order of `axes`, separated by commas. */
static const char *names_of_list(const lg_manifest *m, const int *axes, size_t count, lg_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < count && text; i++)
        text = lg_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", m->axes[axes[i]].name);
    return text;
}

const char *lg_axis_roles_names(const lg_manifest *m, const lg_axis_roles *r, lg_axis_role role, lg_arena *arena) {
    if (role == LG_ROLE_ROWS) return names_of_list(m, r->rows, r->row_count, arena);
    if (role == LG_ROLE_COLUMNS) return names_of_list(m, r->columns, r->column_count, arena);
    const char *text = "";
    for (size_t i = 0; i < m->axis_count && text; i++)
        if (r->role[i] == role) text = lg_arena_printf(arena, "%s%s%s", text, *text ? ", " : "", m->axes[i].name);
    return text;
}

bool lg_axis_roles_split_tasks(const lg_manifest *m, const lg_axis_roles *r, lg_axis_role role) {
    for (size_t i = 0; i < m->axis_count; i++)
        if (r->role[i] == role && lg_grid_axis_sets_task(&m->axes[i]) && count_kept(&m->axes[i], r->kept[i]) > 1)
            return true;
    return false;
}

bool lg_axis_roles_mix(const lg_manifest *m, const lg_axis_roles *r, const char *key) {
    for (size_t a = 0; a < m->axis_count; a++) {
        const lg_grid_axis *axis = &m->axes[a];
        if (r->role[a] == LG_ROLE_COLUMNS || count_kept(axis, r->kept[a]) < 2) continue;
        for (size_t i = 0; i < axis->count; i++)
            if ((!r->kept[a] || r->kept[a][i]) && lg_pairs_have(axis->choices[i].pairs, axis->choices[i].count, key))
                return true;
    }
    return false;
}

bool lg_axis_roles_keep(const lg_manifest *m, const lg_axis_roles *r, size_t run) {
    return lg_planned_has(m, run, r->kept);
}

/* Is the label a bare value such as "1", "1e-3", "1..5" or "true", which needs the name of its axis? */
static bool is_bare(const char *label) {
    return (strspn(label, "0123456789.,:+-eE") == strlen(label) && strpbrk(label, "0123456789")) ||
           !strcmp(label, "true") || !strcmp(label, "false");
}

const char *lg_axis_roles_add(const lg_manifest *m, size_t axis, size_t run, bool named, const char *text,
                              lg_arena *arena) {
    const char *label = lg_planned_label(m, run, axis), *name = m->axes[axis].name, *dot = strrchr(name, '.');
    const bool says = named && is_bare(label);
    return lg_arena_printf(arena, "%s%s%s%s%s", text, *text ? ", " : "",
                           !says ? ""
                           : dot ? dot + 1
                                 : name,
                           says ? " " : "", label);
}

const char *lg_axis_roles_label(const lg_manifest *m, const int *axes, size_t count, size_t run, bool named,
                                lg_arena *arena) {
    const char *text = "";
    for (size_t i = 0; i < count && text; i++) text = lg_axis_roles_add(m, (size_t)axes[i], run, named, text, arena);
    return text;
}
