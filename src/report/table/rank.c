/* rank.c: which column is best over all rows? In each row and for each seed the columns are ranked by their scores. The
 * mean of 1 / rank is large if a column is often the best, independent of the scale of scores in a row. Intervals over
 * several rows use rows as the unit; intervals over a single row use seeds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/format/table.h"
#include "report/inference.h"

/* The tie rules of the rows over all tasks. */
static const lg_ties overall[] = {LG_TIES_AVERAGE, LG_TIES_MIN, LG_TIES_FIRST};

enum { OVERALL = sizeof overall / sizeof *overall };

/* The suffix of a row label for this tie rule. */
static const char *words_of(lg_ties ties) {
    static const char *const words[] = {[LG_TIES_AVERAGE] = "",
                                        [LG_TIES_MIN] = ", ties: the best of their ranks",
                                        [LG_TIES_FIRST] = ", ties: in the order of columns"};
    return words[ties];
}

static bool suits_report(const lg_report *r) {
    return r->layout->column_count > 1;
}

/* The rankings behind one row of the table. */
typedef struct ranking {
    const lg_report *r;
    const lg_study *study; /* the study, if it ranks the same columns; else NULL */
    lg_ties ties;
    bool by_row; /* rows are the unit; else the tasks or other axes that a row averages over */
    size_t columns;
    double *scores, *ranks; /* [columns] of one ranking; NaN: the column is not ranked */
    double *all;            /* [columns, most]: for each column, 1 / rank in each ranking */
    size_t *units, *counts; /* [columns, most]: the unit of each number in `all`; [columns]: how many there are */
    size_t most;
} ranking;

/* The run of a column with this lg_layout_seed; LG_NO_RUN without one. */
static size_t find_run(const ranking *k, size_t row, size_t column, size_t seed) {
    const lg_group *g = lg_cell_runs_at(k->r->layout, row, column)->chosen;
    for (size_t i = 0; g && i < g->count; i++)
        if (lg_layout_seed(k->r->layout, k->r->manifest, g->runs[i]) == seed) return g->runs[i];
    return LG_NO_RUN;
}

/* Do both runs have the same task? Rows may average over several tasks. */
static bool share_task(const lg_report *r, size_t a, size_t b) {
    const lg_manifest *m = r->manifest;
    for (size_t i = 0; i < m->axis_count; i++)
        if (r->layout->roles.role[i] == LG_ROLE_MEAN && lg_grid_axis_sets_task(&m->axes[i]) &&
            m->runs[a].labels[i] != m->runs[b].labels[i])
            return false;
    return true;
}

/* Does the plan have runs of this column in the row with the task of `run`? */
static bool takes_part(const ranking *k, size_t row, size_t column, size_t run) {
    const lg_cell_runs *c = lg_cell_runs_at(k->r->layout, row, column);
    for (size_t i = 0; i < c->count; i++)
        if (share_task(k->r, c->runs[i], run)) return true;
    return false;
}

/* Adds the ranking of a row for the seed of a run; adds nothing if a column's planned run is not finished. */
static void add_ranking(ranking *k, size_t row, size_t run) {
    const size_t seed = lg_layout_seed(k->r->layout, k->r->manifest, run);
    for (size_t j = 0; j < k->columns; j++) {
        const size_t own = find_run(k, row, j, seed);
        k->scores[j] = NAN;
        if (!takes_part(k, row, j, run)) continue;
        if (own == LG_NO_RUN || !lg_is_done(k->r->results, own)) return;
        k->scores[j] = lg_results_score(k->r->results, own);
    }
    lg_reciprocal_ranks(k->scores, k->columns, lg_report_metric(k->r).lower_is_better, k->ties, k->ranks);
    for (size_t j = 0; j < k->columns; j++) {
        if (isnan(k->ranks[j])) continue;
        const size_t unit = k->by_row ? row : lg_layout_unit(k->r->layout, k->r->manifest, run);
        lg_differences_insert(&k->all[j * k->most], &k->units[j * k->most], k->counts[j]++, unit, k->ranks[j]);
    }
}

/* Adds a ranking for each seed of each task; the seeds are those of the first column that has the task. */
static void add_row(ranking *k, size_t row) {
    for (size_t j = 0; j < k->columns; j++) {
        const lg_group *g = lg_cell_runs_at(k->r->layout, row, j)->chosen;
        for (size_t i = 0; g && i < g->count; i++) {
            size_t first = 0;
            while (first < j && !takes_part(k, row, first, g->runs[i])) first++;
            if (first == j) add_ranking(k, row, g->runs[i]);
        }
    }
}

/* Is the task one of the words in `words`, which blanks separate? If `words` is NULL, true for every task. */
static bool is_among(const char *words, const char *task) {
    const size_t size = strlen(task);
    for (const char *at = words; at && *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == size && !strncmp(at, task, size)) return true;
    return !words;
}

/* The study, if it ranks exactly these columns in this order; else NULL, because its ranks would depend on other
 * columns. */
static const lg_study *find_study(const lg_report *r) {
    const lg_study *s = lg_report_scores(r);
    const size_t count = r->layout->column_count;
    for (size_t j = 0; s && j < count; j++)
        if (lg_study_column_of(s, &r->columns[j]) != (int)j) return NULL;
    return s && s->groups && !s->columns[count].positions ? s : NULL;
}

/* The study's groups of tasks; NULL without any, or if rows average over tasks. */
static const lg_study_group *groups_of(const lg_report *r) {
    return r->study && !r->layout->averages_tasks ? r->study->groups : NULL;
}

