/* claim_runs.c: selects the runs of an arm of a claim, and determines their values and the keys by which they are
 * paired. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "base/text.h"
#include "report/claim/claim.h"

typedef struct gathering {
    const lg_claim *c;
    const lg_metric_info *metric;
    const char *arm;              /* "a", "b" */
    const int *lengths;           /* [2]: range of tested lengths, from the arm or the claim; 0: those of the score */
    const lg_kept_values *values; /* for LG_QUANTITY_VALUE */
    lg_arena *arena;
    lg_error *err;
} gathering;

static bool no_memory(const gathering *g) {
    return lg_fail(g->err, LG_FAILED, "out of memory: the runs of %s", g->c->path);
}

/* ---- selecting runs ---- */

static bool has_pairs(const lg_kept_run *r, const lg_choice_set *choice) {
    for (size_t i = 0; i < choice->count; i++) {
        const char *value = lg_kept_run_value(r, choice->pairs[i].key);
        if (!value || strcmp(value, choice->pairs[i].value)) return false;
    }
    return true;
}

static bool meets(const lg_kept_run *r, const lg_condition *x) {
    int64_t number;
    if (x->is_range) {
        const char *value = lg_kept_run_value(r, x->key);
        return value && lg_text_int(value, &number) && number >= x->low && number <= x->high;
    }
    for (size_t i = 0; i < x->count; i++)
        if (has_pairs(r, &x->choices[i])) return true;
    return false;
}

static bool meets_all(const lg_kept_run *r, const lg_claim_arm *arm) {
    for (size_t i = 0; i < arm->count; i++)
        if (!meets(r, &arm->conditions[i])) return false;
    return true;
}

const lg_kept_run *lg_claim_first_run(const lg_claim *c, const lg_kept_runs *runs) {
    for (size_t i = 0; i < runs->count; i++)
        if (meets_all(&runs->runs[i], &c->where) && meets_all(&runs->runs[i], &c->a)) return &runs->runs[i];
    return &runs->runs[0];
}

/* ---- the value of a run ---- */

/* The mean of a metric over the tested lengths that the claim names. */
static double mean_at_lengths(const gathering *g, const lg_run_result *x, size_t metric) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < x->point_count; i++) {
        if (x->points[i].length < g->lengths[0] || x->points[i].length > g->lengths[1]) continue;
        sum += x->points[i].values[lg_metric_base(metric)], count++;
    }
    return count > 0 ? lg_metric_of_base(metric, sum / (double)count) : (double)NAN;
}

static double time_to_reach(const gathering *g, const lg_run_result *x, size_t metric) {
    for (size_t i = 0; i < x->progress_count; i++) {
        const double score = g->metric->scale * x->progress[i].scores[metric];
        if (g->metric->lower_is_better ? score <= g->c->reach : score >= g->c->reach) return x->progress[i].seconds;
    }
    return x->progress_count > 0 ? g->c->never : (double)NAN;
}

static double count_with(const gathering *g, const lg_kept_run *r) {
    const lg_claim *c = g->c;
    const lg_run_result *x = &r->result;
    size_t metric = c->metric;
    lg_metric_find(g->metric->name, &metric);
    const double value = c->quantity == LG_QUANTITY_SECONDS   ? x->seconds
                         : c->quantity == LG_QUANTITY_RATE    ? (double)x->step / x->seconds
                         : c->quantity == LG_QUANTITY_TIME_TO ? time_to_reach(g, x, metric)
                         : c->quantity == LG_QUANTITY_VALUE   ? lg_kept_values_mean(g->values, r->name, g->lengths)
                         : g->lengths[0] > 0                  ? g->metric->scale * mean_at_lengths(g, x, metric)
                                                              : g->metric->scale * x->scores[metric];
    return c->kind == LG_CLAIM_RATIO ? log(value) : value;
}

/* ---- entries ---- */

/* The run's values of these options, separated by commas. */
static const char *join_values(const gathering *g, const lg_kept_run *r, const char *const *keys, size_t count) {
    const char *text = "";
    for (size_t i = 0; i < count && text; i++) {
        const char *value = lg_kept_run_value(r, keys[i]);
        text = lg_arena_printf(g->arena, "%s%s%s", text, i > 0 ? ", " : "", value ? value : "");
    }
    return text;
}

