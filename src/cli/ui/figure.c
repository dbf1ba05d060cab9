/* figure.c: see figure.h. Curves carry their names at their right end, spread apart where they would touch, so no
 * legend covers any data. */
#include "cli/ui/figure.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/ui/picture.h"
#include "cli/ui/text.h"

enum { MOST = 64 };

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
    return cli_curves_share(curves, count, "task") ? lg_config_get(curves[0].config, "task") : otherwise;
}

/* ---- data: a column of lengths, and one of accuracies per curve, empty where a length was not evaluated; then two of
 * the intervals of each curve, where there are any ---- */

static bool has_band(const cli_curve *c) {
    return c->count && isfinite(c->points[0].low);
}

static bool have_bands(const cli_curve *curves, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (has_band(&curves[i])) return true;
    return false;
}

/* The smallest length above `after` that any curve has; 0 at the end. */
static int next_length(const cli_curve *curves, size_t count, int after) {
    int next = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < curves[i].count; j++) {
            int length = curves[i].points[j].length;
            if (length > after && (!next || length < next)) next = length;
        }
    return next;
}

static void write_head(FILE *to, const char *label, const char *what) {
    char text[128];
    snprintf(text, sizeof text, "%s: %s", label, what);
    fputc(',', to);
    cli_picture_cell(to, text);
}

static void write_cell(FILE *to, double x) {
    fputc(',', to);
    if (isfinite(x)) fprintf(to, "%.9g", x);
}

static int write_data(const cli_picture *p, const cli_curve *curves, size_t count) {
    const bool bands = have_bands(curves, count);
    FILE *to = cli_picture_open(p, p->data);
    if (!to) return LG_FAILED;
    fputs("length", to);
    for (size_t i = 0; i < count; i++) fputc(',', to), cli_picture_cell(to, curves[i].label);
    for (size_t i = 0; bands && i < count; i++) {
        write_head(to, curves[i].label, "low");
        write_head(to, curves[i].label, "high");
    }
    fputs("\r\n", to);
    for (int n = 0; (n = next_length(curves, count, n)) > 0;) {
        fprintf(to, "%d", n);
        for (size_t i = 0; i < count; i++) {
            const lg_length_report *r = cli_curve_at(&curves[i], n);
            write_cell(to, r ? r->accuracy : NAN);
        }
        for (size_t i = 0; bands && i < count; i++) {
            const lg_length_report *r = cli_curve_at(&curves[i], n);
            write_cell(to, r ? r->low : NAN);
            write_cell(to, r ? r->high : NAN);
        }
        fputs("\r\n", to);
    }
    return cli_picture_close(to, p, p->data);
}

/* ---- script ---- */

/* What the axes must show. */
typedef struct frame {
    int first, last, trained;
    double chance;    /* 0: not known */
    double low, high; /* of the accuracy axis, in percent */
    size_t widest;    /* columns of the longest label */
    double size;      /* of letters */
    bool bands;
} frame;

/* The accuracy of a uniform guess, from the properties of the task: "level: regular, chance: 0.5". */
static double chance_of(lg_config *f) {
    char name[160];
    lg_choice choice;
    snprintf(name, sizeof name, "task/%s", lg_config_get(f, "task"));
    const char *at = lg_choice_find(name, &choice) ? strstr(choice.properties, "chance: ") : NULL;
    return at ? strtod(at + strlen("chance: "), NULL) : 0;
}

/* The chance that all curves share; 0 when they do not. */
static double common_chance(const cli_curve *curves, size_t count) {
    double chance = chance_of(curves[0].config);
    for (size_t i = 1; i < count; i++)
        if (chance_of(curves[i].config) != chance) return 0;
    return chance;
}

