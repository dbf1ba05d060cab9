/* claim_words.c: describes a claim and its verdict in one line, and in the text members of its result. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/claim/claim.h"

typedef struct speaker {
    const lg_claim *c;
    const lg_measured *m;
    const lg_comparison_made *made; /* the comparison that decides */
    lg_arena *arena;
    lg_claim_result *to;
} speaker;

enum { NUMBER = 48 };

/* Converts an effect to the terms of the claim's file: undoes the exchange of the arms (b - a) and the logarithm. */
static double shown(const lg_claim *c, double x) {
    const double value = c->below ? -x : x;
    return c->kind == LG_CLAIM_RATIO ? exp(value) : value;
}

static const char *number_words(const speaker *s, double x, char out[NUMBER]) {
    const bool free = s->c->kind != LG_CLAIM_DIFFERENCE;
    if (free)
        snprintf(out, NUMBER, "%.2f", x);
    else
        snprintf(out, NUMBER, "%+.*f", s->m->metric.digits, x);
    return out;
}

static const char *interval_words(const speaker *s, lg_interval i) {
    char low[NUMBER], high[NUMBER];
    if (isnan(i.low)) return "none";
    const double ends[] = {shown(s->c, s->c->below ? i.high : i.low), shown(s->c, s->c->below ? i.low : i.high)};
    return lg_arena_printf(s->arena, "%s to %s", number_words(s, ends[0], low), number_words(s, ends[1], high));
}

static void set_interval(const speaker *s, lg_interval i, double *low, double *high) {
    *low = shown(s->c, s->c->below ? i.high : i.low), *high = shown(s->c, s->c->below ? i.low : i.high);
}

/* ---- why there is no verdict ---- */

static const char *list_looks(const speaker *s) {
    const lg_verdict_rule *rule = &s->c->rule;
    const char *text = "";
    for (size_t i = 0; i < rule->look_count && text; i++)
        text = lg_arena_printf(s->arena, "%s%s%d", text,
                               i == 0                      ? ""
                               : i + 1 == rule->look_count ? " and "
                                                           : ", ",
                               rule->looks[i]);
    return text ? text : "others";
}

static const char *p_words(const speaker *s) {
    const lg_ruling *r = &s->made->ruling;
    if (!(r->corrected > r->p)) return lg_arena_printf(s->arena, "p = %.2g is not below %.2g", r->p, r->level);
    return lg_arena_printf(s->arena, "p = %.2g (corrected for %zu claims of its family: %.2g) is not below %.2g", r->p,
                           s->to->in_family, r->corrected, r->level);
}

/* With several looks at growing data, the interval that decides is wider than the 95 % interval. */
static const char *interval_open(const speaker *s) {
    const bool within = s->c->rule.expectation == LG_EXPECT_WITHIN;
    const char *words = within ? "crosses the margin" : "includes the boundary";
    if (s->made->ruling.level == 0.05) return lg_arena_printf(s->arena, "the 95 %% interval %s", words);
    return lg_arena_printf(s->arena, "the %.1f %% interval of this look %s", 100 * (1 - s->made->ruling.level), words);
}

static const char *why_open(const speaker *s) {
    const lg_ruling *r = &s->made->ruling;
    const lg_evidence *e = &s->made->evidence;
    const bool task = s->c->rule.unit == LG_UNIT_TASK;
    switch (r->open) {
    case LG_OPEN_EMPTY: return "no runs of both arms form a pair";
    case LG_OPEN_UNEVEN:
        return lg_arena_printf(s->arena, "runs are missing: %zu to %zu seeds per cell, %zu run%s without a partner",
                               e->seeds[0], e->seeds[1], e->alone, e->alone == 1 ? "" : "s");
    case LG_OPEN_LOOK:
        return lg_arena_printf(s->arena, "%zu seed%s; verdicts are given at %s", r->seeds, r->seeds == 1 ? "" : "s",
                               list_looks(s));
    case LG_OPEN_LEARNED:
        return lg_arena_printf(s->arena, "no arm has learned the task (`learned: %g`)", s->c->rule.learned);
    case LG_OPEN_BIMODAL: return "some seeds solve a task and others do not, so the size gets no verdict";
    case LG_OPEN_SEEDS:
        return "some seeds solve a task and others do not; comparing their shares takes 4 seeds per arm";
    case LG_OPEN_UNITS:
        return task ? "one task does not represent other tasks (for a verdict over its seeds, set units: seed)"
                    : "one seed has no spread";
    case LG_OPEN_WIDTH: return "all differences are equal, so the interval has zero width";
    case LG_OPEN_P: return p_words(s);
    case LG_OPEN_INTERVAL: return interval_open(s);
    default: return "";
    }
}

