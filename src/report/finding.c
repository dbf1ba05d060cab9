/* finding.c: computes the content of a report's first sentence: ranks the choices by their means and compares the best
 * ones with the others. */
#include "report/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_AT_TOP = 3, MOST_PLACES = 3 };
#define LEVEL 0.05

/* ---- ranking ---- */

/* An arm and the mean of its scores in the metric's unit; NaN without scores. */
typedef struct ranked {
    size_t arm;
    double mean;
    bool lower_is_better;
} ranked;

static int by_mean(const void *left, const void *right) {
    const ranked *a = left, *b = right;
    if (a->mean != b->mean && !(isnan(a->mean) && isnan(b->mean))) {
        if (isnan(a->mean) || isnan(b->mean)) return isnan(a->mean) ? 1 : -1;
        return (a->mean < b->mean) == a->lower_is_better ? -1 : 1;
    }
    return (a->arm > b->arm) - (a->arm < b->arm);
}

static double mean_at(const lg_arms *x, size_t arm, size_t block) {
    const lg_group *g = x->groups[arm * x->blocks + block];
    return g ? g->mean : (double)NAN;
}

static bool has_scores(const lg_arms *x, size_t arm) {
    for (size_t i = 0; i < x->blocks; i++)
        if (!isnan(mean_at(x, arm, i))) return true;
    return false;
}

/* Does every arm that has a score in some block have one in this block? */
static bool is_common(const lg_arms *x, size_t block) {
    for (size_t j = 0; j < x->count; j++)
        if (isnan(mean_at(x, j, block)) && has_scores(x, j)) return false;
    return true;
}

/* The mean of an arm over the blocks in which it has a score; if `shared`, only over the blocks that all arms share. */
static double mean_of_arm(const lg_arms *x, size_t arm, bool shared) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < x->blocks; i++)
        if (!isnan(mean_at(x, arm, i)) && (!shared || is_common(x, i))) sum += mean_at(x, arm, i), count++;
    return count > 0 ? sum / (double)count : (double)NAN;
}

/* Best first; arms without a score are last. */
static void rank_arms(const lg_report *r, const lg_arms *x, ranked *out) {
    const lg_metric_info m = lg_report_metric(r);
    bool shared = false;
    for (size_t i = 0; i < x->blocks; i++) shared |= is_common(x, i);
    for (size_t j = 0; j < x->count; j++) out[j] = (ranked){j, m.scale * mean_of_arm(x, j, shared), m.lower_is_better};
    qsort(out, x->count, sizeof *out, by_mean);
}

static double gap_behind(const ranked *all, size_t i) {
    return fabs(all[i].mean - all[i + 1].mean);
}

/* The number of top choices: those above the largest gap between neighbours in the ranking. Only gaps in the first half
 * of the ranking and below its first MOST_AT_TOP places count. Choices whose printed mean ties with the last top choice
 * are also top choices. */
static size_t cut_top(const ranked *all, size_t count, int digits) {
    const double unit = pow(10, -digits);
    const size_t half = (count + 1) / 2, most = half < MOST_AT_TOP ? half : MOST_AT_TOP;
    size_t top = 1;
    for (size_t i = 1; i < most && i + 1 < count; i++)
        if (gap_behind(all, i) > gap_behind(all, top - 1)) top = i + 1;
    while (top < count && round(all[top - 1].mean / unit) == round(all[top].mean / unit)) top++;
    return top;
}

/* ---- comparable arms ---- */

/* Writes the arms with scores in this block that form pairs with each other, in order; returns their number. */
static size_t gather_arms(const lg_report *r, const lg_arms *x, size_t block, lg_pairing *pairing, size_t *arms) {
    size_t count = 0;
    for (size_t j = 0; j < x->count; j++) {
        bool shared = !isnan(mean_at(x, j, block));
        for (size_t k = 0; k < count && shared; k++) {
            lg_pairing_of_arms(r, x, arms[k], j, pairing);
            shared = pairing->count > 0;
        }
        if (shared) arms[count++] = j;
    }
    return count;
}

