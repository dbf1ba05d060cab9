/* grid_runs.c: combines axes and rules into runs, and names each run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/sweep.h"
#include "config/position_seed.h"
#include "config/values.h"
#include "metric/metric.h"
#include "sweep/plan/grid_file.h"

#define MAX_RUNS 1000000

/* ---- combinations ---- */

/* Combines the labels of all axes or, for a rule of `include:`, the labels that the rule lists. */
typedef struct combiner {
    const lg_grid_file *f;
    const lg_grid_rule *rule; /* the including rule; NULL: the grid */
    lg_grid_rule *exclude;    /* [excludes] */
    size_t excludes;
    const lg_combinations *parts; /* [part_count] parts of the file */
    size_t part_count;
    int *labels; /* [axes]: the current combination */
    size_t capacity;
} combiner;

static bool rule_matches(const lg_grid_rule *rule, const int *labels, size_t axes) {
    for (size_t a = 0; a < axes; a++)
        if (rule->has[a] && !rule->has[a][labels[a]]) return false;
    return true;
}

static bool is_excluded(const combiner *c) {
    bool found = false;
    for (size_t i = 0; i < c->excludes; i++) {
        lg_grid_rule *rule = &c->exclude[i];
        if (!rule_matches(rule, c->labels, c->f->m->axis_count)) continue;
        rule->matched++;
        found = true;
    }
    return found;
}

static bool add_run(combiner *c) {
    lg_manifest *m = c->f->m;
    const size_t bytes = m->axis_count * sizeof(int);
    if (m->run_count == MAX_RUNS) return lg_fail(c->f->err, LG_USAGE, "%s: more than %d runs", c->f->path, MAX_RUNS);
    lg_planned_run *runs = lg_grid_grow(c->f, m->runs, m->run_count, &c->capacity, sizeof *runs);
    if (!runs) return false;
    m->runs = runs;
    int *labels = lg_grid_alloc(c->f, m->axis_count, sizeof *labels);
    if (!labels) return false;
    memcpy(labels, c->labels, bytes);
    lg_planned_run *r = &m->runs[m->run_count++];
    *r = (lg_planned_run){.labels = labels};
    if (c->rule) r->extra = c->rule->extra, r->extras = c->rule->extras;
    return true;
}

static bool combine_labels(combiner *c, size_t axis);

/* The part of the file whose first axis is this axis, if the part lists its combinations; otherwise NULL. */
static const lg_combinations *listed_at(const combiner *c, size_t axis) {
    for (size_t i = 0; i < c->part_count && !c->rule; i++)
        if (c->parts[i].labels && c->parts[i].first == axis) return &c->parts[i];
    return NULL;
}

static bool combine_listed(combiner *c, const lg_combinations *part) {
    for (size_t i = 0; i < part->rows; i++) {
        memcpy(&c->labels[part->first], &part->labels[i * part->axes], part->axes * sizeof *c->labels);
        if (!combine_labels(c, part->first + part->axes)) return false;
    }
    return true;
}

/* Makes all combinations of the labels of this axis and later ones. */
static bool combine_labels(combiner *c, size_t axis) {
    const lg_manifest *m = c->f->m;
    if (axis == m->axis_count) return is_excluded(c) || add_run(c);
    const lg_combinations *listed = listed_at(c, axis);
    if (listed) return combine_listed(c, listed);
    const bool *has = c->rule ? c->rule->has[axis] : NULL;
    if (c->rule && !has) {
        c->labels[axis] = -1;
        return combine_labels(c, axis + 1);
    }
    for (size_t i = 0; i < m->axes[axis].count; i++) {
        c->labels[axis] = (int)i;
        if ((!has || has[i]) && !combine_labels(c, axis + 1)) return false;
    }
    return true;
}

static bool is_list(const lg_grid_file *f, const lg_yaml_node *n) {
    return !n || n->kind == LG_YAML_LIST ||
           lg_grid_fail(f, n->mark, "%s: expected a list, each rule on a line that starts with -", n->key);
}

