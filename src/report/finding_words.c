/* finding_words.c: turns a finding (finding.h) into a sentence. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "report/finding.h"

enum { MOST_NAMES = 4 }; /* choices in a list */

/* The sentence so far; text is NULL when out of memory. */
typedef struct sentence {
    lg_arena *arena;
    const char *text;
} sentence;

__attribute__((format(printf, 2, 3))) static void add_words(sentence *s, const char *format, ...) {
    va_list words;
    va_start(words, format);
    const char *more = lg_arena_vprintf(s->arena, format, words);
    va_end(words);
    s->text = s->text && more ? lg_arena_printf(s->arena, "%s%s", s->text, more) : NULL;
}

/* ---- parts ---- */

/* "three seeds", "12 tasks". */
static void add_count(sentence *s, size_t n, const char *noun) {
    static const char *const words[] = {"no",  "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};
    if (n < sizeof words / sizeof *words)
        add_words(s, "%s %s%s", words[n], noun, n == 1 ? "" : "s");
    else
        add_words(s, "%zu %ss", n, noun);
}

/* "unit" if units are combinations of several axes. */
static const char *unit_of(const lg_finding *a) {
    return strchr(a->unit, ',') ? "unit" : a->unit;
}

static void add_units(sentence *s, const lg_finding *a) {
    if (a->units[0] < a->units[1])
        add_words(s, "%zu to %zu %ss", a->units[0], a->units[1], unit_of(a));
    else
        add_count(s, a->units[1], unit_of(a));
}

/* Adds the name of a choice. A name with commas (labels of several axes) is in parentheses. */
static void add_name(sentence *s, const char *name) {
    const bool several = strstr(name, ", ");
    add_words(s, several ? "(%s)" : "%s", name);
}

/* "none, rope and alibi"; longer lists: "the 12 others". */
static void add_names(sentence *s, const char *const *names, size_t count, const char *rest) {
    if (count > MOST_NAMES) add_words(s, "the %zu %s", count, rest);
    for (size_t i = 0; i < count && count <= MOST_NAMES; i++) {
        add_words(s, "%s", i == 0 ? "" : i + 1 == count ? " and " : ", ");
        add_name(s, names[i]);
    }
}

/* Adds names of choices that the sentence has already mentioned; longer lists: "12 of them". */
static void add_some(sentence *s, const char *const *names, size_t count) {
    if (count > MOST_NAMES)
        add_words(s, "%zu of them", count);
    else
        add_names(s, names, count, "");
}

/* Prints a minus sign (U+2212), not a hyphen. */
static void add_number(sentence *s, const lg_finding *a, double x) {
    const double unit = pow(10, -a->metric.digits);
    const bool negative = x < -unit / 2;
    add_words(s, "%s%.*f", negative ? "−" : "", a->metric.digits, fabs(x));
}

static void add_range(sentence *s, const lg_finding *a, double low, double high) {
    const double unit = pow(10, -a->metric.digits);
    add_number(s, a, low);
    if (round(low / unit) >= round(high / unit)) return;
    add_words(s, " to ");
    add_number(s, a, high);
}

/* Adds the metric's unit after a number, if the metric has one. percent: the unit if the metric is a percentage: "%"
 * for a score, "points" for a difference of scores. */
static void add_unit(sentence *s, const lg_finding *a, const char *percent) {
    const lg_metric_info *m = &a->metric;
    if (!strcmp(m->in, " in ")) add_words(s, " %s", strcmp(m->unit, "%") ? m->unit : percent);
}

static void add_score(sentence *s, const lg_finding *a) {
    add_number(s, a, a->score);
    add_unit(s, a, "%");
}

/* "token accuracy", "cross-entropy, lower is better". */
static void add_metric(sentence *s, const lg_finding *a) {
    add_words(s, "%s%s", a->metric.title, a->metric.lower_is_better ? ", lower is better" : "");
}

static void add_place(sentence *s, const lg_finding *a) {
    add_words(s, "%s%s%s%s%s, ", a->where, *a->on == '\0' ? "" : ", on ", a->on,
              *a->over == '\0' ? "" : ", averaged over ", a->over);
}

/* ---- pairs ---- */

static size_t count_pairs(const lg_finding *a) {
    return a->top > 0 && a->top < a->count ? a->top * (a->count - a->top) : a->count - 1;
}

typedef struct span {
    double low, high; /* NaN: empty */
} span;

static span span_of(const lg_finding *a, bool intervals) {
    span all = {NAN, NAN};
    for (size_t i = 0; i < count_pairs(a); i++) {
        const lg_finding_pair *p = &a->pairs[i];
        all.low = fmin(all.low, intervals ? p->low : p->difference);
        all.high = fmax(all.high, intervals ? p->high : p->difference);
    }
    return all;
}

static void add_interval(sentence *s, const lg_finding *a) {
    const span all = span_of(a, true);
    if (isnan(all.low) || a->whole) return;
    add_words(s, "; 95 %% interval%s ", count_pairs(a) == 1 ? "" : "s within");
    add_range(s, a, all.low, all.high);
}

/* Is every top choice decidedly above this other choice? */
static bool is_decided(const lg_finding *a, size_t below) {
    const size_t rest = a->count - a->top;
    for (size_t i = 0; i < a->top; i++)
        if (!a->pairs[i * rest + below].decided) return false;
    return true;
}

/* Lists the other choices for which is_decided returns `decided`; returns their number. */
static size_t sort_rest(const lg_finding *a, bool decided, const char **names) {
    size_t count = 0;
    for (size_t i = 0; i < a->count - a->top; i++)
        if (is_decided(a, i) == decided) names[count++] = a->choices[a->top + i];
    return count;
}

static void add_needed(sentence *s, const lg_finding *a) {
    if (a->needed == 0) return;
    add_words(s, " (at least ");
    add_count(s, a->needed, unit_of(a));
    add_words(s, " are needed)");
}

/* Says why a finding without a decided pair is undecided. */
static void add_undecided(sentence *s, const lg_finding *a) {
    const bool several = count_pairs(a) > 1, equal = a->whole || isnan(span_of(a, true).low);
    if (a->units[1] == 1) {
        add_words(s, "; one %s is inconclusive", unit_of(a));
        return;
    }
    add_words(s, equal ? "; " : "; with ");
    add_units(s, a);
    if (equal && a->whole) {
        add_words(s, " give no interval");
        add_needed(s, a);
        return;
    }
    if (equal) {
        add_words(s, " with equal differences give no interval");
        return;
    }
    add_words(s, " the difference%s undecided", several ? "s are" : " is");
    add_needed(s, a);
}

static void add_verdict(sentence *s, const lg_finding *a) {
    const size_t rest = a->count - a->top;
    const char **names = lg_arena_alloc(s->arena, (rest + 1) * sizeof *names);
    if (!names) s->text = NULL;
    const size_t decided = names ? sort_rest(a, true, names) : 0;
    if (!names) return;
    if (decided == 0) {
        add_undecided(s, a);
        return;
    }
    add_words(s, "; with ");
    add_units(s, a);
    if (decided == rest) {
        add_words(s, " the difference%s decided", count_pairs(a) > 1 ? "s are" : " is");
        return;
    }
    add_words(s, " this is decided against ");
    add_some(s, names, decided);
    add_words(s, " and undecided against ");
    add_some(s, names, sort_rest(a, false, names));
}

/* ---- kinds of sentence ---- */

static void say_nothing_done(sentence *s, const lg_finding *a) {
    if (a->planned == 1)
        add_words(s, "The only run is not finished, so there is no result yet");
    else
        add_words(s, "None of the %zu runs is finished, so there is no result yet", a->planned);
}

static void say_single(sentence *s, const lg_finding *a) {
    add_place(s, a);
    if (*a->choices[0] == '\0') {
        add_words(s, "the score is ");
    } else {
        add_name(s, a->choices[0]);
        add_words(s, " scores ");
    }
    add_score(s, a);
    add_words(s, " (");
    add_metric(s, a);
    if (isfinite(a->low)) {
        add_words(s, "; 95 %% interval ");
        add_range(s, a, a->low, a->high);
    }
    add_words(s, "; ");
    add_units(s, a);
    add_words(s, a->units[1] == 1 ? ", which is inconclusive)" : ")");
    if (a->missing_count == 0) add_words(s, "; there is no other choice to compare it with");
}

/* All choices have the same printed score. */
static void say_alike(sentence *s, const lg_finding *a) {
    add_place(s, a);
    add_names(s, a->choices, a->count, "choices");
    add_words(s, " %s score ", a->count == 2 ? "both" : "all");
    add_score(s, a);
    add_words(s, " (");
    add_metric(s, a);
    add_interval(s, a);
    add_words(s, ")");
    add_undecided(s, a);
}

static void say_unpaired(sentence *s, const lg_finding *a) {
    add_place(s, a);
    add_names(s, a->choices, a->count, "choices");
    add_words(s, " have no finished runs of the same task and seed, so nothing is compared");
}

/* "on even_pairs 24.0 to 58.0 points (two seeds: undecided)" */
static void add_place_of_few(sentence *s, const lg_finding *a, bool further) {
    const span all = span_of(a, false);
    size_t decided = 0;
    for (size_t i = 0; i < count_pairs(a); i++) decided += a->pairs[i].decided;
    add_words(s, further ? ", on %s " : "; on %s ", a->on);
    add_range(s, a, all.low, all.high);
    add_unit(s, a, "points");
    add_words(s, " (");
    add_units(s, a);
    add_words(s, decided == 0 ? ": undecided)" : decided < count_pairs(a) ? ": partly decided)" : ": decided)");
}

static void say_difference(sentence *s, const lg_finding *a) {
    const span all = span_of(a, false);
    const bool lower = a->metric.lower_is_better;
    add_place(s, a);
    add_names(s, a->choices, a->top, "best");
    if (a->shared) add_words(s, ", %s with %s,", a->top == 2 ? "both" : "all", a->shared);
    add_words(s, a->top == 1 ? " scores " : " score ");
    add_range(s, a, all.low, all.high);
    add_unit(s, a, "points");
    add_words(s, lower ? " below " : " above ");
    add_names(s, a->choices + a->top, a->count - a->top, "others");
    add_words(s, " (");
    add_metric(s, a);
    add_interval(s, a);
    add_words(s, ")");
    for (size_t i = 0; i < a->place_count; i++) add_place_of_few(s, &a->places[i], i > 0);
    add_verdict(s, a);
}

/* "yarn scores 29.5 points above as trained [20.1 to 38.9] and window 34.4 points below (token accuracy)". The choices
 * are called "as trained" (the first), "yarn" and "window". */
static void say_against(sentence *s, const lg_finding *a) {
    size_t decided = 0;
    add_place(s, a);
    for (size_t i = 0; i + 1 < a->count; i++) {
        const lg_finding_pair *p = &a->pairs[i];
        const bool worse = p->difference < 0;
        const double low = worse ? -p->high : p->low, high = worse ? -p->low : p->high;
        add_words(s, "%s", i == 0 ? "" : i + 2 == a->count ? " and " : ", ");
        add_name(s, a->choices[i + 1]);
        add_words(s, i == 0 ? " scores " : " ");
        add_number(s, a, fabs(p->difference));
        add_unit(s, a, "points");
        add_words(s, worse == a->metric.lower_is_better ? " above" : " below");
        if (i == 0) add_words(s, " %s", a->choices[0]);
        if (high - low >= pow(10, -a->metric.digits)) add_words(s, " ["), add_range(s, a, low, high), add_words(s, "]");
        decided += p->decided;
    }
    add_words(s, " (");
    add_metric(s, a);
    add_words(s, isnan(span_of(a, true).low) ? ")" : "; in brackets 95 %% intervals)");
    if (decided == 0) {
        add_undecided(s, a);
        return;
    }
    add_words(s, "; with ");
    add_units(s, a);
    add_words(s, decided == a->count - 1 ? " this is decided" : " %zu of these differences are decided", decided);
}

static void say_missing(sentence *s, const lg_finding *a) {
    if (a->left_count > 0) {
        add_words(s, "; ");
        add_names(s, a->left, a->left_count, "other choices");
        add_words(s, " share%s no task and seed with %s, so %s omitted", a->left_count == 1 ? "s" : "",
                  a->count == 2 ? "both" : "these", a->left_count == 1 ? "it is" : "they are");
    }
    if (a->missing_count > 0 && a->done > 0) {
        add_words(s, "; ");
        add_names(s, a->missing, a->missing_count, "other choices");
        add_words(s, a->missing_count == 1 ? " has no finished run" : " have no finished runs");
    }
    if (a->done > 0 && a->done < a->planned) add_words(s, "; %zu of %zu runs are finished", a->done, a->planned);
}

const char *lg_finding_words(const lg_finding *a, lg_arena *arena) {
    sentence s = {arena, ""};
    if (a->count == 0)
        say_nothing_done(&s, a);
    else if (a->count == 1)
        say_single(&s, a);
    else if (isnan(span_of(a, false).low))
        say_unpaired(&s, a);
    else if (a->top == 0)
        say_against(&s, a);
    else if (a->top == a->count)
        say_alike(&s, a);
    else
        say_difference(&s, a);
    say_missing(&s, a);
    add_words(&s, ".");
    return s.text;
}