static frame measure_frame(const cli_curve *curves, size_t count) {
    frame f = {.first = INT_MAX, .low = 100, .high = 101.5, .chance = 100 * common_chance(curves, count)};
    f.bands = have_bands(curves, count);
    if (f.chance > 0) f.low = f.chance;
    for (size_t i = 0; i < count; i++) {
        const cli_curve *c = &curves[i];
        if (c->count && cli_curve_first(c) < f.first) f.first = cli_curve_first(c);
        if (cli_curve_last(c) > f.last) f.last = cli_curve_last(c);
        if (c->score.trained > f.trained) f.trained = c->score.trained;
        for (size_t j = 0; j < c->count; j++)
            f.low = fmin(f.low, 100 * fmin(c->points[j].accuracy, c->points[j].low)); /* a NaN does not count */
        if ((size_t)cli_text_width(c->label) > f.widest) f.widest = (size_t)cli_text_width(c->label);
    }
    f.low = 10 * floor((f.low - 3) / 10);
    if (f.low < 0) f.low = 0;
    return f;
}

static void write_axes(FILE *to, const frame *a) {
    fprintf(to, "set xrange [%d:%d]\nset yrange [%g:%g]\n", a->first < a->last ? a->first : a->first - 1, a->last,
            a->low, a->high);
    fprintf(to, "set ytics 0,%d,100 format '%%g %%%%'\n", a->low < 45 ? 20 : 10);
    fprintf(to, "set xlabel 'input length' textcolor rgb '#444444' offset 0,0.3\n");
}

static void write_titles(FILE *to, const cli_picture *p, const char *title, const frame *a) {
    char below[128];
    int at = snprintf(below, sizeof below, "token accuracy against length");
    if (a->trained) snprintf(below + at, sizeof below - (size_t)at, "; trained on lengths up to %d", a->trained);
    if (a->bands) snprintf(below + strlen(below), sizeof below - strlen(below), "; bands: 95 %% intervals");
    cli_picture_titles(to, p, title, below);
}

static void write_marks(FILE *to, const frame *a) {
    if (a->trained && a->trained > a->first && a->trained < a->last) {
        fprintf(to, "set object 1 rectangle from graph 0, graph 0 to first %d, graph 1 behind", a->trained);
        fprintf(to, " fillcolor rgb '#f4f4f4' fillstyle solid noborder\n");
        fprintf(to, "set arrow 1 from first %d, graph 0 to first %d, graph 1 nohead", a->trained, a->trained);
        fprintf(to, " dashtype (9,6) lw 1.4 lc rgb '#666666' back\n");
        fprintf(to, "set label 3 'longer than any seen →' at first %d, graph 1 offset 0.4,0.5", a->trained);
        fprintf(to, " font ',%g' textcolor rgb '#666666'\n", 0.8 * a->size);
    }
    if (a->chance > 0) {
        fprintf(to, "set arrow 2 from graph 0, first %g to graph 1, first %g nohead", a->chance, a->chance);
        fprintf(to, " dashtype (2,5) lw 1.4 lc rgb '#8a8a8a' back\n");
        fprintf(to, "set label 4 'chance' at graph 1, first %g right offset -0.4,-0.55", a->chance);
        fprintf(to, " font ',%g' textcolor rgb '#8a8a8a'\n", 0.8 * a->size);
    }
}

/* As in reports: the colour is that of the encoding, the dash that of its positions. Widths differ too: gnuplot's SVG
 * draws neighbours of one colour and width with one dash. */
static const char *line_of(const lg_style *s, char out[64]) {
    static const char *const dashes[] = {"1", "1", "(9,5)", "(2,4)", "(10,4,2,4)"};
    return snprintf(out, 64, "lw %g dashtype %s lc rgb '%s'", s->dash == 1 ? 2.4 : 2.2, dashes[s->dash], s->colour),
           out;
}

/* Where a curve ends, in percent: the mean of its last twentieth. */
static double end_of(const cli_curve *c) {
    size_t n = c->count / 20 + 1;
    if (!c->count) return 0;
    return 100 * cli_curve_mean(c, c->points[c->count - n].length, INT_MAX);
}

/* Heights of the names, pushed apart so that neighbours stay `gap` apart and none leaves the frame. */
static void spread_names(double *at, const size_t *order, size_t count, double gap, double high) {
    for (size_t k = 1; k < count; k++)
        if (at[order[k]] < at[order[k - 1]] + gap) at[order[k]] = at[order[k - 1]] + gap;
    double limit = high;
    for (size_t k = count; k-- > 0; limit = at[order[k]] - gap)
        if (at[order[k]] > limit) at[order[k]] = limit;
}

