/* curve.c: the metric of a run at each length, printed as a table, as block characters on one line, or as rows of
 * data. */
#include "cli/ui/curve.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/targets.h"
#include "cli/ui/text.h"

/* ---- points ---- */

void cli_curve_add(cli_curve *c, const lg_length_report *r) {
    if (c->count == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 64;
        lg_length_report *more = realloc(c->points, capacity * sizeof *more);
        if (!more) return cli_out_lose();
        c->points = more, c->capacity = capacity;
    }
    size_t i = c->count++;
    for (; i > 0 && c->points[i - 1].length > r->length; i--) c->points[i] = c->points[i - 1];
    c->points[i] = *r;
    c->metric = r->metric;
}

void cli_curve_free(cli_curve *c) {
    free(c->points);
    c->points = NULL;
    c->count = c->capacity = 0;
}

/* Mean of a metric over the points with low <= length <= high; NaN if there are none. */
static double curve_mean(const cli_curve *c, size_t metric, int low, int high) {
    const size_t base = lg_metric_base(metric);
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < c->count; i++)
        if (c->points[i].length >= low && c->points[i].length <= high) sum += c->points[i].values[base], n++;
    return n ? lg_metric_of_base(metric, sum / (double)n) : NAN;
}

const lg_length_report *cli_curve_at(const cli_curve *c, int length) {
    for (size_t i = 0; i < c->count; i++)
        if (c->points[i].length == length) return &c->points[i];
    return NULL;
}

int cli_curve_first(const cli_curve *c) {
    return c->count ? c->points[0].length : 0;
}

int cli_curve_last(const cli_curve *c) {
    return c->count ? c->points[c->count - 1].length : 0;
}

/* ---- lengths as text ---- */

int cli_lengths_count(const char *text) {
    long n = 0;
    cli_range r;
    while (text && *text && cli_range_next(&text, &r)) n += (r.last - r.first) / r.step + 1;
    return text && *text ? 0 : (int)n;
}

/* ---- table ---- */

enum {
    SHOWN = 6, /* maximum number of columns for lengths */
    MARKS = 60,
    RANGES = 3 /* maximum number of ranges of lengths in the legend; if there are more, it lists none */
};

static void value_cell(lg_sheet *t, size_t metric, double value) {
    char number[CLI_METRIC];
    lg_sheet_cell(t, "%s", cli_metric_number(metric, value, number));
}

/* Chooses the tested lengths for the columns: the one nearest to the longest training length, and those nearest to
 * evenly spaced lengths beyond it. */
static int pick_lengths(const cli_curve *c, int *out) {
    int n = 0, last = cli_curve_last(c);
    if (!c->count) return 0;
    int from = c->score.trained && c->score.trained < last ? c->score.trained : cli_curve_first(c);
    for (int k = 0; k < SHOWN; k++) {
        int wanted = from + (int)((double)(last - from) * k / (SHOWN - 1) + 0.5), best = cli_curve_first(c);
        for (size_t i = 0; i < c->count; i++)
            if (abs(c->points[i].length - wanted) < abs(best - wanted)) best = c->points[i].length;
        if (!n || out[n - 1] < best) out[n++] = best;
    }
    return n;
}

/* Do all curves have the same longest training length? */
static bool trained_alike(const cli_curve *curves, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (curves[i].score.trained != curves[0].score.trained) return false;
    return true;
}

/* Adds the headings. each: with a column for the longest training length of each run. */
static void table_head(lg_sheet *t, bool variants, bool each, const int *lengths, int n) {
    lg_sheet_cell(t, "run");
    lg_sheet_cell(t, "scheme");
    if (variants) lg_sheet_cell(t, "variant");
    if (each) lg_sheet_cell(t, "trained");
    lg_sheet_cell(t, "in range");
    lg_sheet_cell(t, "beyond");
    for (int i = 0; i < n; i++) lg_sheet_cell(t, "n=%d", lengths[i]);
    lg_sheet_cell(t, "score");
}

