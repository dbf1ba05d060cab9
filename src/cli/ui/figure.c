/* figure.c: checks the flags of figures, and draws a metric against length. */
#include "cli/ui/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/picture.h"
#include "cli/ui/targets.h"

enum { MAX_RUNS = 64 };

/* ---- flags ---- */

static int check_labels(const cli_args *args, size_t runs) {
    size_t labels = 0, at = 0;
    while (cli_flag_next(args, "label", &at)) labels++;
    if (labels <= runs) return LG_OK;
    return cli_fail(LG_USAGE, "--label: there are %zu labels, but %zu run%s", labels, runs, runs == 1 ? "" : "s");
}

int cli_figure_check(const cli *c, size_t runs) {
    const char *path;
    cli_picture p;
    int status = check_labels(&c->args, runs);
    for (size_t at = 0; status == LG_OK && (path = cli_flag_next(&c->args, "figure", &at));)
        status = cli_picture_init(&p, path);
    return status;
}

void cli_figure_label(const cli *c, cli_curve *curves, size_t count) {
    const char *word;
    for (size_t i = 0, at = 0; i < count && (word = cli_flag_next(&c->args, "label", &at)); i++)
        snprintf(curves[i].label, sizeof curves[i].label, "%s", word);
}

const char *cli_figure_title(const cli *c, const cli_curve *curves, size_t count, const char *otherwise) {
    const char *title = cli_flag_value(&c->args, "title");
    if (title) return title;
    return cli_curves_share(curves, count, "data") ? lg_config_get(curves[0].config, "data") : otherwise;
}

/* Returns the config of the first curve of the run to which curve i belongs. This config determines the style of curve
 * i, so that the curves of all variants of a run have the same style. */
static lg_config *config_of_run(const cli_curve *curves, size_t i) {
    size_t first = 0;
    while (strcmp(curves[first].run, curves[i].run)) first++;
    return curves[first].config;
}

int cli_figure_styles(cli *c, const cli_curve *curves, size_t count, lg_style *styles) {
    lg_config **configs = calloc(count, sizeof *configs);
    if (!configs) return cli_fail(LG_FAILED, "out of memory: a figure");
    for (size_t i = 0; i < count; i++) configs[i] = config_of_run(curves, i);
    const lg_status status = lg_config_styles(c->context, configs, count, styles);
    free(configs);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

int cli_figure_draw(cli *c, lg_figure *f) {
    const char *path;
    int status = LG_OK;
    for (size_t at = 0; status == LG_OK && (path = cli_flag_next(&c->args, "figure", &at));) {
        cli_picture p;
        status = cli_picture_init(&p, path);
        if (status == LG_OK) status = cli_picture_draw(c, &p, f);
    }
    return status;
}

/* ---- curves: all show the metric of the first run, in the unit of this metric ---- */

static bool has_band(const cli_curve *c) {
    return c->count && isfinite(c->points[0].low);
}

/* Fills four arrays: length, value, and both ends of its interval. */
static bool fill_curve(lg_curve *to, const cli_curve *from, size_t metric) {
    const double scale = lg_metric_at(metric).scale;
    double *all = calloc(4 * from->count + 1, sizeof *all);
    if (!all) return false;
    double *x = all, *y = x + from->count, *low = y + from->count, *high = low + from->count;
    for (size_t k = 0; k < from->count; k++) {
        const lg_length_report *r = &from->points[k];
        x[k] = r->length, y[k] = scale * r->values[metric], low[k] = scale * r->low, high[k] = scale * r->high;
    }
    to->count = from->count;
    to->x = x, to->y = y;
    if (has_band(from)) to->low = low, to->high = high;
    return true;
}

/* The value of a uniform guess, if it is the same for all curves; otherwise NaN. */
static double common_chance(const cli_curve *curves, size_t count) {
    double chance = NAN;
    if (!lg_metric_at(curves[0].metric).has_chance) return NAN;
    for (size_t i = 0; i < count; i++) {
        char name[160];
        lg_choice choice;
        snprintf(name, sizeof name, "data/%s", lg_config_get(curves[i].config, "data"));
        if (!lg_choice_find(name, &choice) || (i > 0 && choice.chance != chance)) return NAN;
        chance = choice.chance;
    }
    return chance;
}

/* The longest training length, if it is the same for all runs; otherwise 0. */
static int common_trained(const cli_curve *curves, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (curves[i].score.trained != curves[0].score.trained) return 0;
    return curves[0].score.trained;
}

/* Collects the distinct longest training lengths of all runs, ascending; returns their number. */
static size_t find_trained(const cli_curve *curves, size_t count, double *trained) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const double x = curves[i].score.trained;
        size_t k = 0;
        while (k < found && trained[k] < x) k++;
        if (x <= 0 || (k < found && trained[k] == x)) continue;
        memmove(&trained[k + 1], &trained[k], (found++ - k) * sizeof *trained);
        trained[k] = x;
    }
    return found;
}

static void frame_panel(lg_panel *panel, const cli_curve *curves, size_t count) {
    const int trained = common_trained(curves, count);
    lg_panel_frame_y(panel, count, curves[0].metric);
    if (trained > 0) panel->guide = trained;
}

static bool are_of_one_run(const cli_curve *curves, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (strcmp(curves[i].run, curves[0].run)) return false;
    return true;
}

