/* claim_correlation.c: the rank correlation of our scores with published ones, over the cells of the published table.
 * Its confidence interval generalizes over tasks. */
#include <math.h>
#include <string.h>

#include "report/claim/claim.h"

typedef struct table {
    const lg_claim *c;
    double *ours, *theirs; /* [count] */
    size_t *task;          /* [count], ascending */
    const char **names;    /* [tasks] */
    size_t count, tasks;
    size_t seeds[2];
} table;

static bool has_option(const lg_kept_run *r, const char *key) {
    for (const lg_yaml_item *i = r->config; i; i = i->next)
        if (!strcmp(i->key, key)) return true;
    return false;
}

static void read_attributes(const lg_kept_run *r, lg_run_attributes *out) {
    *out = lg_no_run_attributes;
    out->positions = lg_kept_run_value(r, "positions"), out->encoding = lg_kept_run_value(r, "encoding");
    out->attention = lg_kept_run_value(r, "attention"), out->scratchpad = lg_kept_run_value(r, "data.scratchpad");
    if (has_option(r, "architecture.hidden")) /* a recurrent network */
        out->cell = lg_kept_run_value(r, "cell"), out->store = lg_kept_run_value(r, "store");
}

static int column_of(const lg_claim *c, const lg_claim_entry *e) {
    lg_run_attributes f;
    read_attributes(e->run, &f);
    return f.positions && f.encoding && f.attention && f.scratchpad ? lg_study_column_of(c->study, &f) : -1;
}

/* The mean score of a task's runs in one column, or the maximum if the published table has maxima. */
static double score_of(const lg_claim *c, const lg_claim_entry *list, size_t count, int column, size_t *seeds) {
    const bool best = !strcmp(c->table, "best");
    double sum = 0, most = -INFINITY;
    for (size_t i = *seeds = 0; i < count; i++) {
        if (column_of(c, &list[i]) != column) continue;
        sum += list[i].value, most = fmax(most, list[i].value), ++*seeds;
    }
    return best ? most : sum / (double)*seeds;
}

static void note_seeds(table *t, size_t seeds) {
    if (t->count == 0 || seeds < t->seeds[0]) t->seeds[0] = seeds;
    if (seeds > t->seeds[1]) t->seeds[1] = seeds;
}

/* Adds the cells of one task for which there are both our runs and a published number. */
static void add_task(table *t, const lg_claim_entry *list, size_t count, lg_arena *arena) {
    const size_t before = t->count;
    for (int column = 0; t->c->study->columns[column].positions; column++) {
        size_t seeds;
        const double ours = score_of(t->c, list, count, column, &seeds);
        const lg_published_value theirs = lg_study_value(t->c->study, t->c->table, list->task, column, arena);
        if (seeds == 0 || !lg_published_value_is(&theirs)) continue;
        note_seeds(t, seeds);
        t->task[t->count] = t->tasks, t->ours[t->count] = ours;
        t->theirs[t->count++] = (theirs.low + theirs.high) / 2;
    }
    if (t->count > before) t->names[t->tasks++] = list->task;
}

/* Subtracts from each value the mean over the values of its task. */
static void centre_rows(const table *t, double *x) {
    for (size_t first = 0, end; first < t->count; first = end) {
        double sum = 0;
        for (end = first; end < t->count && t->task[end] == t->task[first]; end++) sum += x[end];
        for (size_t i = first; i < end; i++) x[i] -= sum / (double)(end - first);
    }
}

static bool fill_evidence(const table *t, lg_arena *arena, lg_comparison_made *out) {
    double *values = lg_arena_alloc(arena, (t->tasks + 1) * sizeof *values), all;
    size_t *tasks = lg_arena_alloc(arena, (t->tasks + 1) * sizeof *tasks);
    if (!values || !tasks) return false;
    if (!lg_rank_correlation_by_task(t->ours, t->theirs, t->task, t->count, &all, values)) return false;
    for (size_t i = 0; i < t->tasks; i++) tasks[i] = i;
    *out = (lg_comparison_made){.b = "", .tasks = t->names};
    out->evidence = (lg_evidence){.differences = values,
                                  .a = values,
                                  .b = values,
                                  .tasks = tasks,
                                  .strata = tasks,
                                  .count = isnan(all) ? 0 : t->tasks,
                                  .seeds = {t->seeds[0], t->seeds[1]},
                                  .estimate = all};
    return true;
}

bool lg_claim_correlate(const lg_claim *c, const lg_claim_entries *all, lg_arena *arena, lg_comparison_made *out,
                        lg_error *err) {
    size_t columns = 0;
    while (c->study->columns[columns].positions) columns++;
    const size_t most = (all->count + 1) * (columns + 1);
    table t = {.c = c,
               .ours = lg_arena_alloc(arena, most * sizeof *t.ours),
               .theirs = lg_arena_alloc(arena, most * sizeof *t.theirs),
               .task = lg_arena_alloc(arena, most * sizeof *t.task),
               .names = lg_arena_alloc(arena, (all->count + 1) * sizeof *t.names)};
    if (!t.ours || !t.theirs || !t.task || !t.names) return lg_fail(err, LG_FAILED, "out of memory: %s", c->path);
    for (size_t first = 0, end; first < all->count; first = end) {
        for (end = first + 1; end < all->count && !strcmp(all->list[end].task, all->list[first].task);) end++;
        add_task(&t, &all->list[first], end - first, arena);
    }
    if (c->centred) centre_rows(&t, t.ours), centre_rows(&t, t.theirs);
    return fill_evidence(&t, arena, out) || lg_fail(err, LG_FAILED, "out of memory: %s", c->path);
}