/* Chooses the block with the most comparable arms. False: out of memory. */
static bool choose_arms(const lg_report *r, const lg_arms *x, size_t **best, size_t *count) {
    size_t *arms = lg_arena_alloc(r->arena, (x->count + 1) * sizeof *arms), scored = 0;
    lg_pairing pairing;
    *best = lg_arena_alloc(r->arena, (x->count + 1) * sizeof **best), *count = 0;
    if (!arms || !*best || !lg_pairing_new(r, &pairing)) return false;
    for (size_t j = 0; j < x->count; j++) scored += has_scores(x, j);
    for (size_t i = 0; i < x->blocks && *count < scored; i++) {
        const size_t found = gather_arms(r, x, i, &pairing, arms);
        if (found > *count) memcpy(*best, arms, found * sizeof *arms), *count = found;
    }
    return true;
}

/* Keeps comparable arms and arms without a score, and lists all other arms in a->left. Keeps all arms if no two are
 * comparable. */
static bool keep_arms(const lg_report *r, const lg_arms *x, lg_arms *kept, lg_finding *a) {
    const char **labels = lg_arena_alloc(r->arena, (x->count + 1) * sizeof *labels),
               **left = lg_arena_alloc(r->arena, (x->count + 1) * sizeof *left);
    const lg_group **groups = lg_arena_alloc(r->arena, (x->count * x->blocks + 1) * sizeof *groups);
    size_t *chosen, count;
    if (!labels || !left || !groups || !choose_arms(r, x, &chosen, &count)) return false;
    *kept = (lg_arms){labels, 0, x->blocks, groups, x->places};
    for (size_t j = 0, at = 0; j < x->count; j++) {
        const bool is = at < count && chosen[at] == j;
        at += is;
        if (!is && has_scores(x, j) && count > 1) {
            left[a->left_count++] = x->labels[j];
            continue;
        }
        labels[kept->count] = x->labels[j];
        memcpy(&groups[kept->count++ * x->blocks], &x->groups[j * x->blocks], x->blocks * sizeof *groups);
    }
    a->left = left;
    return true;
}

/* ---- what the best choices share ---- */

/* The first run of an arm in the first block in which the arm has scores. */
static size_t run_of(const lg_arms *x, size_t arm) {
    size_t i = 0;
    while (isnan(mean_at(x, arm, i))) i++;
    return x->groups[arm * x->blocks + i]->runs[0];
}

/* Does the arm have the label in all blocks or, with `none`, in no block? */
static bool has_label(const lg_manifest *m, const lg_arms *x, size_t arm, size_t axis, int label, bool none) {
    for (size_t i = 0; i < x->blocks; i++) {
        if (isnan(mean_at(x, arm, i))) continue;
        if ((m->runs[x->groups[arm * x->blocks + i]->runs[0]].labels[axis] == label) == none) return false;
    }
    return true;
}

/* Do only the top choices have the first choice's label on this axis? */
static bool is_shared(const lg_manifest *m, const lg_arms *x, const ranked *all, const lg_finding *a, size_t axis) {
    const int label = m->runs[run_of(x, all[0].arm)].labels[axis];
    for (size_t i = 0; i < a->count; i++)
        if (!has_label(m, x, all[i].arm, axis, label, i >= a->top)) return false;
    return label >= 0;
}

/* Names the first axis of the columns or rows on which the top choices, and only they, share a label. */
static bool name_shared(const lg_report *r, const lg_arms *x, const ranked *all, lg_finding *a) {
    const lg_manifest *m = r->manifest;
    for (size_t i = 0; i < m->axis_count && a->top > 1 && a->top < a->count && !a->shared; i++) {
        const lg_axis_role role = r->layout->roles.role[i];
        if ((role != LG_ROLE_COLUMNS && role != LG_ROLE_ROWS) || !is_shared(m, x, all, a, i)) continue;
        a->shared = lg_arena_printf(r->arena, "%s %s", m->axes[i].name, lg_planned_label(m, run_of(x, all[0].arm), i));
        if (!a->shared) return false;
    }
    return true;
}