static const char *range_words(const speaker *s, double low, double high, const char *unit) {
    if (isnan(low) || isinf(low)) return "";
    if (isinf(high)) return lg_arena_printf(s->arena, "at least %.0f %s", low, unit);
    if (low == high) return lg_arena_printf(s->arena, "%.0f %s", low, unit);
    return lg_arena_printf(s->arena, "%.0f to %.0f %s", low, high, unit);
}

/* The smallest number of units (tasks or seeds) with which a sign-flip test can reach the level in this family; 0:
 * there are enough units, or no sign-flip test decides. */
static size_t fewest_units(const speaker *s) {
    const lg_ruling *r = &s->made->ruling;
    size_t n = 1;
    if (s->c->rule.expectation == LG_EXPECT_WITHIN || r->by_shares) return 0;
    while ((double)s->to->in_family * ldexp(1, 1 - (int)n) >= r->level) n++;
    return r->least * (double)s->to->in_family < r->level ? 0 : n;
}

/* The number of seeds at the first look that has at least `seeds` seeds, as text. */
static const char *least_seeds(const speaker *s, double seeds) {
    const lg_verdict_rule *rule = &s->c->rule;
    for (size_t i = 0; i < rule->look_count; i++)
        if (rule->looks[i] >= seeds) return lg_arena_printf(s->arena, "%d seeds", rule->looks[i]);
    if (rule->look_count == 0) return lg_arena_printf(s->arena, "at least %.0f seeds", seeds);
    return lg_arena_printf(s->arena, "at least %.0f seeds (the last look has %d)", seeds,
                           rule->looks[rule->look_count - 1]);
}

static const char *power_words(const speaker *s) {
    const lg_ruling *r = &s->made->ruling;
    const bool task = s->c->rule.unit == LG_UNIT_TASK;
    const size_t fewest = fewest_units(s);
    if (fewest > 0 && task) return lg_arena_printf(s->arena, "at least %zu tasks", fewest);
    if (fewest > 0) return least_seeds(s, ceil((double)fewest / (double)(r->strata > 0 ? r->strata : 1)));
    const lg_needed *more = &r->more_seeds;
    const char *seeds = isfinite(more->low) && isinf(more->high) ? least_seeds(s, more->low)
                                                                 : range_words(s, more->low, more->high, "seeds");
    const char *tasks = task ? range_words(s, r->more_tasks.low, r->more_tasks.high, "tasks") : "";
    if (!seeds || !tasks) return NULL;
    if (*seeds != '\0' && *tasks != '\0') return lg_arena_printf(s->arena, "%s, or %s", seeds, tasks);
    if (*tasks != '\0') return lg_arena_printf(s->arena, "%s (more seeds would not help)", tasks);
    return *seeds != '\0' ? seeds : "no feasible number of runs: the effect is too near the boundary";
}

/* What would lead to a verdict; "" if there is one. */
static const char *what_decides(const speaker *s) {
    const lg_ruling *r = &s->made->ruling;
    const lg_verdict_rule *rule = &s->c->rule;
    switch (r->open) {
    case LG_OPEN_UNEVEN: return "the missing runs";
    case LG_OPEN_LOOK:
        for (size_t i = 0; i < rule->look_count; i++)
            if ((size_t)rule->looks[i] > r->seeds)
                return lg_arena_printf(s->arena, "%d seeds, the next look", rule->looks[i]);
        return "a claim with later looks";
    case LG_OPEN_SEEDS: return "4 seeds or more";
    case LG_OPEN_UNITS: return "two units or more";
    case LG_OPEN_P:
    case LG_OPEN_INTERVAL: return power_words(s);
    default: return "";
    }
}

/* ---- the line ---- */

static const char *exception_words(const speaker *s) {
    const lg_ruling *r = &s->made->ruling;
    char x[NUMBER];
    if (r->exception == LG_NO_TASK) return "";
    if (s->c->kind == LG_CLAIM_CORRELATION) return s->made->tasks[r->exception];
    return lg_arena_printf(s->arena, "%s (%s)", s->made->tasks[r->exception],
                           number_words(s, shown(s->c, r->exception_mean), x));
}