static void table_row(lg_sheet *t, const cli_curve *c, size_t metric, bool each, const int *lengths, int n) {
    const int trained = c->score.trained;
    lg_sheet_cell(t, "%s", c->name);
    lg_sheet_cell(t, "%s", c->label);
    if (c->variant) lg_sheet_cell(t, "%s", c->variant);
    if (each && trained)
        lg_sheet_cell(t, "1..%d", trained);
    else if (each)
        lg_sheet_cell(t, "unknown");
    value_cell(t, metric, trained ? curve_mean(c, metric, 1, trained) : NAN);
    value_cell(t, metric, trained ? curve_mean(c, metric, trained + 1, INT_MAX) : NAN);
    for (int i = 0; i < n; i++) {
        const lg_length_report *r = cli_curve_at(c, lengths[i]);
        value_cell(t, metric, r ? r->values[metric] : NAN);
    }
    value_cell(t, metric, c->scored ? c->score.scores[metric] : NAN);
}

static void print_table(const cli_curve *curves, size_t count) {
    int lengths[SHOWN], n = pick_lengths(&curves[0], lengths);
    const bool each = !trained_alike(curves, count), variants = curves[0].variant;
    char kinds[SHOWN + 8] = "lll";
    memset(kinds + 2 + variants, 'r', (size_t)n + 3 + each);
    lg_sheet *t = lg_sheet_new(kinds);
    table_head(t, variants, each, lengths, n);
    for (size_t i = 0; i < count; i++) table_row(t, &curves[i], curves[0].metric, each, lengths, n);
    cli_sheet_print(t, stdout);
}

/* ---- marks: each character is the mean over a few neighbouring lengths. The scale goes from the metric's lowest
 * possible value to the highest possible value. If the metric is unbounded, the scale ends at the highest value found.
 * ---- */

static const char *mark_of(double share) {
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const signs[] = {" ", ".", ":", "-", "=", "+", "*", "#", "@"};
    if (!isfinite(share)) return " ";
    int level = (int)(share * 8 + 0.5);
    return (cli_unicode() ? blocks : signs)[level < 0 ? 0 : level > 8 ? 8 : level];
}

/* The end of the scale: the value whose mark is a full block. */
static double full_mark(const cli_curve *curves, size_t count) {
    const size_t metric = curves[0].metric;
    const lg_metric_info m = lg_metric_at(metric);
    double highest = m.low;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < curves[i].count; k++) {
            const double value = curves[i].points[k].values[metric];
            if (isfinite(value)) highest = fmax(highest, value);
        }
    return isfinite(m.high) ? m.high : highest > m.low ? highest : m.low + 1;
}

/* Position of a value between the metric's lowest value (0) and `full` (1). */
static double share_of(double value, size_t metric, double full) {
    const lg_metric_info m = lg_metric_at(metric);
    return m.logarithmic ? log(value / m.low) / log(full / m.low) : (value - m.low) / (full - m.low);
}

/* Were all runs tested at the same lengths? */
static bool share_lengths(const cli_curve *curves, size_t count) {
    const cli_curve *first = &curves[0];
    for (size_t i = 1; i < count; i++) {
        if (curves[i].count != first->count) return false;
        for (size_t k = 0; k < first->count; k++)
            if (curves[i].points[k].length != first->points[k].length) return false;
    }
    return true;
}

static void print_marks(const cli_curve *c, size_t metric, double full, int name, bool shared) {
    size_t marks = c->count < MARKS ? c->count : MARKS;
    char title[CLI_CURVE_TITLE];
    const int width = cli_text_width(cli_curve_title(c, title));
    printf("%s%*s  ", title, name - width, "");
    for (size_t k = 0; k < marks; k++) {
        int low = c->points[c->count * k / marks].length, high = c->points[c->count * (k + 1) / marks - 1].length;
        fputs(mark_of(share_of(curve_mean(c, metric, low, high), metric, full)), stdout);
        int next = k + 1 < marks ? c->points[c->count * (k + 1) / marks].length : 0;
        if (low <= c->score.trained && next > c->score.trained) putchar('|');
    }
    if (!shared) printf("  %d to %d", cli_curve_first(c), cli_curve_last(c));
    putchar('\n');
}

