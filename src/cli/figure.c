/* figure.c: writes a CSV, a gnuplot script that reads it, and runs gnuplot, a program of its own, on the script. Curves
 * carry their names at their right end, spread apart where they would touch, so no legend covers any data. The colours
 * are those of Okabe and Ito (2008), told apart by colour-blind readers too. */
#include "cli/figure.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/text.h"

static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
enum { COLOURS = sizeof colours / sizeof *colours, MOST = 64 };

/* Output formats by ending, with the gnuplot terminal that draws them. */
static const struct format {
    const char *ending, *terminal;
    double size; /* of letters, in points: all pictures look alike */
} formats[] = {
    {".svg", "svg size 880,500 background '#ffffff'", 15},
    {".png", "pngcairo size 1760,1000 fontscale 2 linewidth 2 background '#ffffff'", 12},
    {".pdf", "pdfcairo size 8.8in,5in background '#ffffff'", 11},
};

static const struct format *format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(dot, formats[i].ending)) return &formats[i];
    return NULL;
}

/* The files of one figure. */
typedef struct files {
    char folder[512];                         /* where they are; gnuplot runs there, so the script can be run by hand */
    char figure[256], script[256], data[256]; /* names in it: demo.svg, demo.gp, demo.csv */
} files;

static bool split_path(const char *path, files *f) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int stem = (int)(strrchr(name, '.') - name), folder = slash ? (int)(slash - path) + (slash == path) : 1;
    if (stem < 1 || strlen(name) >= sizeof f->figure || folder >= (int)sizeof f->folder) return false;
    snprintf(f->folder, sizeof f->folder, "%.*s", folder, slash ? path : ".");
    snprintf(f->figure, sizeof f->figure, "%s", name);
    snprintf(f->script, sizeof f->script, "%.*s.gp", stem, name);
    snprintf(f->data, sizeof f->data, "%.*s.csv", stem, name);
    return true;
}

int cli_figure_check(const char *path) {
    files f;
    if (!format_of(path)) return cli_fail(LG_USAGE, "--figure %s: the name must end in .svg, .png or .pdf", path);
    if (!split_path(path, &f)) return cli_fail(LG_USAGE, "--figure %s: this is no file name", path);
    return cli_check_folder("figure", path);
}

static FILE *open_beside(const files *f, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    FILE *file = fopen(path, "w");
    if (!file) cli_fail(cli_path_status(), "cannot write %s: %s", path, strerror(errno));
    return file;
}

static int close_written(FILE *file, const files *f, const char *name) {
    bool failed = ferror(file);
    if (fclose(file)) failed = true;
    return failed ? cli_fail(LG_FAILED, "cannot write %s/%s: %s", f->folder, name, strerror(errno)) : LG_OK;
}

/* ---- data: a column of lengths, and one of accuracies per curve, empty where a length was not tested ---- */