/* " (bootstrap +0.1 to +9), +4 to +6 over seeds": the text after the interval that decides. */
static const char *other_intervals(const speaker *s) {
    const bool task = s->c->rule.unit == LG_UNIT_TASK;
    const lg_ruling *r = &s->made->ruling;
    const lg_interval i = r->intervals[task ? LG_UNIT_SEED : LG_UNIT_TASK];
    const char *words = interval_words(s, i), *drawn = interval_words(s, r->bootstrap);
    const char *check = task && !isnan(r->bootstrap.low) ? lg_arena_printf(s->arena, " (bootstrap %s)", drawn) : "";
    if (!words || !drawn || !check || isnan(i.low)) return words && drawn ? check : NULL;
    return lg_arena_printf(s->arena, "%s, %s over %s", check, words, task ? "seeds" : "tasks");
}

/* "a - b = +5.3 points, 95 % interval +1.2 to +9.4 over tasks (bootstrap ...), +4.2 to +6.4 over seeds". The units that
 * decide come first. */
static const char *effect_words(const speaker *s) {
    const bool task = s->c->rule.unit == LG_UNIT_TASK;
    const char *what = s->c->kind == LG_CLAIM_RATIO         ? "a / b ="
                       : s->c->kind == LG_CLAIM_CORRELATION ? "rank correlation"
                                                            : "a - b =";
    const char *own = interval_words(s, s->made->ruling.intervals[s->c->rule.unit]), *other = other_intervals(s);
    char x[NUMBER];
    if (!own || !other) return NULL;
    return lg_arena_printf(s->arena, "%s %s%s%s, 95 %% interval %s over %s%s", what, number_words(s, s->to->effect, x),
                           *s->to->unit == '\0' ? "" : " ", s->to->unit, own, task ? "tasks" : "seeds", other);
}

static const char *share_words(const speaker *s) {
    const lg_solved *x = &s->made->ruling.solved;
    const int first = s->c->below ? 1 : 0;
    if (!s->made->ruling.by_shares) return "";
    return lg_arena_printf(s->arena, "; solved by %zu of %zu seeds of a, %zu of %zu of b", x->solved[first],
                           x->seeds[first], x->solved[1 - first], x->seeds[1 - first]);
}

/* "15 tasks, 3 seeds, p = 0.0075 in its family of 3; the smallest possible p is 6.1e-05". */
static const char *count_words(const speaker *s) {
    const lg_claim_result *r = s->to;
    const lg_ruling *x = &s->made->ruling;
    const char *family = r->in_family > 1 ? lg_arena_printf(s->arena, " in its family of %zu", r->in_family) : "";
    const char *least =
        x->by_shares || !(x->least > 0) ? "" : lg_arena_printf(s->arena, "; the smallest possible p is %.2g", x->least);
    if (!family || !least) return NULL;
    return lg_arena_printf(s->arena, "%zu task%s, %zu seed%s, p = %.2g%s%s", r->tasks, r->tasks == 1 ? "" : "s",
                           r->seeds, r->seeds == 1 ? "" : "s", r->corrected, family, least);
}

static const char *exception_tail(const speaker *s) {
    const lg_claim_result *r = s->to;
    if (r->tasks == 1 || (*r->exception == '\0' && s->c->kind == LG_CLAIM_CORRELATION)) return "";
    if (*r->exception == '\0') return "; no task is an exception";
    return lg_arena_printf(s->arena, "; largest exception %s, %zu of %zu tasks are on the other side", r->exception,
                           r->against, r->tasks);
}

static const char *measured_line(const speaker *s) {
    const lg_claim_result *r = s->to;
    const char *effect = effect_words(s), *shares = share_words(s), *count = count_words(s), *tail = exception_tail(s);
    const char *open = *r->why == '\0' ? "" : lg_arena_printf(s->arena, "; %s", r->why);
    const char *decides = *r->decides == '\0' ? "" : lg_arena_printf(s->arena, "; would decide: %s", r->decides);
    const bool several = s->m->count > 1;
    if (!effect || !shares || !count || !tail || !open || !decides) return NULL;
    return lg_arena_printf(s->arena, "%s: %s. %s%s%s (%s)%s%s%s%s", r->verdict, r->claim, effect,
                           several ? " against " : "", several ? r->b : "", count, shares, tail, open, decides);
}

/* ---- all ---- */