static void print_course(const cli_curve *curves, size_t count) {
    char title[CLI_CURVE_TITLE];
    int name = 0;
    for (size_t i = 0; i < count; i++) {
        const int width = cli_text_width(cli_curve_title(&curves[i], title));
        if (width > name) name = width;
    }
    const cli_curve *c = &curves[0];
    const double full = full_mark(curves, count);
    const lg_metric_info m = lg_metric_at(c->metric);
    char highest[CLI_METRIC];
    const bool shared = share_lengths(curves, count);
    printf("\n%s by length, ", m.title);
    if (shared)
        printf("%d to %d", cli_curve_first(c), cli_curve_last(c));
    else
        printf("each run at its own lengths");
    if (isinf(m.high)) printf("; the highest mark is %s", cli_metric_words(c->metric, full, highest));
    if (c->score.trained && c->score.trained < cli_curve_last(c)) printf("; trained to the left of |");
    putchar('\n');
    for (size_t i = 0; i < count; i++) print_marks(&curves[i], c->metric, full, name, shared);
}

static bool same_rule(const lg_score_report *a, const lg_score_report *b) {
    return !strcmp(a->rule, b->rule) && a->above == b->above;
}

/* Collects the scores that are means over different ranges of lengths, one score for each range. Returns `capacity` + 1
 * if there are more than `capacity` ranges. */
static size_t find_ranges(const cli_curve *curves, size_t count, const lg_score_report **ranges, size_t capacity) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const lg_score_report *s = &curves[i].score;
        size_t k = 0;
        if (!curves[i].scored || s->missing || !s->lengths) continue;
        while (k < found && (ranges[k]->first != s->first || ranges[k]->last != s->last ||
                             ranges[k]->trained != s->trained || !same_rule(ranges[k], s)))
            k++;
        if (k == capacity) return capacity + 1;
        if (k == found) ranges[found++] = s;
    }
    return found;
}

static bool ranges_agree(const lg_score_report *const *ranges, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (ranges[i]->first != ranges[0]->first || ranges[i]->last != ranges[0]->last ||
            !same_rule(ranges[i], ranges[0]))
            return false;
    return true;
}

/* Is the range of every score determined by the longest training length of its run? */
static bool ranges_follow_training(const lg_score_report *const *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (ranges[i]->trained == ranges[k]->trained || ranges[i]->above > 0 ||
                strcmp(ranges[i]->rule, ranges[k]->rule))
                return false;
    return true;
}

/* Describes the lengths over which scores are averaged: "lengths 6..8 where trained up to 5, 8..8 where up to 7
 * (first-ood..max)". Returns true if all scores are of one and the same length. */
static bool ranges_words(const cli_curve *curves, size_t count, char *text, size_t size) {
    const lg_score_report *ranges[RANGES] = {NULL};
    size_t found = find_ranges(curves, count, ranges, RANGES), at = 0;
    text[0] = '\0';
    if (found == 0) return false;
    if (found <= RANGES && ranges_agree(ranges, found)) found = 1;
    if (found > RANGES || !ranges_follow_training(ranges, found)) {
        snprintf(text, size, "the lengths of each run (eval.score)");
        return false;
    }
    const bool single = found == 1 && ranges[0]->first == ranges[0]->last;
    if (single) at += (size_t)snprintf(text, size, "length %d", ranges[0]->first);
    for (size_t i = 0; i < found && !single; i++) {
        char few[40] = ""; /* set if only some lengths of the range were tested, as with 15..60:5 */
        if (ranges[i]->lengths < (size_t)(ranges[i]->last - ranges[i]->first + 1))
            snprintf(few, sizeof few, "%zu of the ", ranges[i]->lengths);
        at += (size_t)snprintf(text + at, size - at, "%s%s%s%d..%d", i > 0 ? ", " : "", few, i > 0 ? "" : "lengths ",
                               ranges[i]->first, ranges[i]->last);
        if (found > 1 && ranges[i]->trained)
            at += (size_t)snprintf(text + at, size - at, " where %sup to %d", i > 0 ? "" : "trained ",
                                   ranges[i]->trained);
        else if (found > 1)
            at += (size_t)snprintf(text + at, size - at, " where the training length is unknown");
    }
    at += (size_t)snprintf(text + at, size - at, " (%s", ranges[0]->rule);
    if (ranges[0]->above > 0) at += (size_t)snprintf(text + at, size - at, ", above %d", ranges[0]->above);
    snprintf(text + at, size - at, ")");
    return single;
}