/* A piece of the curve, as it is dashed, leads to its name. */
static void write_names(FILE *to, const cli_curve *curves, size_t count, const lg_style *styles, const frame *a) {
    double at[MOST];
    size_t order[MOST];
    char style[64];
    for (size_t i = 0; i < count; i++) {
        at[i] = end_of(&curves[i]);
        size_t k = i;
        for (; k > 0 && at[order[k - 1]] > at[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    spread_names(at, order, count, 0.052 * (a->high - a->low), 100);
    for (size_t i = 0; i < count; i++) {
        fprintf(to, "set label %zu ", i + 10);
        cli_picture_quoted(to, curves[i].label);
        fprintf(to, " at graph 1, first %.2f offset 3.6,0 left textcolor rgb '%s' noenhanced\n", at[i],
                styles[i].colour);
        fprintf(to, "set arrow %zu from graph 1.01, first %.2f to graph 1.05, first %.2f nohead %s\n", i + 10, at[i],
                at[i], line_of(&styles[i], style));
    }
}

/* A band lies under all curves; its colour distinguishes it and, in grey, the curve in it. */
static void write_bands(FILE *to, const cli_picture *p, const cli_curve *curves, size_t count, const lg_style *styles) {
    for (size_t i = 0; i < count; i++) {
        if (!has_band(&curves[i])) continue;
        fputs("    ", to);
        cli_picture_name(to, p->data);
        fprintf(to, " using 1:(100*$%zu):(100*$%zu) with filledcurves", count + 2 + 2 * i, count + 3 + 2 * i);
        fprintf(to, " fc rgb '%s' fs transparent solid 0.25 noborder, \\\n", styles[i].colour);
    }
}

static void write_plot(FILE *to, const cli_picture *p, const cli_curve *curves, size_t count, const lg_style *styles) {
    char style[64];
    fprintf(to, "plot \\\n");
    write_bands(to, p, curves, count, styles);
    for (size_t i = 0; i < count; i++) {
        fputs("    ", to);
        cli_picture_name(to, p->data);
        fprintf(to, " using 1:(100*$%zu) with %s %s%s\n", i + 2,
                curves[i].count <= 40 ? "linespoints pt 7 ps 0.6" : "lines", line_of(&styles[i], style),
                i + 1 < count ? ", \\" : "");
    }
}

static int write_script(const cli_picture *p, const char *title, const cli_curve *curves, size_t count,
                        const lg_style *styles) {
    FILE *to = cli_picture_open(p, p->script);
    if (!to) return LG_FAILED;
    frame a = measure_frame(curves, count);
    a.size = p->size;
    cli_picture_page(to, p, "Accuracy against length", a.widest + 6);
    write_axes(to, &a);
    write_titles(to, p, title, &a);
    write_marks(to, &a);
    write_names(to, curves, count, styles, &a);
    write_plot(to, p, curves, count, styles);
    return cli_picture_close(to, p, p->script);
}

static int write_figure(cli *c, const char *path, const char *title, const cli_curve *curves, size_t count) {
    cli_picture p;
    lg_config *configs[MOST];
    lg_style styles[MOST];
    int status = cli_picture_init(&p, path);
    if (status != LG_OK) return status;
    if (count > MOST) return cli_fail(LG_USAGE, "--figure: %zu runs are too many for one picture; %d fit", count, MOST);
    for (size_t i = 0; i < count; i++) configs[i] = curves[i].config;
    const lg_status styled = lg_config_styles(c->context, configs, count, styles);
    if (styled != LG_OK) return cli_fail_library(c, styled);
    status = write_data(&p, curves, count);
    if (!status) status = write_script(&p, title, curves, count, styles);
    return status ? status : cli_picture_draw(c, &p);
}

int cli_figure_write_all(cli *c, const cli_curve *curves, size_t count) {
    const char *path, *title = cli_figure_title(c, curves, count, "accuracy");
    int status = LG_OK;
    for (size_t at = 0; status == LG_OK && (path = cli_flag_next(&c->args, "figure", &at));)
        status = write_figure(c, path, title, curves, count);
    return status;
}