/* ---- pairs ---- */

/* The number of units that the interval and p are based on. */
static size_t count_units(const lg_difference *d) {
    const lg_effect *e = &d->effect;
    return e->unit == LG_UNIT_TASK || e->tasks == 0 ? e->tasks : e->pairs / e->tasks;
}

static void note_units(lg_finding *a, size_t units) {
    if (units == 0) return;
    a->units[0] = a->units[1] == 0 || units < a->units[0] ? units : a->units[0];
    a->units[1] = units > a->units[1] ? units : a->units[1];
}

/* The smallest number of units n for which the smallest p of a sign test, 2^(1-n), corrected for `claims` claims, is
 * below LEVEL. */
static size_t least_units(size_t claims) {
    size_t n = 1;
    while ((double)claims * ldexp(1, 1 - (int)n) >= LEVEL) n++;
    return n;
}

/* The pairs of arms that the sentence compares. */
typedef struct comparing {
    const lg_report *r;
    const lg_arms *arms;
    lg_pairing pairing;
    lg_difference *differences; /* [count] */
    double *p;                  /* [count]: p values, corrected for the number of pairs */
    lg_finding_pair *pairs;     /* [count] */
    size_t count;
} comparing;

static bool add_pair(comparing *c, lg_finding *a, size_t above, size_t below) {
    lg_difference *d = &c->differences[c->count];
    const bool first = above < below; /* p depends on the order of the arms: use that of the table of pairs */
    if (!lg_difference_of_arms(c->r, c->arms, first ? above : below, first ? below : above, &c->pairing, d))
        return false;
    const double sign = first == a->metric.lower_is_better ? -1 : 1;
    const lg_interval i = d->interval;
    d->effect.mean *= sign;
    d->interval = sign > 0 ? i : (lg_interval){-i.high, -i.low};
    const lg_range one = lg_report_range(c->r);
    a->whole |= i.high - i.low >= 2 * (one.high - one.low);
    c->pairs[c->count] = (lg_finding_pair){.low = d->interval.low, .high = d->interval.high};
    c->pairs[c->count].difference = d->effect.pairs > 0 ? d->effect.mean : (double)NAN;
    c->p[c->count++] = d->effect.error > 0 ? d->test.p : 1;
    note_units(a, count_units(d));
    a->unit = c->pairing.unit_name;
    return true;
}

static bool decide_pairs(comparing *c, lg_finding *a) {
    if (!lg_holm(c->p, c->count)) return false;
    a->needed = least_units(c->count);
    for (size_t i = 0; i < c->count; i++) {
        const lg_difference *d = &c->differences[i];
        const lg_verdict v = lg_verdict_above(&d->effect, c->p[i], LEVEL);
        c->pairs[i].decided = v == LG_HOLDS || (a->top == 0 && v == LG_REFUTED && c->p[i] < LEVEL);
        if (d->test.count >= a->needed) a->needed = 0;
    }
    return true;
}

/* Compares each top choice with each other choice. If all choices are top choices, compares the first with each of the
 * others. */
static bool compare_choices(const lg_report *r, const lg_arms *x, const ranked *all, lg_finding *a) {
    const size_t top = a->top < a->count ? a->top : 1, most = top * (a->count - top);
    comparing c = {.r = r,
                   .arms = x,
                   .differences = lg_arena_alloc(r->arena, (most + 1) * sizeof *c.differences),
                   .p = lg_arena_alloc(r->arena, (most + 1) * sizeof *c.p),
                   .pairs = lg_arena_alloc(r->arena, (most + 1) * sizeof *c.pairs)};
    if (!c.differences || !c.p || !c.pairs || !lg_pairing_new(r, &c.pairing)) return false;
    for (size_t i = 0; i < top; i++)
        for (size_t j = top; j < a->count; j++)
            if (!add_pair(&c, a, all[i].arm, all[j].arm)) return false;
    a->pairs = c.pairs;
    return decide_pairs(&c, a);
}

/* ---- few tasks ---- */