static void add_score(const cli_curve *curves, size_t count, char *text, size_t size) {
    const cli_curve *c = &curves[0];
    const lg_metric_info m = lg_metric_at(c->metric);
    const bool by_examples = !strcmp(c->score.average, "examples");
    char lengths[240];
    const bool single = ranges_words(curves, count, lengths, sizeof lengths);
    if (c->scored && c->score.missing)
        snprintf(text, size, "; no score: %zu lengths were not tested", c->score.missing);
    else if (c->scored && *lengths)
        snprintf(text, size, "; score: %s%s%s",
                 by_examples && m.pooled ? ""
                 : single                ? by_examples ? "mean over " : "at "
                 : m.logarithmic         ? "geometric mean over "
                                         : "mean over ",
                 !by_examples ? ""
                 : m.pooled   ? "of all examples of "
                              : "the examples of ",
                 lengths);
}

static void print_legend(const cli_curve *curves, size_t count) {
    const cli_curve *c = &curves[0];
    char text[480];
    bool one = cli_curves_share(curves, count, "data");
    const lg_metric_info m = lg_metric_at(c->metric);
    size_t at = (size_t)snprintf(text, sizeof text, "%s%s%s%s", one ? lg_config_get(c->config, "data") : "",
                                 one ? ": " : "", m.label, m.lower_is_better ? ", lower is better" : "");
    if (!trained_alike(curves, count))
        at += (size_t)snprintf(text + at, sizeof text - at, "; in range: training lengths of each run; beyond: longer");
    else if (c->score.trained)
        at += (size_t)snprintf(text + at, sizeof text - at, "; in range: training lengths, up to %d; beyond: longer",
                               c->score.trained);
    add_score(curves, count, text + at, sizeof text - at);
    cli_legend(text);
}

/* ---- steps before the answer ---- */

/* Mean of a step score over the points with low <= length <= high; NaN if there are none. */
static double step_mean(const cli_curve *c, size_t score, int low, int high) {
    double sum = 0;
    int count = 0;
    for (size_t k = 0; k < c->count; k++) {
        const lg_length_report *r = &c->points[k];
        if (r->length < low || r->length > high || isnan(r->steps[score])) continue;
        sum += r->steps[score];
        count++;
    }
    return count > 0 ? sum / count : (double)NAN;
}

static void step_rows(lg_sheet *t, const cli_curve *c, const int *lengths, int n) {
    char title[CLI_CURVE_TITLE];
    const int trained = c->score.trained;
    for (size_t i = 0; i < LG_STEP_SCORES; i++) {
        if (isnan(step_mean(c, i, 1, INT_MAX))) continue;
        lg_sheet_cell(t, "%s", cli_curve_title(c, title));
        lg_sheet_cell(t, "%s", lg_step_score_name(i));
        lg_sheet_number(t, trained ? 100 * step_mean(c, i, 1, trained) : NAN, 1);
        lg_sheet_number(t, trained ? 100 * step_mean(c, i, trained + 1, INT_MAX) : NAN, 1);
        for (int k = 0; k < n; k++) lg_sheet_number(t, 100 * step_mean(c, i, lengths[k], lengths[k]), 1);
    }
}