/* Writes which options the labels contain: "; curves: positions, encoding"; "" if the user gave the labels. */
static void name_labels(const cli *c, const cli_curve *curves, size_t count, char *out, size_t size) {
    char words[200] = "";
    const bool of_runs = !curves[count - 1].variant || !are_of_one_run(curves, count);
    size_t runs = 1; /* curves of the first variant, one per run */
    while (runs < count && (!curves[0].variant || !strcmp(curves[runs].variant, curves[0].variant))) runs++;
    *out = '\0';
    if (cli_flag_on(&c->args, "label") || count < 2) return;
    if (of_runs) cli_curves_words(curves, runs, words, sizeof words);
    snprintf(out, size, "; curves: %s%s%s", words, of_runs && curves[count - 1].variant ? ", " : "",
             curves[count - 1].variant ? "variant" : "");
}

static int draw_curves(cli *c, lg_figure *f, const cli_curve *curves, size_t count) {
    char subtitle[500], labels[240], targets[CLI_TARGETS] = "";
    lg_panel *panel = &f->panels[0];
    frame_panel(panel, curves, count);
    const lg_metric_info m = lg_metric_at(curves[0].metric);
    int at = snprintf(subtitle, sizeof subtitle, "%s against length", m.title);
    if (isfinite(panel->guide))
        at += snprintf(subtitle + at, sizeof subtitle - (size_t)at, "; trained on lengths up to %g", panel->guide);
    else if (panel->mark_count > 0)
        at += snprintf(subtitle + at, sizeof subtitle - (size_t)at, "; dotted: trained up to this length");
    name_labels(c, curves, count, labels, sizeof labels);
    at += snprintf(subtitle + at, sizeof subtitle - (size_t)at, "%s", labels);
    if (cli_targets_agree(curves, count)) cli_targets_name(&curves[0], targets);
    if (*targets != '\0') at += snprintf(subtitle + at, sizeof subtitle - (size_t)at, "; %.150s", targets);
    for (size_t i = 0; i < count; i++)
        if (has_band(&curves[i])) snprintf(subtitle + at, sizeof subtitle - (size_t)at, "; bands: 95 %% intervals");
    f->title = cli_figure_title(c, curves, count, m.title);
    f->subtitle = subtitle;
    f->x_label = "input length", f->y_label = m.label;
    f->y_log = m.logarithmic ? 10 : 0;
    f->guide_label = isfinite(panel->guide) || panel->mark_count > 0 ? "longest training length" : "";
    f->level_label = isfinite(panel->level) ? "chance" : "";
    f->shared_x = f->end_labels = true;
    lg_figure_frame_x(f);
    return cli_figure_draw(c, f);
}

/* The label of the run, its variant, or both. */
static int print_label(const cli_curve *c, bool one_run, char *words, size_t size) {
    if (!c->variant) return snprintf(words, size, "%s", c->label);
    return one_run ? snprintf(words, size, "%s", c->variant) : snprintf(words, size, "%s, %s", c->label, c->variant);
}

/* Labels a curve. Adds the longest training length and how the text was scored, each only if runs differ in it. */
static void label_curve(lg_curve *to, const cli_curve *from, bool one_run, bool differ, bool agree, char *words,
                        size_t size) {
    char targets[CLI_TARGETS] = "";
    int at = print_label(from, one_run, words, size);
    if (differ && from->score.trained > 0)
        at += snprintf(words + at, size - (size_t)at, ", trained up to %d", from->score.trained);
    if (!agree) cli_targets_name(from, targets);
    if (*targets != '\0') snprintf(words + at, size - (size_t)at, ", %s", targets);
    to->label = words;
}

int cli_figure_write_all(cli *c, const cli_curve *curves, size_t count) {
    lg_curve drawn[MAX_RUNS] = {0};
    lg_style styles[MAX_RUNS];
    char labels[MAX_RUNS][240];
    double trained[MAX_RUNS + 1];
    lg_panel panel = {.curves = drawn, .guide = NAN, .level = 100 * common_chance(curves, count)};
    lg_figure f = {.panels = &panel, .panel_count = 1, .curve_count = count};
    if (!cli_flag_on(&c->args, "figure")) return LG_OK;
    if (count > MAX_RUNS)
        return cli_fail(LG_USAGE, "--figure: %zu runs; expected at most %d", count, MAX_RUNS);
    const bool one_run = are_of_one_run(curves, count);
    const bool differ = common_trained(curves, count) == 0, agree = cli_targets_agree(curves, count);
    if (differ) panel.marks = trained, panel.mark_count = find_trained(curves, count, trained);
    int status = cli_figure_styles(c, curves, count, styles);
    for (size_t i = 0; i < count && status == LG_OK; i++) {
        label_curve(&drawn[i], &curves[i], one_run, differ, agree, labels[i], sizeof labels[i]);
        if (!fill_curve(&drawn[i], &curves[i], curves[0].metric))
            status = cli_fail(LG_FAILED, "out of memory: a figure");
        drawn[i].style = styles[i];
    }
    if (status == LG_OK) status = draw_curves(c, &f, curves, count);
    for (size_t i = 0; i < count; i++) free((double *)drawn[i].x);
    return status;
}