static bool is_empty(const lg_arms *x, size_t block) {
    size_t j = 0;
    while (j < x->count && isnan(mean_at(x, j, block))) j++;
    return j == x->count;
}

static size_t count_places(const lg_arms *x) {
    size_t count = 0;
    for (size_t i = 0; i < x->blocks; i++) count += !is_empty(x, i);
    return count;
}

/* Compares the choices of the finding on a single block. */
static bool compare_on(const lg_report *r, const lg_arms *x, size_t block, const ranked *all, lg_finding *a) {
    const lg_group **groups = lg_arena_alloc(r->arena, (x->count + 1) * sizeof *groups);
    const lg_arms here = {x->labels, x->count, 1, groups, &x->places[block]};
    for (size_t j = 0; groups && j < x->count; j++) groups[j] = x->groups[j * x->blocks + block];
    a->on = x->places[block], a->units[0] = a->units[1] = 0;
    return groups && compare_choices(r, &here, all, a);
}

/* If there are too few tasks to decide about tasks in general, compares the choices on each task over seeds. */
static bool compare_places(const lg_report *r, const lg_arms *x, const ranked *all, lg_finding *a) {
    if (strcmp(a->unit, "task") || a->needed == 0 || a->top == a->count || count_places(x) > MOST_PLACES) return true;
    lg_finding *places = lg_arena_alloc(r->arena, MOST_PLACES * sizeof *places);
    for (size_t i = 0; places && i < x->blocks; i++) {
        if (is_empty(x, i)) continue;
        places[a->place_count] = *a;
        if (!compare_on(r, x, i, all, &places[a->place_count++])) return false;
    }
    a->places = places;
    return places;
}

/* ---- a single choice ---- */

/* Describes the scores of the only choice. With one task, its interval equals the one in the table of means. */
static bool describe_only(const lg_report *r, const lg_arms *x, size_t arm, lg_finding *a) {
    lg_pairing p;
    lg_effect e;
    if (!lg_pairing_new(r, &p)) return false;
    lg_pairing_of_arm(r, x, arm, &p);
    if (!lg_effect_of(lg_pairing_differences(&p), p.unit, &e)) return false;
    const lg_interval of = lg_effect_interval(&e, 0.95);
    const lg_range range = lg_report_range(r);
    a->score = e.mean, a->low = fmax(of.low, range.low), a->high = fmin(of.high, range.high);
    if (isnan(of.low)) a->low = a->high = NAN;
    if (p.unit == LG_UNIT_SEED && e.tasks == 1) {
        const lg_summary s = lg_summarize(p.values, p.count, range);
        a->low = s.low, a->high = s.high;
    }
    note_units(a, e.unit == LG_UNIT_TASK ? e.tasks : e.pairs / e.tasks);
    a->unit = p.unit_name;
    return true;
}

/* ---- entry points ---- */

/* The lengths that the score averages over. */
static const char *find_place(const lg_report *r) {
    const lg_run_attributes *f = &r->columns[0];
    const int from = f->above > 0 ? f->above : lg_report_trained(r);
    if (!strcmp(f->score, "all")) return "Over all tested lengths";
    if (*f->score == '\0') return "Over the tested lengths";
    return from > 0 ? lg_arena_printf(r->arena, "Beyond length %d", from) : "Beyond the training lengths";
}

/* The labels in ranked order; those without a score are last. */
static bool name_arms(const lg_report *r, const lg_arms *x, const ranked *all, lg_finding *a) {
    const char **labels = lg_arena_alloc(r->arena, (x->count + 1) * sizeof *labels);
    for (size_t i = 0; labels && i < x->count; i++) labels[i] = x->labels[all[i].arm];
    while (a->count < x->count && !isnan(all[a->count].mean)) a->count++;
    a->choices = labels, a->missing = labels ? labels + a->count : NULL, a->missing_count = x->count - a->count;
    return labels;
}