static void copy_file(const lg_claim *c, lg_claim_result *out) {
#define TEXT(x) ((x) ? (x) : "")
    out->file = c->path, out->name = c->name, out->claim = c->claim, out->source = TEXT(c->source);
    out->sweep = TEXT(c->sweep), out->family = TEXT(c->family);
    out->note = TEXT(c->note), out->reason = TEXT(c->reason), out->expect = TEXT(c->expect);
#undef TEXT
    out->units = c->rule.unit == LG_UNIT_TASK ? "task" : "seed";
    out->a = c->a.label ? c->a.label : "";
    out->hours = c->hours;
    out->margin = c->kind == LG_CLAIM_RATIO || c->below ? shown(c, c->rule.margin) : c->rule.margin;
}

static void copy_numbers(const speaker *s, lg_claim_result *out) {
    const lg_ruling *r = &s->made->ruling;
    const lg_effect *e = &r->effects[s->c->rule.unit];
    const int first = s->c->below ? 1 : 0;
    out->effect = shown(s->c, e->mean);
    set_interval(s, r->intervals[s->c->rule.unit], &out->low, &out->high);
    set_interval(s, r->intervals[LG_UNIT_TASK], &out->task_low, &out->task_high);
    set_interval(s, r->intervals[LG_UNIT_SEED], &out->seed_low, &out->seed_high);
    set_interval(s, r->bootstrap, &out->bootstrap_low, &out->bootstrap_high);
    out->p = r->p, out->corrected = r->corrected, out->least_p = r->least, out->level = r->level;
    out->exception_effect = shown(s->c, r->exception_mean);
    if (r->by_shares)
        out->share_a = (double)r->solved.solved[first] / (double)r->solved.seeds[first],
        out->share_b = (double)r->solved.solved[1 - first] / (double)r->solved.seeds[1 - first];
    out->seeds_low = r->more_seeds.low, out->seeds_high = r->more_seeds.high;
    out->tasks_low = r->more_tasks.low, out->tasks_high = r->more_tasks.high;
    out->tasks = r->effects[LG_UNIT_TASK].tasks, out->seeds = r->seeds, out->pairs = e->pairs;
    out->against = r->against, out->comparisons = s->m->count;
}

static void clear_numbers(lg_claim_result *out) {
    double *const numbers[] = {
        &out->effect,    &out->low,       &out->high,          &out->seed_low,         &out->seed_high,
        &out->task_low,  &out->task_high, &out->bootstrap_low, &out->bootstrap_high,   &out->p,
        &out->corrected, &out->least_p,   &out->level,         &out->exception_effect, &out->share_a,
        &out->share_b,   &out->seeds_low, &out->seeds_high,    &out->tasks_low,        &out->tasks_high};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = NAN;
}

static bool describe_absent(const speaker *s) {
    lg_claim_result *out = s->to;
    const char *needs = s->c->needs        ? s->c->needs
                        : s->c->hours >= 0 ? "training"
                        : s->c->value      ? "its sweep (--train) and rows of lengthen analyze (--json) in values.jsonl"
                                           : "its sweep (--train)";
    out->verdict = "not measured", out->status = LG_CLAIM_NOT_MEASURED, out->exception = "";
    if (!out->why) out->why = "no runs of both arms form a pair";
    out->decides = s->c->hours >= 0 ? lg_arena_printf(s->arena, "%s, about %.3g hour%s", needs, s->c->hours,
                                                      s->c->hours == 1 ? "" : "s")
                                    : needs;
    if (!out->decides) return false;
    return (out->line = lg_arena_printf(s->arena, "not measured: %s; %s; would decide: %s", out->claim, out->why,
                                        out->decides));
}

bool lg_claim_describe(const lg_claim *c, const lg_measured *m, lg_arena *arena, lg_claim_result *out) {
    static const char *const verdicts[] = {"undecided", "holds", "refuted at this size"};
    static const int statuses[] = {LG_CLAIM_UNDECIDED, LG_CLAIM_HOLDS, LG_CLAIM_REFUTED};
    const speaker s = {c, m, m->count > 0 ? &m->made[m->worst] : NULL, arena, out};
    const lg_verdict v = m->verdict;
    copy_file(c, out), clear_numbers(out);
    out->b = s.made && s.made->b ? s.made->b : "", out->unit = m->unit;
    if (!m->measured) return describe_absent(&s);
    copy_numbers(&s, out);
    out->verdict = verdicts[v], out->status = statuses[v];
    out->why = v == LG_UNDECIDED ? why_open(&s) : "", out->decides = v == LG_UNDECIDED ? what_decides(&s) : "";
    out->exception = exception_words(&s);
    return out->why && out->decides && out->exception && (out->line = measured_line(&s));
}