static bool read_excludes(combiner *c, const lg_yaml_node *list) {
    const lg_yaml_node *n = list ? list->first : NULL;
    c->exclude = lg_grid_alloc(c->f, lg_yaml_count(n), sizeof *c->exclude);
    for (; c->exclude && n; n = n->next)
        if (!lg_grid_rule_read(c->f, n, false, &c->exclude[c->excludes++])) return false;
    return c->exclude;
}

static bool combine_grid(combiner *c, const lg_yaml_node *exclude) {
    if (!is_list(c->f, exclude) || !read_excludes(c, exclude) || !combine_labels(c, 0)) return false;
    for (size_t i = 0; i < c->excludes; i++)
        if (c->exclude[i].matched == 0)
            return lg_grid_fail(c->f, c->exclude[i].node->mark, "this rule excludes nothing");
    c->excludes = 0;
    c->f->m->combined = c->f->m->run_count;
    return true;
}

/* Adds the runs of `include:`. They are added after the runs of the grid, so that the grid is not combined with labels
 * that these rules create. Each rule is combined before the next one creates more labels. */
static bool combine_includes(combiner *c, const lg_yaml_node *include) {
    if (!is_list(c->f, include)) return false;
    for (const lg_yaml_node *n = include ? include->first : NULL; n; n = n->next) {
        lg_grid_rule rule;
        c->rule = &rule;
        if (!lg_grid_rule_read(c->f, n, true, &rule) || !combine_labels(c, 0)) return false;
    }
    return true;
}

bool lg_grid_combine(const lg_grid_file *f, const lg_combinations *parts, size_t count, const lg_yaml_node *exclude,
                     const lg_yaml_node *include) {
    combiner c = {
        .f = f, .parts = parts, .part_count = count, .labels = lg_grid_alloc(f, f->m->axis_count, sizeof(int))};
    if (!c.labels || !combine_grid(&c, exclude) || !combine_includes(&c, include)) return false;
    return f->m->run_count > 0 || lg_fail(f->err, LG_USAGE, "%s: all runs are excluded", f->path);
}

/* ---- unused options of all runs ---- */

/* True if the run sets the key, by a label or by an option of its own. */
static bool sets_key(const lg_manifest *m, const lg_planned_run *r, const char *key) {
    for (size_t a = 0; a < m->axis_count; a++) {
        const lg_choice_set *c = r->labels[a] < 0 ? NULL : &m->axes[a].choices[r->labels[a]];
        if (c && lg_pairs_have(c->pairs, c->count, key)) return true;
    }
    return lg_pairs_have(r->extra, r->extras, key);
}

bool lg_grid_check_set(const lg_grid_file *f, const lg_yaml_node *set) {
    lg_yaml_item *item = NULL;
    if (set && !lg_yaml_flat(set->first, f->path, f->arena, &item, f->err)) return false;
    for (; item; item = item->next) {
        const char *key = lg_key_full_name(item->key);
        size_t i = 0;
        while (i < f->m->run_count && sets_key(f->m, &f->m->runs[i], key)) i++;
        if (i == f->m->run_count)
            return lg_grid_fail(f, item->key_mark, "%s has no effect: the grid sets it in every run", key);
    }
    return true;
}

/* ---- names ---- */

/* Fails with the message `words` and the labels of the run. Adds the file's name unless `words` begins with a location
 * in the file. */
static bool fail_run(const lg_grid_file *f, size_t run, const lg_error *words) {
    char labels[300];
    const bool placed = !strncmp(words->text, f->path, strlen(f->path));
    const char *hint = f->m->run_count > 1 && words->code == LG_USAGE ? "; use exclude: to skip such runs" : "";
    lg_grid_labels(f->m, run, labels, sizeof labels);
    return placed ? lg_fail_like(f->err, words, "%s (in the run with %s%s)", words->text, labels, hint)
                  : lg_fail_like(f->err, words, "%s: the run with %s: %s", f->path, labels, words->text);
}