static bool make_finding(const lg_report *r, const lg_arms *x, lg_finding *a) {
    ranked *all = lg_arena_alloc(r->arena, (x->count + 1) * sizeof *all);
    if (!all || !a->where) return false;
    rank_arms(r, x, all);
    if (!name_arms(r, x, all, a)) return false;
    if (a->count == 0) return true;
    a->score = all[0].mean;
    if (a->count == 1) return describe_only(r, x, all[0].arm, a);
    a->top = cut_top(all, a->count, a->metric.digits);
    return name_shared(r, x, all, a) && compare_choices(r, x, all, a) && compare_places(r, x, all, a);
}

static size_t count_common(const lg_arms *x) {
    size_t count = 0;
    for (size_t i = 0; i < x->blocks; i++) count += is_common(x, i) && !is_empty(x, i);
    return count;
}

/* If there are several blocks and all choices have scores in exactly one of them, the label of this block; else "". */
static const char *find_only(const lg_arms *x) {
    size_t i = 0;
    while (i < x->blocks && (!is_common(x, i) || is_empty(x, i))) i++;
    return x->blocks > 1 && count_common(x) == 1 ? x->places[i] : "";
}

const char *lg_finding_of_arms(const lg_report *r, const lg_arms *x, size_t done, size_t planned, const char *blocks) {
    lg_finding a = {.where = find_place(r),
                    .metric = lg_report_metric(r),
                    .low = NAN,
                    .high = NAN,
                    .unit = "seed",
                    .over = "",
                    .done = done,
                    .planned = planned};
    lg_arms kept;
    if (!keep_arms(r, x, &kept, &a)) return NULL;
    a.on = find_only(&kept);
    if (!make_finding(r, &kept, &a)) return NULL;
    if (count_common(&kept) > 1 && strcmp(a.unit, "task")) a.over = blocks;
    return lg_finding_words(&a, r->arena);
}

const char *lg_report_finding_against_first(const lg_report *r) {
    const size_t count = r->layout->column_count;
    lg_arms x;
    lg_finding a = {.where = find_place(r), .metric = lg_report_metric(r), .unit = "seed", .over = "", .on = ""};
    comparing c = {.r = r,
                   .arms = &x,
                   .differences = lg_arena_alloc(r->arena, count * sizeof *c.differences),
                   .p = lg_arena_alloc(r->arena, count * sizeof *c.p),
                   .pairs = lg_arena_alloc(r->arena, count * sizeof *c.pairs)};
    if (!a.where || !c.differences || !c.p || !c.pairs || !lg_pairing_new(r, &c.pairing)) return NULL;
    if (!lg_arms_of_columns(r, &x)) return NULL;
    a.choices = x.labels, a.count = count, a.pairs = c.pairs;
    for (size_t j = 1; j < count; j++)
        if (!add_pair(&c, &a, j, 0)) return NULL;
    return decide_pairs(&c, &a) ? lg_finding_words(&a, r->arena) : NULL;
}

/* Never compares tasks with each other. */
const char *lg_report_finding(const lg_report *r) {
    static const char *const unnamed = "";
    const lg_layout *l = r->layout;
    const lg_axis_role column = LG_ROLE_COLUMNS, row = LG_ROLE_ROWS;
    const bool column_tasks = lg_axis_roles_split_tasks(r->manifest, &l->roles, column),
               row_tasks = lg_axis_roles_split_tasks(r->manifest, &l->roles, row);
    const bool rows = !row_tasks && (column_tasks || (l->column_count == 1 && l->row_count > 1));
    const char *own = rows ? l->row_axis : l->column_axis, *blocks = rows ? l->column_axis : l->row_axis;
    lg_arms x;
    if (column_tasks && (row_tasks || lg_report_compares(r)))
        return "Nothing is compared, since columns mix tasks with other choices (use --rows task to compare the "
               "choices of each task).";
    if (!(rows ? lg_arms_of_rows : lg_arms_of_columns)(r, &x)) return NULL;
    if (*own == '\0' && (rows || *l->others != '\0')) x.labels = &unnamed; /* no label describes all runs */
    return lg_finding_of_arms(r, &x, l->tally.state[LG_RUN_DONE], l->tally.planned, blocks);
}