/* Prints a table of the curves that have step scores. */
static void print_steps(const cli_curve *curves, size_t count) {
    int lengths[SHOWN], n = pick_lengths(&curves[0], lengths);
    char kinds[SHOWN + 8] = "ll";
    bool any = false;
    memset(kinds + 2, 'r', (size_t)n + 2);
    for (size_t i = 0; i < count; i++) any |= !isnan(step_mean(&curves[i], LG_STEP_COUNT, 1, INT_MAX));
    if (!any) return;
    lg_sheet *t = lg_sheet_new(kinds);
    lg_sheet_cell(t, "run");
    lg_sheet_cell(t, "steps");
    lg_sheet_cell(t, "in range");
    lg_sheet_cell(t, "beyond");
    for (int k = 0; k < n; k++) lg_sheet_cell(t, "n=%d", lengths[k]);
    for (size_t i = 0; i < count; i++) step_rows(t, &curves[i], lengths, n);
    cli_line();
    cli_sheet_print(t, stdout);
    cli_legend("steps in %; count: answers that have as many steps as the target; other rows: steps in which this "
               "part (whole: the whole step) equals that of the target; if an answer has another number of steps, all "
               "its steps count as wrong");
}

/* Is BLEU 0 at this length although some answers are right? */
static bool lacks_ngrams(const cli_curve *c, size_t i) {
    size_t bleu, exact;
    if (!lg_metric_find("bleu", &bleu) || !lg_metric_find("exact_match", &exact) || c->metric != bleu) return false;
    return c->points[i].values[bleu] == 0 && c->points[i].values[exact] > 0;
}

static void explain_bleu(const cli_curve *curves, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < curves[i].count; k++) {
            if (!lacks_ngrams(&curves[i], k)) continue;
            cli_legend("BLEU is 0 at lengths where all answers have fewer than four tokens, even right ones: there "
                       "are no 4-grams (use --metric chrf or exact_match)");
            return;
        }
}

void cli_curves_print(const cli_curve *curves, size_t count) {
    print_table(curves, count);
    print_legend(curves, count);
    cli_targets_print(curves, count);
    explain_bleu(curves, count);
    print_steps(curves, count);
    if (cli_is_plain() && curves[0].count > 1) print_course(curves, count);
}

/* ---- rows ---- */

static const lg_member point_members[] = {
    LG_MEMBER(cli_curve_point, x.length, "length", "sequence length"),
    LG_MEMBER(cli_curve_point, x.memory, "memory",
              "for protocol `memory`: tokens of memory before segments of `length` tokens",
              .when = LG_WHEN(cli_curve_point, remembers)),
    LG_ROW(cli_curve_point, metric, NULL, "", &cli_schema_metric),
    LG_MEMBER(cli_curve_point, x.value, "value", "value of the metric"),
    LG_MEMBER(cli_curve_point, x.value, "accuracy",
              "`value` under its name in version 0.1; only if the metric is token accuracy",
              .when = LG_WHEN(cli_curve_point, is_accuracy)),
    LG_LIST(cli_curve_point, values, value_count, NULL,
            "every applicable metric by name: `token_accuracy`, `cross_entropy`, `exact_match`, `perplexity`, "
            "`bits_per_token`; `step_accuracy` if there are steps; `bleu` and `chrf` if texts are compared"),
    LG_MEMBER(cli_curve_point, x.sequences, "sequences", "number of evaluated sequences"),
    LG_MEMBER(cli_curve_point, x.tokens, "tokens", "number of scored tokens"),
    LG_ROW(cli_curve_point, x.targets, "targets", "for texts: the scored tokens, the same at every length",
           &cli_schema_targets, .when = LG_WHEN(cli_curve_point, is_text)),
    LG_MEMBER(cli_curve_point, x.targets.stride, "stride",
              "for texts: number of targets scored at the end of each window",
              .when = LG_WHEN(cli_curve_point, is_text)),
    LG_LIST(cli_curve_point, steps, step_count, "steps",
            "if targets have steps (`data.scratchpad`): fraction of sequences with the right number of steps "
            "(`count`), and of steps whose `input`, `computation`, `output`, `variables`, `rest` or `whole` equals the "
            "target's",
            .optional = true),
    {0},
};
const lg_schema cli_schema_point = {.members = point_members, .size = sizeof(cli_curve_point)};