static bool make_entry(const gathering *g, const lg_kept_run *r, lg_claim_entry *out) {
    const lg_claim *c = g->c;
    const char *task = lg_kept_run_value(r, "data"), *seed = lg_kept_run_value(r, "train.seed");
    *out = (lg_claim_entry){.task = task ? task : "",
                            .seed = seed ? seed : "",
                            .stratum = join_values(g, r, c->pair, c->pair_count),
                            .best = join_values(g, r, c->best, c->best_count),
                            .value = count_with(g, r),
                            .run = r};
    return (out->stratum && out->best) || no_memory(g);
}

static int by_place(const void *left, const void *right) {
    const lg_claim_entry *a = left, *b = right;
    const int task = strcmp(a->task, b->task), stratum = task ? task : strcmp(a->stratum, b->stratum);
    const int best = stratum ? stratum : strcmp(a->best, b->best), seed = best ? best : strcmp(a->seed, b->seed);
    return seed;
}

static bool same_stratum(const lg_claim_entry *a, const lg_claim_entry *b) {
    return !strcmp(a->task, b->task) && !strcmp(a->stratum, b->stratum);
}

/* ---- the best of several choices ---- */

static double mean_of(const lg_claim_entry *list, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += list[i].value;
    return sum / (double)count;
}

/* Moves the entries with the best choice in one stratum to `to`. Returns their number. */
static size_t keep_best(const gathering *g, const lg_claim_entry *list, size_t count, lg_claim_entry *to) {
    const bool less = g->metric->lower_is_better;
    size_t best = 0, most = 0;
    double highest = NAN;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && !strcmp(list[end].best, list[first].best);) end++;
        const double mean = mean_of(&list[first], end - first);
        if (most > 0 && !(less ? mean < highest : mean > highest)) continue;
        best = first, most = end - first, highest = mean;
    }
    memmove(to, &list[best], most * sizeof *to);
    return most;
}

static void choose_best(const gathering *g, lg_claim_entries *x) {
    size_t kept = 0;
    for (size_t first = 0, end; first < x->count; first = end) {
        for (end = first + 1; end < x->count && same_stratum(&x->list[end], &x->list[first]);) end++;
        kept += keep_best(g, &x->list[first], end - first, &x->list[kept]);
    }
    x->count = kept;
}

/* ---- one run of each stratum and seed ---- */

static bool is_of_place(const char *key) {
    static const char *const keys[] = {"out", "threads", "log", "train.log_every", "train.checkpoint_every"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i])) return true;
    return false;
}

/* The first option that both runs have, with different values; NULL: none. Options that only one run has are ignored:
 * they belong to a choice that the other run did not make, and this choice is itself an option of both runs. */
static const char *find_change(const lg_kept_run *a, const lg_kept_run *b) {
    for (const lg_yaml_item *i = a->config; i; i = i->next) {
        const char *other = lg_kept_run_value(b, i->key);
        if (!is_of_place(i->key) && other && strcmp(i->value, other)) return i->key;
    }
    return NULL;
}

static bool check_single(const gathering *g, const lg_claim_entries *x) {
    for (size_t i = 1; i < x->count; i++) {
        const lg_claim_entry *a = &x->list[i - 1], *b = &x->list[i];
        if (!same_stratum(a, b) || strcmp(a->seed, b->seed)) continue;
        const char *change = find_change(a->run, b->run);
        if (!change)
            return lg_fail(g->err, LG_USAGE, "%s: two runs of arm %s have the same options: %s and %s", g->c->path,
                           g->arm, a->run->name, b->run->name);
        return lg_fail(g->err, LG_USAGE,
                       "%s: two runs of arm %s share %s, seed %s, and differ in %s (%s and %s); name it in `pair:`, in "
                       "`best:`, or fix it in `where:`",
                       g->c->path, g->arm, a->stratum, a->seed, change, lg_kept_run_value(a->run, change),
                       lg_kept_run_value(b->run, change));
    }
    return true;
}