static bool open_ranking(ranking *k, lg_table *t, const lg_report *r) {
    const size_t columns = r->layout->column_count, most = r->manifest->run_count;
    *k = (ranking){.r = r, .study = find_study(r), .columns = columns, .most = most};
    double *all = lg_arena_alloc(t->arena, (2 + most) * columns * sizeof *all);
    k->units = lg_arena_alloc(t->arena, (1 + most) * columns * sizeof *k->units);
    if (!all || !k->units) return t->failed = true, false;
    k->scores = all, k->ranks = all + columns, k->all = all + 2 * columns, k->counts = k->units + most * columns;
    return true;
}

static void begin_ranking(ranking *k, lg_ties ties, bool together) {
    k->ties = ties, k->by_row = together && k->r->layout->row_count > 1;
    for (size_t j = 0; j < k->columns; j++) k->counts[j] = 0;
}

/* The mean over the units and its interval, clamped to [0, 1]. */
static void set_mean(const ranking *k, lg_table *t, lg_cell *c, size_t column) {
    const size_t *units = &k->units[column * k->most], count = k->counts[column];
    const double *ranks = &k->all[column * k->most];
    lg_effect e;
    if (count == 0) return;
    const bool single = units[0] == units[count - 1];
    const lg_differences d = {ranks, units, count};
    if (!lg_effect_of(d, single ? LG_UNIT_SEED : LG_UNIT_TASK, &e)) t->failed = true;
    if (t->failed) return;
    const lg_interval i = lg_effect_interval(&e, 0.95);
    c->value = c->summary.mean = e.mean, c->interval = true;
    c->summary.count = single ? e.pairs : e.tasks;
    c->summary.low = isnan(i.low) ? i.low : fmax(i.low, 0), c->summary.high = isnan(i.high) ? i.high : fmin(i.high, 1);
}

/* Fills a row of the table from the rankings. published: the name of this row in the study's table. The study's ranks
 * are used only if the study breaks ties in the same way. */
static void put_row(const ranking *k, lg_table *t, size_t row, const char *label, const char *published) {
    const lg_study *study = k->study && k->study->ties == k->ties ? k->study : NULL;
    t->rows[row].label = label;
    for (size_t j = 0; j < k->columns; j++) {
        lg_cell *c = lg_table_cell(t, row, j);
        set_mean(k, t, c, j);
        c->digits = 2;
        c->published = lg_study_value(study, "rank", published, (int)j, t->arena);
        if (!c->published.text) t->failed = true;
        if (isfinite(c->value) && lg_published_value_is(&c->published))
            c->difference = lg_published_value_difference(&c->published, c->value);
    }
}

static void fill_rows(lg_table *t, const lg_report *r, ranking *k) {
    const size_t tasks = r->layout->row_count;
    size_t row = 0;
    for (; row < tasks; row++) {
        begin_ranking(k, LG_TIES_AVERAGE, false);
        add_row(k, row);
        put_row(k, t, row, r->layout->rows[row], r->rows[row].task);
    }
    for (const lg_study_group *g = groups_of(r); g && g->label; g++, row++) {
        begin_ranking(k, r->study->ties, true);
        for (size_t i = 0; i < tasks; i++)
            if (is_among(g->tasks, r->rows[i].task)) add_row(k, i);
        put_row(k, t, row, lg_table_text(t, "%s%s", g->label, words_of(r->study->ties)), g->label);
        t->rows[row].group = "combined tasks";
    }
    for (int o = 0; o < OVERALL; o++, row++) {
        begin_ranking(k, overall[o], true);
        for (size_t i = 0; i < tasks; i++) add_row(k, i);
        put_row(k, t, row, lg_table_text(t, "all%s", words_of(overall[o])), "all");
        t->rows[row].group = "combined tasks";
    }
}

static size_t count_groups(const lg_report *r) {
    const lg_study_group *groups = groups_of(r);
    size_t count = 0;
    while (groups && groups[count].label) count++;
    return count;
}

/* The part of the caption about published ranks; empty if rows average over tasks. */
static const char *words_of_published(const lg_report *r) {
    const lg_study *s = r->layout->averages_tasks ? NULL : find_study(r);
    if (!s) return "";
    return s->ties == LG_TIES_FIRST ? " Published ranks break ties in the order of columns."
                                    : " Published ranks sum as if there were no ties.";
}

static void fill_table(const lg_report *r, lg_table *t) {
    ranking k;
    const bool seeds = *r->layout->averaged;
    t->title = "Mean reciprocal rank";
    t->caption = lg_table_text(t,
                               "The mean of 1 / rank over rows%s: %sthe columns of a row are ranked by their scores "
                               "(%s); 1 means always best. Unless noted otherwise, equal scores share the mean of "
                               "their ranks. A column that is not planned for a %s has no rank in it; if a planned run "
                               "is not done, the row%s is skipped. In brackets: the 95 %% interval (Student's t), in a "
                               "row over %s, in the combined rows below over rows.%s",
                               seeds ? " and seeds" : "", seeds ? "with each seed " : "", lg_report_metric(r).title,
                               r->layout->averages_tasks ? "task" : "row", seeds ? " with that seed" : "",
                               *r->layout->units ? r->layout->units : "seeds", words_of_published(r));
    lg_table_set_metric(t, r);
    t->unit = "", t->lower_is_better = false;
    if (!open_ranking(&k, t, r) || !lg_table_size(t, r->layout->row_count + count_groups(r) + OVERALL, k.columns))
        return;
    t->corner = r->layout->row_axis;
    for (size_t j = 0; j < k.columns; j++) t->columns[j].label = r->layout->columns[j];
    fill_rows(t, r, &k);
    lg_table_mark(t, 0, k.columns);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_rank = {
    .name = "rank",
    .summary = "mean reciprocal rank of the columns over rows and seeds",
    .source = "Kazemnejad et al. 2023, Figures 1 and 2",
    .suits = suits_report,
    .fill = fill_table,
};