cli_curve_point cli_curve_point_of(const cli_curve *c, const lg_length_report *r) {
    cli_curve_point x = {.x = *r, .remembers = r->memory >= 0, .is_text = r->targets.count > 0};
    x.metric = cli_metric_of(r->metric, lg_config_alias(c->config, "metric"));
    x.is_accuracy = !strcmp(lg_metric_at(r->metric).name, "token_accuracy");
    x.value_count = cli_metric_numbers(r->values, x.values);
    for (; x.step_count < LG_STEP_SCORES; x.step_count++) {
        const double step = r->steps[x.step_count];
        x.steps[x.step_count] = (lg_named_real){lg_step_score_name(x.step_count), step, isnan(step)};
    }
    return x;
}

static const lg_member score_members[] = {
    LG_ROW(cli_curve_score, metric, NULL, "", &cli_schema_metric),
    LG_MEMBER(cli_curve_score, x.score, "score", "mean of the metric over the lengths that count (`rule`)"),
    LG_LIST(cli_curve_score, scores, count, "scores", "mean over these lengths for every applicable metric, by name"),
    LG_MEMBER(cli_curve_score, x.rule, "rule", "which lengths count: `first-ood..max` (`eval.score`)"),
    LG_MEMBER(cli_curve_score, x.average, "average",
              "what is weighted equally: `lengths` or `examples` (`eval.average`)"),
    LG_MEMBER(cli_curve_score, x.first, "first", "shortest length that counts; 0: no length counts"),
    LG_MEMBER(cli_curve_score, x.last, "last", "longest length that counts"),
    LG_MEMBER(cli_curve_score, x.lengths, "lengths", "number of lengths that count"),
    LG_MEMBER(cli_curve_score, x.above, "above", "`eval.score_above`, if set", .optional = true),
    LG_MEMBER(cli_curve_score, x.missing, "missing",
              "number of lengths that count but were skipped by `--stop-below`; the score is then null",
              .optional = true),
    {0},
};
const lg_schema cli_schema_score = {.members = score_members};

cli_curve_score cli_curve_score_of(const cli_curve *c, const lg_score_report *s) {
    cli_curve_score x = {.metric = cli_metric_of(s->metric, lg_config_alias(c->config, "metric")), .x = *s};
    x.count = cli_metric_numbers(s->scores, x.scores);
    return x;
}

typedef struct run_score {
    const char *run, *variant;
    const lg_named_text *changed;
    size_t changes;
    cli_curve_score score;
} run_score;

static const lg_member run_score_members[] = {
    LG_MEMBER(run_score, run, "run", "run directory or model file"),
    LG_MEMBER(run_score, variant, "variant", CLI_VARIANT, .optional = true),
    LG_LIST(run_score, changed, changes, "changed", CLI_CHANGED, .optional = true),
    LG_ROW(run_score, score, NULL, "", &cli_schema_score),
    {0},
};
const lg_schema cli_schema_run_score = {
    .name = "lengthen.score/2",
    .about = "`eval` and `analyze curve`: one row per run, after the rows of its lengths.",
    .members = run_score_members,
};

void cli_curve_score_put(const cli_curve *c, const lg_named_text *changed, size_t count) {
    cli_row_put(&cli_schema_run_score,
                &(run_score){c->run, c->variant, changed, count, cli_curve_score_of(c, &c->score)});
}