/* Sets the plan's metric to that of the first run, and clears it if another run has a different metric. */
static void follow_metric(lg_manifest *m, size_t run, const lg_resolved_config *d) {
    const char *name = lg_text(d->values, "metric");
    if (run > 0 && strcmp(m->metric, name)) m->metric = "";
    if (run > 0) return;
    size_t index;
    lg_metric_find(name, &index);
    m->metric = lg_metrics[index]->name;
}

/* Resolves the config of a run and sets the run's id. *draws: the run's positions are drawn in training. */
static bool name_run(const lg_grid_file *f, size_t run, bool *draws, lg_error *words) {
    lg_resolved_config *d = lg_planned_resolve(f->m, run, words);
    if (d && !lg_promotion_rule_suits(&f->m->promotion, d->values, words)) {
        lg_resolved_config_free(d);
        d = NULL;
    }
    if (!d) return false;
    memcpy(f->m->runs[run].id, d->hash, LG_RUN_ID - 1);
    follow_metric(f->m, run, d);
    if (lg_promotion_rule_reads_tests(&f->m->promotion, d->values)) f->m->tests_choose = true;
    *draws = lg_draws_positions(d->values);
    lg_resolved_config_free(d);
    return true;
}

/* Names all runs, and removes those in which a value of the grid has no effect. */
static bool name_runs(const lg_grid_file *f, bool *draws) {
    lg_manifest *m = f->m;
    const size_t all = m->run_count;
    size_t kept = 0;
    for (size_t i = 0; i < all; i++) {
        lg_error words = {0};
        if (f->names && f->names->stop && !lg_stop_go_on(f->names->stop, f->err)) return false;
        m->runs[kept] = m->runs[i];
        if (name_run(f, kept, &draws[kept], &words))
            kept++;
        else if (i >= m->combined || !lg_grid_is_idle(m, kept, &words))
            return fail_run(f, kept, &words);
        else if (!lg_grid_leave_out(f, kept, &words))
            return false;
        if (f->names) lg_plan_progress_report(&f->names->progress, LG_PLAN_NAMING, i + 1, all);
    }
    m->run_count = kept;
    return lg_grid_check_left(f);
}

typedef struct named {
    const char *id;
    size_t run;
} named;

static int by_id(const void *a, const void *b) {
    const named *x = a, *y = b;
    const int order = strcmp(x->id, y->id);
    return order != 0 ? order : x->run < y->run ? -1 : 1;
}

static bool check_distinct(const lg_grid_file *f, named *names) {
    char one[300], other[300];
    for (size_t i = 0; i < f->m->run_count; i++) names[i] = (named){f->m->runs[i].id, i};
    qsort(names, f->m->run_count, sizeof *names, by_id);
    for (size_t i = 1; i < f->m->run_count; i++)
        if (!strcmp(names[i - 1].id, names[i].id))
            return lg_fail(f->err, LG_USAGE,
                           "%s: the runs with %s and with %s are the same; eval.*, metric, out and threads do not make "
                           "a run different",
                           f->path, lg_grid_labels(f->m, names[i - 1].run, one, sizeof one),
                           lg_grid_labels(f->m, names[i].run, other, sizeof other));
    return true;
}

void lg_plan_progress_report(const lg_plan_progress *p, lg_plan_phase phase, size_t done, size_t runs) {
    if (p->each) p->each(p->user, &(lg_plan_report){phase, done, runs});
}

/* Clears the plan's metric if it equals the one that `base` implies; it then need not be stored. */
static void drop_metric(lg_manifest *m) {
    const char *name = m->metric;
    const size_t metric = lg_manifest_metric(m);
    m->metric = "";
    if (lg_manifest_metric(m) != metric) m->metric = name;
}

bool lg_grid_name(const lg_grid_file *f) {
    bool *draws = lg_grid_alloc(f, f->m->run_count, sizeof *draws);
    if (!draws || !name_runs(f, draws)) return false;
    drop_metric(f->m);
    named *names = calloc(f->m->run_count, sizeof *names);
    if (!names) return lg_fail(f->err, LG_FAILED, "out of memory: the plan of %s", f->path);
    const bool good = check_distinct(f, names) && lg_grid_check_seeds(f, draws);
    free(names);
    return good;
}