static void csv_text(FILE *to, const char *text) {
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
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

static int write_data(const files *f, const cli_curve *curves, size_t count) {
    FILE *to = open_beside(f, f->data);
    if (!to) return LG_FAILED;
    fputs("length", to);
    for (size_t i = 0; i < count; i++) fputc(',', to), csv_text(to, curves[i].label);
    fputs("\r\n", to);
    for (int n = 0; (n = next_length(curves, count, n)) > 0;) {
        fprintf(to, "%d", n);
        for (size_t i = 0; i < count; i++) {
            const lg_length_report *r = cli_curve_at(&curves[i], n);
            fputc(',', to);
            if (r && isfinite(r->accuracy)) fprintf(to, "%.9g", r->accuracy);
        }
        fputs("\r\n", to);
    }
    return close_written(to, f, f->data);
}

/* ---- script ---- */

/* Text in gnuplot's single quotes. */
static void quoted(FILE *to, const char *text) {
    fputc('\'', to);
    for (; *text; text++) fprintf(to, *text == '\'' ? "''" : "%c", *text);
    fputc('\'', to);
}

/* What the axes must show. */
typedef struct frame {
    int first, last, trained;
    double chance;    /* 0: not known */
    double low, high; /* of the accuracy axis, in percent */
    size_t widest;    /* columns of the longest label */
    double size;      /* of letters, in points */
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

static frame measure(const cli_curve *curves, size_t count) {
    frame f = {.first = INT_MAX, .low = 100, .high = 101.5, .chance = 100 * common_chance(curves, count)};
    if (f.chance > 0) f.low = f.chance;
    for (size_t i = 0; i < count; i++) {
        const cli_curve *c = &curves[i];
        if (c->count && cli_curve_first(c) < f.first) f.first = cli_curve_first(c);
        if (cli_curve_last(c) > f.last) f.last = cli_curve_last(c);
        if (c->score.trained > f.trained) f.trained = c->score.trained;
        for (size_t j = 0; j < c->count; j++)
            if (100 * c->points[j].accuracy < f.low) f.low = 100 * c->points[j].accuracy;
        if ((size_t)cli_text_width(c->label) > f.widest) f.widest = (size_t)cli_text_width(c->label);
    }
    f.low = 10 * floor((f.low - 3) / 10);
    if (f.low < 0) f.low = 0;
    return f;
}

static void write_page(FILE *to, const files *f, const struct format *format, const frame *a) {
    fprintf(to, "# Accuracy against length. Make the picture again, in this folder: gnuplot %s\n", f->script);
    fprintf(to, "set encoding utf8\nset terminal %s font 'sans-serif,%g'\nset output ", format->terminal, a->size);
    quoted(to, f->figure);
    fprintf(to, "\nset datafile separator comma\nset key off\n");
    fprintf(to, "set lmargin 8\nset bmargin 3.6\nset tmargin 5\nset rmargin %zu\n", a->widest + 3);
    fprintf(to, "set border 3 lw 1 lc rgb '#9a9a9a'\nset tics nomirror out scale 0.6 textcolor rgb '#444444'\n");
    fprintf(to, "set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'\n");
    fprintf(to, "set xrange [%d:%d]\nset yrange [%g:%g]\n", a->first < a->last ? a->first : a->first - 1, a->last,
            a->low, a->high);
    fprintf(to, "set ytics 0,%d,100 format '%%g %%%%'\n", a->low < 45 ? 20 : 10);
    fprintf(to, "set xlabel 'input length' textcolor rgb '#444444' offset 0,0.3\n");
}

static void write_headline(FILE *to, const char *title, const frame *a) {
    fprintf(to, "set label 1 ");
    quoted(to, title);
    fprintf(to, " at graph 0, graph 1 offset 0,3.1 font ',%g' noenhanced\n", 1.25 * a->size);
    fprintf(to, "set label 2 'token accuracy against length%s", a->trained ? "; trained on lengths up to " : "");
    if (a->trained) fprintf(to, "%d", a->trained);
    fprintf(to, "' at graph 0, graph 1 offset 0,1.75 font ',%g' textcolor rgb '#666666'\n", 0.87 * a->size);
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

/* Where a curve ends, in percent: the mean of its last twentieth. */
static double end_of(const cli_curve *c) {
    size_t n = c->count / 20 + 1;
    if (!c->count) return 0;
    return 100 * cli_curve_mean(c, c->points[c->count - n].length, INT_MAX);
}

/* Heights of the names, pushed apart so that neighbours stay `gap` apart and none leaves the frame. */
static void spread(double *at, const size_t *order, size_t count, double gap, double high) {
    for (size_t k = 1; k < count; k++)
        if (at[order[k]] < at[order[k - 1]] + gap) at[order[k]] = at[order[k - 1]] + gap;
    double limit = high;
    for (size_t k = count; k-- > 0; limit = at[order[k]] - gap)
        if (at[order[k]] > limit) at[order[k]] = limit;
}

static void write_names(FILE *to, const cli_curve *curves, size_t count, const frame *a) {
    double at[MOST];
    size_t order[MOST];
    for (size_t i = 0; i < count; i++) {
        at[i] = end_of(&curves[i]);
        size_t k = i;
        for (; k > 0 && at[order[k - 1]] > at[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    spread(at, order, count, 0.052 * (a->high - a->low), 100);
    for (size_t i = 0; i < count; i++) {
        fprintf(to, "set label %zu ", i + 10);
        quoted(to, curves[i].label);
        fprintf(to, " at graph 1, first %.2f offset 0.8,0 left textcolor rgb '%s' noenhanced\n", at[i],
                colours[i % COLOURS]);
    }
}

static void write_plot(FILE *to, const files *f, const cli_curve *curves, size_t count) {
    fprintf(to, "plot \\\n");
    for (size_t i = 0; i < count; i++) {
        fputs("    ", to);
        quoted(to, f->data);
        fprintf(to, " using 1:(100*$%zu) with %s lw 2.4 dashtype %zu lc rgb '%s'%s\n", i + 2,
                curves[i].count <= 40 ? "linespoints pt 7 ps 0.6" : "lines", i / COLOURS + 1, colours[i % COLOURS],
                i + 1 < count ? ", \\" : "");
    }
}

static int write_script(const files *f, const struct format *format, const char *title, const cli_curve *curves,
                        size_t count) {
    FILE *to = open_beside(f, f->script);
    if (!to) return LG_FAILED;
    frame a = measure(curves, count);
    a.size = format->size;
    write_page(to, f, format, &a);
    write_headline(to, title, &a);
    write_marks(to, &a);
    write_names(to, curves, count, &a);
    write_plot(to, f, curves, count);
    return close_written(to, f, f->script);
}

/* ---- gnuplot ---- */

enum { NO_PROGRAM = 127 };

static int run_gnuplot(const files *f) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return cli_fail(LG_FAILED, "cannot start gnuplot: %s", strerror(errno));
    if (!child) {
        if (!chdir(f->folder)) execlp("gnuplot", "gnuplot", f->script, (char *)NULL);
        _exit(NO_PROGRAM);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return LG_OK;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM)
        return cli_fail(LG_FAILED, "gnuplot was not found; install it (package gnuplot-nox), then: cd %s && gnuplot %s",
                        f->folder, f->script);
    return cli_fail(LG_FAILED, "gnuplot failed on %s/%s", f->folder, f->script);
}

int cli_figure_write(cli *c, const char *path, const char *title, const cli_curve *curves, size_t count) {
    files f;
    int checked = cli_figure_check(path);
    if (checked != LG_OK) return checked;
    split_path(path, &f);
    if (count > MOST) return cli_fail(LG_USAGE, "--figure: %zu runs are too many for one picture; %d fit", count, MOST);
    int status = write_data(&f, curves, count);
    if (!status) status = write_script(&f, format_of(path), title, curves, count);
    if (!status) status = run_gnuplot(&f);
    if (!status) cli_note(c, "wrote %s (beside it: %s, %s)", path, f.script, f.data);
    return status;
}