/* Why the value of a run is not finite; NULL: the run lacks the metric. */
static const char *what_lacks(const gathering *g, const lg_claim_entry *e) {
    const bool time = g->c->quantity == LG_QUANTITY_TIME_TO;
    if (g->c->value && isnan(e->value))
        return lg_arena_printf(g->arena, "no %s in values.jsonl (lengthen analyze KIND RUN... --json)", g->c->value);
    if (isinf(e->value)) return "a value of 0, but a ratio needs numbers above 0";
    if (time && e->run->result.progress_count > 0)
        return "no score that reaches `reach:`; set `never:` to a time in seconds for such runs";
    return time ? "no validations (eval.every)" : NULL;
}

static bool check_values(const gathering *g, const lg_claim_entries *x) {
    for (size_t i = 0; i < x->count; i++) {
        const lg_claim_entry *e = &x->list[i];
        const char *lacks = isfinite(e->value) ? "" : what_lacks(g, e);
        if (isfinite(e->value)) continue;
        return lg_fail(g->err, LG_USAGE, "%s: run %s has %s%s", g->c->path, e->run->name, lacks ? lacks : "no ",
                       lacks ? "" : g->metric->title);
    }
    return true;
}

/* Scores of different metrics cannot be subtracted. If the claim names a metric, the metric of the runs does not
 * matter. */
static bool check_metric(const gathering *g, const lg_kept_run *r) {
    size_t metric = LG_METRICS;
    const char *own = lg_kept_run_value(r, "metric");
    if (g->c->metric != LG_METRICS || g->c->quantity != LG_QUANTITY_METRIC) return true;
    if (own && lg_metric_find(own, &metric) && !strcmp(lg_metrics[metric]->name, g->metric->name)) return true;
    return lg_fail(g->err, LG_USAGE, "%s: run %s is scored by %s, but others by %s; name a metric in `metric:`",
                   g->c->path, r->name, own ? own : "no metric", g->metric->name);
}

bool lg_claim_entries_of(const lg_claim *c, const lg_kept_runs *runs, const lg_claim_arm *arm, const char *arm_name,
                         const lg_metric_info *m, lg_arena *arena, lg_claim_entries *out, lg_error *err) {
    lg_kept_values values = {0};
    const char *file = c->value ? lg_kept_values_file(runs->place, arena) : NULL;
    if (file && !lg_kept_values_read(file, c->value, c->rows, arena, &values, err)) return false;
    const gathering g = {c, m, arm_name, arm->lengths[0] > 0 ? arm->lengths : c->lengths, &values, arena, err};
    *out = (lg_claim_entries){.list = lg_arena_alloc(arena, (runs->count + 1) * sizeof *out->list)};
    if (!out->list) return no_memory(&g);
    for (size_t i = 0; i < runs->count; i++) {
        const lg_kept_run *r = &runs->runs[i];
        if (!meets_all(r, &c->where) || !meets_all(r, arm)) continue;
        if (!check_metric(&g, r)) return false;
        if (!make_entry(&g, r, &out->list[out->count++])) return false;
    }
    qsort(out->list, out->count, sizeof *out->list, by_place);
    if (c->best_count > 0) choose_best(&g, out);
    return check_single(&g, out) && check_values(&g, out);
}

/* ---- chance levels ---- */

static bool find_chance(const lg_claim *c, const lg_claim_entry *e, double *out, lg_error *err) {
    char path[128];
    lg_choice task;
    snprintf(path, sizeof path, "data/%.100s", e->task);
    *out = lg_choice_find(path, &task) ? task.chance : (double)NAN;
    return isfinite(*out) || lg_fail(err, LG_USAGE, "%s: %s has no chance level", c->path, e->task);
}

bool lg_claim_chance_entries(const lg_claim *c, const lg_claim_entries *a, const lg_metric_info *m, lg_arena *arena,
                             lg_claim_entries *out, lg_error *err) {
    *out = (lg_claim_entries){lg_arena_alloc(arena, (a->count + 1) * sizeof *out->list), a->count};
    if (!out->list) return lg_fail(err, LG_FAILED, "out of memory: the runs of %s", c->path);
    for (size_t i = 0; i < a->count; i++) {
        double chance;
        if (!find_chance(c, &a->list[i], &chance, err)) return false;
        out->list[i] = a->list[i];
        out->list[i].value = c->kind == LG_CLAIM_RATIO ? log(m->scale * chance) : m->scale * chance;
    }
    return true;
}
